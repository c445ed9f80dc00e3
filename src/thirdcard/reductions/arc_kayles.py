"""Arc Kayles → the duel (Corollary 3).

In Arc Kayles two players take edges of a graph in turn, none that meets an edge taken before; who
cannot move loses.  The cards of a graph (`thirdcard.reductions.graph_cards`) have one Set an edge,
and Sets meet iff edges do: so the duel on the cards is the same game, with the same nimbers.

References:
    M. Lampis and V. Mitsou, LATIN 2014, Corollary 3.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from thirdcard.errors import CheckError
from thirdcard.reductions.graph_cards import (
    GraphCards,
    GraphEdge,
    build_graph_cards,
    edges_of,
    require_simple,
    time_left,
)
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import GameAnswer

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["back", "forward", "solve", "verify"]


def forward(graph: nx.Graph[Any]) -> GraphCards:
    """Return the cards of a graph: one a vertex, one an edge, and one Set an edge.

    Raises:
        OptionError: the graph is not simple.

    >>> import networkx as nx
    >>> forward(nx.path_graph(4)).table.hypergraph.edges
    ((0, 1, 4), (1, 2, 5), (2, 3, 6))
    """
    return build_graph_cards(graph)


def back(reduced: GraphCards, claims: Iterable[Sequence[int]]) -> tuple[GraphEdge, ...]:
    """Return the edges that Sets stand for; of winning claims, the winning moves.

    Raises:
        OptionError: a claim is no Set of the cards.
    """
    return edges_of(reduced, claims)


def verify(
    graph: nx.Graph[Any],
    winner: Literal["first", "second"],
    moves: Iterable[Sequence[Hashable]] = (),
) -> bool:
    """Tell whether a player wins Arc Kayles on a graph, and whether moves are winning ones.

    A plain search of the graph, for graphs that have some 20 vertices: a position is the set of
    vertices that are left, and there are up to 2**vertices.

    Raises:
        OptionError: the graph is not simple.

    >>> import networkx as nx
    >>> verify(nx.path_graph(4), "first", [(1, 2)]), verify(nx.path_graph(4), "first", [(0, 1)])
    (True, False)
    """
    require_simple(graph)
    bit = {vertex: 1 << i for i, vertex in enumerate(graph.nodes)}
    edges = [bit[u] | bit[v] for u, v in graph.edges]
    known: dict[int, bool] = {}

    def wins(left: int) -> bool:
        live = [edge for edge in edges if edge & left == edge]
        # Vertices without a neighbour play no part.
        position = 0
        for edge in live:
            position |= edge
        if position not in known:
            known[position] = any(not wins(position & ~edge) for edge in live)
        return known[position]

    everything = (1 << len(bit)) - 1
    if wins(everything) != (winner == "first"):
        return False
    return all(
        len(move) == 2
        and graph.has_edge(*move)
        and not wins(everything & ~(bit[move[0]] | bit[move[1]]))
        for move in moves
    )


def solve(graph: nx.Graph[Any], seconds: float | None = None) -> GameAnswer:
    """Return who wins Arc Kayles on a graph, found by the duel on its cards.

    Moves are edges as the numbers of their vertices in the order of the graph.  A winner is shown
    by nothing short than a search: so `thirdcard.solvers.kayles` plays the game on the graph itself
    with the time that is left, and `method` says whether it got to the same.

    Raises:
        OptionError: the graph is not simple, or seconds are not more than 0.
        CheckError: the two searches do not agree.
    """
    from thirdcard.solvers.duel import solve_duel
    from thirdcard.solvers.kayles import solve_kayles

    deadline = Deadline(seconds)
    reduced = forward(graph)
    found = solve_duel(reduced.table, seconds=time_left(deadline))
    number = {vertex: i for i, vertex in enumerate(reduced.vertices)}
    moves = tuple((number[u], number[v]) for u, v in back(reduced, found.moves))
    note = "not confirmed on the graph"
    if found.winner is not None and not deadline.is_over:
        direct = solve_kayles(graph, seconds=time_left(deadline))
        if direct.winner is not None:
            _compare(found, moves, direct)
            note = f"confirmed on the graph: {direct.method}"
    return GameAnswer(
        problem="kayles",
        winner=found.winner,
        nimber=found.nimber,
        moves=moves,
        status=found.status,
        method=f"{reduced.table.size} cards of {reduced.features} features: {found.method}; {note}",
        seconds=deadline.elapsed,
    )


def _compare(found: GameAnswer, moves: tuple[tuple[int, int], ...], direct: GameAnswer) -> None:
    """Raise CheckError if the game on the cards and that on the graph differ."""
    same = found.winner == direct.winner
    if found.nimber is not None and direct.nimber is not None:
        same &= found.nimber == direct.nimber
        if found.status == direct.status == "optimal":
            same &= set(moves) <= {(min(move), max(move)) for move in direct.moves}
    if not same:
        raise CheckError("the duel on the cards and Arc Kayles on the graph do not agree")
