"""Why cards that somebody sees at a table are a claim, or none."""

from __future__ import annotations

from collections.abc import Sequence

from thirdcard.errors import MalformedError, Refusal
from thirdcard.game.state import State
from thirdcard.phrases import phrase
from thirdcard.server import explaining, messages
from thirdcard.variants.variant import Spot

__all__ = ["explain_at"]


def explain_at(state: State, seat: int | None, cards: Sequence[str]) -> messages.Explained:
    """Explain cards that lie open on a table, or are of the claim that a seat continues.

    Raises:
        Refusal: one of them is no card, or is not to be seen there.
    """
    previous = () if seat is None else state.previous_of(seat)
    spots = [_find_spot(state, previous, code) for code in cards]
    try:
        return explaining.explain(state.variant, spots, previous)
    except MalformedError as error:
        raise Refusal(
            "malformed", phrase("Nothing to explain: {reason}.", reason=error.told)
        ) from None


def _find_spot(state: State, previous: Sequence[Spot], code: str) -> Spot:
    variant = state.variant
    point = variant.deck.find_point(code)
    if point is None:
        raise Refusal(
            "malformed",
            phrase("{card} is no card of the {deck} deck.", card=repr(code), deck=variant.deck.key),
        )
    slot = state.find_slot(point)
    if slot is not None and (slot in state.face_up or not variant.rule.face_down):
        spot = state.spot(slot)
        assert spot is not None
        return spot
    for spot in previous:
        if variant.point(spot) == point:
            return spot
    # Of cards that lie face down and cards in the deck the same is said: nothing.
    told = (
        phrase("{card} does not lie open on the table.", card=code)
        if variant.rule.face_down
        else phrase("{card} does not lie on the table.", card=code)
    )
    raise Refusal("not_on_table", told, {"card": code})
