"""When time itself makes something happen at a table.

The machine has no clock: whoever runs it asks `next_deadline`, waits, and sends
`thirdcard.game.commands.Tick` with the time at which it wakes up.  A tick too early or too late
is harmless.  While a game is paused only the time without any player's doing runs.
"""

from __future__ import annotations

from thirdcard.game.laying import find_next_slot
from thirdcard.game.state import State

__all__ = [
    "call_due",
    "cover_due",
    "end_due",
    "idle_due",
    "lay_due",
    "next_deadline",
    "turn_due",
    "window_due",
]


def lay_due(state: State) -> int | None:
    """Return when the next card is laid, None where all are laid at once or none is missing."""
    if not state.options.lay_ms or not state.is_going or find_next_slot(state) is None:
        return None
    return state.dealt_at + state.options.lay_ms


def call_due(state: State) -> int | None:
    """Return when the time after a call has gone by."""
    return state.call.until if state.call and state.is_going else None


def window_due(state: State) -> int | None:
    """Return when the claims that wait are decided."""
    return state.offers_until if state.is_going else None


def end_due(state: State) -> int | None:
    """Return when the time of the game is over."""
    return state.ends_at if state.is_going else None


def cover_due(state: State) -> int | None:
    """Return when cards that do not match are turned down again, None if none lie open so."""
    if not state.is_going or len(state.face_up) != state.variant.pattern.fixed_size:
        return None
    return state.turn_at + state.options.show_seconds * 1000


def turn_due(state: State) -> int | None:
    """Return when the seat to move loses its turn; a seat that plays alone has all the time."""
    if not state.is_going or state.turn is None or state.next_seat() == state.turn:
        return None
    return state.turn_at + state.options.turn_seconds * 1000


def idle_due(state: State) -> int | None:
    """Return when a table that nobody plays at is closed."""
    if state.phase not in ("waiting", "playing"):
        return None
    return state.acted_at + state.options.idle_seconds * 1000


_DUES = (lay_due, call_due, window_due, end_due, cover_due, turn_due, idle_due)


def next_deadline(state: State) -> int | None:
    """Return the earliest time at which a tick does something, None once the game is over."""
    times = (due(state) for due in _DUES)
    return min((time for time in times if time is not None), default=None)
