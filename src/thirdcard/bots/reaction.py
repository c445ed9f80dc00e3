r"""How long it takes to find a claim.

The *difficulty* of a claim is that of `thirdcard.variants.difficulty`.
People take longer the more features differ, and longer on a larger table; their times are skewed,
with a logarithm that is about normal.  So the time to find a claim of *k* cards and difficulty *d*
among *m* cards is drawn from a log-normal distribution with the median

.. math::  pace \cdot slope^{d - 2.5} \cdot \frac m{12} \cdot \frac k3

and to it is added as often as the claim is overlooked (with a chance in proportion to *d*) the
time to come round to it again.

References:
    E. Nyamsuren and N. A. Taatgen, "Set as an instance of a real-world visual-cognitive task",
    Cognitive Science 37 (2013).
"""

from __future__ import annotations

from math import log
from random import Random
from typing import Final

from thirdcard.bots.levels import Level

__all__ = ["LONGEST", "draw_search_time"]

LONGEST: Final = 240_000
"""Most milliseconds a claim takes, however hard it is: no table waits for ever."""

_EASY: Final = 2.5
_TABLE: Final = 12
_LINE: Final = 3
_ROUND_AGAIN: Final = 1.5


def draw_search_time(
    level: Level, difficulty: float, cards: int, table: int, random: Random, form: float = 1.0
) -> int:
    """Draw the milliseconds after which a claim is found.

    Args:
        level: who looks for it.
        difficulty: the claim's.
        cards: how many cards it has.
        table: how many cards lie on the table.
        random: where chance comes from.
        form: factor of the time; above 1 on a bad day.
    """
    median = form * level.pace * level.slope ** (difficulty - _EASY)
    median *= table / _TABLE * cards / _LINE
    time = random.lognormvariate(log(median), level.spread)
    while random.random() < level.overlook * difficulty and time < LONGEST:
        time += _ROUND_AGAIN * random.lognormvariate(log(median), level.spread)
    return min(round(level.hand * cards / _LINE + time), LONGEST)
