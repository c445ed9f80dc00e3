"""Searches for the nimber of one component: compiled for up to 63 vertices, plain for any number.

Both answer *bounded nimbers*, as `thirdcard.solvers.kernels.duel` defines them, of positions of one
game, and remember what they found between questions.  A position is a tuple of edges as bit sets.

Two reductions come first.  A vertex in a single edge is never in the way of another edge and is
left out (`strip`); edges that then have the same vertices are lost together and have the same
sequel, so one of them stands for all.  A component that is one edge, or a star of edges that share
the same one or two vertices, so becomes a single edge, whose nimber is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Protocol

from thirdcard.solvers.limits import Deadline

__all__ = [
    "KernelSearch",
    "LimitReached",
    "PlainSearch",
    "Search",
    "find_nimber",
    "is_nimber",
    "iter_sequels",
    "make_search",
    "split",
    "strip",
]

Edges = tuple[int, ...]

NO_LIMIT: Final = 1 << 30
MOST_VERTICES: Final = 63
"""What the compiled search takes: a bit for each, and a nimber of 64 has no place."""

_BUDGET: Final = 1 << 25
_FIRST_SLOTS: Final = 1 << 14
MOST_SLOTS: Final = 1 << 26
"""The table ends at 600 MB; while it grows to that, a quarter of it is there beside it."""


MOST_KNOWN: Final = 1 << 21
"""Positions that plain searches remember, some 200 bytes each, before they start anew."""


class LimitReached(Exception):
    """The deadline has passed; what was found so far holds."""


class Search(Protocol):
    """Answers questions about the positions of one game."""

    def find_bounded(self, component: Edges, limit: int) -> int | None:
        """Return the nimber of a component if it is at most the limit, else None.

        Raises:
            LimitReached: there was no time for it.
        """


def strip(edges: Iterable[int]) -> list[int]:
    """Return what is left of each edge without the vertices that are in no other.

    An edge that meets no other keeps its lowest vertex.

    >>> strip([0b00111, 0b11100, 0b111000000])
    [4, 4, 64]
    """
    masks = list(edges)
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return [mask & twice or mask & -mask for mask in masks]


def split(edges: Iterable[int]) -> list[Edges]:
    """Return the components, the one with the most edges last.

    >>> split([0b11, 0b110, 0b11000, 0b100000])
    [(24,), (32,), (3, 6)]
    """
    components: list[tuple[int, list[int]]] = []
    for edge in edges:
        union = edge
        members: list[int] | None = None
        apart = []
        for mask, others in components:
            if not mask & edge:
                apart.append((mask, others))
                continue
            union |= mask
            if members is None:
                members = others
            else:
                members += others
        if members is None:
            members = []
        members.append(edge)
        components = [*apart, (union, members)]
    return sorted((tuple(members) for _, members in components), key=len)


def iter_sequels(edges: Edges, *, fewest_first: bool = True) -> Iterator[tuple[int, Edges]]:
    """Yield each edge with those that are left when it is taken.

    Edges come in the order of how many they leave, or the reverse.  That number is told from the
    degrees of their vertices, exactly if two vertices are in at most one edge, so that no more than
    one sequel is there at a time.

    >>> list(iter_sequels((0b011, 0b110, 0b100)))
    [(6, ()), (3, (4,)), (4, (3,))]
    """
    degrees: Counter[int] = Counter()
    vertices = []
    for edge in edges:
        bits = []
        while edge:
            low = edge & -edge
            bits.append(low)
            edge ^= low
        vertices.append(bits)
        degrees.update(bits)
    blocked = [sum(degrees[bit] for bit in bits) - len(bits) for bits in vertices]
    order = sorted(range(len(edges)), key=blocked.__getitem__, reverse=fewest_first)
    for number in order:
        edge = edges[number]
        yield edge, tuple([other for other in edges if not other & edge])


def find_nimber(search: Search, edges: Sequence[int]) -> int:
    """Return the nimber of a position.

    Raises:
        LimitReached: there was no time for it.
    """
    value = 0
    for component in split(edges):
        found = search.find_bounded(component, NO_LIMIT)
        assert found is not None
        value ^= found
    return value


def is_nimber(search: Search, edges: Sequence[int], value: int) -> bool:
    """Tell whether a position has a nimber, which takes less than to find the nimber.

    Raises:
        LimitReached: there was no time for it.
    """
    if not edges:
        return value == 0
    *others, largest = split(edges)
    for component in others:
        value ^= find_nimber(search, component)
    return search.find_bounded(largest, value) == value


def make_search(component: Edges, deadline: Deadline) -> Search:
    """Return a search for the positions of a stripped component.

    >>> type(make_search((1,), Deadline())).__name__
    'KernelSearch'
    """
    union = 0
    for edge in component:
        union |= edge
    if union.bit_count() <= MOST_VERTICES:
        return KernelSearch(component, deadline)
    return PlainSearch(deadline)


class KernelSearch:
    """The compiled search, for at most 63 vertices, so that no play is longer than 63 moves.

    Memory: 9 bytes a slot of the table, which starts small and is quadrupled whenever it is half
    full, up to `MOST_SLOTS`; from then on new entries may displace old ones.
    """

    def __init__(self, component: Edges, deadline: Deadline) -> None:
        import numpy as np

        from thirdcard.solvers.kernels import duel

        self._numpy: Any = np
        self._kernels: Any = duel
        self._deadline = deadline
        union = 0
        for edge in component:
            union |= edge
        vertices = [v for v in range(union.bit_length()) if union >> v & 1]
        self._bits = {1 << vertex: 1 << i for i, vertex in enumerate(vertices)}
        count = len(component)
        self._state = np.zeros(4, np.int64)
        self._frames = np.zeros((duel.FRAMES, 9), np.int64)
        self._masks = np.zeros(duel.FRAMES, np.uint64)
        self._seen = np.zeros(duel.FRAMES, np.uint64)
        self._waiting = np.zeros((duel.FRAMES, 3), np.int64)
        self._waiting_masks = np.zeros(duel.FRAMES, np.uint64)
        self._arena = np.zeros(duel.FRAMES * count, np.uint64)
        self._settled = np.zeros(duel.FRAMES * count, np.uint8)
        self._order = np.zeros(count, np.int64)
        self._keys = np.zeros(_FIRST_SLOTS, np.uint64)
        self._values = np.zeros(_FIRST_SLOTS, np.uint8)

    def _relabel(self, edge: int) -> int:
        mask = 0
        while edge:
            low = edge & -edge
            mask |= self._bits[low]
            edge ^= low
        return mask

    def find_bounded(self, component: Edges, limit: int) -> int | None:
        if self._deadline.is_over:
            raise LimitReached
        np, kernels = self._numpy, self._kernels
        if len(component) == 1:
            return 1 if limit >= 1 else None
        union = 0
        masks = [self._relabel(edge) for edge in component]
        for mask in masks:
            union |= mask
        self._arena[: len(masks)] = np.array(masks, np.uint64)
        self._masks[0] = np.uint64(union)
        self._frames[0, 1] = len(masks)
        self._frames[0, 5] = min(limit, MOST_VERTICES)
        self._state[0] = -1
        while True:
            most_used = len(self._keys) // 2 if len(self._keys) < MOST_SLOTS else NO_LIMIT
            status = kernels.search_kernel(
                _BUDGET,
                most_used,
                self._state,
                self._frames,
                self._masks,
                self._seen,
                self._waiting,
                self._waiting_masks,
                self._arena,
                self._settled,
                self._order,
                self._keys,
                self._values,
                _small_nimbers(),
            )
            if status == kernels.DONE:
                break
            if status == kernels.TABLE_FULL:
                self._grow()
            if self._deadline.is_over:
                raise LimitReached
        result = int(self._state[3])
        value = result & ~kernels.EXACT
        return value if result & kernels.EXACT and value <= limit else None

    def _grow(self) -> None:
        np = self._numpy
        slots = min(4 * len(self._keys), MOST_SLOTS)
        keys = np.zeros(slots, np.uint64)
        values = np.zeros(slots, np.uint8)
        self._state[2] = self._kernels.grow_kernel(self._keys, self._values, keys, values)
        self._keys, self._values = keys, values


@cache
def _small_nimbers() -> Any:
    from thirdcard.solvers.kernels.duel import small_kernel

    return small_kernel()


class PlainSearch:
    """The same search in plain Python, for any number of vertices."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._known: dict[int, tuple[int, bool]] = {}

    def find_bounded(self, component: Edges, limit: int) -> int | None:
        """Run the generators of `_search` on a stack of our own, as plays may be long."""
        stack = [self._search(component, limit)]
        answer: tuple[int, bool] | None = None
        while stack:
            if self._deadline.is_over:
                raise LimitReached
            try:
                question = stack[-1].send(answer)
            except StopIteration as stop:
                stack.pop()
                answer = stop.value
            else:
                stack.append(self._search(*question))
                answer = None
        assert answer is not None
        value, is_exact = answer
        return value if is_exact and value <= limit else None

    def _search(
        self, component: Edges, limit: int
    ) -> Generator[tuple[Edges, int], Any, tuple[int, bool]]:
        """Return a nimber and True, or a number it is not below, more than the limit, and False.

        Yields the components to be answered first, each with its limit.
        """
        key = 0
        for edge in component:
            key |= edge
        target, is_exact = self._known.get(key, (0, False))
        if is_exact or target > limit:
            return target, is_exact
        seen: set[int] = set()
        while target <= limit:
            for _, left in iter_sequels(component):
                needed = target
                *others, largest = split(left) or [()]
                for other in others:
                    value, _ = yield other, NO_LIMIT
                    needed ^= value
                if largest:
                    value, is_exact = yield largest, needed
                else:
                    value, is_exact = 0, True
                if is_exact:
                    seen.add(value ^ needed ^ target)
                    if value == needed:
                        break
            else:
                return self._remember(key, target, True)
            while target in seen:
                target += 1
        return self._remember(key, target, False)

    def _remember(self, key: int, value: int, is_exact: bool) -> tuple[int, bool]:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[key] = (value, is_exact)
        return value, is_exact
