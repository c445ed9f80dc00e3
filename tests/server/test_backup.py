"""A club as one file and back, between all kinds of database."""

from __future__ import annotations

import asyncio
import gzip
import stat
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.services import fresh_postgres
from thirdcard.errors import MalformedError, OptionError
from thirdcard.game.commands import Join
from thirdcard.game.events import Header, Left
from thirdcard.game.machine import decide, open_table
from thirdcard.game.results import ClaimTime, Result, SeatResult
from thirdcard.server import backup_file
from thirdcard.server.backup import back_up, restore
from thirdcard.server.backup_file import Contents, Row, TableContents
from thirdcard.server.statistics.ratings import rate
from thirdcard.server.store import schema
from thirdcard.server.store.base import Line, Person, StoredTable
from thirdcard.server.store.connection import migrate, open_engine, read_url
from thirdcard.server.store.rows import DailyDone, Practised, Sprint
from thirdcard.server.store.sql import SqlStore

SEED = bytes(range(32))
MakeUrl = Callable[[], str]


def _make_url(kind: str, folder: Path) -> str:
    if kind == "postgresql":
        return fresh_postgres()
    number = next(n for n in count() if not (folder / f"club{n}.db").exists())
    return f"sqlite:///{folder / f'club{number}.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return _make_url(request.param, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def make_url(request: pytest.FixtureRequest, tmp_path: Path) -> MakeUrl:
    """Return a function that makes URLs of databases that are empty."""
    return lambda: _make_url(request.param, tmp_path)


async def _fill(url: str) -> None:
    """Put something into every table of a database."""
    store = SqlStore(url)
    await store.open()
    await store.secret()
    # Each continues the next, in the reverse order of their ids.
    parent = None
    for name in ("t9", "t5", "t1"):
        header = Header(variant="super")
        state, opened = open_table(header, SEED, 7)
        events = [opened, *decide(state, Join("ann", "Ann ☺"), 8)]
        stored = StoredTable(name, header, SEED, parent, "passcode", "hash", "ann", 7)
        await store.create(stored, events)
        parent = name
    await store.save_person(Person("ann", "Ann ☺", "Ann ☺", "hash", 3, 1, 2))
    await store.add_line(Line("t9", 0, "ann", "Ann ☺", 9, 'line\nend, "quoted",'))
    await store.admit("t9", "bob")
    await store.ban("eve", "why", 4)
    for table in ("t1", "t5", "t9"):
        await store.add_notice("table", table)
    claims = (ClaimTime(1500, 2.5),)
    seats = (
        SeatResult(0, "ann", None, 1, 1, True, 2, claims),
        SeatResult(1, "bot-1", 3, 0, 2, False, 0, ()),
    )
    await store.save_result("t1", Result("super", "race", {}, "counted", 9, 2, seats))
    await store.save_fault("t5", "line 3: not an event")
    await store.update_ratings(rate)
    await store.add_practised([Practised("p1", "ann", "super", "0123", 3, 70, 4000, 1, 2, 2.5)])
    await store.add_sprint(Sprint("s1", "ann", "super", None, 60, 70, 5, 1, 0))
    await store.add_dailies(
        [DailyDone("d1", "ann", "2026-06-15", "basic", 70, 4000, 1, 1, 29_000, True, True)]
    )
    await store.close()


async def _read_all(url: str) -> dict[str, Any]:
    """Return every row of every table of a database."""
    engine = open_engine(read_url(url))
    metadata = MetaData()
    async with engine.connect() as connection:
        await connection.run_sync(metadata.reflect)
        rows = {
            table.name: sorted(map(tuple, await connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }
    await engine.dispose()
    return rows


async def _names(url: str) -> list[str]:
    engine = open_engine(read_url(url))
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda c: inspect(c).get_table_names())
    await engine.dispose()
    return names


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    """Return a backup of a club that has something in every table."""
    url = f"sqlite:///{tmp_path / 'original.db'}"
    await _fill(url)
    await back_up(url, tmp_path / "backup")
    return tmp_path / "backup"


# -- there and back -----------------------------------------------------------------------------


async def test_all_rows_of_all_tables_come_back(
    url: str, make_url: MakeUrl, tmp_path: Path
) -> None:
    await _fill(url)
    before = await _read_all(url)
    assert set(before) == {*schema.metadata.tables, "alembic_version"}
    assert all(before.values()), "a table of which nothing would be seen"
    contents = await back_up(url, tmp_path / "backup")
    assert {name: t.rows for name, t in contents.tables.items()} == {
        name: len(rows) for name, rows in before.items() if name != "alembic_version"
    }
    restored = make_url()
    assert await restore(restored, tmp_path / "backup") == contents
    assert await _read_all(restored) == before
    again = await back_up(restored, tmp_path / "again")
    assert again.tables == contents.tables


async def test_club_goes_on_in_the_new_database(make_url: MakeUrl, backup: Path) -> None:
    url = make_url()
    await restore(url, backup)
    store = SqlStore(url)
    await store.open()
    await store.append("t1", [Left(seq=3, at=9, seat=0)])
    await store.add_notice("table", "t1")
    assert [notice.id for notice in await store.notices(0)] == [1, 2, 3, 4]
    await store.add_line(Line("t1", 0, "ann", "Ann", 10, "hello"))
    assert [line.text for line in await store.lines("t1")] == ["hello"]
    await store.close()


async def test_backup_of_an_older_revision_is_brought_up_to_date(
    url: str, make_url: MakeUrl, tmp_path: Path
) -> None:
    engine = open_engine(read_url(url))
    header, (state, opened) = Header(), open_table(Header(), SEED, 7)
    (joined,) = decide(state, Join("ann", "Ann"), 8)
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        await _insert_first_revision(connection, header, opened, joined)
    await engine.dispose()
    contents = await back_up(url, tmp_path / "backup")
    assert (contents.revision, contents.rows) == ("0001", 3)
    restored = make_url()
    await restore(restored, tmp_path / "backup")
    store = SqlStore(restored)
    await store.open()
    assert await store.events("t") == [opened, joined]
    assert [person.name for person in await store.people()] == ["Ann"]
    await store.close()


async def _insert_first_revision(connection: AsyncConnection, header: Header, *events: Any) -> None:
    import msgspec

    await connection.execute(
        text("INSERT INTO tables (id, header, seed) VALUES ('t', :header, :seed)"),
        {"header": msgspec.json.encode(header).decode(), "seed": SEED},
    )
    for event in events:
        await connection.execute(
            text("INSERT INTO events (table_id, seq, body) VALUES ('t', :seq, :body)"),
            {"seq": event.seq, "body": msgspec.json.encode(event).decode()},
        )


async def test_backup_is_of_one_moment_while_a_server_writes(url: str, tmp_path: Path) -> None:
    """A line of chat is written before its notice, so a moment has as many or one more."""
    await _fill(url)
    store = SqlStore(url)
    await store.open()

    async def write() -> None:
        for number in count():
            await store.add_line(Line("t9", 0, "ann", "Ann", number, "x" * 200))
            await store.add_notice("table", "t9")

    writing = asyncio.create_task(write())
    seen = set()
    for number in range(8):
        contents = await back_up(url, tmp_path / f"backup{number}")
        backup_file.check(tmp_path / f"backup{number}")
        lines, notices = contents.tables["lines"].rows - 1, contents.tables["notices"].rows - 3
        assert lines - notices in (0, 1)
        seen.add(lines)
    writing.cancel()
    with suppress(asyncio.CancelledError):
        await writing
    await store.close()
    assert len(seen) > 1, "nothing was written meanwhile"


# -- the file -----------------------------------------------------------------------------------


async def test_only_the_owner_may_read_it_and_nothing_is_left_beside_it(
    backup: Path, tmp_path: Path
) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


async def test_older_backup_is_replaced_and_nothing_else(backup: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'original.db'}"
    first = backup.read_bytes()
    await back_up(url, backup)
    assert backup.read_bytes() != first
    original = (tmp_path / "original.db").read_bytes()
    with pytest.raises(OptionError, match="is no backup"):
        await back_up(url, tmp_path / "original.db")
    assert (tmp_path / "original.db").read_bytes() == original


async def test_what_fails_midway_leaves_the_older_backup(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = backup.read_bytes()

    def fail(_: backup_file.Writer) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_file.Writer, "finish", fail)
    with pytest.raises(OptionError, match=r"cannot write .*: No space left on device"):
        await back_up(f"sqlite:///{tmp_path / 'original.db'}", backup)
    assert backup.read_bytes() == first
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("name", ["nowhere/backup", "."])
async def test_file_that_cannot_be_written_is_told(backup: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=r"cannot write|is no backup"):
        await back_up(f"sqlite:///{tmp_path / 'original.db'}", tmp_path / name)


async def test_there_must_be_a_club(make_url: MakeUrl, tmp_path: Path) -> None:
    url = make_url()
    with pytest.raises(OptionError, match="no club"):
        await back_up(url, tmp_path / "backup")
    assert not list(tmp_path.iterdir())


# -- what is refused ----------------------------------------------------------------------------


async def _refusal(tmp_path: Path, file: Path) -> str:
    target = tmp_path / "restored.db"
    with pytest.raises(MalformedError) as refused:
        await restore(f"sqlite:///{target}", file)
    assert not target.exists()
    return str(refused.value)


async def test_file_that_is_cut_off_between_lines_is_refused_with_the_line(
    backup: Path, tmp_path: Path
) -> None:
    lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    for kept in range(len(lines)):
        cut = tmp_path / "cut"
        cut.write_bytes(gzip.compress(b"".join(lines[:kept])))
        told = await _refusal(tmp_path, cut)
        expected = "this is no backup" if kept == 0 else "the file is cut off"
        assert told == f"{cut}, line {kept + 1}: {expected}{' of a club' * (kept == 0)}"


async def test_file_that_is_cut_off_anywhere_is_refused(backup: Path, tmp_path: Path) -> None:
    data = backup.read_bytes()
    for kept in range(0, len(data), 7):
        cut = tmp_path / "cut"
        cut.write_bytes(data[:kept])
        assert f"{cut}, line " in await _refusal(tmp_path, cut)


async def test_altered_line_is_refused_with_its_number(backup: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    for number in range(2, len(lines) + 1):
        altered = bytearray(lines[number - 1])
        place = len(altered) // 2
        altered[place] = ord("1") if altered[place] == ord("0") else ord("0")
        file = tmp_path / "altered"
        file.write_bytes(
            gzip.compress(b"".join([*lines[: number - 1], bytes(altered), *lines[number:]]))
        )
        assert await _refusal(tmp_path, file) == (
            f"{file}, line {number}: this line was altered, or one before it is missing"
        )


async def test_altered_first_line_shows_at_the_second(backup: Path, tmp_path: Path) -> None:
    data = gzip.decompress(backup.read_bytes())
    file = tmp_path / "altered"
    file.write_bytes(gzip.compress(data.replace(b'"revision":"', b'"revision": "', 1)))
    assert f"{file}, line 2: this line was altered" in await _refusal(tmp_path, file)


async def test_line_left_out_twice_or_exchanged_is_refused(backup: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    for others in (
        [*lines[:2], *lines[3:]],
        [*lines[:3], lines[2], *lines[3:]],
        [*lines[:2], lines[3], lines[2], *lines[4:]],
    ):
        file = tmp_path / "altered"
        file.write_bytes(gzip.compress(b"".join(others)))
        assert "was altered, or one before it is missing" in await _refusal(tmp_path, file)


async def test_something_after_the_end_is_refused(backup: Path, tmp_path: Path) -> None:
    file = tmp_path / "longer"
    file.write_bytes(gzip.compress(gzip.decompress(backup.read_bytes()) + b"x"))
    assert "something stands after the end" in await _refusal(tmp_path, file)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "line 1: this is no backup of a club"),
        (b"SQLite format 3\x00", "line 1: this is no backup of a club"),
        (gzip.compress(b"hello\n"), "line 1: this is no backup of a club"),
        (
            gzip.compress(
                b'{"format":"thirdcard backup 9","program":"","revision":"","made_at":0,'
                b'"tables":{}}\n'
            ),
            "line 1: its format is 'thirdcard backup 9'; expected",
        ),
    ],
    ids=["empty", "a database", "another text", "another format"],
)
async def test_what_is_no_backup_is_told(tmp_path: Path, data: bytes, told: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    assert told in await _refusal(tmp_path, file)


async def test_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert await _refusal(tmp_path, tmp_path / "x") == (
        f"cannot read {tmp_path / 'x'}: No such file or directory"
    )


def _forge(file: Path, revision: str, tables: dict[str, TableContents], *rows: Row) -> None:
    contents = Contents(
        format=backup_file.FORMAT, program="", revision=revision, made_at=0, tables=tables
    )
    with backup_file.create(file, contents) as writer:
        for row in rows:
            writer.write(row)


async def test_counts_must_be_those_of_the_first_line(tmp_path: Path) -> None:
    for announced, told in (
        (2, "line 3: the end comes 1 rows too early"),
        (0, "line 2: the first line announces no such row"),
    ):
        file = tmp_path / "forged"
        _forge(file, "0001", {"t": TableContents(("a",), announced)}, Row("t", [1]))
        assert told in await _refusal(tmp_path, file)


async def test_revision_and_tables_must_be_known(make_url: MakeUrl, tmp_path: Path) -> None:
    for revision, told in (("9999", "later version"), ("0001", "not those of revision '0001'")):
        file, url = tmp_path / "forged", make_url()
        _forge(file, revision, {"t": TableContents(("a",), 0)})
        with pytest.raises(MalformedError, match=told):
            await restore(url, file)
        assert await _names(url) == []


async def test_rows_that_do_not_fit_leave_nothing_behind(
    make_url: MakeUrl, backup: Path, tmp_path: Path
) -> None:
    """All rows but the last go in, and come out again."""
    contents = backup_file.check(backup)
    rows = [line for line in backup_file.read(backup) if isinstance(line, Row)]
    last = rows[-1]
    tables = contents.tables | {
        last.table: TableContents(
            contents.tables[last.table].columns, contents.tables[last.table].rows + 1
        )
    }
    file, url = tmp_path / "forged", make_url()
    _forge(file, contents.revision, tables, *rows, last)
    with pytest.raises(OptionError):
        await restore(url, file)
    assert await _names(url) == []
    await restore(url, backup)


async def test_database_that_is_not_empty_is_left_as_it_is(make_url: MakeUrl, backup: Path) -> None:
    url = make_url()
    await _fill(url)
    before = await _read_all(url)
    with pytest.raises(OptionError, match="is not empty: it has a table 'admissions'"):
        await restore(url, backup)
    assert await _read_all(url) == before
