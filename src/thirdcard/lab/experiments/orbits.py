r"""All layouts of k cards up to the symmetries of AG(n,3), one card at a time.

Every layout of k + 1 cards is a layout of k cards and one more.  So representatives of all orbits
of k cards, each extended by every card, meet all orbits of k + 1 cards; which of them are the same
orbit is told by a key (`thirdcard.lab.kernels.invariant`).  The number *N* of layouts in an orbit
follows by counting twice the pairs of a layout in the orbit *O* and one of its cards:

.. math::  (k + 1)\,N(O) = \sum_R N(R) \cdot \#\{x : R + x \in O\},

so no stabilizer is needed.  The same holds within a family that is closed under taking cards away,
such as the layouts without a Set.

A key is a hash of an invariant: layouts of one orbit have one key, but two orbits might share one.
Therefore nothing is believed.  After each card

* *N(O)* must be whole, and divide the order of AGL(n,3);
* of all layouts, the number of keys must be the number of classes that Burnside's lemma gives
  (`thirdcard.lab.experiments.counts`), and the *N* must add up to :math:`\binom{3^n}{k}`;
* within a family, for which there is no such formula, *N(O)* must be the order of the group over
  that of the representative's stabilizer, which is counted one symmetry at a time
  (`thirdcard.lab.kernels.stabilizer`).  Two orbits under one key would make *N* too large.

If not, the level is made anew with a stronger key; and if the strongest does not do,
`thirdcard.errors.CheckError` is raised and no level is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import comb
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from thirdcard.core.maps import affine_group_order
from thirdcard.errors import CheckError
from thirdcard.lab.experiments.counts import count_layout_orbits
from thirdcard.lab.kernels import invariant, stabilizer
from thirdcard.lab.kernels.tables import hyperplane_table, third_table
from thirdcard.lab.work import Parts, Work, run_blocks

__all__ = ["FAMILIES", "Level", "find_complete", "iter_levels"]

FAMILIES: Final = {
    "layouts": invariant.ALL,
    "set-free": invariant.LINE_FREE,
    "superset-free": invariant.BOWTIE_FREE,
}
"""What can be enumerated, with the cards that may be added."""

BLOCK = 1024
"""Layouts that are extended in one task; the answer does not depend on it."""

_CHILD = np.dtype([("key", "u8"), ("weight", "i8"), ("parent", "i8"), ("card", "u1")])
_MERGED_AT_ONCE = 1 << 24


@dataclass(frozen=True)
class Level:
    """The orbits of layouts of one size.

    Attributes:
        n: dimension of the space.
        layouts: a representative of each orbit, shape (orbits, size), points as bytes.
        weights: the number of layouts in each orbit, shape (orbits,).
    """

    n: int
    layouts: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.int64]

    @property
    def size(self) -> int:
        """Cards of a layout."""
        return int(self.layouts.shape[1])

    def __len__(self) -> int:
        """Return the number of orbits."""
        return len(self.layouts)

    @cached_property
    def total(self) -> int:
        """The number of layouts, over all orbits; exact beyond 64 bits."""
        high, low = self.weights >> 24, self.weights & ((1 << 24) - 1)
        return (int(high.sum()) << 24) + int(low.sum())


def iter_levels(
    n: int,
    family: str = "layouts",
    largest: int | None = None,
    *,
    work: Work | None = None,
    question: Mapping[str, Any] | None = None,
    strengths: Sequence[int] = (1, invariant.MAX_STRENGTH),
) -> Iterator[Level]:
    """Yield the orbits of layouts of 0, 1, 2, … cards under AGL(n,3), checked.

    Ends with the last size that has layouts.  For n = 4 the time and the memory grow about fivefold
    with each card: 41,407 orbits of 12 cards take a second, 963,708 of 14 some fifteen.

    Args:
        n: dimension, 1 to 5.
        family: one of `FAMILIES`.
        largest: most cards of a layout; None for all there are.
        work: how to share the work; with a resume file, larger levels are kept in it whole.
        question: what the levels are needed for, if the resume file has other phases as well.
        strengths: of the keys, each tried where the one before fails the checks.

    Raises:
        CheckError: a level failed its checks with the strongest key.
    """
    most = 3**n if largest is None else largest
    level = Level(n, np.zeros((1, 0), np.uint8), np.ones(1, np.int64))
    yield level
    while level.size < most:
        make = partial(_find_next, level, family, work or Work(), strengths)
        if work is not None and work.resume is not None and len(level) > BLOCK:
            asked = question or {"orbits": family, "n": n}
            level = _check(_keep(make, level.size + 1, n, work.resume, asked), family)
        else:
            level = make()
        if not len(level):
            return
        yield level


def _keep(
    make: Callable[[], Level], size: int, n: int, file: Path, question: Mapping[str, Any]
) -> Level:
    """Return a level from a resume file, or make it and put it there."""

    def pack(_: None) -> bytes:
        level = make()
        return level.layouts.tobytes() + level.weights.tobytes()

    done = run_blocks(
        pack,
        [None],
        Work(resume=file),
        question=question,
        unit="levels",
        phase=f"orbits of {size} cards",
    )
    ((_, content),) = done
    count = len(content) // (size + 8)
    layouts = np.frombuffer(content, np.uint8, count * size).reshape(count, size)
    return Level(n, layouts, np.frombuffer(content, np.int64, count, count * size))


def _find_next(level: Level, family: str, work: Work, strengths: Sequence[int]) -> Level:
    """Return the next level, checked."""
    for strength in strengths[:-1]:
        with suppress(CheckError):
            return _check(_extend(level, FAMILIES[family], work, strength), family)
    return _check(_extend(level, FAMILIES[family], work, strengths[-1]), family)


def find_complete(level: Level) -> npt.NDArray[np.bool_]:
    """Tell for each set-free layout whether every further card makes a Set: complete caps."""
    return invariant.is_complete_kernel(level.layouts, third_table(level.n))


# -- one card more --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Block:
    """Some layouts to extend, and where the first of them stands in its level."""

    n: int
    layouts: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.int64]
    first: int
    wanted: int
    strength: int


def extend_block(block: _Block) -> bytes:
    """Return the children of some layouts, one entry a key, ordered by key."""
    keys = invariant.child_keys_kernel(
        block.layouts,
        third_table(block.n),
        hyperplane_table(block.n),
        block.wanted,
        block.strength,
    )
    rows, cards = np.nonzero(keys)
    children = np.empty(len(rows), _CHILD)
    children["key"] = keys[rows, cards]
    children["weight"] = block.weights[rows]
    children["parent"] = rows + block.first
    children["card"] = cards
    return _merge(children).tobytes()


def _merge(children: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Return one child for each key, the first, with the weights of all that have it added."""
    if not len(children):
        return children
    order = np.argsort(children["key"], kind="stable")
    keys = children["key"][order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    merged = children[order[starts]]
    merged["weight"] = np.add.reduceat(children["weight"][order], starts)
    return merged


def _extend(level: Level, wanted: int, work: Work, strength: int) -> Level:
    """Return the next level, unchecked but for whole numbers."""

    def take(part: slice) -> _Block:
        layouts, weights = level.layouts[part], level.weights[part]
        return _Block(level.n, layouts, weights, part.start, wanted, strength)

    blocks = Parts(len(level), BLOCK, take)
    parts: list[npt.NDArray[np.void]] = [np.empty(0, _CHILD)] * len(blocks)
    done = run_blocks(
        extend_block,
        blocks,
        replace(work, resume=None),
        question={},
        unit="layouts",
        amounts=blocks.amounts,
    )
    for index, answer in done:
        assert isinstance(answer, bytes)
        parts[index] = np.frombuffer(answer, _CHILD)
    merged = np.concatenate([_merge(np.concatenate(parts)) for parts in _split_by_key(parts)])
    size = level.size + 1
    weights, rest = np.divmod(merged["weight"], size)
    if rest.any():
        raise CheckError(
            f"orbits of {size} cards in AG({level.n},3): a number of layouts is not whole; "
            "the key does not tell orbits apart"
        )
    layouts = np.empty((len(merged), size), np.uint8)
    layouts[:, :-1] = level.layouts[merged["parent"]]
    layouts[:, -1] = merged["card"]
    return Level(level.n, layouts, weights)


def _split_by_key(parts: list[npt.NDArray[np.void]]) -> Iterator[list[npt.NDArray[np.void]]]:
    """Yield parts of the parts by ranges of keys, so that sorting needs no second copy of all."""
    ranges = 1 + sum(map(len, parts)) // _MERGED_AT_ONCE
    bounds = np.array([(i << 64) // ranges for i in range(1, ranges)], np.uint64)
    cuts = [[0, *np.searchsorted(part["key"], bounds), len(part)] for part in parts]
    for i in range(ranges):
        yield [part[cut[i] : cut[i + 1]] for part, cut in zip(parts, cuts, strict=True)]


# -- the checks -----------------------------------------------------------------------------------


def _check(level: Level, family: str) -> Level:
    """Return a level, or raise if it cannot be right."""
    if not len(level):
        return level
    order, what = affine_group_order(level.n), f"{family} of {level.size} cards in AG({level.n},3)"
    if (order % level.weights).any():
        raise CheckError(f"{what}: the size of an orbit does not divide the order of the group")
    if family == "layouts":
        classes = count_layout_orbits(level.n)[level.size]
        if len(level) != classes:
            raise CheckError(f"{what}: {len(level)} keys, but Burnside's lemma gives {classes}")
        if level.total != comb(3**level.n, level.size):
            raise CheckError(f"{what}: the orbits do not add up to all layouts")
        return level
    orders = stabilizer.stabilizer_orders_kernel(
        level.layouts, third_table(level.n), hyperplane_table(level.n)
    )
    if (orders * level.weights != order).any():
        raise CheckError(f"{what}: an orbit and its stabilizer do not fit; keys do not suffice")
    return level
