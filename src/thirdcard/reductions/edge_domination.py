"""Edge dominating set → domination (Theorem 3.2).

An edge dominating set of a graph is a set of edges that every edge meets; it is independent if no
two of its edges meet.  The cards of a graph (`thirdcard.reductions.graph_cards`) have one Set an
edge, and Sets meet iff edges do, so the fewest disjoint Sets whose removal leaves none are a
minimum independent edge dominating set.  The paper speaks of edge dominating sets of any kind, for
which "an equal number of Sets" is not to be had one for one: on the path a-b-c the edges ab, bc
dominate, but both Sets need the card of b.  The theorem holds since a minimum edge dominating set
is no smaller than a minimum independent one (`find_independent`).

References:
    M. Lampis and V. Mitsou, LATIN 2014, Theorem 3.2.
    M. Yannakakis and F. Gavril, "Edge dominating sets in graphs", SIAM J. Appl. Math. 38 (1980).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from thirdcard.errors import CheckError, OptionError
from thirdcard.reductions.graph_cards import (
    GraphCards,
    GraphEdge,
    build_graph_cards,
    edges_of,
    require_simple,
    time_left,
)
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import Answer

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["back", "find_independent", "forward", "solve", "verify"]


def forward(graph: nx.Graph[Any]) -> GraphCards:
    """Return the cards of a graph: one a vertex, one an edge, and one Set an edge.

    Raises:
        OptionError: the graph is not simple.

    >>> import networkx as nx
    >>> reduced = forward(nx.path_graph(3))
    >>> reduced.names
    {'00': 'vertex 0', '01': 'vertex 1', '10': 'vertex 2', '02': 'edge 0 1', '22': 'edge 1 2'}
    """
    return build_graph_cards(graph)


def back(reduced: GraphCards, claims: Iterable[Sequence[int]]) -> tuple[GraphEdge, ...]:
    """Return the edges that Sets stand for.

    Disjoint Sets give an independent set of edges, and Sets that leave none an edge dominating one.

    Raises:
        OptionError: a claim is no Set of the cards.
    """
    return edges_of(reduced, claims)


def verify(
    graph: nx.Graph[Any], edges: Iterable[Sequence[Hashable]], *, independent: bool = False
) -> bool:
    """Tell whether edges are an edge dominating set of a graph, on request an independent one.

    >>> import networkx as nx
    >>> path = nx.path_graph(4)
    >>> verify(path, [(1, 2)]), verify(path, [(0, 1)])
    (True, False)
    >>> verify(path, [(0, 1), (1, 2)]), verify(path, [(0, 1), (1, 2)], independent=True)
    (True, False)
    """
    chosen = [tuple(edge) for edge in edges]
    if any(len(edge) != 2 or not graph.has_edge(*edge) for edge in chosen):
        return False
    ends = [vertex for edge in chosen for vertex in edge]
    met = set(ends)
    if independent and len(met) < len(ends):
        return False
    return all(u in met or v in met for u, v in graph.edges)


def find_independent(
    graph: nx.Graph[Any], edges: Iterable[Sequence[Hashable]]
) -> tuple[GraphEdge, ...]:
    """Return an independent edge dominating set that is no larger than a given dominating one.

    The given edges are kept one after the other unless they meet a kept one.  An edge uw that is
    given up has one end, u, in a kept edge, so all edges at u are met.  If w is in none, and some
    edge at w is not met, such an edge wx is taken for uw: it meets all edges at w, and no edge
    taken so far.

    Raises:
        OptionError: the edges are no edge dominating set of the graph.

    >>> import networkx as nx
    >>> find_independent(nx.path_graph(5), [(1, 2), (2, 3)])
    ((1, 2), (3, 4))
    """
    require_simple(graph)
    chosen = [tuple(edge) for edge in edges]
    if not verify(graph, chosen):
        raise OptionError("the edges are no edge dominating set of the graph")
    number = {vertex: i for i, vertex in enumerate(graph.nodes)}
    independent: list[GraphEdge] = []
    met: set[Hashable] = set()
    given_up = []
    for u, v in chosen:
        if u in met or v in met:
            given_up.append((u, v))
        else:
            met |= {u, v}
            independent.append((u, v))
    for pair in given_up:
        for w in pair:
            if w not in met:
                x = next((x for x in graph.neighbors(w) if x not in met), None)
                if x is not None:
                    met |= {w, x}
                    independent.append((w, x))
    ordered = (sorted(edge, key=number.__getitem__) for edge in independent)
    return tuple((u, v) for u, v in ordered)


def solve(graph: nx.Graph[Any], seconds: float | None = None) -> Answer:
    """Return a minimum edge dominating set of a graph, found among its cards.

    It is independent.  The witness has edges as the numbers of their vertices in the order of the
    graph, and is verified on the graph.  NP-hard; see `thirdcard.solvers.domination`.

    Raises:
        OptionError: the graph is not simple, or seconds are not more than 0.
        CheckError: the Sets that were found are no independent edge dominating set.
    """
    from thirdcard.solvers.domination import min_domination

    deadline = Deadline(seconds)
    reduced = forward(graph)
    found = min_domination(reduced.table, seconds=time_left(deadline))
    edges = back(reduced, found.witness)
    if found.value is not None and not (
        verify(graph, edges, independent=True) and len(edges) == found.value
    ):
        raise CheckError("the Sets that were found are no edge dominating set of the graph")
    number = {vertex: i for i, vertex in enumerate(reduced.vertices)}
    return Answer(
        problem="edge domination",
        value=found.value,
        witness=tuple((number[u], number[v]) for u, v in edges),
        status=found.status,
        bound=found.bound,
        method=f"{reduced.table.size} cards of {reduced.features} features: {found.method}",
        seconds=deadline.elapsed,
    )
