"""What people are called, and their accounts.

A guest is called by two words that follow from the id, so nothing is stored of who only looks; a
guest who sits down, or chooses a name, is remembered.  An account is a guest with a password: it
keeps the id, and with it the history.  Its name is its owner's at every table of the club, in
whatever case it is written.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from hashlib import sha256
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from thirdcard.errors import ConflictError, OptionError, Refusal
from thirdcard.game.machine import MAX_NAME
from thirdcard.phrases import Phrase, phrase
from thirdcard.server.guest_names import GuestBook, iter_guest_names
from thirdcard.server.limits import Limit
from thirdcard.server.passwords import Passwords
from thirdcard.server.store.base import Person, Store
from thirdcard.server.store.rows import fold_name

__all__ = ["MIN_ACCOUNT_NAME", "People", "WrongPasswordError", "clean_name", "digest_of"]

MIN_ACCOUNT_NAME: Final = 2
"""Shortest name of an account, in characters."""

_DELETED: Final = "Deleted player"
_REMEMBERED = 10_000
_SEEN_EVERY_MS = 3_600_000

T = TypeVar("T")


class WrongPasswordError(Refusal):
    """A password, or the name that it goes with, is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__("locked_out", message)


def clean_name(name: str) -> str:
    """Return a name as it is shown: without what cannot be seen, and with single spaces.

    >>> clean_name("  Ann   of Cork ")
    'Ann of Cork'
    """
    visible = "".join(c for c in unicodedata.normalize("NFC", name) if c.isprintable())
    return " ".join(visible.split())


def digest_of(player: str) -> str:
    """Return what stands for an id that must not be kept: none can be found that leads to it."""
    return sha256(player.encode()).hexdigest()


class People:
    """The guests of a club, and the holders of its accounts.

    Args:
        store: the open store.
        now: the time in milliseconds since 1970.

    Attributes:
        passwords: makes and checks hashes, of passcodes too.
        tries_by_account: how often a password may be wrong for one account.
        tries_by_address: how often it may be wrong from one address.
        new_accounts: how many accounts may come from one address.
    """

    def __init__(
        self, store: Store, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self.passwords = Passwords()
        self._store = store
        self._now = now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._guests = GuestBook(_REMEMBERED)
        self._erased: OrderedDict[str, None] = OrderedDict()
        self.tries_by_account = Limit(burst=10, seconds=30)
        self.tries_by_address = Limit(burst=40, seconds=10)
        self.new_accounts = Limit(burst=60, seconds=20)

    # -- who is who ---------------------------------------------------------------------------

    async def find(self, player: str) -> Person:
        """Return a person; of a guest who is not stored, what would be."""
        person = await self._store.find_person(player)
        if person is not None:
            return person
        name, now = await self._guest_name(player), self._now()
        return Person(player, name, created_at=now, seen_at=now)

    async def is_current(self, player: str, epoch: int) -> bool:
        """Tell whether a session that was begun in an epoch still is the player's."""
        person = await self._store.find_person(player)
        return not self._is_erased(player) and epoch == (person.epoch if person else 0)

    async def greet(self, player: str) -> Person:
        """Return a person who is there now."""
        person, now = await self.find(player), self._now()
        if person.seen_at + _SEEN_EVERY_MS <= now:
            await self._store.mark_seen(player, now)
        return person

    def _lock(self, player: str) -> asyncio.Lock:
        """Return the lock under which a person is read and stored anew."""
        return self._locks.setdefault(player, asyncio.Lock())

    @asynccontextmanager
    async def kept(self, player: str) -> AsyncIterator[None]:
        """Keep a person from being erased while something with their id or name is stored.

        Raises:
            Refusal: they were erased before.
        """
        async with self._lock(player):
            self._require_there(player)
            yield

    # -- names --------------------------------------------------------------------------------

    async def name_of(self, player: str) -> str:
        """Return what a player is called."""
        return (await self.find(player)).name

    async def _guest_name(self, player: str) -> str:
        """Return a name that nobody else has, the same as before where that is remembered."""
        while (known := self._guests.find(player)) is None:
            for name in iter_guest_names(player):
                if not self._guests.has(name) and not await self._store.is_named(name):
                    break
            # While the store was asked, another may have been given it.
            if not self._guests.has(name) and self._guests.find(player) is None:
                self._guests.enter(player, name)
        return known

    async def sit_down(self, player: str, wish: str, sit: Callable[[str], Awaitable[T]]) -> T:
        """Let a player sit down under a name, see `name_for_seat`; return what `sit` does.

        Who is about to sit down is not erased before that is done.
        """
        async with self.kept(player):
            return await sit(await self._choose_name(player, wish))

    async def name_for_seat(self, player: str, wish: str) -> str:
        """Return the name that a player sits down with, and remember it.

        That is the wish of a guest, and the name of who has an account.

        Raises:
            Refusal: the name is none, or belongs to another's account.
        """
        async with self.kept(player):
            return await self._choose_name(player, wish)

    async def _choose_name(self, player: str, wish: str) -> str:
        name = clean_name(wish)
        if not 1 <= len(name) <= MAX_NAME:
            raise Refusal("malformed", _wrong_name(1))
        person = await self._store.find_person(player)
        if person is not None and person.account is not None:
            return person.name
        owner = await self._store.find_account(name)
        if owner is not None:
            raise Refusal(
                "malformed",
                _name_taken(owner.account),
                {"name": owner.account},
            )
        now = self._now()
        if person is None:
            await self._save(Person(player, name, created_at=now, seen_at=now))
        elif person.name != name:
            await self._save(replace(person, name=name, seen_at=now))
        return name

    async def rename(self, player: str, name: str) -> Person:
        """Give a person another name, and the account with it.

        Raises:
            OptionError: the name is none.
            ConflictError: it belongs to another's account.
        """
        name = clean_name(name)
        async with self._lock(player):
            person = await self.find(player)
            least = 1 if person.account is None else MIN_ACCOUNT_NAME
            _require_name(name, least)
            owner = await self._store.find_account(name)
            if owner is not None and owner.player != player:
                raise _taken(name)
            account = None if person.account is None else name
            try:
                return await self._save(
                    replace(person, name=name, account=account, seen_at=self._now())
                )
            except ConflictError:
                raise _taken(name) from None

    async def _save(self, person: Person) -> Person:
        self._require_there(person.player)
        await self._store.save_person(person)
        self._guests.remove(person.player)
        return person

    def _require_there(self, player: str) -> None:
        if self._is_erased(player):
            raise Refusal(
                "locked_out", phrase("All that was stored of you is deleted: load the page anew.")
            )

    # -- accounts -----------------------------------------------------------------------------

    async def make_account(self, player: str, name: str, password: str, address: str) -> Person:
        """Turn a guest into the holder of an account.

        Raises:
            OptionError: the name or the password is none.
            ConflictError: the name is taken, or the player has an account.
            TooManyError: too many accounts come from the address.
        """
        name = clean_name(name)
        _require_name(name, MIN_ACCOUNT_NAME)
        if await self._store.find_account(name):
            raise _taken(name)
        self.new_accounts.take(address)
        hashed = await self.passwords.hash_password(password)
        async with self._lock(player):
            person = await self.find(player)
            if person.account is not None:
                raise ConflictError(
                    phrase("You have the account {name} already.", name=person.account)
                )
            try:
                # Sessions of the guest are over, so none outlives the account.
                return await self._save(
                    replace(
                        person,
                        name=name,
                        account=name,
                        password=hashed,
                        epoch=person.epoch + 1,
                        seen_at=self._now(),
                    )
                )
            except ConflictError:
                raise _taken(name) from None

    async def log_in(self, name: str, password: str, address: str) -> Person:
        """Return who has an account.

        Raises:
            WrongPasswordError: there is no such account, or the password is another.
            TooManyError: it went wrong too often.
            Refusal: an administrator keeps the person out.
        """
        person = await self._store.find_account(clean_name(name))
        hashed = person.password if person else None
        if not await self._try_password(fold_name(clean_name(name)), password, hashed, address):
            raise WrongPasswordError(phrase("The name or the password is wrong."))
        assert person is not None
        if await self._store.is_banned(person.player):
            raise Refusal("locked_out", phrase("An administrator has closed this account."))
        if person.password and self.passwords.is_dated(person.password):
            await self._strengthen(person.player, password)
        return await self.greet(person.player)

    async def _strengthen(self, player: str, password: str) -> None:
        hashed = await self.passwords.hash_password(password)
        async with self._lock(player):
            await self._save(replace(await self.find(player), password=hashed))

    async def change_password(self, player: str, old: str, new: str, address: str) -> Person:
        """Give an account another password; all its other sessions are over.

        Raises:
            WrongPasswordError: the old one is another.
            ConflictError: the player has no account.
            OptionError: the new one is too short or too long.
            TooManyError: it went wrong too often.
        """
        person = await self.find(player)
        if person.account is None:
            raise ConflictError(phrase("You have no account, so no password."))
        await self.require_password(player, old, address)
        hashed = await self.passwords.hash_password(new)
        async with self._lock(player):
            person = await self.find(player)
            return await self._save(replace(person, password=hashed, epoch=person.epoch + 1))

    async def require_password(self, player: str, password: str | None, address: str) -> None:
        """Make sure that it is a person themself, who gives the password of their account.

        Raises:
            WrongPasswordError: it is another; of a guest none is asked.
            TooManyError: it went wrong too often.
        """
        person = await self.find(player)
        if person.account is None:
            return
        key = fold_name(person.account)
        if not await self._try_password(key, password or "", person.password, address):
            raise WrongPasswordError(phrase("The password is wrong."))

    async def _try_password(
        self, account: str, password: str, hashed: str | None, address: str
    ) -> bool:
        """Tell whether a password is right; only failures count against the limits."""
        self.tries_by_address.take(address)
        self.tries_by_account.take(account)
        is_right = await self.passwords.is_right(password, hashed)
        if is_right:
            self.tries_by_address.give_back(address)
            self.tries_by_account.give_back(account)
        return is_right

    # -- the end ------------------------------------------------------------------------------

    async def erase(
        self, player: str, forget: Callable[[str, Callable[[], Awaitable[None]]], Awaitable[None]]
    ) -> None:
        """Remove all that is stored of a person.

        Args:
            player: the id, which is nobody's from now on.
            forget: takes the person from the tables that are live, and rewrites the store while
                nothing happens there.
        """
        async with self._lock(player):
            self.hear_of_erased(digest_of(player))
            self._guests.remove(player)
        await forget(player, lambda: self._store.erase(player, _DELETED))

    def hear_of_erased(self, digest: str) -> None:
        """Remember that an id is nobody's any more, by its digest."""
        self._erased[digest] = None
        if len(self._erased) > _REMEMBERED:
            self._erased.popitem(last=False)

    def _is_erased(self, player: str) -> bool:
        return digest_of(player) in self._erased


def _require_name(name: str, least: int) -> None:
    if not least <= len(name) <= MAX_NAME:
        raise OptionError(_wrong_name(least))


def _taken(name: str) -> ConflictError:
    return ConflictError(_name_taken(name))


def _name_taken(name: str | None) -> Phrase:
    return phrase("The name {name} belongs to an account: log in, or choose another.", name=name)


def _wrong_name(least: int) -> Phrase:
    return phrase("A name has {least} to {most} visible characters.", least=least, most=MAX_NAME)
