"""How often each nimber of the duel occurs, over all layouts of a whole deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from thirdcard.core.geometry import Line, Space
from thirdcard.errors import OptionError

__all__ = ["count_layout_nimbers", "count_nimbers"]

MOST_FEATURES: Final = 3
_MOST_POINTS: Final = 27
_LOW_BITS: Final = 13
_CHUNK: Final = 64


def count_nimbers(n: int) -> dict[int, int]:
    """Count the layouts of each nimber, over all ``2**(3**n)`` layouts of the deck of n features.

    Layouts are taken in the order of their bit sets, those with a Set less before; a byte each, so
    128 MB for n = 3, and some seconds.

    Raises:
        OptionError: n is not 1, 2 or 3.

    >>> count_nimbers(1)
    {0: 7, 1: 1}
    """
    if not 1 <= n <= MOST_FEATURES:
        raise OptionError(f"{n} features: expected 1 to {MOST_FEATURES}")
    space = Space(n)
    return count_layout_nimbers(space.size, space.iter_lines())


def count_layout_nimbers(size: int, lines: Iterable[Line]) -> dict[int, int]:
    """Count the subsets of each nimber, over all subsets of the vertices of a hypergraph.

    Raises:
        OptionError: more than 27 vertices.

    >>> count_layout_nimbers(5, [(0, 1, 2), (2, 3, 4)])
    {0: 25, 1: 7}
    """
    import numpy as np

    from thirdcard.solvers.kernels.duel_layouts import layout_nimbers_kernel

    if not 0 <= size <= _MOST_POINTS:
        raise OptionError(f"{size} vertices: expected at most {_MOST_POINTS}")
    masks = np.array([1 << a | 1 << b | 1 << c for a, b, c in lines], np.int64)
    low_bits = min(size, _LOW_BITS)
    nimbers = np.zeros(1 << size, np.uint8)
    # No play has more than nine moves.
    counts = np.zeros(_MOST_POINTS // 3 + 1, np.int64)
    highs = 1 << (size - low_bits)
    for first in range(0, highs, _CHUNK):
        last = min(highs, first + _CHUNK)
        layout_nimbers_kernel(first, last, low_bits, masks, nimbers, counts)
    return {nimber: count for nimber, count in enumerate(counts.tolist()) if count}
