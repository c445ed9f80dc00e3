"""A club in this process, behind a real socket, where tests can look inside."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from tests.club import ClubServer, Player
from tests.services import fresh_database
from thirdcard.game.events import Header, Options
from thirdcard.server.app import create_app
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.tables import Club, LiveTable

SECONDS = 30
SECRET = "secret"


@dataclass
class OpenClub:
    """A club in this process, and its address."""

    club: Club
    server: ClubServer

    async def table(self, variant: str = "junior", **options: Any) -> LiveTable:
        return await self.club.create(Header(variant=variant, options=Options(**options)))

    async def player(self, live: LiveTable, name: str | None = "Ann") -> Player:
        """Connect somebody to a table, and seat them under a name."""
        player = await Player(self.server, live.table).open()
        if name:
            await player.do("sit", name=name)
        return player


@asynccontextmanager
async def open_club(
    database: Path, prepare: Callable[[Club], None] = lambda club: None
) -> AsyncIterator[OpenClub]:
    """Open a club on a file, which need not be there, prepared before it resumes its tables."""
    if not database.exists():
        fresh_database("sqlite", database)
    store = SqlStore(f"sqlite:///{database}")
    await store.open()
    app = create_app(store, SECRET)
    club: Club = app.state.club
    prepare(club)
    server = uvicorn.Server(
        uvicorn.Config(
            app, host="127.0.0.1", port=0, log_level="error", ws="websockets-sansio", lifespan="on"
        )
    )
    running = asyncio.create_task(server.serve())
    async with asyncio.timeout(SECONDS):
        while not server.started:
            await asyncio.sleep(0.01)
    address = ClubServer(database)
    address.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield OpenClub(club, address)
    finally:
        server.should_exit = True
        await running
        await store.close()


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(SECONDS):
        while not condition():
            await asyncio.sleep(0.02)
