"""Why cards that somebody sees at a table are a claim, or none."""

from __future__ import annotations

from collections.abc import Sequence

from thirdcard.errors import MalformedError, Refusal
from thirdcard.game.state import State
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
        raise Refusal("malformed", f"Nothing to explain: {error}.") from None


def _find_spot(state: State, previous: Sequence[Spot], code: str) -> Spot:
    variant = state.variant
    point = variant.deck.find_point(code)
    if point is None:
        raise Refusal("malformed", f"{code!r} is no card of the {variant.deck.key} deck.")
    slot = state.find_slot(point)
    if slot is not None and (slot in state.face_up or not variant.rule.face_down):
        spot = state.spot(slot)
        assert spot is not None
        return spot
    for spot in previous:
        if variant.point(spot) == point:
            return spot
    # Of cards that lie face down and cards in the deck the same is said: nothing.
    where = "open on the table" if variant.rule.face_down else "on the table"
    raise Refusal("not_on_table", f"{code} does not lie {where}.", {"card": code})
