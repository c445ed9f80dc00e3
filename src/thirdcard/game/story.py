"""The events of one decision, and what most decisions ask first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from thirdcard.errors import Refusal
from thirdcard.game.changes import evolve
from thirdcard.game.events import Event
from thirdcard.game.state import State
from thirdcard.phrases import phrase

__all__ = ["Story", "require_going", "require_playing", "require_seat"]

E = TypeVar("E", bound=Event)


class Story:
    """The events of one decision, each told to the state before the next is decided.

    Attributes:
        state: the table after the events so far.
        now: the time of the decision.
        events: what was told.
    """

    def __init__(self, state: State, now: int) -> None:
        self.state = state
        self.now = now
        self.events: list[Event] = []

    def tell(self, kind: Callable[..., E], **values: Any) -> None:
        """Add an event."""
        event = kind(seq=self.state.seq + 1, at=self.now, **values)
        self.events.append(event)
        self.state = evolve(self.state, event)


def require_seat(state: State, player: str) -> int:
    """Return the seat that a player holds.

    Raises:
        Refusal: there is none, or the game is over.
    """
    seat = state.find_seat(player)
    if seat is None or not state.seats[seat].present:
        raise Refusal("locked_out", phrase("You are watching; take a seat to play."))
    if state.phase == "ended":
        raise Refusal("locked_out", phrase("The game is over."))
    return seat


def require_playing(state: State, player: str) -> int:
    """Return the seat that a player holds in a game that has begun, paused or not.

    Raises:
        Refusal: there is none, or no game.
    """
    seat = require_seat(state, player)
    if state.phase != "playing":
        raise Refusal("locked_out", phrase("The game has not begun."))
    return seat


def require_going(state: State) -> None:
    """Raise a refusal while the game is paused."""
    if state.paused_at is not None:
        raise Refusal("locked_out", phrase("The game is paused."), {"paused": state.paused_at})
