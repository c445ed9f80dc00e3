"""The list of somebody's games, on each database: whole, in order, and no key to what is closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text, update

from tests.server.opened import SECRET, OpenClub, open_club
from tests.server.test_ratings import count
from tests.server.test_statistics import NOW, keep, played
from thirdcard.server.identity import Identities
from thirdcard.server.live import now_ms
from thirdcard.server.statistics.counting import count_games
from thirdcard.server.statistics.routes import GAMES_LISTED, GUESTS_SHOWN_MS
from thirdcard.server.store import schema
from thirdcard.server.store.base import Person, StoredTable
from thirdcard.server.store.result_rows import PlayedGame
from thirdcard.server.store.sql import SqlStore


@pytest.fixture
async def store(store: SqlStore) -> SqlStore:
    for name in ("ann", "bob", "cleo"):
        await store.save_person(Person(name, name.title(), name.title(), "hash", 0, 1, NOW))
    return store


async def turn_pages(
    store: SqlStore, player: str, reader: str | None, limit: int
) -> list[list[PlayedGame]]:
    """Return all pages of somebody's games."""
    pages, before = [], None
    while True:
        page = await store.played_games(player, reader, before, limit)
        pages.append(list(page.games))
        if (before := page.before) is None:
            return pages


async def give_access(store: SqlStore, table: str, access: str) -> None:
    async with store._connected.begin() as connection:
        await connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(access=access)
        )


def names(games: Iterable[PlayedGame]) -> list[str | None]:
    return [game.table for game in games]


async def test_games_come_newest_first_page_by_page(store: SqlStore) -> None:
    for number in range(7):
        await count(store, f"t{number}", 100 + number, "ann", "bob")
    pages = await turn_pages(store, "ann", "ann", 3)
    assert [names(page) for page in pages] == [["t6", "t5", "t4"], ["t3", "t2", "t1"], ["t0"]]
    game = pages[0][0]
    assert (game.kind, game.ended_at, game.seats) == (("classic", "race"), 106, 2)
    assert (game.rank, game.won) == (1, True)
    (theirs,) = (await store.played_games("bob", "bob", 101, 3)).games
    assert (theirs.table, theirs.rank, theirs.won) == ("t0", 2, False)


async def test_the_last_page_says_that_it_is_the_last(store: SqlStore) -> None:
    assert (await store.played_games("ann", "ann", None, 3)).before is None
    for number in range(3):
        await count(store, f"t{number}", 100 + number, "ann", "bob")
    page = await store.played_games("ann", "ann", None, 3)
    assert (len(page.games), page.before) == (3, None)


async def test_games_of_the_same_moment_are_not_torn_apart(store: SqlStore) -> None:
    for number in range(5):
        await count(store, f"t{number}", 100, "ann", "bob")
    await count(store, "before", 99, "ann", "bob")
    pages = await turn_pages(store, "ann", "ann", 2)
    assert [names(page) for page in pages] == [["t4", "t3", "t2", "t1", "t0"], ["before"]]


async def test_broken_and_brought_games_are_left_out(store: SqlStore) -> None:
    await keep(store, "good", played("ann", "bob"))
    await keep(store, "bad", played("ann", "bob", seed=1), later=100_000)
    async with store._connected.begin() as connection:
        await connection.execute(text("DELETE FROM events WHERE table_id = 'bad' AND seq = 5"))
    table = played("ann", "bob", seed=2)
    brought = StoredTable("brought", table.header, table.seed, opened_at=0, imported_at=NOW)
    await store.create(brought, table.events)
    await count_games(store)
    assert [names(page) for page in await turn_pages(store, "ann", "ann", 5)] == [["good"]]
    # Damage that comes later does not reach the list.
    async with store._connected.begin() as connection:
        await connection.execute(text("DELETE FROM events WHERE table_id = 'good'"))
    assert [names(page) for page in await turn_pages(store, "ann", "ann", 5)] == [["good"]]


async def test_who_may_not_come_to_a_table_is_not_told_its_id(store: SqlStore) -> None:
    for number, access in enumerate(("public", "link", "passcode")):
        await keep(store, access, played("ann", seed=number), later=number * 100_000)
        await give_access(store, access, access)
    await keep(store, "both", played("ann", "bob", seed=3), later=300_000)
    await count_games(store)
    seen = {
        reader: names((await store.played_games("ann", reader, None, 9)).games)
        for reader in ("ann", "bob", "cleo", None)
    }
    assert seen["ann"] == ["both", "passcode", "link", "public"]
    assert seen["bob"] == ["both", None, "public"]
    assert seen["cleo"] == seen[None] == [None, None, "public"]
    await store.admit("passcode", "cleo")
    page = await store.played_games("ann", "cleo", None, 9)
    assert names(page.games) == [None, "passcode", None, "public"]


async def test_best_times_say_when_and_where(store: SqlStore) -> None:
    fast, slow = played("ann", wait=900), played("ann", seed=1, wait=2000)
    await keep(store, "fast", fast)
    await keep(store, "same", played("ann", wait=900), later=10_000_000)
    await keep(store, "slow", slow, later=20_000_000)
    await keep(store, "against", played("ann", "bob", seed=2, wait=500), later=30_000_000)
    await keep(store, "hints", played("ann", wait=100, hints="private"), later=40_000_000)
    await count_games(store)
    bests = (await store.bests("ann", "ann"))["junior", "race"]
    assert bests.claim
    assert bests.game
    assert (bests.claim.ms, bests.claim.table) == (500, "against")
    # Of equal times the first one stands.
    assert (bests.game.table, bests.game.ended_at) == ("fast", fast.state.at)
    others = (await store.bests("ann", "cleo"))["junior", "race"]
    assert others.claim
    assert (others.claim.ms, others.claim.table) == (500, None)
    assert await store.bests("cleo", "cleo") == {}


async def test_who_is_deleted_has_no_games(store: SqlStore) -> None:
    await count(store, "t", 100, "ann", "bob")
    await store.erase("ann", "Deleted player")
    assert (await store.played_games("ann", "ann", None, 5)).games == ()


# -- over HTTP -----------------------------------------------------------------------------------


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[OpenClub]:
    """A club where Ann, who has an account, played more games than stand on a page; Gus is away."""
    async with open_club(tmp_path / "club.db") as club:
        store = store_of(club)
        away = now_ms() - GUESTS_SHOWN_MS - 60_000
        await store.save_person(Person("ann", "Ann", "Ann", "hash", 0, 1, 1))
        await store.save_person(Person("gus", "Gus", created_at=1, seen_at=away))
        for number in range(GAMES_LISTED + 2):
            await count(store, f"t{number}", 1000 + number, "ann", "gus", 3)
        yield club


def store_of(club: OpenClub) -> SqlStore:
    store = club.club.store
    assert isinstance(store, SqlStore)
    return store


async def ask(club: OpenClub, path: str, player: str | None = None) -> httpx.Response:
    headers = {}
    if player is not None:
        cookie = Identities(SECRET).cookie(player, secure=False)
        headers["Cookie"] = f"{cookie.key}={cookie.value}"
    return await asyncio.to_thread(club.server.get, path, headers=headers)


async def games(club: OpenClub, path: str, player: str | None = None) -> dict[str, Any]:
    answer = await ask(club, path, player)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_ones_own_games(opened: OpenClub) -> None:
    first = await games(opened, "/api/me/games", "ann")
    assert len(first["games"]) == GAMES_LISTED
    newest = GAMES_LISTED + 1
    assert first["games"][0] == {
        "table": f"t{newest}",
        "variant": "classic",
        "title": "Classic",
        "contest": "race",
        "contest_title": "Race",
        "at": 1000 + newest,
        "seats": 3,
        "place": 1,
        "score": 0,
        "won": True,
    }
    rest = await games(opened, f"/api/me/games?before={first['before']}", "ann")
    assert [game["table"] for game in rest["games"]] == ["t1", "t0"]
    assert rest["before"] is None
    assert (await ask(opened, "/api/me/games")).status_code == 401


async def test_the_games_of_others(opened: OpenClub) -> None:
    store = store_of(opened)
    path = f"/api/people/{await store.public_id('ann')}/games"
    told = await games(opened, path)
    assert {game["table"] for game in told["games"]} == {None}
    assert {game["table"] for game in (await games(opened, path, "gus"))["games"]} == {
        f"t{number}" for number in range(2, GAMES_LISTED + 2)
    }
    away = await ask(opened, f"/api/people/{await store.public_id('gus')}/games")
    assert away.status_code == 404
    assert (await ask(opened, "/api/people/nobody/games")).status_code == 404


@pytest.mark.parametrize("before", ["soon", "-1", "9" * 30, "1.5"])
async def test_what_is_no_time(opened: OpenClub, before: str) -> None:
    answer = await ask(opened, f"/api/me/games?before={before}", "ann")
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert "\n" not in answer.json()["error"]
