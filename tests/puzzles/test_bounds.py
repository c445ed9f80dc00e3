"""How many claims there can be: counted again by hand, and never contradicted by a table."""

import doctest
from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from thirdcard.core.geometry import Space
from thirdcard.core.stream import Stream
from thirdcard.odds.tables import find_family
from thirdcard.puzzles import bounds, frames
from thirdcard.puzzles.bounds import (
    MAX_CAPS,
    count_without_constant,
    find_bounds,
    find_chained,
    find_distribution,
)
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.counting import count_claims
from thirdcard.puzzles.frames import count_framed, iter_framed
from thirdcard.puzzles.search import Search
from thirdcard.variants.patterns import DOUBLE, EIGHT, SET, SUPER, Pattern
from thirdcard.variants.registry import parse_variant

PATTERNS = [SET, SUPER, DOUBLE, EIGHT]


@pytest.mark.parametrize("module", [bounds, frames])
def test_examples(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def is_constant(space: Space, points: tuple[int, ...]) -> bool:
    columns = zip(*map(space.digits, points), strict=True)
    return any(len(set(column)) == 1 for column in columns)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.key)
@pytest.mark.parametrize(("n", "cards"), [(1, 3), (2, 1), (2, 6), (2, 8), (3, 3), (3, 4)])
def test_layouts_without_a_constant_feature(pattern: Pattern, n: int, cards: int) -> None:
    space = Space(n)
    found = Counter(
        len(list(pattern.iter_claims_exhaustively(space, points)))
        for points in combinations(range(space.size), cards)
        if not is_constant(space, points)
    )
    assert count_without_constant(n, pattern, cards) == dict(sorted(found.items()))


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.key)
@pytest.mark.parametrize("n", [3, 4, 5])
def test_bounds_hold_for_the_tables(
    pattern: Pattern, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is proved is not narrower than what is counted, where larger tables are hidden."""
    known = {cards: find_distribution(n, pattern, cards) for cards in range(3**n + 1)}
    look_up = find_distribution
    monkeypatch.setattr(
        bounds, "find_distribution", lambda f, p, k: look_up(f, p, k) if k <= 7 else None
    )
    for cached in (bounds.find_bounds, bounds._average):
        cached.cache_clear()
    try:
        for cards, distribution in known.items():
            if distribution is not None and cards > 7:
                proved = find_bounds(n, pattern, cards)
                assert not proved.is_exact
                assert proved.least <= min(distribution)
                assert proved.most >= max(distribution)
    finally:
        for cached in (bounds.find_bounds, bounds._average):
            cached.cache_clear()


LISTED = {"set": 60, "super": 60, "double": 46, "eight": 20}
"""Most cards of a table whose claims are listed, by pattern."""


@pytest.mark.parametrize(
    ("pattern", "n", "cards"),
    [
        pytest.param(pattern, n, cards, id=f"{pattern.key}-{n}-{cards}")
        for pattern in PATTERNS
        for n, cards in [(4, 19), (4, 40), (4, 60), (5, 20), (5, 46), (6, 18)]
        if cards <= LISTED[pattern.key]
    ],
)
def test_no_table_is_out_of_bounds(pattern: Pattern, n: int, cards: int) -> None:
    proved = find_bounds(n, pattern, cards)
    space = Space(n)
    tables = [range(cards), *(Random(i).sample(range(space.size), cards) for i in range(3))]
    for table in tables:
        assert proved.least <= sum(1 for _ in pattern.iter_claims(space, table)) <= proved.most


@pytest.mark.parametrize(("n", "cap"), MAX_CAPS.items())
def test_a_card_more_than_a_cap_holds_a_set(n: int, cap: int) -> None:
    assert find_bounds(n, SET, cap).least == 0
    assert find_bounds(n, SET, cap + 1).least > 0


def test_pinned_bounds() -> None:
    """The largest numbers of Sets are those of the tables of odds; others are proved."""
    assert [find_bounds(4, SET, k).most for k in (9, 12, 15, 18)] == [12, 14, 23, 36]
    assert [find_bounds(4, SET, k).least for k in (20, 21, 22, 23, 81)] == [0, 3, 4, 5, 1080]
    assert [find_bounds(4, SUPER, k).least for k in (9, 10, 11, 12)] == [0, 2, 5, 9]


@pytest.mark.parametrize(("n", "cards"), [(2, 4), (2, 5), (3, 5)])
def test_framed_layouts_are_all_up_to_symmetry(n: int, cards: int) -> None:
    """Number of Sets, and spanned dimension, are met among them if and only if they exist."""
    space = Space(n)
    framed = list(iter_framed(n, cards))
    assert len(framed) == count_framed(n, cards) < comb(space.size, cards)
    assert len(set(map(frozenset, framed))) == len(framed)

    def profile(points: tuple[int, ...]) -> tuple[int, ...]:
        lines = list(space.iter_lines_in(points))
        return tuple(sorted(sum(point in line for line in lines) for point in points))

    assert set(map(profile, framed)) == set(map(profile, combinations(range(space.size), cards)))


@pytest.mark.parametrize("cards", range(7))
def test_sets_that_continue_one_in_a_plane(cards: int) -> None:
    chain, space = parse_variant("chain"), Space(2)
    found = {
        len(list(chain.pattern.iter_claims_through(space, table, 0)))
        + len(list(chain.pattern.iter_claims_through(space, table, 1)))
        + len(list(chain.pattern.iter_claims_through(space, table, 2)))
        for table in combinations(range(3, 9), cards)
    }
    assert find_chained(2, cards) == tuple(sorted(found))


def test_sets_that_continue_one_among_three_features() -> None:
    """Tables of the 27 cards: each number of claims is possible, and each that is met is said."""
    junior = parse_variant("junior+chain")
    previous = (0, 1, 2)
    for cards in (4, 9, 13):
        random = Random(cards)
        found = {
            count_claims(junior, random.sample(range(3, 27), cards), previous) for _ in range(2_000)
        }
        assert found <= set(find_chained(3, cards))
        for claims in find_chained(3, cards):
            wanted = Conditions(junior, cards=cards, least=claims, most=claims)
            assert claims in found or Search(wanted, Stream(bytes(32))).find() is not None


def test_beyond_caps() -> None:
    """What the proof of the fewest Sets of 20 and 21 cards rests on, of a cap that was searched."""
    wanted = Conditions(parse_variant("classic"), cards=20, least=0, most=0)
    layout = Search(wanted, Stream(bytes(32))).find()
    assert layout is not None
    cap, space = layout.spots, Space(4)
    thirds = Counter(space.third(a, b) for a, b in combinations(cap, 2))
    assert not set(thirds) & set(cap)
    assert Counter(thirds.values()) == {3: 60, 10: 1}
    caps = find_family("classic", "set-free")
    assert caps is not None
    assert caps["orbits"][20] == caps["orbits"][19] == 1
    assert caps["layouts"][19] == 20 * caps["layouts"][20]
    # What is left by the proof exists.
    for cards, sets in ((20, 2), (20, 3), (21, 3), (22, 4)):
        wanted = Conditions(parse_variant("classic"), cards=cards, least=sets, most=sets)
        assert Search(wanted, Stream(bytes(32))).find() is not None
