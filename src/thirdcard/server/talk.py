"""One WebSocket: how much may wait on it, how fast its client may speak, and how it ends.

`Talk` is what all sockets of the club have in common; what is said on them is a subclass's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from thirdcard.errors import MessageError, Refusal, ThirdcardError
from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.frames import Frame
from thirdcard.server.languages import ENGLISH, Catalogue

__all__ = [
    "BURST",
    "CLOSE_BUSY",
    "CLOSE_FLOOD",
    "CLOSE_FORBIDDEN",
    "CLOSE_IDENTITY",
    "CLOSE_PROTOCOL",
    "CLOSE_UNKNOWN",
    "PER_SECOND",
    "QUEUE",
    "Talk",
    "refused",
]

CLOSE_PROTOCOL: Final = 4400
"""The client speaks another version of the protocol, or is a page of another site."""
CLOSE_IDENTITY: Final = 4401
"""The session that the connection was opened with is over; with a new one it may come back."""
CLOSE_FORBIDDEN: Final = 4403
"""The client is not let in; the reason says what for."""
CLOSE_UNKNOWN: Final = 4404
"""There is no such table."""
CLOSE_BUSY: Final = 4408
"""The client does not read what it is sent; it may come back."""
CLOSE_FLOOD: Final = 4429
"""The client said too much, or too much that was malformed."""

QUEUE: Final = 512
"""Frames that may wait for a client to read them."""
BURST: Final = 60
"""Messages that a client may send at once."""
PER_SECOND: Final = 30.0
"""Messages that it may send in a second."""

_CLOSE_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Talk(ABC):
    """One connection of one player.

    Everything that is sent goes through one queue, so a client sees what it is told and what it
    is answered in the order in which they came about.

    Attributes:
        player: who is connected.
    """

    def __init__(
        self, socket: WebSocket[Any, Any, Any], player: str, catalogue: Catalogue = ENGLISH
    ) -> None:
        self.player = player
        self._catalogue = catalogue
        self._socket = socket
        self._out: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self._closing: tuple[int, str] | None = None
        self._hung_up = asyncio.Event()
        self._malformed = 0
        self._allowance = float(BURST)
        self._allowed_at = time.monotonic()

    @abstractmethod
    def begin(self) -> None:
        """Say what is said first."""

    @abstractmethod
    def finish(self) -> None:
        """Take note that the connection has ended."""

    @abstractmethod
    async def answer(self, message: messages.ClientMessage) -> None:
        """Do what a message asks.

        Raises:
            Refusal: it is not done; the client is told.
        """

    # -- out ----------------------------------------------------------------------------------

    def send(self, frame: Frame) -> None:
        """Queue a frame; a client that lets the queue fill up is let go."""
        if self._closing is not None:
            return
        try:
            self._out.put_nowait(frame.told_in(self._catalogue))
        except asyncio.QueueFull:
            self.hang_up(CLOSE_BUSY)

    def say(self, message: messages.ServerMessage) -> None:
        """Queue a message."""
        self.send(Frame(message))

    def hang_up(self, code: int, reason: str = "") -> None:
        """End the connection, without sending what still waits."""
        if self._closing is None:
            self._closing = (code, reason)
            while not self._out.empty():
                self._out.get_nowait()
            self._hung_up.set()

    async def run(self) -> None:
        """Talk until one side hangs up."""
        tasks: list[asyncio.Task[Any]] = []
        try:
            self.begin()
            # A client that reads nothing blocks the writer; hanging up does not wait for it.
            works = (self._read(), self._write(), self._hung_up.wait())
            tasks += [asyncio.create_task(work) for work in works]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.finish()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._closing is not None:
                with suppress(Exception):
                    await asyncio.wait_for(self._socket.close(*self._closing), _CLOSE_SECONDS)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._socket.send_text(await self._out.get())

    # -- in -----------------------------------------------------------------------------------

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._closing is None:
                event = await self._socket.receive()
                if event["type"] != "websocket.receive":
                    return
                frame = event.get("text")
                await self._hear(event.get("bytes") or b"" if frame is None else frame)

    async def _hear(self, frame: str | bytes) -> None:
        """Answer one frame, whatever it holds."""
        if not self._is_allowed():
            self.hang_up(CLOSE_FLOOD)
            return
        try:
            message = messages.decode(frame)
        except MessageError as error:
            self._malformed += 1
            self.say(refused(None, Refusal("malformed", error.told)))
            if self._malformed >= messages.MAX_MALFORMED:
                self.hang_up(CLOSE_FLOOD)
            return
        try:
            await self.answer(message)
        except Refusal as refusal:
            self.say(refused(message.id, refusal))
        except Exception as error:
            _log.exception("%s failed", type(message).__name__)
            reason = (
                error.told
                if isinstance(error, ThirdcardError)
                else phrase("The server failed; try again.")
            )
            self.say(refused(message.id, Refusal("locked_out", reason)))

    def _is_allowed(self) -> bool:
        """Tell whether the client keeps to its rate (a token bucket)."""
        now = time.monotonic()
        gained = (now - self._allowed_at) * PER_SECOND
        self._allowance = min(float(BURST), self._allowance + gained) - 1
        self._allowed_at = now
        return self._allowance >= 0


def refused(id_: int | None, refusal: Refusal) -> messages.Refused:
    """Return the message that tells a client of a refusal."""
    return messages.Refused(
        id=id_, code=refusal.code, message=refusal.told, details=refusal.details
    )
