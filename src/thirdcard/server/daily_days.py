"""The days of the daily puzzles: when each begins and ends, and how many follow each other.

A date is not the same time everywhere: it begins at UTC+14, and is over where the clocks are at
UTC−12, 50 hours later.  A puzzle can be had as soon as its date has begun anywhere, and solving it
counts for a streak as long as its date is not over everywhere.  So neither a journey nor a change
of the clocks ends a streak, and the server needs to know of no time zone.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Final

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase
from thirdcard.puzzles.daily import FIRST_DATE, parse_date

__all__ = ["begin_of", "end_of", "find_streaks", "last_date", "parse_month", "read_date"]

_FIRST_ZONE: Final = timezone(timedelta(hours=14))
_LAST_ZONE: Final = timezone(timedelta(hours=-12))
_DAY: Final = timedelta(days=1)


def begin_of(day: date) -> int:
    """Return when a date begins first, in milliseconds since 1970."""
    return _to_ms(datetime.combine(day, time(), _FIRST_ZONE))


def end_of(day: date) -> int:
    """Return when a date is over everywhere, in milliseconds since 1970."""
    return _to_ms(datetime.combine(day + _DAY, time(), _LAST_ZONE))


def _to_ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def last_date(now: int) -> date:
    """Return the latest date that has begun anywhere."""
    return datetime.fromtimestamp(now / 1000, _FIRST_ZONE).date()


def read_date(text: str, now: int) -> date:
    """Return a date that has puzzles.

    Raises:
        OptionError: it is none, or before the first or after the last of them.
    """
    day = parse_date(text)
    last = last_date(now)
    if not FIRST_DATE <= day <= last:
        raise OptionError(
            phrase(
                "there are no daily puzzles of {date}; expected {first} to {last}",
                date=day.isoformat(),
                first=FIRST_DATE.isoformat(),
                last=last.isoformat(),
            )
        )
    return day


def parse_month(text: str) -> tuple[str, str]:
    """Return the first and the last date that a month can have.

    Raises:
        OptionError: it is no month.
    """
    try:
        month = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC).strftime("%Y-%m")
    except ValueError:
        raise OptionError(
            phrase("{month} is no month; expected YYYY-MM", month=repr(text[:24]))
        ) from None
    return f"{month}-01", f"{month}-31"


def find_streaks(days: Collection[date], now: int) -> tuple[int, int]:
    """Return how many days follow each other up to now, and the most that ever did.

    A streak goes on until the date after its last day is over everywhere.

    Args:
        days: each once, in any order.
        now: in milliseconds since 1970.
    """
    longest = current = 0
    before = None
    for day in sorted(days):
        current = current + 1 if before is not None and day - before == _DAY else 1
        longest = max(longest, current)
        before = day
    if before is None or now >= end_of(before + _DAY):
        current = 0
    return current, longest
