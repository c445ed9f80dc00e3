"""The duel: two players take Sets in turn from a table, and who finds none left loses.

The game is played on any 3-uniform hypergraph (2P 3-Value Set of the paper, Arc Kayles on
hyperedges).  By Sprague and Grundy its positions have *nimbers*, the second player wins where it is
0, and independent parts add by exclusive or.  Four methods, of which the first that serves is used:

* **Mirror strategy** (`thirdcard.solvers.duel_mirror`): a table that a point reflection keeps.
* **Components**: Sets that do not meet, even through others, are games of their own.  Vertices of a
  single edge are left out, so that stars and single edges have nimber 1 at once; up to six edges
  are looked up by which of them meet.
* **Outcome search**, if only the winner is asked for, and **nimber search**
  (`thirdcard.solvers.kernels.duel`): no more of a nimber is found than the question needs.
* **Search by rounds** (`thirdcard.solvers.duel_rounds`), for a number of moves.

Time and memory are exponential in the longest play; random tables of the 81-card deck take about
0.05 s at 30 cards for the nimber, at 36 cards for the winner.

References:
    M. Lampis and V. Mitsou, "The computational complexity of the game of Set and its theoretical
    applications", LATIN 2014, section 4.
    J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462 (2012):
    components inside an outcome search.
"""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_, xor
from typing import Literal

from thirdcard.errors import OptionError
from thirdcard.solvers.duel_mirror import find_mirror
from thirdcard.solvers.duel_rounds import RoundsSearch
from thirdcard.solvers.duel_search import (
    Edges,
    KernelSearch,
    LimitReached,
    Search,
    find_nimber,
    is_nimber,
    iter_sequels,
    make_search,
    split,
    strip,
)
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table, as_hypergraph
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import GameAnswer

__all__ = ["solve_duel"]


def solve_duel(
    instance: Table | Hypergraph,
    *,
    rounds: int | None = None,
    winner_only: bool = False,
    seconds: float | None = None,
) -> GameAnswer:
    """Return who wins the duel, its nimber, and all moves that win.

    Args:
        instance: a table of cards, or a 3-uniform hypergraph.
        rounds: ask instead whether the first player can win within so many moves, those of both
            players counted: the winner is ``first`` if there is a strategy with which every play
            ends after at most so many moves with the second player unable to move, else ``second``,
            which then says nothing of longer plays.  No nimber; the moves are those that win so.
        winner_only: stop when the winner is known; no nimber, and of the moves that win only some,
            at least one unless time runs out first.
        seconds: stop after this time, with what is known by then; so does Ctrl-C.

    Returns:
        The winner, nimber and winning moves.  ``limit`` as status says that something that was
        asked for is not known: the winner or nimber may be None, and the moves are some that win.

    Raises:
        OptionError: seconds are not more than 0, or rounds less than 0.

    >>> from thirdcard.core.geometry import Space
    >>> answer = solve_duel(Table(Space(2), (0, 1, 2, 3, 6)))
    >>> answer.winner, answer.nimber, answer.moves
    ('first', 1, ((0, 1, 2), (0, 3, 4)))
    """
    deadline = Deadline(seconds)
    if rounds is not None and rounds < 0:
        raise OptionError(f"{rounds} rounds: expected 0 or more")
    duel = _Duel(instance, winner_only, deadline)
    try:
        if rounds is None:
            duel.solve()
        elif rounds >= duel.longest:
            duel.solve_outcome(f"no play is longer than {duel.longest} moves")
        else:
            duel.solve_rounds(rounds)
    except (LimitReached, KeyboardInterrupt):
        duel.is_done = winner_only and duel.winner is not None
    return GameAnswer(
        "duel",
        duel.winner,
        duel.nimber if rounds is None and not winner_only else None,
        tuple(sorted(duel.moves)),
        "optimal" if duel.is_done else "limit",
        duel.method or "stopped at once",
        deadline.elapsed,
    )


class _Duel:
    """One game and what is known of it so far.

    Attributes:
        winner: who wins, None while unknown.
        nimber: None while unknown.
        moves: the moves that are known to win.
        method: how, for people.
        is_done: whether all that was asked for is known.
    """

    def __init__(self, instance: Table | Hypergraph, winner_only: bool, deadline: Deadline) -> None:
        self.winner: Literal["first", "second"] | None = None
        self.nimber: int | None = None
        self.moves: set[Edge] = set()
        self.method = ""
        self.is_done = True
        self._instance = instance
        self._graph = as_hypergraph(instance)
        self._winner_only = winner_only
        self._deadline = deadline

    @cached_property
    def longest(self) -> int:
        """A number of moves that no play exceeds."""
        return min(len(self._graph.edges), reduce(or_, self._graph.masks, 0).bit_count() // 3)

    @cached_property
    def _twins(self) -> dict[int, list[Edge]]:
        """The edges by what is left of them without vertices of a single edge."""
        twins: dict[int, list[Edge]] = {}
        for mask, edge in zip(strip(self._graph.masks), self._graph.edges, strict=True):
            twins.setdefault(mask, []).append(edge)
        return twins

    @cached_property
    def _components(self) -> list[Edges]:
        return split(self._twins)

    # -- winner, nimber and moves -----------------------------------------------------------------

    def solve(self) -> None:
        """Find the winner, and unless only that is wanted the nimber and all moves that win."""
        if self.solve_by_mirror():
            return
        self.solve_by_search(needs_nimber=True)

    def solve_outcome(self, why: str) -> None:
        """Find the winner and all moves that win, but no nimber."""
        self._add_method(why)
        if not self.solve_by_mirror():
            self.solve_by_search(needs_nimber=False)

    def solve_by_mirror(self) -> bool:
        """Use the mirror strategy; tell whether it leaves nothing to ask."""
        table = self._instance
        if not isinstance(table, Table) or not self._graph.edges:
            return False
        place = {table.spots[v]: v for edge in self._graph.edges for v in edge}
        mirror = find_mirror(table.space, place, self._deadline)
        if mirror.winner is None:
            return False
        self.winner = mirror.winner
        self._add_method("mirror strategy")
        for claim in mirror.claims:
            a, b, c = sorted(place[point] for point in claim)
            self.moves.add((a, b, c))
        if self.winner == "second":
            self.nimber = 0
        elif len(self.moves) == len(self._graph.edges):
            # All moves lead to nimber 0.
            self.nimber = 1
        return self.nimber is not None or self._winner_only

    def solve_by_search(self, needs_nimber: bool) -> None:
        """Find what `solve_by_mirror` left open, by components."""
        components = self._components
        if not components:
            self.winner, self.nimber = "second", 0
            self._add_method("no move")
            return
        searches = [make_search(component, self._deadline) for component in components]
        self._describe(searches)
        *others, largest = components
        *other_searches, search = searches
        nimbers = list(map(find_nimber, other_searches, others))
        rest = reduce(xor, nimbers, 0)
        found = search.find_bounded(largest, rest)
        if found == rest:
            self.winner, self.nimber = "second", 0
            return
        self.winner = "first"
        if found is None or not self._winner_only:
            self._find_moves(search, largest, rest)
        if found is None and (self._winner_only or not (others or needs_nimber)):
            return
        total = rest ^ find_nimber(search, largest)
        for other_search, component, nimber in zip(other_searches, others, nimbers, strict=True):
            self._find_moves(other_search, component, total ^ nimber)
        if needs_nimber:
            self.nimber = total

    def _describe(self, searches: list[Search]) -> None:
        kind = "outcome" if self._winner_only else "nimber"
        parts = len(searches)
        self._add_method(f"{kind} search, {parts} component{'s' * (parts > 1)}")
        if not all(isinstance(search, KernelSearch) for search in searches):
            self._add_method("without compiled code")

    def _add_method(self, words: str) -> None:
        self.method += ", " * bool(self.method) + words

    def _find_moves(self, search: Search, component: Edges, rest: int) -> None:
        """Add the moves in a component that leave it with the nimber of all others together.

        One is enough if only the winner is asked for.  Moves that leave the least come first, as
        in the search, which has met the first that wins.
        """
        if self._winner_only and self.moves:
            return
        for edge, left in iter_sequels(component):
            if is_nimber(search, left, rest):
                self.moves.update(self._twins[edge])
                if self._winner_only:
                    return

    # -- rounds -----------------------------------------------------------------------------------

    def solve_rounds(self, rounds: int) -> None:
        """Find the moves with which the first player wins within a number of moves in all."""
        self._add_method(f"search by rounds, at most {rounds}")
        search = RoundsSearch(self._deadline)
        # The first player makes the last move.
        moves = rounds if rounds % 2 else rounds - 1
        if moves > 0:
            for edge, left in iter_sequels(tuple(self._twins)):
                if search.is_won(left, moves - 1):
                    self.winner = "first"
                    self.moves.update(self._twins[edge])
                    if self._winner_only:
                        return
        self.winner = self.winner or "second"
