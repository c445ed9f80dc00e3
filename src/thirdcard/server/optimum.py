"""The solved value of a table that is played for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from thirdcard.game.commands import Announce
from thirdcard.game.events import Claimed
from thirdcard.game.machine import evolve
from thirdcard.game.state import State

if TYPE_CHECKING:
    from thirdcard.server.live import LiveTable
    from thirdcard.server.tables import Club

__all__ = ["Optimum"]


class Optimum:
    """Has the optimum of one table found, and the solver ready before that."""

    def __init__(self, table: LiveTable, club: Club) -> None:
        self._table = table
        self._club = club
        self._is_ready = False
        self._solving: asyncio.Task[Any] | None = None

    def look(self) -> None:
        """Begin what the table as it is calls for, once."""
        state = self._table.state
        if self._club.is_closed:
            return
        if state.phase == "waiting" and state.contest.is_fixed and not self._is_ready:
            # While people still sit down.
            self._is_ready = True
            self._table.begin_task(asyncio.to_thread(self._club.solver.get_ready))
        if self._is_asked_for(state) and self._solving is None:
            self._solving = self._table.begin_task(self._announce())

    def _is_asked_for(self, state: State) -> bool:
        is_played_for = state.phase == "playing" and state.contest.is_shared
        is_led_here = self._table.company.is_led_here or not self._club.shared
        return is_played_for and state.optimum is None and is_led_here

    async def _announce(self) -> None:
        stored = self._table.stored
        state = State(stored.header, stored.seed)
        for event in await self._club.store.events(stored.table):
            if isinstance(event, Claimed):
                break
            state = evolve(state, event)
        optimum, is_proved = await self._club.solver.find_optimum(state)
        await self._table.do(Announce(optimum, is_proved))
