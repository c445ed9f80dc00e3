"""Games that are over: told moment by moment, and brought from elsewhere as records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import pytest_asyncio

from tests.autoplay import play_game
from tests.club import ClubServer, Player, seated
from tests.every import sparing
from tests.game.scripted import Crowd, Table, started
from tests.server.opened import OpenClub, open_club
from thirdcard.errors import RecordError
from thirdcard.game.commands import Close
from thirdcard.game.record import read_record, replay_record, without_identities, write_record
from thirdcard.server.games import MAX_RECORD_BYTES
from thirdcard.server.importing import FUTURE_MS, judge_record, name_game

NOW = 1_800_000_000_000


def play(variant: str = "classic", seed: int = 1) -> Table:
    table = Table(variant, seed)
    Crowd(table, Random(seed), players=2, hurry=0.8).play()
    return table


def text_of(table: Table) -> str:
    return write_record(table.record)


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[OpenClub]:
    async with open_club(tmp_path / "club.db") as opened:
        yield opened


def bring(server: ClubServer, text: str | bytes, **headers: str) -> httpx.Response:
    body = text.encode() if isinstance(text, str) else text
    return server.post("/api/games", content=body, headers=headers)


async def bring_soon(server: ClubServer, text: str) -> httpx.Response:
    return await asyncio.to_thread(bring, server, text)


# -- judging ------------------------------------------------------------------------------------


def test_a_record_keeps_no_identity() -> None:
    table = play()
    name, record = judge_record(text_of(table), NOW)
    assert record == without_identities(table.record)
    assert (name, record) == judge_record(write_record(record), NOW)
    assert name == name_game(record)


@pytest.mark.parametrize("key", ["classic", "memory+junior", "super+chain", "ultra"])
def test_a_changed_card_is_told_with_its_line(key: str) -> None:
    text = text_of(play(key))
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        event = json.loads(line)
        if event.get("type") == "dealt":
            codes = [laid["card"] for laid in event["cards"]]
            other = codes[0].replace("1", "0").replace("2", "1").replace("3", "2").replace("0", "3")
            lines[number - 1] = line.replace(codes[0], other, 1)
            break
    with pytest.raises(RecordError) as caught:
        judge_record("\n".join(lines) + "\n", NOW)
    assert caught.value.line == number
    assert str(caught.value).startswith(f"line {number}: the shuffle gives {codes[0]}")


def find_fault(text: str) -> int | None:
    """Return the line for which a record is refused, None for one that is kept."""
    try:
        judge_record(text, NOW)
    except RecordError as error:
        return error.line
    return None


def test_bytes_changed_at_random_never_do_worse_than_a_line() -> None:
    data, random = text_of(play()).encode(), Random(7)
    refused = 0
    for _ in range(300):
        at = random.randrange(len(data))
        other = bytes([random.randrange(32, 127)])
        changed = (data[:at] + other + data[at + 1 :]).decode()
        line = find_fault(changed)
        refused += line is not None
        assert line is None or 1 <= line <= data.count(b"\n") + 1
    # What is left are names, times, and what players had seen.
    assert refused > 150


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: "", "line 1: an empty record"),
        (lambda text: "hello\n", "line 1: not the header"),
        (lambda text: text.splitlines()[0] + "\n", "line 2: expected the event that opens"),
        (lambda text: "".join(text.splitlines(True)[:-1]), "the game has not ended"),
        (lambda text: text.replace('"points":1', '"points":2', 1), "is not what the rules lead to"),
    ],
)
def test_what_is_no_record_of_a_game_that_has_ended(change: Any, told: str) -> None:
    with pytest.raises(RecordError, match=told):
        judge_record(change(text_of(play())), NOW)


def test_a_time_that_cannot_be() -> None:
    table = play()
    judge_record(text_of(table), table.events[-1].at - FUTURE_MS)
    with pytest.raises(RecordError, match="a time that cannot be") as caught:
        judge_record(text_of(table), table.events[-1].at - FUTURE_MS - 1)
    first_late = next(e.seq for e in table.events if e.at == table.events[-1].at)
    assert caught.value.line == first_late + 1


# -- a game that was played here ----------------------------------------------------------------


def test_every_byte_of_a_download_counts() -> None:
    data, random = write_record(play().record, with_sums=True).encode(), Random(7)
    for _ in range(100):
        at = random.randrange(len(data) - 1)
        other = random.choice([byte for byte in range(32, 127) if byte != data[at]])
        changed = (data[:at] + bytes([other]) + data[at + 1 :]).decode()
        assert find_fault(changed) == data.count(b"\n", 0, at) + 1


@pytest.mark.parametrize(
    "variant", sparing(["classic", "ultra+junior", "memory+junior"], "memory+junior")
)
async def test_a_game_is_told_moment_by_moment(server: ClubServer, variant: str) -> None:
    table, bots = await play_game(server, variant, 3)
    answer = await asyncio.to_thread(server.get, f"/api/tables/{table}/analysis")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["fair"], told["imported"], told["table"]) == (True, False, table)
    scores = [seat["score"] for seat in bots[0].view["seats"]]
    assert [seat["score"] for seat in told["analysis"]["seats"]] == scores
    assert told["view"]["phase"] == "ended"
    moments = told["analysis"]["moments"]
    assert sum(moment["taking"] is not None for moment in moments) == sum(scores)
    answer = await asyncio.to_thread(server.get, f"/api/tables/{table}/luck")
    lucks = answer.json()["luck"]
    assert len(lucks) == len(moments)
    for moment, luck in zip(moments, lucks, strict=True):
        assert luck["claims"] == moment["on_table"]
        assert luck["cards"] == sum(moment["groups"])
        assert 0 <= luck["at_most"] <= 1
        assert 0 <= luck["at_least"] <= 1
        assert (luck["method"] == "exact") == (len(moment["groups"]) == 1)


async def test_before_the_end_nothing_is_told(server: ClubServer) -> None:
    table = server.open_table("junior")
    for path in ("analysis", "luck"):
        answer = await asyncio.to_thread(server.get, f"/api/tables/{table}/{path}")
        assert answer.status_code == 409
        assert "ended" in answer.json()["error"]
    answer = await asyncio.to_thread(server.get, "/api/tables/nowhere/analysis")
    assert answer.status_code == 404


async def test_who_does_not_know_the_passcode_is_told_nothing(club: OpenClub) -> None:
    hashed = await club.club.people.passwords.hash_passcode("sesame")
    live = await club.table()
    other = await club.club.create(live.stored.header, access="passcode", passcode=hashed)
    for path in ("analysis", "luck"):
        answer = await asyncio.to_thread(club.server.get, f"/api/tables/{other.table}/{path}")
        assert answer.status_code == 403


# -- a game that was played elsewhere -----------------------------------------------------------


async def test_a_record_goes_to_a_fresh_server(server: ClubServer, tmp_path: Path) -> None:
    table, _ = await play_game(server, "classic", 4)
    here = (await asyncio.to_thread(server.get, f"/api/tables/{table}/analysis")).json()
    record = (await asyncio.to_thread(server.get, f"/api/tables/{table}/record")).text
    with ClubServer(tmp_path / "other.db") as other:
        answer = await bring_soon(other, record)
        assert answer.status_code == 201, answer.text
        brought = answer.json()
        assert brought["url"] == f"/game/{brought['table']}"
        there = other.get(f"/api/tables/{brought['table']}/analysis").json()
        assert there["analysis"] == here["analysis"]
        assert (there["fair"], there["imported"]) == (True, True)
        assert there["view"] == here["view"]
        # What is downloaded there is what was brought.
        assert other.get(f"/api/tables/{brought['table']}/record").text == record
        again = await bring_soon(other, record)
        assert again.json() == brought
        # It outlives the server, like every table.
        other.kill()
        other.start()
        assert other.get(f"/api/tables/{brought['table']}/record").text == record


def test_a_refused_record_is_told_its_line(server: ClubServer) -> None:
    text = text_of(play("junior", 2)).replace('"points":1', '"points":3', 1)
    number = next(i for i, line in enumerate(text.splitlines(), 1) if '"points":3' in line)
    answer = bring(server, text)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(f"line {number}: ")


def test_what_is_not_text(server: ClubServer) -> None:
    answer = bring(server, text_of(play("junior", 2)).encode()[:300] + b"\n\xff")
    assert answer.status_code == 400
    assert "not text in UTF-8" in answer.json()["error"]
    assert answer.json()["error"].startswith("line ")


def test_a_record_that_is_too_long(server: ClubServer) -> None:
    assert bring(server, b"x" * (MAX_RECORD_BYTES + 1)).status_code == 413


def test_another_site_cannot_bring_one(server: ClubServer) -> None:
    answer = bring(server, text_of(play("junior", 2)), Origin="http://elsewhere.example")
    assert answer.status_code == 403


async def test_it_counts_for_nobody(club: OpenClub) -> None:
    live = await club.table()
    ann = await club.player(live)
    assert ann.cookie is not None
    identity = live.state.seats[0].player
    # A record in which somebody wrote the id of a person who is known here.
    table = started("junior", identity, "bob", seed=2)
    while table.state.phase == "playing":
        table.claim("bob", table.find_claim("bob"))
    answer = await bring_soon(club.server, text_of(table))
    assert answer.status_code == 201, answer.text
    brought = answer.json()["table"]
    store = club.club.store
    assert brought not in await store.tables_of(identity, open_only=False)
    assert await store.tables_of("seat-1", open_only=False) == []
    assert brought not in await store.open_tables()
    stored = await store.find(brought)
    assert stored is not None
    assert (stored.owner, stored.parent, stored.access) == (None, None, "link")
    assert stored.imported_at is not None
    assert all(entry["table"] != brought for entry in (await store.export(identity))["tables"])
    # Whoever looks at it watches.
    watcher = await Player(club.server, brought, ann.cookie).open()
    assert watcher.seat is None
    refusal = await watcher.refused("rematch")
    assert refusal["code"] == "locked_out"
    await watcher.close()
    await ann.close()


async def test_who_is_kept_out_brings_nothing(club: OpenClub) -> None:
    live = await club.table()
    async with seated(club.server, live.table, "Ann") as (ann,):
        assert ann.cookie is not None
        await club.club.store.ban(live.state.seats[0].player, "rude", 1)
        answer = await asyncio.to_thread(
            lambda: bring(club.server, text_of(play("junior", 2)), Cookie=str(ann.cookie))
        )
        assert answer.status_code == 403


async def test_two_who_bring_the_same_at_once(club: OpenClub) -> None:
    text = text_of(play("junior", 2))
    answers = await asyncio.gather(*(bring_soon(club.server, text) for _ in range(4)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["table"] for answer in answers}) == 1
    assert len(await club.club.store.tables(open_only=False)) == 1


async def test_too_many(club: OpenClub) -> None:
    text = text_of(play("junior", 2))
    codes = [(await bring_soon(club.server, text)).status_code for _ in range(32)]
    assert codes[:30] == [201] * 30
    assert 429 in codes[30:]


async def test_a_name_that_is_deleted_is_gone_from_what_is_told(club: OpenClub) -> None:
    live = await club.table(idle_seconds=3600)
    async with seated(club.server, live.table, "Ann", "Bob") as (ann, bob):
        await ann.do("start")
        for player in (ann, bob):
            await player.do("leave")
        await live.do(Close())
        path = f"/api/tables/{live.table}/analysis"
        first = await asyncio.to_thread(club.server.get, path)
        assert "Ann" in first.text
        identity = next(s.player for s in live.state.seats if s.name == "Ann")
        await club.club.people.erase(identity, club.club.forget_player)
        second = await asyncio.to_thread(club.server.get, path)
        assert "Ann" not in second.text
        assert second.json()["analysis"] == first.json()["analysis"]


def test_a_record_that_is_brought_has_the_same_end() -> None:
    table = play("chain", 6)
    _, record = judge_record(text_of(table), NOW)
    state = replay_record(read_record(write_record(record)))
    assert [seat.score for seat in state.seats] == [seat.score for seat in table.state.seats]
