"""A table's view after the next event: a fold without a rule of the game in it.

Each event view says all that it changes, but for what follows from what it is:

- whoever takes a seat is not away, and a new one has no points, refusals or lock;
- whoever leaves or goes away takes their votes along; a question that nobody asks is gone;
- when cards come or go, what was said of the table is gone: its hint, and the questions whether
  there shall be more cards or a hint.  A hint, a pause and its end answer their own question;
- a call is over with what becomes of its seat's claim, with its lapse, and when its seat leaves;
- the end leaves no turn, call, question or pause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from thirdcard.game.event_views import (
    ClaimedView,
    ConfiguredView,
    ContinuedView,
    DealtView,
    EndedView,
    EventView,
    JoinedView,
    LapsedView,
    LeftView,
    RefusedView,
    ResumedView,
    StartedView,
    TakenBackView,
)
from thirdcard.game.events import (
    Announced,
    Called,
    CameBack,
    Covered,
    Flipped,
    Hinted,
    Muted,
    Paused,
    Reshuffled,
    TurnPassed,
    Voted,
    WentAway,
)
from thirdcard.game.table_views import (
    CallView,
    HintView,
    LastClaim,
    SeatView,
    SlotView,
    TableView,
    VoteView,
)

__all__ = ["follow"]


def follow(view: TableView, event: EventView) -> TableView:
    """Return the view after an event.

    Raises:
        ValueError: the event does not come next.
    """
    if event.seq != view.seq + 1:
        raise ValueError(f"event {event.seq} after {view.seq}")
    change = _CHANGES.get(type(event))
    return replace(view if change is None else change(view, event), seq=event.seq)


# -- seats ------------------------------------------------------------------------------------


def _with_seat(view: TableView, number: int, **values: Any) -> TableView:
    seats = list(view.seats)
    seats[number] = replace(seats[number], **values)
    return replace(view, seats=tuple(seats))


def _join(view: TableView, event: JoinedView) -> TableView:
    known = {"name": event.name, "bot": event.bot, "chain": event.chain}
    if event.seat == len(view.seats):
        seat = SeatView(
            event.seat, event.name, event.bot, True, 0, 0, event.chain, False, False, None
        )
        view = replace(view, seats=(*view.seats, seat))
    else:
        view = _with_seat(view, event.seat, **known, present=True, away=False)
    return replace(view, host=event.host, ranking=event.ranking)


def _leave(view: TableView, event: LeftView) -> TableView:
    view = replace(_with_seat(view, event.seat, present=False, away=False), host=event.host)
    return _end_call(_forget_voter(view, event.seat), event.seat)


def _go_away(view: TableView, event: WentAway) -> TableView:
    return _forget_voter(_with_seat(view, event.seat, away=True), event.seat)


def _come_back(view: TableView, event: CameBack) -> TableView:
    return _with_seat(view, event.seat, away=False)


def _mute(view: TableView, event: Muted) -> TableView:
    return _with_seat(view, event.seat, muted=event.muted)


def _configure(view: TableView, event: ConfiguredView) -> TableView:
    return replace(
        view,
        options=event.options,
        sentences=event.sentences,
        contest=event.contest,
        max_seats=event.max_seats,
        turn_seconds=event.turn_seconds,
    )


# -- votes ------------------------------------------------------------------------------------


def _vote(view: TableView, event: Voted) -> TableView:
    votes = {vote.subject: set(vote.seats) for vote in view.votes}
    seats = votes.setdefault(event.subject, set())
    (seats.add if event.agrees else seats.discard)(event.seat)
    open_ones = ((subject, tuple(sorted(seats))) for subject, seats in votes.items() if seats)
    return replace(view, votes=tuple(VoteView(subject, seats) for subject, seats in open_ones))


def _forget_voter(view: TableView, seat: int) -> TableView:
    votes = (VoteView(v.subject, tuple(s for s in v.seats if s != seat)) for v in view.votes)
    return replace(view, votes=tuple(vote for vote in votes if vote.seats))


def _drop(view: TableView, *subjects: str) -> TableView:
    return replace(view, votes=tuple(v for v in view.votes if v.subject not in subjects))


def _pause(view: TableView, event: Paused) -> TableView:
    return _drop(replace(view, paused=event.at), "pause")


def _continue(view: TableView, event: ContinuedView) -> TableView:
    seats = zip(view.seats, event.locks, strict=True)
    return _drop(
        replace(
            view,
            paused=None,
            call=event.call,
            ends_at=event.ends_at,
            seats=tuple(replace(seat, locked_until=until) for seat, until in seats),
        ),
        "continue",
    )


def _hint(view: TableView, event: Hinted) -> TableView:
    if event.seat is not None:
        return view
    hint = HintView(event.stage, event.cards, event.there)
    return _drop(replace(view, hint=hint), "hint")


# -- the table --------------------------------------------------------------------------------


def _start(view: TableView, event: StartedView) -> TableView:
    return replace(
        view, phase="playing", turn=event.turn, started_at=event.at, ends_at=event.ends_at
    )


def _with_slots(
    view: TableView, size: int, slots: dict[int, SlotView | None], **values: Any
) -> TableView:
    new = [*view.slots[:size], *([None] * (size - len(view.slots)))]
    for number, slot in slots.items():
        if number < size:
            new[number] = slot
    return replace(view, slots=tuple(new), **values)


def _change_table(view: TableView) -> TableView:
    return _drop(replace(view, hint=None), "cards", "hint")


def _deal(view: TableView, event: DealtView) -> TableView:
    laid = {each.slot: SlotView(each.card) for each in event.cards}
    return _change_table(_with_slots(view, event.size, dict(laid), undealt=event.undealt))


def _reshuffle(view: TableView, event: Reshuffled) -> TableView:
    return replace(view, undealt=event.count)


def _announce(view: TableView, event: Announced) -> TableView:
    return replace(view, optimum=event.optimum, optimum_proved=event.proved)


def _flip(view: TableView, event: Flipped) -> TableView:
    slots: dict[int, SlotView | None] = {event.slot: SlotView(event.card)}
    return _with_slots(view, len(view.slots), slots, face_up=(*view.face_up, event.slot))


def _cover(view: TableView, event: Covered) -> TableView:
    slots: dict[int, SlotView | None] = {slot: SlotView(None) for slot in event.slots}
    face_up = tuple(slot for slot in view.face_up if slot not in event.slots)
    return _with_slots(view, len(view.slots), slots, face_up=face_up)


def _pass_turn(view: TableView, event: TurnPassed) -> TableView:
    return replace(view, turn=event.to)


# -- claims -----------------------------------------------------------------------------------


def _call(view: TableView, event: Called) -> TableView:
    return replace(view, call=CallView(event.seat, event.until))


def _end_call(view: TableView, seat: int) -> TableView:
    return replace(view, call=None) if view.call and view.call.seat == seat else view


def _claim(view: TableView, event: ClaimedView) -> TableView:
    view = _with_slots(view, event.size, dict.fromkeys(event.slots), face_up=())
    seats = zip(view.seats, event.chains, strict=True)
    view = replace(
        view,
        seats=tuple(replace(seat, chain=chain) for seat, chain in seats),
        last=LastClaim(event.seat, event.cards, event.linked, event.joint),
        ranking=event.ranking,
    )
    view = _with_seat(view, event.seat, score=event.score)
    return _end_call(_change_table(view), event.seat)


def _take_back(view: TableView, event: TakenBackView) -> TableView:
    laid = {each.slot: SlotView(each.card) for each in event.cards}
    view = _with_slots(
        view, event.size, dict(laid), last=event.last, turn=event.turn, ranking=event.ranking
    )
    return _change_table(_with_seat(view, event.claimer, score=event.score))


def _lapse(view: TableView, event: LapsedView | RefusedView) -> TableView:
    view = _with_seat(view, event.seat, score=event.score, locked_until=event.locked_until)
    return _end_call(replace(view, ranking=event.ranking), event.seat)


def _refuse(view: TableView, event: RefusedView) -> TableView:
    refusals = view.seats[event.seat].refusals + 1
    return _lapse(_with_seat(view, event.seat, refusals=refusals), event)


def _resume(view: TableView, event: ResumedView) -> TableView:
    return replace(view, ends_at=event.ends_at, call=event.call)


def _end(view: TableView, event: EndedView) -> TableView:
    return replace(
        view,
        phase="ended",
        turn=None,
        call=None,
        paused=None,
        votes=(),
        ended_at=event.at,
        reason=event.reason,
        seed=event.seed,
        ranking=event.ranking,
    )


_CHANGES: dict[type, Callable[[TableView, Any], TableView]] = {
    JoinedView: _join,
    LeftView: _leave,
    WentAway: _go_away,
    CameBack: _come_back,
    Muted: _mute,
    ConfiguredView: _configure,
    StartedView: _start,
    DealtView: _deal,
    Reshuffled: _reshuffle,
    Called: _call,
    LapsedView: _lapse,
    ClaimedView: _claim,
    RefusedView: _refuse,
    TakenBackView: _take_back,
    Flipped: _flip,
    Covered: _cover,
    TurnPassed: _pass_turn,
    Voted: _vote,
    Paused: _pause,
    ContinuedView: _continue,
    Hinted: _hint,
    Announced: _announce,
    ResumedView: _resume,
    EndedView: _end,
}
"""``opened`` and ``offered`` change nothing that a view shows."""
