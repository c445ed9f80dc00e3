"""Game records: a header and the events of one table, as JSON lines.

The first line is the `thirdcard.game.events.Header`, every further one an event.  A record can
be replayed by anyone.  Once its game has ended it holds the seed of the shuffle, and then
`verify` can go further: it asks the machine to decide every command again, and the machine must
tell exactly the events that stand there.  So a record that is verified holds nothing that could
not have happened, from the deal to the last claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from msgspec import structs

from thirdcard.errors import MalformedError, RecordError, Refusal
from thirdcard.game.causes import find_cause
from thirdcard.game.commands import Command
from thirdcard.game.events import (
    Called,
    CameBack,
    Claimed,
    Configured,
    Continued,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Header,
    Hinted,
    Joined,
    Lapsed,
    Left,
    Muted,
    Offered,
    Opened,
    Refused,
    Started,
    TakenBack,
    TurnPassed,
    Voted,
    WentAway,
)
from thirdcard.game.machine import decide, evolve
from thirdcard.game.shuffle import SEED_BYTES, commit
from thirdcard.game.state import State
from thirdcard.game.sums import add_sums, split_record, without_sum
from thirdcard.phrases import Phrase, phrase

__all__ = [
    "Record",
    "Verdict",
    "iter_replay",
    "read_record",
    "replay_record",
    "verify",
    "without_identities",
    "write_record",
]

_read_header = msgspec.json.Decoder(Header)
_read_event = msgspec.json.Decoder(Event)
_NOT_JSON = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)


@dataclass(frozen=True)
class Record:
    """A game: what kind, and what happened."""

    header: Header
    events: tuple[Event, ...]

    @property
    def seed(self) -> bytes | None:
        """The seed of the shuffle, None before the game has ended."""
        last = self.events[-1] if self.events else None
        if not isinstance(last, Ended):
            return None
        try:
            seed = bytes.fromhex(last.seed)
        except ValueError:
            return None
        return seed if len(seed) == SEED_BYTES else None


@dataclass(frozen=True)
class Verdict:
    """Whether a record's deal was fair and its events could have happened.

    Attributes:
        fair: the seed matches the published hash and the machine tells the same events.
        complete: the game has ended, so its seed is there.
        reason: why not fair, None if it is.
        line: the record's line at fault.
    """

    fair: bool
    complete: bool
    reason: str | None = None
    line: int | None = None


def write_record(record: Record, *, with_sums: bool = False) -> str:
    """Return a record as JSON lines.

    Args:
        record: the game.
        with_sums: whether each line tells its check sum, as in `thirdcard.game.sums`.
    """
    lines = [msgspec.json.encode(item).decode() for item in (record.header, *record.events)]
    return "\n".join(add_sums(lines) if with_sums else lines) + "\n"


def read_record(text: str) -> Record:
    """Return the record that JSON lines hold.

    Check sums are left aside; `thirdcard.game.sums.find_change` looks at them.

    Raises:
        RecordError: a line is no header or no event, or its sequence number is not the next.
    """
    if not text.strip():
        raise RecordError(phrase("an empty record; expected a header"), 1)
    lines = [without_sum(line) for line in split_record(text)]
    try:
        header = _read_header.decode(lines[0])
        header.require_valid()
    except _NOT_JSON as error:
        raise RecordError(
            phrase("not the header of a game record: {error}", error=str(error)), 1
        ) from None
    except MalformedError as error:
        raise RecordError(error.told, 1) from None
    events = []
    for number, line in enumerate(lines[1:], 2):
        try:
            event = _read_event.decode(line)
        except _NOT_JSON as error:
            told = (
                phrase("not an event, cut off or altered: {error}", error=str(error))
                if number == len(lines)
                else phrase("not an event: {error}", error=str(error))
            )
            raise RecordError(told, number) from None
        if event.seq != number - 1:
            raise RecordError(
                phrase(
                    "event {number} where {expected} was expected",
                    number=event.seq,
                    expected=number - 1,
                ),
                number,
            )
        events.append(event)
    if not events or not isinstance(events[0], Opened):
        raise RecordError(phrase("expected the event that opens the table"), 2)
    return Record(header, tuple(events))


def without_identities(record: Record) -> Record:
    """Return a record whose players are called by their seats.

    Within one record players stay apart; two records no longer tell that the same player was in
    both.
    """
    names: dict[str, str] = {}
    holders: Counter[int] = Counter()
    events: list[Event] = []
    for event in record.events:
        if isinstance(event, Joined):
            if event.player not in names:
                # Before the start a seat that was left can go to another player.
                holders[event.seat] += 1
                again = f"-{holders[event.seat]}" if holders[event.seat] > 1 else ""
                names[event.player] = f"seat-{event.seat + 1}{again}"
            event = structs.replace(event, player=names[event.player])
        events.append(event)
    return Record(record.header, tuple(events))


def replay_record(record: Record) -> State:
    """Return the table at the end of a record.

    Raises:
        RecordError: an event speaks of seats, slots or cards that are not there.
    """
    state = State(record.header)
    for _, _, after in iter_replay(record):
        state = after
    return state


def iter_replay(record: Record) -> Iterator[tuple[State, Event, State]]:
    """Yield the events of a record, each with the table before and after it.

    Raises:
        RecordError: an event speaks of seats, slots or cards that are not there.
    """
    state = State(record.header)
    for line, event in enumerate(record.events, 2):
        before = state
        try:
            _require_there(state, event)
            state = evolve(state, event)
        except (LookupError, TypeError, ValueError, AssertionError, MalformedError):
            kind = type(event).__name__
            raise RecordError(
                phrase("this {event} event cannot follow those before it", event=kind), line
            ) from None
        yield before, event, state


def _require_there(state: State, event: Event) -> None:
    """Raise a LookupError unless the seats, slots and cards of an event are there.

    Whether it keeps to the rules is `verify`'s to say.
    """
    seats, deck = range(len(state.seats)), state.variant.deck
    there = True
    match event:
        case Opened():
            there = state.phase == "unopened"
        case Joined():
            there = event.seat in range(len(seats) + 1)
        case Started(turn=turn) | TurnPassed(to=turn):
            there = turn is None or turn in seats
        case Configured():
            structs.replace(state.header, options=event.options).require_valid()
            there = state.phase == "waiting"
        case (
            Left()
            | WentAway()
            | CameBack()
            | Muted()
            | Refused()
            | Called()
            | Lapsed()
            | Offered()
            | Voted()
        ):
            there = event.seat in seats
        case Hinted():
            there = event.seat is None or event.seat in seats
        case TakenBack():
            there = bool(state.moves)
        case Continued():
            there = state.paused_at is not None
        case Claimed():
            there = event.seat in seats and all(deck.find_point(c) is not None for c in event.cards)
        case Dealt():
            slots = range(deck.size * state.variant.grouping.count)
            there = all(
                laid.slot in slots and deck.find_point(laid.card) is not None
                for laid in event.cards
            )
        case Flipped():
            point = deck.find_point(event.card)
            slot = None if point is None else state.find_slot(point)
            there = event.seat in seats and event.slot == slot
        case Covered():
            there = set(event.slots) <= set(state.face_up)
        case Ended():
            there = len(bytes.fromhex(event.seed)) == SEED_BYTES
    if not there or state.phase == "ended":
        raise LookupError(event)


def verify(record: Record) -> Verdict:
    """Judge a record; see the module's docstring."""
    if not record.events or not isinstance(record.events[-1], Ended):
        return Verdict(False, False, phrase("the game has not ended, so its seed is not published"))
    opened, seed = record.events[0], record.seed
    if seed is None:
        reason = phrase("the end does not publish a seed of {bytes} bytes", bytes=SEED_BYTES)
        return Verdict(False, True, reason, len(record.events) + 1)
    if not isinstance(opened, Opened):
        return Verdict(False, True, _impossible(opened), 2)
    if commit(seed) != opened.commitment:
        return Verdict(False, True, phrase("the seed is not the one whose hash was published"), 2)
    state = evolve(State(record.header, seed), opened)
    position = 1
    while position < len(record.events):
        command = find_cause(state, record.events[position : position + 2])
        told = _tell(state, command, record.events[position]) if command else ()
        # Nothing follows an end, so what is told is never longer than what is there and equal.
        for i, (event, there) in enumerate(zip(told, record.events[position:], strict=False)):
            if event != there:
                return Verdict(False, True, _difference(event, there), position + i + 2)
        if not told:
            return Verdict(False, True, _impossible(record.events[position]), position + 2)
        for event in told:
            state = evolve(state, event)
        position += len(told)
    return Verdict(True, True)


def _impossible(event: Event) -> Phrase:
    return phrase("{event} could not happen here", event=type(event).__name__)


def _difference(expected: Event, there: Event) -> Phrase:
    if isinstance(expected, Dealt) and isinstance(there, Dealt):
        for laid, other in zip(expected.cards, there.cards, strict=False):
            if laid != other:
                return phrase(
                    "the shuffle gives {card}, the record has {other}",
                    card=laid.card,
                    other=other.card,
                )
    return phrase(
        "{event} is not what the rules lead to ({expected})",
        event=type(there).__name__,
        expected=type(expected).__name__,
    )


def _tell(state: State, command: Command, event: Event) -> tuple[Event, ...]:
    """Return the events that the machine tells of a command at an event's time."""
    try:
        return decide(state, command, event.at)
    except Refusal as refusal:
        return refusal.events
