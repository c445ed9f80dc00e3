"""Largest packings: against brute force, other solvers and pinned values."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from random import Random
from threading import Timer

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from thirdcard.core.geometry import Space
from thirdcard.core.notation import parse_cards
from thirdcard.errors import OptionError
from thirdcard.solvers import packing
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table
from thirdcard.solvers.kernels.packing import pack_within, search_kernel, start_kernel
from thirdcard.solvers.kernels.packing_state import (
    BEST,
    LEVEL,
    LIMIT,
    Search,
    build_graph,
    build_table_kernel,
    third_points,
)
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.packing import (
    is_maximal_packing,
    is_packing,
    max_packing,
    packing_clauses,
)
from thirdcard.solvers.packing_linear import pack_linear
from thirdcard.variants.decks import CLASSIC

# Cards and the value, found with a general solver for integer programs.
TABLES = [
    ("1ROO 1GOD 1GOO 2RHO 2PHD 3RHD 3ROD 3GSD 3PSD", 0),
    ("1RSD 1RHD 1GHD 1GHS 1POO 2RSO 2ROS 2GHS 2PHS 3RSS 3RHD 3ROO", 2),
    ("1RSS 1RSO 1RHD 2RSD 2RSS 2PHD 3RSD 3RSO 3GHS 3GOD 3POD 3POO", 2),
    ("1RSO 1GHD 1GOD 1PHO 2RSS 2RSO 2GSS 2GOD 2GOO 2POO 3RHS 3GSD 3GOS 3PSS 3POD", 2),
    ("1RHS 1PHS 1POD 2RHS 2GSD 2GSO 2PHO 2POD 2POO 3RSD 3ROS 3GSD 3GSS 3POD 3POO", 2),
    (
        "1RHD 1RHO 1GSO 1GHS 1PSO 1PHD 2GHD 2PSS 2PSO 2PHO 3RSO 3ROD 3ROO 3GSO 3GHD 3GOS 3GOO 3POD",
        4,
    ),
    (
        "1RSD 1RSS 1GOS 1PHD 1POS 1POO 2RSO 2ROS 2GOO 2PSD 2PHS 2POD 3RHS 3GSS 3GSO 3GOD 3GOS 3POD",
        3,
    ),
    (
        "1RSD 1RHD 1ROS 1GSO 1POS 2RSO 2ROO 2GHS 2GOD 2GOO 2PSD 2PSS 2POS 2POO 3RSD 3RHS 3ROS "
        "3ROO 3GSS 3GOS 3PSD",
        5,
    ),
    (
        "1RSS 1RSO 1RHS 1GSD 1GSS 1GSO 1GHO 1PHO 2RHS 2RHO 2ROS 2ROO 2GSS 2GOO 3RHD 3ROS 3GOS "
        "3PSS 3PSO 3PHD 3POS",
        5,
    ),
    (
        "1RHD 1GHS 1GHO 1GOS 1PHD 1POD 2RHO 2ROD 2ROS 2GSS 2GSO 2GHD 2GHO 2GOS 2PSS 2PHS 2POO "
        "3RHD 3RHS 3ROD 3GSD 3GHS 3PSS 3POO",
        7,
    ),
]


def deal(n: int, size: int, seed: int) -> Table:
    spots = Random(f"{n} {size} {seed}").sample(range(3**n), size)
    return Table(Space(n), tuple(spots))


def draw(size: int, edges: int, seed: int) -> Hypergraph:
    random = Random(seed)
    return Hypergraph.of(size, [random.sample(range(size), 3) for _ in range(edges)])


def try_all(hypergraph: Hypergraph) -> int:
    """Take or drop one edge after the other."""

    @cache
    def most(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        return max(most(others), 1 + most(tuple(mask for mask in others if not mask & first)))

    return most(hypergraph.masks)


def check(instance: Table | Hypergraph, value: int) -> None:
    answer = max_packing(instance)
    assert (answer.problem, answer.status) == ("packing", "optimal")
    assert answer.value == answer.bound == len(answer.witness) == value
    assert is_maximal_packing(instance, answer.witness)
    assert list(answer.witness) == sorted(tuple(sorted(edge)) for edge in answer.witness)


# -- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "value"), TABLES)
def test_pinned_tables(cards: str, value: int) -> None:
    check(Table(CLASSIC.space, tuple(parse_cards(cards, CLASSIC))), value)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_full_decks_are_used_up(n: int) -> None:
    check(Table(Space(n), tuple(range(3**n))), 3 ** (n - 1))


@pytest.mark.parametrize("size", range(9, 25))
def test_tables_against_brute_force(size: int) -> None:
    for seed in range(19):
        table = deal(4, size, seed)
        check(table, try_all(table.hypergraph))


@pytest.mark.parametrize("n", [2, 3])
def test_dense_tables_against_brute_force(n: int) -> None:
    for seed in range(100):
        table = deal(n, Random(seed).randint(0, min(3**n, 19)), seed)
        check(table, try_all(table.hypergraph))


def test_hypergraphs_against_brute_force() -> None:
    for seed in range(200):
        random = Random(seed)
        hypergraph = draw(random.randint(3, 20), random.randint(0, 30), seed)
        check(hypergraph, try_all(hypergraph))


def test_tables_without_sum_against_with() -> None:
    """The Sets alone, of which the search knows no sums, have the same packings."""
    for size in (30, 42, 54):
        table = deal(5, size, 1)
        value = max_packing(table).value
        assert isinstance(value, int)
        check(table.hypergraph, value)


def test_table_of_many_features() -> None:
    spots = [0, 1, 2, 3**29, 2 * 3**29, 3**20, 3**20 + 1, 3**20 + 2, 3**11]
    check(Table(Space(30), tuple(spots)), 2)


def test_nothing() -> None:
    check(Table(Space(4), ()), 0)
    check(Table(Space(4), (5, 7)), 0)
    check(Hypergraph(0, ()), 0)
    check(Hypergraph(7, ()), 0)


def test_weighted_formula_has_the_same_optimum() -> None:
    for seed in range(50):
        table = deal(4, 9 + seed % 16, seed)
        hard, soft = packing_clauses(table)
        formula = WCNF()
        formula.extend(hard)
        formula.extend(soft, weights=[1] * len(soft))
        with RC2(formula) as solver:
            assert solver.compute() is not None
            check(table, len(soft) - solver.cost)


def test_weighted_formula_of_edges_that_share_two_vertices() -> None:
    hard, soft = packing_clauses(Hypergraph(4, ((0, 1, 2), (1, 2, 3))))
    assert (hard, soft) == ([[-1, -2]], [[1], [2]])


# -- ways ---------------------------------------------------------------------------------------


def pieces(search: Search, nodes: int) -> int:
    while search_kernel(search, nodes) < 0:
        pass
    return int(search.state[BEST])


def reach_by_twin(size: int, edges: Sequence[Edge]) -> int:
    for slack in range(size % 3, size + 1, 3):
        found = pack_within(size, edges, slack)
        if found is not None:
            assert is_packing(Hypergraph.of(size, edges), found)
            return len(found)
    raise AssertionError("no packing leaves all over")


@given(st.integers(3, 14), st.integers(0, 16), st.integers(0, 10**6), st.integers(1, 40))
def test_twin(size: int, count: int, seed: int, nodes: int) -> None:
    hypergraph = draw(size, count, seed)
    expected = reach_by_twin(size, hypergraph.edges)
    assert pieces(build_graph(size, hypergraph.edges), nodes) == expected


@given(st.integers(3, 17), st.integers(0, 10**6), st.integers(1, 40))
def test_twin_of_tables(size: int, seed: int, nodes: int) -> None:
    table = deal(3, size, seed)
    expected = reach_by_twin(size, table.hypergraph.edges)
    spots = np.array(table.spots, np.int32)
    search = build_table_kernel(spots, third_points(3))
    assert [tuple(edge) for edge in search.edges.tolist()] == list(table.hypergraph.edges)
    assert pieces(search, nodes) == expected


def test_restarts_change_no_value() -> None:
    for seed in range(100):
        hypergraph = draw(16, 20, seed)
        search = build_graph(hypergraph.size, hypergraph.edges)
        search.state[LIMIT] = 2
        assert pieces(search, 7) == try_all(hypergraph)


def test_a_search_that_is_started_again_is_at_its_root() -> None:
    table = deal(4, 24, 3)
    search = build_table_kernel(np.array(table.spots, np.int32), third_points(4))
    before = [search.live.copy(), search.degree.copy(), search.must.copy(), search.lost.copy()]
    value = pieces(search, 1000)
    search.state[LEVEL] = 24 % 3
    start_kernel(search)
    after = [search.live, search.degree, search.must, search.lost]
    assert all((a == b).all() for a, b in zip(before, after, strict=True))
    assert pieces(search, 1000) == value


@pytest.mark.parametrize("n", [1, 3, 4])
def test_third_points(n: int) -> None:
    space = Space(n)
    table = third_points(n).tolist()
    assert table == [[space.third(a, b) for b in range(3**n)] for a in range(3**n)]


def test_linear_way_agrees() -> None:
    for seed in range(8):
        hypergraph = draw(24, 22, seed)
        value = try_all(hypergraph)
        found, bound = pack_linear(24, hypergraph.edges, 8, 0, Deadline())
        assert len(found) == bound == value
        assert is_packing(hypergraph, found)


def test_sparse_hypergraphs_are_given_to_the_linear_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_NODES_BEFORE_LINEAR", 0)
    for seed in range(8):
        hypergraph = draw(24, 22, seed)
        check(hypergraph, try_all(hypergraph))
    hypergraph = draw(40, 45, 0)
    assert max_packing(hypergraph).method == "search by vertices left over, then CP-SAT"
    monkeypatch.undo()
    check(hypergraph, max_packing(hypergraph).bound or 0)


def test_components_are_solved_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_FIRST_NODES", 0)
    for seed in range(60):
        table = deal(4, 9 + seed % 16, seed)
        check(table, try_all(table.hypergraph))
    parts = [draw(15, 15, seed) for seed in range(6)]
    edges = [
        (a + 15 * i, b + 15 * i, c + 15 * i)
        for i, part in enumerate(parts)
        for a, b, c in part.edges
    ]
    check(Hypergraph.of(90, edges), sum(map(try_all, parts)))


# -- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [1e-6, 0.2])
def test_limit_gives_bounds(seconds: float) -> None:
    hypergraph = draw(300, 600, 0)
    answer = max_packing(hypergraph, seconds=seconds)
    assert answer.status == "limit"
    assert is_packing(hypergraph, answer.witness)
    assert answer.value == len(answer.witness)
    assert answer.bound is not None
    assert 60 <= answer.value < answer.bound <= 100


def test_limit_brackets_the_optimum() -> None:
    met = 0
    for seed in range(6):
        hypergraph = draw(90, 150, seed)
        value = max_packing(hypergraph).value
        answer = max_packing(hypergraph, seconds=1e-6)
        assert answer.value is not None
        assert value is not None
        assert answer.bound is not None
        assert answer.value <= value <= answer.bound
        met += answer.status == "limit"
    assert met


def test_limit_of_the_linear_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_NODES_BEFORE_LINEAR", 0)
    hypergraph = draw(900, 1400, 0)
    answer = max_packing(hypergraph, seconds=0.5)
    assert answer.status == "limit"
    assert is_packing(hypergraph, answer.witness)
    assert answer.bound is not None
    assert answer.value == len(answer.witness) < answer.bound <= 300


@pytest.mark.parametrize(("size", "edges"), [(300, 600), (900, 1400)])
def test_interrupt_gives_the_same_as_a_limit(
    size: int, edges: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the search of the first, and in CP-SAT, to which the sparse one is given."""
    monkeypatch.setattr(packing, "_NODES_BEFORE_LINEAR", 0)
    hypergraph = draw(size, edges, 0)
    max_packing(draw(40, 45, 0))
    timer = Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    answer = max_packing(hypergraph)
    timer.join()
    assert answer.status == "limit"
    assert ("CP-SAT" in answer.method) is (size == 900)
    assert is_packing(hypergraph, answer.witness)
    assert answer.bound is not None
    assert 60 <= len(answer.witness) < answer.bound <= size // 3


def test_interrupt_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Table) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(packing, "_pack_quickly", interrupt)
    table = deal(4, 30, 0)
    answer = max_packing(table)
    assert answer.status == "limit"
    assert is_maximal_packing(table, answer.witness)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_seconds_are_more_than_none(seconds: float) -> None:
    with pytest.raises(OptionError, match="expected more than 0"):
        max_packing(Hypergraph(3, ((0, 1, 2),)), seconds=seconds)


def test_instance_is_a_table_or_a_hypergraph() -> None:
    with pytest.raises(OptionError, match="list: expected a table or a hypergraph"):
        max_packing([(0, 1, 2)])  # type: ignore[arg-type]


# -- checkers -----------------------------------------------------------------------------------

PATH = Hypergraph(7, ((0, 1, 2), (2, 3, 4), (4, 5, 6)))


@pytest.mark.parametrize(
    ("edges", "packs", "maximal"),
    [
        ([], True, False),
        ([(2, 1, 0)], True, False),
        ([(2, 3, 4)], True, True),
        ([(4, 5, 6), (0, 1, 2)], True, True),
        ([(0, 1, 2), (2, 3, 4)], False, False),
        ([(0, 1, 2), (0, 1, 2)], False, False),
        ([(0, 1, 3)], False, False),
        ([(0, 1)], False, False),
        ([(0, 1, 1)], False, False),
        ([(0, 1, 2, 2)], False, False),
        ([(4, 5, 7)], False, False),
        ([()], False, False),
    ],
)
def test_checkers(edges: list[tuple[int, ...]], packs: bool, maximal: bool) -> None:
    assert is_packing(PATH, edges) is packs
    assert is_maximal_packing(PATH, edges) is maximal


def test_checkers_take_tables_and_iterators() -> None:
    table = Table(Space(2), tuple(range(9)))
    assert is_maximal_packing(table, iter([(0, 1, 2), (3, 4, 5), (6, 7, 8)]))
    assert not is_maximal_packing(table, iter([(0, 1, 2), (3, 4, 5)]))
    assert is_packing(table, iter([(0, 1, 2), (3, 4, 5)]))


def test_import_takes_no_heavy_packages() -> None:
    code = (
        "import sys, thirdcard.solvers.packing, thirdcard.solvers.certificates;"
        "print({'numpy', 'numba', 'ortools', 'pysat'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
