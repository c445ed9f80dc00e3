"""How long it takes to open a replay in a club with many games that are over.

The store is filled with finished games of two bots that take the first claim they find, in a few
variants.  Then games that were not looked at before are asked for one after the other, from
outside, over the loopback interface: what is measured is a page's whole wait for the analysis.
The server is a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from thirdcard.game.commands import Claim, Flip, Join, Start, Tick
from thirdcard.game.events import Event, Header
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.state import State
from thirdcard.server.store.base import StoredTable
from thirdcard.server.store.sql import SqlStore

VARIANTS = ("classic", "chain", "super", "ultra", "memory+junior", "junior")
OPENED_AT = 1_700_000_000_000
ASKED = 60
DISTINCT = 200


def play(variant: str, number: int) -> tuple[Header, bytes, list[Event]]:
    """Play a game to its end."""
    chance = random.Random(f"{variant} {number}")
    header, seed, now = Header(variant=variant), chance.randbytes(32), OPENED_AT
    state, opened = open_table(header, seed, now)
    events: list[Event] = [opened]
    pending: list[object] = [Join("ann", "Ann"), Join("bob", "Bob"), Start("ann")]
    while state.phase != "ended":
        now += chance.randint(500, 9000)
        command = pending.pop(0) if pending else _move(state, chance)
        for event in decide(state, command, now):  # type: ignore[arg-type]
            events.append(event)
            state = evolve(state, event)
    return header, seed, events


def _move(state: State, chance: random.Random) -> object:
    if state.variant.rule.face_down:
        assert state.turn is not None
        claim = state.variant.find_claim(state.spots)
        assert claim is not None
        up = len(state.face_up)
        if up >= len(claim):
            return Tick()
        slots = [state.find_slot(state.variant.point(spot)) for spot in claim]
        slot = next(slot for slot in slots if slot is not None and slot not in state.face_up)
        return Flip(state.seats[state.turn].player, slot, state.seq)
    for player in chance.sample(("ann", "bob"), 2):
        seat = state.find_seat(player)
        assert seat is not None
        claim = state.variant.find_claim(state.spots, state.previous_of(seat))
        if claim:
            codes = tuple(state.variant.code(spot) for spot in claim)
            return Claim(player, codes, state.seq)
    raise AssertionError("nobody has a claim")


async def fill(database: str, games: int) -> list[str]:
    """Fill a store, and return the ids of its tables."""
    store = SqlStore(database)
    await store.open()
    played = [play(VARIANTS[i % len(VARIANTS)], i) for i in range(min(games, DISTINCT))]
    tables = []
    for number in range(games):
        header, seed, events = played[number % len(played)]
        table = f"game{number}"
        stored = StoredTable(table, header, seed, opened_at=events[0].at + number)
        await store.create(stored, events)
        tables.append(table)
    await store.close()
    return tables


@contextmanager
def serving(database: str) -> Iterator[str]:
    """Run a server of its own, and yield its address."""
    command = [sys.executable, "-m", "thirdcard", "serve", "--json", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", database],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'club.db'}"
        began = time.perf_counter()
        tables = asyncio.run(fill(database, args.games))
        print(f"{len(tables):,} games stored in {time.perf_counter() - began:.0f} s")
        with serving(database) as url, httpx.Client(base_url=url, timeout=60) as client:
            client.get("/api/health")
            for what in ("analysis", "record"):
                times = []
                for table in random.Random(what).sample(tables, min(ASKED, len(tables))):
                    began = time.perf_counter()
                    answer = client.get(f"/api/tables/{table}/{what}")
                    times.append(1000 * (time.perf_counter() - began))
                    assert answer.status_code == 200, answer.text
                times.sort()
                print(
                    f"{what:<10} median {statistics.median(times):6.1f} ms, "
                    f"slowest of {len(times)}: {times[-1]:6.1f} ms"
                )


if __name__ == "__main__":
    main()
