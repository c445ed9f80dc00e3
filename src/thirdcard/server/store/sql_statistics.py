"""What games came to, and ratings, in an SQL database.

Games are counted after their end, each once, in any order; ratings are taken further in the order
in which games ended.  A game that is counted after a later one was rated lets all ratings begin
anew.  Whoever writes here, or removes somebody, holds one lock: so nobody who was removed comes
back with a game that is being counted.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import msgspec
from sqlalchemy import Row, and_, delete, exists, func, insert, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from thirdcard.game.results import ClaimTime, Result
from thirdcard.server.store import schema
from thirdcard.server.store.personal import lock_statistics
from thirdcard.server.store.result_rows import (
    Fastest,
    Kind,
    Leader,
    Opponent,
    Rate,
    RatedGame,
    RatedSeat,
    Rating,
    RatingOf,
    Shown,
    TimedGame,
    Totals,
)
from thirdcard.server.store.sql_people import SqlPeople, insert_missing

__all__ = ["USUAL", "SqlStatistics", "result_row", "seat_rows"]

_RATED_UNTIL: Final = "rated_until"
USUAL: Final = "{}"
"""The options of a game whose times can be compared."""

_read_claims = msgspec.json.Decoder(tuple[ClaimTime, ...])
_games, _seats, _people = schema.results.c, schema.result_seats.c, schema.people.c


class SqlStatistics(SqlPeople, ABC):
    """The part of a store in an SQL database that tells of finished games."""

    # -- counting -----------------------------------------------------------------------------

    async def uncounted(self, limit: int = 100) -> list[str]:
        table = schema.tables.c
        counted = exists().where(_games.table_id == table.id)
        wanted = (
            select(table.id)
            .where(table.ended_at.is_not(None), table.imported_at.is_(None), ~counted)
            .order_by(table.ended_at, table.id)
            .limit(limit)
        )
        return [row.id for row in await self._rows(wanted)]

    async def save_result(self, table: str, result: Result) -> None:
        async with self._writing() as connection:
            await lock_statistics(connection)
            if not await _add(connection, result_row(table, result)):
                return
            known = await connection.scalars(
                select(schema.seats.c.player).where(schema.seats.c.table_id == table)
            )
            rows = seat_rows(table, result, set(known))
            if rows:
                await connection.execute(insert(schema.result_seats), rows)
            until = await _rated_until(connection)
            if result.is_rated and until and result.ended_at <= until[0]:
                await _begin_anew(connection)

    async def save_fault(self, table: str, fault: str) -> None:
        async with self._writing() as connection:
            await lock_statistics(connection)
            ended_at = await connection.scalar(
                select(schema.tables.c.ended_at).where(schema.tables.c.id == table)
            )
            row = {
                "table_id": table,
                "status": "broken",
                "fault": fault,
                "variant": "",
                "contest": "",
                "options": USUAL,
                "ended_at": ended_at or 0,
                "duration": 0,
                "seats": 0,
                "is_rated": False,
            }
            await _add(connection, row)

    # -- ratings ------------------------------------------------------------------------------

    async def update_ratings(self, rate: Rate, limit: int = 500) -> int:
        async with self._writing() as connection:
            await lock_statistics(connection)
            until = await _rated_until(connection)
            wanted = select(_games.table_id, _games.ended_at, _games.variant, _games.contest)
            wanted = wanted.where(_games.is_rated).order_by(_games.ended_at, _games.table_id)
            if until:
                wanted = wanted.where(tuple_(_games.ended_at, _games.table_id) > tuple_(*until))
            rows = (await connection.execute(wanted.limit(limit))).all()
            if not rows:
                return 0
            seats = await _fetch_seats(connection, [row.table_id for row in rows])
            games = [
                RatedGame(row.variant, row.contest, tuple(seats[row.table_id])) for row in rows
            ]
            players = {s.player for game in games for s in game.seats if s.player is not None}
            before = await _fetch_ratings(connection, sorted(players))
            await _save_ratings(connection, {**before, **rate(before, games)})
            await _set_rated_until(connection, rows[-1].ended_at, rows[-1].table_id)
        return len(rows)

    async def restart_ratings(self) -> None:
        async with self._writing() as connection:
            await lock_statistics(connection)
            await _begin_anew(connection)

    async def ratings_of(self, player: str) -> dict[Kind, Rating]:
        async with self._connected.connect() as connection:
            found = await _fetch_ratings(connection, [player])
        return {kind: rating for (_, kind), rating in found.items()}

    # -- figures ------------------------------------------------------------------------------

    async def find_shown(self, public: str) -> Shown | None:
        rows = await self._rows(select(*_SHOWN).where(_people.public == public))
        return _to_shown(rows[0]) if rows else None

    async def public_id(self, player: str) -> str | None:
        found = await self._scalar(select(_people.public).where(_people.player == player))
        return None if found is None else str(found)

    async def totals(self, player: str) -> list[Totals]:
        wanted = (
            select(
                _games.variant,
                _games.contest,
                func.count().label("games"),
                func.count().filter(_games.seats > 1).label("against"),
                func.count().filter(_seats.won).label("wins"),
                func.sum(_seats.claim_count).label("claims"),
                func.sum(_seats.refusals).label("refusals"),
            )
            .join(schema.results, _games.table_id == _seats.table_id)
            .where(_seats.player == player)
            .group_by(_games.variant, _games.contest)
            .order_by(func.count().desc(), _games.variant, _games.contest)
        )
        return [
            Totals(
                kind=(row.variant, row.contest),
                games=row.games,
                against=row.against,
                wins=row.wins,
                claims=row.claims,
                refusals=row.refusals,
            )
            for row in await self._rows(wanted)
        ]

    async def timed_games(self, player: str, last: int) -> list[TimedGame]:
        wanted = (
            select(_games.variant, _games.contest, _games.ended_at, _seats.claims)
            .join(schema.results, _games.table_id == _seats.table_id)
            .where(_seats.player == player)
            .order_by(_seats.ended_at.desc(), _seats.table_id.desc())
            .limit(last)
        )
        return [
            TimedGame((row.variant, row.contest), row.ended_at, _read_claims.decode(row.claims))
            for row in reversed(await self._rows(wanted))
        ]

    async def opponents(self, player: str, since: int) -> list[Opponent]:
        own, other = schema.result_seats.alias("own"), schema.result_seats.alias("other")
        met = (
            select(
                other.c.player,
                other.c.bot,
                func.count().label("games"),
                func.count().filter(own.c.rank < other.c.rank).label("won"),
            )
            .select_from(own)
            .join(other, and_(other.c.table_id == own.c.table_id, other.c.seat != own.c.seat))
            .join(schema.results, _games.table_id == own.c.table_id)
            .where(own.c.player == player, _games.is_rated)
            .group_by(other.c.player, other.c.bot)
            .subquery()
        )
        rows = await self._rows(
            select(met.c.player.label("met"), met.c.bot, met.c.games, met.c.won, *_SHOWN)
            .outerjoin(schema.people, _people.player == met.c.player)
            .order_by(met.c.games.desc(), met.c.player)
        )
        return [
            Opponent(
                person=_to_shown(row) if row.player and _is_shown(row, since) else None,
                bot=row.bot,
                has_left=row.bot is None and row.player is None,
                games=row.games,
                won=row.won,
            )
            for row in rows
        ]

    async def leaders(self, kind: Kind, since: int, limit: int = 100) -> list[Leader]:
        rating = schema.ratings.c
        wanted = (
            select(rating.mu, rating.sigma, rating.games, *_SHOWN)
            .join(schema.people, _people.player == rating.player)
            .where(rating.variant == kind[0], rating.contest == kind[1], *_on_boards(since))
            .order_by((rating.mu - 3 * rating.sigma).desc(), _people.public)
            .limit(limit)
        )
        return [
            Leader(_to_shown(row), Rating(row.mu, row.sigma, row.games))
            for row in await self._rows(wanted)
        ]

    async def fastest(self, kind: Kind, since: int, limit: int = 100) -> list[Fastest]:
        best = (
            select(
                _seats.player,
                func.min(_games.duration).label("duration"),
                func.count().label("games"),
            )
            .join(schema.results, _games.table_id == _seats.table_id)
            .where(
                _games.variant == kind[0],
                _games.contest == kind[1],
                _games.options == USUAL,
                _games.seats == 1,
                _seats.player.is_not(None),
            )
            .group_by(_seats.player)
            .subquery()
        )
        rows = await self._rows(
            select(best.c.duration, best.c.games, *_SHOWN)
            .join(schema.people, _people.player == best.c.player)
            .where(*_on_boards(since))
            .order_by(best.c.duration, _people.public)
            .limit(limit)
        )
        return [Fastest(_to_shown(row), row.duration, row.games) for row in rows]

    async def played_kinds(self) -> list[tuple[Kind, int]]:
        wanted = (
            select(_games.variant, _games.contest, func.count().label("games"))
            .where(_games.status == "counted")
            .group_by(_games.variant, _games.contest)
            .order_by(func.count().desc(), _games.variant, _games.contest)
        )
        return [((row.variant, row.contest), row.games) for row in await self._rows(wanted)]


# -- who may be shown -----------------------------------------------------------------------------

_SHOWN: Final = (
    _people.player,
    _people.public,
    _people.name,
    _people.account,
    _people.seen_at,
)


def _on_boards(since: int) -> tuple[Any, ...]:
    """Return the conditions of a place on the boards: who is banned has none meanwhile."""
    is_banned = exists().where(schema.bans.c.player == _people.player)
    return or_(_people.account.is_not(None), _people.seen_at >= since), ~is_banned


def _is_shown(row: Row[Any], since: int) -> bool:
    return row.account is not None or row.seen_at >= since


def _to_shown(row: Row[Any]) -> Shown:
    return Shown(row.player, row.public, row.name, row.account is not None, row.seen_at)


# -- counting -------------------------------------------------------------------------------------


async def _add(connection: AsyncConnection, row: dict[str, Any]) -> bool:
    """Add a game, and tell whether it was not there before."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    added = await connection.execute(dialect.insert(schema.results).on_conflict_do_nothing(), row)
    return added.rowcount == 1


def result_row(table: str, result: Result) -> dict[str, Any]:
    """Return the row of a game that was worked out."""
    return {
        "table_id": table,
        "status": result.status,
        "variant": result.variant,
        "contest": result.contest,
        "options": msgspec.json.encode(result.options, order="sorted").decode(),
        "ended_at": result.ended_at,
        "duration": result.duration,
        "seats": len(result.seats),
        "is_rated": result.is_rated,
    }


def seat_rows(table: str, result: Result, known: set[str]) -> list[dict[str, Any]]:
    """Return the rows of a game that counts; who was removed meanwhile is nobody in them."""
    if result.status != "counted":
        return []
    return [
        {
            "table_id": table,
            "seat": seat.seat,
            "player": seat.player if seat.bot is None and seat.player in known else None,
            "ended_at": result.ended_at,
            "bot": seat.bot,
            "score": seat.score,
            "rank": seat.rank,
            "won": seat.won,
            "refusals": seat.refusals,
            "claim_count": len(seat.claims),
            "best_ms": min((claim.ms for claim in seat.claims), default=None),
            "claims": msgspec.json.encode(seat.claims).decode(),
        }
        for seat in result.seats
    ]


# -- ratings --------------------------------------------------------------------------------------


async def _rated_until(connection: AsyncConnection) -> tuple[int, str] | None:
    """Return the end and the table of the last game that is in the ratings."""
    setting = schema.settings.c
    found = await connection.scalar(select(setting.value).where(setting.key == _RATED_UNTIL))
    if found is None:
        return None
    at, _, table = found.partition(" ")
    return int(at), table


async def _set_rated_until(connection: AsyncConnection, at: int, table: str) -> None:
    value = f"{at} {table}"
    row = {"key": _RATED_UNTIL, "value": value}
    await insert_missing(connection, schema.settings, [row])
    same = schema.settings.c.key == _RATED_UNTIL
    await connection.execute(update(schema.settings).where(same).values(value=value))


async def _begin_anew(connection: AsyncConnection) -> None:
    await connection.execute(delete(schema.ratings))
    await connection.execute(delete(schema.settings).where(schema.settings.c.key == _RATED_UNTIL))


async def _fetch_seats(
    connection: AsyncConnection, tables: Sequence[str]
) -> dict[str, list[RatedSeat]]:
    rows = await connection.execute(
        select(_seats.table_id, _seats.player, _seats.bot, _seats.rank)
        .where(_seats.table_id.in_(tables))
        .order_by(_seats.table_id, _seats.seat)
    )
    seats: dict[str, list[RatedSeat]] = {table: [] for table in tables}
    for row in rows:
        seats[row.table_id].append(RatedSeat(row.player, row.bot, row.rank))
    return seats


async def _fetch_ratings(
    connection: AsyncConnection, players: Sequence[str]
) -> dict[RatingOf, Rating]:
    rows = await connection.execute(
        select(schema.ratings).where(schema.ratings.c.player.in_(players))
    )
    return {
        (row.player, (row.variant, row.contest)): Rating(row.mu, row.sigma, row.games)
        for row in rows
    }


async def _save_ratings(connection: AsyncConnection, ratings: Mapping[RatingOf, Rating]) -> None:
    """Let these be all the ratings of those whose they are."""
    players = {player for player, _ in ratings}
    await connection.execute(delete(schema.ratings).where(schema.ratings.c.player.in_(players)))
    rows = [
        {"player": player, "variant": variant, "contest": contest, **asdict(rating)}
        for (player, (variant, contest)), rating in ratings.items()
    ]
    if rows:
        await connection.execute(insert(schema.ratings), rows)
