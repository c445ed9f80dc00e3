r"""The affine space AG(n,3), where three points are collinear iff they sum to zero.

A point is an ``int``, the base-3 value of its digits, first coordinate most significant.  Over
the field of three elements a line through *a* and *b* has exactly one further point,

.. math::  c = -(a + b) \pmod 3,

so the whole geometry follows from `Space.third`.  Two representations carry it:

* up to five coordinates (the 243 cards of the largest deck) a table of all pairs, one byte each;
* above, two bit planes per point: a digit 0, 1, 2 is coded as the bit pair 01, 10, 11, spread
  over the low and the high plane of one ``int``.  Equal codes have the third code in common and
  two different codes have their exclusive or as the third, so with ``x = a ^ b`` and *d* the
  mask of digits where *x* is not 00, ``third = x | (a & ~d)``: six integer operations for any n,
  and nothing of size 3**n is ever built.

References:
    B. Davis and D. Maclagan, "The card game SET", The Mathematical Intelligencer 25 (2003).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import prod

__all__ = ["Line", "Point", "Space", "count_flats"]

Point = int
Line = tuple[int, int, int]

_TABLE_DIMENSIONS = 5
_CHUNK = 5
_CHUNK_SIZE = 3**_CHUNK


@cache
def _third_table(n: int) -> tuple[bytes, ...]:
    """Return the third point of all pairs of AG(n,3), row by row; 9**n bytes, n at most 5.

    The table of n coordinates is made of nine shifted copies of the one of n - 1.
    """
    if n == 0:
        return (b"\0",)
    smaller = _third_table(n - 1)
    step = 3 ** (n - 1)
    shifted = [[bytes(value + d * step for value in row) for row in smaller] for d in range(3)]
    return tuple(
        b"".join(shifted[-(first + second) % 3][row] for second in range(3))
        for first in range(3)
        for row in range(step)
    )


@cache
def _chunk_planes() -> tuple[tuple[tuple[int, int], ...], dict[tuple[int, int], int]]:
    """Return the bit planes of every chunk of five digits, and the way back."""
    planes = []
    for value in range(_CHUNK_SIZE):
        low = high = 0
        for place in range(_CHUNK):
            code = value // 3**place % 3 + 1
            low |= (code & 1) << place
            high |= (code >> 1) << place
        planes.append((low, high))
    return tuple(planes), {pair: value for value, pair in enumerate(planes)}


@dataclass(frozen=True)
class Space:
    """The affine space AG(n,3) of ``3**n`` points.

    Two spaces of the same dimension are equal; building one costs nothing until it is used.

    Args:
        n: number of coordinates, at least 1.

    Raises:
        ValueError: n is less than 1.

    >>> Space(4).third(0, 1)
    2
    >>> Space(40).third(0, 3**39)
    8105110306037952534
    """

    n: int

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ValueError(f"a space has at least one coordinate, not {self.n}")

    @cached_property
    def size(self) -> int:
        """Number of points."""
        return int(3**self.n)

    # -- points ---------------------------------------------------------------------------

    def digits(self, point: Point) -> tuple[int, ...]:
        """Return the n coordinates of a point, each 0, 1 or 2.

        Raises:
            ValueError: the point is not in the space.
        """
        self._require(point)
        out = []
        for _ in range(self.n):
            point, digit = divmod(point, 3)
            out.append(digit)
        return tuple(reversed(out))

    def point(self, digits: Sequence[int]) -> Point:
        """Return the point with the given coordinates, which are taken mod 3.

        Raises:
            ValueError: not n coordinates.
        """
        if len(digits) != self.n:
            raise ValueError(f"expected {self.n} coordinates, got {len(digits)}")
        value = 0
        for digit in digits:
            value = value * 3 + digit % 3
        return value

    def _require(self, *points: Point) -> None:
        if points and not 0 <= min(points) <= max(points) < self.size:
            outside = next(point for point in points if not 0 <= point < self.size)
            raise ValueError(f"point {outside} is not in AG({self.n},3)")

    def _pack(self, point: Point) -> int:
        """Return the bit planes of a point as one int of 2n bits; see the module's docstring."""
        self._require(point)
        planes = _chunk_planes()[0]
        low = high = shift = 0
        for _ in range(0, self.n, _CHUNK):
            point, chunk = divmod(point, _CHUNK_SIZE)
            chunk_low, chunk_high = planes[chunk]
            low |= chunk_low << shift
            high |= chunk_high << shift
            shift += _CHUNK
        return (low & self._plane_mask) | (high & self._plane_mask) << self.n

    def _unpack(self, packed: int) -> Point:
        values = _chunk_planes()[1]
        low, high = packed & self._plane_mask, packed >> self.n
        # Digits above the highest one are zeros, whose code is 01.
        low |= -1 << self.n
        point = 0
        chunk_mask = (1 << _CHUNK) - 1
        for shift in range((self.n - 1) // _CHUNK * _CHUNK, -1, -_CHUNK):
            pair = (low >> shift & chunk_mask, high >> shift & chunk_mask)
            point = point * _CHUNK_SIZE + values[pair]
        return point

    @cached_property
    def _plane_mask(self) -> int:
        return (1 << self.n) - 1

    @cached_property
    def _has_table(self) -> bool:
        return self.n <= _TABLE_DIMENSIONS

    def _third_packed(self, a: int, b: int) -> int:
        x = a ^ b
        differ = (x | x >> self.n) & self._plane_mask
        return x | (a & ~(differ | differ << self.n))

    # -- lines ----------------------------------------------------------------------------

    def third(self, a: Point, b: Point) -> Point:
        """Return the point that makes a line with two points: ``-(a + b)`` mod 3.

        For ``a == b`` that is the point itself.  O(1) up to five coordinates, O(n) above.

        Raises:
            ValueError: a point is not in the space.
        """
        if self._has_table:
            self._require(a, b)
            return _third_table(self.n)[a][b]
        return self._unpack(self._third_packed(self._pack(a), self._pack(b)))

    def is_line(self, a: Point, b: Point, c: Point) -> bool:
        """Tell whether three points are distinct and collinear."""
        return a != b and self.third(a, b) == c

    def line(self, a: Point, b: Point) -> Line:
        """Return the line through two distinct points, in the order a, b, third.

        Raises:
            ValueError: the points are equal.
        """
        if a == b:
            raise ValueError(f"one point, {a}, determines no line")
        return a, b, self.third(a, b)

    def iter_lines(self) -> Iterator[Line]:
        """Yield every line once, as increasing points."""
        for a in range(self.size):
            for b in range(a + 1, self.size):
                c = self.third(a, b)
                if c > b:
                    yield a, b, c

    def iter_lines_through(self, point: Point) -> Iterator[Line]:
        """Yield the ``(3**n - 1) / 2`` lines through a point, the point first in each."""
        for other in range(self.size):
            if other != point and (last := self.third(point, other)) > other:
                yield point, other, last

    def iter_lines_in(self, points: Sequence[Point]) -> Iterator[Line]:
        """Yield every line within a collection of distinct points, in the collection's order.

        Of a line's three points two lie in the same half of the collection, so only the pairs
        inside either half are completed: about ``len(points)**2 / 4`` look-ups.

        Raises:
            ValueError: a point is not in the space.
        """
        if self._has_table:
            return self._iter_lines_by_table(points)
        return self._iter_lines_by_planes(points)

    def _iter_lines_by_table(self, points: Sequence[Point]) -> Iterator[Line]:
        self._require(*points)
        table = _third_table(self.n)
        where = [-1] * self.size
        for i, point in enumerate(points):
            where[point] = i
        half = (len(points) + 1) // 2
        for i, a in enumerate(points[:half]):
            row = table[a]
            for b in points[i + 1 : half]:
                k = where[row[b]]
                if k > where[b]:
                    yield a, b, points[k]
        for i, a in enumerate(points[half:], half):
            row = table[a]
            for b in points[i + 1 :]:
                k = where[row[b]]
                if k > where[b]:
                    yield a, b, points[k]
                elif 0 <= k < half:
                    yield points[k], a, b

    def _iter_lines_by_planes(self, points: Sequence[Point]) -> Iterator[Line]:
        packed = [self._pack(point) for point in points]
        where = {code: i for i, code in enumerate(packed)}
        position = where.get
        n, mask = self.n, self._plane_mask
        half, size = (len(points) + 1) // 2, len(points)
        for i in range(size):
            a = packed[i]
            for j in range(i + 1, half if i < half else size):
                x = a ^ packed[j]
                differ = (x | x >> n) & mask
                k = position(x | (a & ~(differ | differ << n)), -1)
                if k > j:
                    yield points[i], points[j], points[k]
                elif 0 <= k < half <= i:
                    yield points[k], points[i], points[j]

    def find_line_in(self, points: Sequence[Point]) -> Line | None:
        """Return one line within a collection of distinct points, or None for a cap."""
        return next(self.iter_lines_in(points), None)

    def count_lines_in(self, points: Sequence[Point]) -> int:
        """Count the lines within a collection of distinct points."""
        return sum(1 for _ in self.iter_lines_in(points))

    def is_cap(self, points: Sequence[Point]) -> bool:
        """Tell whether a collection of distinct points holds no line."""
        return self.find_line_in(points) is None

    # -- bowties --------------------------------------------------------------------------

    def find_joint(self, points: Sequence[Point]) -> tuple[Point, tuple[Point, ...]] | None:
        """Return the joint of a bowtie and its four points ordered as pair, pair; or None.

        Two disjoint pairs are a bowtie iff they have the same third point, the joint.  At most
        one of the three ways to pair four points up has this: from ``a + b = c + d`` and
        ``a + c = b + d`` follows ``2(b - c) = 0``, hence ``b = c``.
        """
        if len(points) != 4 or len(set(points)) != 4:
            return None
        a, b, c, d = points
        for pair, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
            joint = self.third(*pair)
            if joint == self.third(*other):
                return joint, pair + other
        return None

    # -- flats ----------------------------------------------------------------------------

    def flat(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Return the smallest flat that contains the points, in increasing order.

        A flat is what taking third points cannot leave: a point, a line of 3, a plane of 9, …
        The answer has ``3**r`` points, so ask for large r in large spaces only if you mean it.

        >>> Space(4).flat([0, 1, 3])
        (0, 1, 2, 3, 4, 5, 6, 7, 8)
        """
        spanned: list[Point] = []
        seen: set[Point] = set()
        for point in points:
            self._require(point)
            if point in seen:
                continue
            if not spanned:
                spanned, seen = [point], {point}
                continue
            # The flat of F and p is F, the reflections of F through p, and what lies between:
            # translating F by p - f, once and twice, for one f of F.
            base = self.digits(spanned[0])
            step = [(x - y) % 3 for x, y in zip(self.digits(point), base, strict=True)]
            once = [self._translate(p, step) for p in spanned]
            twice = [self._translate(p, step) for p in once]
            spanned = spanned + once + twice
            seen = set(spanned)
        return tuple(sorted(spanned))

    def _translate(self, point: Point, step: Sequence[int]) -> Point:
        return self.point([x + y for x, y in zip(self.digits(point), step, strict=True)])

    def plane(self, a: Point, b: Point, c: Point) -> tuple[Point, ...]:
        """Return the nine points of the plane through three points that are no line.

        Raises:
            ValueError: the points are not distinct, or are collinear.
        """
        if len({a, b, c}) < 3 or self.is_line(a, b, c):
            raise ValueError("a plane takes three distinct points that are not collinear")
        return self.flat((a, b, c))

    def iter_planes(self) -> Iterator[tuple[Point, ...]]:
        """Yield every plane once, as nine increasing points.

        A plane is met at its two smallest points and the smallest one off their line.
        """
        for a, b in combinations(range(self.size), 2):
            line = self.line(a, b)
            if line[2] < b:
                continue
            for c in range(b + 1, self.size):
                if c == line[2]:
                    continue
                middle = tuple(self.third(point, c) for point in line)
                last = tuple(self.third(a, point) for point in middle)
                if c == min(middle + last):
                    yield tuple(sorted(line + middle + last))


def count_flats(n: int, dimension: int) -> int:
    """Count the flats of a dimension in AG(n,3): points 0, lines 1, planes 2.

    ``3**(n - r)`` times the Gaussian binomial coefficient (n over r) to the base 3.

    >>> [count_flats(4, r) for r in range(5)]
    [81, 1080, 1170, 120, 1]
    """
    if not 0 <= dimension <= n:
        return 0
    above = prod(int(3 ** (n - i)) - 1 for i in range(dimension))
    below = prod(int(3 ** (i + 1)) - 1 for i in range(dimension))
    return int(3 ** (n - dimension)) * above // below
