"""What the host may do: choose options, send away, ban, mute; and who the host is."""

from typing import Any

import pytest

from tests.game.scripted import Table, refused, started, told
from tests.game.situations import kinds
from thirdcard.game.commands import Close, Command, Configure, Join, Kick, Leave, Mute
from thirdcard.game.events import (
    Configured,
    Dealt,
    Ended,
    Joined,
    Left,
    Muted,
    Options,
    TurnPassed,
)
from thirdcard.game.record import replay_record, verify, without_identities


def waiting(*players: str, **options: Any) -> Table:
    table = Table(**options)
    table.join(*(players or ("ann", "bob", "cleo")))
    return table


def test_the_host_is_the_first_person_present() -> None:
    table = Table()
    table.do(Join("bot", "Bot", 2))
    assert table.state.host is None
    table.join("ann", "bob")
    assert table.state.host == 1
    table.do(Leave("ann"))
    assert table.state.host == 2
    table.join("ann")
    assert table.state.host == 1


@pytest.mark.parametrize(
    "command", [Configure("bob", Options(seats=4)), Kick("bob", 2), Mute("bob", 2)]
)
def test_nobody_else_has_the_hosts_rights(command: Command) -> None:
    assert "Ann" in str(refused(waiting().do(command), "locked_out"))


def test_the_host_chooses_options_before_the_start() -> None:
    table = waiting()
    chosen = Options(table_size=9, penalty="point", contest="race")
    assert kinds(table.do(Configure("ann", chosen))) == [Configured]
    assert told(table.do(Configure("ann", chosen))) == ()
    assert table.state.options == chosen
    assert table.header.options == Options()
    events = told(table.start())
    assert isinstance(events[1], Dealt)
    assert len(events[1].cards) == 9
    refused(table.do(Configure("ann", Options())), "locked_out")
    table.do(Close())
    assert verify(table.record).fair
    assert replay_record(table.record).options == chosen


def test_options_that_cannot_be_are_not_taken() -> None:
    table = waiting()
    refused(table.do(Configure("ann", Options(contest="duel", call_seconds=3))), "malformed")
    refused(table.do(Configure("ann", Options(table_size=500))), "malformed")
    refused(table.do(Configure("ann", Options(seats=2))), "locked_out")
    refused(table.do(Configure("ann", Options(contest="duel"))), "locked_out")
    assert table.state.options == Options()


def test_who_is_sent_away_may_come_back_unless_banned() -> None:
    table = waiting()
    assert kinds(table.do(Kick("ann", 1))) == [Left]
    assert kinds(table.join("bob")) == [Joined]
    assert kinds(table.do(Kick("ann", 1, ban=True))) == [Left]
    refused(table.do(Join("bob", "Robert")), "locked_out")
    assert table.state.banned == {"bob"}
    assert told(table.do(Kick("ann", 1))) == ()
    table.do(Close())
    assert verify(table.record).fair
    assert verify(without_identities(table.record)).fair


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_there_is_somebody_to_send_away(seat: int) -> None:
    refused(waiting().do(Kick("ann", seat)), "malformed")
    refused(waiting().do(Mute("ann", seat)), "malformed")


def test_who_is_sent_away_in_a_turn_passes_it_on() -> None:
    table = started("memory", "ann", "bob", "cleo")
    for slot in (0, 1, 2):
        table.flip("ann", slot)
    if table.state.turn == 1:
        assert TurnPassed in kinds(table.do(Kick("ann", 1)))
        assert table.state.turn == 2


def test_a_muted_player_stays_so_and_comes_back_so() -> None:
    table = waiting()
    assert kinds(table.do(Mute("ann", 1))) == [Muted]
    assert told(table.do(Mute("ann", 1))) == ()
    table.do(Leave("bob"))
    table.join("bob")
    assert table.state.seats[1].muted
    assert kinds(table.do(Mute("ann", 1, muted=False))) == [Muted]
    assert not table.state.seats[1].muted


def test_who_takes_the_seat_of_a_muted_player_may_speak() -> None:
    table = waiting("ann", "bob", seats=2)
    table.do(Mute("ann", 1))
    table.do(Leave("bob"))
    assert kinds(table.join("cleo")) == [Joined, Muted]
    assert not table.state.seats[1].muted
    table.do(Leave("cleo"))
    table.join("bob")
    table.do(Close())
    assert verify(table.record).fair
    assert verify(without_identities(table.record)).fair


@pytest.mark.parametrize("begun", [False, True])
def test_an_administrator_closes_a_table(begun: bool) -> None:
    table = started() if begun else waiting()
    assert kinds(table.do(Close())) == [Ended]
    assert table.state.reason == "closed"
    assert told(table.do(Close())) == ()
    assert verify(table.record).fair
