r"""Structure that a search starts from.

* **Flats.**  Many claims lie close together: the cards of a flat of few dimensions hold the most.
  So some searches keep to the cards of a flat, a different one each time.
* **Centres.**  Large caps are symmetric: with each card *x* they hold the one that makes a Set with
  *x* and a centre, which itself is not there.  All caps of 20 cards in the 81 are like that; so a
  search among such pairs finds them at once.
* **The cap of 45.**  In the 243 cards of five features a search for caps of more than some 40 is
  lost, but there is a construction.  The non-zero elements of the field of 729 elements, up to
  their sign, are the 364 points of the projective space PG(5,3), and to multiply by one of them
  takes lines to lines.  Hill's cap of 56 points is a union of eight of the 52 orbits of the
  elements of order 7, which a search in depth finds after a few steps.  Each hyperplane meets it in
  11 or 20 points; without one of the former, 45 points are left in an affine space of five
  dimensions, no three of them on a line.

What is made here is sent through an affine map that is drawn by chance, which changes no claim.

References:
    R. Hill, "On the largest size of cap in S(5,3)", Atti della Accademia Nazionale dei Lincei 54
    (1973).
    B. Davis and D. Maclagan, "The card game SET", The Mathematical Intelligencer 25 (2003), for the
    caps of 20 and their centre.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from thirdcard.core.geometry import Point
from thirdcard.core.maps import AffineMap
from thirdcard.core.stream import Stream

__all__ = ["draw_cap_of_45", "draw_map", "draw_subspace", "find_cap_of_56"]

_SIXTH_POWER: Final = (1, 0, 0, 0, 0, 1)
"""The field is made by ``x**6 = 1 + x**5``, with which x has all other elements as its powers."""

_POINTS: Final = 364
_ORDER: Final = 7
_CAP: Final = 56
_FEWEST_IN_HYPERPLANE: Final = 11

Vector = tuple[int, ...]


def draw_map(n: int, stream: Stream) -> AffineMap:
    """Draw an affine map of AG(n,3), each equally likely; singular matrices are passed over."""
    while True:
        matrix = tuple(tuple(stream.below(3) for _ in range(n)) for _ in range(n))
        try:
            return AffineMap(matrix, tuple(stream.below(3) for _ in range(n)))
        except ValueError:
            continue


def draw_subspace(n: int, dimension: int, stream: Stream) -> list[Point]:
    """Draw a flat of AG(n,3), each of its dimension equally likely, as its points."""
    mapping = draw_map(n, stream)
    return [mapping(point) for point in range(3**dimension)]


def draw_cap_of_45(stream: Stream) -> list[Point]:
    """Draw a cap of 45 points of AG(5,3)."""
    mapping = draw_map(5, stream)
    return [mapping(point) for point in _find_affine_cap()]


@cache
def find_cap_of_56() -> tuple[Vector, ...]:
    """Return Hill's cap: 56 points of PG(5,3), no three on a line, as vectors up to sign."""
    points = _list_points()
    number = _number(points)
    orbits = _POINTS // _ORDER
    # The points on a line with 1 and x**d are 1 + x**d and 1 - x**d; the rest is rotation.
    sums = [
        [number[_add(points[0], _scale(sign, points[distance]))] for sign in (1, 2)]
        for distance in range(1, _POINTS)
    ]

    def is_cap(chosen: Iterable[int]) -> bool:
        cap = {orbit + orbits * turn for orbit in chosen for turn in range(_ORDER)}
        pairs = ((a, b) for a in cap for b in cap if a < b)
        return not any((a + d) % _POINTS in cap for a, b in pairs for d in sums[b - a - 1])

    def extend(chosen: tuple[int, ...]) -> tuple[int, ...]:
        if len(chosen) * _ORDER == _CAP:
            return chosen
        for orbit in range(chosen[-1] + 1, orbits):
            if is_cap((*chosen, orbit)) and (found := extend((*chosen, orbit))):
                return found
        return ()

    return tuple(points[orbit + orbits * turn] for orbit in extend((0,)) for turn in range(_ORDER))


@cache
def _find_affine_cap() -> tuple[Point, ...]:
    """Return what the cap of 56 leaves without a hyperplane that meets it least."""
    cap = find_cap_of_56()
    plane = next(
        plane
        for plane in _list_points()
        if sum(not _dot(plane, point) for point in cap) == _FEWEST_IN_HYPERPLANE
    )
    # Of the vectors on which the hyperplane's form is 1 all coordinates but one are free.
    dependent = next(i for i, x in enumerate(plane) if x)
    found = []
    for point in cap:
        if value := _dot(plane, point):
            scaled = _scale(value, point)
            digits = scaled[:dependent] + scaled[dependent + 1 :]
            found.append(sum(digit * 3**place for place, digit in enumerate(digits)))
    return tuple(sorted(found))


@cache
def _list_points() -> tuple[Vector, ...]:
    """Return the first 364 powers of x, one of each pair of opposite elements."""
    power: Vector = (1, 0, 0, 0, 0, 0)
    powers = [power]
    while len(powers) < _POINTS:
        power = _add((0, *power[:-1]), _scale(power[-1], _SIXTH_POWER))
        powers.append(power)
    return tuple(powers)


def _number(points: Sequence[Vector]) -> dict[Vector, int]:
    """Return the number of each vector's point, opposite vectors being the same."""
    return {_scale(sign, point): i for i, point in enumerate(points) for sign in (1, 2)}


def _add(a: Vector, b: Vector) -> Vector:
    return tuple((x + y) % 3 for x, y in zip(a, b, strict=True))


def _scale(factor: int, a: Vector) -> Vector:
    return tuple(factor * x % 3 for x in a)


def _dot(a: Vector, b: Vector) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True)) % 3
