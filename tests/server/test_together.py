"""Two clubs on one log that tell each other everything: presence, bots, talk, notices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.ears import Ear
from tests.server.opened import until
from thirdcard.bots import Move
from thirdcard.errors import Refusal
from thirdcard.game.commands import Close, Join, Leave, Start
from thirdcard.game.events import Header, Left, WentAway
from thirdcard.game.state import State
from thirdcard.game.views import TableView
from thirdcard.server.people import digest_of
from thirdcard.server.reports import STALE_SECONDS, Report
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.tables import Club, LiveTable
from thirdcard.variants.variant import Variant


class Wire:
    """Carries rings and reports between clubs, unless it is cut."""

    def __init__(self) -> None:
        self.clubs: list[Club] = []
        self.is_cut = False

    async def ring(self, table: str) -> None:
        if not self.is_cut:
            for club in self.clubs:
                # As from a socket: not within the lock of whoever rings.
                asyncio.get_running_loop().call_soon(asyncio.ensure_future, club.hear(table))

    async def tell(self, report: Report) -> None:
        if not self.is_cut:
            for club in self.clubs:
                await club.hear_people(report)


@asynccontextmanager
async def two_clubs(
    database: Path, prepare: Callable[[Club], None] = lambda club: None
) -> AsyncIterator[tuple[Club, Club, Wire]]:
    wire, stores = Wire(), []
    for process in ("a", "b"):
        store = SqlStore(f"sqlite:///{database}")
        await store.open()
        stores.append(store)
        club = Club(store, wire.ring, wire.tell, process)
        prepare(club)
        wire.clubs.append(club)
    for club in wire.clubs:
        await club.open()
    try:
        yield wire.clubs[0], wire.clubs[1], wire
    finally:
        for club in wire.clubs:
            await club.close()
        for store in stores:
            await store.close()


async def _twins(one: Club, other: Club) -> tuple[LiveTable, LiveTable]:
    table = await one.create(Header(variant="junior"))
    twin = await other.find(table.table)
    assert twin
    return table, twin


def _come(table: LiveTable, player: str) -> Ear:
    ear = Ear(player)
    table.listeners.add(ear)
    table.people_changed()
    return ear


def _go(table: LiveTable, ear: Ear) -> None:
    table.listeners.discard(ear)
    table.people_changed()


async def test_presence_is_that_of_all_processes(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, _):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await twin.do(Join("bob", "Bob"))
        ann, bob, eve = _come(table, "ann"), _come(twin, "bob"), _come(twin, "eve")
        await until(lambda: table.presence() == twin.presence())
        await until(lambda: (table.presence().online, table.presence().watching) == ((0, 1), 1))
        assert ann.of("presence")[-1] == bob.of("presence")[-1]
        assert one.online_players() == other.online_players() == {"ann", "bob", "eve"}
        _go(twin, bob)
        await until(lambda: table.presence().online == (0,))
        assert ann.of("presence")[-1]["online"] == [0]
        assert eve.of("presence")[-1]["online"] == [0]
        assert one.online_players() == {"ann", "eve"}


async def test_who_is_connected_elsewhere_is_not_away(tmp_path: Path) -> None:
    def prepare(club: Club) -> None:
        club.away_seconds = 0.4

    async with two_clubs(tmp_path / "club.db", prepare) as (one, other, _):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await table.do(Join("bob", "Bob"))
        _come(twin, "ann")
        await until(lambda: table.state.seats[1].away)
        await asyncio.sleep(0.6)
        assert not table.state.seats[0].away
        events = await one.store.events(table.table)
        assert [event.seat for event in events if isinstance(event, WentAway)] == [1]


async def test_who_was_away_by_mistake_is_back_by_itself(tmp_path: Path) -> None:
    def prepare(club: Club) -> None:
        club.away_seconds = 0.3

    async with two_clubs(tmp_path / "club.db", prepare) as (one, other, wire):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await until(lambda: twin.state.seq == table.state.seq)
        wire.is_cut = True
        _come(twin, "ann")
        await until(lambda: table.state.seats[0].away)
        wire.is_cut = False
        await other.look()
        twin.people_changed()
        await until(lambda: not table.state.seats[0].away)
        await asyncio.sleep(0.6)
        assert not table.state.seats[0].away


async def test_a_process_that_fell_silent_has_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, wire):
        table, twin = await _twins(one, other)
        await twin.do(Join("bob", "Bob"))
        _come(twin, "bob")
        await until(lambda: table.presence().online == (0,))
        wire.is_cut = True
        monkeypatch.setattr("thirdcard.server.reports.STALE_SECONDS", -1.0)
        await until(lambda: table.presence().online == ())
        assert STALE_SECONDS > 0


class IdleBot:
    """A bot that never moves."""

    def __init__(self, variant: Variant, seat: int, level: int, seed: int) -> None:
        pass

    def next_move(self, view: TableView, now: int) -> Move | None:
        return None

    def watch(self, view: TableView, now: int) -> None:
        pass


async def test_one_process_runs_the_bots_of_a_table(tmp_path: Path) -> None:
    asked: list[str] = []

    def prepare(club: Club) -> None:
        class Asked(IdleBot):
            def next_move(self, view: TableView, now: int) -> Move | None:
                asked.append(club.process)
                return None

        club.make_bot = Asked

    async with two_clubs(tmp_path / "club.db", prepare) as (one, other, _):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await table.do(Join("bob", "Bob"))
        await table.bots.add("ann", 3)
        ann, bob = _come(table, "ann"), _come(twin, "bob")
        await until(lambda: table.presence().online == twin.presence().online == (0, 1))
        await twin.do(Start("bob"))
        await until(lambda: table.state.phase == "playing" and asked)
        await asyncio.sleep(0.2)
        assert set(asked) == {"a"}
        _go(table, ann)
        asked.clear()
        await until(lambda: asked)
        assert set(asked) == {"b"}
        # Spectators are no company.
        _come(table, "eve")
        asked.clear()
        await twin.do(Join("cid", "Cid"))
        await until(lambda: asked)
        assert set(asked) == {"b"}
        _go(twin, bob)
        await until(lambda: not twin.company.is_led_here)
        # A bot that was thinking is left to, for nothing.
        await asyncio.sleep(0.3)
        asked.clear()
        await twin.do(Leave("cid"))
        await asyncio.sleep(0.3)
        assert not asked


async def test_what_is_said_is_heard_everywhere_once(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, wire):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await table.do(Join("bob", "Bob"))
        await until(lambda: twin.state.seq == table.state.seq)
        ann, bob = _come(table, "ann"), _come(twin, "bob")
        await table.say("ann", "hello")
        await until(lambda: bob.of("said"))
        await twin.say("bob", "hi")
        await until(lambda: len(ann.of("said")) == 2)
        await asyncio.sleep(0.1)
        for ear in (ann, bob):
            assert [said["line"]["text"] for said in ear.of("said")] == ["hello", "hi"]
        wire.is_cut = True
        await table.say("ann", "anyone?")
        wire.is_cut = False
        await other.look()
        assert [said["line"]["text"] for said in bob.of("said")][2:] == ["anyone?"]


async def test_tables_that_others_open_are_known(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, _):
        changed: list[str] = []
        other.on_change = lambda live: changed.append(live.table)
        table = await one.create(Header())
        await until(lambda: table.table in other.live)
        assert changed == [table.table]
        changed.clear()
        await table.do(Join("ann", "Ann"))
        await until(lambda: changed)


async def test_a_player_who_is_forgotten_is_gone_from_all_memory(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, _):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann Smith"))
        await table.do(Join("bob", "Bob"))
        await table.do(Start("ann"))
        await until(lambda: twin.state.seq == table.state.seq)
        await table.chat.load()
        await table.say("ann", "hello")
        ann, bob = _come(table, "ann"), _come(twin, "bob")

        async def rewrite() -> None:
            await one.store.erase("ann", "Deleted player")

        await one.forget_player("ann", rewrite)
        assert ann.closed == (4401, "this player is no more")
        assert isinstance((await one.store.events(table.table))[-1], Left)
        await until(lambda: bob.of("snapshot"))

        def is_clean(state: State) -> bool:
            return state.find_seat("ann") is None and "Smith" not in repr(state)

        for live in (table, twin):
            assert is_clean(live.state)
            assert live.state.seats[0].name == "Deleted player"
            assert not live.state.seats[0].present
            assert not live.chat.lines
        await twin.do(Join("bob", "Bob"))
        assert table.state.phase == "playing"
        await until(lambda: table.state.seq == twin.state.seq)


async def test_notices_reach_all_processes(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, wire):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await until(lambda: twin.state.seq == table.state.seq)
        ears = [_come(table, "ann"), _come(twin, "ann"), _come(twin, "bob")]
        dismissed: list[tuple[str, int, str]] = []
        one.on_dismissed = lambda *told: dismissed.append(told)
        await one.store.add_notice("person", "ann")
        await until(lambda: ears[0].closed and ears[1].closed)
        assert ears[0].closed == ears[1].closed == (4401, "signed out")
        await one.store.ban("bob", "rude", 1)
        await one.store.add_notice("person", "bob")
        await until(lambda: ears[2].closed)
        assert ears[2].closed == (4403, "banned")
        await until(lambda: len(dismissed) == 2)
        assert dismissed == [("ann", *ears[0].closed), ("bob", 4403, "banned")]
        wire.is_cut = True
        await table.do(Join("cid", "Cid"))
        await one.store.add_notice("table", table.table)
        await until(lambda: twin.state.seq == table.state.seq)


async def test_who_was_erased_by_another_process_stays_away(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, _):
        table, twin = await _twins(one, other)
        await other.people.name_for_seat("ann", "Ann Smith")
        ann, bob = _come(twin, "ann"), _come(twin, "bob")
        dismissed: list[str] = []
        other.on_dismissed = lambda *told: dismissed.append(told[0])
        other.others_here = lambda: {"ann", "cid"}
        await one.people.erase("ann", one.forget_player)
        await until(lambda: ann.closed)
        assert ann.closed == (4401, "this player is no more")
        assert bob.closed is None
        assert set(dismissed) == {"ann"}
        assert not await other.people.is_current("ann", 0)
        with pytest.raises(Refusal, match="deleted"):
            await other.people.name_for_seat("ann", "Ann Smith")
        notices = await one.store.notices(0)
        assert notices
        assert not any("ann" in notice.argument for notice in notices)
        # Nor after a restart.
        third = Club(one.store)
        await third.open()
        assert not await third.people.is_current("ann", 0)
        assert await third.people.is_current("bob", 0)
        await third.close()
        assert table.state == twin.state


async def test_rematch_leaves_out_who_is_being_erased(tmp_path: Path) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, _, _wire):
        table = await one.create(Header(variant="junior"))
        for player in ("ann", "bob"):
            await table.do(Join(player, player.title()))
        await table.do(Close())
        one.people.hear_of_erased(digest_of("ann"))
        again = await one.play_again(table, "bob")
        assert [seat.player for seat in again.state.seats] == ["bob"]
        assert await one.store.tables_of("ann", open_only=True) == []


async def test_people_of_a_process_that_cannot_be_heard_stay_where_they_were(
    tmp_path: Path,
) -> None:
    async with two_clubs(tmp_path / "club.db") as (one, other, wire):
        table, twin = await _twins(one, other)
        await table.do(Join("ann", "Ann"))
        await table.do(Join("bob", "Bob"))
        ann, bob = _come(table, "ann"), _come(twin, "bob")
        await until(lambda: table.presence().online == (0, 1) == twin.presence().online)
        wire.is_cut = True
        one.lose_touch()
        later = time.monotonic() + 10 * STALE_SECONDS
        assert one.elsewhere.forget_stale(later) == set()
        assert table.presence().online == (0, 1)
        # Bob goes, and Cid comes, of which nobody can tell.
        _go(twin, bob)
        cid = _come(twin, "cid")
        wire.is_cut = False
        await other.look()
        await one.look()
        await until(lambda: one.online_players() == {"ann", "cid"})
        assert table.presence().online == (0,)
        assert one.elsewhere.forget_stale(time.monotonic() + STALE_SECONDS - 1) == set()
        assert one.elsewhere.forget_stale(later) == {table.table}
        assert ann.closed is None
        assert cid.closed is None
