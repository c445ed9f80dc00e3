"""What came of people's daily puzzles, in an SQL database."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from sqlalchemy import Select, func, select

from thirdcard.server.store import schema
from thirdcard.server.store.rows import DailyDone
from thirdcard.server.store.sql_people import SqlPeople, insert_missing

__all__ = ["SqlDaily"]

_dailies = schema.dailies.c


class SqlDaily(SqlPeople, ABC):
    """The part of a store in an SQL database that keeps what came of daily puzzles."""

    async def add_dailies(self, done: Sequence[DailyDone]) -> None:
        async with self._writing() as connection:
            await insert_missing(connection, schema.dailies, [asdict(each) for each in done])

    async def dailies_on(self, date: str, name: str) -> list[DailyDone]:
        return await self._dailies(
            select(schema.dailies)
            .where(_dailies.date == date, _dailies.name == name)
            .order_by(_dailies.id)
        )

    async def dailies_of(self, player: str, first: str, last: str) -> list[DailyDone]:
        return await self._dailies(
            select(schema.dailies)
            .where(_dailies.player == player, _dailies.date.between(first, last))
            .order_by(_dailies.date, _dailies.name)
        )

    async def daily_days(self, player: str) -> list[date]:
        counts = (_dailies.player == player, _dailies.solved, _dailies.on_day)
        rows = await self._rows(select(_dailies.date).where(*counts).distinct())
        return [date.fromisoformat(row.date) for row in rows]

    async def count_dailies(self, player: str) -> int:
        solved = (_dailies.player == player, _dailies.solved)
        counted = await self._scalar(select(func.count()).where(*solved))
        return int(counted or 0)

    async def daily_bests(self, player: str) -> list[DailyDone]:
        rank = func.row_number().over(
            partition_by=_dailies.name, order_by=(_dailies.total_ms, _dailies.date)
        )
        ranked = (
            select(schema.dailies, rank.label("rank"))
            .where(_dailies.player == player, _dailies.solved)
            .subquery()
        )
        columns = [ranked.c[column.key] for column in schema.dailies.c]
        return await self._dailies(
            select(*columns).where(ranked.c.rank == 1).order_by(ranked.c.name)
        )

    async def _dailies(self, wanted: Select[Any]) -> list[DailyDone]:
        return [DailyDone(**row._mapping) for row in await self._rows(wanted)]
