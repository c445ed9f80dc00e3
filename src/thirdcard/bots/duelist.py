"""The player of a duel: reads the end of the game, the sooner the better it plays.

The strongest level asks the solver, and wins what can be won.  The others read positions with so
few claims that they can play them through, and before that take a claim that ends the game at
once, if they are no beginners, or else the one that they find first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from thirdcard.bots.levels import Level
from thirdcard.bots.player import OF_TIME, Choice, Player, Solve
from thirdcard.bots.reaction import draw_search_time
from thirdcard.game.commands import Claim
from thirdcard.game.views import TableView
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Duelist", "find_winning"]

Lines = tuple[int, ...]
"""Claims as bit sets of their cards."""

_MOST_GLANCED: Final = 100


@dataclass(frozen=True)
class _Turn:
    """A turn of the bot: the table, since when it is to move, and the claim once it is chosen."""

    table: tuple[Spot, ...]
    since: int
    claim: tuple[Spot, ...] | None = None
    time: int = 0


class Duelist(Player):
    """Which claim a bot takes in its turn, and how long it thinks."""

    def __init__(self, variant: Variant, seat: int, level: Level, seed: int, solve: Solve) -> None:
        super().__init__(variant, seat, level, seed, solve)
        self._turn: _Turn | None = None
        self._seq = -1
        self._seen_at = 0

    def take_in(self, view: TableView, now: int) -> None:
        if view.seq != self._seq:
            self._seq, self._seen_at = view.seq, now
        if view.turn != self._seat:
            self._turn = None
            return
        table = self._read_table(view)
        if self._turn is None or self._turn.table != table:
            self._turn = _Turn(table, now)

    def choose(self, view: TableView, now: int) -> Choice | None:
        """Return the claim of this turn and its time, None in the other's turn."""
        turn = self._turn
        if turn is None:
            return None
        if turn.claim is None:
            turn = self._turn = self._think(view, turn)
        if turn.claim is None:
            return None
        at = max(turn.since + turn.time, now)
        codes = tuple(self._variant.code(spot) for spot in turn.claim)
        return at, Claim(str(self._seat), codes, view.seq, waited=at - self._seen_at)

    def put_off(self, now: int) -> None:
        if self._turn is not None:
            self._turn = replace(self._turn, since=now)

    def rest(self, ms: int) -> None:
        if self._turn is not None:
            self._turn = replace(self._turn, since=self._turn.since + ms)

    def _think(self, view: TableView, turn: _Turn) -> _Turn:
        claims = sorted(self._variant.iter_claims(turn.table))
        if not claims:
            return turn
        random = self._chance("duel", turn.table)
        best = self._find_best(view, turn.table, claims)
        claim = random.choice(best or claims)
        hard = difficulty(self._variant.space, claim)
        time = draw_search_time(self._level, hard, len(claim), len(turn.table), random, self._form)
        most = round(view.turn_seconds * 1000 * OF_TIME)
        return replace(turn, claim=claim, time=min(time, most))

    def _find_best(
        self, view: TableView, table: tuple[Spot, ...], claims: Sequence[tuple[Spot, ...]]
    ) -> list[tuple[Spot, ...]]:
        """Return the claims that the bot knows to be good, empty where it sees no difference."""
        reads = self._level.reads
        if reads is None:
            best = self._solve(view.contest.key, self._variant.key, table)
            if best:
                return sorted(best)
        lines = _as_lines(table, claims)
        if reads is not None and len(lines) <= reads:
            winning = set(find_winning(lines))
        elif reads != 0 and len(lines) <= _MOST_GLANCED:
            winning = {line for line in lines if not _leave(lines, line)}
        else:
            winning = set()
        return [claim for line, claim in zip(lines, claims, strict=True) if line in winning]


def _as_lines(table: Sequence[Spot], claims: Sequence[Sequence[Spot]]) -> Lines:
    place = {spot: 1 << number for number, spot in enumerate(table)}
    return tuple(sum(place[spot] for spot in claim) for claim in claims)


def _leave(lines: Lines, taken: int) -> Lines:
    return tuple(line for line in lines if not line & taken)


def find_winning(lines: Lines) -> list[int]:
    """Return the lines with which the player to move wins, by playing all games through.

    >>> find_winning((0b111, 0b11100, 0b1110000))
    [28]
    """
    known: dict[Lines, bool] = {}

    def is_won(left: Lines) -> bool:
        if left not in known:
            known[left] = any(not is_won(_leave(left, line)) for line in left)
        return known[left]

    return [line for line in lines if not is_won(_leave(lines, line))]
