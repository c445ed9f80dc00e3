"""Live tables in one process: what happens between a command and its log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest

from thirdcard.errors import ConflictError, OptionError, Refusal
from thirdcard.game.commands import Claim, Join, Start
from thirdcard.game.events import Event, Header, Joined, Options, Resumed
from thirdcard.server import messages, tables
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.tables import Club, LiveTable


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.heard: list[dict[str, object]] = []

    def send(self, frame: str) -> None:
        self.heard.append(msgspec.json.decode(frame))

    def seqs(self) -> list[int]:
        return [
            event["seq"]
            for message in self.heard
            if message["type"] == "events"
            for event in message["events"]  # type: ignore[attr-defined]
        ]


async def _no_ring(table: str) -> None:
    """Ring where nobody listens."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    opened = SqlStore(url)
    await opened.open()
    yield opened
    await opened.close()


async def _playing(club: Club, **options: int) -> LiveTable:
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
        def send(self, frame: str) -> None:
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
    monkeypatch.setattr(tables, "now_ms", lambda: time.time_ns() // 1_000_000 + days)
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
    assert isinstance(await table.since(table.state.seq - 3), messages.Events)
    assert isinstance(await table.since(1), messages.Snapshot if table.state.seq > 51 else object)
    assert isinstance(await table.since(table.state.seq + 5), messages.Snapshot)


async def test_endless_conflict_is_given_up(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await _playing(Club(store))

    async def always_late(name: str, events: Sequence[Event]) -> None:
        raise ConflictError("taken")

    monkeypatch.setattr(store, "append", always_late)
    with pytest.raises(ConflictError, match="no turn"):
        await table.do(_claim(table, "ann"))
