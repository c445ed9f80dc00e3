r"""How many symmetries a layout has, counted one by one.

An affine map is known by the images of a frame, an affinely independent sequence of points that
spans.  With a frame chosen among the layout's own cards, a symmetry takes it to another sequence
of its cards.  Those sequences are tried depth first: each new image fixes the images of all points
spanned so far, and they must agree in whether they belong to the layout, and in colour.

If the layout spans only a flat of dimension d, each symmetry of the flat extends to the whole space
in :math:`\prod_{i=d}^{n-1} (3^n - 3^i)` ways.

The count shares no code with the orbits' weights, and is held against them: the weight found for an
orbit must be the order of the group over that of the stabilizer.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from thirdcard.core.maps import AffineMap
from thirdcard.jit import compiled
from thirdcard.lab.kernels.invariant import MAX_CARDS, count_room, key_kernel

__all__ = ["stabilizer_order", "stabilizer_orders_kernel"]

Layouts = npt.NDArray[np.uint8]
Table = npt.NDArray[np.uint16]


@compiled
def stabilizer_orders_kernel(
    layouts: Layouts, third: Table, hyperplanes: Table
) -> npt.NDArray[np.int64]:
    """Return the order of the stabilizer in AGL(n,3) of each layout, a row with one card or more.

    Args:
        layouts: rows of distinct points.
        third: `thirdcard.lab.kernels.tables.third_table`.
        hyperplanes: `thirdcard.lab.kernels.tables.hyperplane_table`.
    """
    count, size = layouts.shape
    cards = third.shape[0]
    orders = np.zeros(count, np.int64)
    room = np.empty(count_room(hyperplanes), np.uint64)
    points = np.empty(MAX_CARDS, np.uint16)
    colour = np.zeros(cards, np.uint64)
    for row in range(count):
        points[:size] = layouts[row]
        key_kernel(points, size, hyperplanes, 0, room)
        for i in range(size):
            colour[points[i]] = room[i] | np.uint64(1)
        orders[row] = _count_kernel(points, size, third, colour)
        for i in range(size):
            colour[points[i]] = 0
    return orders


@compiled
def _span_kernel(third: Table, origin: int, new: int, span: Table, size: int) -> None:
    """Add to the first `size` points of a flat those that a new point spans with them."""
    for i in range(size):
        # third(third(p, new), origin) = p + new - origin
        span[size + i] = third[third[span[i], new], origin]
        span[2 * size + i] = third[span[i], span[size + i]]


@compiled
def _count_kernel(points: Table, size: int, third: Table, colour: npt.NDArray[np.uint64]) -> int:
    """Count the maps that keep a coloured layout; `colour` is 0 outside of it."""
    cards = third.shape[0]
    span = np.empty(cards, np.uint16)
    spanned = np.zeros(cards, np.bool_)
    frame = np.empty(8, np.int64)
    # The rarer a colour, the fewer the images: choose the frame among the rarest.
    rarity = np.zeros(MAX_CARDS, np.int64)
    for i in range(size):
        for j in range(size):
            rarity[i] += colour[points[i]] == colour[points[j]]
    rank = 0
    flat = 1
    while True:
        best = -1
        for i in range(size):
            if not spanned[points[i]] and (best < 0 or rarity[i] < rarity[best]):
                best = i
        if best < 0:
            break
        frame[rank] = points[best]
        if rank == 0:
            span[0] = frame[0]
        else:
            _span_kernel(third, frame[0], frame[rank], span, flat)
            flat *= 3
        spanned[span[:flat]] = True
        rank += 1

    image = np.empty(cards, np.uint16)
    chosen = np.full(8, -1, np.int64)
    found = 0
    depth = 0
    while depth >= 0:
        chosen[depth] += 1
        if chosen[depth] == size:
            chosen[depth] = -1
            depth -= 1
            continue
        new = points[chosen[depth]]
        known = 1
        for _ in range(depth - 1):
            known *= 3
        if depth == 0:
            image[0] = new
            agree = colour[frame[0]] == colour[new]
        else:
            agree = True
            for i in range(known):
                agree &= image[i] != new
            if agree:
                _span_kernel(third, image[0], new, image, known)
                for i in range(known, 3 * known):
                    agree &= colour[span[i]] == colour[image[i]]
        if agree:
            if depth == rank - 1:
                found += 1
            else:
                depth += 1
    free = cards // flat
    factor = 1
    step = flat
    while free > 1:
        factor *= cards - step
        step *= 3
        free //= 3
    return found * factor


def stabilizer_order(n: int, points: list[int]) -> int:
    """Return what the kernel does, by trying every map of AGL(n,3); for n up to 2.

    >>> stabilizer_order(2, [0, 1])
    12
    """
    layout = set(points)
    vectors = list(product(range(3), repeat=n))
    order = 0
    for rows in product(vectors, repeat=n):
        for offset in vectors:
            try:
                image = AffineMap(rows, offset)
            except ValueError:
                continue
            order += {image(point) for point in layout} == layout
    return order
