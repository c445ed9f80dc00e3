"""Layouts: each that is allowed as likely as any other; sizes of tables; what a game comes to."""

from collections import Counter
from itertools import islice
from math import comb, factorial

import pytest

from tests.every import EVERY
from thirdcard.core.stream import Stream
from thirdcard.errors import LimitError
from thirdcard.odds.exact import look_up_odds
from thirdcard.puzzles import draw
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.counting import count_claims
from thirdcard.puzzles.draw import (
    count_constant,
    count_layouts,
    iter_all_layouts,
    iter_layouts,
)
from thirdcard.puzzles.kinds import KINDS, MOST_CLAIMS
from thirdcard.variants.registry import parse_variant

SEED = bytes(range(32))


def chi_square(found: Counter[int], expected: dict[int, float]) -> float:
    return sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())


def measure(cards: int, draws: int) -> tuple[float, int]:
    """Return chi-square of the numbers of Sets of some draws, and the degrees of freedom."""
    variant = parse_variant("classic")
    odds = look_up_odds(variant, cards)
    assert odds is not None
    layouts = islice(iter_layouts(Conditions(variant, cards=cards), Stream(SEED)), draws)
    found = Counter(count_claims(variant, layout.spots) for layout in layouts)
    expected: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    for claims, count in odds.distribution.items():
        # Numbers of Sets that hardly come are taken together.
        shown = claims if count * draws >= 10 * odds.total else -1
        expected[shown] += count
        seen[shown] += found[claims]
    means = {key: draws * count / odds.total for key, count in expected.items()}
    return chi_square(seen, means), len(means) - 1


# 99.9 % points of chi-square by degrees of freedom.
LIMITS = {4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88, 10: 29.59}


@pytest.mark.parametrize("cards", [9, 12])
def test_numbers_of_sets_are_those_of_the_exact_table(cards: int) -> None:
    value, freedom = measure(cards, 6_000)
    assert value < LIMITS[freedom]


@pytest.mark.slow
@pytest.mark.parametrize("cards", [9, 12])
def test_numbers_of_sets_are_those_of_the_exact_table_for_long(cards: int) -> None:
    value, freedom = measure(cards, 200_000)
    assert value < LIMITS[freedom]


def test_every_card_is_drawn_equally_often() -> None:
    variant = parse_variant("classic")
    layouts = islice(iter_layouts(Conditions(variant, cards=12), Stream(SEED)), 4_000)
    found = Counter(spot for layout in layouts for spot in layout.spots)
    # 81 cards; each comes with a variance of 12/81 * 69/81 a layout.
    mean = 4_000 * 12 / 81
    assert sum((found[card] - mean) ** 2 for card in range(81)) / (mean * 69 / 81) < 130


@pytest.mark.parametrize(
    ("expression", "cards", "constant", "kind"),
    [
        ("junior", 3, None, "all"),
        ("classic", 4, 2, "all"),
        ("junior+ultra", 3, 1, "all"),
        ("junior+ultra", 2, 1, "third"),
    ],
)
def test_the_list_of_all_layouts_is_complete(
    expression: str, cards: int, constant: int | None, kind: str
) -> None:
    variant = parse_variant(expression)
    conditions = Conditions(variant, KINDS[kind], cards=cards, constant=constant, least=0)
    layouts = list(iter_all_layouts(conditions))
    assert len(set(layouts)) == len(layouts) == count_layouts(conditions)
    groups, pool = variant.grouping.count, variant.deck.size // 3 ** (constant or 0)
    ways = (
        groups**cards
        if kind == "third"
        else factorial(cards) // factorial(cards // groups) ** groups
    )
    assert len(layouts) == comb(pool, cards) * ways
    assert all(count_constant(variant, spots) >= (constant or 0) for spots, _ in layouts)
    drawn = islice(iter_layouts(conditions, Stream(SEED)), 200)
    assert all(len(set(map(variant.point, spots))) == cards for spots, _ in drawn)


@pytest.mark.parametrize("key", EVERY)
def test_layouts_of_every_variant(key: str) -> None:
    """Equal groups, no card twice; where the rule chains, a claim lies beside the table."""
    variant = parse_variant(key)
    conditions = Conditions(variant)
    groups = variant.grouping.count
    for spots, previous in islice(iter_layouts(conditions, Stream(SEED)), 3):
        assert len(spots) == conditions.size
        assert len(set(map(variant.point, (*spots, *previous)))) == len(spots) + len(previous)
        assert set(Counter(map(variant.group, spots)).values()) == {conditions.size // groups}
        assert bool(previous) == variant.rule.chains
        assert not previous or variant.is_claim(previous)
        claims = islice(variant.iter_claims(spots, previous), 50)
        assert all(variant.continues(claim, previous) for claim in claims)


@pytest.mark.parametrize("key", EVERY)
def test_the_usual_number_of_cards_can_be_looked_through(key: str) -> None:
    variant = parse_variant(key)
    conditions = Conditions(variant)
    assert variant.pattern.sizes[0] <= conditions.size <= variant.table_size
    assert conditions.size % variant.grouping.count == 0
    layouts = islice(iter_layouts(conditions, Stream(SEED)), 12)
    found = [count_claims(variant, *layout, MOST_CLAIMS) for layout in layouts]
    assert sum(claims <= MOST_CLAIMS for claims in found) >= 3


@pytest.mark.parametrize(
    ("expression", "more", "size"),
    [
        ("classic", {}, 12),
        ("classic", {"constant": 1}, 12),
        ("classic", {"constant": 2}, 6),
        ("classic", {"constant": 3}, 3),
        ("classic", {"constant": 2, "kind": KINDS["coop"]}, 7),
        ("junior", {}, 9),
        ("ultra", {}, 18),
        ("ultra", {"kind": KINDS["third"]}, 2),
        ("junior+eight", {}, 11),
        ("junior+eight", {"most": 5000}, 15),
        ("junior+ultra9+chain", {}, 18),
        ("mega+ultra9+super", {}, 27),
    ],
)
def test_usual_numbers_of_cards(expression: str, more: dict[str, object], size: int) -> None:
    conditions = Conditions(parse_variant(expression), **more)  # type: ignore[arg-type]
    assert conditions.size == size


def test_deals_that_lead_to_no_claim_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "_play_a_claim", lambda *_: None)
    monkeypatch.setattr(draw, "_MOST_FAILURES", 5)
    with pytest.raises(LimitError, match="fewer cards"):
        next(iter_layouts(Conditions(parse_variant("chain")), Stream(SEED)))
