"""The club: all live tables of a process, and how it keeps in step with other processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial

from thirdcard.bots import Bot
from thirdcard.errors import ConflictError, OptionError, Refusal
from thirdcard.game.commands import Join, Leave, Resume
from thirdcard.game.events import Event, Header
from thirdcard.game.machine import open_table
from thirdcard.game.record import Record
from thirdcard.game.shuffle import SEED_BYTES
from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.bots import BotMaker, Thinkers
from thirdcard.server.live import LiveTable, now_ms
from thirdcard.server.people import People, digest_of
from thirdcard.server.presence import AWAY_SECONDS
from thirdcard.server.presence import People as Connections
from thirdcard.server.reports import Elsewhere, Report, Reporter
from thirdcard.server.solving import Solver
from thirdcard.server.statistics.counting import Counting
from thirdcard.server.store.base import Access, Store, StoredTable
from thirdcard.server.talk import CLOSE_IDENTITY
from thirdcard.server.upkeep import Upkeep

__all__ = ["Club", "LiveTable", "now_ms"]

MAX_OPEN_TABLES = 5000
"""Tables that may be open at once; more are refused until some have ended."""

MAX_OPEN_OF_ONE = 1000
"""Those of them that may have been opened from one address."""

_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 10
_PROCESS_BYTES = 8

_log = logging.getLogger(__name__)


def new_id() -> str:
    """Return an id for a table that cannot be guessed, of letters one can read aloud."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


def _nothing(*_: object) -> None:
    """Do nothing where nobody wants to know."""


class Club:
    """All live tables of a process.

    Attributes:
        process: the name of this process among those that serve the log.
        people: who is who.
        make_bot: makes the bots of tables.
        solver: what works for the bots and the contests, in processes of its own.
        counting: works out the games that have ended.
        elsewhere: who is connected to other processes.
        away_seconds: after how long without a connection somebody counts as away.
        on_change: called with a table that was opened, has changed, whose people have changed, or
            that is forgotten, and no longer in `live` then.
        on_dismissed: called with the id of a player whose connections are ended, the close code
            and the reason.
        others_here: returns who is connected, but to no table.

    Args:
        store: the open log.
        ring: called with a table's id after something was appended to its log; how other
            processes hear of it.  None if there are none.
        report: called with what they should know beside it.
        process: the name of this process, None to make one up.
    """

    def __init__(
        self,
        store: Store,
        ring: Callable[[str], Awaitable[None]] | None = None,
        report: Callable[[Report], Awaitable[None]] | None = None,
        process: str | None = None,
    ) -> None:
        self.store = store
        self.process = process or secrets.token_hex(_PROCESS_BYTES)
        self.people = People(store)
        self.thinkers = Thinkers()
        self.solver = Solver()
        self.make_bot: BotMaker = partial(Bot, solve=self.solver.best_moves)
        self.live: dict[str, LiveTable] = {}
        self.elsewhere = Elsewhere()
        self.away_seconds = AWAY_SECONDS
        self.is_closed = False
        self.on_change: Callable[[LiveTable], None] = _nothing
        self.on_dismissed: Callable[[str, int, str], None] = _nothing
        self.others_here: Callable[[], set[str]] = set
        self._ring = ring
        self._reporter = Reporter(self.process, self._people_here, report)
        self.counting = Counting(store)
        self._upkeep = Upkeep(self)
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._running: list[asyncio.Task[None]] = []

    async def open(self, *, is_served: bool = False) -> None:
        """Take up every table whose game has not ended, and start the clock.

        Args:
            is_served: whether another process serves the club already, so that no time stood still.
        """
        await self._upkeep.begin()
        served_at = await self.store.last_served()
        for table in await self.store.open_tables():
            try:
                live = await self._read(table)
                if live and not is_served:
                    await live.do(Resume(served_at))
                if live:
                    self._keep(live)
            except Exception:
                _log.exception("table %s cannot be resumed; the others go on", table)
        # From here on clocks run, also those of games that begin and are cut off within a moment.
        await self.store.mark_served(now_ms())
        self._running = [
            asyncio.create_task(work)
            for work in (self._upkeep.run(), self._reporter.run(), self.counting.run())
        ]

    async def close(self) -> None:
        """Stop the clocks, the bots, and what they work with."""
        self.is_closed = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self.solver.close()
        await asyncio.gather(*(table.close() for table in self.live.values()))
        self.thinkers.close()
        await self._upkeep.finish()

    # -- tables -------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable | None:
        """Return a table, read from the log if need be; None if there is no such."""
        if live := self.live.get(table):
            return live
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, table: str) -> LiveTable | None:
        live = await self._read(table)
        return live and self._keep(live)

    async def _read(self, table: str) -> LiveTable | None:
        stored = await self.store.find(table)
        if stored is None:
            return None
        live = LiveTable(stored, await self.store.events(table), self)
        live.successor = await self.store.find_successor(table)
        return live

    def _keep(self, live: LiveTable) -> LiveTable:
        """Make a table that was read a live one, unless it is one already."""
        known = self.live.setdefault(live.table, live)
        if known is live:
            live.begin()
        return known

    async def create(
        self,
        header: Header,
        *,
        owner: str | None = None,
        access: Access = "link",
        passcode: str | None = None,
        address: str | None = None,
    ) -> LiveTable:
        """Open a new table.

        Args:
            header: the kind of game.
            owner: who opens it.
            access: who may enter.
            passcode: the hash of the passcode, where one is needed.
            address: where the wish comes from.

        Raises:
            VariantError, OptionError: there can be no such table, or there are too many.
        """
        self._require_room(address)
        stored, opened = _new_table(header, access=access, passcode=passcode, owner=owner)
        await self.store.create(stored, [opened])
        if owner and access == "passcode":
            await self.store.admit(stored.table, owner)
        live = LiveTable(stored, [opened], self)
        live.address = address
        live = self._keep(live)
        await self.ring(live.table)
        return live

    async def bring_in(self, table: str, record: Record) -> None:
        """Keep a game that was played elsewhere.

        Args:
            table: the id, which follows from the record; one that is there already is the same.
            record: a verified record of a game that has ended.
        """
        opened, seed = record.events[0], record.seed
        assert seed is not None
        stored = StoredTable(table, record.header, seed, opened_at=opened.at, imported_at=now_ms())
        if await self.store.find(table) is None:
            # Who brings the same at the same moment brings the same.
            with suppress(ConflictError):
                await self.store.create(stored, record.events)

    def _require_room(self, address: str | None) -> None:
        going = [live for live in self.live.values() if live.state.phase != "ended"]
        if len(going) >= MAX_OPEN_TABLES:
            raise OptionError(
                phrase(
                    "{open} tables are open, which is the most; try again later", open=len(going)
                )
            )
        own = sum(address is not None and live.address == address for live in going)
        if own >= MAX_OPEN_OF_ONE:
            raise OptionError(
                phrase(
                    "{open} tables that you opened have not ended, which is the most; "
                    "end some first",
                    open=own,
                )
            )

    async def find_obstacle(self, table: LiveTable, player: str) -> str | None:
        """Return why a player may not come to a table: ``banned`` or ``passcode``; None if not."""
        if await self.store.is_banned(player):
            return "banned"
        needs_passcode = table.stored.access == "passcode"
        if needs_passcode and not await self.store.is_admitted(table.table, player):
            return "passcode"
        # Last, so that nobody comes in who was banned meanwhile.
        return "banned" if player in table.state.banned else None

    async def play_again(self, table: LiveTable, player: str) -> LiveTable:
        """Return the one table that continues a table that has ended, its players seated.

        Raises:
            Refusal: the game has not ended, or the player had no seat in it.
        """
        seat = table.state.find_seat(player)
        if seat is None:
            raise Refusal(
                "locked_out", phrase("You were watching; those who played can play again.")
            )
        if table.state.phase != "ended":
            raise Refusal("locked_out", phrase("The game has not ended."))
        # Who owned it may have been forgotten since it was read.
        old = await self.store.find(table.table) or table.stored
        stored, opened = _new_table(
            table.state.header,
            parent=table.table,
            access=old.access,
            passcode=old.passcode,
            owner=old.owner,
        )
        stored = await self.store.create(stored, [opened])
        live = await self.find(stored.table)
        assert live is not None
        # Whoever presses second finds them seated, or gone by their own wish.
        for other in table.state.seats:
            if other.present and live.state.find_seat(other.player) is None:
                # Who is erased at this moment stays away.
                with suppress(Refusal):
                    await self._seat_again(live, Join(other.player, other.name, other.bot))
        table.successor = live.table
        name = table.state.seats[seat].name
        table.send(messages.RematchReady(table=live.table, name=name))
        await self.ring(table.table)
        return live

    async def _seat_again(self, live: LiveTable, join: Join) -> None:
        if join.bot is not None:
            await live.do(join)
            return
        async with self.people.kept(join.player):
            if live.stored.access == "passcode":
                await self.store.admit(live.table, join.player)
            await live.do(join)

    async def forget_player(self, player: str, rewrite: Callable[[], Awaitable[None]]) -> None:
        """Let a player leave all tables and the club, and their log be rewritten without them.

        Args:
            player: who goes.
            rewrite: removes the player from the store; no table of theirs changes meanwhile.
        """
        # Not by the id, which is to be nowhere.
        await self.store.add_notice("forgotten", digest_of(player))
        for table in await self.store.tables_of(player, open_only=True):
            live = await self.find(table)
            if live and live.seat_of(player) is not None:
                await live.do(Leave(player))
        self.hang_up_on(player, CLOSE_IDENTITY, "this player is no more")
        tables = sorted(await self.store.tables_of(player, open_only=False))
        async with AsyncExitStack() as locks:
            for table in tables:
                if live := self.live.get(table):
                    await locks.enter_async_context(live.rewritten())
            await rewrite()
        if self.shared:
            for table in tables:
                await self.store.add_notice("rewritten", table)

    # -- other processes ----------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether other processes serve the same log."""
        return self._ring is not None

    async def ring(self, table: str) -> None:
        """Let other processes know that a table's log has grown."""
        if self._ring:
            await self._ring(table)

    async def hear(self, table: str) -> None:
        """Show the players of a table what another process did there."""
        live = self.live.get(table)
        if live is None:
            # What is being read may have been read before it grew.
            was_being_read = table in self._loading
            live = await self.find(table)
            if live is None or not was_being_read:
                return
        await live.catch_up()
        if live.state.phase == "ended" and live.successor is None:
            live.successor = await self.store.find_successor(table)
            if live.successor:
                live.send(
                    messages.RematchReady(table=live.successor, name=phrase("Another player"))
                )

    def lose_touch(self) -> None:
        """Go on without other processes, which cannot be heard."""
        self.elsewhere.cut_off()

    async def look(self) -> None:
        """Be in step with other processes again, and show the players of all tables what they did.

        Those learn too who is connected here.
        """
        self.elsewhere.reconnect(time.monotonic())
        for table in tuple(self.live.values()):
            self.report(table)
            await self.hear(table.table)
            await table.hear_talk()

    def report(self, table: LiveTable, *, said: bool = False) -> None:
        """Let other processes know who is connected to a table here, or that something was said."""
        self._reporter.mark(table.table, said=said)

    def _people_here(self, table: str) -> Connections:
        live = self.live.get(table)
        return live.company.people_here() if live else {}

    async def hear_people(self, report: Report) -> None:
        """Take in what another process tells."""
        if report.process == self.process:
            return
        has_changed = self.elsewhere.hear(report, time.monotonic())
        live = self.live.get(report.table)
        if live and has_changed:
            live.people_changed()
        if live and report.said:
            await live.hear_talk()

    def online_players(self) -> set[str]:
        """Return who is connected to any table, in this process and others."""
        here = (each.player for table in self.live.values() for each in table.listeners)
        return self.elsewhere.players().union(here)

    # -- the end of connections ---------------------------------------------------------------

    def forget_digest(self, digest: str) -> None:
        """Let nobody come back under an id that was erased, maybe by another process."""
        self.people.hear_of_erased(digest)
        here = {each.player for table in self.live.values() for each in table.listeners}
        for player in here | self.others_here():
            if digest_of(player) == digest:
                self.hang_up_on(player, CLOSE_IDENTITY, "this player is no more")

    def hang_up_on(self, player: str, code: int, reason: str) -> None:
        """End all connections of a player."""
        for live in self.live.values():
            live.company.hang_up_on(player, code, reason)
        self.on_dismissed(player, code, reason)


def _new_table(
    header: Header,
    *,
    access: Access,
    passcode: str | None,
    owner: str | None,
    parent: str | None = None,
) -> tuple[StoredTable, Event]:
    seed = secrets.token_bytes(SEED_BYTES)
    _, opened = open_table(header, seed, now_ms())
    stored = StoredTable(
        new_id(), header, seed, parent, access, passcode, owner, opened_at=opened.at
    )
    return stored, opened
