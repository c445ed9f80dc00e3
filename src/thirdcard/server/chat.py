"""What is said at a table: cleaned, paced, kept, and the last of it shown to who comes later."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import Counter, deque
from math import ceil
from typing import Final

from thirdcard.errors import Refusal
from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.store.base import Line, Store

__all__ = ["CHAT_LINES", "LINES_AT_ONCE", "PACE_SECONDS", "Chat", "Pace", "clean_text"]

CHAT_LINES: Final = 100
"""How much of what was said is shown to who comes later."""
LINES_AT_ONCE: Final = 5
PACE_SECONDS: Final = 10
"""A player may say `LINES_AT_ONCE` things in so many seconds."""

_HIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINERS: Final = {"\u200c", "\u200d"}
"""Format characters without which some words and emoji fall apart."""


def clean_text(text: str) -> str:
    r"""Return a text on one line, without characters that are not seen.

    Raises:
        Refusal: nothing is left, or more than `MAX_CHAT` characters.

    >>> clean_text("  well\tplayed,\n\u202eAnn\x07 ")
    'well played, Ann'
    """
    words = " ".join(text.split())
    shown = "".join(c for c in words if c in _JOINERS or unicodedata.category(c) not in _HIDDEN)
    shown = shown.strip()
    if not any(c not in _JOINERS for c in shown):
        raise Refusal("malformed", phrase("There is nothing to say in an empty line."))
    if len(shown) > messages.MAX_CHAT:
        raise Refusal(
            "malformed",
            phrase(
                "A line has at most {most} characters, this one {length}.",
                most=messages.MAX_CHAT,
                length=len(shown),
            ),
        )
    return shown


class Pace:
    """How fast one player may talk."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=LINES_AT_ONCE)

    def keep(self, now: float) -> None:
        """Count a line at a time in seconds.

        Raises:
            Refusal: it comes too soon; it was not counted.
        """
        if len(self._times) == LINES_AT_ONCE and now - self._times[0] < PACE_SECONDS:
            wait = ceil(PACE_SECONDS - (now - self._times[0]))
            raise Refusal(
                "locked_out",
                phrase(
                    "That is more than {lines} lines in {seconds} seconds; wait {wait} s.",
                    lines=LINES_AT_ONCE,
                    seconds=PACE_SECONDS,
                    wait=wait,
                ),
                {"seconds": wait},
            )
        self._times.append(now)


class Chat:
    """The conversation of one table.

    Attributes:
        lines: the last of it, oldest first; empty before `load`.
    """

    def __init__(self, table: str, store: Store) -> None:
        self.lines: deque[messages.ChatLine] = deque(maxlen=CHAT_LINES)
        self._table = table
        self._store = store
        self._paces: dict[str, Pace] = {}
        self._lock = asyncio.Lock()
        self._is_loaded = False

    async def load(self) -> None:
        """Read what was said before, unless that was done."""
        if not self._is_loaded:
            await self.catch_up()

    async def reload(self) -> None:
        """Read anew what was said, where it may have been rewritten."""
        async with self._lock:
            self.lines.clear()
        await self.catch_up()

    async def catch_up(self) -> list[messages.ChatLine]:
        """Read what other processes added, and return it."""
        async with self._lock:
            stored = await self._store.lines(self._table, CHAT_LINES)
            known = Counter(self.lines)
            new = []
            for line in map(_as_shown, stored):
                if known[line]:
                    known[line] -= 1
                else:
                    new.append(line)
            self.lines.extend(new)
            self._is_loaded = True
            return new

    async def add(self, player: str, seat: int, name: str, text: str, at: int) -> messages.ChatLine:
        """Keep a line that a player says at a time in milliseconds.

        Raises:
            Refusal: there is nothing in it, too much, or it comes too soon.
        """
        text = clean_text(text)
        await self.load()
        self._paces.setdefault(player, Pace()).keep(at / 1000)
        async with self._lock:
            line = Line(self._table, seat, player, name, at, text)
            await self._store.add_line(line)
            shown = _as_shown(line)
            self.lines.append(shown)
            return shown


def _as_shown(line: Line) -> messages.ChatLine:
    return messages.ChatLine(line.seat, line.name, line.at, line.text)
