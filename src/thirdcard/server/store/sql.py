"""An event log in an SQL database.

Appends of all tables that arrive while a transaction is being committed wait for it and are
then committed together, in one transaction: the more tables are busy, the more events share the
cost of making them durable, and an append is acknowledged only after its commit.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Insert, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from thirdcard.errors import ConflictError
from thirdcard.game.events import Ended, Event, Header, Joined
from thirdcard.server.store import schema
from thirdcard.server.store.connection import (
    migrate,
    open_engine,
    read_url,
    telling_what_fails,
)
from thirdcard.server.store.rows import StoredTable
from thirdcard.server.store.sql_daily import SqlDaily
from thirdcard.server.store.sql_people import insert_missing
from thirdcard.server.store.sql_played import SqlPlayed
from thirdcard.server.store.sql_practice import SqlPractice

__all__ = ["SqlStore"]

_SECRET = "secret"
_SERVED = "served_at"

_read_event = msgspec.json.Decoder(Event)
_read_header = msgspec.json.Decoder(Header)


@dataclass(frozen=True)
class _Append:
    table: str
    events: Sequence[Event]
    done: asyncio.Future[None]


class SqlStore(SqlPlayed, SqlPractice, SqlDaily):
    """The club's store at a database URL.

    Args:
        url: ``sqlite:///club.db`` (three slashes before a relative path), or
            ``postgresql://user@host/name``; the asynchronous driver is chosen here.

    Raises:
        OptionError: the URL is none, or of a database that is not supported.

    Attributes:
        url: where it is, with its asynchronous driver.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = read_url(url)
        self._engine: AsyncEngine | None = None
        self._queue: asyncio.Queue[_Append | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, bring the schema up to date, start the writer.

        Raises:
            OptionError: the database cannot be reached or is no database.
        """
        with telling_what_fails(self.url):
            self._engine = open_engine(self.url)
            if self._engine.dialect.name == "sqlite":
                self._turn = asyncio.Lock()
            async with self._engine.begin() as connection:
                await connection.run_sync(migrate)
        self._writer = asyncio.create_task(self._write_appends())

    async def close(self) -> None:
        if writer := self._writer:
            self._writer = None
            await self._queue.put(None)
            await writer
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

    async def mark_served(self, at: int) -> None:
        settings = schema.settings
        async with self._writing() as connection:
            row = {"key": _SERVED, "value": str(at)}
            await insert_missing(connection, settings, [row])
            await connection.execute(
                update(settings).where(settings.c.key == _SERVED).values(value=str(at))
            )

    async def last_served(self) -> int | None:
        at = await self._scalar(
            select(schema.settings.c.value).where(schema.settings.c.key == _SERVED)
        )
        return None if at is None else int(at)

    async def create(self, stored: StoredTable, events: Sequence[Event]) -> StoredTable:
        row = insert(schema.tables).values(
            id=stored.table,
            header=msgspec.json.encode(stored.header).decode(),
            seed=stored.seed,
            parent=stored.parent,
            access=stored.access,
            passcode=stored.passcode,
            owner=stored.owner,
            opened_at=stored.opened_at,
            imported_at=stored.imported_at,
            ended_at=last.at if isinstance(last := events[-1], Ended) else None,
        )
        # Who played elsewhere is nobody here.
        seats = [] if stored.imported_at else _seat_rows(stored.table, events)
        try:
            async with self._writing() as connection:
                await connection.execute(row)
                await connection.execute(_insert_events(), _event_rows(stored.table, events))
                await insert_missing(connection, schema.seats, seats)
        except IntegrityError:
            successor = await self.find_successor(stored.parent) if stored.parent else None
            found = await self.find(successor) if successor else None
            if found is None:
                raise ConflictError(f"there is a table {stored.table} already") from None
            return found
        return stored

    async def append(self, table: str, events: Sequence[Event]) -> None:
        if self._writer is None:
            raise RuntimeError("the store is not open")
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
            async with self._writing() as connection:
                rows = [row for append in batch for row in _event_rows(append.table, append.events)]
                await connection.execute(_insert_events(), rows)
                seats = [row for append in batch for row in _seat_rows(append.table, append.events)]
                await insert_missing(connection, schema.seats, seats)
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
        rows = await self._rows(select(schema.tables).where(schema.tables.c.id == table))
        if not rows:
            return None
        row = rows[0]
        return StoredTable(
            table=row.id,
            header=_read_header.decode(row.header),
            seed=bytes(row.seed),
            parent=row.parent,
            access=row.access,
            passcode=row.passcode,
            owner=row.owner,
            opened_at=row.opened_at,
            imported_at=row.imported_at,
        )

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
        return [_read_event.decode(row.body) for row in await self._rows(wanted)]

    async def tables(self, *, open_only: bool = True) -> list[str]:
        wanted = select(schema.tables.c.id).order_by(schema.tables.c.opened_at, schema.tables.c.id)
        if open_only:
            wanted = wanted.where(schema.tables.c.ended_at.is_(None))
        return [row.id for row in await self._rows(wanted)]


def _insert_events() -> Insert:
    return insert(schema.events)


def _event_rows(table: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "seq": event.seq, "body": msgspec.json.encode(event).decode()}
        for event in events
    ]


def _seat_rows(table: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return the rows of the people, not the bots, who sat down."""
    joined = (event for event in events if isinstance(event, Joined) and event.bot is None)
    return [{"table_id": table, "player": event.player} for event in joined]


def _settle(batch: list[_Append], error: Exception | None) -> None:
    for append in batch:
        if append.done.done():
            continue
        if error is None:
            append.done.set_result(None)
        else:
            append.done.set_exception(error)
