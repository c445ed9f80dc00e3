"""How hard a claim is to see."""

from itertools import combinations
from random import Random

import pytest

from thirdcard.core.geometry import Space
from thirdcard.lab.kernels import play
from thirdcard.variants.difficulty import difficulty, distance

LINES = ((0, 1, 2), (0, 4, 8), (0, 13, 26), (0, 40, 80))
"""Lines of AG(4,3) that differ in one, two, three and four features."""


def test_difficulty_of_lines() -> None:
    assert [difficulty(Space(4), line) for line in LINES] == [1, 2, 3, 4]


@pytest.mark.parametrize("n", [3, 5, 7])
def test_difficulty_is_that_of_the_laboratory(n: int) -> None:
    random, space = Random(n), Space(n)
    for size in (3, 4, 6, 9):
        points = random.sample(range(space.size), size)
        assert difficulty(space, points) == pytest.approx(float(play.difficulty(space, points)))


def test_distance_counts_the_digits_that_differ() -> None:
    space = Space(3)
    for a, b in combinations(range(space.size), 2):
        differing = sum(a // 3**place % 3 != b // 3**place % 3 for place in range(3))
        assert distance(space, a, b) == distance(space, b, a) == differing
