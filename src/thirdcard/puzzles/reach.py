r"""How easy and how hard a puzzle can be at all, from numbers of cards and claims alone.

The effort of `thirdcard.puzzles.difficulty` grows with all that it is made of, so putting in the
least, or the most, of each gives a bound.  None of them says that a table attains it.

**Features that differ.**  In AG(n,3) a point is on :math:`\binom nd 2^{d-1}` lines that differ in
*d* features, and a line has three points: so *m* cards hold at most a third of *m* times as many
such lines.  Of those that differ in one there are at most a third of *e*, the most pairs of *m*
cards that differ in one feature only, which the first *m* points of the space have (Lindsey).
Where a claim is to be continued it has two cards of the table, and half is the bound.  Of other
claims, of *k* cards, at most *e* pairs, with *k* for *m*, differ in one feature only: the mean over
all pairs is at least :math:`2 - e / \binom k2`.  And no feature differs in more pairs than if its
values were shared out evenly.

**Near misses.**  A triple that fails in one feature is met at each of its pairs, and there are at
most 2n cards that nearly are a pair's third: :math:`s \le 2n / (m - 2)`.  For pairs of pairs, of
*m* - 2 cards at most half as many pairs need one card: :math:`s \le 2n / (m - 3)`.

Of triples less is possible.  Let *S* be the cards, *E* the 2n vectors with one coordinate that is
not 0, and :math:`N = 3^n`.  The sums of the characters over *S* and over *E* are
:math:`\hat S(\chi)` and, for a character of *w* coordinates, :math:`2n - 3w`.  Counted in order,
with equal cards too, *S* has :math:`\frac 1N \sum_\chi \hat S^3 (2n - 3w)` triples with a sum in
*E*; two of the cards are equal in three for each two neighbours, of which there are
:math:`\frac 1N \sum_\chi |\hat S|^2 (2n - 3w)`.  The trivial character gives
:math:`2n (m^3 - 3m^2)`.  Of the others :math:`\sum |\hat S|^2 = Nm - m^2`, and
:math:`-\tfrac m2 |\hat S|^2 \le \mathrm{Re}\,\hat S^3 \le m |\hat S|^2`, since :math:`\hat S` lies
in the triangle of the corners :math:`m, m\omega, m\omega^2`.  So there are at most

.. math::  \frac{2n (m^3 - 3m^2) + (Nm - m^2) \max\{(2n - 3)(m - 3),\; n (\tfrac m2 + 3)\}}{6N}

near misses.

**Overlap.**  Two Sets share at most one card: of *c* Sets, at most *c* - 1 cards of one are in
others.

**Sets that share a card** share one card only, so their number is :math:`\sum_v \binom{u_v}2` over
the cards' numbers of Sets :math:`u_v`, which is least where they are equal.

References:
    J. H. Lindsey, "Assignment of numbers to vertices", The American Mathematical Monthly 71 (1964).
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, islice, repeat
from math import comb

from thirdcard.core.geometry import Space
from thirdcard.puzzles.difficulty import (
    marking_time,
    median_time,
    near_weight,
    time_for_all,
    time_to_think,
)
from thirdcard.variants.difficulty import distance
from thirdcard.variants.variant import Variant

__all__ = ["conflict_bounds", "differing_bounds", "effort_bounds", "missing_bounds"]


def effort_bounds(
    variant: Variant, cards: int, least: int, most: int, constant: int = 0
) -> tuple[int, int]:
    """Return bounds of the time to find all claims of a table, in milliseconds.

    Args:
        variant: the game.
        cards: how many lie on the table.
        least: fewest claims on it.
        most: most claims on it.
        constant: how many features are the same on all cards.
    """
    features = len(variant.features) - constant
    sizes, size = variant.pattern.sizes, variant.pattern.near_size
    if variant.pattern.fixed_size == 3 and not variant.rule.chains:
        most = min(most, comb(cards, 2) // 3)
    low = high = 0
    if least:
        low = min(
            marking_time(k)
            + time_for_all([median_time(d, k, cards) for d in _take(variant, cards, k, least)])
            for k in sizes
        )
    if most and features:
        near = min(1.0, 2 * features / max(1, cards - size + 1))
        overlap: float = most > 1
        if variant.pattern.fixed_size == 3:
            overlap = min(most - 1, 3) / 3
            if not variant.rule.chains:
                near = min(near, _most_near(features, cards))
        high = max(
            marking_time(k)
            + time_for_all(
                [
                    median_time(
                        d, k, cards, near=near, weight=near_weight(variant), overlap=overlap
                    )
                    for d in _take(variant, cards, k, most, constant, hardest=True)
                ]
            )
            for k in sizes
        )
    return low, high


@cache
def _most_near(features: int, cards: int) -> float:
    """Return a bound of the share of near misses among triples of cards, from the characters."""
    if cards < 3:
        return 1.0
    size = 3**features
    # Twice the largest factor, and so twice the number of triples in order.
    factor = max(2 * (2 * features - 3) * (cards - 3), features * (cards + 6))
    twice = 4 * features * (cards**3 - 3 * cards**2) + (size * cards - cards**2) * factor
    return min(1.0, float(twice // (12 * size)) / comb(cards, 3))


def _take(
    variant: Variant, cards: int, k: int, count: int, constant: int = 0, *, hardest: bool = False
) -> list[float]:
    """Return in how many features so many claims of k cards differ where they are easiest."""
    features = len(variant.features) - constant
    usual = differing_bounds(features, k)[hardest]
    if variant.pattern.fixed_size != 3:
        return [usual] * count
    whole = range(features, 0, -1) if hardest else range(1, features + 1)
    share = 2 if variant.rule.chains else 3
    lines = {d: cards * comb(features, d) * 2 ** (d - 1) // share for d in whole}
    if not variant.rule.chains:
        lines[1] = min(lines[1], _count_neighbours(cards) // 3)
    easiest = chain.from_iterable(repeat(float(d), number) for d, number in lines.items())
    return list(islice(chain(easiest, repeat(usual)), count))


@cache
def differing_bounds(features: int, k: int) -> tuple[float, float]:
    """Return bounds of the features in which k distinct cards differ, as the mean over pairs.

    >>> differing_bounds(4, 3), differing_bounds(4, 4)
    ((1.0, 4.0), (1.3333333333333333, 3.3333333333333335))
    """
    pairs, neighbours = comb(k, 2), _count_neighbours(k)
    evenly = [(k + value) // 3 for value in range(3)]
    differ = pairs - sum(comb(number, 2) for number in evenly)
    return (2 * pairs - neighbours) / pairs, features * differ / pairs


@cache
def _count_neighbours(k: int) -> int:
    """Return how many pairs of k points differ in one coordinate at most."""
    return sum(distance(_SPACE, a, b) == 1 for a, b in combinations(range(k), 2))


_SPACE = Space(6)


def conflict_bounds(cards: int, least: int, most: int) -> tuple[int, int]:
    """Return bounds of the pairs of Sets that share a card, for a table of so many cards.

    >>> conflict_bounds(12, 4, 4), conflict_bounds(12, 6, 6)
    ((0, 6), (6, 15))
    """
    each, more = divmod(3 * least, cards)
    low = (cards - more) * comb(each, 2) + more * comb(each + 1, 2)
    most = min(most, comb(cards, 2) // 3)
    others = max(0, (cards - 1) // 2 - 1)
    return low, min(comb(most, 2), most * 3 * others // 2)


def missing_bounds(variant: Variant, cards: int, constant: int = 0) -> tuple[int, int]:
    """Return bounds of the time to name the card that is missing, in milliseconds."""
    low, high = differing_bounds(len(variant.features) - constant, cards + 1)
    return time_to_think(low, cards + 1), time_to_think(high, cards + 1)
