r"""The canonical form of any layout under AGL(n,3), its stabiliser's order and its orbit's size.

Two layouts that an affine map takes to each other have the same canonical form and no others do:
what is compared is the layout itself after a well-chosen map, so no hash stands in for it.

**Reduction.**  A layout of more than half of the points has the symmetries of its complement.  A
layout that spans a flat of dimension *d* < *n* is moved to the standard flat, the points below
:math:`3^d`, and is a layout of AG(d,3): each of its maps extends in
:math:`\prod_{i=d}^{n-1} (3^n - 3^i)` ways.  Both steps are repeated; planes, parallel hyperplanes
and the whole deck end in the empty layout, whose stabiliser is the group.  What is left spans its
space and has at most half of its points, so a map that keeps it is known from how it permutes it.

**Refinement.**  The points of the layout are coloured.  Each of the :math:`(3^n - 1)/2` parallel
classes cuts it in three blocks; a point's view of the class is the colour content of its own block
and, in increasing order, those of the other two.  New colours rank the pairs of old colour and
multiset of views, until no cell splits.  Only ranks of sorted values are used, so the colours of an
image are the image of the colours.

*A point x in the span of points S that have colours of their own gets one too.*  The view of a
class shows how the class cuts S and with which block of S the point lies.  All classes that cut S
in one way place x in the same block, for the restriction of a linear form to the span follows from
the cut up to its sign; a point y of x's colour is placed so by equally many classes, thus by all.
Those that do not cut S place y on every hyperplane through S, so in the span; the others give it
x's coordinates, and y = x.

**Search tree** (McKay's individualisation and refinement).  A node is a sequence of points, each
given a colour of its own and followed by refinement; its children are the points of the first
smallest cell of several.  By the lemma each point is affinely independent of those before it, so
the depth is n + 1 at most, and at a leaf every point has its own colour.  The first affinely
independent points, by colour, are the leaf's frame; the map that takes it to the standard frame
(0, 1, 3, 9, …) gives the leaf's image of the layout.  A node's trace is what its refinement saw.

*Two leaves with equal traces along their paths have equal images.*  The last round of a leaf splits
nothing, so its views tell how the final colours are cut by each parallel class.  These cuts tell
which colours are independent, hence the frame, and the class that cuts one point of the frame off
from the others tells a coordinate of every colour.

So the canonical form is the image at the leaves of least traces, and points of equal colour at two
of them correspond by a symmetry of the layout.  Symmetries prune: of children that those found so
far exchange one is tried, and after a new one the search resumes where the two paths part.

*The symmetries found below a node that keep its path are transitive on the least leaves below it.*
A least leaf lies below a child that was searched, where this holds by induction, or below one that
a symmetry takes to such a child: it was passed over, or left when the symmetry was found.  As only
the identity keeps a leaf, they generate all symmetries that keep the path.  The stabiliser's order
is thus the product, along the first path, of the sizes of the orbits of its points.

In the worst case the tree is exponential in n; its nodes cost O(rounds · points · classes).  Which
member of an orbit is the canonical one is a convention of this module, not of the field.

References:
    B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981); B. D. McKay and
    A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60 (2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, product, takewhile
from math import prod
from operator import eq, getitem, mul
from typing import Final

from thirdcard.core.geometry import Point, Space
from thirdcard.core.maps import AffineMap, affine_group_order, find_frame, frame_map
from thirdcard.errors import OptionError

__all__ = ["Orbit", "find_map", "find_orbit"]

MOST_DIMENSIONS: Final = 6

View = tuple[int, int, int]
"""Colour contents: of the point's block, and of the other two in increasing order."""
Signature = tuple[int, tuple[int, ...]]
"""The old colour and the sorted ranks of the views."""
Round = tuple[tuple[View, ...], tuple[tuple[Signature, int], ...]]
"""The views that occur in a round of refinement, and the signatures with their frequencies."""
Trace = tuple[Round, ...]
"""What the refinement at a node has seen."""
Permutation = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Orbit:
    """The orbit of a layout under AGL(n,3).

    Attributes:
        points: the layout, increasing.
        canonical: the member of the orbit that stands for it, increasing.
        stabilizer: how many maps keep the layout.
        orbit_size: how many layouts the maps make of it; the group's order over `stabilizer`.
        map: a map that takes `points` to `canonical`.
    """

    points: tuple[Point, ...]
    canonical: tuple[Point, ...]
    stabilizer: int
    orbit_size: int
    map: AffineMap


def find_orbit(space: Space, points: Iterable[Point]) -> Orbit:
    """Return the canonical form of a layout, the order of its stabiliser and its orbit's size.

    Args:
        space: AG(n,3) with n at most 6.
        points: the layout: distinct points, from none to all, in any order.

    Raises:
        OptionError: a point is repeated or outside the space, or the space is too large.
        ArithmeticError: the answer contradicts itself; then this module is wrong.

    >>> orbit = find_orbit(Space(4), [7, 40, 76])
    >>> orbit.canonical, orbit.stabilizer, orbit.orbit_size
    ((0, 1, 3), 23328, 84240)
    """
    layout = _require_layout(space, points)
    found = _reduce(space, layout)
    orbit_size, rest = divmod(affine_group_order(space.n), found.order)
    if rest:
        raise ArithmeticError(f"a stabiliser's order does not divide that of AGL({space.n},3)")
    if tuple(sorted(map(found.map, layout))) != found.canonical:
        raise ArithmeticError("the map does not take the layout to its canonical form")
    return Orbit(layout, found.canonical, found.order, orbit_size, found.map)


def find_map(space: Space, one: Iterable[Point], other: Iterable[Point]) -> AffineMap | None:
    """Return an affine map that takes one layout to another, or None if there is none.

    Raises:
        OptionError: as for `find_orbit`.

    >>> mapping = find_map(Space(2), [0, 1, 2], [2, 4, 6])
    >>> mapping is not None and sorted(map(mapping, [0, 1, 2]))
    [2, 4, 6]
    >>> find_map(Space(2), [0, 1, 2], [2, 4, 7]) is None
    True
    """
    first, last = _require_layout(space, one), _require_layout(space, other)
    if len(first) != len(last):
        return None
    here, there = find_orbit(space, first), find_orbit(space, last)
    return there.map.inverse() @ here.map if here.canonical == there.canonical else None


def _require_layout(space: Space, points: Iterable[Point]) -> tuple[Point, ...]:
    n, layout = space.n, tuple(sorted(points))
    if n > MOST_DIMENSIONS:
        raise OptionError(f"AG({n},3) is too large; expected {MOST_DIMENSIONS} features at most")
    for point in layout:
        if not 0 <= point < space.size:
            raise OptionError(f"point {point} is not in AG({n},3); expected 0 to {space.size - 1}")
    for point, following in pairwise(layout):
        if point == following:
            raise OptionError(f"point {point} is repeated; expected distinct points")
    return layout


# -- reduction ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    """A canonical form, the order of the stabiliser and a map to the form."""

    canonical: tuple[Point, ...]
    order: int
    map: AffineMap


def _reduce(space: Space, layout: Sequence[Point]) -> _Found:
    """Search what is left of a layout after complements and spans are taken."""
    n = space.n
    if not layout:
        identity = frame_map(space, [0, *(3**i for i in range(n))])
        return _Found((), affine_group_order(n), identity)
    if 2 * len(layout) > space.size:
        inner = _reduce(space, _complement(space, layout))
        return _Found(_complement(space, inner.canonical), inner.order, inner.map)
    frame = find_frame(space, layout)
    d = len(frame) - 1
    if d == n:
        return _Search(space, layout).run()
    flatten = frame_map(space, find_frame(space, chain(frame, range(space.size))))
    extensions = prod(space.size - 3**i for i in range(d, n))
    if d == 0:
        return _Found((0,), extensions, flatten)
    inner = _reduce(Space(d), [flatten(point) for point in layout])
    return _Found(inner.canonical, inner.order * extensions, _extend(inner.map, n) @ flatten)


def _complement(space: Space, layout: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(sorted(set(range(space.size)).difference(layout)))


def _extend(inner: AffineMap, n: int) -> AffineMap:
    """Return the map of AG(n,3) that acts on the last coordinates and keeps the others."""
    kept = n - len(inner.offset)
    rows = [(0,) * i + (1,) + (0,) * (n - i - 1) for i in range(kept)]
    rows += [(0,) * kept + row for row in inner.matrix]
    return AffineMap(tuple(rows), (0,) * kept + inner.offset)


# -- refinement -----------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _linear_forms(n: int) -> tuple[tuple[int, ...], ...]:
    """Return one linear form for each parallel class of hyperplanes: first non-zero entry 1."""
    forms = product(range(3), repeat=n)
    return tuple(form for form in forms if next((x for x in form if x), 0) == 1)


class _Colouring:
    """The points of a spanning layout, to be coloured by how hyperplanes cut it.

    Colours are the ranks 0, 1, … of the cells.
    """

    def __init__(self, space: Space, layout: Sequence[Point]) -> None:
        forms = _linear_forms(space.n)
        self.values = [
            bytes(sum(map(mul, form, digits)) % 3 for form in forms)
            for digits in map(space.digits, layout)
        ]
        self._bits = len(layout).bit_length()
        # The third block of a class is what the first two leave.
        self._blocks = [
            [[i for i, value in enumerate(row) if value == v] for v in range(2)]
            for row in zip(*self.values, strict=True)
        ]

    def refine(self, colours: Sequence[int]) -> tuple[list[int], Trace]:
        """Refine a colouring until no cell splits; return it with what was seen.

        A colour content is one int, with as many bits for each colour as a count may need.
        """
        colours, rounds, cells = list(colours), list[Round](), max(colours) + 1
        while True:
            weights = [1 << self._bits * colour for colour in colours]
            total, weight = sum(weights), weights.__getitem__
            classes: list[tuple[View, View, View]] = []
            for first, second in self._blocks:
                a, b = sum(map(weight, first)), sum(map(weight, second))
                c = total - a - b
                classes.append(
                    (
                        (a, b, c) if b < c else (a, c, b),
                        (b, a, c) if a < c else (b, c, a),
                        (c, a, b) if a < b else (c, b, a),
                    )
                )
            views = sorted(set(chain.from_iterable(classes)))
            rank = {view: i for i, view in enumerate(views)}.__getitem__
            ranks = [tuple(map(rank, triple)) for triple in classes]
            signatures = [
                (colour, tuple(sorted(map(getitem, ranks, values))))
                for colour, values in zip(colours, self.values, strict=True)
            ]
            seen = sorted(Counter(signatures).items())
            rounds.append((tuple(views), tuple(seen)))
            recolour = {signature: colour for colour, (signature, _) in enumerate(seen)}
            colours = [recolour[signature] for signature in signatures]
            if len(seen) == cells:
                return colours, tuple(rounds)
            cells = len(seen)

    @staticmethod
    def individualise(colours: Sequence[int], chosen: int) -> list[int]:
        """Give one point a colour of its own, just before that of its cell."""
        own = colours[chosen]
        return [c + (c > own or (c == own and i != chosen)) for i, c in enumerate(colours)]


# -- search ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A leaf: its sequence, the points by colour, its map, and the image of the layout."""

    path: tuple[int, ...]
    order: tuple[int, ...]
    map: AffineMap
    image: tuple[Point, ...]


class _Search:
    """The search tree of a layout that spans its space; points are meant by their index."""

    def __init__(self, space: Space, layout: Sequence[Point]) -> None:
        self.space = space
        self.layout = layout
        self.colouring = _Colouring(space, layout)
        self.order = 1
        self.symmetries: list[Permutation] = []
        # The traces along the path to the least leaf so far.
        self.least: list[Trace] = []
        self.leaf: _Leaf | None = None

    def run(self) -> _Found:
        """Search the whole tree."""
        self._visit((), [0] * len(self.layout), on_first=True)
        if self.leaf is None:
            raise ArithmeticError("a search tree without a leaf")
        return _Found(self.leaf.image, self.order, self.leaf.map)

    def _visit(self, path: tuple[int, ...], colours: Sequence[int], on_first: bool) -> int:
        """Search below a node; return the length of the path at which the search resumes.

        Args:
            path: the node's sequence; above it all traces are the least ones.
            colours: the colouring that is to be refined.
            on_first: whether the node is on the first path.
        """
        level = len(path)
        colours, trace = self.colouring.refine(colours)
        if not self._is_least(level, trace):
            return level - 1
        cell = _find_target_cell(colours)
        if cell is None:
            return self._judge(self._make_leaf(path, colours))

        tried: list[int] = []
        known, labels = -1, list[int]()
        for chosen in cell:
            if known != len(self.symmetries):
                known, labels = len(self.symmetries), self._orbits(path)
            if any(labels[chosen] == labels[other] for other in tried):
                continue
            child = self.colouring.individualise(colours, chosen)
            resume = self._visit((*path, chosen), child, on_first and not tried)
            if resume < level:
                return resume
            tried.append(chosen)
        if on_first:
            labels = self._orbits(path)
            self.order *= labels.count(labels[tried[0]])
        return level - 1

    def _is_least(self, level: int, trace: Trace) -> bool:
        """Tell whether no trace at a level is less, along the least path; remember a less one."""
        if level < len(self.least) and self.least[level] < trace:
            return False
        if level == len(self.least) or trace < self.least[level]:
            self.least[level:] = [trace]
            self.leaf = None
        return True

    def _make_leaf(self, path: tuple[int, ...], colours: Sequence[int]) -> _Leaf:
        order = sorted(range(len(colours)), key=colours.__getitem__)
        mapping = frame_map(self.space, find_frame(self.space, (self.layout[i] for i in order)))
        return _Leaf(path, tuple(order), mapping, tuple(sorted(map(mapping, self.layout))))

    def _judge(self, leaf: _Leaf) -> int:
        """Keep a leaf if it is the first of least traces, or learn a symmetry from that one."""
        if self.leaf is None:
            self.leaf = leaf
            return len(leaf.path) - 1
        if leaf.image != self.leaf.image:
            raise ArithmeticError("two leaves with equal traces and different images")
        symmetry = dict(zip(self.leaf.order, leaf.order, strict=True))
        self.symmetries.append(tuple(symmetry[i] for i in range(len(self.layout))))
        return sum(takewhile(bool, map(eq, leaf.path, self.leaf.path)))

    def _orbits(self, path: tuple[int, ...]) -> list[int]:
        """Return a label for each point, the same for those that known symmetries exchange.

        Only symmetries that keep each point of the path count.
        """
        labels = list(range(len(self.layout)))
        for symmetry in self.symmetries:
            if all(symmetry[i] == i for i in path):
                for i, j in enumerate(symmetry):
                    if (old := labels[j]) != (new := labels[i]):
                        labels = [new if label == old else label for label in labels]
        return labels


def _find_target_cell(colours: Sequence[int]) -> list[int] | None:
    """Return the points of the first of the smallest cells of several points, None at a leaf."""
    sizes = Counter(colours)
    if len(sizes) == len(colours):
        return None
    colour = min((size, colour) for colour, size in sizes.items() if size > 1)[1]
    return [i for i, other in enumerate(colours) if other == colour]
