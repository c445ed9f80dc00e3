r"""One form for all layouts that differ by the names of values and features only.

Renaming the values of each feature and permuting the features takes lines to lines and changes
nothing of a puzzle but its look; so does renaming the groups of a divided table, and exchanging its
rows with its columns.  For the classic deck that are :math:`6^4 \cdot 4! = 31{,}104` maps, for
nine groups of mega cards 67,184,640.  The canonical form is the image of the layout under one of
them, chosen by looking at nothing that the maps change.

**Refinement.**  Cards and values have colours, which are numbers.  A value's colour is made of the
sum over its cards, a feature's of the sum over its values, and a card's next colour of its old one
and the sum over its values; again and again, as long as colours are told apart that were not.
Colours follow from what is there, not from what it is called, so the colours of an image are the
image of the colours.  Should two be equal by chance, less is told apart and more is tried.

**Search tree** (McKay's individualisation and refinement).  Where values are left that look alike,
each of the smallest class of them is marked in turn and the colours are refined again, until every
value has a colour of its own.  Then the order of the colours gives the order of the features and
the names of their values, and so an image of the layout.  The form is the image at the leaf whose
colours, on the path to it, are the least, and among those the least image.

**Symmetries.**  Two leaves with the same image are exchanged by a map that keeps the layout; where
values have no cards, or features the same ones, that is plain beforehand.  Of values that such maps
exchange while they keep the marks, one is tried; and after a new map the search goes on where the
two paths part.  The maps that are found below a node and keep its marks carry each least leaf below
it to each other one: it lies below a value that was tried, where this holds in turn, or below one
that a map takes to such a value.  So on the path to the least leaf the value that is marked is
exchanged with all those that it ever is, and the product of their numbers is the number of maps
that keep the layout, the order of its *stabilizer*.

Hence two layouts have the same form if and only if some map takes one to the other, and as many
layouts have it as the number of maps divided by the order of the stabilizer.

References:
    B. D. McKay and A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation
    60 (2014).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from math import factorial, prod
from typing import Final

from thirdcard.variants.variant import Spot, Variant

__all__ = ["Orbit", "canonical_form", "count_maps", "find_orbit", "orbit_size", "puzzle_id"]

Row = tuple[int, ...]
"""A card: what it is for (0 on the table, 1 of the previous claim), then its digits."""
Form = tuple[Row, ...]
Permutation = list[int]
"""Where a map takes each value; value *v* of feature *f* has the number ``3 * f + v``."""

_ID_DIGITS: Final = 12

_PRIME: Final = 2**61 - 1
_FACTOR: Final = 0x9E3779B97F4A7C15
_FEATURE: Final = 0xD1B54A32D192ED03
_GROUP: Final = 0x8CB92BA72F3D8DD7
_MARK: Final = 0xABC98388FB8FAC03


@dataclass(frozen=True)
class Orbit:
    """All layouts that differ from one by names only.

    Attributes:
        form: the canonical form: cards as rows, in increasing order.
        stabilizer: how many maps keep the layout.
        size: how many layouts have the form.
    """

    form: Form
    stabilizer: int
    size: int


def count_maps(variant: Variant) -> int:
    """Return how many ways there are to rename values and permute features, groups included.

    >>> from thirdcard.variants.registry import parse_variant
    >>> count_maps(parse_variant("classic")), count_maps(parse_variant("mega"))
    (31104, 933120)
    """
    own, groups = len(variant.deck.features), len(variant.grouping.features)
    return int(6 ** (own + groups)) * factorial(own) * factorial(groups)


def find_orbit(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()) -> Orbit:
    """Return the canonical form of a layout and how many layouts have it.

    Args:
        variant: the game.
        spots: the cards on the table.
        previous: the claim to be continued, empty for none.

    >>> from thirdcard.variants.registry import parse_variant
    >>> classic = parse_variant("classic")
    >>> find_orbit(classic, [0, 1, 2]).size, find_orbit(classic, [0, 40, 80]).size
    (108, 216)
    """
    search = _Search(variant, spots, previous)
    search.explore([0] * search.size, search.initial, [])
    stabilizer = search.count_symmetries()
    return Orbit(search.form, stabilizer, count_maps(variant) // stabilizer)


def canonical_form(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()) -> Form:
    """Return the canonical form of a layout: its cards as rows, in increasing order.

    >>> from thirdcard.variants.registry import parse_variant
    >>> classic = parse_variant("classic")
    >>> canonical_form(classic, [0, 1, 5]) == canonical_form(classic, [80, 77, 73])
    True
    """
    return find_orbit(variant, spots, previous).form


def orbit_size(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()) -> int:
    """Return how many layouts differ from one by names only, itself included.

    >>> from thirdcard.variants.registry import parse_variant
    >>> orbit_size(parse_variant("classic"), [0, 1]), orbit_size(parse_variant("classic"), [0, 40])
    (324, 648)
    """
    return find_orbit(variant, spots, previous).size


def puzzle_id(
    variant: Variant, kind: str, spots: Sequence[Spot], previous: Sequence[Spot] = ()
) -> str:
    """Return what names a puzzle: equal for those that differ by names only, and for no others.

    It is the beginning of a SHA-256 of variant, kind and canonical form, 48 bits of it.
    """
    form = canonical_form(variant, spots, previous)
    text = f"{variant.key} {kind} " + " ".join("".join(map(str, row)) for row in form)
    return sha256(text.encode()).hexdigest()[:_ID_DIGITS]


class _Search:
    """The search tree of a layout.

    Attributes:
        size: number of values.
        initial: the cards' colours at the start.
        form: the least image so far, empty for none.
    """

    def __init__(
        self, variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()
    ) -> None:
        features, own = len(variant.features), len(variant.deck.features)
        self.size = 3 * features
        self.form: Form = ()
        self._own = own
        self._tags = [0] * len(spots) + [1] * len(previous)
        self._values = [
            [3 * feature + digit for feature, digit in enumerate(variant.space.digits(spot))]
            for spot in (*spots, *previous)
        ]
        self._cells: list[list[int]] = [[] for _ in range(self.size)]
        for card, values in enumerate(self._values):
            for value in values:
                self._cells[value].append(card)
        self._kinds = [_FEATURE] * own + [_GROUP] * (features - own)
        self.initial = [_mix(tag + 1) for tag in self._tags]
        self._traces: list[list[int]] = []
        self._path: list[int] = []
        self._order: list[int] = []
        self._symmetries: list[Permutation] = []

    # -- the tree ---------------------------------------------------------------------------------

    def explore(self, marks: list[int], colours: list[int], path: list[int]) -> int:
        """Search below a node, and return how many marks of its path the search goes on with.

        Args:
            marks: what is added to the colour of each value that is marked.
            colours: the cards' colours.
            path: the values that are marked, in their order.
        """
        colours, names = self._refine(marks, colours)
        depth = len(path)
        trace = sorted(names)
        if depth < len(self._traces):
            if trace > self._traces[depth]:
                return depth
            if trace < self._traces[depth]:
                del self._traces[depth:]
                self._order = []
        if depth == len(self._traces):
            self._traces.append(trace)
        cell = self._choose_cell(names)
        if not cell:
            return self._arrive(names, path)
        if not path:
            self._symmetries = list(self._iter_twins())
        tried: list[int] = []
        for value in cell:
            if tried and self._is_known(value, tried, path):
                continue
            tried.append(value)
            marked = marks.copy()
            marked[value] = _MARK + depth
            if (back := self.explore(marked, colours, [*path, value])) < depth:
                return back
        return depth

    def _refine(self, marks: list[int], colours: list[int]) -> tuple[list[int], list[int]]:
        """Return the colours of the cards and of the values, refined until none splits."""
        cells, card_values = self._cells, self._values
        told = 0
        while True:
            names: list[int] = []
            for feature, kind in enumerate(self._kinds):
                three = []
                for value in range(3 * feature, 3 * feature + 3):
                    x = marks[value] + sum([colours[card] for card in cells[value]])
                    three.append(x * (x * x + _FACTOR) % _PRIME)
                whole = kind + sum(three)
                whole = whole * (whole * whole + _FACTOR) % _PRIME
                for x in three:
                    x += whole
                    names.append(x * (x * x + _FACTOR) % _PRIME)
            different = len(set(names))
            if different == self.size:
                return colours, names
            refined = []
            for colour, values in zip(colours, card_values, strict=True):
                x = colour + sum([names[value] for value in values])
                refined.append(x * (x * x + _FACTOR) % _PRIME)
            colours = refined
            different += len(set(colours))
            if different == told:
                return colours, names
            told = different

    def _choose_cell(self, names: list[int]) -> list[int]:
        """Return the values of the smallest class of several, empty where each is told apart."""
        cells: defaultdict[int, list[int]] = defaultdict(list)
        for value, name in enumerate(names):
            cells[name].append(value)
        several = ((len(cell), name) for name, cell in cells.items() if len(cell) > 1)
        if smallest := min(several, default=None):
            return cells[smallest[1]]
        return []

    def _arrive(self, names: list[int], path: list[int]) -> int:
        """Compare a leaf with the least so far, and return where the search goes on."""
        order = self._sort_values(names)
        form = self._image(order)
        if not self._order or form < self.form:
            self.form, self._order, self._path = form, order, path
        elif form == self.form:
            symmetry = [0] * self.size
            for one, other in zip(self._order, order, strict=True):
                symmetry[one] = other
            self._symmetries.append(symmetry)
            same = (one == other for one, other in zip(self._path, path, strict=True))
            return next((depth for depth, equal in enumerate(same) if not equal), len(path))
        return len(path)

    def _sort_values(self, names: list[int]) -> list[int]:
        """Return the values in the order of their colours, feature by feature."""
        features = [
            sorted(range(first, first + 3), key=names.__getitem__)
            for first in range(0, self.size, 3)
        ]
        own, groups = features[: self._own], features[self._own :]
        for some in (own, groups):
            some.sort(key=lambda values: names[values[0]])
        return [value for values in (*own, *groups) for value in values]

    def _image(self, order: list[int]) -> Form:
        place = [0] * self.size
        for new, value in enumerate(order):
            place[value] = new
        rows = [
            (tag, *(new % 3 for new in sorted([place[value] for value in values])))
            for tag, values in zip(self._tags, self._values, strict=True)
        ]
        rows.sort()
        return tuple(rows)

    # -- symmetries -------------------------------------------------------------------------------

    def _iter_twins(self) -> Iterator[Permutation]:
        """Yield the symmetries that are plain to see: values or features with the same cards."""
        cells = self._cells
        alike: dict[object, list[int]] = {}
        for feature, kind in enumerate(self._kinds):
            values = sorted(range(3 * feature, 3 * feature + 3), key=cells.__getitem__)
            for one, other in pairwise(values):
                if cells[one] == cells[other]:
                    yield self._exchange([one], [other])
            key = (kind, *(tuple(cells[value]) for value in values))
            if before := alike.get(key):
                yield self._exchange(before, values)
            alike[key] = values

    def _exchange(self, some: list[int], others: list[int]) -> Permutation:
        symmetry = list(range(self.size))
        for one, other in zip(some, others, strict=True):
            symmetry[one], symmetry[other] = other, one
        return symmetry

    def _is_known(self, value: int, tried: list[int], path: list[int]) -> bool:
        """Tell whether a symmetry that keeps a path takes a value that was tried to this one."""
        return not self._exchanged(value, path).isdisjoint(tried)

    def _exchanged(self, value: int, path: list[int]) -> set[int]:
        """Return the values that symmetries which keep a path make of one."""
        keeping = [each for each in self._symmetries if all(each[mark] == mark for mark in path)]
        found, todo = {value}, [value]
        for one in todo:
            for symmetry in keeping:
                if (other := symmetry[one]) not in found:
                    found.add(other)
                    todo.append(other)
        return found

    def count_symmetries(self) -> int:
        """Return how many maps keep the layout, once the tree is searched."""
        return prod(
            len(self._exchanged(value, self._path[:depth]))
            for depth, value in enumerate(self._path)
        )


def _mix(x: int) -> int:
    """Return a number that shows nothing of the one it is made of."""
    return x * (x * x + _FACTOR) % _PRIME
