"""Arc Kayles through the duel on the cards of a graph, against a plain search of both."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Literal

import networkx as nx
import pytest

from thirdcard.errors import CheckError, OptionError
from thirdcard.reductions import arc_kayles
from thirdcard.solvers.result import GameAnswer


def random_graph(seed: int) -> nx.Graph[Any]:
    random = Random(seed)
    graph = nx.gnp_random_graph(random.randint(0, 8), random.random(), seed=seed)
    names = random.sample("abcdefghijklmnop", len(graph))
    named: nx.Graph[Any] = nx.relabel_nodes(graph, dict(enumerate(names)))
    return named


GRAPHS = [random_graph(seed) for seed in range(100)]


@cache
def nimber(edges: frozenset[frozenset[Any]]) -> int:
    """Return the mex of what can be moved to: taking an edge removes all that it meets."""
    reached = {nimber(without(edges, edge)) for edge in edges}
    return next(value for value in range(len(reached) + 1) if value not in reached)


def without(edges: frozenset[frozenset[Any]], taken: frozenset[Any]) -> frozenset[frozenset[Any]]:
    return frozenset(edge for edge in edges if not edge & taken)


def sets_of(items: Any) -> frozenset[frozenset[Any]]:
    return frozenset(map(frozenset, items))


def name(value: int) -> Literal["first", "second"]:
    return "first" if value else "second"


def other(winner: str) -> Literal["first", "second"]:
    return "second" if winner == "first" else "first"


def test_the_games_are_the_same() -> None:
    winners = set()
    for graph in GRAPHS:
        reduced = arc_kayles.forward(graph)
        edges, lines = sets_of(graph.edges), sets_of(reduced.table.hypergraph.edges)
        value = nimber(lines)
        assert value == nimber(edges)
        winning = [line for line in lines if not nimber(without(lines, line))]
        moves = arc_kayles.back(reduced, [tuple(line) for line in winning])
        assert sets_of(moves) == {e for e in edges if not nimber(without(edges, e))}
        assert arc_kayles.verify(graph, name(value), moves)
        winners.add(name(value))
    assert winners == {"first", "second"}


def test_verify_refuses_the_wrong_winner_and_moves_that_lose() -> None:
    refused = 0
    for graph in GRAPHS:
        edges = sets_of(graph.edges)
        value = nimber(edges)
        assert arc_kayles.verify(graph, name(value))
        assert not arc_kayles.verify(graph, other(name(value)))
        for edge in edges:
            if nimber(without(edges, edge)):
                assert not arc_kayles.verify(graph, name(value), [tuple(edge)])
                refused += 1
    assert refused > 200
    assert not arc_kayles.verify(nx.path_graph(4), "first", [(0, 3)])
    assert not arc_kayles.verify(nx.path_graph(4), "first", [(1,)])


def test_complete_graphs_are_decided_by_parity() -> None:
    for size in range(2, 10):
        assert arc_kayles.verify(nx.complete_graph(size), name(size // 2 % 2))


def test_degenerate_graphs() -> None:
    graphs: list[nx.Graph[Any]] = [nx.Graph(), nx.empty_graph(4)]
    for graph in graphs:
        assert arc_kayles.forward(graph).claims == ()
        assert arc_kayles.verify(graph, "second")


def test_bad_input() -> None:
    loop = nx.Graph([(0, 0)])
    with pytest.raises(OptionError, match="loop"):
        arc_kayles.forward(loop)
    with pytest.raises(OptionError, match="loop"):
        arc_kayles.verify(loop, "first")
    with pytest.raises(OptionError, match="no Set"):
        arc_kayles.back(arc_kayles.forward(nx.path_graph(3)), [(0, 1)])


def test_solve() -> None:
    pytest.importorskip("thirdcard.solvers.duel")
    pytest.importorskip("thirdcard.solvers.kayles")
    for graph in GRAPHS:
        answer = arc_kayles.solve(graph)
        edges = sets_of(graph.edges)
        value = nimber(edges)
        assert (answer.status, answer.winner, answer.nimber) == ("optimal", name(value), value)
        vertices = list(graph)
        moves = [(vertices[i], vertices[j]) for i, j in answer.moves]
        assert sets_of(moves) == {e for e in edges if not nimber(without(edges, e))}
        assert "; confirmed on the graph" in answer.method
    with pytest.raises(OptionError, match="seconds"):
        arc_kayles.solve(nx.path_graph(3), seconds=-1)


def test_solve_notices_searches_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("thirdcard.solvers.duel")
    kayles = pytest.importorskip("thirdcard.solvers.kayles")
    wrong = [
        GameAnswer("kayles", "second", 0, (), "optimal", "wrong", 0.0),
        GameAnswer("kayles", "first", 3, ((1, 2),), "optimal", "wrong", 0.0),
        GameAnswer("kayles", "first", 2, ((0, 1),), "optimal", "wrong", 0.0),
    ]
    graph = nx.path_graph(4)
    assert arc_kayles.solve(graph).nimber == 2
    for answer in wrong:
        monkeypatch.setattr(kayles, "solve_kayles", lambda *_, answer=answer, **__: answer)
        with pytest.raises(CheckError, match="do not agree"):
            arc_kayles.solve(graph)
    stopped = GameAnswer("kayles", None, None, (), "limit", "stopped", 0.0)
    monkeypatch.setattr(kayles, "solve_kayles", lambda *_, **__: stopped)
    assert "not confirmed" in arc_kayles.solve(graph).method
