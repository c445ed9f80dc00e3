"""Records: written and read, and every alteration found out."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.scripted import SECOND, Crowd, Table, refused, started, told
from thirdcard.errors import RecordError
from thirdcard.game.commands import Join, Resume
from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Joined,
    Laid,
    Left,
    Opened,
    Refused,
    Resumed,
    Started,
    TurnPassed,
)
from thirdcard.game.record import (
    Record,
    Verdict,
    read_record,
    replay_record,
    verify,
    without_identities,
    write_record,
)
from thirdcard.game.state import State
from thirdcard.game.views import view_table

FAIR = Verdict(fair=True, complete=True)
GAMES = ("classic", "junior+memory", "junior+chain", "junior+ultra", "junior+super+chain-table")


@lru_cache(maxsize=8)
def game(variant: str, hurry: float = 0.7) -> Record:
    """Return the record of a game that was played to its end."""
    table = Table(variant, seed=11)
    Crowd(table, Random(variant), players=3, hurry=hurry).play()
    return table.record


def lines_of(record: Record) -> list[str]:
    return write_record(record).splitlines()


def text_of(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def changed(record: Record, index: int, **values: Any) -> Record:
    """Return the record with one event changed."""
    events = list(record.events)
    events[index] = msgspec.structs.replace(events[index], **values)
    return Record(record.header, tuple(events))


def renumbered(record: Record, events: Sequence[Event]) -> Record:
    numbered = (msgspec.structs.replace(event, seq=n) for n, event in enumerate(events, 1))
    return Record(record.header, tuple(numbered))


def find(record: Record, kind: type[Event]) -> int:
    return next(i for i, event in enumerate(record.events) if isinstance(event, kind))


def assert_caught(record: Record, line: int | None = None) -> Verdict:
    """Check that a record is judged unfair, both as it is and after writing and reading."""
    verdict = verify(record)
    assert not verdict.fair
    assert verdict.reason
    assert verify(read_record(write_record(record))) == verdict
    if line is not None:
        assert (verdict.complete, verdict.line) == (True, line), verdict
    return verdict


# -- round trips ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", GAMES)
def test_a_record_is_read_as_it_was_written(variant: str) -> None:
    record = game(variant)
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert read_record(text.removesuffix("\n")) == record
    assert read_record(text.replace("\n", "\r\n")) == record
    assert text.count("\n") == len(record.events) + 1
    assert verify(record) == FAIR


@pytest.mark.parametrize("variant", GAMES)
def test_a_reader_comes_to_the_same_table(variant: str) -> None:
    table = Table(variant, seed=2)
    Crowd(table, Random(2)).play()
    assert replay_record(read_record(write_record(table.record))) == table.state


def test_every_state_of_an_unfinished_game_is_replayed() -> None:
    table = started("memory")
    for slot in (0, 1, 2):
        told(table.flip("ann", slot))
    for count in range(1, len(table.events) + 1):
        record = Record(table.header, tuple(table.events[:count]))
        state = replay_record(read_record(write_record(record)))
        assert view_table(state) == view_table(table.states[count])
        assert state.seed is None


def test_names_and_ids_of_all_scripts_are_kept() -> None:
    table = Table()
    for player in ("zoë", "王", "a\u2028b", "\x85\x0b", "q\n", '"\\'):
        told(table.do(Join(player, "Zoë 王 👋")))
    record = read_record(write_record(table.record))
    assert record == table.record
    assert [seat.name for seat in replay_record(record).seats[:2]] == ["Zoë 王 👋", "Zoë 王 👋 2"]


def test_all_kinds_of_refusals_are_on_record_and_verified() -> None:
    table = started("chain", "ann", "bob", "cleo")
    seen = table.state.seq
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    refused(table.claim("bob", cards, seen), "too_late")
    refused(table.claim("bob", cards), "not_on_table")
    refused(table.claim("ann", cards), "chain_broken")
    wrong = next(c for c in zip(*[iter(table.codes())] * 3, strict=False))
    refused(table.claim("cleo", wrong), "not_a_claim")
    refused(table.claim("cleo", wrong[:2]), "malformed")
    for player in ("ann", "bob", "cleo"):
        table.leave(player)
    assert sum(isinstance(event, Refused) for event in table.events) == 4
    assert verify(table.record) == FAIR


def test_abandoned_games_are_verified() -> None:
    waiting = Table(idle_seconds=60)
    waiting.tick(60 * SECOND)
    left = started("memory")
    told(left.flip("ann", 0))
    left.leave("ann")
    left.leave("bob")
    idle = started("memory", turn_seconds=20, idle_seconds=50, show_seconds=1)
    for slot in (0, 1, 2):
        told(idle.flip("ann", slot))
    while idle.state.phase == "playing":
        idle.tick(10 * SECOND)
    for table in (waiting, left, idle):
        assert isinstance(table.events[-1], Ended)
        assert table.events[-1].reason == "abandoned"
        assert verify(table.record) == FAIR


@pytest.mark.parametrize("show", [0, 1, 60])
def test_cards_covered_in_every_way_are_verified(show: int) -> None:
    """By time, by the next to turn one up at that very moment, with the turn, and on leaving."""
    table = started("memory", show_seconds=show, turn_seconds=10)
    random = Random(show)
    while table.state.phase == "playing":
        turn = table.state.turn
        assert turn is not None
        player = table.state.seats[turn].player
        for slot in random.sample(range(len(table.state.slots)), 3):
            table.flip(player, slot, 0)
        table.tick(random.choice((0, 0, SECOND, 12 * SECOND)))
        if random.random() < 0.1:
            table.leave(player)
            table.join(player)
        if len(table.events) > 300:
            table.leave("ann")
            table.leave("bob")
    kinds = {type(event) for event in table.events}
    assert {Covered, TurnPassed, Flipped} <= kinds
    assert verify(table.record) == FAIR


def test_tables_taken_up_again_are_verified() -> None:
    table = started("memory", turn_seconds=10, idle_seconds=60)
    told(table.flip("ann", 0))
    told(table.do(Resume(), 500 * SECOND))
    told(table.tick(10 * SECOND))
    told(table.do(Resume(), 500 * SECOND))
    told(table.tick(60 * SECOND))
    assert sum(isinstance(event, Resumed) for event in table.events) == 2
    assert verify(table.record) == FAIR
    for i, event in enumerate(table.events):
        if isinstance(event, Resumed):
            # Nothing was overdue a moment after the event before.
            early = changed(table.record, i, at=table.events[i - 1].at + 1)
            assert_caught(early, line=i + 2)


def test_a_record_without_identities_is_that_of_the_same_game() -> None:
    table = Table("chain", seed=4)
    for player, name in (("secret-a", "Ann"), ("seat-1", "Bob"), ("secret-c", "Ann")):
        told(table.do(Join(player, name)))
    told(table.start())
    told(table.claim("seat-1", table.find_claim("seat-1")))
    table.leave("secret-a")
    told(table.do(Join("secret-a", "Ann")))
    for player in ("secret-a", "seat-1", "secret-c"):
        table.leave(player)
    record = without_identities(table.record)
    assert "secret" not in write_record(record)
    assert verify(record) == FAIR
    state = replay_record(record)
    assert [seat.player for seat in state.seats] == ["seat-1", "seat-2", "seat-3"]
    assert view_table(state) == view_table(table.state)
    assert without_identities(record) == record


def test_names_cut_for_a_number_are_verified() -> None:
    table = Table()
    for player in "abc":
        told(table.do(Join(player, "x" * 21 + " yz")))
    for player in "abc":
        table.leave(player)
    told(table.do(Join("b", "x" * 21 + " yz")))
    told(table.do(Join("a", "x" * 21 + " yz")))
    table.tick(10**7 * SECOND)
    assert verify(table.record) == FAIR


# -- what cannot be read ----------------------------------------------------------------------


def fails_at(text: str, line: int) -> str:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert caught.value.line == line, caught.value
    message = str(caught.value)
    assert message.startswith(f"line {line}: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize("text", ["", "\n", "\n\n"])
def test_an_empty_record(text: str) -> None:
    assert "empty" in fails_at(text, 1)


@pytest.mark.parametrize(
    "junk", ["\x00\xff\x80PNG", "\ud800", "[" * 100_000, "null", "{}{}", "hello", "\ufeff{}"]
)
def test_junk(junk: str) -> None:
    fails_at(junk, 1)
    lines = lines_of(game("classic"))
    fails_at(text_of([*lines[:3], junk, *lines[3:]]), 4)
    fails_at(text_of([*lines, junk]), len(lines) + 1)


def test_nested_junk_in_a_field_nobody_reads() -> None:
    lines = lines_of(game("classic"))
    lines[2] = lines[2][:-1] + ',"x":' + "[" * 100_000
    fails_at(text_of(lines), 3)


def test_a_header_alone() -> None:
    header = lines_of(game("classic"))[0]
    assert "opens the table" in fails_at(header, 2)
    left = '{"type":"left","seq":1,"at":0,"seat":0}'
    assert "opens the table" in fails_at(text_of([header, left]), 2)


def test_a_record_cut_anywhere() -> None:
    """Within a line it cannot be read; between two it is that of an unfinished game."""
    record = game("junior+memory")
    text = write_record(record)
    data = text.encode()
    first = text.index("\n") + 1
    random = Random(0)
    for cut in [0, 1, *random.sample(range(2, len(data)), 300)]:
        part = data[:cut].decode(errors="ignore")
        complete = part.endswith("\n") or text[len(part)] == "\n"
        lines = part.count("\n") + (not part.endswith("\n"))
        if not complete or cut < first:
            fails_at(part, max(1, lines))
        elif lines > 1:
            assert read_record(part).events == record.events[: lines - 1]
            if lines <= len(record.events):
                verdict = verify(read_record(part))
                assert (verdict.fair, verdict.complete) == (False, False)


def test_a_cut_line_is_said_to_be_cut() -> None:
    assert "cut off" in fails_at(
        write_record(game("classic"))[:-5], len(game("classic").events) + 1
    )


def test_sequence_numbers_that_do_not_follow() -> None:
    record = game("classic")
    lines = lines_of(record)
    for seq in (0, 4, 6, -1):
        message = fails_at(write_record(changed(record, 4, seq=seq)), 6)
        assert f"event {seq} where 5 was expected" in message
    for gone in (2, 9, len(lines) - 2):
        fails_at(text_of(lines[:gone] + lines[gone + 1 :]), gone + 1)
    for first in (2, 9, len(lines) - 2):
        swapped = [*lines[:first], lines[first + 1], lines[first], *lines[first + 2 :]]
        fails_at(text_of(swapped), first + 1)
    fails_at(text_of([*lines[:5], lines[4], *lines[5:]]), 6)


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"shuffled","seq":2,"at":0}',
        '{"seq":2,"at":0}',
        '{"type":"left","seq":2,"at":0}',
        '{"type":"left","seq":2,"at":0,"seat":"0"}',
        '{"type":"left","seq":2.5,"at":0,"seat":0}',
        '{"type":"dealt","seq":2,"at":0,"reason":"gift","cards":[]}',
        '{"type":"ended","seq":2,"at":0,"reason":"finished","seed":null}',
    ],
)
def test_lines_that_are_no_event(line: str) -> None:
    lines = lines_of(game("classic"))
    assert "not an event" in fails_at(text_of([*lines[:2], line, *lines[2:]]), 3)


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ('{"format":2,"variant":"classic","options":{}}', "format 2"),
        ('{"format":1,"variant":"super+eight","options":{}}', "pattern"),
        ('{"format":1,"variant":"memory+eight","options":{}}', "do not go together"),
        ('{"format":1,"variant":"poker","options":{}}', "poker"),
        ('{"format":1,"variant":"classic","options":{"table_size":2}}', "table of 2"),
        ('{"format":1,"variant":"classic","options":{"seats":99}}', "seats"),
        ('{"format":1,"variant":"classic","options":{},"x":1}', "x"),
        ('{"type":"opened","seq":1,"at":0,"commitment":""}', "header"),
    ],
)
def test_headers_that_cannot_be(header: str, part: str) -> None:
    lines = lines_of(game("classic"))
    assert part in fails_at(text_of([header, *lines[1:]]), 1)


# -- what cannot be replayed ------------------------------------------------------------------


def unplayable() -> Iterator[Event]:
    """Yield events that speak of what is not there, as the eighth of a memory table's."""
    seq, at = 8, 0
    for seat in (-1, 2, 99):
        yield Left(seq=seq, at=at, seat=seat)
        yield Claimed(seq=seq, at=at, seat=seat, cards=())
        yield Refused(seq=seq, at=at, seat=seat, code="too_late", cards=(), seen=0)
        yield TurnPassed(seq=seq, at=at, to=seat, reason="left")
        yield Started(seq=seq, at=at, turn=seat)
    for seat in (-1, 3):
        yield Joined(seq=seq, at=at, seat=seat, player="x", name="X")
    for slot in (-1, 12, 10**12):
        yield Flipped(seq=seq, at=at, seat=0, slot=slot, card="1RSD")
        yield Covered(seq=seq, at=at, slots=(slot,))
        yield Dealt(seq=seq, at=at, reason="growth", cards=(Laid(slot, "1RS"),))
    for slot in (-1, 10**12):
        yield Dealt(seq=seq, at=at, reason="growth", cards=(Laid(slot, "1RSD"),))
    yield Claimed(seq=seq, at=at, seat=0, cards=("1RS", "1RSD", "2RSD"))
    yield Flipped(seq=seq, at=at, seat=0, slot=3, card="1RS")
    yield Opened(seq=seq, at=at, commitment="")
    for seed in ("zz", "00"):
        yield Ended(seq=seq, at=at, reason="finished", seed=seed)


@pytest.mark.parametrize("event", list(unplayable()))
def test_events_of_what_is_not_there_cannot_be_replayed(event: Event) -> None:
    table = started("memory")
    told(table.flip("ann", 0))
    told(table.flip("ann", 1))
    assert len(table.events) == 7
    record = Record(table.header, (*table.events, event))
    with pytest.raises(RecordError, match=type(event).__name__) as caught:
        replay_record(record)
    assert caught.value.line == 9


def test_nothing_follows_an_end() -> None:
    record = game("junior+chain")
    after = Left(seq=len(record.events) + 1, at=record.events[-1].at, seat=0)
    longer = Record(record.header, (*record.events, after))
    with pytest.raises(RecordError) as caught:
        replay_record(longer)
    assert caught.value.line == len(longer.events) + 1
    assert not verify(longer).fair


# -- what is not fair -------------------------------------------------------------------------


def test_an_unfinished_game_cannot_be_judged_yet() -> None:
    verdict = verify(started().record)
    assert (verdict.fair, verdict.complete, verdict.line) == (False, False, None)
    assert verdict.reason is not None
    assert "not ended" in verdict.reason
    assert started().record.seed is None
    assert Record(started().header, ()).seed is None


def test_another_seed() -> None:
    record = game("junior+chain")
    last = len(record.events) - 1
    seed = bytearray(record.seed or b"")
    seed[31] ^= 1
    verdict = assert_caught(changed(record, last, seed=seed.hex()), line=2)
    assert "hash" in (verdict.reason or "")
    assert_caught(changed(record, 0, commitment="0" * 64), line=2)


@pytest.mark.parametrize("seed", ["", "zz", "00" * 31, "00" * 33])
def test_an_end_without_a_seed(seed: str) -> None:
    record = game("junior+chain")
    assert_caught(changed(record, len(record.events) - 1, seed=seed), line=len(record.events) + 1)


def test_a_seed_in_capitals_is_not_what_was_written() -> None:
    record = game("junior+chain")
    seed = (record.seed or b"").hex().upper()
    assert_caught(changed(record, len(record.events) - 1, seed=seed), line=len(record.events) + 1)


def test_another_seed_with_its_commitment() -> None:
    """The deal gives it away: whoever changes the seed changes every card."""
    record = game("junior+chain")
    seed = bytes(32)
    forged = changed(record, len(record.events) - 1, seed=seed.hex())
    forged = changed(forged, 0, commitment=sha256(seed).hexdigest())
    verdict = assert_caught(forged, line=find(record, Dealt) + 2)
    assert "the shuffle gives" in (verdict.reason or "")


def card_changes(record: Record, random: Random) -> Iterator[tuple[int, Record]]:
    """Yield the record with one card changed, for every card that stands anywhere in it."""
    deck = State(record.header).variant.deck

    def another(code: str) -> str:
        return random.choice([other for other in deck.codes if other != code])

    for i, event in enumerate(record.events):
        match event:
            case Dealt():
                for j, laid in enumerate(event.cards):
                    cards = list(event.cards)
                    cards[j] = Laid(laid.slot, another(laid.card))
                    yield i, changed(record, i, cards=tuple(cards))
            case Claimed():
                for j, code in enumerate(event.cards):
                    codes = list(event.cards)
                    codes[j] = another(code)
                    yield i, changed(record, i, cards=tuple(codes))
                    yield i, changed(record, i, cards=tuple(codes), linked=codes[j])
            case Flipped():
                yield i, changed(record, i, card=another(event.card))


@pytest.mark.parametrize("variant", ["classic", "junior+memory", "junior+chain", "junior+ultra"])
def test_every_changed_card_is_found_at_its_line(variant: str) -> None:
    """In a Set two cards determine the third, so no other game can have been played instead."""
    record = game(variant)
    occurrences = 0
    for index, altered in card_changes(record, Random(variant)):
        verdict = verify(altered)
        assert not verdict.fair
        assert (verdict.complete, verdict.line) == (True, index + 2), verdict
        occurrences += 1
    assert occurrences > 2 * State(record.header).variant.deck.size


@pytest.mark.parametrize("variant", ["junior+super+chain-table"])
def test_a_changed_card_that_makes_another_claim_is_found_later(variant: str) -> None:
    """Of a bowtie three cards leave three choices for the fourth; the rest of the game tells."""
    record = game(variant)
    for index, altered in card_changes(record, Random(variant)):
        verdict = verify(altered)
        assert not verdict.fair
        assert verdict.line is not None
        assert verdict.line >= index + 2


def field_changes(record: Record) -> Iterator[tuple[int, Record]]:
    """Yield the record with one number or word changed, where the rules leave no choice."""
    for i, event in enumerate(record.events):
        match event:
            case Dealt():
                moved = Laid(event.cards[0].slot + 1, event.cards[0].card)
                yield i, changed(record, i, cards=(moved, *event.cards[1:]))
                yield i, changed(record, i, cards=event.cards[:-1])
                yield i, changed(record, i, cards=(*event.cards, event.cards[0]))
                reason = "refill" if event.reason == "growth" else "growth"
                yield i, changed(record, i, reason=reason)
            case Claimed():
                yield i, changed(record, i, points=2)
                yield i, changed(record, i, points=0)
                yield i, changed(record, i, seat=99)
                yield i, changed(record, i, linked=None if event.linked else event.cards[0])
                yield i, changed(record, i, cards=event.cards[:-1])
            case Flipped():
                yield i, changed(record, i, seat=(event.seat + 1) % 3)
                yield i, changed(record, i, slot=event.slot + 1)
                yield i, changed(record, i, slot=-1)
                yield i, changed(record, i, seat=99)
            case Covered():
                yield i, changed(record, i, slots=(*event.slots, 0))
                yield i, changed(record, i, slots=())
            case TurnPassed():
                yield i, changed(record, i, to=99)
                reason = "time" if event.reason == "no_match" else "no_match"
                yield i, changed(record, i, reason=reason)
            case Refused():
                code = "too_late" if event.code != "too_late" else "not_a_claim"
                yield i, changed(record, i, code=code)
                yield i, changed(record, i, seat=-1)
            case Joined():
                yield i, changed(record, i, seat=7)
                yield i, changed(record, i, name="")
                yield i, changed(record, i, name=" x")
            case Left():
                yield i, changed(record, i, seat=3)
            case Started():
                yield i, changed(record, i, turn=1 if event.turn is None else None)
            case Ended():
                yield i, changed(record, i, reason="abandoned")


def test_the_games_whose_fields_are_changed_have_events_of_all_usual_kinds() -> None:
    kinds = {type(event) for variant in GAMES for event in game(variant, 0.4).events}
    # Crowds play with the usual options and without a break; see `test_gatherings` for the rest.
    assert kinds == {
        Claimed,
        Covered,
        Dealt,
        Ended,
        Flipped,
        Joined,
        Left,
        Opened,
        Refused,
        Started,
        TurnPassed,
    }


@pytest.mark.parametrize("variant", GAMES)
def test_every_changed_field_is_found_at_its_line(variant: str) -> None:
    record = game(variant, 0.4)
    for index, altered in field_changes(record):
        verdict = verify(altered)
        assert not verdict.fair, (record.events[index], altered.events[index])
        # The events that a command leads to are judged from the first of them.
        same = [e for e in record.events[: index + 1] if e.at == record.events[index].at]
        assert verdict.line is not None
        assert index + 2 - len(same) < verdict.line <= index + 2, altered.events[index]


@pytest.mark.parametrize("variant", GAMES)
def test_time_that_goes_back_is_found(variant: str) -> None:
    record = game(variant, 0.4)
    for i in range(1, len(record.events)):
        verdict = verify(changed(record, i, at=record.events[i - 1].at - 1))
        assert not verdict.fair
        assert verdict.line is not None
        assert abs(verdict.line - (i + 2)) <= 3
    # Events of one command are of one time.
    i = find(record, Dealt)
    assert_caught(changed(record, i, at=record.events[i].at + 1), line=i + 2)


@pytest.mark.parametrize("variant", GAMES)
def test_a_removed_event_is_found_even_if_the_others_are_renumbered(variant: str) -> None:
    record = game(variant)
    for i, event in enumerate(record.events[:-1]):
        if isinstance(event, Dealt | Claimed | Flipped | Covered | TurnPassed | Started):
            altered = renumbered(record, record.events[:i] + record.events[i + 1 :])
            assert not verify(altered).fair, event


@pytest.mark.parametrize("variant", GAMES)
def test_swapped_events_are_found_even_if_they_are_renumbered(variant: str) -> None:
    record = game(variant)
    for i in range(1, len(record.events) - 1):
        a, b = record.events[i : i + 2]
        if isinstance(a, Dealt | Claimed | Flipped) or isinstance(b, Dealt | Claimed | Flipped):
            events = [*record.events[:i], b, a, *record.events[i + 2 :]]
            assert not verify(renumbered(record, events)).fair, (a, b)


def test_an_added_event_is_found() -> None:
    record = game("junior+chain")
    claimed = record.events[find(record, Claimed)]
    for i in range(1, len(record.events)):
        events = [*record.events[:i], claimed, *record.events[i:]]
        assert not verify(renumbered(record, events)).fair


def test_another_header_is_found() -> None:
    record = game("junior+chain")
    for variant in ("junior", "junior+chain-table", "classic+chain", "junior+super+chain"):
        other = msgspec.structs.replace(record.header, variant=variant)
        assert not verify(Record(other, record.events)).fair
    options = msgspec.structs.replace(record.header.options, table_size=12)
    other = msgspec.structs.replace(record.header, options=options)
    assert not verify(Record(other, record.events)).fair


def test_a_game_of_somebody_elses_cards_is_found() -> None:
    one, other = started(seed=1), started(seed=2)
    for table in (one, other):
        table.leave("ann")
        table.leave("bob")
    mixed = Record(one.header, (*one.events[:-1], other.events[-1]))
    assert_caught(mixed, line=2)


def test_an_end_that_has_not_come_is_found() -> None:
    table = started()
    for reason in ("finished", "abandoned"):
        end = Ended(seq=table.state.seq + 1, at=table.now, reason=reason, seed=table.seed.hex())
        assert_caught(Record(table.header, (*table.events, end)), line=len(table.events) + 2)


def test_a_record_without_a_beginning_is_not_fair() -> None:
    record = game("junior+chain")
    for rest in (record.events[1:], record.events[-1:]):
        verdict = verify(Record(record.header, rest))
        assert (verdict.fair, verdict.complete, verdict.line) == (False, True, 2)
    assert not verify(Record(record.header, ())).fair


# -- whatever else ----------------------------------------------------------------------------


@given(st.data())
def test_no_alteration_is_met_with_anything_but_a_verdict(data: st.DataObject) -> None:
    """A line of another place, or another value in a line: it is read, replayed and judged."""
    record = game(data.draw(st.sampled_from(GAMES)))
    lines = lines_of(record)
    i = data.draw(st.integers(1, len(lines) - 1))
    event = msgspec.json.decode(lines[data.draw(st.integers(1, len(lines) - 1))])
    event["seq"] = i
    key = data.draw(st.sampled_from(sorted(event)))
    values = st.none() | st.integers() | st.text(max_size=4) | st.lists(st.integers(0, 9))
    event[key] = data.draw(values | st.just(event[key]))
    try:
        lines[i] = msgspec.json.encode(event).decode()
        altered = read_record(text_of(lines))
    except (RecordError, OverflowError):
        return
    verdict = verify(altered)
    assert verdict.fair or verdict.reason
    try:
        view_table(replay_record(altered))
    except RecordError:
        assert not verdict.fair
