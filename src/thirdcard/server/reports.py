"""What the processes that serve one club tell each other of who is connected.

Connections belong to one process each, and a table to all that serve the club.  So each process
tells the others, for each of its tables, which players are connected to it: on every change, and
again every `REPORT_SECONDS`; what was not repeated for `STALE_SECONDS` counts no more, unless
nothing can be heard at all.  From what is known here and told from elsewhere all processes come to
the same answers, also to the question which of them lets the table's bots move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from thirdcard.server.presence import People

__all__ = ["REPORT_SECONDS", "STALE_SECONDS", "Elsewhere", "Report", "Reporter"]

REPORT_SECONDS: Final = 10.0
"""How often a process repeats who is connected to it."""
STALE_SECONDS: Final = 25.0
"""How long such a report counts."""

_log = logging.getLogger(__name__)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a process tells the others of a table besides its log.

    Attributes:
        process: who tells it.
        table: the table's id.
        people: who is connected to that process.
        said: whether something was said there that the others have not read.
    """

    process: str
    table: str
    people: People
    said: bool = False


class Elsewhere:
    """What other processes have told, of all tables."""

    def __init__(self) -> None:
        self._heard: dict[str, dict[str, tuple[Report, float]]] = {}
        self._is_cut_off = False

    def cut_off(self) -> None:
        """Keep what was told last: nothing can be heard any more."""
        self._is_cut_off = True

    def reconnect(self, now: float) -> None:
        """Hear again, from a time in seconds on; what was told before counts as told then."""
        self._is_cut_off = False
        for reports in self._heard.values():
            for process, (report, _) in reports.items():
                reports[process] = report, now

    def hear(self, report: Report, now: float) -> bool:
        """Keep a report that came at a time in seconds; tell whether it says anything new."""
        reports = self._heard.setdefault(report.table, {})
        known = reports.pop(report.process, None)
        if report.people:
            reports[report.process] = report, now
        if not reports:
            del self._heard[report.table]
        return (known[0].people if known else {}) != report.people

    def forget_stale(self, now: float) -> set[str]:
        """Drop what was not repeated in time; return the tables that it was about."""
        changed: set[str] = set()
        if self._is_cut_off:
            return changed
        for table, reports in tuple(self._heard.items()):
            for process, (_, at) in tuple(reports.items()):
                if now - at > STALE_SECONDS:
                    del reports[process]
                    changed.add(table)
            if not reports:
                del self._heard[table]
        return changed

    def people(self, table: str) -> dict[str, People]:
        """Return who is connected to a table, by process."""
        reports = self._heard.get(table, {})
        return {process: report.people for process, (report, _) in reports.items()}

    def players(self) -> set[str]:
        """Return all who are connected anywhere."""
        return {
            player
            for reports in self._heard.values()
            for report, _ in reports.values()
            for player in report.people
        }


class Reporter:
    """Tells other processes of tables, one report at a time.

    Args:
        process: the name of this process.
        people: returns who is connected to a table here.
        tell: sends a report to the others; None if there are none.
    """

    def __init__(
        self,
        process: str,
        people: Callable[[str], People],
        tell: Callable[[Report], Awaitable[None]] | None,
    ) -> None:
        self._process = process
        self._people = people
        self._tell = tell
        self._untold: dict[str, bool] = {}
        self._has_untold = asyncio.Event()

    def mark(self, table: str, *, said: bool = False) -> None:
        """Let the others be told of a table soon, and whether something was said there."""
        if self._tell:
            self._untold[table] = said or self._untold.get(table, False)
            self._has_untold.set()

    async def run(self) -> None:
        """Tell the others, as long as there are any."""
        while self._tell:
            await self._has_untold.wait()
            self._has_untold.clear()
            untold, self._untold = self._untold, {}
            for table, said in untold.items():
                people = self._people(table)
                report = Report(process=self._process, table=table, people=people, said=said)
                try:
                    await self._tell(report)
                except Exception:
                    _log.exception("others do not hear who is at table %s", table)
