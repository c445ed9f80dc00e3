"""Examples of a variant for its rule sheet: a claim, and cards that are none.

They are found among deals of a fixed seed, so a sheet is always the same, and what makes them a
claim or none is told by `thirdcard.variants.explain`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final

from thirdcard.core.stream import Stream
from thirdcard.errors import CheckError
from thirdcard.variants.explain import Explanation, explain_cards
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Example", "find_examples"]

_MOST_DEALS: Final = 2000
_MOST_CLAIMS: Final = 200

Spots = tuple[Spot, ...]


@dataclass(frozen=True)
class Example:
    """Cards that are a claim, or are none.

    Attributes:
        cards: the cards.
        previous: the claim that they continue, or fail to; empty for none.
        explanation: whether they are a claim, and why.
    """

    cards: Spots
    previous: Spots
    explanation: Explanation


def find_examples(variant: Variant) -> tuple[Example, Example]:
    """Return a claim of a variant, and cards that are none and almost look like one.

    Of the claims of a table the one is taken that shows most: where features are the same and
    where they are different.  In a chain, what is no claim would be one if it continued the last.

    Raises:
        CheckError: no deal has both.
    """
    for table, previous in _iter_tables(variant):
        claims = list(islice(variant.iter_claims(table, previous), _MOST_CLAIMS))
        if not claims:
            continue
        claim = max(claims, key=lambda claim: _count_shown(variant, claim))
        wrong = _find_wrong(variant, table, claim, previous)
        if wrong:
            return _explain(variant, claim, previous), _explain(variant, wrong, previous)
    raise CheckError(f"no deal of {variant.key} has an example of its claims")


def _explain(variant: Variant, cards: Spots, previous: Spots) -> Example:
    return Example(cards, previous, explain_cards(variant, cards, previous))


def _iter_tables(variant: Variant) -> Iterator[tuple[Spots, Spots]]:
    """Yield tables, each with a claim to be continued where the variant asks for one.

    They have more cards than a game's, so that a claim is soon among them.
    """
    groups = variant.grouping.count
    size = min(2 * variant.table_size, variant.deck.size)
    stream = Stream(sha256(f"rules of {variant.key}".encode()).digest())
    for _ in range(_MOST_DEALS):
        points = stream.sample(range(variant.deck.size), size)
        table = tuple(variant.spot(point, place % groups) for place, point in enumerate(points))
        if not variant.rule.chains:
            yield table, ()
        elif previous := variant.find_claim(table):
            yield tuple(spot for spot in table if spot not in previous), previous


def _count_shown(variant: Variant, claim: Spots) -> tuple[int, int, int, int]:
    """Return how far a claim is spread over the groups, and how much its features show."""
    groups = Counter(variant.group(spot) for spot in claim)
    verdicts = [c.verdict for c in variant.compare_features(claim)] if len(claim) == 3 else []
    same = verdicts.count("same")
    return -max(groups.values()), len(groups), min(same, len(verdicts) - same), -len(claim)


def _find_wrong(variant: Variant, table: Spots, claim: Spots, previous: Spots) -> Spots | None:
    """Return cards that are no claim: one that does not continue the last, or a near miss."""
    if previous:
        claims = islice(variant.iter_claims(table), _MOST_CLAIMS)
        return max(claims, key=lambda claim: _count_shown(variant, claim), default=None)
    misses = _iter_near_misses(variant, table, claim)
    return min(misses, key=lambda cards: _count_faults(variant, cards), default=None)


def _iter_near_misses(variant: Variant, table: Spots, claim: Spots) -> Iterator[Spots]:
    """Yield a claim with its last card replaced by one of the same group, where that is none."""
    last = claim[-1]
    for spot in table:
        if spot not in claim and variant.group(spot) == variant.group(last):
            cards = (*claim[:-1], spot)
            if not variant.is_claim(cards):
                yield cards


def _count_faults(variant: Variant, cards: Sequence[Spot]) -> int:
    return len(variant.failing_features(cards))
