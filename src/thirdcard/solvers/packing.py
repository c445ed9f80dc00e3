"""The most disjoint Sets that can be taken from a table: the CO-OP game, 3-Set Packing.

The problem is NP-hard (Theorem 3.1), and three ways to it are tried in order of their price:

1. a compiled search in depth by the number of cards left over, for a limited number of nodes; see
   `thirdcard.solvers.kernels.packing`.  Most tables need no more;
2. connected components, of which each is a problem of its own, by the same search for longer;
3. CP-SAT for sparse components, with fewer than 1.6 edges a vertex.  Many vertices are left over
   there, which the search learns level by level, while a linear relaxation is almost tight.

The search knows the points of a table of up to six features, and with them that the cards left over
have the same sum as the table; above six features, and on other hypergraphs, it goes without.

References:
    M. Lampis and V. Mitsou, "The computational complexity of the game of Set and its theoretical
    applications", LATIN 2014, section 3.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from thirdcard.errors import OptionError
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table, as_hypergraph
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.packing_linear import pack_linear
from thirdcard.solvers.result import Answer

if TYPE_CHECKING:
    from thirdcard.solvers.kernels.packing_state import Search

__all__ = ["is_maximal_packing", "is_packing", "max_packing", "packing_clauses"]

_BY_SUM: Final = "search by cards left over, with their sum"
_BY_COUNT: Final = "search by vertices left over"
_LINEAR: Final = "CP-SAT"

_MOST_FEATURES: Final = 6
"""The table of third points takes 2 * 9**n bytes."""

_FIRST_NODES: Final = 4_000
_NODES_BEFORE_LINEAR: Final = 60_000
_SPARSE: Final = 1.6
_WORK_OF_A_PIECE: Final = 500_000
"""Nodes times vertices between two looks at the clock, some 20 ms."""


def max_packing(instance: Table | Hypergraph, *, seconds: float | None = None) -> Answer:
    """Return the most disjoint edges, the witness as increasing triples in increasing order.

    With ``seconds``, or after an interrupt, the answer is the best packing met and a proved bound
    from above.

    Raises:
        OptionError: seconds are not more than 0, or the instance is no table and no hypergraph.

    >>> from thirdcard.core.geometry import Space
    >>> answer = max_packing(Table(Space(2), tuple(range(9))))
    >>> answer.value, answer.status
    (3, 'optimal')
    """
    deadline = Deadline(seconds)
    if not isinstance(instance, Table | Hypergraph):
        raise OptionError(f"{type(instance).__name__}: expected a table or a hypergraph")
    is_interrupted = False
    if isinstance(instance, Table) and instance.space.n <= _MOST_FEATURES:
        try:
            packing = _pack_quickly(instance)
        except KeyboardInterrupt:
            packing, is_interrupted = None, True
        if packing is not None:
            value = len(packing)
            return Answer("packing", value, packing, "optimal", value, _BY_SUM, deadline.elapsed)
    return _pack_by_components(instance, deadline, is_interrupted)


def _pack_quickly(table: Table) -> tuple[Edge, ...] | None:
    """Return a largest packing if few nodes suffice."""
    import numpy as np

    from thirdcard.solvers.kernels.packing import pack_table_kernel
    from thirdcard.solvers.kernels.packing_state import third_points

    spots = np.array(table.spots, np.int32)
    done, *vertices = pack_table_kernel(spots, third_points(table.space.n), _FIRST_NODES).tolist()
    if not done:
        return None
    ends = iter(vertices)
    return tuple(sorted(zip(ends, ends, ends, strict=True)))


# -- components -------------------------------------------------------------------------------


def _pack_by_components(
    instance: Table | Hypergraph, deadline: Deadline, is_interrupted: bool
) -> Answer:
    """Return the sum of the components' answers; if interrupted, what needs no search."""
    parts = [_Part(instance, vertices) for vertices in _find_components(as_hypergraph(instance))]
    try:
        # The smallest first: they leave the most time to the others.
        for part in sorted(parts, key=lambda part: len(part.edges)):
            if not is_interrupted:
                part.pack(deadline)
    except KeyboardInterrupt:
        pass
    witness = tuple(sorted(edge for part in parts for edge in part.best))
    bound = sum(part.bound for part in parts)
    methods = sorted({part.method for part in parts}) or [_BY_COUNT]
    return Answer(
        "packing",
        len(witness),
        witness,
        "optimal" if len(witness) == bound else "limit",
        bound,
        " and ".join(reversed(methods)),
        deadline.elapsed,
    )


def _find_components(hypergraph: Hypergraph) -> list[list[int]]:
    """Return the vertices of each connected component that has an edge, increasing."""
    found = []
    seen = [False] * hypergraph.size
    for start in range(hypergraph.size):
        if seen[start] or not hypergraph.edges_at[start]:
            continue
        seen[start] = True
        component = [start]
        for vertex in component:
            for number in hypergraph.edges_at[vertex]:
                for other in hypergraph.edges[number]:
                    if not seen[other]:
                        seen[other] = True
                        component.append(other)
        found.append(sorted(component))
    return found


class _Part:
    """A connected component and what is known of it.

    Attributes:
        edges: the edges, between its own numbers of vertices.
        best: a packing, between the numbers of the instance.
        bound: no packing has more edges.
        method: what has worked on it.
    """

    def __init__(self, instance: Table | Hypergraph, vertices: Sequence[int]) -> None:
        hypergraph = as_hypergraph(instance)
        number = {vertex: i for i, vertex in enumerate(vertices)}
        self._vertices = vertices
        self.edges: list[Edge] = [
            (number[a], number[b], number[c]) for a, b, c in hypergraph.edges if a in number
        ]
        self._spots: list[int] | None = None
        self._features = 0
        if isinstance(instance, Table) and instance.space.n <= _MOST_FEATURES:
            self._spots = [instance.spots[vertex] for vertex in vertices]
            self._features = instance.space.n
        self.method = _BY_COUNT if self._spots is None else _BY_SUM
        self.bound = len(vertices) // 3
        self.best: tuple[Edge, ...] = ()
        self._accept(_pack_greedily(self.edges))

    @property
    def is_done(self) -> bool:
        """Whether the best packing is known to be a largest."""
        return len(self.best) == self.bound

    def _accept(self, packing: Iterable[Sequence[int]]) -> None:
        edges = list(packing)
        if len(edges) > len(self.best):
            names = self._vertices
            self.best = tuple((names[a], names[b], names[c]) for a, b, c in edges)

    def pack(self, deadline: Deadline) -> None:
        """Work until it is done, the time is over, or CP-SAT was interrupted."""
        from thirdcard.solvers.kernels.packing import search_kernel

        size = len(self._vertices)
        is_sparse = len(self.edges) < _SPARSE * size
        piece = max(200, _WORK_OF_A_PIECE // size)
        search = self._build()
        self._look_into(search)
        spent = 0
        next_dive = piece
        while not (self.is_done or deadline.is_over):
            if is_sparse and spent >= _NODES_BEFORE_LINEAR:
                self._pack_linearly(deadline)
                return
            search_kernel(search, piece)
            self._look_into(search)
            spent += piece
            if spent >= next_dive:
                self._dive(piece, spent // 4, deadline)
                next_dive = 2 * spent

    def _build(self) -> Search:
        import numpy as np

        from thirdcard.solvers.kernels.packing_state import (
            build_graph,
            build_table_kernel,
            third_points,
        )

        if self._spots is None:
            return build_graph(len(self._vertices), self.edges)
        return build_table_kernel(np.array(self._spots, np.int32), third_points(self._features))

    def _look_into(self, search: Search) -> None:
        from thirdcard.solvers.kernels.packing_state import BEST, LEVEL

        self.bound = min(self.bound, (len(self._vertices) - int(search.state[LEVEL])) // 3)
        count = int(search.state[BEST])
        self._accept(search.edges[search.best[:count]].tolist())

    def _dive(self, piece: int, nodes: int, deadline: Deadline) -> None:
        """Look for a better packing on the next level up, where those below are not refuted.

        There a search without a solution proves nothing, but it meets packings sooner.
        """
        from thirdcard.solvers.kernels.packing import search_kernel, start_kernel
        from thirdcard.solvers.kernels.packing_state import BEST, LEVEL

        search = self._build()
        while not self.is_done and nodes > 0 and not deadline.is_over:
            level = len(self._vertices) - 3 * (len(self.best) + 1)
            search.state[LEVEL] = level
            start_kernel(search)
            while nodes > 0 and not deadline.is_over:
                nodes -= piece
                if search_kernel(search, piece) >= 0 or search.state[LEVEL] > level:
                    break
            count = int(search.state[BEST])
            if count <= len(self.best):
                return
            self._accept(search.edges[search.best[:count]].tolist())

    def _pack_linearly(self, deadline: Deadline) -> None:
        self.method = f"{self.method}, then {_LINEAR}"
        packing, bound = pack_linear(
            len(self._vertices), self.edges, self.bound, len(self.best), deadline
        )
        self._accept(packing)
        self.bound = min(self.bound, bound)


def _pack_greedily(edges: Sequence[Edge]) -> list[Edge]:
    """Return a packing to which no edge can be added."""
    covered: set[int] = set()
    packing = []
    for edge in edges:
        if covered.isdisjoint(edge):
            covered.update(edge)
            packing.append(edge)
    return packing


# -- for others -------------------------------------------------------------------------------


def is_packing(instance: Table | Hypergraph, edges: Iterable[Sequence[int]]) -> bool:
    """Tell whether edges, each a triple of vertices in any order, are disjoint edges of it.

    >>> is_packing(Hypergraph(5, ((0, 1, 2), (2, 3, 4))), [(0, 1, 2), (2, 3, 4)])
    False
    """
    present = set(as_hypergraph(instance).edges)
    chosen = [tuple(sorted(edge)) for edge in edges]
    vertices = [vertex for edge in chosen for vertex in edge]
    return all(edge in present for edge in chosen) and len(set(vertices)) == len(vertices)


def is_maximal_packing(instance: Table | Hypergraph, edges: Iterable[Sequence[int]]) -> bool:
    """Tell whether edges are a packing to which no edge can be added: they dominate all edges.

    >>> is_maximal_packing(Hypergraph(5, ((0, 1, 2), (2, 3, 4))), [(0, 1, 2)])
    True
    """
    chosen = list(edges)
    covered = {vertex for edge in chosen for vertex in edge}
    return is_packing(instance, chosen) and not any(
        covered.isdisjoint(edge) for edge in as_hypergraph(instance).edges
    )


def packing_clauses(
    instance: Table | Hypergraph,
) -> tuple[list[list[int]], list[list[int]]]:
    """Return the hard and the soft clauses of the problem, for solvers of MaxSAT.

    Variable i + 1 says that edge i is taken.  No two edges that meet are taken (hard), and each is
    (soft, all of weight 1): the least number of soft clauses that fail is the number of edges less
    the largest packing.

    >>> packing_clauses(Hypergraph(5, ((0, 1, 2), (2, 3, 4))))
    ([[-1, -2]], [[1], [2]])
    """
    hypergraph = as_hypergraph(instance)
    pairs = {pair for numbers in hypergraph.edges_at for pair in combinations(numbers, 2)}
    hard = [[-first - 1, -second - 1] for first, second in sorted(pairs)]
    return hard, [[number + 1] for number in range(len(hypergraph.edges))]
