"""When time itself makes something happen at a table.

The machine has no clock: whoever runs it asks `next_deadline`, waits, and sends
`thirdcard.game.commands.Tick` with the time at which it wakes up.  A tick too early or too late
is harmless.
"""

from __future__ import annotations

from thirdcard.game.state import State

__all__ = ["cover_due", "idle_due", "next_deadline", "turn_due"]


def cover_due(state: State) -> int | None:
    """Return when cards that do not match are turned down again, None if none lie open so."""
    if state.phase != "playing" or len(state.face_up) != state.variant.pattern.fixed_size:
        return None
    return state.turn_at + state.header.options.show_seconds * 1000


def turn_due(state: State) -> int | None:
    """Return when the seat to move loses its turn; a seat that plays alone has all the time."""
    if state.phase != "playing" or state.turn is None or state.next_seat() == state.turn:
        return None
    return state.turn_at + state.header.options.turn_seconds * 1000


def idle_due(state: State) -> int | None:
    """Return when a table that nobody plays at is closed."""
    if state.phase not in ("waiting", "playing"):
        return None
    return state.acted_at + state.header.options.idle_seconds * 1000


def next_deadline(state: State) -> int | None:
    """Return the earliest time at which a tick does something, None once the game is over."""
    due = (cover_due(state), turn_due(state), idle_due(state))
    return min((time for time in due if time is not None), default=None)
