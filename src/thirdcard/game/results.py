"""What a finished game came to, worked out from its record: ranks, times, claims.

All times are milliseconds of *play*: while the game was paused, and while no server kept its
clock, none goes by.  Times are differences of UTC times, so no time zone and no daylight saving is
in them.

*A claim's time* is counted from when the table could be claimed: from the first moment after the
start, after the last claim or after one that was taken back at which somebody present had a claim.
Where turns are taken it is counted from the beginning of the turn, if that is later.  A claim that
waited for the end of a fairness window ends with its player's act, not with the window.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from thirdcard.errors import RecordError
from thirdcard.game.contests import CONTESTS
from thirdcard.game.events import (
    Claimed,
    Continued,
    Dealt,
    Ended,
    Event,
    Joined,
    Left,
    Offered,
    Options,
    Started,
    TakenBack,
    TurnPassed,
)
from thirdcard.game.play_time import time_played
from thirdcard.game.record import Record, iter_replay
from thirdcard.game.state import State
from thirdcard.phrases import phrase
from thirdcard.variants.difficulty import difficulty

__all__ = ["MATTERING", "ClaimTime", "Result", "SeatResult", "Status", "work_out"]

Status = Literal["counted", "abandoned"]
"""Whether a game was played to an end of its own, or was left or closed before."""

MATTERING: Final = (
    "table_size",
    "lay_ms",
    "call_seconds",
    "penalty",
    "growth",
    "end_score",
    "end_seconds",
    "hints",
)
"""The options without whose usual values times are not to be compared with others."""

_USUAL: Final = Options()
_NO_END: Final = ("abandoned", "closed")
_CHANGING: Final = Started | Claimed | TakenBack | Dealt | Joined | Left | Continued


class ClaimTime(msgspec.Struct, frozen=True, array_like=True):
    """A claim that stood.

    Attributes:
        ms: after how many milliseconds of play it was made; see the module's docstring.
        differing: in how many features its cards differ, as the mean over their pairs.
    """

    ms: int
    differing: float


@dataclass(frozen=True)
class SeatResult:
    """What somebody came to who played, also one who left before the end.

    Attributes:
        seat: which, counted from 0.
        player: the id.
        bot: the level of a bot, None for a person.
        score: points.
        rank: 1 for the first; of equal scores the one that was reached first.  Where all play
            together everybody's is 1.
        won: whether that is a win: rank 1 against others, or the best result together.
        refusals: claims that were judged and refused.
        claims: those that stood, in their order.
    """

    seat: int
    player: str
    bot: int | None
    score: int
    rank: int
    won: bool
    refusals: int
    claims: tuple[ClaimTime, ...]


@dataclass(frozen=True)
class Result:
    """What a game came to.

    Attributes:
        variant: the expression of the variant, in its shortest form.
        contest: what was played for.
        options: those of `MATTERING` that were not as usual.
        status: whether the game counts.
        ended_at: when it ended, in milliseconds since 1970.
        duration: milliseconds of play from start to end.
        seats: everybody who played, by seat.
    """

    variant: str
    contest: str
    options: dict[str, Any]
    status: Status
    ended_at: int
    duration: int
    seats: tuple[SeatResult, ...]

    @property
    def is_rated(self) -> bool:
        """Whether the game says who is stronger: a person played against somebody."""
        return (
            self.status == "counted"
            and len(self.seats) > 1
            and not CONTESTS[self.contest].is_shared
            and any(seat.bot is None for seat in self.seats)
        )


def work_out(record: Record) -> Result:
    """Return what a game came to.

    Raises:
        RecordError: the game has not ended, or its events cannot have happened so.
    """
    if not record.events or not isinstance(record.events[-1], Ended):
        raise RecordError(phrase("the game has not ended"), len(record.events) + 1)
    watch, state = _Watch(), State(record.header)
    for before, event, after in iter_replay(record):
        if event.seq != before.seq + 1:
            raise RecordError(
                phrase(
                    "event {number} where {expected} was expected",
                    number=event.seq,
                    expected=before.seq + 1,
                ),
                before.seq + 2,
            )
        watch.see(before, event, after)
        state = after
    return _sum_up(state, watch)


@dataclass
class _Watch:
    """Follows a game with a clock that stands still when the game does.

    Attributes:
        stopped: milliseconds for which it stood still so far.
        open_at: the reading since when the table can be claimed, None while it cannot.
        turn_at: the reading at the beginning of the turn.
        played: the seats that were taken by somebody between start and end.
        claims: the claims that stood, with their seats.
        offered: the times of claims that wait for the end of a window, by seat and cards.
    """

    stopped: int = 0
    open_at: int | None = None
    turn_at: int = 0
    played: set[int] = field(default_factory=set)
    claims: list[tuple[int, ClaimTime]] = field(default_factory=list)
    offered: dict[tuple[int, frozenset[str]], int] = field(default_factory=dict)

    def read(self, at: int) -> int:
        """Return the reading at a time."""
        return at - self.stopped

    def see(self, before: State, event: Event, after: State) -> None:
        """Follow an event."""
        if before.phase == "playing":
            self.stopped += event.at - before.at - time_played(before, event)
        match event:
            case Started():
                self.played.update(after.iter_present())
                self.turn_at = self.read(event.at)
            case Joined() if before.phase == "playing":
                self.played.add(event.seat)
            case TurnPassed():
                self.turn_at = self.read(event.at)
            case Offered():
                key = event.seat, frozenset(event.cards)
                self.offered.setdefault(key, self._time(before, event.acted))
            case Claimed():
                self._take(before, event)
            case TakenBack() if self.claims:
                self.claims.pop()
            case _:
                pass
        self._look_at_table(event, after)

    def _time(self, before: State, at: int) -> int:
        """Return after how much play a claim came that was made at a time."""
        since = self.turn_at if self.open_at is None else self.open_at
        if before.turn is not None:
            since = max(since, self.turn_at)
        return max(0, self.read(at) - since)

    def _take(self, before: State, event: Claimed) -> None:
        variant = before.variant
        spot_of = {variant.code(spot): spot for spot in before.previous_of(event.seat)}
        spot_of |= {variant.code(spot): spot for spot in before.spots}
        differing = difficulty(variant.space, [spot_of[card] for card in event.cards])
        waited = self.offered.pop((event.seat, frozenset(event.cards)), None)
        ms = self._time(before, event.at) if waited is None else waited
        self.claims.append((event.seat, ClaimTime(ms, differing)))

    def _look_at_table(self, event: Event, after: State) -> None:
        """Note from when on the table can be claimed."""
        if isinstance(event, Claimed | TakenBack | Started):
            self.open_at, self.turn_at = None, self.read(event.at)
        if not after.offers:
            self.offered.clear()
        if self.open_at is None and isinstance(event, _CHANGING) and after.is_going:
            self.open_at = self.read(event.at) if after.can_be_claimed else None


def _sum_up(state: State, watch: _Watch) -> Result:
    assert state.ended_at is not None
    contest = state.contest
    order = [seat for seat in state.ranking if seat in watch.played]
    best_together = state.optimum_proved and sum(s.claims for s in state.seats) == state.optimum
    seats = []
    for index in sorted(watch.played):
        seat, rank = state.seats[index], order.index(index) + 1
        rank = 1 if contest.is_shared else rank
        seats.append(
            SeatResult(
                seat=index,
                player=seat.player,
                bot=seat.bot,
                score=seat.score,
                rank=rank,
                won=best_together if contest.is_shared else rank == 1 and len(order) > 1,
                refusals=seat.refusals,
                claims=tuple(time for owner, time in watch.claims if owner == index),
            )
        )
    is_over = state.reason not in _NO_END and state.started_at is not None
    options = {
        name: getattr(state.options, name)
        for name in MATTERING
        if getattr(state.options, name) != getattr(_USUAL, name)
    }
    started = state.ended_at if state.started_at is None else state.started_at
    return Result(
        variant=state.variant.key,
        contest=contest.key,
        options=options,
        status="counted" if is_over else "abandoned",
        ended_at=state.ended_at,
        duration=max(0, state.ended_at - started - watch.stopped),
        seats=tuple(seats),
    )
