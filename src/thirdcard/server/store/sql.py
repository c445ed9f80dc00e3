"""An event log in an SQL database.

Appends of all tables that arrive while a transaction is being committed wait for it and are
then committed together, in one transaction: the more tables are busy, the more events share the
cost of making them durable, and an append is acknowledged only after its commit.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Insert, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from thirdcard.errors import ConflictError, OptionError
from thirdcard.game.events import Ended, Event, Header
from thirdcard.server.store import schema
from thirdcard.server.store.base import Store, StoredTable

__all__ = ["SqlStore"]

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_SECRET = "secret"

_read_event = msgspec.json.Decoder(Event)
_read_header = msgspec.json.Decoder(Header)


@dataclass(frozen=True)
class _Append:
    table: str
    events: Sequence[Event]
    done: asyncio.Future[None]


class SqlStore(Store):
    """An event log at a database URL.

    Args:
        url: ``sqlite:///club.db`` (three slashes before a relative path), or
            ``postgresql://user@host/name``; the asynchronous driver is chosen here.

    Raises:
        OptionError: the URL is none, or of a database that is not supported.

    Attributes:
        url: where it is, with its asynchronous driver.
    """

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise OptionError(
                f"{url!r} is no database URL; expected one such as sqlite:///club.db"
            ) from None
        backend = parsed.get_backend_name()
        if backend not in _DRIVERS:
            known = " or ".join(_DRIVERS)
            raise OptionError(f"no support for {backend!r} databases; expected {known}")
        self.url = parsed.set(drivername=_DRIVERS[backend])
        self._engine: AsyncEngine | None = None
        self._queue: asyncio.Queue[_Append | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, bring the schema up to date, start the writer.

        Raises:
            OptionError: the database cannot be reached or is no database.
        """
        try:
            self._engine = create_async_engine(self.url)
            if self.url.get_backend_name() == "sqlite":
                if self.url.database:
                    _make_private(Path(self.url.database))
                event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        except ModuleNotFoundError as error:
            extra = "postgres" if error.name == "asyncpg" else "server"
            raise OptionError(
                f"the database needs {error.name}: install thirdcard[{extra}]"
            ) from None
        except (OSError, SQLAlchemyError) as error:
            raise OptionError(f"cannot open {self._shown_url}: {_first_line(error)}") from None
        self._writer = asyncio.create_task(self._write_appends())

    @property
    def _shown_url(self) -> str:
        return self.url.render_as_string(hide_password=True)

    async def close(self) -> None:
        if self._writer:
            await self._queue.put(None)
            await self._writer
            self._writer = None
        if self._engine:
            await self._engine.dispose()
            self._engine = None

    @property
    def _connected(self) -> AsyncEngine:
        if self._engine is None:
            raise RuntimeError("the store is not open")
        return self._engine

    async def secret(self) -> str:
        for _ in range(2):
            found = await self._scalar(
                select(schema.settings.c.value).where(schema.settings.c.key == _SECRET)
            )
            if found is not None:
                return str(found)
            # Whoever starts at the same moment and is second reads the other's.
            with suppress(IntegrityError):
                await self._execute(
                    insert(schema.settings).values(key=_SECRET, value=secrets.token_hex(32))
                )
        raise ConflictError("the signing key could be neither read nor written")

    async def create(self, stored: StoredTable, events: Sequence[Event]) -> StoredTable:
        row = insert(schema.tables).values(
            id=stored.table,
            header=msgspec.json.encode(stored.header).decode(),
            seed=stored.seed,
            parent=stored.parent,
        )
        try:
            async with self._connected.begin() as connection:
                await connection.execute(row)
                await connection.execute(_insert_events(), _event_rows(stored.table, events))
        except IntegrityError:
            successor = await self.find_successor(stored.parent) if stored.parent else None
            found = await self.find(successor) if successor else None
            if found is None:
                raise ConflictError(f"there is a table {stored.table} already") from None
            return found
        return stored

    async def append(self, table: str, events: Sequence[Event]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Append(table, events, done))
        await done

    async def _write_appends(self) -> None:
        """Commit what is queued, all of it in one transaction, until the store closes."""
        closing = False
        while not closing:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            closing = None in batch
            await self._write([append for append in batch if append])

    async def _write(self, batch: list[_Append]) -> None:
        if not batch:
            return
        try:
            async with self._connected.begin() as connection:
                rows = [row for append in batch for row in _event_rows(append.table, append.events)]
                await connection.execute(_insert_events(), rows)
                for append in batch:
                    if isinstance(last := append.events[-1], Ended):
                        ended = schema.tables.c.id == append.table
                        await connection.execute(
                            update(schema.tables).where(ended).values(ended_at=last.at)
                        )
        except IntegrityError:
            if len(batch) > 1:
                # One of them is in conflict: find out which, and let the others pass.
                for append in batch:
                    await self._write([append])
            else:
                _settle(batch, ConflictError(f"table {batch[0].table} went on meanwhile"))
        except Exception as error:  # whatever it is, those who wait must hear of it
            _settle(batch, error)
        else:
            _settle(batch, None)

    async def find(self, table: str) -> StoredTable | None:
        async with self._connected.connect() as connection:
            found = await connection.execute(
                select(schema.tables).where(schema.tables.c.id == table)
            )
            row = found.one_or_none()
        if row is None:
            return None
        return StoredTable(row.id, _read_header.decode(row.header), bytes(row.seed), row.parent)

    async def find_successor(self, table: str) -> str | None:
        found = await self._scalar(
            select(schema.tables.c.id).where(schema.tables.c.parent == table)
        )
        return None if found is None else str(found)

    async def events(self, table: str, since: int = 0) -> list[Event]:
        log = schema.events
        wanted = (
            select(log.c.body).where(log.c.table_id == table, log.c.seq > since).order_by(log.c.seq)
        )
        async with self._connected.connect() as connection:
            bodies = (await connection.execute(wanted)).scalars()
            return [_read_event.decode(body) for body in bodies]

    async def open_tables(self) -> list[str]:
        wanted = select(schema.tables.c.id).where(schema.tables.c.ended_at.is_(None))
        async with self._connected.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _scalar(self, statement: Any) -> Any:
        async with self._connected.connect() as connection:
            return (await connection.execute(statement)).scalar_one_or_none()

    async def _execute(self, statement: Any) -> None:
        async with self._connected.begin() as connection:
            await connection.execute(statement)


def _insert_events() -> Insert:
    return insert(schema.events)


def _event_rows(table: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "seq": event.seq, "body": msgspec.json.encode(event).decode()}
        for event in events
    ]


def _settle(batch: list[_Append], error: Exception | None) -> None:
    for append in batch:
        if append.done.done():
            continue
        if error is None:
            append.done.set_result(None)
        else:
            append.done.set_exception(error)


def _first_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def _make_private(file: Path) -> None:
    """Make a file that only its owner can read: it will hold seeds of games that are on."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        os.close(os.open(file, os.O_CREAT, 0o600))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    # Readers do not wait for the writer, and a commit is on the disk when it returns.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date.

    Raises:
        OptionError: the database is another program's, or a later version's.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise OptionError(
            f"the database is another program's, or of a later version of this one: {error}"
        ) from None
