r"""Arc Kayles within r moves: whether the first player can win before more than r are made.

The r moves are those of both players.  This is the parameterised question of Theorem 4.1 and
Corollary 4, by the second proof there:

* The first player wins with an odd number of moves, so an even r is as good as r - 1.
* When a play of at most r moves has ended, the ends of its edges cover all edges: without a vertex
  cover of at most 2r vertices the answer is no.
* The vertices outside the cover are independent, and of those with the same t neighbours t are
  kept.  `thirdcard.solvers.kayles_graph` proves it for any vertices with the same neighbours, so
  that it is done again in every position.
* What is left has a size bounded in r, and all plays are tried.

A position with s moves to go is lost for the first player as soon as it has 2s + 1 disjoint edges:
every move meets at most two of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from thirdcard.solvers.kayles_graph import iter_bits, reduce_mask
from thirdcard.solvers.kayles_search import OutOfTimeError
from thirdcard.solvers.limits import Deadline

__all__ = ["RoundsSearch", "find_vertex_cover"]


def find_vertex_cover(
    adjacency: Sequence[int], mask: int, most: int, deadline: Deadline
) -> int | None:
    """Return at most so many vertices that meet all edges, as a mask; None if there are none.

    A vertex of the highest degree, or else all its neighbours, must be in it; O(2^most) steps.

    Raises:
        OutOfTimeError: the deadline has passed.
    """
    open_cases = [(mask, most)]
    while open_cases:
        left, free = open_cases.pop()
        if deadline.is_over:
            raise OutOfTimeError
        degrees = {v: (adjacency[v] & left).bit_count() for v in iter_bits(left)}
        at = max(degrees, key=degrees.__getitem__, default=None)
        if at is None or degrees[at] == 0:
            return mask & ~left
        if sum(degrees.values()) > 2 * free * degrees[at]:
            continue
        for chosen in (adjacency[at] & left, 1 << at):
            if chosen.bit_count() <= free:
                open_cases.append((left & ~chosen, free - chosen.bit_count()))
    return None


Question = tuple[int, int]
"""A position and how many moves there are to go at most: odd for the player who is to win."""


class RoundsSearch:
    """All plays of a bounded number of moves on one graph.

    Args:
        adjacency: the neighbours of each vertex, as bit masks.
        deadline: when to stop.
    """

    def __init__(self, adjacency: Sequence[int], deadline: Deadline) -> None:
        self._adjacency = adjacency
        self._deadline = deadline
        self._known: dict[Question, bool] = {}

    def is_won(self, mask: int, moves: int) -> bool:
        """Tell whether the first player makes the last move, with so many to go at most.

        An odd number says that it is the first player's turn, an even one the second's.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        # Each generator is a position whose moves are looked at; it yields the questions it needs
        # answered, so that the depth of the search is not that of Python's stack.
        stack = [self._decide(mask, moves)]
        answer: bool | None = None
        while stack:
            try:
                question = stack[-1].send(answer)
            except StopIteration as end:
                stack.pop()
                answer = end.value
            else:
                answer = None
                stack.append(self._decide(*question))
        return bool(answer)

    def _decide(self, mask: int, moves: int) -> Generator[Question, bool | None, bool]:
        mine = moves % 2 == 1
        mask = reduce_mask(self._adjacency, mask)
        if not mask:
            return not mine
        if moves <= 0 or self._has_many_edges(mask, 2 * moves):
            return False
        if (mask, moves) not in self._known:
            if self._deadline.is_over:
                raise OutOfTimeError
            found = not mine
            for _, left in self.iter_moves(mask):
                if (yield left, moves - 1) == mine:
                    found = mine
                    break
            self._known[mask, moves] = found
        return self._known[mask, moves]

    def _has_many_edges(self, mask: int, most: int) -> bool:
        """Whether more than so many disjoint edges are found by taking the first ones."""
        count = 0
        while mask:
            bit = mask & -mask
            mask ^= bit
            near = self._adjacency[bit.bit_length() - 1] & mask
            if near:
                mask &= ~(near & -near)
                count += 1
        return count > most

    def iter_moves(self, mask: int) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield every edge with what it leaves, those that meet most others first."""
        degree = {v: (self._adjacency[v] & mask).bit_count() for v in iter_bits(mask)}
        edges = [(a, b) for a in degree for b in iter_bits(self._adjacency[a] & mask & -(2 << a))]
        edges.sort(key=lambda edge: -degree[edge[0]] - degree[edge[1]])
        for a, b in edges:
            yield (a, b), mask & ~(1 << a | 1 << b)
