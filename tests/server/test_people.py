"""What people are called, and their accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from tests.services import fresh_database
from thirdcard.errors import ConflictError, OptionError, Refusal
from thirdcard.game.machine import MAX_NAME
from thirdcard.server.guest_names import GuestBook, iter_guest_names
from thirdcard.server.limits import TooManyError
from thirdcard.server.passwords import Passwords
from thirdcard.server.people import People, WrongPasswordError, clean_name, digest_of
from thirdcard.server.store.base import Person, Store
from thirdcard.server.store.sql import SqlStore

HOME = "192.0.2.1"
PASSWORD = "correct horse"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_database("sqlite", tmp_path / "club.db")


@pytest.fixture
def people(store: Store) -> People:
    return People(store, lambda: 1_000_000)


# -- guests -------------------------------------------------------------------------------------


async def test_guest_is_called_by_two_words_and_always_the_same(
    store: Store, people: People
) -> None:
    name = await people.name_of("ann")
    assert len(name.split()) == 2
    assert await people.name_of("ann") == name
    assert await People(store).name_of("ann") == name


async def test_who_only_looks_is_not_stored(store: Store, people: People) -> None:
    await people.greet("ann")
    assert await store.find_person("ann") is None


async def test_guests_have_different_names(store: Store, people: People) -> None:
    names = await asyncio.gather(*(people.name_of(f"player {n}") for n in range(500)))
    assert len(set(names)) == 500
    assert max(map(len, names)) <= MAX_NAME
    first = next(iter_guest_names("ann"))
    await store.save_person(Person("bob", first.upper()))
    assert await people.name_of("ann") != first


def test_names_never_run_out() -> None:
    names = list(islice(iter_guest_names("ann"), 500))
    assert len(set(names)) > 450
    assert max(map(len, names)) <= MAX_NAME


def test_guest_book_forgets_who_was_there_longest_ago() -> None:
    book = GuestBook(2)
    book.enter("ann", "Amber Otter")
    book.enter("bob", "Azure Adder")
    assert book.find("ann") == "Amber Otter"
    book.enter("cat", "Bold Bear")
    assert book.find("bob") is None
    assert [book.has(name) for name in ("Amber Otter", "Azure Adder", "Bold Bear")] == [
        True,
        False,
        True,
    ]
    book.enter("ann", "Azure Adder")
    assert not book.has("Amber Otter")
    book.remove("ann")
    book.remove("nobody")
    assert not book.has("Azure Adder")


async def test_sitting_down_again_writes_nothing(store: Store) -> None:
    class Watched(SqlStore):
        saved = 0

        async def save_person(self, person: Person) -> None:
            self.saved += 1
            await super().save_person(person)

    assert isinstance(store, SqlStore)
    watched = Watched(store.url.render_as_string())
    await watched.open()
    people = People(watched)
    for _ in range(5):
        await people.name_for_seat("ann", "Ann")
    assert watched.saved == 1
    await watched.close()


async def test_names_are_still_different_when_all_ask_at_once(people: People) -> None:
    asked = [people.name_of(f"player {n % 40}") for n in range(200)]
    names = await asyncio.gather(*asked)
    assert len(set(names)) == 40


async def test_guest_sits_down_under_a_name_and_keeps_it(store: Store, people: People) -> None:
    assert await people.name_for_seat("ann", "  Ann \t of   Cork ") == "Ann of Cork"
    assert await store.find_person("ann") == Person(
        "ann", "Ann of Cork", created_at=1_000_000, seen_at=1_000_000
    )
    assert await people.name_of("ann") == "Ann of Cork"


@pytest.mark.parametrize("wish", ["", "   ", "\u200b", "x" * (MAX_NAME + 1)])
async def test_name_that_is_none_is_refused(store: Store, people: People, wish: str) -> None:
    with pytest.raises(Refusal, match="1 to 24 visible characters") as caught:
        await people.name_for_seat("ann", wish)
    assert caught.value.code == "malformed"
    with pytest.raises(OptionError, match="1 to 24 visible characters"):
        await people.rename("ann", wish)
    assert await store.find_person("ann") is None


def test_name_is_shown_without_what_cannot_be_seen() -> None:
    assert clean_name("A\u202enn\x00") == "Ann"
    assert clean_name("A\N{COMBINING DIAERESIS}nne") == "Änne"


async def test_guests_may_share_a_name(people: People) -> None:
    await people.rename("ann", "Ann")
    assert (await people.rename("bob", "ann")).name == "ann"


async def test_time_of_the_last_visit_is_remembered_now_and_then(store: Store) -> None:
    time = 1_000_000
    people = People(store, lambda: time)
    await people.rename("ann", "Ann")
    for passed, remembered in ((3_599_999, 1_000_000), (1, 4_600_000)):
        time += passed
        await people.greet("ann")
        person = await store.find_person("ann")
        assert person
        assert person.seen_at == remembered


# -- accounts -----------------------------------------------------------------------------------


async def test_account_keeps_the_id_and_reserves_the_name(store: Store, people: People) -> None:
    await people.name_for_seat("ann", "Somebody")
    person = await people.make_account("ann", "Änn", PASSWORD, HOME)
    assert (person.player, person.name, person.account, person.epoch) == ("ann", "Änn", "Änn", 1)
    assert person.password
    assert PASSWORD not in person.password
    assert await store.find_person("ann") == person
    with pytest.raises(Refusal, match="The name Änn belongs to an account") as caught:
        await people.name_for_seat("bob", "äNN")
    assert caught.value.code == "malformed"
    with pytest.raises(ConflictError, match="belongs to an account"):
        await people.rename("bob", "ÄNN")
    with pytest.raises(ConflictError, match="belongs to an account"):
        await people.make_account("bob", "ann".replace("a", "ä"), PASSWORD, HOME)
    assert await store.find_person("bob") is None
    # Whatever a page remembers, the name at the table is the account's.
    assert await people.name_for_seat("ann", "Somebody") == "Änn"


async def test_of_two_who_want_a_name_at_once_one_has_it(people: People) -> None:
    made = [people.make_account(player, "Ann", PASSWORD, HOME) for player in ("ann", "bob")]
    results = await asyncio.gather(*made, return_exceptions=True)
    assert sorted(isinstance(result, ConflictError) for result in results) == [False, True]


async def test_account_is_renamed_with_its_holder(store: Store, people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    assert (await people.rename("ann", "ANN")).account == "ANN"
    assert (await people.rename("ann", "Anna")).name == "Anna"
    assert (await people.log_in("anna", PASSWORD, HOME)).player == "ann"
    with pytest.raises(WrongPasswordError):
        await people.log_in("Ann", PASSWORD, HOME)
    with pytest.raises(OptionError, match="2 to 24"):
        await people.rename("ann", "A")
    assert await people.name_for_seat("bob", "Ann") == "Ann"


async def test_nobody_has_two_accounts(people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    with pytest.raises(ConflictError, match="You have the account Ann already"):
        await people.make_account("ann", "Other", PASSWORD, HOME)


@pytest.mark.parametrize(
    ("name", "password", "told"),
    [("A", PASSWORD, "A name has 2 to 24"), ("Ann", "short", "A password has 8 to 200")],
)
async def test_account_that_cannot_be_is_refused(
    store: Store, people: People, name: str, password: str, told: str
) -> None:
    with pytest.raises(OptionError, match=told):
        await people.make_account("ann", name, password, HOME)
    assert await store.find_person("ann") is None


async def test_log_in_takes_the_name_in_any_case_and_the_password_in_one(people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    assert (await people.log_in(" aNN ", PASSWORD, HOME)).player == "ann"
    told = set()
    for name, password in (("Ann", PASSWORD.upper()), ("Bob", PASSWORD), ("", "")):
        with pytest.raises(WrongPasswordError) as caught:
            await people.log_in(name, password, HOME)
        told.add(str(caught.value))
    # What is told does not tell whether there is such an account.
    assert len(told) == 1


async def test_guests_name_is_no_account_to_log_in_to(people: People) -> None:
    await people.rename("ann", "Ann")
    with pytest.raises(WrongPasswordError):
        await people.log_in("Ann", "", HOME)


async def test_banned_cannot_log_in(store: Store, people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    await store.ban("ann", "rude", 5)
    with pytest.raises(Refusal, match="An administrator has closed this account"):
        await people.log_in("Ann", PASSWORD, HOME)


async def test_guessing_is_stopped_for_the_account_from_wherever_it_comes(people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    for number in range(10):
        with pytest.raises(WrongPasswordError):
            await people.log_in("aNN", "a wrong one", f"192.0.2.{number}")
    with pytest.raises(TooManyError):
        await people.log_in("Ann", PASSWORD, "192.0.2.99")


async def test_guessing_is_stopped_for_the_address_whatever_the_account(people: People) -> None:
    people.passwords = _NoPasswords()
    for number in range(40):
        with pytest.raises(WrongPasswordError):
            await people.log_in(f"name {number}", "a wrong one", HOME)
    with pytest.raises(TooManyError):
        await people.log_in("another name", "a wrong one", HOME)
    with pytest.raises(WrongPasswordError):
        await people.log_in("another name", "a wrong one", "192.0.2.2")


class _NoPasswords(Passwords):
    """Stands for hashes that no password is right for, and takes no time."""

    async def is_right(self, word: str, hashed: str | None) -> bool:
        return False


async def test_who_logs_in_often_is_not_stopped(people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    for _ in range(12):
        await people.log_in("Ann", PASSWORD, HOME)


async def test_weak_hash_is_made_anew_at_log_in(store: Store, people: People) -> None:
    weak = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1).hash(PASSWORD)
    await store.save_person(Person("ann", "Ann", "Ann", weak, 3))
    await people.log_in("Ann", PASSWORD, HOME)
    person = await store.find_person("ann")
    assert person
    assert person.password
    assert person.epoch == 3
    assert not people.passwords.is_dated(person.password)
    assert await people.passwords.is_right(PASSWORD, person.password)


# -- sessions -----------------------------------------------------------------------------------


async def test_sessions_end_with_the_password_and_with_being_a_guest(people: People) -> None:
    assert await people.is_current("ann", 0)
    assert not await people.is_current("ann", 1)
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    assert not await people.is_current("ann", 0)
    assert await people.is_current("ann", 1)
    person = await people.change_password("ann", PASSWORD, "another one", HOME)
    assert person.epoch == 2
    assert [await people.is_current("ann", epoch) for epoch in (0, 1, 2)] == [False, False, True]
    assert (await people.log_in("Ann", "another one", HOME)).epoch == 2
    with pytest.raises(WrongPasswordError):
        await people.log_in("Ann", PASSWORD, HOME)


async def test_password_is_changed_by_who_knows_it(people: People) -> None:
    with pytest.raises(ConflictError, match="no account"):
        await people.change_password("ann", PASSWORD, "another one", HOME)
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    with pytest.raises(WrongPasswordError):
        await people.change_password("ann", "a wrong one", "another one", HOME)
    with pytest.raises(OptionError, match="A password has"):
        await people.change_password("ann", PASSWORD, "short", HOME)
    assert await people.is_current("ann", 1)
    assert (await people.log_in("Ann", PASSWORD, HOME)).player == "ann"


async def test_password_is_asked_of_accounts_only(people: People) -> None:
    await people.require_password("bob", None, HOME)
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    for wrong in (None, "", "a wrong one"):
        with pytest.raises(WrongPasswordError):
            await people.require_password("ann", wrong, HOME)
    await people.require_password("ann", PASSWORD, HOME)


# -- the end ------------------------------------------------------------------------------------


async def _forget(_player: str, rewrite: Callable[[], Awaitable[None]]) -> None:
    await rewrite()


async def test_erased_person_is_nobody_and_does_not_come_back(store: Store, people: People) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    await people.rename("bob", "Bob")
    for player in ("ann", "bob"):
        await people.erase(player, _forget)
        assert await store.find_person(player) is None
        assert not any([await people.is_current(player, epoch) for epoch in range(3)])
        # A request that was on its way stores nothing.
        with pytest.raises(Refusal, match="deleted"):
            await people.name_for_seat(player, "Ann")
        with pytest.raises(Refusal, match="deleted"):
            await people.rename(player, "Ann")
        assert await store.find_person(player) is None
    assert (await people.make_account("cat", "Ann", PASSWORD, HOME)).account == "Ann"


async def test_sessions_of_an_erased_account_are_over_in_every_process(
    store: Store, people: People
) -> None:
    await people.make_account("ann", "Ann", PASSWORD, HOME)
    await people.erase("ann", _forget)
    assert not await People(store).is_current("ann", 1)


async def test_nobody_is_erased_while_sitting_down(store: Store, people: People) -> None:
    happened: list[str] = []

    async def sit(name: str) -> str:
        await asyncio.sleep(0.05)
        happened.append("sat down")
        return name

    async def forget(_player: str, rewrite: Callable[[], Awaitable[None]]) -> None:
        happened.append("forgotten")
        await rewrite()

    sitting = asyncio.create_task(people.sit_down("ann", "Ann", sit))
    await asyncio.sleep(0.02)
    await people.erase("ann", forget)
    assert await sitting == "Ann"
    assert happened == ["sat down", "forgotten"]
    assert await store.find_person("ann") is None
    with pytest.raises(Refusal, match="deleted"):
        await people.sit_down("ann", "Ann", sit)
    with pytest.raises(Refusal, match="deleted"):
        async with people.kept("ann"):
            raise AssertionError("she is no more")
    assert happened == ["sat down", "forgotten"]


async def test_who_was_erased_elsewhere_is_nobody_here(people: People) -> None:
    assert await people.is_current("ann", 0)
    people.hear_of_erased(digest_of("ann"))
    assert not await people.is_current("ann", 0)
    assert await people.is_current("bob", 0)
