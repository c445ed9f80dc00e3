r"""Smallest maximal packings of a 3-uniform hypergraph: branching on an edge that is not met.

Some chosen edge meets every edge.  Take an edge that no
chosen one meets yet and which the fewest usable edges meet, and try those in turn; one that has
been tried is not usable any more beside its successors, but still has to be met.  With *j* edges to
choose and *l* to be met, a branch ends if

* more than 3j of them are disjoint, since a chosen edge meets at most three such; or
* :math:`d_1 + \dots + d_{3j} - 2j < l`, where d are the largest degrees of vertices: the edges to
  choose have 3j different vertices, and each is counted thrice where once is due.  The second holds
  for the candidate itself too, with its own three degrees.

The state is kept in arrays, and the kernel returns after a number of nodes.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from thirdcard.jit import compiled

__all__ = [
    "DONE",
    "FOUND",
    "MORE",
    "dominate_kernel",
    "greedy_kernel",
]

Integers = NDArray[np.int32]

MORE: Final = 0
"""The nodes are used up, the search goes on with the next call."""
FOUND: Final = 1
"""Found; the next call would go on."""
DONE: Final = 2
"""There is none."""


@compiled
def _degrees_kernel(
    edges: Integers, live: Integers, count: int, excluded: Integers, degree: Integers
) -> None:
    """Count, for each vertex, the live edges (row 0) and the live usable edges (row 1)."""
    degree[:] = 0
    for i in range(count):
        edge = live[i]
        usable = 1 - excluded[edge]
        for j in range(3):
            degree[0, edges[edge, j]] += 1
            degree[1, edges[edge, j]] += usable


@compiled
def _most_met_kernel(degree: Integers, tally: Integers, most: int) -> tuple[int, int]:
    """Return how many live edges ``most`` and ``most - 1`` disjoint edges meet at most."""
    size = degree.shape[1]
    highest = 0
    for v in range(size):
        highest = max(highest, degree[0, v])
    tally[: highest + 1] = 0
    for v in range(size):
        tally[degree[0, v]] += 1
    total = fewer = 0
    left = 3 * most
    for value in range(highest, 0, -1):
        taken = min(tally[value], left)
        # Among the vertices taken, those before the last three are of the smaller number.
        total += value * taken
        fewer += value * min(taken, max(0, left - 3))
        left -= taken
        if left == 0:
            break
    return total - 2 * most, fewer - 2 * (most - 1)


@compiled
def _enter_kernel(
    edges: Integers,
    live: Integers,
    count: int,
    excluded: Integers,
    left: int,
    candidates: Integers,
    degree: Integers,
    tally: Integers,
    covered: Integers,
) -> int:
    """Fill in the edges to be tried, best first, and return their number; 0 ends the branch."""
    _degrees_kernel(edges, live, count, excluded, degree)
    whole, rest = _most_met_kernel(degree, tally, left)
    if whole < count:
        return 0
    covered[:] = 0
    disjoint = 0
    for i in range(count):
        a, b, c = edges[live[i]]
        if covered[a] + covered[b] + covered[c] == 0:
            covered[a] = covered[b] = covered[c] = 1
            disjoint += 1
    if disjoint > 3 * left:
        return 0
    fewest = 1 << 30
    chosen = 0
    for i in range(count):
        a, b, c = edges[live[i]]
        meeting = degree[1, a] + degree[1, b] + degree[1, c] - 2 * (1 - excluded[live[i]])
        if meeting < fewest:
            fewest = meeting
            chosen = live[i]
    if fewest == 0:
        return 0
    covered[:] = 0
    for j in range(3):
        covered[edges[chosen, j]] = 1
    found = 0
    for i in range(count):
        edge = live[i]
        a, b, c = edges[edge]
        if excluded[edge] or covered[a] + covered[b] + covered[c] == 0:
            continue
        meets = degree[0, a] + degree[0, b] + degree[0, c]
        if meets - 2 + rest < count:
            continue
        place = found
        while place > 0:
            other = candidates[place - 1]
            if (
                degree[0, edges[other, 0]] + degree[0, edges[other, 1]] + degree[0, edges[other, 2]]
                >= meets
            ):
                break
            candidates[place] = other
            place -= 1
        candidates[place] = edge
        found += 1
    return found


@compiled
def dominate_kernel(
    edges: Integers,
    size: int,
    most: int,
    budget: int,
    state: Integers,
    live: Integers,
    candidates: Integers,
    excluded: Integers,
) -> int:
    """Search for at most ``most`` disjoint edges that meet all; see the module's docstring.

    Args:
        edges: int32[e, 3], the vertices of each.
        size: number of vertices.
        most: how many edges may be chosen, 1 or more.
        budget: nodes until it returns.
        state: int32[3, most + 1], zero at first: of each depth the number of live edges, the number
            of candidates and the next of them; entry [0, most] is the depth plus 1.  A candidate
            at a depth is chosen if it is before the next one.
        live: int32[most, e], the live edges of each depth.
        candidates: int32[most, e].
        excluded: int32[e], zero at first.

    Returns:
        `MORE`, `FOUND` or `DONE`; when found, the chosen edges are
        ``candidates[d, state[2, d] - 1]`` of the depths ``0 <= d < state[0, most]``.
    """
    degree = np.zeros((2, size), np.int32)
    tally = np.zeros(len(edges) + 1, np.int32)
    covered = np.zeros(size, np.int32)
    if state[0, most] == 0:
        count = len(edges)
        for i in range(count):
            live[0, i] = i
        state[0, 0] = count
        state[2, 0] = 0
        state[1, 0] = _enter_kernel(
            edges, live[0], count, excluded, most, candidates[0], degree, tally, covered
        )
        state[0, most] = 1
    depth = state[0, most] - 1
    nodes = 0
    while depth >= 0:
        if nodes >= budget:
            state[0, most] = depth + 1
            return MORE
        place = state[2, depth]
        if place > 0:
            excluded[candidates[depth, place - 1]] = 1
        if place == state[1, depth]:
            for i in range(place):
                excluded[candidates[depth, i]] = 0
            depth -= 1
            continue
        nodes += 1
        state[2, depth] = place + 1
        a, b, c = edges[candidates[depth, place]]
        covered[:] = 0
        covered[a] = covered[b] = covered[c] = 1
        count = 0
        last = depth + 1 == most
        below = 0 if last else depth + 1
        for i in range(state[0, depth]):
            edge = live[depth, i]
            if covered[edges[edge, 0]] + covered[edges[edge, 1]] + covered[edges[edge, 2]] == 0:
                if last:
                    count = 1
                    break
                live[below, count] = edge
                count += 1
        if count == 0:
            state[0, most] = depth + 1
            return FOUND
        if last:
            continue
        found = _enter_kernel(
            edges,
            live[below],
            count,
            excluded,
            most - below,
            candidates[below],
            degree,
            tally,
            covered,
        )
        if found > 0:
            state[0, below] = count
            state[1, below] = found
            state[2, below] = 0
            depth = below
    state[0, most] = 0
    return DONE


@compiled
def greedy_kernel(edges: Integers, size: int, chosen: Integers) -> int:
    """Fill in disjoint edges that meet all, each meeting the most of those left; their number."""
    count = len(edges)
    live = np.arange(count).astype(np.int32)
    excluded = np.zeros(count, np.int32)
    degree = np.zeros((2, size), np.int32)
    taken = 0
    while count > 0:
        _degrees_kernel(edges, live, count, excluded, degree)
        best = live[0]
        most = 0
        for i in range(count):
            a, b, c = edges[live[i]]
            meets = degree[0, a] + degree[0, b] + degree[0, c]
            if meets > most:
                most = meets
                best = live[i]
        chosen[taken] = best
        taken += 1
        left = 0
        for i in range(count):
            apart = True
            for j in range(3):
                for k in range(3):
                    apart = apart and edges[live[i], j] != edges[best, k]
            if apart:
                live[left] = live[i]
                left += 1
        count = left
    return taken
