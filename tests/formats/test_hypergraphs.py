"""Hypergraphs are read as they were written, and bad ones are refused."""

from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.geometry import Space
from thirdcard.errors import MalformedError, OptionError
from thirdcard.formats.hypergraphs import (
    Problem,
    line_intersection_graph,
    read_hgr,
    write_hgr,
)
from thirdcard.solvers.hypergraph import Hypergraph, Table


@st.composite
def hypergraphs(draw: st.DrawFn) -> Hypergraph:
    size = draw(st.integers(0, 9))
    triples = list(combinations(range(size), 3))
    edges = draw(st.lists(st.sampled_from(triples), unique=True)) if triples else []
    return Hypergraph.of(size, edges)


@given(hypergraphs(), st.sampled_from(get_args(Problem)))
def test_round_trip(hypergraph: Hypergraph, problem: Problem) -> None:
    assert read_hgr(write_hgr(hypergraph, problem=problem)) == hypergraph


def test_the_whole_deck() -> None:
    deck = Table(Space(4), tuple(range(81))).hypergraph
    text = write_hgr(deck)
    assert text.startswith("p htd 81 1080\n1 1 2 3\n")
    assert read_hgr(text) == deck


def test_any_order_and_comments() -> None:
    text = "c example\np htd 6 2\r\n2 6 4 5\r\n\r\nc more\n1 3 2 1\n"
    assert read_hgr(text) == Hypergraph(6, ((0, 1, 2), (3, 4, 5)))
    assert read_hgr("p hs 6 2\n6 4 5\n3 2 1") == read_hgr(text)
    assert read_hgr("p hs 0 0\n") == Hypergraph(0, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no problem line: expected 'p htd N M' or 'p hs N M'"),
        ("1 2 3\n", "line 1: '1': expected 'p htd N M' or 'p hs N M' first"),
        ("p tw 3 1\n1 2\n", "line 1: 'p tw 3 1': expected 'p htd N M' or 'p hs N M'"),
        ("p hs 3\n", "line 1: 'p hs 3': expected"),
        ("p hs a 1\n", "line 1: 'a': expected the number of vertices"),
        ("p hs 3 b\n", "line 1: 'b': expected the number of edges"),
        ("p hs -3 1\n", "line 1: -3 vertices: expected 0 to 1000000"),
        ("p hs 10000000 1\n", "line 1: 10000000 vertices: expected 0 to 1000000"),
        ("p hs 3 -1\n", "line 1: -1 edges: expected 0 or more"),
        ("p hs 3 1\np hs 3 1\n1 2 3\n", "line 2: a second problem line: expected one"),
        ("p hs 3 1\n1 2 x\n", "line 2: 'x': expected a vertex from 1 to 3"),
        ("p hs 3 1\n1 2 4\n", "line 2: vertex 4: expected 1 to 3"),
        ("p htd 3 1\n1 0 1 2\n", "line 2: vertex 0: expected 1 to 3"),
        ("p hs 3 1\n1 2\n", "line 2: an edge of 2 vertices: expected 3 in every edge"),
        ("p htd 4 1\n1 1 2 3 4\n", "line 2: an edge of 4 vertices: expected 3 in every edge"),
        ("p hs 3 1\n1 2 2\n", "line 2: an edge with a vertex twice: expected 3 different ones"),
        ("p hs 3 2\n1 2 3\n3 2 1\n", "line 3: the edge of line 2 again: expected each once"),
        ("p htd 4 2\n1 1 2 3\n1 2 3 4\n", "line 3: edge number 1 again, after line 2"),
        ("p htd 4 2\n1 1 2 3\n3 2 3 4\n", "line 3: edge number 3: expected 1 to 2"),
        ("p htd 4 2\ne 1 2 3\n", "line 2: 'e': expected the number of an edge from 1 to 2"),
        ("p hs 4 2\n1 2 3\n\n", "line 2: 1 edges: expected 2, as the p line says"),
        ("p hs 4 1\n1 2 3\n2 3 4\n", "line 3: 2 edges: expected 1, as the p line says"),
        ("\x00\x01\x02", "line 1: .*: expected 'p htd N M'"),
    ],
)
def test_bad_hypergraphs(text: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message) as error:
        read_hgr(text)
    assert len(str(error.value).splitlines()) == 1


@given(st.text("p htdsc 0123-\n\x00é", max_size=40) | st.text(max_size=40))
def test_garbage(text: str) -> None:
    try:
        read_hgr(text)
        message = ""
    except MalformedError as error:
        message = str(error)
    assert message.isprintable()


def test_unknown_problem() -> None:
    with pytest.raises(OptionError, match="problem 'tw': expected htd or hs"):
        write_hgr(Hypergraph(3, ()), problem="tw")  # type: ignore[arg-type]


@given(hypergraphs())
def test_line_intersection_graph(hypergraph: Hypergraph) -> None:
    graph: Any = line_intersection_graph(hypergraph)
    assert list(graph) == list(range(len(hypergraph.edges)))
    for a, b in combinations(graph, 2):
        meet = bool(set(hypergraph.edges[a]) & set(hypergraph.edges[b]))
        assert graph.has_edge(a, b) == meet
    for number, label in graph.nodes(data="label"):
        assert tuple(map(int, label.split("-"))) == hypergraph.edges[number]
