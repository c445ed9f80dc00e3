"""Cards that lie face down, and are turned up in turns."""

from __future__ import annotations

from thirdcard.errors import Refusal
from thirdcard.game.claiming import accept
from thirdcard.game.commands import Flip
from thirdcard.game.events import Flipped
from thirdcard.game.story import Story, require_going, require_playing
from thirdcard.game.turning import cover, pass_turn, require_turn
from thirdcard.phrases import phrase

__all__ = ["flip"]


def flip(story: Story, command: Flip) -> None:
    """Turn a card up; the last of a turn is a claim, or lets the next seat move."""
    state = story.state
    seat = require_playing(state, command.player)
    if not state.variant.rule.face_down:
        raise Refusal("malformed", phrase("The cards lie face up: claim them."))
    require_going(state)
    require_turn(state, seat)
    if not 0 <= command.slot < len(state.slots) or state.slots[command.slot] is None:
        raise Refusal(
            "not_on_table", phrase("No card lies at place {place}.", place=command.slot + 1)
        )
    size = state.variant.pattern.fixed_size
    if len(state.face_up) == size:
        cover(story)
    if command.slot in story.state.face_up:
        raise Refusal("not_on_table", phrase("That card is face up already."))
    point = state.slots[command.slot]
    assert point is not None
    story.tell(Flipped, seat=seat, slot=command.slot, card=state.variant.deck.code(point))
    if len(story.state.face_up) == size:
        spots = [story.state.spot(slot) for slot in story.state.face_up]
        turned = tuple(spot for spot in spots if spot is not None)
        if state.variant.is_claim(turned):
            accept(story, seat, turned)
        else:
            pass_turn(story, "no_match")
