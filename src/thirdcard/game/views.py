"""What may leave the server before a game has ended.

A view never holds a card that lies face down or in the deck, the order of the deck, its seed, or
a player's id.  Two codes only look as if they did: the joint of a bowtie follows from the four
cards that were claimed, wherever it lies, and a refused claim repeats what its player asked for.

A client keeps a `TableView` and applies the event views to it, one sequence number after the
other; each says all that it changes, so that no rule of the game is needed to do so.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Joined,
    Left,
    Opened,
    Refused,
    Resumed,
    Started,
    TurnPassed,
)
from thirdcard.game.state import Phase, State
from thirdcard.variants.variant import Spot

__all__ = [
    "ClaimedView",
    "DealtView",
    "EndedView",
    "EventView",
    "JoinedView",
    "LaidView",
    "LastClaim",
    "SeatView",
    "SlotView",
    "SpotView",
    "TableView",
    "view_event",
    "view_table",
]


class SpotView(msgspec.Struct, frozen=True):
    """A card that has left the table, and the group it lay in (counted from 0)."""

    card: str
    group: int


class SlotView(msgspec.Struct, frozen=True):
    """A card on the table; `card` is null while it lies face down."""

    card: str | None


class SeatView(msgspec.Struct, frozen=True):
    """A seat of a person, or of a bot.

    Attributes:
        bot: the bot's level, null for a person.
        present: false after leaving.
        refusals: claims that were judged and refused.
        chain: the cards one of which its next claim must use, empty for none.
    """

    seat: int
    name: str
    bot: int | None
    present: bool
    score: int
    refusals: int
    chain: tuple[SpotView, ...]


class LastClaim(msgspec.Struct, frozen=True):
    """The claim taken last; `joint` is the card that joins the two pairs of a bowtie."""

    seat: int
    cards: tuple[str, ...]
    linked: str | None
    joint: SpotView | None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone may see it.

    Attributes:
        seq: sequence number of the last event this includes.
        variant, title: the variant's expression, and its name for people.
        deck: the deck's key.
        groups: number of groups; slot *s* lies in group ``s % groups``.
        group_shape: rows and columns in which the groups are laid, in reading order.
        claim_sizes: fewest and most cards of a claim.
        claim_noun: what a claim is called, with its article.
        face_down: whether cards are turned up in turns, not claimed.
        chains: whether a claim uses one card of an earlier one; see `SeatView.chain`.
        max_seats: how many can play.
        turn_seconds: time for each turn, counted from ``started``, ``turn_passed``, ``flipped``,
            ``claimed`` or ``resumed``, and from ``joined`` where the seat to move was alone at
            the table, for it has all the time.
        slots: the places of the table, null for a hole.
        turn: the seat to move, null where no turns are taken.
        face_up: slots turned up in this turn, where cards lie face down.
        undealt: cards left in the deck.
        ranking: seats from first to last.
        commitment: SHA-256 of the seed of the shuffle; `seed` itself is null before the end.
        started_at, ended_at: milliseconds since 1970, null before.
    """

    seq: int
    variant: str
    title: str
    deck: str
    groups: int
    group_shape: tuple[int, int]
    claim_sizes: tuple[int, int]
    claim_noun: str
    face_down: bool
    chains: bool
    max_seats: int
    turn_seconds: int
    phase: Phase
    seats: tuple[SeatView, ...]
    slots: tuple[SlotView | None, ...]
    face_up: tuple[int, ...]
    turn: int | None
    undealt: int
    last: LastClaim | None
    ranking: tuple[int, ...]
    commitment: str
    seed: str | None
    reason: str | None
    started_at: int | None
    ended_at: int | None


class _View(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    seq: int
    at: int


class JoinedView(_View, frozen=True, kw_only=True, tag="joined"):
    """A player took a seat, or came back to it; `bot` is the level of a bot, null for a person."""

    seat: int
    name: str
    bot: int | None
    chain: tuple[SpotView, ...]


class LaidView(msgspec.Struct, frozen=True):
    """A card laid on a slot; `card` is null where cards lie face down."""

    slot: int
    card: str | None


class DealtView(_View, frozen=True, kw_only=True, tag="dealt"):
    """Cards came to the table, which now has `size` slots; `undealt` cards are left."""

    reason: Literal["start", "refill", "growth"]
    cards: tuple[LaidView, ...]
    size: int
    undealt: int


class ClaimedView(_View, frozen=True, kw_only=True, tag="claimed"):
    """A claim was accepted.

    Attributes:
        seat: who took it.
        cards: the claim; of a bowtie the first two and the last two are its pairs.
        linked: the card that came from an earlier claim.
        slots: the slots whose cards leave the table.
        size: number of slots the table now has.
        joint: the card that joins the two pairs of a bowtie.
        score: the seat's new score.
        chains: for every seat the cards one of which its next claim must use.
        ranking: seats from first to last.
    """

    seat: int
    cards: tuple[str, ...]
    linked: str | None
    slots: tuple[int, ...]
    size: int
    joint: SpotView | None
    score: int
    chains: tuple[tuple[SpotView, ...], ...]
    ranking: tuple[int, ...]


class EndedView(_View, frozen=True, kw_only=True, tag="ended"):
    """The game is over; the seed of the shuffle is public."""

    reason: Literal["finished", "abandoned"]
    seed: str
    ranking: tuple[int, ...]


EventView = (
    Opened
    | JoinedView
    | Left
    | Started
    | DealtView
    | ClaimedView
    | Refused
    | Flipped
    | Covered
    | TurnPassed
    | Resumed
    | EndedView
)


def view_table(state: State) -> TableView:
    """Return the table as everyone may see it."""
    variant = state.variant
    last = None
    if state.previous_seat is not None:
        joint = variant.find_joint(state.previous)
        linked = state.linked
        last = LastClaim(
            seat=state.previous_seat,
            cards=tuple(variant.code(spot) for spot in state.previous),
            linked=linked,
            joint=None if joint is None else _view_spot(state, joint),
        )
    return TableView(
        seq=state.seq,
        variant=variant.key,
        title=variant.title,
        deck=variant.deck.key,
        groups=variant.grouping.count,
        group_shape=variant.grouping.shape,
        claim_sizes=(variant.pattern.sizes[0], variant.pattern.sizes[-1]),
        claim_noun=variant.pattern.noun,
        face_down=variant.rule.face_down,
        chains=variant.rule.chains,
        max_seats=state.header.options.seats,
        turn_seconds=state.header.options.turn_seconds,
        phase=state.phase,
        seats=tuple(
            SeatView(
                i,
                seat.name,
                seat.bot,
                seat.present,
                seat.score,
                seat.refusals,
                _view_chain(state, i),
            )
            for i, seat in enumerate(state.seats)
        ),
        slots=tuple(_view_slot(state, slot) for slot in range(len(state.slots))),
        face_up=state.face_up,
        turn=state.turn,
        undealt=state.undealt,
        last=last,
        ranking=state.ranking,
        commitment=state.commitment,
        seed=state.seed.hex() if state.phase == "ended" and state.seed else None,
        reason=state.reason,
        started_at=state.started_at,
        ended_at=state.ended_at,
    )


def view_event(before: State, event: Event, after: State) -> EventView:
    """Return an event as everyone may see it.

    Args:
        before: the table before the event.
        event: the event.
        after: the table after it.
    """
    match event:
        case Joined():
            chain = _view_chain(after, event.seat)
            return JoinedView(
                seq=event.seq,
                at=event.at,
                seat=event.seat,
                name=event.name,
                bot=event.bot,
                chain=chain,
            )
        case Dealt():
            hidden = after.variant.rule.face_down
            return DealtView(
                seq=event.seq,
                at=event.at,
                reason=event.reason,
                cards=tuple(LaidView(c.slot, None if hidden else c.card) for c in event.cards),
                size=len(after.slots),
                undealt=after.undealt,
            )
        case Claimed():
            return _view_claimed(before, event, after)
        case Ended():
            return EndedView(
                seq=event.seq,
                at=event.at,
                reason=event.reason,
                seed=event.seed,
                ranking=after.ranking,
            )
        case _:
            return event


def _view_claimed(before: State, event: Claimed, after: State) -> ClaimedView:
    points = [before.variant.deck.find_point(code) for code in event.cards]
    slots = (before.find_slot(point) for point in points if point is not None)
    joint = after.variant.find_joint(after.previous)
    return ClaimedView(
        seq=event.seq,
        at=event.at,
        seat=event.seat,
        cards=event.cards,
        linked=event.linked,
        slots=tuple(slot for slot in slots if slot is not None),
        size=len(after.slots),
        joint=None if joint is None else _view_spot(after, joint),
        score=after.seats[event.seat].score,
        chains=tuple(_view_chain(after, seat) for seat in range(len(after.seats))),
        ranking=after.ranking,
    )


def _view_spot(state: State, spot: Spot) -> SpotView:
    return SpotView(state.variant.code(spot), state.variant.group(spot))


def _view_chain(state: State, seat: int) -> tuple[SpotView, ...]:
    return tuple(_view_spot(state, spot) for spot in state.previous_of(seat))


def _view_slot(state: State, slot: int) -> SlotView | None:
    point = state.slots[slot]
    if point is None:
        return None
    hidden = state.variant.rule.face_down and slot not in state.face_up
    return SlotView(None if hidden else state.variant.deck.code(point))
