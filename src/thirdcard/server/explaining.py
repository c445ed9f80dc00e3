"""Explanations as they are told over the wire, and the route that gives one of any cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from litestar import get
from litestar.params import QueryParameter

from thirdcard.errors import NotationError, OptionError
from thirdcard.game.views import SpotView
from thirdcard.phrases import phrase
from thirdcard.server.messages import Explained, FeatureExplained
from thirdcard.variants.explain import explain_cards
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

__all__ = ["explain", "explanation", "read_spots", "view_spot"]

MOST_CARDS: Final = 32
"""Cards that are explained at once."""


def explain(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()) -> Explained:
    """Return what is told of some cards; see `explain_cards`."""
    told = explain_cards(variant, spots, previous)
    return Explained(
        cards=tuple(variant.code(spot) for spot in spots),
        is_claim=told.is_claim,
        sentence=told.sentence,
        features=tuple(FeatureExplained(c.feature, c.values, c.verdict) for c in told.features),
        third=None if told.third is None else view_spot(variant, told.third),
    )


def view_spot(variant: Variant, spot: Spot) -> SpotView:
    """Return a card and the group in which it lies."""
    return SpotView(variant.code(spot), variant.group(spot))


def read_spots(variant: Variant, text: str) -> list[Spot]:
    """Read ``CODE@GROUP,…``; the group is counted from 0, which it is where it is missing.

    Raises:
        NotationError: a card that the deck does not have, or a group that the table does not.
        OptionError: more than `MOST_CARDS`.
    """
    tokens = text.split(",") if text else []
    if len(tokens) > MOST_CARDS:
        raise OptionError(
            phrase("{cards} cards; expected at most {most}", cards=len(tokens), most=MOST_CARDS)
        )
    return [_read_spot(variant, token.strip()) for token in tokens]


def _read_spot(variant: Variant, token: str) -> Spot:
    code, _, group = token.partition("@")
    point = variant.deck.find_point(code)
    if point is None:
        raise NotationError(
            phrase(
                "{card} is no card of the {deck} deck", card=repr(token[:24]), deck=variant.deck.key
            )
        )
    groups = variant.grouping.count
    if group and not (group.isascii() and group.isdigit() and int(group[:4]) < groups):
        if groups == 1:
            raise NotationError(
                phrase(
                    "{card}: expected no group but 0 after @ for {variant}",
                    card=repr(token[:24]),
                    variant=variant.key,
                )
            )
        raise NotationError(
            phrase(
                "{card}: expected a group from 0 to {most} after @ for {variant}",
                card=repr(token[:24]),
                most=groups - 1,
                variant=variant.key,
            )
        )
    return variant.spot(point, int(group or 0))


@get("/api/explain", sync_to_thread=False)
def explanation(
    variant: Annotated[str, QueryParameter(description="a variant expression")],
    cards: Annotated[str, QueryParameter(description="CODE@GROUP,… with groups from 0")],
    previous: Annotated[
        str,
        QueryParameter(description="the claim to continue, as `cards`; for variants that chain"),
    ] = "",
) -> Explained:
    """Say why some cards are a claim, or are none."""
    chosen = parse_variant(variant)
    before = read_spots(chosen, previous)
    return explain(chosen, read_spots(chosen, cards), before)
