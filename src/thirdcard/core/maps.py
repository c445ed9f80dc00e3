"""The affine maps of AG(n,3): its symmetries, which take lines to lines.

A layout and its image hold the same Sets, planes and bowties, so what is counted for one is known
for all of an orbit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from thirdcard.core.geometry import Point, Space

if TYPE_CHECKING:
    from random import Random

__all__ = ["AffineMap", "affine_group_order", "find_frame", "frame_map", "random_affine_map"]

Matrix = tuple[tuple[int, ...], ...]


def affine_group_order(n: int) -> int:
    """Return the order of AGL(n,3), the maps of AG(n,3) that keep lines.

    >>> affine_group_order(4)
    1965150720
    """
    return int(3**n) * prod(int(3**n) - int(3**i) for i in range(n))


@dataclass(frozen=True)
class AffineMap:
    """The map ``x -> matrix · x + offset`` of AG(n,3), a symmetry of the geometry.

    Args:
        matrix: n rows of n entries mod 3, invertible.
        offset: n entries mod 3.

    Raises:
        ValueError: the shapes do not agree, or the matrix is singular.
    """

    matrix: Matrix
    offset: tuple[int, ...]

    def __post_init__(self) -> None:
        n = len(self.offset)
        if n < 1 or len(self.matrix) != n or any(len(row) != n for row in self.matrix):
            raise ValueError("an affine map takes n rows of n entries and n offsets")
        object.__setattr__(self, "matrix", tuple(tuple(x % 3 for x in r) for r in self.matrix))
        object.__setattr__(self, "offset", tuple(x % 3 for x in self.offset))
        _invert(self.matrix)

    @property
    def space(self) -> Space:
        """The space the map acts on."""
        return Space(len(self.offset))

    def __call__(self, point: Point) -> Point:
        """Return the image of a point."""
        x = self.space.digits(point)
        return self.space.point(
            [
                sum(m * d for m, d in zip(row, x, strict=True)) + b
                for row, b in zip(self.matrix, self.offset, strict=True)
            ]
        )

    def __matmul__(self, other: AffineMap) -> AffineMap:
        """Return the map that applies `other` first."""
        columns = tuple(zip(*other.matrix, strict=True))
        matrix = tuple(
            tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in columns)
            for row in self.matrix
        )
        offset = tuple(
            sum(x * y for x, y in zip(row, other.offset, strict=True)) + b
            for row, b in zip(self.matrix, self.offset, strict=True)
        )
        return AffineMap(matrix, offset)

    def inverse(self) -> AffineMap:
        """Return the map that undoes this one."""
        inverse = _invert(self.matrix)
        offset = tuple(
            -sum(x * y for x, y in zip(row, self.offset, strict=True)) for row in inverse
        )
        return AffineMap(inverse, offset)


def _invert(matrix: Matrix) -> Matrix:
    """Invert a matrix over the field of three elements by elimination; O(n**3)."""
    n = len(matrix)
    rows = [list(row) + [int(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = next((r for r in range(column, n) if rows[r][column]), None)
        if pivot is None:
            raise ValueError("the matrix is singular mod 3")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        # 1 and 2 are their own inverses mod 3.
        scale = rows[column][column]
        rows[column] = [x * scale % 3 for x in rows[column]]
        for r in range(n):
            if r != column and (factor := rows[r][column]):
                rows[r] = [(x - factor * y) % 3 for x, y in zip(rows[r], rows[column], strict=True)]
    return tuple(tuple(row[n:]) for row in rows)


def random_affine_map(n: int, random: Random) -> AffineMap:
    """Draw a map uniformly from AGL(n,3), by rejection of singular matrices."""
    while True:
        matrix = tuple(tuple(random.randrange(3) for _ in range(n)) for _ in range(n))
        try:
            return AffineMap(matrix, tuple(random.randrange(3) for _ in range(n)))
        except ValueError:
            continue


def find_frame(space: Space, points: Iterable[Point]) -> list[Point]:
    """Return the first affinely independent points, which span what all of them span.

    Gaussian elimination over the field of three elements, O(n**2) a point.

    >>> find_frame(Space(4), [5, 3, 4, 0, 80])
    [5, 3, 0, 80]
    """
    frame: list[Point] = []
    origin: tuple[int, ...] = ()
    basis: list[tuple[int, list[int]]] = []
    for point in points:
        if len(frame) > space.n:
            break
        digits = space.digits(point)
        if not frame:
            frame, origin = [point], digits
            continue
        rest = [(x - y) % 3 for x, y in zip(digits, origin, strict=True)]
        for pivot, vector in basis:
            if factor := rest[pivot]:
                rest = [(x - factor * y) % 3 for x, y in zip(rest, vector, strict=True)]
        pivot = next((i for i, x in enumerate(rest) if x), -1)
        if pivot >= 0:
            # 1 and 2 are their own inverses mod 3.
            basis.append((pivot, [x * rest[pivot] % 3 for x in rest]))
            frame.append(point)
    return frame


def frame_map(space: Space, frame: Sequence[Point]) -> AffineMap:
    """Return the map that takes n + 1 affinely independent points to 0, 1, 3, 9 and so on.

    Raises:
        ValueError: not n + 1 points, or they are not independent.

    >>> mapping = frame_map(Space(2), [8, 5, 1])
    >>> [mapping(point) for point in (8, 5, 1)]
    [0, 1, 3]
    """
    if len(frame) != space.n + 1:
        raise ValueError(f"a frame has {space.n + 1} points, got {len(frame)}")
    origin, *others = map(space.digits, frame)
    columns = [[x - y for x, y in zip(digits, origin, strict=True)] for digits in others]
    return AffineMap(tuple(zip(*reversed(columns), strict=True)), origin).inverse()
