"""Near misses: cards that fail to be a claim in a single feature.

They are looked at twice, so a table with more of them is harder.  What is nearly a claim is the
pattern's to say; the two ways of counting are here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from thirdcard.core.geometry import Point, Space

__all__ = ["count_near_joints", "count_near_lines"]

_MASKS_KEPT = 4096


@lru_cache(_MASKS_KEPT)
def _neighbours(n: int, point: Point) -> int:
    """Return the points that differ from one in a single coordinate, as a mask."""
    mask = 0
    for place in range(n):
        step = 3**place
        digit = point // step % 3
        base = point - digit * step
        for other in range(3):
            if other != digit:
                mask |= 1 << base + other * step
    return mask


def count_near_lines(space: Space, points: Sequence[Point]) -> int:
    """Return how many triples of distinct points fail to be a line in exactly one coordinate.

    Such a triple is met at each of its three pairs: its third point differs in one coordinate from
    the one that the pair needs.  Where two points differ in one coordinate only, they are
    neighbours of the one they need themselves, and are not counted.  O(m**2).

    >>> count_near_lines(Space(2), [0, 1, 3])
    0
    >>> count_near_lines(Space(2), [0, 1, 5])
    1
    """
    n, third = space.n, space.third
    present = sum(1 << point for point in set(points))
    met = 0
    for a, b in combinations(points, 2):
        met += (_neighbours(n, third(a, b)) & present).bit_count()
    return (met - 2 * _count_neighbours(n, points, present)) // 3


def count_near_joints(space: Space, points: Sequence[Point]) -> int:
    """Return how many times two disjoint pairs need third points that differ in one coordinate.

    Pairs are counted by the point they need; two that share a point need neighbours if and only if
    their other points are neighbours, and are taken off.  O(m**2).

    >>> count_near_joints(Space(2), [0, 1, 3, 4]), count_near_joints(Space(2), [0, 1, 2, 3])
    (2, 1)
    """
    n, third = space.n, space.third
    need = Counter(third(a, b) for a, b in combinations(points, 2))
    needed = sum(1 << point for point in need)
    met = 0
    for point, pairs in need.items():
        near = _neighbours(n, point) & needed
        while near:
            lowest = near & -near
            met += pairs * need[lowest.bit_length() - 1]
            near ^= lowest
    present = sum(1 << point for point in set(points))
    return met // 2 - (len(points) - 2) * _count_neighbours(n, points, present)


def _count_neighbours(n: int, points: Sequence[Point], present: int) -> int:
    """Return how many pairs of points differ in a single coordinate."""
    return sum((_neighbours(n, point) & present).bit_count() for point in points) // 2
