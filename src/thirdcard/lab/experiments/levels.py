r"""How many layouts have each level as a puzzle, exactly.

The layouts of k cards fall into orbits under AGL(n,3) (`thirdcard.lab.experiments.orbits`), and of
the images of one exactly as many have a level as there are frames of coordinates in which it has it
(`thirdcard.lab.kernels.levels`): an orbit of N layouts holds :math:`N f / F` of them, where *f* of
all *F* frames give the level.  Whether there is something to find out does not depend on the frame.
Only layouts are counted in which no feature is constant; the others are those of a smaller deck.

Where fewer than one layout in `RARE` is like that, one is kept, since a search may miss it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError
from thirdcard.lab.experiments.orbits import Level, iter_levels
from thirdcard.lab.kernels.levels import count_levels_kernel
from thirdcard.lab.kernels.tables import hyperplane_table
from thirdcard.lab.work import Parts, Work, run_blocks
from thirdcard.puzzles.bounds import count_without_constant
from thirdcard.puzzles.difficulty import (
    BOUNDS,
    LEVELS,
    count_conflicts,
    level_of,
    marking_time,
    median_time,
    near_weight,
    step_chances,
    step_times,
    time_to_think,
)
from thirdcard.puzzles.kinds import KINDS, Kind
from thirdcard.puzzles.levels import COUNTED, Counts, Tables
from thirdcard.variants.patterns import SET
from thirdcard.variants.registry import parse_variant

__all__ = ["RARE", "LevelCount", "count_levels", "iter_level_counts"]

RARE: Final = 10_000
"""If fewer than one layout in so many has a level, a table is kept that has it."""

BLOCK: Final = 256
"""Orbits that are looked at in one task; the answer does not depend on it."""

_LINE: Final = 3
_THIRD: Final = "third"
_VARIANT: Final = parse_variant("classic")


@dataclass(frozen=True)
class LevelCount:
    """Of layouts of a size without a constant feature, how many have which level.

    Attributes:
        counts: number of Sets → kind → numbers of layouts with levels 1 to 5.  Of a kind those
            count that have something to find out.
        tables: number of Sets → kind → level → a layout, where there are few.
    """

    counts: Counts
    tables: Tables


def iter_level_counts(
    features: int, largest: int, *, work: Work | None = None
) -> Iterator[tuple[int, LevelCount]]:
    """Yield numbers of cards with what `count_levels` tells of them, from one card on.

    Args:
        features: of the deck, 1 to 4.
        largest: most cards.
        work: how to share the work.

    Raises:
        CheckError: a sum is not what it must be.
    """
    for level in iter_levels(features, largest=min(largest, 3**features), work=work):
        if level.size:
            yield level.size, count_levels(level, work or Work())


def count_levels(level: Level, work: Work) -> LevelCount:
    """Return how many layouts without a constant feature have each level.

    Args:
        level: the orbits of all layouts of a size, of a space of at most four dimensions.
        work: how to share the work.

    Raises:
        CheckError: a sum is not what it must be.

    >>> from thirdcard.lab.experiments.orbits import iter_levels
    >>> *_, of_four = iter_levels(2, largest=4)
    >>> count_levels(of_four, Work()).counts
    {0: {'all': (54, 0, 0, 0, 0)}, 1: {'all': (72, 0, 0, 0, 0)}}
    """
    cells: dict[_Cell, tuple[int, int, list[int]]] = {}
    blocks = Parts(
        len(level), BLOCK, lambda part: _Block(level.n, level.layouts[part], level.weights[part])
    )
    answers = run_blocks(
        count_block,
        blocks,
        work,
        question={"experiment": "levels", "n": level.n, "cards": level.size},
        unit="orbits",
        amounts=blocks.amounts,
        phase=f"levels of {level.size} cards",
    )
    for index, answer in answers:
        for claims, kind, number, layouts, table in answer:
            cell = claims, kind, number
            before, block, earlier = cells.get(cell, (0, index, table))
            cells[cell] = (
                before + layouts,
                min(block, index),
                earlier if block <= index else table,
            )
    counts: Counts = {}
    tables: Tables = {}
    for claims, kind, number in sorted(cells):
        layouts, _, table = cells[claims, kind, number]
        numbers = counts.setdefault(claims, {}).get(kind, (0,) * len(LEVELS))
        counts[claims][kind] = (*numbers[: number - 1], layouts, *numbers[number:])
        if layouts * RARE < comb(3**level.n, level.size):
            tables.setdefault(claims, {}).setdefault(kind, {})[number] = tuple(table)
    _check(level, counts)
    return LevelCount(counts, tables)


_Cell = tuple[int, str, int]
"""Number of Sets, kind and level."""


def _check(level: Level, counts: Counts) -> None:
    """Raise if layouts are not all there, by how many Sets they hold."""
    known = count_without_constant(level.n, SET, level.size)
    found = {claims: sum(kinds["all"]) for claims, kinds in counts.items()}
    if known is not None and found != known:
        raise CheckError(
            f"levels of {level.size} cards in AG({level.n},3): {found} layouts by number of Sets, "
            f"but there are {known}"
        )


@dataclass(frozen=True)
class _Block:
    """Some orbits of a level."""

    n: int
    layouts: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.int64]


def count_block(block: _Block) -> list[tuple[int, str, int, int, list[int]]]:
    """Return for numbers of Sets, kinds and levels how many layouts there are, and one of them."""
    cells: dict[_Cell, tuple[int, list[int]]] = {}
    frames = find_frames(block.n)
    for layout, weight in zip(block.layouts, block.weights.tolist(), strict=True):
        image = _Image(block.n, layout)
        for kind, numbers, first in image.count(frames):
            for level, number, frame in zip(LEVELS, numbers, first, strict=True):
                if not number:
                    continue
                layouts, rest = divmod(weight * number, len(frames.forms))
                if rest:
                    raise CheckError(f"levels of {layout.tolist()}: not a whole number of layouts")
                cell = image.claims, kind, level
                before, table = cells.get(cell, (0, None))
                cells[cell] = before + layouts, table or image.lay(frames.forms[frame])
    return [(*cell, layouts, table) for cell, (layouts, table) in cells.items()]


# -- how a layout may lie to the coordinates -------------------------------------------------------


@dataclass(frozen=True)
class Frames:
    """All choices of n independent linear forms up to sign, as numbers of directions.

    Attributes:
        forms: shape (frames, n).
        weights: for each vector up to sign, how many of the forms are not 0 at it.
        axes: the n vectors for which that is 1, shape (frames, n).
    """

    forms: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.uint8]
    axes: npt.NDArray[np.uint8]


@cache
def find_frames(n: int) -> Frames:
    """Return the frames of AG(n,3), of which there are the order of GL(n,3) over 2**n n!.

    >>> [len(find_frames(n).forms) for n in (1, 2, 3)]
    [1, 6, 234]
    """
    vectors = _list_vectors(n)
    chosen = np.array(list(combinations(range(len(vectors)), n)))
    independent = np.round(np.linalg.det(vectors[chosen])).astype(np.int64) % 3 != 0
    forms = chosen[independent].astype(np.uint8)
    is_cut = (vectors @ vectors.T % 3 != 0).astype(np.uint8)
    weights = is_cut[forms].sum(axis=1, dtype=np.uint8)
    axes = np.nonzero(weights == 1)[1].reshape(-1, n).astype(np.uint8)
    return Frames(forms, weights, axes)


@cache
def _list_vectors(n: int) -> npt.NDArray[np.int64]:
    """Return the vectors of n coordinates up to sign, in the order of `hyperplane_table`."""
    digits = _list_digits(n)
    return np.array([v for v in digits if v.any() and v[v != 0][0] == 1])


@cache
def _list_digits(n: int) -> npt.NDArray[np.int64]:
    space = Space(n)
    return np.array([space.digits(point) for point in range(space.size)], np.int64)


@cache
def _number_vectors(n: int) -> npt.NDArray[np.int64]:
    """Return the number of each vector up to sign, by the point that it is; -1 for 0."""
    powers = 3 ** np.arange(n - 1, -1, -1)
    numbers = np.full(3**n, -1)
    vectors = _list_vectors(n)
    numbers[vectors @ powers] = np.arange(len(vectors))
    numbers[-vectors % 3 @ powers] = np.arange(len(vectors))
    return numbers


# -- one layout ------------------------------------------------------------------------------------


class _Image:
    """What a layout is like in any frame."""

    def __init__(self, n: int, layout: npt.NDArray[np.uint8]) -> None:
        self._n = n
        self._points: list[int] = layout.tolist()
        digits = _list_digits(n)[layout]
        triples = _list_triples(len(layout))
        sums = _number(digits[triples].sum(axis=1), n)
        self._lines = triples[sums < 0]
        self.claims = len(self._lines)
        self._vectors = _number(digits[self._lines[:, 1]] - digits[self._lines[:, 0]], n)
        uses = np.bincount(self._lines.ravel(), minlength=len(layout))
        self._shared = (uses[self._lines] > 1).sum(axis=1)
        self._sums = np.bincount(sums[sums >= 0], minlength=(3**n - 1) // 2)
        hyperplanes = hyperplane_table(n)[layout]
        self._constant = (hyperplanes == hyperplanes[0]).all(axis=0)

    def count(self, frames: Frames) -> Iterator[tuple[str, list[int], list[int]]]:
        """Yield kinds with something to find out: their frames by level, and the first of each."""
        kinds = [kind for kind in COUNTED if self._is_question(KINDS[kind])]
        if kinds[-1] == _THIRD:
            kinds.pop()
            yield self._count_third(frames)
        counts = np.zeros((len(kinds), len(LEVELS)), np.int64)
        first = np.zeros_like(counts)
        if self.claims:
            count_levels_kernel(
                self._vectors.astype(np.uint8),
                self._shared.astype(np.uint8),
                self._sums,
                self._constant,
                frames.forms,
                frames.weights,
                frames.axes,
                _list_medians(len(self._points), self._n),
                self._limits([KINDS[kind].choice for kind in kinds]),
                _list_chances(),
                counts,
                first,
            )
        else:
            # Nothing to find takes no time.
            fitting = ~self._constant[frames.forms].any(axis=1)
            counts[0, 0], first[0, 0] = np.count_nonzero(fitting), np.argmax(fitting)
        yield from zip(kinds, counts.tolist(), first.tolist(), strict=True)

    def _count_third(self, frames: Frames) -> tuple[str, list[int], list[int]]:
        """Return the frames by level where the missing card is asked for, and the first of each.

        In how many pairs the cards differ in a coordinate follows from its form alone.
        """
        cards = len(self._points) + 1
        missing = -_list_digits(self._n)[self._points].sum(axis=0) % 3
        together = [*self._points, missing @ 3 ** np.arange(self._n - 1, -1, -1)]
        blocks = hyperplane_table(self._n)[together] % 3
        sizes = np.array([np.count_nonzero(blocks == value, axis=0) for value in range(3)])
        pairs = comb(cards, 2) - (sizes * (sizes - 1) // 2).sum(axis=0)
        differing = np.where(self._constant[frames.forms].any(axis=1), -1, 0)
        differing[differing == 0] = pairs[frames.forms].sum(axis=1)[differing == 0]
        counts, first = [0] * len(LEVELS), [0] * len(LEVELS)
        for total, number in zip(*np.unique(differing, return_counts=True), strict=True):
            if total >= 0:
                level = level_of(time_to_think(float(total) / comb(cards, 2), cards)) - 1
                if not counts[level]:
                    first[level] = int(np.argmax(differing == total))
                counts[level] += int(number)
        return _THIRD, counts, first

    def lay(self, frame: npt.NDArray[np.uint8]) -> list[int]:
        """Return the points of the image for which a frame's forms are the coordinates."""
        values = _list_digits(self._n)[self._points] @ _list_vectors(self._n)[frame].T % 3
        points: list[int] = (values @ 3 ** np.arange(self._n - 1, -1, -1)).tolist()
        return sorted(points)

    @property
    def _claims(self) -> list[tuple[int, ...]]:
        return [tuple(self._points[place] for place in line) for line in self._lines.tolist()]

    def _is_question(self, kind: Kind) -> bool:
        """Tell whether there is something to find out."""
        cards = len(self._points)
        if kind.accepts_all(_VARIANT, cards):
            return True
        if kind.find_obstacle(cards, self.claims):
            return False
        return kind.solve(_VARIANT, tuple(self._points), (), self._claims) is not None

    def _limits(self, choices: Sequence[int]) -> npt.NDArray[np.int64]:
        """Return the steps from which levels begin, where each two Sets that meet take longer."""
        conflicts = count_conflicts(self._claims)
        return np.array([_list_limits(choice * conflicts) for choice in choices])


def _number(vectors: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.int64]:
    numbers: npt.NDArray[np.int64] = _number_vectors(n)[vectors % 3 @ 3 ** np.arange(n - 1, -1, -1)]
    return numbers


@cache
def _list_triples(cards: int) -> npt.NDArray[np.int64]:
    return np.array(list(combinations(range(cards), _LINE)), np.int64).reshape(-1, _LINE)


@cache
def _list_medians(cards: int, n: int) -> npt.NDArray[np.int64]:
    """Return the steps to a line's median by near misses, features that differ, cards shared."""
    possible, weight = comb(cards, _LINE), near_weight(_VARIANT)
    times = step_times()
    return np.array(
        [
            [
                [
                    bisect_left(
                        times,
                        median_time(
                            float(differing),
                            _LINE,
                            cards,
                            near=near / possible if possible else 0,
                            weight=weight,
                            overlap=shared / _LINE,
                        ),
                    )
                    for shared in range(_LINE + 1)
                ]
                for differing in range(n + 1)
            ]
            for near in range(possible + 1)
        ]
    )


@cache
def _list_limits(added: int) -> tuple[int, ...]:
    """Return the steps from which levels begin, where so much is added to the time."""
    added += marking_time(_LINE)
    return tuple(bisect_left(step_times(), bound - added, key=round) for bound in BOUNDS)


@cache
def _list_chances() -> npt.NDArray[np.float64]:
    return np.array(step_chances())
