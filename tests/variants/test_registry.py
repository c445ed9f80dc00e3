from itertools import permutations

import pytest
from hypothesis import given

from tests.strategies import variants
from thirdcard.errors import VariantError
from thirdcard.variants.axes import AXES, DECKS, GROUPINGS, PATTERNS, RULES
from thirdcard.variants.registry import iter_variants, parse_deck, parse_variant
from thirdcard.variants.variant import Variant


def test_all_combinations_but_those_of_memory_and_eight() -> None:
    """3 decks, 3 groupings, 4 patterns, 4 rules; 9 of the 144 cannot be played."""
    keys = [variant.key for variant in iter_variants()]
    assert len(keys) == len(set(keys)) == 135
    assert keys[0] == "classic"
    assert not any("memory" in key and "eight" in key for key in keys)


def test_names_are_unique_over_all_axes() -> None:
    names = [value.key for axis in AXES for value in axis.values]
    assert len(names) == len(set(names)) == 14
    assert [axis.key for axis in AXES] == ["deck", "groups", "pattern", "rule"]
    assert [axis.default.key for axis in AXES] == ["classic", "flat", "set", "free"]


def test_every_value_says_what_it_is() -> None:
    for axis in AXES:
        assert axis.question.endswith("?")
        for value in axis.values:
            assert value.title
            assert value.sentence.endswith(".")


@given(variants)
def test_names_in_any_order(variant: Variant) -> None:
    names = [
        axis_value.key
        for axis_value in (variant.deck_choice, variant.grouping, variant.pattern, variant.rule)
    ]
    for order in permutations(names):
        assert parse_variant("+".join(order)) == variant
    assert parse_variant(f" {variant.key.upper()} ") == variant
    assert parse_variant(variant.key).key == variant.key


@pytest.mark.parametrize(
    ("expression", "key", "title"),
    [
        ("classic", "classic", "Classic"),
        ("flat", "classic", "Classic"),
        ("set+free", "classic", "Classic"),
        ("chain+super+mega", "mega+super+chain", "Mega-Set · Super-Set · Chain"),
        ("ULTRA + double", "ultra+double", "Ultra-Set · Double-Set"),
        (
            "junior+ultra9+memory",
            "junior+ultra9+memory",
            "Junior · Ultra-Set, nine groups · Memory",
        ),
    ],
)
def test_canonical_keys_and_titles(expression: str, key: str, title: str) -> None:
    variant = parse_variant(expression)
    assert variant.key == key
    assert variant.title == title


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("", "an empty variant expression"),
        (" + ", "an empty variant expression"),
        ("clasic", r"'clasic' \(name 1 of 'clasic'\) is no variant; did you mean classic\?"),
        ("mega+xyzzy", r"'xyzzy' \(name 2 .*expected one of classic, junior, mega, flat, "),
        ("mega+", r"'' \(name 2 of 'mega\+'\) is no variant"),
        ("mega+junior", r"mega and junior both say the deck in 'mega\+junior'"),
        ("super+super", "super and super both say the pattern"),
        ("ultra+ultra9", "both say the groups"),
        ("chain+memory", "both say the rule"),
        ("eight+memory", "Memory and Eight-Set do not go together: .* 8 to 12"),
    ],
)
def test_what_is_no_variant(expression: str, message: str) -> None:
    with pytest.raises(VariantError, match=message):
        parse_variant(expression)


def test_decks_by_name() -> None:
    assert [parse_deck(c.key.upper() + " ") for c in DECKS.values] == [
        choice.deck for choice in DECKS.values
    ]
    with pytest.raises(VariantError, match="'ultra' is no deck; expected one of classic, junior"):
        parse_deck("ultra")


def test_axes_are_the_ones_that_are_exported() -> None:
    assert AXES == (DECKS, GROUPINGS, PATTERNS, RULES)
