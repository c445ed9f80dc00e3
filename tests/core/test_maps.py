"""The affine maps of AG(n,3)."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.strategies import ANY, SMALL, layouts, maps, randoms
from thirdcard.core.geometry import Point, Space
from thirdcard.core.maps import AffineMap, affine_group_order, random_affine_map


@given(maps(ANY), randoms)
def test_maps_keep_lines(mapping: AffineMap, random: Random) -> None:
    space = mapping.space
    a, b = random.randrange(space.size), random.randrange(space.size)
    assert mapping(space.third(a, b)) == space.third(mapping(a), mapping(b))


@given(maps(st.integers(1, 4)))
def test_maps_are_permutations(mapping: AffineMap) -> None:
    assert len({mapping(p) for p in range(mapping.space.size)}) == mapping.space.size


@given(SMALL, randoms)
def test_maps_compose_and_invert(n: int, random: Random) -> None:
    f, g = random_affine_map(n, random), random_affine_map(n, random)
    point = random.randrange(3**n)
    assert (f @ g)(point) == f(g(point))
    assert f.inverse()(f(point)) == point
    assert f(f.inverse()(point)) == point
    identity = AffineMap(tuple(tuple(int(i == j) for j in range(n)) for i in range(n)), (0,) * n)
    assert f @ f.inverse() == f.inverse() @ f == identity
    assert (f @ g).inverse() == g.inverse() @ f.inverse()


def test_a_map_is_determined_by_its_frame() -> None:
    mapping = AffineMap(((1, 2), (0, 4)), (5, -1))
    assert mapping == AffineMap(((1, 2), (0, 1)), (2, 2))
    # The images of the origin and of the unit points: the offset, and its sums with the columns.
    assert [mapping.space.digits(mapping(p)) for p in (0, 3, 1)] == [(2, 2), (0, 2), (1, 0)]


@pytest.mark.parametrize(
    ("matrix", "offset", "message"),
    [
        (((1, 2), (2, 1)), (0, 0), "singular"),
        (((0,),), (0,), "singular"),
        (((1, 0), (0, 1)), (0,), "n rows of n entries"),
        (((1, 0), (0,)), (0, 0), "n rows of n entries"),
        ((), (), "n rows of n entries"),
    ],
)
def test_what_is_no_map(
    matrix: tuple[tuple[int, ...], ...], offset: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        AffineMap(matrix, offset)


def test_the_group_of_the_line_and_of_the_plane() -> None:
    """Every matrix and offset mod 3 is tried, and the invertible ones are counted."""
    for n in (1, 2):
        count = 0
        for code in range(3 ** (n * n)):
            digits = Space(n * n).digits(code)
            matrix = tuple(digits[i * n : i * n + n] for i in range(n))
            try:
                AffineMap(matrix, (0,) * n)
            except ValueError:
                continue
            count += 3**n
        assert count == affine_group_order(n)


@given(layouts(st.integers(2, 6)), randoms)
def test_maps_keep_the_number_of_lines(drawn: tuple[Space, list[Point]], random: Random) -> None:
    space, points = drawn
    assume(len(points) > 2)
    mapping = random_affine_map(space.n, random)
    images = [mapping(p) for p in points]
    assert space.count_lines_in(images) == space.count_lines_in(points)
