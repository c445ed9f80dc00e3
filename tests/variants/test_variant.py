from collections.abc import Sequence

import pytest

from thirdcard.core.cards import Deck
from thirdcard.core.notation import parse_groups
from thirdcard.errors import OptionError, VariantError
from thirdcard.variants.axes import DECKS
from thirdcard.variants.groups import FLAT, Grouping
from thirdcard.variants.patterns import SET
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.rules import CHAIN, CHAIN_TABLE, FREE, MEMORY, Rule
from thirdcard.variants.variant import Spot, Variant


def spots(variant: Variant, text: str) -> list[Spot]:
    groups = parse_groups(text, variant.deck, variant.grouping.count, equal=False)
    return [variant.spot(p, g) for g, group in enumerate(groups) for p in group if p is not None]


def find_codes(expression: str, text: str, previous: str = "") -> list[str]:
    variant = parse_variant(expression)
    claims = variant.iter_claims(spots(variant, text), spots(variant, previous))
    return sorted(" ".join(variant.code(spot) for spot in claim) for claim in claims)


# -- tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "size", "growth"),
    [
        ("classic", 12, 3),
        ("junior", 9, 3),
        ("mega", 15, 3),
        ("super", 9, 3),
        ("double", 12, 3),
        ("eight", 15, 3),
        ("ultra", 18, 3),
        ("ultra9", 27, 9),
        ("junior+super", 9, 3),
        ("junior+double", 12, 3),
        ("junior+eight", 15, 3),
        ("mega+super", 15, 3),
        ("junior+ultra", 18, 3),
        ("junior+ultra9", 27, 9),
        ("ultra+double", 18, 3),
        ("mega+ultra9+eight+chain", 27, 9),
        ("memory", 12, 3),
    ],
)
def test_table_sizes(expression: str, size: int, growth: int) -> None:
    variant = parse_variant(expression)
    assert (variant.table_size, variant.growth) == (size, growth)


@pytest.mark.parametrize(
    ("expression", "asked", "given"),
    [
        ("classic", None, 12),
        ("classic", 3, 3),
        ("classic", 81, 81),
        ("ultra", 19, 21),
        ("ultra", 4, 6),
        ("mega+ultra9", 243, 243),
        ("mega+ultra9", 30, 36),
    ],
)
def test_a_table_size_that_is_asked_for(expression: str, asked: int | None, given: int) -> None:
    assert parse_variant(expression).require_table_size(asked) == given


@pytest.mark.parametrize(
    ("expression", "asked"),
    [("classic", 2), ("classic", 82), ("super", 3), ("eight", 7), ("junior", 28), ("classic", -1)],
)
def test_a_table_size_out_of_range(expression: str, asked: int) -> None:
    with pytest.raises(OptionError, match=rf"a table of {asked} cards: expected \d+ to \d+"):
        parse_variant(expression).require_table_size(asked)


def test_a_table_larger_than_its_deck_is_refused() -> None:
    junior = DECKS.values[1]
    huge = Grouping("huge", "Huge", "Too many.", (), 100)
    with pytest.raises(VariantError, match="a table of 100 cards does not fit the 27 cards"):
        Variant(junior, huge, SET, FREE)


# -- groups -----------------------------------------------------------------------------------


def test_spots_are_points_with_the_digits_of_their_group() -> None:
    variant = parse_variant("ultra9")
    spot = variant.spot(80, 5)
    assert variant.space.digits(spot) == (2, 2, 2, 2, 1, 2)
    assert (variant.point(spot), variant.group(spot), variant.code(spot)) == (80, 5, "3POO")
    assert [f.name for f in variant.features[-2:]] == ["row", "column"]


def test_without_groups_a_spot_is_the_point() -> None:
    variant = parse_variant("mega")
    assert [variant.spot(p) for p in (0, 242)] == [0, 242]
    assert variant.space == variant.deck.space
    assert variant.grouping is FLAT


@pytest.mark.parametrize(
    ("expression", "text", "claim"),
    [
        # In one group, or one card in each; two in one group and one in another never.
        ("ultra", "1RSD 2RSD 3RSD / / ", True),
        ("ultra", "/ / 1RSD 2RSD 3RSD", True),
        ("ultra", "1RSD / 2RSD / 3RSD", True),
        ("ultra", "3RSD / 1RSD / 2RSD", True),
        ("ultra", "1RSD 2RSD / 3RSD /", False),
        ("ultra", "1RSD / 2RSD / 3RSO", False),
        # Of nine groups: one row, one column, a diagonal that may wrap around.
        ("ultra9", "1RSD / 2RSD / 3RSD / / / / / /", True),
        ("ultra9", "1RSD / / / 2RSD / / / 3RSD / /", True),
        ("ultra9", "1RSD / / / / 2RSD / / / / 3RSD", True),
        ("ultra9", "/ 1RSD / / / / 2RSD / 3RSD / /", True),
        ("ultra9", "1RSD 2RSD 3RSD / / / / / / / /", True),
        ("ultra9", "1RSD / 2RSD / / 3RSD / / / / /", False),
        ("ultra9", "1RSD 2RSD / 3RSD / / / / / / /", False),
        ("ultra+super", "1GHS / 1RSD / 3PHD 3ROS", False),
        ("ultra+super", "1GHS 3PHD 1RSD 3ROS / /", True),
        ("ultra+super", "1GHS 1RSD / 3PHD 3ROS /", True),
    ],
)
def test_groups_are_features_like_any_other(expression: str, text: str, claim: bool) -> None:
    variant = parse_variant(expression)
    assert variant.is_claim(spots(variant, text)) == claim


# -- claims -----------------------------------------------------------------------------------


def test_equal_spots_are_no_claim() -> None:
    variant = parse_variant("classic")
    assert not variant.is_claim([7, 7, 7])
    assert not variant.is_claim([0, 1])
    assert variant.is_claim([0, 1, 2])


def test_a_chain_uses_exactly_one_card_of_the_previous_claim() -> None:
    table = "1GSD 1PSD 1GHS 1GOO"
    previous = "1RSD 2RSD 3RSD"
    expected = ["1RSD 1GSD 1PSD"]
    for expression in ("chain", "chain-table"):
        assert find_codes(expression, table, previous) == expected
        assert find_codes(expression, table) == ["1GSD 1GHS 1GOO"]
    assert find_codes("classic", table) == ["1GSD 1GHS 1GOO"]


def test_a_claim_that_does_not_continue() -> None:
    variant = parse_variant("chain")
    previous = [0, 1, 2]
    assert variant.continues([0, 3, 6], previous)
    assert not variant.continues([3, 4, 5], previous)
    assert not variant.continues([0, 1, 2], previous)
    assert variant.continues([3, 4, 5], [])
    assert parse_variant("classic").continues([3, 4, 5], previous)
    assert parse_variant("memory").continues([3, 4, 5], previous)


def test_a_previous_card_counts_in_the_group_where_it_lay() -> None:
    assert find_codes("ultra+chain", "/ 2GSD / 3PSD", "1RSD / 1GHD / 1POD") == ["1RSD 2GSD 3PSD"]
    assert find_codes("ultra+chain", "/ 2GSD / 3PSD", "/ 1RSD / 1GHD 1POD") == []


def test_find_claim_finds_one_or_none() -> None:
    variant = parse_variant("classic")
    assert variant.find_claim([0, 1, 3, 2]) == (0, 1, 2)
    assert variant.find_claim([0, 1, 3, 4]) is None
    assert parse_variant("chain").find_claim([1, 2, 5], [0, 40, 80]) == (0, 1, 2)


# -- rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "chains", "face_down", "previous"),
    [
        (FREE, False, False, ()),
        (CHAIN, True, False, (1, 2, 3)),
        (CHAIN_TABLE, True, False, (7, 8, 9)),
        (MEMORY, False, True, ()),
    ],
)
def test_rules(rule: Rule, chains: bool, face_down: bool, previous: Sequence[int]) -> None:
    assert (rule.chains, rule.face_down) == (chains, face_down)
    by_seat: list[tuple[int, ...]] = [(), (1, 2, 3)]
    assert rule.choose_previous(by_seat, (7, 8, 9), 1) == previous
    assert rule.choose_previous(by_seat, (), 0) == ()


# -- explanations -----------------------------------------------------------------------------


def test_failing_features_in_words() -> None:
    variant = parse_variant("ultra")
    assert variant.failing_features(spots(variant, "1RSD 2RSD / 3GSD /")) == [
        {"feature": "colour", "values": ["red", "red", "green"]},
        {"feature": "group", "values": ["first group", "first group", "second group"]},
    ]
    nine = parse_variant("ultra9")
    assert nine.failing_features(spots(nine, "1RSD / 2RSD / / 3RSD / / / / /")) == [
        {"feature": "row", "values": ["top row", "top row", "middle row"]},
        {"feature": "column", "values": ["left column", "middle column", "left column"]},
    ]


def test_other_numbers_of_cards_have_no_failing_feature() -> None:
    assert parse_variant("classic").failing_features([0, 1]) == []
    assert parse_variant("super").failing_features([0, 1, 3]) == []


@pytest.mark.parametrize(
    ("expression", "cards", "sentence"),
    [
        ("classic", 2, "Set claims have 3 cards, not 2."),
        ("super", 3, "Super-Set claims have 4 cards, not 3."),
        ("double", 7, "Double-Set claims have 6 cards, not 7."),
        ("eight", 7, "Eight-Set claims have 8 to 12 cards, not 7."),
    ],
)
def test_a_wrong_number_of_cards(expression: str, cards: int, sentence: str) -> None:
    assert parse_variant(expression).explain(range(cards)) == sentence


def test_decks_of_the_axis_are_distinct() -> None:
    decks: list[Deck] = [choice.deck for choice in DECKS.values]
    assert [deck.size for deck in decks] == [81, 27, 243]
