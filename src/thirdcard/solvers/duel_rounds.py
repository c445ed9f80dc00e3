"""The duel with a number of rounds: whether the first player can win within r moves.

The moves of both players count, as in Theorem 4.1 of Lampis and Mitsou: the question is whether the
first player has a strategy with which every play ends, with the second player unable to move, after
at most r moves in all.  That number of moves is odd, so r and r - 1 are the same question if r is
even.

The theorem reduces it to an ordered Node Kayles on r sets of vertices, one vertex an edge in each,
and says that the first player wins there if and only if here.  That holds for even r alone: for odd
r the first player makes the last move that the sets allow, whether it ends the game or not, and so
wins there with r = 1 on two disjoint edges, which take two moves.  One more set puts it right.

The search here is direct, over positions and the moves left, with three arguments.

* **Packing.**  Say p disjoint edges are left, the first player is to move, and k moves are left, k
  odd.  If p ≥ 2k + 2 then no: each of the (k + 1) / 2 moves of the first player meets at most three
  of the p, and the second player answers with one of them.  So after k moves at least
  p - 3 (k + 1) / 2 - (k - 1) / 2 = p - 2k - 1 are left, and the game goes on.  If the second player
  is to move, k even, p ≥ 2k + 1 is enough by the same count.
* **The last move** must meet all edges that are left.
* **Lone edges**, which meet no other, are interchangeable; one of them is tried.

A play has at most min(r, m / 3) moves, so the time is at most the number of edges to that power;
positions are remembered with the moves for which they were decided.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from thirdcard.solvers import duel_search
from thirdcard.solvers.duel_search import Edges, LimitReached, iter_sequels
from thirdcard.solvers.limits import Deadline

__all__ = ["RoundsSearch"]


class RoundsSearch:
    """Answers for the positions of one game whether its first player wins within some moves."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        # Enough moves, and too few, to win for the player who began the whole game: by the vertices
        # left and by who is to move, which the parity of the moves left tells.
        self._enough: dict[tuple[int, int], int] = {}
        self._too_few: dict[tuple[int, int], int] = {}

    def is_won(self, edges: Edges, moves: int) -> bool:
        """Tell whether the first player wins a position within a number of moves in all.

        The first player is to move if that number is odd, else the second.

        Raises:
            LimitReached: there was no time for it.
        """
        stack = [self._search(edges, moves)]
        answer: bool | None = None
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
        return bool(answer)

    def _search(self, edges: Edges, moves: int) -> Generator[tuple[Edges, int], Any, bool]:
        """Yield the positions to be decided first, return what `is_won` does."""
        is_first = moves % 2 == 1
        if not edges:
            return not is_first
        if moves <= 0:
            return False
        if _count_packed(edges) >= 2 * moves + (2 if is_first else 1):
            return False
        union = 0
        for edge in edges:
            union |= edge
        key = (union, moves & 1)
        if moves >= self._enough.get(key, moves + 1):
            return True
        if moves <= self._too_few.get(key, -1):
            return False
        # The first player blocks as much as possible, the second as little.
        won = not is_first
        has_lone = False
        for _, left in iter_sequels(edges, fewest_first=is_first):
            if len(left) == len(edges) - 1:
                if has_lone:
                    continue
                has_lone = True
            if moves > 1:
                answer: bool = yield left, moves - 1
            else:
                answer = not left
            if answer == is_first:
                won = is_first
                break
        known = self._enough if won else self._too_few
        if len(known) >= duel_search.MOST_KNOWN:
            known.clear()
        known[key] = moves
        return won


def _count_packed(edges: Edges) -> int:
    """Return the number of disjoint edges that are found by taking them in order."""
    taken = count = 0
    for edge in edges:
        if not edge & taken:
            taken |= edge
            count += 1
    return count
