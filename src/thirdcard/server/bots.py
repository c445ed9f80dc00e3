"""The bots of a live table: they are shown what people see, and move as people do.

After each change every bot of a table is asked, in a thread, what it will do next and when, with
the view that a person at its seat gets.  The table carries the earliest of their moves out when it
is due, on its own path of commands; meanwhile any change makes them think anew.  A move that was
thought on another table than the one there is now is dropped, so bots never race for cards that
are gone.

Bots move only while a person with a seat is connected, and in one process only.  So a table where
only bots are left stands still, until its idle time closes it.  A bot that takes up its seat in a
game that has begun, after a restart or in another process, is shown the past from the log first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Final, Protocol

from thirdcard.bots import LEVELS, Move, iter_past
from thirdcard.errors import Refusal
from thirdcard.game.commands import Join, Leave
from thirdcard.game.events import Event
from thirdcard.game.state import State
from thirdcard.game.views import TableView, view_table
from thirdcard.phrases import phrase
from thirdcard.server.store.base import StoredTable
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    from thirdcard.server.live import LiveTable
    from thirdcard.server.tables import Club

__all__ = ["BotMaker", "Bots", "Player", "Thinkers", "seed_of"]

_PREFIX: Final = "bot-"
_THINKERS: Final = 2
_WAITERS: Final = 16

_log = logging.getLogger(__name__)


class Player(Protocol):
    """What a bot is asked; see `thirdcard.bots.Bot`."""

    def next_move(self, view: TableView, now: int) -> Move | None:
        """Return what it will do, and when, if nothing changes before."""
        ...

    def watch(self, view: TableView, now: int) -> None:
        """Take in what was to be seen at an earlier time."""
        ...


BotMaker = Callable[[Variant, int, int, int], Player]
"""Makes a bot of a variant, a seat, a level and a seed."""


def seed_of(table: str, seat: int) -> int:
    """Return the seed of the bot at a seat: the same after a restart."""
    return int.from_bytes(hashlib.sha256(f"{table} {seat}".encode()).digest()[:8], "big")


class Thinkers:
    """The threads in which bots think: few, since they share one interpreter with all else.

    Where bots wait for a solver, which works elsewhere, they have threads of their own.
    """

    def __init__(self) -> None:
        self._thinkers = ThreadPoolExecutor(_THINKERS, "bots")
        self._waiters = ThreadPoolExecutor(_WAITERS, "solving-bots")

    def of(self, state: State) -> Executor:
        """Return where the bots of a table think."""
        return self._waiters if state.contest.is_fixed else self._thinkers

    def close(self) -> None:
        """Let the threads end."""
        for each in (self._thinkers, self._waiters):
            each.shutdown(wait=False, cancel_futures=True)


class Bots:
    """The bots of one table.

    Attributes:
        move: the earliest of their moves, None while all wait for others.
    """

    def __init__(self, table: LiveTable, club: Club, now: Callable[[], int]) -> None:
        self.move: Move | None = None
        self._table = table
        self._club = club
        self._now = now
        self._players: dict[tuple[int, int], Player] = {}
        self._unseen: list[tuple[TableView, int]] = []
        self._seen_seq = 0
        self._thinking: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()

    @property
    def due(self) -> int | None:
        """When the next move is due, None if there is none."""
        return None if self.move is None else self.move.at

    def seats(self) -> dict[int, int]:
        """Return the levels of the bots that are present, by seat."""
        seats = self._table.state.seats
        levels = ((seat, seats[seat].bot) for seat in self._table.state.iter_present())
        return {seat: level for seat, level in levels if level is not None}

    # -- coming and going ---------------------------------------------------------------------

    async def add(self, player: str, level: int) -> int:
        """Seat a bot of a level, and return the log's sequence number.

        The seat that a bot has left is taken again where none is free, or where its level was
        the same; its score is still there.

        Raises:
            Refusal: there is no such level or no seat, or the player has none, or it is over.
        """
        name = next((known.seat_name for known in LEVELS if known.number == level), None)
        if name is None:
            raise Refusal(
                "malformed",
                phrase(
                    "There is no level {level}; expected 1 to {most}.",
                    level=level,
                    most=len(LEVELS),
                ),
            )
        async with self._changing:
            self._require_player(player)
            state = self._table.state
            gone = [seat for seat in state.seats if seat.bot is not None and not seat.present]
            same = [seat.player for seat in gone if seat.bot == level]
            is_full = len(state.seats) >= state.max_seats
            reused = same or ([seat.player for seat in gone] if is_full else [])
            # A rematch brings bots to other seats than they had, so their numbers are no seats.
            new = (f"{_PREFIX}{number}" for number in count(1))
            known = {seat.player for seat in state.seats}
            bot = reused[0] if reused else next(name for name in new if name not in known)
            return await self._table.do(Join(bot, str(name), level))

    async def remove(self, player: str, seat: int) -> int:
        """Let a bot give up its seat, and return the log's sequence number.

        Raises:
            Refusal: there is no bot at the seat, or the player has none, or it is over.
        """
        async with self._changing:
            self._require_player(player)
            if seat not in self.seats():
                raise Refusal("malformed", phrase("There is no bot at seat {seat}.", seat=seat + 1))
            return await self._table.do(Leave(self._table.state.seats[seat].player))

    def _require_player(self, player: str) -> None:
        if self._table.seat_of(player) is None:
            raise Refusal(
                "locked_out", phrase("You are watching; those who play add and remove bots.")
            )

    # -- thinking -----------------------------------------------------------------------------

    def look(self, at: int) -> None:
        """Show the bots the table as it is at a time, and let them think; without waiting."""
        self.move = None
        if self._table.state.phase != "playing" or not self.seats():
            self._unseen.clear()
        elif not self._table.company.is_led_here:
            self._rest()
        else:
            # Also those who may not move now keep in mind what they see.
            self._unseen.append((view_table(self._table.state), at))
            if not self._is_thinking:
                self._thinking = asyncio.create_task(self._think())

    def people_changed(self) -> None:
        """Stop where no person who plays is connected, and go on when one is back."""
        if not self._table.company.is_led_here:
            self._rest()
        elif self.move is None and not self._is_thinking:
            self.look(self._now())

    def _rest(self) -> None:
        """Forget everything: what goes on meanwhile is in the log."""
        self.move = None
        self._unseen.clear()
        self._players.clear()

    @property
    def _is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    async def _think(self) -> None:
        """Ask all bots until none of them has missed anything."""
        while self._unseen:
            table, unseen = self._table, self._unseen
            self._unseen = []
            try:
                players, new = self._present_players()
                has_past = bool(new) and table.state.started_at is not None
                past = await self._club.store.events(table.table) if has_past else []
                moves = await asyncio.get_running_loop().run_in_executor(
                    self._club.thinkers.of(table.state),
                    _ask,
                    players,
                    unseen,
                    _Past(table.stored, past, new),
                )
            except Exception:
                _log.exception("the bots of table %s cannot move", table.table)
                continue
            if not self._unseen and self._table.company.is_led_here:
                self.move = min(moves, key=lambda move: move.at, default=None)
                self._seen_seq = unseen[-1][0].seq
                self._table.schedule()

    def _present_players(self) -> tuple[dict[str, Player], list[Player]]:
        """Return the bots that are there by their players' ids, and those made anew."""
        variant, table = self._table.state.variant, self._table.table
        seats = self.seats()
        known = self._players
        self._players = {
            (seat, level): known.get((seat, level))
            or self._club.make_bot(variant, seat, level, seed_of(table, seat))
            for seat, level in seats.items()
        }
        present = {
            self._table.state.seats[seat].player: player
            for (seat, _), player in self._players.items()
        }
        new = [player for key, player in self._players.items() if key not in known]
        return present, new

    async def act(self) -> None:
        """Carry the earliest move out, if nothing has changed since it was thought of."""
        move, self.move = self.move, None
        if move is None:
            return
        try:
            await self._table.do(move.command, self._seen_seq)
        except Refusal:
            pass
        except Exception:
            _log.exception("a bot's move at table %s failed", self._table.table)
        # Nothing may have come of it that would make them think anew.
        self.people_changed()

    async def close(self) -> None:
        """Stop thinking."""
        self.move = None
        if self._thinking:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)


@dataclass(frozen=True)
class _Past:
    """A game so far, and the bots that have not seen it."""

    stored: StoredTable
    events: Sequence[Event]
    players: Sequence[Player]

    def show(self, until: int) -> None:
        """Show what was to be seen before a time, at each moment when something changed."""
        state = State(self.stored.header, self.stored.seed)
        for view, at in iter_past(state, self.events):
            if at >= until:
                return
            for player in self.players:
                player.watch(view, at)


def _ask(
    players: dict[str, Player], unseen: list[tuple[TableView, int]], past: _Past
) -> list[Move]:
    """Show bots some views, and return the moves that they choose on the last of them."""
    past.show(unseen[0][1])
    moves: list[Move] = []
    for name, player in players.items():
        move = None
        for view, now in unseen:
            move = player.next_move(view, now)
        if move is not None:
            moves.append(replace(move, command=replace(move.command, player=name)))
    return moves
