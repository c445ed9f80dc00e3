"""Mistakes, refusals and the pause after a claim, where cards lie face up."""

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from tests.bots.positions import started
from thirdcard.bots import Bot
from thirdcard.bots.arena import OPENED_AT, new_table, play
from thirdcard.errors import OptionError, Refusal
from thirdcard.game.commands import Claim, Leave
from thirdcard.game.events import Claimed, Refused
from thirdcard.game.machine import decide, replay
from thirdcard.game.views import view_table


def test_mistakes_become_rare_with_the_level() -> None:
    shares = []
    for level in (1, 3, 5):
        games = [play(new_table("classic", seed=s), (level, level), s) for s in range(20)]
        moves = sum(len(game.moves) for game in games)
        shares.append(sum(len(game.refusals) for game in games) / moves)
    assert 0.01 < shares[0] < 0.25
    assert shares[0] > shares[1] > shares[2] == 0


@pytest.mark.parametrize("variant", ["classic", "super", "double", "ultra", "eight+mega"])
def test_a_mistake_looks_like_a_claim(variant: str) -> None:
    """It has as many cards as one, and all but one are of a claim."""
    wrong = 0
    for seed in range(12):
        game = play(new_table(variant, seed=seed), (1, 1), seed)
        sizes = game.state.variant.pattern.sizes
        for event in game.events:
            if isinstance(event, Refused):
                wrong += 1
                assert len(set(event.cards)) == len(event.cards)
                assert len(event.cards) in sizes
    assert wrong > 0


def test_a_refusal_that_nobody_counts_makes_the_bot_wait() -> None:
    state = started()
    bot = Bot(state.variant, 0, 5, 1)
    view = view_table(state)
    move = bot.next_move(view, OPENED_AT)
    assert move is not None
    for _ in range(20):
        again = bot.next_move(view, move.at)
        assert again is not None
        assert again.at > move.at
        move = again


def test_who_comes_too_late_goes_on() -> None:
    state = started()
    bots = [Bot(state.variant, seat, 5, 3) for seat in range(2)]
    view = view_table(state)
    plans = [bot.next_move(view, OPENED_AT) for bot in bots]
    plan = plans[0]
    assert plan is not None
    assert isinstance(plan.command, Claim)
    # Seat 1 takes the cards that seat 0 is about to claim.
    before = state
    state = replay(state, decide(state, replace(plan.command, player="p1"), plan.at - 1))
    with pytest.raises(Refusal, match="Too late") as caught:
        decide(state, replace(plan.command, player="p0", seen=before.seq), plan.at)
    state = replay(state, caught.value.events)
    after = bots[0].next_move(view_table(state), plan.at)
    assert after is not None
    assert isinstance(after.command, Claim)
    codes = {state.variant.code(spot) for spot in state.spots}
    assert set(after.command.cards) <= codes


@pytest.mark.parametrize("level", [1, 5])
def test_own_claims_have_a_pause_between_them(level: int) -> None:
    for seed in range(5):
        game = play(new_table("classic", seed=seed), (level,), seed)
        times = [event.at for event in game.events if isinstance(event, Claimed)]
        hand = Bot(game.state.variant, 0, level, 0).level.hand
        assert all(later - sooner >= hand for sooner, later in pairwise(times))


def test_no_move_before_the_start_after_the_end_or_without_a_seat() -> None:
    waiting = new_table("classic")
    state = started()
    bot = Bot(state.variant, 0, 3, 1)
    assert bot.next_move(view_table(waiting), OPENED_AT) is None
    assert bot.next_move(view_table(state), OPENED_AT) is not None
    assert Bot(state.variant, 2, 3, 1).next_move(view_table(state), OPENED_AT) is None
    ended = msgspec.structs.replace(view_table(state), phase="ended")
    assert bot.next_move(ended, OPENED_AT) is None
    gone = replay(state, decide(state, Leave("p0"), OPENED_AT))
    assert bot.next_move(view_table(gone), OPENED_AT) is None


@pytest.mark.parametrize("level", [0, 6, -1])
def test_unknown_levels_are_refused(level: int) -> None:
    with pytest.raises(OptionError, match="expected 1 to 5"):
        Bot(started().variant, 0, level, 1)


def test_bots_of_one_table_may_share_a_seed() -> None:
    state = started()
    view = view_table(state)
    moves = [Bot(state.variant, seat, 3, 1).next_move(view, OPENED_AT) for seat in range(2)]
    assert moves[0] is not None
    assert moves[1] is not None
    assert moves[0].at != moves[1].at
