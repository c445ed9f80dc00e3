r"""The fewest and the most claims that so many cards can hold: counted, or proved.

**Counted.**  The cards of a deck that agree in some features are a deck of fewer features, so the
tables of `thirdcard.odds` know all of them; those with 3 or 9 cards are counted here.  The layouts
in which *no* feature is constant follow by inclusion and exclusion: with :math:`L_j` for those of a
deck of *j* features,

.. math::  E_d = \sum_j (-1)^j \binom dj 3^j L_{d-j}.

**Proved**, where no table goes:

* *averages*: each claim on *k* cards, of *a* to *b* cards, is on *k - a* to *k - b* of the *k*
  layouts with one card less.  So if those have at least *l* and at most *m* claims, the *k* cards
  have at least :math:`kl/(k-a)` and at most :math:`km/(k-b)`;
* *caps*: the largest layouts without a Set have 2, 4, 9, 20, 45 and 112 cards, for one to six
  features, groups counting as features;
* *beyond caps*: of four features, all caps of 20 are alike, and those of 19 are each in one of them
  (the tables have one orbit of both, and 20 times as many of the latter).  Each other point is the
  third of 3 pairs of a cap of 20, or of 10.  So a card more makes 3 Sets.  Of 20 cards with one Set
  19 would be a cap, in a cap of 20 that the other card is not of, and two of its Sets at least are
  left: so 20 cards hold no Set, or 2.  Of 21 cards with two Sets 19 would be, and the other two
  cards make 2 each: so 21 cards hold 3;
* *pairs*: of the *k* - 1 other cards two each make a Set with a card, so there are at most
  :math:`\lfloor k/3 \lfloor (k-1)/2 \rfloor \rfloor` Sets;
* *complements*: *k* of *N* cards and the other *N* - *k* hold :math:`\text{lines} - k(N-k)/2` Sets
  together (see `thirdcard.odds.exact`);
* *thirds*: a Super-Set is two pairs with the same third.  The pairs are spread over the points, at
  most :math:`\lfloor k/2 \rfloor` for each, so there are fewest Super-Sets if all points have
  equally many, and most if few have all;
* *groups*: a claim of a table in groups is a claim of its cards, and a layout of a space with as
  many features more;
* *chains*: a claim that continues another is a claim among the cards of both, and not that one.
  Of Sets more is known.  A plane through the Set that is continued has two lines beside it, and a
  card of one and a card of the other always have their third in that Set, two other cards never.
  So with *x* and *y* cards on the two lines of each of the :math:`(3^{n-1} - 1)/2` planes there
  are :math:`\sum x y` claims, and nothing else is possible.

References:
    Y. Edel, S. Ferret, I. Landjev and L. Storme, "The classification of the largest caps in
    AG(5,3)", Journal of Combinatorial Theory A 99 (2002), and A. Potechin, "Maximal caps in
    AG(6,3)", Designs, Codes and Cryptography 46 (2008), for the caps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from thirdcard.core.geometry import Space, count_flats
from thirdcard.odds.exact import look_up_odds
from thirdcard.variants.axes import DECKS
from thirdcard.variants.groups import FLAT
from thirdcard.variants.patterns import SET, Pattern
from thirdcard.variants.rules import FREE
from thirdcard.variants.variant import Variant

__all__ = [
    "GAPS",
    "MAX_CAPS",
    "_FEWEST_BEYOND_CAPS",
    "Bounds",
    "count_without_constant",
    "find_bounds",
    "find_chained",
    "find_distribution",
]

MAX_CAPS: Final = {1: 2, 2: 4, 3: 9, 4: 20, 5: 45, 6: 112}
"""Number of features → cards of a largest layout without a Set."""

_FEWEST_BEYOND_CAPS: Final = {(4, 21): 3}
"""Features and cards → the fewest Sets, where more is known than that there is one."""

GAPS: Final = {(4, 20): (1,)}
"""Features and cards → numbers of Sets between others that no layout has."""

_MOST_COUNTED: Final = 2
"""Features of a deck whose layouts are counted on the spot."""

_MOST_REFLECTED: Final = 243
"""Cards of a deck whose layouts are compared with those that they leave over."""

Distribution = Mapping[int, int]


@dataclass(frozen=True)
class Bounds:
    """How many claims there are at least and at most.

    Attributes:
        least, most: no table has fewer or more.
        is_exact: whether tables with these numbers are known to exist.
    """

    least: int
    most: int
    is_exact: bool = False


@cache
def find_distribution(features: int, pattern: Pattern, cards: int) -> Distribution | None:
    """Return number of claims → number of layouts of a whole deck, None if nobody counted them.

    >>> from thirdcard.variants.patterns import SET
    >>> find_distribution(2, SET, 4)
    {0: 54, 1: 72}
    """
    if not 0 <= cards <= 3**features:
        return {}
    if features <= _MOST_COUNTED:
        space = Space(features)
        found = Counter(
            sum(1 for _ in pattern.iter_claims(space, points))
            for points in combinations(range(space.size), cards)
        )
        return dict(sorted(found.items()))
    for choice in DECKS.values:
        if len(choice.deck.features) == features and cards <= 3**features:
            odds = look_up_odds(Variant(choice, FLAT, pattern, FREE), cards)
            return None if odds is None else odds.distribution
    return None


@cache
def count_without_constant(features: int, pattern: Pattern, cards: int) -> Distribution | None:
    """Return the same for the layouts that no feature is constant in.

    >>> from thirdcard.variants.patterns import SET
    >>> count_without_constant(2, SET, 3)
    {0: 72, 1: 6}
    """
    total: Counter[int] = Counter()
    for constant in range(features):
        found = find_distribution(features - constant, pattern, cards)
        if found is None:
            return None
        sign = (-1) ** constant * comb(features, constant) * int(3**constant)
        for claims, count in found.items():
            total[claims] += sign * count
    if cards == 1:
        total[0] += (-1) ** features * int(3**features)
    return {claims: count for claims, count in sorted(total.items()) if count}


@cache
def find_chained(features: int, cards: int) -> tuple[int, ...]:
    """Return the numbers of Sets that may continue one, so many cards being on the table.

    >>> find_chained(2, 4), find_chained(3, 12)[:3]
    ((3, 4), (0, 2, 3))
    """
    planes = min((3 ** (features - 1) - 1) // 2, cards)
    ways = {(x + y, x * y) for x in range(4) for y in range(4)}
    reached = [1] + [0] * cards
    for _ in range(planes):
        # Bit n of the number for so many cards: whether they can have n claims.
        following = [0] * (cards + 1)
        for used, claims in enumerate(reached):
            for more, product in ways:
                if claims and used + more <= cards:
                    following[used + more] |= claims << product
        reached = following
    return tuple(n for n in range(reached[cards].bit_length()) if reached[cards] >> n & 1)


@cache
def find_bounds(features: int, pattern: Pattern, cards: int) -> Bounds:
    """Return bounds of the number of claims on so many cards of a deck without groups.

    >>> from thirdcard.variants.patterns import SET
    >>> find_bounds(4, SET, 21), find_bounds(4, SET, 12)
    (Bounds(least=3, most=57, is_exact=False), Bounds(least=0, most=14, is_exact=True))
    """
    if (found := find_distribution(features, pattern, cards)) is not None:
        return Bounds(min(found), max(found), is_exact=True)
    own = _average(features, pattern, cards)
    size = 3**features
    if pattern != SET or size > _MOST_REFLECTED:
        return own
    rest = _average(features, pattern, size - cards)
    both = count_flats(features, 1) - cards * (size - cards) // 2
    return Bounds(max(own.least, both - rest.most), min(own.most, both - rest.least))


@cache
def _average(features: int, pattern: Pattern, cards: int) -> Bounds:
    """Return bounds that follow from layouts of fewer cards, and from the pattern's own.

    The averages are taken card by card from none to all that are asked for.
    """
    smallest, largest = pattern.sizes[0], pattern.sizes[-1]
    special = _SPECIAL.get(pattern.key)
    least = most = 0
    for size in range(smallest, cards + 1):
        if (found := find_distribution(features, pattern, size)) is not None:
            least, most = min(found), max(found)
            continue
        if size > smallest:
            least = -(-size * least // (size - smallest))
        if size > largest:
            most = size * most // (size - largest)
        else:
            most = sum(comb(size, part) for part in pattern.sizes)
        if special is not None:
            own = special(features, size)
            least, most = max(least, own.least), min(most, own.most)
    return Bounds(least, most)


def _bound_lines(features: int, cards: int) -> Bounds:
    cap = MAX_CAPS.get(features, 3**features)
    fewest = _FEWEST_BEYOND_CAPS.get((features, cards), int(cards > cap))
    return Bounds(fewest, cards * ((cards - 1) // 2) // 3)


def _bound_bowties(features: int, cards: int) -> Bounds:
    pairs, points = comb(cards, 2), 3**features
    each, over = divmod(pairs, points)
    full, rest = divmod(pairs, cards // 2)
    return Bounds(
        points * comb(each, 2) + over * each,
        full * comb(cards // 2, 2) + comb(rest, 2),
    )


def _bound_doubles(features: int, cards: int) -> Bounds:
    return Bounds(0, comb(find_bounds(features, SET, cards).most, 2))


_SPECIAL: Final = {"set": _bound_lines, "super": _bound_bowties, "double": _bound_doubles}
"""What is known of a pattern besides averages, by its key."""
