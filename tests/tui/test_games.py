"""Whole games at the terminal, by keys and mouse: one of each value of each axis."""

from __future__ import annotations

import pytest

from tests.every import sparing
from tests.tui.hands import Hand, local_game
from thirdcard.game.contests import CONTESTS
from thirdcard.tui.app import TableApp
from thirdcard.tui.cards import ASCII, COLOUR, LETTERS, Drawing
from thirdcard.variants.axes import AXES
from thirdcard.variants.registry import parse_variant

SHORT = [
    "junior",
    "junior+ultra",
    "junior+super",
    "junior+chain",
    "junior+chain-table",
    "junior+memory",
    "junior+double",
    "junior+eight",
]
LONG = ["classic", "mega", "ultra9", "mega+ultra9+chain", "eight+chain", "ultra+memory"]


async def play_alone(variant: str, size: tuple[int, int], drawing: Drawing = COLOUR) -> Hand:
    source = local_game(variant, show_seconds=0)
    async with TableApp(source, drawing).run_test(size=size) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.seat == 0 and source.view is not None)
        assert "Enter starts the game" in hand.picture()
        await pilot.press("enter")
        await hand.play_out()
        assert hand.view.reason == "finished"
        assert hand.view.seats[0].score > 0
        assert f"{hand.view.seats[0].score} point" in hand.picture()
        assert "N plays again" in hand.picture()
        return hand


@pytest.mark.parametrize("variant", sparing(SHORT, "junior+ultra", "junior+chain-table"))
async def test_a_game_alone(variant: str) -> None:
    hand = await play_alone(variant, (80, 24))
    assert hand.keys > 0


@pytest.mark.slow
@pytest.mark.parametrize("variant", LONG)
async def test_a_long_game_alone(variant: str) -> None:
    await play_alone(variant, (80, 24))


def test_every_value_of_every_axis_is_played() -> None:
    played = {value.key for v in (*SHORT, *LONG) for value in parse_variant(v).values}
    assert played == {value.key for axis in AXES for value in axis.values}


@pytest.mark.parametrize("drawing", sparing([LETTERS, ASCII], ASCII))
async def test_a_game_without_colours_on_a_wide_screen(drawing: Drawing) -> None:
    await play_alone("junior", (160, 50), drawing)


@pytest.mark.parametrize("contest", [key for key in CONTESTS if key != "race"])
async def test_every_contest_against_a_bot(contest: str) -> None:
    source = local_game("junior", (5,), contest=contest, table_size=9)
    async with TableApp(source).run_test(size=(80, 24)) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.view is not None and len(source.view.seats) == 2)
        await pilot.press("enter")
        await hand.play_out()
        assert hand.view.reason == "finished"
        assert hand.view.contest.key == contest
        if contest == "duel":
            assert "cannot move" in hand.picture()


async def test_a_race_against_a_bot_who_takes_some() -> None:
    source = local_game("junior", (5,))
    async with TableApp(source).run_test(size=(80, 24)) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.view is not None and len(source.view.seats) == 2)
        await pilot.press("enter")
        await hand.until(lambda: hand.view.seats[1].score > 0)
        assert "Bot · world class took" in hand.picture()
        await hand.play_out()
        assert sum(seat.score for seat in hand.view.seats) >= 5
