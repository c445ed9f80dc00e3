"""What a command leads to.

::

    unopened ──Opened──▶ waiting ──Started──▶ playing ──Ended──▶ ended
                            │ Joined, Left       │ the same, but for Configured    (nothing
                            │ WentAway, CameBack │ Dealt, Reshuffled, TurnPassed    leads on)
                            │ Configured, Muted  │ Claimed, Refused, TakenBack
                            │                    │ Called, Lapsed, Offered
                            │                    │ Flipped, Covered
                            │                    │ Voted, Paused, Continued
                            │                    │ Hinted, Announced
                            └──────Ended─────────┘
                            (abandoned, closed)

`decide` reads a state and a command and returns the events that follow, or raises a `Refusal`;
`evolve` reads a state and an event and cannot fail on what `decide` returned.  So a table is its
events, replay is ``reduce(evolve, events, state)``, and whoever holds the events holds the game.

What one accepted claim leads to, in this order:

1. ``Claimed``: the cards leave the table and its claimer scores.  If that is the score that ends
   the game, ``Ended(score)``, and nothing else.
2. ``TurnPassed(claimed)``, where claims are made in turns.
3. ``Dealt(refill)``: each group is filled up to its share of the table size, on the first of
   its holes.  Cards that stay keep their slots; a group that had grown is not refilled.
4. ``Dealt(growth)``, while no present seat has a claim and cards are left: three more cards, or
   one more to each group; holes first, then new slots at the end.
5. ``Ended(finished)``, if there still is no claim: then there never will be one.

The same three last steps follow a start, and steps 4 and 5 a seat's leaving, since in a chain the
claims that are left depend on who is left.  What the options change:

- where cards are laid one by one, steps 3 and 4 take time: a ``Tick`` lays each;
- where more cards come by vote, step 4 waits for it, and step 5 for the deck's last card;
- where the deck has no end, ``Reshuffled`` stands before a ``Dealt`` that finds it empty;
- where the cards are laid once, step 3 is left out, and step 4 belongs to the start;
- where claims wait for others, ``Offered`` comes first and a ``Tick`` leads to step 1, for as many
  claims as can be accepted, and to the others once;
- where cards lie face down, ``Flipped`` takes the place of the claim, and the last card of a turn
  leads to ``Claimed`` or to ``TurnPassed``.

A game whose last person leaves is over, for bots alone do not play; a duel ends when either does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thirdcard.game import claiming, flipping, hinting, seating, timing, voting
from thirdcard.game.changes import evolve, replay
from thirdcard.game.commands import (
    Announce,
    Call,
    Claim,
    Close,
    ComeBack,
    Command,
    Configure,
    Flip,
    GoAway,
    Hint,
    Join,
    Kick,
    Leave,
    Mute,
    Resume,
    Start,
    TakeBack,
    Tick,
    Vote,
)
from thirdcard.game.events import Event, Header, Opened
from thirdcard.game.seating import MAX_NAME
from thirdcard.game.shuffle import commit
from thirdcard.game.state import State
from thirdcard.game.story import Story

__all__ = ["MAX_NAME", "decide", "evolve", "open_table", "replay"]


def open_table(header: Header, seed: bytes, now: int) -> tuple[State, Opened]:
    """Return a new table that awaits players, and its first event.

    Args:
        header: the kind of game.
        seed: 32 random bytes, from which all its deals follow.
        now: time in milliseconds since 1970.

    Raises:
        VariantError, OptionError: such a table cannot exist.
    """
    header.require_valid()
    opened = Opened(seq=1, at=now, commitment=commit(seed))
    return evolve(State(header, seed), opened), opened


def decide(state: State, command: Command, now: int) -> tuple[Event, ...]:
    """Return what a command leads to; nothing if it changes nothing.

    Args:
        state: the table, with its seed.
        command: what is asked.
        now: time in milliseconds since 1970; taken for the last event's if it is before that.

    Raises:
        Refusal: the command is not carried out; the table goes on from `Refusal.events`.
    """
    story = Story(state, max(now, state.at))
    _HANDLERS[type(command)](story, command)
    return tuple(story.events)


_HANDLERS: dict[type, Callable[[Story, Any], None]] = {
    Join: seating.join,
    Leave: seating.leave,
    Configure: seating.configure,
    Kick: seating.kick,
    Mute: seating.mute,
    GoAway: seating.go_away,
    ComeBack: seating.come_back,
    Start: seating.start,
    Call: claiming.call,
    Claim: claiming.claim,
    TakeBack: claiming.take_back,
    Flip: flipping.flip,
    Vote: voting.vote,
    Hint: hinting.hint,
    Announce: timing.announce,
    Close: timing.close,
    Tick: timing.tick,
    Resume: timing.resume,
}
