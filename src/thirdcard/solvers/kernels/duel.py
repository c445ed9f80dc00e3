r"""Nimbers of the duel on one component, found only as far as they are asked for.

A position is a set of edges; its *components* are the classes of edges that meet, directly or
through others.  A move takes an edge away with all that meet it.  The nimber of a position is the
exclusive or of those of its components, and the nimber of a component is the least number that no
move leads to (Sprague and Grundy).

**Bounded nimbers.**  `search_kernel` is asked for a component and a *limit* L, and answers the
nimber if that is at most L, else that it is more.  It goes through t = 0, 1, 2, …: some move leads
to t, and t is excluded, or none does, and t is the nimber, since all below are excluded.  Who wins
is the question with limit 0; the nimber itself has limit 63.  Whether a move leads to t is decided
by the nimbers of all the components it leaves but the largest, whose exclusive or with t is v, and
by the largest with limit v.  So most components never see their whole nimber, and a search stops
at the first move that serves.  Moves that leave the fewest edges are tried first.

**Keys.**  All vertices of a component are there, so that its edges are the edges within its
vertices: the mask of its vertices is an exact key.  The table holds a mask and either its nimber
(`EXACT` is set) or a number below which all are excluded.  It has windows of `WINDOW` slots; where
one is full an entry is overwritten, which costs time and no truth.

**Small positions.**  Up to `SMALL` edges, the nimber depends only on which of them meet:
`small_kernel` lists it for all such graphs, so isomorphic positions share it.

Masks have at most 63 of their 64 bits set: no play is longer, so nimbers are at most 63.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from thirdcard.jit import compiled

__all__ = [
    "DONE",
    "EXACT",
    "FRAMES",
    "OUT_OF_BUDGET",
    "SMALL",
    "TABLE_FULL",
    "grow_kernel",
    "search_kernel",
    "small_kernel",
]

Masks = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

SMALL: Final = 6
"""Positions of up to so many edges are looked up."""

EXACT: Final = 128
"""Set in a value that is the nimber, clear in one that is a bound from below."""

FRAMES: Final = 72
"""More than components are ever open, or wait, at a time: a move takes one of 63 vertices."""

WINDOW: Final = 8
DONE, OUT_OF_BUDGET, TABLE_FULL = 0, 1, 2

# Columns of a frame: where its edges are, how many, where free room starts behind them and where
# behind what the current move leaves; the value looked for, the limit, the current move, the
# exclusive or of the components it leaves, and the first of those that wait.
_START, _COUNT, _FREE, _END, _TARGET, _LIMIT, _MOVE, _REST, _WAITING = range(9)

# Entries of the state between two calls.
_DEPTH, _WAIT_TOP, _USED, _RESULT = range(4)

_ONE = np.uint64(1)
_HASH = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(29)


@compiled
def small_kernel() -> Bytes:
    """Return the nimbers of all graphs of up to `SMALL` nodes, where a move takes a node.

    A move takes the node and all its neighbours.  The graph of k nodes in which i < j are joined
    where bit ``j (j - 1) / 2 + i`` of a code is set stands at ``2**(k (k - 1) / 2) + code``: by
    mex over subsets of nodes, 2**k of them a graph.
    """
    nimbers = np.zeros(2 << (SMALL * (SMALL - 1) // 2), np.uint8)
    near = np.zeros(SMALL, np.int64)
    values = np.zeros(1 << SMALL, np.int64)
    for size in range(2, SMALL + 1):
        base = 1 << (size * (size - 1) // 2)
        for code in range(base):
            for i in range(size):
                near[i] = 1 << i
            bit = 0
            for j in range(size):
                for i in range(j):
                    if code >> bit & 1:
                        near[i] |= 1 << j
                        near[j] |= 1 << i
                    bit += 1
            for nodes in range(1, 1 << size):
                seen = 0
                for i in range(size):
                    if nodes >> i & 1:
                        seen |= 1 << values[nodes & ~near[i]]
                value = 0
                while seen >> value & 1:
                    value += 1
                values[nodes] = value
            nimbers[base + code] = values[(1 << size) - 1]
    return nimbers


@compiled
def _small_nimber_kernel(arena: Masks, start: int, count: int, nimbers: Bytes) -> int:
    """Return the nimber of up to `SMALL` edges of the arena."""
    if count <= 1:
        return count
    code = bit = 0
    for j in range(1, count):
        edge = arena[start + j]
        for i in range(j):
            if edge & arena[start + i]:
                code |= 1 << bit
            bit += 1
    return int(nimbers[(1 << bit) + code])


@compiled
def _slot_kernel(key: np.uint64, slots: int) -> int:
    """Return where the window of a key begins; slots is a power of 2."""
    mixed = key * _HASH
    mixed ^= mixed >> _FOLD
    return int((mixed * _HASH) >> np.uint64(33)) & (slots - 1) & ~(WINDOW - 1)


@compiled
def _look_up_kernel(key: np.uint64, keys: Masks, values: Bytes) -> int:
    """Return what is known of a component, 0 for nothing."""
    slot = _slot_kernel(key, len(keys))
    for i in range(slot, slot + WINDOW):
        if keys[i] == key:
            return int(values[i])
        if keys[i] == 0:
            return 0
    return 0


@compiled
def _store_kernel(key: np.uint64, value: int, keys: Masks, values: Bytes) -> int:
    """Write what is known of a component; return 1 if that took a free slot."""
    slot = _slot_kernel(key, len(keys))
    for i in range(slot, slot + WINDOW):
        if keys[i] == key:
            values[i] = value
            return 0
        if keys[i] == 0:
            keys[i] = key
            values[i] = value
            return 1
    victim = slot + np.int64(key % np.uint64(WINDOW - 1))
    keys[victim] = key
    values[victim] = value
    return 0


@compiled
def grow_kernel(keys: Masks, values: Bytes, new_keys: Masks, new_values: Bytes) -> int:
    """Copy a table into a larger, empty one; return how many slots that takes."""
    used = 0
    for i in range(len(keys)):
        if keys[i] != 0:
            used += _store_kernel(keys[i], values[i], new_keys, new_values)
    return used


@compiled
def _open_kernel(
    frame: Numbers, arena: Masks, settled: Bytes, order: Numbers, known: int, limit: int
) -> None:
    """Begin a component whose edges lie in the arena: sort them by how many they leave."""
    start, count = frame[_START], frame[_COUNT]
    for i in range(count):
        left = 0
        for j in range(count):
            if arena[start + i] & arena[start + j] == 0:
                left += 1
        edge = arena[start + i]
        j = i
        while j > 0 and order[j - 1] > left:
            order[j] = order[j - 1]
            j -= 1
        # Edges move along with their numbers only below i, where the sorting has been.
        for k in range(i, j, -1):
            arena[start + k] = arena[start + k - 1]
        order[j] = left
        arena[start + j] = edge
        settled[start + i] = 0
    frame[_TARGET] = known
    frame[_LIMIT] = limit
    frame[_MOVE] = -1


@compiled
def search_kernel(
    budget: int,
    most_used: int,
    state: Numbers,
    frames: Numbers,
    masks: Masks,
    seen: Masks,
    waiting: Numbers,
    waiting_masks: Masks,
    arena: Masks,
    settled: Bytes,
    order: Numbers,
    keys: Masks,
    values: Bytes,
    nimbers: Bytes,
) -> int:
    """Go on with a search until it is done or has used up a budget of work.

    The caller writes the edges of a component to the arena, their number to ``frames[0, 1]``, the
    limit to ``frames[0, 5]``, their vertices to ``masks[0]`` and -1 to ``state[0]``, and finds the
    answer at ``state[3]`` when it is `DONE`.

    Args:
        budget: how many pairs of edges may be compared in this call, about.
        most_used: how many slots of the table may be filled.
        state: depth, number of waiting components, filled slots, and the result.
        frames: `FRAMES` rows of nine numbers, one a component that is open.
        masks: their vertices.
        seen: as bits, the values to which some move is known to lead.
        waiting: rows (start, number of edges, bound) of components that a move leaves.
        waiting_masks: their vertices.
        arena: room for edges, `FRAMES` times as many as the board has.
        settled: for each edge in the arena, whether its value as a move is among those seen.
        order: room for a number an edge.
        keys: the table's masks, 0 where it is empty.
        values: what it holds; see the module.
        nimbers: from `small_kernel`.

    Returns:
        `DONE`, `OUT_OF_BUDGET`, or `TABLE_FULL`: to be called again with a larger table.
    """
    depth, wait_top, used = state[_DEPTH], state[_WAIT_TOP], state[_USED]
    result = state[_RESULT]
    work = 0
    status = DONE
    if depth < 0:
        known = _look_up_kernel(masks[0], keys, values)
        if known & EXACT:
            state[_RESULT] = known
            return DONE
        depth = wait_top = 0
        result = -1
        frames[0, _START] = 0
        frames[0, _FREE] = frames[0, _COUNT]
        _open_kernel(frames[0], arena, settled, order, known, frames[0, _LIMIT])
        seen[0] = 0
    while True:
        frame = frames[depth]
        start, count, free = frame[_START], frame[_COUNT], frame[_FREE]
        move = frame[_MOVE]
        # What the last move left is known now: -1 for "not the target", or its value.
        value = -1
        is_open = False
        if result >= 0:
            if result & EXACT:
                frame[_REST] ^= result & ~EXACT
                if wait_top > frame[_WAITING]:
                    is_open = True
                else:
                    value = frame[_REST]
            result = -1
            if value >= 0:
                seen[depth] |= _ONE << np.uint64(value)
                settled[start + move] = 1
        while not is_open:
            target = frame[_TARGET]
            if seen[depth] >> np.uint64(target) & _ONE:
                target += 1
                while seen[depth] >> np.uint64(target) & _ONE:
                    target += 1
                frame[_TARGET] = target
                move = -1
            if target > frame[_LIMIT]:
                result = target
                break
            move += 1
            while move < count and settled[start + move]:
                move += 1
            if move >= count:
                result = target | EXACT
                break
            # -- what the move leaves, in components behind one another ----------------------
            work += count
            edge = arena[start + move]
            end = free
            for i in range(start, start + count):
                if arena[i] & edge == 0:
                    arena[end] = arena[i]
                    end += 1
            rest = 0
            if end - free <= SMALL:
                rest = _small_nimber_kernel(arena, free, end - free, nimbers)
                seen[depth] |= _ONE << np.uint64(rest)
                settled[start + move] = 1
                continue
            frame[_WAITING] = wait_top
            first = free
            while first < end:
                mask = arena[first]
                last = first + 1
                grown = True
                while grown:
                    grown = False
                    for i in range(last, end):
                        other = arena[i]
                        if other & mask:
                            mask |= other
                            arena[i] = arena[last]
                            arena[last] = other
                            last += 1
                            grown = True
                number = last - first
                if number <= SMALL:
                    rest ^= _small_nimber_kernel(arena, first, number, nimbers)
                else:
                    known = _look_up_kernel(mask, keys, values)
                    if known & EXACT:
                        rest ^= known & ~EXACT
                    else:
                        # The largest waits below the others.
                        place = wait_top
                        if wait_top > frame[_WAITING] and number > waiting[frame[_WAITING], 1]:
                            place = frame[_WAITING]
                            waiting[wait_top] = waiting[place]
                            waiting_masks[wait_top] = waiting_masks[place]
                        waiting[place, 0] = first
                        waiting[place, 1] = number
                        waiting[place, 2] = known
                        waiting_masks[place] = mask
                        wait_top += 1
                first = last
            if wait_top == frame[_WAITING]:
                seen[depth] |= _ONE << np.uint64(rest)
                settled[start + move] = 1
                continue
            if wait_top == frame[_WAITING] + 1:
                needed = target ^ rest
                if waiting[wait_top - 1, 2] > needed or needed > waiting[wait_top - 1, 1]:
                    wait_top -= 1
                    continue
            frame[_END] = end
            frame[_REST] = rest
            is_open = True
        frame[_MOVE] = move
        if is_open:
            wait_top -= 1
            limit = 63
            if wait_top == frame[_WAITING]:
                limit = frame[_TARGET] ^ frame[_REST]
                if waiting[wait_top, 2] > limit or limit > waiting[wait_top, 1]:
                    result = waiting[wait_top, 2]
                    continue
            depth += 1
            frames[depth, _START] = waiting[wait_top, 0]
            frames[depth, _COUNT] = waiting[wait_top, 1]
            frames[depth, _FREE] = frame[_END]
            masks[depth] = waiting_masks[wait_top]
            seen[depth] = 0
            _open_kernel(frames[depth], arena, settled, order, waiting[wait_top, 2], limit)
            work += waiting[wait_top, 1] * waiting[wait_top, 1]
            if work >= budget:
                status = OUT_OF_BUDGET
                break
            continue
        if used >= most_used:
            # The frame stays as it is, and comes to the same result at once in the larger table.
            result = -1
            status = TABLE_FULL
            break
        used += _store_kernel(masks[depth], result, keys, values)
        if depth == 0:
            depth = -1
            break
        depth -= 1
    state[_DEPTH] = depth
    state[_WAIT_TOP] = wait_top
    state[_USED] = used
    state[_RESULT] = result
    return status
