r"""Multicoloured clique → the one-round game (Theorem 2.1, Corollary 1).

A graph's vertices are divided into k parts; a clique with one vertex of each is asked for.  The
cards have :math:`K = k + \binom k2` values, one a part *i* and one a pair *ij* of parts, so a Set
has K cards.  For each ordered pair of parts (i, j) there is a group *i-ij* of features, one for
each vertex of part i.  There is a card for

* each vertex v of a part i: the value i everywhere, but ij in v's feature of each group i-ij;
* each edge uv between parts i and j: the value ij everywhere, but i in u's feature of the group
  i-ij, and j in v's feature of the group j-ij.

A clique's vertices and edges are K cards with every value in each feature: the edge uv and the
vertex u have exchanged their values where one of them has not its own.  Conversely let K cards have
every value in each feature.  A value l other than i and ij is, in a feature of the group i-ij, the
one of a vertex of part l or of an edge of the pair l.  So there is one card of each kind, and the
edge of ij is at the chosen vertex of i, as otherwise both have the value ij in that vertex's
feature.  Hence the chosen vertices are a clique.

A group has as many features as its part has vertices, so parts need not be of one size and nothing
is padded: there are :math:`(k-1)|V|` features, which is the paper's :math:`nk(k-1)` where all parts
have n vertices.  (Padding with vertices that have no edges would only add features, and a card for
each, which is in no Set.)  Edges within a part have no card.  A part may be empty: its value has no
card then, and there is no perfect matching.

**Where Sets may agree.**  Corollary 1 says that every Set of these cards is a perfect matching.
That is so for k ≥ 3.  Let K ≥ 6 cards agree in a feature of the group i-ij.

* On a value l other than i and ij: all are vertices of part l, or edges of one pair.  Two vertices
  of a part have two values in the feature of either one; two edges of a pair have two values in the
  feature of an end that is not the other's.  With more than two cards, of one kind, there is
  neither agreement nor a different value for each.
* On i or ij: all are vertices of part i or edges of ij.  These have the values i, ij and j at most
  in the groups i-ij and j-ij, fewer than K, so they agree in all features of both.  Two of them
  that are vertices, or edges, do not; and in the group j-ij a vertex of i has the value i, and no
  edge has.  So there is one card at most, not K.

For k = 2 there are K = 3 values, and the three in the last case can be different.  Let both parts
have two vertices, and one vertex of the first edges to both of the second: these edges and the
*other* vertex of the first part are a Set that is no perfect matching, which the corollary's proof
misses.  Its statement holds even so, since every Set has an edge, and an edge is a clique of two
parts; `back` takes that one.  (Of three vertices two, u and v, are of one part i.  If the third is,
too, then u's feature has the values ij, i, i; else each of the group j-ij has i, i and another.)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from thirdcard.errors import CheckError, MalformedError, OptionError
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.matching import find_matching, is_matching
from thirdcard.solvers.result import Answer

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["CliqueCards", "back", "forward", "read_parts", "solve", "verify"]

Vertex = Any
Parts = Sequence[Sequence[Vertex]]


@dataclass(frozen=True)
class CliqueCards:
    """The cards of a graph with its vertices in parts.

    Attributes:
        parts: the vertices by parts.
        cards: values by features; the vertices' cards by parts, then those of the edges.
        ends: what each card stands for, a vertex or the two ends of an edge.
        labels: what the vertices are called, for `names`.
    """

    parts: tuple[tuple[Vertex, ...], ...]
    cards: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[Vertex, ...], ...]
    labels: dict[Vertex, str]

    @property
    def values(self) -> int:
        """Number K of values of a feature, and of cards in a Set."""
        count = len(self.parts)
        return count + count * (count - 1) // 2

    @property
    def dimensions(self) -> int:
        """Number of features of a card."""
        return (len(self.parts) - 1) * sum(map(len, self.parts))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The cards as lines of a file for `thirdcard.solvers.matching.read_cards_file`."""
        return tuple(" ".join(map(str, card)) for card in self.cards)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each card, as one of the `lines`, stands for."""
        part_of = {v: number for number, part in enumerate(self.parts, 1) for v in part}
        names = {}
        for line, ends in zip(self.lines, self.ends, strict=True):
            if len(ends) == 1:
                names[line] = f"vertex {self.labels[ends[0]]} of part {part_of[ends[0]]}"
            else:
                names[line] = f"edge {self.labels[ends[0]]} {self.labels[ends[1]]}"
        return names


def forward(graph: nx.Graph[Any], parts: Parts) -> CliqueCards:
    """Return the cards of a graph whose vertices are divided into two or more parts.

    Raises:
        OptionError: fewer than two parts, a vertex in no part, in two or unknown, a loop, or
            directed or parallel edges.

    >>> import networkx as nx
    >>> reduced = forward(nx.path_graph(3), [[0], [1], [2]])
    >>> reduced.values, reduced.dimensions, len(reduced.cards)
    (6, 6, 5)
    >>> list(reduced.names.values())[2:4]
    ['vertex 2 of part 3', 'edge 0 1']
    """
    _check(graph, parts)
    count = len(parts)
    value_of: dict[tuple[int, int], int] = {}
    for number, (i, j) in enumerate(combinations(range(count), 2), count):
        value_of[i, j] = value_of[j, i] = number
    part_of = {vertex: i for i, part in enumerate(parts) for vertex in part}
    # The feature of a vertex, in the group of its part and another part.
    feature_of: dict[tuple[Vertex, int], int] = {}
    for i, part in enumerate(parts):
        for j in range(count):
            if j != i:
                for vertex in part:
                    feature_of[vertex, j] = len(feature_of)
    cards: list[tuple[int, ...]] = []
    ends: list[tuple[Vertex, ...]] = []
    for i, part in enumerate(parts):
        for vertex in part:
            card = [i] * len(feature_of)
            for j in range(count):
                if j != i:
                    card[feature_of[vertex, j]] = value_of[i, j]
            cards.append(tuple(card))
            ends.append((vertex,))
    for u, v in graph.edges:
        i, j = part_of[u], part_of[v]
        if i == j:
            continue
        card = [value_of[i, j]] * len(feature_of)
        card[feature_of[u, j]] = i
        card[feature_of[v, i]] = j
        cards.append(tuple(card))
        ends.append((u, v) if i < j else (v, u))
    return CliqueCards(tuple(map(tuple, parts)), tuple(cards), tuple(ends), _labels_of(graph))


def back(reduced: CliqueCards, chosen: Sequence[int]) -> tuple[Vertex, ...]:
    """Return the clique of a Set, a vertex of each part in the order of the parts.

    Args:
        reduced: the cards.
        chosen: a Set, perfect or not, as positions of its cards.

    Raises:
        OptionError: the cards are no Set.
    """
    if not is_matching(reduced.cards, chosen, reduced.values):
        raise OptionError(f"cards {tuple(chosen)}: expected a Set of {reduced.values} cards")
    ends = [reduced.ends[i] for i in sorted(chosen)]
    if len(reduced.parts) == 2:
        return next(pair for pair in ends if len(pair) == 2)
    return tuple(vertex for vertex, *others in ends if not others)


def verify(graph: nx.Graph[Any], parts: Parts, clique: Sequence[Hashable]) -> bool:
    """Tell whether vertices are a clique with one vertex of each part, in any order."""
    if len(clique) != len(parts):
        return False
    if any(len(set(part) & set(clique)) != 1 for part in parts):
        return False
    return all(graph.has_edge(u, v) for u, v in combinations(clique, 2))


def solve(graph: nx.Graph[Any], parts: Parts, seconds: float | None = None) -> Answer:
    """Find a clique with one vertex of each part, through the cards.

    The perfect matching is looked for, which is the same as a Set for three parts and more, and
    exists iff a Set does for two.

    Returns:
        an answer to the problem ``clique`` with the value True and as witness one tuple, the
        clique by numbers of vertices in the order of the graph and in that of the parts; False if
        there is none; None if the search was stopped.

    Raises:
        OptionError: as `forward`, or seconds that are not more than 0.
        CheckError: what the cards give is no clique.
    """
    deadline = Deadline(seconds)
    reduced = forward(graph, parts)
    # A deadline that has passed meanwhile still has to be one for the solver.
    left = None if deadline.left is None else max(deadline.left, 1e-3)
    answer = find_matching(reduced.cards, reduced.values, perfect=True, seconds=left)
    witness: tuple[tuple[int, ...], ...] = ()
    if answer.value:
        clique = back(reduced, answer.witness[0])
        if not verify(graph, parts, clique):
            raise CheckError(f"the cards give {clique}, which is no clique of the parts")
        number = {vertex: i for i, vertex in enumerate(graph.nodes)}
        witness = (tuple(number[vertex] for vertex in clique),)
    return Answer(
        "clique",
        answer.value,
        witness,
        answer.status,
        answer.bound,
        f"perfect matching of cards: {answer.method}",
        deadline.elapsed,
    )


def read_parts(text: str, graph: nx.Graph[Any]) -> list[list[Vertex]]:
    r"""Read parts, one a line, as names of vertices separated by spaces.

    A vertex is called as in the file of the graph, which is its attribute ``label``, or by itself
    where it has none.  Empty lines are skipped.

    Raises:
        MalformedError: no part, no vertex of this name, a vertex twice, a vertex in no part.

    >>> import networkx as nx
    >>> read_parts("0 2\n1\n", nx.path_graph(3))
    [[0, 2], [1]]
    """
    labels = _labels_of(graph)
    named = {label: vertex for vertex, label in labels.items()}
    where: dict[Vertex, int] = {}
    parts: list[list[Vertex]] = []
    for number, line in enumerate(text.splitlines(), 1):
        part = []
        for word in line.split():
            if word not in named:
                shown = word if len(word) <= 20 else f"{word[:20]}…"
                raise MalformedError(f"line {number}: {shown!r}; expected a vertex of the graph")
            vertex = named[word]
            if vertex in where:
                raise MalformedError(
                    f"line {number}: vertex {word} is in line {where[vertex]} already;"
                    " expected each once"
                )
            where[vertex] = number
            part.append(vertex)
        if part:
            parts.append(part)
    if not parts:
        raise MalformedError("no parts: expected one a line")
    for vertex, label in labels.items():
        if vertex not in where:
            raise MalformedError(f"vertex {label} is in no part; expected each vertex once")
    return parts


def _labels_of(graph: nx.Graph[Any]) -> dict[Vertex, str]:
    return {vertex: str(data.get("label", vertex)) for vertex, data in graph.nodes(data=True)}


def _check(graph: nx.Graph[Any], parts: Parts) -> None:
    if graph.is_directed() or graph.is_multigraph():
        raise OptionError("the graph has directed or parallel edges: expected a simple graph")
    labels = _labels_of(graph)
    for u, v in graph.edges:
        if u == v:
            raise OptionError(f"the graph has a loop at vertex {labels[u]}: expected none")
    if len(parts) < 2:
        raise OptionError(f"{len(parts)} parts: expected at least 2; of one, any vertex will do")
    seen: set[Vertex] = set()
    for part in parts:
        for vertex in part:
            if vertex not in labels:
                raise OptionError(f"{vertex!r} in a part: expected a vertex of the graph")
            if vertex in seen:
                raise OptionError(f"vertex {labels[vertex]} is in the parts twice: expected once")
            seen.add(vertex)
    for vertex, label in labels.items():
        if vertex not in seen:
            raise OptionError(f"vertex {label} is in no part: expected each vertex in one")
