"""What every store does for people, chat and order; each database passes the same tests."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from thirdcard.errors import ConflictError
from thirdcard.game.events import Ended, Event, Header, Joined, Opened
from thirdcard.game.machine import open_table
from thirdcard.server.store.base import Ban, Line, Person, Store, StoredTable
from thirdcard.server.store.rows import fold_name
from thirdcard.server.store.sql import SqlStore

SEED = bytes(range(32))


async def _open(store: Store, table: str, at: int = 7, **values: str) -> Opened:
    header = Header()
    opened = open_table(header, SEED, at)[1]
    await store.create(StoredTable(table, header, SEED, opened_at=at, **values), [opened])  # type: ignore[arg-type]
    return opened


def _joined(seq: int, seat: int, player: str, name: str, bot: int | None = None) -> Event:
    return Joined(seq=seq, at=seq, seat=seat, player=player, name=name, bot=bot)


async def test_table_is_read_with_its_access(store: Store) -> None:
    opened = open_table(Header(), SEED, 7)[1]
    stored = StoredTable("t", Header(), SEED, None, "passcode", "a hash", "ann", 7)
    await store.create(stored, [opened])
    assert await store.find("t") == stored
    await _open(store, "u")
    other = await store.find("u")
    assert other
    assert (other.access, other.passcode, other.owner) == ("link", None, None)


async def test_lines_are_read_oldest_first_and_the_last_of_them(store: Store) -> None:
    await _open(store, "t")
    await _open(store, "u")
    said = [Line("t", 0, "ann", "Ann", 10 - n, f"line {n} <b>'\"ü") for n in range(5)]
    for line in said:
        await store.add_line(line)
    await store.add_line(Line("u", 1, "bob", "Bob", 1, "elsewhere"))
    assert await store.lines("t") == said
    assert await store.lines("t", 2) == said[3:]
    assert await store.lines("nowhere") == []


async def test_admission_is_to_one_table_for_one_player(store: Store) -> None:
    await _open(store, "t")
    await _open(store, "u")
    await store.admit("t", "ann")
    await store.admit("t", "ann")
    assert await store.is_admitted("t", "ann")
    assert not await store.is_admitted("u", "ann")
    assert not await store.is_admitted("t", "bob")


async def test_person_is_stored_and_changed(store: Store) -> None:
    assert await store.find_person("ann") is None
    person = Person("ann", "Amber Otter", created_at=5, seen_at=6)
    await store.save_person(person)
    assert await store.find_person("ann") == person
    changed = replace(person, name="Änne", account="Änne", password="hash", epoch=3, seen_at=9)
    await store.save_person(changed)
    assert await store.find_person("ann") == changed
    for written in ("Änne", "änne", "ÄNNE", "A\N{COMBINING DIAERESIS}nne"):
        assert await store.find_account(written) == changed
        assert await store.is_named(written)
    assert await store.find_account("Amber Otter") is None
    assert not await store.is_named("Amber Otter")


async def test_guests_share_names_and_accounts_do_not(store: Store) -> None:
    await store.save_person(Person("ann", "Ann", "Ann", "hash"))
    await store.save_person(Person("bob", "ANN"))
    with pytest.raises(ConflictError):
        await store.save_person(Person("bob", "ANN", "ANN", "hash"))
    assert await store.find_person("bob") == Person("bob", "ANN")
    taken = [store.save_person(Person(p, "Cat", "Cat", "hash")) for p in ("one", "two")]
    results = await asyncio.gather(*taken, return_exceptions=True)
    assert sorted(isinstance(result, ConflictError) for result in results) == [False, True]


async def test_people_are_listed_as_they_were_seen(store: Store) -> None:
    for player, seen in (("ann", 5), ("bob", 9), ("cat", 7)):
        await store.save_person(Person(player, player, seen_at=seen))
    assert [person.player for person in await store.people()] == ["bob", "cat", "ann"]
    assert [person.player for person in await store.people(1)] == ["bob"]


def test_names_are_compared_whatever_their_case() -> None:
    assert fold_name("STRASSE") == fold_name("straße")
    assert fold_name("\N{FULLWIDTH LATIN CAPITAL LETTER A}nn") == fold_name("ANN")
    assert fold_name("Ann") != fold_name("Anna")


async def test_tables_of_a_person_come_with_the_log(store: Store) -> None:
    for at, table in enumerate(("t", "u", "v"), 10):
        await _open(store, table, at)
    await store.append("t", [_joined(2, 0, "ann", "Ann"), _joined(3, 1, "bot-1", "Bot", bot=2)])
    await store.append("u", [_joined(2, 0, "ann", "Ann"), _joined(3, 0, "ann", "Ann")])
    await store.append("u", [_joined(4, 0, "ann", "Ann again")])
    assert await store.tables_of("ann", open_only=True) == ["u", "t"]
    assert await store.tables_of("bot-1", open_only=False) == []
    await store.append("u", [Ended(seq=5, at=9, reason="finished", seed=SEED.hex())])
    assert await store.tables_of("ann", open_only=True) == ["t"]
    assert await store.tables_of("ann", open_only=False) == ["u", "t"]
    assert await store.tables() == await store.open_tables() == ["t", "v"]
    assert await store.tables(open_only=False) == ["t", "u", "v"]


async def test_seat_is_not_stored_where_its_event_is_not(store: Store) -> None:
    await _open(store, "t")
    with pytest.raises(ConflictError):
        await store.append("t", [_joined(1, 0, "ann", "Ann")])
    assert await store.tables_of("ann", open_only=False) == []


async def test_banned_are_kept_out_until_they_are_let_in(store: Store) -> None:
    await store.ban("ann", "rude", 5)
    await store.ban("bob", "spam", 7)
    await store.ban("ann", "rude again", 6)
    assert await store.is_banned("ann")
    assert await store.bans() == [Ban("bob", "spam", 7), Ban("ann", "rude again", 6)]
    await store.unban("ann")
    await store.unban("ann")
    assert not await store.is_banned("ann")
    assert await store.is_banned("bob")


async def test_notices_are_read_once_each_and_in_order(url: str) -> None:
    stores = [SqlStore(url), SqlStore(url)]
    for store in stores:
        await store.open()
    await asyncio.gather(*(s.add_notice("table", f"t{n}") for n in range(10) for s in stores))
    first = await stores[0].notices(0)
    assert sorted(notice.argument for notice in first) == sorted(f"t{n // 2}" for n in range(20))
    assert [notice.id for notice in first] == sorted({notice.id for notice in first})
    await stores[1].add_notice("person", "ann")
    later = await stores[0].notices(first[-1].id)
    assert [(notice.kind, notice.argument) for notice in later] == [("person", "ann")]
    assert await stores[0].notices(later[-1].id) == []
    for store in stores:
        await store.close()
