r"""The search for nimbers of Arc Kayles on connected graphs of up to 64 vertices.

A position is the set of vertices that are left, as a bit mask, and is worth the exclusive or of its
components.  For a component C the table holds the set P of the nimbers that C may still have, at
first 0 … ``len(C) // 2`` because no play is longer.  Two facts about the mex narrow it:

* a move from C to a position worth x rules x out;
* if no move leads to n, C is worth at most n.

So the question "is C worth n?" is settled by looking for a move to n: if there is one, no; if there
is none, the nimbers below n that are still in P are asked for one after the other, and if a move
leads to each, yes.  Most moves are never looked at, and what is asked of the position after a move
is again a question of this kind: if all its components but one have known nimbers with exclusive or
x, "is the last one worth n ^ x?".  A component is never stored before surplus twins are removed
(`thirdcard.solvers.kayles_graph`); paths, cycles, complete graphs and stars are never stored.

The keys are masks, so that no hash stands for a position.  Components share an entry where an
automorphism of the graph takes one to the other (`canonical_kernel`), and never otherwise.

References:
    J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462 (2012).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from thirdcard.jit import compiled
from thirdcard.solvers.kernels.kayles_masks import (
    Images,
    Masks,
    Numbers,
    canonical_kernel,
    closed_kernel,
    count_kernel,
    degrees_kernel,
    first_kernel,
    reduce_kernel,
)

__all__ = [
    "DEPTH",
    "DONE",
    "FULL",
    "PAUSED",
    "find_slot_kernel",
    "insert_kernel",
    "rehash_kernel",
    "search_kernel",
    "start_kernel",
]

DEPTH: Final = 34
"""Room for frames: each one has two vertices less than the one below."""

DONE: Final = 0
"""The question is settled."""
PAUSED: Final = 1
"""The steps are used up; call again."""
FULL: Final = 2
"""The table has to grow before the next call."""

_NEW: Final = 6
"""How much harder a component looks that was never asked for, by trial."""

# Columns of the frames: where its component stands in the table, the nimber asked for (-1 for
# whichever it is), the nimber moves are looked for to, the next move to look at, and how many
# moves there are (-1 before they are listed).
_SLOT: Final = 0
_ASKED: Final = 1
_AIM: Final = 2
_CURSOR: Final = 3
_MOVES: Final = 4

_NO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


@compiled
def find_slot_kernel(keys: Masks, mask: Any) -> int:
    """Return where a component stands in the table, or ``-1 - slot`` for where it would."""
    last = len(keys) - 1
    mixed = mask * _MIX
    slot = np.int64((mixed ^ (mixed >> _HALF)) & np.uint64(last))
    while keys[slot] != _NO:
        if keys[slot] == mask:
            return slot  # type: ignore[return-value]
        slot = (slot + 1) & last
    return -1 - slot  # type: ignore[return-value]


@compiled
def insert_kernel(keys: Masks, sets: Masks, state: Numbers, mask: Any) -> int:
    """Return the slot of a component, which is new there if it was not in the table."""
    slot = find_slot_kernel(keys, mask)
    if slot < 0:
        slot = -1 - slot
        keys[slot] = mask
        sets[slot] = (_TWO << np.uint64(count_kernel(mask) // 2)) - _ONE
        state[1] += 1
    return slot


@compiled
def rehash_kernel(old_keys: Masks, old_sets: Masks, keys: Masks, sets: Masks) -> None:
    """Move all entries into a larger table."""
    for i in range(len(old_keys)):
        if old_keys[i] != _NO:
            slot = -1 - find_slot_kernel(keys, old_keys[i])
            keys[slot] = old_keys[i]
            sets[slot] = old_sets[i]


@compiled
def _evaluate_kernel(
    adjacency: Masks,
    paths: Numbers,
    images: Images,
    twins: Masks,
    keys: Masks,
    sets: Masks,
    left: Any,
    unknown: Masks,
) -> Any:
    """Return the exclusive or of the known components of a position and how many are unknown.

    The unknown component with the fewest vertices is put into ``unknown``; the last number is how
    hard they look: twice their edges, and more for those that were never asked for.
    """
    known = 0
    count = 0
    fewest = 99
    effort = 0
    while left:
        part = left & (~left + _ONE)
        todo = part
        size = degrees = highest = 0
        while todo:
            bit = todo & (~todo + _ONE)
            near = adjacency[first_kernel(bit)] & left
            fresh = near & ~part
            part |= fresh
            todo = (todo ^ bit) | fresh
            degree = count_kernel(near)
            size += 1
            degrees += degree
            highest = max(highest, degree)
        left &= ~part
        if size == 1:
            continue
        nimber = closed_kernel(size, degrees, highest, paths)
        if nimber < 0:
            smaller = reduce_kernel(adjacency, part)
            if smaller != part:
                part = smaller
                size = count_kernel(part)
                degrees, highest = degrees_kernel(adjacency, part)
                nimber = closed_kernel(size, degrees, highest, paths)
        if nimber < 0:
            part = canonical_kernel(images, twins, part)
            slot = find_slot_kernel(keys, part)
            if slot >= 0 and sets[slot] & (sets[slot] - _ONE) == _NO:
                nimber = first_kernel(sets[slot])
        if nimber >= 0:
            known ^= nimber
            continue
        count += 1
        effort += degrees if slot >= 0 else degrees + _NEW
        if size < fewest:
            fewest = size
            unknown[0] = part
    return known, count, effort


@compiled
def start_kernel(
    keys: Masks, sets: Masks, frames: Numbers, state: Numbers, mask: Any, asked: int
) -> None:
    """Begin with the question whether a component without surplus twins is worth ``asked``.

    With -1 the question is what it is worth.  The answer stands in the table in the end.
    """
    frames[0, _SLOT] = insert_kernel(keys, sets, state, mask)
    frames[0, _ASKED] = asked
    frames[0, _MOVES] = -1
    state[0] = 1


@compiled
def search_kernel(
    adjacency: Masks,
    edges: Numbers,
    paths: Numbers,
    images: Images,
    twins: Masks,
    keys: Masks,
    sets: Masks,
    frames: Numbers,
    order: Numbers,
    state: Numbers,
    steps: int,
) -> int:
    """Work on the question that was begun, for about so many positions after a move.

    Args:
        adjacency: the neighbours of each vertex.
        edges: the ends of each edge, one a row.
        paths: nimbers of the paths with 0 … 64 vertices.
        images: see `canonical_kernel`.
        twins: the same.
        keys: components in the table, 0 where there is none; a power of two of them.
        sets: the nimbers each may have, as bits.
        frames: of shape (`DEPTH`, 5).
        order: of shape (`DEPTH`, number of edges).
        state: number of frames, and of components in the table.
        steps: how many to look at.

    Returns:
        `DONE`, `PAUSED` or `FULL`.
    """
    unknown = np.empty(1, np.uint64)
    efforts = np.empty(len(edges), np.int64)
    room = len(keys) * 2 // 3
    while state[0] > 0:
        if steps <= 0:
            return PAUSED
        if state[1] > room:
            return FULL
        depth = state[0] - 1
        slot = frames[depth, _SLOT]
        mask = keys[slot]
        possible = sets[slot]
        asked = frames[depth, _ASKED]
        if possible & (possible - _ONE) == _NO or (
            asked >= 0 and (possible >> np.uint64(asked)) & _ONE == _NO
        ):
            state[0] -= 1
            continue

        if frames[depth, _MOVES] < 0:
            # List the moves whose values are not known, those that leave least to do first.
            count = 0
            for move in range(len(edges)):
                ends = (_ONE << np.uint64(edges[move, 0])) | (_ONE << np.uint64(edges[move, 1]))
                if ends & ~mask:
                    continue
                known, missing, effort = _evaluate_kernel(
                    adjacency, paths, images, twins, keys, sets, mask & ~ends, unknown
                )
                steps -= 1
                if missing == 0:
                    possible &= ~(_ONE << np.uint64(known))
                    continue
                at = count
                while at > 0 and efforts[at - 1] > effort:
                    efforts[at] = efforts[at - 1]
                    order[depth, at] = order[depth, at - 1]
                    at -= 1
                efforts[at] = effort
                order[depth, at] = move
                count += 1
            sets[slot] = possible
            frames[depth, _MOVES] = count
            frames[depth, _CURSOR] = 0
            frames[depth, _AIM] = asked if asked >= 0 else first_kernel(possible)
            continue

        aim = frames[depth, _AIM]
        if (possible >> np.uint64(aim)) & _ONE == _NO:
            frames[depth, _AIM] = first_kernel(possible)
            frames[depth, _CURSOR] = 0
            continue
        if frames[depth, _CURSOR] == frames[depth, _MOVES]:
            possible &= (_TWO << np.uint64(aim)) - _ONE
            sets[slot] = possible
            frames[depth, _AIM] = first_kernel(possible)
            frames[depth, _CURSOR] = 0
            continue
        move = order[depth, frames[depth, _CURSOR]]
        ends = (_ONE << np.uint64(edges[move, 0])) | (_ONE << np.uint64(edges[move, 1]))
        known, missing, effort = _evaluate_kernel(
            adjacency, paths, images, twins, keys, sets, mask & ~ends, unknown
        )
        steps -= 1
        if missing == 0:
            sets[slot] = possible & ~(_ONE << np.uint64(known))
            frames[depth, _CURSOR] += 1
            continue
        below = insert_kernel(keys, sets, state, unknown[0])
        wanted = -1
        if missing == 1:
            wanted = known ^ aim
            if (sets[below] >> np.uint64(wanted)) & _ONE == _NO:
                frames[depth, _CURSOR] += 1
                continue
        frames[depth + 1, _SLOT] = below
        frames[depth + 1, _ASKED] = wanted
        frames[depth + 1, _MOVES] = -1
        state[0] += 1
    return DONE
