"""The games that somebody played, one by one, in an SQL database.

A table's id is the key to it, so it is told to those only who may come there: of a public table, of
one where they had a seat, or whose passcode they knew.
"""

from __future__ import annotations

from abc import ABC
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from thirdcard.server.store import schema
from thirdcard.server.store.result_rows import Best, Bests, Kind, PlayedGame, PlayedPage
from thirdcard.server.store.sql_statistics import USUAL, SqlStatistics

__all__ = ["SqlPlayed"]

_games, _seats, _tables = schema.results.c, schema.result_seats.c, schema.tables.c
_LATEST: Final = _seats.ended_at.desc(), _seats.table_id.desc()


class SqlPlayed(SqlStatistics, ABC):
    """The part of a store in an SQL database that lists somebody's games."""

    async def played_games(
        self, player: str, reader: str | None, before: int | None, limit: int
    ) -> PlayedPage:
        shown = _seats.player == player, _may_hear(reader)
        own = select(_seats.ended_at).join(schema.tables, _tables.id == _seats.table_id)
        own = own.where(*shown)
        if before is not None:
            own = own.where(_seats.ended_at < before)
        last = await self._scalar(own.order_by(*_LATEST).offset(limit - 1).limit(1))
        wanted = (
            select(
                _games.variant,
                _games.contest,
                _games.ended_at,
                _games.seats,
                _seats.score,
                _seats.rank,
                _seats.won,
                _told_table(reader),
            )
            .join(schema.results, _games.table_id == _seats.table_id)
            .join(schema.tables, _tables.id == _seats.table_id)
            .where(*shown, _seats.ended_at >= (0 if last is None else last))
            .order_by(*_LATEST)
        )
        if before is not None:
            wanted = wanted.where(_seats.ended_at < before)
        games = [
            PlayedGame(
                kind=(row.variant, row.contest),
                table=row.table,
                ended_at=row.ended_at,
                seats=row.seats,
                score=row.score,
                rank=row.rank,
                won=row.won,
            )
            for row in await self._rows(wanted)
        ]
        older = last is not None and await self._is_there(own.where(_seats.ended_at < last))
        return PlayedPage(tuple(games), last if older else None)

    async def bests(self, player: str, reader: str | None) -> dict[Kind, Bests]:
        own = _seats.player == player, _games.options == USUAL
        is_alone = _games.seats == 1
        least = (
            select(
                _games.variant,
                _games.contest,
                func.min(_seats.best_ms).label("claim"),
                func.min(_games.duration).filter(is_alone).label("game"),
            )
            .join(schema.results, _games.table_id == _seats.table_id)
            .where(*own)
            .group_by(_games.variant, _games.contest)
            .subquery()
        )
        is_claim = _seats.best_ms == least.c.claim
        is_game = and_(is_alone, _games.duration == least.c.game)
        same = and_(least.c.variant == _games.variant, least.c.contest == _games.contest)
        wanted = (
            select(_games.variant, _games.contest, _games.ended_at, _told_table(reader))
            .add_columns(case((is_claim, least.c.claim)).label("claim"))
            .add_columns(case((is_game, least.c.game)).label("game"))
            .join(schema.results, _games.table_id == _seats.table_id)
            .join(least, same)
            .join(schema.tables, _tables.id == _games.table_id)
            .where(*own, or_(is_claim, is_game))
            .order_by(_games.ended_at, _games.table_id)
        )
        claims: dict[Kind, Best] = {}
        games: dict[Kind, Best] = {}
        for row in await self._rows(wanted):
            # Of equal times the first one stands.
            for bests, ms in ((claims, row.claim), (games, row.game)):
                if ms is not None:
                    kind = row.variant, row.contest
                    bests.setdefault(kind, Best(ms, row.ended_at, row.table))
        return {kind: Bests(claims.get(kind), games.get(kind)) for kind in {**claims, **games}}


def _may_come(reader: str | None) -> ColumnElement[bool]:
    """Return the condition that somebody may come to a table, knowing no link of it."""
    seat, admitted = schema.seats.c, schema.admissions.c
    if reader is None:
        return _tables.access == "public"
    return or_(
        _tables.access == "public",
        exists().where(seat.table_id == _tables.id, seat.player == reader),
        exists().where(admitted.table_id == _tables.id, admitted.player == reader),
    )


def _may_hear(reader: str | None) -> ColumnElement[bool]:
    """Return the condition that somebody may hear what came of a game.

    Who does not know a table's passcode does not see its scores.
    """
    return or_(_tables.access != "passcode", _may_come(reader))


def _told_table(reader: str | None) -> Any:
    """Return the column of a table's id, null for who may not come there."""
    return case((_may_come(reader), _tables.id), else_=None).label("table")
