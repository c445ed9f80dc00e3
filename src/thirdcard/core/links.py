"""Tables in addresses: what stands after ``/t/`` in a link that opens a table.

Cards are their codes, joined by ``-``; groups are joined by ``_``, and an empty place is ``x``:
``1RSD-2GHS-3POO``, ``1RD-2RD_x-3PO_1GS-1GO``.  So a link has letters, digits, ``-`` and ``_`` only,
which stand in an address as they are (RFC 3986, "unreserved"), and ends with a letter or a digit.
Programs in which people write to each other leave such an address whole; a full stop or a bracket
at its end they would take for the sentence's.

What is read is more: everything that `thirdcard.core.notation` reads, ``+`` for a space, and the
dashes that some keyboards make of ``-``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from thirdcard.core.cards import Deck
from thirdcard.core.geometry import Point
from thirdcard.core.notation import parse_groups

__all__ = ["read_link", "write_link"]

_HOLE = "x"
_READ_AS = str.maketrans({"-": " ", "\u2010": " ", "\u2011": " ", "\u2013": " ", "\u2014": " "})
_READ_AS |= str.maketrans({"+": " ", "_": "/"})
_HOLES = re.compile(r"(?<![^\s,;/])x(?![^\s,;/])", re.IGNORECASE)


def write_link(groups: Sequence[Sequence[Point | None]], deck: Deck) -> str:
    """Write a table so that it can stand in an address.

    >>> from thirdcard.variants.decks import CLASSIC, JUNIOR
    >>> write_link([[0, 40, 80]], CLASSIC)
    '1RSD-2GHS-3POO'
    >>> write_link([[0, 1], [None, 26], [5, 9]], JUNIOR)
    '1RD-1RS_x-3PO_1GO-2RD'
    """
    return "_".join(
        "-".join(_HOLE if point is None else deck.code(point) for point in group)
        for group in groups
    )


def read_link(
    text: str, deck: Deck, groups: int = 1, *, equal: bool = True
) -> list[list[Point | None]]:
    """Read a table that was written by `write_link` or by hand; see `parse_groups`.

    Raises:
        NotationError: as `parse_groups`; places are those in the text.

    >>> from thirdcard.variants.decks import CLASSIC
    >>> read_link("1RSD-x-3POO", CLASSIC), read_link("two red striped ovals+3poo", CLASSIC)
    ([[0, None, 80]], [[32, 80]])
    """
    # Each character becomes one, so that an error says the right place.
    return parse_groups(_HOLES.sub(".", text.translate(_READ_AS)), deck, groups, equal=equal)
