"""Every transition of a table: what a command leads to, and what an event changes.

::

    unopened ──Opened──▶ waiting ──Started──▶ playing ──Ended──▶ ended
                            │  Joined, Left      │ Joined, Left        (nothing leads on)
                            └──────Ended─────────┤ Claimed, Refused, Dealt
                                 (abandoned)     └ Flipped, Covered, TurnPassed

`decide` reads a state and a command and returns the events that follow, or raises a `Refusal`;
`evolve` reads a state and an event and cannot fail on what `decide` returned.  So a table is its
events, replay is ``reduce(evolve, events, state)``, and whoever holds the events holds the game.

What one accepted claim leads to, in this order:

1. ``Claimed``: the cards leave the table and its claimer scores.
2. ``Dealt(refill)``: each group is filled up to its share of the table size, on the first of
   its holes.  Cards that stay keep their slots; a group that had grown is not refilled.
3. ``Dealt(growth)``, while no present seat has a claim and the deck is not empty: three more
   cards, or one more to each group; holes first, then new slots at the end.
4. ``Ended(finished)``, if there still is no claim: then there never will be one.

A game whose last person leaves is over, for bots alone do not play.

The same three steps follow a start, and steps 3 and 4 a seat's leaving, since in a chain the
claims that are left depend on who is left.  Where cards lie face down, ``Flipped`` takes the
place of the claim, and the last card of a turn leads to ``Claimed`` or to ``TurnPassed``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from types import MappingProxyType
from typing import Any, TypeVar

from thirdcard.errors import Refusal
from thirdcard.game import clock
from thirdcard.game.commands import Claim, Command, Flip, Join, Leave, Resume, Start, Tick
from thirdcard.game.events import (
    BOT_LEVELS,
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Header,
    Joined,
    Laid,
    Left,
    Opened,
    Refused,
    Resumed,
    Started,
    TurnPassed,
)
from thirdcard.game.shuffle import commit
from thirdcard.game.state import Seat, State, Taken
from thirdcard.variants.variant import Spot

__all__ = ["MAX_NAME", "decide", "evolve", "open_table", "replay"]

MAX_NAME = 24
"""Longest name of a player, in characters."""

E = TypeVar("E", bound=Event)


# -- decide -----------------------------------------------------------------------------------


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
    story = _Story(state, max(now, state.at))
    _HANDLERS[type(command)](story, command)
    return tuple(story.events)


class _Story:
    """The events of one decision, each told to the state before the next is decided."""

    def __init__(self, state: State, now: int) -> None:
        self.state = state
        self.now = now
        self.events: list[Event] = []

    def tell(self, kind: Callable[..., E], **values: Any) -> None:
        event = kind(seq=self.state.seq + 1, at=self.now, **values)
        self.events.append(event)
        self.state = evolve(self.state, event)


def _join(story: _Story, command: Join) -> None:
    state = story.state
    name = " ".join("".join(c for c in command.name if c.isprintable()).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise Refusal("malformed", f"A name has 1 to {MAX_NAME} visible characters.")
    if command.bot is not None and not 1 <= command.bot <= BOT_LEVELS:
        raise Refusal("malformed", f"A bot has a level from 1 to {BOT_LEVELS}.")
    if state.phase not in ("waiting", "playing"):
        raise Refusal("locked_out", "The game is over.")
    seat = state.find_seat(command.player)
    if seat is not None and (state.seats[seat].bot is None) != (command.bot is None):
        raise Refusal("locked_out", "The seat of a person is no bot's, and the other way round.")
    if seat is not None and state.seats[seat].present:
        return
    if seat is None:
        seat = len(state.seats)
        if seat >= state.header.options.seats:
            raise Refusal("locked_out", f"All {seat} seats are taken.")
    others = {s.name for i, s in enumerate(state.seats) if i != seat}
    name = _distinct(name, others)
    story.tell(Joined, seat=seat, player=command.player, name=name, bot=command.bot)


def _distinct(name: str, others: set[str]) -> str:
    """Return the name, with a number if another player has it."""
    candidate, number = name, 1
    while candidate in others:
        number += 1
        suffix = f" {number}"
        candidate = name[: MAX_NAME - len(suffix)].rstrip() + suffix
    return candidate


def _leave(story: _Story, command: Leave) -> None:
    seat = _require_seat(story.state, command.player)
    story.tell(Left, seat=seat)
    if story.state.phase != "playing":
        return
    if not story.state.has_people:
        _end(story, "abandoned")
        return
    if story.state.turn == seat:
        _cover(story)
        _pass_turn(story, "left")
    _settle(story)


def _start(story: _Story, command: Start) -> None:
    _require_seat(story.state, command.player)
    if story.state.phase != "waiting":
        raise Refusal("locked_out", "The game has begun already.")
    first = next(story.state.iter_present()) if story.state.variant.rule.face_down else None
    story.tell(Started, turn=first)
    _deal(story, "start", [story.state.table_size // _groups(story)] * _groups(story))
    _settle(story)


def _claim(story: _Story, command: Claim) -> None:
    state = story.state
    _tell_late_claimer(state, command)
    seat = _require_playing(state, command.player)
    if state.variant.rule.face_down:
        raise Refusal("malformed", "The cards lie face down: turn them up one by one.")
    try:
        spots = _read_claim(state, seat, command)
        _judge(state, seat, spots)
    except Refusal as refusal:
        raise _recorded(story, seat, command, refusal) from None
    spots = state.variant.pattern.arrange(state.variant.space, spots)
    previous = state.previous_of(seat)
    linked = next((state.variant.code(spot) for spot in spots if spot in previous), None)
    _accept(story, seat, spots, linked)


def _tell_late_claimer(state: State, command: Claim) -> None:
    """Raise the refusal of who claimed the very cards that ended the game, a moment later."""
    seat = state.find_seat(command.player)
    if state.phase != "ended" or seat is None:
        return
    points = (state.variant.deck.find_point(code) for code in command.cards)
    cards = [point for point in points if point is not None]
    if cards and (refusal := _missing(state, seat, cards, command)).code == "too_late":
        raise refusal


def _read_claim(state: State, seat: int, command: Claim) -> tuple[Spot, ...]:
    """Return the spots of a claim's cards, on the table or in the claim it may continue."""
    deck, sizes = state.variant.deck, state.variant.pattern.sizes
    points = [deck.find_point(code) for code in command.cards]
    for code, point in zip(command.cards, points, strict=True):
        if point is None:
            raise Refusal("malformed", f"{code[:12]!r} is no card of the {deck.key} deck.")
    if len(set(points)) != len(points):
        raise Refusal("malformed", "A claim's cards are distinct.")
    if len(points) not in sizes:
        raise Refusal("malformed", state.variant.explain([p for p in points if p is not None]))
    linkable = {state.variant.point(spot): spot for spot in state.previous_of(seat)}
    spots: list[Spot] = []
    missing: list[int] = []
    for point in points:
        assert point is not None
        slot = state.find_slot(point)
        spot = linkable.get(point) if slot is None else state.spot(slot)
        if spot is None:
            missing.append(point)
        else:
            spots.append(spot)
    if missing:
        raise _missing(state, seat, missing, command)
    return tuple(spots)


def _missing(state: State, seat: int, missing: list[int], command: Claim) -> Refusal:
    """Return the refusal of a claim with cards that are not there: too late, or never there."""
    for point in missing:
        taken = _taken_since(state, seat, point, command.seen)
        if taken:
            code, name = state.variant.deck.code(point), state.seats[taken.seat].name
            return Refusal(
                "too_late",
                f"Too late: {code} was taken by {name}."
                if taken == state.taken[point]
                else f"Too late: {code} could be used before the claim of {name}.",
                {"card": code, "seat": taken.seat, "name": name},
            )
    code = state.variant.deck.code(missing[0])
    return Refusal("not_on_table", f"{code} does not lie on the table.", {"card": code})


def _taken_since(state: State, seat: int, point: int, seen: int) -> Taken | None:
    """Return the claim that put a card out of a seat's reach after an event, None if none did.

    That is the claim the card was taken with; or, where the last claim of all is continued and
    the card was part of it, the one that came next.
    """
    taken = state.taken.get(point)
    if taken is None or taken.seq > seen:
        return taken
    of_nobody: list[tuple[Spot, ...]] = [()] * len(state.seats)
    if not state.variant.rule.choose_previous(of_nobody, state.previous, seat):
        return None
    later = (other for other in state.taken.values() if other.seq > taken.seq)
    following = min(later, key=lambda other: other.seq, default=None)
    return following if following and following.seq > seen else None


def _judge(state: State, seat: int, spots: tuple[Spot, ...]) -> None:
    """Raise a refusal unless the spots are a claim that the seat may make."""
    variant, previous = state.variant, state.previous_of(seat)
    if not variant.continues(spots, previous):
        codes = [variant.code(spot) for spot in previous]
        used = len(set(spots) & set(previous))
        raise Refusal(
            "chain_broken",
            f"Use exactly one of {', '.join(codes)}, the claim before; this uses {used or 'none'}.",
            {"previous": codes},
        )
    if not variant.is_claim(spots):
        raise Refusal(
            "not_a_claim",
            f"Not {variant.pattern.noun}: {variant.explain(spots)}",
            {
                "cards": [variant.code(spot) for spot in spots],
                "features": variant.failing_features(spots),
            },
        )


def _recorded(story: _Story, seat: int, command: Claim, refusal: Refusal) -> Refusal:
    """Let the log keep a refusal, once for each wrong claim on an unchanged table."""
    key = (refusal.code, tuple(sorted(command.cards)))
    if refusal.code != "malformed" and key not in story.state.seats[seat].refused:
        story.tell(Refused, seat=seat, code=refusal.code, cards=command.cards, seen=command.seen)
        refusal.events = tuple(story.events)
    return refusal


def _flip(story: _Story, command: Flip) -> None:
    state = story.state
    seat = _require_playing(state, command.player)
    if not state.variant.rule.face_down:
        raise Refusal("malformed", "The cards lie face up: claim them.")
    if state.turn != seat:
        assert state.turn is not None
        name = state.seats[state.turn].name
        raise Refusal("not_your_turn", f"It is the turn of {name}.", {"seat": state.turn})
    if not 0 <= command.slot < len(state.slots) or state.slots[command.slot] is None:
        raise Refusal("not_on_table", f"No card lies at place {command.slot + 1}.")
    size = state.variant.pattern.fixed_size
    if len(state.face_up) == size:
        _cover(story)
    if command.slot in story.state.face_up:
        raise Refusal("not_on_table", "That card is face up already.")
    point = state.slots[command.slot]
    assert point is not None
    story.tell(Flipped, seat=seat, slot=command.slot, card=state.variant.deck.code(point))
    if len(story.state.face_up) == size:
        spots = [story.state.spot(slot) for slot in story.state.face_up]
        turned = tuple(spot for spot in spots if spot is not None)
        if state.variant.is_claim(turned):
            _accept(story, seat, state.variant.pattern.arrange(state.variant.space, turned), None)
        else:
            _pass_turn(story, "no_match")


def _tick(story: _Story, command: Tick) -> None:
    idle = clock.idle_due(story.state)
    if idle is not None and story.now >= idle:
        _end(story, "abandoned")
        return
    cover = clock.cover_due(story.state)
    if cover is not None and story.now >= cover:
        _cover(story)
    turn = clock.turn_due(story.state)
    if turn is not None and story.now >= turn:
        _cover(story)
        _pass_turn(story, "time")


def _resume(story: _Story, command: Resume) -> None:
    deadline = clock.next_deadline(story.state)
    if deadline is not None and story.now > deadline:
        story.tell(Resumed)


_HANDLERS: dict[type, Callable[[_Story, Any], None]] = {
    Join: _join,
    Leave: _leave,
    Start: _start,
    Claim: _claim,
    Flip: _flip,
    Tick: _tick,
    Resume: _resume,
}


def _require_seat(state: State, player: str) -> int:
    seat = state.find_seat(player)
    if seat is None or not state.seats[seat].present:
        raise Refusal("locked_out", "You are watching; take a seat to play.")
    if state.phase == "ended":
        raise Refusal("locked_out", "The game is over.")
    return seat


def _require_playing(state: State, player: str) -> int:
    seat = _require_seat(state, player)
    if state.phase != "playing":
        raise Refusal("locked_out", "The game has not begun.")
    return seat


# -- what follows from what ---------------------------------------------------------------------


def _groups(story: _Story) -> int:
    return story.state.variant.grouping.count


def _accept(story: _Story, seat: int, spots: tuple[Spot, ...], linked: str | None) -> None:
    variant = story.state.variant
    story.tell(
        Claimed,
        seat=seat,
        cards=tuple(variant.code(spot) for spot in spots),
        linked=linked,
        points=variant.pattern.score,
    )
    groups = _groups(story)
    lying = [0] * groups
    for spot in story.state.spots:
        lying[variant.group(spot)] += 1
    full = story.state.table_size // groups
    _deal(story, "refill", [max(0, full - count) for count in lying])
    _settle(story)


def _settle(story: _Story) -> None:
    """Add cards until somebody has a claim; end the game when nobody ever will."""
    while not story.state.can_be_claimed:
        if not story.state.undealt:
            _end(story, "finished")
            return
        groups = _groups(story)
        _deal(story, "growth", [story.state.variant.growth // groups] * groups)


def _deal(story: _Story, reason: str, wanted: list[int]) -> None:
    """Lay cards, so many to each group as far as the deck reaches, in the order of the slots."""
    state = story.state
    slots = sorted(
        slot
        for group, count in enumerate(wanted)
        for slot, _ in zip(_iter_free_slots(state, group), range(count), strict=False)
    )
    cards = state.deck[state.dealt : state.dealt + len(slots)]
    if cards:
        laid = (Laid(s, state.variant.deck.code(p)) for s, p in zip(slots, cards, strict=False))
        story.tell(Dealt, reason=reason, cards=tuple(laid))


def _iter_free_slots(state: State, group: int) -> Iterator[int]:
    """Yield the slots of a group where a card can be laid: holes, then new ones without end."""
    slot = group
    while True:
        if slot >= len(state.slots) or state.slots[slot] is None:
            yield slot
        slot += state.variant.grouping.count


def _cover(story: _Story) -> None:
    if story.state.face_up:
        story.tell(Covered, slots=story.state.face_up)


def _pass_turn(story: _Story, reason: str) -> None:
    story.tell(TurnPassed, to=story.state.next_seat(), reason=reason)


def _end(story: _Story, reason: str) -> None:
    assert story.state.seed is not None
    story.tell(Ended, reason=reason, seed=story.state.seed.hex())


# -- evolve -------------------------------------------------------------------------------------


def evolve(state: State, event: Event) -> State:
    """Return the table after an event.

    Does not ask whether the event could have happened: `decide` did, or
    `thirdcard.game.record.verify` does.
    """
    changed = _CHANGES[type(event)](state, event)
    return replace(state, seq=event.seq, at=event.at, **changed)


def replay(state: State, events: Iterable[Event]) -> State:
    """Return the table after some events."""
    return reduce(evolve, events, state)


def _with_seat(state: State, index: int, **values: Any) -> tuple[Seat, ...]:
    seats = list(state.seats)
    seats[index] = replace(seats[index], **values)
    return tuple(seats)


def _on_opened(state: State, event: Opened) -> dict[str, Any]:
    return {"phase": "waiting", "commitment": event.commitment, "acted_at": event.at}


def _on_joined(state: State, event: Joined) -> dict[str, Any]:
    if event.seat == len(state.seats):
        seats = (*state.seats, Seat(event.player, event.name, event.bot))
    else:
        seats = _with_seat(state, event.seat, present=True, name=event.name, bot=event.bot)
    # Whoever has played alone, without a limit, has a whole turn from now on.
    alone = state.turn is not None and state.next_seat() == state.turn
    turn_at = event.at if alone else state.turn_at
    return {"seats": seats, "acted_at": event.at, "turn_at": turn_at}


def _on_left(state: State, event: Left) -> dict[str, Any]:
    return {"seats": _with_seat(state, event.seat, present=False), "acted_at": event.at}


def _on_started(state: State, event: Started) -> dict[str, Any]:
    return {
        "phase": "playing",
        "turn": event.turn,
        "turn_at": event.at,
        "started_at": event.at,
        "acted_at": event.at,
    }


def _on_dealt(state: State, event: Dealt) -> dict[str, Any]:
    slots = list(state.slots)
    groups = state.variant.grouping.count
    for laid in event.cards:
        while laid.slot >= len(slots):
            slots.extend([None] * groups)
        slots[laid.slot] = state.variant.deck.find_point(laid.card)
    return {
        "slots": tuple(slots),
        "dealt": state.dealt + len(event.cards),
        "seats": _forget_refusals(state.seats),
    }


def _on_claimed(state: State, event: Claimed) -> dict[str, Any]:
    deck = state.variant.deck
    linkable = {state.variant.point(spot): spot for spot in state.previous_of(event.seat)}
    slots, taken, spots = list(state.slots), dict(state.taken), []
    for code in event.cards:
        point = deck.find_point(code)
        assert point is not None
        slot = state.find_slot(point)
        if slot is None:
            spots.append(linkable[point])
        else:
            spots.append(state.variant.spot(point, state.group(slot)))
            slots[slot] = None
        taken[point] = Taken(event.seat, event.seq)
    claimer = state.seats[event.seat]
    seats = _with_seat(
        state,
        event.seat,
        score=claimer.score + event.points,
        claims=claimer.claims + 1,
        previous=tuple(spots),
        scored_seq=event.seq,
    )
    return {
        "slots": _trimmed(state, slots),
        "taken": MappingProxyType(taken),
        "seats": _forget_refusals(seats),
        "previous": tuple(spots),
        "previous_seat": event.seat,
        "linked": event.linked,
        "face_up": (),
        "acted_at": event.at,
        "turn_at": event.at,
    }


def _trimmed(state: State, slots: list[int | None]) -> tuple[int | None, ...]:
    """Return the slots without the empty ones at the end that a table had grown by."""
    groups = state.variant.grouping.count
    while len(slots) > state.table_size and not any(p is not None for p in slots[-groups:]):
        del slots[-groups:]
    return tuple(slots)


def _forget_refusals(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(replace(seat, refused=frozenset()) if seat.refused else seat for seat in seats)


def _on_refused(state: State, event: Refused) -> dict[str, Any]:
    seat = state.seats[event.seat]
    refused = seat.refused | {(event.code, tuple(sorted(event.cards)))}
    seats = _with_seat(state, event.seat, refusals=seat.refusals + 1, refused=refused)
    return {"seats": seats, "acted_at": event.at}


def _on_flipped(state: State, event: Flipped) -> dict[str, Any]:
    return {
        "face_up": (*state.face_up, event.slot),
        "acted_at": event.at,
        "turn_at": event.at,
    }


def _on_covered(state: State, event: Covered) -> dict[str, Any]:
    return {"face_up": ()}


def _on_turn_passed(state: State, event: TurnPassed) -> dict[str, Any]:
    return {"turn": event.to, "turn_at": event.at}


def _on_resumed(state: State, event: Resumed) -> dict[str, Any]:
    return {"acted_at": event.at, "turn_at": event.at}


def _on_ended(state: State, event: Ended) -> dict[str, Any]:
    return {
        "phase": "ended",
        "reason": event.reason,
        "seed": bytes.fromhex(event.seed),
        "turn": None,
        "ended_at": event.at,
    }


_CHANGES: dict[type, Callable[[State, Any], dict[str, Any]]] = {
    Opened: _on_opened,
    Joined: _on_joined,
    Left: _on_left,
    Started: _on_started,
    Dealt: _on_dealt,
    Claimed: _on_claimed,
    Refused: _on_refused,
    Flipped: _on_flipped,
    Covered: _on_covered,
    TurnPassed: _on_turn_passed,
    Resumed: _on_resumed,
    Ended: _on_ended,
}
