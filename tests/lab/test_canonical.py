"""Canonical forms: against whole groups written out, Burnside's counts, and nauty."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, product
from math import comb, factorial
from operator import mul
from random import Random
from types import SimpleNamespace

import pynauty
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.core.geometry import Point, Space
from thirdcard.core.maps import (
    AffineMap,
    affine_group_order,
    find_frame,
    frame_map,
    random_affine_map,
)
from thirdcard.errors import OptionError
from thirdcard.lab import canonical
from thirdcard.lab.canonical import Orbit, find_map, find_orbit
from thirdcard.lab.experiments.counts import count_layout_orbits

Layout = frozenset[Point]


def iter_group(n: int) -> Iterator[AffineMap]:
    for entries in product(range(3), repeat=n * n + n):
        rows = tuple(entries[i * n : i * n + n] for i in range(n))
        try:
            yield AffineMap(rows, entries[n * n :])
        except ValueError:
            continue


def find_checked(space: Space, points: Iterable[Point]) -> Orbit:
    """Find an orbit, and check what every answer must satisfy."""
    orbit = find_orbit(space, points)
    assert sorted(map(orbit.map, orbit.points)) == list(orbit.canonical)
    assert orbit.stabilizer * orbit.orbit_size == affine_group_order(space.n)
    return orbit


# -- everything ---------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2])
def test_all_layouts_of_small_spaces(n: int) -> None:
    """Every subset, its orbit and stabiliser by trying every map of the group."""
    space = Space(n)
    group = [tuple(map(mapping, range(space.size))) for mapping in iter_group(n)]
    assert len(group) == affine_group_order(n)
    classes = [0] * (space.size + 1)
    seen: dict[Layout, Orbit] = {}
    forms: set[tuple[Point, ...]] = set()
    for size in range(space.size + 1):
        for layout in map(frozenset, combinations(range(space.size), size)):
            orbit = find_checked(space, layout)
            assert orbit.points == tuple(sorted(layout))
            if layout in seen:
                assert orbit.canonical == seen[layout].canonical
                assert orbit.stabilizer == seen[layout].stabilizer
                continue
            images = [frozenset(images[point] for point in layout) for images in group]
            assert frozenset(orbit.canonical) in images
            assert orbit.stabilizer == images.count(layout)
            assert orbit.orbit_size == len(set(images))
            assert orbit.canonical not in forms
            forms.add(orbit.canonical)
            seen |= dict.fromkeys(images, orbit)
            classes[size] += 1
    assert tuple(classes) == count_layout_orbits(n)


def iter_class_counts(space: Space, largest: int) -> Iterator[int]:
    """Extend one layout of each class by every point; every orbit's size is accounted for."""
    forms: set[tuple[Point, ...]] = {()}
    for size in range(largest + 1):
        if size:
            extended = {
                frozenset((*form, point))
                for form in forms
                for point in range(space.size)
                if point not in form
            }
            orbits = {
                orbit.canonical: orbit for orbit in map(partial(find_checked, space), extended)
            }
            assert sum(o.orbit_size for o in orbits.values()) == comb(space.size, size)
            forms = set(orbits)
        yield len(forms)


@pytest.mark.parametrize(
    ("n", "largest"),
    [
        (3, 7),
        (4, 5),
        (5, 3),
        pytest.param(5, 4, marks=pytest.mark.slow),
        pytest.param(3, 27, marks=pytest.mark.slow),
        pytest.param(4, 8, marks=pytest.mark.slow),
        pytest.param(5, 6, marks=pytest.mark.slow),
        pytest.param(6, 4, marks=pytest.mark.slow),
    ],
)
def test_classes_are_as_many_as_burnside_counts(n: int, largest: int) -> None:
    assert tuple(iter_class_counts(Space(n), largest)) == count_layout_orbits(n)[: largest + 1]


def test_classes_of_small_tables() -> None:
    assert list(iter_class_counts(Space(4), 6)) == [1, 1, 1, 2, 3, 6, 15]


# -- invariance ---------------------------------------------------------------------------------


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Space, list[Point], Random]:
    """A layout of any size; half of them are kept by some map, so not all are without symmetry."""
    space = Space(draw(st.integers(1, 5)))
    random = Random(draw(st.integers(0, 2**32)))
    size = draw(st.integers(0, min(space.size, 40)))
    if draw(st.booleans()):
        return space, random_layout(space, size, random), random
    return space, symmetric_layout(space, size, random), random


def random_layout(space: Space, size: int, random: Random) -> list[Point]:
    return random.sample(range(space.size), size)


def symmetric_layout(space: Space, size: int, random: Random) -> list[Point]:
    """Return about as many points, a union of cycles of a random map."""
    mapping = random_affine_map(space.n, random)
    layout: set[Point] = set()
    while len(layout) < size:
        point = random.randrange(space.size)
        while point not in layout:
            layout.add(point)
            point = mapping(point)
    return list(layout)


@given(layouts())
@settings(deadline=None, max_examples=60)
def test_images_have_the_same_form(drawn: tuple[Space, list[Point], Random]) -> None:
    space, layout, random = drawn
    orbit = find_checked(space, layout)
    mapping = random_affine_map(space.n, random)
    moved = find_checked(space, map(mapping, layout))
    assert moved.canonical == orbit.canonical
    assert moved.stabilizer == orbit.stabilizer
    again = find_checked(space, orbit.canonical)
    assert (again.canonical, again.stabilizer) == (orbit.canonical, orbit.stabilizer)


@given(layouts())
@settings(deadline=None, max_examples=30)
def test_complements_have_the_same_stabilizer(drawn: tuple[Space, list[Point], Random]) -> None:
    space, layout, _ = drawn
    orbit = find_checked(space, layout)
    other = find_checked(space, set(range(space.size)) - set(layout))
    assert other.stabilizer == orbit.stabilizer
    assert set(other.canonical) == set(range(space.size)) - set(orbit.canonical)


@given(layouts())
@settings(deadline=None, max_examples=30)
def test_a_map_is_found(drawn: tuple[Space, list[Point], Random]) -> None:
    space, layout, random = drawn
    moved = list(map(random_affine_map(space.n, random), layout))
    mapping = find_map(space, layout, moved)
    assert mapping is not None
    assert set(map(mapping, layout)) == set(moved)


# -- nauty --------------------------------------------------------------------------------------


def graph(space: Space, layout: Sequence[Point]) -> pynauty.Graph:
    """Return points and lines with their incidence; points of the layout have another colour.

    The maps that keep the lines are the affine ones, so symmetries agree with the layout's.
    """
    lines = list(space.iter_lines())
    vertices = space.size + len(lines)
    inside = set(layout)
    colours = [inside, set(range(space.size)) - inside, set(range(space.size, vertices))]
    return pynauty.Graph(
        vertices,
        adjacency_dict={space.size + i: list(line) for i, line in enumerate(lines)},
        vertex_coloring=[colour for colour in colours if colour],
    )


def group_order(drawn: pynauty.Graph) -> int:
    _, mantissa, exponent, *_ = pynauty.autgrp(drawn)
    return round(float(mantissa) * 10.0 ** int(exponent))


@pytest.mark.parametrize("n", [2, 3, 4])
def test_nauty_finds_the_same_stabilizers(n: int) -> None:
    space, random = Space(n), Random(n)
    orders = set()
    for trial in range(24):
        size = random.randint(6, min(20, space.size))
        draw = symmetric_layout if trial % 3 else random_layout
        layout = draw(space, size, random)
        order = find_checked(space, layout).stabilizer
        assert order == group_order(graph(space, layout)), layout
        orders.add(order)
    assert len(orders) > 2


@pytest.mark.parametrize(("n", "size"), [(3, 7), (3, 12), (4, 6)])
def test_nauty_tells_the_same_layouts_apart(n: int, size: int) -> None:
    """Among random layouts some are alike; both say which."""
    space, random = Space(n), Random(size)
    forms: dict[tuple[Point, ...], bytes] = {}
    alike = 0
    for _ in range(60):
        layout = random.sample(range(space.size), size)
        form, certificate = (
            find_orbit(space, layout).canonical,
            pynauty.certificate(graph(space, layout)),
        )
        alike += form in forms
        assert forms.setdefault(form, certificate) == certificate
    assert alike
    assert len(forms) == len(set(forms.values())) > 1


# -- known layouts ------------------------------------------------------------------------------


@cache
def find_cap(pairs: int) -> tuple[Point, ...]:
    """Return a cap of AG(4,3) that is symmetric about the point 0, of so many pairs x, -x."""
    space = Space(4)
    halves = [(a, b) for _, a, b in space.iter_lines_through(0)]

    def extend(cap: tuple[Point, ...], start: int) -> tuple[Point, ...] | None:
        if len(cap) == 2 * pairs:
            return cap
        for i in range(start, len(halves)):
            if space.is_cap(cap + halves[i]):
                found = extend(cap + halves[i], i + 1)
                if found:
                    return found
        return None

    cap = extend((), 0)
    assert cap is not None
    return cap


def test_the_largest_caps() -> None:
    """All 20-point caps of AG(4,3) are one orbit (Hill, 1983; Davis and Maclagan, 2003)."""
    orbit = find_checked(Space(4), find_cap(10))
    assert orbit.orbit_size == 682344
    assert orbit.stabilizer == 2880


@pytest.mark.parametrize("n", range(1, 7))
def test_flats_and_frames(n: int) -> None:
    space, order = Space(n), affine_group_order(n)
    mapping = random_affine_map(n, Random(n))
    for layout, orbit_size in (
        ((), 1),
        (range(space.size), 1),
        (range(1), 3**n),
        (range(1, space.size), 3**n),
        (range(3), 3**n * (3**n - 1) // 6),
        (range(space.size // 3), 3 * (3**n - 1) // 2),
        (range(space.size // 3, space.size), 3 * (3**n - 1) // 2),
        ((0, *(3**i for i in range(n))), order // factorial(n + 1)),
    ):
        orbit = find_checked(space, map(mapping, layout))
        assert orbit.orbit_size == orbit_size, layout
    assert find_orbit(space, [space.size - 1]).canonical == (0,)


def test_quadrics() -> None:
    """The points with q(x) = c for a form q of five variables: its isometries keep them.

    |GO(5,3)| = 2 · 3**4 · (3**2 - 1) · (3**4 - 1) = 103680.
    """
    space = Space(5)
    for value in range(3):
        layout = [p for p in range(243) if sum(x * x for x in space.digits(p)) % 3 == value]
        orbit = find_checked(space, map(random_affine_map(5, Random(value)), layout))
        assert orbit.stabilizer == 103680


def test_cubes() -> None:
    """Coordinates may be permuted, and 0 and 1 exchanged in each: n! · 2**n."""
    for n in range(2, 7):
        space = Space(n)
        cube = [space.point(digits) for digits in product((0, 1), repeat=n)]
        assert find_checked(space, cube).stabilizer == factorial(n) * 2**n


def partial_spread(m: int, polynomial: Sequence[int], slopes: int, random: Random) -> list[Point]:
    """Return the points (x, ax), x not 0, for some slopes a of the field of 3**m elements.

    Hyperplanes meet the points from each of them alike, but the symmetries may not exchange them.

    Args:
        m: the field's degree; the points are of AG(2m,3).
        polynomial: the coefficients under the leading one of its irreducible polynomial.
        slopes: how many of them, drawn at random.
        random: draws them.
    """

    def multiply(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
        out = [0] * (2 * m)
        for i, j in product(range(m), repeat=2):
            out[i + j] += a[i] * b[j]
        for i in range(2 * m - 1, m - 1, -1):
            for j in range(m):
                out[i - m + j] -= out[i] * polynomial[j]
        return tuple(x % 3 for x in out[:m])

    field = list(product(range(3), repeat=m))
    space, chosen = Space(2 * m), random.sample(field, slopes)
    return [space.point((*x, *multiply(a, x))) for a in chosen for x in field if any(x)]


def test_points_that_look_alike_and_are_not() -> None:
    """Five of the ten lines through a point of the plane over the field of nine elements."""
    space, random = Space(4), Random(5)
    orders = set()
    for _ in range(10):
        layout = partial_spread(2, (1, 0), 5, random)
        orbit = find_checked(space, layout)
        assert orbit.stabilizer == group_order(graph(space, layout))
        orders.add(orbit.stabilizer)
        for _ in range(3):
            moved = find_checked(space, map(random_affine_map(4, random), layout))
            assert (moved.canonical, moved.stabilizer) == (orbit.canonical, orbit.stabilizer)
    # Five does not divide 128, so symmetries do not exchange all five lines.
    assert orders == {128, 160}


@pytest.mark.slow
def test_classes_of_points_that_refinement_does_not_see() -> None:
    """Seven of the 28 lines over the field of 27 elements, which no symmetry exchanges."""
    space, random = Space(6), Random(6)
    layout = partial_spread(3, (1, 2, 0), 7, random)
    colours, _ = canonical._Colouring(space, layout).refine([0] * len(layout))
    assert set(colours) == {0}
    orbit = find_checked(space, layout)
    assert orbit.stabilizer == 26
    for _ in range(3):
        moved = find_checked(space, map(random_affine_map(6, random), layout))
        assert (moved.canonical, moved.stabilizer) == (orbit.canonical, orbit.stabilizer)


def test_layouts_with_equal_numbers_of_lines_are_told_apart() -> None:
    """Four points on a plane and four that span a space hold no line, and are not alike."""
    space = Space(4)
    assert space.is_cap([0, 1, 3, 4])
    assert space.is_cap([0, 1, 3, 9])
    assert find_map(space, [0, 1, 3, 4], [0, 1, 3, 9]) is None
    assert find_map(space, [0, 1, 3], [0, 1, 3, 9]) is None
    # Two parallel lines and two that meet nowhere and are not parallel.
    parallel, skew = [0, 1, 2, 3, 4, 5], [0, 1, 2, 9, 12, 15]
    assert space.count_lines_in(parallel) == space.count_lines_in(skew) == 2
    assert find_map(space, parallel, skew) is None


def test_points_are_given_in_any_order_and_kept() -> None:
    one, other = find_orbit(Space(3), [5, 0, 22]), find_orbit(Space(3), (22, 5, 0))
    assert one == other
    assert one.points == (0, 5, 22)


def test_frames() -> None:
    space, random = Space(5), Random(7)
    for size in (1, 2, 4, 9, 40):
        points = random.sample(range(space.size), size)
        frame = find_frame(space, points)
        flat = space.flat(points)
        assert len(flat) == 3 ** (len(frame) - 1)
        assert space.flat(frame) == flat
        whole = find_frame(space, [*frame, *range(space.size)])
        assert whole[: len(frame)] == frame
        assert list(map(frame_map(space, whole), whole)) == [0, 1, 3, 9, 27, 81]
    assert find_frame(space, []) == []
    with pytest.raises(ValueError, match="singular"):
        frame_map(Space(2), [0, 1, 2])
    with pytest.raises(ValueError, match="3 points, got 2"):
        frame_map(Space(2), [0, 1])


# -- the parts that a form rests on ---------------------------------------------------------------


def test_refinement_separates_the_span_of_single_points() -> None:
    """The lemma of the module's docstring, on points single by decree."""
    space, random = Space(4), Random(0)
    for _ in range(20):
        layout = random.sample(range(81), 30)
        colouring = canonical._Colouring(space, layout)
        chosen = random.randint(2, 5)
        single = list(range(chosen)) + [chosen] * (len(layout) - chosen)
        colours, rounds = colouring.refine(single)
        assert len(rounds) >= 1
        span = set(space.flat(layout[:chosen]))
        for i, point in enumerate(layout):
            if point in span:
                assert colours.count(colours[i]) == 1


def refine_plainly(
    space: Space, layout: Sequence[Point], colours: Sequence[int]
) -> tuple[list[int], int]:
    """The definition of refinement, with colour contents written out; and the number of views."""
    forms = [form for form in product(range(3), repeat=space.n) if any(form)]
    cuts = [[sum(map(mul, form, space.digits(p))) % 3 for p in layout] for form in forms]

    def content(cut: list[int], value: int) -> list[int]:
        return sorted(c for c, other in zip(colours, cut, strict=True) if other == value)

    def view(cut: list[int], value: int) -> list[list[int]]:
        others = sorted(content(cut, other) for other in range(3) if other != value)
        return [content(cut, value), *others]

    while True:
        seen = [
            (colour, sorted(view(cut, cut[i]) for cut in cuts)) for i, colour in enumerate(colours)
        ]
        refined = [seen.index(signature) for signature in seen]
        if len(set(refined)) == len(set(colours)):
            kinds = {str(view(cut, value)) for cut in cuts for value in range(3)}
            return refined, len(kinds)
        colours = refined


def test_refinement_is_what_it_is_defined_to_be() -> None:
    random = Random(3)
    cells = set()
    for trial in range(40):
        space = Space(random.choice([2, 3, 3, 3, 4]))
        size = random.randint(space.n + 1, min(14, space.size))
        draw = symmetric_layout if trial % 4 == 1 else random_layout
        layout = draw(space, size, random)
        before = [0] * len(layout)
        if trial % 2:
            before = canonical._Colouring.individualise(before, random.randrange(len(layout)))
        colouring = canonical._Colouring(space, layout)
        colours, rounds = colouring.refine(before)
        plain, views = refine_plainly(space, layout, before)
        # The same cells, whatever they are called.
        assert len(set(zip(colours, plain, strict=True))) == len(set(colours)) == len(set(plain))
        assert set(colours) == set(range(max(colours) + 1))
        assert colouring.refine(colours)[0] == colours
        assert len(rounds[-1][0]) == views
        cells.add((len(layout), len(set(colours))))
    assert len(cells) > 10


class LazyColouring(canonical._Colouring):
    """A colouring that sees nothing until the single points span, so that the tree is large."""

    def __init__(self, space: Space, layout: Sequence[Point]) -> None:
        super().__init__(space, layout)
        self.space = space
        self.layout = layout

    def refine(self, colours: Sequence[int]) -> tuple[list[int], canonical.Trace]:
        single = [i for i, colour in enumerate(colours) if list(colours).count(colour) == 1]
        frame = find_frame(self.space, [self.layout[i] for i in single])
        return super().refine(colours) if len(frame) > self.space.n else (list(colours), ())


@pytest.mark.parametrize(("n", "largest", "trials"), [(2, 4, 20), (3, 8, 24), (4, 7, 8)])
def test_the_search_relies_on_no_refinement(
    n: int, largest: int, trials: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Least leaves and stabilisers are right in trees where little is pruned by traces."""
    space, random = Space(n), Random(n)
    layouts = [
        symmetric_layout(space, random.randint(n + 1, largest), random) for _ in range(trials)
    ]
    orders = [find_checked(space, layout).stabilizer for layout in layouts]
    monkeypatch.setattr(canonical, "_Colouring", LazyColouring)
    for layout, order in zip(layouts, orders, strict=True):
        if len(layout) <= largest:
            orbit = find_checked(space, layout)
            moved = find_checked(space, map(random_affine_map(n, random), layout))
            assert orbit.stabilizer == moved.stabilizer == order
            assert orbit.canonical == moved.canonical


def test_symmetries_count_where_they_keep_the_path() -> None:
    search = canonical._Search(Space(2), [0, 1, 3, 4])
    search.symmetries = [(1, 0, 3, 2), (0, 2, 1, 3)]
    assert len(set(search._orbits(()))) == 1
    labels = search._orbits((0,))
    assert labels[1] == labels[2]
    assert len(set(labels)) == 3
    assert len(set(search._orbits((1,)))) == 4


def test_colours_of_an_image_are_the_image_of_the_colours() -> None:
    space, random = Space(4), Random(1)
    for size in (5, 9, 16):
        layout = symmetric_layout(space, size, random)
        colours = canonical._Colouring(space, layout).refine([0] * len(layout))
        moved = list(map(random_affine_map(4, random), layout))
        order = random.sample(range(len(layout)), len(layout))
        shuffled = canonical._Colouring(space, [moved[i] for i in order])
        assert shuffled.refine([0] * len(layout)) == ([colours[0][i] for i in order], colours[1])


def test_symmetries_prune_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cube of 384 symmetries is answered after few refinements, not one for each leaf."""
    refine, calls = canonical._Colouring.refine, SimpleNamespace(count=0)

    def counted(
        self: canonical._Colouring, colours: Sequence[int]
    ) -> tuple[list[int], tuple[canonical.Round, ...]]:
        calls.count += 1
        return refine(self, colours)

    monkeypatch.setattr(canonical._Colouring, "refine", counted)
    space = Space(4)
    cube = [space.point(digits) for digits in product((0, 1), repeat=4)]
    assert find_checked(space, cube).stabilizer == 384
    assert 4 < calls.count < 20


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "points", "told"),
    [
        (4, [0, 81], "point 81 is not in AG(4,3); expected 0 to 80"),
        (4, [-1], "point -1 is not in AG(4,3)"),
        (2, [3, 1, 3], "point 3 is repeated"),
        (7, [0], "AG(7,3) is too large; expected 6 features at most"),
    ],
)
def test_bad_input(n: int, points: list[Point], told: str) -> None:
    with pytest.raises(OptionError) as caught:
        find_orbit(Space(n), points)
    assert told in str(caught.value)
    with pytest.raises(OptionError):
        find_map(Space(n), [0, 1], points)
