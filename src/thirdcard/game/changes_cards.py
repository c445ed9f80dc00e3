"""What changes on the table: cards that come, go and are turned up, claims that are accepted."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from thirdcard.game.changes_parts import Changes, answered, forget_old_table, with_seat
from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Flipped,
    Reshuffled,
    Started,
    TakenBack,
    TurnPassed,
)
from thirdcard.game.state import Move, State, Taken
from thirdcard.variants.variant import Spot

__all__ = ["CHANGES"]


def _on_started(state: State, event: Started) -> Changes:
    seconds = state.options.end_seconds
    return {
        "phase": "playing",
        "turn": event.turn,
        "turn_at": event.at,
        "started_at": event.at,
        "ends_at": event.at + seconds * 1000 if seconds else None,
        "acted_at": event.at,
    }


def _on_dealt(state: State, event: Dealt) -> Changes:
    slots = list(state.slots)
    groups = state.variant.grouping.count
    points = [state.variant.deck.find_point(laid.card) for laid in event.cards]
    for laid, point in zip(event.cards, points, strict=True):
        while laid.slot >= len(slots):
            slots.extend([None] * groups)
        slots[laid.slot] = point
    changed = {
        "slots": tuple(slots),
        "dealt": state.dealt + len(event.cards),
        "dealt_at": event.at,
        **forget_old_table(state, state.seats),
    }
    if state.pool is not None:
        taken = {point: by for point, by in state.taken.items() if point not in points}
        changed["taken"] = MappingProxyType(taken)
    return changed


def _on_reshuffled(state: State, event: Reshuffled) -> Changes:
    return {"pool": state.aside, "round": event.round, "dealt": 0}


def _on_claimed(state: State, event: Claimed) -> Changes:
    deck = state.variant.deck
    linkable = {state.variant.point(spot): spot for spot in state.previous_of(event.seat)}
    slots, taken = list(state.slots), dict(state.taken)
    spots: list[Spot] = []
    emptied: list[int] = []
    for code in event.cards:
        point = deck.find_point(code)
        assert point is not None
        slot = state.find_slot(point)
        if slot is None:
            spots.append(linkable[point])
        else:
            spots.append(state.variant.spot(point, state.group(slot)))
            emptied.append(slot)
            slots[slot] = None
        taken[point] = Taken(event.seat, event.seq)
    claimer = state.seats[event.seat]
    seats = with_seat(
        state,
        event.seat,
        score=claimer.score + event.points,
        claims=claimer.claims + 1,
        previous=tuple(spots),
        scored_seq=event.seq,
    )
    changed = {
        "slots": _trimmed(state, slots),
        "taken": MappingProxyType(taken),
        "previous": tuple(spots),
        "previous_seat": event.seat,
        "linked": event.linked,
        "face_up": (),
        "acted_at": event.at,
        "turn_at": event.at,
        **forget_old_table(state, seats),
        **answered(state, event.seat, event.cards),
    }
    if state.contest.takes_back:
        move = Move(
            seat=event.seat,
            spots=tuple(spots),
            slots=tuple(emptied),
            size=len(state.slots),
            points=event.points,
            seq=event.seq,
            scored_seq=claimer.scored_seq,
        )
        changed["moves"] = (*state.moves, move)
    return changed


def _trimmed(state: State, slots: list[int | None]) -> tuple[int | None, ...]:
    """Return the slots without the empty ones at the end that a table had grown by."""
    groups = state.variant.grouping.count
    while len(slots) > state.table_size and not any(p is not None for p in slots[-groups:]):
        del slots[-groups:]
    return tuple(slots)


def _on_taken_back(state: State, event: TakenBack) -> Changes:
    *moves, move = state.moves
    slots: list[int | None] = [*state.slots, *[None] * (move.size - len(state.slots))]
    points = [state.variant.point(spot) for spot in move.spots]
    for slot, point in zip(move.slots, points, strict=True):
        slots[slot] = point
    last = moves[-1] if moves else None
    earlier = [other for other in moves if other.seat == move.seat]
    claimer = state.seats[move.seat]
    seats = with_seat(
        state,
        move.seat,
        score=claimer.score - move.points,
        claims=claimer.claims - 1,
        previous=earlier[-1].spots if earlier else (),
        # Where a wrong claim has cost something since, the score was never there before.
        scored_seq=move.scored_seq if claimer.scored_seq == move.seq else event.seq,
    )
    taken = {point: by for point, by in state.taken.items() if point not in points}
    return {
        "slots": tuple(slots),
        "taken": MappingProxyType(taken),
        "moves": tuple(moves),
        "previous": last.spots if last else (),
        "previous_seat": last.seat if last else None,
        "acted_at": event.at,
        **forget_old_table(state, seats),
    }


def _on_flipped(state: State, event: Flipped) -> Changes:
    return {
        "face_up": (*state.face_up, event.slot),
        "acted_at": event.at,
        "turn_at": event.at,
    }


def _on_covered(state: State, event: Covered) -> Changes:
    return {"face_up": ()}


def _on_turn_passed(state: State, event: TurnPassed) -> Changes:
    return {"turn": event.to, "turn_at": event.at}


CHANGES: Final[dict[type, Callable[[State, Any], Changes]]] = {
    Started: _on_started,
    Dealt: _on_dealt,
    Reshuffled: _on_reshuffled,
    Claimed: _on_claimed,
    TakenBack: _on_taken_back,
    Flipped: _on_flipped,
    Covered: _on_covered,
    TurnPassed: _on_turn_passed,
}
