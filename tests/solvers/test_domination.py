"""Smallest maximal packings: the methods against each other, against brute force, and pinned."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from math import inf
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.core.geometry import Space
from thirdcard.core.notation import parse_cards
from thirdcard.errors import OptionError
from thirdcard.solvers.domination import METHODS, is_dominating, min_domination
from thirdcard.solvers.domination_caps import find_symmetric_cap, iter_left_over, max_cap
from thirdcard.solvers.domination_layouts import count_dominations
from thirdcard.solvers.domination_lines import find_greedily, iter_components
from thirdcard.solvers.domination_progress import Progress
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table
from thirdcard.solvers.kernels.domination_caps import leave_kernel
from thirdcard.solvers.kernels.domination_rest import (
    remove_kernel,
    restore_kernel,
    start_packing_kernel,
)
from thirdcard.variants.decks import CLASSIC

# Cards, Sets and the value, found with a general solver for integer programs.
TABLES = [
    ("1ROO 1GOD 1GOO 2RHO 2PHD 3RHD 3ROD 3GSD 3PSD", 0, 0),
    ("1RSD 1RHD 1GHD 1GHS 1POO 2RSO 2ROS 2GHS 2PHS 3RSS 3RHD 3ROO", 3, 1),
    ("1RSS 1RSO 1RHD 2RSD 2RSS 2PHD 3RSD 3RSO 3GHS 3GOD 3POD 3POO", 4, 2),
    ("1RSO 1GHD 1GOD 1PHO 2RSS 2RSO 2GSS 2GOD 2GOO 2POO 3RHS 3GSD 3GOS 3PSS 3POD", 3, 2),
    ("1RHS 1PHS 1POD 2RHS 2GSD 2GSO 2PHO 2POD 2POO 3RSD 3ROS 3GSD 3GSS 3POD 3POO", 6, 2),
    (
        "1RHD 1RHO 1GSO 1GHS 1PSO 1PHD 2GHD 2PSS 2PSO 2PHO 3RSO 3ROD 3ROO 3GSO 3GHD 3GOS 3GOO 3POD",
        10,
        2,
    ),
    (
        "1RSD 1RSS 1GOS 1PHD 1POS 1POO 2RSO 2ROS 2GOO 2PSD 2PHS 2POD 3RHS 3GSS 3GSO 3GOD 3GOS 3POD",
        11,
        3,
    ),
    (
        "1RSD 1RHD 1ROS 1GSO 1POS 2RSO 2ROO 2GHS 2GOD 2GOO 2PSD 2PSS 2POS 2POO 3RSD 3RHS 3ROS 3ROO "
        "3GSS 3GOS 3PSD",
        12,
        3,
    ),
    (
        "1RSS 1RSO 1RHS 1GSD 1GSS 1GSO 1GHO 1PHO 2RHS 2RHO 2ROS 2ROO 2GSS 2GOO 3RHD 3ROS 3GOS 3PSS "
        "3PSO 3PHD 3POS",
        17,
        3,
    ),
    (
        "1RHD 1GHS 1GHO 1GOS 1PHD 1POD 2RHO 2ROD 2ROS 2GSS 2GSO 2GHD 2GHO 2GOS 2PSS 2PHS 2POO 3RHD "
        "3RHS 3ROD 3GSD 3GHS 3PSS 3POO",
        29,
        4,
    ),
]

OVER_ALL_LAYOUTS = {
    0: 367525,
    1: 12500631,
    2: 65277342,
    3: 47753463,
    4: 7930143,
    5: 385398,
    6: 3226,
}
"""Of the 27-card deck, found by an independent program."""


def whole(n: int) -> Table:
    return Table(Space(n), tuple(range(3**n)))


def deal(n: int, size: int, seed: int) -> Table:
    return Table(Space(n), tuple(Random(seed).sample(range(3**n), size)))


def brute(masks: Iterable[int]) -> int:
    """Return the value by trying all edges that meet the first, then all that meet the next, …"""

    @cache
    def least(masks: tuple[int, ...]) -> int:
        if not masks:
            return 0
        meeting = [mask for mask in masks if mask & masks[0]]
        return 1 + min(least(tuple(m for m in masks if not m & mask)) for mask in meeting)

    return least(tuple(masks))


def check(instance: Table | Hypergraph, expected: int, method: str | None = None) -> None:
    answer = min_domination(instance, method=method)
    assert (answer.problem, answer.status) == ("domination", "optimal")
    assert answer.value == answer.bound == len(answer.witness) == expected
    assert answer.method in METHODS
    assert is_dominating(instance, answer.witness)


# -- values -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "sets", "value"), TABLES)
@pytest.mark.parametrize("method", METHODS)
def test_pinned_tables(text: str, sets: int, value: int, method: str) -> None:
    table = Table(CLASSIC.space, tuple(parse_cards(text, CLASSIC)))
    assert len(table.hypergraph.edges) == sets
    check(table, value, method)


def test_random_tables() -> None:
    """300 tables of 9 to 24 cards of decks of 27, 81 and 243."""
    random = Random(12)
    for seed in range(300):
        n, size = random.choice([3, 4, 4, 5]), random.randint(9, 24)
        # Dense tables take brute force too long; for them see all layouts below.
        table = deal(n if size <= 18 else max(n, 4), size, seed)
        expected = brute(table.hypergraph.masks)
        for method in ("lines", "caps", *(("subsets",) if expected <= 2 else ())):
            check(table, expected, method)


@pytest.mark.parametrize(("n", "size"), [(3, 27), (3, 24), (4, 27), (4, 30), (4, 33), (5, 33)])
def test_lines_and_caps_agree_on_larger_tables(n: int, size: int) -> None:
    for seed in range(4):
        table = deal(n, size, seed)
        value = min_domination(table, method="caps").value
        assert isinstance(value, int)
        check(table, value, "lines")


@st.composite
def hypergraphs(draw: st.DrawFn) -> Hypergraph:
    size = draw(st.integers(3, 9))
    edges = draw(st.sets(st.sampled_from(list(combinations(range(size), 3))), max_size=12))
    return Hypergraph.of(size, edges)


@given(hypergraphs())
@settings(deadline=None)  # The first compiles the kernel.
def test_any_hypergraph(hypergraph: Hypergraph) -> None:
    expected = brute(hypergraph.masks)
    check(hypergraph, expected, "lines")
    check(hypergraph, expected, "subsets")


def test_large_hypergraphs_that_are_not_linear() -> None:
    random = Random(4)
    for _ in range(60):
        size = random.randint(9, 16)
        triples = list(combinations(range(size), 3))
        hypergraph = Hypergraph.of(size, random.sample(triples, random.randint(10, 40)))
        assert not hypergraph.is_linear or len(hypergraph.edges) < 20
        check(hypergraph, brute(hypergraph.masks), "lines")


def forty_parts() -> Hypergraph:
    part = Hypergraph(9, ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 8)))
    assert brute(part.masks) == 2
    edges = [(a + 9 * i, b + 9 * i, c + 9 * i) for i in range(40) for a, b, c in part.edges]
    return Hypergraph.of(360, edges)


def test_components_add() -> None:
    """More copies of a hypergraph whose value is 2 than one search could deepen through."""
    many = forty_parts()
    assert sorted(map(len, iter_components(many))) == [4] * 40
    check(many, 80)
    assert min_domination(many, rounds=79).status == "infeasible"
    assert min_domination(many, rounds=80).value == 80


def test_bounds_of_components_add(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after half of the components, whose searches are two each: 2 for those, else 1."""
    checks = iter([*[None] * 40, KeyboardInterrupt])

    def interrupt(self: Progress) -> None:
        if (error := next(checks)) is not None:
            raise error

    monkeypatch.setattr(Progress, "check", interrupt)
    answer = min_domination(forty_parts())
    assert (answer.status, answer.bound) == ("limit", 60)


@pytest.mark.parametrize(("n", "value"), [(1, 1), (2, 3), (3, 6), (4, 21), (5, 66)])
def test_whole_decks(n: int, value: int) -> None:
    check(whole(n), value)


def test_the_deck_of_243_leaves_a_largest_cap() -> None:
    """66 Sets are attained, and proved least since no cap has more than 45 cards."""
    answer = min_domination(whole(5))
    left = set(range(243)) - {card for line in answer.witness for card in line}
    assert len(left) == 45 == max_cap(5)
    assert Space(5).is_cap(sorted(left))


def test_no_edges() -> None:
    check(Hypergraph(0, ()), 0)
    check(Hypergraph(5, ()), 0)
    check(Table(Space(4), ()), 0)
    for method in METHODS:
        check(Table(Space(4), (0, 1, 5)), 0, method)


def test_high_dimensions_go_by_lines() -> None:
    space = Space(12)
    table = Table(space, (0, 1, 2, 3, 6, 3**11, 2 * 3**11))
    check(table, 1)
    assert min_domination(table).method == "lines"


# -- the parameterised question -----------------------------------------------------------------


@pytest.mark.parametrize("method", ["lines", "caps", "subsets"])
@pytest.mark.parametrize("seed", range(8))
def test_rounds_on_both_sides(method: str, seed: int) -> None:
    table = deal(4, 18, seed)
    value = brute(table.hypergraph.masks)
    for rounds in range(value + 3):
        answer = min_domination(table, rounds=rounds, method=method)
        if rounds < value:
            assert (answer.value, answer.witness) == (None, ())
            assert (answer.status, answer.bound) == ("infeasible", rounds + 1)
        else:
            assert (answer.value, answer.status, answer.bound) == (value, "optimal", value)
            assert is_dominating(table, answer.witness, rounds=rounds)


def test_few_rounds_for_the_whole_deck() -> None:
    assert min_domination(whole(4), rounds=20).to_dict() | {"seconds": 0} == {
        "problem": "domination",
        "value": None,
        "witness": [],
        "status": "infeasible",
        "bound": 21,
        "method": "caps",
        "seconds": 0,
    }
    assert min_domination(whole(4), rounds=21).value == 21


def test_a_table_without_edges_needs_no_rounds() -> None:
    assert min_domination(Hypergraph(4, ()), rounds=0).status == "optimal"


# -- Theorem 3.3 --------------------------------------------------------------------------------

MISSED = ((0, 1, 2), (0, 3, 4), (1, 5, 6))


def solve_as_written(size: int, edges: list[Edge], rounds: int) -> bool:
    """Tell what the algorithm in the proof of Theorem 3.3 tells, taking edges in the given order.

    Only hitting sets of exactly 3r vertices are listed, and a branch ends where all edges are hit.
    """
    listed: set[frozenset[int]] = set()

    def branch(taken: frozenset[int]) -> None:
        if len(taken) == 3 * rounds and all(taken & set(edge) for edge in edges):
            listed.add(taken)
        if len(taken) >= 3 * rounds:
            return
        edge = next((edge for edge in edges if not taken & set(edge)), None)
        if edge is not None:
            for count in (1, 2, 3):
                for subset in combinations(edge, count):
                    branch(taken | set(subset))

    branch(frozenset())
    return any(
        len(set().union(*chosen)) == 3 * rounds and set().union(*chosen) == taken
        for taken in listed
        for chosen in combinations(edges, rounds)
    )


def test_theorem_as_written_misses_a_solution() -> None:
    first, *others = MISSED
    assert solve_as_written(7, [first, *others], 1)
    assert not solve_as_written(7, [*others, first], 1)
    assert is_dominating(Hypergraph(7, MISSED), [first], rounds=1)


def test_theorem_put_right_finds_it_in_every_order() -> None:
    """The search takes the first edge that is not hit; all names of vertices give all orders."""
    orders = set()
    for names in permutations(range(7)):
        edges = tuple(tuple(sorted(names[v] for v in edge)) for edge in MISSED)
        order = tuple(sorted(range(3), key=lambda i: edges[i]))
        if (order, edges[0]) not in orders:
            orders.add((order, edges[0]))
            check(Hypergraph.of(7, edges), 1, "subsets")
            assert min_domination(Hypergraph.of(7, edges), rounds=1, method="subsets").value == 1
    assert {order for order, _ in orders} == set(permutations(range(3)))


# -- checkers -----------------------------------------------------------------------------------


def test_altered_witnesses_are_rejected() -> None:
    table = deal(4, 27, 3)
    witness = min_domination(table).witness
    assert len(witness) > 2
    assert is_dominating(table, [edge[::-1] for edge in reversed(witness)])
    assert not is_dominating(table, witness, rounds=len(witness) - 1)
    # One less would be a smaller solution, and no edge can be added to a maximal packing.
    for edge in witness:
        assert not is_dominating(table, [other for other in witness if other != edge])
        assert not is_dominating(table, [*witness, edge])
    for edge in table.hypergraph.edges:
        assert not is_dominating(table, [*witness, edge])
    (a, b, c), *others = witness
    left = set(range(27)) - {v for edge in witness for v in edge}
    for card in left:
        assert not is_dominating(table, [(a, b, card), *others])
    assert not is_dominating(table, [(a, b), *others])
    assert not is_dominating(table, [(a, b, b), *others])
    assert not is_dominating(table, [(a, b, c, c), *others])


def test_checker_by_definition() -> None:
    hypergraph = deal(2, 8, 1).hypergraph
    masks = hypergraph.masks
    for count in range(4):
        for numbers in combinations(range(len(masks)), count):
            union = 0
            for i in numbers:
                union |= masks[i]
            disjoint = union.bit_count() == 3 * count
            expected = disjoint and all(union & mask for mask in masks)
            assert is_dominating(hypergraph, [hypergraph.edges[i] for i in numbers]) == expected


# -- bounds and parts ---------------------------------------------------------------------------


def test_cards_left_over() -> None:
    """The numbers ruled out are never those of a maximal packing."""
    for seed in range(60):
        table = deal(3, 3 + seed % 10, seed)
        edges = table.hypergraph.edges
        possible = {
            table.size - 3 * count
            for count in range(table.size // 3 + 1)
            for chosen in combinations(edges, count)
            if is_dominating(table, chosen)
        }
        numbers = list(iter_left_over(table))
        assert numbers == sorted(numbers, reverse=True)
        assert possible <= set(numbers)
    assert list(iter_left_over(whole(1))) == [0]
    assert list(iter_left_over(Table(Space(2), (0, 1, 3, 4)))) == [4]
    assert list(iter_left_over(Table(Space(1), (1, 2)))) == [2]


def test_largest_caps() -> None:
    """The bounds of small spaces, by trying all caps; symmetric caps attain the larger ones."""

    def largest(space: Space, cap: list[int], later: list[int]) -> int:
        best = len(cap)
        for i, point in enumerate(later):
            closed = {space.third(point, other) for other in cap}
            best = max(
                best,
                largest(space, [*cap, point], [p for p in later[i + 1 :] if p not in closed])
                if not closed & set(cap)
                else 0,
            )
        return best

    assert [largest(Space(n), [], list(range(3**n))) for n in (1, 2)] == [max_cap(1), max_cap(2)]
    assert find_symmetric_cap(4) is None
    for n in (5, 6):
        cap = find_symmetric_cap(n)
        assert cap is not None
        assert len(set(cap)) == max_cap(n)
        assert Space(n).is_cap(cap)


@given(hypergraphs())
@settings(deadline=None)  # The first compiles the kernel.
def test_greedy_choice_dominates(hypergraph: Hypergraph) -> None:
    assert is_dominating(hypergraph, find_greedily(hypergraph))


def test_numbers_of_lines_are_kept() -> None:
    random = Random(5)
    space = Space(3)
    points = random.sample(range(27), 20)
    place = {point: i for i, point in enumerate(points)}
    third = np.array([[place.get(space.third(a, b), -1) for b in points] for a in points], np.int16)
    np.fill_diagonal(third, -1)
    alive, degree = np.zeros(20, np.int32), np.zeros(20, np.int32)
    start_packing_kernel(third, np.array([4, 9], np.int32), 2, alive, degree)
    gone = [4, 9]
    for _ in range(200):
        card = random.choice([*gone, *(v for v in range(20) if alive[v])])
        if card in gone:
            gone.remove(card)
            restore_kernel(third, alive, degree, card)
        else:
            gone.append(card)
            remove_kernel(third, alive, degree, card)
        left = [point for i, point in enumerate(points) if i not in gone]
        at = Counter(point for line in space.iter_lines_in(left) for point in line)
        assert [degree[place[point]] for point in left] == [at[point] for point in left]


@pytest.mark.parametrize("size", [70, 130, 243])
def test_masks_of_several_words(size: int) -> None:
    """A cap with the right sum and the lines beside it, found by the kernel, are what they are."""
    table = deal(5, size, 1)
    answer = min_domination(table, seconds=0.3)
    assert is_dominating(table, answer.witness)
    assert answer.bound is not None
    assert isinstance(answer.value, int)
    assert (size - 45) / 3 <= answer.bound <= answer.value


# -- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_at_the_deadline_bounds_are_valid(method: str) -> None:
    table = deal(4, 33, 2)
    value = min_domination(table, method="lines").value
    assert isinstance(value, int)
    answer = min_domination(table, method=method, seconds=1e-6)
    assert answer.status == "limit"
    assert isinstance(answer.value, int)
    assert answer.bound is not None
    assert answer.bound <= value <= answer.value
    assert answer.bound < answer.value == len(answer.witness)
    assert is_dominating(table, answer.witness)


def test_at_the_deadline_of_the_parameterised_question() -> None:
    table = deal(4, 33, 2)
    least = min_domination(table).value
    greedy = len(find_greedily(table.hypergraph))
    assert isinstance(least, int)
    assert least < greedy
    no = min_domination(table, rounds=least, seconds=1e-6)
    assert (no.value, no.witness, no.status) == (None, (), "limit")
    assert no.bound is not None
    assert no.bound <= least
    yes = min_domination(table, rounds=greedy, seconds=1e-6)
    assert (yes.value, yes.status) == (greedy, "limit")
    assert is_dominating(table, yes.witness, rounds=greedy)


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupt_is_a_limit(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def interrupt(self: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    table = deal(4, 36, 1)
    value = min_domination(table).value
    monkeypatch.setattr(Progress, "check", interrupt)
    answer = min_domination(table, method=method)
    assert calls == 2
    assert answer.status == "limit"
    assert isinstance(value, int)
    assert isinstance(answer.value, int)
    assert answer.bound is not None
    assert answer.bound <= value <= answer.value
    assert is_dominating(table, answer.witness)


def test_small_budgets_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [deal(4, 24, seed) for seed in range(6)] + [whole(3)]
    values = [min_domination(table).value for table in tables]
    monkeypatch.setattr("thirdcard.solvers.domination_caps._NODES", 1)
    monkeypatch.setattr("thirdcard.solvers.domination_lines._MOST_NODES", 1)
    for table, value in zip(tables, values, strict=True):
        assert isinstance(value, int)
        check(table, value, "caps")
        if table.size < 27:
            check(table, value, "lines")


def test_packing_that_starts_anew_stays_complete() -> None:
    """Beside given cards no packing exists; only nodes enough for the whole search prove it."""
    space, table = Space(4), deal(4, 27, 19120)
    assert table.total == 0
    assert not has_perfect_packing(table.hypergraph, (1 << 27) - 1)
    spots = np.array(table.spots, np.int32)
    thirds = np.array([[space.third(a, b) for b in range(81)] for a in range(81)], np.int16)
    places = np.full(81, -1, np.int16)
    places[spots] = np.arange(27)
    third = places[thirds[np.ix_(spots, spots)]]
    np.fill_diagonal(third, -1)
    # One node at first.
    state = np.array([2, 0, 1, 0, 7, 1], np.int64)
    arrays = [np.zeros(27, np.int32) for _ in range(4)]
    found = leave_kernel(
        *(third, spots, places, thirds, 0, 0, 10**6, state),
        *(arrays[0], np.zeros(28, np.int32), np.zeros((1, 1), np.uint64)),
        *(arrays[1], arrays[2], np.arange(27, dtype=np.int32)),
        *(np.zeros((10, 29), np.int32), arrays[3]),
    )
    assert found == 2
    assert state[2] >= 16


def has_perfect_packing(hypergraph: Hypergraph, cards_mask: int) -> bool:
    if not cards_mask:
        return True
    vertex = cards_mask.bit_length() - 1
    masks = [hypergraph.masks[i] for i in hypergraph.edges_at[vertex]]
    return any(
        mask & cards_mask == mask and has_perfect_packing(hypergraph, cards_mask ^ mask)
        for mask in masks
    )


# -- all layouts --------------------------------------------------------------------------------


def test_all_layouts_of_nine_cards() -> None:
    lines = [sum(1 << point for point in line) for line in Space(2).iter_lines()]
    values = Counter(
        brute([line for line in lines if line & subset == line]) for subset in range(512)
    )
    assert count_dominations(Space(2)) == values
    for subset in range(0, 512, 7):
        table = Table(Space(2), tuple(i for i in range(9) if subset >> i & 1))
        value = brute(table.hypergraph.masks)
        check(table, value, "lines")
        check(table, value, "caps")


def test_some_layouts_of_27_cards() -> None:
    """A sample of all 2**27: both methods, brute force, and shares as in the whole count."""
    random = Random(27)
    values: Counter[int] = Counter()
    for _ in range(300):
        subset = random.getrandbits(27)
        table = Table(Space(3), tuple(i for i in range(27) if subset >> i & 1))
        value = brute(table.hypergraph.masks) if table.size <= 16 else None
        answer = min_domination(table, method="caps").value
        assert isinstance(answer, int)
        assert value in (answer, None)
        check(table, answer, "lines")
        values[answer] += 1
    for value, layouts in OVER_ALL_LAYOUTS.items():
        share = layouts / 2**27
        assert abs(values[value] / 300 - share) < 5 * (share * (1 - share) / 300) ** 0.5 + 1e-3


@pytest.mark.slow
def test_all_layouts_of_27_cards() -> None:
    assert count_dominations(Space(3)) == OVER_ALL_LAYOUTS


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": -1}, "-1 rounds: expected 0 or more"),
        ({"method": "guess"}, "method 'guess': expected lines, caps or subsets"),
        ({"method": "caps"}, "method 'caps': expected a table of cards, not a hypergraph"),
        ({"seconds": 0}, "0 seconds: expected more than 0"),
        ({"seconds": -inf}, "-inf seconds: expected more than 0"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as error:
        min_domination(Hypergraph(3, ((0, 1, 2),)), **options)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_caps_of_too_many_features() -> None:
    with pytest.raises(OptionError, match=r"^method 'caps': expected at most 6 features, not 7$"):
        min_domination(Table(Space(7), (0, 1, 2)), method="caps")


def test_layouts_of_too_many_cards() -> None:
    with pytest.raises(OptionError, match=r"^81 cards: expected at most 27$"):
        count_dominations(Space(4))


def test_heavy_packages_wait() -> None:
    program = (
        "import sys, thirdcard.solvers.domination, thirdcard.solvers.domination_layouts\n"
        "sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
