r"""How many Sets, Super-Sets, planes and layouts a deck holds.

Sets and planes are the flats of dimension 1 and 2.  A Super-Set is two of the
:math:`L = (3^n - 1)/2` lines through its joint, so there are :math:`3^n \binom{L}{2}`.  Layouts
are :math:`\binom{3^n}{k}`; their classes under AGL(n,3) follow from the group's cycle index, see
`thirdcard.lab.cycle_index`.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from thirdcard.core.geometry import count_flats
from thirdcard.core.maps import affine_group_order
from thirdcard.lab.cycle_index import CycleType, cycle_index

__all__ = [
    "count_bowties",
    "count_layout_orbits",
    "count_layouts",
    "count_lines",
    "count_planes",
]


def count_lines(n: int) -> int:
    """Count the lines of AG(n,3): the Sets of a deck with n features.

    >>> count_lines(4)
    1080
    """
    return count_flats(n, 1)


def count_planes(n: int) -> int:
    """Count the planes of AG(n,3), nine cards with twelve Sets each.

    >>> count_planes(4)
    1170
    """
    return count_flats(n, 2)


def count_bowties(n: int) -> int:
    """Count the bowties of AG(n,3): the Super-Sets of a deck with n features.

    >>> count_bowties(4)
    63180
    """
    return int(3**n) * comb((3**n - 1) // 2, 2)


def count_layouts(n: int, size: int) -> int:
    """Count the layouts of a number of cards.

    >>> count_layouts(4, 12)
    70724320184700
    """
    return comb(3**n, size)


@lru_cache(maxsize=8)
def count_layout_orbits(n: int) -> tuple[int, ...]:
    """Count the classes of layouts of 0, 1, … 3**n cards under AGL(n,3).

    Raises:
        ArithmeticError: a sum over the group is not divisible by its order, or the counts are
            not symmetric under taking the complement; then the cycle index is wrong.

    >>> count_layout_orbits(2)
    (1, 1, 1, 2, 2, 2, 2, 1, 1, 1)
    >>> count_layout_orbits(4)[12]
    41407
    """
    size, order = 3**n, affine_group_order(n)
    totals = [0] * (size + 1)
    for cycles, elements in cycle_index(n).items():
        for k, kept in enumerate(_count_kept(cycles, size)):
            totals[k] += elements * kept
    if any(total % order for total in totals) or totals != totals[::-1]:
        raise ArithmeticError(f"Burnside's sum for AGL({n},3) is not a number of classes")
    return tuple(total // order for total in totals)


def _count_kept(cycles: CycleType, size: int) -> list[int]:
    """Return how many layouts of each size a permutation keeps: unions of its cycles."""
    kept = [1] + [0] * size
    for length, count in cycles:
        choices = [comb(count, i) for i in range(count + 1)]
        kept = [
            sum(choices[i] * kept[k - i * length] for i in range(min(count, k // length) + 1))
            for k in range(size + 1)
        ]
    return kept
