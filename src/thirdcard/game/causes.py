"""Which command led to an event, for the verification of a record.

A command is rebuilt from the first of the events that it led to, and from the table before it.  It
need not be the very one that was given, only one that leads to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from thirdcard.game.claiming import MAX_TRIP_MS
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
from thirdcard.game.events import (
    Announced,
    Called,
    CameBack,
    Claimed,
    Configured,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Hinted,
    Joined,
    Lapsed,
    Left,
    Muted,
    Offered,
    Refused,
    Reshuffled,
    Resumed,
    Started,
    TakenBack,
    TurnPassed,
    Voted,
    WentAway,
)
from thirdcard.game.state import State

__all__ = ["find_cause"]


def find_cause(state: State, events: Sequence[Event]) -> Command | None:
    """Return a command that leads to some events of a record, None if there is no such.

    Args:
        state: the table before them.
        events: what stands in the record next, one at least.
    """
    event = events[0]
    following = events[1] if len(events) > 1 else None
    match event:
        case Covered() if isinstance(following, Flipped) and following.at == event.at:
            # The first card of a turn turns those of the turn before down.
            return _flip(state, following)
        case Joined():
            return Join(event.player, event.name, event.bot)
        case Started():
            return next((Start(seat.player) for seat in state.seats if seat.present), None)
        case Configured() | Muted():
            return _host_command(state, event)
        case Left() if event.by_host:
            return _host_command(state, event)
        case Resumed():
            return Resume(event.since)
        case Announced():
            return Announce(event.optimum, event.proved)
        case Ended(reason="closed"):
            return Close()
        case Covered() | TurnPassed() | Lapsed() | Dealt() | Reshuffled() | Ended():
            return Tick()
        case Claimed() | Refused() if _has_waited(state, event):
            return Tick()
        case (
            Left()
            | WentAway()
            | CameBack()
            | Called()
            | Claimed()
            | Refused()
            | Offered()
            | TakenBack()
            | Flipped()
            | Voted()
            | Hinted()
        ):
            return _player_command(state, event)
        case _:
            return None


def _has_waited(state: State, event: Claimed | Refused) -> bool:
    """Tell whether a claim was judged at the end of its window."""
    cards = {*event.cards}
    return any(o.seat == event.seat and {*o.cards} == cards for o in state.offers)


def _host_command(state: State, event: Configured | Muted | Left) -> Command | None:
    if state.host is None:
        return None
    host = state.seats[state.host].player
    match event:
        case Configured():
            return Configure(host, event.options)
        case Muted():
            return Mute(host, event.seat, event.muted)
        case Left():
            return Kick(host, event.seat, event.banned)


def _player_command(state: State, event: Event) -> Command | None:
    seat = getattr(event, "seat", None)
    if not isinstance(seat, int) or not 0 <= seat < len(state.seats):
        return None
    player = state.seats[seat].player
    match event:
        case Left():
            return Leave(player)
        case WentAway():
            return GoAway(player)
        case CameBack():
            return ComeBack(player)
        case Called():
            return Call(player, state.seq)
        case Claimed():
            return Claim(player, event.cards, state.seq)
        case Refused():
            return Claim(player, event.cards, event.seen)
        case Offered():
            return _offer(state, player, event)
        case TakenBack():
            return TakeBack(player)
        case Flipped():
            return _flip(state, event)
        case Voted():
            return Vote(player, event.subject, event.agrees)
        case Hinted():
            return Hint(player)
        case _:
            return None


def _flip(state: State, event: Flipped) -> Command | None:
    if not 0 <= event.seat < len(state.seats):
        return None
    return Flip(state.seats[event.seat].player, event.slot, state.seq)


def _offer(state: State, player: str, event: Offered) -> Command:
    """Return the claim whose player acted then, with the longest way its messages can have had."""
    shown = state.find_time(event.seen)
    return Claim(player, event.cards, event.seen, event.acted - shown, MAX_TRIP_MS)
