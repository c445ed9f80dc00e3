"""How lucky a table is: the share of all layouts of its size with fewer claims, as many, or more.

The layouts are those of a fresh deal.  A table in the middle of a game is another thing: what was
taken from it is gone.  So its odds tell how it compares with a fresh one, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from thirdcard.odds.exact import look_up_odds
from thirdcard.odds.sampled import SampledClaims
from thirdcard.variants.variant import Variant

__all__ = ["Luck", "find_exact_luck", "weigh_samples"]


@dataclass(frozen=True)
class Luck:
    """How usual a number of claims is.

    Attributes:
        claims: how many there are.
        cards: among how many cards.
        at_most: probability of so many or fewer.
        at_least: probability of so many or more.
        mean: the expected number.
        method: whether that is counted, or estimated from samples.
        samples: how many, None where it is counted.
    """

    claims: int
    cards: int
    at_most: float
    at_least: float
    mean: float
    method: Literal["exact", "sampled"]
    samples: int | None = None


def find_exact_luck(variant: Variant, groups: Sequence[int], claims: int) -> Luck | None:
    """Return how usual a number of claims is, from the tables; None if they do not have it.

    >>> from thirdcard.variants.registry import parse_variant
    >>> find_exact_luck(parse_variant("classic"), [3], 1)
    Luck(claims=1, cards=3, at_most=1.0, at_least=0.012658227848101266, mean=0.012658227848101266, \
method='exact', samples=None)
    """
    cards = sum(groups)
    odds = look_up_odds(variant, cards)
    return None if odds is None else _weigh(odds.distribution, cards, claims)


def weigh_samples(sampled: SampledClaims, groups: Sequence[int], claims: int) -> Luck:
    """Return how usual a number of claims is among some samples."""
    return _weigh(sampled.distribution, sum(groups), claims, sampled.layouts)


def _weigh(
    distribution: Mapping[int, int], cards: int, claims: int, samples: int | None = None
) -> Luck:
    total = sum(distribution.values())
    return Luck(
        claims=claims,
        cards=cards,
        at_most=sum(n for k, n in distribution.items() if k <= claims) / total,
        at_least=sum(n for k, n in distribution.items() if k >= claims) / total,
        mean=sum(k * n for k, n in distribution.items()) / total,
        method="exact" if samples is None else "sampled",
        samples=samples,
    )
