"""A game within this process: the machine, its clock, and bots that think in a thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from os import urandom
from typing import Any, Final

from thirdcard.bots import LEVELS, Bot, Move
from thirdcard.errors import OptionError, Refusal
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Announce, Command, Join, Leave, Tick
from thirdcard.game.events import Event, Header, Hinted
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.options import Options
from thirdcard.game.shuffle import SEED_BYTES
from thirdcard.game.state import State
from thirdcard.game.table_views import HintView, TableView
from thirdcard.game.views import view_event, view_table
from thirdcard.tui.source import Action, News, Said, Source

__all__ = ["LocalGame"]

_PLAYER: Final = "player"
_OPTIMUM_SECONDS: Final = 10.0
_SOON: Final = 0.002


@dataclass
class _Bots:
    """The bots of a game, by their players' ids, and what they have not been shown yet.

    `move` is the earliest of what they chose on the table as it is; any change makes it None.
    """

    players: dict[str, Bot]
    unseen: list[tuple[TableView, int]]
    move: Move | None = None
    thinking: asyncio.Task[None] | None = None


class LocalGame(Source):
    """A table in this process.

    Bots are shown what a person at their seat is shown, in a thread of their own, and what they
    choose is carried out when it is due, unless the table has changed before.  Who quits while
    they think waits for the end of their thought, which takes seconds at most.

    Args:
        variant: the variant's expression.
        options: the table's options.
        levels: of the bots, one a bot.
        name: the player's.
        seed: 32 bytes from which the deals follow, and the bots' chances; None to draw them.

    Raises:
        VariantError, OptionError: such a table cannot exist.
    """

    def __init__(
        self,
        variant: str = "classic",
        options: Options = Options(),  # noqa: B008 - frozen
        levels: Sequence[int] = (),
        name: str = "You",
        seed: bytes | None = None,
    ) -> None:
        super().__init__()
        for level in levels:
            if not 1 <= level <= len(LEVELS):
                raise OptionError(f"bot level {level}: expected 1 to {len(LEVELS)}")
        self._header = Header(variant=variant, options=options)
        self._header.require_valid()
        self._levels = tuple(levels)
        self._name = name
        self._seed = urandom(SEED_BYTES) if seed is None else seed
        self._is_drawn = seed is None
        self._thinkers = ThreadPoolExecutor(2, "thirdcard-bots")
        self._alarm: asyncio.TimerHandle | None = None
        self._solving: asyncio.Task[None] | None = None
        self._is_closed = False
        self._begin()
        if len(levels) >= self._state.max_seats:
            bots = "1 bot" if len(levels) == 1 else f"{len(levels)} bots"
            seats = "1 seat" if self._state.max_seats == 1 else f"{self._state.max_seats} seats"
            raise OptionError(f"{bots} and you are more than the {seats}")
        if len(levels) + 1 < (self._state.contest.seats or 1):
            raise OptionError(f"{self._state.contest.title} needs a bot; expected one --bot LEVEL")

    def _begin(self) -> None:
        self._state, _ = open_table(self._header, self._seed, self.now())
        self._bots = _Bots({}, [])

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def open(self) -> None:
        self.seat, self.hint = 0, None
        self._carry_out(Join(_PLAYER, self._name))
        chance = int.from_bytes(sha256(b"bots" + self._seed).digest()[:8], "big")
        for number, level in enumerate(self._levels, start=1):
            # Two of a level are told apart by a number.
            same = self._levels[:number].count(level)
            title = LEVELS[level - 1].title.lower() + (f" {same}" if same > 1 else "")
            self._carry_out(Join(f"bot-{number}", f"Bot · {title}", level))
            bot = Bot(self._state.variant, number, level, chance)
            self._bots.players[f"bot-{number}"] = bot

    async def do(self, action: Action) -> None:
        self._carry_out(replace(action, player=_PLAYER))

    async def play_again(self) -> None:
        self._rest()
        self._seed = urandom(SEED_BYTES) if self._is_drawn else sha256(self._seed).digest()
        self._begin()
        await self.open()

    async def close(self) -> None:
        self._is_closed = True
        self._rest()
        if self._state.seats and self._state.phase in ("waiting", "playing"):
            self._carry_out(Leave(_PLAYER))
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    def _rest(self) -> None:
        """Stop everything that would happen by itself."""
        tasks = (self._bots.thinking, self._solving)
        for task in tasks:
            if task is not None:
                task.cancel()
        self._solving = None
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    # -- the machine --------------------------------------------------------------------------

    def _carry_out(self, command: Command) -> None:
        try:
            self._follow(decide(self._state, command, self.now()))
        except Refusal as refusal:
            self._follow(refusal.events)
            raise

    def _follow(self, events: Sequence[Event]) -> None:
        for event in events:
            before, self._state = self._state, evolve(self._state, event)
            if isinstance(event, Hinted) and event.seat == self.seat:
                self.hint = HintView(event.stage, event.cards, event.there)
            self._show(view_table(self._state), view_event(before, event, self._state))
        if events:
            self._look_after()

    def _look_after(self) -> None:
        if self._is_closed:
            return
        self._bots.move = None
        if self._state.phase == "playing" and self._bots.players:
            self._bots.unseen.append((view_table(self._state), self.now()))
            if self._bots.thinking is None or self._bots.thinking.done():
                self._bots.thinking = asyncio.ensure_future(self._think(self._bots))
        if self._is_to_be_solved() and self._solving is None:
            self._solving = asyncio.ensure_future(self._announce(self._state))
        self._schedule()

    def _schedule(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        move = self._bots.move
        times = (next_deadline(self._state), None if move is None else move.at)
        due = min((at for at in times if at is not None), default=None)
        if due is not None and not self._is_closed:
            seconds = max(0, due - self.now()) / 1000 + _SOON
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        deadline, move = next_deadline(self._state), self._bots.move
        try:
            if deadline is not None and deadline <= self.now():
                self._carry_out(Tick())
            elif move is not None and move.at <= self.now():
                self._bots.move = None
                self._carry_out(move.command)
        except Refusal:
            # A bot may be wrong; it thinks again.
            self._look_after()
        else:
            self._schedule()

    # -- bots and solvers ---------------------------------------------------------------------

    async def _think(self, bots: _Bots) -> None:
        """Ask all bots until none of them has missed anything."""
        while bots.unseen:
            unseen, bots.unseen = bots.unseen, []
            try:
                moves = await self._in_thread(_ask, bots.players, unseen)
            except Exception as error:
                # One fault of a bot must not end a person's game.
                self.tell(News(self.view, said=Said(f"A bot cannot move: {error}.", True)))
                continue
            if not bots.unseen and not self._is_closed:
                bots.move = min(moves, key=lambda move: move.at, default=None)
                self._schedule()

    def _is_to_be_solved(self) -> bool:
        state = self._state
        return state.phase == "playing" and state.contest.is_shared and state.optimum is None

    async def _announce(self, state: State) -> None:
        from thirdcard.server.solving import solve_optimum

        optimum, is_proved = await self._in_thread(
            solve_optimum,
            state.variant.key,
            state.spots,
            wants_most=state.contest.wants_most,
            seconds=_OPTIMUM_SECONDS,
        )
        if self._state.phase == "playing":
            self._carry_out(Announce(optimum, is_proved))

    async def _in_thread(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinkers, lambda: function(*args, **kwargs))


def _ask(bots: dict[str, Bot], unseen: list[tuple[TableView, int]]) -> list[Move]:
    """Show bots some views, and return the moves that they choose on the last of them."""
    moves = []
    for player, bot in bots.items():
        move = None
        for view, now in unseen:
            move = bot.next_move(view, now)
        if move is not None:
            moves.append(replace(move, command=replace(move.command, player=player)))
    return moves
