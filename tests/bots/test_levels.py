"""The five levels, and the ladder that they make."""

from itertools import pairwise
from typing import Any

import pytest

from thirdcard.bots import LEVELS
from thirdcard.bots.arena import win_share

FALLING = ("pace", "slope", "spread", "overlook", "slip", "hand", "look", "lapse")

LADDERS = ("classic", "chain", "chain-table", "super", "memory", "memory+junior")

DUEL: dict[str, Any] = {"contest": "duel", "table_size": 24}
"""Large enough that not everyone sees the end from the beginning."""


def test_five_levels_with_stable_names() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    keys = [level.key for level in LEVELS]
    assert keys == ["child", "beginner", "player", "expert", "master"]
    assert len({level.title for level in LEVELS}) == 5
    assert all(level.sentence.endswith(".") for level in LEVELS)


@pytest.mark.parametrize("name", FALLING)
def test_what_is_bad_falls_with_the_level(name: str) -> None:
    numbers = [getattr(level, name) for level in LEVELS]
    assert all(weak >= strong for weak, strong in pairwise(numbers))
    assert numbers[0] > numbers[-1]


def test_memory_grows_with_the_level() -> None:
    assert all(weak.span < strong.span for weak, strong in pairwise(LEVELS))


@pytest.mark.parametrize("name", ["reads", "compares"])
def test_foresight_grows_with_the_level(name: str) -> None:
    *numbers, most = [getattr(level, name) for level in LEVELS]
    assert all(weak < strong for weak, strong in pairwise(numbers))
    assert most is None


@pytest.mark.parametrize("weaker", range(1, 5))
def test_the_stronger_neighbour_wins_most_games(weaker: int) -> None:
    assert 0.6 <= win_share("classic", weaker, weaker + 1, 60) < 1


@pytest.mark.parametrize("weaker", range(1, 5))
def test_the_stronger_neighbour_wins_most_duels(weaker: int) -> None:
    assert 0.55 <= win_share("classic", weaker, weaker + 1, 120, **DUEL) < 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", LADDERS)
@pytest.mark.parametrize("weaker", range(1, 5))
def test_the_ladder(variant: str, weaker: int) -> None:
    assert 0.6 <= win_share(variant, weaker, weaker + 1, 400) <= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("weaker", range(1, 5))
def test_the_ladder_of_duels(weaker: int) -> None:
    assert 0.6 <= win_share("classic", weaker, weaker + 1, 400, **DUEL) <= 0.95


def test_an_equal_wins_about_half_of_the_games() -> None:
    assert 0.3 <= win_share("classic", 3, 3, 100) <= 0.7
