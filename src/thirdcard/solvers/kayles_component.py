"""A component of a graph in Arc Kayles: its nimber, and its moves to a nimber."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from thirdcard.solvers.kayles_graph import (
    complete_nimber,
    cycle_nimber,
    iter_bits,
    path_nimber,
    shape,
)
from thirdcard.solvers.kayles_mirror import find_mirror
from thirdcard.solvers.kayles_search import KernelSearch, OutOfTimeError, PlainSearch, Search
from thirdcard.solvers.limits import Deadline

__all__ = ["Component", "Edge", "relabel"]

Edge = tuple[int, int]

_WORTH_A_MIRROR: Final = 16
"""From how many vertices on mirrors are looked for after a move; smaller graphs are searched."""


def relabel(vertices: list[int], neighbours: list[set[int]]) -> list[int]:
    """Return the neighbours of each vertex as bit masks, numbered by their places in the list."""
    place = {v: i for i, v in enumerate(vertices)}
    return [sum(1 << place[w] for w in neighbours[v]) for v in vertices]


class Component:
    """A component without surplus twins, and what is known of it.

    Attributes:
        vertices: its vertices in the whole graph.
        shape: see `thirdcard.solvers.kayles_graph.shape`.
        nimber: its nimber, once known.
    """

    def __init__(self, vertices: list[int], neighbours: list[set[int]], deadline: Deadline) -> None:
        self.vertices = vertices
        self._neighbours = neighbours
        self._deadline = deadline
        self._search: Search | None = None
        self._adjacency: list[int] = []
        size = len(vertices)
        degrees = [len(neighbours[v]) for v in vertices]
        self.shape = shape(size, sum(degrees) // 2, max(degrees))
        self.nimber: int | None = None
        match self.shape:
            case "path":
                self.nimber = path_nimber(size)
            case "cycle":
                self.nimber = cycle_nimber(size)
            case "complete":
                self.nimber = complete_nimber(size)

    @property
    def adjacency(self) -> list[int]:
        """The neighbours of each vertex as bit masks, numbered within the component."""
        if not self._adjacency:
            self._adjacency = relabel(self.vertices, self._neighbours)
        return self._adjacency

    @property
    def search(self) -> Search:
        """The search on it, made when it is first needed."""
        if self._search is None:
            fits = len(self.vertices) <= KernelSearch.MOST_VERTICES
            self._search = (KernelSearch if fits else PlainSearch)(self.adjacency, self._deadline)
        return self._search

    @property
    def full(self) -> int:
        """All its vertices, as a mask."""
        return (1 << len(self.vertices)) - 1

    @property
    def possible(self) -> int:
        """The nimbers it may have, as a bit set."""
        if self.nimber is not None:
            return 1 << self.nimber
        if self._search is None:
            return (2 << len(self.vertices) // 2) - 1
        return self._search.possible(self.full)

    def iter_edges(self) -> Iterator[tuple[Edge, int]]:
        """Yield each edge, and the mask of what it leaves."""
        for a, near in enumerate(self.adjacency):
            for b in iter_bits(near & -(2 << a)):
                yield (self.vertices[a], self.vertices[b]), self.full & ~(1 << a | 1 << b)

    def iter_moves_to(self, nimber: int, known_only: bool, deadline: Deadline) -> Iterator[Edge]:
        """Yield the moves to positions with a nimber; those that need no search, or all."""
        if self.shape in ("path", "cycle", "complete"):
            yield from self._iter_closed_moves_to(nimber)
            return
        for edge, left in self.iter_edges():
            if known_only:
                if deadline.is_over:
                    return
                if self.search.known_nimber(left) == nimber:
                    yield edge
            elif self.search.has_nimber(left, nimber):
                yield edge

    def _iter_closed_moves_to(self, nimber: int) -> Iterator[Edge]:
        size = len(self.vertices)
        if self.shape == "path":
            at = next(v for v in self.vertices if len(self._neighbours[v]) == 1)
            before = -1
            for place in range(size - 1):
                after = next(v for v in self._neighbours[at] if v != before)
                if path_nimber(place) ^ path_nimber(size - 2 - place) == nimber:
                    yield min(at, after), max(at, after)
                before, at = at, after
        elif nimber == (path_nimber if self.shape == "cycle" else complete_nimber)(size - 2):
            for a in self.vertices:
                yield from ((a, b) for b in self._neighbours[a] if a < b)

    def find_mirror(self) -> bool:
        """Look for a mirror, which makes the nimber 0."""
        if find_mirror(self.adjacency, self.full) is not None:
            self.nimber = 0
        return self.nimber == 0

    def find_move_to_mirror(self) -> Edge | None:
        """Return a move that leaves a graph with a mirror, so one to nimber 0; None if none is met.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        if len(self.vertices) < _WORTH_A_MIRROR:
            return None
        for edge, left in self.iter_edges():
            if self._deadline.is_over:
                raise OutOfTimeError
            alone = sum(1 << v for v in iter_bits(left) if not self.adjacency[v] & left)
            if find_mirror(self.adjacency, left & ~alone) is not None:
                return edge
        return None
