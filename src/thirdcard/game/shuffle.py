"""The published shuffle: anyone with the seed can deal the same cards.

A table's 32-byte *seed* is drawn when the table is opened.  Its SHA-256, the *commitment*, is
published in the table's first event, and the seed itself in the last.  The seed drives a stream
of 32-bit numbers: block *i* is ``SHA-256(seed || i)`` with *i* as eight bytes, big-endian, and
each block gives eight big-endian numbers.  A number *x* is turned into one below *n* as
``x mod n`` after passing over those ``x >= 2**32 - 2**32 mod n``, so every value is equally
likely.  The deck, in the order of its points, is then shuffled from its end: for ``i`` from
``size - 1`` down to 1, card *i* changes places with card *j*, the next number below ``i + 1``.
Cards are dealt from the front.

Where a game goes on when its deck is empty, the cards that lie aside are shuffled anew.  Round *r*
(1 for the first time) has a stream of its own: that of ``SHA-256(seed || "round" || r)`` in the
seed's place, with *r* as eight bytes, big-endian.  The cards, in the order of their points, change
places as above.

References:
    R. A. Fisher and F. Yates (1938); R. Durstenfeld, "Algorithm 235", CACM 7 (1964).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

__all__ = ["SEED_BYTES", "commit", "shuffle"]

SEED_BYTES = 32
_RANGE = 2**32


def commit(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()


def _iter_numbers(seed: bytes) -> Iterator[int]:
    """Yield the seed's stream of 32-bit numbers without end."""
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).digest()
        for i in range(0, len(digest), 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1


def _seed_of_round(seed: bytes, round: int) -> bytes:
    return sha256(seed + b"round" + round.to_bytes(8, "big")).digest()


def shuffle(size: int, seed: bytes, round: int = 0) -> tuple[int, ...]:
    """Return the points of a deck in the order in which they are dealt.

    Args:
        size: number of cards.
        seed: 32 bytes.
        round: how often the deck has been shuffled before; its cards are then counted from 0.

    Raises:
        ValueError: the seed has another length.

    >>> shuffle(9, bytes(32))
    (0, 5, 2, 6, 8, 3, 7, 4, 1)
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    numbers = _iter_numbers(_seed_of_round(seed, round) if round else seed)
    cards = list(range(size))
    for i in range(size - 1, 0, -1):
        limit = _RANGE - _RANGE % (i + 1)
        number = next(x for x in numbers if x < limit)
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)
