"""The leader boards of a club."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.opened import OpenClub, open_club
from tests.server.test_ratings import count
from thirdcard.server.live import now_ms
from thirdcard.server.statistics.ratings import BOT_PLACES, rate
from thirdcard.server.statistics.routes import GUESTS_SHOWN_MS
from thirdcard.server.store.base import Person
from thirdcard.server.store.sql import SqlStore


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[OpenClub]:
    """A club where Ann beats Bob, who beats Gus; Old was not here for long."""
    async with open_club(tmp_path / "club.db") as club:
        store = store_of(club)
        now = now_ms()
        for name, account, seen in (
            ("ann", "Ann", 1),
            ("bob", "Bob", 1),
            ("gus", None, now),
            ("old", None, now - GUESTS_SHOWN_MS - 60_000),
        ):
            await store.save_person(
                Person(name, name.title(), account, account and "hash", 0, 1, seen)
            )
        for number in range(5):
            await count(store, f"t{number}", 100 + number, "old", "ann", "bob", "gus")
        await store.update_ratings(rate)
        yield club


def store_of(club: OpenClub) -> SqlStore:
    store = club.club.store
    assert isinstance(store, SqlStore)
    return store


async def ask(club: OpenClub, query: str = "", status: int = 200) -> dict[str, Any]:
    answer = await asyncio.to_thread(club.server.get, f"/api/leaders{query}")
    assert answer.status_code == status, answer.text
    assert '"old"' not in answer.text
    return dict(answer.json())


async def alone(store: SqlStore, table: str, duration: int, **changes: Any) -> None:
    """Let Ann play a game alone."""
    await count(store, table, 200, "ann")
    from sqlalchemy import update

    from thirdcard.server.store import schema

    values = {"duration": duration, **changes}
    async with store._connected.begin() as connection:
        own = schema.results.c.table_id == table
        await connection.execute(update(schema.results).where(own).values(**values))


async def test_the_board_lists_accounts_and_guests_who_are_here(opened: OpenClub) -> None:
    board = await ask(opened)
    assert [(row["person"]["name"], row["person"]["has_account"]) for row in board["rated"]] == [
        ("Ann", True),
        ("Bob", True),
        ("Gus", False),
    ]
    strengths = [row["rating"]["strength"] for row in board["rated"]]
    assert strengths == sorted(strengths, reverse=True)
    assert {row["rating"]["games"] for row in board["rated"]} == {5}
    assert [bot["mu"] for bot in board["bots"]] == [round(place, 2) for place in BOT_PLACES]
    assert board["variant"] is None
    assert board["fastest"] == []
    assert board["kinds"] == [
        {
            "variant": "classic",
            "title": "Classic",
            "contest": "race",
            "contest_title": "Race",
            "games": 5,
        }
    ]


async def test_a_board_of_a_variant(opened: OpenClub) -> None:
    board = await ask(opened, "?variant=classic")
    assert [row["person"]["name"] for row in board["rated"]] == ["Ann", "Bob", "Gus"]
    assert (await ask(opened, "?variant=super"))["rated"] == []
    assert (await ask(opened, "?variant=classic&contest=duel"))["rated"] == []


async def test_best_times_are_of_usual_games_alone(opened: OpenClub) -> None:
    store = store_of(opened)
    await alone(store, "slow", 300_000)
    await alone(store, "fast", 200_000)
    await alone(store, "hints", 100_000, options='{"hints":"private"}')
    await alone(store, "other", 50_000, variant="junior")
    board = await ask(opened, "?variant=classic")
    assert [(row["person"]["name"], row["ms"], row["games"]) for row in board["fastest"]] == [
        ("Ann", 200_000, 2)
    ]


async def test_who_leaves_vanishes_from_the_boards(opened: OpenClub) -> None:
    store = store_of(opened)
    await alone(store, "fast", 200_000)
    await store.erase("ann", "Deleted player")
    for query in ("", "?variant=classic"):
        board = await ask(opened, query)
        assert [row["person"]["name"] for row in board["rated"]] == ["Bob", "Gus"]
        assert board["fastest"] == []


async def test_who_is_banned_is_off_the_boards_meanwhile(opened: OpenClub) -> None:
    store = store_of(opened)
    await alone(store, "fast", 200_000)
    before = await ask(opened, "?variant=classic")
    await store.ban("ann", "shouting", 1)
    for query in ("", "?variant=classic"):
        board = await ask(opened, query)
        assert [row["person"]["name"] for row in board["rated"]] == ["Bob", "Gus"]
        assert board["fastest"] == []
    await store.unban("ann")
    assert await ask(opened, "?variant=classic") == before
    assert [row["person"]["name"] for row in before["fastest"]] == ["Ann"]


@pytest.mark.parametrize("query", ["?variant=giga", "?variant=classic&contest=ski"])
async def test_a_board_of_what_does_not_exist(opened: OpenClub, query: str) -> None:
    answer = await ask(opened, query, status=400)
    assert "\n" not in answer["error"]
