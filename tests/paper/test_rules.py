"""Rule sheets: one page for every variant, with the registry's sentences and true examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.paper.sheets import fonts_of, pages_of, words_of
from thirdcard.errors import OptionError
from thirdcard.paper import rule_sheet
from thirdcard.paper.examples import find_examples
from thirdcard.paper.sizes import SIZES
from thirdcard.server import languages
from thirdcard.server.languages import read_catalogue
from thirdcard.variants.axes import AXES, DECKS
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Variant

VARIANTS = list(iter_variants())
# Those with the longest sentences, and one of every pattern, rule and grouping.
SAMPLE = (
    "classic",
    "junior+super+memory",
    "mega+ultra+double+chain-table",
    "ultra9+eight+chain",
    "mega+ultra9+super",
)


def flowing(text: str) -> str:
    """Return text without its line ends, some of which stand where there was no space."""
    return "".join(text.split())


def require_rules(variant: Variant, paper: str) -> None:
    pages = words_of(rule_sheet(variant, paper=paper))
    assert len(pages) == 1, (variant.key, paper)
    page = flowing(pages[0])
    for axis, value in zip(AXES, variant.values, strict=True):
        assert flowing(axis.question) in page
        assert flowing(f"{value.title}. {value.sentence}") in page
    for feature in variant.deck.features:
        assert flowing(" ".join(feature.values)) in page
    assert flowing(f"{variant.table_size} cards lie on the table.") in page
    for example in find_examples(variant):
        assert flowing(example.explanation.sentence) in page
        for spot in (*example.cards, *example.previous):
            assert variant.code(spot) in page


@pytest.mark.parametrize("key", SAMPLE)
def test_rules_fit_a_page(key: str) -> None:
    require_rules(parse_variant(key), "a4")


@pytest.mark.slow
@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_all_rules_fit_a_page(variant: Variant, paper: str) -> None:
    require_rules(variant, paper)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [choice.key for choice in DECKS.values])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_all_rules_fit_a_page_in_longer_languages(language: str, deck: str) -> None:
    home = Path(languages.__file__)
    tell = read_catalogue(home.with_name(f"{language}.po")).tell
    for variant in VARIANTS:
        if variant.deck.key == deck:
            sheet = rule_sheet(variant, paper="letter", tell=tell, language=language)
            assert len(pages_of(sheet)) == 1, variant.key


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_examples_are_what_they_are_said_to_be(variant: Variant) -> None:
    right, wrong = find_examples(variant)
    assert variant.is_claim(right.cards)
    assert variant.continues(right.cards, right.previous)
    assert right.explanation.is_claim
    assert not wrong.explanation.is_claim
    assert variant.rule.chains == bool(right.previous)
    assert right.previous == wrong.previous
    if variant.rule.chains:
        assert variant.is_claim(right.previous)
        # It would be a claim, and the chain alone forbids it.
        assert variant.is_claim(wrong.cards)
        assert not set(wrong.cards) & set(wrong.previous)
    else:
        assert len(set(right.cards) - set(wrong.cards)) == 1
    for example in (right, wrong):
        points = {variant.point(spot) for spot in (*example.cards, *example.previous)}
        assert len(points) == len({*example.cards, *example.previous})


def test_an_example_of_groups_is_spread_over_them() -> None:
    variant = parse_variant("ultra")
    right, _ = find_examples(variant)
    assert {variant.group(spot) for spot in right.cards} == {0, 1, 2}


def test_colours_have_the_names_of_the_theme() -> None:
    text = words_of(rule_sheet(parse_variant("classic"), "colour-blind"))[0]
    assert "orange teal violet" in text.replace("\n", " ")
    assert (
        "R: red · G: green · P: purple"
        in words_of(rule_sheet(parse_variant("classic"), "copier"))[0]
    )


def test_fonts_are_embedded() -> None:
    fonts = fonts_of(rule_sheet(parse_variant("super+chain")))
    assert len(fonts) == 3
    assert all(fonts.values())


def test_unknown_themes_and_sizes_are_refused() -> None:
    with pytest.raises(OptionError, match="'neon' is no theme"):
        rule_sheet(parse_variant("classic"), "neon")
    with pytest.raises(OptionError, match="'a3' is no size of paper"):
        rule_sheet(parse_variant("classic"), paper="a3")
