"""The daily puzzles: three for each date, the same wherever the same version runs.

============  ==============================================================================
``basic``     9 cards with 4 Sets; one feature is the same on all cards
``advanced``  12 cards with exactly 6 Sets
``special``   another variant or kind each day, in the order of `ROTATION`
============  ==============================================================================

A puzzle follows from its date and name alone.  Its seed is the SHA-256 of the text::

    thirdcard daily 1 2026-12-24 basic

where 1 is `EDITION`, raised when any date would get another puzzle.  Of the seven puzzles that the
generator draws from the seed first, in increasing order of their effort, Monday has the first and
Sunday the last: so a week begins easily and ends hard, whatever the variant, and no date is
without a puzzle.  The rotation has 15 entries.  That is prime to 7, so each of them comes on every
day of the week, all within 105 days.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import islice
from typing import Final

from thirdcard.errors import OptionError
from thirdcard.phrases import Phrase, phrase
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.generator import iter_puzzles
from thirdcard.puzzles.kinds import find_kind
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.registry import parse_variant

__all__ = [
    "DAILY_NAMES",
    "EDITION",
    "FIRST_DATE",
    "ROTATION",
    "Special",
    "daily_conditions",
    "daily_puzzle",
    "daily_puzzles",
    "daily_seed",
    "daily_title",
    "parse_date",
]

EDITION: Final = 1
"""Part of every seed: dates keep their puzzles as long as it stays."""

FIRST_DATE: Final = date(2026, 1, 1)
"""Where the archive begins."""

WEEK: Final = 7
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_LONGEST_TOLD: Final = 24

_TITLES: Final = {
    "basic": phrase("Basic"),
    "advanced": phrase("Advanced"),
    "special": phrase("Special"),
}
DAILY_NAMES: Final[tuple[str, ...]] = tuple(_TITLES)
"""The puzzles of a date, the easiest first."""


@dataclass(frozen=True)
class Special:
    """An entry of the rotation.

    Attributes:
        variant: a variant expression.
        kind: what is asked, one of `thirdcard.puzzles.kinds.KINDS`.
        cards: how many cards lie on the table.
        least, most: bounds of the number of claims, None for what the kind needs.
    """

    variant: str
    kind: str
    cards: int
    least: int | None = None
    most: int | None = None


ROTATION: Final[tuple[Special, ...]] = (
    Special("ultra", "all", 18, 3, 6),
    Special("classic", "coop", 12, 5, 8),
    Special("mega", "all", 15, 3, 5),
    Special("super", "all", 9, 3, 5),
    Special("classic", "duel", 12, 5, 8),
    Special("ultra9", "all", 27, 3, 6),
    Special("mega", "third", 5),
    Special("double", "all", 12, 3, 5),
    Special("chain", "all", 12, 3, 6),
    Special("classic", "spoil", 12, 5, 8),
    Special("mega+super", "all", 9, 2, 4),
    Special("eight", "all", 12, 3, 5),
    Special("mega", "coop", 15, 5, 8),
    Special("ultra", "duel", 18, 5, 8),
    Special("junior+ultra", "all", 9, 2, 4),
)
"""The specials, one after the other from `FIRST_DATE` on, then from the beginning."""


def daily_title(name: str) -> Phrase:
    """Return what a daily puzzle is called, for people.

    Raises:
        OptionError: there is no such daily puzzle.
    """
    return _TITLES[_require_name(name)]


def daily_conditions(day: date, name: str) -> Conditions:
    """Return what a daily puzzle of a date is like.

    Raises:
        OptionError: there is no such daily puzzle.
    """
    if _require_name(name) == "basic":
        return Conditions(parse_variant("classic"), cards=9, least=4, most=4, constant=1)
    if name == "advanced":
        return Conditions(parse_variant("classic"), cards=12, least=6, most=6)
    special = ROTATION[(day - FIRST_DATE).days % len(ROTATION)]
    return Conditions(
        parse_variant(special.variant),
        find_kind(special.kind),
        cards=special.cards,
        least=special.least,
        most=special.most,
    )


def daily_seed(day: date, name: str) -> bytes:
    """Return the seed of a daily puzzle, 32 bytes."""
    return sha256(f"thirdcard daily {EDITION} {day.isoformat()} {name}".encode()).digest()


def daily_puzzle(day: date, name: str) -> Puzzle:
    """Return a daily puzzle of a date.

    Raises:
        OptionError: there is no such daily puzzle, or the date is before the first.
    """
    if day < FIRST_DATE:
        raise OptionError(
            phrase(
                "{date} has no daily puzzle; the first is that of {first}",
                date=day.isoformat(),
                first=FIRST_DATE.isoformat(),
            )
        )
    puzzles = islice(iter_puzzles(daily_conditions(day, name), daily_seed(day, name)), WEEK)
    return sorted(puzzles, key=lambda puzzle: puzzle.effort)[day.weekday()]


def daily_puzzles(day: date) -> dict[str, Puzzle]:
    """Return all daily puzzles of a date by their names.

    Raises:
        OptionError: the date is before the first.
    """
    return {name: daily_puzzle(day, name) for name in DAILY_NAMES}


def _require_name(name: str) -> str:
    if name not in _TITLES:
        raise OptionError(
            phrase(
                "{name} is no daily puzzle; expected one of {names}",
                name=repr(name[:_LONGEST_TOLD]),
                names=", ".join(_TITLES),
            )
        )
    return name


def parse_date(text: str) -> date:
    """Return the date of a text such as 2026-12-24.

    Raises:
        OptionError: it is none.

    >>> parse_date("2026-02-28")
    datetime.date(2026, 2, 28)
    """
    try:
        if _ISO.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise OptionError(
        phrase("{text} is no date; expected YYYY-MM-DD", text=repr(text[:_LONGEST_TOLD]))
    )
