"""``thirdcard club ban`` and ``unban``, seen by who is banned and by the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.cli.runner import Outcome, run_process
from tests.club import ClubServer, Player, seated

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as running:
        yield running


async def _run(server: ClubServer, *words: str) -> Outcome:
    return await asyncio.to_thread(run_process, "club", *words, "--database", server.database)


async def _player_at(server: ClubServer, table: str, name: str) -> str:
    """Return a player's id, as the list shows it."""
    tables = (await _run(server, "list", "--json")).document["tables"]
    (row,) = (row for row in tables if row["table"] == table)
    (player,) = (seat["player"] for seat in row["seats"] if seat["name"] == name)
    assert isinstance(player, str)
    return player


def _make_account(server: ClubServer, name: str) -> str:
    """Make an account and return its cookie."""
    with server.client() as client:
        client.get("/api/me")
        made = client.post("/api/account", json={"name": name, "password": PASSWORD})
        assert made.status_code < 300, made.text
        return "; ".join(f"{key}={value}" for key, value in client.cookies.items())


def _log_in(server: ClubServer, name: str) -> int:
    with server.client() as client:
        client.get("/api/me")
        body = {"name": name, "password": PASSWORD}
        return client.post("/api/session", json=body).status_code


async def test_guest_is_disconnected_everywhere_and_cannot_sit(server: ClubServer) -> None:
    table, other = server.open_table(), server.open_table()
    async with seated(server, table, "Ann", "Eve") as (ann, eve):
        elsewhere = await Player(server, other, eve.cookie).open()
        player = await _player_at(server, table, "Eve")
        outcome = await _run(server, "ban", player, "--reason", "rude", "--json")
        assert outcome.document == {"player": player, "name": "Eve", "banned": True}
        for connection in (eve, elsewhere):
            await connection.until(lambda c=connection: c.close_code is not None, 10)
            assert connection.close_code == 4403
        again = await Player(server, other, eve.cookie).open()
        assert again.close_code == 4403
        assert ann.close_code is None
        assert (await ann.say("ping"))["type"] == "pong"
        people = (await _run(server, "list", "--people", "--json")).document["people"]
        (row,) = (person for person in people if person["player"] == player)
        assert row["ban"]["reason"] == "rude"


async def test_account_is_banned_by_its_name_and_let_in_again(server: ClubServer) -> None:
    cookie = await asyncio.to_thread(_make_account, server, "Mallory")
    table = server.open_table()
    mallory = await Player(server, table, cookie).open()
    await mallory.do("sit", name="Mallory")
    assert (await _run(server, "ban", "mALLORY")).out == "Mallory is banned\n"
    await mallory.until(lambda: mallory.close_code is not None, 10)
    assert mallory.close_code == 4403
    assert await asyncio.to_thread(_log_in, server, "Mallory") == 403
    assert (await _run(server, "unban", "Mallory")).out == "Mallory may come again\n"
    assert await asyncio.to_thread(_log_in, server, "Mallory") < 300
    back = await Player(server, table, cookie).open()
    assert back.seat == 0
    await back.close()


async def test_an_id_comes_before_a_name_that_looks_like_it(server: ClubServer) -> None:
    """Names are chosen freely: nobody can shield another by taking their id as a name."""
    table = server.open_table()
    async with seated(server, table, "Ann"):
        player = await _player_at(server, table, "Ann")
        await asyncio.to_thread(_make_account, server, player)
        outcome = await _run(server, "ban", player, "--json")
        assert outcome.document["player"] == player
        assert outcome.document["name"] == "Ann"


async def test_who_is_nobody_or_not_banned_is_told(server: ClubServer) -> None:
    complaint = (await _run(server, "ban", "Nobody at all")).complaint
    assert "'Nobody at all' is neither an account nor the id of a player" in complaint
    complaint = (await _run(server, "unban", "Nobody at all")).complaint
    assert "is neither an account nor" in complaint
    await asyncio.to_thread(_make_account, server, "Trent")
    complaint = (await _run(server, "unban", "Trent")).complaint
    assert "'Trent' is not banned" in complaint


async def test_ban_outlives_what_else_is_stored_of_a_person(server: ClubServer) -> None:
    cookie = await asyncio.to_thread(_make_account, server, "Oscar")
    player = (await _run(server, "ban", "Oscar", "--json")).document["player"]
    await _run(server, "unban", player)
    erased = server.ask(
        "DELETE", "/api/me", json={"password": PASSWORD}, headers={"Cookie": cookie}
    )
    assert erased.status_code < 300, erased.text
    assert "is neither an account nor" in (await _run(server, "ban", "Oscar")).complaint
