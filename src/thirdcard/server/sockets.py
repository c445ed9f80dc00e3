"""The conversation of one WebSocket: what it may say, how fast, and what it is answered."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from thirdcard.errors import MessageError, Refusal, ThirdcardError
from thirdcard.game import commands
from thirdcard.server import messages
from thirdcard.server.tables import Club, LiveTable, now_ms

__all__ = ["CLOSE_BUSY", "CLOSE_FLOOD", "CLOSE_PROTOCOL", "CLOSE_UNKNOWN", "Conversation"]

CLOSE_PROTOCOL = 4400
"""The client speaks another version of the protocol."""
CLOSE_UNKNOWN = 4404
"""There is no such table."""
CLOSE_BUSY = 4408
"""The client does not read what it is sent; it may come back."""
CLOSE_FLOOD = 4429
"""The client said too much, or too much that was malformed."""

_QUEUE = 512
_BURST = 60
_PER_SECOND = 30.0

_log = logging.getLogger(__name__)


class Conversation:
    """One connection to one table; a `thirdcard.server.tables.Listener`.

    Everything that is sent goes through one queue, so a client sees events and answers in the
    order in which they came about.
    """

    def __init__(
        self, socket: WebSocket[Any, Any, Any], club: Club, table: LiveTable, player: str
    ) -> None:
        self.player = player
        self._socket = socket
        self._club = club
        self._table = table
        self._out: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE)
        self._close_code: int | None = None
        self._malformed = 0
        self._allowance = float(_BURST)
        self._allowed_at = time.monotonic()

    def send(self, frame: str) -> None:
        """Queue a frame; a client that lets the queue fill up is let go."""
        try:
            self._out.put_nowait(frame)
        except asyncio.QueueFull:
            self._hang_up(CLOSE_BUSY)

    def _hang_up(self, code: int) -> None:
        if self._close_code is None:
            self._close_code = code
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)

    def _answer(self, message: messages.ServerMessage) -> None:
        self.send(messages.encode(message))

    async def run(self) -> None:
        """Talk until one side hangs up."""
        self._table.listeners.add(self)
        self._answer(self._table.welcome(self.player))
        self._table.people_changed()
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.listeners.discard(self)
            self._table.people_changed()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            if self._close_code is not None:
                with suppress(Exception):
                    await self._socket.close(self._close_code)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (frame := await self._out.get()) is not None:
                await self._socket.send_text(frame)

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._close_code is None:
                event = await self._socket.receive()
                if event["type"] != "websocket.receive":
                    return
                frame = event.get("text")
                await self._hear(event.get("bytes") or b"" if frame is None else frame)

    async def _hear(self, frame: str | bytes) -> None:
        """Answer one frame, whatever it holds."""
        if not self._is_allowed():
            self._hang_up(CLOSE_FLOOD)
            return
        try:
            message = messages.decode(frame)
        except MessageError as error:
            self._malformed += 1
            self._answer(_refused(None, Refusal("malformed", str(error))))
            if self._malformed >= messages.MAX_MALFORMED:
                self._hang_up(CLOSE_FLOOD)
            return
        try:
            await _ANSWERS[type(message)](self, message)
        except Refusal as refusal:
            self._answer(_refused(message.id, refusal))
        except Exception as error:
            _log.exception("table %s, %s failed", self._table.table, type(message).__name__)
            reason = (
                str(error) if isinstance(error, ThirdcardError) else "The server failed; try again."
            )
            self._answer(_refused(message.id, Refusal("locked_out", reason)))

    def _is_allowed(self) -> bool:
        """Tell whether the client keeps to its rate (a token bucket)."""
        now = time.monotonic()
        gained = (now - self._allowed_at) * _PER_SECOND
        self._allowance = min(float(_BURST), self._allowance + gained) - 1
        self._allowed_at = now
        return self._allowance >= 0

    # -- answers ------------------------------------------------------------------------------

    async def _do(self, message: messages.ClientMessage, command: commands.Command) -> None:
        seq = await self._table.do(command)
        self._answer(messages.Done(id=message.id, seq=seq))

    async def _sit(self, message: messages.Sit) -> None:
        await self._do(message, commands.Join(self.player, message.name))

    async def _leave(self, message: messages.Leave) -> None:
        await self._do(message, commands.Leave(self.player))

    async def _start(self, message: messages.Start) -> None:
        await self._do(message, commands.Start(self.player))

    async def _add_bot(self, message: messages.AddBot) -> None:
        seq = await self._table.bots.add(self.player, message.level)
        self._answer(messages.Done(id=message.id, seq=seq))

    async def _remove_bot(self, message: messages.RemoveBot) -> None:
        seq = await self._table.bots.remove(self.player, message.seat)
        self._answer(messages.Done(id=message.id, seq=seq))

    async def _claim(self, message: messages.Claim) -> None:
        await self._do(message, commands.Claim(self.player, message.cards, message.seen))

    async def _flip(self, message: messages.Flip) -> None:
        await self._do(message, commands.Flip(self.player, message.slot, message.seen))

    async def _rematch(self, message: messages.Rematch) -> None:
        await self._club.play_again(self._table, self.player)
        self._answer(messages.Done(id=message.id, seq=self._table.state.seq))

    async def _resync(self, message: messages.Resync) -> None:
        self._answer(await self._table.since(message.seen))
        self._answer(messages.Done(id=message.id, seq=self._table.state.seq))

    async def _ping(self, message: messages.Ping) -> None:
        self._answer(messages.Pong(id=message.id, now=now_ms()))


_ANSWERS: dict[type, Callable[..., Awaitable[None]]] = {
    messages.Sit: Conversation._sit,
    messages.Leave: Conversation._leave,
    messages.Start: Conversation._start,
    messages.AddBot: Conversation._add_bot,
    messages.RemoveBot: Conversation._remove_bot,
    messages.Claim: Conversation._claim,
    messages.Flip: Conversation._flip,
    messages.Rematch: Conversation._rematch,
    messages.Resync: Conversation._resync,
    messages.Ping: Conversation._ping,
}


def _refused(id_: int | None, refusal: Refusal) -> messages.Refused:
    return messages.Refused(
        id=id_, code=refusal.code, message=str(refusal), details=refusal.details
    )
