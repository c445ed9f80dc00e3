"""Which claim is first: by arrival, or by when their players acted; and round trips."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.club import Player
from tests.server.moves import View, find_claims, look, score
from tests.server.opened import OpenClub, open_club, until
from thirdcard.game.commands import Claim

WINDOW_MS = 200


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[OpenClub]:
    async with open_club(tmp_path / "club.db") as opened:
        yield opened


async def _two(club: OpenClub, **options: Any) -> tuple[Player, Player, View]:
    live = await club.table("classic", **options)
    ann, bob = await club.player(live, "Ann"), await club.player(live, "Bob")
    await ann.do("start")
    await bob.until_told("started")
    return ann, bob, await look(ann)


@pytest.mark.parametrize(("ann_waited", "bob_waited", "winner"), [(5000, 0, 1), (0, 5000, 0)])
async def test_who_acted_first_wins_within_the_window(
    club: OpenClub, ann_waited: int, bob_waited: int, winner: int
) -> None:
    ann, bob, view = await _two(club, fair_window_ms=WINDOW_MS)
    live = club.club.live[ann.table]
    cards = tuple(find_claims(view)[0])
    people = [seat.player for seat in live.state.seats]
    for player, waited in zip(people, (ann_waited, bob_waited), strict=True):
        await live.do(Claim(player, cards, view["seq"], waited, 0))
    assert [seat.score for seat in live.state.seats] == [0, 0]
    await bob.until_told("claimed")
    assert [seat.score for seat in live.state.seats] == [int(winner == 0), int(winner == 1)]
    await ann.until_told("refused", 1, seat=1 - winner, code="too_late")
    claimed = next(event for event in ann.events if event["type"] == "claimed")
    offered = next(event for event in ann.events if event["type"] == "offered")
    lateness = claimed["at"] - (offered["at"] + WINDOW_MS)
    assert 0 <= lateness < 1000


async def test_without_a_window_the_first_to_arrive_wins(club: OpenClub) -> None:
    ann, bob, view = await _two(club)
    cards = find_claims(view)[0]
    assert (await ann.say("claim", cards=cards, seen=view["seq"], waited=9000))["type"] == "done"
    late = await bob.say("claim", cards=cards, seen=view["seq"], waited=0)
    assert late["code"] == "too_late"
    assert late["details"]["seat"] == 0


@pytest.mark.parametrize("window", [0, WINDOW_MS])
async def test_own_claims_are_judged_in_the_order_they_were_made(
    club: OpenClub, window: int
) -> None:
    ann, _, view = await _two(club, fair_window_ms=window)
    first = find_claims(view)[0]
    # Both are on their way before either is answered, and the second is of the same cards.
    for number, waited in ((900, 100), (901, 300)):
        frame = {"type": "claim", "id": number, "cards": first, "seen": view["seq"]}
        await ann.send_raw(json.dumps(frame | {"waited": waited}))
    await ann.until_told("claimed", 1, seat=0)
    await ann.until(lambda: sum('"id":90' in frame for frame in ann.frames) == 2)
    answers = [json.loads(frame) for frame in ann.frames if '"id":90' in frame]
    assert [answer["id"] for answer in answers] == [900, 901]
    assert answers[0]["type"] == "done"
    after = await look(ann)
    assert score(after, 0) == 1
    assert not ann.has("claimed", 2)


async def test_round_trips_are_measured_and_shown(club: OpenClub) -> None:
    live = await club.table("classic")
    ann = await club.player(live, "Ann")
    far = Player(club.server, live.table)
    far.lag = 0.3
    await far.open()
    await far.do("sit", name="Bob")
    await ann.until(lambda: None not in _trips(ann) and len(_trips(ann)) == 2)
    near_ms, far_ms = _trips(ann)
    assert near_ms is not None
    assert far_ms is not None
    assert 300 <= far_ms < 3000
    late = await club.player(live, None)
    assert late.told("welcome")[0]["trips"] == [near_ms, far_ms]
    silent = Player(club.server, live.table)
    silent.lag = None
    await silent.open()
    await silent.do("sit", name="Cid")
    await until(lambda: live.presence().online == (0, 1, 2))
    assert live.presence().trips[2] is None
    await asyncio.gather(*(player.close() for player in (ann, far, late, silent)))


def _trips(player: Player) -> list[int | None]:
    told = player.told("presence")
    return told[-1]["trips"] if told else []


async def test_small_changes_of_a_trip_are_not_told_all_the_time(
    club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thirdcard.server.sockets.PROBE_SECONDS", 0.02)
    live = await club.table("classic")
    ann = await club.player(live, "Ann")
    await ann.until(lambda: len(ann.told("probe")) >= 20)
    assert len(ann.told("presence")) <= 4


async def test_claim_carries_the_trip_that_the_server_measured(
    club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, view = await _two(club)
    live, done = club.club.live[ann.table], []
    do = live.do

    async def recording(command: Any, at: int | None = None) -> int:
        done.append(command)
        return await do(command, at)

    await until(lambda: live.presence().trips[0] is not None)
    monkeypatch.setattr(live, "do", recording)
    await ann.say("claim", cards=find_claims(view)[0], seen=view["seq"], waited=7)
    (claim,) = [command for command in done if isinstance(command, Claim)]
    assert (claim.waited, claim.trip) == (7, live.presence().trips[0])
