"""Check sums of a record's lines: they tell which line was changed on the way, or by hand.

Most of what is changed in a record contradicts the rules or the shuffle; a name or a time does not.
So each line of a record that is handed out ends with a field ``sum``: the first eight hexadecimal
digits of the SHA-256 of this line and all before it, each without its sum and with a line end.  It
guards against mistakes and not against forgery, which needs no more than the same arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from thirdcard.phrases import phrase

__all__ = ["Change", "add_sums", "find_change", "split_record", "without_sum"]

_DIGITS = 8
_SUM = re.compile(rf',"sum":"([0-9a-f]{{{_DIGITS}}})"\}}$')


@dataclass(frozen=True)
class Change:
    """A line of a record that was changed, counted from 1, and how that is known."""

    line: int
    reason: str


def _iter_sums(lines: Sequence[str]) -> Iterator[str]:
    digest = sha256()
    for line in lines:
        # What cannot be encoded is no JSON either, which the reader says.
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
        yield digest.hexdigest()[:_DIGITS]


def add_sums(lines: Sequence[str]) -> list[str]:
    """Return JSON objects, one a line, each with its sum."""
    pairs = zip(lines, _iter_sums(lines), strict=True)
    return [f'{line.removesuffix("}")},"sum":"{number}"}}' for line, number in pairs]


def split_record(text: str) -> list[str]:
    """Return the lines of a record; JSON has other line ends within strings."""
    return text.removesuffix("\n").split("\n")


def without_sum(line: str) -> str:
    """Return a line without its sum, if it has one.

    >>> without_sum('{"a":1,"sum":"e3464320"}')
    '{"a":1}'
    """
    match = _SUM.search(line)
    return line if match is None else line[: match.start()] + "}"


def find_change(text: str) -> Change | None:
    """Return the first line of a record whose sum does not fit, or that alone has none.

    None where all sums fit, and for a record without any.
    """
    lines = split_record(text)
    found = [_SUM.search(line) for line in lines]
    if not any(found):
        return None
    expected = _iter_sums([without_sum(line) for line in lines])
    for number, (match, digits) in enumerate(zip(found, expected, strict=True), 1):
        if match is None:
            return Change(
                number, phrase("this line was changed: it has no check sum, and others have")
            )
        if match[1] != digits:
            return Change(number, phrase("this line was changed: its check sum does not fit"))
    return None
