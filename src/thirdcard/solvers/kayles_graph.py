r"""What of a graph matters in Arc Kayles, and the graphs whose nimbers need no search.

**Surplus twins.**  Let T be a set of vertices with the same neighbourhood N of t vertices, so that
no two of T are joined.  Then all but t of T may be deleted: the positions with a and with b such
vertices, both at least t, have the same nimber and the same lengths of play.  For consider the
pairs of positions that differ only in how many vertices T has, both at least t.  A move between N
and T takes one vertex of each, and the move in the other graph with the same vertex of N and any of
T leaves t - 1 vertices of N and at least t - 1 of T in both: again such a pair.  Every other move
is the same in both, and of N and T takes vertices of N only: again such a pair.  A pair has moves
in both or in neither.  So the pairs are a bisimulation.  Isolated vertices are the case t = 0, and
of several leaves at a vertex one is left.

This is the argument of the second proof of Theorem 4.1 for the classes outside a vertex cover,
which holds for all classes, without a cover and in every position.  For edges it says: a move with
a deleted twin is worth as much as the one with a twin that was kept.

**Closed forms.**  A path is Dawson's Kayles, the octal game 0.07, whose nimbers have the period 34
(R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956): to show it, it is enough to
see it up to twice the last exception plus the period plus 2.  The first move in a cycle of k
vertices leaves a path of k - 2; complete graphs are a matter of parity; each move in a star is the
last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

__all__ = [
    "closed_nimber",
    "complete_nimber",
    "cycle_nimber",
    "delete_twins",
    "iter_bits",
    "iter_components",
    "path_nimber",
    "reduce_mask",
    "shape",
]

_PERIOD: Final = 34
_LAST_EXCEPTION: Final = 52
_KNOWN: Final = 2 * _LAST_EXCEPTION + _PERIOD + 3


@cache
def _path_table() -> tuple[int, ...]:
    """Return the nimbers of the paths with 0, 1, … vertices, far enough to show the period."""
    table = [0, 0]
    for size in range(2, _KNOWN):
        reached = {table[i] ^ table[size - 2 - i] for i in range(size - 1)}
        table.append(next(n for n in range(len(reached) + 1) if n not in reached))
    return tuple(table)


def path_nimber(size: int) -> int:
    """Return the nimber of a path, by its vertices: Dawson's Kayles.

    >>> [path_nimber(n) for n in range(12)]
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    """
    if size >= _KNOWN:
        first = _LAST_EXCEPTION + 1
        size = first + (size - first) % _PERIOD
    return _path_table()[size]


def cycle_nimber(size: int) -> int:
    """Return the nimber of a cycle of at least three vertices."""
    return 0 if path_nimber(size - 2) else 1


def complete_nimber(size: int) -> int:
    """Return the nimber of a complete graph."""
    return size // 2 % 2


def shape(size: int, edges: int, highest: int) -> str:
    """Name a connected graph by its vertices, edges and highest degree.

    Returns:
        ``path``, ``cycle``, ``complete`` or ``star``, or nothing for others.
    """
    if highest <= 2:
        return "cycle" if edges == size else "path"
    if 2 * edges == size * (size - 1):
        return "complete"
    return "star" if edges == size - 1 == highest else ""


def iter_bits(mask: int) -> Iterator[int]:
    """Yield the members of a bit set in increasing order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def iter_components(adjacency: Sequence[int], mask: int) -> Iterator[int]:
    """Yield the components of at least two vertices among the vertices of a mask."""
    while mask:
        part = todo = mask & -mask
        while todo:
            bit = todo & -todo
            fresh = adjacency[bit.bit_length() - 1] & mask & ~part
            part |= fresh
            todo = (todo ^ bit) | fresh
        mask &= ~part
        if part & (part - 1):
            yield part


def reduce_mask(adjacency: Sequence[int], mask: int) -> int:
    """Return the vertices of a mask without surplus twins and isolated ones.

    Of twins the first ones are kept.
    """
    while True:
        before = mask
        count: dict[int, int] = {}
        for vertex in iter_bits(before):
            around = adjacency[vertex] & before
            equal = count.get(around, 0)
            if equal >= around.bit_count():
                mask ^= 1 << vertex
            else:
                count[around] = equal + 1
        if mask == before:
            return mask


def closed_nimber(adjacency: Sequence[int], component: int) -> int | None:
    """Return the nimber of a component that needs no search, None for others."""
    degrees = [(adjacency[vertex] & component).bit_count() for vertex in iter_bits(component)]
    size = len(degrees)
    match shape(size, sum(degrees) // 2, max(degrees)):
        case "path":
            return path_nimber(size)
        case "cycle":
            return cycle_nimber(size)
        case "complete":
            return complete_nimber(size)
        case "star":
            return 1
    return None


def delete_twins(neighbours: Sequence[Iterable[int]]) -> tuple[list[set[int]], list[int]]:
    """Return a graph without surplus twins and isolated vertices, and who stands for whom.

    Takes time linear in the edges for each round; there are several where deleting a vertex makes
    twins of others.

    Returns:
        the neighbours of each vertex, none for a deleted one; and for each vertex the kept twin
        that stands for it, itself if it was kept.
    """
    around = [set(near) for near in neighbours]
    stands = list(range(len(around)))
    left = [vertex for vertex, near in enumerate(around) if near]
    while True:
        twins: dict[frozenset[int], list[int]] = {}
        for vertex in left:
            twins.setdefault(frozenset(around[vertex]), []).append(vertex)
        surplus = []
        for near, group in twins.items():
            for vertex in group[len(near) :]:
                stands[vertex] = group[0]
                surplus.append(vertex)
        if not surplus:
            break
        for vertex in surplus:
            for other in around[vertex]:
                around[other].discard(vertex)
            around[vertex] = set()
        left = [vertex for vertex in left if around[vertex]]
    # Who stood for a vertex may have been deleted in a later round; those are never earlier ones.
    for vertex in range(len(stands)):
        end = vertex
        while stands[end] != end:
            end = stands[end]
        stands[vertex] = end
    return around, stands
