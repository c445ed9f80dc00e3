"""How a club with many tables and many people in the lobby keeps answering.

Tables are public and have two seated players; at random tables somebody sits down or leaves again,
so that rows change all the time.  Readers of the lobby keep what it tells, as the client does.
Measured are

* how late the server's event loop is, by a task of its own that wakes every few milliseconds;
* how long a request to it takes, from outside;
* how long a change takes to a reader's row;
* how many bytes a reader is sent.

The server is a process of its own, as its users run it, with the one task added to its loop.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

WAKE_SECONDS = 0.005
KEEPING = 10


# -- the server ---------------------------------------------------------------------------------


def _serve(pipe: Connection, database: str) -> None:
    """Serve the club, and tell how late the loop was since this was asked last."""
    import uvicorn

    from thirdcard.server.app import create_app
    from thirdcard.server.store.sql import SqlStore

    late: list[float] = []

    async def watch() -> None:
        while True:
            due = time.perf_counter() + WAKE_SECONDS
            await asyncio.sleep(WAKE_SECONDS)
            late.append(time.perf_counter() - due)

    async def answer() -> None:
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, pipe.recv):
            told, late[:] = list(late), []
            pipe.send(told)

    async def run(listener: socket.socket) -> None:
        store = SqlStore(database)
        await store.open()
        config = uvicorn.Config(
            create_app(store, await store.secret()),
            log_level="error",
            access_log=False,
            ws="websockets-sansio",
            ws_per_message_deflate=False,
        )
        server = uvicorn.Server(config)
        watching = asyncio.create_task(watch())
        answering = asyncio.create_task(answer())
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await answering
        server.should_exit = True
        await serving
        watching.cancel()
        await store.close()

    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        pipe.send(listener.getsockname()[1])
        asyncio.run(run(listener))


class Server:
    """The club in a process of its own."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.port: int = pipe.recv()

    def lateness(self) -> list[float]:
        """Return how late the loop was, each time it woke since this was asked last."""
        self._pipe.send(True)
        late: list[float] = self._pipe.recv()
        return late


@contextmanager
def serving() -> Iterator[Server]:
    """Run the club on a log in a file."""
    with tempfile.TemporaryDirectory() as folder:
        here, there = multiprocessing.Pipe()
        database = f"sqlite:///{Path(folder) / 'club.db'}"
        process = multiprocessing.Process(target=_serve, args=(there, database))
        process.start()
        try:
            yield Server(here)
        finally:
            here.send(False)
            process.join(10)
            process.kill()
            process.join()


# -- who is there -------------------------------------------------------------------------------


class Clock:
    """When tables were changed, and how long readers took to see it."""

    def __init__(self) -> None:
        self.changed: dict[str, tuple[float, int]] = {}
        self.seconds: list[float] = []


class Reader:
    """Somebody in the lobby.

    Attributes:
        rows: the tables, if they are kept; to do that for all would keep the readers busy.
        bytes, frames: what came in.
    """

    def __init__(self, clock: Clock | None) -> None:
        self.rows: dict[str, Any] = {}
        self.bytes = 0
        self.frames = 0
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None

    async def open(self, port: int) -> None:
        address = f"ws://127.0.0.1:{port}/ws/lobby?protocol=2"
        self._socket = await connect(address, compression=None, proxy=None, max_size=None)
        await self._hear()
        self.bytes = self.frames = 0
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        assert self._socket
        await self._socket.close()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            await self._hear()

    async def _hear(self) -> None:
        assert self._socket
        text = await self._socket.recv()
        self.bytes += len(text)
        self.frames += 1
        if self._clock is None:
            return
        frame = json.loads(text)
        for row in frame.get("tables", frame.get("changed", ())):
            self.rows[row["table"]] = row
            began, seats = self._clock.changed.get(row["table"], (None, None))
            if began is not None and seats == len(row["seats"]):
                self._clock.seconds.append(time.perf_counter() - began)


class Guest:
    """Sits down at a table and leaves again.

    Attributes:
        sits: whether the guest has a seat, or is about to.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.sits = False
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = 0

    async def open(self, port: int) -> None:
        address = f"ws://127.0.0.1:{port}/ws/{self.table}?protocol=2"
        self._socket = await connect(address, compression=None, proxy=None, max_size=None)
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        assert self._socket
        await self._socket.close()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        assert self._socket
        async for text in self._socket:
            frame = json.loads(text)
            if frame["type"] in ("done", "refused"):
                self._answers.pop(frame["id"]).set_result(frame)
            elif frame["type"] == "probe":
                await self._socket.send(json.dumps({"type": "echo", "id": frame["id"]}))

    async def move(self) -> None:
        """Sit down, or leave."""
        self.sits = not self.sits
        assert self._socket
        self._ids += 1
        answer = self._answers[self._ids] = asyncio.get_running_loop().create_future()
        message = {"type": "sit", "name": self.table} if self.sits else {"type": "leave"}
        await self._socket.send(json.dumps(message | {"id": self._ids}))
        assert (await answer)["type"] == "done", answer.result()


async def run(server: Server, args: argparse.Namespace) -> None:
    """Open everything, let things change, and print what was measured."""
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{server.port}", trust_env=False
    ) as client:
        body = {"variant": "classic", "access": "public"}
        tables = [
            (await client.post("/api/tables", json=body)).json()["table"]
            for _ in range(args.tables)
        ]
        guests = [Guest(table) for table in random.sample(tables, min(args.guests, len(tables)))]
        await asyncio.gather(*(guest.open(server.port) for guest in guests))
        clock = Clock()
        keeping = [Reader(clock) for _ in range(min(KEEPING, args.readers))]
        readers = [*keeping, *(Reader(None) for _ in range(args.readers - len(keeping)))]
        server.lateness()
        begun = time.perf_counter()
        await asyncio.gather(*(reader.open(server.port) for reader in readers))
        _show("all readers come at once: loop late", server.lateness())
        print(f"  all {len(readers)} had the lobby after {time.perf_counter() - begun:.2f} s")

        requests: list[float] = []
        for phase, changes in (("nothing changes", 0), (f"{args.changes} changes a second", 1)):
            server.lateness()
            clock.seconds.clear()
            requests.clear()
            for reader in readers:
                reader.bytes = reader.frames = 0
            asking = asyncio.create_task(_ask(client, requests))
            moved = await _change(guests, clock, args) if changes else await _rest(args.seconds)
            asking.cancel()
            print(f"{phase}, for {args.seconds} s ({moved} were made)")
            _show("  loop late", server.lateness())
            _show("  request", requests)
            if clock.seconds:
                _show("  change to a reader's row", clock.seconds)
            kilobytes = sum(reader.bytes for reader in readers) / len(readers) / 1024
            frames = sum(reader.frames for reader in readers) / len(readers)
            print(
                f"  {'a reader is sent':<28}{kilobytes / args.seconds:>9.1f} kB and "
                f"{frames / args.seconds:.1f} frames a second"
            )
        expected = {row["table"]: row for row in (await client.get("/api/lobby")).json()["tables"]}
        await asyncio.sleep(1)
        assert all(reader.rows == expected for reader in keeping), "a reader's rows are wrong"
        await asyncio.gather(*(each.close() for each in (*readers, *guests)))


async def _change(guests: Sequence[Guest], clock: Clock, args: argparse.Namespace) -> int:
    """Let guests sit down and leave, one after the other at even intervals."""
    moving: set[asyncio.Task[None]] = set()
    begun = time.perf_counter()
    number = 0

    async def move(guest: Guest) -> None:
        clock.changed[guest.table] = (time.perf_counter(), int(not guest.sits))
        await guest.move()

    while (due := begun + number / args.changes) < begun + args.seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(move(guests[number % len(guests)]))
        moving.add(task)
        task.add_done_callback(moving.discard)
        number += 1
    await asyncio.gather(*moving)
    await asyncio.sleep(1)
    return number


async def _rest(seconds: float) -> int:
    await asyncio.sleep(seconds)
    return 0


async def _ask(client: httpx.AsyncClient, seconds: list[float]) -> None:
    """Ask the server for its health, again and again."""
    while True:
        begun = time.perf_counter()
        await client.get("/api/health")
        seconds.append(time.perf_counter() - begun)
        await asyncio.sleep(0.05)


def _show(title: str, seconds: Sequence[float]) -> None:
    ordered = sorted(seconds)
    p50, p99 = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    cells = "".join(f"{1000 * value:>9.1f} ms" for value in (p50, p99, ordered[-1]))
    print(f"{title:<38}{cells}", flush=True)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--guests", type=int, default=100, help="who sit down and leave")
    parser.add_argument("--changes", type=float, default=50.0, help="in a second")
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    print(f"{args.tables} tables, {args.readers} readers of the lobby")
    print(f"{'':<38}{'p50':>12}{'p99':>12}{'max':>12}")
    with serving() as server:
        asyncio.run(run(server, args))


if __name__ == "__main__":
    sys.exit(main())
