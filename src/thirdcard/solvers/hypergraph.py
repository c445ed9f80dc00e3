"""A table as the 3-uniform hypergraph of its Sets: cards are vertices, Sets are edges.

The problems of `thirdcard.solvers` are about such hypergraphs, and most are solved on any of them.
That the edges are lines of AG(n,3) is known beside it where it is true (`Table`), since it gives
arguments that a hypergraph alone does not: two points are in at most one line, and the points of a
line sum to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from thirdcard.core.geometry import Point, Space
from thirdcard.errors import OptionError

__all__ = ["Edge", "Hypergraph", "Table", "as_hypergraph"]

Edge = tuple[int, int, int]


@dataclass(frozen=True)
class Hypergraph:
    """Vertices 0 … size - 1 and edges of three different vertices each.

    Attributes:
        size: number of vertices.
        edges: increasing triples, in increasing order, none twice.

    Raises:
        OptionError: an edge that is no increasing triple of vertices, or that is there twice.
    """

    size: int
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        for edge in self.edges:
            if len(edge) != 3 or not 0 <= edge[0] < edge[1] < edge[2] < self.size:
                raise OptionError(
                    f"edge {edge}: expected three increasing vertices from 0 to {self.size - 1}"
                )
        if any(a >= b for a, b in zip(self.edges, self.edges[1:], strict=False)):
            raise OptionError("edges: expected each once, in increasing order")

    @classmethod
    def of(cls, size: int, edges: Iterable[Sequence[int]]) -> Hypergraph:
        """Return the hypergraph of edges in any order."""
        triples = {tuple(sorted(edge)) for edge in edges}
        return cls(size, tuple(sorted(triples)))  # type: ignore[arg-type]

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The edges as bit sets of vertices."""
        return tuple(1 << a | 1 << b | 1 << c for a, b, c in self.edges)

    @cached_property
    def edges_at(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the edges at each vertex."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for number, edge in enumerate(self.edges):
            for vertex in edge:
                found[vertex].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def is_linear(self) -> bool:
        """Whether two vertices are in at most one edge together, as on a table."""
        pairs = [pair for a, b, c in self.edges for pair in ((a, b), (a, c), (b, c))]
        return len(set(pairs)) == len(pairs)


@dataclass(frozen=True)
class Table:
    """Distinct points of AG(n,3): vertex i of the hypergraph is the point ``spots[i]``.

    Raises:
        OptionError: a spot is outside the space, or there twice.

    >>> Table(Space(2), (0, 1, 2, 4)).hypergraph.edges
    ((0, 1, 2),)
    """

    space: Space
    spots: tuple[Point, ...]

    def __post_init__(self) -> None:
        seen: set[Point] = set()
        for spot in self.spots:
            if not 0 <= spot < self.space.size:
                raise OptionError(f"point {spot}: expected 0 to {self.space.size - 1}")
            if spot in seen:
                raise OptionError(f"point {spot} is on the table twice")
            seen.add(spot)

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.spots)

    @cached_property
    def hypergraph(self) -> Hypergraph:
        """The Sets among the cards."""
        place = {spot: i for i, spot in enumerate(self.spots)}
        lines = self.space.iter_lines_in(self.spots)
        return Hypergraph.of(self.size, ([place[point] for point in line] for line in lines))

    @cached_property
    def total(self) -> Point:
        """The sum of all points, coordinate by coordinate mod 3.

        >>> Table(Space(2), (1, 2, 4)).total
        4
        """
        columns = zip(*(self.space.digits(spot) for spot in self.spots), strict=True)
        digits = [sum(column) for column in columns] or [0] * self.space.n
        return self.space.point(digits)


def as_hypergraph(instance: Table | Hypergraph) -> Hypergraph:
    """Return the hypergraph of a table, or the hypergraph itself."""
    return instance.hypergraph if isinstance(instance, Table) else instance
