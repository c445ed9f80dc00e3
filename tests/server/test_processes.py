"""One club served by two processes, over a real PostgreSQL and a real Redis."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.autoplay import Bot
from tests.club import ClubServer, Player
from tests.every import sparing
from tests.services import RedisServer, fresh_postgres
from thirdcard.game.record import read_record, verify
from thirdcard.server.presence import AWAY_SECONDS


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[ClubServer, ClubServer]]:
    database = fresh_postgres()
    with (
        RedisServer() as redis,
        ClubServer(database, "--channels", redis.url) as first,
        ClubServer(database, "--channels", redis.url) as second,
    ):
        yield first, second


@pytest.mark.parametrize(
    "variant", sparing(["classic", "chain-table", "memory+junior"], "chain-table")
)
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
        assert server.get("/api/health").json()["status"] == "ok"


async def test_presence_talk_and_votes_are_shared(servers: tuple[ClubServer, ClubServer]) -> None:
    table = servers[0].open_table()
    ann, bob = await Player(servers[0], table).open(), await Player(servers[1], table).open()
    eve = await Player(servers[1], table).open()
    await ann.do("sit", name="Ann")
    await bob.do("sit", name="Bob")
    for player in (ann, bob, eve):
        await player.until(lambda player=player: _presence(player) == ([0, 1], 1))
        trips = player.told("presence")[-1]["trips"]
        assert len(trips) == 2
    await ann.do("chat", text="hello")
    await bob.until(lambda: bob.chat)
    await bob.do("chat", text="hi")
    for player in (ann, bob, eve):
        await player.until(lambda player=player: len(player.chat) == 2)
        assert [line["text"] for line in player.chat] == ["hello", "hi"]
    await ann.do("start")
    await bob.until_told("started")
    await bob.do("vote", subject="pause")
    await ann.do("vote", subject="pause")
    await eve.until_told("paused")
    await bob.close()
    await ann.until(lambda: _presence(ann) == ([0], 1))
    await eve.until(lambda: _presence(eve) == ([0], 1))
    late = await Player(servers[1], table).open()
    assert late.told("welcome")[0]["online"] == [0]
    for player in (ann, eve, late):
        await player.close()


def _presence(player: Player) -> tuple[list[int], int] | None:
    told = player.told("presence")
    return (told[-1]["online"], told[-1]["watching"]) if told else None


async def test_bots_play_while_people_are_at_either_process(
    servers: tuple[ClubServer, ClubServer],
) -> None:
    table = servers[0].open_table("junior")
    ann, bob = await Player(servers[0], table).open(), await Player(servers[1], table).open()
    await ann.do("sit", name="Ann")
    await bob.do("sit", name="Bob")
    await ann.do("add_bot", level=5)
    await ann.do("start")
    await bob.until_told("claimed", 1, seat=2)
    # Whichever of the two ran the bot, the other one goes on with it.
    await ann.close()
    await bob.until_told("claimed", 2, seat=2)
    back = await Player(servers[0], table, ann.cookie).open()
    await bob.close()
    taken = sum(event["type"] == "claimed" for event in back.events)
    await back.until(lambda: back.has("claimed", taken + 1, seat=2) or back.has("ended"))
    await back.close()


@pytest.mark.slow
async def test_who_is_connected_to_another_process_is_not_away(
    servers: tuple[ClubServer, ClubServer],
) -> None:
    table = servers[0].open_table()
    ann, bob = await Player(servers[0], table).open(), await Player(servers[1], table).open()
    await ann.do("sit", name="Ann")
    await bob.do("sit", name="Bob")
    await ann.close()
    begun = asyncio.get_running_loop().time()
    await bob.until_told("went_away", 1, seat=0)
    assert asyncio.get_running_loop().time() - begun > AWAY_SECONDS - 1
    await asyncio.sleep(AWAY_SECONDS / 2)
    assert [event["seat"] for event in bob.events if event["type"] == "went_away"] == [0]
    await bob.close()


@pytest.mark.slow
async def test_a_second_process_does_not_stop_the_clocks(tmp_path: Path) -> None:
    with (
        RedisServer() as redis,
        ClubServer(tmp_path / "club.db", "--channels", redis.url) as one,
    ):
        table = one.open_table(end_seconds=600)
        ann = await Player(one, table).open()
        await ann.do("sit", name="Ann")
        await ann.do("start")
        ends_at = next(event["ends_at"] for event in ann.events if event["type"] == "started")
        # Long enough for the first to have left no word of it, and for a gap to count.
        await asyncio.sleep(1.5)
        with ClubServer(one.database, "--channels", redis.url) as other:
            eve = await Player(other, table).open()
            await ann.do("vote", subject="pause")
            await eve.until_told("paused")
            assert not ann.has("resumed")
            assert eve.view["ends_at"] == ends_at
            await eve.close()
        await ann.close()


@pytest.mark.slow
async def test_a_process_that_is_started_again_gives_back_the_time_it_was_away(
    tmp_path: Path,
) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        table = server.open_table(end_seconds=600)
        ann = await Player(server, table).open()
        await ann.do("sit", name="Ann")
        await ann.do("start")
        ends_at = next(event["ends_at"] for event in ann.events if event["type"] == "started")
        await asyncio.sleep(1.5)
        stopped_at = time.time()
        server.stop()
        await asyncio.sleep(2)
        server.start()
        again = await Player(server, table, ann.cookie).open()
        given_back = again.view["ends_at"] - ends_at
        # What passed while it ran is gone.
        assert 2000 <= given_back <= 1000 * (time.time() - stopped_at)
        await again.close()
