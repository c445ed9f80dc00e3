"""Components of a graph of up to 64 vertices as words: what Arc Kayles needs to know of them.

The plain twins of these kernels stand in `thirdcard.solvers.kayles_graph`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from thirdcard.jit import compiled

__all__ = [
    "Images",
    "Masks",
    "Numbers",
    "canonical_kernel",
    "closed_kernel",
    "count_kernel",
    "degrees_kernel",
    "first_kernel",
    "reduce_kernel",
]

Masks = npt.NDArray[np.uint64]
Images = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

_NO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_TOP = np.uint64(56)
_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)


@compiled
def count_kernel(mask: Any) -> int:
    """Return the number of bits of a word."""
    mask = mask - ((mask >> _ONE) & _PAIRS)
    mask = (mask & _QUADS) + ((mask >> _TWO) & _QUADS)
    mask = (mask + (mask >> _FOUR)) & _BYTES
    return np.int64((mask * _SUM) >> _TOP)  # type: ignore[return-value]


@compiled
def first_kernel(mask: Any) -> int:
    """Return the position of the lowest bit of a word that is not 0."""
    return count_kernel((mask - _ONE) & ~mask)


@compiled
def reduce_kernel(adjacency: Masks, mask: Any) -> Any:
    """Return a component without its surplus twins.

    A vertex of degree d is surplus if d before it have the same neighbours, and those are among the
    neighbours of any one of these.
    """
    while True:
        smaller = mask
        left = mask
        while left:
            bit = left & (~left + _ONE)
            left ^= bit
            around = adjacency[first_kernel(bit)] & mask
            degree = count_kernel(around)
            before = adjacency[first_kernel(around)] & mask & (bit - _ONE)
            if count_kernel(before) < degree:
                continue
            equal = 0
            while before:
                other = before & (~before + _ONE)
                before ^= other
                if adjacency[first_kernel(other)] & mask == around:
                    equal += 1
            if equal >= degree:
                smaller ^= bit
        if smaller == mask:
            return mask
        mask = smaller


@compiled
def canonical_kernel(images: Images, twins: Masks, mask: Any) -> Any:
    """Return a mask that the given one and some of its images under automorphisms have in common.

    Of vertices that can be exchanged the first ones are taken, and of what automorphisms make of
    that, the least.

    Args:
        images: entry [i, j, k] is the image under automorphism i of the vertices that byte j of a
            mask has if its value is k.
        twins: row i is about a set of vertices any two of which can be exchanged: entry k is the
            first k of them, the last entry all.
        mask: a set of vertices.
    """
    mask = _sort_twins_kernel(twins, mask)
    least = mask
    count, size = images.shape[:2]
    for i in range(count):
        left = mask
        image = _NO
        for j in range(size):
            image |= images[i, j, np.int64(left & _BYTE)]
            left >>= _EIGHT
        least = min(least, _sort_twins_kernel(twins, image))
    return least


@compiled
def _sort_twins_kernel(twins: Masks, mask: Any) -> Any:
    """Return a mask with the first ones of vertices that can be exchanged."""
    for i in range(len(twins)):
        all_twins = twins[i, -1]
        mask = (mask & ~all_twins) | twins[i, count_kernel(mask & all_twins)]
    return mask


@compiled
def degrees_kernel(adjacency: Masks, mask: Any) -> Any:
    """Return the sum of the degrees of a component, and the highest."""
    degrees = 0
    highest = 0
    left = mask
    while left:
        bit = left & (~left + _ONE)
        left ^= bit
        degree = count_kernel(adjacency[first_kernel(bit)] & mask)
        degrees += degree
        highest = max(highest, degree)
    return degrees, highest


@compiled
def closed_kernel(size: int, degrees: int, highest: int, paths: Numbers) -> int:
    """Return the nimber of a component if it needs no search, else -1.

    Paths, cycles, complete graphs and stars need none; ``paths`` are the nimbers of paths by their
    vertices.
    """
    if highest <= 2:
        if degrees == 2 * size - 2:
            return paths[size]  # type: ignore[no-any-return]
        return np.int64(paths[size - 2] == 0)  # type: ignore[return-value]
    if degrees == size * (size - 1):
        return size // 2 % 2
    if degrees == 2 * size - 2 and highest == size - 1:
        return 1
    return -1
