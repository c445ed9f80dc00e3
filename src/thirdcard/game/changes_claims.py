"""What changes with claims that are not accepted, or not yet, and with calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from thirdcard.game.changes_parts import Changes, answered, with_seat
from thirdcard.game.events import Called, Lapsed, Offered, Refused
from thirdcard.game.state import Call, Offer, Seat, State

__all__ = ["CHANGES"]


def _on_refused(state: State, event: Refused) -> Changes:
    seat = state.seats[event.seat]
    return {
        "seats": _charged(
            state,
            event,
            refusals=seat.refusals + 1,
            refused=seat.refused | {(event.code, tuple(sorted(event.cards)))},
        ),
        "acted_at": event.at,
        **answered(state, event.seat, event.cards),
    }


def _on_called(state: State, event: Called) -> Changes:
    return {"call": Call(event.seat, event.until), "acted_at": event.at}


def _on_lapsed(state: State, event: Lapsed) -> Changes:
    return {"seats": _charged(state, event), "call": None}


def _charged(state: State, event: Refused | Lapsed, **values: Any) -> tuple[Seat, ...]:
    """Return the seats after one has paid for a wrong claim or a call in vain."""
    seat = state.seats[event.seat]
    if state.call and state.call.seat == event.seat:
        values["failed_calls"] = seat.failed_calls + 1
    if event.cost:
        values |= {"score": seat.score - event.cost, "scored_seq": event.seq}
    if event.locked_until is not None:
        values["locked_until"] = event.locked_until
    return with_seat(state, event.seat, **values)


def _on_offered(state: State, event: Offered) -> Changes:
    until = state.offers_until
    return {
        "offers": (*state.offers, Offer(event.seat, event.cards, event.seen, event.acted)),
        "offers_until": event.at + state.options.fair_window_ms if until is None else until,
        "acted_at": event.at,
    }


CHANGES: Final[dict[type, Callable[[State, Any], Changes]]] = {
    Called: _on_called,
    Lapsed: _on_lapsed,
    Offered: _on_offered,
    Refused: _on_refused,
}
