"""Live tables in one process: what happens between a command and its log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.ears import Ear
from tests.server.opened import until
from tests.services import fresh_database
from thirdcard.errors import ConflictError, OptionError, Refusal
from thirdcard.game.commands import Claim, Close, Configure, Join, Kick, Leave, Start
from thirdcard.game.events import Event, Header, Joined, Options, Resumed
from thirdcard.server import messages, tables, upkeep
from thirdcard.server.frames import Frame
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.tables import Club, LiveTable


async def _no_ring(table: str) -> None:
    """Ring where nobody listens."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_database("sqlite", tmp_path / "club.db")


async def _playing(club: Club, **options: Any) -> LiveTable:
    table = await club.create(Header(options=Options(**options)))
    await table.do(Join("ann", "Ann"))
    await table.do(Join("bob", "Bob"))
    await table.do(Start("ann"))
    return table


def _claim(table: LiveTable, player: str) -> Claim:
    state = table.state
    claim = state.variant.find_claim(state.spots)
    assert claim is not None
    return Claim(player, tuple(map(state.variant.code, claim)), state.seq)


async def test_events_are_in_the_log_before_anyone_hears(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(store)
    table = await _playing(club)

    class Checking(Ear):
        def send(self, frame: Frame) -> None:
            super().send(frame)
            logged.append(appended[-1])

    appended: list[int] = [0]
    logged: list[int] = []
    append = store.append

    async def recording(name: str, events: Sequence[Event]) -> None:
        await append(name, events)
        appended.append(events[-1].seq)

    monkeypatch.setattr(store, "append", recording)
    ear = Checking("ann")
    table.listeners.add(ear)
    await table.do(_claim(table, "bob"))
    assert ear.seqs()
    assert logged[0] >= ear.seqs()[-1]


async def test_failed_commit_changes_nothing(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(store)
    table = await _playing(club)
    before = table.state
    ear = Ear("ann")
    table.listeners.add(ear)
    append = store.append

    async def full_disk(name: str, events: Sequence[Event]) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(store, "append", full_disk)
    with pytest.raises(OSError, match="no space"):
        await table.do(_claim(table, "ann"))
    assert table.state == before
    assert ear.seqs() == []
    monkeypatch.setattr(store, "append", append)
    await table.do(_claim(table, "ann"))
    assert table.state.seats[0].score == 1


async def test_caller_that_is_cancelled_stops_nothing_half_way(store: SqlStore) -> None:
    table = await _playing(Club(store))
    ear = Ear("bob")
    table.listeners.add(ear)
    doing = asyncio.create_task(table.do(_claim(table, "ann")))
    await asyncio.sleep(0)
    doing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await doing
    await table.do(Join("cid", "Cid"))
    assert table.state.seats[0].score == 1
    seqs = ear.seqs()
    assert seqs == list(range(seqs[0], table.state.seq + 1))
    assert (await store.events(table.table))[-1].seq == table.state.seq


async def test_two_clubs_on_one_log_agree(store: SqlStore, url: str) -> None:
    other_store = SqlStore(url)
    await other_store.open()
    one, other = Club(store, _no_ring), Club(other_store, _no_ring)
    table = await _playing(one)
    twin = await other.find(table.table)
    assert twin is not None
    ears = [Ear("ann"), Ear("bob")]
    table.listeners.add(ears[0])
    twin.listeners.add(ears[1])
    claims = [(table, _claim(table, "ann")), (twin, _claim(twin, "bob"))]
    results = await asyncio.gather(*(t.do(c) for t, c in claims), return_exceptions=True)
    refused = [result for result in results if isinstance(result, Refusal)]
    assert [refusal.code for refusal in refused] == ["too_late"]
    await one.hear(table.table)
    await other.hear(table.table)
    assert table.state == twin.state
    assert sum(seat.score for seat in table.state.seats) == 1
    assert ears[0].seqs() == ears[1].seqs()
    await other_store.close()


async def test_stale_refusal_is_judged_again(store: SqlStore, url: str) -> None:
    other_store = SqlStore(url)
    await other_store.open()
    one, other = Club(store, _no_ring), Club(other_store, _no_ring)
    table = await one.create(Header())
    twin = await other.find(table.table)
    assert twin is not None
    await table.do(Join("ann", "Ann"))
    # The twin has not heard of her seat, and would refuse.
    await twin.do(Start("ann"))
    assert twin.state.phase == "playing"
    await other_store.close()


async def test_tables_are_resumed_and_their_clocks_go_on(store: SqlStore) -> None:
    first = Club(store)
    table = await _playing(first, idle_seconds=1)
    resumed = Club(store)
    await resumed.open()
    live = resumed.live[table.table]
    assert live.state.slots == table.state.slots
    async with asyncio.timeout(10):
        while live.state.phase != "ended":
            await asyncio.sleep(0.05)
    assert live.state.reason == "abandoned"
    await resumed.close()


async def test_time_stands_still_while_no_server_runs(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await _playing(Club(store), idle_seconds=60)
    days = 3 * 86_400_000
    monkeypatch.setattr("thirdcard.server.live.now_ms", lambda: time.time_ns() // 1_000_000 + days)
    resumed = Club(store)
    await resumed.open()
    live = resumed.live[table.table]
    assert isinstance((await store.events(table.table))[-1], Resumed)
    await asyncio.sleep(0.5)
    assert live.state.phase == "playing"
    await live.do(_claim(live, "ann"))
    await resumed.close()


async def test_nothing_is_resumed_that_was_not_overdue(store: SqlStore) -> None:
    table = await _playing(Club(store))
    resumed = Club(store)
    await resumed.open()
    assert resumed.live[table.table].state == table.state
    await resumed.close()


async def test_one_broken_log_does_not_keep_the_others_closed(store: SqlStore) -> None:
    club = Club(store)
    good, bad = await _playing(club), await club.create(Header())
    await store.append(bad.table, [Joined(seq=2, at=1, seat=7, player="x", name="X")])
    resumed = Club(store)
    await resumed.open()
    assert good.table in resumed.live
    assert bad.table not in resumed.live
    await resumed.close()


async def test_table_is_loaded_once_for_all_who_ask(store: SqlStore) -> None:
    table = await _playing(Club(store))
    club = Club(store)
    found = await asyncio.gather(*(club.find(table.table) for _ in range(20)))
    assert len({id(live) for live in found}) == 1


async def test_too_many_tables_are_refused(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_OPEN_TABLES", 2)
    club = Club(store)
    await club.create(Header())
    await club.create(Header())
    with pytest.raises(OptionError, match="2 tables are open"):
        await club.create(Header())


async def test_long_absence_is_told_in_a_snapshot(store: SqlStore) -> None:
    table = await _playing(Club(store))
    for _ in range(20):
        if table.state.phase == "playing":
            await table.do(_claim(table, "ann"))
    assert isinstance(table.since(1), messages.Snapshot if table.state.seq > 51 else object)
    assert isinstance(table.since(table.state.seq + 5), messages.Snapshot)
    assert isinstance(table.since(0), messages.Snapshot)


async def test_what_was_missed_is_told_without_reading_the_log(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await _playing(Club(store))
    ear = Ear("ann")
    table.listeners.add(ear)
    for _ in range(6):
        await table.do(_claim(table, "bob"))
    again = await Club(store).find(table.table)
    assert again is not None
    monkeypatch.setattr(store, "events", None)
    told = ear.events()
    for live in (table, again):
        for missed in range(1, len(told) + 1):
            since = live.since(live.state.seq - missed)
            assert isinstance(since, messages.Events)
            assert (
                msgspec.json.decode(msgspec.json.encode(since.events, enc_hook=str))
                == told[-missed:]
            )
        empty = live.since(live.state.seq)
        assert isinstance(empty, messages.Events)
        assert empty.events == ()


async def test_what_was_missed_is_told_as_far_as_it_is_kept(store: SqlStore) -> None:
    table = await _playing(Club(store))
    for number in range(60):
        await table.do(Join(f"p{number % 3}", "Somebody") if number % 2 else Leave("bob"))
        await table.do(Join("bob", "Bob"))
    again = await Club(store).find(table.table)
    assert again is not None
    for live in (table, again):
        kept = [n for n in range(1, live.state.seq) if isinstance(live.since(n), messages.Events)]
        assert kept == list(range(live.state.seq - 50, live.state.seq))


async def test_club_that_closes_finishes_what_was_asked(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(store)
    await club.open()
    table = await _playing(club)
    append = store.append

    async def slow(name: str, events: Sequence[Event]) -> None:
        await asyncio.sleep(0.2)
        await append(name, events)

    monkeypatch.setattr(store, "append", slow)
    asking = [
        asyncio.create_task(table.do(command)) for command in (_claim(table, "ann"), Leave("bob"))
    ]
    await asyncio.sleep(0.05)
    for task in asking:
        task.cancel()
    await club.close()
    assert table.state.seats[0].score == 1
    assert not table.state.seats[1].present
    assert (await store.events(table.table))[-1].seq == table.state.seq


async def test_ring_for_a_table_that_is_being_read_is_not_lost(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Club(store, _no_ring), Club(store, _no_ring)
    table = await one.create(Header())
    find_successor, is_read, may_go_on = store.find_successor, asyncio.Event(), asyncio.Event()

    async def slow(name: str) -> str | None:
        is_read.set()
        await may_go_on.wait()
        return await find_successor(name)

    monkeypatch.setattr(store, "find_successor", slow)
    finding = asyncio.create_task(other.find(table.table))
    await is_read.wait()
    await table.do(Join("ann", "Ann"))
    hearing = asyncio.create_task(other.hear(table.table))
    await asyncio.sleep(0.05)
    may_go_on.set()
    await hearing
    twin = await finding
    assert twin is not None
    assert twin.state == table.state


async def test_no_clock_runs_before_a_table_is_resumed(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(store)
    table = await club.create(Header(variant="memory", options=Options(turn_seconds=1)))
    for player in ("ann", "bob"):
        await table.do(Join(player, player.title()))
    await table.do(Start("ann"))
    await club.close()
    hour = 3_600_000
    monkeypatch.setattr("thirdcard.server.live.now_ms", lambda: time.time_ns() // 1_000_000 + hour)
    resumed = Club(store)
    # While the loop is held up here, what is due falls due.
    resumed.on_change = lambda live: time.sleep(0.02)
    await resumed.open()
    await asyncio.sleep(0.1)
    (event,) = await store.events(table.table, table.state.seq)
    assert isinstance(event, Resumed)
    await resumed.close()


async def test_time_is_given_back_from_when_the_club_was_last_served(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "SERVED_SECONDS", 0)
    club = Club(store)
    await club.open()
    opened_at = await store.last_served()
    assert opened_at is not None
    untimed = await _playing(club)
    await asyncio.sleep(1.3)
    assert await store.last_served() == opened_at
    table = await _playing(club, end_seconds=600)
    await asyncio.sleep(1.3)
    served_at = await store.last_served()
    assert served_at is not None
    assert served_at > table.state.at
    ends_at = table.state.ends_at
    assert ends_at is not None
    # The process is killed, and another is started a minute later.
    later = 60_000
    monkeypatch.setattr("thirdcard.server.live.now_ms", lambda: time.time_ns() // 1_000_000 + later)
    resumed = Club(store)
    await resumed.open()
    live = resumed.live[table.table]
    assert live.state.ends_at is not None
    (event,) = await store.events(table.table, table.state.seq)
    assert isinstance(event, Resumed)
    assert event.since is not None
    assert event.since >= served_at
    assert live.state.ends_at - ends_at == event.at - event.since
    assert resumed.live[untimed.table].state == untimed.state
    # Where another process has served all the time, nothing is given back.
    third = Club(store)
    await third.open(is_served=True)
    assert third.live[table.table].state.seq == event.seq
    for each in (club, resumed, third):
        await each.close()


async def test_one_address_cannot_open_all_tables(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_OPEN_OF_ONE", 2)
    club = Club(store)
    first = await club.create(Header(), address="192.0.2.1")
    await club.create(Header(), address="192.0.2.1")
    with pytest.raises(OptionError, match="2 tables that you opened have not ended"):
        await club.create(Header(), address="192.0.2.1")
    await club.create(Header(), address="192.0.2.2")
    await club.create(Header())
    await first.do(Close())
    await club.create(Header(), address="192.0.2.1")


async def test_who_is_banned_while_coming_in_stays_out(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(store)
    table = await _playing(club)

    async def is_banned(player: str) -> bool:
        await table.do(Kick("ann", 1, ban=True))
        return False

    monkeypatch.setattr(store, "is_banned", is_banned)
    assert await club.find_obstacle(table, "bob") == "banned"


async def test_workers_get_ready_when_a_contest_is_opened_and_not_for_a_race(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(store)
    asked: list[str] = []
    monkeypatch.setattr(club.solver, "get_ready", lambda: asked.append("now"))
    race = await club.create(Header())
    await race.do(Join("ann", "Ann"))
    await asyncio.sleep(0.05)
    assert not asked
    await race.do(Configure("ann", Options(contest="coop")))
    duel = await club.create(Header(options=Options(contest="duel")))
    await duel.do(Join("ann", "Ann"))
    await until(lambda: len(asked) == 2)


async def test_endless_conflict_is_given_up(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await _playing(Club(store))

    async def always_late(name: str, events: Sequence[Event]) -> None:
        raise ConflictError("taken")

    monkeypatch.setattr(store, "append", always_late)
    with pytest.raises(ConflictError, match="no turn"):
        await table.do(_claim(table, "ann"))
