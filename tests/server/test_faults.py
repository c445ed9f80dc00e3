"""What went wrong in other programs of this kind, tried over real sockets of two people.

The other faults of the kind are tried where what they concern is: claims and their ends in
`tests.game.test_window` and `tests.game.test_claims`, two who play again in
`tests.server.test_sockets`, what a browser does with keys and marked cards in `tests.browser`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.moves import claim_rightly, claim_wrongly, find_claims, find_wrong, look, score
from tests.server.opened import SECONDS, OpenClub, open_club

TIMES = 40


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[OpenClub]:
    async with open_club(tmp_path / "club.db") as opened:
        yield opened


@pytest.mark.parametrize("penalty", ["none", "point", "lock"])
async def test_the_same_wrong_claim_again_and_again_troubles_nobody_else(
    club: OpenClub, penalty: str
) -> None:
    live = await club.table("classic", penalty=penalty, lock_seconds=60)
    ann, bob = await club.player(live, "Ann"), await club.player(live, "Bob")
    await ann.do("start")
    await bob.until_told("started")
    view = await look(bob)
    wrong, before = find_wrong(view), len(bob.frames)
    for number in range(TIMES):
        # In whatever order the cards are named.
        cards = wrong[number % 3 :] + wrong[: number % 3]
        frame = {"type": "claim", "id": 900 + number, "cards": cards, "seen": view["seq"]}
        await ann.send_raw(json.dumps(frame))
    # Bob's table answers meanwhile, and nothing comes of it there.
    assert (await bob.do("ping"))["type"] == "pong"
    await ann.until(lambda: sum('"id":9' in frame for frame in ann.frames) == TIMES)
    await claim_rightly(bob)
    assert [e["seat"] for e in bob.events if e["type"] == "refused"] == [0]
    assert len(bob.frames) - before < 12
    after = await look(bob)
    assert (score(after, 0), score(after, 1)) == (-1 if penalty == "point" else 0, 1)
    assert after["seats"][0]["refusals"] == 1
    assert (after["seats"][0]["locked_until"] is not None) == (penalty == "lock")
    assert after["seats"][1]["locked_until"] is None


async def test_a_lock_ends_by_itself(club: OpenClub) -> None:
    live = await club.table("classic", penalty="lock", lock_seconds=1)
    ann = await club.player(live, "Ann")
    await ann.do("start")
    wrong = await claim_wrongly(ann)
    until = (await look(ann))["seats"][0]["locked_until"]
    view = await look(ann)
    (right, *_) = find_claims(view)
    async with asyncio.timeout(SECONDS):
        while (answer := await ann.claim(*right, seen=view["seq"]))["type"] == "refused":
            assert answer["code"] == "locked_out"
            assert answer["details"] == {"seat": 0, "until": until}
            await asyncio.sleep(0.05)
    claimed = next(event for event in ann.events if event["type"] == "claimed")
    assert claimed["at"] >= until
    assert wrong["code"] == "not_a_claim"


async def test_a_card_that_was_not_dealt_is_not_accepted(club: OpenClub) -> None:
    live = await club.table("classic")
    ann, bob = await club.player(live, "Ann"), await club.player(live, "Bob")
    await ann.do("start")
    state = live.state
    lying = [state.variant.code(spot) for spot in state.spots]
    undealt = {state.variant.deck.code(point) for point in state.deck[state.dealt :]}
    # Two cards of the table with the third to them, which is still in the deck.
    one, other, third = next(
        (a, b, state.variant.deck.code(c))
        for i, a in enumerate(lying)
        for b in lying[:i]
        if state.variant.deck.code(c := _third(club, live.table, a, b)) in undealt
    )
    answer = await ann.claim(one, other, third)
    assert (answer["type"], answer["code"]) == ("refused", "not_on_table")
    assert live.state.seats[0].score == 0
    assert live.state.slots == state.slots
    assert not bob.has("claimed")


def _third(club: OpenClub, table: str, one: str, other: str) -> int:
    variant = club.club.live[table].state.variant
    points = [variant.deck.find_point(code) for code in (one, other)]
    assert points[0] is not None
    assert points[1] is not None
    return variant.space.third(points[0], points[1])
