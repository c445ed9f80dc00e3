"""Why cards are a claim, or none, in words."""

import re
from itertools import combinations, islice
from random import Random

import pytest

from tests.strategies import draw_table
from thirdcard.core.notation import parse_cards, parse_groups
from thirdcard.errors import OptionError
from thirdcard.variants.explain import explain_cards
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot, Variant

VARIANTS = tuple(iter_variants())


def read(variant: Variant, text: str) -> list[Spot]:
    groups = parse_groups(text, variant.deck, variant.grouping.count, equal=False)
    return [
        variant.spot(point, number)
        for number, group in enumerate(groups)
        for point in group
        if point is not None
    ]


def sentence(expression: str, text: str, previous: str = "") -> str:
    variant = parse_variant(expression)
    before = read(variant, previous) if previous else []
    return explain_cards(variant, read(variant, text), before).sentence


# -- three cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_three_cards_feature_by_feature(variant: Variant) -> None:
    random = Random(variant.key)
    verdicts = set()
    for _ in range(12):
        spots = draw_table(variant, 3, random)
        explanation = explain_cards(variant, spots)
        assert [c.feature for c in explanation.features] == [f.name for f in variant.features]
        for comparison, feature in zip(explanation.features, variant.features, strict=True):
            assert len(comparison.values) == 3
            assert set(comparison.values) <= set(feature.values)
            kinds = len(set(comparison.values))
            assert comparison.verdict == {1: "same", 2: "fails", 3: "different"}[kinds]
            verdicts.add(comparison.verdict)
        # The features tell whether they are a Set, whatever the variant's claims are.
        assert (not explanation.failing) == variant.space.is_line(*spots)
        assert explanation.is_claim == variant.is_claim(spots)
        assert explanation.third is None
    assert verdicts == {"same", "fails", "different"}


def test_values_stand_in_the_order_of_the_cards() -> None:
    variant = parse_variant("ultra9")
    spots = read(variant, "3RSD / / / / 1GSD / / / / 2PSO")
    features = {c.feature: c for c in explain_cards(variant, spots).features}
    assert features["number"].values == ("three", "one", "two")
    assert features["row"].values == ("top row", "middle row", "bottom row")
    assert features["column"].values == ("left column", "middle column", "right column")
    assert [c.feature for c in features.values() if c.verdict == "fails"] == ["symbol"]


@pytest.mark.parametrize(
    ("expression", "cards", "told"),
    [
        ("classic", "1RSD 2RHS 3GSO", "In colour and shading two of the cards agree and the "),
        ("classic", "1RSD 2RSD 3RSO", "In symbol two of the cards agree and the third does not."),
        ("ultra", "1RSD 2RSD / 3RSD /", "In group two of the cards agree and the third does not."),
        ("classic", "1RSD 2GHS 3POO", "All different in number, colour, shading and symbol."),
        ("junior", "1RD 2RD 3RD", "The same in colour and symbol; all different in number."),
        ("ultra", "1RSD 2RSD 3RSD / /", "The same in colour, shading, symbol and group; all "),
    ],
)
def test_sets_in_a_sentence(expression: str, cards: str, told: str) -> None:
    assert sentence(expression, cards).startswith(told)


# -- two cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_two_cards_have_a_third(variant: Variant) -> None:
    random = Random(variant.key)
    for _ in range(6):
        a, b = draw_table(variant, 2, random)
        explanation = explain_cards(variant, [a, b])
        assert explanation.third is not None
        assert variant.space.is_line(a, b, explanation.third)
        assert not explanation.is_claim
        assert explanation.features == ()
        for spot in (a, b, explanation.third):
            assert variant.code(spot) in explanation.sentence


def test_the_third_has_its_group() -> None:
    told = sentence("ultra", "1RSD / 2GSD /")
    assert told == "1RSD (first group) and 2GSD (second group) make a Set with 3PSD (third group)."
    assert sentence("double", "1RSD 2RSD") == (
        "Double-Set claims have 6 cards, not 2. 1RSD and 2RSD make a Set with 3RSD."
    )


# -- other patterns ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "cards", "told"),
    [
        ("super", "1GHS 1RSD 3PHD 3ROS", "1GHS with 3PHD and 1RSD with 3ROS both need 2RHO."),
        (
            "super+ultra",
            "1RSD 2RSD / 1GSD 2GSD /",
            "1RSD (first group) with 2GSD (second group) and 2RSD (first group) with "
            "1GSD (second group) both need 3PSD (third group).",
        ),
        (
            "super",
            "1RSD 2RSD 1GSD 1RHD",
            "However the four cards are paired, the two pairs need different third cards. "
            "1RSD with 2RSD needs 3RSD, 1GSD with 1RHD needs 1POD. "
            "1RSD with 1GSD needs 1PSD, 2RSD with 1RHD needs 3ROD. "
            "1RSD with 1RHD needs 1ROD, 2RSD with 1GSD needs 3PSD.",
        ),
        (
            "super",
            "1RSD 2RSD 3RSD 1GSD",
            "Three of the cards are a Set, and a Super-Set never contains one. "
            "A Set: 1RSD, 2RSD and 3RSD.",
        ),
        (
            "double",
            "1RSD 2RSD 3RSD 1GSD 2GSD 3GSD",
            "Sets: 1RSD, 2RSD and 3RSD; 1GSD, 2GSD and 3GSD.",
        ),
        ("double", "1RSD 2RSD 3RSD", "Double-Set claims have 6 cards, not 3. A Set: 1RSD, 2RSD"),
        ("double", "1RSD 2RSD 1GSD 1RHD", "Double-Set claims have 6 cards, not 4. No three of"),
        (
            "double",
            "1RSD 2RSD 3RSD 1GSD 1PSD 3GHS",
            "1 card is in no Set with two of the others. "
            "Sets: 1RSD, 2RSD and 3RSD; 1RSD, 1GSD and 1PSD. In no Set: 3GHS.",
        ),
        (
            "eight",
            "1RSD 2RSD 3RSD 1GSD 1PSD 1GHS 2GHS 3GHS",
            "Sets: 1RSD, 2RSD and 3RSD; 1RSD, 1GSD and 1PSD; 1GHS, 2GHS and 3GHS.",
        ),
        ("eight", "1RSD", "Eight-Set claims have 8 to 12 cards, not 1."),
        ("classic", "1RSD 2RSD 3RSD 1GSD", "Set claims have 3 cards, not 4. A Set: 1RSD, 2RSD"),
    ],
)
def test_what_there_is_and_what_is_missing(expression: str, cards: str, told: str) -> None:
    assert sentence(expression, cards).startswith(told)


@pytest.mark.parametrize("key", ["super", "double", "eight"])
def test_sets_that_are_told_are_sets_and_make_up_the_claim(key: str) -> None:
    variant = parse_variant(key)
    random = Random(key)
    told = 0
    for _ in range(30):
        for claim in islice(variant.iter_claims(draw_table(variant, 12, random)), 10):
            explanation = explain_cards(variant, claim)
            assert explanation.is_claim
            codes = re.findall(r"\b[123][RGP][SHO][DSO]\b", explanation.sentence)
            named = [
                point for code in codes if (point := variant.deck.find_point(code)) is not None
            ]
            joint = variant.find_joint(claim)
            expected = set(claim) if joint is None else {*claim, joint}
            assert set(named) == expected
            if joint is None:
                lines = [named[i : i + 3] for i in range(0, len(named), 3)]
                assert all(variant.space.is_line(*line) for line in lines)
            told += 1
    assert told > 20


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_any_number_of_cards_is_explained_in_a_line(variant: Variant) -> None:
    random = Random(variant.key)
    for size in range(1, variant.pattern.sizes[-1] + 2):
        spots = draw_table(variant, size, random)
        explanation = explain_cards(variant, spots)
        assert explanation.is_claim == variant.is_claim(spots)
        assert len(explanation.sentence.splitlines()) == 1
        assert explanation.sentence.endswith(".")


# -- chains -----------------------------------------------------------------------------------


def test_a_chain_is_continued_or_broken() -> None:
    previous = "1RSD 2RSD 3RSD"
    assert sentence("chain", "1RSD 1GSD 1PSD", previous) == (
        "The same in number, shading and symbol; all different in colour. "
        "1RSD is of the previous claim."
    )
    broken = "A claim uses exactly one card of the previous claim (1RSD, 2RSD, 3RSD), not "
    assert sentence("chain", "1GSD 2GSD 3GSD", previous) == f"{broken}none."
    assert sentence("chain", "1RSD 2RSD 3RSD", previous) == f"{broken}3."
    assert sentence("chain", "1RSD 1GSD 2PSD", previous).startswith("In number two of the cards")


def test_only_what_continues_is_a_claim() -> None:
    variant = parse_variant("chain-table")
    previous = parse_cards("1RSD 2RSD 3RSD", variant.deck)
    table = parse_cards("1GSD 1PSD 2GSD 3GSD 2PHS 3POO", variant.deck)
    claims = {frozenset(claim) for claim in variant.iter_claims(table, previous)}
    found = {
        frozenset(cards)
        for cards in combinations([*previous, *table], 3)
        if explain_cards(variant, cards, previous).is_claim
    }
    assert found == claims
    assert found


# -- bad input --------------------------------------------------------------------------------


def test_cards_are_distinct_and_there_are_some() -> None:
    variant = parse_variant("ultra")
    with pytest.raises(OptionError, match="no cards; expected at least one"):
        explain_cards(variant, [])
    with pytest.raises(OptionError, match="1RSD is repeated; expected distinct cards"):
        explain_cards(variant, [variant.spot(0, 0), variant.spot(1, 0), variant.spot(0, 2)])
