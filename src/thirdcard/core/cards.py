"""Features, decks and cards: the names that people give to the points of AG(n,3).

A `Deck` is a space with a named three-valued feature for every coordinate, and a `Card` displays
one of its points.  The decks that are played stand in `thirdcard.variants.decks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from thirdcard.core.geometry import Point, Space
from thirdcard.phrases import counted, phrase

__all__ = [
    "BACKGROUND",
    "COLOUR",
    "NUMBER",
    "SHADING",
    "SYMBOL",
    "Card",
    "ColourWords",
    "Deck",
    "Feature",
    "Words",
    "say_colours",
]


Words = tuple[str, str, str]
"""The words for the values 0, 1 and 2 of a feature."""

ColourWords = Callable[[int], Words]
"""The words for the colours beside so many symbols."""


@dataclass(frozen=True)
class Feature:
    """A three-valued property of cards.

    Attributes:
        name: what it is called, in the singular.
        values: the words for its values 0, 1 and 2.
        codes: one upper-case character a value.
        synonyms: further words that are read, each with the value it means.
        marker: the word that goes before this feature's value in a description, where the
            value's word alone would be taken for another feature's ("on green").
        beside: returns the words beside so many symbols, None where they are the same for all.
    """

    name: str
    values: Words
    codes: str
    synonyms: dict[str, int] = field(default_factory=dict, hash=False)
    marker: str | None = None
    beside: Callable[[int], Words] | None = None

    @cached_property
    def words(self) -> dict[str, int]:
        """Every word that is read for a value, in lower case, with its value."""
        return {word: i for i, word in enumerate(self.values)} | self.synonyms


# Adjectives have two forms too, which differ in other languages than English.


def say_colours(count: int) -> Words:
    """Return what colours are usually called beside so many symbols."""
    return (
        counted(count, "red", "red"),
        counted(count, "green", "green"),
        counted(count, "purple", "purple"),
    )


def _shadings(count: int) -> Words:
    return (
        counted(count, "solid", "solid"),
        counted(count, "striped", "striped"),
        counted(count, "open", "open"),
    )


def _symbols(count: int) -> Words:
    return (
        counted(count, "diamond", "diamonds"),
        counted(count, "squiggle", "squiggles"),
        counted(count, "oval", "ovals"),
    )


def _say_symbols(symbol: int, count: int, number: str, looks: str) -> str:
    """Say how many of a symbol there are, and what they look like.

    Each symbol has its own sentence, since in other languages it is it that decides the forms of
    the words around it.  The number is said in words, so it may stand in that form, too.
    """
    said = {"count": number, "looks": looks}
    words = (
        counted(count, "{count} {looks} diamond", "{count} {looks} diamonds", **said),
        counted(count, "{count} {looks} squiggle", "{count} {looks} squiggles", **said),
        counted(count, "{count} {looks} oval", "{count} {looks} ovals", **said),
    )
    return words[symbol]


NUMBER = Feature(
    phrase("number"),
    (phrase("one"), phrase("two"), phrase("three")),
    "123",
    {"1": 0, "2": 1, "3": 2},
)
COLOUR = Feature(phrase("colour"), say_colours(1), "RGP", beside=say_colours)
SHADING = Feature(
    phrase("shading"),
    _shadings(1),
    "SHO",
    {"filled": 0, "shaded": 1, "hatched": 1, "hollow": 2, "outlined": 2},
    beside=_shadings,
)
SYMBOL = Feature(
    phrase("symbol"),
    _symbols(1),
    "DSO",
    {"diamonds": 0, "squiggles": 1, "ovals": 2},
    beside=_symbols,
)
BACKGROUND = Feature(phrase("background"), say_colours(1), "RGP", marker="on")


@dataclass(frozen=True)
class Deck:
    """A deck with one card for every combination of its features' values.

    Attributes:
        key: its name in expressions and on the command line.
        features: most significant first, in the order one says them.

    >>> deck = Deck("classic", (NUMBER, COLOUR, SHADING, SYMBOL))
    >>> deck.size, deck.code(0), deck.describe(34)
    (81, '1RSD', 'two red open squiggles')
    """

    key: str
    features: tuple[Feature, ...]

    @cached_property
    def space(self) -> Space:
        """The space whose points the cards display."""
        return Space(len(self.features))

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.space.size

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of every card, indexed by point."""
        codes = [""]
        for feature in self.features:
            codes = [code + character for code in codes for character in feature.codes]
        return tuple(codes)

    @cached_property
    def _points(self) -> dict[str, Point]:
        return {code: point for point, code in enumerate(self.codes)}

    def code(self, point: Point) -> str:
        """Return the code of a point's card, one character a feature."""
        return self.codes[point]

    def find_point(self, code: str) -> Point | None:
        """Return the point of a card's exact code, or None if the deck has no such card."""
        return self._points.get(code)

    def describe(self, point: Point, colours: ColourWords | None = None) -> str:
        """Return the card in words, as one says it; colours may have other names than usual."""
        digits = dict(zip(self.features, self.space.digits(point), strict=True))
        count = digits.get(NUMBER, 0) + 1
        said: dict[Feature, str] = {}
        for feature, digit in digits.items():
            words = feature.beside(count) if feature.beside else feature.values
            if colours and feature.values == COLOUR.values:
                words = colours(count if feature.beside else 1)
            said[feature] = words[digit]
        looks = _join(
            [w for f, w in said.items() if f is not NUMBER and f is not SYMBOL and not f.marker]
        )
        if NUMBER in said and SYMBOL in said and looks:
            card = _say_symbols(digits[SYMBOL], count, said[NUMBER], looks)
        else:
            # A deck that lacks one of them is said word by word.
            card = _join([word for feature, word in said.items() if not feature.marker])
        background = said.get(BACKGROUND)
        if background is None:
            return card
        if not card:
            return phrase("on {background}", background=background)
        return phrase("{card} on {background}", card=card, background=background)

    def values(self, point: Point) -> dict[str, str]:
        """Return the card's value of every feature, by the feature's name."""
        digits = self.space.digits(point)
        return {f.name: f.values[d] for f, d in zip(self.features, digits, strict=True)}

    def card(self, point: Point) -> Card:
        """Return the card that displays a point.

        Raises:
            ValueError: the point is not in the deck's space.
        """
        self.space.digits(point)
        return Card(self, point)

    def __iter__(self) -> Iterator[Card]:
        return (Card(self, point) for point in range(self.size))


def _join(words: list[str]) -> str:
    """Return words as one says them about the same thing: "red striped"; "" for none."""
    joined = words[0] if words else ""
    for word in words[1:]:
        joined = phrase("{words} {word}", words=joined, word=word)
    return joined


@dataclass(frozen=True)
class Card:
    """A card of a deck: the display of a point."""

    deck: Deck
    point: Point

    @property
    def code(self) -> str:
        """The card's code, such as ``2RHO``."""
        return self.deck.code(self.point)

    @property
    def words(self) -> str:
        """The card in words, such as "two red striped ovals"."""
        return self.deck.describe(self.point)

    def __str__(self) -> str:
        return self.code
