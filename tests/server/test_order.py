"""Hosts, spectators, talk and votes, over real sockets of two and three people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.club import ClubServer, Player
from tests.every import sparing
from tests.server.moves import claim_rightly, find_claims, look
from tests.server.opened import OpenClub, open_club, until
from thirdcard.game.record import read_record, verify
from thirdcard.server import messages
from thirdcard.server.chat import LINES_AT_ONCE
from thirdcard.server.talk import CLOSE_FORBIDDEN, CLOSE_IDENTITY

READ_ONLY = {"resync", "ping", "echo", "explain", "sit"}
"""What somebody without a seat may ask."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[OpenClub]:
    async with open_club(tmp_path / "club.db") as opened:
        yield opened


async def _three(club: OpenClub, variant: str = "classic", **options: Any) -> list[Player]:
    live = await club.table(variant, **options)
    return [await club.player(live, name) for name in ("Ann", "Bob", "Cid")]


def _last(player: Player, kind: str) -> dict[str, Any]:
    event: dict[str, Any] = [event for event in player.events if event["type"] == kind][-1]
    return event


# -- the host -----------------------------------------------------------------------------------


async def test_host_is_the_first_and_then_the_next(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    assert (await look(cid))["host"] == 0
    assert (await bob.refused("kick", seat=2))["code"] == "locked_out"
    await ann.do("leave")
    await cid.until_told("left")
    assert _last(cid, "left")["host"] == 1
    await bob.do("kick", seat=2)


async def test_host_sends_a_player_away_who_may_come_back(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    await ann.do("start")
    await ann.do("kick", seat=1)
    await bob.until(lambda: bob.seat is None)
    await cid.until_told("left", seat=1, by_host=True, banned=False)
    assert bob.close_code is None
    assert cid.told("presence")[-1]["online"] == [0, 2]
    assert (await bob.refused("claim", cards=["1RSD"] * 3, seen=1))["code"] == "locked_out"
    await bob.do("sit", name="Bob")
    assert bob.seat == 1


async def test_banned_player_is_let_go_and_not_let_in_again(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    await ann.do("kick", seat=1, ban=True)
    await bob.until(lambda: bob.close_code is not None)
    assert (bob.close_code, bob.close_reason) == (CLOSE_FORBIDDEN, "banned")
    again = await Player(club.server, ann.table, bob.cookie).open()
    assert (again.close_code, again.close_reason) == (CLOSE_FORBIDDEN, "banned")
    assert not again.view
    await cid.do("ping")
    # It is the table that is closed to them, not the club.
    other = await club.table()
    elsewhere = await Player(club.server, other.table, bob.cookie).open()
    await elsewhere.do("sit", name="Bob")
    await elsewhere.close()


async def test_host_chooses_options_before_the_start_and_the_record_has_them(
    club: OpenClub,
) -> None:
    ann, bob, cid = await _three(club)
    options = (await look(ann))["options"] | {"penalty": "point", "table_size": 15}
    assert (await bob.refused("configure", options=options))["code"] == "locked_out"
    await ann.do("configure", options=options)
    await cid.until_told("configured")
    assert _last(cid, "configured")["options"] == options
    assert _last(cid, "configured")["sentences"]
    refused = await ann.refused("configure", options=options | {"seats": 99})
    assert refused["code"] == "malformed"
    refused = await ann.refused("configure", options=options | {"seats": 2})
    assert refused["code"] in ("malformed", "locked_out")
    await ann.do("start")
    assert len(_last(bob, "dealt")["cards"]) >= 15
    assert (await ann.refused("configure", options=options))["code"] == "locked_out"
    live = club.club.live[ann.table]
    assert live.state.header.options.penalty == "point"
    for player in (ann, bob, cid):
        await player.do("leave")
    path = f"/api/tables/{ann.table}/record"
    text = (await asyncio.to_thread(club.server.get, path)).text
    assert '"configured"' in text
    assert verify(read_record(text)).fair


async def test_rematch_keeps_options_and_access_and_there_is_one(club: OpenClub) -> None:
    ann, bob, cid = await _three(club, "junior", seats=5)
    options = (await look(ann))["options"] | {"end_score": 1, "penalty": "point"}
    await ann.do("configure", options=options)
    await ann.do("start")
    await claim_rightly(bob)
    await cid.until_told("ended", reason="score")
    answers = await asyncio.gather(*(p.say("rematch") for p in (ann, bob, cid, ann, bob, cid)))
    assert {answer["type"] for answer in answers} == {"done"}
    ready = {m["table"] for p in (ann, bob, cid) for m in p.told("rematch_ready")}
    assert len(ready) == 1
    again = await Player(club.server, ready.pop(), cid.cookie).open()
    assert again.view["options"] == options
    assert [seat["name"] for seat in again.view["seats"]] == ["Ann", "Bob", "Cid"]
    assert again.seat == 2
    await again.close()


# -- talk ---------------------------------------------------------------------------------------


async def test_what_is_said_is_shown_to_all_and_to_who_comes_later(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    eve = await club.player(club.club.live[ann.table], None)
    await bob.do("chat", text=" <b>good</b>\n luck\u202e! ")
    shown = {"seat": 1, "name": "Bob", "text": "<b>good</b> luck!"}
    for player in (ann, bob, cid, eve):
        await player.until(lambda player=player: player.chat)
        assert shown.items() <= player.chat[0].items()
    late = await club.player(club.club.live[ann.table], None)
    assert late.chat == ann.chat
    await late.close()


async def test_talk_outlives_a_power_cut(tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        ann = await Player(server, server.open_table()).open()
        await ann.do("sit", name="Ann")
        await ann.do("chat", text="hello")
        server.kill()
        await ann.close()
        server.start()
        back = await Player(server, ann.table, ann.cookie).open()
        assert [line["text"] for line in back.chat] == ["hello"]
        await back.close()


@pytest.mark.parametrize("text", ["", " \n ", "\u0007", "x" * 251])
async def test_what_cannot_be_said_is_refused(club: OpenClub, text: str) -> None:
    ann, bob, _ = await _three(club)
    assert (await ann.refused("chat", text=text))["code"] == "malformed"
    await ann.do("chat", text="x" * 250)
    await bob.until(lambda: bob.chat)
    assert [len(line["text"]) for line in bob.chat] == [250]


async def test_who_talks_too_fast_is_told_to_wait(club: OpenClub) -> None:
    ann, bob, _ = await _three(club)
    for number in range(LINES_AT_ONCE):
        await ann.do("chat", text=str(number))
    refusal = await ann.refused("chat", text="more")
    assert refusal["code"] == "locked_out"
    assert refusal["details"]["seconds"] > 0
    # Another window is no way around it, and others may go on.
    window = await Player(club.server, ann.table, ann.cookie).open()
    assert (await window.refused("chat", text="more"))["code"] == "locked_out"
    await bob.do("chat", text="I may")
    await window.close()


async def test_muted_player_plays_and_does_not_talk(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    await bob.do("chat", text="blah")
    assert (await bob.refused("mute", seat=2))["code"] == "locked_out"
    await ann.do("mute", seat=1)
    await cid.until_told("muted", seat=1, muted=True)
    assert (await bob.refused("chat", text="blah"))["code"] == "locked_out"
    assert (await look(cid))["seats"][1]["muted"] is True
    await ann.do("start")
    await claim_rightly(bob)
    await ann.do("mute", seat=1, muted=False)
    await bob.do("chat", text="sorry")


async def test_nobody_talks_at_a_table_that_is_long_over(
    club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cid = await _three(club, "junior", end_score=1)
    await ann.do("start")
    await claim_rightly(ann)
    await bob.do("chat", text="well played")
    monkeypatch.setattr("thirdcard.server.live.CHAT_AFTER_END_MS", -1)
    assert (await cid.refused("chat", text="hello?"))["code"] == "locked_out"


# -- spectators ---------------------------------------------------------------------------------


def _examples() -> dict[str, dict[str, Any]]:
    """Return values for every message that a client can send."""
    some = {
        "name": "Eve",
        "cards": ["1RSD", "1RSS", "1RSO"],
        "seen": 1,
        "slot": 0,
        "level": 1,
        "seat": 0,
        "subject": "pause",
        "text": "hello",
        "options": {},
    }
    examples = {}
    for kind in messages.CLIENT_MESSAGES:
        fields = {field.name for field in msgspec.structs.fields(kind) if field.required}
        tag = str(kind.__struct_config__.tag)
        examples[tag] = {name: some[name] for name in fields - {"id"}}
    return examples


WRITING = sorted(set(_examples()) - READ_ONLY)


@pytest.mark.parametrize("kind", sparing(WRITING, *WRITING[::3]))
async def test_spectator_changes_nothing(club: OpenClub, kind: str) -> None:
    ann, *_ = await _three(club, hints="private", call_seconds=3)
    eve = await club.player(club.club.live[ann.table], None)
    for phase in ("waiting", "playing"):
        if phase == "playing":
            await ann.do("start")
        before = club.club.live[ann.table].state
        refusal = await eve.refused(kind, **_examples()[kind])
        assert refusal["code"] == "locked_out"
        assert "watching" in refusal["message"]
        assert club.club.live[ann.table].state == before
        assert not ann.chat


async def test_spectator_sees_what_players_see(club: OpenClub) -> None:
    ann, bob, _ = await _three(club)
    eve = await club.player(club.club.live[ann.table], None)
    await ann.do("start")
    await claim_rightly(bob)
    assert await look(eve) == await look(ann)
    await eve.do("ping")


# -- explanations -------------------------------------------------------------------------------


async def test_cards_are_explained_feature_by_feature(club: OpenClub) -> None:
    ann, *_ = await _three(club)
    eve = await club.player(club.club.live[ann.table], None)
    await ann.do("start")
    view = await look(ann)
    claim = find_claims(view)[0]
    for player in (ann, eve):
        await player.do("explain", cards=claim)
        told = player.told("explained")[-1]
        assert told["is_claim"] is True
        assert {feature["verdict"] for feature in told["features"]} <= {"same", "different"}
        await player.do("explain", cards=claim[:2])
        told = player.told("explained")[-1]
        assert (told["is_claim"], told["third"]["card"]) == (False, claim[2])
    lying = [slot["card"] for slot in view["slots"]]
    other = next(card for card in lying if card not in claim)
    await ann.do("explain", cards=[*claim[:2], other])
    assert "fails" in {f["verdict"] for f in ann.told("explained")[-1]["features"]}
    undealt = next(c for c in ("1RSD", "2RSD", "3RSD", "1GSD", "2GHO", "3PHO") if c not in lying)
    assert (await ann.refused("explain", cards=[undealt]))["code"] == "not_on_table"
    for cards in ([], [lying[0]] * 2, ["9XYZ"]):
        assert (await ann.refused("explain", cards=cards))["code"] == "malformed"


async def test_cards_of_the_own_claim_are_explained_in_a_chain(club: OpenClub) -> None:
    ann, bob, _ = await _three(club, "chain")
    await ann.do("start")
    await claim_rightly(ann)
    view = await look(ann)
    chain = [spot["card"] for spot in view["seats"][0]["chain"]]
    lying = [slot["card"] for slot in view["slots"] if slot]
    await ann.do("explain", cards=[chain[0], lying[0]])
    assert (await bob.refused("explain", cards=[chain[0]]))["code"] == "not_on_table"


async def test_cards_that_lie_face_down_are_not_explained(club: OpenClub) -> None:
    ann, bob, _ = await _three(club, "memory+junior")
    await ann.do("start")
    for card in club.club.live[ann.table].state.variant.deck.codes:
        answer = await bob.refused("explain", cards=[card])
        # What lies on the table is told no more than what is in the deck.
        assert answer["message"] == f"{card} does not lie open on the table."
    await ann.do("flip", slot=0, seen=ann.seq)
    await bob.until_told("flipped")
    await bob.do("explain", cards=[_last(bob, "flipped")["card"]])


# -- votes --------------------------------------------------------------------------------------


async def test_pause_when_all_agree_and_nothing_can_be_claimed_meanwhile(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    await ann.do("add_bot", level=1)
    await ann.do("start")
    await ann.do("vote", subject="pause")
    await bob.do("vote", subject="pause")
    assert (await look(cid))["votes"] == [{"subject": "pause", "seats": [0, 1]}]
    await bob.do("vote", subject="pause", agrees=False)
    await cid.do("vote", subject="pause")
    assert (await look(cid))["paused"] is None
    await bob.do("vote", subject="pause")
    view = await look(cid)
    assert view["paused"] is not None
    claim = find_claims(view)[0]
    refusal = await ann.claim(*claim, seen=view["seq"])
    assert (refusal["type"], refusal["code"]) == ("refused", "locked_out")
    for player in (ann, bob, cid):
        assert (await look(player))["paused"] is not None
        await player.do("vote", subject="continue")
    await ann.until_told("continued")
    view = await look(ann)
    assert view["paused"] is None
    assert (await cid.claim(*find_claims(view)[0], seen=view["seq"]))["type"] == "done"


async def test_vote_does_not_wait_for_who_leaves(club: OpenClub) -> None:
    ann, bob, cid = await _three(club)
    await ann.do("start")
    await ann.do("vote", subject="pause")
    await bob.do("vote", subject="pause")
    await cid.do("leave")
    await ann.until_told("paused")


async def test_vote_does_not_wait_for_who_went_away(tmp_path: Path) -> None:
    def prepare(club: Any) -> None:
        club.away_seconds = 0.3

    async with open_club(tmp_path / "club.db", prepare) as club:
        ann, bob, cid = await _three(club)
        await ann.do("start")
        await cid.close()
        await ann.do("vote", subject="pause")
        await bob.do("vote", subject="pause")
        assert not ann.has("paused")
        await ann.until_told("went_away", seat=2)
        await ann.until_told("paused")
        assert (await look(ann))["seats"][2]["away"] is True
        back = await Player(club.server, ann.table, cid.cookie).open()
        await ann.until_told("came_back", seat=2)
        assert (await look(back))["seats"][2]["away"] is False
        await asyncio.sleep(0.5)
        assert not (await look(ann))["seats"][2]["away"]
        await back.close()


async def test_who_does_not_come_back_after_a_restart_is_away(tmp_path: Path) -> None:
    def prepare(club: Any) -> None:
        club.away_seconds = 0.8

    async with open_club(tmp_path / "club.db") as club:
        ann, bob, _ = await _three(club)
        await ann.do("start")
    async with open_club(tmp_path / "club.db", prepare) as club:
        back = await Player(club.server, ann.table, bob.cookie).open()
        live = club.club.live[ann.table]
        await until(lambda: live.state.seats[0].away and live.state.seats[2].away)
        assert not live.state.seats[1].away
        await back.close()


# -- who comes in -------------------------------------------------------------------------------


async def test_table_with_a_passcode_is_closed_to_who_has_not_entered(club: OpenClub) -> None:
    table = await asyncio.to_thread(
        club.server.open_table, "classic", access="passcode", passcode="sesame"
    )
    eve = await Player(club.server, table).open()
    assert (eve.close_code, eve.close_reason) == (CLOSE_FORBIDDEN, "passcode")
    assert not eve.frames
    async with httpx.AsyncClient(base_url=club.server.url) as client:
        headers = {"Cookie": eve.cookie or ""}
        path = f"/api/tables/{table}/enter"
        wrong = await client.post(path, json={"passcode": "open"}, headers=headers)
        assert wrong.status_code == 403
        again = await Player(club.server, table, eve.cookie).open()
        assert again.close_code == CLOSE_FORBIDDEN
        right = await client.post(path, json={"passcode": "sesame"}, headers=headers)
        assert right.status_code < 300
    inside = await Player(club.server, table, eve.cookie).open()
    await inside.do("sit", name="Eve")
    await inside.close()


async def test_who_is_banned_from_the_club_is_let_go_everywhere(club: OpenClub) -> None:
    ann, bob, _ = await _three(club)
    live = club.club.live[ann.table]
    player = live.state.seats[1].player
    await club.club.store.ban(player, "rude", 1)
    assert (await bob.refused("sit", name="Bob"))["code"] == "locked_out"
    await club.club.store.add_notice("person", player)
    await bob.until(lambda: bob.close_code is not None)
    assert (bob.close_code, bob.close_reason) == (CLOSE_FORBIDDEN, "banned")
    again = await Player(club.server, ann.table, bob.cookie).open()
    assert again.close_code == CLOSE_FORBIDDEN
    await club.club.store.unban(player)
    back = await Player(club.server, ann.table, bob.cookie).open()
    assert back.seat == 1
    await club.club.store.add_notice("person", player)
    await back.until(lambda: back.close_code is not None)
    assert back.close_code == CLOSE_IDENTITY
