"""Whole games over sockets, on a real server in a process of its own."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from tests.autoplay import Bot, play_game
from tests.club import ClubServer, Player, seated
from tests.every import sparing
from tests.played import PLAYED
from thirdcard.game.record import read_record, replay_record, verify
from thirdcard.variants.registry import parse_variant

RACES = sparing([200, 1000], 200)
KILLS = sparing([10, 50], 10)
"""How often in the fast run, and in the slow one."""


async def _play_and_check(server: ClubServer, variant: str, seed: int) -> None:
    table, bots = await play_game(server, variant, seed)
    first, second = (bot.player for bot in bots)
    common = min(len(first.events), len(second.events))
    assert first.events[-common:] == second.events[-common:]
    record = read_record(server.get(f"/api/tables/{table}/record").text)
    assert verify(record).fair
    state = replay_record(record)
    assert [seat["score"] for seat in bots[0].view["seats"]] == [s.score for s in state.seats]
    assert not state.can_be_claimed


@pytest.mark.parametrize("variant", sparing(PLAYED, "classic"))
async def test_game_can_be_played_from_start_to_end(server: ClubServer, variant: str) -> None:
    for seed in range(2):
        await _play_and_check(server, variant, seed)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("variant", PLAYED)
async def test_two_hundred_games(tmp_path: Path, variant: str) -> None:
    # A club of their own: nobody may open so many tables as all of them need.
    with ClubServer(tmp_path / "club.db") as server:
        for batch in range(0, 200, 20):
            await asyncio.gather(
                *(_play_and_check(server, variant, 100 + batch + i) for i in range(20))
            )


@pytest.mark.parametrize("least", RACES)
async def test_overlapping_claims_have_one_winner(server: ClubServer, least: int) -> None:
    random = Random(4)
    races = 0
    while races < least:
        races += sum(
            await asyncio.gather(*(_race_through_a_game(server, random) for _ in range(8)))
        )


async def _race_through_a_game(server: ClubServer, random: Random) -> int:
    """Play a game in which two players always claim at once; return how often they did."""
    races = 0
    table = server.open_table("classic")
    async with seated(server, table, "Ann", "Bob") as players:
        bots = [Bot(player, Random(random.random())) for player in players]
        await players[0].do("start")
        while bots[0].view["phase"] == "playing":
            await _race(bots, random)
            races += 1
        assert players[0].events[-20:] == players[1].events[-20:]
    return races


async def _race(bots: list[Bot], random: Random) -> None:
    """Let both claim at once, cards that overlap, and check that one of them has them."""
    first, second = bots
    seen = first.view["seq"]
    await second.player.until(lambda: second.player.seq >= seen)
    claims = _overlapping(first)
    scores = [seat["score"] for seat in first.view["seats"]]
    players = [first.player, second.player]
    turns = list(zip(players, claims, strict=True))
    random.shuffle(turns)
    answers = await asyncio.gather(*(p.claim(*claim, seen=seen) for p, claim in turns))
    won = [p for (p, _), answer in zip(turns, answers, strict=True) if answer["type"] == "done"]
    lost = [answer for answer in answers if answer["type"] == "refused"]
    assert len(won) == 1
    assert len(lost) == 1
    winner = won[0].seat
    assert winner is not None
    assert lost[0]["code"] == "too_late"
    assert lost[0]["details"]["seat"] == winner
    assert lost[0]["details"]["name"] == ("Ann", "Bob")[winner]
    assert lost[0]["details"]["card"] in set(claims[0]) & set(claims[1])
    newest = max(player.seq for player in players)
    for player in players:
        await player.until(lambda player=player: player.seq >= newest)
    gained = [
        seat["score"] - before for seat, before in zip(first.view["seats"], scores, strict=True)
    ]
    assert gained == [int(winner == 0), int(winner == 1)]


def _overlapping(bot: Bot) -> tuple[list[str], list[str]]:
    """Return two claims that have a card in common; the same one twice if there is no other."""
    variant = parse_variant("classic")
    codes = [slot["card"] for slot in bot.view["slots"] if slot]
    points = [point for code in codes if (point := variant.deck.find_point(code)) is not None]
    claims = [[variant.code(spot) for spot in claim] for claim in variant.iter_claims(points)]
    for claim in claims:
        for other in claims:
            if claim != other and set(claim) & set(other):
                return claim, other
    return claims[0], claims[0]


@pytest.mark.parametrize(
    "variant",
    sparing(["mega", "ultra9", "chain", "memory", "memory+junior"], "ultra9", "memory+junior"),
)
async def test_nothing_undealt_is_sent_before_the_end(server: ClubServer, variant: str) -> None:
    _, bots = await play_game(server, variant, 5)
    deck = parse_variant(variant).deck
    for bot in bots:
        shown: set[str] = set()
        for frame in bot.player.frames:
            message = json.loads(frame)
            ended = '"ended"' in frame
            for event in message.get("events", ()):
                if event["type"] == "dealt":
                    shown |= {laid["card"] for laid in event["cards"]} - {None}
                elif event["type"] == "flipped":
                    shown.add(event["card"])
            hidden = set(deck.codes) - shown
            assert not {code for code in hidden if f'"{code}"' in frame}
            if not ended:
                assert '"seed":"' not in frame


async def test_end_is_told_with_the_last_claim(server: ClubServer) -> None:
    _, bots = await play_game(server, "junior", 3)
    last = next(json.loads(frame) for frame in bots[0].player.frames if '"ended"' in frame)
    kinds = [event["type"] for event in last["events"]]
    assert kinds[0] == "claimed"
    assert kinds[-1] == "ended"


@pytest.mark.parametrize("kills", KILLS)
async def test_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, kills: int) -> None:
    random = Random(9)
    server = ClubServer(tmp_path / "club.db").start()
    try:
        tables = [server.open_table(PLAYED[i % len(PLAYED)], show_seconds=0) for i in range(kills)]
        for start in range(0, kills, 10):
            group = tables[start : start + 10]
            acknowledged: dict[str, int] = {}
            cookies: dict[str, str | None] = {}
            playing = [
                asyncio.create_task(_play_until_cut(server, table, random, acknowledged, cookies))
                for table in group
            ]
            await asyncio.sleep(0.3 + random.random())
            server.kill()
            await asyncio.gather(*playing)
            server.start()
            await asyncio.gather(
                *(
                    _go_on(server, table, acknowledged[table], cookies[table], to_end=i % 5 == 0)
                    for i, table in enumerate(group)
                )
            )
    finally:
        server.kill()


async def _play_until_cut(
    server: ClubServer,
    table: str,
    random: Random,
    acknowledged: dict[str, int],
    cookies: dict[str, str | None],
) -> None:
    player = Player(server, table)
    cookies[table], acknowledged[table] = None, 1
    try:
        await player.open()
        cookies[table] = player.cookie
        bot = Bot(player, Random(random.random()))
        for kind, values in (("sit", {"name": "Ann"}), ("start", {})):
            acknowledged[table] = (await player.do(kind, **values))["seq"]
        while bot.view["phase"] == "playing":
            answer = await bot.move()
            if answer and answer["type"] == "done":
                acknowledged[table] = answer["seq"]
    except ConnectionError:
        pass
    finally:
        await player.close()


async def _go_on(
    server: ClubServer, table: str, acknowledged: int, cookie: str | None, *, to_end: bool
) -> None:
    """Come back to a table after a restart, find everything there, and play on."""
    player = await Player(server, table, cookie).open()
    try:
        assert player.view["seq"] >= acknowledged
        bot = Bot(player, Random(1))
        if player.seat is None:
            await player.do("sit", name="Ann")
        if bot.view["phase"] == "waiting":
            await player.do("start")
        moves = 0
        while bot.view["phase"] == "playing" and (to_end or moves < 5):
            await bot.move()
            moves += 1
        assert moves or bot.view["phase"] == "ended"
        if bot.view["phase"] == "ended":
            record = read_record(server.get(f"/api/tables/{table}/record").text)
            assert verify(record).fair
    finally:
        await player.close()
