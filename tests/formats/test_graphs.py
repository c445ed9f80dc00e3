"""Graphs are read in all formats as they were written, and bad ones are refused."""

from itertools import combinations
from typing import Any, get_args

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.errors import MalformedError, OptionError
from thirdcard.formats.graphs import Kind, read_graph, write_graph

Graph = Any
KINDS: tuple[Kind, ...] = get_args(Kind)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    graph: Graph = nx.Graph()
    graph.add_nodes_from(range(draw(st.integers(0, 9))))
    graph.add_edges_from(pair for pair in combinations(graph, 2) if draw(st.booleans()))
    return graph


def labels(graph: Graph) -> list[Any]:
    return [label for _, label in graph.nodes(data="label")]


@given(graphs(), st.sampled_from(KINDS))
def test_round_trip(graph: Graph, kind: Kind) -> None:
    again = read_graph(write_graph(graph, kind))
    assert list(again) == list(graph)
    assert {frozenset(edge) for edge in again.edges} == {frozenset(edge) for edge in graph.edges}
    first = 1 if kind in ("col", "gr") else 0
    assert labels(again) == list(range(first, first + len(graph)))


@given(graphs())
def test_networkx_agrees(graph: Graph) -> None:
    by_graph6 = nx.from_graph6_bytes(write_graph(graph, "graph6").strip().encode())
    code: Any = write_graph(graph, "sparse6").strip().encode()
    by_sparse6 = nx.from_sparse6_bytes(code)
    assert nx.utils.graphs_equal(nx.empty_graph(len(graph)), nx.create_empty_copy(by_graph6))
    for other in (by_graph6, by_sparse6):
        assert {frozenset(edge) for edge in other.edges} == set(map(frozenset, graph.edges))
    header = nx.to_graph6_bytes(graph, header=True).decode()
    assert set(read_graph(header).edges) == set(read_graph(write_graph(graph, "graph6")).edges)


@given(graphs(), st.lists(st.text("ab1é", min_size=1), min_size=9, max_size=9, unique=True))
def test_labels_of_edge_lists(graph: Graph, names: list[str]) -> None:
    nx.set_node_attributes(graph, dict(zip(graph, names, strict=False)), "label")
    again = read_graph(write_graph(graph, "edges"))
    place = {str(label): i for i, label in enumerate(labels(again))}
    if all(name.isdigit() for name in names[: len(graph)]):
        return  # numbers are read as numbers
    assert labels(again) == names[: len(graph)]
    edges = {frozenset((place[names[a]], place[names[b]])) for a, b in graph.edges}
    assert {frozenset(edge) for edge in again.edges} == edges


@pytest.mark.parametrize(
    "text",
    [
        "c a path\np edge 3 2\ne 1 2\ne 2 3\n",
        "p col 3 2\nn 1 7\ne 2 1\n\ne 3 2",
        "p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
        "p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
        "p tw 3 2\r\nc\r\n1 2\r\n2 3\r\n",
        "p ds 3 2\n2 1\n3 2\n",
        "c\nc\np 3 2\n1 2\n2 3\n",
        "p 3 2\ne 1 2\ne 2 3\n",
        "Bg\n",
        ">>graph6<<Bg",
        ":Bc\n",
        ">>sparse6<<:Bc\n",
        "# a path\n10 20\n20 30 # the last\n",
        "b a\na c\n",
        "30 20\n10 20\n",
    ],
)
def test_a_path(text: str) -> None:
    graph = read_graph(text)
    assert list(graph) == [0, 1, 2]
    assert sorted(degree for _, degree in graph.degree) == [1, 1, 2]
    assert graph.number_of_edges() == 2


def test_labels() -> None:
    assert labels(read_graph("p tw 2 0\n")) == [1, 2]
    assert labels(read_graph("A_")) == [0, 1]
    assert labels(read_graph("b a\na c\n")) == ["b", "a", "c"]
    assert labels(read_graph("10 9\n9 8\n")) == [8, 9, 10]
    assert labels(read_graph("1 01\n")) == ["1", "01"]


def test_a_known_name_decides() -> None:
    assert labels(read_graph("ab\n", name="x.edges")) == ["ab"]
    with pytest.raises(MalformedError, match="graph6"):
        read_graph("ab\n", name="x.g6")
    with pytest.raises(MalformedError, match="expected 'p edge N M'"):
        read_graph("1 2\n", name="folder/X.COL")
    with pytest.raises(MalformedError, match="expected the two ends of an edge"):
        read_graph("p edge 2 0\n", name="x.edgelist")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty file: expected a graph"),
        (" \n\n", "an empty file: expected a graph"),
        ("p edge 3\n", "line 1: 'p edge 3': expected 'p edge N M' or 'p tw N M'"),
        ("p edge 3 2 1\ne 1 2\n", "line 1: 'p edge 3 2 1': expected the two ends of an edge"),
        ("c\np edge x 2\n", "line 2: 'x': expected the number of vertices"),
        ("p edge 3 y\n", "line 1: 'y': expected the number of edges"),
        ("p edge -3 2\n", "line 1: -3 vertices: expected 0 to 1000000"),
        ("p edge 3000000000 0\n", "line 1: 3000000000 vertices: expected 0 to 1000000"),
        ("p tw 3 -1\n", "line 1: -1 edges: expected 0 or more"),
        ("p cnf 3 2\n1 0\n2 0\n", "line 1: 'p cnf' is a formula: expected a graph"),
        ("p htd 3 1\n1 1 2 3\n", "line 1: 'p htd' is a hypergraph: expected a graph"),
        ("p sp 3 1\na 1 2 3\n", "line 1: 'p sp' is a network of arcs: expected a graph"),
        ("e 1 2\np edge 2 1\n", "line 1: 'e': expected 'p edge N M' or 'p tw N M' first"),
        ("p edge 2 1\np edge 2 1\ne 1 2\n", "line 2: a second problem line: expected one"),
        ("p edge 2 1\n1 2\n", "line 2: '1 2': expected an edge, 'e U V'"),
        ("p tw 2 1\ne 1 2\n", "line 2: 'e 1 2': expected an edge, 'U V'"),
        ("p 2 1\nf 1 2\n", "line 2: 'f 1 2': expected an edge, 'U V' or 'e U V'"),
        ("p edge 2 1\ne 1 x\n", "line 2: 'x': expected a vertex from 1 to 2"),
        ("p edge 2 1\ne 1 3\n", "line 2: vertex 3: expected 1 to 2"),
        ("p tw 2 1\n0 1\n", "line 2: vertex 0: expected 1 to 2"),
        ("p tw 2 1\n2 2\n", "line 2: vertex 2 is joined to itself: expected no loops"),
        ("p tw 2 2\n1 2\nc\n1 2\n", "line 4: edge 1 2 again, after line 2: expected it once"),
        ("p tw 2 2\n1 2\n2 1\n", "line 3: edge 2 1 again, after line 2: expected it once"),
        ("p edge 2 2\ne 1 2\ne 1 2\n", "line 3: edge 1 2 again, after line 2"),
        (
            "p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n",
            "line 3: an edge in both directions: expected all edges so, or none",
        ),
        ("p edge 3 3\ne 1 2\ne 2 3\n", "line 3: 2 edges: expected 3, as the p line says"),
        ("p tw 3 1\n1 2\n2 3\n", "line 3: 2 edges: expected 1, as the p line says"),
        ("a b c\n", "line 1: 'a b c': expected the two ends of an edge"),
        ("a b\nb b\n", "line 2: 'b' is joined to itself: expected no loops"),
        ("a b\n\nb a\n", "line 3: edge 'b' 'a' again, after line 1: expected it once"),
        ("a \x07\n", r"line 1: '\\x07': expected the name of a vertex"),
        ("hello\n", "line 1: 'hello': expected a graph as graph6 or sparse6"),
        ("Bg\nBg\n", "2 lines that are no edges: expected one graph of one line, or edges"),
        ("\x89PNG\x1a\x00", r"line 1: '\\x89PNG\\x1a\\x00': expected a graph as graph6"),
        ("~", "line 1: '~': expected a graph as graph6"),
        (":", "line 1: ':': expected a graph as graph6"),
        (":~~?~~~~~", "line 1: 1073741823 vertices: expected at most 1000000"),
    ],
)
def test_bad_graphs(text: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message) as error:
        read_graph(text)
    assert len(str(error.value).splitlines()) == 1


def test_loops_and_parallel_edges_of_sparse6() -> None:
    for edges, message in (
        ([(0, 1), (2, 2)], "vertex 2 is joined to itself: expected no loops"),
        ([(0, 1), (0, 1), (1, 2)], "has an edge twice: expected each once"),
    ):
        code = nx.to_sparse6_bytes(nx.MultiGraph(edges), header=False).decode()
        with pytest.raises(MalformedError, match=message):
            read_graph(code)


@given(st.text("pce tw gh:~?#012-\n\t\x00é", max_size=30) | st.text(max_size=30))
def test_garbage(text: str) -> None:
    message = ""
    graph: Graph = nx.Graph()
    try:
        graph = read_graph(text)
    except MalformedError as error:
        message = str(error)
    assert message.isprintable()
    assert list(graph) == list(range(len(graph)))
    assert nx.number_of_selfloops(graph) == 0


@pytest.mark.parametrize(
    ("graph", "kind", "message"),
    [
        (nx.path_graph(2), "dot", "graph format 'dot': expected one of col, gr, graph6"),
        (nx.DiGraph([(0, 1)]), "col", "expected an undirected graph without loops"),
        (nx.Graph([(0, 0)]), "gr", "expected an undirected graph without loops"),
        (nx.MultiGraph([(0, 1), (0, 1)]), "gr", "expected a graph without parallel edges"),
    ],
)
def test_unwritable(graph: Graph, kind: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        write_graph(graph, kind)


@pytest.mark.parametrize(
    "names", [["a b", "c"], ["#a", "c"], ["", "c"], ["a", "a"], ["a\x00", "b"]]
)
def test_unwritable_labels(names: list[str]) -> None:
    graph = nx.path_graph(2)
    nx.set_node_attributes(graph, dict(enumerate(names)), "label")
    with pytest.raises(OptionError, match="label"):
        write_graph(graph, "edges")
