"""How many of all layouts of a small deck are dominated by how few Sets."""

from __future__ import annotations

from thirdcard.core.geometry import Space
from thirdcard.errors import OptionError

__all__ = ["count_dominations"]

_MOST_CARDS = 27
_PIECE = 1 << 20


def count_dominations(space: Space) -> dict[int, int]:
    """Return the number of layouts, of any size, by their value of `min_domination`.

    By `thirdcard.solvers.kernels.domination_layouts`; for 27 cards that takes 2**27 bytes and some
    ten seconds.

    Raises:
        OptionError: the space has more than 27 points.

    >>> count_dominations(Space(1))
    {0: 7, 1: 1}
    """
    if space.size > _MOST_CARDS:
        raise OptionError(f"{space.size} cards: expected at most {_MOST_CARDS}")
    import numpy as np

    from thirdcard.solvers.kernels.domination_layouts import fill_values_kernel

    lines = [1 << a | 1 << b | 1 << c for a, b, c in space.iter_lines()]
    rows = [[other for other in lines if other & line] for line in lines]
    width = max(map(len, rows))
    meeting = np.array([row + [-1] * (width - len(row)) for row in rows], np.int64)
    values = np.zeros(1 << space.size, np.uint8)
    histogram = np.zeros(space.size // 3 + 1, np.int64)
    masks = np.array(lines, np.int64)
    # In pieces, between which an interrupt is heard.
    for first in range(0, len(values), _PIECE):
        last = min(first + _PIECE, len(values))
        fill_values_kernel(masks, meeting, first, last, values, histogram)
    return {value: count for value, count in enumerate(histogram.tolist()) if count}
