r"""Smallest maximal packings of all sub-collections of a few cards at once.

Let f(S) be the value of a collection S, as a bit set.  If S holds no line, f(S) = 0.  Otherwise let
*l* be a line in S.  A maximal packing has a line *e* that meets *l*, and its other lines are one of
S without *e*; so with *e* over the lines in S that meet *l*, *l* among them,

.. math::  f(S) = 1 + \min_e f(S \setminus e) .

The sets on the right are smaller numbers, so one pass in rising order fills a table of a byte each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thirdcard.jit import compiled

__all__ = ["fill_values_kernel"]


@compiled
def fill_values_kernel(
    masks: NDArray[np.int64],
    meeting: NDArray[np.int64],
    first: int,
    last: int,
    values: NDArray[np.uint8],
    histogram: NDArray[np.int64],
) -> None:
    """Fill in ``values[first:last]``, where all before are known, and count them.

    Args:
        masks: int64[l], the lines as bit sets.
        meeting: int64[l, k], for each line the bit sets of those that meet it and itself, then -1
            (which is in no collection).
        first: the first collection to fill in.
        last: the one after the last.
        values: uint8[2**m], of all collections.
        histogram: int64[m // 3 + 1], to which the numbers of collections of each value are added.
    """
    for subset in range(first, last):
        value = 0
        for i in range(len(masks)):
            if masks[i] & subset == masks[i]:
                value = 255
                for mask in meeting[i]:
                    if mask & subset == mask:
                        value = min(value, 1 + values[subset ^ mask])
                        if value == 1:
                            break
                break
        values[subset] = value
        histogram[value] += 1
