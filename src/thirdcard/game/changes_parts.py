"""What several events change alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from thirdcard.game.events import Subject
from thirdcard.game.state import Offer, Question, Seat, State

__all__ = [
    "Changes",
    "answered",
    "forget_old_table",
    "offers_left",
    "with_seat",
    "without_question",
    "without_voter",
]

Changes = dict[str, Any]

_OF_THE_TABLE: tuple[Subject, ...] = ("cards", "hint")
"""Questions that make no sense any more once the table has changed."""


def with_seat(state: State, index: int, **values: Any) -> tuple[Seat, ...]:
    """Return the seats, one of them changed."""
    seats = list(state.seats)
    seats[index] = replace(seats[index], **values)
    return tuple(seats)


def forget_old_table(state: State, seats: tuple[Seat, ...]) -> Changes:
    """Forget what was said of the table as it lay."""
    return {
        "seats": tuple(_forgetful(seat) for seat in seats),
        "questions": tuple(q for q in state.questions if q.subject not in _OF_THE_TABLE),
        "clue": None,
    }


def _forgetful(seat: Seat) -> Seat:
    if not (seat.refused or seat.failed_calls or seat.clue):
        return seat
    return replace(seat, refused=frozenset(), failed_calls=0, clue=None)


def answered(state: State, seat: int, cards: tuple[str, ...]) -> Changes:
    """End the call of a seat whose claim was judged, and the waiting of that claim."""
    changed: Changes = {}
    if state.call and state.call.seat == seat:
        changed["call"] = None
    if state.offers:
        others = [o for o in state.offers if o.seat != seat or {*o.cards} != {*cards}]
        changed |= offers_left(state, others)
    return changed


def offers_left(state: State, offers: list[Offer]) -> Changes:
    """Let these claims go on waiting, and no others."""
    return {"offers": tuple(offers), "offers_until": state.offers_until if offers else None}


def without_question(state: State, subject: Subject) -> tuple[Question, ...]:
    """Return what is voted on besides."""
    return tuple(question for question in state.questions if question.subject != subject)


def without_voter(state: State, seat: int) -> tuple[Question, ...]:
    """Return what is voted on when a seat has no vote any more."""
    left = ((q.subject, tuple(s for s in q.seats if s != seat)) for q in state.questions)
    return tuple(Question(subject, seats) for subject, seats in left if seats)
