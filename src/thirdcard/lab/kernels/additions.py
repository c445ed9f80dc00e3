r"""How many Sets a layout holds after one, two or three more cards, over all ways to add them.

Let S be a layout of k cards, X the cards outside, and :math:`c_x` the number of pairs of S whose
third card is x.  Call x and y *joined* if their third card lies in S.  Adding a triple x, y, z
completes

.. math::  c_x + c_y + c_z + [xy] + [xz] + [yz] + [xyz]

Sets: the brackets are 1 for a joined pair, and the last for a Set outside of S, whose pairs are
not joined.  With :math:`g_x = t^{c_x}`, a joined pair gives a factor t = 1 + (t - 1).  Multiplied
out over the joined pairs of a triple, the generating function of all triples is

.. math::

   e_3(g) + (t-1) \sum_{[xy]} g_x g_y \Big(\sum_z g_z - g_x - g_y\Big)
          + (t-1)^2 \sum_y g_y\, e_2\big(g_x : [xy]\big)
          + (t-1)^3 \sum_{[xy][xz][yz]} g_x g_y g_z + (t-1) \sum_{xyz} g_x g_y g_z

with the elementary symmetric polynomials e.  So three levels of orbits are replaced by a few sums
over the pairs and triangles among the joined cards, of which each card has at most k.  For two
cards it is :math:`e_2(g) + (t-1) \sum_{[xy]} g_x g_y`, for one :math:`\sum_x g_x`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from thirdcard.core.geometry import Space
from thirdcard.jit import compiled

__all__ = ["MOST_ADDED", "count_after", "count_after_kernel"]

Layouts = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
Table = npt.NDArray[np.uint16]

MOST_ADDED: Final = 3
"""The most cards that are added at once."""

_DEGREES = 192
"""Room for the exponents of t: more than any layout of these sizes has Sets."""

_LIMB = 24


@compiled
def _shift_kernel(source: Counts, power: int, target: Counts) -> None:
    """Add ``(t - 1)**power * source`` to the target."""
    binomials = (1, 1, 1, 1)
    if power == 1:
        binomials = (-1, 1, 0, 0)
    elif power == 2:
        binomials = (1, -2, 1, 0)
    else:
        binomials = (-1, 3, -3, 1)
    for shift in range(power + 1):
        for degree in range(len(source) - shift):
            target[degree + shift] += binomials[shift] * source[degree]


@compiled
def count_after_kernel(
    layouts: Layouts, weights: Counts, added: int, third: Table, lines: Table
) -> Counts:
    """Return the weighted numbers of larger layouts by their Sets, in two limbs.

    Args:
        layouts: one layout a row, all of one size, of at most 24 cards.
        weights: how often each layout counts, up to 2**47.
        added: how many cards to add, 0 to `MOST_ADDED`.
        third: `thirdcard.lab.kernels.tables.third_table`.
        lines: `thirdcard.lab.kernels.tables.line_table`.

    Returns:
        array of shape (2, degrees): entry [0, s] plus 2**24 times entry [1, s] is the sum, over
        the layouts, of the weight times the number of ways to add cards so that s Sets lie there.
        Does not overflow for up to 1024 layouts.
    """
    count, size = layouts.shape
    cards = third.shape[0]
    result = np.zeros((2, _DEGREES), np.int64)
    inside = np.empty(cards, np.bool_)
    completes = np.empty(cards, np.int64)
    histogram = np.empty(16, np.int64)
    ways = np.empty(_DEGREES, np.int64)
    once = np.empty(_DEGREES, np.int64)
    twice = np.empty(_DEGREES, np.int64)
    thrice = np.empty(_DEGREES, np.int64)
    near = np.empty(size, np.int64)
    for row in range(count):
        points = layouts[row]
        inside[:] = False
        completes[:] = 0
        held = 0
        for i in range(size):
            inside[points[i]] = True
            for j in range(i):
                completes[third[points[i], points[j]]] += 1
        for i in range(size):
            held += completes[points[i]]
        held //= 3
        histogram[:] = 0
        for x in range(cards):
            if not inside[x]:
                histogram[completes[x]] += 1
        ways[:] = 0
        once[:] = 0
        twice[:] = 0
        thrice[:] = 0
        if added == 0:
            ways[0] = 1
        elif added == 1:
            ways[:16] += histogram
        else:
            _add_symmetric_kernel(histogram, added, ways)
            for x in range(cards):
                if inside[x]:
                    continue
                cx = completes[x]
                nearby = 0
                for i in range(size):
                    y = third[x, points[i]]
                    if inside[y]:
                        continue
                    cy = completes[y]
                    if added == 3:
                        # Paths with x in the middle: pairs of cards joined to it.
                        for j in range(nearby):
                            z = near[j]
                            twice[cx + cy + completes[z]] += 1
                            if x < y and x < z and inside[third[y, z]]:
                                thrice[cx + cy + completes[z]] += 1
                    near[nearby] = y
                    nearby += 1
                    if x < y:
                        if added == 2:
                            once[cx + cy] += 1
                        else:
                            for c in range(16):
                                once[cx + cy + c] += histogram[c]
                            once[2 * cx + cy] -= 1
                            once[cx + 2 * cy] -= 1
            if added == 3:
                for i in range(len(lines)):
                    a, b, c = lines[i, 0], lines[i, 1], lines[i, 2]
                    if not (inside[a] or inside[b] or inside[c]):
                        once[completes[a] + completes[b] + completes[c]] += 1
            _shift_kernel(once, 1, ways)
            _shift_kernel(twice, 2, ways)
            _shift_kernel(thrice, 3, ways)
        low = weights[row] & ((1 << _LIMB) - 1)
        high = weights[row] >> _LIMB
        for degree in range(_DEGREES - held):
            result[0, held + degree] += low * ways[degree]
            result[1, held + degree] += high * ways[degree]
    return result


@compiled
def _add_symmetric_kernel(histogram: Counts, degree: int, target: Counts) -> None:
    """Add the second or third elementary symmetric polynomial of the ``g_x`` to the target."""
    for a in range(16):
        if histogram[a] == 0:
            continue
        for b in range(a, 16):
            if a == b:
                pairs = histogram[a] * (histogram[a] - 1) // 2
            else:
                pairs = histogram[a] * histogram[b]
            if degree == 2:
                target[a + b] += pairs
                continue
            for c in range(b, 16):
                if a == b == c:
                    triples = pairs * (histogram[a] - 2) // 3
                elif b == c:
                    triples = histogram[a] * histogram[b] * (histogram[b] - 1) // 2
                else:
                    triples = pairs * histogram[c]
                target[a + b + c] += triples


def count_after(n: int, points: list[int], added: int) -> dict[int, int]:
    """Return what the kernel does for one layout of weight 1, by adding the cards.

    >>> count_after(2, [0, 1], 1)
    {0: 6, 1: 1}
    """
    space = Space(n)
    outside = [x for x in range(space.size) if x not in points]
    counts: dict[int, int] = {}
    for new in combinations(outside, added):
        sets = space.count_lines_in((*points, *new))
        counts[sets] = counts.get(sets, 0) + 1
    return dict(sorted(counts.items()))
