"""How many layouts hold no Set, or no Super-Set, all in all and up to symmetry.

A layout without a Set is a *cap*, and is *complete* if every further card makes a Set.  One
without a Super-Set is a weak Sidon set: its pairs have different sums.  Both families are closed
under taking cards away, so they are enumerated by `thirdcard.lab.experiments.orbits`.

The largest caps of AG(n,3) have 2, 4, 9, 20 points for n = 1 … 4.  In AG(5,3) there are too many
of the middle sizes to list; there the count stops at `MOST_ORBITS`.

References:
    G. Pellegrino, "Sul massimo ordine delle calotte in S(4,3)", Matematiche 25 (1970); D. E. Knuth,
    SETSET-ALL (2001), whose numbers for n = 4 are found again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from thirdcard.lab.experiments.orbits import find_complete, iter_levels
from thirdcard.lab.work import Work

__all__ = ["MOST_ORBITS", "FamilyCount", "count_family"]

MOST_ORBITS: Final = 50_000
"""Orbits of one size that are extended no further."""


@dataclass(frozen=True)
class FamilyCount:
    """How many layouts of a family there are.

    Attributes:
        layouts: cards → layouts.
        orbits: cards → orbits.
        complete_orbits: cards → orbits of complete caps, None for other families.
        ended: whether no larger layout is in the family.
    """

    layouts: dict[int, int]
    orbits: dict[int, int]
    complete_orbits: dict[int, int] | None
    ended: bool


def count_family(
    n: int, family: str, largest: int | None = None, *, work: Work | None = None
) -> FamilyCount:
    """Count the layouts of a family of AG(n,3) by size, from one card on.

    Args:
        n: dimension, 1 to 5.
        family: ``set-free`` or ``superset-free``.
        largest: most cards, None for all.
        work: how to share the work.

    Raises:
        CheckError: a level failed its checks.

    >>> count_family(2, "set-free").layouts
    {1: 9, 2: 36, 3: 72, 4: 54}
    """
    layouts: dict[int, int] = {}
    orbits: dict[int, int] = {}
    complete: dict[int, int] = {}
    ended = True
    for level in iter_levels(n, family, largest, work=work):
        if level.size:
            layouts[level.size], orbits[level.size] = level.total, len(level)
            if found := int(find_complete(level).sum()):
                complete[level.size] = found
        if len(level) > MOST_ORBITS:
            ended = False
            break
        ended = level.size != largest
    return FamilyCount(layouts, orbits, complete if family == "set-free" else None, ended)
