"""Layouts by chance, every one that is allowed equally likely; and all there are, in order.

Where the rule chains, a layout is what a game comes to: cards are dealt, three more at a time until
there is a claim; one of the claims is taken, each equally likely, and other cards come for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from math import comb, factorial
from typing import NamedTuple

from thirdcard.core.geometry import Point, Space
from thirdcard.core.stream import Stream
from thirdcard.errors import LimitError
from thirdcard.phrases import phrase
from thirdcard.puzzles.conditions import Conditions
from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "Layout",
    "count_constant",
    "count_layouts",
    "draw_flat",
    "draw_names",
    "iter_all_layouts",
    "iter_layouts",
    "lay_cards",
]

Spots = tuple[Spot, ...]

_MOST_CLAIMS = 1000
"""Claims among which the one that is to be continued is chosen."""

_MOST_FAILURES = 20_000
"""Deals one after the other that lead to no claim, or leave too few cards beside it."""


class Layout(NamedTuple):
    """Cards on a table.

    Attributes:
        spots: the cards.
        previous: the claim to be continued, none of whose cards is on the table; empty for none.
    """

    spots: Spots
    previous: Spots = ()


def iter_layouts(conditions: Conditions, stream: Stream) -> Iterator[Layout]:
    """Yield layouts with the right number of cards, without end.

    Features that are to be constant, and their values, are drawn first; then cards that agree in
    them.  A layout with more of them is yielded too.
    """
    variant, constant = conditions.variant, conditions.constant
    order = list(range(variant.deck.size))
    failures = 0
    while failures < _MOST_FAILURES:
        if constant:
            order = list(draw_flat(variant, stream, constant))
        layout = lay_cards(conditions, order, stream)
        if layout is None:
            failures += 1
        else:
            failures = 0
            yield layout
    raise LimitError(phrase("no claim was found that could be continued; fewer cards may help"))


def lay_cards(conditions: Conditions, order: list[Point], stream: Stream) -> Layout | None:
    """Shuffle some cards in place, and return what lies on the table.

    None where a claim is to be continued and these cards have none, or too few beside it.
    """
    variant, size = conditions.variant, conditions.size
    groups = variant.grouping.count
    if variant.rule.chains:
        stream.shuffle(order)
        return _play_a_claim(variant, order, size, stream)
    stream.shuffle(order, size)
    drawn = order[len(order) - size :]
    if groups == 1:
        return Layout(tuple(drawn))
    if conditions.kind.lays_equal_groups:
        return Layout(tuple([p * groups + place % groups for place, p in enumerate(drawn)]))
    return Layout(tuple([point * groups + stream.below(groups) for point in drawn]))


def _play_a_claim(
    variant: Variant, order: Sequence[Point], size: int, stream: Stream
) -> Layout | None:
    """Return what lies there after a claim; None if too few cards are left, or there is none."""
    groups = variant.grouping.count
    dealt = max(size, -(-variant.pattern.sizes[0] // groups) * groups)
    while dealt <= len(order):
        spots = [variant.spot(point, place % groups) for place, point in enumerate(order[:dealt])]
        claims = list(islice(variant.iter_claims(spots), _MOST_CLAIMS))
        if claims:
            return _refill(variant, spots, stream.choose(claims), order[dealt:], size)
        dealt += variant.growth
    return None


def _refill(
    variant: Variant, spots: Sequence[Spot], claim: Spots, deck: Sequence[Point], size: int
) -> Layout | None:
    """Return a table of equal groups after a claim: cards stay where they are, others come."""
    room = [size // variant.grouping.count] * variant.grouping.count
    kept = []
    for spot in spots:
        group = variant.group(spot)
        if spot not in claim and room[group]:
            room[group] -= 1
            kept.append(spot)
    free = [group for group, places in enumerate(room) for _ in range(places)]
    if len(free) > len(deck):
        return None
    kept += [variant.spot(point, group) for point, group in zip(deck, free, strict=False)]
    return Layout(tuple(kept), tuple(claim))


def draw_flat(variant: Variant, stream: Stream, constant: int) -> tuple[Point, ...]:
    """Return the cards that agree in so many features, which are drawn with their values."""
    features = stream.sample(range(len(variant.deck.features)), constant)
    return _flat(variant, tuple((feature, stream.below(3)) for feature in features))


def draw_names(
    variant: Variant, table: Sequence[Point], constant: int, stream: Stream
) -> tuple[Point, ...]:
    """Return the cards of a table of the other features, with features and values drawn for each.

    Args:
        variant: the game.
        table: points of AG(n - constant,3) for the n features of the deck.
        constant: how many features are the same on all cards.
        stream: where chance comes from.
    """
    space, features = variant.deck.space, len(variant.deck.features)
    others = Space(features - constant)
    places = stream.sample(range(features), features)
    values = [stream.sample(range(3), 3) for _ in places]
    cards = []
    for point in table:
        digits = [0] * features
        for place, names, digit in zip(
            places, values, (*others.digits(point), *(0,) * constant), strict=True
        ):
            digits[place] = names[digit]
        cards.append(space.point(digits))
    stream.shuffle(cards)
    return tuple(cards)


@cache
def _flat(variant: Variant, fixed: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    space = variant.deck.space
    return tuple(
        point
        for point in range(space.size)
        if all(space.digits(point)[feature] == value for feature, value in fixed)
    )


def count_layouts(conditions: Conditions) -> int | None:
    """Return how many layouts there are in one choice of the features that are to be constant.

    None where a claim is to be continued.
    """
    variant, size, pool = conditions.variant, conditions.size, conditions.pool_size
    groups = variant.grouping.count
    if variant.rule.chains:
        return None
    if not conditions.kind.lays_equal_groups:
        return comb(pool, size) * int(groups**size)
    divisions = factorial(size) // int(factorial(size // groups) ** groups)
    return comb(pool, size) * divisions


def iter_all_layouts(conditions: Conditions) -> Iterator[Layout]:
    """Yield every layout once, the first features constant with their first value.

    All others differ from these by names only.
    """
    variant, size = conditions.variant, conditions.size
    groups = variant.grouping.count
    fixed = tuple((feature, 0) for feature in range(conditions.constant or 0))
    for points in combinations(_flat(variant, fixed), size):
        if conditions.kind.lays_equal_groups:
            places = _iter_divisions(size, groups)
        else:
            places = product(range(groups), repeat=size)
        for place in places:
            yield Layout(tuple(p * groups + g for p, g in zip(points, place, strict=True)))


def _iter_divisions(size: int, groups: int) -> Iterator[tuple[int, ...]]:
    """Yield every way of giving each of some cards a group, equally many to each."""
    room = [size // groups] * groups

    def place(rest: int) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield ()
            return
        for group in range(groups):
            if room[group]:
                room[group] -= 1
                for others in place(rest - 1):
                    yield (group, *others)
                room[group] += 1

    return place(size)


def count_constant(variant: Variant, spots: Sequence[Spot]) -> int:
    """Return in how many of the deck's features all cards agree."""
    columns = zip(*(variant.deck.space.digits(variant.point(spot)) for spot in spots), strict=True)
    return sum(len(set(column)) == 1 for column in columns)
