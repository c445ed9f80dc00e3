"""Live tables: one authority, one sequence and one log each.

A `LiveTable` holds the state that its log adds up to.  A command is decided on that state, its
events are committed to the log, and only then are they applied and sent; commands of one table
wait for each other, those of different tables do not.

Several processes can serve one database.  Then another process may have appended meanwhile; the
log refuses the sequence number, and the table reads what it missed and decides again.  A process
that appends rings the others' doorbell (`Club.ring`) so that their players see it at once; what
is sent to them is always read from the log.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from thirdcard.bots import Bot
from thirdcard.errors import ConflictError, OptionError, Refusal
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Command, Join, Resume, Tick
from thirdcard.game.events import Event, Header, Joined, Left
from thirdcard.game.machine import decide, evolve, open_table, replay
from thirdcard.game.shuffle import SEED_BYTES
from thirdcard.game.state import State
from thirdcard.game.views import view_event, view_table
from thirdcard.server import messages
from thirdcard.server.bots import BotMaker, Bots
from thirdcard.server.store.base import Store, StoredTable

__all__ = ["Club", "Listener", "LiveTable", "now_ms"]

MAX_OPEN_TABLES = 5000
"""Tables that may be open at once; more are refused until some have ended."""

_ATTEMPTS = 20
_TICK_SECONDS = 0.2
_KEEP_ENDED_MS = 60_000
_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 10

_log = logging.getLogger(__name__)


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """Return an id for a table that cannot be guessed, of letters one can read aloud."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


class Listener(Protocol):
    """A connection that wants to hear of a table."""

    @property
    def player(self) -> str:
        """Who listens."""
        ...

    def send(self, frame: str) -> None:
        """Queue a frame, without waiting."""
        ...


class LiveTable:
    """A table in memory, in step with its log.

    Attributes:
        table: its id.
        state: the table after the events that were committed and applied.
        deadline: when its clock is due, None if never.
        successor: the table that continues this one.
        bots: those of its seats that are played by the server.
    """

    def __init__(self, stored: StoredTable, events: Sequence[Event], club: Club) -> None:
        self.table = stored.table
        self.stored = stored
        self.state = replay(State(stored.header, stored.seed), events)
        self.deadline = next_deadline(self.state)
        self.successor: str | None = None
        self.listeners: set[Listener] = set()
        self.bots = Bots(self, club.make_bot, now_ms)
        self._club = club
        self._lock = asyncio.Lock()

    # -- commands -----------------------------------------------------------------------------

    async def do(self, command: Command, at: int | None = None) -> int:
        """Carry a command out and return the log's sequence number after it.

        A caller that is cancelled does not stop the command half-way.

        Args:
            command: what is asked.
            at: the sequence number at which the command makes sense; at any other it is dropped.

        Raises:
            Refusal: it was not carried out.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do(command, at)))

    async def _do(self, command: Command, at: int | None) -> int:
        async with self._lock:
            for _ in range(_ATTEMPTS):
                if at is not None and at != self.state.seq:
                    return self.state.seq
                refusal = None
                try:
                    events: Sequence[Event] = decide(self.state, command, now_ms())
                except Refusal as error:
                    refusal, events = error, error.events
                if not events and await self._missed_something():
                    continue
                try:
                    if events:
                        await self._club.store.append(self.table, events)
                except ConflictError:
                    await self._catch_up()
                    continue
                if events:
                    self._apply(events)
                    await self._club.ring(self.table)
                if refusal:
                    raise refusal
                return self.state.seq
        raise ConflictError(f"table {self.table}: no turn in {_ATTEMPTS} attempts")

    async def _missed_something(self) -> bool:
        """Tell whether another process had gone on, having caught up with it."""
        return self._club.shared and await self._catch_up()

    async def _catch_up(self) -> bool:
        missed = await self._club.store.events(self.table, self.state.seq)
        self._apply(missed)
        return bool(missed)

    async def catch_up(self) -> None:
        """Read what other processes appended, and send it."""
        async with self._lock:
            await self._catch_up()

    def _apply(self, events: Sequence[Event]) -> None:
        if not events:
            return
        views = []
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            views.append(view_event(before, event, self.state))
        self.deadline = next_deadline(self.state)
        self.send(messages.Events(events=tuple(views)))
        self.bots.look()
        if any(isinstance(event, Joined | Left) for event in events):
            for listener in self.listeners:
                listener.send(messages.encode(messages.You(seat=self.seat_of(listener.player))))
            self.people_changed()

    # -- who listens --------------------------------------------------------------------------

    def send(self, message: messages.ServerMessage) -> None:
        """Send a message to everyone who listens."""
        frame = messages.encode(message)
        for listener in tuple(self.listeners):
            listener.send(frame)

    def seat_of(self, player: str) -> int | None:
        """Return the seat that a player holds, None for a spectator."""
        seat = self.state.find_seat(player)
        return seat if seat is not None and self.state.seats[seat].present else None

    def presence(self) -> messages.Presence:
        """Return which seats are connected, and how many watch."""
        seats = Counter(self.seat_of(listener.player) for listener in self.listeners)
        watching = seats.pop(None, 0)
        return messages.Presence(
            online=tuple(sorted(s for s in seats if s is not None)), watching=watching
        )

    def people_changed(self) -> None:
        """Tell everyone who is connected; the bots too, who do not play alone."""
        self.send(self.presence())
        self.bots.people_changed()

    def welcome(self, player: str) -> messages.Welcome:
        """Return the first message of a new connection."""
        presence = self.presence()
        return messages.Welcome(
            protocol=messages.PROTOCOL,
            table=self.table,
            seat=self.seat_of(player),
            now=now_ms(),
            view=view_table(self.state),
            online=presence.online,
            watching=presence.watching,
            rematch=self.successor,
        )

    async def since(self, seen: int) -> messages.Events | messages.Snapshot:
        """Return what happened after a sequence number, or the whole table if that is more."""
        async with self._lock:
            if not 0 < seen <= self.state.seq or self.state.seq - seen > _LONGEST_CATCH_UP:
                return messages.Snapshot(view=view_table(self.state))
            state, views = State(self.stored.header, self.stored.seed), []
            for event in await self._club.store.events(self.table):
                before, state = state, evolve(state, event)
                if seen < event.seq <= self.state.seq:
                    views.append(view_event(before, event, state))
            return messages.Events(events=tuple(views))


_LONGEST_CATCH_UP = 50


class Club:
    """All live tables of a process.

    Attributes:
        make_bot: makes the bots of tables that are read or opened from now on.

    Args:
        store: the open log.
        ring: called with a table's id after something was appended to its log; how other
            processes hear of it.  None if there are none.
    """

    def __init__(self, store: Store, ring: Callable[[str], Awaitable[None]] | None = None) -> None:
        self.store = store
        self.make_bot: BotMaker = Bot
        self.live: dict[str, LiveTable] = {}
        self._ring = ring
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._clock: asyncio.Task[None] | None = None

    @property
    def shared(self) -> bool:
        """Whether other processes serve the same log."""
        return self._ring is not None

    async def ring(self, table: str) -> None:
        """Let other processes know that a table's log has grown."""
        if self._ring:
            await self._ring(table)

    async def open(self) -> None:
        """Resume every table whose game has not ended, and start the clock."""
        for table in await self.store.open_tables():
            try:
                live = await self.find(table)
                if live:
                    await live.do(Resume())
            except Exception:
                _log.exception("table %s cannot be resumed; the others go on", table)
        self._clock = asyncio.create_task(self._run_clock())

    async def close(self) -> None:
        """Stop the clock, and the bots."""
        if self._clock:
            self._clock.cancel()
            await asyncio.gather(self._clock, return_exceptions=True)
            self._clock = None
        await asyncio.gather(*(table.bots.close() for table in self.live.values()))

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
        stored = await self.store.find(table)
        if stored is None:
            return None
        live = LiveTable(stored, await self.store.events(table), self)
        live.successor = await self.store.find_successor(table)
        return self.live.setdefault(table, live)

    async def create(self, header: Header) -> LiveTable:
        """Open a new table.

        Raises:
            VariantError, OptionError: there can be no such table, or there are too many.
        """
        playing = sum(live.state.phase != "ended" for live in self.live.values())
        if playing >= MAX_OPEN_TABLES:
            raise OptionError(f"{playing} tables are open, which is the most; try again later")
        stored, opened = self._new_table(header)
        await self.store.create(stored, [opened])
        live = self.live[stored.table] = LiveTable(stored, [opened], self)
        return live

    def _new_table(self, header: Header, parent: str | None = None) -> tuple[StoredTable, Event]:
        seed = secrets.token_bytes(SEED_BYTES)
        _, opened = open_table(header, seed, now_ms())
        return StoredTable(new_id(), header, seed, parent), opened

    async def play_again(self, table: LiveTable, player: str) -> LiveTable:
        """Return the one table that continues a table that has ended, its players seated.

        Raises:
            Refusal: the game has not ended, or the player had no seat in it.
        """
        seat = table.state.find_seat(player)
        if seat is None:
            raise Refusal("locked_out", "You were watching; those who played can play again.")
        if table.state.phase != "ended":
            raise Refusal("locked_out", "The game has not ended.")
        stored, opened = self._new_table(table.stored.header, table.table)
        stored = await self.store.create(stored, [opened])
        live = await self.find(stored.table)
        assert live is not None
        # Whoever presses second finds them seated, or gone by their own wish.
        for other in table.state.seats:
            if other.present and live.state.find_seat(other.player) is None:
                await live.do(Join(other.player, other.name, other.bot))
        table.successor = live.table
        name = table.state.seats[seat].name
        table.send(messages.RematchReady(table=live.table, name=name))
        await self.ring(table.table)
        return live

    async def hear(self, table: str) -> None:
        """Show the players of a table what another process did there."""
        live = self.live.get(table)
        if live is None:
            return
        await live.catch_up()
        if live.state.phase == "ended" and live.successor is None:
            live.successor = await self.store.find_successor(table)
            if live.successor:
                live.send(messages.RematchReady(table=live.successor, name="Another player"))

    async def look(self) -> None:
        """Show the players of every table what other processes did there."""
        for table in tuple(self.live):
            await self.hear(table)

    # -- time ---------------------------------------------------------------------------------

    async def _run_clock(self) -> None:
        """Let time pass where a clock or a bot's move is due; forget tables that are long over."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            now = now_ms()
            due = [t for t in self.live.values() if t.deadline is not None and t.deadline <= now]
            for table in due:
                try:
                    await table.do(Tick())
                except Exception:
                    _log.exception("the clock of table %s failed", table.table)
            moving = [t for t in self.live.values() if t.bots.due is not None and t.bots.due <= now]
            await asyncio.gather(*(table.bots.act() for table in moving))
            for table in tuple(self.live.values()):
                over = table.state.ended_at
                if over is not None and over + _KEEP_ENDED_MS < now and not table.listeners:
                    del self.live[table.table]
