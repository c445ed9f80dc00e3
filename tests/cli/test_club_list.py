"""``thirdcard club list``, and what all commands of a club have in common."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.runner import Run, run_process
from tests.club import ClubServer, seated
from thirdcard.game.commands import Join
from thirdcard.game.events import Header
from thirdcard.game.machine import decide, open_table
from thirdcard.server.store.base import Person, StoredTable
from thirdcard.server.store.sql import SqlStore

SEED = bytes(32)
NEEDS_A_CLUB = ("list", "close x", "ban x", "unban x", "backup x")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as running:
        yield running


async def _fill(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    for name, opened_at in (("younger", 20), ("older", 10), ("over", 5)):
        header = Header(variant="junior+double")
        state, opened = open_table(header, SEED, opened_at)
        events = [opened, *decide(state, Join("ann", "Ann"), opened_at)]
        stored = StoredTable(name, header, SEED, None, "public", None, None, opened_at)
        await store.create(stored, events)
    await store.save_person(Person("ann", "Ann", "Ann", "hash", 0, 1, 1))
    await store.save_person(Person("bob", "Bob", None, None, 0, 2, 0))
    await store.ban("ann", "rude", 30)
    await store.ban("nobody", "", 31)
    await store.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Return the database of a club whose server does not run."""
    url = f"sqlite:///{tmp_path / 'club.db'}"
    asyncio.run(_fill(url))
    return url


# -- what all have in common --------------------------------------------------------------------


@pytest.mark.parametrize("command", NEEDS_A_CLUB)
def test_there_must_be_a_club_and_none_is_made(run: Run, tmp_path: Path, command: str) -> None:
    file = tmp_path / "none.db"
    complaint = run(f"club {command} --database sqlite:///{file}").complaint
    assert f"there is no club in sqlite:///{file}" in complaint
    assert not file.exists()


@pytest.mark.parametrize("command", [*NEEDS_A_CLUB, "restore x"])
def test_database_must_be_one(run: Run, tmp_path: Path, command: str) -> None:
    file = tmp_path / "text.db"
    file.write_text("something else")
    assert run(f"club {command} --database sqlite:///{file}").complaint
    assert file.read_text() == "something else"


@pytest.mark.parametrize("command", NEEDS_A_CLUB)
def test_database_must_be_of_a_kind_that_is_known(run: Run, command: str) -> None:
    assert "no support for 'mysql'" in run(f"club {command} --database mysql://h/d").complaint


def test_password_of_a_database_is_not_shown(run: Run) -> None:
    complaint = run("club list --database postgresql://club:hunter2@127.0.0.1:1/club").complaint
    assert "cannot open" in complaint
    assert "hunter2" not in complaint


def test_without_a_database_it_is_the_account_s_own(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "thirdcard/club.db" in run("club list").complaint


# -- tables -------------------------------------------------------------------------------------


def test_tables_are_listed_by_age(run: Run, url: str) -> None:
    tables = run(f"club list --json --database {url}").document["tables"]
    assert [table["table"] for table in tables] == ["over", "older", "younger"]
    assert tables[1] == {
        "table": "older",
        "variant": "junior+double",
        "title": "Junior · Double-Set",
        "phase": "waiting",
        "seats": [{"name": "Ann", "player": "ann", "bot": None}],
        "access": "public",
        "opened_at": 10,
        "acted_at": 10,
    }


def test_tables_for_people(run: Run, url: str) -> None:
    outcome = run(f"club list --database {url}")
    heading, *lines = outcome.out.splitlines()
    assert heading == "3 open tables"
    assert [line.split()[:4] for line in lines] == [
        [name, "junior+double", "waiting", "public"] for name in ("over", "older", "younger")
    ]
    assert all(line.endswith(" d  Ann") for line in lines)


async def test_running_server_s_tables_are_listed(server: ClubServer) -> None:
    table = server.open_table("mega")
    async with seated(server, table, "Ann", "Bob") as (ann, _):
        await ann.do("add_bot", level=3)
        await ann.do("start")
        listed = await asyncio.to_thread(
            run_process, "club", "list", "--json", "--database", server.database
        )
        (row,) = (row for row in listed.document["tables"] if row["table"] == table)
        assert (row["variant"], row["phase"], row["access"]) == ("mega", "playing", "link")
        assert [seat["name"] for seat in row["seats"]][:2] == ["Ann", "Bob"]
        assert [seat["bot"] for seat in row["seats"]] == [None, None, 3]
        assert row["acted_at"] >= row["opened_at"] > 0


def test_tables_that_are_over_are_listed_on_request(run: Run, url: str) -> None:
    assert run(f"club close over --database {url}").code == 0
    open_ones = run(f"club list --json --database {url}").document["tables"]
    assert [table["table"] for table in open_ones] == ["older", "younger"]
    every = run(f"club list --all --json --database {url}").document["tables"]
    assert [(table["table"], table["phase"]) for table in every] == [
        ("over", "ended"),
        ("older", "waiting"),
        ("younger", "waiting"),
    ]
    assert run(f"club list --all --database {url}").out.startswith("3 tables\n")


# -- people -------------------------------------------------------------------------------------


def test_people_and_bans_are_listed(run: Run, url: str) -> None:
    people = run(f"club list --people --json --database {url}").document["people"]
    assert {person["player"]: person for person in people} == {
        "ann": {
            "player": "ann",
            "name": "Ann",
            "account": "Ann",
            "seen_at": 1,
            "ban": {"reason": "rude", "at": 30},
        },
        "bob": {"player": "bob", "name": "Bob", "account": None, "seen_at": 0, "ban": None},
        "nobody": {
            "player": "nobody",
            "name": None,
            "account": None,
            "seen_at": 0,
            "ban": {"reason": "", "at": 31},
        },
    }
    heading, *lines = run(f"club list --people --database {url}").out.splitlines()
    assert heading == "3 people"
    assert any(line.split() == ["bob", "Bob", "guest"] for line in lines)
    assert any(line.endswith("banned: rude") for line in lines)


def test_guests_of_a_running_server_are_listed_once_they_are_stored(server: ClubServer) -> None:
    with server.client() as client:
        client.get("/api/me")
        assert client.post("/api/me/name", json={"name": "Zoë"}).status_code < 300
    listed = run_process("club", "list", "--people", "--json", "--database", server.database)
    assert "Zoë" in [person["name"] for person in listed.document["people"]]
    assert "password" not in json.dumps(listed.document)
