"""What time does to a table."""

import pytest

from tests.game.scripted import SECOND, Table, started, told
from tests.game.situations import flip_all, kinds, memory, mismatch, non_set
from thirdcard.errors import Refusal
from thirdcard.game.commands import Claim, Flip, Join, Leave, Resume, Start
from thirdcard.game.events import (
    Covered,
    Ended,
    Resumed,
    TurnPassed,
)
from thirdcard.game.record import verify


def test_a_table_nobody_plays_at_closes() -> None:
    for table in (Table(idle_seconds=60), started(idle_seconds=60), memory(idle_seconds=60)):
        assert Ended not in kinds(table.tick(60 * SECOND - 1))
        ended = told(table.tick(1))[-1]
        assert isinstance(ended, Ended)
        assert ended.reason == "abandoned"
        assert table.state.phase == "ended"


def test_whatever_a_player_does_keeps_the_table_open() -> None:
    table = Table(idle_seconds=60)

    def almost_idle() -> None:
        assert told(table.tick(60 * SECOND - 1)) == ()

    for command in (Join("ann", "Ann"), Join("bob", "Bob"), Leave("bob"), Start("ann")):
        almost_idle()
        told(table.do(command, 0))
    almost_idle()
    assert isinstance(table.do(Claim("ann", non_set(table), 1), 0), Refusal)
    almost_idle()
    told(table.do(Claim("ann", table.find_claim("ann"), 1), 0))
    almost_idle()
    assert kinds(table.tick(1)) == [Ended]


def test_a_turned_card_keeps_the_table_open() -> None:
    table = memory("ann", idle_seconds=60)
    assert told(table.tick(60 * SECOND - 1)) == ()
    told(table.flip("ann", 0, 0))
    assert told(table.tick(60 * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [Ended]


def test_turns_that_nobody_takes_do_not_keep_the_table_open() -> None:
    table = memory(turn_seconds=10, idle_seconds=25)
    assert kinds(table.tick(10 * SECOND)) == [TurnPassed]
    assert kinds(table.tick(10 * SECOND)) == [TurnPassed]
    assert kinds(table.tick(5 * SECOND)) == [Ended]


def test_a_clock_that_goes_back_does_not_turn_time_back() -> None:
    table = memory(turn_seconds=10)
    told(table.tick(10 * SECOND))
    late = table.now
    (flipped,) = told(table.do(Flip("bob", 0, 1), -7 * SECOND))
    assert flipped.at == late
    (flipped,) = told(table.do(Flip("bob", 1, 1), -20 * SECOND))
    assert flipped.at == late


@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_a_table_taken_up_again_gets_its_time_anew(variant: str) -> None:
    table = started(variant, turn_seconds=10, idle_seconds=60)
    table.now += 1000 * SECOND
    (resumed,) = told(table.do(Resume()))
    assert isinstance(resumed, Resumed)
    assert resumed.at == table.now
    assert table.state.phase == "playing"
    limit = 10 if variant == "memory" else 60
    assert told(table.tick(limit * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [TurnPassed if variant == "memory" else Ended]


def test_a_table_that_waits_is_taken_up_again() -> None:
    table = Table(idle_seconds=60)
    assert kinds(table.do(Resume(), 1000 * SECOND)) == [Resumed]
    assert told(table.tick(60 * SECOND - 1)) == ()


def test_open_cards_stay_open_a_while_when_a_table_is_taken_up_again() -> None:
    table = memory(show_seconds=4)
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    assert kinds(table.do(Resume(), 100 * SECOND)) == [Resumed]
    assert table.state.face_up == tuple(slots)
    assert told(table.tick(4 * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [Covered]


def test_nothing_is_taken_up_again_that_is_not_overdue() -> None:
    table = memory(turn_seconds=10)
    assert told(table.do(Resume(), 10 * SECOND)) == ()
    assert kinds(table.do(Resume(), 1)) == [Resumed]
    table.leave("ann")
    table.leave("bob")
    table.leave("cleo")
    assert told(table.do(Resume(), 10**9)) == ()


def test_a_games_time_is_given_back_from_when_its_clock_stood_still() -> None:
    for served_after, given_back in ((40, 60), (100, 0), (200, 0), (-5, 100), (99.5, 0)):
        table = started(end_seconds=600)
        quiet_since, ends_at = table.state.at, table.state.ends_at
        assert ends_at is not None
        served_at = quiet_since + round(served_after * SECOND)
        happened = told(table.do(Resume(served_at), 100 * SECOND))
        assert bool(happened) == bool(given_back)
        assert table.state.ends_at == ends_at + given_back * SECOND
        table.leave("ann")
        table.leave("bob")
        assert verify(table.record).fair


def test_a_quiet_game_that_was_served_gains_no_time() -> None:
    table = started(end_seconds=3600)
    ends_at = table.state.ends_at
    table.now += 1200 * SECOND
    assert told(table.do(Resume(table.now - 800), 0)) == ()
    (resumed,) = told(table.do(Resume(table.now), 5 * SECOND))
    assert isinstance(resumed, Resumed)
    assert table.state.ends_at == (ends_at or 0) + 5 * SECOND
    assert told(table.do(Resume(resumed.at), 0)) == ()
