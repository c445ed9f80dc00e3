"""What people practised, in an SQL database."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import func, select

from thirdcard.server.store import schema
from thirdcard.server.store.rows import BestSprint, PracticeTotals, Practised, Sprint
from thirdcard.server.store.sql_people import SqlPeople, insert_missing

__all__ = ["SqlPractice"]

_practice = schema.practice.c
_sprints = schema.sprints.c


class SqlPractice(SqlPeople, ABC):
    """The part of a store in an SQL database that keeps what was practised."""

    async def add_practised(self, practised: Sequence[Practised]) -> None:
        async with self._writing() as connection:
            await insert_missing(connection, schema.practice, [asdict(each) for each in practised])

    async def practice_totals(self, player: str) -> list[PracticeTotals]:
        wanted = (
            select(
                _practice.variant,
                func.count(_practice.differing).label("solved"),
                func.count().label("tables"),
                func.sum(_practice.wrong).label("wrong"),
                func.sum(_practice.hints).label("hints"),
            )
            .where(_practice.player == player)
            .group_by(_practice.variant)
            .order_by(func.count().desc(), _practice.variant)
        )
        return [
            PracticeTotals(row.variant, row.solved, row.tables - row.solved, row.wrong, row.hints)
            for row in await self._rows(wanted)
        ]

    async def practised(self, player: str, last: int) -> list[Practised]:
        wanted = (
            select(schema.practice)
            .where(_practice.player == player)
            .order_by(_practice.at.desc(), _practice.id)
            .limit(last)
        )
        return [Practised(**row._mapping) for row in await self._rows(wanted)]

    async def practised_in(self, player: str, sprint: str) -> list[Practised]:
        wanted = (
            select(schema.practice)
            .where(_practice.player == player, _practice.sprint == sprint)
            .order_by(_practice.at, _practice.id)
        )
        return [Practised(**row._mapping) for row in await self._rows(wanted)]

    async def add_sprint(self, sprint: Sprint) -> None:
        async with self._writing() as connection:
            await insert_missing(connection, schema.sprints, [asdict(sprint)])

    async def best_sprints(self, player: str) -> list[BestSprint]:
        kind = (_sprints.variant, _sprints.level, _sprints.seconds)
        order = (_sprints.score.desc(), _sprints.wrong, _sprints.at, _sprints.id)
        ranked = (
            select(
                schema.sprints,
                func.count().over(partition_by=kind).label("sprints"),
                func.row_number().over(partition_by=kind, order_by=order).label("rank"),
            )
            .where(_sprints.player == player)
            .subquery()
        )
        wanted = (
            select(ranked)
            .where(ranked.c.rank == 1)
            .order_by(ranked.c.variant, ranked.c.level, ranked.c.seconds)
        )
        return [
            BestSprint(
                Sprint(**{column.key: row._mapping[column.key] for column in _sprints}),
                row.sprints,
            )
            for row in await self._rows(wanted)
        ]
