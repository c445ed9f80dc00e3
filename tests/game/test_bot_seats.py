"""Seats of bots: said by commands, events, views and records, and kept apart from people's."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.game.mirror import Mirror
from tests.game.scripted import Table, refused, told
from thirdcard.game.commands import Join, Leave, Start
from thirdcard.game.events import BOT_LEVELS, Ended, Event, Joined, Left
from thirdcard.game.record import read_record, replay_record, verify, write_record
from thirdcard.game.views import view_event, view_table


def kinds(events: Sequence[Event]) -> list[type]:
    return [type(event) for event in events]


def with_bot(level: int = 3) -> Table:
    """Return a table of a person and a bot, before the start."""
    table = Table("junior")
    table.join("ann")
    told(table.do(Join("bot-2", "Bot", level)))
    return table


@pytest.mark.parametrize("level", range(1, BOT_LEVELS + 1))
def test_a_seat_says_that_it_is_a_bots(level: int) -> None:
    table = with_bot(level)
    assert [seat.bot for seat in table.state.seats] == [None, level]
    assert [seat.bot for seat in view_table(table.state).seats] == [None, level]


def test_the_event_tells_it_to_everyone() -> None:
    table = with_bot()
    before, after = table.states[-2:]
    event = table.events[-1]
    view = msgspec.json.decode(msgspec.json.encode(view_event(before, event, after), enc_hook=str))
    mirror = Mirror(msgspec.json.decode(msgspec.json.encode(view_table(before), enc_hook=str)))
    mirror.apply(view)
    assert mirror.view == msgspec.json.decode(msgspec.json.encode(view_table(after), enc_hook=str))
    assert mirror.view["seats"][1]["bot"] == 3


@pytest.mark.parametrize("level", [-1, 0, BOT_LEVELS + 1, 10**9])
def test_there_are_no_other_levels(level: int) -> None:
    table = Table("junior")
    refused(table.do(Join("bot-1", "Bot", level)), "malformed")
    assert not table.state.seats


def test_a_person_is_no_bot_and_no_bot_a_person() -> None:
    table = with_bot()
    table.leave("ann")
    table.leave("bot-2")
    refused(table.do(Join("ann", "Ann", 3)), "locked_out")
    refused(table.do(Join("bot-2", "Bot")), "locked_out")


def test_a_bot_comes_back_with_another_level() -> None:
    table = with_bot()
    table.leave("bot-2")
    assert kinds(told(table.do(Join("bot-2", "Bot", 5)))) == [Joined]
    assert (table.state.seats[1].bot, table.state.seats[1].present) == (5, True)
    assert len(table.state.seats) == 2


def test_bots_do_not_play_alone() -> None:
    table = with_bot()
    told(table.do(Join("bob", "Bob")))
    told(table.do(Start("ann")))
    assert kinds(told(table.do(Leave("ann")))) == [Left]
    left, ended = told(table.do(Leave("bob")))
    assert isinstance(left, Left)
    assert isinstance(ended, Ended)
    assert ended.reason == "abandoned"


def test_bots_wait_at_a_table_that_has_not_begun() -> None:
    table = with_bot()
    assert kinds(told(table.do(Leave("ann")))) == [Left]
    assert table.state.phase == "waiting"


def test_a_record_says_which_seats_are_bots_and_is_verified_with_them() -> None:
    table = with_bot()
    told(table.do(Start("ann")))
    told(table.claim("bot-2", table.find_claim("bot-2")))
    told(table.do(Leave("ann")))
    text = write_record(table.record)
    assert '"name":"Bot","bot":3}' in text
    assert '"name":"ann"}' in text.lower()
    record = read_record(text)
    assert record == table.record
    assert verify(record).fair
    assert [seat.bot for seat in replay_record(record).seats] == [None, 3]
    altered = verify(read_record(text.replace('"bot":3', '"bot":9')))
    assert (altered.fair, altered.line) == (False, 4)


def test_records_from_before_there_were_bots_are_read() -> None:
    line = '{"type":"joined","seq":2,"at":5,"seat":0,"player":"seat-1","name":"Ann"}'
    joined = msgspec.json.decode(line, type=Joined)
    assert joined.bot is None
    assert msgspec.json.encode(joined).decode() == line
