r"""Enumeration with pruning for the one-round game: exact covers on groups of cards.

Call the *pattern* of a Set the features in which it agrees, with their values.  The cards that have
these values are its group, and within the group the Set covers each pair (feature, value) of the
other features exactly once.  So a Set is an exact cover of its group, and

* the empty pattern, with all cards, is the perfect matching;
* any other pattern is what some two cards share, so there are at most ``m (m - 1) / 2``.

Each different pattern is searched once.  An exact cover takes the uncovered pair with the fewest
cards left and tries each of them; cards that share a pair with a taken one leave.  A group in which
a pair has no card ends at once, which is the fate of most.  Bit sets of cards are ``int``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from thirdcard.solvers.limits import Deadline

__all__ = ["find_by_search"]

_Pattern = frozenset[tuple[int, int]]


class _Stopped(Exception):
    """No time, or no nodes, are left."""


def find_by_search(
    cards: Sequence[tuple[int, ...]],
    values: int,
    perfect: bool,
    deadline: Deadline,
    most_nodes: int | None = None,
) -> tuple[bool, tuple[int, ...] | None]:
    """Return whether the search came to an end; and the Set, None if it found none.

    Args:
        cards: different, each with a feature at least.
        values: the number of values.
        perfect: whether only the empty pattern counts.
        deadline: when to stop.
        most_nodes: stop after so many nodes, counting every pattern as one; None for no end.
    """
    search = _Search(cards, values, deadline, most_nodes)
    patterns: Iterator[_Pattern] = iter([frozenset()]) if perfect else search.iter_patterns()
    try:
        for pattern in patterns:
            found = search.find_cover(pattern)
            if found is not None:
                return True, found
    except _Stopped:
        return False, None
    return True, None


class _Search:
    def __init__(
        self,
        cards: Sequence[tuple[int, ...]],
        values: int,
        deadline: Deadline,
        most_nodes: int | None,
    ) -> None:
        self.cards = cards
        self.values = values
        self.features = len(cards[0])
        self.deadline = deadline
        self.most_nodes = most_nodes
        self.nodes = 0
        self.holders = [[0] * values for _ in range(self.features)]
        for place, card in enumerate(cards):
            for feature, value in enumerate(card):
                self.holders[feature][value] |= 1 << place

    def iter_patterns(self) -> Iterator[_Pattern]:
        """Yield the empty pattern and what two cards share, each once."""
        seen: set[_Pattern] = {frozenset()}
        yield frozenset()
        sides = [frozenset(enumerate(card)) for card in self.cards]
        for place, one in enumerate(sides):
            if self.deadline.is_over:
                raise _Stopped
            for other in sides[place + 1 :]:
                shared = one & other
                if shared not in seen:
                    seen.add(shared)
                    yield shared

    def find_cover(self, pattern: _Pattern) -> tuple[int, ...] | None:
        """Return an exact cover of the pattern's group."""
        self._count_node()
        group_mask = (1 << len(self.cards)) - 1
        for feature, value in pattern:
            group_mask &= self.holders[feature][value]
        if group_mask.bit_count() < self.values:
            return None
        agreed = {feature for feature, _ in pattern}
        # Every pair (feature, value) that is still to be covered, by its cards.
        wanted = [
            holder & group_mask
            for feature in range(self.features)
            if feature not in agreed
            for holder in self.holders[feature]
        ]
        return self._find_cover_of(wanted)

    def _find_cover_of(self, wanted: list[int]) -> tuple[int, ...] | None:
        """Return cards of which each mask has exactly one, by depth-first search.

        A level of the stack is the masks that are to be covered and those cards of the fewest that
        are still to be tried; below it lies the card that was tried last.
        """
        stack = [(wanted, min(wanted, key=int.bit_count))]
        taken: list[int] = []
        while stack:
            wanted, untried_mask = stack.pop()
            if not untried_mask:
                if taken:
                    taken.pop()
                continue
            lowest = untried_mask & -untried_mask
            stack.append((wanted, untried_mask ^ lowest))
            self._count_node()
            # The masks that hold the card are covered, and their other cards leave.
            leaving_mask = reduce(or_, [mask for mask in wanted if mask & lowest])
            rest = [mask & ~leaving_mask for mask in wanted if not mask & lowest]
            if not all(rest):
                continue
            taken.append(lowest.bit_length() - 1)
            if not rest:
                return tuple(taken)
            stack.append((rest, min(rest, key=int.bit_count)))
        return None

    def _count_node(self) -> None:
        self.nodes += 1
        if self.most_nodes is not None and self.nodes > self.most_nodes:
            raise _Stopped
        if self.deadline.is_over:
            raise _Stopped
