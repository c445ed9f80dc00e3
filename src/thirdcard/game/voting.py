"""What all people at a table must agree to: more cards, a pause, its end, a hint.

A vote waits for the people who are present and not away, and for no bot.  It has its consequence
with the last of them who agrees, or when the last who did not is gone.
"""

from __future__ import annotations

from collections.abc import Callable

from thirdcard.errors import Refusal
from thirdcard.game.commands import Vote
from thirdcard.game.dealing import grow, settle
from thirdcard.game.events import CameBack, Continued, Paused, Subject, Voted
from thirdcard.game.hinting import hint_all, require_more_for_all
from thirdcard.game.laying import can_deal
from thirdcard.game.state import State
from thirdcard.game.story import Story, require_going, require_playing
from thirdcard.phrases import phrase

__all__ = ["count_votes", "vote"]


def vote(story: Story, command: Vote) -> None:
    """Note what a person agrees to, or no longer does, and do it if all agree."""
    state = story.state
    seat = require_playing(state, command.player)
    if state.seats[seat].bot is not None:
        raise Refusal("locked_out", phrase("A bot has no vote."))
    _REQUIRE_OPEN[command.subject](state)
    agreeing = next((q.seats for q in state.questions if q.subject == command.subject), ())
    if (seat in agreeing) == command.agrees:
        return
    if state.seats[seat].away:
        story.tell(CameBack, seat=seat)
    story.tell(Voted, seat=seat, subject=command.subject, agrees=command.agrees)
    count_votes(story)


def count_votes(story: Story) -> None:
    """Do what all agree to."""
    if story.state.phase != "playing":
        return
    voters = set(story.state.iter_voters())
    for question in story.state.questions:
        if question not in story.state.questions or not voters:
            continue
        if voters <= set(question.seats) and _is_open(story.state, question.subject):
            _CONSEQUENCES[question.subject](story)


def _is_open(state: State, subject: Subject) -> bool:
    try:
        _REQUIRE_OPEN[subject](state)
    except Refusal:
        return False
    return True


def _require_cards(state: State) -> None:
    if state.options.growth != "vote":
        raise Refusal("malformed", phrase("More cards come by themselves at this table."))
    require_going(state)
    if not can_deal(state):
        raise Refusal("locked_out", phrase("No cards are left in the deck."))


def _require_pausing(state: State) -> None:
    require_going(state)


def _require_continuing(state: State) -> None:
    if state.paused_at is None:
        raise Refusal("locked_out", phrase("The game is not paused."))


def _require_hint(state: State) -> None:
    if state.options.hints != "vote":
        raise Refusal("malformed", phrase("Nobody votes on hints at this table."))
    require_going(state)
    require_more_for_all(state)


def _continue(story: Story) -> None:
    story.tell(Continued)
    settle(story)
    count_votes(story)


def _add_cards(story: Story) -> None:
    grow(story)
    settle(story)


def _pause(story: Story) -> None:
    story.tell(Paused)


_REQUIRE_OPEN: dict[Subject, Callable[[State], None]] = {
    "cards": _require_cards,
    "pause": _require_pausing,
    "continue": _require_continuing,
    "hint": _require_hint,
}
"""What raises a refusal where a question cannot be asked now."""

_CONSEQUENCES: dict[Subject, Callable[[Story], None]] = {
    "cards": _add_cards,
    "pause": _pause,
    "continue": _continue,
    "hint": hint_all,
}
