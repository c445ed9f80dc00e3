"""How cards come to the table, and how a game ends.

After the start, after a claim and after a seat's leaving the table is *settled*: cards come while
no present seat has a claim, and where there are none left the game is over.
"""

from __future__ import annotations

from thirdcard.game.clock import lay_due
from thirdcard.game.events import Dealt, Ended, Laid, Reshuffled
from thirdcard.game.laying import can_deal, choose_slots, count_lying, find_next_slot
from thirdcard.game.story import Story

__all__ = ["deal_start", "end", "grow", "lay_next", "refill", "settle"]


def deal_start(story: Story) -> None:
    """Lay the first cards, and more until somebody has a claim."""
    state = story.state
    groups = state.variant.grouping.count
    if not state.options.lay_ms:
        _deal(story, "start", [state.table_size // groups] * groups)
    if state.contest.is_fixed:
        while not story.state.can_be_claimed and can_deal(story.state):
            grow(story)
    settle(story)


def refill(story: Story) -> None:
    """Fill each group up to its share, where all cards are laid at once."""
    state = story.state
    if state.options.lay_ms or state.contest.is_fixed:
        return
    lying = count_lying(state)
    full = state.table_size // len(lying)
    _deal(story, "refill", [max(0, full - count) for count in lying])


def grow(story: Story) -> None:
    """Add three cards, or one to each group."""
    variant = story.state.variant
    groups = variant.grouping.count
    _deal(story, "growth", [variant.growth // groups] * groups)


def settle(story: Story) -> None:
    """Add cards until somebody has a claim; end the game when nobody ever will."""
    if not story.state.is_going:
        return
    options, is_fixed = story.state.options, story.state.contest.is_fixed
    if options.lay_ms:
        lay_next(story)
    while not story.state.can_be_claimed:
        if is_fixed or not can_deal(story.state):
            end(story, "finished")
            return
        if options.lay_ms or options.growth == "vote":
            return
        grow(story)


def lay_next(story: Story) -> None:
    """Lay one card, where cards are laid one by one and the next one's time has come."""
    due = lay_due(story.state)
    if due is not None and story.now >= due:
        slot = find_next_slot(story.state)
        assert slot is not None
        _lay(story, _reason_for(story, slot), [slot])


def _reason_for(story: Story, slot: int) -> str:
    state = story.state
    if not state.round and state.dealt < state.table_size:
        return "start"
    lying = count_lying(state)
    return "refill" if lying[state.group(slot)] < state.table_size // len(lying) else "growth"


def _deal(story: Story, reason: str, wanted: list[int]) -> None:
    """Lay cards, so many to each group as far as the deck reaches, in the order of the slots."""
    _lay(story, reason, choose_slots(story.state, wanted))


def _lay(story: Story, reason: str, slots: list[int]) -> None:
    while slots and can_deal(story.state):
        if not story.state.undealt:
            aside = story.state.aside
            story.tell(Reshuffled, round=story.state.round + 1, count=len(aside))
        state = story.state
        cards = state.deck[state.dealt : state.dealt + len(slots)]
        codes = map(state.variant.deck.code, cards)
        laid = tuple(Laid(*each) for each in zip(slots, codes, strict=False))
        story.tell(Dealt, reason=reason, cards=laid)
        slots = slots[len(cards) :]


def end(story: Story, reason: str) -> None:
    """End the game, and publish its seed."""
    assert story.state.seed is not None
    story.tell(Ended, reason=reason, seed=story.state.seed.hex())
