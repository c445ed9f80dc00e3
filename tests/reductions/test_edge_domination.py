"""Edge dominating sets through the cards of a graph, against brute force on the graph."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

from thirdcard.errors import CheckError, OptionError
from thirdcard.reductions import edge_domination, graph_cards
from thirdcard.solvers.hypergraph import Hypergraph

if TYPE_CHECKING:
    from thirdcard.reductions.graph_cards import GraphCards


def random_graph(seed: int, most: int = 8) -> nx.Graph[Any]:
    random = Random(seed)
    graph = nx.gnp_random_graph(random.randint(1, most), random.random(), seed=seed)
    names = random.sample("abcdefghijklmnop", len(graph))
    named: nx.Graph[Any] = nx.relabel_nodes(graph, dict(enumerate(names)))
    return named


def min_edge_domination(graph: nx.Graph[Any], disjoint: bool) -> int:
    """Try all sets of edges, small ones first."""
    edges = [frozenset(edge) for edge in graph.edges]
    for size in range(len(edges) + 1):
        for chosen in combinations(edges, size):
            met = frozenset[Any]().union(*chosen)
            if (len(met) == 2 * size or not disjoint) and all(met & edge for edge in edges):
                return size
    raise AssertionError


def min_claims(hypergraph: Hypergraph) -> tuple[tuple[int, ...], ...]:
    """Try all sets of disjoint Sets, small ones first."""
    for size in range(len(hypergraph.edges) + 1):
        for chosen in combinations(hypergraph.edges, size):
            cards = {card for claim in chosen for card in claim}
            if len(cards) == 3 * size and all(cards & {*line} for line in hypergraph.edges):
                return chosen
    raise AssertionError


GRAPHS = [random_graph(seed) for seed in range(100)]
SMALL = [graph for graph in GRAPHS if graph.size() <= 16]


def sum_to_zero(reduced: GraphCards) -> set[tuple[int, ...]]:
    """Find all Sets by adding digits up."""
    digits = [tuple(map(int, card)) for card in reduced.cards]
    return {
        (i, j, k)
        for i, j, k in combinations(range(len(digits)), 3)
        if not any(sum(column) % 3 for column in zip(digits[i], digits[j], digits[k], strict=True))
    }


@pytest.mark.parametrize("start", range(0, 100, 20))
def test_the_only_sets_are_one_an_edge(start: int) -> None:
    for graph in GRAPHS[start : start + 20]:
        reduced = edge_domination.forward(graph)
        assert len(set(reduced.cards)) == len(graph) + graph.size()
        assert sum_to_zero(reduced) == set(reduced.claims)
        assert {frozenset(edge) for edge in reduced.edges} == {*map(frozenset, graph.edges)}
        for claim, (u, v) in zip(reduced.claims, reduced.edges, strict=True):
            roles = {list(reduced.names.values())[card] for card in claim}
            assert roles == {f"vertex {u}", f"vertex {v}", f"edge {u} {v}"}


def test_features_are_few() -> None:
    found = Counter[int]()
    for graph in nx.graph_atlas_g():
        reduced = edge_domination.forward(graph)
        assert reduced.features <= max(1, len(graph) - 1)
        assert all(len(card) == reduced.features for card in reduced.cards)
        found[reduced.features] += 1
    # Points that were passed over are tried again: else it would be more.
    assert found == {1: 4, 2: 7, 3: 56, 4: 689, 5: 497}
    assert edge_domination.forward(nx.complete_graph(2)).features == 1
    assert edge_domination.forward(nx.complete_graph(3)).features == 2
    assert edge_domination.forward(nx.petersen_graph()).features == 5
    # The paper's cards have 100 features; no fewer than 5 can tell 199 cards apart.
    assert edge_domination.forward(nx.path_graph(100)).features <= 10


def test_a_larger_graph() -> None:
    reduced = edge_domination.forward(nx.gnp_random_graph(40, 0.2, seed=3))
    assert reduced.table.hypergraph.edges == tuple(sorted(reduced.claims))
    assert 6 <= reduced.features <= 10


def test_the_unit_vectors_of_the_paper_make_one_set_an_edge() -> None:
    graph = GRAPHS[7]
    place = {vertex: i for i, vertex in enumerate(graph)}
    cards = [[int(i == j) for j in range(len(graph))] for i in range(len(graph))]
    for u, v in graph.edges:
        cards.append([2 * (i in (place[u], place[v])) for i in range(len(graph))])
    sets = [
        triple
        for triple in combinations(cards, 3)
        if not any(sum(column) % 3 for column in zip(*triple, strict=True))
    ]
    assert len(sets) == graph.size() > 5
    # Their coordinates sum to 1, so one of them follows from the others.
    assert all(sum(card) % 3 == 1 for card in cards)


def test_minimum_through_the_cards() -> None:
    assert len(SMALL) > 70
    for graph in SMALL:
        reduced = edge_domination.forward(graph)
        claims = min_claims(reduced.table.hypergraph)
        edges = edge_domination.back(reduced, claims)
        assert edge_domination.verify(graph, edges, independent=True)
        assert len(edges) == min_edge_domination(graph, disjoint=True)
        assert reduced.claims_of(edges) == claims


def test_a_minimum_need_not_be_independent_to_be_as_small() -> None:
    for graph in SMALL:
        assert min_edge_domination(graph, disjoint=False) == min_edge_domination(graph, True)


def test_edges_that_meet_are_no_disjoint_sets() -> None:
    # So an edge dominating set is not one for one a number of Sets that can be picked up.
    path = nx.path_graph(3)
    assert edge_domination.verify(path, path.edges)
    first, second = edge_domination.forward(path).claims_of(path.edges)
    assert {*first} & {*second}


def test_find_independent() -> None:
    shrunk = 0
    for seed, graph in enumerate(GRAPHS):
        random = Random(seed)
        chosen = list(graph.edges)
        random.shuffle(chosen)
        for edge in list(chosen):
            fewer = [kept for kept in chosen if kept != edge]
            if edge_domination.verify(graph, fewer):
                chosen = fewer
        found = edge_domination.find_independent(graph, chosen)
        assert edge_domination.verify(graph, found, independent=True)
        assert len(found) <= len(chosen)
        shrunk += not edge_domination.verify(graph, chosen, independent=True)
    assert shrunk > 10
    # An edge that is given up has to be replaced: 3-4 is met by nothing else.
    assert edge_domination.find_independent(nx.path_graph(5), [(1, 2), (2, 3)]) == ((1, 2), (3, 4))
    with pytest.raises(OptionError, match="no edge dominating set"):
        edge_domination.find_independent(nx.path_graph(4), [(0, 1)])


def test_verify_refuses_altered_solutions() -> None:
    graph = nx.path_graph(7)
    good = [(1, 2), (4, 5)]
    assert edge_domination.verify(graph, good, independent=True)
    assert edge_domination.verify(graph, [(2, 1), (5, 4)], independent=True)
    for bad in ([], [(1, 2)], [(1, 2), (4, 6)], [(1, 2), (3, 4)], [(1, 2), (4,)], [(1, 2), (8, 9)]):
        assert not edge_domination.verify(graph, bad)
    assert edge_domination.verify(graph, [*good, (5, 6)])
    assert not edge_domination.verify(graph, [*good, (5, 6)], independent=True)
    assert not edge_domination.verify(graph, [*good, (1, 2)], independent=True)


def test_degenerate_graphs() -> None:
    empty = edge_domination.forward(nx.Graph())
    assert (empty.cards, empty.features, empty.names) == ((), 1, {})
    lonely = edge_domination.forward(nx.empty_graph(5))
    assert lonely.claims == ()
    assert len(lonely.cards) == 5
    assert edge_domination.verify(nx.empty_graph(5), [])


def test_names_are_the_labels_of_the_file() -> None:
    graph = nx.Graph([(0, 1)])
    graph.nodes[0]["label"] = "left"
    graph.nodes[1]["label"] = "right"
    names = edge_domination.forward(graph).names
    assert list(names.values()) == ["vertex left", "vertex right", "edge left right"]


def test_bad_input() -> None:
    with pytest.raises(OptionError, match="loop at vertex 2: expected a simple graph"):
        edge_domination.forward(nx.Graph([(1, 2), (2, 2)]))
    with pytest.raises(OptionError, match="directed or parallel"):
        edge_domination.forward(nx.DiGraph([(1, 2)]))
    with pytest.raises(OptionError, match="directed or parallel"):
        edge_domination.forward(nx.MultiGraph([(1, 2), (1, 2)]))
    reduced = edge_domination.forward(nx.path_graph(3))
    with pytest.raises(OptionError, match=r"cards \(0, 1, 4\) are no Set"):
        edge_domination.back(reduced, [(0, 1, 4)])
    with pytest.raises(OptionError, match=r"\(0, 2\) is no edge"):
        reduced.claims_of([(0, 2)])


def test_other_sets_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_cards, "_place_vertices", lambda near: (list(range(len(near))), 2))
    with pytest.raises(CheckError, match="Sets that are no edge"):
        edge_domination.forward(nx.empty_graph(3))


def test_solve() -> None:
    pytest.importorskip("thirdcard.solvers.domination")
    for graph in SMALL:
        answer = edge_domination.solve(graph)
        assert (answer.status, answer.value) == ("optimal", min_edge_domination(graph, True))
        vertices = list(graph)
        edges = [(vertices[i], vertices[j]) for i, j in answer.witness]
        assert edge_domination.verify(graph, edges, independent=True)
    with pytest.raises(OptionError, match="seconds"):
        edge_domination.solve(nx.path_graph(3), seconds=0)


def test_solve_within_a_limit() -> None:
    pytest.importorskip("thirdcard.solvers.domination")
    graph = nx.gnp_random_graph(60, 0.1, seed=1)
    answer = edge_domination.solve(graph, seconds=0.2)
    assert answer.bound is not None
    if answer.value is not None:
        assert answer.bound <= answer.value
        assert edge_domination.verify(graph, answer.witness, independent=True)
