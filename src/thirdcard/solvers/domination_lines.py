"""Smallest maximal packings by branching on an edge that is not met, for any hypergraph.

`search_by_lines` is the practical way, `thirdcard.solvers.kernels.domination`; components are
solved one by one, since their values add.  `search_by_subsets` is that of Theorem 3.3 of Lampis and
Mitsou, put right.

The theorem lists hitting sets of exactly 3r vertices: while there are fewer, it takes an edge that
is not hit and branches over the seven non-empty subsets of its vertices; it then looks for r
disjoint edges that make up a listed set.  That misses solutions: a branch also ends where all edges
are hit by fewer than 3r vertices, and nothing is listed there.  With the edges 123, 145, 267 and
r = 1, the edge 123 alone is a solution; but a search that takes 145 first and then 267 hits all
with 1 from the first and 2 from the second, and never comes to 3.

Here such a branch goes on to look for at most r disjoint edges that *contain* the set: they hit all
since it does.  Conversely let U be the vertices of a solution.  The branch that takes just the
vertices of U from each edge ends with a hitting set within U, and the edges of the solution that
meet it are such edges.  In this branch vertices not taken of an edge are not in U, so they are
forbidden below, and no U is looked at twice.  Each of the seven takes a vertex at least, so there
are at most 7**(3r) branches; for each the edges are found in time exponential in r.

References:
    M. Lampis and V. Mitsou, "The computational complexity of the game of Set and its theoretical
    applications", LATIN 2014, Theorem 3.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thirdcard.errors import CheckError
from thirdcard.solvers.domination_progress import Progress
from thirdcard.solvers.hypergraph import Edge, Hypergraph

__all__ = ["find_greedily", "iter_components", "search_by_lines", "search_by_subsets"]

_WORK = 2_000_000
_MOST_NODES = 20_000

_MISSED = "a maximal packing was missed"


def iter_components(hypergraph: Hypergraph) -> Iterator[tuple[Edge, ...]]:
    """Yield the edges of each component that has some.

    >>> list(iter_components(Hypergraph(7, ((0, 1, 2), (2, 3, 4)))))
    [((0, 1, 2), (2, 3, 4))]
    """
    parents = list(range(hypergraph.size))

    def find(vertex: int) -> int:
        while parents[vertex] != vertex:
            parents[vertex] = vertex = parents[parents[vertex]]
        return vertex

    for a, b, c in hypergraph.edges:
        parents[find(a)] = find(c)
        parents[find(b)] = find(c)
    components: dict[int, list[Edge]] = {}
    for edge in hypergraph.edges:
        components.setdefault(find(edge[0]), []).append(edge)
    yield from map(tuple, components.values())


def find_greedily(hypergraph: Hypergraph) -> tuple[Edge, ...]:
    """Return disjoint edges that meet all, each the one that meets the most of those left."""
    import numpy as np

    from thirdcard.solvers.kernels.domination import greedy_kernel

    edges = np.array(hypergraph.edges, np.int32).reshape(-1, 3)
    chosen = np.zeros(hypergraph.size // 3 + 1, np.int32)
    taken = greedy_kernel(edges, hypergraph.size, chosen)
    return tuple(sorted(hypergraph.edges[i] for i in chosen[:taken].tolist()))


# -- the practical way --------------------------------------------------------------------------


def search_by_lines(hypergraph: Hypergraph, progress: Progress) -> None:
    """Bring the progress to its end, by iterative deepening in each component.

    Raises:
        Stopped: the time is over before.
        CheckError: no edges were found, though there always are some.
    """
    components = sorted(iter_components(hypergraph), key=len)
    found: list[Edge] = []
    for i, edges in enumerate(components):
        # A component that has edges takes one at least.
        others = len(found) + len(components) - i - 1
        start = max(1, progress.bound) if len(components) == 1 else 1
        for most in range(start, hypergraph.size // 3 + 1):
            progress.prove(others + most)
            if progress.is_settled:
                return
            chosen = _find_at_most(edges, hypergraph.size, most, progress)
            if chosen is not None:
                found += chosen
                break
        else:
            raise CheckError(_MISSED)
    progress.find(found)
    progress.prove(len(found))


def _find_at_most(
    edges: Sequence[Edge], size: int, most: int, progress: Progress
) -> list[Edge] | None:
    """Return at most so many disjoint edges that meet all, or None if there are none."""
    import numpy as np

    from thirdcard.solvers.kernels.domination import FOUND, MORE, dominate_kernel

    lines = np.array(edges, np.int32)
    state = np.zeros((3, most + 1), np.int32)
    live = np.zeros((most, len(lines)), np.int32)
    candidates = np.zeros((most, len(lines)), np.int32)
    excluded = np.zeros(len(lines), np.int32)
    budget = min(_MOST_NODES, _WORK // len(lines) + 1)
    found = MORE
    while found == MORE:
        progress.check()
        found = dominate_kernel(lines, size, most, budget, state, live, candidates, excluded)
    if found != FOUND:
        return None
    depth = int(state[0, most])
    return [edges[int(candidates[d, state[2, d] - 1])] for d in range(depth)]


# -- Theorem 3.3 --------------------------------------------------------------------------------


def search_by_subsets(hypergraph: Hypergraph, progress: Progress) -> None:
    """Bring the progress to its end as Theorem 3.3 does; see the module's docstring.

    It is the plain twin of the others, for few rounds: the branches are 7**(3r) at the most.

    Raises:
        Stopped: the time is over before.
        CheckError: no edges were found, though there always are some.
    """
    for rounds in range(progress.bound, hypergraph.size // 3 + 1):
        progress.prove(rounds)
        if progress.is_settled:
            return
        found = _Subsets(hypergraph, rounds, progress).hit(0, 0)
        if found is not None:
            progress.find(found)
            return
    raise CheckError(_MISSED)


class _Subsets:
    """The search for r edges."""

    def __init__(self, hypergraph: Hypergraph, rounds: int, progress: Progress) -> None:
        self._edges = hypergraph.edges
        self._masks = hypergraph.masks
        self._edges_at = hypergraph.edges_at
        self._rounds = rounds
        self._progress = progress

    def hit(self, taken_mask: int, forbidden_mask: int) -> tuple[Edge, ...] | None:
        """Return disjoint edges whose vertices include those taken and none forbidden."""
        self._progress.check()
        edge_mask = next((mask for mask in self._masks if not mask & taken_mask), None)
        if edge_mask is None:
            return self._contain(taken_mask, forbidden_mask, ())
        allowed_mask = edge_mask & ~forbidden_mask
        room = 3 * self._rounds - taken_mask.bit_count()
        subset_mask = allowed_mask
        while subset_mask:
            if subset_mask.bit_count() <= room:
                found = self.hit(
                    taken_mask | subset_mask, forbidden_mask | (edge_mask & ~subset_mask)
                )
                if found is not None:
                    return found
            subset_mask = (subset_mask - 1) & allowed_mask
        return None

    def _contain(
        self, open_mask: int, closed_mask: int, chosen: tuple[Edge, ...]
    ) -> tuple[Edge, ...] | None:
        """Return chosen edges and more that contain the open vertices and no closed one."""
        if not open_mask:
            return chosen
        if len(chosen) == self._rounds:
            return None
        vertex = open_mask.bit_length() - 1
        for number in self._edges_at[vertex]:
            mask = self._masks[number]
            if not mask & closed_mask:
                edges = (*chosen, self._edges[number])
                found = self._contain(open_mask & ~mask, closed_mask | mask, edges)
                if found is not None:
                    return found
        return None
