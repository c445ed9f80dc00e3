"""How hard a claim is to see: in how many features its cards differ.

People take longer to find a Set the more features differ, which is how bots are made to take
longer too (`thirdcard.bots.reaction`).

References:
    E. Nyamsuren and N. A. Taatgen, "Set as an instance of a real-world visual-cognitive task",
    Cognitive Science 37 (2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from thirdcard.core.geometry import Point, Space

__all__ = ["difficulty", "distance"]


def distance(space: Space, a: Point, b: Point) -> int:
    """Return in how many coordinates two points differ."""
    return sum(x != y for x, y in zip(space.digits(a), space.digits(b), strict=True))


def difficulty(space: Space, points: Sequence[Point]) -> float:
    """Return in how many coordinates points differ, as the mean over their pairs.

    Of a line it is the number of features that differ.  In a coordinate those pairs agree that
    have the same value.

    >>> difficulty(Space(4), (0, 1, 2)), difficulty(Space(4), (0, 40, 80))
    (1.0, 4.0)
    """
    pairs = comb(len(points), 2)
    differ = 0
    for column in zip(*map(space.digits, points), strict=True):
        differ += pairs - sum(comb(column.count(value), 2) for value in range(3))
    return differ / pairs
