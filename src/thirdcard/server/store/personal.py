"""All that is stored of one person, to be handed out or removed.

A game belongs to all who played it, so its log stays when one of them is removed: a random id
and another name take the place of the person's, and the record can be verified as before.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from itertools import count
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Row, delete, false, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from thirdcard.game.events import Ended, Event, Header, Joined
from thirdcard.game.machine import evolve
from thirdcard.game.state import State
from thirdcard.game.views import view_event
from thirdcard.server.store import schema

__all__ = ["erase", "export", "lock_statistics"]

_ID_BYTES = 12
_JOINED = '{"type":"joined"%'

_read_event = msgspec.json.Decoder(Event)
_read_header = msgspec.json.Decoder(Header)


# -- export -------------------------------------------------------------------------------------


async def export(connection: AsyncConnection, player: str) -> dict[str, Any]:
    """Return all that is stored of a person, as plain JSON values.

    Other players are told by their seats and names at the table.  Of a game that has not ended
    there is what its players may see; the hash of a password is told by its presence only.
    """
    people, seats = schema.people, schema.seats
    person = (
        await connection.execute(select(people).where(people.c.player == player))
    ).one_or_none()
    seated = select(seats.c.table_id).where(seats.c.player == player)
    tables = await connection.execute(
        select(schema.tables)
        .where(or_(schema.tables.c.id.in_(seated), schema.tables.c.owner == player))
        .order_by(schema.tables.c.opened_at, schema.tables.c.id)
    )
    return {
        "person": _export_person(player, person),
        "tables": [await _export_table(connection, row, player) for row in tables.all()],
        "lines": await _export_rows(
            connection,
            schema.lines,
            player,
            {"table_id": "table", "seat": "seat", "name": "name", "at": "at", "text": "text"},
        ),
        "admissions": await _export_rows(
            connection, schema.admissions, player, {"table_id": "table"}
        ),
        "bans": await _export_rows(
            connection, schema.bans, player, {"reason": "reason", "at": "at"}
        ),
        "results": await _export_results(connection, player),
        "ratings": await _export_rows(
            connection,
            schema.ratings,
            player,
            {key: key for key in ("variant", "contest", "mu", "sigma", "games")},
        ),
        "practice": await _export_rows(
            connection,
            schema.practice,
            player,
            {column.key: column.key for column in schema.practice.c if column.key != "player"},
        ),
        "sprints": await _export_rows(
            connection,
            schema.sprints,
            player,
            {column.key: column.key for column in schema.sprints.c if column.key != "player"},
        ),
        "dailies": await _export_rows(
            connection,
            schema.dailies,
            player,
            {column.key: column.key for column in schema.dailies.c if column.key != "player"},
        ),
        "notices": [
            {"kind": row.kind, "at": row.at}
            for row in await connection.execute(
                select(schema.notices).where(
                    schema.notices.c.kind == "person", schema.notices.c.argument == player
                )
            )
        ],
    }


def _export_person(player: str, row: Row[Any] | None) -> dict[str, Any]:
    if row is None:
        return {"player": player}
    return {
        "player": player,
        "name": row.name,
        "account": row.account,
        "has_password": row.password is not None,
        "epoch": row.epoch,
        "created_at": row.created_at,
        "seen_at": row.seen_at,
        "public": row.public,
    }


async def _export_table(connection: AsyncConnection, row: Row[Any], player: str) -> dict[str, Any]:
    header = _read_header.decode(row.header)
    events = await _events(connection, row.id)
    ended = isinstance(events[-1], Ended)
    state = State(header, bytes(row.seed))
    told: list[Any] = []
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, Joined) and event.player != player:
            event = structs.replace(event, player=f"seat-{event.seat + 1}")
        # What lies face down or was told to one player is nobody's to know before the end.
        told.append(event if ended else view_event(before, event, state))
    seat = state.find_seat(player)
    return {
        "table": row.id,
        "variant": state.header.variant,
        "options": msgspec.to_builtins(state.header.options),
        "continues": row.parent,
        "access": row.access,
        "has_passcode": row.passcode is not None,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
        "opened_by_me": row.owner == player,
        "seat": seat,
        "score": None if seat is None else state.seats[seat].score,
        "events": msgspec.to_builtins(told),
    }


async def _export_results(connection: AsyncConnection, player: str) -> list[dict[str, Any]]:
    game, seat = schema.results.c, schema.result_seats.c
    rows = await connection.execute(
        select(
            seat.table_id.label("table"),
            game.status,
            game.duration,
            seat.seat,
            seat.score,
            seat.rank,
            seat.won,
            seat.refusals,
            seat.claims,
        )
        .join(schema.results, game.table_id == seat.table_id)
        .where(seat.player == player)
        .order_by(game.ended_at, game.table_id)
    )
    return [{**row, "claims": json.loads(row["claims"])} for row in rows.mappings()]


async def _export_rows(
    connection: AsyncConnection, table: Any, player: str, columns: dict[str, str]
) -> list[dict[str, Any]]:
    wanted = [table.c[column].label(key) for column, key in columns.items()]
    rows = await connection.execute(
        select(*wanted).where(table.c.player == player).order_by(*table.primary_key.columns)
    )
    return [dict(row) for row in rows.mappings()]


async def _events(connection: AsyncConnection, table: str) -> list[Event]:
    log = schema.events.c
    bodies = await connection.execute(
        select(log.body).where(log.table_id == table).order_by(log.seq)
    )
    return [_read_event.decode(body) for body in bodies.scalars()]


async def lock_statistics(connection: AsyncConnection) -> None:
    """Wait for others who count games or remove people, and let them wait until the commit."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("LOCK TABLE ratings IN EXCLUSIVE MODE"))
    else:
        # A SQLite file has one writer: it is who writes first, be it nothing.
        await connection.execute(delete(schema.ratings).where(false()))


# -- erase --------------------------------------------------------------------------------------


async def erase(connection: AsyncConnection, player: str, new_name: str) -> None:
    """Remove a person, in the transaction of the connection.

    Args:
        connection: a transaction of its own.
        player: the id.
        new_name: what the person is called in games that stay, with a number where another
            player of the same game is called so.
    """
    await lock_statistics(connection)
    # The first statement writes: so it waits for other writers, and nothing changes after it.
    await connection.execute(delete(schema.people).where(schema.people.c.player == player))
    seats = schema.seats.c
    seated = await connection.execute(select(seats.table_id).where(seats.player == player))
    for table in seated.scalars().all():
        await _rename_in_log(connection, table, player, new_name)
    own = schema.result_seats.c.player == player
    await connection.execute(update(schema.result_seats).where(own).values(player=None))
    for rows in (
        schema.seats,
        schema.lines,
        schema.admissions,
        schema.bans,
        schema.ratings,
        schema.practice,
        schema.sprints,
        schema.dailies,
    ):
        await connection.execute(delete(rows).where(rows.c.player == player))
    await connection.execute(
        delete(schema.notices).where(
            schema.notices.c.kind == "person", schema.notices.c.argument == player
        )
    )
    await connection.execute(
        update(schema.tables).where(schema.tables.c.owner == player).values(owner=None)
    )


async def _rename_in_log(
    connection: AsyncConnection, table: str, player: str, new_name: str
) -> None:
    log = schema.events
    bodies = await connection.execute(
        select(log.c.body).where(log.c.table_id == table, log.c.body.like(_JOINED))
    )
    events = [_read_event.decode(body) for body in bodies.scalars()]
    joined = [event for event in events if isinstance(event, Joined)]
    name = _distinct(new_name, (event.name for event in joined if event.player != player))
    new_player = secrets.token_hex(_ID_BYTES)
    for event in joined:
        if event.player == player:
            renamed = structs.replace(event, player=new_player, name=name)
            await connection.execute(
                update(log)
                .where(log.c.table_id == table, log.c.seq == event.seq)
                .values(body=msgspec.json.encode(renamed).decode())
            )


def _distinct(name: str, others: Iterable[str]) -> str:
    """Return a name that none of the others has."""
    taken = set(others)
    candidates = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(candidate for candidate in candidates if candidate not in taken)
