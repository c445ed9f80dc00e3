"""Covering cards of a table by disjoint lines, each card in one, for `domination_caps`.

At each step the lines through the card in fewest lines are tried, first those whose other cards are
in few themselves.  Cards are taken away and put back one at a time, and the numbers of lines at the
others kept up to date; only lines whose three cards are all alive count.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thirdcard.jit import compiled
from thirdcard.solvers.kernels.domination import DONE, FOUND, MORE

__all__ = ["pack_kernel", "remove_kernel", "restore_kernel", "start_packing_kernel"]

Counters = NDArray[np.int64]
Integers = NDArray[np.int32]
Thirds = NDArray[np.int16]


@compiled
def remove_kernel(third: Thirds, alive: Integers, degree: Integers, card: int) -> None:
    """Take away a card that is alive."""
    alive[card] = 0
    for b in range(len(alive)):
        if alive[b]:
            z = third[card, b]
            if z >= 0 and alive[z]:
                degree[b] -= 1


@compiled
def restore_kernel(third: Thirds, alive: Integers, degree: Integers, card: int) -> None:
    """Put back a card; its own number of lines is counted anew."""
    own = 0
    for b in range(len(alive)):
        if alive[b]:
            z = third[card, b]
            if z >= 0 and alive[z]:
                degree[b] += 1
                own += 1
    degree[card] = own // 2
    alive[card] = 1


@compiled
def start_packing_kernel(
    third: Thirds, over: Integers, count: int, alive: Integers, degree: Integers
) -> None:
    """Make all cards alive but those left over, and count the lines at each."""
    size = len(alive)
    alive[:] = 1
    for i in range(count):
        alive[over[i]] = 0
    degree[:] = 0
    for a in range(size):
        if alive[a]:
            for b in range(size):
                z = third[a, b]
                if alive[b] and z > b and alive[z]:
                    degree[a] += 1


@compiled
def _choose_card_kernel(
    third: Thirds, alive: Integers, degree: Integers, order: Integers, row: Integers
) -> int:
    """Take out the card in fewest lines and fill in a row: the card, the number, a card of each.

    Returns 0 if a card is in no line, 1 if there is a row, 2 if no card is alive.
    """
    size = len(alive)
    best = -1
    for i in range(size):
        c = order[i]
        if alive[c] and (best < 0 or degree[c] < degree[best]):
            best = c
            if degree[c] == 0:
                return 0
    if best < 0:
        return 2
    remove_kernel(third, alive, degree, best)
    count = 0
    for i in range(size):
        b = order[i]
        z = third[best, b]
        if alive[b] and z > b and alive[z]:
            weight = degree[b] + degree[z]
            place = count
            while place > 0:
                other = row[place + 1]
                if degree[other] + degree[third[best, other]] <= weight:
                    break
                row[place + 2] = other
                place -= 1
            row[place + 2] = b
            count += 1
    row[0] = best
    row[1] = count
    return 1


@compiled
def pack_kernel(
    third: Thirds,
    alive: Integers,
    degree: Integers,
    order: Integers,
    rows: Integers,
    nexts: Integers,
    state: Counters,
    budget: int,
) -> int:
    """Cover the cards alive by disjoint lines.

    ``state[3]`` is the depth and to ``state[5]`` the nodes are added; for the rest see
    `thirdcard.solvers.kernels.domination_caps.leave_kernel`.
    """
    nodes = 0
    depth = state[3]
    while True:
        if nodes == budget:
            state[3] = depth
            return MORE
        nodes += 1
        state[5] += 1
        entered = _choose_card_kernel(third, alive, degree, order, rows[depth])
        if entered == 2:
            state[3] = depth
            return FOUND
        if entered == 1:
            nexts[depth] = 0
            depth += 1
        # Back to the deepest card that has a line untried.
        while depth > 0:
            row = rows[depth - 1]
            place = nexts[depth - 1]
            if place > 0:
                b = row[place + 1]
                restore_kernel(third, alive, degree, third[row[0], b])
                restore_kernel(third, alive, degree, b)
            if place < row[1]:
                b = row[place + 2]
                remove_kernel(third, alive, degree, b)
                remove_kernel(third, alive, degree, third[row[0], b])
                nexts[depth - 1] = place + 1
                break
            restore_kernel(third, alive, degree, row[0])
            depth -= 1
        if depth == 0:
            state[3] = 0
            return DONE
