"""What is stored of a person is handed out whole and removed whole, on each database."""

from __future__ import annotations

import json
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import create_async_engine

from thirdcard.game.commands import Claim, Command, Join, Leave, Start
from thirdcard.game.events import Ended, Event, Header, Joined
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.record import Record, verify
from thirdcard.game.state import State
from thirdcard.server.statistics.counting import count_games
from thirdcard.server.store import schema
from thirdcard.server.store.base import Access, Line, Person, StoredTable
from thirdcard.server.store.rows import DailyDone, Practised, Sprint
from thirdcard.server.store.sql import SqlStore

ANN, NAME = "4a6e6e00112233445566778a", "Ann of Cork"
BOB, CAT = "626f6200112233445566778b", "63617400112233445566778c"
SEED = bytes(range(32))


class Game:
    """A table whose commands go to a store."""

    def __init__(self, store: SqlStore, table: str, header: Header) -> None:
        self.store = store
        self.table = table
        self.state, self.opened = open_table(header, SEED, 1000)

    async def open(self, owner: str | None = None, access: Access = "link") -> None:
        stored = StoredTable(
            self.table, self.state.header, SEED, None, access, None, owner, self.opened.at
        )
        await self.store.create(stored, [self.opened])

    async def do(self, command: Command) -> None:
        events = decide(self.state, command, self.state.at + 10)
        await self.store.append(self.table, events)
        for event in events:
            self.state = evolve(self.state, event)

    async def play(self, player: str) -> None:
        """Let a player take every claim until the game ends."""
        while self.state.phase == "playing":
            found = self.state.variant.find_claim(self.state.spots, ())
            assert found
            codes = tuple(map(self.state.variant.code, found))
            await self.do(Claim(player, codes, self.state.seq))


async def _live(store: SqlStore) -> None:
    """Store something of Ann in every table that there is, and of others too."""
    await store.save_person(Person(ANN, NAME, NAME, "argon2 hash", 2, 5, 6))
    await store.save_person(Person(BOB, "Bob", created_at=5, seen_at=6))
    over = Game(store, "over", Header(variant="junior"))
    await over.open(owner=ANN)
    await over.do(Join(ANN, "Annie"))
    await over.do(Leave(ANN))
    await over.do(Join(BOB, "Deleted player"))
    await over.do(Join(ANN, NAME))
    await over.do(Join(CAT, NAME))
    await over.do(Join("bot-1", "Bot", 1))
    await over.do(Start(ANN))
    await over.play(ANN)
    hidden = Game(store, "hidden", Header(variant="memory+junior"))
    await hidden.open(owner=BOB, access="passcode")
    await hidden.do(Join(BOB, "Bob"))
    await hidden.do(Join(ANN, NAME))
    await hidden.do(Start(BOB))
    owned = Game(store, "owned", Header())
    await owned.open(owner=ANN)
    await owned.do(Join(BOB, "Bob"))
    await store.admit("hidden", ANN)
    await store.admit("hidden", BOB)
    await store.add_line(Line("over", 0, ANN, NAME, 50, "Hello, I am new here"))
    await store.add_line(Line("over", 1, BOB, "Bob", 51, "Hello stranger"))
    await store.ban(ANN, "was rude", 60)
    await store.ban(BOB, "too", 61)
    await store.add_notice("person", ANN)
    await store.add_notice("table", "over")
    await count_games(store)
    await store.add_practised([_practised("one", ANN), _practised("two", BOB)])
    await store.add_sprint(Sprint("run", ANN, "super", 2, 60, 70, 5, 1, 0))
    await store.add_sprint(Sprint("ran", BOB, "super", None, 60, 70, 5, 1, 0))
    await store.add_dailies([_daily("one", ANN), _daily("two", BOB)])


def _practised(id: str, player: str) -> Practised:
    return Practised(id, player, "super", "0123456789abcdef", 3, 70, 4000, 1, 2, 2.5)


def _daily(id: str, player: str) -> DailyDone:
    return DailyDone(id, player, "2026-06-15", "basic", 70, 4000, 1, 1, 29_000, True, True)


async def _everything(store: SqlStore) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table."""
    engine = create_async_engine(store.url)
    rows = {}
    async with engine.connect() as connection:
        for name, table in schema.metadata.tables.items():
            found = await connection.execute(select(table))
            rows[name] = [dict(row) for row in found.mappings()]
    await engine.dispose()
    return rows


def _rows_with(everything: dict[str, list[dict[str, Any]]], word: str) -> dict[str, int]:
    """Return in how many rows of each table a word stands, whatever its case."""
    counts = {
        name: sum(word.casefold() in str(row).casefold() for row in rows)
        for name, rows in everything.items()
    }
    return {name: count for name, count in counts.items() if count}


async def test_every_table_with_the_player_is_in_the_export(store: SqlStore) -> None:
    await _live(store)
    everything = await _everything(store)
    found = _rows_with(everything, ANN)
    # A new table of the schema that holds players belongs into the export, and into `_live`.
    assert found == {
        "people": 1,
        "tables": 2,
        "seats": 2,
        "events": 3,
        "lines": 1,
        "admissions": 1,
        "bans": 1,
        "notices": 1,
        "result_seats": 1,
        "ratings": 2,
        "practice": 1,
        "sprints": 1,
        "dailies": 1,
    }
    with_player = {
        name
        for name, table in schema.metadata.tables.items()
        if {"player", "owner", "argument"} & set(table.columns.keys())
    }
    assert with_player <= set(found)
    exported = await store.export(ANN)
    assert exported["person"] == {
        "player": ANN,
        "name": NAME,
        "account": NAME,
        "has_password": True,
        "epoch": 2,
        "created_at": 5,
        "seen_at": 6,
        "public": await store.public_id(ANN),
    }
    (result,) = exported["results"]
    (row,) = (row for row in everything["result_seats"] if row["player"] == ANN)
    assert result["table"] == "over"
    assert json.loads(row["claims"]) == result["claims"]
    assert {key: result[key] for key in ("seat", "score", "rank", "won", "refusals")} == {
        key: row[key] for key in ("seat", "score", "rank", "won", "refusals")
    }
    assert [(rating["variant"], rating["games"]) for rating in exported["ratings"]] == [
        ("", 1),
        ("junior", 1),
    ]
    tables = {table["table"]: table for table in exported["tables"]}
    assert {name for name, table in tables.items() if table["opened_by_me"]} == {"over", "owned"}
    assert {name for name, table in tables.items() if table["seat"] is not None} == {
        "over",
        "hidden",
    }
    for row in everything["tables"]:
        told = tables[row["id"]]
        assert told["access"] == row["access"]
        assert (told["opened_at"], told["ended_at"]) == (row["opened_at"], row["ended_at"])
        assert json.loads(row["header"])["variant"] == told["variant"]
        assert told["options"]["seats"] == 8
        log = [event for event in everything["events"] if event["table_id"] == row["id"]]
        assert len(told["events"]) == len(log)
    assert exported["lines"] == [
        {"table": "over", "seat": 0, "name": NAME, "at": 50, "text": "Hello, I am new here"}
    ]
    assert exported["admissions"] == [{"table": "hidden"}]
    assert exported["bans"] == [{"reason": "was rude", "at": 60}]
    (practised,) = exported["practice"]
    (row,) = (row for row in everything["practice"] if row["player"] == ANN)
    assert practised == {key: value for key, value in row.items() if key != "player"}
    assert [notice["kind"] for notice in exported["notices"]] == ["person"]


async def test_export_is_json_and_tells_games_whole_with_others_by_their_seats(
    store: SqlStore,
) -> None:
    await _live(store)
    exported = json.loads(json.dumps(await store.export(ANN)))
    over = next(table for table in exported["tables"] if table["table"] == "over")
    log = [json.loads(row["body"]) for row in (await _everything(store))["events"]]
    claims = [event for event in log if event["type"] == "claimed"]
    assert over["score"] == len(claims) > 3
    assert [event for event in over["events"] if event["type"] == "claimed"] == claims
    joined = [event for event in over["events"] if event["type"] == "joined"]
    assert {event["player"] for event in joined} == {ANN, "seat-2", "seat-3", "seat-4"}
    text = json.dumps(exported)
    assert BOB not in text
    assert CAT not in text
    assert "argon2 hash" not in text


async def test_export_of_a_game_that_is_on_tells_no_hidden_card_and_no_seed(
    store: SqlStore,
) -> None:
    await _live(store)
    hidden = next(
        table for table in (await store.export(ANN))["tables"] if table["table"] == "hidden"
    )
    dealt = [event for event in hidden["events"] if event["type"] == "dealt"]
    assert dealt
    assert all(laid["card"] is None for event in dealt for laid in event["cards"])
    assert SEED.hex() not in json.dumps(hidden)


async def test_export_of_who_is_not_stored_holds_nothing(store: SqlStore) -> None:
    await _live(store)
    exported = await store.export("nobody")
    assert exported.pop("person") == {"player": "nobody"}
    assert not any(exported.values())


async def test_erased_person_is_nowhere(store: SqlStore) -> None:
    await _live(store)
    before = await _everything(store)
    await store.erase(ANN, "Deleted player")
    after = await _everything(store)
    assert _rows_with(after, ANN) == {}
    # Cat is called like Ann by her own wish: that row is hers.
    others = [json.loads(row["body"]) for row in after["events"] if NAME in row["body"]]
    assert [event["player"] for event in others] == [CAT]
    assert _rows_with({**after, "events": []}, NAME) == {}
    for table in (
        "people",
        "seats",
        "lines",
        "admissions",
        "bans",
        "notices",
        "ratings",
        "practice",
        "dailies",
    ):
        assert after[table] == [row for row in before[table] if ANN not in str(row)]
    anonymous = [row | {"player": None} for row in before["result_seats"] if row["player"] == ANN]
    others = [row for row in before["result_seats"] if row["player"] != ANN]
    assert len(anonymous) == 1
    by_seat = itemgetter("table_id", "seat")
    assert sorted(after["result_seats"], key=by_seat) == sorted(anonymous + others, key=by_seat)
    assert (await store.export(ANN)).pop("person") == {"player": ANN}


async def test_records_of_an_erased_person_are_fair_as_before(store: SqlStore) -> None:
    await _live(store)
    header, before = Header(variant="junior"), await store.events("over")
    assert isinstance(before[-1], Ended)
    assert verify(Record(header, tuple(before))).fair
    await store.erase(ANN, "Deleted player")
    after = await store.events("over")
    verdict = verify(Record(header, tuple(after)))
    assert verdict.fair, verdict
    own = [event for event in after if isinstance(event, Joined) and event.seat == 0]
    # Bob is called so by his own wish.
    assert {event.name for event in own} == {"Deleted player 2"}
    assert len({event.player for event in own}) == 1
    for one, other in zip(before, after, strict=True):
        assert one == other or isinstance(other, Joined)


async def test_ids_of_an_erased_person_do_not_tell_that_two_games_were_theirs(
    store: SqlStore,
) -> None:
    await _live(store)
    await store.erase(ANN, "Deleted player")
    ids = {
        event.player
        for table in ("over", "hidden")
        for event in await store.events(table)
        if isinstance(event, Joined) and event.name.startswith("Deleted player")
    }
    assert len(ids - {BOB}) == 2


async def test_game_that_is_on_goes_on_without_an_erased_person(store: SqlStore) -> None:
    await _live(store)
    events = await store.events("hidden")
    state = _replay(Header(variant="memory+junior"), events)
    left = decide(state, Leave(ANN), state.at + 1)
    await store.append("hidden", left)
    await store.erase(ANN, "Deleted player")
    state = _replay(Header(variant="memory+junior"), await store.events("hidden"))
    assert state.find_seat(ANN) is None
    assert [seat.name for seat in state.seats] == ["Bob", "Deleted player"]
    assert [seat.present for seat in state.seats] == [True, False]


def _replay(header: Header, events: list[Event]) -> State:
    state = State(header, SEED)
    for event in events:
        state = evolve(state, event)
    return state


async def test_erasing_who_is_not_stored_changes_nothing(store: SqlStore) -> None:
    await _live(store)
    before = await _everything(store)
    await store.erase("nobody", "Deleted player")
    assert await _everything(store) == before


async def test_erased_person_is_not_in_the_file_either(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    await store.open()
    await store.save_person(Person(ANN, NAME, NAME, "argon2 hash", 2, 5, 6))
    game = Game(store, "t", Header())
    await game.open(owner=ANN)
    await game.do(Join(ANN, NAME))
    for number in range(200):
        await store.add_line(Line("t", 0, ANN, NAME, number, "Hello, I am new here"))
    await store.close()
    words = (ANN.encode(), NAME.encode(), b"I am new here")
    assert all(word in (tmp_path / "club.db").read_bytes() for word in words)
    await store.open()
    await store.erase(ANN, "Deleted player")
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not any(word in left for word in words)
    await store.close()
