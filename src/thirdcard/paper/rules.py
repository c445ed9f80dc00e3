"""Rule sheets: a page with the rules of a variant, in the sentences that the site shows too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from thirdcard.core.cards import COLOUR, Card
from thirdcard.core.themes import Theme
from thirdcard.paper.board import Board, Place, lay_board
from thirdcard.paper.examples import Example, find_examples
from thirdcard.paper.sizes import find_size
from thirdcard.paper.typesetting import Tell, draw_cards, find_theme, tell_emblems, typeset
from thirdcard.phrases import counted, phrase
from thirdcard.variants.axes import AXES
from thirdcard.variants.variant import Spot, Variant

__all__ = ["rule_sheet"]

# Millimetres, all of them.
_MARGIN: Final = 15.0
_GAP: Final = 8.0
_EXAMPLE_HEIGHT: Final = 84.0
_EXAMPLE_CARD: Final = 22.0

_TYPE_SIZES: Final = (12, 11, 10, 9, 8)
"""In points: the first is taken with which everything fits the page."""


def rule_sheet(
    variant: Variant,
    theme: str = "classic",
    paper: str = "a4",
    *,
    tell: Tell = str,
    language: str = "en",
) -> bytes:
    """Return a page with the rules of a variant as PDF.

    Args:
        variant: the game.
        theme: key of the cards' look.
        paper: key of the size, see `thirdcard.paper.sizes`.
        tell: says the words in a language.
        language: tag of that language.

    Raises:
        OptionError: an unknown size or theme.
    """
    size, look = find_size(paper), find_theme(theme)
    width = (size.width - 2 * _MARGIN - _GAP) / 2
    examples = find_examples(variant)
    shown = {
        *(point for _, values in _iter_samples(variant) for _, point in values),
        *(variant.point(spot) for each in examples for spot in (*each.cards, *each.previous)),
    }
    axes = zip(AXES, variant.values, strict=True)
    return typeset(
        "rules",
        {
            "language": language,
            "paper": asdict(size),
            "margin": _MARGIN,
            "gap": _GAP,
            "title": tell(variant.title),
            "legend": tell_emblems(look, tell),
            "cards": draw_cards([Card(variant.deck, point) for point in sorted(shown)], look, tell),
            "sizes": _TYPE_SIZES,
            "axes": [
                {
                    "question": tell(axis.question),
                    "title": tell(value.title),
                    "sentence": tell(value.sentence),
                }
                for axis, value in axes
            ],
            "features": [
                {
                    "name": tell(name),
                    "values": [
                        {"card": variant.deck.code(point), "words": tell(words)}
                        for words, point in values
                    ],
                }
                for name, values in _iter_samples(variant, look)
            ],
            "examples": [_describe(variant, example, width, tell) for example in examples],
            "heading": tell(phrase("How it is played")),
            "course": list(map(tell, _iter_course(variant))),
        },
    )


def _iter_samples(
    variant: Variant, theme: Theme | None = None
) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield each feature of the deck by its name, with a card for each value in words.

    They are two cards' symbols, so that every feature is seen on each of them.
    """
    deck = variant.deck
    usual = [1] * len(deck.features)
    for place, feature in enumerate(deck.features):
        words = feature.values
        if theme and feature.values == COLOUR.values:
            words = theme.names
        yield (
            feature.name,
            [
                (word, deck.space.point([*usual[:place], digit, *usual[place + 1 :]]))
                for digit, word in enumerate(words)
            ],
        )


def _iter_course(variant: Variant) -> Iterator[str]:
    """Yield how a game goes, in sentences."""
    yield phrase("{size} cards lie on the table.", size=variant.table_size)
    if variant.grouping.features:
        yield phrase("When no claim is there, a card is added to each group.")
    else:
        yield counted(
            variant.growth,
            "When no claim is there, {count} card is added.",
            "When no claim is there, {count} cards are added.",
        )
    if variant.rule.chains:
        yield phrase("The first claim takes all of its cards from the table.")
    yield phrase("After a claim the table is filled up to as many cards as before.")
    yield counted(
        variant.pattern.score,
        "A claim earns {count} point, however many cards it has.",
        "A claim earns {count} points, however many cards it has.",
    )
    yield phrase(
        "The game is over when the deck is empty and no claim is left. Who has most points wins."
    )


# -- examples -----------------------------------------------------------------------------------


def _describe(variant: Variant, example: Example, width: float, tell: Tell) -> dict[str, Any]:
    """Return an example for a document, its cards in millimetres from its upper left corner."""
    groups: list[list[Spot]] = [[] for _ in range(variant.grouping.count)]
    for spot in example.cards:
        if spot not in example.previous:
            groups[variant.group(spot)].append(spot)
    board = lay_board(
        [len(group) for group in groups],
        variant.grouping.shape,
        width,
        _EXAMPLE_HEIGHT,
        most=_EXAMPLE_CARD,
        apart=len(example.previous),
    )
    laid = [spot for group in groups for spot in group]

    def show(spot: Spot, place: Place) -> dict[str, Any]:
        is_meant = spot in example.cards
        return {"card": variant.code(spot), "x": place.x, "y": place.y, "meant": is_meant}

    is_claim = example.explanation.is_claim
    return {
        "title": tell(phrase("A claim") if is_claim else phrase("Not a claim")),
        "sentence": tell(example.explanation.sentence),
        "card": board.card,
        "height": board.height,
        "cards": [
            *map(show, laid, board.cards),
            *map(show, example.previous, board.apart),
        ],
        "frames": [asdict(frame) for frame in board.frames],
        "apart": _describe_heading(board, tell),
    }


def _describe_heading(board: Board, tell: Tell) -> dict[str, Any] | None:
    if board.heading is None:
        return None
    return {"y": board.heading.y, "words": tell(phrase("The last claim"))}
