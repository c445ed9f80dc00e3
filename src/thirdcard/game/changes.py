"""What each event changes in the state of a table.

`evolve` never asks whether an event could have happened: `thirdcard.game.machine.decide` did, or
`thirdcard.game.record.verify` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Final

from thirdcard.game import changes_cards, changes_claims, changes_people
from thirdcard.game.changes_parts import Changes
from thirdcard.game.events import Ended, Event, Resumed
from thirdcard.game.state import Call, State

__all__ = ["evolve", "replay"]

_TIMES = 64
"""Events whose times are kept, where claims are ordered by when their players acted."""


def evolve(state: State, event: Event) -> State:
    """Return the table after an event."""
    changed = _CHANGES[type(event)](state, event)
    if state.options.fair_window_ms:
        changed["times"] = (*state.times, event.at)[-_TIMES:]
    changed |= {"seq": event.seq, "at": event.at}
    return state.changed(changed)


def replay(state: State, events: Iterable[Event]) -> State:
    """Return the table after some events."""
    return reduce(evolve, events, state)


def _on_resumed(state: State, event: Resumed) -> Changes:
    """Let what ran have its time anew, and the game the time for which its clock stood still."""
    if state.paused_at is not None:
        return {"acted_at": event.at}
    options = state.options
    since = state.at if event.since is None else event.since
    return {
        "call": state.call and Call(state.call.seat, event.at + options.call_seconds * 1000),
        "offers_until": event.at + options.fair_window_ms if state.offers else None,
        "ends_at": None if state.ends_at is None else state.ends_at + event.at - since,
        "turn_at": event.at,
        "dealt_at": event.at,
        "acted_at": event.at,
    }


def _on_ended(state: State, event: Ended) -> Changes:
    return {
        "phase": "ended",
        "reason": event.reason,
        "seed": bytes.fromhex(event.seed),
        "loser": state.contest.find_loser(state, event.reason),
        "turn": None,
        "call": None,
        "offers": (),
        "offers_until": None,
        "questions": (),
        "paused_at": None,
        "ended_at": event.at,
    }


_CHANGES: Final[dict[type, Callable[[State, Any], Changes]]] = {
    **changes_people.CHANGES,
    **changes_cards.CHANGES,
    **changes_claims.CHANGES,
    Resumed: _on_resumed,
    Ended: _on_ended,
}
