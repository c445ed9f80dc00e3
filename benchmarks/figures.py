"""How long figures and leader boards of a club with many games take, on the server.

One person played all of the games, alone, against bots, and against a hundred others.  Requests go
over HTTP to a server in a process of its own; its store is an SQLite file.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

import httpx
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import create_async_engine

from thirdcard.bots.arena import new_table, play
from thirdcard.game.events import Header, Opened
from thirdcard.game.record import Record
from thirdcard.game.results import ClaimTime, Result, SeatResult, work_out
from thirdcard.server.identity import Identities
from thirdcard.server.statistics.ratings import rate
from thirdcard.server.store import schema
from thirdcard.server.store.base import Person
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.store.sql_statistics import result_row, seat_rows

GOAL_MS = 300
OTHERS = 100
VARIANTS = ("classic", "classic", "classic", "junior", "super", "mega", "memory")
BEGUN = 1_700_000_000_000
ROWS_AT_ONCE = 1000
SEED = bytes(32)


def make_game(number: int, random: Random) -> Result:
    """Make up what a game came to."""
    kind = random.randrange(3)
    players: list[tuple[str, int | None]] = [("p0", None)]
    if kind == 1:
        players.append((f"bot-{number}", random.randint(1, 5)))
    elif kind == 2:
        others = random.sample(range(1, OTHERS + 1), random.randint(1, 3))
        players += [(f"p{other}", None) for other in others]
    random.shuffle(players)
    seats = []
    for seat, (player, bot) in enumerate(players):
        claims = tuple(
            ClaimTime(round(random.lognormvariate(9, 0.7)), random.randint(1, 4))
            for _ in range(24 // len(players))
        )
        won = seat == 0 and len(players) > 1
        seats.append(SeatResult(seat, player, bot, len(claims), seat + 1, won, 1, claims))
    return Result(
        variant=random.choice(VARIANTS),
        contest="race",
        options={},
        status="counted",
        ended_at=BEGUN + number * 3_600_000,
        duration=random.randint(120_000, 900_000),
        seats=tuple(seats),
    )


async def fill(store: SqlStore, games: int) -> None:
    """Fill an open store."""
    random, now = Random(1), time.time_ns() // 1_000_000
    for number in range(OTHERS + 1):
        name = f"Player {number}"
        await store.save_person(Person(f"p{number}", name, name, "hash", 0, BEGUN, now))
    engine = create_async_engine(store.url)
    header = '{"format":1,"variant":"classic","options":{}}'
    async with engine.begin() as connection:
        for begin in range(0, games, ROWS_AT_ONCE):
            numbers = range(begin, min(begin + ROWS_AT_ONCE, games))
            results = {f"t{number}": make_game(number, random) for number in numbers}
            tables = [
                {"id": table, "header": header, "seed": SEED, "ended_at": result.ended_at}
                for table, result in results.items()
            ]
            await connection.execute(insert(schema.tables), tables)
            rows = [result_row(table, result) for table, result in results.items()]
            await connection.execute(insert(schema.results), rows)
            known = {f"p{number}" for number in range(OTHERS + 1)}
            seats = [
                row for table, result in results.items() for row in seat_rows(table, result, known)
            ]
            await connection.execute(insert(schema.result_seats), seats)
    await engine.dispose()


def time_counting(variant: str, repeats: int = 20) -> float:
    """Return the seconds that working out a game of two bots takes."""
    game = play(new_table(variant, seed=1), (3, 3), seed=1)
    opened = Opened(seq=1, at=BEGUN, commitment="")
    record = Record(Header(variant=variant), (opened, *game.events))
    begun = time.perf_counter()
    for _ in range(repeats):
        work_out(record)
    return (time.perf_counter() - begun) / repeats


async def prepare(database: str, games: int) -> str:
    """Fill a club, and return the value of its first person's cookie."""
    store = SqlStore(database)
    await store.open()
    begun = time.perf_counter()
    await fill(store, games)
    print(f"{games} games stored in {time.perf_counter() - begun:.1f} s", flush=True)
    begun = time.perf_counter()
    while await store.update_ratings(rate):
        pass
    print(f"all of them rated in {time.perf_counter() - begun:.1f} s", flush=True)
    identities = Identities(await store.secret())
    cookie = identities.cookie("p0", 0, secure=False)
    public = await store.public_id("p0")
    await store.close()
    return f"{cookie.key}={cookie.value} {public}"


def measure(client: httpx.Client, path: str, repeats: int) -> None:
    """Ask for something some times, and print how long it took."""
    seconds = []
    for _ in range(repeats):
        begun = time.perf_counter()
        answer = client.get(path)
        seconds.append(time.perf_counter() - begun)
        assert answer.status_code == 200, answer.text
    middle, worst = 1000 * median(seconds), 1000 * max(seconds)
    verdict = "" if worst <= GOAL_MS else "  MISSED"
    print(f"{path:<40}{middle:>8.0f} ms{worst:>8.0f} ms{verdict}", flush=True)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=20)
    args = parser.parse_args()
    for variant in ("classic", "mega", "eight+mega"):
        print(f"working out a game of {variant:<12}{1000 * time_counting(variant):>8.1f} ms")
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'club.db'}"
        cookie, _, public = asyncio.run(prepare(database, args.games)).partition(" ")
        command = [str(Path(sys.executable).with_name("thirdcard")), "serve", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--json", "--database", database], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout
            url = server.stdout.readline().split('"')[3]
            with httpx.Client(
                base_url=url, headers={"Cookie": cookie}, trust_env=False, timeout=60
            ) as client:
                print(f"{'':<40}{'median':>11}{'worst':>11}")
                for path in (
                    "/api/me/statistics",
                    f"/api/people/{public}/statistics",
                    "/api/me/games",
                    f"/api/me/games?before={BEGUN + args.games // 2 * 3_600_000}",
                    f"/api/people/{public}/games",
                    "/api/leaders",
                    "/api/leaders?variant=classic",
                ):
                    measure(client, path, args.repeats)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
