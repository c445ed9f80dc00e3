"""A game within the process: who is told what, what is refused, and what happens by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest

from tests.tui.hands import SEED, find_claim, find_wrong, local_game, view_of
from thirdcard.errors import OptionError, Refusal
from thirdcard.game.commands import Claim, Hint, Start, Vote
from thirdcard.game.event_views import ClaimedView, EndedView
from thirdcard.game.shuffle import commit, shuffle
from thirdcard.tui.board import Target
from thirdcard.tui.local import LocalGame
from thirdcard.tui.source import News
from thirdcard.variants.decks import CLASSIC


@asynccontextmanager
async def opened(source: LocalGame) -> AsyncIterator[list[News]]:
    """Open a game and start it; yield what is told."""
    told: list[News] = []
    source.tell = told.append
    await source.open()
    await source.do(Start(""))
    try:
        yield told
    finally:
        await source.close()


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def cards_of(source: LocalGame, targets: list[Target] | None) -> tuple[str, ...]:
    assert targets is not None
    slots = [view_of(source).slots[target.slot] for target in targets if target.slot is not None]
    return tuple(slot.card for slot in slots if slot and slot.card)


async def test_the_same_seed_deals_the_same_cards() -> None:
    for _ in range(2):
        source = local_game("classic")
        async with opened(source):
            view = view_of(source)
            cards = [slot.card for slot in view.slots[:12] if slot]
            assert cards == [CLASSIC.code(point) for point in shuffle(81, SEED)[:12]]
            assert view.commitment == commit(SEED)


async def test_what_the_screen_is_told_holds_no_secret() -> None:
    source = local_game("classic")
    async with opened(source) as told:
        undealt = [CLASSIC.code(point) for point in shuffle(81, SEED)[15:]]
        text = b"".join(
            msgspec.json.encode(part, enc_hook=str)
            for news in told
            for part in (news.view, news.event)
        ).decode()
        assert SEED.hex() not in text
        assert not [code for code in undealt if f'"{code}"' in text]


async def test_a_wrong_claim_is_refused_with_the_reason() -> None:
    source = local_game("classic", penalty="point")
    async with opened(source):
        seq = view_of(source).seq
        wrong = cards_of(source, find_wrong(view_of(source)))
        with pytest.raises(Refusal, match="two of the cards agree") as refusal:
            await source.do(Claim("", wrong, seq))
        assert refusal.value.code == "not_a_claim"
        assert view_of(source).seats[0].score == -1


async def test_hints_are_for_the_player_alone_and_go_with_the_cards() -> None:
    source = local_game("classic", hints="private")
    async with opened(source):
        for stage in (1, 2, 3):
            await source.do(Hint(""))
            assert source.hint is not None
            assert source.hint.stage == stage
        assert view_of(source).hint is None
        claim = cards_of(source, find_claim(view_of(source), 0))
        await source.do(Claim("", claim, view_of(source).seq))
        assert source.hint is None


async def test_a_bot_plays_by_itself() -> None:
    source = local_game("junior", (5,))
    async with opened(source) as told:
        await until(lambda: view_of(source).seats[1].score)
        claims = [news.event for news in told if isinstance(news.event, ClaimedView)]
        assert claims[0].seat == 1


async def test_a_bot_rests_while_the_game_is_paused() -> None:
    source = local_game("junior", (5,))
    async with opened(source):
        await source.do(Vote("", "pause"))
        seq = view_of(source).seq
        await asyncio.sleep(0.3)
        assert view_of(source).seq == seq
        assert source._bots.move is None


async def test_the_clock_ends_the_game() -> None:
    source = local_game("junior", end_seconds=1)
    async with opened(source) as told:
        await until(lambda: view_of(source).phase == "ended")
        assert isinstance(told[-1].event, EndedView)
        assert told[-1].event.reason == "time"


async def test_the_optimum_is_told() -> None:
    source = local_game("junior", contest="coop", table_size=9)
    async with opened(source):
        await until(lambda: view_of(source).optimum is not None, 60)
        assert view_of(source).optimum_proved


async def test_playing_again_is_another_deal_the_same_each_time() -> None:
    deals = []
    for _ in range(2):
        source = local_game("classic", (1,))
        async with opened(source):
            first = view_of(source).slots
            await source.play_again()
            assert view_of(source).phase == "waiting"
            assert [seat.name for seat in view_of(source).seats] == ["Ann", "Bot · child"]
            await source.do(Start(""))
            assert view_of(source).slots != first
            deals.append(view_of(source).slots)
    assert deals[0] == deals[1]


async def test_closing_ends_the_game() -> None:
    source = local_game("junior", (1,))
    async with opened(source):
        pass
    assert view_of(source).phase == "ended"
    assert view_of(source).reason == "abandoned"


async def test_closing_before_there_is_a_seat() -> None:
    source = LocalGame("junior", name="\x07")
    with pytest.raises(Refusal, match="visible characters"):
        await source.open()
    await source.close()


async def test_two_bots_of_a_level_have_different_names() -> None:
    source = local_game("junior", (2, 2))
    async with opened(source):
        names = [seat.name for seat in view_of(source).seats]
        assert names == ["Ann", "Bot · beginner", "Bot · beginner 2"]


@pytest.mark.parametrize(
    ("levels", "options", "message"),
    [
        ((6,), {}, "bot level 6: expected 1 to 5"),
        ((1, 1), {"contest": "duel"}, "2 bots and you are more than the 2 seats"),
        ((), {"contest": "duel"}, "Duel needs a bot"),
        ((1,), {"seats": 1}, "1 bot and you are more than the 1 seat"),
        ((), {"end_score": -1}, "end_score is -1"),
    ],
)
def test_what_cannot_be_is_refused(
    levels: tuple[int, ...], options: dict[str, object], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        local_game("classic", levels, **options)
