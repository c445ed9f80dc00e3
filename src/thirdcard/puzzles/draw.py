"""Layouts by chance, every one that is allowed equally likely."""

from __future__ import annotations

from collections.abc import Iterator

from thirdcard.core.geometry import Point
from thirdcard.core.stream import Stream
from thirdcard.puzzles.conditions import Conditions
from thirdcard.variants.variant import Spot, Variant

__all__ = ["count_constant", "iter_layouts", "pool"]


def iter_layouts(conditions: Conditions, stream: Stream) -> Iterator[tuple[Spot, ...]]:
    """Yield layouts with the right number of cards, without end.

    Features that are to be constant, and their values, are drawn first; then cards that agree in
    them.  A layout with more of them is yielded too.
    """
    variant = conditions.variant
    groups = variant.grouping.count
    size, constant = conditions.size, conditions.constant or 0
    cards = list(range(variant.deck.size))
    while True:
        if constant:
            cards = pool(variant, stream, constant)
        stream.shuffle(cards, size)
        drawn = cards[len(cards) - size :]
        if groups == 1:
            yield tuple(drawn)
        elif conditions.kind.key == "third":
            yield tuple(variant.spot(point, stream.below(groups)) for point in drawn)
        else:
            yield tuple(variant.spot(point, place % groups) for place, point in enumerate(drawn))


def pool(variant: Variant, stream: Stream, constant: int) -> list[Point]:
    """Return the cards that agree in so many features, which are drawn with their values."""
    space = variant.deck.space
    fixed = {feature: stream.below(3) for feature in stream.sample(range(space.n), constant)}
    return [
        point
        for point in range(space.size)
        if all(space.digits(point)[feature] == value for feature, value in fixed.items())
    ]


def count_constant(variant: Variant, spots: tuple[Spot, ...]) -> int:
    """Return in how many of the deck's features all cards agree."""
    columns = zip(*(variant.deck.space.digits(variant.point(spot)) for spot in spots), strict=True)
    return sum(len(set(column)) == 1 for column in columns)
