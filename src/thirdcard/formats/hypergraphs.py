"""Hypergraphs in the ``.hgr`` formats of the PACE challenges, and the graph of their edges.

=========  ===================================================================================
PACE 2019  ``p htd N M``, then ``NUMBER U V W`` a line, the edges numbered from 1 (hypertrees)
PACE 2025  ``p hs N M``, then ``U V W`` a line (hitting sets)
=========  ===================================================================================

Comments begin with ``c``.  The problems here are about edges of three vertices: others are refused.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from thirdcard.errors import MalformedError, OptionError
from thirdcard.formats.lines import (
    MOST_VERTICES,
    describe,
    fail,
    iter_lines,
    parse_number,
    parse_vertex,
)
from thirdcard.solvers.hypergraph import Hypergraph

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Problem", "line_intersection_graph", "read_hgr", "write_hgr"]

Problem = Literal["htd", "hs"]
"""The challenges: hypertree decompositions of 2019, hitting sets of 2025."""


def read_hgr(text: str) -> Hypergraph:
    r"""Read a hypergraph all of whose edges have three vertices, in either format.

    Raises:
        MalformedError: no or a wrong problem line, an edge of more or fewer vertices, with a vertex
            twice or out of range, an edge or edge number there twice, more than `MOST_VERTICES`
            vertices, or not as many edges as announced.

    >>> read_hgr("p hs 5 2\n1 2 3\n5 3 4\n").edges
    ((0, 1, 2), (2, 3, 4))
    """
    problem: tuple[str, int, int] | None = None
    edges: dict[tuple[int, ...], int] = {}
    numbers: dict[int, int] = {}
    line = 1
    for line, words in iter_lines(text, "c"):
        if words[0] == "p":
            if problem is not None:
                raise fail(line, "a second problem line: expected one")
            problem = _parse_problem(line, words)
            continue
        if problem is None:
            raise fail(line, f"{describe(words[0])}: expected 'p htd N M' or 'p hs N M' first")
        kind, vertices, announced = problem
        ends = words
        if kind == "htd":
            ends = words[1:]
            number = parse_number(line, words[0], f"the number of an edge from 1 to {announced}")
            if not 1 <= number <= announced:
                raise fail(line, f"edge number {number}: expected 1 to {announced}")
            if number in numbers:
                raise fail(line, f"edge number {number} again, after line {numbers[number]}")
            numbers[number] = line
        edge = tuple(sorted(parse_vertex(line, word, vertices) for word in ends))
        if len(edge) != 3:
            raise fail(line, f"an edge of {len(edge)} vertices: expected 3 in every edge")
        if len(set(edge)) != 3:
            raise fail(line, "an edge with a vertex twice: expected 3 different ones")
        if edge in edges:
            raise fail(line, f"the edge of line {edges[edge]} again: expected each once")
        edges[edge] = line
    if problem is None:
        raise MalformedError("no problem line: expected 'p htd N M' or 'p hs N M'")
    if len(edges) != problem[2]:
        raise fail(line, f"{len(edges)} edges: expected {problem[2]}, as the p line says")
    return Hypergraph.of(problem[1], edges)


def _parse_problem(line: int, words: list[str]) -> tuple[str, int, int]:
    if len(words) != 4 or words[1] not in ("htd", "hs"):
        raise fail(line, f"{describe(' '.join(words))}: expected 'p htd N M' or 'p hs N M'")
    vertices = parse_number(line, words[2], "the number of vertices")
    edges = parse_number(line, words[3], "the number of edges")
    if not 0 <= vertices <= MOST_VERTICES:
        raise fail(line, f"{vertices} vertices: expected 0 to {MOST_VERTICES}")
    if edges < 0:
        raise fail(line, f"{edges} edges: expected 0 or more")
    return words[1], vertices, edges


def write_hgr(hypergraph: Hypergraph, *, problem: Problem = "htd") -> str:
    r"""Return a hypergraph as a file of either format.

    Raises:
        OptionError: another problem.

    >>> write_hgr(Hypergraph(4, ((0, 1, 3),)))
    'p htd 4 1\n1 1 2 4\n'
    """
    if problem not in ("htd", "hs"):
        raise OptionError(f"problem {problem!r}: expected htd or hs")
    lines = [f"p {problem} {hypergraph.size} {len(hypergraph.edges)}"]
    for number, edge in enumerate(hypergraph.edges, 1):
        words = [number] if problem == "htd" else []
        lines.append(" ".join(map(str, [*words, *(vertex + 1 for vertex in edge)])))
    return "".join(line + "\n" for line in lines)


def line_intersection_graph(hypergraph: Hypergraph) -> nx.Graph[Any]:
    """Return the graph whose vertices are the edges of a hypergraph, joined when they meet.

    Disjoint edges are independent vertices: packings of the hypergraph are independent sets of the
    graph, and the duel is Node Kayles on it.  The attribute ``label`` of a vertex is its edge, as
    the numbers of its vertices with hyphens between.

    >>> graph = line_intersection_graph(Hypergraph(6, ((0, 1, 2), (2, 3, 4), (3, 4, 5))))
    >>> list(graph.edges), graph.nodes[0]["label"]
    ([(0, 1), (1, 2)], '0-1-2')
    """
    import networkx as nx

    graph: nx.Graph[Any] = nx.Graph()
    for number, edge in enumerate(hypergraph.edges):
        graph.add_node(number, label="-".join(map(str, edge)))
    for edges in hypergraph.edges_at:
        graph.add_edges_from(combinations(edges, 2))
    return graph
