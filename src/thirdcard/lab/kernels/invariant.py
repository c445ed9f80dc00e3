r"""A number that a layout shares with all its images under AGL(n,3): the key of its orbit.

Colour refinement over hyperplanes, modulo :math:`2^{64}`.  Every card starts with colour 1.  In a
round each hyperplane gets the sum of the colours of its cards; its new value is a hash of that sum
and of a symmetric polynomial in the sums of the three hyperplanes of its direction; the new colour
of a card is a hash of its old colour and the sum of the values of the hyperplanes it lies in.  An
affine map permutes directions and, within each, the three parallel hyperplanes, so the multiset of
colours does not change, nor does the sum of their hashes.

That alone (strength 0) merges orbits of AG(4,3) from twelve cards on.  So every card whose colour
another one has is *individualised*: it is given a colour of its own, a further round is made, and
the result is added (strength 1).  The sum over all such cards is again the same for all images.
(Individualising only the cards of the smallest repeated colour, as programs for isomorphism do, is
not enough.)  Strength 2 individualises every pair of repeated cards, one after the other; the two
orbits of twelve cards of AG(5,3) that strength 1 does not tell apart need it.

Equal keys do not prove equal orbits.  What does is the number of keys, see
`thirdcard.lab.experiments.orbits`, which refuses to go on if it is not Burnside's.

References:
    B. D. McKay and A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation
    60 (2014), for refinement and individualisation; the hash is the finalizer of SplitMix64,
    G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from thirdcard.jit import compiled

__all__ = [
    "ALL",
    "BOWTIE_FREE",
    "LINE_FREE",
    "MAX_CARDS",
    "MAX_STRENGTH",
    "child_keys_kernel",
    "count_room",
    "is_complete_kernel",
    "key",
    "key_kernel",
]

Keys = npt.NDArray[np.uint64]
Table = npt.NDArray[np.uint16]

MAX_CARDS: Final = 48
"""The most cards of a layout that the kernels here take."""

MAX_STRENGTH: Final = 2
"""The strongest key there is."""

ALL: Final = 0
LINE_FREE: Final = 1
BOWTIE_FREE: Final = 2
"""What children are wanted: all, those that add no line, those that add no bowtie."""

_U = np.uint64
_ROUNDS = 2
_GOLDEN = _U(0x9E3779B97F4A7C15)
_MIX_1 = _U(0xBF58476D1CE4E5B9)
_MIX_2 = _U(0x94D049BB133111EB)
_MARK = _U(0x55)


@compiled
def count_room(hyperplanes: Table) -> int:
    """Return how many numbers of work space `key_kernel` wants."""
    directions: int = hyperplanes.shape[1]
    return 3 * (MAX_CARDS + directions)


@compiled
def _hash_kernel(z: np.uint64) -> np.uint64:
    """Return a well mixed function of 64 bits, one to one."""
    z = (z ^ (z >> _U(30))) * _MIX_1
    z = (z ^ (z >> _U(27))) * _MIX_2
    return z ^ (z >> _U(31))


@compiled
def _refine_kernel(
    points: Table, size: int, rounds: int, hyperplanes: Table, colours: Keys, sums: Keys
) -> np.uint64:
    """Refine the colours of the first `size` points in place; return the sum of their hashes."""
    directions = hyperplanes.shape[1]
    for _ in range(rounds):
        sums[:] = _U(0)
        for i in range(size):
            for d in range(directions):
                sums[hyperplanes[points[i], d]] += colours[i]
        for d in range(directions):
            a = sums[3 * d] + _GOLDEN
            b = sums[3 * d + 1] + _GOLDEN
            c = sums[3 * d + 2] + _GOLDEN
            symmetric = a * b * c + a * b + a * c + b * c
            sums[3 * d] = _hash_kernel(a ^ symmetric)
            sums[3 * d + 1] = _hash_kernel(b ^ symmetric)
            sums[3 * d + 2] = _hash_kernel(c ^ symmetric)
        for i in range(size):
            total = _U(3) * colours[i]
            for d in range(directions):
                total += sums[hyperplanes[points[i], d]]
            colours[i] = _hash_kernel(total)
    total = _U(0)
    for i in range(size):
        total += _hash_kernel(colours[i] + _GOLDEN)
    return total


@compiled
def _is_repeated_kernel(colours: Keys, size: int, i: int) -> bool:
    """Tell whether another card has the colour of card i."""
    repeated = False
    for j in range(size):
        repeated |= i != j and colours[i] == colours[j]
    return repeated


@compiled
def key_kernel(
    points: Table, size: int, hyperplanes: Table, strength: int, room: Keys
) -> np.uint64:
    """Return the key of a layout, never 0.

    Args:
        points: the layout in its first `size` entries.
        size: number of cards, at most `MAX_CARDS`.
        hyperplanes: `thirdcard.lab.kernels.tables.hyperplane_table`.
        strength: how many cards are individualised one after the other, 0 to `MAX_STRENGTH`.
        room: work space of `count_room` numbers; the first `size` are the colours of the plain
            refinement afterwards.
    """
    colours = room[:MAX_CARDS]
    marked = room[MAX_CARDS : 2 * MAX_CARDS]
    twice = room[2 * MAX_CARDS : 3 * MAX_CARDS]
    sums = room[3 * MAX_CARDS : 3 * MAX_CARDS + 3 * hyperplanes.shape[1]]
    colours[:size] = _U(1)
    total = _refine_kernel(points, size, _ROUNDS, hyperplanes, colours, sums)
    if strength == 0:
        return max(total, _U(1))
    for i in range(size):
        if not _is_repeated_kernel(colours, size, i):
            continue
        marked[:size] = colours[:size]
        marked[i] = _hash_kernel(marked[i] ^ _MARK)
        value = _refine_kernel(points, size, 1, hyperplanes, marked, sums)
        if strength == 2:
            for j in range(size):
                if _is_repeated_kernel(marked, size, j):
                    twice[:size] = marked[:size]
                    twice[j] = _hash_kernel(twice[j] ^ _MARK)
                    value += _hash_kernel(
                        _refine_kernel(points, size, 1, hyperplanes, twice, sums) + _GOLDEN
                    )
        total += _hash_kernel(value + _GOLDEN)
    return max(total, _U(1))


@compiled
def child_keys_kernel(
    layouts: npt.NDArray[np.uint8],
    third: Table,
    hyperplanes: Table,
    wanted: int,
    strength: int,
) -> Keys:
    """Return the key of every layout with one card more, 0 where there is none.

    Args:
        layouts: one layout a row, all of one size.
        third: `thirdcard.lab.kernels.tables.third_table`.
        hyperplanes: `thirdcard.lab.kernels.tables.hyperplane_table`.
        wanted: `ALL`, `LINE_FREE` or `BOWTIE_FREE`.
        strength: as in `key_kernel`.

    Returns:
        a row for every layout, a column for every point; 0 for a point of the layout itself and
        where the new layout is not wanted.
    """
    count, size = layouts.shape
    cards = third.shape[0]
    keys = np.zeros((count, cards), np.uint64)
    room = np.empty(count_room(hyperplanes), np.uint64)
    points = np.empty(MAX_CARDS, np.uint16)
    pairs = np.empty(cards, np.int64)
    allowed = np.empty(cards, np.bool_)
    for row in range(count):
        points[:size] = layouts[row]
        pairs[:] = 0
        for i in range(size):
            for j in range(i):
                pairs[third[points[i], points[j]]] += 1
        for x in range(cards):
            allowed[x] = wanted != LINE_FREE or pairs[x] == 0
            if wanted == BOWTIE_FREE:
                for i in range(size):
                    allowed[x] &= pairs[third[x, points[i]]] == 0
        for i in range(size):
            allowed[points[i]] = False
        for x in range(cards):
            if allowed[x]:
                points[size] = x
                keys[row, x] = key_kernel(points, size + 1, hyperplanes, strength, room)
    return keys


@compiled
def is_complete_kernel(layouts: npt.NDArray[np.uint8], third: Table) -> npt.NDArray[np.bool_]:
    """Tell for each layout, one a row, whether every card outside makes a line with two inside."""
    count, size = layouts.shape
    cards = third.shape[0]
    complete = np.empty(count, np.bool_)
    covered = np.empty(cards, np.bool_)
    for row in range(count):
        covered[:] = False
        for i in range(size):
            covered[layouts[row, i]] = True
            for j in range(i):
                covered[third[layouts[row, i], layouts[row, j]]] = True
        complete[row] = covered.all()
    return complete


# -- the plain twin -------------------------------------------------------------------------------

_ALL_BITS = (1 << 64) - 1


def key(points: list[int], hyperplanes: Table, strength: int = 1) -> int:
    """Return what `key_kernel` does, with Python's own numbers."""
    return max(_key(points, hyperplanes, [1] * len(points), strength, _ROUNDS) & _ALL_BITS, 1)


def _key(
    points: list[int], hyperplanes: Table, colours: list[int], strength: int, rounds: int
) -> int:
    colours, total = _refine(points, rounds, hyperplanes, colours)
    for i, colour in enumerate(colours if strength else []):
        if colours.count(colour) > 1:
            marked = colours.copy()
            marked[i] = _hash(colour ^ int(_MARK))
            total += _hash(_key(points, hyperplanes, marked, strength - 1, 1) + int(_GOLDEN))
    return total


def _refine(
    points: list[int], rounds: int, hyperplanes: Table, colours: list[int]
) -> tuple[list[int], int]:
    golden = int(_GOLDEN)
    for _ in range(rounds):
        sums = [0] * (3 * hyperplanes.shape[1])
        for point, colour in zip(points, colours, strict=True):
            for plane in hyperplanes[point].tolist():
                sums[plane] += colour
        values: list[int] = []
        for first in range(0, len(sums), 3):
            a, b, c = (total + golden for total in sums[first : first + 3])
            symmetric = a * b * c + a * b + a * c + b * c
            values += [_hash((x & _ALL_BITS) ^ (symmetric & _ALL_BITS)) for x in (a, b, c)]
        colours = [
            _hash(3 * colour + sum(values[plane] for plane in hyperplanes[point].tolist()))
            for point, colour in zip(points, colours, strict=True)
        ]
    return colours, sum(_hash(colour + golden) for colour in colours)


def _hash(z: int) -> int:
    z &= _ALL_BITS
    z = (z ^ z >> 30) * int(_MIX_1) & _ALL_BITS
    z = (z ^ z >> 27) * int(_MIX_2) & _ALL_BITS
    return z ^ z >> 31
