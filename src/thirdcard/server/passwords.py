"""Hashes of passwords and passcodes, made beside the event loop and few at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase

__all__ = ["MAX_PASSCODE", "MAX_PASSWORD", "MIN_PASSWORD", "Passwords"]

MIN_PASSWORD: Final = 8
"""Shortest password, in characters."""
MAX_PASSWORD: Final = 200
"""Longest password, in characters."""
MAX_PASSCODE: Final = 64
"""Longest passcode of a table, in characters."""

# What OWASP asks for at least: a club's machine is small, and deals cards meanwhile.
_PASSES = 2
_KIBIBYTES = 19 * 1024
_AT_ONCE = 2


class Passwords:
    """Makes and checks argon2id hashes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(_PASSES, _KIBIBYTES, parallelism=1)
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._nobodys: str | None = None

    async def hash_password(self, password: str) -> str:
        """Return the hash of a new password.

        Raises:
            OptionError: it is too short or too long.
        """
        if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
            raise OptionError(
                phrase(
                    "A password has {least} to {most} characters.",
                    least=MIN_PASSWORD,
                    most=MAX_PASSWORD,
                )
            )
        return await self._hash(password)

    async def hash_passcode(self, passcode: str) -> str:
        """Return the hash of a new passcode.

        Raises:
            OptionError: it is empty or too long.
        """
        if not 1 <= len(passcode) <= MAX_PASSCODE:
            raise OptionError(
                phrase("A passcode has {least} to {most} characters.", least=1, most=MAX_PASSCODE)
            )
        return await self._hash(passcode)

    async def _hash(self, word: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, _normalise(word))

    async def is_right(self, word: str, hashed: str | None) -> bool:
        """Tell whether a word is the one of a hash; without a hash it takes as long, and is not."""
        if len(word) > MAX_PASSWORD:
            return False
        # Made by whoever comes first, so that the first unknown name takes no longer than others.
        self._nobodys = self._nobodys or await self._hash("nobody's password")
        async with self._turns:
            matches = await asyncio.to_thread(self._verify, word, hashed or self._nobodys)
        return matches and hashed is not None

    def _verify(self, word: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, _normalise(word))
        except (Argon2Error, InvalidHashError):
            return False

    def is_dated(self, hashed: str) -> bool:
        """Tell whether a hash was made at another cost than hashes are made at now."""
        return self._hasher.check_needs_rehash(hashed)


def _normalise(word: str) -> bytes:
    # The same letters may come composed from one keyboard and decomposed from another.
    return unicodedata.normalize("NFC", word).encode("utf-8", "surrogatepass")
