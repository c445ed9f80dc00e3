"""What all WebSockets have in common: how much may wait, how fast one may speak, how it ends."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from thirdcard.errors import OptionError, Refusal
from thirdcard.server import messages
from thirdcard.server.frames import Frame
from thirdcard.server.talk import BURST, CLOSE_BUSY, CLOSE_FLOOD, QUEUE, Talk

PING = '{"type": "ping", "id": 7}'
FRAME = Frame(messages.Pong(id=1, now=1))


class FakeSocket:
    """A socket whose client says what a test says, and reads while it is told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self._said: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def say(self, frame: str | bytes) -> None:
        kind = "text" if isinstance(frame, str) else "bytes"
        self._said.put_nowait({"type": "websocket.receive", kind: frame})

    def leave(self) -> None:
        self._said.put_nowait(None)

    async def receive(self) -> dict[str, Any]:
        said = await self._said.get()
        if said is None:
            raise WebSocketDisconnect(detail="gone")
        return said

    async def send_text(self, frame: str) -> None:
        await self.reads.wait()
        self.sent.append(json.loads(frame))

    async def close(self, code: int, reason: str = "") -> None:
        self.closed = (code, reason)


class Echoing(Talk):
    """Answers pings, and fails in some ways at other messages."""

    def __init__(self, socket: FakeSocket) -> None:
        super().__init__(cast("WebSocket[Any, Any, Any]", socket), "ann")
        self.log: list[str] = []

    def begin(self) -> None:
        self.log.append("begin")
        self.say(messages.Pong(id=0, now=0))

    def finish(self) -> None:
        self.log.append("finish")

    async def answer(self, message: messages.ClientMessage) -> None:
        match message:
            case messages.Ping():
                self.say(messages.Pong(id=message.id, now=1))
            case messages.Leave():
                raise Refusal("locked_out", "No.", {"why": 3})
            case messages.Start():
                raise OptionError("an option is wrong")
            case _:
                raise RuntimeError("secret")


@pytest.fixture
async def socket() -> FakeSocket:
    return FakeSocket()


@pytest.fixture
async def talk(socket: FakeSocket) -> Echoing:
    return Echoing(socket)


async def _settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def _end(running: asyncio.Task[None]) -> None:
    async with asyncio.timeout(5):
        await running


async def test_answers_come_in_order_and_the_end_is_noted(
    socket: FakeSocket, talk: Echoing
) -> None:
    running = asyncio.create_task(talk.run())
    socket.say(PING)
    socket.say(PING.encode())
    await _settle()
    assert [frame["now"] for frame in socket.sent] == [0, 1, 1]
    socket.leave()
    await _end(running)
    assert talk.log == ["begin", "finish"]
    assert socket.closed is None


async def test_refusals_and_faults_are_told_and_the_talk_goes_on(
    socket: FakeSocket, talk: Echoing
) -> None:
    running = asyncio.create_task(talk.run())
    for kind in ("leave", "start", "rematch"):
        socket.say(json.dumps({"type": kind, "id": 3}))
    socket.say("[")
    socket.say(PING)
    await _settle()
    told = [(f["id"], f["code"], f["message"], f["details"]) for f in socket.sent[1:4]]
    assert told == [
        (3, "locked_out", "No.", {"why": 3}),
        (3, "locked_out", "an option is wrong", {}),
        (3, "locked_out", "The server failed; try again.", {}),
    ]
    assert (socket.sent[4]["id"], socket.sent[4]["code"]) == (None, "malformed")
    assert socket.sent[5]["id"] == 7
    socket.leave()
    await _end(running)


async def test_who_reads_nothing_is_let_go_and_costs_no_more(
    socket: FakeSocket, talk: Echoing
) -> None:
    """Also while a frame to them cannot be written."""
    socket.reads.clear()
    running = asyncio.create_task(talk.run())
    await _settle()
    for _ in range(QUEUE + 1):
        talk.send(FRAME)
    assert talk._out.empty()
    await _end(running)
    assert talk.log == ["begin", "finish"]
    assert socket.closed == (CLOSE_BUSY, "")
    talk.send(FRAME)
    assert talk._out.empty()


async def test_full_queue_is_not_too_full(socket: FakeSocket, talk: Echoing) -> None:
    socket.reads.clear()
    running = asyncio.create_task(talk.run())
    await _settle()
    for _ in range(QUEUE):
        talk.send(FRAME)
    socket.reads.set()
    async with asyncio.timeout(5):
        while len(socket.sent) < QUEUE + 1:
            await asyncio.sleep(0)
    assert socket.closed is None
    socket.leave()
    await _end(running)


async def test_flood_ends_the_talk(socket: FakeSocket, talk: Echoing) -> None:
    for _ in range(BURST + 30):
        socket.say(PING)
    await _end(asyncio.create_task(talk.run()))
    assert socket.closed == (CLOSE_FLOOD, "")


async def test_burst_is_allowed(socket: FakeSocket, talk: Echoing) -> None:
    running = asyncio.create_task(talk.run())
    for _ in range(BURST):
        socket.say(PING)
    async with asyncio.timeout(5):
        while len(socket.sent) < BURST + 1:
            await asyncio.sleep(0)
    assert socket.closed is None
    socket.leave()
    await _end(running)


async def test_malformed_messages_end_the_talk(socket: FakeSocket, talk: Echoing) -> None:
    running = asyncio.create_task(talk.run())
    for _ in range(messages.MAX_MALFORMED - 1):
        socket.say("{}")
    socket.say(PING)
    await _settle()
    async with asyncio.timeout(5):
        while socket.sent[-1]["type"] != "pong":
            await asyncio.sleep(0)
    socket.say("{}")
    await _end(running)
    assert socket.closed == (CLOSE_FLOOD, "")


async def test_hanging_up_tells_the_first_reason(socket: FakeSocket, talk: Echoing) -> None:
    running = asyncio.create_task(talk.run())
    await _settle()
    talk.hang_up(4403, "banned")
    talk.hang_up(CLOSE_BUSY)
    await _end(running)
    assert socket.closed == (4403, "banned")
    assert talk.log == ["begin", "finish"]


async def test_client_that_cannot_even_be_closed_is_given_up(
    socket: FakeSocket, talk: Echoing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(socket, "close", never)
    monkeypatch.setattr("thirdcard.server.talk._CLOSE_SECONDS", 0.05)
    running = asyncio.create_task(talk.run())
    await _settle()
    talk.hang_up(4403)
    await _end(running)
    assert talk.log == ["begin", "finish"]
