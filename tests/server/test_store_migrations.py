"""How a database of an older version becomes one of this version."""

from __future__ import annotations

from typing import Any

import msgspec
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from thirdcard.game.commands import Claim, Command, Join, Leave, Start
from thirdcard.game.events import Ended, Event, Header
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.record import Record, verify
from thirdcard.game.state import State
from thirdcard.server.store import schema
from thirdcard.server.store.connection import migrate, open_engine, read_url
from thirdcard.server.store.rows import Person
from thirdcard.server.store.sql import SqlStore

SEED = bytes(range(32))


def _play(header: Header, commands: list[tuple[int, Command]], *, to_end: bool) -> list[Event]:
    """Return the events of a game, of which the first player takes every claim if it ends."""
    state, opened = open_table(header, SEED, 1000)
    events: list[Event] = [opened]

    def do(command: Command, now: int) -> None:
        nonlocal state
        for event in decide(state, command, now):
            state = evolve(state, event)
            events.append(event)

    for at, command in commands:
        do(command, at)
    now = commands[-1][0]
    while to_end and state.phase == "playing":
        found = state.variant.find_claim(state.spots, ())
        assert found
        now += 10
        do(Claim("ann", tuple(map(state.variant.code, found)), state.seq), now)
    return events


def _games() -> dict[str, tuple[Header, list[Event]]]:
    ended = Header(variant="junior")
    open_ = Header(variant="super")
    return {
        "ended": (
            ended,
            _play(
                ended,
                [
                    (1010, Join("ann", "Ann")),
                    (1020, Join("bob", "Bob")),
                    (1030, Join("bot-1", "Bot · child", 1)),
                    (1040, Start("ann")),
                ],
                to_end=True,
            ),
        ),
        "open": (
            open_,
            _play(
                open_,
                [
                    (5010, Join("ann", "Änne")),
                    (5020, Leave("ann")),
                    (5030, Join("ann", "Änne")),
                    (5040, Join("cat", "Cat")),
                ],
                to_end=False,
            ),
        ),
    }


async def _fill(connection: AsyncConnection, games: dict[str, tuple[Header, list[Event]]]) -> None:
    """Write games as version 0001 wrote them."""
    for table, (header, events) in games.items():
        last = events[-1]
        row = {
            "id": table,
            "header": msgspec.json.encode(header).decode(),
            "seed": SEED,
            "ended_at": last.at if isinstance(last, Ended) else None,
        }
        await connection.execute(
            text(
                "INSERT INTO tables (id, header, seed, ended_at)"
                " VALUES (:id, :header, :seed, :ended_at)"
            ),
            row,
        )
        rows: list[dict[str, Any]] = [
            {"table_id": table, "seq": e.seq, "body": msgspec.json.encode(e).decode()}
            for e in events
        ]
        await connection.execute(
            text("INSERT INTO events (table_id, seq, body) VALUES (:table_id, :seq, :body)"), rows
        )


async def test_games_of_the_first_version_are_there_after_the_upgrade(empty_url: str) -> None:
    games = _games()
    assert isinstance(games["ended"][1][-1], Ended)
    engine = open_engine(read_url(empty_url))
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        await _fill(connection, games)
    await engine.dispose()
    store = SqlStore(empty_url)
    await store.open()
    for table, (header, events) in games.items():
        stored = await store.find(table)
        assert stored
        assert (stored.header, stored.seed, stored.opened_at) == (header, SEED, events[0].at)
        assert (stored.access, stored.passcode, stored.owner) == ("link", None, None)
        assert await store.events(table) == events
    assert verify(Record(games["ended"][0], tuple(await store.events("ended")))).fair
    assert await store.open_tables() == ["open"]
    assert await store.tables_of("ann", open_only=False) == ["ended", "open"]
    assert await store.tables_of("bob", open_only=False) == ["ended"]
    assert await store.tables_of("bot-1", open_only=False) == []
    # The name under which somebody sat down last is theirs.
    assert await store.find_person("ann") == Person("ann", "Änne", created_at=1010, seen_at=5030)
    assert await store.is_named("ÄNNE")
    assert await store.find_person("bot-1") is None
    await store.append("open", decide(_state(games["open"]), Leave("cat"), 6000))
    await store.close()


def _state(game: tuple[Header, list[Event]]) -> State:
    state = State(game[0], SEED)
    for event in game[1]:
        state = evolve(state, event)
    return state


async def test_migrations_lead_to_exactly_the_schema(empty_url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(
            compare_metadata(
                MigrationContext.configure(connection, opts={"compare_server_default": False}),
                schema.metadata,
            )
        )

    engine = open_engine(read_url(empty_url))
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
        found = await connection.run_sync(differences)
    await engine.dispose()
    assert found == []
