"""How long it takes to find a claim."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import mean, median

import pytest

from thirdcard.bots import LEVELS, Bot
from thirdcard.bots.arena import OPENED_AT, new_table
from thirdcard.bots.reaction import LONGEST, draw_search_time
from thirdcard.game.commands import Join, Start
from thirdcard.game.machine import decide, replay
from thirdcard.game.views import view_table


def typical(level: int, hard: float = 2.5, cards: int = 3, table: int = 12) -> float:
    random = Random(level)
    return median(
        draw_search_time(LEVELS[level - 1], hard, cards, table, random) for _ in range(1500)
    )


def test_times_fall_with_the_level() -> None:
    for hard in (1, 2.5, 4):
        times = [typical(level, hard) for level in range(1, 6)]
        assert all(weak > 1.2 * strong for weak, strong in pairwise(times))


@pytest.mark.parametrize("level", range(1, 6))
def test_times_grow_with_the_difficulty(level: int) -> None:
    times = [typical(level, hard) for hard in (1, 2, 3, 4)]
    assert all(easy < hard for easy, hard in pairwise(times))


@pytest.mark.parametrize("level", range(1, 6))
def test_times_grow_with_the_table_and_the_claim(level: int) -> None:
    for times in (
        [typical(level, table=table) for table in (9, 12, 18, 27)],
        [typical(level, cards=cards) for cards in (3, 4, 6, 9)],
    ):
        assert all(small < large for small, large in pairwise(times))


def test_what_is_hard_grows_more_for_the_weak() -> None:
    growth = [typical(level, 4) / typical(level, 1) for level in (1, 3, 5)]
    assert growth[0] > growth[1] > growth[2]


@pytest.mark.parametrize("hard", [1, 4])
def test_what_is_overlooked_takes_longer(hard: int) -> None:
    def average(overlook: float) -> float:
        level, random = replace(LEVELS[2], overlook=overlook), Random(1)
        return mean(draw_search_time(level, hard, 3, 12, random) for _ in range(2000))

    assert average(0) < average(0.1) < average(0.2)


def test_no_time_is_longer_than_the_longest_or_shorter_than_the_hand() -> None:
    random = Random(1)
    for level in LEVELS:
        times = [draw_search_time(level, 6, 12, 60, random, 5.0) for _ in range(300)]
        times += [draw_search_time(level, 1, 3, 3, random, 0.2) for _ in range(300)]
        assert level.hand <= min(times)
        assert max(times) <= LONGEST


def test_a_better_bot_claims_sooner_on_the_same_tables() -> None:
    waits = []
    for level in range(1, 6):
        first = []
        for seed in range(60):
            state = new_table("classic", seed=seed)
            for command in (Join("p0", "Ann"), Start("p0")):
                state = replay(state, decide(state, command, OPENED_AT))
            move = Bot(state.variant, 0, level, seed).next_move(view_table(state), OPENED_AT)
            assert move is not None
            first.append(move.at - OPENED_AT)
        waits.append(mean(first))
    assert all(weak > strong for weak, strong in pairwise(waits))
