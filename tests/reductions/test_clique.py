"""Cliques with a vertex of each part, through the one-round game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import networkx as nx
import pytest

from thirdcard.errors import CheckError, MalformedError, OptionError
from thirdcard.formats.graphs import read_graph
from thirdcard.reductions import clique
from thirdcard.reductions.clique import CliqueCards, back, forward, read_parts, solve, verify
from thirdcard.solvers.matching import find_matching, is_matching, read_cards_file
from thirdcard.solvers.result import Answer

Graph = Any
Parts = list[list[int]]


def draw(seed: int) -> tuple[Graph, Parts]:
    """Return a random graph whose vertices are in 2 to 4 parts of any size, edges inside too."""
    rng = Random(seed)
    count = rng.choice([2, 3, 3, 4])
    sizes = [rng.randint(1, 4) for _ in range(count)]
    names = rng.sample(range(100), sum(sizes))
    graph: Graph = nx.Graph()
    graph.add_nodes_from(names)
    density = rng.choice([0.05, 0.3, 0.5, 0.7])
    graph.add_edges_from(e for e in combinations(names, 2) if rng.random() < density)
    rest = iter(rng.sample(names, len(names)))
    return graph, [[next(rest) for _ in range(size)] for size in sizes]


def has_clique(graph: Graph, parts: Parts) -> bool:
    """Ask networkx: a clique of k vertices in the graph without the edges inside of parts."""
    between = graph.copy()
    for part in parts:
        between.remove_edges_from(list(between.subgraph(part).edges))
    return max(map(len, nx.find_cliques(between))) == len(parts)


def iter_sets(reduced: CliqueCards) -> Iterator[tuple[int, ...]]:
    """Yield all Sets among the cards, by looking at all choices."""
    for chosen in combinations(range(len(reduced.cards)), reduced.values):
        if is_matching(reduced.cards, chosen, reduced.values):
            yield chosen


def test_hundred_graphs() -> None:
    seen = set()
    for seed in range(120):
        graph, parts = draw(seed)
        answer = solve(graph, parts)
        expected = has_clique(graph, parts)
        assert answer.problem == "clique"
        assert answer.value is expected, seed
        assert answer.status == ("optimal" if expected else "infeasible")
        if expected:
            names = list(graph)
            found = [names[number] for number in answer.witness[0]]
            assert all(v in part for v, part in zip(found, parts, strict=True))
            assert all(graph.has_edge(u, v) for u, v in combinations(found, 2))
        seen.add((len(parts), expected))
    assert seen == set(product((2, 3, 4), (False, True)))


@pytest.mark.parametrize("perfect", [False, True])
def test_sets_that_may_agree_give_the_same(perfect: bool) -> None:
    for seed in range(120, 160):
        graph, parts = draw(seed)
        reduced = forward(graph, parts)
        answer = find_matching(reduced.cards, reduced.values, perfect=perfect)
        assert answer.value is has_clique(graph, parts)
        if answer.value:
            assert verify(graph, parts, back(reduced, answer.witness[0]))


def test_every_set_is_perfect_for_three_parts() -> None:
    """Corollary 1, by looking at all choices of 6 cards."""
    sets = 0
    for seed in range(25):
        rng = Random(seed)
        parts = [[0, 1], [2, 3], [4, 5]] if seed % 2 else [[0], [1, 2], [3, 4, 5]]
        graph = nx.Graph(e for e in combinations(range(6), 2) if rng.random() < 0.6)
        graph.add_nodes_from(range(6))
        reduced = forward(graph, parts)
        found = list(iter_sets(reduced))
        cliques = [c for c in product(*parts) if verify(graph, parts, c)]
        # There is one Set for each clique, and it is perfect.
        assert sorted(back(reduced, chosen) for chosen in found) == sorted(cliques)
        for chosen in found:
            assert is_matching(reduced.cards, chosen, reduced.values, perfect=True)
        sets += len(found)
    assert sets > 20


def test_corollary_fails_for_two_parts() -> None:
    """Two edges and the vertex that they have not: a Set that agrees, against Corollary 1."""
    graph = nx.Graph([(0, 2), (0, 3)])
    graph.add_node(1)
    parts = [[0, 1], [2, 3]]
    reduced = forward(graph, parts)
    chosen = [reduced.ends.index(ends) for ends in [(1,), (0, 2), (0, 3)]]
    assert is_matching(reduced.cards, chosen, 3)
    assert not is_matching(reduced.cards, chosen, 3, perfect=True)
    assert back(reduced, chosen) == (0, 2)


def test_every_set_gives_a_clique_of_two_parts() -> None:
    agreeing = 0
    for seed in range(60):
        rng = Random(seed)
        sizes = rng.randint(1, 3), rng.randint(1, 3)
        parts = [list(range(sizes[0])), list(range(sizes[0], sum(sizes)))]
        graph: Graph = nx.empty_graph(sum(sizes))
        graph.add_edges_from(e for e in product(*parts) if rng.random() < 0.5)
        reduced = forward(graph, parts)
        found = list(iter_sets(reduced))
        assert bool(found) == bool(graph.edges)
        for chosen in found:
            assert verify(graph, parts, back(reduced, chosen))
            agreeing += not is_matching(reduced.cards, chosen, 3, perfect=True)
    assert agreeing > 0


def test_size_is_as_the_theorem_says() -> None:
    k, n = 4, 3
    graph = nx.complete_multipartite_graph(*[n] * k)
    parts = [list(range(i * n, i * n + n)) for i in range(k)]
    reduced = forward(graph, parts)
    assert reduced.values == k + k * (k - 1) // 2
    assert reduced.dimensions == n * k * (k - 1)
    assert {len(card) for card in reduced.cards} == {reduced.dimensions}
    assert len(reduced.cards) == len(graph) + graph.number_of_edges()
    assert len(set(reduced.cards)) == len(reduced.cards)


def test_cards_of_figure_1_and_2() -> None:
    """A vertex has its part's value but for its features, an edge its pair's but for its ends."""
    graph = nx.Graph([("a", "c"), ("c", "d"), ("a", "d"), ("b", "d")])
    reduced = forward(graph, [["a", "b"], ["c"], ["d"]])
    cards = dict(zip(reduced.ends, reduced.cards, strict=True))
    # Parts are 0, 1, 2, pairs 01, 02, 12 are 3, 4, 5; groups 0-01, 0-02, 1-01, 1-12, 2-02, 2-12.
    assert cards[("a",)] == (3, 0, 4, 0, 0, 0, 0, 0)
    assert cards[("b",)] == (0, 3, 0, 4, 0, 0, 0, 0)
    assert cards[("d",)] == (2, 2, 2, 2, 2, 2, 4, 5)
    assert cards[("a", "c")] == (0, 3, 3, 3, 1, 3, 3, 3)
    assert cards[("b", "d")] == (4, 4, 4, 0, 4, 4, 2, 4)
    (chosen,) = iter_sets(reduced)
    assert back(reduced, chosen) == ("a", "c", "d")


def test_names_and_lines() -> None:
    graph = nx.Graph([(0, 1)])
    graph.nodes[0]["label"] = "7"
    reduced = forward(graph, [[1], [0]])
    assert reduced.names == {
        "2 0": "vertex 1 of part 1",
        "1 2": "vertex 7 of part 2",
        "0 1": "edge 1 7",
    }
    text = "\n".join(reduced.lines)
    assert tuple(read_cards_file(text, reduced.values)) == reduced.cards


def test_empty_part() -> None:
    graph = nx.Graph([(0, 1)])
    assert solve(graph, [[0], [1], []]).value is False
    assert solve(graph, [[0, 1], []]).value is False
    assert solve(nx.Graph(), [[], []]).value is False


def test_verify() -> None:
    graph = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3)])
    parts = [[0], [1, 3], [2]]
    assert verify(graph, parts, (0, 1, 2))
    assert verify(graph, parts, (2, 1, 0))
    assert not verify(graph, parts, (0, 3, 2))
    assert not verify(graph, parts, (0, 1))
    assert not verify(graph, parts, (1, 3, 2))
    assert not verify(graph, parts, (0, 0, 2))
    assert not verify(graph, parts, (0, 1, 9))


def test_back_refuses_what_is_no_set() -> None:
    graph, parts = nx.complete_graph(3), [[0], [1], [2]]
    reduced = forward(graph, parts)
    assert back(reduced, range(6)) == (0, 1, 2)
    for chosen in [range(5), [0, 1, 2, 3, 4, 4], [0, 1, 2, 3, 4, 9]]:
        with pytest.raises(OptionError, match="expected a Set of 6 cards"):
            back(reduced, chosen)


def test_solve_stops() -> None:
    graph = nx.gnp_random_graph(60, 0.5, seed=1)
    parts = [list(range(i, 60, 6)) for i in range(6)]
    answer = solve(graph, parts, seconds=1e-9)
    assert (answer.value, answer.status, answer.witness) == (None, "limit", ())


def test_solve_withholds_what_is_no_clique(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clique, "back", lambda reduced, chosen: (0, 1, 1))
    with pytest.raises(CheckError, match="no clique"):
        solve(nx.complete_graph(3), [[0], [1], [2]])


def test_solve_says_what_the_matching_says(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, bool]] = []

    def find(cards: Any, values: int, *, perfect: bool, seconds: float | None) -> Answer:
        seen.append((values, perfect))
        return Answer("matching", None, (), "limit", None, "CP-SAT", 1.0)

    monkeypatch.setattr(clique, "find_matching", find)
    answer = solve(nx.complete_graph(3), [[0], [1], [2]])
    assert (answer.value, answer.status) == (None, "limit")
    assert answer.method == "perfect matching of cards: CP-SAT"
    assert seen == [(6, True)]


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("graph", "parts", "message"),
    [
        (nx.path_graph(3), [[0, 1, 2]], "1 parts: expected at least 2; of one, any vertex will do"),
        (nx.path_graph(3), [], "0 parts: expected at least 2; of one, any vertex will do"),
        (nx.path_graph(3), [[0], [1]], "vertex 2 is in no part: expected each vertex in one"),
        (nx.path_graph(2), [[0], [1, 0]], "vertex 0 is in the parts twice: expected once"),
        (nx.path_graph(2), [[0, 7], [1]], "7 in a part: expected a vertex of the graph"),
        (nx.Graph([(0, 1), (1, 1)]), [[0], [1]], "the graph has a loop at vertex 1: expected none"),
        (
            nx.MultiGraph([(0, 1)]),
            [[0], [1]],
            "the graph has directed or parallel edges: expected a simple graph",
        ),
        (
            nx.DiGraph([(0, 1)]),
            [[0], [1]],
            "the graph has directed or parallel edges: expected a simple graph",
        ),
    ],
)
def test_bad_graphs(graph: Graph, parts: Parts, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        forward(graph, parts)
    assert str(caught.value) == message


def test_read_parts() -> None:
    graph = nx.path_graph(4)
    assert read_parts("0 2\n\n 1  3 \n", graph) == [[0, 2], [1, 3]]
    for vertex in graph:
        graph.nodes[vertex]["label"] = str(vertex + 1)
    assert read_parts("1 3\n4 2", graph) == [[0, 2], [3, 1]]


def test_files() -> None:
    """Vertices of a DIMACS file are called by their numbers from 1."""
    graph = read_graph("p edge 4 4\ne 1 2\ne 2 4\ne 1 4\ne 3 4\n")
    parts = read_parts("1\n2 3\n4\n", graph)
    assert parts == [[0], [1, 2], [3]]
    assert solve(graph, parts).witness == ((0, 1, 3),)
    assert forward(graph, parts).labels[3] == "4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no parts: expected one a line"),
        ("0 1\n2 4\n", "line 2: '4'; expected a vertex of the graph"),
        ("0 1\n\n2 1\n", "line 3: vertex 1 is in line 1 already; expected each once"),
        ("0 0\n1 2\n", "line 1: vertex 0 is in line 1 already; expected each once"),
        ("0\n2\n", "vertex 1 is in no part; expected each vertex once"),
        ("0\n" + "x" * 99, f"line 2: '{'x' * 20}…'; expected a vertex of the graph"),
    ],
)
def test_bad_parts(text: str, message: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_parts(text, nx.path_graph(3))
    assert str(caught.value) == message
