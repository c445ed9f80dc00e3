"""What a club does once a second: notices read, reports repeated, tables looked after."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from thirdcard.game.clock import end_due
from thirdcard.server.live import now_ms
from thirdcard.server.reports import REPORT_SECONDS
from thirdcard.server.store.base import Notice
from thirdcard.server.talk import CLOSE_FORBIDDEN, CLOSE_IDENTITY

if TYPE_CHECKING:
    from thirdcard.server.tables import Club

__all__ = ["SERVED_SECONDS", "Upkeep"]

SERVED_SECONDS: Final = 5
"""How often a process notes that the clocks of its games run."""

_CLOCK_SECONDS = 1.0
_LATE_MS = 1000
_KEEP_ENDED_MS = 60_000

_log = logging.getLogger(__name__)


class Upkeep:
    """The club's clock, beside the alarms of its tables."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._noticed = 0
        self._reported_at = 0.0
        self._served_at = 0

    async def begin(self) -> None:
        """Take note of who was erased lately; all else that was left word of is in the log."""
        self._noticed = await self._club.store.last_notice()
        for notice in await self._club.store.notices(0):
            if notice.kind == "forgotten":
                self._club.people.hear_of_erased(notice.argument)

    async def run(self) -> None:
        """Do every second what no alarm is set for."""
        works = (self._read_notices, self._repeat_reports, self._tend_tables, self._tell_time)
        while True:
            await asyncio.sleep(_CLOCK_SECONDS)
            for work in works:
                try:
                    await work()
                except Exception:
                    _log.exception("the club's clock failed")

    async def finish(self) -> None:
        """Leave word that the clocks ran until now."""
        await self._mark_served(now_ms())

    # -- notices ------------------------------------------------------------------------------

    async def _read_notices(self) -> None:
        """Do what a command line, or another process, has left word of."""
        for notice in await self._club.store.notices(self._noticed):
            self._noticed = notice.id
            try:
                await self._heed(notice)
            except Exception:
                _log.exception("notice %s on %s failed", notice.kind, notice.argument)

    async def _heed(self, notice: Notice) -> None:
        match notice.kind:
            case "table":
                await self._club.hear(notice.argument)
            case "person":
                await self._dismiss(notice.argument)
            case "forgotten":
                self._club.forget_digest(notice.argument)
            case "rewritten":
                if live := self._club.live.get(notice.argument):
                    async with live.rewritten():
                        pass

    async def _dismiss(self, player: str) -> None:
        """Close the connections of who was banned, or whose sessions are over."""
        if await self._club.store.is_banned(player):
            self._club.hang_up_on(player, CLOSE_FORBIDDEN, "banned")
        else:
            self._club.hang_up_on(player, CLOSE_IDENTITY, "signed out")

    # -- reports ------------------------------------------------------------------------------

    async def _repeat_reports(self) -> None:
        now = time.monotonic()
        for table in self._club.elsewhere.forget_stale(now):
            if live := self._club.live.get(table):
                live.people_changed()
        if now - self._reported_at >= REPORT_SECONDS:
            self._reported_at = now
            for live in self._club.live.values():
                if live.listeners:
                    self._club.report(live)

    # -- time ---------------------------------------------------------------------------------

    async def _tell_time(self) -> None:
        """Leave word every few seconds that the clocks run, for who takes the tables up again."""
        now = now_ms()
        if now - self._served_at >= SERVED_SECONDS * 1000:
            await self._mark_served(now)

    async def _mark_served(self, now: int) -> None:
        if any(end_due(live.state) is not None for live in self._club.live.values()):
            self._served_at = now
            await self._club.store.mark_served(now)

    async def _tend_tables(self) -> None:
        """Wake tables whose alarm did not ring; forget those that are long over."""
        club, now = self._club, now_ms()
        for live in tuple(club.live.values()):
            due, over = live.due, live.state.ended_at
            if due is not None and due + _LATE_MS < now:
                live.wake()
            if over is not None and over + _KEEP_ENDED_MS < now and not live.listeners:
                del club.live[live.table]
                await live.close()
                club.on_change(live)
