"""Keys and clicks do what they say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from tests.tui.hands import Hand, find_claim, find_wrong, local_game
from thirdcard.tui.app import TableApp
from thirdcard.tui.cards import COLOUR, LETTERS, Drawing
from thirdcard.tui.keyboards import read_rows
from thirdcard.tui.pages import RulesPage
from thirdcard.tui.remote import RemoteTable, read_address


@asynccontextmanager
async def playing(
    variant: str = "classic",
    *,
    size: tuple[int, int] = (80, 24),
    drawing: Drawing = COLOUR,
    levels: tuple[int, ...] = (),
    **options: Any,
) -> AsyncIterator[Hand]:
    """Yield a hand at a game that has begun."""
    source = local_game(variant, levels, **options)
    async with TableApp(source, drawing).run_test(size=size) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.view is not None and source.view.seats)
        await pilot.press("enter")
        await hand.until(lambda: hand.view.phase == "playing")
        yield hand


def marked(hand: Hand) -> set[int | None]:
    return {target.slot for target in hand.app.shown.chosen.targets}


async def test_keys_mark_and_unmark() -> None:
    async with playing() as hand:
        await hand.pilot.press("q", "s")
        assert marked(hand) == {0, 4}
        await hand.pilot.press("q")
        assert marked(hand) == {4}
        await hand.pilot.press("escape")
        assert marked(hand) == set()


async def test_keys_are_those_of_the_keyboard() -> None:
    source = local_game("classic", ())
    app = TableApp(source, LETTERS, read_rows("azerty"))
    async with app.run_test(size=(80, 24)) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.view is not None and source.view.seats)
        await pilot.press("enter")
        await hand.until(lambda: hand.view.phase == "playing")
        await pilot.press("a", "q", "q", "z")
        assert marked(hand) == {0, 3}


async def test_clicks_mark() -> None:
    async with playing() as hand:
        lines = hand.picture().split("\n")
        row = next(y for y, line in enumerate(lines) if line.strip().startswith("a"))
        await hand.pilot.click(offset=(lines[row].index("a") + 3, row + 1))
        assert marked(hand) == {1}
        await hand.pilot.click(offset=(lines[23].index("unmark"), 23))
        assert marked(hand) == set()


async def test_arrows_and_space_mark() -> None:
    async with playing(drawing=LETTERS) as hand:
        await hand.pilot.press("right", "right", "down", "space")
        assert marked(hand) == {4}


async def test_a_wrong_claim_says_why_and_is_unmarked() -> None:
    async with playing(penalty="point") as hand:
        for target in find_wrong(hand.view):
            await hand.mark(target)
        await hand.until(lambda: hand.view.seats[0].refusals == 1)
        assert "two of the cards agree and the third does not" in " ".join(hand.picture().split())
        assert marked(hand) == set()
        assert hand.view.seats[0].score == -1


async def test_hints_show_cards() -> None:
    async with playing(hints="private", size=(160, 50)) as hand:
        await hand.pilot.press("H")
        await hand.until(lambda: "Hint: there is a Set." in hand.picture())
        await hand.pilot.press("H")
        await hand.until(lambda: "Hint: it has" in hand.picture())
        assert "hint" in hand.picture().replace("H hint", "")
        await hand.pilot.press("h")
        await hand.until(lambda: len(hand.app.shown.chosen.hint.cards) == 2)  # type: ignore[union-attr]


async def test_a_small_letter_is_a_card_first() -> None:
    async with playing("mega", hints="private", table_size=18) as hand:
        await hand.pilot.press("h")
        assert marked(hand) == {16}
        assert hand.app.shown.chosen.hint is None


async def test_pausing_hides_and_stops() -> None:
    async with playing() as hand:
        await hand.pilot.press("P")
        await hand.until(lambda: hand.view.paused is not None)
        assert "The game is paused." in hand.picture()
        await hand.pilot.press("q")
        assert marked(hand) == set()
        await hand.pilot.press("p")
        await hand.until(lambda: hand.view.paused is None)
        assert "The game goes on." in hand.picture()


async def test_a_call_comes_before_the_cards() -> None:
    async with playing(call_seconds=20) as hand:
        claim = find_claim(hand.view, 0)
        assert claim is not None
        for target in claim:
            await hand.mark(target)
        assert "Call first, with C" in hand.picture()
        assert hand.view.seats[0].score == 0
        await hand.pilot.press("C")
        await hand.until(lambda: hand.view.call is not None)
        for target in claim:
            await hand.mark(target)
        await hand.until(lambda: hand.view.seats[0].score == 1)


async def test_more_cards_when_all_ask() -> None:
    async with playing(growth="vote") as hand:
        await hand.pilot.press("M")
        await hand.until(lambda: len(hand.view.slots) == 15)
        assert "All agreed: 3 cards added." in hand.picture()


async def test_a_claim_is_taken_back() -> None:
    async with playing("junior", contest="coop", table_size=9) as hand:
        await hand.move()
        assert hand.view.seats[0].score == 1
        await hand.pilot.press("T")
        await hand.until(lambda: hand.view.seats[0].score == 0)


async def test_the_rules_come_and_go() -> None:
    async with playing("chain") as hand:
        await hand.pilot.press("question_mark")
        assert isinstance(hand.app.screen, RulesPage)
        await hand.pilot.press("w")
        await hand.pilot.press("escape")
        assert not isinstance(hand.app.screen, RulesPage)
        assert marked(hand) == set()


def _has_size(hand: Hand, size: tuple[int, int]) -> bool:
    return tuple(hand.app.size) == size


async def test_the_window_changes_its_size() -> None:
    async with playing() as hand:
        await hand.pilot.press("q")
        for size, text in (
            ((160, 50), "Classic"),
            ((60, 20), "needs 80×24"),
            ((80, 24), "Classic"),
        ):
            await hand.pilot.resize_terminal(*size)
            await hand.until(partial(_has_size, hand, size))
            assert text in hand.picture()
        assert marked(hand) == {0}


async def test_playing_again() -> None:
    async with playing("junior") as hand:
        await hand.play_out()
        await hand.pilot.press("n")
        await hand.until(lambda: hand.view.phase == "waiting")
        await hand.pilot.press("enter")
        await hand.until(lambda: hand.view.phase == "playing")
        assert hand.view.seats[0].score == 0


async def test_marks_of_cards_that_are_taken_are_gone() -> None:
    async with playing("junior", levels=(5,)) as hand:
        for key in ("q", "a"):
            await hand.pilot.press(key)
        before = {slot: hand.view.slots[slot] for slot in (0, 1)}
        await hand.until(lambda: hand.view.seats[1].score >= 3 or hand.view.phase == "ended")
        for slot in marked(hand):
            assert slot is not None
            assert hand.view.slots[slot] == before[slot]


async def test_quitting() -> None:
    async with playing() as hand:
        await hand.pilot.press("P", "q")
        assert hand.app.is_running
        await hand.pilot.press("Q")
        await hand.until(lambda: not hand.app.is_running)


async def test_a_table_that_is_not_there_ends_the_program() -> None:
    app = TableApp(RemoteTable(read_address("127.0.0.1:1/table/ab"), "Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        await Hand(pilot, app._source).until(lambda: app.failure)
    assert app.failure.startswith("cannot reach 127.0.0.1:1")
