"""The best claims of the contests that are solved: the duel, the most and the fewest claims.

`best_moves` asks the solvers, which are loaded when they are first asked.  It takes plain numbers
and strings and gives such back, so that it can be called in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from thirdcard.game.contests import CONTESTS, Contest
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

if TYPE_CHECKING:
    from thirdcard.solvers.hypergraph import Table

__all__ = ["best_moves", "prepare"]

Moves = tuple[tuple[Spot, ...], ...]

_SECONDS: Final = 5.0
"""No player of a table waits longer."""

_MOST_LINES: Final = 100
"""A duel with more lines takes seconds or hours; below that it takes a tenth of a second."""

_SAMPLE: Final = tuple(range(12))
"""A table on which no solver finds its answer before it has begun to search."""

_MOST_TRAPS: Final = 32
"""A duel that is lost is looked at from each of its claims if it has no more than these."""


def best_moves(contest: str, variant: str, spots: Sequence[Spot]) -> Moves:
    """Return the claims with which perfect play goes on, empty where they are not known.

    In a duel these are claims that win; where none does, those after which fewest answers of the
    opponent win.  Where all play for the most or the fewest claims, they are all those of one way
    to get there.

    Args:
        contest: the key of a contest; the race has no best claims.
        variant: the variant's expression.
        spots: the table.

    >>> best_moves("duel", "classic", (0, 1, 2, 3, 6))
    ((0, 1, 2), (0, 3, 6))
    """
    solve = _choose_solver(CONTESTS[contest])
    if solve is None:
        return ()
    numbers = solve(_make_table(parse_variant(variant), spots))
    return tuple(tuple(spots[number] for number in claim) for claim in numbers)


def prepare() -> None:
    """Load and compile what `best_moves` needs, which takes seconds, and once in a while a minute.

    A process that has done it answers the next question as fast as any other.
    """
    for contest in CONTESTS:
        best_moves(contest, "classic", _SAMPLE)


def _choose_solver(contest: Contest) -> Callable[[Table], Moves] | None:
    if contest.takes_turns:
        return _win
    if contest.goal is None:
        return None
    return _pack if contest.goal == "most" else _dominate


def _make_table(variant: Variant, spots: Sequence[Spot]) -> Table:
    from thirdcard.solvers.hypergraph import Table

    return Table(variant.space, tuple(spots))


def _pack(table: Table) -> Moves:
    from thirdcard.solvers.packing import max_packing

    return max_packing(table, seconds=_SECONDS).witness


def _dominate(table: Table) -> Moves:
    from thirdcard.solvers.domination import min_domination

    return min_domination(table, seconds=_SECONDS).witness


def _win(table: Table) -> Moves:
    from thirdcard.solvers.duel import solve_duel

    lines = table.hypergraph.edges
    if len(lines) > _MOST_LINES:
        return _win_by_mirror(table)
    answer = solve_duel(table, winner_only=True, seconds=_SECONDS)
    if answer.winner == "second" and len(lines) <= _MOST_TRAPS:
        return _set_traps(table)
    return answer.moves


def _win_by_mirror(table: Table) -> Moves:
    from thirdcard.solvers.duel_mirror import find_mirror
    from thirdcard.solvers.limits import Deadline

    place = {table.spots[v]: v for line in table.hypergraph.edges for v in line}
    mirror = find_mirror(table.space, place, Deadline(_SECONDS))
    return tuple(sorted(tuple(sorted(place[p] for p in claim)) for claim in mirror.claims))


def _set_traps(table: Table) -> Moves:
    """Return the claims after which the smallest part of the opponent's claims wins."""
    from thirdcard.solvers.duel import solve_duel
    from thirdcard.solvers.hypergraph import Hypergraph
    from thirdcard.solvers.limits import Deadline

    deadline = Deadline(_SECONDS)
    answers: dict[tuple[Spot, ...], float] = {}
    for claim in table.hypergraph.edges:
        if deadline.is_over:
            return ()
        left = [line for line in table.hypergraph.edges if not set(line) & set(claim)]
        wins = solve_duel(Hypergraph.of(table.size, left), seconds=deadline.left).moves
        answers[claim] = len(wins) / max(1, len(left))
    fewest = min(answers.values(), default=0)
    return tuple(claim for claim, share in answers.items() if share == fewest)
