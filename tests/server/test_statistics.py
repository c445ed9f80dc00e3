"""Games are counted once after their end, and added up to figures, on each database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text, update

from tests.club import ClubServer, seated
from tests.game.scripted import Table, started, told
from tests.server.opened import open_club
from thirdcard.game.commands import Claim, Close
from thirdcard.game.events import Claimed, Ended
from thirdcard.game.results import ClaimTime, Result
from thirdcard.server.people import People
from thirdcard.server.statistics import figures
from thirdcard.server.statistics.answers import BestAnswer, PersonAnswer, StatisticsAnswer
from thirdcard.server.statistics.counting import count_games
from thirdcard.server.store import schema
from thirdcard.server.store.base import Person, StoredTable
from thirdcard.server.store.connection import migrate, open_engine, read_url
from thirdcard.server.store.result_rows import TimedGame
from thirdcard.server.store.sql import SqlStore

NOW = 1_800_000_000_000


@pytest.fixture
async def store(store: SqlStore) -> SqlStore:
    for name in ("ann", "bob", "cleo"):
        await store.save_person(Person(name, name.title(), name.title(), "hash", 0, 1, NOW))
    return store


def played(
    *players: str, variant: str = "junior", seed: int = 0, wait: int = 1000, **options: Any
) -> Table:
    """Return a game that the first player won, taking all claims but one each of the others."""
    table = started(variant, *players, seed=seed, **options)
    others = [*players[1:]]
    while table.state.phase == "playing":
        player = others.pop() if others else players[0]
        told(table.do(Claim(player, table.find_claim(player), table.state.seq), wait))
    return table


async def keep(store: SqlStore, name: str, table: Table, later: int = 0) -> None:
    """Keep a game in a store, as if it had been played later."""
    import msgspec

    events = [msgspec.structs.replace(event, at=event.at + later) for event in table.events]
    stored = StoredTable(name, table.header, table.seed, opened_at=events[0].at)
    await store.create(stored, events[:1])
    await store.append(name, events[1:])


async def told_of(store: SqlStore, player: str) -> StatisticsAnswer:
    """Return the figures of a player, as the server tells them."""
    return figures.add_up(
        PersonAnswer(None, player, True),
        await store.totals(player),
        await store.bests(player, player),
        await store.timed_games(player, figures.GAMES_TIMED),
        await store.ratings_of(player),
        await store.opponents(player, NOW),
    )


async def statuses(store: SqlStore) -> dict[str, tuple[str, str | None]]:
    results = schema.results.c
    async with store._connected.connect() as connection:
        rows = await connection.execute(select(results.table_id, results.status, results.fault))
        return {row.table_id: (row.status, row.fault) for row in rows}


# -- counting ------------------------------------------------------------------------------------


async def test_games_are_counted_once(store: SqlStore) -> None:
    await keep(store, "one", played("ann", "bob"))
    await keep(store, "two", played("ann", "bob", seed=1), later=100_000)
    assert await store.uncounted() == ["one", "two"]
    assert await count_games(store) == 2
    before = await told_of(store, "ann")
    assert await count_games(store) == 0
    assert await told_of(store, "ann") == before
    assert before.games == 2


async def test_games_that_were_played_elsewhere_do_not_count(store: SqlStore) -> None:
    table = played("ann", "bob")
    stored = StoredTable("brought", table.header, table.seed, opened_at=0, imported_at=NOW)
    await store.create(stored, table.events)
    assert await store.uncounted() == []
    assert await count_games(store) == 0
    assert (await told_of(store, "ann")).games == 0


async def test_two_who_count_at_once_count_once(url: str, store: SqlStore) -> None:
    for number in range(6):
        await keep(store, f"t{number}", played("ann", "bob", seed=number), number * 100_000)
    other = SqlStore(url)
    await other.open()
    await asyncio.gather(count_games(store), count_games(other))
    await other.close()
    answer = await told_of(store, "ann")
    assert (answer.games, answer.rating and answer.rating.games) == (6, 6)


async def test_a_game_that_goes_on_is_not_counted(store: SqlStore) -> None:
    await keep(store, "on", started("junior", "ann", "bob"))
    assert await count_games(store) == 0
    assert (await told_of(store, "ann")).games == 0


async def test_a_closed_game_counts_for_nobody(store: SqlStore) -> None:
    table = started("junior", "ann", "bob")
    told(table.claim("ann", table.find_claim("ann")))
    table.do(Close())
    await keep(store, "closed", table)
    await count_games(store)
    assert await statuses(store) == {"closed": ("abandoned", None)}
    answer = await told_of(store, "ann")
    assert (answer.games, answer.claims, answer.rating, answer.opponents) == (0, 0, None, [])


BREAKS = {
    "an event that is none": 'UPDATE events SET body = \'{"type":"danced"}\' WHERE seq = 5',
    "no JSON": "UPDATE events SET body = 'oops' WHERE seq = 5",
    "an event that is missing": "DELETE FROM events WHERE seq = 5",
    "no end": 'DELETE FROM events WHERE body LIKE \'{"type":"ended"%\'',
    "no events": "DELETE FROM events",
    "no header": "UPDATE tables SET header = 'oops'",
    "an unknown variant": 'UPDATE tables SET header = \'{"variant":"giga"}\'',
}


@pytest.mark.parametrize("damage", BREAKS.values(), ids=BREAKS.keys())
async def test_a_corrupt_game_spoils_nothing(store: SqlStore, damage: str) -> None:
    await keep(store, "bad", played("ann", "bob"))
    async with store._connected.begin() as connection:
        await connection.execute(text(damage.replace(":", "\\:")))
    await keep(store, "good", played("ann", "bob", seed=1), later=100_000)
    await count_games(store)
    found = await statuses(store)
    assert found["good"] == ("counted", None)
    status, fault = found["bad"]
    assert status == "broken"
    assert fault
    assert "\n" not in fault
    # It is not tried again, and the profile is that of the good game.
    assert await count_games(store) == 0
    answer = await told_of(store, "ann")
    assert (answer.games, answer.wins) == (1, 1)
    assert answer.rating
    assert answer.rating.games == 1


async def test_games_that_ended_before_the_upgrade_are_counted(empty_url: str) -> None:
    import msgspec

    table = played("ann", "bob")
    engine = open_engine(read_url(empty_url))
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0002")
        header = msgspec.json.encode(table.header).decode()
        await connection.execute(
            text("INSERT INTO tables (id, header, seed, ended_at) VALUES ('t', :h, :s, :at)"),
            {"h": header, "s": table.seed, "at": table.state.ended_at},
        )
        for event in table.events:
            await connection.execute(
                text("INSERT INTO events (table_id, seq, body) VALUES ('t', :seq, :body)"),
                {"seq": event.seq, "body": msgspec.json.encode(event).decode()},
            )
        for name in ("ann", "bob"):
            await connection.execute(
                text("INSERT INTO seats (table_id, player) VALUES ('t', :player)"),
                {"player": name},
            )
            await connection.execute(
                text(
                    "INSERT INTO people (player, name, name_key, epoch, created_at, seen_at)"
                    " VALUES (:player, :name, :key, 0, 1, :now)"
                ),
                {"player": name, "name": name, "key": name, "now": NOW},
            )
    await engine.dispose()
    store = SqlStore(empty_url)
    await store.open()
    await count_games(store)
    answer = await told_of(store, "ann")
    assert (answer.games, answer.wins) == (1, 1)
    ids = {await store.public_id(name) for name in ("ann", "bob")}
    assert None not in ids
    assert len(ids) == 2
    await store.close()


# -- figures -------------------------------------------------------------------------------------


async def test_figures_are_those_of_the_events(store: SqlStore) -> None:
    tables = [
        played("ann", "bob", seed=1, wait=1500),
        played("bob", "ann", seed=2, wait=2500),
        played("ann", seed=3, wait=900),
        played("ann", "cleo", "bob", variant="classic", seed=4, wait=3000),
    ]
    for number, table in enumerate(tables):
        await keep(store, f"t{number}", table, number * 1_000_000)
    await count_games(store)
    answer = await told_of(store, "ann")
    own = {
        key: [claims_of(table, "ann") for table in tables if table.variant.key == key]
        for key in ("junior", "classic")
    }
    assert answer.games == 4
    assert answer.wins == 2
    assert answer.claims == sum(len(claims) for each in own.values() for claims in each)
    junior, classic = answer.figures
    assert (junior.variant, junior.games, junior.against, junior.wins) == ("junior", 3, 2, 1)
    assert (classic.variant, classic.title) == ("classic", "Classic")
    times = [1500] * len(own["junior"][0]) + [2500] + [900] * len(own["junior"][2])
    assert junior.median_ms == round(median(times))
    end = tables[2].state.at + 2 * 1_000_000
    assert junior.best_claim == BestAnswer(900, end, "t2")
    assert junior.best_game == BestAnswer(900 * len(own["junior"][2]), end, "t2")
    assert classic.best_game is None
    assert [(point.games, point.median_ms) for point in junior.trend] == [
        (1, 1500),
        (1, 2500),
        (1, 900),
    ]
    assert [point.at for point in junior.trend] == [
        table.state.at + number * 1_000_000 for number, table in enumerate(tables[:3])
    ]
    differing = [count_differing(c) for claims in own["junior"] for c in claims]
    assert {row.differing: row.claims for row in junior.by_differing} == {
        number: differing.count(number) for number in set(differing)
    }


def claims_of(table: Table, player: str) -> list[Claimed]:
    seat = table.state.find_seat(player)
    return [event for event in table.events if isinstance(event, Claimed) and event.seat == seat]


def count_differing(claim: Claimed) -> int:
    return sum(len(set(values)) > 1 for values in zip(*claim.cards, strict=True))


async def test_unusual_options_make_no_best_times(store: SqlStore) -> None:
    await keep(store, "usual", played("ann", wait=5000))
    await keep(store, "hints", played("ann", seed=1, hints="private"), later=1_000_000)
    await count_games(store)
    (junior,) = (await told_of(store, "ann")).figures
    assert junior.best_claim
    assert junior.best_claim.ms == 5000
    assert junior.games == 2
    assert junior.best_game
    assert junior.best_game.ms == 5000 * len(claims_of(played("ann"), "ann"))


async def test_head_to_head(store: SqlStore) -> None:
    await keep(store, "a", played("ann", "bob"))
    await keep(store, "b", played("bob", "ann", seed=1), 100_000)
    await keep(store, "c", played("ann", "bob", "cleo", seed=2), 200_000)
    await count_games(store)
    answer = await told_of(store, "ann")
    assert [(row.who, row.title, row.games, row.won) for row in answer.opponents] == [
        ("person", "Bob", 3, 2),
        ("person", "Cleo", 1, 1),
    ]


async def test_a_trend_has_groups_of_about_the_same_size() -> None:
    random = Random(1)
    games = [
        TimedGame(("classic", "race"), at, (ClaimTime(random.randint(1, 9), 1),) * 3)
        for at in range(53)
    ]
    trend = figures._follow_trend(games)
    assert len(trend) == figures.TREND_POINTS
    assert sum(point.games for point in trend) == 53
    assert {point.games for point in trend} == {2, 3}
    assert [point.at for point in trend] == sorted(point.at for point in trend)
    assert trend[-1].at == 52


# -- people who left -----------------------------------------------------------------------------


async def test_who_left_is_nobody_in_the_figures_of_others(store: SqlStore) -> None:
    await keep(store, "a", played("ann", "bob"))
    await count_games(store)
    before = await told_of(store, "ann")
    await store.erase("bob", "Deleted player")
    after = await told_of(store, "ann")
    assert after.rating == before.rating
    assert [(row.who, row.person, row.games) for row in after.opponents] == [("left", None, 1)]
    assert (await told_of(store, "bob")).games == 0
    assert await store.ratings_of("bob") == {}


async def test_who_leaves_while_a_game_is_counted_does_not_come_back(store: SqlStore) -> None:
    await keep(store, "a", played("ann", "bob"))
    result = await _result(store, "a")
    await store.erase("bob", "Deleted player")
    # Worked out before, stored after.
    await store.save_result("a", result)
    assert (await told_of(store, "bob")).games == 0
    (row,) = (await told_of(store, "ann")).opponents
    assert row.who == "left"


async def _result(store: SqlStore, table: str) -> Result:
    from thirdcard.server.statistics.counting import _work_out

    return await _work_out(store, table)


async def test_guests_are_named_while_they_are_here(store: SqlStore) -> None:
    await store.save_person(Person("gus", "Gus", created_at=1, seen_at=NOW - 10))
    await keep(store, "a", played("ann", "gus"))
    await count_games(store)
    (shown,) = await store.opponents("ann", NOW - 10)
    assert shown.person
    assert shown.person.name == "Gus"
    (hidden,) = await store.opponents("ann", NOW - 9)
    assert (hidden.person, hidden.has_left) == (None, False)


# -- over HTTP -----------------------------------------------------------------------------------


async def test_a_game_at_a_table_is_in_the_figures_at_once(tmp_path: Path) -> None:
    async with open_club(tmp_path / "club.db") as opened:
        live = await opened.table("junior")
        async with seated(opened.server, live.table, "Ann", "Bob") as (ann, _bob):
            await ann.do("start")
            await _take_all(ann, live)
            assert ann.cookie
            answer = await _until_counted(opened.server, ann.cookie)
            assert (answer["games"], answer["wins"]) == (1, 1)
            assert answer["person"]["name"] == "Ann"
            (figure,) = answer["figures"]
            assert figure["claims"] == len([e for e in ann.events if e["type"] == "claimed"])
            (row,) = answer["opponents"]
            assert (row["title"], row["games"], row["won"]) == ("Bob", 1, 1)
            other = await _ask(opened.server, f"/api/people/{row['person']['id']}/statistics")
            assert other.json()["person"]["name"] == "Bob"
            assert other.json()["wins"] == 0
            assert "player" not in other.text


async def _take_all(player: Any, live: Any) -> None:
    while live.state.phase == "playing":
        variant = live.state.variant
        claim = variant.find_claim(live.state.spots)
        answer = await player.claim(*map(variant.code, claim), seen=live.state.seq)
        assert answer["type"] == "done", answer


async def _ask(server: ClubServer, path: str, cookie: str = "") -> httpx.Response:
    headers = {"Cookie": cookie} if cookie else {}
    return await asyncio.to_thread(server.get, path, headers=headers)


async def _until_counted(server: ClubServer, cookie: str) -> dict[str, Any]:
    async with asyncio.timeout(30):
        while True:
            answer = (await _ask(server, "/api/me/statistics", cookie)).json()
            if answer["rating"]:
                return dict(answer)
            await asyncio.sleep(0.05)


async def test_who_never_played_has_empty_figures(tmp_path: Path) -> None:
    async with open_club(tmp_path / "club.db") as opened:
        page = await _ask(opened.server, "/")
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        answer = (await _ask(opened.server, "/api/me/statistics", cookie)).json()
        assert answer["person"]["id"] is None
        assert (answer["games"], answer["figures"], answer["rating"]) == (0, [], None)
        assert (await _ask(opened.server, "/api/me/statistics")).status_code == 401
        unknown = await _ask(opened.server, "/api/people/nobody/statistics")
        assert unknown.status_code == 404
        assert unknown.json()["error"]


async def test_guests_are_shown_to_others_while_they_are_here(tmp_path: Path) -> None:
    async with open_club(tmp_path / "club.db") as opened:
        store, people = opened.club.store, People(opened.club.store)
        assert isinstance(store, SqlStore)
        await people.name_for_seat("gus", "Gus")
        public = await store.public_id("gus")
        path = f"/api/people/{public}/statistics"
        assert (await _ask(opened.server, path)).json()["person"]["name"] == "Gus"
        async with store._connected.begin() as connection:
            await connection.execute(update(schema.people).values(seen_at=1))
        assert (await _ask(opened.server, path)).status_code == 404


async def test_the_server_counts_what_ended_before_its_start(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    await store.open()
    await store.save_person(Person("ann", "Ann", "Ann", "hash", 0, 1, NOW))
    await keep(store, "bad", played("ann", "bob"))
    async with store._connected.begin() as connection:
        await connection.execute(text("DELETE FROM events WHERE seq = 4"))
    await keep(store, "good", played("ann", "bob", seed=1), later=100_000)
    assert isinstance((await store.events("good"))[-1], Ended)
    public = await store.public_id("ann")
    await store.close()
    with ClubServer(tmp_path / "club.db") as server:
        async with asyncio.timeout(30):
            while True:
                answer = await _ask(server, f"/api/people/{public}/statistics")
                assert answer.status_code == 200
                if answer.json()["games"]:
                    break
                await asyncio.sleep(0.1)
    assert answer.json()["games"] == 1
