"""How long a game was played: no time goes by in a pause, nor where no server kept the clock."""

from __future__ import annotations

from thirdcard.game.events import Event, Resumed
from thirdcard.game.state import State

__all__ = ["time_played"]


def time_played(before: State, event: Event) -> int:
    """Return the milliseconds of play between the event before and this one.

    Args:
        before: the table before the event.
        event: what came next.
    """
    if not before.is_going:
        return 0
    until = event.at
    if isinstance(event, Resumed):
        until = before.at if event.since is None else event.since
    return max(0, until - before.at)
