"""Puzzles that meet conditions, no two of them alike.

Layouts are drawn from a stream (`thirdcard.core.stream`), so the same seed gives the same puzzles
on every machine, and the first of a hundred is the one of a pack of one.  A layout that meets the
conditions and was not there before, up to renaming and permuting features, is a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from thirdcard.core.stream import Stream
from thirdcard.puzzles.canonical import puzzle_id
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.difficulty import level_of
from thirdcard.puzzles.draw import count_constant, iter_layouts
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.variant import Spot

__all__ = ["Tally", "iter_puzzles", "make_puzzle"]

Spots = tuple[Spot, ...]


@dataclass
class Tally:
    """How many layouts were looked at for how many puzzles.

    Attributes:
        drawn: layouts that were tried.
        accepted: those that met the conditions, also where they came a second time.
    """

    drawn: int = 0
    accepted: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return what ``thirdcard puzzle --json`` says of it."""
        return {"drawn": self.drawn, "accepted": self.accepted}


def iter_puzzles(
    conditions: Conditions, seed: bytes, tally: Tally | None = None
) -> Iterator[Puzzle]:
    """Yield puzzles that meet the conditions, each a different one up to names, without end.

    Args:
        conditions: what they are to be like.
        seed: 32 bytes.
        tally: where what is tried and accepted is counted.
    """
    tally = tally or Tally()
    seen: set[str] = set()
    for spots in iter_layouts(conditions, Stream(seed)):
        tally.drawn += 1
        puzzle = make_puzzle(conditions, spots)
        if puzzle is None:
            continue
        tally.accepted += 1
        if puzzle.id not in seen:
            seen.add(puzzle.id)
            yield puzzle


def make_puzzle(conditions: Conditions, spots: Spots, previous: Spots = ()) -> Puzzle | None:
    """Return the puzzle that a layout is, None if it does not meet the conditions."""
    variant = conditions.variant
    least, most = conditions.range
    claims = [tuple(claim) for claim in islice(variant.iter_claims(spots, previous), most + 1)]
    if not least <= len(claims) <= most:
        return None
    if conditions.constant is not None and count_constant(variant, spots) != conditions.constant:
        return None
    taken = conditions.kind.count_effort(variant, spots, claims)
    level = level_of(taken)
    if conditions.level not in (None, level):
        return None
    solution = conditions.kind.solve(variant, spots, previous, claims)
    if solution is None:
        return None
    return Puzzle(
        variant=variant,
        kind=conditions.kind.key,
        spots=spots,
        previous=previous,
        solutions=solution.answers,
        optimum=solution.optimum,
        claims=len(claims),
        effort=taken,
        level=level,
        id=puzzle_id(variant, conditions.kind.key, spots, previous),
    )
