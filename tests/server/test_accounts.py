"""Guests, accounts and their sessions at a real server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.club import ClubServer, Player
from thirdcard.game.record import read_record, verify
from thirdcard.server.store import schema
from thirdcard.server.store.sql import SqlStore

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club") / "club.db"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[ClubServer]:
    with ClubServer(database) as running:
        yield running


@pytest.fixture
def browser(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def other(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def _me(browser: httpx.Client) -> dict[str, Any]:
    response = browser.get("/api/me")
    assert response.status_code == 200, response.text
    me: dict[str, Any] = response.json()
    return me


def _post(browser: httpx.Client, path: str, **body: Any) -> httpx.Response:
    return browser.post(path, json=body)


def _erase(browser: httpx.Client, password: str | None = None) -> httpx.Response:
    return browser.request("DELETE", "/api/me", json={"password": password})


def _cookie(browser: httpx.Client) -> str:
    (cookie,) = browser.cookies.jar
    return f"{cookie.name}={cookie.value}"


def _rows_with(database: Path, word: str) -> dict[str, int]:
    """Return in how many rows of each table a word stands."""
    counts = {}
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for table in schema.metadata.tables:
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            if count := sum(word.casefold() in str(row).casefold() for row in rows):
                counts[table] = count
    return counts


# -- guests -------------------------------------------------------------------------------------


def test_guest_has_a_name_at_once_and_keeps_it(browser: httpx.Client, other: httpx.Client) -> None:
    first = browser.get("/api/me")
    assert "HttpOnly" in first.headers["set-cookie"]
    me = first.json()
    assert me["account"] is None
    assert me["tables"] == []
    assert len(me["name"].split()) == 2
    again = browser.get("/api/me")
    assert again.json() == me
    assert "set-cookie" not in again.headers
    assert _me(other)["name"] != me["name"]


def test_page_brings_the_identity_that_answers_later(browser: httpx.Client) -> None:
    assert "set-cookie" in browser.get("/").headers
    assert "set-cookie" not in browser.get("/api/me").headers


def test_guest_is_renamed(browser: httpx.Client) -> None:
    _me(browser)
    assert _post(browser, "/api/me/name", name="  Ann  of Cork ").json()["name"] == "Ann of Cork"
    assert _me(browser)["name"] == "Ann of Cork"
    for name in ("", "x" * 25):
        response = _post(browser, "/api/me/name", name=name)
        assert response.status_code == 400
        assert response.json()["error"] == "A name has 1 to 24 visible characters."


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me/name", {"name": "Ann"}),
        ("POST", "/api/account", {"name": "Ann", "password": PASSWORD}),
        ("POST", "/api/account/password", {"old": PASSWORD, "new": PASSWORD}),
        ("GET", "/api/me/export", None),
        ("DELETE", "/api/me", {"password": None}),
    ],
)
def test_who_has_no_session_is_told(
    browser: httpx.Client, method: str, path: str, body: dict[str, str] | None
) -> None:
    response = browser.request(method, path, json=body)
    assert response.status_code == 401
    assert "session is over" in response.json()["error"]
    assert "set-cookie" not in response.headers


# -- accounts -----------------------------------------------------------------------------------


def test_account_goes_from_one_browser_to_another(
    browser: httpx.Client, other: httpx.Client
) -> None:
    _me(browser)
    me = _post(browser, "/api/account", name="Bridget", password=PASSWORD).json()
    assert (me["name"], me["account"]) == ("Bridget", "Bridget")
    assert _me(browser) == me
    guest = _me(other)
    wrong = _post(other, "/api/session", name="Bridget", password="a wrong one")
    assert wrong.status_code == 403
    assert wrong.json()["error"] == "The name or the password is wrong."
    assert _me(other) == guest
    assert _post(other, "/api/session", name="bridget", password=PASSWORD).json() == me
    assert _me(other) == me
    left = other.delete("/api/session").json()
    assert left["account"] is None
    assert left["name"] not in ("Bridget", guest["name"])
    assert _me(browser) == me


def test_name_of_an_account_is_nobody_elses(browser: httpx.Client, other: httpx.Client) -> None:
    _me(browser)
    _me(other)
    _post(browser, "/api/account", name="Conor", password=PASSWORD).raise_for_status()
    for response in (
        _post(other, "/api/me/name", name="CONOR"),
        _post(other, "/api/account", name="conor", password=PASSWORD),
    ):
        assert response.status_code == 409
        assert "belongs to an account" in response.json()["error"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"name": "Ann", "password": "short"}, "A password has 8 to 200"),
        ({"name": "A", "password": PASSWORD}, "A name has 2 to 24"),
        ({"name": "Ann"}, "password"),
        ({"name": "Ann", "password": 12345678}, "password"),
        ({"name": "Ann", "password": PASSWORD, "admin": True}, "admin"),
        ({"name": "Ann", "password": "x" * 5000}, "too large"),
    ],
)
def test_account_that_cannot_be_is_refused_in_one_line(
    browser: httpx.Client, body: dict[str, Any], told: str
) -> None:
    _me(browser)
    response = browser.post("/api/account", json=body)
    assert 400 <= response.status_code < 500
    assert told.lower() in response.json()["error"].lower()
    assert "\n" not in response.json()["error"]
    assert _me(browser)["account"] is None


def test_another_password_ends_all_other_sessions(
    server: ClubServer, browser: httpx.Client, other: httpx.Client
) -> None:
    _me(browser)
    guest = _cookie(browser)
    _post(browser, "/api/account", name="Deirdre", password=PASSWORD).raise_for_status()
    _post(other, "/api/session", name="Deirdre", password=PASSWORD).raise_for_status()
    wrong = _post(browser, "/api/account/password", old="a wrong one", new="another one")
    assert wrong.status_code == 403
    changed = _post(browser, "/api/account/password", old=PASSWORD, new="another one")
    assert changed.json()["account"] == "Deirdre"
    assert _me(browser)["account"] == "Deirdre"
    assert _me(other)["account"] is None
    # Nor does the cookie count that the browser had as a guest.
    was = server.get("/api/me", headers={"Cookie": guest}).json()
    assert was["account"] is None
    assert was["name"] != "Deirdre"


async def test_another_password_ends_the_sockets_of_other_sessions(
    server: ClubServer, browser: httpx.Client, other: httpx.Client
) -> None:
    _me(browser)
    _post(browser, "/api/account", name="Eoin", password=PASSWORD).raise_for_status()
    _post(other, "/api/session", name="Eoin", password=PASSWORD).raise_for_status()
    player = await Player(server, server.open_table(), _cookie(other)).open()
    _post(browser, "/api/account/password", old=PASSWORD, new="another one").raise_for_status()
    await player.until(lambda: player.close_code is not None)
    assert player.close_code == 4401
    await player.close()


def test_guessing_is_stopped(browser: httpx.Client) -> None:
    _me(browser)
    _post(browser, "/api/account", name="Fiona", password=PASSWORD).raise_for_status()
    answers = [_post(browser, "/api/session", name="Fiona", password="wrong") for _ in range(12)]
    assert [answer.status_code for answer in answers[:10]] == [403] * 10
    assert answers[-1].status_code == 429
    assert "try again in" in answers[-1].json()["error"]
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_sessions_outlive_the_server(tmp_path: Path) -> None:
    with (
        ClubServer(tmp_path / "club.db") as server,
        server.client() as visitor,
        server.client() as holder,
    ):
        guest = _me(visitor)
        _me(holder)
        _post(holder, "/api/account", name="Ann", password=PASSWORD).raise_for_status()
        server.kill()
        server.start()
        assert _me(visitor) == guest
        assert _me(holder)["account"] == "Ann"


async def test_banned_guest_changes_nothing_here(
    server: ClubServer, browser: httpx.Client, database: Path
) -> None:
    _me(browser)
    _post(browser, "/api/me/name", name="Tadhg").raise_for_status()
    player = browser.get("/api/me/export").json()["person"]["player"]
    store = SqlStore(f"sqlite:///{database}")
    await store.open()
    await store.ban(player, "was rude", 5)
    for path, body in (
        ("/api/me/name", {"name": "Another"}),
        ("/api/account", {"name": "Another", "password": PASSWORD}),
        ("/api/tables", {}),
    ):
        response = browser.post(path, json=body)
        assert response.status_code == 403, path
        assert response.json()["error"] == "An administrator keeps you out of this club."
    assert _me(browser)["name"] == "Tadhg"
    await store.unban(player)
    assert _post(browser, "/api/tables").status_code == 201
    await store.close()


# -- other sites --------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/me/name"),
        ("POST", "/api/account"),
        ("POST", "/api/account/password"),
        ("POST", "/api/session"),
        ("DELETE", "/api/session"),
        ("DELETE", "/api/me"),
        ("POST", "/api/tables"),
        ("POST", "/api/tables/any/enter"),
    ],
)
def test_pages_of_other_sites_change_nothing(
    browser: httpx.Client, origin: str, method: str, path: str
) -> None:
    me = _me(browser)
    response = browser.request(method, path, json={"name": "Eve"}, headers={"Origin": origin})
    assert response.status_code == 403
    assert "another site" in response.json()["error"]
    assert "set-cookie" not in response.headers
    assert _me(browser) == me


def test_own_pages_may(browser: httpx.Client) -> None:
    _me(browser)
    origin = str(browser.base_url).rstrip("/")
    response = browser.post("/api/me/name", json={"name": "Ann"}, headers={"Origin": origin})
    assert response.json()["name"] == "Ann"


# -- tables -------------------------------------------------------------------------------------


async def test_own_tables_are_told_while_one_sits_there(
    server: ClubServer, browser: httpx.Client
) -> None:
    _me(browser)
    table = server.open_table("memory+junior")
    player = await Player(server, table, _cookie(browser)).open()
    await player.do("sit", name="Grainne")
    (mine,) = _me(browser)["tables"]
    assert mine == {
        "table": table,
        "title": mine["title"],
        "phase": "waiting",
        "seats": ["Grainne"],
        "my_turn": False,
    }
    assert "Memory" in mine["title"]
    assert _me(browser)["name"] == "Grainne"
    await player.do("start")
    (mine,) = _me(browser)["tables"]
    assert (mine["phase"], mine["my_turn"]) == ("playing", True)
    await player.do("leave")
    assert _me(browser)["tables"] == []
    await player.close()


async def test_name_at_the_table_is_the_accounts(server: ClubServer, browser: httpx.Client) -> None:
    _me(browser)
    _post(browser, "/api/account", name="Hugh", password=PASSWORD).raise_for_status()
    table = server.open_table()
    player = await Player(server, table, _cookie(browser)).open()
    stranger = await Player(server, table).open()
    refused = await stranger.say("sit", name="hugh")
    assert (refused["type"], refused["code"]) == ("refused", "malformed")
    assert "belongs to an account" in refused["message"]
    await player.do("sit", name="Somebody")
    assert [event["name"] for event in player.events if event["type"] == "joined"] == ["Hugh"]
    await player.close()
    await stranger.close()


# -- all that is stored -------------------------------------------------------------------------


async def _live(server: ClubServer, browser: httpx.Client, name: str) -> tuple[str, list[Player]]:
    """Play a little under a name, with an opponent, and return the table and the sockets."""
    table = server.open_table(variant="junior", seats=3)
    own = await Player(server, table, _cookie(browser)).open()
    opponent = await Player(server, table).open()
    await own.do("sit", name=name)
    await opponent.do("sit", name="Opponent")
    await own.do("start")
    await own.do("chat", text=f"I am {name}")
    await opponent.do("chat", text="Welcome")
    return table, [own, opponent]


async def test_export_holds_what_was_stored(
    server: ClubServer, browser: httpx.Client, database: Path
) -> None:
    _me(browser)
    table, sockets = await _live(server, browser, "Iseult")
    secret = _post(
        browser, "/api/tables", access="passcode", passcode="sesame", variant="mega"
    ).json()["table"]
    response = browser.get("/api/me/export")
    assert 'filename="thirdcard-export.json"' in response.headers["content-disposition"]
    exported = response.json()
    player = exported["person"]["player"]
    assert exported["person"]["name"] == "Iseult"
    assert {told["table"] for told in exported["tables"]} == {table, secret}
    assert [line["text"] for line in exported["lines"]] == ["I am Iseult"]
    assert exported["admissions"] == [{"table": secret}]
    rows = _rows_with(database, player)
    assert rows == {
        "people": 1,
        "tables": 1,
        "seats": 1,
        "events": 1,
        "lines": 1,
        "admissions": 1,
    }
    for socket in sockets:
        await socket.close()


@pytest.mark.parametrize("password", [None, PASSWORD])
async def test_deleted_person_is_nowhere(
    server: ClubServer, browser: httpx.Client, database: Path, password: str | None
) -> None:
    name = "Jarlath" if password else "Keelin"
    _me(browser)
    if password:
        _post(browser, "/api/account", name=name, password=password).raise_for_status()
    table, (own, opponent) = await _live(server, browser, name)
    _post(browser, "/api/tables", access="passcode", passcode="sesame").raise_for_status()
    player = browser.get("/api/me/export").json()["person"]["player"]
    assert len(_rows_with(database, name)) >= 3
    assert len(_rows_with(database, player)) == 6
    if password:
        wrong = _erase(browser, "a wrong one")
        assert wrong.status_code == 403
        assert _erase(browser).status_code == 403
        assert _me(browser)["account"] == name
    me = _erase(browser, password)
    assert me.status_code == 200
    assert me.json()["account"] is None
    assert me.json()["name"] != name
    await own.until(lambda: own.close_code is not None)
    assert own.close_code == 4401
    assert _rows_with(database, player) == {}
    assert _rows_with(database, name) == {}
    # Others see the seat empty, under another name, and play on.
    watcher = await Player(server, table).open()
    assert [seat["name"] for seat in watcher.view["seats"]] == ["Deleted player", "Opponent"]
    assert [seat["present"] for seat in watcher.view["seats"]] == [False, True]
    assert name not in json.dumps([watcher.frames, watcher.view])
    await opponent.do("chat", text="Still here")
    await opponent.do("leave")
    assert _rows_with(database, player) == {}
    for socket in (own, opponent, watcher):
        await socket.close()


async def test_record_after_a_deletion_is_fair(server: ClubServer, browser: httpx.Client) -> None:
    _me(browser)
    table, (own, opponent) = await _live(server, browser, "Lorcan")
    assert _erase(browser).status_code == 200
    await opponent.do("leave")
    text = server.get(f"/api/tables/{table}/record").text
    assert "Lorcan" not in text
    verdict = verify(read_record(text))
    assert verdict.fair, verdict
    for socket in (own, opponent):
        await socket.close()


async def test_old_cookie_after_a_deletion_is_nobodys(
    server: ClubServer, browser: httpx.Client, database: Path
) -> None:
    _me(browser)
    _post(browser, "/api/me/name", name="Maeve").raise_for_status()
    player, cookie = browser.get("/api/me/export").json()["person"]["player"], _cookie(browser)
    assert _erase(browser).status_code == 200
    table = server.open_table()
    ghost = await Player(server, table, cookie).open()
    assert ghost.cookie != cookie
    await ghost.do("sit", name="Ghost")
    assert _rows_with(database, player) == {}
    await ghost.close()


async def test_requests_at_once_do_not_make_a_deleted_person_anew(
    server: ClubServer, browser: httpx.Client, database: Path
) -> None:
    _me(browser)
    _post(browser, "/api/me/name", name="Niamh").raise_for_status()
    player, cookie = browser.get("/api/me/export").json()["person"]["player"], _cookie(browser)
    async with httpx.AsyncClient(base_url=server.url, headers={"Cookie": cookie}) as client:
        await asyncio.gather(
            *(client.post("/api/me/name", json={"name": f"Niamh {n}"}) for n in range(5)),
            client.request("DELETE", "/api/me", json={}),
            *(client.post("/api/me/name", json={"name": f"Niamh {n}"}) for n in range(5)),
        )
    assert _rows_with(database, player) == {}
    assert _rows_with(database, "Niamh") == {}
