"""What a search for packings goes on with, all in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from thirdcard.jit import compiled

__all__ = [
    "BEST",
    "DEPTH",
    "END",
    "FIRST_LIMIT",
    "FRAME",
    "LEVEL",
    "LIMIT",
    "LIVE",
    "MARKED",
    "MAY_LEAVE",
    "NEGATIVE",
    "NEXT",
    "RANDOM",
    "REMOVED",
    "RUN",
    "SLACK",
    "SPREAD",
    "STATES",
    "TAKEN",
    "VERTEX",
    "Ints",
    "Points",
    "Search",
    "build_graph",
    "build_graph_kernel",
    "build_table_kernel",
    "shuffle_kernel",
    "third_points",
]

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Points = npt.NDArray[np.uint16]

# What `Search.state` holds.
LEVEL: Final = 0
BEST: Final = 1
SLACK: Final = 2
NEGATIVE: Final = 3
LIVE: Final = 4
REMOVED: Final = 5
MARKED: Final = 6
TAKEN: Final = 7
DEPTH: Final = 8
RUN: Final = 9
LIMIT: Final = 10
RANDOM: Final = 11
STATES: Final = 12

# What a row of `Search.frames` holds: what to return to, and which choices are left.
VERTEX: Final = 8
NEXT: Final = 9
END: Final = 10
MAY_LEAVE: Final = 11
FRAME: Final = 12

FIRST_LIMIT: Final = 256
SPREAD: Final = 1024


class Search(NamedTuple):
    """The arrays of a search over m vertices and E edges.

    Attributes:
        edges: E rows of three vertices.
        starts: where the edges of each vertex begin in ``incident``, and the end.
        incident: numbers of edges, vertex by vertex.
        third: third point of all pairs, 3**n rows; one row where there is no geometry.
        points: the point of each vertex.
        where: the vertex of each point, or -1.
        live: 1 for a vertex that is neither covered nor left.
        degree: number of live edges of a live vertex.
        must: 1 for a vertex that has to be covered.
        lost: how many vertices of each edge are not live; an edge is live at 0.
        weight: random preference of each vertex.
        removed, marked: vertices that ceased to be live, or became a must, in order.
        frames: branches from the root to here.
        choices: edges of the branches, in the order of trial.
        taken: edges of the packing so far.
        best: edges of the largest packing met.
        state: single numbers: the level, the size of ``best``, and what the search goes on with.
    """

    edges: Ints
    starts: Ints
    incident: Ints
    third: Points
    points: Ints
    where: Ints
    live: Ints
    degree: Ints
    must: Ints
    lost: Ints
    weight: Ints
    removed: Ints
    marked: Ints
    frames: Longs
    choices: Ints
    taken: Ints
    best: Ints
    state: Longs


@compiled
def shuffle_kernel(search: Search) -> None:
    """Draw new preferences, by a linear congruence mod 2**31."""
    number = search.state[RANDOM]
    for v in range(len(search.weight)):
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        search.weight[v] = (number >> 16) & (SPREAD - 1)
    search.state[RANDOM] = number


@compiled
def build_graph_kernel(size: int, edges: Ints, third: Points, points: Ints, where: Ints) -> Search:
    """Return a search at its root; with no points, the sums are not looked at."""
    starts = np.zeros(size + 1, np.int32)
    for e in range(edges.shape[0]):
        for i in range(3):
            starts[edges[e, i] + 1] += 1
    degree = starts[1:].copy()
    for v in range(size):
        starts[v + 1] += starts[v]
    incident = np.empty(3 * edges.shape[0], np.int32)
    place = starts[:-1].copy()
    for e in range(edges.shape[0]):
        for i in range(3):
            v = edges[e, i]
            incident[place[v]] = e
            place[v] += 1
    search = Search(
        edges,
        starts,
        incident,
        third,
        points,
        where,
        np.ones(size, np.int32),
        degree,
        np.zeros(size, np.int32),
        np.zeros(edges.shape[0], np.int32),
        np.zeros(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty((size + 2, FRAME), np.int64),
        np.empty(3 * edges.shape[0], np.int32),
        np.empty(size // 3 + 1, np.int32),
        np.empty(size // 3 + 1, np.int32),
        np.zeros(STATES, np.int64),
    )
    state = search.state
    state[LEVEL] = size % 3
    state[SLACK] = size % 3
    state[LIVE] = size
    state[LIMIT] = FIRST_LIMIT
    state[RANDOM] = 1
    state[NEGATIVE] = -1
    if len(points):
        total = 0
        for v in range(size):
            total = int(third[third[total, points[v]], 0])
        state[NEGATIVE] = third[total, 0]
    # The lowest frame is the root, where nothing is left to choose.
    search.frames[0] = 0
    search.frames[0, :VERTEX] = state[:VERTEX]
    state[DEPTH] = 1
    shuffle_kernel(search)
    return search


@compiled
def build_table_kernel(spots: Ints, third: Points) -> Search:
    """Return a search at its root for points, whose lines are found here."""
    size = len(spots)
    where = np.full(third.shape[0], -1, np.int32)
    for i in range(size):
        where[spots[i]] = i
    count = 0
    for i in range(size):
        row = third[spots[i]]
        for j in range(i + 1, size):
            if where[row[spots[j]]] > j:
                count += 1
    edges = np.empty((count, 3), np.int32)
    count = 0
    for i in range(size):
        row = third[spots[i]]
        for j in range(i + 1, size):
            k = where[row[spots[j]]]
            if k > j:
                edges[count, 0] = i
                edges[count, 1] = j
                edges[count, 2] = k
                count += 1
    return build_graph_kernel(size, edges, third, spots, where)


@cache
def third_points(n: int) -> Points:
    """Return the third point of all pairs, 3**n rows of 3**n.

    >>> third_points(2)[0, 4]
    np.uint16(8)
    """
    table = np.zeros((1, 1), np.uint16)
    for place in range(n):
        # A further digit in front: where the first digits are i and j, it is -(i + j) mod 3.
        blocks = [[table + -(i + j) % 3 * 3**place for j in range(3)] for i in range(3)]
        table = np.block(blocks).astype(np.uint16)
    return table


def build_graph(size: int, edges: Sequence[tuple[int, int, int]]) -> Search:
    """Return the search of a hypergraph that is no table."""
    rows = np.array(edges, np.int32).reshape(-1, 3)
    none = np.empty(0, np.int32)
    return build_graph_kernel(size, rows, np.zeros((1, 1), np.uint16), none, none)
