r"""Whole games by one player, who claims at once whatever a policy prefers.

**The game** is that of `thirdcard.game.machine`: cards are laid on the lowest free places of their
groups, so many to each group; a table without a claim grows while the deck lasts; after a claim
each group is filled up to its share of the table size.  Cards lying face down change nothing,
since this player remembers all of them, and in a chain the claim to be continued is the last one.

**Tables met.**  A table is met when it has been dealt, refilled or grown, and also where a
refill is due and the deck has no card for it; a table of no cards is not met.  Each table met holds
a claim, which is taken, or it grows, or the game ends.

**Policies.**  Claims are in the order of their places: of two, the one that has the lowest place
which they do not share; a card of the claim before, in a chain, counts behind all places.  Among
the claims that a policy prefers, one is drawn: the *k*-th in that order, *k* uniform.  Nothing is
drawn for a single one, and the policy ``first`` draws never.  A claim's *difficulty* is in how many
features, groups counted as such, two of its cards differ, on the mean over its pairs of
cards: of a Set the number of features in which it differs.

**Draws.**  A card is drawn from the undealt ones when it is laid, which is a shuffle made as far
as it is needed.

**The kernel** plays where a claim is a line and none continues another.  It keeps the list of
lines on the table: a card laid at place *s* adds a line for each pair of places *t* < *q* whose
third card it is, found by completing *s* and *t* through an array of places by code (see
`thirdcard.lab.kernels.claims`).  Each candidate is written at the end of the list, and the
end moves on by one if *q* > *t*, so there is no branch to be foreseen; *q* is 0 if the third card
does not lie on the table, and a free place holds the code 0, whose third with any code is that
code itself, which does not lie there yet.  A claim removes the lines with a place that has
become free by the same means.  A line is one number: its score, which is least for the
lines that the policy prefers, then its places, increasing, so the order of numbers is the order in
which claims are chosen.

The plain twin `iter_tables` knows every pattern and rule and searches each table anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from thirdcard.core.geometry import Point, Space
from thirdcard.jit import compiled
from thirdcard.lab.kernels.streams import State, draw_below_kernel
from thirdcard.variants.patterns import LinePattern
from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "LEFT",
    "MET",
    "NO_CLAIM",
    "POLICIES",
    "ROUND_MET",
    "ROUND_NO_CLAIM",
    "Counts",
    "Policy",
    "difficulty",
    "has_kernel",
    "iter_tables",
    "line_scores",
    "play_kernel",
]

Numbers = NDArray[np.int64]
Counts = Numbers
"""int64[5, deck + 1], whose rows are `MET` … `ROUND_NO_CLAIM`."""

MET, NO_CLAIM, LEFT, ROUND_MET, ROUND_NO_CLAIM = range(5)
"""Tables met by their cards, those without a claim, games by the cards left, and tables of the
start's size by the claims taken before: those met, those without a claim."""

_MOST_PLACES = 255
_MOST_DIMENSIONS = 7
_PLACE_BITS = 8
_PLACE = (1 << _PLACE_BITS) - 1
_PLACES = (1 << 3 * _PLACE_BITS) - 1


@dataclass(frozen=True)
class Policy:
    """Which claims are preferred.

    Attributes:
        weight: 1 for the least difficult, -1 for the most difficult, 0 for any.
        draws: whether one of them is drawn, or the first taken.
    """

    weight: int = 0
    draws: bool = True


POLICIES = {
    "random": Policy(),
    "first": Policy(draws=False),
    "easiest": Policy(weight=1),
    "hardest": Policy(weight=-1),
}


def difficulty(space: Space, points: Sequence[Point]) -> Fraction:
    """Return in how many coordinates two of some points differ, on the mean over their pairs.

    >>> difficulty(Space(4), (0, 1, 2)), difficulty(Space(4), (0, 40, 80))
    (Fraction(1, 1), Fraction(4, 1))
    """
    pairs = list(combinations(points, 2))
    return Fraction(sum(_count_differing(space, a, b) for a, b in pairs), len(pairs))


@lru_cache(maxsize=1 << 16)
def _count_differing(space: Space, a: Point, b: Point) -> int:
    return sum(x != y for x, y in zip(space.digits(a), space.digits(b), strict=True))


# -- any game, plainly ----------------------------------------------------------------------------


def iter_tables(
    variant: Variant, policy: Policy, order: list[Point], draw: Callable[[int], int]
) -> Iterator[tuple[int, tuple[Spot | None, ...], bool]]:
    """Play a game and yield its tables as they are settled, the last one also if it is empty.

    Args:
        variant: what is played.
        policy: how claims are chosen.
        order: the deck in any order; it is changed to the order in which cards were dealt.
        draw: returns a uniform number below its argument.

    Yields:
        the claims taken before, the spot on every place or None, and whether there is a claim.
    """
    groups = variant.grouping.count
    share = variant.table_size // groups
    places: list[Spot | None] = []
    previous: Sequence[Spot] = ()
    dealt = taken = 0
    wanted = [share] * groups
    while True:
        free = (_lowest_free(places, group, groups, count) for group, count in enumerate(wanted))
        for place in sorted(chain.from_iterable(free))[: len(order) - dealt]:
            chosen = dealt + draw(len(order) - dealt)
            order[dealt], order[chosen] = order[chosen], order[dealt]
            places.extend([None] * (place + 1 - len(places)))
            places[place] = variant.spot(order[dealt], place % groups)
            dealt += 1
        spots = [spot for spot in places if spot is not None]
        claims = list(variant.iter_claims(spots, previous))
        yield taken, tuple(places), bool(claims)
        if claims:
            previous = _choose(variant, policy, claims, [*places, *previous], draw)
            places = [None if spot in previous else spot for spot in places]
            lying = [sum(s is not None for s in places[group::groups]) for group in range(groups)]
            wanted = [max(0, share - count) for count in lying]
            taken += 1
        elif dealt == len(order):
            return
        else:
            wanted = [variant.growth // groups] * groups


def _lowest_free(places: Sequence[Spot | None], group: int, groups: int, count: int) -> list[int]:
    """Return the lowest free places of a group, so many, beyond those in use if need be."""
    end = len(places) + count * groups
    within = range(group, end + groups, groups)
    return [place for place in within if place >= len(places) or places[place] is None][:count]


def _choose(
    variant: Variant,
    policy: Policy,
    claims: Sequence[Sequence[Spot]],
    places: Sequence[Spot | None],
    draw: Callable[[int], int],
) -> Sequence[Spot]:
    """Return the claim that a policy chooses, of which each card is on one of the places."""
    place_of = {spot: place for place, spot in enumerate(places) if spot is not None}
    if policy.weight:
        scores = [policy.weight * difficulty(variant.space, claim) for claim in claims]
        best = min(scores)
        claims = [claim for claim, score in zip(claims, scores, strict=True) if score == best]
    if len(claims) == 1:
        return claims[0]
    claims = sorted(claims, key=lambda claim: sorted(place_of[spot] for spot in claim))
    return claims[draw(len(claims)) if policy.draws else 0]


# -- games of lines, compiled ---------------------------------------------------------------------


@compiled
def _add_lines_kernel(
    table: Numbers,
    place_of: NDArray[np.uint8],
    scores: Numbers,
    high: int,
    spot: int,
    place: int,
    lines: Numbers,
    count: int,
) -> int:
    """Append the lines of a new spot with two on the table; see the module's docstring.

    Args:
        table: the code on every place, 0 where it is free; place 0 does not exist.
        place_of: the place of every code, 0 where it is not on the table.
        scores: as for `play_kernel`.
        high: the last place in use.
        spot: code of the new spot, which is not on the table yet.
        place: where it will be.
        lines: the list, with room for one entry more than there are lines.
        count: number of its entries.

    Returns:
        number of entries.
    """
    ones = (scores.size - 1) // 3
    for t in range(1, high + 1):
        x = spot ^ table[t]
        differ = (x | x >> 1) & ones
        q = place_of[np.uint32(x | (spot & ~(3 * differ)))]
        low, top = min(t, place), max(q, place)
        places = low << 2 * _PLACE_BITS | (t + q + place - low - top) << _PLACE_BITS | top
        lines[count] = scores[np.uint32(x)] << 3 * _PLACE_BITS | places
        count += q > t
    return count


@compiled
def _choose_kernel(lines: Numbers, count: int, draws: bool, state: State) -> int:
    """Return one of the lines of the least score: a drawn one, or the first by its places."""
    best = lines[0]
    for i in range(1, count):
        best = min(best, lines[i])
    if not draws:
        return int(best)
    last = best | _PLACES
    ties = 0
    for i in range(count):
        ties += lines[i] <= last
    if ties == 1:
        return int(best)
    rank = draw_below_kernel(state, 0, ties)
    for i in range(count):
        smaller = 0
        for j in range(count):
            smaller += lines[j] < lines[i]
        if smaller == rank:
            best = lines[i]
    return int(best)


@compiled
def play_kernel(
    codes: Numbers,
    scores: Numbers,
    groups: int,
    size: int,
    growth: int,
    draws: bool,
    games: int,
    state: State,
    counts: Counts,
) -> None:
    """Play games of lines; see the module's docstring.

    Args:
        codes: int64[3**n], the code of every spot, two bits a digit.
        scores: int64[4**n], the score of a line of two spots by the exclusive or of their codes.
        groups: number of groups.
        size: cards on the table at the start.
        growth: cards added where there is no claim.
        draws: whether ties are drawn, or the first line taken.
        games: how many.
        state: the stream, of which generator 0 is used.
        counts: added to.
    """
    deck = codes.size // groups
    share = size // groups
    places = (deck + groups - 1) // groups * groups
    order = np.arange(deck)
    table = np.zeros(places + 1, np.int64)
    place_of = np.zeros(scores.size, np.uint8)
    group_of = (np.arange(places + 1) + groups - 1) % groups
    lines = np.zeros(deck * (deck - 1) // 6 + 1, np.int64)
    wanted = np.zeros(groups, np.int64)
    lacking = np.zeros(groups, np.int64)
    for _ in range(games):
        dealt = high = count = lying = taken = 0
        for group in range(groups):
            wanted[group] = lacking[group] = share
        total = size
        while True:
            total = min(total, deck - dealt)
            lying += total
            place = 0
            while total > 0:
                place += 1
                group = group_of[place]
                if table[place] == 0 and wanted[group] > 0:
                    wanted[group] -= 1
                    lacking[group] -= 1
                    total -= 1
                    chosen = dealt + draw_below_kernel(state, 0, deck - dealt)
                    card = order[chosen]
                    order[chosen] = order[dealt]
                    order[dealt] = card
                    dealt += 1
                    spot = codes[card * groups + group]
                    count = _add_lines_kernel(
                        table, place_of, scores, high, spot, place, lines, count
                    )
                    table[place] = spot
                    place_of[spot] = place
                    high = max(high, place)
            none = count == 0
            if lying > 0:
                counts[MET, lying] += 1
                counts[NO_CLAIM, lying] += none
                if lying == size:
                    counts[ROUND_MET, taken] += 1
                    counts[ROUND_NO_CLAIM, taken] += none
            if none:
                if dealt == deck:
                    counts[LEFT, lying] += 1
                    break
                for group in range(groups):
                    wanted[group] = growth // groups
                total = growth // groups * groups
                continue
            line = _choose_kernel(lines, count, draws, state)
            for shift in range(0, 3 * _PLACE_BITS, _PLACE_BITS):
                place = line >> shift & _PLACE
                place_of[table[place]] = 0
                table[place] = 0
                lacking[group_of[place]] += 1
            lying -= 3
            taken += 1
            kept = 0
            for i in range(count):
                line = lines[i]
                lines[kept] = line
                kept += (
                    (table[line & _PLACE] != 0)
                    & (table[line >> _PLACE_BITS & _PLACE] != 0)
                    & (table[line >> 2 * _PLACE_BITS & _PLACE] != 0)
                )
            count = kept
            while high > 0 and table[high] == 0:
                high -= 1
            total = 0
            for group in range(groups):
                wanted[group] = max(0, lacking[group])
                total += wanted[group]
        for place in range(1, high + 1):
            place_of[table[place]] = 0
            table[place] = 0


def has_kernel(variant: Variant) -> bool:
    """Tell whether games of a variant are played by `play_kernel`."""
    return (
        type(variant.pattern) is LinePattern
        and not variant.rule.chains
        and variant.space.n <= _MOST_DIMENSIONS
        and variant.deck.size + variant.grouping.count <= _MOST_PLACES
    )


def line_scores(n: int, weight: int) -> NDArray[np.int64]:
    """Return the score of a line by the exclusive or of two codes; see `play_kernel`."""
    differing = np.zeros(1, np.int64)
    for _ in range(n):
        differing = (differing[:, None] + np.array([0, 1, 1, 1])).ravel()
    return weight * differing if weight >= 0 else n + weight * differing
