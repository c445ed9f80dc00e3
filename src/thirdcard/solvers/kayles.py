"""Arc Kayles: two players pick edges of a graph that share no end; who cannot pick loses.

Picking an edge deletes both its ends.  On paths it is Dawson's Kayles, on grids Cram.  The game is
solved by components, whose nimbers add up by exclusive or:

* surplus twins are deleted, and paths, cycles and complete graphs have closed forms
  (`thirdcard.solvers.kayles_graph`);
* graphs with a mirror are worth 0 (`thirdcard.solvers.kayles_mirror`);
* the rest is searched (`thirdcard.solvers.kayles_search`).

Games of a bounded number of moves are those of `thirdcard.solvers.kayles_rounds`.

References:
    M. Lampis and V. Mitsou, "The computational complexity of the game of Set and its theoretical
    applications", LATIN 2014, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from thirdcard.errors import OptionError
from thirdcard.solvers.kayles_component import Component, Edge, relabel
from thirdcard.solvers.kayles_graph import delete_twins
from thirdcard.solvers.kayles_mirror import find_mirror
from thirdcard.solvers.kayles_rounds import RoundsSearch, find_vertex_cover
from thirdcard.solvers.kayles_search import OutOfTimeError
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import GameAnswer, Status

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["solve_kayles"]

Winner = Literal["first", "second"] | None

_CLOSED: Final = "closed forms"
_MIRROR: Final = "mirror strategy"
_SEARCH: Final = "search"

_PATIENCE: Final = 0.2
"""Seconds after the end to look at what is known."""


def solve_kayles(
    graph: nx.Graph[Any],
    *,
    rounds: int | None = None,
    winner_only: bool = False,
    seconds: float | None = None,
) -> GameAnswer:
    """Solve Arc Kayles on a graph.

    Vertices are numbered 0 … n - 1 in the graph's order of nodes; a move is an increasing pair.
    Parallel edges count once.

    Args:
        graph: an undirected graph without loops.
        rounds: ask whether the first player can win with no more than so many moves made by both
            together.  The answer's winner is then ``first`` if so and ``second`` if not, its moves
            the first ones of such wins, and it has no nimber.
        winner_only: find the winner only; the moves are those that are known then, at least one
            where the first player wins.
        seconds: how long to search.

    Returns:
        the answer; with status ``limit`` after a Ctrl-C as well as at the end of the time.

    Raises:
        OptionError: a directed graph, a loop, rounds below 0, or seconds that are not above 0.

    >>> import networkx as nx
    >>> answer = solve_kayles(nx.path_graph(6))
    >>> answer.winner, answer.nimber, answer.moves
    ('first', 3, ((2, 3),))
    """
    deadline = Deadline(seconds)
    if rounds is not None and rounds < 0:
        raise OptionError(f"{rounds} rounds: expected 0 or more")
    game = _Game(graph, deadline)
    if rounds is None:
        return game.answer_winner() if winner_only else game.answer_all()
    # The first player makes the last move of an odd number of them.
    odd = rounds - 1 + rounds % 2
    return game.answer_rounds(odd, winner_only)


def _read(graph: nx.Graph[Any]) -> list[set[int]]:
    """Return the neighbours of each vertex.

    Raises:
        OptionError: the graph is directed or has a loop.
    """
    if graph.is_directed():
        raise OptionError("a directed graph: expected an undirected one")
    number = {node: i for i, node in enumerate(graph)}
    neighbours = [{number[other] for other in graph[node]} for node in graph]
    for vertex, near in enumerate(neighbours):
        if vertex in near:
            raise OptionError(f"vertex {vertex} is joined to itself: expected no loops")
    return neighbours


class _Game:
    """A graph that is being solved."""

    def __init__(self, graph: nx.Graph[Any], deadline: Deadline) -> None:
        self._original = _read(graph)
        self._neighbours, self._stands = delete_twins(self._original)
        self._deadline = deadline
        self._components = list(self._iter_components())
        self._open = [part for part in self._components if part.nimber is None]
        self._open.sort(key=lambda part: len(part.vertices))
        self._methods = [_CLOSED] if len(self._open) < len(self._components) else []

    def _iter_components(self) -> Iterator[Component]:
        seen: set[int] = set()
        for start, near in enumerate(self._neighbours):
            if near and start not in seen:
                seen.add(start)
                found = [start]
                for vertex in found:
                    fresh = self._neighbours[vertex] - seen
                    seen |= fresh
                    found.extend(fresh)
                yield Component(sorted(found), self._neighbours, self._deadline)

    @property
    def _closed_total(self) -> int:
        """The nimber of all components but the open ones."""
        total = 0
        for part in self._components:
            if part.nimber is not None and part not in self._open:
                total ^= part.nimber
        return total

    # -- the questions ------------------------------------------------------------------------

    def answer_all(self) -> GameAnswer:
        """Find the nimber and all winning moves."""
        moves: list[Edge] = []
        try:
            if self._has_mirror() and self._closed_total == 0:
                return self._answer("second", 0, [])
            for part in self._open:
                self._solve(part)
            total = 0
            for part in self._components:
                total ^= part.nimber or 0
            for part in self._components if total else ():
                wanted = total ^ (part.nimber or 0)
                for move in part.iter_moves_to(wanted, False, self._deadline):
                    moves.append(move)
        except (OutOfTimeError, KeyboardInterrupt):
            return self._answer_limit(moves)
        return self._answer("first" if total else "second", total, moves)

    def answer_winner(self) -> GameAnswer:
        """Find the winner, and some winning moves."""
        try:
            if self._has_mirror():
                total = self._closed_total
                closed = [part for part in self._components if part not in self._open]
                moves = [
                    move
                    for part in closed
                    for move in part.iter_moves_to(total ^ (part.nimber or 0), True, self._deadline)
                ]
                return self._answer("first" if total else "second", None, moves if total else [])
            for part in self._open[:-1]:
                self._solve(part)
            last = self._open[-1] if self._open else None
            others = 0
            for part in self._components:
                others ^= part.nimber or 0
            if last is not None:
                if others == 0 and (move := last.find_move_to_mirror()) is not None:
                    self._note(_MIRROR)
                    return self._answer("first", None, [move])
                self._note(_SEARCH)
                if last.search.has_nimber(last.full, others):
                    return self._answer("second", None, [])
            elif others == 0:
                return self._answer("second", None, [])
            moves = self._known_moves(Deadline()) or [self._find_move()]
        except (OutOfTimeError, KeyboardInterrupt):
            answer = self._answer_limit([])
            known: Status = "limit" if answer.winner is None else "optimal"
            return replace(answer, nimber=None, status=known)
        return self._answer("first", None, moves)

    def answer_rounds(self, rounds: int, winner_only: bool) -> GameAnswer:
        """Find the first moves that win within an odd number of moves, or one of them."""
        if rounds >= sum(len(part.vertices) // 2 for part in self._components):
            answer = self.answer_winner() if winner_only else self.answer_all()
            return replace(answer, nimber=None)
        vertices = [v for part in self._components for v in part.vertices]
        adjacency = relabel(vertices, self._neighbours)
        full = (1 << len(vertices)) - 1
        moves: list[Edge] = []
        try:
            if find_vertex_cover(adjacency, full, 2 * rounds, self._deadline) is None:
                self._methods = [f"no vertex cover of {2 * rounds} vertices"]
                return self._answer("second", None, [])
            self._methods = [f"all plays of {rounds} moves"]
            search = RoundsSearch(adjacency, self._deadline)
            for (a, b), left in search.iter_moves(full):
                if search.is_won(left, rounds - 1):
                    moves.append((vertices[a], vertices[b]))
                    if winner_only:
                        break
        except (OutOfTimeError, KeyboardInterrupt):
            known = bool(moves) and winner_only
            answer = self._answer("first" if moves else None, None, moves)
            return replace(answer, status="optimal" if known else "limit")
        return self._answer("first" if moves else "second", None, moves)

    # -- the steps ----------------------------------------------------------------------------

    def _note(self, method: str) -> None:
        if method not in self._methods:
            self._methods.append(method)

    def _has_mirror(self) -> bool:
        """Whether a mirror of all open components together is found; they are worth 0 then."""
        if not self._open:
            return False
        vertices = [v for part in self._open for v in part.vertices]
        adjacency = relabel(vertices, self._neighbours)
        if find_mirror(adjacency, (1 << len(vertices)) - 1) is None:
            return False
        self._note(_MIRROR)
        return True

    def _solve(self, part: Component) -> None:
        """Find the nimber of a component."""
        if part.find_mirror():
            self._note(_MIRROR)
            return
        self._note(_SEARCH)
        part.nimber = part.search.nimber(part.full)

    def _find_move(self) -> Edge:
        """Return a winning move, of which it is known that there is one."""
        total = 0
        for part in self._components:
            if part.nimber is None:
                part.nimber = part.search.nimber(part.full)
            total ^= part.nimber
        # A move lowers the nimber of a component to the wanted one, so it has the highest bit.
        part = next(
            part for part in self._components if total ^ (part.nimber or 0) < (part.nimber or 0)
        )
        return next(part.iter_moves_to(total ^ (part.nimber or 0), False, self._deadline))

    def _known_moves(self, patience: Deadline) -> list[Edge]:
        """Return the winning moves that need no more search."""
        unknown = [part for part in self._components if part.possible & (part.possible - 1)]
        if len(unknown) > 1:
            return []
        moves: list[Edge] = []
        for part in unknown or self._components:
            wanted = 0
            for other in self._components:
                if other is not part:
                    wanted ^= other.possible.bit_length() - 1
            moves.extend(part.iter_moves_to(wanted, True, patience))
        return moves

    def _answer_limit(self, moves: list[Edge]) -> GameAnswer:
        """Return what is known at the end of the time."""
        known = 0
        unknown = []
        for part in self._components:
            possible = part.possible
            if possible & (possible - 1):
                unknown.append(possible)
            else:
                known ^= possible.bit_length() - 1
        nimber = None if unknown else known
        winner: Winner = None
        if nimber == 0:
            winner = "second"
        elif len(unknown) <= 1:
            moves = moves + self._known_moves(Deadline(_PATIENCE))
            if moves or nimber is not None or not unknown[0] >> known & 1:
                winner = "first"
        return replace(self._answer(winner, nimber, moves), status="limit")

    def _answer(self, winner: Winner, nimber: int | None, moves: list[Edge]) -> GameAnswer:
        """Return the answer, with the moves of deleted twins beside those of the kept ones."""
        winning = set(moves)
        stands = self._stands
        pairs = (
            (a, b)
            for a, near in enumerate(self._original if winning else ())
            for b in sorted(near)
            if a < b and (*sorted((stands[a], stands[b])),) in winning
        )
        return GameAnswer(
            problem="kayles",
            winner=winner,
            nimber=nimber,
            moves=tuple(pairs),
            status="optimal",
            method=", ".join(self._methods) or "no moves",
            seconds=self._deadline.elapsed,
        )
