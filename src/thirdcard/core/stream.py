"""Numbers that follow from a seed, the same on every machine and in every version.

Block *i* of the stream is ``SHA-256(seed || i)`` with *i* as eight bytes, big-endian, and each
block gives eight big-endian numbers of 32 bits.  A number *x* is turned into one below *n* as
``x mod n`` after passing over those ``x >= 2**32 - 2**32 mod n``, so every value is equally likely.
Games are shuffled by it, and puzzles are drawn by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import TypeVar

__all__ = ["SEED_BYTES", "Stream"]

SEED_BYTES = 32
_RANGE = 2**32

T = TypeVar("T")


class Stream:
    """The numbers of a seed, one after the other.

    Args:
        seed: 32 bytes.

    Raises:
        ValueError: the seed has another length.

    >>> stream = Stream(bytes(32))
    >>> [stream.below(6) for _ in range(10)]
    [1, 2, 3, 3, 1, 5, 5, 3, 0, 2]
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._block = 0
        self._numbers: list[int] = []

    def below(self, n: int) -> int:
        """Return the next number below n."""
        limit = _RANGE - _RANGE % n
        while True:
            if not self._numbers:
                digest = sha256(self._seed + self._block.to_bytes(8, "big")).digest()
                self._numbers = list(unpack(">8L", digest))
                self._numbers.reverse()
                self._block += 1
            number = self._numbers.pop()
            if number < limit:
                return number % n

    def choose(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T], count: int | None = None) -> None:
        """Put items in random order, in place: all of them, or a sample of so many at the end.

        From the end, item *i* changes places with item *j*, the next number below ``i + 1``.

        References:
            R. A. Fisher and F. Yates (1938); R. Durstenfeld, "Algorithm 235", CACM 7 (1964).
        """
        last = 0 if count is None else max(0, len(items) - 1 - count)
        for i in range(len(items) - 1, last, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return so many of some items in random order; items is left as it is."""
        pool = list(items)
        self.shuffle(pool, count)
        return pool[len(pool) - count :]
