"""Every variant as a parameter: some in each run, the others in the slow one.

The fast run has enough of them that any two values of different axes meet in one: a fault that
takes two values to show is found at once, one that takes three or four by ``make test-all``.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

from thirdcard.variants.registry import iter_variants
from thirdcard.variants.variant import Variant

__all__ = ["EVERY", "FAST", "pairs", "sparing"]

T = TypeVar("T")


def pairs(variant: Variant) -> set[tuple[str, str]]:
    """Return each two values of a variant by their keys."""
    keys = (value.key for value in variant.values)
    return set(combinations(keys, 2))


def _choose_fast() -> list[str]:
    """Return variants in which all pairs of values meet, each the one that adds the most."""
    every = {variant.key: pairs(variant) for variant in iter_variants()}
    missing = set().union(*every.values())
    chosen = []
    while missing:
        key = max(every, key=lambda key: len(every[key] & missing))
        chosen.append(key)
        missing -= every[key]
    return chosen


FAST = _choose_fast()
"""The keys of the variants of the fast run."""

EVERY = [
    pytest.param(key, id=key, marks=() if key in FAST else pytest.mark.slow)
    for key in (variant.key for variant in iter_variants())
]
"""The key of every variant, as a parameter of a test."""


def sparing(values: Iterable[T], *fast: T) -> list[ParameterSet]:
    """Return values as parameters of a test, of which only a few run in the fast run.

    Raises:
        ValueError: a value of the fast run is none of them.
    """
    every = list(values)
    if missing := [value for value in fast if value not in every]:
        raise ValueError(f"{missing[0]!r} is none of the values")
    return [pytest.param(value, marks=() if value in fast else pytest.mark.slow) for value in every]
