r"""How many claims lie on cards that are laid by chance: an estimate, for what is in no table.

The distribution of the number of claims on cards in groups, drawn from all layouts with so many
cards in each group.  With *r* samples the share of layouts with at most *k* claims has a standard
error of at most :math:`1/(2\\sqrt r)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from random import Random

from thirdcard.variants.variant import Variant

__all__ = ["MOST_CLAIMS", "SAMPLES", "SampledClaims", "name_layout", "sample_claims"]

SAMPLES = 2000
"""Layouts that are drawn, if there is time."""

MOST_CLAIMS = 5000
"""Claims of one layout are counted up to so many."""

_LEAST = 100


@dataclass(frozen=True)
class SampledClaims:
    """How many of some layouts had how many claims.

    Attributes:
        layouts: how many were drawn.
        distribution: number of claims → layouts with so many.
    """

    layouts: int
    distribution: dict[int, int]


def name_layout(variant: Variant, groups: Sequence[int]) -> str:
    """Return what tells layouts apart whose odds differ: deck, pattern, and cards in each group.

    Groups are alike, and a rule does not change what lies on a table.
    """
    shape = ",".join(map(str, sorted(groups)))
    return f"{variant.deck.key}+{variant.grouping.key}+{variant.pattern.key} {shape}"


def sample_claims(
    variant: Variant,
    groups: Sequence[int],
    samples: int = SAMPLES,
    goes_on: Callable[[], bool] = lambda: True,
) -> SampledClaims:
    """Draw layouts and count their claims; the same layouts for the same question.

    Args:
        variant: deck, groups and pattern.
        groups: number of cards in each group.
        samples: how many layouts are drawn.
        goes_on: asked after each, from a least number on, whether there is time for another.
    """
    seed = sha256(name_layout(variant, groups).encode()).digest()
    random = Random(int.from_bytes(seed, "big"))
    places = [group for group, count in enumerate(sorted(groups)) for _ in range(count)]
    found: Counter[int] = Counter()
    for drawn in range(samples):
        if drawn >= _LEAST and not goes_on():
            break
        points = random.sample(range(variant.deck.size), len(places))
        spots = [variant.spot(*each) for each in zip(points, places, strict=True)]
        found[sum(1 for _ in islice(variant.iter_claims(spots), MOST_CLAIMS))] += 1
    return SampledClaims(found.total(), dict(sorted(found.items())))
