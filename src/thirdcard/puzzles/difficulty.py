r"""How long a puzzle takes, and its level.

The *effort* of a table is the time in which half of the players have found all of its claims, each
claim by itself after a time that is log-normal with the median

.. math::  pace \cdot slope^{d - 2.5} \cdot \frac m{12} \cdot \frac k3 \cdot (1 + near) \cdot
           (1 + shared)

for a claim of *k* cards among *m* that differ in *d* features.  The player is that of the bots'
middle level (`thirdcard.bots.levels`), so a table's effort is what a bot of it takes.  Two
things are added that the bots do not know of:

* *near*: the share of all triples of cards that fail in a single feature, since each of them is
  looked at twice;
* *shared*: a quarter of the claim's cards that are in other claims too, since who has found a
  claim looks elsewhere first.

More features that differ, more claims, more cards, more near misses and more overlap never make a
table easier.  The level is read off the effort: see `BOUNDS`.

References:
    E. Nyamsuren and N. A. Taatgen, "Set as an instance of a real-world visual-cognitive task",
    Cognitive Science 37 (2013), for the features that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, erf, log, sqrt
from typing import Final

from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot, Variant

__all__ = ["BOUNDS", "LEVELS", "claim_effort", "count_near_misses", "effort", "level_of"]

PACE: Final = 5700
SLOPE: Final = 1.42
SPREAD: Final = 0.75

BOUNDS: Final = (8_000, 13_000, 20_000, 32_000)
"""The effort, in thousandths of a second, from which a puzzle has the next level."""

LEVELS: Final = range(1, len(BOUNDS) + 2)

_EASY: Final = 2.5
_TABLE: Final = 12
_LINE: Final = 3
_SHARED: Final = 0.25
_STEPS: Final = 40

Spots = Sequence[Spot]


def level_of(effort: int) -> int:
    """Return the level of an effort, 1 to 5.

    >>> [level_of(seconds * 1000) for seconds in (1, 10, 15, 25, 60)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(effort >= bound for bound in BOUNDS)


def claim_effort(
    variant: Variant, claim: Spots, table: int, *, near: float = 0, shared: float = 0
) -> float:
    """Return the median time to find a claim, in thousandths of a second.

    Args:
        variant: the game.
        claim: its cards.
        table: how many cards lie on the table.
        near: the share of triples that fail in one feature.
        shared: the share of the claim's cards that are in other claims.
    """
    median: float = PACE * SLOPE ** (difficulty(variant.space, claim) - _EASY)
    median *= table / _TABLE * len(claim) / _LINE
    return median * (1 + near) * (1 + _SHARED * shared)


def effort(variant: Variant, spots: Spots, claims: Sequence[Spots]) -> int:
    """Return the time in which half of the players find all claims, in thousandths of a second.

    Args:
        variant: the game.
        spots: the cards on the table.
        claims: every claim.
    """
    if not claims:
        return 0
    near = count_near_misses(variant, spots) / max(1, comb(len(spots), 3))
    uses = Counter(spot for claim in claims for spot in claim)
    medians = Counter(
        round(
            claim_effort(
                variant,
                claim,
                len(spots),
                near=near,
                shared=sum(uses[spot] > 1 for spot in claim) / len(claim),
            )
        )
        for claim in claims
    )
    low, high = 0, 64 * max(medians)
    for _ in range(_STEPS):
        middle = (low + high) // 2
        if _chance_of_all(medians, middle) < 0.5:
            low = middle
        else:
            high = middle
    return high


def _chance_of_all(medians: Counter[int], time: int) -> float:
    """Return the probability that after a time every claim has been found."""
    chance = 1.0
    for median, count in medians.items():
        if time <= 0:
            return 0.0
        z = (log(time) - log(median)) / SPREAD
        chance *= (0.5 * (1 + erf(z / sqrt(2)))) ** count
    return chance


def count_near_misses(variant: Variant, spots: Spots) -> int:
    """Return how many triples of cards fail in exactly one feature.

    For each pair, cards are looked up that differ in one feature from the pair's third; a triple is
    met at each of its three pairs.
    """
    space = variant.space
    present = set(spots)
    steps = [3**i for i in range(space.n)]
    found = 0
    for i, a in enumerate(spots):
        for b in spots[i + 1 :]:
            third = space.third(a, b)
            for step in steps:
                digit = third // step % 3
                base = third - digit * step
                for other in ((digit + 1) % 3, (digit + 2) % 3):
                    near = base + other * step
                    found += near in present and near != a and near != b
    return found // 3
