"""Hashes of passwords and passcodes."""

from __future__ import annotations

import asyncio
import time

import pytest
from argon2 import PasswordHasher

from thirdcard.errors import OptionError
from thirdcard.server.passwords import Passwords


async def test_right_password_is_right_and_no_other() -> None:
    passwords = Passwords()
    hashed = await passwords.hash_password("correct horse")
    assert hashed.startswith("$argon2id$")
    assert "correct" not in hashed
    assert await passwords.is_right("correct horse", hashed)
    for wrong in ("correct hors", "Correct horse", "", "x" * 5000):
        assert not await passwords.is_right(wrong, hashed)


async def test_same_password_has_other_hashes() -> None:
    passwords = Passwords()
    assert await passwords.hash_password("correct horse") != await passwords.hash_password(
        "correct horse"
    )


async def test_letters_count_as_they_are_read() -> None:
    passwords = Passwords()
    hashed = await passwords.hash_password("pässwörter")
    assert await passwords.is_right(
        "pa\N{COMBINING DIAERESIS}sswo\N{COMBINING DIAERESIS}rter", hashed
    )


@pytest.mark.parametrize("password", ["1234567", "", "x" * 201])
async def test_password_of_another_length_is_refused(password: str) -> None:
    with pytest.raises(OptionError, match=r"^A password has 8 to 200 characters"):
        await Passwords().hash_password(password)


@pytest.mark.parametrize("passcode", ["", "x" * 65])
async def test_passcode_of_another_length_is_refused(passcode: str) -> None:
    with pytest.raises(OptionError, match=r"^A passcode has 1 to 64 characters"):
        await Passwords().hash_passcode(passcode)


async def test_nobodys_password_is_never_right_and_takes_as_long() -> None:
    passwords = Passwords()
    hashed = await passwords.hash_password("correct horse")
    assert not await passwords.is_right("nobody's password", None)

    async def least_time(known: str | None) -> float:
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            await passwords.is_right("a wrong one", known)
            times.append(time.perf_counter() - begun)
        return min(times)

    known, unknown = await least_time(hashed), await least_time(None)
    assert unknown > known / 3


async def test_what_is_no_hash_is_no_password() -> None:
    assert not await Passwords().is_right("correct horse", "correct horse")


async def test_loop_goes_on_while_hashes_are_made() -> None:
    passwords = Passwords()
    hashing = asyncio.gather(*(passwords.hash_password("correct horse") for _ in range(4)))
    turns = 0
    while not hashing.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10


async def test_hash_of_another_cost_is_dated() -> None:
    passwords = Passwords()
    weak = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1).hash("correct horse")
    assert await passwords.is_right("correct horse", weak)
    assert passwords.is_dated(weak)
    assert not passwords.is_dated(await passwords.hash_password("correct horse"))
