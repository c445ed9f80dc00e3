r"""How long a puzzle takes, and its level.

The player is the bots' of middle strength (`thirdcard.bots.levels`), who finds each claim after a
time of its own.  For a claim of *k* cards that differ in *d* features, on a table of *m*, it is
log-normal with the spread `SPREAD` and the median

.. math::  PACE \cdot SLOPE^{d - 2.5} \cdot \frac m{12} \cdot \frac k3
           \cdot \Bigl(1 + \frac32 \cdot \frac q{1-q}\Bigr)
           \cdot \Bigl(1 + \frac s{j-1}\Bigr) \cdot \Bigl(1 + \frac o4\Bigr)

The first four factors are the bots' own.  So is :math:`q = OVERLOOK \cdot d`, the chance that a
look passes over the claim, after which another one and a half times as long follows; its mean takes
the place of chance.  The last two factors the bots do not know:

* *s*, the share of near misses: of all *j*-tuples of cards that could be what the player looks
  for, those that fail in a single feature (`Pattern.count_near_misses`; *j* is 3, or 4 for pairs
  of pairs).  Each of them is looked at twice;
* *o*, the overlap: the share of the claim's cards that are in other claims too.  Who has found a
  claim with a card looks elsewhere first.

**Find all.**  The *effort* is the time until the last claim is found, for half of the players: the
least *T* with

.. math::  \prod_i \Phi\Bigl(\frac{\ln T - \ln median_i}{SPREAD}\Bigr) \ge \frac 12

and then the time `HAND` to mark the cards.

**Find one.**  In practice the time is that until a first claim is found: the least *T* with

.. math::  \prod_i \Bigl(1 - \Phi\Bigl(\frac{\ln T - \ln median_i}{SPREAD}\Bigr)\Bigr) \le \frac 12

without overlap, for who has found nothing looks nowhere else.  There a claim more makes a table
easier, and on a table with one claim it is the time to find all.

**Sets that hinder each other.**  Where Sets are to be taken (together, spoil, duel), whoever has
found them must choose.  For each two that share a card that takes `CHOICE` more, in a duel twice,
since the other side chooses too.

**The missing card** can only be thought of.  It is a claim with the cards that are given, and takes
`THOUGHT` times as long as one that is seen among 12 cards.

**What never makes a puzzle easier**: a claim more; a feature more in which the cards of one differ;
more overlap; more near misses; a card more, for *m* grows by one, and *s*, which falls at most from
:math:`N / \binom mj` to :math:`N / \binom{m+1}j`, takes no more than that away:

.. math::  m (1 + w s) \le (m + 1) \Bigl(1 + w s \frac{m+1-j}{m+1}\Bigr)
           \iff w s (j - 1) \le 1,

which holds for all :math:`s \le 1` if :math:`w = 1/(j-1)`: a near miss weighs as much as it can
without making a larger table easier.

**The same on every machine.**  Only the four operations and square roots are used, which IEEE 754
fixes to the last bit; logarithms are counted in `_STEPS` steps to a factor of e.  Each operation is
monotone in its rounded result, so the above holds without exception.

References:
    E. Nyamsuren and N. A. Taatgen, "Set as an instance of a real-world visual-cognitive task",
    Cognitive Science 37 (2013), for the features that differ.
    M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 26.2.19, for the normal
    distribution.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Final

from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "BOUNDS",
    "CHOICE",
    "HAND",
    "LEVELS",
    "OVERLOOK",
    "PACE",
    "SLOPE",
    "SPREAD",
    "THOUGHT",
    "count_conflicts",
    "effort",
    "effort_of_first",
    "effort_of_missing",
    "level_of",
    "marking_time",
    "median_time",
    "near_weight",
    "share_of_near_misses",
    "step_chances",
    "step_times",
    "time_for_all",
    "time_for_first",
    "time_to_think",
]

PACE: Final = 5700
"""Milliseconds for a claim of three cards that differ in 2.5 features, among 12."""
SLOPE: Final = 1.42
"""Factor of that for each feature more."""
SPREAD: Final = 0.75
"""Standard deviation of a time's logarithm."""
OVERLOOK: Final = 0.045
"""Chance that a look passes over a claim, for each feature that differs."""
HAND: Final = 1100
"""Milliseconds to mark three cards."""
CHOICE: Final = 1500
"""Milliseconds to choose between two Sets that share a card."""
THOUGHT: Final = 1.9
"""How many times as long it takes to think of a card as to see it: so that the third card of a
classic Set has a level for each number of features."""

BOUNDS: Final = (9_000, 13_000, 19_000, 27_000)
"""The effort, in thousandths of a second, from which a puzzle has the next level."""

LEVELS: Final = range(1, len(BOUNDS) + 2)

_EASY: Final = 2.5
_TABLE: Final = 12
_LINE: Final = 3
_ROUND_AGAIN: Final = 1.5
_OVERLAP: Final = 0.25

_STEPS: Final = 512
_LONGEST: Final = 24 * _STEPS
_FARTHEST: Final = 6
_NORMAL: Final = (
    0.0498673470,
    0.0211410061,
    0.0032776263,
    0.0000380036,
    0.0000488906,
    0.0000053830,
)

Spots = Sequence[Spot]


def level_of(effort: int) -> int:
    """Return the level of an effort, 1 to 5.

    >>> [level_of(seconds * 1000) for seconds in (1, 10, 15, 20, 60)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(effort >= bound for bound in BOUNDS)


# -- one claim ----------------------------------------------------------------------------------


def median_time(
    differing: float,
    cards: int,
    table: int,
    *,
    near: float = 0,
    weight: float = 0.5,
    overlap: float = 0,
) -> float:
    """Return the median of the time to find a claim, in milliseconds.

    Args:
        differing: in how many features its cards differ, as the mean over their pairs.
        cards: how many cards it has.
        table: how many cards lie on the table.
        near: the share of near misses.
        weight: what that weighs, 1/2 for triples.
        overlap: the share of the claim's cards that are in other claims.
    """
    whole = int(differing)
    slower = _slope(whole) + (_slope(whole + 1) - _slope(whole)) * (differing - whole)
    again = 1 + _ROUND_AGAIN * OVERLOOK * differing / (1 - OVERLOOK * differing)
    median = PACE * slower * again * (table / _TABLE) * (cards / _LINE)
    return median * (1 + weight * near) * (1 + _OVERLAP * overlap)


@cache
def _slope(differing: int) -> float:
    """Return ``SLOPE ** (differing - 2.5)``; between two whole numbers a straight line is taken."""
    factor = 1 / (SLOPE * SLOPE * sqrt(SLOPE))
    for _ in range(differing):
        factor *= SLOPE
    return factor


def share_of_near_misses(variant: Variant, spots: Spots, previous: Spots = ()) -> float:
    """Return how large a part of what could be a claim fails in a single feature.

    Where a claim is to be continued, those count that have one card of it.
    """
    pattern, space, size = variant.pattern, variant.space, variant.pattern.near_size
    found = pattern.count_near_misses(space, spots)
    possible = comb(len(spots), size)
    if previous:
        through = (pattern.count_near_misses(space, (anchor, *spots)) for anchor in previous)
        found = sum(through) - found * len(previous)
        possible = comb(len(spots), size - 1) * len(previous)
    return found / (possible * pattern.near_ways) if possible else 0


def near_weight(variant: Variant) -> float:
    """Return what the share of near misses weighs."""
    return 1 / (variant.pattern.near_size - 1)


# -- all claims ---------------------------------------------------------------------------------


def effort(variant: Variant, spots: Spots, claims: Sequence[Spots], previous: Spots = ()) -> int:
    """Return the time in which half of the players find all claims, in milliseconds.

    Args:
        variant: the game.
        spots: the cards on the table.
        claims: every claim.
        previous: the claim to be continued, empty for none.
    """
    if not claims:
        return 0
    near = share_of_near_misses(variant, spots, previous)
    weight = near_weight(variant)
    uses = Counter(spot for claim in claims for spot in claim)
    medians = [
        median_time(
            difficulty(variant.space, claim),
            len(claim),
            len(spots),
            near=near,
            weight=weight,
            overlap=sum(uses[spot] > 1 for spot in claim) / len(claim),
        )
        for claim in claims
    ]
    return time_for_all(medians) + marking_time(max(map(len, claims)))


def time_for_all(medians: Sequence[float]) -> int:
    """Return the time by which half of the players have found every claim, in milliseconds.

    Args:
        medians: of the time of each claim; at least one.
    """
    powers, chances = step_times(), step_chances()
    steps = sorted((bisect_left(powers, median) for median in medians), reverse=True)
    longest = steps[0]

    def chance(after: int) -> float:
        product = 1.0
        for step in steps:
            beyond = longest - step + after
            if beyond >= len(chances):
                break
            product *= chances[beyond]
        return product

    after = bisect_left(range(len(chances)), 0.5, key=chance)
    return round(powers[min(longest + after, _LONGEST)])


# -- one of them --------------------------------------------------------------------------------


def effort_of_first(
    variant: Variant, spots: Spots, claims: Sequence[Spots], previous: Spots = ()
) -> int:
    """Return the time in which half of the players find a first claim, in milliseconds.

    Args:
        variant: the game.
        spots: the cards on the table.
        claims: every claim; at least one.
        previous: the claim to be continued, empty for none.
    """
    near = share_of_near_misses(variant, spots, previous)
    weight = near_weight(variant)
    medians = [
        median_time(
            difficulty(variant.space, claim), len(claim), len(spots), near=near, weight=weight
        )
        for claim in claims
    ]
    return time_for_first(medians) + marking_time(min(map(len, claims)))


def time_for_first(medians: Sequence[float]) -> int:
    """Return the time by which half of the players have found some claim, in milliseconds.

    Args:
        medians: of the time of each claim; at least one.
    """
    powers, chances = step_times(), step_chances()
    steps = sorted(bisect_left(powers, median) for median in medians)
    shortest = steps[0]

    def chance(after: int) -> float:
        none = 1.0
        for step in steps:
            # Before the median it has not been found as likely as it has as long after it.
            beyond = step - after
            if beyond >= len(chances):
                break
            none *= chances[beyond]
        return 1 - none

    earliest = max(0, shortest - len(chances))
    after = bisect_left(range(earliest, shortest), 0.5, key=chance)
    return round(powers[earliest + after])


# -- what is counted once -----------------------------------------------------------------------


@cache
def step_times() -> list[float]:
    """Return the time after each step, from a millisecond on: a step is a factor."""
    factor = 1 + 1 / _STEPS + 1 / (2 * _STEPS**2) + 1 / (6 * _STEPS**3)
    powers = [1.0]
    for _ in range(_LONGEST):
        powers.append(powers[-1] * factor)
    return powers


@cache
def step_chances() -> list[float]:
    """Return how likely a claim has been found so many steps after its median.

    It is the normal distribution, ``1 - (1 + d1 z + ... + d6 z**6)**-16 / 2``.
    """
    chances = []
    for step in range(round(_FARTHEST * SPREAD * _STEPS)):
        z = step / (SPREAD * _STEPS)
        base = 0.0
        for factor in reversed(_NORMAL):
            base = (base + factor) * z
        power = 1 + base
        for _ in range(4):
            power *= power
        chances.append(1 - 0.5 / power)
    return chances


def marking_time(cards: int) -> int:
    """Return the milliseconds to mark so many cards."""
    return HAND * cards // _LINE


# -- other questions ----------------------------------------------------------------------------


def count_conflicts(claims: Sequence[Spots]) -> int:
    """Return how many pairs of claims share a card."""
    return sum(not set(one).isdisjoint(other) for one, other in combinations(claims, 2))


def effort_of_missing(variant: Variant, spots: Spots, missing: Spot) -> int:
    """Return the time in which half of the players name the card that is missing."""
    cards = (*spots, missing)
    return time_to_think(difficulty(variant.space, cards), len(cards))


def time_to_think(differing: float, cards: int) -> int:
    """Return the time to think of a card, in milliseconds.

    Args:
        differing: in how many features the cards differ, as the mean over their pairs.
        cards: how many they are together with the one that is missing.
    """
    return time_for_all([THOUGHT * median_time(differing, cards, _TABLE)])
