"""What changes with who comes and goes, and with what people agree to or are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from thirdcard.game.changes_parts import (
    Changes,
    offers_left,
    with_seat,
    without_question,
    without_voter,
)
from thirdcard.game.events import (
    Announced,
    CameBack,
    Configured,
    Continued,
    Hinted,
    Joined,
    Left,
    Muted,
    Opened,
    Paused,
    Voted,
    WentAway,
)
from thirdcard.game.state import Call, Clue, Question, Seat, State

__all__ = ["CHANGES"]


def _on_opened(state: State, event: Opened) -> Changes:
    return {"phase": "waiting", "commitment": event.commitment, "acted_at": event.at}


def _on_configured(state: State, event: Configured) -> Changes:
    header = structs.replace(state.header, options=event.options)
    return {"header": header, "acted_at": event.at}


def _on_joined(state: State, event: Joined) -> Changes:
    fresh = Seat(event.player, event.name, event.bot, scored_seq=event.seq)
    if event.seat == len(state.seats):
        seats = (*state.seats, fresh)
    elif state.seats[event.seat].player != event.player:
        before, after = state.seats[: event.seat], state.seats[event.seat + 1 :]
        seats = (*before, replace(fresh, muted=state.seats[event.seat].muted), *after)
    else:
        seats = with_seat(state, event.seat, present=True, name=event.name, bot=event.bot)
    # Whoever has played alone, without a limit, has a whole turn from now on.
    alone = state.turn is not None and state.next_seat() == state.turn
    turn_at = event.at if alone else state.turn_at
    return {"seats": seats, "acted_at": event.at, "turn_at": turn_at}


def _on_left(state: State, event: Left) -> Changes:
    changed: Changes = {
        "seats": with_seat(state, event.seat, present=False, away=False),
        "questions": without_voter(state, event.seat),
        "acted_at": event.at,
    }
    if event.banned:
        changed["banned"] = state.banned | {state.seats[event.seat].player}
    if state.call and state.call.seat == event.seat:
        changed["call"] = None
    if state.offers:
        changed |= offers_left(state, [o for o in state.offers if o.seat != event.seat])
    return changed


def _on_went_away(state: State, event: WentAway) -> Changes:
    return {
        "seats": with_seat(state, event.seat, away=True),
        "questions": without_voter(state, event.seat),
    }


def _on_came_back(state: State, event: CameBack) -> Changes:
    return {"seats": with_seat(state, event.seat, away=False)}


def _on_muted(state: State, event: Muted) -> Changes:
    return {"seats": with_seat(state, event.seat, muted=event.muted)}


def _on_voted(state: State, event: Voted) -> Changes:
    questions = {question.subject: question.seats for question in state.questions}
    seats = [seat for seat in questions.get(event.subject, ()) if seat != event.seat]
    questions[event.subject] = tuple(sorted([*seats, event.seat] if event.agrees else seats))
    return {
        "questions": tuple(Question(*item) for item in questions.items() if item[1]),
        "acted_at": event.at,
    }


def _on_paused(state: State, event: Paused) -> Changes:
    return {"paused_at": event.at, "questions": without_question(state, "pause")}


def _on_continued(state: State, event: Continued) -> Changes:
    """Let every time that ran be over later by the length of the pause."""
    since = state.paused_at
    assert since is not None
    pause = event.at - since

    def later(time: int | None) -> int | None:
        return time if time is None or time < since else time + pause

    return {
        "paused_at": None,
        "questions": without_question(state, "continue"),
        "seats": tuple(
            replace(seat, locked_until=later(seat.locked_until)) for seat in state.seats
        ),
        "call": state.call and Call(state.call.seat, state.call.until + pause),
        "offers_until": later(state.offers_until),
        "ends_at": later(state.ends_at),
        "turn_at": min(state.turn_at + pause, event.at),
        "dealt_at": min(state.dealt_at + pause, event.at),
        "acted_at": event.at,
    }


def _on_hinted(state: State, event: Hinted) -> Changes:
    clue = Clue(event.stage, event.cards, event.there)
    if event.seat is None:
        return {"clue": clue, "questions": without_question(state, "hint")}
    return {"seats": with_seat(state, event.seat, clue=clue), "acted_at": event.at}


def _on_announced(state: State, event: Announced) -> Changes:
    return {"optimum": event.optimum, "optimum_proved": event.proved}


CHANGES: Final[dict[type, Callable[[State, Any], Changes]]] = {
    Opened: _on_opened,
    Configured: _on_configured,
    Joined: _on_joined,
    Left: _on_left,
    WentAway: _on_went_away,
    CameBack: _on_came_back,
    Muted: _on_muted,
    Voted: _on_voted,
    Paused: _on_paused,
    Continued: _on_continued,
    Hinted: _on_hinted,
    Announced: _on_announced,
}
