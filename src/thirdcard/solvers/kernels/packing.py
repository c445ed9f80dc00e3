r"""Disjoint Sets that leave as few cards as possible: the search in depth.

Level r asks for a packing that leaves r cards over; r runs through the residue class of the number
of cards, from below, so that the first level with a solution is the optimum.  A node takes the live
card with the fewest ways to go on and branches: one of the live edges through it, or it is left.

Three arguments cut the tree.

*Sum.*  The points of a line add up to zero, so the cards left over add up to what all live cards
add up to, S.  With one card to leave, it is S; with two, each determines the other, and x is its
own partner iff x = -S; three different cards that add up to zero are a line, which a better packing
would have taken, and the levels below are refuted already.  With none left, S = 0.

*First leaf.*  Let P be the first solution of the level in the order of the tree, and let v be left
in P by a branch.  Then P covers every neighbour of v: let e = {v, b, c} be live at the branch.  If
P covered neither b nor c, P + e would be a solution of a level that is refuted.  If one edge f of
P met e, P - f + e would be a solution as good: it agrees with all decisions above the branch, since
f and e consist of cards that are live there, and takes e where P leaves v; edges are tried before
the card is left, so it would come before P.  So the neighbours of a card that was left must be
covered (``must``), and one of them with no live edge ends the branch.  That the marks of several
branches need not go together is no matter: each holds for the same first P, whatever is pruned.

*Degree.*  A live card without live edges is left over.

Whether a solution is met early depends on luck, with a heavy tail.  So the search starts again with
other random preferences after a number of nodes that doubles each time; since it grows without end,
a complete run is made in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from thirdcard.jit import compiled
from thirdcard.solvers.kernels.packing_state import (
    BEST,
    DEPTH,
    END,
    FIRST_LIMIT,
    LEVEL,
    LIMIT,
    LIVE,
    MARKED,
    MAY_LEAVE,
    NEGATIVE,
    NEXT,
    REMOVED,
    RUN,
    SLACK,
    SPREAD,
    TAKEN,
    VERTEX,
    Ints,
    Points,
    Search,
    build_table_kernel,
    shuffle_kernel,
)

__all__ = ["pack_table_kernel", "pack_within", "search_kernel", "start_kernel"]

_FAIL: Final = -1
_SUCCESS: Final = -2


@compiled
def _remove_kernel(search: Search, v: int) -> None:
    """Make a vertex not live; its own degree stays as it is for the way back."""
    search.live[v] = 0
    search.removed[search.state[REMOVED]] = v
    search.state[REMOVED] += 1
    search.state[LIVE] -= 1
    for at in range(search.starts[v], search.starts[v + 1]):
        e = search.incident[at]
        if search.lost[e] == 0:
            for i in range(3):
                search.degree[search.edges[e, i]] -= 1
            search.degree[v] += 1
        search.lost[e] += 1


@compiled
def _leave_kernel(search: Search, v: int) -> None:
    """Leave a live vertex over."""
    _remove_kernel(search, v)
    state = search.state
    state[SLACK] -= 1
    if state[NEGATIVE] >= 0:
        # -(S - x) = x + (-S), which is the third point of the third point and zero.
        line = search.third[state[NEGATIVE], search.points[v]]
        state[NEGATIVE] = search.third[line, 0]


@compiled
def _return_kernel(search: Search, frame: int) -> None:
    """Go back to where a branch was made."""
    state = search.state
    row = search.frames[frame]
    while state[REMOVED] > row[REMOVED]:
        state[REMOVED] -= 1
        v = search.removed[state[REMOVED]]
        search.live[v] = 1
        for at in range(search.starts[v], search.starts[v + 1]):
            e = search.incident[at]
            search.lost[e] -= 1
            if search.lost[e] == 0:
                for i in range(3):
                    search.degree[search.edges[e, i]] += 1
                search.degree[v] -= 1
    while state[MARKED] > row[MARKED]:
        state[MARKED] -= 1
        search.must[search.marked[state[MARKED]]] = 0
    state[SLACK] = row[SLACK]
    state[NEGATIVE] = row[NEGATIVE]
    state[LIVE] = row[LIVE]
    state[TAKEN] = row[TAKEN]


@compiled
def _choose_kernel(search: Search) -> int:
    """Leave what has to be left; return the vertex to branch on, or how the node ends.

    Whether the vertex may be left, as far as is known, is put into the frame to be pushed.
    """
    state = search.state
    size = len(search.live)
    while True:
        slack = state[SLACK]
        negative = state[NEGATIVE]
        if state[LIVE] <= slack:
            return _SUCCESS
        if negative >= 0:
            if slack == 0 and negative != 0:
                return _FAIL
            if slack == 3 and negative == 0:
                return _FAIL
            if slack == 1:
                v = search.where[search.third[negative, 0]]
                if v < 0 or search.live[v] == 0 or search.must[v]:
                    return _FAIL
                _leave_kernel(search, v)
                continue
        chosen = _FAIL
        least = 1 << 40
        bare = 0
        leavable = 0
        for v in range(size):
            if search.live[v] == 0:
                continue
            # A function of its own for this made the whole search four times as slow.
            may = slack > 0 and search.must[v] == 0
            if may and slack == 2 and negative >= 0:
                other = search.where[search.third[negative, search.points[v]]]
                may = other >= 0 and other != v
                may = may and search.live[other] == 1 and search.must[other] == 0
            leavable += may
            if search.degree[v] == 0:
                if not may:
                    return _FAIL
                bare += 1
                if bare > slack:
                    return _FAIL
                continue
            key = np.int64(search.degree[v] + may) * SPREAD + search.weight[v]
            if key < least:
                least = key
                chosen = v
                search.frames[state[DEPTH], MAY_LEAVE] = may
        if slack > 0 and leavable == 0:
            return _FAIL
        if bare == 0:
            return chosen
        for v in range(size):
            if search.live[v] and search.degree[v] == 0:
                _leave_kernel(search, v)


@compiled
def _push_kernel(search: Search, v: int) -> None:
    """Branch on a vertex: edges first whose other two vertices have the fewest edges."""
    state = search.state
    row = search.frames[state[DEPTH]]
    for i in range(VERTEX):
        row[i] = state[i]
    first = search.frames[state[DEPTH] - 1, END]
    end = first
    for at in range(search.starts[v], search.starts[v + 1]):
        e = search.incident[at]
        if search.lost[e]:
            continue
        key = _edge_key(search, e)
        i = end
        while i > first and _edge_key(search, search.choices[i - 1]) > key:
            search.choices[i] = search.choices[i - 1]
            i -= 1
        search.choices[i] = e
        end += 1
    row[VERTEX] = v
    row[NEXT] = first
    row[END] = end
    state[DEPTH] += 1


@compiled
def _edge_key(search: Search, e: int) -> int:
    key = 0
    for i in range(3):
        v = search.edges[e, i]
        key += search.degree[v] * SPREAD + search.weight[v]
    return key


@compiled
def _advance_kernel(search: Search) -> bool:
    """Go to the next node in the order of the tree; return False if there is none."""
    state = search.state
    while state[DEPTH] > 1:
        frame = state[DEPTH] - 1
        row = search.frames[frame]
        _return_kernel(search, frame)
        if row[NEXT] < row[END]:
            e = search.choices[row[NEXT]]
            row[NEXT] += 1
            for i in range(3):
                _remove_kernel(search, search.edges[e, i])
            search.taken[state[TAKEN]] = e
            state[TAKEN] += 1
            return True
        if row[MAY_LEAVE]:
            row[MAY_LEAVE] = 0
            v = row[VERTEX]
            for at in range(search.starts[v], search.starts[v + 1]):
                e = search.incident[at]
                if search.lost[e] == 0:
                    for i in range(3):
                        w = search.edges[e, i]
                        if w != v and search.must[w] == 0:
                            search.must[w] = 1
                            search.marked[state[MARKED]] = w
                            state[MARKED] += 1
            _leave_kernel(search, v)
            return True
        state[DEPTH] -= 1
    return False


@compiled
def start_kernel(search: Search) -> None:
    """Go back to the root, to search the level from its start."""
    _return_kernel(search, 0)
    search.state[SLACK] = search.state[LEVEL]
    search.state[DEPTH] = 1
    search.state[RUN] = 0


@compiled
def search_kernel(search: Search, budget: int) -> int:
    """Search on for a number of nodes; return how many of them are left, or -1 if not done.

    Once it is done ``best`` is a largest packing.  Before, what is needed to go on stays in the
    arrays, and every packing leaves at least ``state[LEVEL]`` cards over.
    """
    state = search.state
    while True:
        if budget <= 0:
            return -1
        budget -= 1
        state[RUN] += 1
        chosen = _choose_kernel(search)
        if state[TAKEN] > state[BEST]:
            search.best[: state[TAKEN]] = search.taken[: state[TAKEN]]
            state[BEST] = state[TAKEN]
        if chosen == _SUCCESS:
            return budget
        if chosen >= 0:
            _push_kernel(search, chosen)
            if state[RUN] >= state[LIMIT]:
                start_kernel(search)
                state[LIMIT] *= 2
                shuffle_kernel(search)
                continue
        if not _advance_kernel(search):
            state[LEVEL] += 3
            start_kernel(search)
            state[LIMIT] = FIRST_LIMIT


@compiled
def pack_table_kernel(spots: Ints, third: Points, budget: int) -> Ints:
    """Return the vertices of a largest packing of points by lines, edge by edge, in a row.

    In front stands a number: 1, or 0 if the budget of nodes did not suffice and nothing follows.
    """
    search = build_table_kernel(spots, third)
    done = search_kernel(search, budget) >= 0
    count = search.state[BEST] if done else 0
    result = np.empty(1 + 3 * count, np.int32)
    result[0] = done
    for i in range(count):
        for j in range(3):
            result[1 + 3 * i + j] = search.edges[search.best[i], j]
    return result


def pack_within(
    size: int, edges: Sequence[tuple[int, int, int]], slack: int
) -> tuple[tuple[int, int, int], ...] | None:
    """Return a packing that leaves at most a number of vertices over, or None: the plain twin.

    It does without sums, marks, preferences and restarts.

    >>> pack_within(4, [(0, 1, 2), (1, 2, 3)], 0)
    >>> pack_within(4, [(0, 1, 2), (1, 2, 3)], 1)
    ((0, 1, 2),)
    """
    ways = [0] * size
    for edge in edges:
        for vertex in edge:
            ways[vertex] += 1
    if slack < 0 or ways.count(0) > slack:
        return None
    if not edges:
        return ()
    vertex = min((number for number in range(size) if ways[number]), key=ways.__getitem__)
    for edge in edges:
        if vertex in edge:
            rest = [other for other in edges if not set(edge) & set(other)]
            # The three vertices stay in the count, with no edges, as if they were left over.
            found = pack_within(size, rest, slack + 3)
            if found is not None:
                return (edge, *found)
    return pack_within(size, [edge for edge in edges if vertex not in edge], slack)
