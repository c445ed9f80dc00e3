"""What happened in a game that is over: its tables, and who took what from each, and when.

A *moment* is a table as it lay between two changes of its cards.  What one decision changes is one
change: after a claim the refilled table is a moment, the one with the holes is not.  Of each moment
are told the claims that were there and for whom, how hard each was to see, and what came of it.

Times are milliseconds of play since the start: they stand still while the game is paused, and
while no server ran it.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from thirdcard.game.events import Ended
from thirdcard.game.moments import Moment, Scores
from thirdcard.game.record import Record
from thirdcard.game.state import State
from thirdcard.game.watching import Watcher

__all__ = ["Analysis", "SeatSummary", "analyse"]


@dataclass(frozen=True)
class SeatSummary:
    """How a seat played.

    Attributes:
        score: at the end.
        claims: accepted claims that were not taken back.
        refusals: claims that were refused.
        fastest_ms: least time that a claim took, None without one.
        typical_ms: the median of these times.
        difficulty: the mean difficulty of its claims.
        flips: cards that it turned up.
    """

    score: int
    claims: int
    refusals: int
    fastest_ms: int | None
    typical_ms: int | None
    difficulty: float | None
    flips: int = 0


@dataclass(frozen=True)
class Analysis:
    """A game, told moment by moment.

    Attributes:
        play_ms: how long it was played.
        reason: why it ended, None for a game that goes on.
        moments: its tables in order; none where it never began.
        scores: the scores over time, from the start on.
        seats: how each seat played.
        ranking: the seats from first to last.
        loser: the seat that lost by how the game ended, None where the score decides.
        optimum: the most or fewest claims that could be taken, where all play for it.
        optimum_proved: whether that is proved, or a bound.
    """

    play_ms: int
    reason: str | None
    moments: tuple[Moment, ...]
    scores: tuple[Scores, ...]
    seats: tuple[SeatSummary, ...]
    ranking: tuple[int, ...]
    loser: int | None = None
    optimum: int | None = None
    optimum_proved: bool = False


def analyse(record: Record) -> Analysis:
    """Tell a game moment by moment.

    Args:
        record: one that `thirdcard.game.record.verify` calls fair, or the events of a game that
            was played here; events that cannot follow each other are not looked for.
    """
    watcher = Watcher(State(record.header))
    for event, following in zip(record.events, (*record.events[1:], None), strict=True):
        watcher.see(event, following)
    state = watcher.state
    moments = watcher.finish()
    ended = record.events[-1] if record.events else None
    seats = range(len(state.seats))
    return Analysis(
        play_ms=watcher.play_ms,
        reason=ended.reason if isinstance(ended, Ended) else None,
        moments=moments,
        scores=tuple(watcher.scores),
        seats=tuple(_summarise(state, seat, moments, watcher.flips[seat]) for seat in seats),
        ranking=state.ranking,
        loser=state.loser,
        optimum=state.optimum,
        optimum_proved=state.optimum_proved,
    )


def _summarise(state: State, seat: int, moments: tuple[Moment, ...], flips: int) -> SeatSummary:
    takings = [m.taking for m in moments if m.taking and m.taking.seat == seat]
    kept = [taking for taking in takings if not taking.undone]
    times = [taking.after_ms for taking in kept]
    return SeatSummary(
        score=state.seats[seat].score,
        claims=len(kept),
        refusals=state.seats[seat].refusals,
        fastest_ms=min(times, default=None),
        typical_ms=round(median(times)) if times else None,
        difficulty=sum(t.difficulty for t in kept) / len(kept) if kept else None,
        flips=flips,
    )
