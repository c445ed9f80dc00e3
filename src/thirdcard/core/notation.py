"""Reading and writing cards and tables as text.

One grammar serves the command line, files and standard input:

* a card is its code (``2RHO``, upper or lower case), its digits (``1012``), or its values in
  words, in any order and number ("two red striped ovals", "oval, hollow" lacks two values);
* cards are separated by spaces, commas, semicolons or line ends, groups by ``/``;
* ``.`` is an empty place, so that groups from which cards are gone can be written.

Output is always the code.  Every error names the token, its place and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thirdcard.core.cards import Deck, Feature
from thirdcard.core.geometry import Point
from thirdcard.errors import NotationError
from thirdcard.phrases import join_words, phrase

__all__ = ["format_table", "parse_card", "parse_cards", "parse_groups"]

_TOKEN = re.compile(r"[^\s,;/]+|[,;/\n]")
_FILLERS = frozenset({"a", "an", "and", "card", "cards"})
_SEPARATORS = frozenset(",;/\n")
_HOLE = "."
_SHOWN = 24


@dataclass(frozen=True)
class _Token:
    text: str
    number: int
    line: int
    column: int

    @property
    def place(self) -> str:
        shown = self.text if len(self.text) <= _SHOWN else self.text[: _SHOWN - 1] + "…"
        where = {
            "text": repr(shown),
            "number": self.number,
            "line": self.line,
            "column": self.column,
        }
        if self.separates:
            return phrase("{text} (after token {number}, line {line}, column {column})", **where)
        return phrase("{text} (token {number}, line {line}, column {column})", **where)

    @property
    def separates(self) -> bool:
        """Whether it stands between cards, and is not counted as one."""
        return self.text in _SEPARATORS


def _iter_tokens(text: str) -> Iterator[_Token]:
    line, start, number = 1, 0, 0
    for match in _TOKEN.finditer(text):
        if match.group() not in _SEPARATORS:
            number += 1
        yield _Token(match.group(), number, line, match.start() - start + 1)
        if match.group() == "\n":
            line, start = line + 1, match.end()


def expected_card(deck: Deck) -> str:
    """Say in a few words how a card of the deck is written."""
    parts: str = ""
    for feature in deck.features:
        part = phrase("{feature} {codes}", feature=feature.name, codes="/".join(feature.codes))
        parts = phrase("{words}, {word}", words=parts, word=part) if parts else part
    return phrase(
        "a {deck} card such as {card} ({features})",
        deck=deck.key,
        card=deck.code(deck.size // 2),
        features=parts,
    )


class _Words:
    """A card being said in words: the features that have a value so far."""

    def __init__(self, deck: Deck, first: _Token) -> None:
        self.deck = deck
        self.first = first
        self.values: dict[str, int] = {}
        self.marked: Feature | None = None

    def take(self, token: _Token) -> bool:
        """Add a word; False if it is no word of this deck."""
        word = token.text.lower()
        for feature in self.deck.features:
            if feature.marker == word:
                self.marked = feature
                return True
        candidates = [f for f in self.deck.features if word in f.words]
        if not candidates:
            return False
        if self.marked in candidates:
            candidates = [self.marked]
        open_ones = [f for f in candidates if f.name not in self.values]
        if not open_ones:
            # It lacks something: else it would be a card by now.
            raise NotationError(
                phrase(
                    "{place}: a second {feature} in one card, which still lacks {missing}",
                    place=token.place,
                    feature=candidates[0].name,
                    missing=join_words(self.missing),
                )
            )
        self.values[open_ones[0].name] = open_ones[0].words[word]
        self.marked = None
        return True

    @property
    def missing(self) -> list[str]:
        return [f.name for f in self.deck.features if f.name not in self.values]

    @property
    def point(self) -> Point:
        return self.deck.space.point([self.values[f.name] for f in self.deck.features])

    def require_complete(self) -> None:
        if self.missing:
            raise NotationError(
                phrase(
                    "{place}: this card in words has no {missing}; expected {card}",
                    place=self.first.place,
                    missing=join_words(self.missing),
                    card=expected_card(self.deck),
                )
            )


def _read_code(deck: Deck, token: _Token) -> Point | None:
    """Return the point of a token that is a whole card, or None for a word."""
    text = token.text.upper()
    if (point := deck.find_point(text)) is not None:
        return point
    n = len(deck.features)
    if text.isascii() and text.isdigit() and n > 1 and len(text) > 1:
        if len(text) == n and set(text) <= set("012"):
            return deck.space.point([int(digit) for digit in text])
        raise NotationError(
            phrase(
                "{place}: expected {count} digits from 0 to 2, or {card}",
                place=token.place,
                count=n,
                card=expected_card(deck),
            )
        )
    return None


def _fault(deck: Deck, token: _Token) -> NotationError:
    """Say what is wrong with a token that is no card and no word."""
    text = token.text.upper()
    n = len(deck.features)
    if len(text) == n:
        for i, (character, feature) in enumerate(zip(text, deck.features, strict=True), 1):
            if character not in feature.codes:
                return NotationError(
                    phrase(
                        "{place}: character {number} is the {feature}, one of {codes}, "
                        "not {character}; expected {card}",
                        place=token.place,
                        number=i,
                        feature=feature.name,
                        codes=" ".join(feature.codes),
                        character=repr(character),
                        card=expected_card(deck),
                    )
                )
    # Loaded here, since only an error needs it.
    from difflib import get_close_matches

    words = [word for feature in deck.features for word in feature.words]
    near = get_close_matches(token.text.lower(), words, 1, 0.75)
    told = {"place": token.place, "card": expected_card(deck)}
    if near:
        word = repr(near[0])
        return NotationError(
            phrase("{place}: did you mean {word}? expected {card}", word=word, **told)
        )
    return NotationError(phrase("{place}: expected {card}", **told))


def _iter_cards(text: str, deck: Deck) -> Iterator[tuple[_Token, Point | None]]:
    """Yield each card with its first token; a point of None is a hole or a group's end."""
    words: _Words | None = None
    for token in _iter_tokens(text):
        separates = token.separates or token.text == _HOLE
        if separates or _read_code(deck, token) is not None:
            if words:
                words.require_complete()
            if token.text not in ",;\n":
                yield token, None if separates else _read_code(deck, token)
        elif words is None and token.text.lower() in _FILLERS:
            continue
        else:
            if words is None:
                words = _Words(deck, token)
            if not words.take(token):
                raise _fault(deck, token)
            if not words.missing:
                yield words.first, words.point
                words = None
    if words:
        words.require_complete()


def parse_card(text: str, deck: Deck) -> Point:
    """Read one card.

    Raises:
        NotationError: the text is not exactly one card of the deck.

    >>> from thirdcard.variants.decks import CLASSIC
    >>> [parse_card(t, CLASSIC) for t in ("2RHO", "1012", "ovals striped red two")]
    [32, 32, 32]
    """
    points = parse_cards(text, deck)
    if len(points) != 1:
        raise NotationError(
            phrase(
                "expected one card, got {count} in {text}",
                count=len(points),
                text=repr(text[:_SHOWN]),
            )
        )
    return points[0]


def parse_cards(text: str, deck: Deck) -> list[Point]:
    """Read distinct cards that are not divided into groups.

    Raises:
        NotationError: a token is no card of the deck, a card is repeated, or a ``/`` appears.
    """
    return [point for point in parse_groups(text, deck)[0] if point is not None]


def parse_groups(
    text: str, deck: Deck, groups: int = 1, *, equal: bool = True
) -> list[list[Point | None]]:
    """Read cards that are divided into groups, an empty place being None.

    Args:
        text: the cards.
        deck: the deck they are of.
        groups: the number of groups.
        equal: whether all groups have the same size, as on a table; those of a claim may differ.

    Raises:
        NotationError: a token is no card of the deck, a card is repeated, the number of groups
            is not the one asked for, or their sizes differ where they must not.
    """
    divided: list[list[Point | None]] = [[]]
    seen: dict[Point, _Token] = {}
    for token, point in _iter_cards(text, deck):
        if token.text == "/":
            if groups == 1:
                raise NotationError(
                    phrase("{place}: this variant's table has no groups", place=token.place)
                )
            divided.append([])
            continue
        if point is not None:
            if point in seen:
                raise NotationError(
                    phrase(
                        "{place}: {card} is repeated; it stands already at token {number}",
                        place=token.place,
                        card=deck.code(point),
                        number=seen[point].number,
                    )
                )
            seen[point] = token
        divided[-1].append(point)
    sizes = [len(group) for group in divided]
    if seen and len(divided) != groups:
        raise NotationError(
            phrase(
                "expected {groups} groups divided by '/', got {count} (of {sizes} cards)",
                groups=groups,
                count=len(divided),
                sizes=", ".join(map(str, sizes)),
            )
        )
    if equal and len(set(sizes)) > 1:
        raise NotationError(
            phrase(
                "groups of {sizes} cards; expected groups of equal size "
                "(write '{hole}' for an empty place)",
                sizes=", ".join(map(str, sizes)),
                hole=_HOLE,
            )
        )
    return divided if len(divided) == groups else [[] for _ in range(groups)]


def format_table(groups: Sequence[Sequence[Point | None]], deck: Deck) -> str:
    """Write a table so that `parse_groups` reads it back."""
    return " / ".join(
        " ".join(_HOLE if point is None else deck.code(point) for point in group)
        for group in groups
    )
