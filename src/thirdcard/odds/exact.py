r"""The exact distribution of the number of claims on a fresh layout, and where it is known.

A layout of *k* of the :math:`N = 3^n` cards and the layout of the other :math:`N - k` share the
Sets of the deck: a Set that is in neither has two cards on one side and one on the other, and each
of the :math:`k(N-k)` pairs across is in one such Set, which has two of them.  So

.. math::  s(S) + s(\bar S) = \text{lines} - k(N - k)/2,

and what is known for k cards is known for N - k.  The expected number of lines is
:math:`\text{lines} \cdot \binom{N-3}{k-3} / \binom{N}{k}`, which checks every distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from thirdcard.core.geometry import count_flats
from thirdcard.errors import CheckError
from thirdcard.odds import tables
from thirdcard.variants.patterns import SET
from thirdcard.variants.variant import Variant

__all__ = ["ExactOdds", "find_p_none", "look_up_odds", "reflect_lines"]


@dataclass(frozen=True)
class ExactOdds:
    """How many layouts hold how many claims.

    Attributes:
        variant: the variant's key.
        cards: cards of a layout.
        distribution: number of claims → number of layouts, none of them 0, increasing.
    """

    variant: str
    cards: int
    distribution: dict[int, int]

    @property
    def total(self) -> int:
        """Number of layouts."""
        return sum(self.distribution.values())

    @property
    def p_none(self) -> Fraction:
        """The probability that a layout holds no claim."""
        return Fraction(self.distribution.get(0, 0), self.total)

    @property
    def mean(self) -> Fraction:
        """The expected number of claims."""
        claims = sum(number * count for number, count in self.distribution.items())
        return Fraction(claims, self.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of ``thirdcard odds --json``."""
        p = self.p_none
        return {
            "variant": self.variant,
            "cards": self.cards,
            "method": "exact",
            "distribution": {str(number): count for number, count in self.distribution.items()},
            "total": self.total,
            "p_none": float(p),
            "p_none_exact": f"{p.numerator}/{p.denominator}",
            "mean": float(self.mean),
            "mean_exact": f"{self.mean.numerator}/{self.mean.denominator}",
        }

    def check(self, variant: Variant) -> ExactOdds:
        """Return itself if totals and, for Sets, the mean are what they must be.

        Raises:
            CheckError: they are not.
        """
        size, k = variant.deck.size, self.cards
        if self.total != comb(size, k):
            raise CheckError(f"{self.variant}, {k} cards: the layouts do not add up to all of them")
        if variant.pattern == SET:
            expected = Fraction(comb(k, 3), size - 2)
            if self.mean != expected:
                raise CheckError(f"{self.variant}, {k} cards: the mean is not {expected}")
        return self


def reflect_lines(n: int, cards: int, distribution: dict[int, int]) -> dict[int, int]:
    """Return the distribution of Sets of the layouts that some layouts of a size leave over.

    >>> reflect_lines(1, 1, {0: 3})
    {0: 3}
    """
    both = count_flats(n, 1) - cards * (3**n - cards) // 2
    return {both - lines: count for lines, count in sorted(distribution.items(), reverse=True)}


def look_up_odds(variant: Variant, cards: int) -> ExactOdds | None:
    """Return the exact odds from the shipped tables, None if they are not there.

    Those of a rule that chains are for a fresh table, before a first claim.
    """
    if variant.grouping.count > 1:
        return None
    deck, key = variant.deck, variant.pattern.key
    found = tables.find_claims(deck.key, key, cards)
    if found is None and variant.pattern == SET and 2 * cards > deck.size:
        other = tables.find_claims(deck.key, key, deck.size - cards)
        if other is not None:
            found = reflect_lines(deck.space.n, deck.size - cards, other)
    return None if found is None else ExactOdds(variant.key, cards, found).check(variant)


def find_p_none(variant: Variant, cards: int) -> Fraction | None:
    """Return the exact probability of no claim, also where the distribution is not known.

    For Sets it follows from the numbers of caps: beyond the largest cap it is 0.
    """
    odds = look_up_odds(variant, cards)
    if odds is not None:
        return odds.p_none
    family = {"set": "set-free", "super": "superset-free"}.get(variant.pattern.key)
    if family is None or variant.grouping.count > 1:
        return None
    known = tables.find_family(variant.deck.key, family)
    if known is None:
        return None
    return Fraction(known["layouts"].get(cards, 0), comb(variant.deck.size, cards))
