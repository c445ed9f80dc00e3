r"""Meet in the middle for the one-round game: half of a Set tells what the other half must be.

Divide the k cards of a Set into h and k - h.  In each feature a part either agrees on a value *v*,
and then so does the other, or it has h different values, and then the other has the remaining.
With a random 64-bit number :math:`r_{fv}` for each value of each feature, let the key of a part be
the sum, over the features, of :math:`r_{fv}` where it agrees on v, and of :math:`\sum r_{fv}` over
its values v where they differ; and let its wish be the key of the part that completes it, so with
:math:`T_f - \sum r_{fv}`, for :math:`T_f = \sum_v r_{fv}`, where they differ.  Parts of a Set have
the key that the other wishes.  The converse may fail, though hardly ever, so what fits is looked at
itself; nothing is missed, whatever the numbers are.

Both come from :math:`S = \sum r` over all values of the part and :math:`E = \sum r_{fv}`,
:math:`F = \sum T_f` over the features that agree:

.. math:: \text{key} = S - (h-1)E, \qquad \text{wish} = \sum_f T_f - S + (h+1)E - F.

A part of one card, which agrees and differs in every feature, is the case h = 1 of this: its key is
S, and the part of two cards for k = 3 wishes just that.  Takes
:math:`O(n \binom{m}{\lceil k/2 \rceil})` steps, in place of the power k.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from thirdcard.solvers.limits import Deadline

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Parts = npt.NDArray[np.intp]
    Keys = npt.NDArray[np.uint64]

__all__ = ["find_by_halves"]

_MOST_ENTRIES = 1_000_000


def find_by_halves(
    cards: Sequence[tuple[int, ...]], values: int, perfect: bool, deadline: Deadline
) -> tuple[bool, tuple[int, ...] | None]:
    """Return whether all was looked at, or a Set found; and the Set, for 3 to 6 values."""
    import numpy as np

    from thirdcard.solvers.matching import is_matching

    table = np.array(cards, np.intp).reshape(len(cards), -1)
    weights = np.random.default_rng(0).integers(
        0, 2**64, (table.shape[1], values), np.uint64, endpoint=False
    )
    large = _Half(table, weights, values - values // 2, perfect)
    if not large.collect(deadline):
        return False, None
    if values % 2:
        small = _Half(table, weights, values // 2, perfect)
        if not small.collect(deadline):
            return False, None
    else:
        small = large
    order = np.argsort(large.wishes)
    wishes = large.wishes[order]
    first = np.searchsorted(wishes, small.keys, "left")
    last = np.searchsorted(wishes, small.keys, "right")
    for row in np.flatnonzero(first < last):
        for place in order[first[row] : last[row]]:
            chosen = (*small.parts[row].tolist(), *large.parts[place].tolist())
            if is_matching(cards, chosen, values, perfect):
                return True, chosen
            if deadline.is_over:
                return False, None
    return True, None


class _Half:
    """All parts of a size that agree or differ in each feature, with their keys and wishes."""

    def __init__(self, table: Parts, weights: Keys, size: int, perfect: bool) -> None:
        self.table = table
        self.weights = weights
        self.size = size
        self.perfect = perfect and size > 1
        self.parts: Parts
        self.keys: Keys
        self.wishes: Keys

    def collect(self, deadline: Deadline) -> bool:
        """Fill the arrays; return False if there was no time to."""
        import numpy as np

        blocks = []
        for block in self._iter_blocks():
            blocks.append(self._weigh(block))
            if deadline.is_over:
                return False
        self.parts, self.keys, self.wishes = (
            np.concatenate(arrays) for arrays in zip(*blocks, strict=True)
        )
        return True

    def _iter_blocks(self) -> Iterator[Parts]:
        """Yield increasing parts, a block at a time."""
        import numpy as np

        count, features = self.table.shape
        rows = max(1, _MOST_ENTRIES // features)
        if self.size == 1:
            yield np.arange(count, dtype=np.intp)[:, None]
            return
        lower, upper = np.triu_indices(count, 1)
        if self.size == 2:
            for start in range(0, len(lower), rows):
                stop = start + rows
                yield np.column_stack((lower[start:stop], upper[start:stop]))
            return
        starts = np.searchsorted(lower, np.arange(count), "right")
        for i in range(count - 2):
            # The pairs of later cards, in the order of the triangle's rows.
            for start in range(int(starts[i]), len(lower), rows):
                stop = start + rows
                pairs = np.column_stack((lower[start:stop], upper[start:stop]))
                yield np.column_stack((np.full(len(pairs), i), pairs))

    def _weigh(self, parts: Parts) -> tuple[Parts, Keys, Keys]:
        import numpy as np

        columns = [self.table[parts[:, place]] for place in range(self.size)]
        same = np.ones(columns[0].shape, np.bool_)
        differ = np.ones(columns[0].shape, np.bool_)
        for j in range(self.size):
            for i in range(j):
                equal = columns[i] == columns[j]
                same &= equal
                differ &= ~equal
        fits = (differ if self.perfect else same | differ).all(axis=1)
        parts, same = parts[fits], same[fits]
        features = np.arange(self.table.shape[1])
        numbers: Any = self.weights[features, self.table]
        totals = self.weights.sum(axis=1, dtype=np.uint64)
        both = numbers.sum(axis=1, dtype=np.uint64)[parts].sum(axis=1, dtype=np.uint64)
        agreed = np.where(same, numbers[parts[:, 0]], np.uint64(0)).sum(axis=1, dtype=np.uint64)
        missed = np.where(same, totals, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        keys = both - np.uint64(self.size - 1) * agreed
        wishes = totals.sum(dtype=np.uint64) - both + np.uint64(self.size + 1) * agreed - missed
        return parts, keys, wishes
