"""The conversation at a table: what a client may ask there, and what it is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from litestar import WebSocket

from thirdcard.errors import Refusal
from thirdcard.game import commands
from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.languages import Catalogue
from thirdcard.server.presence import PROBE_SECONDS, RoundTrip
from thirdcard.server.seen_cards import explain_at
from thirdcard.server.tables import Club, LiveTable, now_ms
from thirdcard.server.talk import (
    CLOSE_BUSY,
    CLOSE_FLOOD,
    CLOSE_FORBIDDEN,
    CLOSE_IDENTITY,
    CLOSE_PROTOCOL,
    CLOSE_UNKNOWN,
    Talk,
)

__all__ = [
    "CLOSE_BUSY",
    "CLOSE_FLOOD",
    "CLOSE_FORBIDDEN",
    "CLOSE_IDENTITY",
    "CLOSE_PROTOCOL",
    "CLOSE_UNKNOWN",
    "Conversation",
]


T = TypeVar("T")


class Conversation(Talk):
    """One connection to one table; a `thirdcard.server.live.Listener`."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        club: Club,
        table: LiveTable,
        player: str,
        catalogue: Catalogue,
    ) -> None:
        super().__init__(socket, player, catalogue)
        self._club = club
        self._table = table
        self._trip = RoundTrip()
        self._prober: asyncio.Task[None] | None = None

    @property
    def trip(self) -> int | None:
        """The round trip in milliseconds, None before it was measured."""
        return self._trip.ms

    async def run(self) -> None:
        """Talk until one side hangs up; not at all with who may not come here."""
        while True:
            await self._table.chat.load()
            if reason := await self._club.find_obstacle(self._table, self.player):
                await self._socket.close(CLOSE_FORBIDDEN, reason)
                return
            # A table that is long over may have been forgotten meanwhile, and is read anew.
            live = await self._club.find(self._table.table)
            if live is None or live is self._table:
                break
            self._table = live
        await super().run()

    def begin(self) -> None:
        """Welcome the client, and tell the others."""
        self._table.listeners.add(self)
        self.say(self._table.welcome(self.player))
        self._table.people_changed()
        self._prober = asyncio.create_task(self._probe())

    def finish(self) -> None:
        """Tell the others that the client is gone."""
        if self._prober:
            self._prober.cancel()
        self._table.listeners.discard(self)
        self._table.people_changed()

    async def _probe(self) -> None:
        while True:
            self.say(self._trip.probe(time.monotonic()))
            await asyncio.sleep(PROBE_SECONDS)

    async def answer(self, message: messages.ClientMessage) -> None:
        """Do what a message asks."""
        await _ANSWERS[type(message)](self, message)

    # -- commands -----------------------------------------------------------------------------

    async def _do(self, message: messages.ClientMessage, command: commands.Command) -> None:
        self._done(message, await self._table.do(command))

    def _done(self, message: messages.ClientMessage, seq: int | None = None) -> None:
        seq = self._table.state.seq if seq is None else seq
        self.say(messages.Done(id=message.id, seq=seq))

    async def _sit(self, message: messages.Sit) -> None:
        if await self._club.store.is_banned(self.player):
            raise Refusal("locked_out", phrase("You are banned from this club."))

        def join(name: str) -> Awaitable[int]:
            return self._table.do(commands.Join(self.player, name))

        sitting = self._club.people.sit_down(self.player, message.name, join)
        self._done(message, await _to_the_end(sitting))

    async def _leave(self, message: messages.Leave) -> None:
        await self._do(message, commands.Leave(self.player))

    async def _configure(self, message: messages.Configure) -> None:
        await self._do(message, commands.Configure(self.player, message.options))

    async def _start(self, message: messages.Start) -> None:
        await self._do(message, commands.Start(self.player))

    async def _kick(self, message: messages.Kick) -> None:
        await self._do(message, commands.Kick(self.player, message.seat, message.ban))

    async def _mute(self, message: messages.Mute) -> None:
        await self._do(message, commands.Mute(self.player, message.seat, message.muted))

    async def _call(self, message: messages.Call) -> None:
        await self._do(message, commands.Call(self.player, message.seen))

    async def _claim(self, message: messages.Claim) -> None:
        claim = commands.Claim(
            self.player, message.cards, message.seen, message.waited, self.trip or 0
        )
        await self._do(message, claim)

    async def _take_back(self, message: messages.TakeBack) -> None:
        await self._do(message, commands.TakeBack(self.player))

    async def _flip(self, message: messages.Flip) -> None:
        await self._do(message, commands.Flip(self.player, message.slot, message.seen))

    async def _vote(self, message: messages.Vote) -> None:
        await self._do(message, commands.Vote(self.player, message.subject, message.agrees))

    async def _hint(self, message: messages.Hint) -> None:
        await self._do(message, commands.Hint(self.player))

    # -- the rest -----------------------------------------------------------------------------

    async def _add_bot(self, message: messages.AddBot) -> None:
        self._done(message, await self._table.bots.add(self.player, message.level))

    async def _remove_bot(self, message: messages.RemoveBot) -> None:
        self._done(message, await self._table.bots.remove(self.player, message.seat))

    async def _explain(self, message: messages.Explain) -> None:
        seat = self._table.seat_of(self.player)
        self.say(explain_at(self._table.state, seat, message.cards))
        self._done(message)

    async def _chat(self, message: messages.Chat) -> None:
        self._done(message, await _to_the_end(self._say(message.text)))

    async def _say(self, text: str) -> int:
        async with self._club.people.kept(self.player):
            return await self._table.say(self.player, text)

    async def _rematch(self, message: messages.Rematch) -> None:
        await _to_the_end(self._club.play_again(self._table, self.player))
        self._done(message)

    async def _resync(self, message: messages.Resync) -> None:
        self.say(self._table.since(message.seen))
        self._done(message)

    async def _ping(self, message: messages.Ping) -> None:
        self.say(messages.Pong(id=message.id, now=now_ms()))

    async def _echo(self, message: messages.Echo) -> None:
        self._trip.hear(message, time.monotonic())
        self._table.trip_changed()


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Do something that is not stopped half-way where the connection ends meanwhile."""
    return await asyncio.shield(asyncio.ensure_future(work))


_ANSWERS: dict[type, Callable[..., Awaitable[None]]] = {
    messages.Sit: Conversation._sit,
    messages.Leave: Conversation._leave,
    messages.Configure: Conversation._configure,
    messages.Start: Conversation._start,
    messages.AddBot: Conversation._add_bot,
    messages.RemoveBot: Conversation._remove_bot,
    messages.Kick: Conversation._kick,
    messages.Mute: Conversation._mute,
    messages.Call: Conversation._call,
    messages.Claim: Conversation._claim,
    messages.TakeBack: Conversation._take_back,
    messages.Flip: Conversation._flip,
    messages.Vote: Conversation._vote,
    messages.Hint: Conversation._hint,
    messages.Explain: Conversation._explain,
    messages.Chat: Conversation._chat,
    messages.Rematch: Conversation._rematch,
    messages.Resync: Conversation._resync,
    messages.Ping: Conversation._ping,
    messages.Echo: Conversation._echo,
}
