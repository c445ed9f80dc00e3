"""Hints, in stages: whether there is a claim, one of its cards, all of them but one.

The hint is of the easiest claim, the one whose cards differ in the fewest features, counted over
its pairs of cards; of equals that whose slots come first.  It is the same for all who have the same
claims, so nothing is learnt from asking twice.
"""

from __future__ import annotations

from thirdcard.errors import Refusal
from thirdcard.game.commands import Hint
from thirdcard.game.events import Hinted
from thirdcard.game.state import Clue, State
from thirdcard.game.story import Story, require_going, require_playing
from thirdcard.phrases import phrase
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot

__all__ = ["LAST_STAGE", "find_easiest_claim", "hint", "hint_all", "require_more_for_all"]

LAST_STAGE = 3
"""The hint that shows all cards of a claim but one."""


def hint(story: Story, command: Hint) -> None:
    """Give one seat its next hint; nothing once all is said."""
    state = story.state
    seat = require_playing(state, command.player)
    if state.options.hints != "private":
        raise Refusal("malformed", phrase("There are no hints for one alone at this table."))
    require_going(state)
    clue = state.seats[seat].clue
    if _has_more(clue):
        _tell(story, seat, clue, order_cards(state, seat, find_easiest_claim(state, seat)))


def hint_all(story: Story) -> None:
    """Give all the next hint: of a claim of the host's, else of the next seat that has one."""
    state = story.state
    host = state.host
    seats = sorted(state.iter_present(), key=lambda seat: seat != host)
    claims = ((seat, find_easiest_claim(state, seat)) for seat in seats)
    seat, claim = next((found for found in claims if found[1]), (0, None))
    _tell(story, None, state.clue, order_cards(state, seat, claim))


def require_more_for_all(state: State) -> None:
    """Raise a refusal once all has been said of the table as it lies."""
    if not _has_more(state.clue):
        raise Refusal("locked_out", phrase("There is no further hint until the table changes."))


def _has_more(clue: Clue | None) -> bool:
    return clue is None or (clue.there and clue.stage < LAST_STAGE)


def _tell(story: Story, seat: int | None, clue: Clue | None, cards: tuple[str, ...]) -> None:
    stage = 1 if clue is None else clue.stage + 1
    shown = {1: 0, 2: 1, LAST_STAGE: len(cards) - 1}[stage]
    story.tell(Hinted, seat=seat, stage=stage, cards=cards[: max(0, shown)], there=bool(cards))


def find_easiest_claim(state: State, seat: int) -> tuple[Spot, ...] | None:
    """Return the claim that a seat is given hints of, None if it has none."""
    slot_of = {state.spot(slot): slot for slot in range(len(state.slots))}
    claims = state.variant.iter_claims(state.spots, state.previous_of(seat))

    def rank(claim: tuple[Spot, ...]) -> tuple[float, list[int]]:
        slots = sorted(slot_of.get(spot, -1) for spot in claim)
        return difficulty(state.variant.space, claim), slots

    return min(claims, key=rank, default=None)


def order_cards(state: State, seat: int, claim: tuple[Spot, ...] | None) -> tuple[str, ...]:
    """Return the cards of a claim in the order in which they are shown; none for no claim.

    They come by slot; a card of the claim before is neither the first nor the one kept back.
    """
    if claim is None:
        return ()
    linked = [spot for spot in claim if spot in state.previous_of(seat)]
    lying = [spot for spot in state.spots if spot in claim]
    return tuple(state.variant.code(spot) for spot in (*lying[:-1], *linked, *lying[-1:]))
