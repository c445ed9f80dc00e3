"""How many layouts have each level as a puzzle, as far as that was counted.

The numbers lie in ``levels.json`` beside this file: of Sets that anybody may take, for up to
`LARGEST` cards of so many features, of layouts in which no feature is constant.  With them lies a
table of each level that is very rare.  ``python -m thirdcard.lab.tables --levels`` counts them anew
(`thirdcard.lab.experiments.levels`).  They are right for one definition of the effort only
(`thirdcard.puzzles.difficulty`); the tests count a part of them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import comb
from typing import Any, Final

__all__ = ["COUNTED", "FORMAT", "LARGEST", "Counts", "Tables", "find_counts", "iter_tables"]

Counts = dict[int, dict[str, tuple[int, ...]]]
"""Number of Sets → kind of `COUNTED` → layouts of levels 1 to 5 that have something to find out."""

Tables = dict[int, dict[str, dict[int, tuple[int, ...]]]]
"""Number of Sets → kind → level → the points of a layout."""

COUNTED: Final = ("all", "coop", "duel", "third")
"""The kinds that were counted; what is so for ``coop`` is so for ``spoil``."""

LARGEST: Final = {1: 3, 2: 9, 3: 27, 4: 12}
"""Features → most cards that were counted."""

FORMAT: Final = 1
"""Version of the file's format."""

_ALIKE: Final = {"spoil": "coop", **{kind: kind for kind in COUNTED}}


def find_counts(
    kind: str, features: int, cards: int, constant: int | None = None
) -> dict[int, tuple[int, ...]] | None:
    """Return number of Sets → number of layouts of levels 1 to 5, None if nobody counted them.

    Args:
        kind: what is asked; only layouts count that have something to find out.
        features: of the deck.
        cards: how many cards lie on the table.
        constant: how many features are the same on all cards, None for any number.  All choices of
            them, and of their values, are counted.

    >>> find_counts("all", 4, 12)[14]
    (0, 0, 0, 77760, 2954880)
    """
    if kind not in _ALIKE:
        return None
    total: dict[int, tuple[int, ...]] = {}
    for fixed in range(features + 1) if constant is None else (constant,):
        counted = _find_counted(features - fixed, cards)
        if counted is None:
            return None
        choices = comb(features, fixed) * int(3**fixed)
        for claims, kinds in counted.counts.items():
            if numbers := kinds.get(_ALIKE[kind]):
                known = total.get(claims, (0,) * len(numbers))
                total[claims] = tuple(a + choices * b for a, b in zip(known, numbers, strict=True))
    return dict(sorted(total.items()))


def iter_tables(
    kind: str, features: int, cards: int, constant: int | None = None
) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield what is very rare: claims, level, constant features and a table of the other features.

    Args:
        kind: what is asked.
        features: of the deck.
        cards: how many cards lie on the table.
        constant: how many features are the same on all cards, None for any number.
    """
    for fixed in range(features + 1) if constant is None else (constant,):
        counted = _find_counted(features - fixed, cards) if kind in _ALIKE else None
        if counted is not None:
            for claims, kinds in counted.tables.items():
                for level, points in kinds.get(_ALIKE[kind], {}).items():
                    yield claims, level, fixed, points


@dataclass(frozen=True)
class _Counted:
    """What is known of layouts of one size in which no feature is constant."""

    counts: Counts
    tables: Tables


def _find_counted(features: int, cards: int) -> _Counted | None:
    """Return what is known of so many cards, None if they were not counted."""
    if not features:
        return _Counted({0: {"all": (1, 0, 0, 0, 0)}} if cards == 1 else {}, {})
    if cards > 3**features:
        return _Counted({}, {})
    if not 0 < cards <= LARGEST.get(features, 0):
        return None
    return _read()[features, cards]


@cache
def _read() -> dict[tuple[int, int], _Counted]:
    file = resources.files(__package__) / "levels.json"
    table: dict[str, Any] = json.loads(file.read_text(encoding="ascii"))
    if table["format"] != FORMAT:
        raise ValueError(f"levels.json has format {table['format']}, expected {FORMAT}")
    return {
        (int(features), int(cards)): _Counted(
            {
                int(claims): {kind: tuple(numbers) for kind, numbers in kinds.items()}
                for claims, kinds in size["counts"].items()
            },
            {
                int(claims): {
                    kind: {int(level): tuple(points) for level, points in levels.items()}
                    for kind, levels in kinds.items()
                }
                for claims, kinds in size["tables"].items()
            },
        )
        for features, sizes in table["levels"].items()
        for cards, size in sizes.items()
    }
