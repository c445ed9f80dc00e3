r"""A duel of r rounds → ordered Node Kayles on a partite graph (Theorem 4.1).

**The question.**  In the duel two players take hyperedges in turn, none that meets one taken
before; who cannot move loses.  A round is one move of either player.  Has the first player a way
to play that wins within r moves in all, that is, such that the second player cannot move after 1,
3, … or at most r moves?  Since only the first player's moves can end the game for him, an even r
asks the same as r - 1.

**The ordered game.**  A graph whose vertices are in independent parts V_1 … V_p.  In turn i the
player to move (the first one in odd turns) takes a vertex of V_i without a neighbour among the
vertices taken; who cannot move loses.  After turn p there is nothing to take any more.

**The reduction.**  A vertex e_i of V_i for each hyperedge e and turn i, and an edge between e_i and
f_j, :math:`i \ne j`, where e and f share a point.  The paper leaves two things open, and both
matter:

* An edge shares points with itself: e_i and e_j are joined too.  Else a single hyperedge could be
  taken twice: the first player would lose a game of two turns that he wins with his first move.
* With p = r parts and r odd the first player makes the last move of all, and would win for having
  it even where the second could go on: two disjoint hyperedges and r = 1.  The game needs a turn
  in which the second player shows that he can move.  So there are ``p = r`` parts for an even r and
  ``p = r + 1`` for an odd one; then the first player is to move after turn p, and loses.

**The kernel.**  The moves of a game that is won within r moves meet every hyperedge, so at most 3r
points (with r odd) hit all of them; without such a hitting set the answer is no.  The *colours* of
e_i are the points of the hitting set in e.  `kernelise` merges vertices that are as good as each
other, by two rules that are proved there.

References:
    M. Lampis and V. Mitsou, LATIN 2014, Theorem 4.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from thirdcard.errors import CheckError, OptionError
from thirdcard.reductions.graph_cards import time_left
from thirdcard.reductions.hitting import find_hitting_set
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table, as_hypergraph
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import GameAnswer

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "OrderedGraph",
    "OrderedVertex",
    "back",
    "forward",
    "kernelise",
    "solve",
    "solve_ordered",
    "verify",
]

OrderedVertex = tuple[int, int]
"""A hyperedge's number and a turn, counted from 1: e_i is ``(e, i)``."""

_LOOK_EVERY = 512


@dataclass(frozen=True)
class OrderedGraph:
    """A game of ordered Node Kayles that stands for a duel.

    Attributes:
        hypergraph: where the duel is played.
        rounds: within how many moves the first player has to win.
        graph: the vertices of all turns, joined where they exclude each other.
        parts: the vertices of turn 1, 2, …, in increasing order.
        hitting: points that hit all hyperedges, None if too many are needed (the parts are empty
            then, and the first player loses at once).
        stands_for: the hyperedges each vertex stands for, by number; more than one after merging.
    """

    hypergraph: Hypergraph
    rounds: int
    graph: nx.Graph[Any]
    parts: tuple[tuple[OrderedVertex, ...], ...]
    hitting: tuple[int, ...] | None
    stands_for: Mapping[OrderedVertex, tuple[int, ...]]

    @cached_property
    def colours(self) -> dict[OrderedVertex, frozenset[int]]:
        """The points of the hitting set in the hyperedges of each vertex."""
        hitting = frozenset(self.hitting or ())
        edges = self.hypergraph.edges
        return {vertex: hitting & frozenset(edges[vertex[0]]) for vertex in self.stands_for}

    @cached_property
    def names(self) -> dict[OrderedVertex, str]:
        """What each vertex stands for."""
        edges = self.hypergraph.edges
        return {
            (number, turn): " or ".join("-".join(map(str, edges[e])) for e in stands)
            + f" in turn {turn}"
            for (number, turn), stands in self.stands_for.items()
        }


def forward(
    instance: Table | Hypergraph, rounds: int, deadline: Deadline | None = None
) -> OrderedGraph:
    """Return the ordered Node Kayles of a duel in which the first player has to win within rounds.

    With a hitting set it has ``edges * p`` vertices, p being the rounds or one more (or fewer, if a
    game cannot be that long); see the module's docstring.  True of any 3-uniform hypergraph.

    Raises:
        OptionError: rounds are less than 1.
        TimeoutError: the deadline is over.
    """
    import networkx as nx

    if rounds < 1:
        raise OptionError(f"{rounds} rounds: expected at least 1")
    hypergraph = as_hypergraph(instance)
    # No game is longer, so more rounds ask the same.
    rounds = min(rounds, max(1, hypergraph.size // 3))
    turns = rounds + rounds % 2
    graph: nx.Graph[Any] = nx.Graph()
    # The first player wins with his last move, so an odd number of edges meets all.
    hitting = find_hitting_set(hypergraph, 3 * (turns - 1), deadline)
    if hitting is None:
        return OrderedGraph(hypergraph, rounds, graph, ((),) * turns, None, {})
    numbers = range(len(hypergraph.edges))
    parts = tuple(tuple((e, turn) for e in numbers) for turn in range(1, turns + 1))
    for part in parts:
        graph.add_nodes_from(part)
    for e in numbers:
        if deadline is not None and deadline.is_over:
            raise TimeoutError
        # An edge meets itself: e, f is e, e as well.
        for f in {f for point in hypergraph.edges[e] for f in hypergraph.edges_at[point]}:
            graph.add_edges_from(((e, i), (f, j)) for i, j in combinations(range(1, turns + 1), 2))
    stands_for = {vertex: (vertex[0],) for part in parts for vertex in part}
    return OrderedGraph(hypergraph, rounds, graph, parts, hitting, stands_for)


def kernelise(reduced: OrderedGraph, deadline: Deadline | None = None) -> OrderedGraph:
    r"""Return an equivalent game of fewer vertices, at most a function of the rounds.

    The parts are treated from the last one to the first; earlier parts are untouched when V_i is
    treated.  Let a *class* be the vertices of V_i whose only colour is c and which have the same
    neighbours in all later parts.

    *A vertex w of an earlier part without the colour c has at most two neighbours in a class.*
    w holds a point of the hitting set, which is in no edge of the class, as these have c only.
    Another point of w is in at most one edge with c, since two points are in at most one edge.

    *So a class of 2i - 1 or more is played in turn i iff nothing of colour c was taken before.*
    If something was, all of the class are excluded.  If not, the i - 1 vertices taken exclude at
    most 2(i - 1).  Which one of the class is taken makes no difference later.  Therefore the class
    is replaced by one vertex, joined to what has colour c in earlier parts and to the common
    neighbours in later ones.  In the last part, where there are no later ones, this is the paper's
    rule for :math:`S_{r,i}`, with the bound 2r - 1 where the paper has 2r.

    *The second rule*, for classes of any size: of two vertices of V_i with the same neighbours in
    later parts, the one that earlier vertices exclude whenever they exclude the other is never
    needed, and is left out.

    The paper merges classes of the parts before the last one whatever their size: a vertex w that
    excludes all of a class of two, it argues, is seen in a later part as a neighbour of theirs.
    But the w of the later part may have been merged itself, and is seen no more, while the w of an
    earlier part is still there: so the size has to be asked for in all parts.

    *Size.*  The last part keeps O(r**2) vertices.  A vertex has at most two neighbours of another
    single colour in each later part, so the classes of V_i are as many as choices of O(r**2) among
    the vertices of later parts (the paper counts those of V_{i+1} only), with 2i - 2 vertices or
    fewer each: a function of r, whatever the board.

    Raises:
        OptionError: two edges of the hypergraph share two points.
        TimeoutError: the deadline is over.
    """
    if not reduced.hypergraph.is_linear:
        raise OptionError("two edges share two points: expected a table, or a linear hypergraph")
    graph = reduced.graph.copy()
    stands_for = dict(reduced.stands_for)
    colours = reduced.colours
    parts = list(reduced.parts)
    for turn in range(len(parts), 0, -1):
        if deadline is not None and deadline.is_over:
            raise TimeoutError
        classes: dict[tuple[frozenset[int], frozenset[OrderedVertex]], list[OrderedVertex]] = {}
        for vertex in parts[turn - 1]:
            later = frozenset(other for other in graph[vertex] if other[1] > turn)
            classes.setdefault((colours[vertex], later), []).append(vertex)
        for (colour, _), members in classes.items():
            if len(colour) == 1 and 2 * turn - 1 <= len(members) > 1:
                first, *others = members
                graph.remove_edges_from(
                    [(first, w) for w in graph[first] if w[1] < turn and not colour <= colours[w]]
                )
                _absorb(graph, stands_for, first, others)
        _drop_needless(graph, stands_for, turn, [v for v in parts[turn - 1] if v in graph])
        parts[turn - 1] = tuple(vertex for vertex in parts[turn - 1] if vertex in graph)
    return replace(reduced, graph=graph, parts=tuple(parts), stands_for=stands_for)


def _absorb(
    graph: nx.Graph[Any],
    stands_for: dict[OrderedVertex, tuple[int, ...]],
    vertex: OrderedVertex,
    others: Sequence[OrderedVertex],
) -> None:
    """Leave vertices out of the graph in favour of one that stands for them."""
    merged = [*stands_for[vertex]]
    for other in others:
        merged += stands_for.pop(other)
    stands_for[vertex] = tuple(sorted(merged))
    graph.remove_nodes_from(others)


def _drop_needless(
    graph: nx.Graph[Any],
    stands_for: dict[OrderedVertex, tuple[int, ...]],
    turn: int,
    part: Sequence[OrderedVertex],
) -> None:
    """Apply the second rule of `kernelise` to a part."""
    kept: dict[frozenset[OrderedVertex], list[tuple[frozenset[OrderedVertex], OrderedVertex]]] = {}
    by_freedom = sorted(part, key=lambda vertex: sum(w[1] < turn for w in graph[vertex]))
    for vertex in by_freedom:
        near = frozenset(graph[vertex])
        earlier = frozenset(w for w in near if w[1] < turn)
        alike = kept.setdefault(near - earlier, [])
        better = next((v for before, v in alike if before <= earlier), None)
        if better is None:
            alike.append((earlier, vertex))
        else:
            _absorb(graph, stands_for, better, [vertex])


def solve_ordered(
    reduced: OrderedGraph, deadline: Deadline | None = None
) -> tuple[OrderedVertex, ...]:
    """Return the vertices with which the first player wins, none if the second player does.

    A direct search: a position is the turn and the vertices of this and later parts that are still
    free, which say all that matters; positions are remembered.

    Raises:
        TimeoutError: the deadline is over.
    """
    order = [vertex for part in reduced.parts for vertex in part]
    bit = {vertex: 1 << i for i, vertex in enumerate(order)}
    of_turn = [sum(bit[vertex] for vertex in part) for part in reduced.parts]
    keeps: dict[int, int] = {}
    later = sum(of_turn)
    for part, own in zip(reduced.parts, of_turn, strict=True):
        later &= ~own
        for vertex in part:
            keeps[bit[vertex]] = later & ~sum(bit[w] for w in reduced.graph[vertex])
    known: dict[tuple[int, int], bool] = {}
    ticks = 0

    def wins(turn: int, free: int) -> bool:
        nonlocal ticks
        if turn == len(of_turn):
            return False
        found = known.get((turn, free))
        if found is None:
            ticks += 1
            if deadline is not None and ticks % _LOOK_EVERY == 0 and deadline.is_over:
                raise TimeoutError
            found = False
            choices = free & of_turn[turn]
            while choices and not found:
                choice = choices & -choices
                choices ^= choice
                found = not wins(turn + 1, free & keeps[choice])
            known[turn, free] = found
        return found

    everything = sum(of_turn)
    first = reduced.parts[0] if reduced.parts else ()
    return tuple(v for v in first if not wins(1, everything & keeps[bit[v]]))


def back(reduced: OrderedGraph, vertices: Iterable[OrderedVertex]) -> tuple[Edge, ...]:
    """Return the hyperedges that vertices stand for, in increasing order.

    The vertices with which the first player wins give all claims that win within the rounds, after
    `kernelise` too: nothing is taken before turn 1, so what was merged there is equally good.

    Raises:
        OptionError: a vertex is not in the game.
    """
    numbers: set[int] = set()
    for vertex in vertices:
        if vertex not in reduced.stands_for:
            raise OptionError(f"{vertex} is no vertex of the ordered game")
        numbers.update(reduced.stands_for[vertex])
    return tuple(reduced.hypergraph.edges[number] for number in sorted(numbers))


def verify(instance: Table | Hypergraph, rounds: int, claims: Iterable[Sequence[int]]) -> bool:
    """Tell whether claims are all with which the first player wins within so many moves.

    A plain search of the duel itself.

    >>> two = Hypergraph.of(6, [(0, 1, 2), (3, 4, 5)])
    >>> verify(two, 1, []), verify(Hypergraph.of(3, [(0, 1, 2)]), 1, [(0, 1, 2)])
    (True, True)
    """
    edges = [frozenset(edge) for edge in as_hypergraph(instance).edges]

    def can_win(left: Sequence[frozenset[int]], moves: int) -> bool:
        return moves > 0 and any(is_lost(_without(left, edge), moves - 1) for edge in left)

    def is_lost(left: Sequence[frozenset[int]], moves: int) -> bool:
        return all(can_win(_without(left, edge), moves - 1) for edge in left)

    winning = {edge for edge in edges if is_lost(_without(edges, edge), rounds - 1)}
    return winning == {frozenset(claim) for claim in claims}


def _without(edges: Sequence[frozenset[int]], taken: frozenset[int]) -> list[frozenset[int]]:
    return [edge for edge in edges if not edge & taken]


def solve(instance: Table | Hypergraph, rounds: int, seconds: float | None = None) -> GameAnswer:
    """Return whether the first player wins a duel within so many moves, by the ordered game.

    The winner is ``first`` if so, else ``second``, who is not beaten in time; the moves are all
    claims that win.  `thirdcard.solvers.duel` plays the duel itself with the time that is left, and
    `method` says whether it got to the same.

    Raises:
        OptionError: rounds are less than 1, or seconds not more than 0.
        CheckError: the two searches do not agree.
    """
    from thirdcard.solvers.duel import solve_duel

    deadline = Deadline(seconds)
    note = "not confirmed in the duel"
    try:
        reduced = forward(instance, rounds, deadline)
        if reduced.hypergraph.is_linear:
            reduced = kernelise(reduced, deadline)
        claims = back(reduced, solve_ordered(reduced, deadline))
    except (TimeoutError, KeyboardInterrupt):
        method = f"ordered Node Kayles of {rounds} rounds, stopped"
        return GameAnswer("duel", None, None, (), "limit", method, deadline.elapsed)
    winner: Literal["first", "second"] = "first" if claims else "second"
    if not deadline.is_over:
        direct = solve_duel(instance, rounds=rounds, seconds=time_left(deadline))
        if direct.winner is not None:
            if direct.winner != winner or not {tuple(move) for move in direct.moves} <= {*claims}:
                raise CheckError("the ordered game and the duel within the rounds do not agree")
            note = f"confirmed in the duel: {direct.method}"
    size = sum(map(len, reduced.parts))
    return GameAnswer(
        problem="duel",
        winner=winner,
        nimber=None,
        moves=claims,
        status="optimal",
        method=f"ordered Node Kayles of {rounds} rounds on {size} vertices; {note}",
        seconds=deadline.elapsed,
    )
