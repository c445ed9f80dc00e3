"""The fewest points that hit all hyperedges."""

from __future__ import annotations

from collections.abc import Sequence

from thirdcard.solvers.hypergraph import Hypergraph
from thirdcard.solvers.limits import Deadline

__all__ = ["find_hitting_set"]

_LOOK_EVERY = 64


def find_hitting_set(
    hypergraph: Hypergraph, most: int, deadline: Deadline | None = None
) -> tuple[int, ...] | None:
    """Return a smallest set of points that every edge holds one of, None if it has more than most.

    Sizes are tried from the number of disjoint edges that are found greedily.  For a size, one of
    the three points of an edge that is not hit is taken, the later ones with the earlier ones
    forbidden; a branch ends where more disjoint edges are left than points may be taken.  At most
    3**most branches.

    Raises:
        TimeoutError: the deadline is over.

    >>> find_hitting_set(Hypergraph.of(5, [(0, 1, 2), (0, 3, 4)]), 1)
    (0,)
    """
    masks = hypergraph.masks
    ticks = 0

    def count_disjoint(edges: Sequence[int]) -> int:
        used = count = 0
        for edge in edges:
            if not edge & used:
                used |= edge
                count += 1
        return count

    def search(edges: Sequence[int], forbidden: int, size: int) -> int | None:
        nonlocal ticks
        ticks += 1
        if deadline is not None and ticks % _LOOK_EVERY == 0 and deadline.is_over:
            raise TimeoutError
        if not edges:
            return 0
        if count_disjoint(edges) > size:
            return None
        edge = min(edges, key=lambda edge: (edge & ~forbidden).bit_count())
        choices = edge & ~forbidden
        while choices:
            point = choices & -choices
            rest = search([other for other in edges if not other & point], forbidden, size - 1)
            if rest is not None:
                return rest | point
            choices ^= point
            forbidden |= point
        return None

    for size in range(count_disjoint(masks), most + 1):
        found = search(masks, 0, size)
        if found is not None:
            return tuple(i for i in range(hypergraph.size) if found >> i & 1)
    return None
