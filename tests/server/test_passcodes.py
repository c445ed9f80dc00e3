"""Who may enter which table, at a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.club import ClubServer, Player

PASSCODE = "open sesame"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club") / "club.db"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[ClubServer]:
    with ClubServer(database) as running:
        yield running


@pytest.fixture
def host(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        client.get("/api/me")
        yield client


@pytest.fixture
def guest(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        client.get("/api/me")
        yield client


def _open(browser: httpx.Client, **body: Any) -> str:
    response = browser.post("/api/tables", json=body)
    assert response.status_code == 201, response.text
    table: str = response.json()["table"]
    return table


def _enter(browser: httpx.Client, table: str, passcode: str) -> httpx.Response:
    return browser.post(f"/api/tables/{table}/enter", json={"passcode": passcode})


def _needs_passcode(browser: httpx.Client, table: str) -> bool:
    needs: bool = browser.get(f"/api/tables/{table}").json()["needs_passcode"]
    return needs


def _cookie(browser: httpx.Client) -> str:
    (cookie,) = browser.cookies.jar
    return f"{cookie.name}={cookie.value}"


async def _close_code(server: ClubServer, table: str, browser: httpx.Client) -> int | None:
    """Return the code that a socket is closed with, None if it is let in."""
    player = await Player(server, table, _cookie(browser)).open()
    await player.close()
    return None if player.view else player.close_code


async def test_passcode_lets_in_and_is_asked_once(
    server: ClubServer, host: httpx.Client, guest: httpx.Client
) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE)
    assert not _needs_passcode(host, table)
    assert await _close_code(server, table, host) is None
    assert _needs_passcode(guest, table)
    assert await _close_code(server, table, guest) == 4403
    wrong = _enter(guest, table, "open barley")
    assert wrong.status_code == 403
    assert wrong.json()["error"] == "That is not the passcode of this table."
    assert await _close_code(server, table, guest) == 4403
    right = _enter(guest, table, PASSCODE)
    assert right.status_code == 200
    assert (right.json()["table"], right.json()["needs_passcode"]) == (table, False)
    assert await _close_code(server, table, guest) is None
    # Who is in need not know it any more, nor after a restart.
    assert _enter(guest, table, "forgotten").status_code == 200
    server.kill()
    server.start()
    assert await _close_code(server, table, guest) is None
    assert not _needs_passcode(guest, table)


def test_passcode_is_stored_as_a_hash(
    server: ClubServer, host: httpx.Client, guest: httpx.Client, database: Path
) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE)
    _enter(guest, table, "a wrong guess")
    server.stop()
    server.start()
    stored = b"".join(file.read_bytes() for file in database.parent.iterdir())
    assert b"$argon2id$" in stored
    assert PASSCODE.encode() not in stored
    assert b"a wrong guess" not in stored


async def test_who_comes_without_a_cookie_is_given_the_one_that_is_let_in(
    server: ClubServer, host: httpx.Client
) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE)
    with server.client() as newcomer:
        assert _enter(newcomer, table, PASSCODE).status_code == 200
        assert await _close_code(server, table, newcomer) is None


async def test_record_is_for_who_is_let_in(
    server: ClubServer, host: httpx.Client, guest: httpx.Client
) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE, variant="junior")
    player = await Player(server, table, _cookie(host)).open()
    await player.do("sit", name="Host")
    await player.do("start")
    await player.do("leave")
    await player.close()
    record = guest.get(f"/api/tables/{table}/record")
    assert record.status_code == 403
    assert "passcode" in record.json()["error"]
    assert server.get(f"/api/tables/{table}/record").status_code == 403
    assert host.get(f"/api/tables/{table}/record").status_code == 200
    _enter(guest, table, PASSCODE)
    assert guest.get(f"/api/tables/{table}/record").status_code == 200


@pytest.mark.parametrize("access", ["public", "link"])
async def test_other_tables_need_none(
    server: ClubServer, host: httpx.Client, guest: httpx.Client, access: str
) -> None:
    table = _open(host, access=access)
    assert not _needs_passcode(guest, table)
    assert await _close_code(server, table, guest) is None
    assert _enter(guest, table, "anything").status_code == 200


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"access": "passcode"}, "passcode"),
        ({"access": "passcode", "passcode": ""}, "A passcode has 1 to 64"),
        ({"access": "passcode", "passcode": "x" * 65}, "A passcode has 1 to 64"),
        ({"access": "link", "passcode": "x"}, "passcode"),
        ({"passcode": "x"}, "passcode"),
        ({"access": "secret"}, "access"),
        ({"access": "passcode", "passcode": 5}, "passcode"),
    ],
)
def test_access_that_cannot_be_is_refused_in_one_line(
    host: httpx.Client, body: dict[str, Any], told: str
) -> None:
    response = host.post("/api/tables", json=body)
    assert response.status_code == 400
    assert told in response.json()["error"]
    assert "\n" not in response.json()["error"]


def test_table_that_is_not_there_cannot_be_entered(guest: httpx.Client) -> None:
    response = _enter(guest, "nowhere", PASSCODE)
    assert response.status_code == 404
    assert "no table" in response.json()["error"]


# The last one, since no more can be tried then.
async def test_scores_are_for_who_is_let_in(
    server: ClubServer, host: httpx.Client, guest: httpx.Client
) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE)
    player = await Player(server, table, _cookie(host)).open()
    await player.do("sit", name="Ann")
    seats = [browser.get(f"/api/tables/{table}").json()["seats"] for browser in (host, guest)]
    assert seats[0] == [{"name": "Ann", "score": 0, "present": True}]
    assert seats[1] == [{"name": "Ann", "score": None, "present": True}]
    assert _enter(guest, table, PASSCODE).json()["seats"] == seats[0]
    await player.close()


async def test_who_was_banned_from_a_table_gets_nothing_of_it_any_more(
    server: ClubServer, host: httpx.Client, guest: httpx.Client
) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE)
    assert _enter(guest, table, PASSCODE).status_code == 200
    ann = await Player(server, table, _cookie(host)).open()
    await ann.do("sit", name="Ann")
    bob = await Player(server, table, _cookie(guest)).open()
    await bob.do("sit", name="Bob")
    await ann.do("kick", seat=1, ban=True)
    await ann.do("start")
    await ann.do("leave")
    assert await _close_code(server, table, guest) == 4403
    assert _needs_passcode(guest, table)
    assert guest.get(f"/api/tables/{table}/record").status_code == 403
    again = _enter(guest, table, PASSCODE)
    assert (again.status_code, again.json()) == (403, {"error": "You are banned from this table."})
    assert host.get(f"/api/tables/{table}/record").status_code == 200
    for player in (ann, bob):
        await player.close()


def test_guessing_is_stopped(host: httpx.Client, guest: httpx.Client) -> None:
    table = _open(host, access="passcode", passcode=PASSCODE)
    answers = [_enter(guest, table, f"guess {n}") for n in range(25)]
    assert [answer.status_code for answer in answers[:15]] == [403] * 15
    assert answers[-1].status_code == 429
    assert "try again in" in answers[-1].json()["error"]
    assert _enter(guest, table, PASSCODE).status_code == 429
