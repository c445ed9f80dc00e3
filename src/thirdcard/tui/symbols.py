"""The symbols of the cards, drawn into character cells of any size.

A cell is twice as high as it is wide, and its quarters are half a unit wide and one unit high, the
unit being a cell's width.  A symbol stands upright in a box of such quarters.  Its *outline* is
made of the quarters within it that have a neighbour outside; stripes fill every other row of what
is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import pi, sin, sqrt

__all__ = ["LEAST", "SHADINGS", "SYMBOLS", "draw_symbols", "write_symbol"]

SYMBOLS = ("diamond", "squiggle", "oval")
SHADINGS = ("solid", "striped", "open")

_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the sum of 1, 2 for the upper quarters, and 4, 8 for the lower ones."""

LEAST = (9, 3)
"""Columns and rows of cells in which three symbols can be told apart."""

_GAP = 1
"""Quarters between two symbols at least."""

Bits = tuple[tuple[bool, ...], ...]


def _is_in_diamond(u: float, v: float, slimness: float) -> bool:
    return abs(u) + abs(v) <= 1.06


def _is_in_squiggle(u: float, v: float, slimness: float) -> bool:
    half = 0.62 * sqrt(max(0.0, 1 - abs(v) ** 5))
    return abs(u + 0.42 * sin(pi * v)) <= half


def _is_in_oval(u: float, v: float, slimness: float) -> bool:
    # Two half circles with straight sides between them.
    beyond = max(0.0, abs(v) * slimness - max(0.0, slimness - 1))
    return u * u + beyond * beyond <= 0.99


_INSIDE: dict[str, Callable[[float, float, float], bool]] = {
    "diamond": _is_in_diamond,
    "squiggle": _is_in_squiggle,
    "oval": _is_in_oval,
}


@lru_cache(maxsize=512)
def _rasterise(symbol: str, shading: str, width: int, height: int) -> Bits:
    """Return which quarters of a box belong to a symbol, by row.

    Args:
        symbol: one of `SYMBOLS`.
        shading: one of `SHADINGS`.
        width, height: of the box, in quarters.
    """
    inside = _INSIDE[symbol]
    slimness = height / (width / 2)

    def is_in(x: int, y: int) -> bool:
        if not (0 <= x < width and 0 <= y < height):
            return False
        u, v = (2 * x + 1) / width - 1, (2 * y + 1) / height - 1
        return inside(u, v, slimness)

    thickness = 1 if width < 12 else 2

    def is_on(x: int, y: int) -> bool:
        if not is_in(x, y):
            return False
        beside = all(is_in(x + d, y) for d in range(-thickness, thickness + 1))
        if shading == "solid" or not (beside and is_in(x, y - 1) and is_in(x, y + 1)):
            return True
        return shading == "striped" and y % 2 == height // 2 % 2

    return tuple(tuple(is_on(x, y) for x in range(width)) for y in range(height))


def draw_symbols(number: int, symbol: str, shading: str, width: int, height: int) -> list[str]:
    """Return rows of characters that show some equal symbols side by side.

    Args:
        number: how many symbols, at most three.
        symbol: one of `SYMBOLS`.
        shading: one of `SHADINGS`.
        width, height: of the room, in cells; at least `LEAST`.

    >>> draw_symbols(2, "oval", "open", 9, 3)
    [' ▗▀▚▗▀▚  ', ' ▐ ▐▐ ▐  ', ' ▝▄▞▝▄▞  ']
    """
    room = 2 * width
    wide = (room - 2 * _GAP) // 3 if room < 30 else room * 2 // 7
    wide -= 1 - wide % 2
    margin = 2 if height > LEAST[1] + 1 else 0
    high = min(2 * height - margin, wide + wide // 3 + 1)
    high -= high % 2
    wide = min(wide, high + 1)
    gap = min(max(_GAP, wide // 5), (room - 3 * wide) // 2)
    bits = _rasterise(symbol, shading, wide, high)
    left = (room - number * wide - (number - 1) * gap) // 2
    top = (2 * height - high) // 2
    image = [[False] * room for _ in range(2 * height)]
    for place in range(number):
        start = left + place * (wide + gap)
        for y, row in enumerate(bits):
            image[top + y][start : start + wide] = row
    return [_write(image[y], image[y + 1]) for y in range(0, 2 * height, 2)]


def _write(upper: Sequence[bool], lower: Sequence[bool]) -> str:
    return "".join(
        _QUARTERS[upper[x] + 2 * upper[x + 1] + 4 * lower[x] + 8 * lower[x + 1]]
        for x in range(0, len(upper), 2)
    )


_ENDS = {"diamond": ("<", ">"), "squiggle": ("{", "}"), "oval": ("(", ")")}
_FILLS = {"solid": "#", "striped": "/", "open": " "}


def write_symbol(symbol: str, shading: str, width: int) -> str:
    """Return a symbol as a row of ASCII characters, at least 3 wide.

    >>> write_symbol("diamond", "striped", 6), write_symbol("oval", "open", 4)
    ('<////>', '(  )')
    """
    left, right = _ENDS[symbol]
    return left + _FILLS[shading] * (width - 2) + right
