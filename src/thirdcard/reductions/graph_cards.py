r"""A graph as cards: one a vertex, one an edge, and one Set an edge (Theorem 3.2, Corollary 3).

The vertex *v* gets a point :math:`x_v` of AG(n,3) and the edge *uv* the third point of
:math:`x_u` and :math:`x_v`, so its three cards are a Set.  The paper takes the unit vectors of
AG(\|V\|, 3) as points, and then there is no other Set.  All its cards have coordinates that sum to
1 mod 3, so one coordinate can be left out.  Far fewer do (`build_graph_cards`).

Two Sets of such cards meet iff the edges they stand for do: an edge's card is in its own Set only.
So disjoint Sets are a matching of the graph, and taking a Set deletes the two ends of its edge.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError, OptionError
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.limits import Deadline

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "GraphCards",
    "GraphEdge",
    "build_graph_cards",
    "edges_of",
    "require_simple",
    "time_left",
]

GraphEdge = tuple[Any, Any]
"""An edge as its two vertices, in the order of the graph's vertices."""


@dataclass(frozen=True)
class GraphCards:
    """The cards of a graph.

    Attributes:
        table: the cards; those of the vertices first, then those of the edges.
        vertices: the graph's vertices, in its order; vertex i has card i.
        edges: the graph's edges; edge j has card ``len(vertices) + j``.
        labels: what the vertices are called, for `names`.
    """

    table: Table
    vertices: tuple[Hashable, ...]
    edges: tuple[GraphEdge, ...]
    labels: tuple[str, ...]

    @property
    def features(self) -> int:
        """Number of features of a card."""
        return self.table.space.n

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The cards as strings of digits 0, 1, 2, in the order of the table."""
        digits = self.table.space.digits
        return tuple("".join(map(str, digits(spot))) for spot in self.table.spots)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each card stands for."""
        label = dict(zip(self.vertices, self.labels, strict=True))
        roles = [f"vertex {name}" for name in self.labels]
        roles += [f"edge {label[u]} {label[v]}" for u, v in self.edges]
        return dict(zip(self.cards, roles, strict=True))

    @cached_property
    def claims(self) -> tuple[tuple[int, int, int], ...]:
        """The Set of each edge, as numbers of cards."""
        place = {vertex: i for i, vertex in enumerate(self.vertices)}
        first = len(self.vertices)
        return tuple((place[u], place[v], first + j) for j, (u, v) in enumerate(self.edges))

    def claims_of(self, edges: Iterable[Sequence[Hashable]]) -> tuple[tuple[int, int, int], ...]:
        """Return the Sets of edges.

        Raises:
            OptionError: one is no edge of the graph.
        """
        number = {frozenset(edge): j for j, edge in enumerate(self.edges)}
        found = []
        for edge in edges:
            if frozenset(edge) not in number:
                raise OptionError(f"{tuple(edge)} is no edge of the graph")
            found.append(self.claims[number[frozenset(edge)]])
        return tuple(found)


def edges_of(reduced: GraphCards, claims: Iterable[Sequence[int]]) -> tuple[GraphEdge, ...]:
    """Return the edges that Sets stand for, in the order of the Sets.

    Args:
        reduced: the cards.
        claims: Sets as numbers of cards, each in any order.

    Raises:
        OptionError: one is no Set of the cards.
    """
    number = {claim: j for j, claim in enumerate(reduced.claims)}
    found = []
    for claim in claims:
        if tuple(sorted(claim)) not in number:
            raise OptionError(f"cards {tuple(claim)} are no Set of the graph's cards")
        found.append(reduced.edges[number[tuple(sorted(claim))]])  # type: ignore[index]
    return tuple(found)


def require_simple(graph: nx.Graph[Any]) -> None:
    """Refuse a graph that is not simple.

    Raises:
        OptionError: it has directions, parallel edges, or loops.
    """
    if graph.is_directed() or graph.is_multigraph():
        raise OptionError("the graph has directed or parallel edges: expected a simple graph")
    for u, v in graph.edges:
        if u == v:
            raise OptionError(f"the graph has a loop at vertex {u}: expected a simple graph")


def time_left(deadline: Deadline) -> float | None:
    """Return the seconds that a solver may take: those that are left, and never 0."""
    return None if deadline.left is None else max(deadline.left, 1e-3)


def build_graph_cards(graph: nx.Graph[Any]) -> GraphCards:
    r"""Return cards whose only Sets are one an edge, in few features.

    The vertices are placed one after the other, each on the first point (its last digits count
    first) that makes no Set but the wanted ones.  Let *C* be the cards that lie, *N* the neighbours
    of the new vertex that are placed, and write :math:`t(a, b) = -(a + b)`.  A new vertex at *x*
    brings itself and an edge card :math:`t(x, u)` for each *u* in *N*.  With one new card a line
    is barred by: *x*, and each :math:`t(x, u)`, is no card and no third point of two cards.  With
    two it is :math:`x, t(x, u), c`, which has to be the wanted one since :math:`c = u`, or
    :math:`t(x, u), t(x, w), c` with :math:`c = t(x, t(u, w))`, so that point has to be no card.
    With three it is :math:`x, t(x, u), t(x, w)` with :math:`x = t(u, w)`, a third point of two
    cards; or three edge cards, whose sum is :math:`-(u + v + w)` and not 0, as no three vertices
    are a line.

    Each of these bars one point for a *c*, or a pair of cards: with *m* cards in the end at most
    :math:`O(m^2 \deg)` points are barred, so :math:`O(\log m)` features are enough, and a new digit
    is begun at most once a vertex, since the point 1 of a new digit with zeros is never barred.
    With the first vertex at 0 that makes at most ``max(1, vertices - 1)`` features.

    It costs :math:`O(m^2)` steps; the Sets are counted again on the table that comes out.

    Raises:
        OptionError: the graph is not simple.
        CheckError: the cards have other Sets.
    """
    require_simple(graph)
    vertices: tuple[Hashable, ...] = tuple(graph.nodes)
    place = {vertex: i for i, vertex in enumerate(vertices)}
    pairs = sorted(tuple(sorted((place[u], place[v]))) for u, v in graph.edges)
    neighbours: list[list[int]] = [[] for _ in vertices]
    for i, j in pairs:
        neighbours[i].append(j)
        neighbours[j].append(i)
    points, n = _place_vertices(neighbours)
    space = Space(n)
    spots = [*points, *(space.third(points[i], points[j]) for i, j in pairs)]
    labels = tuple(str(graph.nodes[vertex].get("label", vertex)) for vertex in vertices)
    edges = tuple((vertices[i], vertices[j]) for i, j in pairs)
    reduced = GraphCards(Table(space, tuple(spots)), vertices, edges, labels)
    if reduced.table.hypergraph.edges != tuple(sorted(reduced.claims)):
        raise CheckError("the cards of the graph have Sets that are no edge")
    return reduced


# A point is placed while it is not known how many digits there will be, and thirds are taken by
# the million: so points are bit pairs here, digits 0, 1, 2 as 01, 10, 11, the last digit lowest,
# for which see `thirdcard.core.geometry`.


def _thirds(n: int) -> Callable[[int, int], int]:
    low = sum(1 << 2 * i for i in range(n))

    def third(a: int, b: int) -> int:
        x = a ^ b
        differ = (x | x >> 1) & low
        return x | (a & ~(differ | differ << 1))

    return third


def _iter_codes(n: int) -> Iterator[int]:
    """Yield the codes of all points of n digits, in increasing order."""
    if n == 0:
        yield 0
        return
    for digit in (1, 2, 3):
        for rest in _iter_codes(n - 1):
            yield digit << 2 * (n - 1) | rest


def _iter_new_codes(n: int) -> Iterator[int]:
    """Yield the codes of the points of n digits whose first one is not 0."""
    return (digit << 2 * (n - 1) | rest for digit in (2, 3) for rest in _iter_codes(n - 1))


def _value(code: int, n: int) -> int:
    value = 0
    for i in reversed(range(n)):
        value = value * 3 + (code >> 2 * i & 3) - 1
    return value


def _place_vertices(neighbours: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """Return a point a vertex, and the number of digits; see `build_graph_cards`."""
    n = 1
    third = _thirds(n)
    vertices: list[int] = []
    cards: list[int] = []
    card_set: set[int] = set()
    barred: set[int] = set()
    passed: list[int] = []
    fresh = _iter_codes(n)

    def is_free(x: int, near: list[int], joins: list[int]) -> bool:
        return all(third(x, u) not in barred for u in near) and all(
            third(x, join) not in card_set for join in joins
        )

    for vertex, others in enumerate(neighbours):
        near = [vertices[other] for other in others if other < vertex]
        joins = [third(u, w) for u, w in combinations(near, 2)]
        kept: list[int] = []
        found = -1
        points: Iterator[int] = chain(passed, fresh)
        while found < 0:
            for x in points:
                if x not in barred:
                    if is_free(x, near, joins):
                        found = x
                        break
                    kept.append(x)
            else:
                zero = 1 << 2 * n
                n += 1
                third = _thirds(n)
                vertices = [code | zero for code in vertices]
                cards = [code | zero for code in cards]
                card_set = set(cards)
                barred = {code | zero for code in barred}
                kept = [code | zero for code in kept]
                near = [code | zero for code in near]
                joins = [code | zero for code in joins]
                fresh = points = _iter_new_codes(n)
        rest = [] if points is fresh else [x for x in passed if x > found]
        passed = kept + rest
        vertices.append(found)
        for card in (found, *(third(found, u) for u in near)):
            barred.update([third(card, other) for other in cards])
            barred.add(card)
            cards.append(card)
            card_set.add(card)
    return [_value(code, n) for code in vertices], n
