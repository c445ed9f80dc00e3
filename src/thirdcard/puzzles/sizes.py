"""How many cards a table has where nobody says it: as many as one can look through."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Final

from thirdcard.core.stream import Stream
from thirdcard.puzzles.counting import count_claims
from thirdcard.puzzles.kinds import Kind
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    from thirdcard.puzzles.conditions import Conditions

__all__ = ["TRIALS", "find_size"]

TRIALS: Final = 24
"""Layouts of each size that are looked at."""


def find_size(conditions: Conditions) -> int:
    """Return the usual number of cards of conditions that do not say it.

    That of the kind, but where features are constant at most two thirds of the cards that agree in
    them, since the tables would be all alike.  Where the most claims are not given either, the
    number goes down by a card a group until at least half of `TRIALS` layouts have no more than the
    usual most, so that a table can be looked through.
    """
    variant, kind, groups = conditions.variant, conditions.kind, conditions.variant.grouping.count
    usual = min(kind.default_cards(variant), conditions.most_cards)
    if conditions.constant:
        claim = variant.pattern.sizes[0]
        usual = min(usual, max(claim, conditions.pool_size * 2 // 3), conditions.most_cards)
        while usual < conditions.most_cards and kind.find_obstacle(usual, conditions.range[1]):
            usual += 1
    if not kind.lays_equal_groups:
        return usual
    usual = max(groups, usual // groups * groups)
    if conditions.most is not None or kind.most_claims is None:
        return usual
    return _shrink(variant, kind, conditions.constant, usual, conditions.range[1])


@cache
def _shrink(variant: Variant, kind: Kind, constant: int | None, usual: int, most: int) -> int:
    from thirdcard.puzzles.conditions import Conditions
    from thirdcard.puzzles.draw import iter_layouts

    groups = variant.grouping.count
    for size in range(usual, variant.pattern.sizes[0], -groups):
        conditions = Conditions(variant, cards=size, constant=constant)
        seed = sha256(f"size {variant.key} {size} {constant}".encode()).digest()
        layouts = islice(iter_layouts(conditions, Stream(seed)), TRIALS)
        fit = sum(count_claims(variant, *layout, most) <= most for layout in layouts)
        if 2 * fit >= TRIALS:
            return size
    return usual
