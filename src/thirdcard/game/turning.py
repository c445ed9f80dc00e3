"""Turns, and cards that are turned up in them."""

from __future__ import annotations

from thirdcard.errors import Refusal
from thirdcard.game.events import Covered, TurnPassed
from thirdcard.game.state import State
from thirdcard.game.story import Story
from thirdcard.phrases import phrase

__all__ = ["cover", "pass_turn", "require_turn"]


def require_turn(state: State, seat: int) -> None:
    """Raise a refusal unless it is a seat's turn."""
    if state.turn != seat:
        assert state.turn is not None
        name = state.seats[state.turn].told
        raise Refusal(
            "not_your_turn", phrase("It is the turn of {name}.", name=name), {"seat": state.turn}
        )


def cover(story: Story) -> None:
    """Turn all cards down again."""
    if story.state.face_up:
        story.tell(Covered, slots=story.state.face_up)


def pass_turn(story: Story, reason: str) -> None:
    """Let the next seat move."""
    story.tell(TurnPassed, to=story.state.next_seat(), reason=reason)
