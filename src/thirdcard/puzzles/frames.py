"""Every layout of few cards, up to the symmetries of the geometry.

Cards that span a flat of *d* dimensions have *d* + 1 among them that do, and an affine map takes
these to the origin and the *d* unit points.  A map changes no Set; so what no layout with such a
frame is, no layout is.  There are 80,000 for eight cards of the 81, in place of 30,000,000,000.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from thirdcard.core.geometry import Point

__all__ = ["count_framed", "iter_framed"]


def count_framed(features: int, cards: int) -> int:
    """Return how many layouts `iter_framed` yields.

    >>> count_framed(4, 8)
    79161
    """
    return sum(comb(3**d - d - 1, cards - d - 1) for d in _dimensions(features, cards))


def iter_framed(features: int, cards: int) -> Iterator[tuple[Point, ...]]:
    """Yield layouts of so many cards, for each layout at least one that a map takes it to."""
    for dimension in _dimensions(features, cards):
        frame = (0, *(3**place for place in range(dimension)))
        others = [point for point in range(3**dimension) if point not in frame]
        for rest in combinations(others, cards - len(frame)):
            yield (*frame, *rest)


def _dimensions(features: int, cards: int) -> list[int]:
    return [d for d in range(features + 1) if d < cards <= 3**d]
