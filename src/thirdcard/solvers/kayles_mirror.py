r"""Automorphisms of a graph, and among them the mirrors by which a player answers every move.

A *mirror* is an automorphism that is its own inverse, leaves no vertex where it is and joins none
to its image.  On a graph with a mirror the second player wins Arc Kayles.  An edge and its image
have no common end, which would be an end left where it is, or joined to its image; so the image of
the first player's edge can be taken, and what is left has the mirror again.  Hence a first player
who can take an edge that leaves a graph with a mirror wins.  On grids the point reflection is one
where both sides are even; where one is, the edge in the middle is taken first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from thirdcard.solvers.kayles_graph import iter_bits

__all__ = ["find_mirror", "is_mirror", "iter_automorphisms"]

_STEPS: Final = 20_000
"""Trials after which the search for automorphisms is given up; not finding one loses speed only."""


def _refine(adjacency: Sequence[int], vertices: Sequence[int], pairs: bool) -> dict[int, int]:
    """Return colours that every automorphism keeps, with as few vertices each as neighbours tell.

    Where only mirrors are looked for (``pairs``) the answer is empty as soon as a colour has an odd
    number of vertices, since a mirror pairs them up.
    """
    colours = dict.fromkeys(vertices, 0)
    number = 1
    while True:
        signs = {
            v: (colours[v], *sorted(colours[w] for w in iter_bits(adjacency[v]) if w in colours))
            for v in vertices
        }
        names = {sign: name for name, sign in enumerate(sorted(set(signs.values())))}
        colours = {v: names[sign] for v, sign in signs.items()}
        if pairs:
            sizes = [0] * len(names)
            for colour in colours.values():
                sizes[colour] += 1
            if any(size % 2 for size in sizes):
                return {}
        if len(names) == number:
            return colours
        number = len(names)


def _search_order(adjacency: Sequence[int], colours: dict[int, int]) -> list[int]:
    """Return the vertices so that each one is joined to an earlier one where possible."""
    sizes: dict[int, int] = {}
    for colour in colours.values():
        sizes[colour] = sizes.get(colour, 0) + 1
    order: list[int] = []
    seen: set[int] = set()
    for root in sorted(colours, key=lambda v: (sizes[colours[v]], v)):
        if root in seen:
            continue
        seen.add(root)
        order.append(root)
        for vertex in order[-1:]:
            queue = [vertex]
            for at in queue:
                for near in iter_bits(adjacency[at]):
                    if near in colours and near not in seen:
                        seen.add(near)
                        queue.append(near)
            order.extend(queue[1:])
    return order


def _iter_maps(
    adjacency: Sequence[int], vertices: Sequence[int], mirror: bool
) -> Iterator[dict[int, int]]:
    """Yield automorphisms of the graph among some vertices, or its mirrors, by backtracking."""
    colours = _refine(adjacency, vertices, mirror)
    order = _search_order(adjacency, colours)
    if not order:
        return
    inside = sum(1 << v for v in order)
    image: dict[int, int] = {}
    taken = 0
    steps = 0

    def fits(a: int, b: int) -> bool:
        """Whether b can be the image of a, beside the images that are chosen."""
        near = adjacency[a] & inside
        there = adjacency[b] & inside
        chosen = sum(1 << image[v] for v in iter_bits(near) if v in image)
        return chosen == there & taken

    # Each level has the candidates for the first vertex without an image, and what was chosen.
    levels: list[tuple[int, Iterator[int]]] = []
    chosen: list[tuple[int, ...]] = []

    def candidates(a: int) -> Iterator[int]:
        around = inside & ~taken
        near = adjacency[a] & inside
        known = next((v for v in iter_bits(near) if v in image), None)
        if known is not None:
            around &= adjacency[image[known]]
        return iter(
            [
                b
                for b in iter_bits(around)
                if colours[b] == colours[a] and not (mirror and (b == a or near >> b & 1))
            ]
        )

    def descend(start: int) -> bool:
        """Open the level of the next vertex without an image; False if all have one."""
        for at in range(start, len(order)):
            if order[at] not in image:
                levels.append((at, candidates(order[at])))
                return True
        return False

    descend(0)
    while levels:
        if len(chosen) == len(levels):
            for a in chosen.pop():
                taken &= ~(1 << image.pop(a))
        at, options = levels[-1]
        b = next(options, None)
        if b is None:
            levels.pop()
            continue
        steps += 1
        if steps > _STEPS:
            return
        a = order[at]
        if not fits(a, b):
            continue
        image[a] = b
        taken |= 1 << b
        placed: tuple[int, ...] = (a,)
        if mirror:
            if not fits(b, a):
                taken &= ~(1 << image.pop(a))
                continue
            image[b] = a
            taken |= 1 << a
            placed = (a, b)
        chosen.append(placed)
        if not descend(at + 1):
            yield dict(image)


def iter_automorphisms(adjacency: Sequence[int]) -> Iterator[list[int]]:
    """Yield automorphisms of a graph as lists of images; perhaps not all, the identity first.

    >>> list(iter_automorphisms([0b010, 0b101, 0b010]))
    [[0, 1, 2], [2, 1, 0]]
    """
    size = len(adjacency)
    identity = list(range(size))
    yield identity
    for image in _iter_maps(adjacency, identity, mirror=False):
        found = [image[v] for v in identity]
        if found != identity:
            yield found


def find_mirror(adjacency: Sequence[int], mask: int) -> dict[int, int] | None:
    """Return a mirror of the graph among the vertices of a mask without isolated ones, or None.

    None does not say that there is none.

    >>> find_mirror([0b1010, 0b0101, 0b1010, 0b0101], 0b1111)
    {0: 2, 2: 0, 1: 3, 3: 1}
    """
    return next(_iter_maps(adjacency, list(iter_bits(mask)), mirror=True), None)


def is_mirror(adjacency: Sequence[int], mask: int, image: dict[int, int]) -> bool:
    """Tell whether a map is a mirror of the graph among the vertices of a mask."""
    vertices = set(iter_bits(mask))
    if set(image) != vertices or any(image.get(b) != a or a == b for a, b in image.items()):
        return False
    for a in vertices:
        near = {b for b in iter_bits(adjacency[a]) if b in vertices}
        if image[a] in near or {image[b] for b in near} != set(
            iter_bits(adjacency[image[a]] & mask)
        ):
            return False
    return True
