r"""Smallest maximal packings of a table of AG(n,3), from the cards that they leave over.

The lines taken are as few as they can be where the cards left over are as many as they can be.
These hold no line, that is, are a cap; they sum to what the table sums to, since a line sums to
zero; and the other cards are a union of disjoint lines.

`leave_kernel` enumerates the caps of *r* cards card by card, each being left over or not.  The
candidates are those that make no line with two cards left over.  Two candidates whose third card
is left over exclude each other, and of three on a line one is taken: a greedy family of disjoint
such pairs and triples bounds how many more can be left over.  The last card is known from the sum.

The other cards are then packed by `thirdcard.solvers.kernels.domination_rest`.  As long as that
does not end it starts anew in another order and with twice the nodes, so in the end it is a
complete search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from thirdcard.jit import compiled
from thirdcard.solvers.kernels.domination import DONE, FOUND, MORE
from thirdcard.solvers.kernels.domination_rest import (
    pack_kernel,
    remove_kernel,
    restore_kernel,
    start_packing_kernel,
)

__all__ = ["leave_kernel"]

Integers = NDArray[np.int32]
Counters = NDArray[np.int64]
Thirds = NDArray[np.int16]
Masks = NDArray[np.uint64]

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_FIRST_NODES = 200


@compiled
def _count_bits_kernel(word: Any) -> Any:
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _has_kernel(mask: Masks, vertex: int) -> bool:
    return bool((mask[vertex >> 6] >> np.uint64(vertex & 63)) & _ONE)


@compiled
def _drop_kernel(mask: Masks, vertex: int) -> None:
    mask[vertex >> 6] &= ~(_ONE << np.uint64(vertex & 63))


@compiled
def _reaches_kernel(
    third: Thirds, over: Integers, depth: int, candidates: Masks, need: int, room: Integers
) -> bool:
    """Tell whether the bound lets ``need`` of the candidates be left over."""
    reach = 0
    for w in range(len(candidates)):
        reach += _count_bits_kernel(candidates[w])
    if reach < need:
        return False
    free = candidates.copy()
    unpaired = 0
    for w in range(len(free)):
        while free[w] != _ZERO:
            low = free[w] & (~free[w] + _ONE)
            free[w] ^= low
            y = 64 * w + _count_bits_kernel(low - _ONE)
            paired = False
            for i in range(depth):
                z = third[over[i], y]
                if z >= 0 and _has_kernel(free, z):
                    _drop_kernel(free, z)
                    paired = True
                    reach -= 1
                    if reach < need:
                        return False
                    break
            if not paired:
                room[unpaired] = y
                unpaired += 1
    # What is left has no pairs; now the triples in it.
    for i in range(unpaired):
        free[room[i] >> 6] |= _ONE << np.uint64(room[i] & 63)
    for i in range(unpaired):
        if reach - (unpaired - i) // 3 >= need:
            return True
        y = room[i]
        if not _has_kernel(free, y):
            continue
        _drop_kernel(free, y)
        for j in range(i + 1, unpaired):
            z = third[y, room[j]]
            if z > room[j] and _has_kernel(free, room[j]) and _has_kernel(free, z):
                _drop_kernel(free, room[j])
                _drop_kernel(free, z)
                reach -= 1
                if reach < need:
                    return False
                break
    return True


@compiled
def _choose_over_kernel(candidates: Masks, alive: Integers, degree: Integers, need: int) -> int:
    """Return the candidate to be left over or not, -1 if the branch ends.

    A card to be taken needs a line; a candidate without one has to be left over.
    """
    chosen = -1
    idle = 0
    for v in range(len(alive)):
        if alive[v]:
            if _has_kernel(candidates, v):
                if degree[v] == 0:
                    idle += 1
                if chosen < 0 or degree[v] < degree[chosen]:
                    chosen = v
            elif degree[v] == 0:
                return -1
    return -1 if idle > need else chosen


@compiled
def _choose_pair_kernel(
    third: Thirds,
    spots: Integers,
    places: Thirds,
    thirds: Thirds,
    before: int,
    negative: int,
    candidates: Masks,
    alive: Integers,
) -> tuple[int, int]:
    """Return the next two candidates that make the sum right, or -1 twice; drop the others."""
    for w in range(len(candidates)):
        while candidates[w] != _ZERO:
            low = candidates[w] & (~candidates[w] + _ONE)
            candidates[w] ^= low
            y = 64 * w + _count_bits_kernel(low - _ONE)
            z = places[thirds[thirds[thirds[before, spots[y]], 0], negative]]
            if z >= 0 and _has_kernel(candidates, z):
                between = third[y, z]
                if between < 0 or alive[between]:
                    return y, z
    return -1, -1


@compiled
def leave_kernel(
    third: Thirds,
    spots: Integers,
    places: Thirds,
    thirds: Thirds,
    total: int,
    left: int,
    budget: int,
    state: Counters,
    over: Integers,
    sums: Integers,
    candidates: Masks,
    alive: Integers,
    degree: Integers,
    order: Integers,
    rows: Integers,
    nexts: Integers,
) -> int:
    """Search for ``left`` cards to be left over; see the module's docstring.

    Args:
        third: int16[m, m], the position of the card that makes a line with two, or -1; on the
            diagonal -1.
        spots: int32[m], the points of the cards.
        places: int16[3**n], the position of each point, or -1.
        thirds: int16[3**n, 3**n], the third point of two points.
        total: the point that all cards sum to.
        left: how many are to be left over.
        budget: nodes until it returns.
        state: int64[6], zero at first: phase (0 at first, 1 caps, 2 packing), number of cards left
            over, nodes for this packing, depth of the packing, a random state, and nodes used.
        over: int32[m], the cards left over.
        sums: int32[m + 1], what they sum to at each depth.
        candidates: uint64[left + 1, words], which cards may follow at each depth.
        alive: int32[m], degree: int32[m], order: int32[m] (any permutation at first),
            rows: int32[m, m + 2], nexts: int32[m]: of the packing.

    Returns:
        `MORE`, `FOUND` or `DONE`; when found, ``over`` has the cards left over, and
        ``rows[d, 0]`` and ``rows[d, 1 + nexts[d]]`` are two cards of each line taken.
    """
    size = len(spots)
    room = np.empty(size, np.int32)
    if state[0] == 0:
        for v in range(size):
            candidates[0, v >> 6] |= _ONE << np.uint64(v & 63)
        sums[0] = 0
        state[1] = 0
        state[0] = 1
        start_packing_kernel(third, over, 0, alive, degree)
    negative = thirds[total, 0]
    depth = state[1]
    nodes = 0
    while True:
        if state[0] == 2:
            if nodes >= budget:
                return MORE
            allowed = min(budget - nodes, state[2] - state[5])
            nodes -= state[5]
            found = pack_kernel(third, alive, degree, order, rows, nexts, state, allowed)
            nodes += state[5]
            if found == FOUND:
                return FOUND
            if found == MORE:
                if state[5] >= state[2]:
                    # Anew, in another order.
                    state[2] *= 2
                    state[3] = state[5] = 0
                    seed = state[4]
                    for i in range(size - 1, 0, -1):
                        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
                        j = (seed >> 8) % (i + 1)
                        order[i], order[j] = order[j], order[i]
                    state[4] = seed
                    start_packing_kernel(third, over, left, alive, degree)
                continue
            # This cap is done with.
            state[0] = 1
            if depth == 0:
                return DONE
            depth -= 1
            restore_kernel(third, alive, degree, over[depth])
            continue
        nodes += 1
        if nodes > budget:
            state[1] = depth
            return MORE
        before = depth
        need = left - depth
        chosen = partner = -1
        if need == 1:
            last = places[thirds[sums[depth], negative]]
            if last >= 0 and _has_kernel(candidates[depth], last):
                chosen = last
            candidates[depth, :] = _ZERO
        elif need == 2:
            chosen, partner = _choose_pair_kernel(
                third, spots, places, thirds, sums[depth], negative, candidates[depth], alive
            )
        elif need > 2 and _reaches_kernel(third, over, depth, candidates[depth], need, room):
            chosen = _choose_over_kernel(candidates[depth], alive, degree, need)
        while chosen >= 0:
            _drop_kernel(candidates[depth], chosen)
            over[depth] = chosen
            sums[depth + 1] = thirds[thirds[sums[depth], spots[chosen]], 0]
            candidates[depth + 1] = candidates[depth]
            for i in range(depth):
                z = third[over[i], chosen]
                if z >= 0:
                    _drop_kernel(candidates[depth + 1], z)
            remove_kernel(third, alive, degree, chosen)
            depth += 1
            need -= 1
            chosen, partner = partner, -1
            if need == 1:
                candidates[depth, :] = _ZERO
        if need == 0 and sums[depth] == total:
            state[0] = 2
            state[1] = depth
            state[2] = _FIRST_NODES
            state[3] = state[5] = 0
        elif depth == before or need == 0:
            if depth == 0:
                return DONE
            depth -= 1
            restore_kernel(third, alive, degree, over[depth])
