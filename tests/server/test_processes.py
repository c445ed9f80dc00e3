"""One club served by two processes, over a real PostgreSQL and a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.autoplay import Bot
from tests.club import ClubServer, Player
from tests.services import RedisServer, fresh_postgres
from thirdcard.game.record import read_record, verify


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[ClubServer, ClubServer]]:
    database = fresh_postgres()
    with (
        RedisServer() as redis,
        ClubServer(database, "--channels", redis.url) as first,
        ClubServer(database, "--channels", redis.url) as second,
    ):
        yield first, second


@pytest.mark.parametrize("variant", ["classic", "chain-table", "memory+junior"])
async def test_players_of_two_processes_share_one_sequence(
    servers: tuple[ClubServer, ClubServer], variant: str
) -> None:
    table = servers[0].open_table(variant, show_seconds=0)
    players = [await Player(server, table).open() for server in servers]
    for player, name in zip(players, ("Ann", "Bob"), strict=True):
        await player.do("sit", name=name)
    bots = [Bot(player, Random(i)) for i, player in enumerate(players)]
    await players[1].do("start")
    await players[0].until(lambda: players[0].seq == players[1].seq)
    won = {0: 0, 1: 0}
    async with asyncio.timeout(60):
        while any(bot.view["phase"] != "ended" for bot in bots):
            answers = await asyncio.gather(*(bot.move() for bot in bots))
            for number, answer in enumerate(answers):
                if answer:
                    won[number] += answer["type"] == "done"
                    assert answer["type"] == "done" or answer["code"] in (
                        "too_late",
                        "chain_broken",
                        "not_your_turn",
                        "locked_out",
                    ), answer
            await asyncio.sleep(0.01)
    assert min(won.values()) > 0
    common = min(len(player.events) for player in players)
    assert players[0].events[-common:] == players[1].events[-common:]
    record = read_record(servers[1].get(f"/api/tables/{table}/record").text)
    assert verify(record).fair
    for player in players:
        await player.close()


async def test_identity_is_known_to_both(servers: tuple[ClubServer, ClubServer]) -> None:
    table = servers[0].open_table()
    ann = await Player(servers[0], table).open()
    await ann.do("sit", name="Ann")
    elsewhere = await Player(servers[1], table, ann.cookie).open()
    assert elsewhere.seat == 0
    await ann.close()
    await elsewhere.close()


async def test_other_process_goes_on_when_one_is_killed(
    servers: tuple[ClubServer, ClubServer],
) -> None:
    table = servers[0].open_table("junior")
    ann = await Player(servers[0], table).open()
    await ann.do("sit", name="Ann")
    await ann.do("start")
    seq = ann.seq
    servers[0].kill()
    again = await Player(servers[1], table, ann.cookie).open()
    assert again.seq >= seq
    bot = Bot(again, Random(3))
    while bot.view["phase"] == "playing":
        await bot.move()
    await again.close()
    await ann.close()
    servers[0].start()


async def test_what_was_missed_while_redis_was_away_is_shown_when_it_is_back(
    tmp_path: Path,
) -> None:
    with (
        RedisServer() as redis,
        ClubServer(tmp_path / "club.db", "--channels", redis.url) as one,
        ClubServer(one.database, "--channels", redis.url) as other,
    ):
        table = one.open_table()
        ann, bob = await Player(one, table).open(), await Player(other, table).open()
        await ann.do("sit", name="Ann")
        await bob.until(lambda: bob.seq == ann.seq)
        redis.kill()
        await ann.do("start")
        redis.start()
        await bob.until(lambda: bob.seq == ann.seq)
        await ann.close()
        await bob.close()


def test_server_answers_health(servers: tuple[ClubServer, ClubServer]) -> None:
    for server in servers:
        assert httpx.get(f"{server.url}/api/health").json()["status"] == "ok"
