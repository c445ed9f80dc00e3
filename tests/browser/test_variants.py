"""Every axis value and the combinations of note, played by two browsers."""

import pytest

from tests.browser.conftest import Duo
from tests.browser.players import PagePlayer, Wire, play
from tests.club import ClubServer
from tests.every import sparing
from tests.played import COMBINATIONS, PLAYED

TO_THE_END = ("junior", "super", "junior+chain", "memory+junior")
BEGUN = [v for v in PLAYED if v not in (*TO_THE_END, *COMBINATIONS)]


def assert_true(first: PagePlayer, server: ClubServer, wire: Wire) -> None:
    """Compare what the first seat's page shows with what the server tells a newcomer."""
    shown = first.page.look()
    view = wire.watch(server, first.page.table).view
    assert shown.seq == view["seq"]
    assert shown.slots == {
        slot: here["card"] for slot, here in enumerate(view["slots"]) if here is not None
    }
    assert shown.scores == [seat["score"] for seat in view["seats"]]
    assert shown.undealt == view["undealt"]
    last = view["last"]
    assert shown.last == last["cards"]
    assert shown.joint == (last["joint"]["card"] if last["joint"] else None)
    if not shown.ended:
        chain = view["seats"][0]["chain"]
        assert shown.chain == [(spot["card"], spot["group"]) for spot in chain]


@pytest.mark.parametrize("variant", sparing([*BEGUN, "mega+super+chain"], "classic"))
def test_two_browsers_play_and_see_the_same(
    duo: Duo, server: ClubServer, wire: Wire, variant: str
) -> None:
    players = duo(variant)
    play(players, claims=2)
    assert sum(players[0].page.look().scores) >= 3
    assert_true(players[0], server, wire)
    joint = players[1].page.look().joint
    assert (joint is not None) == ("super" in variant)


@pytest.mark.parametrize("variant", sparing(TO_THE_END, "memory+junior"))
def test_two_browsers_play_to_the_end(
    duo: Duo, server: ClubServer, wire: Wire, variant: str
) -> None:
    players = duo(variant)
    play(players)
    assert players[0].page.look().scores == [player.claims for player in players]
    assert_true(players[0], server, wire)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("variant", [v for v in PLAYED if v not in TO_THE_END])
def test_two_browsers_play_every_variant_to_the_end(
    duo: Duo, server: ClubServer, wire: Wire, variant: str
) -> None:
    players = duo(variant)
    play(players)
    assert_true(players[0], server, wire)
