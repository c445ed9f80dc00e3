"""Arc Kayles, against all plays of small graphs and known nimbers of large ones."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.errors import OptionError
from thirdcard.solvers import kayles_search
from thirdcard.solvers.kayles import solve_kayles
from thirdcard.solvers.kayles_graph import (
    closed_nimber,
    complete_nimber,
    cycle_nimber,
    delete_twins,
    iter_bits,
    iter_components,
    path_nimber,
    reduce_mask,
)
from thirdcard.solvers.kayles_mirror import find_mirror, is_mirror, iter_automorphisms
from thirdcard.solvers.kayles_rounds import RoundsSearch, find_vertex_cover
from thirdcard.solvers.kayles_search import KernelSearch, OutOfTimeError, PlainSearch, tree_key
from thirdcard.solvers.limits import Deadline

Graph = Any
Moves = tuple[tuple[int, int], ...]

# Nimbers found by independent programs.
PATHS = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]
COMPLETE = [1, 1, 0, 0, 1, 1, 0, 0, 1]
CRAM = {(3, 3): 0, (3, 4): 1, (3, 5): 1, (3, 6): 4, (3, 7): 1, (3, 8): 3, (3, 9): 1} | {
    (4, 5): 2,
    (5, 5): 0,
    (5, 6): 2,
}
unhurried = settings(deadline=None)  # The first one compiles the kernels.
ROOK = nx.line_graph(nx.complete_bipartite_graph(3, 3))


# -- all plays ----------------------------------------------------------------------------------


def masks_of(graph: Graph) -> list[int]:
    number = {node: i for i, node in enumerate(graph)}
    return [sum(1 << number[other] for other in graph[node]) for node in graph]


def edges_of(graph: Graph) -> list[tuple[int, int]]:
    masks = masks_of(graph)
    return [(a, b) for a, b in combinations(range(len(masks)), 2) if masks[a] >> b & 1]


def play_all(graph: Graph) -> tuple[int, Moves]:
    """The nimber and the winning moves, by nothing but the rules."""
    edges = edges_of(graph)

    @cache
    def nimber(gone: int) -> int:
        reached = {
            nimber(gone | 1 << a | 1 << b) for a, b in edges if not (gone >> a & 1 or gone >> b & 1)
        }
        return next(n for n in range(len(reached) + 1) if n not in reached)

    return nimber(0), tuple(e for e in edges if nimber(1 << e[0] | 1 << e[1]) == 0)


def play_rounds(graph: Graph, rounds: int) -> Moves:
    """The moves by which the first player wins with so many moves made at most."""
    edges = edges_of(graph)

    @cache
    def is_won(gone: int, made: int) -> bool:
        moves = [(a, b) for a, b in edges if not (gone >> a & 1 or gone >> b & 1)]
        if not moves:
            return made % 2 == 1
        if made == rounds:
            return False
        results = (is_won(gone | 1 << a | 1 << b, made + 1) for a, b in moves)
        return any(results) if made % 2 == 0 else all(results)

    if rounds == 0:
        return ()
    return tuple(edge for edge in edges if is_won(1 << edge[0] | 1 << edge[1], 1))


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    """A graph in which some vertices are twins of others, and the order of nodes is any."""
    size = draw(st.integers(0, most - 3))
    pairs = list(combinations(range(size), 2))
    graph: Graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(pair for pair in pairs if draw(st.booleans()))
    for copy in range(size, size + draw(st.integers(0, 3)) if size else 0):
        graph.add_node(copy)
        model = draw(st.integers(0, copy - 1))
        graph.add_edges_from([(copy, near) for near in graph[model]])
        if draw(st.booleans()):
            graph.add_edge(copy, model)
    order = list(graph)
    draw(st.randoms(use_true_random=False)).shuffle(order)
    shuffled: Graph = nx.Graph()
    shuffled.add_nodes_from(order)
    shuffled.add_edges_from(graph.edges)
    return shuffled


@unhurried
@given(graphs())
def test_nimber_and_moves(graph: Graph) -> None:
    answer = solve_kayles(graph)
    nimber, moves = play_all(graph)
    assert (answer.nimber, answer.moves) == (nimber, moves)
    assert answer.winner == ("first" if nimber else "second")
    assert answer.status == "optimal"


@unhurried
@given(graphs())
def test_winner_only(graph: Graph) -> None:
    answer = solve_kayles(graph, winner_only=True)
    nimber, moves = play_all(graph)
    assert answer.winner == ("first" if nimber else "second")
    assert set(answer.moves) <= set(moves)
    assert bool(answer.moves) == bool(moves)
    assert answer.nimber is None
    assert answer.status == "optimal"


@unhurried
@given(graphs(), st.integers(0, 5))
def test_rounds(graph: Graph, rounds: int) -> None:
    moves = play_rounds(graph, rounds)
    answer = solve_kayles(graph, rounds=rounds)
    assert answer.moves == moves
    assert answer.winner == ("first" if moves else "second")
    assert (answer.nimber, answer.status) == (None, "optimal")
    quick = solve_kayles(graph, rounds=rounds, winner_only=True)
    assert quick.winner == answer.winner
    assert set(quick.moves) <= set(moves)


def test_atlas() -> None:
    for graph in nx.graph_atlas_g():
        answer = solve_kayles(graph)
        assert (answer.nimber, answer.moves) == play_all(graph)


@unhurried
@given(graphs(6), graphs(6), graphs(6))
def test_components_add_up(a: Graph, b: Graph, c: Graph) -> None:
    union = nx.disjoint_union_all([a, b, c])
    answer = solve_kayles(union)
    assert answer.nimber == play_all(a)[0] ^ play_all(b)[0] ^ play_all(c)[0]
    quick = solve_kayles(union, winner_only=True)
    assert quick.winner == answer.winner
    assert set(quick.moves) <= set(answer.moves)


# -- known nimbers --------------------------------------------------------------------------------


def test_paths_are_dawsons_kayles() -> None:
    assert [solve_kayles(nx.path_graph(n)).nimber for n in range(21)] == PATHS
    # The theorem of Guy and Smith: period 34 as far as 2 * 52 + 34 + 2 vertices is period for ever.
    nimbers = [0, 0]
    for size in range(2, 400):
        reached = {nimbers[i] ^ nimbers[size - 2 - i] for i in range(size - 1)}
        nimbers.append(next(n for n in range(20) if n not in reached))
    assert [path_nimber(n) for n in range(400)] == nimbers
    assert all(nimbers[n] == nimbers[n + 34] for n in range(53, 360))
    assert nimbers[52] != nimbers[52 + 34]


def test_closed_forms() -> None:
    for size in range(3, 12):
        for graph, nimber in (
            (nx.path_graph(size), path_nimber(size)),
            (nx.cycle_graph(size), cycle_nimber(size)),
            (nx.complete_graph(size), complete_nimber(size)),
            (nx.star_graph(size), 1),
        ):
            masks = masks_of(graph)
            assert closed_nimber(masks, (1 << len(masks)) - 1) == nimber
            assert solve_kayles(graph).moves == play_all(graph)[1]
            assert play_all(graph)[0] == nimber
    assert [complete_nimber(n) for n in range(2, 11)] == COMPLETE
    assert closed_nimber(masks_of(ROOK), (1 << 9) - 1) is None


@pytest.mark.parametrize(
    ("graph", "nimber"),
    [
        (nx.petersen_graph(), 0),
        (nx.hypercube_graph(2), 0),
        (nx.hypercube_graph(3), 0),
        (nx.hypercube_graph(4), 0),
        (ROOK, 0),
        *((nx.grid_2d_graph(*sides), nimber) for sides, nimber in CRAM.items()),
    ],
)
def test_pinned(graph: Graph, nimber: int) -> None:
    answer = solve_kayles(graph)
    assert answer.nimber == nimber
    assert bool(answer.moves) == bool(nimber)
    assert solve_kayles(graph, winner_only=True).winner == answer.winner


def test_mirrors_of_grids() -> None:
    even = solve_kayles(nx.grid_2d_graph(8, 10))
    assert (even.winner, even.nimber, even.method) == ("second", 0, "mirror strategy")
    odd = solve_kayles(nx.grid_2d_graph(7, 8), winner_only=True)
    assert (odd.winner, odd.moves, odd.method) == ("first", ((27, 28),), "mirror strategy")


def test_mirror_beside_closed_forms() -> None:
    graph = nx.disjoint_union(nx.cubical_graph(), nx.path_graph(4))
    answer = solve_kayles(graph)
    assert (answer.nimber, answer.moves) == play_all(graph)
    quick = solve_kayles(graph, winner_only=True)
    assert (quick.winner, quick.moves) == ("first", ((9, 10),))


def test_large_closed_forms() -> None:
    cycle = solve_kayles(nx.cycle_graph(3000))
    assert cycle.nimber == cycle_nimber(3000)
    star = solve_kayles(nx.star_graph(2000))
    assert (star.nimber, len(star.moves)) == (1, 2000)
    bipartite = solve_kayles(nx.complete_bipartite_graph(2, 500))
    assert (bipartite.nimber, bipartite.moves) == (0, ())


@cache
def spider(*legs: int) -> int:
    """The nimber of a tree of three legs, by the ways to take an edge."""
    reached = set()
    for i, leg in enumerate(legs):
        a, b = legs[:i] + legs[i + 1 :]
        if leg:
            reached.add(path_nimber(leg - 1) ^ path_nimber(a) ^ path_nimber(b))
        for near in range(leg - 1):
            reached.add(spider(*sorted((a, b, near))) ^ path_nimber(leg - 2 - near))
    return next(n for n in range(len(reached) + 1) if n not in reached)


@pytest.mark.parametrize("legs", [(2, 3, 4), (2, 9, 22), (4, 29, 30), (1, 30, 32), (2, 8, 60)])
def test_spiders_on_both_sides_of_a_word(legs: tuple[int, ...]) -> None:
    graph: Graph = nx.Graph()
    for i, leg in enumerate(legs):
        nx.add_path(graph, [0, *((i, step) for step in range(leg))])
    answer = solve_kayles(graph)
    assert answer.nimber == spider(*legs)
    quick = solve_kayles(graph, winner_only=True)
    assert quick.winner == answer.winner
    assert set(quick.moves) <= set(answer.moves)


# -- the search -----------------------------------------------------------------------------------


@unhurried
@given(graphs(14), st.integers(0, 3))
def test_twin_of_the_kernel(graph: Graph, asked: int) -> None:
    masks = masks_of(graph)
    full = (1 << len(masks)) - 1
    kernel, plain = KernelSearch(masks, Deadline()), PlainSearch(masks, Deadline())
    assert kernel.has_nimber(full, asked) == plain.has_nimber(full, asked)
    nimber = kernel.nimber(full)
    assert nimber == plain.nimber(full) == kernel.known_nimber(full)
    for component in iter_components(masks, full):
        part = reduce_mask(masks, component)
        assert kernel.possible(part) & plain.possible(part)


def test_kernels_take_words_only() -> None:
    from thirdcard.solvers.kernels import kayles, kayles_masks

    solve_kayles(nx.grid_2d_graph(3, 4))
    for module in (kayles, kayles_masks):
        for name in module.__all__:
            if name.endswith("_kernel"):
                # A second one would be for signed numbers, which do not mix with words.
                assert len(getattr(module, name).signatures) <= 1


def test_small_pieces_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    grow = KernelSearch._grow
    depths = []

    def checked(self: KernelSearch) -> None:
        def components() -> list[int]:
            keys = self._table[0]
            return [int(keys[frame[0]]) for frame in self._frames[: self._state[0]]]

        before = components()
        grow(self)
        assert components() == before
        assert 0 not in before
        depths.append(len(before))

    monkeypatch.setattr(kayles_search, "_PIECE", 1)
    monkeypatch.setattr(kayles_search, "_FIRST_ROOM", 4)
    monkeypatch.setattr(KernelSearch, "_grow", checked)
    assert solve_kayles(nx.grid_2d_graph(4, 5)).nimber == 2
    assert max(depths) > 2


@unhurried
@given(graphs(12), st.integers(0, 2**12 - 1))
def test_kernel_keys_are_of_isomorphic_positions(graph: Graph, chosen: int) -> None:
    from thirdcard.solvers.kernels.kayles_masks import canonical_kernel

    masks = masks_of(graph)
    chosen &= (1 << len(masks)) - 1
    search = KernelSearch(masks, Deadline())
    key = int(canonical_kernel(search._images, search._twins, np.uint64(chosen)))
    nodes = list(graph)
    same = [graph.subgraph(nodes[v] for v in iter_bits(mask)) for mask in (chosen, key)]
    assert nx.is_isomorphic(*same)


def test_tree_keys() -> None:
    names: dict[tuple[int, ...], int] = {}
    for size in (1, 2, 7, 8):
        trees: list[Graph] = list(nx.nonisomorphic_trees(size))
        keys = set()
        for tree in trees:
            of_one = set()
            for seed in range(5):
                order = Random(seed).sample(range(size), size)
                masks = [0] * size
                for a, b in tree.edges:
                    masks[order[a]] |= 1 << order[b]
                    masks[order[b]] |= 1 << order[a]
                of_one.add(tree_key(masks, (1 << size) - 1, names))
            assert len(of_one) == 1
            keys |= of_one
        assert len(keys) == len(trees)


# -- twins, mirrors, covers -----------------------------------------------------------------------


@unhurried
@given(graphs(), st.integers(1, 4))
def test_surplus_twins_change_nothing(graph: Graph, more: int) -> None:
    nodes = [node for node in graph if graph[node]]
    if not nodes:
        return
    model = nodes[0]
    nimber = solve_kayles(graph).nimber
    twins = [node for node in graph if set(graph[node]) == set(graph[model])]
    grown = graph.copy()
    for copy in range(more):
        grown.add_edges_from([(("copy", copy), near) for near in graph[model]])
    if len(twins) >= len(graph[model]):
        assert solve_kayles(grown).nimber == nimber
    around, stands = delete_twins([set(iter_bits(mask)) for mask in masks_of(grown)])
    for vertex, near in enumerate(around):
        assert (stands[vertex] == vertex) or not near
        same = [other for other in range(len(around)) if near and around[other] == near]
        assert len(same) <= len(near)


def test_fewer_twins_change_something() -> None:
    # The bound is sharp: two vertices with two neighbours are not as good as one, nor three as two
    # with three.
    assert solve_kayles(nx.complete_bipartite_graph(2, 1)).nimber == 1
    assert solve_kayles(nx.complete_bipartite_graph(2, 2)).nimber == 0
    assert solve_kayles(nx.complete_bipartite_graph(3, 2)).nimber == 0
    assert solve_kayles(nx.complete_bipartite_graph(3, 3)).nimber == 1


@unhurried
@given(graphs())
def test_automorphisms(graph: Graph) -> None:
    masks = masks_of(graph)
    found = list(iter_automorphisms(masks))
    assert found[0] == list(range(len(masks)))
    assert len({tuple(images) for images in found}) == len(found)
    matcher = nx.isomorphism.GraphMatcher(graph, graph)
    if len(masks) <= 6:
        assert len(found) == sum(1 for _ in matcher.isomorphisms_iter())
    for images in found[:20]:
        assert sorted(images) == found[0]
        for a, near in enumerate(masks):
            assert {images[b] for b in iter_bits(near)} == set(iter_bits(masks[images[a]]))


@unhurried
@given(graphs())
def test_mirrors(graph: Graph) -> None:
    graph = nx.disjoint_union(graph, graph)
    graph.remove_nodes_from(list(nx.isolates(graph)))
    graph = nx.convert_node_labels_to_integers(graph)
    masks = masks_of(graph)
    full = (1 << len(masks)) - 1
    mirror = find_mirror(masks, full)
    if not masks:
        assert mirror is None
        return
    assert mirror is not None
    assert is_mirror(masks, full, mirror)
    for vertex in mirror:
        assert not is_mirror(masks, full, mirror | {vertex: vertex})
    assert solve_kayles(graph).nimber == 0


@unhurried
@given(graphs())
def test_a_mirror_means_nimber_0(graph: Graph) -> None:
    graph = graph.copy()
    graph.remove_nodes_from(list(nx.isolates(graph)))
    masks = masks_of(graph)
    mirror = find_mirror(masks, (1 << len(masks)) - 1)
    if mirror is not None:
        assert is_mirror(masks, (1 << len(masks)) - 1, mirror)
        assert play_all(graph)[0] == 0


def test_no_mirrors() -> None:
    square, edge = masks_of(nx.cycle_graph(4)), masks_of(nx.path_graph(2))
    assert find_mirror(edge, 0b11) is None
    assert not is_mirror(edge, 0b11, {0: 1, 1: 0})  # joined to its image
    assert not is_mirror(square, 0b1111, {0: 0, 2: 2, 1: 3, 3: 1})  # left where it is
    assert not is_mirror(masks_of(nx.path_graph(4)), 0b1111, {0: 2, 2: 0, 1: 3, 3: 1})
    assert not is_mirror(square, 0b1111, {0: 2, 2: 0})


@unhurried
@given(graphs(), st.integers(0, 6))
def test_vertex_cover(graph: Graph, most: int) -> None:
    masks = masks_of(graph)
    edges = edges_of(graph)
    cover = find_vertex_cover(masks, (1 << len(masks)) - 1, most, Deadline())
    if cover is not None:
        assert cover.bit_count() <= most
        assert all(cover >> a & 1 or cover >> b & 1 for a, b in edges)
        return
    for chosen in combinations(range(len(masks)), min(most, len(masks))):
        assert any(a not in chosen and b not in chosen for a, b in edges)


def test_rounds_of_a_large_graph() -> None:
    # Two stars of 300 leaves with centres joined: the edge between the centres ends the game.
    graph = nx.disjoint_union(nx.star_graph(300), nx.star_graph(300))
    graph.add_edge(0, 301)
    answer = solve_kayles(graph, rounds=1)
    assert (answer.winner, answer.moves) == ("first", ((0, 301),))
    long = solve_kayles(nx.grid_2d_graph(20, 20), rounds=20)
    assert (long.winner, long.method) == ("second", "no vertex cover of 38 vertices")


# -- limits ---------------------------------------------------------------------------------------


def interrupt(after: int, error: type[BaseException]) -> Callable[..., None]:
    """A replacement of `KernelSearch.ask` that fails at a later call."""
    ask = KernelSearch.ask
    calls = 0

    def broken(self: KernelSearch, component: int, nimber: int = -1) -> None:
        nonlocal calls
        calls += 1
        if calls > after:
            raise error
        ask(self, component, nimber)

    return broken


@pytest.mark.parametrize("error", [KeyboardInterrupt, OutOfTimeError])
@pytest.mark.parametrize("winner_only", [False, True])
def test_stopped_search(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException], winner_only: bool
) -> None:
    graph = nx.disjoint_union(nx.grid_2d_graph(3, 4), nx.random_regular_graph(3, 14, seed=3))
    full = solve_kayles(graph)
    assert full.nimber
    seen = set()
    for after in range(60):
        with monkeypatch.context() as patch:
            patch.setattr(KernelSearch, "ask", interrupt(after, error))
            answer = solve_kayles(graph, winner_only=winner_only)
        assert answer.winner in (full.winner, None)
        assert answer.nimber in (full.nimber, None)
        assert set(answer.moves) <= set(full.moves)
        assert answer.status == "optimal" or not (answer.winner and winner_only)
        assert answer.status == "limit" or answer.winner
        seen.add((answer.status, answer.winner))
    assert {("limit", None), ("optimal", "first")} <= seen
    if not winner_only:
        assert ("limit", "first") in seen


@pytest.mark.parametrize("options", [{}, {"winner_only": True}, {"rounds": 9}])
def test_no_time(options: dict[str, Any]) -> None:
    graph = nx.random_regular_graph(3, 40, seed=1)
    answer = solve_kayles(graph, seconds=1e-6, **{"rounds": 15} if "rounds" in options else options)
    assert (answer.status, answer.winner, answer.moves) == ("limit", None, ())


@pytest.mark.parametrize("winner_only", [False, True])
def test_stopped_rounds(monkeypatch: pytest.MonkeyPatch, winner_only: bool) -> None:
    is_won = RoundsSearch.is_won

    def broken(self: RoundsSearch, mask: int, moves: int) -> bool:
        if is_won(self, mask, moves):
            return True
        raise KeyboardInterrupt

    monkeypatch.setattr(RoundsSearch, "is_won", broken)
    answer = solve_kayles(nx.path_graph(4), rounds=1, winner_only=winner_only)
    # The edge in the middle, which meets all others, is tried first.
    assert (answer.winner, answer.moves) == ("first", ((1, 2),))
    assert answer.status == ("optimal" if winner_only else "limit")
    lost = solve_kayles(nx.petersen_graph(), rounds=3, winner_only=winner_only)
    assert (lost.winner, lost.moves, lost.status) == (None, (), "limit")


@pytest.mark.parametrize("searching", [KernelSearch, PlainSearch])
def test_deadline_of_a_search(searching: type[KernelSearch | PlainSearch]) -> None:
    masks = masks_of(nx.random_regular_graph(3, 40, seed=1))
    with pytest.raises(OutOfTimeError):
        searching(masks, Deadline(0.01)).nimber((1 << 40) - 1)


# -- bad input ------------------------------------------------------------------------------------


def test_degenerate_graphs() -> None:
    questions: list[dict[str, Any]] = [{}, {"winner_only": True}, {"rounds": 3}]
    empty: list[Graph] = [nx.Graph(), nx.empty_graph(5)]
    for graph in empty:
        for options in questions:
            answer = solve_kayles(graph, **options)
            assert (answer.winner, answer.moves, answer.method) == ("second", (), "no moves")
    assert solve_kayles(nx.path_graph(2), rounds=0).winner == "second"
    assert solve_kayles(nx.MultiGraph([(0, 1), (0, 1)])).moves == ((0, 1),)


@pytest.mark.parametrize(
    ("graph", "options", "message"),
    [
        (nx.DiGraph([(0, 1)]), {}, "directed graph: expected an undirected"),
        (nx.Graph([("a", "b"), ("b", "b")]), {}, "vertex 1 is joined to itself: expected no loops"),
        (nx.path_graph(3), {"rounds": -1}, "-1 rounds: expected 0 or more"),
        (nx.path_graph(3), {"seconds": 0}, "0 seconds: expected more than 0"),
    ],
)
def test_bad_input(graph: Graph, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message) as error:
        solve_kayles(graph, **options)
    assert "\n" not in str(error.value)
