"""Near misses, against trying everything."""

import doctest
from itertools import combinations
from math import comb
from random import Random

import pytest

from thirdcard.core.geometry import Space
from thirdcard.variants import near
from thirdcard.variants.axes import PATTERNS
from thirdcard.variants.difficulty import distance
from thirdcard.variants.near import count_near_joints, count_near_lines
from thirdcard.variants.patterns import Pattern

SIZES = (2, 3, 4, 5, 8, 9)


def test_examples() -> None:
    assert doctest.testmod(near) == (0, 3)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7])
def test_near_lines_fail_in_one_feature(n: int) -> None:
    space, random = Space(n), Random(n)
    for size in (*SIZES, 14):
        points = random.sample(range(space.size), min(size, space.size))
        failing = [
            sum(len(set(column)) == 2 for column in zip(*map(space.digits, triple), strict=True))
            for triple in combinations(points, 3)
        ]
        assert count_near_lines(space, points) == failing.count(1)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7])
def test_near_joints_differ_in_one_feature(n: int) -> None:
    space, random = Space(n), Random(n)
    for size in SIZES:
        points = random.sample(range(space.size), min(size, space.size))
        apart = [
            distance(space, space.third(*one), space.third(*other))
            for one, other in combinations(combinations(points, 2), 2)
            if not set(one) & set(other)
        ]
        assert count_near_joints(space, points) == apart.count(1)


@pytest.mark.parametrize("pattern", PATTERNS.values, ids=lambda pattern: pattern.key)
def test_no_more_is_nearly_a_claim_than_there_can_be(pattern: Pattern) -> None:
    space = Space(2)
    for size in range(10):
        found = pattern.count_near_misses(space, range(size))
        assert 0 <= found <= comb(size, pattern.near_size) * pattern.near_ways
