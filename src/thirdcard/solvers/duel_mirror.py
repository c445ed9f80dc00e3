r"""The mirror strategy: who wins the duel on a table that a point reflection keeps.

The reflection of AG(n,3) at a centre b is :math:`\sigma(x) = -x - b`, the third card of x and b.
It is an affine map that is its own inverse, and b is its only fixed point.

**Lemma.**  A line M that does not go through b is disjoint from its image.  *Proof*: on directions
:math:`\sigma` is -1, so :math:`\sigma M` is parallel to M: equal or disjoint.  Were they equal, the
three points of M would be permuted by a map that is its own inverse, and one of them would stay
where it is, which only b does.

**The second player wins** where the cards are symmetric about a centre b that is not among them.
*Proof*: no Set goes through b.  Whatever Set M is claimed, its image is there and, by the lemma,
disjoint from M; the second player claims it.  The rest is again symmetric and without b.  So the
second player always has an answer, and the game ends.

**The first player wins** by claiming a Set L such that the rest is symmetric about a centre that is
not in the rest, as the opponent is then the first player of such a rest.  Let D be the cards whose
image about b is not on the table.  The condition holds in exactly two cases:

* b is on the table, D is empty, L is *any* Set through b.  (As b may not stay, it is in L, which is
  its own image; a card outside of L has its image on the table.)
* b is not on the table, and L is D.  (The image of a card of L is not in L, by the lemma, nor in
  the rest, whose images are in the rest; so it is not on the table.  And D is in L.)

Cards that are in no Set play no part and are left out first.  So the first player wins on the full
deck of any number of features with any claim, and its nimber is 1; without one card, or without
one Set, the second player does.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from thirdcard.core.geometry import Line, Point, Space
from thirdcard.solvers.limits import Deadline

__all__ = ["Mirror", "find_mirror"]


@dataclass(frozen=True, slots=True)
class Mirror:
    """What the strategy proves.

    Attributes:
        winner: who wins, None if it says nothing.
        claims: the first claims that it proves to win, each as increasing points.
    """

    winner: Literal["first", "second"] | None
    claims: frozenset[Line]


def find_mirror(space: Space, points: Collection[Point], deadline: Deadline) -> Mirror:
    """Return what the mirror strategy proves of some points, each in a Set, at least one Set.

    A centre that serves maps all but at most three points to points.  So it is met among the
    centres between one of any four points and all others (or that point itself), at most 4 times
    as many as points, each tried with as many reflections: O(m²), or O(m) a centre that fails soon.
    If the deadline passes, centres that were not tried are left out.

    >>> find_mirror(Space(2), range(1, 9), Deadline()).winner
    'second'
    >>> mirror = find_mirror(Space(2), range(9), Deadline())
    >>> mirror.winner, len(mirror.claims)
    ('first', 12)
    """
    present = set(points)
    ordered = sorted(present)
    claims: set[Line] = set()
    for centre in dict.fromkeys(space.third(a, b) for a in ordered[:4] for b in ordered):
        if deadline.is_over:
            break
        missing = []
        for point in ordered:
            if space.third(point, centre) not in present:
                missing.append(point)
                if len(missing) > 3:
                    break
        if centre in present:
            if not missing:
                for point in ordered:
                    image = space.third(point, centre)
                    if point < image:
                        a, b, c = sorted((point, image, centre))
                        claims.add((a, b, c))
        elif not missing:
            return Mirror("second", frozenset())
        elif len(missing) == 3 and space.is_line(*missing):
            a, b, c = missing
            claims.add((a, b, c))
    return Mirror("first" if claims else None, frozenset(claims))
