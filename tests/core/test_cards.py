import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import DECKS, decks
from thirdcard.core.cards import BACKGROUND, COLOUR, NUMBER, SHADING, SYMBOL, Card, Deck
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA

FEATURES = (NUMBER, COLOUR, SHADING, SYMBOL, BACKGROUND)


@pytest.mark.parametrize(
    ("deck", "point", "code", "words"),
    [
        (CLASSIC, 0, "1RSD", "one red solid diamond"),
        (CLASSIC, 32, "2RHO", "two red striped ovals"),
        (CLASSIC, 80, "3POO", "three purple open ovals"),
        (CLASSIC, 16, "1GOS", "one green open squiggle"),
        (JUNIOR, 0, "1RD", "one red diamond"),
        (JUNIOR, 11, "2RO", "two red ovals"),
        (JUNIOR, 26, "3PO", "three purple ovals"),
        (MEGA, 97, "2RHOG", "two red striped ovals on green"),
        (MEGA, 242, "3POOP", "three purple open ovals on purple"),
    ],
)
def test_code_and_words(deck: Deck, point: int, code: str, words: str) -> None:
    card = deck.card(point)
    assert card == Card(deck, point)
    assert (card.code, card.words, str(card)) == (code, words, code)
    assert deck.find_point(code) == point


@pytest.mark.parametrize(("deck", "size"), [(CLASSIC, 81), (JUNIOR, 27), (MEGA, 243)])
def test_decks_have_a_card_for_every_combination(deck: Deck, size: int) -> None:
    assert deck.size == deck.space.size == len(deck.codes) == size
    assert len(set(deck.codes)) == size
    assert len({deck.describe(point) for point in range(size)}) == size
    assert [card.point for card in deck] == list(range(size))
    assert [card.code for card in deck] == list(deck.codes)


@given(decks, st.data())
def test_code_words_and_values_follow_from_the_digits(deck: Deck, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, deck.size - 1))
    digits = deck.space.digits(point)
    pairs = list(zip(deck.features, digits, strict=True))
    assert deck.code(point) == "".join(f.codes[d] for f, d in pairs)
    assert deck.values(point) == {f.name: f.values[d] for f, d in pairs}
    assert all(word in deck.describe(point) for word in deck.values(point).values())
    assert deck.describe(point).endswith("s") == (digits[0] > 0 and deck is not MEGA)


@pytest.mark.parametrize("deck", DECKS)
def test_what_is_no_card(deck: Deck) -> None:
    for code in ("", "1rsd", "1RSX", "0RSD", "1RSD1RSD", " 1RSD"):
        assert deck.find_point(code) is None
    for point in (-1, deck.size):
        with pytest.raises(ValueError, match="is not in AG"):
            deck.card(point)


def test_every_word_means_one_value() -> None:
    for feature in FEATURES:
        assert len(set(feature.codes)) == len(set(feature.values)) == 3
        assert [feature.words[value] for value in feature.values] == [0, 1, 2]
        assert all(word == word.lower() for word in feature.words)
    assert SHADING.words["shaded"] == SHADING.words["striped"] == 1
    assert SHADING.words["hollow"] == SHADING.words["open"] == 2
    assert SYMBOL.words["ovals"] == SYMBOL.words["oval"] == 2


def test_only_a_marked_feature_shares_its_words() -> None:
    for deck in DECKS:
        for i, feature in enumerate(deck.features):
            for other in deck.features[i + 1 :]:
                shared = set(feature.words) & set(other.words)
                assert not shared or other.marker


def test_decks_and_cards_are_values() -> None:
    assert Deck("classic", CLASSIC.features) == CLASSIC != JUNIOR
    assert len({CLASSIC, Deck("classic", CLASSIC.features)}) == 1
    assert len({Card(CLASSIC, 3), Card(CLASSIC, 3), Card(MEGA, 3)}) == 2
