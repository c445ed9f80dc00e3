from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import ANY, SMALL, layouts, points_of
from thirdcard.core.geometry import Point, Space, count_flats


def third_by_digits(space: Space, a: Point, b: Point) -> Point:
    """The definition: in every coordinate the sum of the three is 0 mod 3."""
    return space.point([-x - y for x, y in zip(space.digits(a), space.digits(b), strict=True)])


def lines_by_triples(space: Space, points: list[Point]) -> set[tuple[Point, ...]]:
    return {t for t in combinations(points, 3) if third_by_digits(space, t[0], t[1]) == t[2]}


# -- points -----------------------------------------------------------------------------------


@given(points_of())
def test_digits_and_point_round_trip(drawn: tuple[Space, list[Point]]) -> None:
    space, (point,) = drawn
    digits = space.digits(point)
    assert len(digits) == space.n
    assert set(digits) <= {0, 1, 2}
    assert space.point(digits) == point
    assert point == sum(d * 3**i for i, d in enumerate(reversed(digits)))


@given(points_of())
def test_bit_planes_round_trip(drawn: tuple[Space, list[Point]]) -> None:
    space, (point,) = drawn
    packed = space._pack(point)
    assert 0 <= packed < 4**space.n
    assert space._unpack(packed) == point


def test_points_in_order_of_digits() -> None:
    space = Space(3)
    assert [space.digits(p) for p in (0, 1, 3, 9, 26)] == [
        (0, 0, 0),
        (0, 0, 1),
        (0, 1, 0),
        (1, 0, 0),
        (2, 2, 2),
    ]
    assert space.point((4, -1, 3)) == space.point((1, 2, 0))


def test_spaces_are_values() -> None:
    assert Space(4) == Space(4) != Space(5)
    assert len({Space(4), Space(4)}) == 1
    assert Space(20).size == 3_486_784_401


@pytest.mark.parametrize("n", [0, -1])
def test_a_space_has_a_coordinate(n: int) -> None:
    with pytest.raises(ValueError, match="at least one coordinate"):
        Space(n)


@pytest.mark.parametrize("n", [4, 20])
def test_foreign_points_are_refused(n: int) -> None:
    space = Space(n)
    for point in (-1, space.size):
        with pytest.raises(ValueError, match="is not in AG"):
            space.digits(point)
        with pytest.raises(ValueError, match="is not in AG"):
            space.third(0, point)
        with pytest.raises(ValueError, match="is not in AG"):
            list(space.iter_lines_in([0, 1, point]))
        with pytest.raises(ValueError, match="is not in AG"):
            space.flat([point])
    with pytest.raises(ValueError, match=f"expected {n} coordinates, got 3"):
        space.point((0, 1, 2))


# -- third ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_third_is_the_definition_for_every_pair(n: int) -> None:
    space = Space(n)
    for a in range(space.size):
        for b in range(space.size):
            assert space.third(a, b) == third_by_digits(space, a, b)


@given(points_of(count=2))
def test_third_is_the_definition(drawn: tuple[Space, list[Point]]) -> None:
    space, (a, b) = drawn
    assert space.third(a, b) == third_by_digits(space, a, b)


@given(points_of(count=2))
def test_third_is_symmetric_and_an_involution(drawn: tuple[Space, list[Point]]) -> None:
    space, (a, b) = drawn
    c = space.third(a, b)
    assert space.third(b, a) == c
    assert space.third(a, c) == b
    assert space.third(c, b) == a
    assert space.third(a, a) == a
    assert (c in (a, b)) == (a == b)


@given(points_of(st.integers(1, 5), count=2))
def test_table_and_bit_planes_agree(drawn: tuple[Space, list[Point]]) -> None:
    space, (a, b) = drawn
    assert space._has_table
    by_planes = space._unpack(space._third_packed(space._pack(a), space._pack(b)))
    assert by_planes == space.third(a, b)


def test_large_spaces_have_no_table() -> None:
    assert not Space(6)._has_table


# -- lines ------------------------------------------------------------------------------------


@given(points_of(count=3))
def test_is_line(drawn: tuple[Space, list[Point]]) -> None:
    space, (a, b, c) = drawn
    expected = len({a, b, c}) == 3 and third_by_digits(space, a, b) == c
    assert space.is_line(a, b, c) == expected
    assert space.is_line(a, b, space.third(a, b)) == (a != b)
    assert not space.is_line(a, a, a)


def test_one_point_determines_no_line() -> None:
    assert Space(4).line(0, 1) == (0, 1, 2)
    with pytest.raises(ValueError, match="determines no line"):
        Space(4).line(7, 7)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_line_once(n: int) -> None:
    space = Space(n)
    lines = list(space.iter_lines())
    assert set(lines) == lines_by_triples(space, list(range(space.size)))
    assert len(lines) == len(set(lines)) == count_flats(n, 1)


@pytest.mark.parametrize("n", [1, 3, 6])
def test_lines_through_a_point(n: int) -> None:
    space = Space(n)
    point = space.size // 2
    lines = list(space.iter_lines_through(point))
    assert len(lines) == (3**n - 1) // 2
    assert all(line[0] == point and space.is_line(*line) for line in lines)
    assert sorted(p for line in lines for p in line[1:]) == [
        p for p in range(space.size) if p != point
    ]


@given(layouts(ANY))
def test_lines_in_are_those_of_all_triples(drawn: tuple[Space, list[Point]]) -> None:
    space, points = drawn
    lines = list(space.iter_lines_in(points))
    assert len(lines) == len(set(lines)) == space.count_lines_in(points)
    # As tuples: the points of each line stand in the order of the collection.
    assert set(lines) == lines_by_triples(space, points)
    assert space.is_cap(points) == (not lines)
    assert space.find_line_in(points) == (lines[0] if lines else None)


@given(layouts(st.integers(1, 5)))
def test_lines_in_by_table_and_by_planes_agree(drawn: tuple[Space, list[Point]]) -> None:
    space, points = drawn
    by_table = list(space._iter_lines_by_table(points))
    assert list(space._iter_lines_by_planes(points)) == by_table


@given(points_of(ANY, count=4))
def test_joint_by_trying_the_pairings(drawn: tuple[Space, list[Point]]) -> None:
    space, (a, b, c, d) = drawn
    # Three random points and the fourth that makes a bowtie of them.
    d = space.third(c, space.third(a, b))
    found = space.find_joint([a, c, b, d])
    if len({a, b, c, d}) < 4:
        assert found is None
    else:
        assert found == (space.third(a, b), (a, b, c, d))


@given(points_of(SMALL, count=4))
def test_no_joint_unless_two_pairs_need_one_card(drawn: tuple[Space, list[Point]]) -> None:
    space, points = drawn
    a, b, c, d = points
    pairings = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    good = [p for p in pairings if third_by_digits(space, *p[0]) == third_by_digits(space, *p[1])]
    found = space.find_joint(points)
    assert (found is not None) == (len(set(points)) == 4 and bool(good))
    assert space.find_joint(points[:3]) is None


# -- flats ------------------------------------------------------------------------------------


def closure(space: Space, points: list[Point]) -> tuple[Point, ...]:
    """Take third points until nothing new comes."""
    reached = set(points)
    while True:
        more = {third_by_digits(space, a, b) for a, b in combinations(reached, 2)} - reached
        if not more:
            return tuple(sorted(reached))
        reached |= more


@given(st.integers(1, 7).flatmap(lambda n: points_of(st.just(n), count=min(n, 4))))
def test_a_flat_is_the_closure_under_third(drawn: tuple[Space, list[Point]]) -> None:
    space, points = drawn
    assert space.flat(points) == closure(space, points)


def test_flats_of_few_points() -> None:
    space = Space(20)
    assert space.flat([]) == ()
    assert space.flat([5, 5]) == (5,)
    assert len(space.flat([5, 3**19, 5])) == 3


def test_plane() -> None:
    space = Space(4)
    assert space.plane(0, 1, 3) == tuple(range(9))
    for points in ((0, 1, 2), (0, 0, 1), (4, 4, 4)):
        with pytest.raises(ValueError, match="not collinear"):
            space.plane(*points)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_plane_once(n: int) -> None:
    space = Space(n)
    planes = list(space.iter_planes())
    expected = {space.flat(t) for t in combinations(range(space.size), 3)}
    assert set(planes) == {flat for flat in expected if len(flat) == 9}
    assert len(planes) == count_flats(n, 2)


def test_count_flats_out_of_range() -> None:
    assert count_flats(3, -1) == count_flats(3, 4) == 0
    assert count_flats(3, 3) == 1
