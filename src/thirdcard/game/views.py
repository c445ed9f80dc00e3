"""What may leave the server before a game has ended.

A view never holds a card that lies face down or in the deck, the order of the deck, its seed, or
a player's id.  Two codes only look as if they did: the joint of a bowtie follows from the four
cards that were claimed, wherever it lies, and a refused claim repeats what its player asked for.

A client keeps a `TableView` and applies the event views to it, one sequence number after the
other; each says all that it changes, so that no rule of the game is needed to do so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from thirdcard.game.event_views import (
    ClaimedView,
    ConfiguredView,
    ContinuedView,
    DealtView,
    EndedView,
    EventView,
    JoinedView,
    LaidView,
    LapsedView,
    LeftView,
    OfferedView,
    RefusedView,
    ResumedView,
    StartedView,
    TakenBackView,
)
from thirdcard.game.events import (
    Claimed,
    Configured,
    Continued,
    Dealt,
    Ended,
    Event,
    Hinted,
    Joined,
    Lapsed,
    Left,
    Offered,
    Refused,
    Resumed,
    Started,
    TakenBack,
)
from thirdcard.game.options import tell_options
from thirdcard.game.state import Clue, State, tell_name
from thirdcard.game.table_views import (
    CallView,
    ContestView,
    HintView,
    LastClaim,
    SeatView,
    SlotView,
    SpotView,
    TableView,
    VoteView,
)
from thirdcard.variants.variant import Spot

__all__ = [
    "CallView",
    "ClaimedView",
    "ConfiguredView",
    "ContestView",
    "ContinuedView",
    "DealtView",
    "EndedView",
    "EventView",
    "HintView",
    "JoinedView",
    "LaidView",
    "LapsedView",
    "LastClaim",
    "LeftView",
    "OfferedView",
    "RefusedView",
    "ResumedView",
    "SeatView",
    "SlotView",
    "SpotView",
    "StartedView",
    "TableView",
    "TakenBackView",
    "VoteView",
    "view_clue",
    "view_event",
    "view_table",
]


def view_table(state: State) -> TableView:
    """Return the table as everyone may see it."""
    variant, options = state.variant, state.options
    return TableView(
        seq=state.seq,
        variant=variant.key,
        title=variant.title,
        deck=variant.deck.key,
        groups=variant.grouping.count,
        group_shape=variant.grouping.shape,
        claim_sizes=(variant.pattern.sizes[0], variant.pattern.sizes[-1]),
        claim_noun=variant.pattern.noun,
        claim_title=variant.pattern.title,
        face_down=variant.rule.face_down,
        chains=variant.rule.chains,
        max_seats=state.max_seats,
        turn_seconds=options.turn_seconds,
        phase=state.phase,
        seats=tuple(_view_seat(state, seat) for seat in range(len(state.seats))),
        slots=tuple(_view_slot(state, slot) for slot in range(len(state.slots))),
        face_up=state.face_up,
        turn=state.turn,
        undealt=state.undealt,
        last=_view_last(state),
        ranking=state.ranking,
        commitment=state.commitment,
        seed=state.seed.hex() if state.phase == "ended" and state.seed else None,
        reason=state.reason,
        started_at=state.started_at,
        ended_at=state.ended_at,
        options=options,
        sentences=tell_options(options, variant),
        contest=_view_contest(state),
        host=state.host,
        call=_view_call(state),
        votes=tuple(VoteView(each.subject, each.seats) for each in state.questions),
        paused=state.paused_at,
        hint=None if state.clue is None else view_clue(state.clue),
        ends_at=state.ends_at,
        optimum=state.optimum,
        optimum_proved=state.optimum_proved,
    )


def view_event(before: State, event: Event, after: State) -> EventView:
    """Return an event as everyone may see it.

    Args:
        before: the table before the event.
        event: the event.
        after: the table after it.
    """
    make = _EVENT_VIEWS.get(type(event))
    return cast("EventView", event) if make is None else make(before, event, after)


def view_clue(clue: Clue) -> HintView:
    """Return a hint as those may see it who were given it."""
    return HintView(clue.stage, clue.cards, clue.there)


def _view_joined(before: State, event: Joined, after: State) -> JoinedView:
    return JoinedView(
        seq=event.seq,
        at=event.at,
        seat=event.seat,
        name=tell_name(event.name, event.bot),
        bot=event.bot,
        chain=_view_chain(after, event.seat),
        host=after.host,
        ranking=after.ranking,
    )


def _view_left(before: State, event: Left, after: State) -> LeftView:
    return LeftView(
        seq=event.seq,
        at=event.at,
        seat=event.seat,
        by_host=event.by_host,
        banned=event.banned,
        host=after.host,
    )


def _view_configured(before: State, event: Configured, after: State) -> ConfiguredView:
    return ConfiguredView(
        seq=event.seq,
        at=event.at,
        options=after.options,
        sentences=tell_options(after.options, after.variant),
        contest=_view_contest(after),
        max_seats=after.max_seats,
        turn_seconds=after.options.turn_seconds,
    )


def _view_started(before: State, event: Started, after: State) -> StartedView:
    return StartedView(seq=event.seq, at=event.at, turn=event.turn, ends_at=after.ends_at)


def _view_dealt(before: State, event: Dealt, after: State) -> DealtView:
    hidden = after.variant.rule.face_down
    return DealtView(
        seq=event.seq,
        at=event.at,
        reason=event.reason,
        cards=tuple(LaidView(c.slot, None if hidden else c.card) for c in event.cards),
        size=len(after.slots),
        undealt=after.undealt,
    )


def _view_offered(before: State, event: Offered, after: State) -> OfferedView:
    return OfferedView(seq=event.seq, at=event.at)


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


def _view_refused(before: State, event: Refused, after: State) -> RefusedView:
    seat = after.seats[event.seat]
    return RefusedView(
        seq=event.seq,
        at=event.at,
        seat=event.seat,
        code=event.code,
        cards=event.cards,
        seen=event.seen,
        cost=event.cost,
        locked_until=seat.locked_until,
        score=seat.score,
        ranking=after.ranking,
    )


def _view_lapsed(before: State, event: Lapsed, after: State) -> LapsedView:
    seat = after.seats[event.seat]
    return LapsedView(
        seq=event.seq,
        at=event.at,
        seat=event.seat,
        cost=event.cost,
        locked_until=seat.locked_until,
        score=seat.score,
        ranking=after.ranking,
    )


def _view_taken_back(before: State, event: TakenBack, after: State) -> TakenBackView:
    move = before.moves[-1]
    laid = zip(move.slots, move.spots, strict=True)
    return TakenBackView(
        seq=event.seq,
        at=event.at,
        seat=event.seat,
        claimer=move.seat,
        cards=tuple(LaidView(slot, after.variant.code(spot)) for slot, spot in laid),
        size=len(after.slots),
        score=after.seats[move.seat].score,
        last=_view_last(after),
        turn=after.turn,
        ranking=after.ranking,
    )


def _view_continued(before: State, event: Continued, after: State) -> ContinuedView:
    assert before.paused_at is not None
    return ContinuedView(
        seq=event.seq,
        at=event.at,
        pause_ms=event.at - before.paused_at,
        ends_at=after.ends_at,
        call=_view_call(after),
        locks=tuple(seat.locked_until for seat in after.seats),
    )


def _view_resumed(before: State, event: Resumed, after: State) -> ResumedView:
    return ResumedView(seq=event.seq, at=event.at, ends_at=after.ends_at, call=_view_call(after))


def _view_hinted(before: State, event: Hinted, after: State) -> Hinted:
    if event.seat is None:
        return event
    return Hinted(
        seq=event.seq, at=event.at, seat=event.seat, stage=event.stage, cards=(), there=False
    )


def _view_ended(before: State, event: Ended, after: State) -> EndedView:
    return EndedView(
        seq=event.seq,
        at=event.at,
        reason=event.reason,
        seed=event.seed,
        ranking=after.ranking,
    )


_EVENT_VIEWS: dict[type, Callable[[State, Any, State], EventView]] = {
    Joined: _view_joined,
    Left: _view_left,
    Configured: _view_configured,
    Started: _view_started,
    Dealt: _view_dealt,
    Offered: _view_offered,
    Claimed: _view_claimed,
    Refused: _view_refused,
    Lapsed: _view_lapsed,
    TakenBack: _view_taken_back,
    Continued: _view_continued,
    Resumed: _view_resumed,
    Hinted: _view_hinted,
    Ended: _view_ended,
}
"""Events whose view says more, or less, than they do."""


def _view_contest(state: State) -> ContestView:
    contest = state.contest
    return ContestView(
        key=contest.key,
        title=contest.title,
        sentence=contest.sentence,
        takes_turns=contest.takes_turns,
        takes_back=contest.takes_back,
        is_shared=contest.is_shared,
        goal=contest.goal,
    )


def _view_call(state: State) -> CallView | None:
    return None if state.call is None else CallView(state.call.seat, state.call.until)


def _view_last(state: State) -> LastClaim | None:
    if state.previous_seat is None:
        return None
    joint = state.variant.find_joint(state.previous)
    return LastClaim(
        seat=state.previous_seat,
        cards=tuple(state.variant.code(spot) for spot in state.previous),
        linked=state.linked,
        joint=None if joint is None else _view_spot(state, joint),
    )


def _view_seat(state: State, number: int) -> SeatView:
    seat = state.seats[number]
    return SeatView(
        number,
        seat.told,
        seat.bot,
        seat.present,
        seat.score,
        seat.refusals,
        _view_chain(state, number),
        seat.away,
        seat.muted,
        seat.locked_until,
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
