"""Graphs: DIMACS ``.col``, PACE ``.gr``, graph6, sparse6 and edge lists.

================  =============================================================================
DIMACS            comments ``c …``, ``p edge N M`` (or ``p col``), then ``e U V`` a line
PACE              comments ``c …``, ``p tw N M`` (or any word, or none), then ``U V`` a line
graph6, sparse6   one line without spaces (B. D. McKay), sparse6 begins with ``:``
edge list         comments ``# …``, two names a line, or one of a vertex without edges
================  =============================================================================

A graph that is read has the nodes 0 … n - 1, each with its name in the file as the attribute
``label``: a number from 1 in DIMACS and PACE, from 0 in graph6 and sparse6, a word in edge lists,
where numbers are sorted and other words come in the order of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from thirdcard.errors import MalformedError, OptionError
from thirdcard.formats.lines import (
    MOST_VERTICES,
    describe,
    fail,
    iter_lines,
    parse_number,
    parse_vertex,
)

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Kind", "read_graph", "write_graph"]

Kind = Literal["col", "gr", "graph6", "sparse6", "edges"]
"""The formats that are written."""

_PROBLEM: Final = re.compile(r"^p([ \t]+\S+)?[ \t]+\S+[ \t]+\S+[ \t]*\r?$", re.MULTILINE)
_SUFFIXES: Final = {
    ".col": "dimacs",
    ".edge": "dimacs",
    ".gr": "dimacs",
    ".g6": "graph6",
    ".graph6": "graph6",
    ".s6": "graph6",
    ".sparse6": "graph6",
    ".edges": "edges",
    ".edgelist": "edges",
}
_HEADERS: Final = (">>graph6<<", ">>sparse6<<")

# Problems of other formats whose lines look alike.
_OTHERS: Final = {
    **dict.fromkeys(("cnf", "wcnf"), "a formula"),
    **dict.fromkeys(("htd", "hs"), "a hypergraph"),
    **dict.fromkeys(("asn", "max", "min", "sp"), "a network of arcs"),
}


def read_graph(text: str, *, name: str = "") -> nx.Graph[Any]:
    r"""Read a graph in any of the formats.

    Args:
        text: the content of the file.
        name: the name of the file, whose suffix tells the format if it is a known one; otherwise
            the content does.

    Raises:
        MalformedError: it is none of the formats, or has a loop, a repeated edge, a vertex out of
            range, more than `MOST_VERTICES` of them, or not as many edges as it says.

    >>> graph = read_graph("p edge 3 2\ne 1 2\ne 2 3\n")
    >>> list(graph.edges), graph.nodes[0]["label"]
    ([(0, 1), (1, 2)], 1)
    """
    match _SUFFIXES.get(PurePath(name).suffix.lower()) or _recognise(text):
        case "dimacs":
            return _read_dimacs(text)
        case "graph6":
            return _read_graph6(text)
    return _read_edges(text)


def _recognise(text: str) -> str:
    """Tell a format by its content."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise MalformedError("an empty file: expected a graph")
    if lines[0].startswith("#"):
        return "edges"
    if lines[0].startswith(_HEADERS) or all(len(line.split()) == 1 for line in lines):
        return "graph6"
    if any(_PROBLEM.match(line) for line in lines):
        return "dimacs"
    return "edges"


def _build(labels: Sequence[Any], edges: Iterable[tuple[int, int]]) -> nx.Graph[Any]:
    import networkx as nx

    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from((i, {"label": label}) for i, label in enumerate(labels))
    graph.add_edges_from(edges)
    return graph


# -- DIMACS and PACE ------------------------------------------------------------------------------


def _read_dimacs(text: str) -> nx.Graph[Any]:
    problem: tuple[str, int, int] | None = None
    seen: dict[tuple[int, int], int] = {}
    reversed_at = 0
    last = 1
    count = 0
    for line, words in iter_lines(text, "c"):
        last = line
        if words[0] == "p":
            if problem is not None:
                raise fail(line, "a second problem line: expected one")
            problem = _parse_problem(line, words)
            continue
        if problem is None:
            raise fail(line, f"{describe(words[0])}: expected 'p edge N M' or 'p tw N M' first")
        kind, vertices, _ = problem
        if kind == "e" and words[0] in ("d", "n", "v", "x"):
            continue  # optional descriptors of the format, of no use here
        ends = words[1:] if words[0] == "e" and kind != "u" else words
        if len(ends) != 2 or (kind == "e" and words[0] != "e"):
            expected = {"e": "'e U V'", "u": "'U V'"}.get(kind, "'U V' or 'e U V'")
            raise fail(line, f"{describe(' '.join(words))}: expected an edge, {expected}")
        a, b = (parse_vertex(line, word, vertices) for word in ends)
        if a == b:
            raise fail(line, f"vertex {a + 1} is joined to itself: expected no loops")
        if (a, b) in seen or ((b, a) in seen and kind != "e"):
            before = seen.get((a, b), seen.get((b, a)))
            raise fail(line, f"edge {a + 1} {b + 1} again, after line {before}: expected it once")
        if (b, a) in seen and not reversed_at:
            reversed_at = line
        seen[a, b] = line
        count += 1
    if problem is None:
        raise MalformedError("no problem line: expected 'p edge N M' or 'p tw N M'")
    edges = {(min(edge), max(edge)) for edge in seen}
    if reversed_at and 2 * len(edges) != count:
        raise fail(reversed_at, "an edge in both directions: expected all edges so, or none")
    if problem[2] not in (count, len(edges)):
        raise fail(last, f"{len(edges)} edges: expected {problem[2]}, as the p line says")
    return _build(range(1, problem[1] + 1), sorted(edges))


def _parse_problem(line: int, words: list[str]) -> tuple[str, int, int]:
    """Return how edges are written (``e``, ``u`` for bare ones, or nothing), vertices and edges."""
    kind = words[1] if len(words) == 4 else ""
    if kind in _OTHERS:
        raise fail(line, f"'p {kind}' is {_OTHERS[kind]}: expected a graph")
    if len(words) not in (3, 4) or (len(words) == 3 and words[1].isalpha()):
        raise fail(line, f"{describe(' '.join(words))}: expected 'p edge N M' or 'p tw N M'")
    vertices = parse_number(line, words[-2], "the number of vertices")
    edges = parse_number(line, words[-1], "the number of edges")
    if not 0 <= vertices <= MOST_VERTICES:
        raise fail(line, f"{vertices} vertices: expected 0 to {MOST_VERTICES}")
    if edges < 0:
        raise fail(line, f"{edges} edges: expected 0 or more")
    return ("e" if kind in ("edge", "col") else "u" if kind else ""), vertices, edges


# -- graph6 and sparse6 ---------------------------------------------------------------------------


def _read_graph6(text: str) -> nx.Graph[Any]:
    import networkx as nx

    lines = [(number, words) for number, words in iter_lines(text, "#")]
    if len(lines) != 1 or len(lines[0][1]) != 1:
        raise MalformedError(
            f"{len(lines)} lines that are no edges: expected one graph of one line, or edges"
        )
    line, (word,) = lines[0]
    body = word
    for header in _HEADERS:
        body = body.removeprefix(header)
    try:
        code: Any = body.encode("ascii")
        sparse = code.startswith(b":")
        vertices = _graph6_size(code.removeprefix(b":"))
        if vertices > MOST_VERTICES:
            raise fail(line, f"{vertices} vertices: expected at most {MOST_VERTICES}")
        graph = nx.from_sparse6_bytes(code) if sparse else nx.from_graph6_bytes(code)
    except (nx.NetworkXError, ValueError, IndexError) as error:
        raise fail(line, f"{describe(word)}: expected a graph as graph6 or sparse6") from error
    if graph.is_multigraph():
        raise fail(line, f"{describe(word)} has an edge twice: expected each once")
    for a, b in graph.edges:
        if a == b:
            raise fail(line, f"vertex {a} is joined to itself: expected no loops")
    return _build(range(len(graph)), sorted((min(edge), max(edge)) for edge in graph.edges))


def _graph6_size(code: bytes) -> int:
    """Return the number of vertices that a graph6 or sparse6 word begins with.

    Raises:
        ValueError: a character outside of ``?`` to ``~``, or too few.
    """
    if not code or not all(63 <= byte <= 126 for byte in code):
        raise ValueError("not graph6")
    start, length = (0, 1) if code[0] < 126 else (1, 3) if code[1:2] != b"~" else (2, 6)
    digits = code[start : start + length]
    if len(digits) != length:
        raise ValueError("cut off")
    size = 0
    for byte in digits:
        size = size << 6 | (byte - 63)
    return size


# -- edge lists -----------------------------------------------------------------------------------


def _read_edges(text: str) -> nx.Graph[Any]:
    place: dict[str, int] = {}
    edges: dict[tuple[int, int], int] = {}
    for line, words in iter_lines(text, "#"):
        names = words
        for i, word in enumerate(words):
            if word.startswith("#"):
                names = words[:i]
                break
        if len(names) > 2:
            raise fail(line, f"{describe(' '.join(names))}: expected the two ends of an edge")
        for name in names:
            if not name.isprintable():
                raise fail(line, f"{describe(name)}: expected the name of a vertex")
            place.setdefault(name, len(place))
        if len(names) == 2:
            a, b = (place[name] for name in names)
            if a == b:
                raise fail(line, f"{describe(names[0])} is joined to itself: expected no loops")
            edge = min(a, b), max(a, b)
            if edge in edges:
                edge_name = f"edge {describe(names[0])} {describe(names[1])}"
                raise fail(line, f"{edge_name} again, after line {edges[edge]}: expected it once")
            edges[edge] = line
    labels: list[Any] = list(place)
    order = list(range(len(labels)))
    if all(label.isascii() and label.isdigit() and len(label) < 40 for label in labels):
        labels = [int(label) for label in labels]
        if len(set(labels)) == len(labels):
            order.sort(key=labels.__getitem__)
        else:
            labels = list(place)
    number = {old: new for new, old in enumerate(order)}
    return _build([labels[old] for old in order], ((number[a], number[b]) for a, b in edges))


# -- writing --------------------------------------------------------------------------------------


def write_graph(graph: nx.Graph[Any], kind: Kind) -> str:
    r"""Return a graph as a file, its vertices in the graph's order of nodes.

    Args:
        graph: an undirected graph without loops and parallel edges.
        kind: ``col`` for DIMACS, ``gr`` for PACE, ``graph6``, ``sparse6``, or ``edges`` for an edge
            list, in which vertices have the names of their attribute ``label``, or their numbers
            from 0 if they have none.

    Raises:
        OptionError: another kind, a directed graph, loops, parallel edges, or labels that an edge
            list cannot have or that are not different.

    >>> import networkx as nx
    >>> write_graph(nx.path_graph(3), "gr")
    'p tw 3 2\n1 2\n2 3\n'
    """
    import networkx as nx

    if kind not in get_args(Kind):
        raise OptionError(f"graph format {kind!r}: expected one of {', '.join(get_args(Kind))}")
    if graph.is_directed() or nx.number_of_selfloops(graph):
        raise OptionError("expected an undirected graph without loops")
    number = {node: i for i, node in enumerate(graph)}
    edges = sorted((*sorted((number[a], number[b])),) for a, b in graph.edges())
    if len(set(edges)) != len(edges):
        raise OptionError("expected a graph without parallel edges")
    size, count = len(number), len(edges)
    if kind == "col":
        lines = [f"p edge {size} {count}", *(f"e {a + 1} {b + 1}" for a, b in edges)]
    elif kind == "gr":
        lines = [f"p tw {size} {count}", *(f"{a + 1} {b + 1}" for a, b in edges)]
    elif kind == "edges":
        names = _names(graph)
        lines = [f"# {size} vertices, {count} edges"]
        # A vertex alone on its line keeps the order where words do not tell it.
        lines.extend(names)
        lines.extend(f"{names[a]} {names[b]}" for a, b in edges)
    else:
        simple = nx.empty_graph(size)
        simple.add_edges_from(edges)
        write = nx.to_graph6_bytes if kind == "graph6" else nx.to_sparse6_bytes
        lines = [write(simple, header=False).decode().strip()]
    return "".join(line + "\n" for line in lines)


def _names(graph: nx.Graph[Any]) -> list[str]:
    names = [str(label) for _, label in graph.nodes(data="label")]
    if all(label is None for _, label in graph.nodes(data="label")):
        names = [str(i) for i in range(len(names))]
    for name in names:
        if name.split() != [name] or name.startswith("#") or not name.isprintable():
            raise OptionError(f"label {describe(name)}: expected one printable word without #")
    if len(set(names)) != len(names):
        raise OptionError("labels: expected a different one for each vertex")
    return names
