"""The bots of a live table: they are shown what people see, and move as people do.

After each change every bot of a table is asked, in a thread, what it will do next and when, with
the view that a person at its seat gets.  The club's clock carries the earliest of their moves out
when it is due, on the table's own path of commands; meanwhile any change makes them think anew.  A
move that was thought on another table than the one there is now is dropped, so bots never race
for cards that are gone, and two processes that both run them do no harm.

Bots move only while a person with a seat is connected.  So a table where only bots are left stands
still, until its idle time closes it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Final, Protocol

from thirdcard.bots import LEVELS, Move
from thirdcard.errors import Refusal
from thirdcard.game.commands import Join, Leave
from thirdcard.game.views import TableView, view_table
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    from thirdcard.server.tables import LiveTable

__all__ = ["BotMaker", "Bots", "Player", "seed_of"]

_PREFIX: Final = "bot-"

_log = logging.getLogger(__name__)


class Player(Protocol):
    """What a bot is asked; see `thirdcard.bots.Bot`."""

    def next_move(self, view: TableView, now: int) -> Move | None:
        """Return what it will do, and when, if nothing changes before."""
        ...


BotMaker = Callable[[Variant, int, int, int], Player]
"""Makes a bot of a variant, a seat, a level and a seed."""


def seed_of(table: str, seat: int) -> int:
    """Return the seed of the bot at a seat: the same after a restart."""
    return int.from_bytes(hashlib.sha256(f"{table} {seat}".encode()).digest()[:8], "big")


class Bots:
    """The bots of one table.

    Attributes:
        move: the earliest of their moves, None while all wait for others.
    """

    def __init__(self, table: LiveTable, make: BotMaker, now: Callable[[], int]) -> None:
        self.move: Move | None = None
        self._table = table
        self._make = make
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
        title = next((known.title for known in LEVELS if known.number == level), None)
        if title is None:
            raise Refusal("malformed", f"There is no level {level}; expected 1 to {len(LEVELS)}.")
        async with self._changing:
            self._require_player(player)
            state = self._table.state
            gone = [seat for seat in state.seats if seat.bot is not None and not seat.present]
            same = [seat.player for seat in gone if seat.bot == level]
            is_full = len(state.seats) >= state.header.options.seats
            reused = same or ([seat.player for seat in gone] if is_full else [])
            # A rematch brings bots to other seats than they had, so their numbers are no seats.
            new = (f"{_PREFIX}{number}" for number in count(1))
            known = {seat.player for seat in state.seats}
            bot = reused[0] if reused else next(name for name in new if name not in known)
            return await self._table.do(Join(bot, f"Bot · {title.lower()}", level))

    async def remove(self, player: str, seat: int) -> int:
        """Let a bot give up its seat, and return the log's sequence number.

        Raises:
            Refusal: there is no bot at the seat, or the player has none, or it is over.
        """
        async with self._changing:
            self._require_player(player)
            if seat not in self.seats():
                raise Refusal("malformed", f"There is no bot at seat {seat + 1}.")
            return await self._table.do(Leave(self._table.state.seats[seat].player))

    def _require_player(self, player: str) -> None:
        if self._table.seat_of(player) is None:
            raise Refusal("locked_out", "You are watching; those who play add and remove bots.")

    # -- thinking -----------------------------------------------------------------------------

    def look(self) -> None:
        """Show the bots the table as it is, and let them think; without waiting for them."""
        self.move = None
        if self._table.state.phase != "playing" or not self.seats():
            self._unseen.clear()
            return
        # Also those who may not move now keep in mind what they see.
        self._unseen.append((view_table(self._table.state), self._now()))
        if not self._is_thinking:
            self._thinking = asyncio.create_task(self._think())

    def people_changed(self) -> None:
        """Stop where no person who plays is connected, and go on when one is back."""
        if not self._has_company():
            self.move = None
        elif self.move is None and not self._is_thinking:
            self.look()

    @property
    def _is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def _has_company(self) -> bool:
        return bool(self._table.presence().online)

    async def _think(self) -> None:
        """Ask all bots until none of them has missed anything."""
        while self._unseen:
            unseen, self._unseen = self._unseen, []
            players = self._present_players()
            try:
                moves = await asyncio.to_thread(_ask, players, unseen)
            except Exception:
                _log.exception("the bots of table %s cannot move", self._table.table)
                continue
            if not self._unseen and self._has_company():
                self.move = min(moves, key=lambda move: move.at, default=None)
                self._seen_seq = unseen[-1][0].seq

    def _present_players(self) -> dict[str, Player]:
        """Return the bots that are there by their players' ids, new ones where need be."""
        variant, table = self._table.state.variant, self._table.table
        seats = self.seats()
        self._players = {
            (seat, level): self._players.get((seat, level))
            or self._make(variant, seat, level, seed_of(table, seat))
            for seat, level in seats.items()
        }
        return {
            self._table.state.seats[seat].player: player
            for (seat, _), player in self._players.items()
        }

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


def _ask(players: dict[str, Player], unseen: list[tuple[TableView, int]]) -> list[Move]:
    """Show bots some views, and return the moves that they choose on the last of them."""
    moves: list[Move] = []
    for name, player in players.items():
        move = None
        for view, now in unseen:
            move = player.next_move(view, now)
        if move is not None:
            moves.append(replace(move, command=replace(move.command, player=name)))
    return moves
