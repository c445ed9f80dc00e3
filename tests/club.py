"""A real server in a process of its own, and players who talk to it over sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

START_SECONDS = 30
ANSWER_SECONDS = 30

Message = dict[str, Any]


class ClubServer:
    """``thirdcard serve`` on a free port of the loopback interface.

    The port stays the same when it is started again, as it does for those who play there.
    """

    def __init__(self, database: Path | str, *arguments: str) -> None:
        self.database = database if isinstance(database, str) else f"sqlite:///{database}"
        self.arguments = arguments
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> ClubServer:
        command = [sys.executable, "-m", "thirdcard", "serve", "--json", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--database", self.database, *self.arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, f"the server ended with {self._process.wait()}"
        self.port = int(json.loads(line)["url"].rpartition(":")[2])
        return self

    def kill(self) -> None:
        """End the process at once, as a power cut does."""
        if self._process:
            self._process.kill()
            self._reap()

    def stop(self) -> int:
        """Ask the process to end, and return its exit code."""
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self) -> int:
        assert self._process
        assert self._process.stdout
        code = self._process.wait(START_SECONDS)
        self._process.stdout.close()
        self._process = None
        return code

    def __enter__(self) -> ClubServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def open_table(
        self,
        variant: str = "classic",
        *,
        access: str = "link",
        passcode: str | None = None,
        **options: Any,
    ) -> str:
        """Open a table and return its id."""
        body = {"variant": variant, "options": options, "access": access, "passcode": passcode}
        response = self.post("/api/tables", json=body)
        assert response.status_code == 201, response.text
        table: str = response.json()["table"]
        return table

    def client(self, timeout: float = ANSWER_SECONDS) -> httpx.Client:
        """Return a browser without pages: what it is told to keep it sends with what it asks."""
        # There is no TLS here, and to read the certificates for it takes long.
        return httpx.Client(base_url=self.url, timeout=timeout, verify=False, trust_env=False)

    def ask(
        self, method: str, path: str, cookies: dict[str, str] | None = None, **more: Any
    ) -> httpx.Response:
        """Ask for something as somebody who was never here, or as whose cookies these are."""
        with self.client() as client:
            client.cookies.update(cookies)
            return client.request(method, path, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("POST", path, **more)


class Player:
    """One connection to one table.

    Attributes:
        cookie: the identity, to come back with.
        frames: everything that was received, as it came.
        events: the events among it, each once.
        view: the last whole view that was received.
        seat: the own seat.
        may_repeat: whether events are expected that were sent before.
        lag: seconds after which a probe is answered, None to answer none.
        chat: what was said, as it was shown.
    """

    def __init__(self, server: ClubServer, table: str, cookie: str | None = None) -> None:
        self.server = server
        self.table = table
        self.cookie = cookie
        self.frames: list[str] = []
        self.events: list[Message] = []
        self.others: list[Message] = []
        self.view: Message = {}
        self.seat: int | None = None
        self.may_repeat = False
        self.lag: float | None = 0.0
        self.chat: list[Message] = []
        self.close_code: int | None = None
        self.close_reason = ""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._echoes: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Condition()
        self._ids = 0

    @property
    def seq(self) -> int:
        """The last sequence number that this connection has."""
        last = self.events[-1]["seq"] if self.events else 0
        return max(int(self.view.get("seq", 0)), int(last))

    def has(self, kind: str, count: int = 1, **values: Any) -> bool:
        """Tell whether so many events of a kind with some values were told of."""
        fitting = (e for e in self.events if e["type"] == kind and values.items() <= e.items())
        return sum(1 for _ in fitting) >= count

    def told(self, kind: str) -> list[Message]:
        """Return the messages of a kind, other than answers."""
        return [message for message in self.others if message["type"] == kind]

    async def open(self, query: str = "protocol=2", **headers: str) -> Player:
        if self.cookie:
            headers["Cookie"] = self.cookie
        address = f"ws://127.0.0.1:{self.server.port}/ws/{self.table}?{query}"
        try:
            self._socket = await connect(
                address, additional_headers=headers, max_size=None, compression=None, proxy=None
            )
        except InvalidMessage:
            raise ConnectionError("the server ended during the handshake") from None
        response = self._socket.response
        if response and (new := response.headers.get("Set-Cookie")):
            self.cookie = new.partition(";")[0]
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.view) or self.close_code is not None)
        return self

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        assert self._socket
        try:
            async for frame in self._socket:
                assert isinstance(frame, str)
                self._hear(frame)
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        self.close_code = self._socket.close_code
        self.close_reason = self._socket.close_reason or ""
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the connection ended"))
        async with self._changed:
            self._changed.notify_all()

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        kind = message["type"]
        if kind == "events":
            for event in message["events"]:
                if event["seq"] == self.seq + 1:
                    self.events.append(event)
                else:
                    assert self.may_repeat, "a gap, or an event twice"
        elif kind in ("welcome", "snapshot"):
            self.view = message["view"]
            self.seat = message.get("seat", self.seat)
        elif kind == "you":
            self.seat = message["seat"]
        elif kind == "said":
            self.chat.append(message["line"])
        elif kind == "probe" and self.lag is not None:
            echo = asyncio.create_task(self._echo(message["id"], self.lag))
            self._echoes.add(echo)
            echo.add_done_callback(self._echoes.discard)
        if kind == "welcome":
            self.chat = list(message["chat"])
        if kind in ("done", "refused", "pong"):
            answer = self._answers.pop(message["id"], None)
            if answer and not answer.done():
                answer.set_result(message)
        else:
            self.others.append(message)

    async def _echo(self, number: int, lag: float) -> None:
        await asyncio.sleep(lag)
        await self.send_raw(json.dumps({"type": "echo", "id": number}))

    async def until_told(self, kind: str, count: int = 1, **values: Any) -> None:
        """Wait for so many events of a kind with some values."""
        await self.until(lambda: self.has(kind, count, **values))

    async def until(self, condition: Any, seconds: float = ANSWER_SECONDS) -> None:
        """Wait until a condition on what was received holds."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(condition)

    async def say(self, kind: str, **values: Any) -> Message:
        """Send a message and return its answer.

        Raises:
            ConnectionError: the connection ended before.
        """
        assert self._socket
        self._ids += 1
        answer = self._answers[self._ids] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps({"type": kind, "id": self._ids, **values}))
        except ConnectionClosed:
            self._answers.pop(self._ids, None)
            raise ConnectionError("the connection ended") from None
        async with asyncio.timeout(ANSWER_SECONDS):
            message: Message = await answer
        return message

    async def send_raw(self, frame: str | bytes) -> None:
        """Send a frame as it is."""
        assert self._socket
        with suppress(ConnectionClosed):
            await self._socket.send(frame)

    async def refused(self, kind: str, **values: Any) -> Message:
        """Send a message that must not be carried out, and return the refusal."""
        answer = await self.say(kind, **values)
        assert answer["type"] == "refused", answer
        return answer

    async def do(self, kind: str, **values: Any) -> Message:
        """Send a message that must be carried out."""
        answer = await self.say(kind, **values)
        assert answer["type"] in ("done", "pong"), answer
        return answer

    async def claim(self, *cards: str, seen: int | None = None) -> Message:
        """Claim cards, by default having seen all that was received."""
        return await self.say("claim", cards=cards, seen=self.seq if seen is None else seen)


@asynccontextmanager
async def seated(server: ClubServer, table: str, *names: str) -> AsyncIterator[list[Player]]:
    """Seat some players at a table."""
    players = [await Player(server, table).open() for _ in names]
    try:
        for player, name in zip(players, names, strict=True):
            await player.do("sit", name=name)
        yield players
    finally:
        for player in players:
            await player.close()
