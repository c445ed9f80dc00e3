"""Exact odds from the installed tables, and what is derived from them."""

from fractions import Fraction
from math import comb

import pytest

from thirdcard.errors import CheckError
from thirdcard.odds.exact import ExactOdds, find_p_none, look_up_odds, reflect_lines
from thirdcard.variants.registry import parse_variant

CLASSIC = parse_variant("classic")


def test_to_dict() -> None:
    odds = look_up_odds(CLASSIC, 12)
    assert odds is not None
    document = odds.to_dict()
    assert document["method"] == "exact"
    assert document["total"] == 70724320184700
    assert document["p_none_exact"] == f"{odds.p_none.numerator}/{odds.p_none.denominator}"
    assert odds.p_none == Fraction(2284535476080, 70724320184700)
    assert document["p_none"] == float(odds.p_none)
    assert odds.mean == Fraction(220, 79)


@pytest.mark.parametrize("cards", range(3, 19))
def test_the_classic_deck(cards: int) -> None:
    odds = look_up_odds(CLASSIC, cards)
    assert odds is not None
    assert odds.total == comb(81, cards)
    assert odds.mean == Fraction(comb(cards, 3), 79)
    rest = look_up_odds(CLASSIC, 81 - cards)
    assert rest is not None
    assert rest.distribution == reflect_lines(4, cards, odds.distribution)


def test_no_sets_at_all_is_a_cap() -> None:
    for cards in range(19):
        odds = look_up_odds(CLASSIC, cards)
        assert odds is not None
        assert odds.p_none == find_p_none(CLASSIC, cards)
    assert find_p_none(CLASSIC, 20) == Fraction(682344, comb(81, 20))
    assert find_p_none(CLASSIC, 21) == find_p_none(CLASSIC, 40) == 0


def test_superset_free() -> None:
    variant = parse_variant("super")
    assert find_p_none(variant, 9) == Fraction(19712160, 260887834350)
    assert find_p_none(variant, 10) == 0


@pytest.mark.parametrize("expression", ["ultra", "ultra9+double", "mega+ultra"])
def test_no_table_for_groups(expression: str) -> None:
    variant = parse_variant(expression)
    assert look_up_odds(variant, variant.table_size) is None
    assert find_p_none(variant, variant.table_size) is None


def test_a_rule_does_not_change_a_fresh_table() -> None:
    plain, chain = look_up_odds(CLASSIC, 12), look_up_odds(parse_variant("chain"), 12)
    assert plain is not None
    assert chain is not None
    assert plain.distribution == chain.distribution
    assert chain.variant == "chain"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({0: 84239, 1: 1080}, "add up"), ({0: 84241, 1: 1079}, "mean"), ({0: 84240, 2: 1080}, "mean")],
)
def test_a_wrong_table_is_not_shown(wrong: dict[int, int], told: str) -> None:
    with pytest.raises(CheckError, match=told):
        ExactOdds("classic", 3, wrong).check(CLASSIC)
