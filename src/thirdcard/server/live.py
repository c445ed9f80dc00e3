"""A live table: one authority, one sequence and one log.

A `LiveTable` holds the state that its log adds up to.  A command is decided on that state, its
events are committed to the log, and only then are they applied and sent; commands of one table
wait for each other, those of different tables do not.

Several processes can serve one database.  Then another process may have appended meanwhile; the
log refuses the sequence number, and the table reads what it missed and decides again.  A process
that appends rings the others' doorbell so that their players see it at once; what is sent to them
is always read from the log.

A table wakes itself up when its clock, a bot's move or somebody's absence is due.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from thirdcard.errors import ConflictError, Refusal
from thirdcard.game import commands
from thirdcard.game.clock import next_deadline
from thirdcard.game.events import Ended, Event, Hinted, Joined, Left
from thirdcard.game.machine import decide, evolve, replay
from thirdcard.game.state import State
from thirdcard.game.views import EventView, HintView, view_event, view_table
from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.bots import Bots
from thirdcard.server.chat import Chat
from thirdcard.server.company import Company, Listener
from thirdcard.server.frames import Frame
from thirdcard.server.optimum import Optimum
from thirdcard.server.presence import Absences, seat_of
from thirdcard.server.store.base import StoredTable
from thirdcard.server.talk import CLOSE_FORBIDDEN

if TYPE_CHECKING:
    from thirdcard.server.tables import Club

__all__ = ["LiveTable", "now_ms"]

CHAT_AFTER_END_MS = 600_000
"""How long people may talk at a table whose game is over."""

_ATTEMPTS = 20
_LONGEST_CATCH_UP = 50
_SOON_MS = 1
_AFTER_FAILURE_MS = 1000

_log = logging.getLogger(__name__)


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class LiveTable:
    """A table in memory, in step with its log.

    Attributes:
        table: its id.
        stored: what the store keeps of it besides its events.
        state: the table after the events that were committed and applied.
        deadline: when its clock is due, None if never.
        successor: the table that continues this one.
        address: where the wish to open it came from, None where that is not known any more.
        company: who is connected to it.
        chat: what is said at it.
        bots: those of its seats that are played by the server.
    """

    state: State
    deadline: int | None

    def __init__(self, stored: StoredTable, events: Sequence[Event], club: Club) -> None:
        self.table = stored.table
        self.stored = stored
        self._recent: deque[EventView] = deque(maxlen=_LONGEST_CATCH_UP)
        self._read(events)
        self.successor: str | None = None
        self.address: str | None = None
        self.company = Company(self, club)
        self.chat = Chat(stored.table, club.store)
        self.bots = Bots(self, club, now_ms)
        self._club = club
        self._lock = asyncio.Lock()
        self._absences = Absences()
        self._alarm: asyncio.TimerHandle | None = None
        self._is_waking = self._is_closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._optimum = Optimum(self, club)

    @property
    def listeners(self) -> set[Listener]:
        """The connections to it in this process."""
        return self.company.listeners

    def begin(self) -> None:
        """Let time pass at the table from now on."""
        self._look_for_absences()
        self._optimum.look()
        self.schedule()
        self._club.on_change(self)

    async def close(self) -> None:
        """Let time stand still: no clock, no bot; and wait for what has begun."""
        self._is_closed = True
        if self._alarm:
            self._alarm.cancel()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.bots.close()
        # Commands outlive those who gave them.
        async with self._lock:
            pass

    def _read(self, events: Sequence[Event]) -> None:
        """Come to the state of a whole log."""
        fresh = State(self.stored.header, self.stored.seed)
        self._recent.clear()
        self.state = replay(fresh, events[:-_LONGEST_CATCH_UP])
        self._follow(events[-_LONGEST_CATCH_UP:])

    def _follow(self, events: Sequence[Event]) -> tuple[EventView, ...]:
        """Come to the state after some events, and return how they are told."""
        views = []
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            views.append(view_event(before, event, self.state))
        self._recent.extend(views)
        self.deadline = next_deadline(self.state)
        return tuple(views)

    # -- commands -----------------------------------------------------------------------------

    async def do(self, command: commands.Command, at: int | None = None) -> int:
        """Carry a command out and return the log's sequence number after it.

        A caller that is cancelled does not stop the command half-way.

        Args:
            command: what is asked.
            at: the sequence number at which the command makes sense; at any other it is dropped.

        Raises:
            Refusal: it was not carried out.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do(command, at)))

    async def _do(self, command: commands.Command, at: int | None) -> int:
        async with self._lock:
            if player := self._find_returning(command):
                with suppress(Refusal):
                    await self._carry_out(commands.ComeBack(player), None)
            return await self._carry_out(command, at)

    def _find_returning(self, command: commands.Command) -> str | None:
        """Return the player who gives a command and counts as away, None if there is no such."""
        if isinstance(command, commands.GoAway | commands.ComeBack | commands.Leave):
            return None
        player: str = getattr(command, "player", "")
        seat = self.state.find_seat(player)
        return player if seat is not None and self.state.seats[seat].away else None

    async def _carry_out(self, command: commands.Command, at: int | None) -> int:
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
        self.send(messages.Events(events=self._follow(events)))
        for event in events:
            self._tell_single_players(event)
        self.bots.look(self.state.at)
        if isinstance(events[-1], Ended):
            self._club.counting.wake()
        if any(isinstance(event, Joined | Left) for event in events):
            self.company.tell_seats()
            self.people_changed()
            return
        self._look_for_absences()
        self._look_after()

    def _tell_single_players(self, event: Event) -> None:
        """Tell of an event what concerns one player alone."""
        if isinstance(event, Hinted) and event.seat is not None:
            hint = HintView(event.stage, event.cards, event.there)
            frame = Frame(messages.HintGiven(hint=hint))
            for listener in self.company.listeners_at(event.seat):
                listener.send(frame)
        elif isinstance(event, Left) and event.banned:
            for listener in self.company.listeners_at(event.seat):
                listener.hang_up(CLOSE_FORBIDDEN, "banned")

    # -- who listens --------------------------------------------------------------------------

    def send(self, message: messages.ServerMessage) -> None:
        """Send a message to everyone who listens."""
        self.company.send(message)

    def seat_of(self, player: str) -> int | None:
        """Return the seat that a player holds, None for a spectator."""
        return seat_of(self.state, player)

    def presence(self) -> messages.Presence:
        """Return which seats are connected, and how many watch."""
        return self.company.presence()

    def people_changed(self) -> None:
        """Tell everyone who is connected; the bots too, who do not play alone."""
        self._look_for_absences()
        self.company.show()
        self.bots.people_changed()
        self._club.report(self)
        self._look_after()

    def trip_changed(self) -> None:
        """Show the round trips where one has changed noticeably, but not all the time."""
        if self.company.show_trips():
            self._club.report(self)

    def _look_for_absences(self) -> None:
        self._absences.look(self.state, self.company.people(), now_ms())

    def _look_after(self) -> None:
        """Do what follows from a change of the table, or of its people."""
        for player in self.company.people_here():
            seat = self.seat_of(player)
            if seat is not None and self.state.seats[seat].away:
                self.begin_task(self.do(commands.ComeBack(player)))
        self._optimum.look()
        self.schedule()
        self._club.on_change(self)

    def begin_task(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let something be done without waiting for it, and not longer than the table is live."""
        task = asyncio.ensure_future(self._do_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _do_quietly(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Refusal:
            pass
        except Exception:
            _log.exception("something at table %s failed", self.table)

    def welcome(self, player: str) -> messages.Welcome:
        """Return the first message of a new connection."""
        presence, seat = self.presence(), self.seat_of(player)
        clue = None if seat is None else self.state.seats[seat].clue
        return messages.Welcome(
            protocol=messages.PROTOCOL,
            table=self.table,
            seat=seat,
            now=now_ms(),
            view=view_table(self.state),
            online=presence.online,
            trips=presence.trips,
            watching=presence.watching,
            rematch=self.successor,
            chat=tuple(self.chat.lines),
            hint=None if clue is None else HintView(clue.stage, clue.cards, clue.there),
        )

    def since(self, seen: int) -> messages.Events | messages.Snapshot:
        """Return what happened after a sequence number, or the whole table if that is more."""
        missed = self.state.seq - seen
        if not seen or not 0 <= missed <= len(self._recent):
            return messages.Snapshot(view=view_table(self.state))
        return messages.Events(events=tuple(self._recent)[len(self._recent) - missed :])

    # -- talk ---------------------------------------------------------------------------------

    async def say(self, player: str, text: str) -> int:
        """Let a player say something, and return the log's sequence number.

        Raises:
            Refusal: the player may not talk here, or not so, or not so fast.
        """
        if self.seat_of(player) is None:
            async with self._lock:
                await self._missed_something()
        seat, now = self.seat_of(player), now_ms()
        if seat is None:
            raise Refusal("locked_out", phrase("You are watching; those who have a seat can talk."))
        if self.state.seats[seat].muted:
            raise Refusal("locked_out", phrase("The host has muted you."))
        over = self.state.ended_at
        if over is not None and now > over + CHAT_AFTER_END_MS:
            raise Refusal(
                "locked_out", phrase("The game is long over; nobody can talk here any more.")
            )
        name = self.state.seats[seat].name
        line = await self.chat.add(player, seat, name, text, now)
        self.send(messages.Said(line=line))
        self._club.report(self, said=True)
        return self.state.seq

    async def hear_talk(self) -> None:
        """Send what was said through other processes."""
        if self.listeners:
            for line in await self.chat.catch_up():
                self.send(messages.Said(line=line))

    # -- time ---------------------------------------------------------------------------------

    @property
    def due(self) -> int | None:
        """When something is to be done here without anyone's asking, None if never."""
        times = (self.deadline, self.bots.due, self._absences.due(self._club.away_seconds))
        return min((at for at in times if at is not None), default=None)

    def schedule(self, at_least_ms: int = _SOON_MS) -> None:
        """Set the alarm to when something is due."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        due = self.due
        is_over = self._is_closed or self._club.is_closed
        if due is not None and not self._is_waking and not is_over:
            # A moment later rather than earlier, when nothing would be due yet.
            seconds = max(due - now_ms() + _SOON_MS, at_least_ms) / 1000
            self._alarm = asyncio.get_running_loop().call_later(seconds, self.wake)

    def wake(self) -> None:
        """Do what is due now."""
        if not self._is_waking:
            self._is_waking = True
            self.begin_task(self._wake())

    async def _wake(self) -> None:
        was_due = self.due
        try:
            if self.deadline is not None and self.deadline <= now_ms():
                await self.do(commands.Tick())
            for player in self._absences.overdue(self._club.away_seconds, now_ms()):
                await self.do(commands.GoAway(player))
            if self.bots.due is not None and self.bots.due <= now_ms():
                await self.bots.act()
        finally:
            self._is_waking = False
            has_failed = was_due is not None and was_due == self.due and was_due <= now_ms()
            self.schedule(_AFTER_FAILURE_MS if has_failed else _SOON_MS)

    # -- rewriting ----------------------------------------------------------------------------

    @asynccontextmanager
    async def rewritten(self) -> AsyncIterator[None]:
        """Keep the table from changing while its log is rewritten, then read it anew."""
        async with self._lock:
            yield
            await self._reload()

    async def _reload(self) -> None:
        stored = await self._club.store.find(self.table)
        if stored:
            self.stored = stored
        self._read(await self._club.store.events(self.table))
        await self.chat.reload()
        self.send(messages.Snapshot(view=view_table(self.state)))
        self.company.tell_seats()
        self.people_changed()
