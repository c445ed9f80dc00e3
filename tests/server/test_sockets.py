"""What a socket may say, and what it is answered."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest
from websockets.exceptions import InvalidStatus

from tests.autoplay import Bot
from tests.club import ClubServer, Player, seated
from thirdcard.server import messages
from thirdcard.server.entrance import MAX_SOCKETS_OF_PLAYER
from thirdcard.server.sockets import CLOSE_FLOOD, CLOSE_PROTOCOL, CLOSE_UNKNOWN
from thirdcard.variants.registry import parse_variant


def _lying(player: Player) -> list[str]:
    return [slot["card"] for slot in Bot(player, Random(1)).view["slots"] if slot]


async def test_each_wrong_claim_is_refused_with_its_code(server: ClubServer) -> None:
    deck = parse_variant("classic").deck
    async with seated(server, server.open_table(), "Ann") as (ann,):
        early = await ann.claim("1RSD", "1RSS", "1RSO")
        assert early["code"] == "locked_out"
        await ann.do("start")
        lying = _lying(ann)
        undealt = [code for code in deck.codes if code not in lying]
        points = [deck.find_point(code) for code in lying]
        assert points[0] is not None
        assert points[1] is not None
        third = deck.code(deck.space.third(points[0], points[1]))
        odd = next(code for code in lying[2:] if code != third)
        spectator = await Player(server, ann.table).open()
        cases = [
            (ann, [lying[0]] * 3, "malformed"),
            (ann, undealt[:3], "not_on_table"),
            (ann, [*lying[:2], odd], "not_a_claim"),
            (ann, lying[:2], "malformed"),
            (ann, lying[:4], "malformed"),
            (ann, ["9XYZ", "1RSD", "2RSD"], "malformed"),
            (ann, [], "malformed"),
            (spectator, lying[:3], "locked_out"),
        ]
        for player, cards, code in cases:
            answer = await player.claim(*cards)
            assert (answer["type"], answer["code"]) == ("refused", code), cards
        features = (await ann.claim(*lying[:2], odd))["details"]["features"]
        assert all(len(set(feature["values"])) == 2 for feature in features)
        assert features
        assert all(seat["score"] == 0 for seat in Bot(ann, Random(1)).view["seats"])
        await spectator.close()


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        "42",
        '"claim"',
        "{}",
        '{"type":"claim"}',
        '{"type":"claim","id":1,"cards":"1RSD","seen":0}',
        '{"type":"claim","id":1,"cards":["1RSD"],"seen":-1}',
        '{"type":"claim","id":1,"cards":["123456789"],"seen":0}',
        '{"type":"decide","id":1}',
        '{"type":"sit","id":"x","name":"Ann"}',
        '{"type":"sit","id":1,"name":' + json.dumps("x" * messages.MAX_BYTES) + "}",
        '{"type":"flip","id":1,"slot":1e99,"seen":0}',
        b"\xff\xfe\x00",
        "[" * 4000,
        "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace") * 10,
    ],
    ids=lambda frame: repr(frame)[:32],
)
async def test_frame_outside_the_protocol_is_refused_and_nobody_else_disturbed(
    server: ClubServer, frame: str | bytes
) -> None:
    async with seated(server, server.open_table(), "Ann", "Bob") as (ann, bob):
        await ann.send_raw(frame)
        await ann.do("ping")
        refusals = [json.loads(f) for f in ann.frames if '"refused"' in f]
        assert [(r["code"], r["id"]) for r in refusals] == [("malformed", None)]
        assert "\n" not in refusals[0]["message"]
        await bob.do("start")
        assert not [f for f in bob.frames if '"refused"' in f]


async def test_who_sends_only_rubbish_is_let_go(server: ClubServer) -> None:
    async with seated(server, server.open_table(), "Ann", "Bob") as (ann, bob):
        for _ in range(messages.MAX_MALFORMED + 1):
            await ann.send_raw("rubbish")
        await ann.until(lambda: ann.close_code is not None)
        assert ann.close_code == CLOSE_FLOOD
        await bob.do("ping")


async def test_who_floods_is_let_go(server: ClubServer) -> None:
    async with seated(server, server.open_table(), "Ann", "Bob") as (ann, bob):
        for number in range(2000):
            await ann.send_raw(json.dumps({"type": "ping", "id": number}))
        await ann.until(lambda: ann.close_code is not None)
        assert ann.close_code == CLOSE_FLOOD
        await bob.do("ping")


async def test_huge_frame_ends_the_connection_only(server: ClubServer) -> None:
    async with seated(server, server.open_table(), "Ann", "Bob") as (ann, bob):
        await ann.send_raw("x" * 1_000_000)
        await ann.until(lambda: ann.close_code is not None)
        await bob.do("ping")


async def test_unknown_table_and_protocol_are_told_apart(server: ClubServer) -> None:
    unknown = await Player(server, "nosuchtable").open()
    assert unknown.close_code == CLOSE_UNKNOWN
    old = await Player(server, server.open_table()).open("protocol=0")
    assert old.close_code == CLOSE_PROTOCOL


async def test_page_of_another_site_cannot_use_a_player_s_cookie(server: ClubServer) -> None:
    table = server.open_table()
    foreign = await Player(server, table).open(Origin="http://evil.example")
    assert foreign.close_code == CLOSE_PROTOCOL
    own = await Player(server, table).open(Origin=server.url)
    assert own.view
    await own.close()


async def test_cookie_keeps_the_seat_and_a_forged_one_does_not(server: ClubServer) -> None:
    table = server.open_table()
    async with seated(server, table, "Ann") as (ann,):
        assert ann.seat == 0
        again = await Player(server, table, ann.cookie).open()
        assert again.seat == 0
        assert ann.cookie
        name, _, value = ann.cookie.partition("=")
        # The last letter of a signature carries bits that do not count; the first ones do.
        signed, _, signature = value.partition(".")
        altered = ("A" if signature[0] != "A" else "B") + signature[1:]
        forged = await Player(server, table, f"{name}={signed}.{altered}").open()
        assert forged.seat is None
        await again.close()
        await forged.close()


async def test_table_in_two_windows_is_one_seat(server: ClubServer) -> None:
    table = server.open_table()
    first = await Player(server, table).open()
    second = await Player(server, table, first.cookie).open()
    await first.do("sit", name="Ann")
    await second.until(lambda: second.seat == 0)
    presence = second.told("presence")[-1]
    assert (presence["online"], presence["watching"]) == ([0], 0)
    await first.do("leave")
    await second.until(lambda: second.seat is None)
    await first.close()
    await second.close()


async def test_resync_sends_what_was_missed(server: ClubServer) -> None:
    async with seated(server, server.open_table(), "Ann") as (ann,):
        await ann.do("start")
        late = await Player(server, ann.table).open()
        late.may_repeat = True
        await late.do("resync", seen=2)
        told = [m for m in late.others if m["type"] == "events"]
        assert [event["seq"] for m in told for event in m["events"]] == list(range(3, ann.seq + 1))
        await late.do("resync", seen=0)
        assert [m["view"]["seq"] for m in late.others if m["type"] == "snapshot"] == [ann.seq]
        await late.close()


async def test_play_again_makes_one_table_with_everyone_seated(server: ClubServer) -> None:
    table = server.open_table("junior")
    async with seated(server, table, "Ann", "Bob") as (ann, bob):
        early = await ann.say("rematch")
        assert early["code"] == "locked_out"
        await ann.do("start")
        bot = Bot(ann, Random(1))
        while bot.view["phase"] == "playing":
            await bot.move()
        spectator = await Player(server, table).open()
        assert (await spectator.say("rematch"))["code"] == "locked_out"
        answers = await asyncio.gather(*(p.say("rematch") for p in (ann, bob, ann, bob)))
        assert all(answer["type"] == "done" for answer in answers)
        ready = [m for m in bob.others if m["type"] == "rematch_ready"]
        assert len({message["table"] for message in ready}) == 1
        following = ready[0]["table"]
        again = await Player(server, following, bob.cookie).open()
        assert again.seat == 1
        assert [seat["name"] for seat in again.view["seats"]] == ["Ann", "Bob"]
        assert again.view["variant"] == "junior"
        later = await Player(server, table, ann.cookie).open()
        assert json.loads(later.frames[0])["rematch"] == following
        for player in (again, later, spectator):
            await player.close()


async def test_memory_turns_are_taken_on_the_server(server: ClubServer) -> None:
    table = server.open_table("memory", turn_seconds=1, show_seconds=0)
    async with seated(server, table, "Ann", "Bob") as (ann, bob):
        await ann.do("start")
        assert (await bob.say("flip", slot=0, seen=bob.seq))["code"] == "not_your_turn"
        await ann.do("flip", slot=0, seen=ann.seq)
        await bob.until(lambda: any(e["type"] == "flipped" for e in bob.events))
        await bob.until(lambda: any(e["type"] == "turn_passed" for e in bob.events))
        passed = next(e for e in bob.events if e["type"] == "turn_passed")
        assert (passed["to"], passed["reason"]) == (1, "time")


async def test_table_ends_with_nobody_connected(server: ClubServer) -> None:
    table = server.open_table("classic", idle_seconds=1)
    async with seated(server, table, "Ann") as (ann,):
        await ann.do("start")
    async with asyncio.timeout(20):
        while server.get(f"/api/tables/{table}").json()["phase"] != "ended":
            await asyncio.sleep(0.1)


async def test_one_player_has_so_many_sockets_and_no_more(server: ClubServer) -> None:
    table = server.open_table()
    first = await Player(server, table).open()
    others = [
        await Player(server, table, first.cookie).open() for _ in range(MAX_SOCKETS_OF_PLAYER - 1)
    ]
    assert all(player.view for player in others)
    late = await Player(server, table, first.cookie).open()
    assert (late.close_code, late.frames) == (CLOSE_FLOOD, [])
    stranger = await Player(server, table).open()
    assert stranger.view
    await others.pop().close()
    await asyncio.sleep(0.2)
    again = await Player(server, table, first.cookie).open()
    assert again.view
    for player in (first, *others, late, stranger, again):
        await player.close()


async def test_refused_upgrade_is_no_traceback(server: ClubServer) -> None:
    with pytest.raises(InvalidStatus):
        await Player(server, "a/b").open()
