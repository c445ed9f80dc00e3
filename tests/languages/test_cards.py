"""Cards in words, in languages whose words change with what stands beside them."""

from __future__ import annotations

from itertools import combinations

import pytest

from thirdcard.core.cards import BACKGROUND, COLOUR, NUMBER, SHADING, SYMBOL, Deck, Feature
from thirdcard.phrases import Phrase
from thirdcard.server.languages import Catalogue
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA

FEATURES = (NUMBER, COLOUR, SHADING, SYMBOL, BACKGROUND)

GERMAN = {
    "two": ("zwei",),
    "three": ("drei",),
    "red": ("rot", "rot"),
    "green": ("grün", "grün"),
    "striped": ("gestreift", "gestreift"),
    "{words} {word}": ("{words}, {word}",),
    "{count} {looks} oval": ("ein Oval, {looks}", "{count} Ovale, {looks}"),
    "{count} {looks} diamond": ("eine Raute, {looks}", "{count} Rauten, {looks}"),
    "{card} on {background}": ("{card}, auf {background}",),
}
FRENCH = {
    "one": ("un",),
    "two": ("deux",),
    "red": ("rouge", "rouges"),
    "green": ("vert", "verts"),
    "striped": ("hachuré", "hachurés"),
    "{count} {looks} oval": ("{count} ovale {looks}", "{count} ovales {looks}"),
    "{card} on {background}": ("{card} sur fond {background}",),
}


@pytest.mark.parametrize(
    ("deck", "code", "german"),
    [
        (JUNIOR, "1RD", "eine Raute, rot"),
        (CLASSIC, "1GHO", "ein Oval, grün, gestreift"),
        (CLASSIC, "2RHO", "zwei Ovale, rot, gestreift"),
        (MEGA, "3GHDR", "drei Rauten, grün, gestreift, auf rot"),
    ],
)
def test_german(deck: Deck, code: str, german: str) -> None:
    point = deck.find_point(code)
    assert point is not None
    assert Catalogue("de", "Deutsch", GERMAN).tell(deck.describe(point)) == german


@pytest.mark.parametrize(
    ("deck", "code", "french"),
    [
        (CLASSIC, "1RHO", "un ovale rouge hachuré"),
        (CLASSIC, "2RHO", "deux ovales rouges hachurés"),
        # The background is one, however many symbols lie on it.
        (MEGA, "2GHOG", "deux ovales verts hachurés sur fond vert"),
    ],
)
def test_french(deck: Deck, code: str, french: str) -> None:
    point = deck.find_point(code)
    assert point is not None
    assert Catalogue("fr", "Français", FRENCH).tell(deck.describe(point)) == french


@pytest.mark.parametrize(
    "features",
    [chosen for size in range(1, 6) for chosen in combinations(FEATURES, size)],
    ids=lambda features: "+".join(feature.name for feature in features),
)
def test_decks_with_some_of_the_features(features: tuple[Feature, ...]) -> None:
    """Each card is told apart from the others, with all its values in their order."""
    deck = Deck("some", features)
    told = [deck.describe(point) for point in range(deck.size)]
    assert all(isinstance(words, Phrase) for words in told)
    assert len(set(told)) == deck.size
    for point, words in enumerate(told):
        assert words == words.strip()
        values = deck.values(point).values()
        places = [words.rindex(value) for value in values if list(values).count(value) == 1]
        assert places == sorted(places)
