"""What every event log does; each kind of database passes the same tests."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from thirdcard.errors import ConflictError, OptionError
from thirdcard.game.events import Ended, Event, Header, Left, Options
from thirdcard.game.machine import open_table
from thirdcard.server.store import connection
from thirdcard.server.store.base import Line, Person, Store, StoredTable
from thirdcard.server.store.sql import SqlStore

SEED = bytes(range(32))


def _table(name: str, parent: str | None = None) -> tuple[StoredTable, Event]:
    header = Header(variant="super", options=Options(seats=3))
    return StoredTable(name, header, SEED, parent), open_table(header, SEED, 7)[1]


def _left(seq: int) -> Left:
    return Left(seq=seq, at=seq, seat=0)


async def test_what_was_written_is_read(store: Store) -> None:
    stored, opened = _table("t")
    assert await store.create(stored, [opened]) == stored
    await store.append("t", [_left(2), _left(3)])
    assert await store.find("t") == stored
    assert await store.events("t") == [opened, _left(2), _left(3)]
    assert await store.events("t", 2) == [_left(3)]
    assert await store.find("other") is None
    assert await store.events("other") == []


async def test_when_the_clocks_ran_last_is_remembered(url: str, store: Store) -> None:
    assert await store.last_served() is None
    await store.secret()
    await store.mark_served(7)
    await store.mark_served(1_700_000_000_000)
    other = SqlStore(url)
    await other.open()
    assert await other.last_served() == 1_700_000_000_000
    await other.mark_served(9)
    assert await store.last_served() == 9
    assert await other.secret() == await store.secret()
    await other.close()


async def test_a_store_that_is_closed_takes_nothing(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    stored, opened = _table("t")
    await store.create(stored, [opened])
    await store.close()
    with pytest.raises(RuntimeError, match="not open"):
        await store.append("t", [_left(2)])


async def test_writers_of_one_process_do_not_quarrel_about_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever finds the file locked gives up at once.
    calm = tuple(p for p in connection._PRAGMAS if not p.startswith("busy_timeout"))
    monkeypatch.setattr(connection, "_PRAGMAS", (*calm, "busy_timeout=0"))
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    await store.open()
    stored, opened = _table("t")
    await store.create(stored, [opened])

    async def create(number: int) -> None:
        stored, opened = _table(f"t{number}")
        await store.create(stored, [opened])
        await store.append(stored.table, [_left(2)])

    works: list[Coroutine[Any, Any, Any]] = []
    for number in range(40):
        works += [
            create(number),
            store.append("t", [_left(number + 2)]) if number == 0 else store.mark_served(number),
            store.save_person(Person(f"p{number}", "Ann")),
            store.admit("t", f"p{number}"),
            store.add_line(Line("t", 0, f"p{number}", "Ann", number, "hello")),
            store.add_notice("table", "t"),
            store.ban(f"p{number}", "rude", number),
        ]
    await asyncio.gather(*works)
    assert len(await store.tables()) == 41
    assert len(await store.lines("t")) == len(await store.bans()) == 40
    await asyncio.gather(*(store.erase(f"p{number}", "Gone") for number in range(10)))
    assert len(await store.people()) == 30
    await store.close()


async def test_taken_number_is_a_conflict_and_adds_nothing(store: Store) -> None:
    stored, opened = _table("t")
    await store.create(stored, [opened])
    with pytest.raises(ConflictError):
        await store.append("t", [_left(2), _left(1)])
    assert await store.events("t") == [opened]
    await store.append("t", [_left(2)])
    with pytest.raises(ConflictError):
        await store.append("t", [_left(2), _left(3)])
    assert await store.events("t") == [opened, _left(2)]


async def test_conflict_spares_appends_that_wait_beside_it(store: Store) -> None:
    names = [f"t{i}" for i in range(20)]
    for name in names:
        stored, opened = _table(name)
        await store.create(stored, [opened])
    appends = [store.append(name, [_left(1 if name == "t7" else 2)]) for name in names]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert [name for name, r in zip(names, results, strict=True) if r] == ["t7"]
    assert isinstance(results[7], ConflictError)
    for name in names:
        assert len(await store.events(name)) == (1 if name == "t7" else 2)


async def test_writers_of_two_processes_never_share_a_number(url: str) -> None:
    stores = [SqlStore(url), SqlStore(url)]
    for store in stores:
        await store.open()
    stored, opened = _table("t")
    await stores[0].create(stored, [opened])

    async def write(store: SqlStore, mark: int) -> int:
        won = 0
        while (seq := len(await store.events("t")) + 1) <= 60:
            try:
                await store.append("t", [Left(seq=seq, at=mark, seat=0)])
                won += 1
            except ConflictError:
                continue
        return won

    wins = await asyncio.gather(*(write(store, mark) for mark, store in enumerate(stores)))
    events = await stores[0].events("t")
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    for mark, won in enumerate(wins):
        assert sum(event.at == mark for event in events[1:]) == won
    for store in stores:
        await store.close()


async def test_second_successor_is_the_first(store: Store) -> None:
    for name in ("t",):
        stored, opened = _table(name)
        await store.create(stored, [opened])
    (one, first), (two, second) = _table("one", "t"), _table("two", "t")
    made = await asyncio.gather(store.create(one, [first]), store.create(two, [second]))
    assert made[0] == made[1]
    assert await store.find_successor("t") == made[0].table
    assert await store.find_successor(made[0].table) is None


async def test_ended_tables_are_not_open(store: Store) -> None:
    for name in ("a", "b"):
        stored, opened = _table(name)
        await store.create(stored, [opened])
    await store.append("a", [Ended(seq=2, at=9, reason="finished", seed=SEED.hex())])
    assert await store.open_tables() == ["b"]


async def test_log_and_secret_are_there_after_reopening(url: str) -> None:
    first = SqlStore(url)
    await first.open()
    secret = await first.secret()
    stored, opened = _table("t")
    await first.create(stored, [opened])
    await first.close()
    again = SqlStore(url)
    await again.open()
    assert await again.secret() == secret
    assert len(bytes.fromhex(secret)) == 32
    assert await again.events("t") == [opened]
    await again.close()


async def test_closing_finishes_what_was_queued(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    stored, opened = _table("t")
    await store.create(stored, [opened])
    append = asyncio.create_task(store.append("t", [_left(2)]))
    await asyncio.sleep(0)
    await store.close()
    await append
    again = SqlStore(url)
    await again.open()
    assert len(await again.events("t")) == 2
    await again.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("club", "no database URL"),
        ("mysql://host/club", "no support for 'mysql'"),
        ("sqlite:////proc/nowhere/club.db", "cannot open"),
        ("postgresql://club@127.0.0.1:1/club", "cannot open"),
    ],
)
async def test_database_that_cannot_be_is_told_in_one_line(url: str, told: str) -> None:
    with pytest.raises(OptionError, match=told) as caught:
        await SqlStore(url).open()
    assert "\n" not in str(caught.value)


async def test_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"\xff\xd8\xff" * 2000)
    with pytest.raises(OptionError, match="not a database"):
        await SqlStore(f"sqlite:///{file}").open()
    assert file.read_bytes() == b"\xff\xd8\xff" * 2000


async def test_database_of_a_later_version_is_told_and_left_alone(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    await store.close()
    engine = create_async_engine(store.url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(OptionError, match="later version") as caught:
        await SqlStore(url).open()
    assert "\n" not in str(caught.value)
    async with engine.connect() as connection:
        found = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert found.scalar_one() == "9999"
    await engine.dispose()


async def test_file_is_for_its_owner_only(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'new' / 'club.db'}")
    await store.open()
    await store.secret()
    files = sorted((tmp_path / "new").iterdir())
    assert {file.name for file in files} >= {"club.db", "club.db-wal"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    await store.close()


async def test_password_is_not_told() -> None:
    with pytest.raises(OptionError) as caught:
        await SqlStore("postgresql://club:hunter2@127.0.0.1:1/club").open()
    assert "hunter2" not in str(caught.value)
