"""How long a claim takes from its player's socket to all sockets of its table.

200 tables of 4 players are served by one process, and at each table one player claims at random
moments.  Beside it, on the same stack (Litestar, uvicorn, the same clients), a server that does
nothing but send each frame on to the four sockets of its table: what the network and the event
loop cost without judging a claim, and without making it durable.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

VARIANT = "classic"


# -- servers ------------------------------------------------------------------------------------


def _broadcast(pipe: Connection) -> None:
    """Serve a bare broadcast: every frame goes to all sockets of its room."""
    import uvicorn
    from litestar import Litestar, WebSocket, websocket

    rooms: dict[str, set[WebSocket[Any, Any, Any]]] = {}

    @websocket("/ws/{room:str}")
    async def talk(socket: WebSocket[Any, Any, Any], room: str) -> None:
        await socket.accept()
        members = rooms.setdefault(room, set())
        members.add(socket)
        while (event := await socket.receive())["type"] == "websocket.receive":
            for member in tuple(members):
                await member.send_text(event["text"] or "")
        members.discard(socket)

    config = uvicorn.Config(
        Litestar([talk]),
        log_level="error",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        pipe.send(listener.getsockname()[1])
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


@contextmanager
def serving_broadcast() -> Iterator[int]:
    """Run a bare broadcast in a process of its own; yield its port."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=_broadcast, args=(there,))
    server.start()
    try:
        yield here.recv()
    finally:
        server.kill()
        server.join()


@contextmanager
def serving_club() -> Iterator[int]:
    """Run the club as its users do, on a log in a file; yield its port."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'club.db'}"
        command = [sys.executable, "-m", "thirdcard", "serve", "--json", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout
        try:
            yield int(json.loads(server.stdout.readline())["url"].rpartition(":")[2])
        finally:
            server.kill()
            server.wait()


# -- clients ------------------------------------------------------------------------------------


class Table:
    """Four sockets of one table, and the time until a frame has reached them all."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.sockets: list[ClientConnection] = []
        self.seconds: list[float] = []

    async def open(self, seats: int) -> None:
        for _ in range(seats):
            self.sockets.append(await connect(self.address, compression=None, proxy=None))

    async def close(self) -> None:
        for each in self.sockets:
            await each.close()

    async def measure(self, frame: str, arrived: Callable[[str], bool]) -> None:
        """Send a frame on the first socket and wait until all have what it leads to."""
        begun = time.perf_counter()
        await self.sockets[0].send(frame)
        await asyncio.gather(*(_receive(each, arrived) for each in self.sockets))
        self.seconds.append(time.perf_counter() - begun)


async def _receive(each: ClientConnection, arrived: Callable[[str], bool]) -> str:
    while True:
        frame = await each.recv()
        assert isinstance(frame, str)
        if arrived(frame):
            return frame


async def broadcast(table: Table, wait: Callable[[], Awaitable[None]], rounds: int) -> None:
    """Send frames as long as a claim."""
    for number in range(rounds):
        await wait()
        frame = json.dumps({"type": "claim", "id": number, "cards": ["1RSD"] * 3, "seen": number})
        await table.measure(frame, frame.__eq__)


class Player:
    """Plays a table's first seat: keeps the slots, and finds Sets by the library."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cards: dict[int, str] = {}
        self.seq = 0

    async def begin(self) -> None:
        for number, each in enumerate(self.table.sockets):
            await each.send(json.dumps({"type": "sit", "id": 0, "name": f"P{number}"}))
            await _receive(each, lambda frame: '"done"' in frame)
        await self.table.sockets[0].send('{"type":"start","id":1}')
        frames = await asyncio.gather(
            *(_receive(each, lambda frame: '"started"' in frame) for each in self.table.sockets)
        )
        self.hear(frames[0])

    def hear(self, frame: str) -> None:
        for event in json.loads(frame)["events"]:
            self.seq = event["seq"]
            if event["type"] == "dealt":
                self.cards |= {laid["slot"]: laid["card"] for laid in event["cards"]}
            elif event["type"] == "claimed":
                for slot in event["slots"]:
                    del self.cards[slot]

    def find(self) -> list[str] | None:
        from thirdcard.variants.registry import parse_variant

        variant = parse_variant(VARIANT)
        points = [variant.deck.find_point(code) for code in self.cards.values()]
        claim = variant.find_claim([point for point in points if point is not None])
        return None if claim is None else [variant.code(spot) for spot in claim]


async def play(table: Table, wait: Callable[[], Awaitable[None]], rounds: int) -> None:
    """Claim again and again."""
    player = Player(table)
    await player.begin()
    for number in range(rounds):
        await wait()
        claim = player.find()
        if claim is None:
            return
        frame = json.dumps({"type": "claim", "id": number, "cards": claim, "seen": player.seq})
        heard: list[str] = []

        def arrived(frame: str, heard: list[str] = heard) -> bool:
            if '"claimed"' in frame:
                heard.append(frame)
            return '"claimed"' in frame

        await table.measure(frame, arrived)
        player.hear(heard[0])


async def run(
    addresses: list[str],
    act: Callable[[Table, Callable[[], Awaitable[None]], int], Awaitable[None]],
    seats: int,
    rounds: int,
    pause: float,
) -> list[float]:
    """Open all tables, let each act at random moments, and return all times."""
    tables = [Table(address) for address in addresses]
    for table in tables:
        await table.open(seats)

    async def wait() -> None:
        await asyncio.sleep(random.uniform(0, 2 * pause))

    await asyncio.gather(*(act(table, wait, rounds) for table in tables))
    await asyncio.gather(*(table.close() for table in tables))
    return [seconds for table in tables for seconds in table.seconds]


def measure(args: argparse.Namespace, club: bool) -> list[float]:
    """Start a server and measure it."""
    with serving_club() if club else serving_broadcast() as port:
        rooms = [str(number) for number in range(args.tables)]
        if club:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
                body = {"variant": VARIANT}
                rooms = [client.post("/api/tables", json=body).json()["table"] for _ in rooms]
        addresses = [f"ws://127.0.0.1:{port}/ws/{room}" for room in rooms]
        act = play if club else broadcast
        return asyncio.run(run(addresses, act, args.seats, args.rounds, args.pause))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two claims")
    args = parser.parse_args()
    print(
        f"{args.tables} tables of {args.seats}, a claim every {args.pause} s at each "
        f"({args.tables / args.pause:.0f} a second in all)"
    )
    print(f"{'':<18}{'frames':>8}{'p50':>10}{'p99':>10}{'max':>10}")
    medians = []
    for name, club in (("bare broadcast", False), ("claim", True)):
        times = sorted(measure(args, club))
        cuts = quantiles(times, n=100)
        medians.append(cuts[49])
        shown = "".join(f"{1000 * value:>7.1f} ms" for value in (cuts[49], cuts[98], times[-1]))
        print(f"{name:<18}{len(times):>8}{shown}", flush=True)
    print(f"a claim takes {medians[1] / medians[0]:.1f} times a bare broadcast (medians)")


if __name__ == "__main__":
    main()
