"""Exact results that take long to count anew, kept as small files beside this one.

One file a deck, ``classic.json`` and so on, of format `FORMAT`:

* ``claims``: pattern → cards of a layout → number of claims → layouts with so many; for Sets only
  up to half of the deck, as the other half follows (`thirdcard.odds.exact`);
* ``families``: ``set-free`` and ``superset-free`` → ``layouts``, ``orbits`` and, for caps,
  ``complete`` (orbits that no further card leaves a cap) → cards → number.

``python -m thirdcard.lab.tables`` writes them (see its ``--help``), through the checks of
`thirdcard.lab.experiments.orbits`; the tests count the smaller ones anew.  Reading needs the
standard library only, so that an answer from a table is quick.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, Final

__all__ = ["FORMAT", "find_claims", "find_family"]

FORMAT: Final = 1
"""Version of the files' format."""


@cache
def _read(deck: str) -> dict[str, Any]:
    file = resources.files(__name__) / f"{deck}.json"
    if not file.is_file():
        return {"claims": {}, "families": {}}
    table: dict[str, Any] = json.loads(file.read_text(encoding="ascii"))
    if table["format"] != FORMAT:
        raise ValueError(f"{deck}.json has format {table['format']}, expected {FORMAT}")
    return table


def find_claims(deck: str, pattern: str, cards: int) -> dict[int, int] | None:
    """Return number of claims → number of layouts, None if it is not in the tables.

    >>> find_claims("classic", "set", 3)
    {0: 84240, 1: 1080}
    """
    found = _read(deck)["claims"].get(pattern, {}).get(str(cards))
    return None if found is None else {int(claims): count for claims, count in found.items()}


def find_family(deck: str, family: str) -> dict[str, dict[int, int]] | None:
    """Return ``layouts``, ``orbits`` and for caps ``complete``, each cards → number, or None.

    >>> find_family("classic", "set-free")["layouts"][20]
    682344
    """
    found = _read(deck)["families"].get(family)
    if found is None:
        return None
    return {what: {int(k): v for k, v in numbers.items()} for what, numbers in found.items()}
