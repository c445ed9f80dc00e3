"""Exact distributions: pinned, reached by several routes, and counted layout by layout."""

from collections import Counter
from itertools import combinations

import pytest

from thirdcard.errors import OptionError
from thirdcard.lab.experiments import exact_odds
from thirdcard.lab.experiments.exact_odds import count_odds, find_base, find_obstacle
from thirdcard.lab.experiments.orbits import iter_levels
from thirdcard.lab.work import Work
from thirdcard.variants.registry import parse_variant

CLASSIC = parse_variant("classic")

# Orbit enumeration by an independent program, with k = 12 by three routes.
SETS = {
    3: [84240, 1080],
    4: [1579500, 84240],
    5: [22441536, 3116880, 63180],
    6: [247615056, 71772480, 5068440, 84240],
    7: [2144076480, 1137240000, 184485600, 11372400, 0, 42120],
    8: [14587567020, 12981215520, 3996514080, 573168960, 22744800, 3032640, 0, 0, 10530],
    12: [
        *(2284535476080, 10266579666720, 18459179294400, 19278240770880, 12746054337120),
        *(5650817178240, 1649199670560, 330527433600, 48500063820, 8323838640, 2091005280),
        *(160729920, 86346000, 21340800, 3032640),
    ],
}


@pytest.mark.parametrize("cards", SETS)
def test_sets_in_the_classic_deck(cards: int) -> None:
    expected = {lines: count for lines, count in enumerate(SETS[cards]) if count}
    assert count_odds(CLASSIC, cards).distribution == expected


@pytest.mark.parametrize("added", [0, 1, 2, 3])
def test_every_route_to_eleven_cards(added: int) -> None:
    *_, level = iter_levels(4, largest=11 - added)
    met = exact_odds._sum(CLASSIC, 11, level, Work(), added=added, complement=False)
    times = len(list(combinations(range(11), added)))
    assert {lines: count // times for lines, count in met.items()} == (
        count_odds(CLASSIC, 11).distribution
    )


@pytest.mark.parametrize(
    ("expression", "cards"),
    [
        *(("junior", cards) for cards in (0, 1, 2, 3, 4, 5)),
        ("junior", 23),
        ("junior+super", 4),
        ("junior+super", 5),
        ("junior+super", 25),
        ("junior+double+chain", 26),
        ("junior+eight", 2),
        ("classic+super", 3),
        ("mega", 2),
    ],
)
def test_layout_by_layout(expression: str, cards: int) -> None:
    variant = parse_variant(expression)
    layouts = combinations(range(variant.deck.size), cards)
    seen = Counter(sum(1 for _ in variant.iter_claims(layout)) for layout in layouts)
    assert count_odds(variant, cards).distribution == dict(sorted(seen.items()))


def test_complements_of_the_junior_deck() -> None:
    """Seven cards by adding three, and twenty as what they leave over."""
    variant = parse_variant("junior")
    small, large = count_odds(variant, 7), count_odds(variant, 20)
    both = 117 - 7 * 20 // 2
    assert large.distribution == {both - k: n for k, n in reversed(small.distribution.items())}


def test_most_sets_in_the_junior_deck() -> None:
    """OEIS A380167."""
    most = [1, 1, 2, 3, 5, 8, 12, 12, 13, 14, 16, 19, 23, 26, 30, 36, 41, 47, 54, 62, 71, 81]
    most += [92, 104, 117]
    variant = parse_variant("junior")
    assert [max(count_odds(variant, cards).distribution) for cards in range(3, 28)] == most


def test_numbers_beyond_64_bits() -> None:
    """Mega tables: 12 cards by adding three to the 690 orbits of nine."""
    odds = count_odds(parse_variant("mega"), 12)
    assert odds.total > 2**64
    # 20,000,000 random layouts of an independent program.
    assert abs(float(odds.p_none) - 0.379091) < 2 * 0.000213


def test_processes_do_not_matter() -> None:
    alone = count_odds(CLASSIC, 14)
    assert count_odds(CLASSIC, 14, Work(jobs=2)) == alone


@pytest.mark.parametrize(
    ("expression", "cards", "told"),
    [
        ("ultra", 18, "ultra has groups"),
        ("classic", 40, "40 cards of classic have too many layouts"),
        ("mega", 16, "too many layouts"),
        ("double", 16, "too many layouts"),
        ("mega+eight", 240, "too many to list"),
    ],
)
def test_no_exact_method(expression: str, cards: int, told: str) -> None:
    variant = parse_variant(expression)
    assert told in str(find_obstacle(variant, cards))
    with pytest.raises(OptionError, match="--samples N estimates it"):
        count_odds(variant, cards)


@pytest.mark.parametrize("cards", [-1, 82])
def test_cards_that_are_not_there(cards: int) -> None:
    with pytest.raises(OptionError, match="expected 0 to 81"):
        count_odds(CLASSIC, cards)


def test_what_is_exact() -> None:
    exact = [cards for cards in range(82) if find_obstacle(CLASSIC, cards) is None]
    assert exact == [*range(19), *range(63, 82)]
    assert [find_base(CLASSIC, cards) for cards in (0, 3, 18, 63)] == [0, 0, 15, 15]
    assert find_base(parse_variant("super"), 70) == 11
