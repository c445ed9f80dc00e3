r"""How many claims lie on a table, without listing them where there is a formula.

Let *c(p)* be the number of pairs of cards on the table *S* whose third is the point *p*.  Then

* Sets:         :math:`s = \sum_{p \in S} c(p) / 3`, since each has three pairs;
* Super-Sets:   :math:`\sum_p \binom{c(p)}2`, since two pairs with the same third are disjoint;
* Double-Sets:  :math:`\binom s2 - \sum_{p \in S} \binom{c(p)}2`, since Sets that meet do so in one
  card, which is the third of a pair in each, and no six cards are two Sets in two ways.

Where a claim *P* is to be continued, none of whose cards is on the table, a claim has one card *q*
of it and is otherwise of *S*:

* Sets:         :math:`\sum_{q \in P} c(q)`;
* Super-Sets:   *q* and *a* have a third, and so has a pair without *a*, as *q* is not in *S*:
  :math:`\sum_{q \in P} \sum_{a \in S} c(-(q + a))`;
* Double-Sets:  a pair *a*, *b* whose third is *q*, and a Set with neither of them:
  :math:`\sum_{q} \sum_{\{a, b\}} (s - c(a) - c(b))`.

Any other pattern's claims are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice
from math import comb
from typing import Final, NamedTuple, Protocol

from thirdcard.variants.patterns import SET
from thirdcard.variants.variant import Spot, Variant

__all__ = ["FORMULAS", "Figures", "count_claims", "third_row"]

Spots = Sequence[Spot]
Thirds = Mapping[Spot, int] | Sequence[int]
Row = Callable[[Spot], Sequence[Spot]]

_BYTES: Final = 256


@cache
def third_row(n: int, spot: Spot) -> Sequence[Spot]:
    """Return the third of a spot of AG(n,3) with every other, as bytes where they fit.

    >>> list(third_row(1, 1))
    [2, 1, 0]
    """
    row = [0]
    for place in reversed(range(n)):
        digit = spot // 3**place % 3
        row = [3 * start + -(digit + other) % 3 for start in row for other in range(3)]
    return bytes(row) if len(row) <= _BYTES else row


@cache
def _translations(n: int) -> tuple[bytes, ...]:
    """Return the rows of all spots as tables for `bytes.translate`; n at most 5."""
    return tuple(bytes(third_row(n, spot)).ljust(_BYTES, b"\0") for spot in range(3**n))


def count_claims(variant: Variant, spots: Spots, previous: Spots = (), most: int = -1) -> int:
    """Return the number of claims on a table.

    Args:
        variant: the game.
        spots: the cards.
        previous: the claim to be continued, empty for none.
        most: where claims have to be listed, they are counted up to one more than this; negative
            for all.

    >>> from thirdcard.variants.registry import parse_variant
    >>> [count_claims(parse_variant(name), range(9)) for name in ("classic", "super", "double")]
    [12, 54, 12]
    """
    formula = FORMULAS.get(variant.pattern.key)
    if formula is None:
        claims = variant.iter_claims(spots, previous)
        return sum(1 for _ in islice(claims, most + 1 if most >= 0 else None))
    n = len(variant.features)
    chained = previous if variant.rule.chains else ()
    if variant.space.size > _BYTES:
        rows = [third_row(n, spot) for spot in spots]
        pairs = Counter(row[b] for i, row in enumerate(rows) for b in spots[:i])
        if chained:
            return formula.chained(lambda spot: third_row(n, spot), spots, chained, pairs)
        return formula.free(_Figures(spots, pairs))
    cards = bytes(spots)
    translations = _translations(n)
    thirds = b"".join([cards.translate(translations[spot]) for spot in cards])
    if variant.pattern == SET and not chained:
        # Each pair is there twice, and each card with itself, whose third it is.
        inside = len(thirds) - len(thirds.translate(None, cards))
        return (inside - len(cards)) // 6
    # Each pair is there twice; that a card is there once, as its own third, falls out.
    pairs = Counter({spot: count // 2 for spot, count in Counter(thirds).items()})
    if chained:
        return formula.chained(translations.__getitem__, spots, chained, pairs)
    return formula.free(_Figures(spots, pairs))


class Figures(Protocol):
    """What the formulas are made of.

    Attributes:
        lines: number of Sets among the cards.
        bowties: number of two pairs of cards with the same third.
        meeting: number of two Sets that have a card in common.
    """

    @property
    def lines(self) -> int: ...
    @property
    def bowties(self) -> int: ...
    @property
    def meeting(self) -> int: ...


class _Figures:
    """The figures of a table at once, from how many pairs each spot is the third of."""

    def __init__(self, spots: Spots, pairs: Counter[Spot]) -> None:
        self._spots = spots
        self._pairs = pairs

    @property
    def lines(self) -> int:
        return sum(self._pairs[spot] for spot in self._spots) // 3

    @property
    def bowties(self) -> int:
        return sum(comb(count, 2) for count in self._pairs.values())

    @property
    def meeting(self) -> int:
        return sum(comb(self._pairs[spot], 2) for spot in self._spots)


def _continue_lines(row: Row, spots: Spots, previous: Spots, thirds: Thirds) -> int:
    return sum(thirds[anchor] for anchor in previous)


def _continue_bowties(row: Row, spots: Spots, previous: Spots, thirds: Thirds) -> int:
    return sum(thirds[row(anchor)[spot]] for anchor in previous for spot in spots)


def _continue_doubles(row: Row, spots: Spots, previous: Spots, thirds: Thirds) -> int:
    lines = sum(thirds[spot] for spot in spots) // 3
    here = set(spots)
    found = 0
    for anchor in previous:
        thirds_of_it = row(anchor)
        for a in spots:
            b = thirds_of_it[a]
            if b > a and b in here:
                found += lines - thirds[a] - thirds[b]
    return found


class Formula(NamedTuple):
    """How the claims of a pattern are counted.

    Attributes:
        free: from the figures of a table.
        chained: from the row of thirds of a spot, the cards, the claim that is to be continued, and
            the number of pairs that each spot is the third of.
    """

    free: Callable[[Figures], int]
    chained: Callable[[Row, Spots, Spots, Thirds], int]


FORMULAS: Final[Mapping[str, Formula]] = {
    "set": Formula(lambda figures: figures.lines, _continue_lines),
    "super": Formula(lambda figures: figures.bowties, _continue_bowties),
    "double": Formula(lambda figures: comb(figures.lines, 2) - figures.meeting, _continue_doubles),
}
"""The patterns that have a formula, by their keys."""
