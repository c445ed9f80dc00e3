"""Nimbers of the duel for all layouts of a small deck, by going through them in order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from thirdcard.jit import compiled

__all__ = ["layout_nimbers_kernel"]


@compiled
def layout_nimbers_kernel(
    first: int,
    last: int,
    low_bits: int,
    lines: npt.NDArray[np.int64],
    nimbers: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int64],
) -> None:
    """Find the nimbers of the layouts whose high bits are in a range, and count them.

    A layout is the bit set of its cards, and its nimber is the least that no
    ``nimbers[layout ^ line]`` is, over the lines within it: smaller numbers, so layouts are taken
    in order.  All that share their high bits choose among the same lines.

    Args:
        first: high bits of the first layouts; all before them are done.
        last: high bits behind the last layouts.
        low_bits: how many bits are not high.
        lines: the lines as bit sets.
        nimbers: a byte for every layout, filled in.
        counts: where to add the layouts of each nimber.
    """
    near = np.empty(len(lines), np.int64)
    low_near = np.empty(len(lines), np.int64)
    for high in range(first, last):
        base = high << low_bits
        count = 0
        for line in lines:
            if (line >> low_bits) & ~high == 0:
                near[count] = line
                low_near[count] = line & ((1 << low_bits) - 1)
                count += 1
        for low in range(1 << low_bits):
            seen = 0
            for i in range(count):
                if low_near[i] & ~low == 0:
                    seen |= 1 << nimbers[(base | low) ^ near[i]]
            nimber = 0
            while seen >> nimber & 1:
                nimber += 1
            nimbers[base | low] = nimber
            counts[nimber] += 1
