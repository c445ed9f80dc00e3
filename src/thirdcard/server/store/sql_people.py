"""People, what they said, and who may come in, in an SQL database."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from typing import Any, Final

from sqlalchemy import Row, delete, exists, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from thirdcard.errors import ConflictError
from thirdcard.server.store import personal, schema
from thirdcard.server.store.base import Store
from thirdcard.server.store.gathering import Gathered
from thirdcard.server.store.rows import Ban, Line, Notice, NoticeKind, Person, fold_name

__all__ = ["SqlPeople", "insert_missing"]

_NOTICES_KEPT_MS: Final = 86_400_000


async def insert_missing(
    connection: AsyncConnection, table: Any, rows: Sequence[dict[str, Any]]
) -> None:
    """Add the rows whose keys are not there yet."""
    if rows:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        await connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


class SqlPeople(Store, ABC):
    """The part of a store in an SQL database that is not the event log."""

    def __init__(self) -> None:
        self._persons = Gathered(self._fetch_persons)
        self._names = Gathered(self._fetch_names)
        self._banned = Gathered(self._fetch_banned)
        self._turn: AbstractAsyncContextManager[None] = nullcontext()

    @property
    @abstractmethod
    def _connected(self) -> AsyncEngine:
        """The connections of the store, which is open."""

    # -- what is said, and who may come in ----------------------------------------------------

    async def add_line(self, line: Line) -> None:
        await self._execute(
            insert(schema.lines).values(
                table_id=line.table,
                seat=line.seat,
                player=line.player,
                name=line.name,
                at=line.at,
                text=line.text,
            )
        )

    async def lines(self, table: str, last: int = 100) -> list[Line]:
        said = schema.lines.c
        wanted = select(schema.lines).where(said.table_id == table)
        rows = await self._rows(wanted.order_by(said.id.desc()).limit(last))
        return [
            Line(row.table_id, row.seat, row.player, row.name, row.at, row.text)
            for row in reversed(rows)
        ]

    async def admit(self, table: str, player: str) -> None:
        async with self._writing() as connection:
            row = {"table_id": table, "player": player}
            await insert_missing(connection, schema.admissions, [row])

    async def is_admitted(self, table: str, player: str) -> bool:
        admitted = schema.admissions.c
        return await self._is_there(
            select(admitted.player).where(admitted.table_id == table, admitted.player == player)
        )

    # -- people -------------------------------------------------------------------------------

    async def find_person(self, player: str) -> Person | None:
        return await self._persons.find(player)

    async def _fetch_persons(self, players: Sequence[str]) -> dict[str, Person]:
        wanted = select(schema.people).where(schema.people.c.player.in_(players))
        return {row.player: _to_person(row) for row in await self._rows(wanted)}

    async def find_account(self, name: str) -> Person | None:
        has_name = schema.people.c.account_key == fold_name(name)
        rows = await self._rows(select(schema.people).where(has_name))
        return _to_person(rows[0]) if rows else None

    async def save_person(self, person: Person) -> None:
        values = {
            "name": person.name,
            "name_key": fold_name(person.name),
            "account": person.account,
            "account_key": None if person.account is None else fold_name(person.account),
            "password": person.password,
            "epoch": person.epoch,
            "created_at": person.created_at,
            "seen_at": person.seen_at,
        }
        for _ in range(2):
            # Who is stored for the first time twice at once is there at the second attempt.
            with suppress(IntegrityError):
                await self._write_person(person.player, values)
                return
        raise ConflictError(f"another person has the account {person.account}")

    async def _write_person(self, player: str, values: dict[str, Any]) -> None:
        async with self._writing() as connection:
            known = schema.people.c.player == player
            changed = await connection.execute(update(schema.people).where(known).values(values))
            if not changed.rowcount:
                await connection.execute(insert(schema.people).values(player=player, **values))

    async def mark_seen(self, player: str, at: int) -> None:
        known = schema.people.c.player == player
        await self._execute(update(schema.people).where(known).values(seen_at=at))

    async def people(self, limit: int = 1000) -> list[Person]:
        newest = schema.people.c.seen_at.desc(), schema.people.c.player
        rows = await self._rows(select(schema.people).order_by(*newest).limit(limit))
        return [_to_person(row) for row in rows]

    async def is_named(self, name: str) -> bool:
        return bool(await self._names.find(fold_name(name)))

    async def _fetch_names(self, keys: Sequence[str]) -> dict[str, bool]:
        key = schema.people.c.name_key
        return {row.name_key: True for row in await self._rows(select(key).where(key.in_(keys)))}

    async def tables_of(self, player: str, *, open_only: bool) -> list[str]:
        table, seat = schema.tables.c, schema.seats.c
        wanted = (
            select(table.id)
            .join(schema.seats, seat.table_id == table.id)
            .where(seat.player == player)
            .order_by(table.opened_at.desc(), table.id)
        )
        if open_only:
            wanted = wanted.where(table.ended_at.is_(None))
        return [row.id for row in await self._rows(wanted)]

    async def export(self, player: str) -> dict[str, Any]:
        async with self._connected.connect() as connection:
            return await personal.export(connection, player)

    async def erase(self, player: str, new_name: str) -> None:
        async with self._writing() as connection:
            await personal.erase(connection, player, new_name)
        if self._connected.dialect.name == "sqlite":
            # Else what was removed would stay in the file of the write-ahead log for a while.
            async with self._turn:
                await self._scalar(text("PRAGMA wal_checkpoint(TRUNCATE)"))

    # -- order --------------------------------------------------------------------------------

    async def ban(self, player: str, reason: str, at: int) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(schema.bans).where(schema.bans.c.player == player))
            row = {"player": player, "reason": reason, "at": at}
            await insert_missing(connection, schema.bans, [row])

    async def unban(self, player: str) -> None:
        await self._execute(delete(schema.bans).where(schema.bans.c.player == player))

    async def is_banned(self, player: str) -> bool:
        return bool(await self._banned.find(player))

    async def _fetch_banned(self, players: Sequence[str]) -> dict[str, bool]:
        banned = schema.bans.c.player
        rows = await self._rows(select(banned).where(banned.in_(players)))
        return {row.player: True for row in rows}

    async def bans(self) -> list[Ban]:
        newest = schema.bans.c.at.desc(), schema.bans.c.player
        rows = await self._rows(select(schema.bans).order_by(*newest))
        return [Ban(row.player, row.reason, row.at) for row in rows]

    async def add_notice(self, kind: NoticeKind, argument: str) -> None:
        now = time.time_ns() // 1_000_000
        async with self._writing() as connection:
            if connection.dialect.name == "postgresql":
                # Two at once would else be numbered in one order and seen in the other.
                await connection.execute(text("LOCK TABLE notices IN EXCLUSIVE MODE"))
            await connection.execute(
                delete(schema.notices).where(schema.notices.c.at < now - _NOTICES_KEPT_MS)
            )
            await connection.execute(
                insert(schema.notices).values(kind=kind, argument=argument, at=now)
            )

    async def notices(self, since: int) -> list[Notice]:
        number = schema.notices.c.id
        rows = await self._rows(select(schema.notices).where(number > since).order_by(number))
        return [Notice(row.id, row.kind, row.argument) for row in rows]

    async def last_notice(self) -> int:
        return int(await self._scalar(select(func.coalesce(func.max(schema.notices.c.id), 0))))

    # -- statements ---------------------------------------------------------------------------

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """Write in a transaction, when it is its turn.

        A SQLite file has one writer.  Those of a process wait for it in order here; at the file
        they would try again and again, and the unlucky ones in vain.
        """
        async with self._turn, self._connected.begin() as connection:
            yield connection

    async def _rows(self, statement: Any) -> Sequence[Row[Any]]:
        async with self._connected.connect() as connection:
            return (await connection.execute(statement)).all()

    async def _scalar(self, statement: Any) -> Any:
        async with self._connected.connect() as connection:
            return (await connection.execute(statement)).scalar_one_or_none()

    async def _is_there(self, statement: Any) -> bool:
        return bool(await self._scalar(select(exists(statement))))

    async def _execute(self, statement: Any) -> None:
        async with self._writing() as connection:
            await connection.execute(statement)


def _to_person(row: Row[Any]) -> Person:
    return Person(
        player=row.player,
        name=row.name,
        account=row.account,
        password=row.password,
        epoch=row.epoch,
        created_at=row.created_at,
        seen_at=row.seen_at,
    )
