"""Packings that take a Set of every star, as those of `thirdcard.reductions.sat` have to.

A *star* is a number of Sets with a card in common, so disjoint Sets are at most one of each star.
Where each Set is in a star there are no more disjoint Sets than stars, and as many are one of
each: an exact cover, which a clause a star and a pair of literals for Sets that meet describe.
The general search for a largest packing does not see this, and cannot tell the number of stars from
one less in reasonable time when there are a hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, count
from typing import Final

from thirdcard.errors import CheckError
from thirdcard.solvers.hypergraph import Edge
from thirdcard.solvers.limits import Deadline

__all__ = ["find_one_of_each"]

_CONFLICTS: Final = 1_000


def find_one_of_each(
    stars: Sequence[Sequence[Edge]], deadline: Deadline
) -> tuple[bool, tuple[Edge, ...] | None]:
    """Return whether it is known, and disjoint Sets, one of each star, None if there are none.

    Args:
        stars: Sets, which have a card in common in each star.
        deadline: when to stop; an interrupt stops it too.

    Raises:
        CheckError: the Sets of a star have no card in common.
    """
    from pysat.solvers import Solver

    if any(not set.intersection(*map(set, star)) for star in stars if star):
        raise CheckError("Sets of one variable or clause have no card in common")
    numbers = count(1)
    literal_of = {(s, edge): next(numbers) for s, star in enumerate(stars) for edge in star}
    at: dict[int, list[int]] = {}
    for (_, edge), literal in literal_of.items():
        for card in edge:
            at.setdefault(card, []).append(literal)
    try:
        with Solver(name="glucose4") as solver:
            for s, star in enumerate(stars):
                solver.add_clause([literal_of[s, edge] for edge in star])
            for literals in at.values():
                for one, other in combinations(literals, 2):
                    solver.add_clause([-one, -other])
            # By and by, so that Ctrl-C is heard; what is learnt stays.  A solver that is told to
            # expect an interrupt leaves the signal to Python.
            known = None
            while known is None and not deadline.is_over:
                solver.conf_budget(_CONFLICTS)
                known = solver.solve_limited(expect_interrupt=True)
            if not known:
                return known is not None, None
            true = set(solver.get_model())
    except KeyboardInterrupt:
        return False, None
    return True, tuple(edge for (_, edge), literal in literal_of.items() if literal in true)
