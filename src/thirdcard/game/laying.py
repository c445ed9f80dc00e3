"""Where the next cards come from, and where they are laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from thirdcard.game.state import State

__all__ = ["can_deal", "choose_slots", "count_lying", "find_next_slot"]


def can_deal(state: State) -> bool:
    """Tell whether there are cards for the table, in the deck or to be shuffled anew."""
    return state.undealt > 0 or (state.is_endless and bool(state.aside))


def count_lying(state: State) -> list[int]:
    """Return how many cards lie in each group."""
    lying = Counter(
        state.group(slot) for slot, point in enumerate(state.slots) if point is not None
    )
    return [lying[group] for group in range(state.variant.grouping.count)]


def choose_slots(state: State, wanted: Sequence[int]) -> list[int]:
    """Return where so many cards come in each group, in the order of the slots."""
    return sorted(
        slot
        for group, count in enumerate(wanted)
        for slot, _ in zip(_iter_free_slots(state, group), range(count), strict=False)
    )


def _iter_free_slots(state: State, group: int) -> Iterator[int]:
    """Yield the slots of a group where a card can be laid: holes, then new ones without end."""
    slot = group
    while True:
        if slot >= len(state.slots) or state.slots[slot] is None:
            yield slot
        slot += state.variant.grouping.count


def find_next_slot(state: State) -> int | None:
    """Return where the next card is laid on a table that is laid one by one, None if none is.

    A table is filled up to its size, and then, where cards come by themselves, goes on until
    somebody has a claim; its groups grow in step.
    """
    if not can_deal(state):
        return None
    lying = count_lying(state)
    share = state.table_size // len(lying)
    if min(lying) >= share:
        if state.options.growth != "automatic" or state.can_be_claimed:
            return None
        share = min(lying) + 1
    wanted = [int(count < share) for count in lying]
    return choose_slots(state, wanted)[0]
