"""The published shuffle: anyone with the seed can deal the same cards.

A table's 32-byte *seed* is drawn when the table is opened.  Its SHA-256, the *commitment*, is
published in the table's first event, and the seed itself in the last.  The seed drives a stream
of numbers (`thirdcard.core.stream`).  The deck, in the order of its points, is shuffled from its
end: for ``i`` from ``size - 1`` down to 1, card *i* changes places with card *j*, the next number
below ``i + 1``.  Cards are dealt from the front.

Where a game goes on when its deck is empty, the cards that lie aside are shuffled anew.  Round *r*
(1 for the first time) has a stream of its own: that of ``SHA-256(seed || "round" || r)`` in the
seed's place, with *r* as eight bytes, big-endian.  The cards, in the order of their points, change
places as above.
"""

from __future__ import annotations

from hashlib import sha256

from thirdcard.core.stream import SEED_BYTES, Stream

__all__ = ["SEED_BYTES", "commit", "shuffle"]


def commit(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()


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
    cards = list(range(size))
    Stream(_seed_of_round(seed, round) if round else seed).shuffle(cards)
    return tuple(cards)
