"""Judges a record that somebody brings, in a worker: only a fair game that has ended is kept."""

from __future__ import annotations

from hashlib import sha256

from thirdcard.errors import RecordError
from thirdcard.game.record import (
    Record,
    read_record,
    replay_record,
    verify,
    without_identities,
    write_record,
)
from thirdcard.game.sums import find_change
from thirdcard.phrases import phrase

__all__ = ["judge_record", "name_game"]

FUTURE_MS = 600_000
"""How far the clocks of two servers may be apart."""

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 16


def judge_record(text: str, now: int) -> tuple[str, Record]:
    """Return the id that a game has here, and its record, the players called by their seats.

    Args:
        text: the record, as JSON lines.
        now: the time, in milliseconds since 1970.

    Raises:
        RecordError: it is no record, or none of a fair game that has ended.
    """
    if change := find_change(text):
        raise RecordError(change.reason, change.line)
    record = read_record(text)
    for line, event in enumerate(record.events, 2):
        if not 0 <= event.at <= now + FUTURE_MS:
            raise RecordError(phrase("a time that cannot be"), line)
    verdict = verify(record)
    if not verdict.fair:
        raise RecordError(verdict.reason or "", verdict.line or len(record.events) + 1)
    replay_record(record)
    record = without_identities(record)
    return name_game(record), record


def name_game(record: Record) -> str:
    """Return the id of a game that was played elsewhere: the same for the same record."""
    number = int.from_bytes(sha256(write_record(record).encode()).digest(), "big")
    letters = []
    for _ in range(_LENGTH):
        number, letter = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(letters)
