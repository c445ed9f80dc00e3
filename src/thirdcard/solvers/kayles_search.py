"""Nimbers of the positions of Arc Kayles on one connected graph, by search.

`KernelSearch` is the compiled one (`thirdcard.solvers.kernels.kayles`, whose docstring tells the
method), for up to 64 vertices.  `PlainSearch` does the same in Python for any number of them, and
knows trees by their shape: a tree has the key of any tree isomorphic to it.  Both work in pieces
between which they look at the deadline, and keep what they found when they are stopped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import Any, Final

from thirdcard.solvers.kayles_graph import (
    closed_nimber,
    iter_bits,
    iter_components,
    path_nimber,
    reduce_mask,
)
from thirdcard.solvers.kayles_mirror import iter_automorphisms
from thirdcard.solvers.limits import Deadline

__all__ = ["KernelSearch", "OutOfTimeError", "PlainSearch", "Search", "tree_key"]

_WORD: Final = 64
_PIECE: Final = 50_000
_MOST_IMAGES: Final = 8
_FIRST_ROOM: Final = 1 << 10


class OutOfTimeError(Exception):
    """The deadline has passed."""


class Search(ABC):
    """What is known of the positions of one connected graph.

    Args:
        adjacency: the neighbours of each vertex, as bit masks.
        deadline: when to stop.
    """

    def __init__(self, adjacency: Sequence[int], deadline: Deadline) -> None:
        self.adjacency = adjacency
        self.deadline = deadline
        self._simple: dict[int, tuple[int, int | None]] = {}

    @abstractmethod
    def possible(self, component: int) -> int:
        """Return the nimbers that a component without surplus twins may have, as a bit set."""

    @abstractmethod
    def ask(self, component: int, nimber: int = -1) -> None:
        """Find out whether a component without surplus twins has a nimber, or which it has.

        Raises:
            OutOfTimeError: the deadline has passed.
        """

    def parts(self, mask: int) -> tuple[int, list[int]]:
        """Return the exclusive or of the known components, and the others, the largest last."""
        known = 0
        unknown = []
        for component in iter_components(self.adjacency, mask):
            part, nimber = self._simplify(component)
            if nimber is None:
                possible = self.possible(part)
                if possible & (possible - 1):
                    unknown.append(part)
                    continue
                nimber = possible.bit_length() - 1
            known ^= nimber
        unknown.sort(key=int.bit_count)
        return known, unknown

    def _simplify(self, component: int) -> tuple[int, int | None]:
        """Return a component without surplus twins, and its nimber if that needs no search."""
        if component not in self._simple:
            part = component
            nimber = closed_nimber(self.adjacency, part)
            if nimber is None:
                part = reduce_mask(self.adjacency, component)
                if part != component:
                    nimber = closed_nimber(self.adjacency, part)
            self._simple[component] = part, nimber
        return self._simple[component]

    def has_nimber(self, mask: int, nimber: int) -> bool:
        """Tell whether the vertices of a mask are worth the nimber."""
        while True:
            known, unknown = self.parts(mask)
            if not unknown:
                return known == nimber
            if len(unknown) == 1:
                if not self.possible(unknown[0]) >> (known ^ nimber) & 1:
                    return False
                self.ask(unknown[0], known ^ nimber)
            else:
                self.ask(unknown[0])

    def nimber(self, mask: int) -> int:
        """Return the nimber of the vertices of a mask."""
        while True:
            known, unknown = self.parts(mask)
            if not unknown:
                return known
            self.ask(unknown[0])

    def known_nimber(self, mask: int) -> int | None:
        """Return the nimber of the vertices of a mask if no search is needed, else None."""
        known, unknown = self.parts(mask)
        return None if unknown else known


def _first_possible(component: int) -> int:
    """Return all nimbers up to the most moves a play can have, as a bit set."""
    return (2 << component.bit_count() // 2) - 1


class KernelSearch(Search):
    """The compiled search, for graphs of up to 64 vertices.

    Args:
        adjacency: the neighbours of each vertex, as bit masks.
        deadline: when to stop.
    """

    MOST_VERTICES: Final = _WORD

    def __init__(self, adjacency: Sequence[int], deadline: Deadline) -> None:
        super().__init__(adjacency, deadline)
        import numpy as np

        from thirdcard.solvers.kernels import kayles as kernels
        from thirdcard.solvers.kernels import kayles_masks as masks

        self._kernels: Any = kernels
        self._to_canonical: Any = masks.canonical_kernel
        self._np: Any = np
        edges = [(a, b) for a, near in enumerate(adjacency) for b in iter_bits(near) if a < b]
        self._graph = np.array(adjacency, np.uint64)
        self._edges = np.array(edges, np.int64).reshape(-1, 2)
        self._paths = np.array([path_nimber(size) for size in range(_WORD + 1)], np.int64)
        self._images = self._make_images()
        self._twins = self._make_twins()
        # One name for both, so that an interrupt never leaves them apart.
        self._table = np.zeros(_FIRST_ROOM, np.uint64), np.zeros(_FIRST_ROOM, np.uint64)
        self._frames = np.zeros((kernels.DEPTH, 5), np.int64)
        self._order = np.zeros((kernels.DEPTH, len(edges)), np.int64)
        self._state = np.zeros(2, np.int64)

    def _canonical(self, component: int) -> Any:
        # Kernels give Python's int for a word and take it for a signed one.
        word = self._np.uint64
        return word(self._to_canonical(self._images, self._twins, word(component)))

    def _make_images(self) -> Any:
        """Return the table of `canonical_kernel` for some automorphisms, which are any."""
        np = self._np
        found = list(islice(iter_automorphisms(self.adjacency), _MOST_IMAGES))[1:]
        images = np.zeros((len(found), -(-len(self.adjacency) // 8), 256), np.uint64)
        values = np.arange(256)
        for image, automorphism in zip(images, found, strict=True):
            for vertex, to in enumerate(automorphism):
                has = values >> vertex % 8 & 1 == 1
                image[vertex // 8, has] |= np.uint64(1 << to)
        return images

    def _make_twins(self) -> Any:
        """Return the table of `canonical_kernel` for vertices with the same neighbours.

        Those of two joined vertices are the same but for themselves.
        """
        np = self._np
        classes: dict[tuple[bool, int], list[int]] = {}
        for vertex, near in enumerate(self.adjacency):
            classes.setdefault((False, near), []).append(vertex)
            classes.setdefault((True, near | 1 << vertex), []).append(vertex)
        exchangeable = [members for members in classes.values() if len(members) > 1]
        twins = np.zeros((len(exchangeable), _WORD + 1), np.uint64)
        for row, members in zip(twins, exchangeable, strict=True):
            for i, vertex in enumerate(members):
                row[i + 1 :] |= np.uint64(1 << vertex)
        return twins

    def possible(self, component: int) -> int:
        keys, sets = self._table
        slot = self._kernels.find_slot_kernel(keys, self._canonical(component))
        return int(sets[slot]) if slot >= 0 else _first_possible(component)

    def ask(self, component: int, nimber: int = -1) -> None:
        if self.deadline.is_over:
            raise OutOfTimeError
        if 2 * self._state[1] > len(self._table[0]):
            self._grow()
        self._kernels.start_kernel(
            *self._table,
            self._frames,
            self._state,
            self._canonical(component),
            nimber,
        )
        while True:
            reason = self._kernels.search_kernel(
                self._graph,
                self._edges,
                self._paths,
                self._images,
                self._twins,
                *self._table,
                self._frames,
                self._order,
                self._state,
                _PIECE,
            )
            if reason == self._kernels.DONE:
                return
            if self.deadline.is_over:
                raise OutOfTimeError
            if reason == self._kernels.FULL:
                self._grow()

    def _grow(self) -> None:
        """Move to a table of four times the room."""
        np = self._np
        old, old_sets = self._table
        keys, sets = np.zeros(4 * len(old), np.uint64), np.zeros(4 * len(old), np.uint64)
        self._kernels.rehash_kernel(old, old_sets, keys, sets)
        for frame in self._frames[: self._state[0]]:
            frame[0] = self._kernels.find_slot_kernel(keys, old[frame[0]])
        self._table = keys, sets


class PlainSearch(Search):
    """The search in plain Python, for graphs of any size.

    Args:
        adjacency: the neighbours of each vertex, as bit masks.
        deadline: when to stop.
    """

    def __init__(self, adjacency: Sequence[int], deadline: Deadline) -> None:
        super().__init__(adjacency, deadline)
        self._table: dict[Hashable, int] = {}
        self._tree_keys: dict[int, Hashable] = {}
        self._tree_names: dict[tuple[int, ...], int] = {}

    def _key(self, component: int) -> Hashable:
        degrees = sum((self.adjacency[v] & component).bit_count() for v in iter_bits(component))
        if degrees != 2 * component.bit_count() - 2:
            return component
        if component not in self._tree_keys:
            self._tree_keys[component] = tree_key(self.adjacency, component, self._tree_names)
        return self._tree_keys[component]

    def possible(self, component: int) -> int:
        return self._table.get(self._key(component), _first_possible(component))

    def ask(self, component: int, nimber: int = -1) -> None:
        frames = [_Frame(component, self._key(component), nimber)]
        while frames:
            if self.deadline.is_over:
                raise OutOfTimeError
            frame = frames[-1]
            possible = self._table.get(frame.key, _first_possible(frame.component))
            if not possible & (possible - 1) or (
                frame.asked >= 0 and not possible >> frame.asked & 1
            ):
                frames.pop()
                continue
            below = self._step(frame, possible)
            if below is not None:
                frames.append(below)

    def _step(self, frame: _Frame, possible: int) -> _Frame | None:
        """Do what the kernel does between two looks at a frame; return the next frame, if any."""
        if frame.moves is None:
            listed = []
            for a in iter_bits(frame.component):
                for b in iter_bits(self.adjacency[a] & frame.component & -(2 << a)):
                    if self.deadline.is_over:
                        raise OutOfTimeError
                    left = frame.component & ~(1 << a | 1 << b)
                    known, unknown = self.parts(left)
                    if unknown:
                        listed.append((unknown[-1].bit_count(), left))
                    else:
                        possible &= ~(1 << known)
            listed.sort()
            frame.moves = [left for _, left in listed]
            self._table[frame.key] = possible
            frame.aim = frame.asked if frame.asked >= 0 else (possible & -possible).bit_length() - 1
            return None
        if not possible >> frame.aim & 1 or frame.cursor == len(frame.moves):
            if possible >> frame.aim & 1:
                possible &= (2 << frame.aim) - 1
                self._table[frame.key] = possible
            frame.aim = (possible & -possible).bit_length() - 1
            frame.cursor = 0
            return None
        known, unknown = self.parts(frame.moves[frame.cursor])
        if not unknown:
            self._table[frame.key] = possible & ~(1 << known)
        elif len(unknown) > 1:
            return _Frame(unknown[0], self._key(unknown[0]), -1)
        elif self.possible(unknown[0]) >> (known ^ frame.aim) & 1:
            return _Frame(unknown[0], self._key(unknown[0]), known ^ frame.aim)
        frame.cursor += 1
        return None


class _Frame:
    """A question that `PlainSearch` works on."""

    def __init__(self, component: int, key: Hashable, asked: int) -> None:
        self.component = component
        self.key = key
        self.asked = asked
        self.aim = 0
        self.cursor = 0
        self.moves: list[int] | None = None


def tree_key(
    adjacency: Sequence[int], component: int, names: dict[tuple[int, ...], int]
) -> tuple[int, ...]:
    """Return a key that two trees have in common iff they are isomorphic.

    A tree is hung up at its centre, which peeling off leaves finds.  A rooted tree gets the number
    of the sorted numbers of the trees that hang at its root; where there are two centres, each
    hangs on the other.  O(n log n).

    Args:
        adjacency: the neighbours of each vertex, as bit masks.
        component: the vertices of the tree.
        names: the numbers of rooted trees, to which new ones are added.

    References:
        A. V. Aho, J. E. Hopcroft and J. D. Ullman, "The Design and Analysis of Computer
        Algorithms", 1974, section 3.2.
    """

    def name(vertex: int) -> int:
        return names.setdefault(tuple(sorted(hung[vertex])), len(names))

    degree = {v: (adjacency[v] & component).bit_count() for v in iter_bits(component)}
    hung: dict[int, list[int]] = {v: [] for v in degree}
    left = component
    leaves = [v for v, d in degree.items() if d <= 1]
    while left.bit_count() > 2:
        fresh = []
        for leaf in leaves:
            left ^= 1 << leaf
            above = (adjacency[leaf] & left).bit_length() - 1
            hung[above].append(name(leaf))
            degree[above] -= 1
            if degree[above] == 1:
                fresh.append(above)
        leaves = fresh
    return tuple(sorted(name(v) for v in iter_bits(left)))
