r"""How many layouts of k cards hold 0, 1, 2, … claims: exactly, by symmetry.

A symmetry of the geometry keeps lines and with them the number of claims of every pattern, so it is
enough to count the claims of one layout of each orbit, times the size of the orbit
(`thirdcard.lab.experiments.orbits`).

For Sets the last three cards need no orbits: from the orbits of k - 3 cards, all ways to add three
are counted at once (`thirdcard.lab.kernels.additions`), and each layout of k cards is met
:math:`\binom{k}{3}` times.  Layouts of more than half of the deck are the complements of smaller
ones.

Exact is what has at most `MOST_ORBITS` orbits to look at: with 81 cards layouts of up to 18, with
243 cards of up to 15, and all of the 27 cards; for other patterns than Sets three cards less.
Tables with groups have far fewer symmetries; there is no exact method for them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from thirdcard.errors import CheckError, OptionError
from thirdcard.lab.experiments.counts import count_layout_orbits
from thirdcard.lab.experiments.orbits import Level, iter_levels
from thirdcard.lab.kernels.additions import MOST_ADDED, count_after_kernel
from thirdcard.lab.kernels.claims import count_claims, has_kernel
from thirdcard.lab.kernels.tables import line_table, third_table
from thirdcard.lab.work import Parts, Work, run_blocks
from thirdcard.odds.exact import ExactOdds, reflect_lines
from thirdcard.variants.patterns import SET
from thirdcard.variants.variant import Variant

__all__ = ["MOST_ORBITS", "count_odds", "find_base", "find_obstacle"]

MOST_ORBITS: Final = 5_000_000
"""The most orbits of one size that are enumerated: some minutes, a few gigabytes."""

BLOCK: Final = 1024
"""Layouts looked at in one task; also what the kernel's numbers have room for."""


def find_obstacle(variant: Variant, cards: int) -> str | None:
    """Say why there is no exact method for layouts of so many cards, None if there is one."""
    if variant.grouping.count > 1:
        return f"{variant.key} has groups, and no exact method"
    level = find_base(variant, cards)
    if count_layout_orbits(variant.deck.space.n)[level] > MOST_ORBITS:
        return f"{cards} cards of {variant.key} have too many layouts for an exact count"
    if variant.pattern != SET and not has_kernel(variant.pattern, cards):
        return f"claims of {variant.key} among {cards} cards are too many to list"
    return None


def count_odds(
    variant: Variant, cards: int, work: Work | None = None, level: Level | None = None
) -> ExactOdds:
    """Count the layouts of some cards by their claims, from nothing.

    For a rule that chains, the claims are those of a fresh table, before a first claim.

    Args:
        variant: the game.
        cards: cards of a layout.
        work: how to share the work.
        level: the orbits of layouts of `find_base` cards, where they are at hand.

    Raises:
        OptionError: more cards than the deck has, or no exact method; see `find_obstacle`.
        CheckError: the numbers failed a check.
    """
    work = work or Work()
    if not 0 <= cards <= variant.deck.size:
        raise OptionError(
            f"{cards} cards: expected 0 to {variant.deck.size} for the {variant.deck.key} deck"
        )
    if obstacle := find_obstacle(variant, cards):
        raise OptionError(f"{obstacle}; --samples N estimates it")
    base = find_base(variant, cards)
    if level is None or level.size != base:
        level = _enumerate(variant, base, work, _ask(variant, cards))
    if variant.pattern == SET:
        distribution = _count_lines(variant, cards, level, work)
    else:
        distribution = _count_claims(variant, cards, level, work)
    return ExactOdds(variant.key, cards, distribution).check(variant)


def find_base(variant: Variant, cards: int) -> int:
    """Return the size of the layouts whose orbits are needed to count those of some cards."""
    smaller = min(cards, variant.deck.size - cards)
    return max(0, smaller - MOST_ADDED) if variant.pattern == SET else smaller


def _ask(variant: Variant, cards: int) -> dict[str, Any]:
    """Return what decides the answer, for resume files."""
    return {"experiment": "exact odds", "variant": variant.key, "cards": cards}


def _enumerate(variant: Variant, size: int, work: Work, question: Mapping[str, Any]) -> Level:
    levels = iter_levels(variant.deck.space.n, largest=size, work=work, question=question)
    return next(level for level in levels if level.size == size)


@dataclass(frozen=True)
class _Block:
    """Some orbits, and what to count in them."""

    variant: Variant
    layouts: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.int64]
    added: int = 0
    complement: bool = False


def _sum(
    variant: Variant, cards: int, level: Level, work: Work, *, added: int, complement: bool
) -> dict[int, int]:
    """Return number of claims → layouts, each layout as often as it was met."""

    def take(part: slice) -> _Block:
        return _Block(variant, level.layouts[part], level.weights[part], added, complement)

    totals: dict[int, int] = {}
    blocks = Parts(len(level), BLOCK, take)
    answers = run_blocks(
        count_block,
        blocks,
        work,
        question=_ask(variant, cards),
        unit="orbits",
        amounts=blocks.amounts,
    )
    for _, answer in answers:
        assert isinstance(answer, dict)
        for claims, count in answer.items():
            totals[int(claims)] = totals.get(int(claims), 0) + count
    return dict(sorted(totals.items()))


def count_block(block: _Block) -> dict[str, int]:
    """Return number of claims → layouts, for some orbits."""
    if block.variant.pattern == SET:
        return _count_lines_after(block)
    tables = block.layouts.astype(np.int16)
    if block.complement:
        everything = np.arange(block.variant.deck.size, dtype=np.int16)
        tables = np.array([np.setdiff1d(everything, table) for table in tables], np.int16)
    counts = count_claims(block.variant, tables)
    answer: dict[str, int] = {}
    for claims in np.unique(counts).tolist():
        # Summed by Python, whose numbers have no end.
        answer[str(claims)] = sum(block.weights[counts == claims].tolist())
    return answer


def _count_lines_after(block: _Block) -> dict[str, int]:
    n = block.variant.deck.space.n
    low, high = count_after_kernel(
        block.layouts, block.weights, block.added, third_table(n), line_table(n)
    ).tolist()
    sums = [a + (b << 24) for a, b in zip(low, high, strict=True)]
    return {str(lines): count for lines, count in enumerate(sums) if count}


def _count_lines(variant: Variant, cards: int, level: Level, work: Work) -> dict[int, int]:
    smaller = min(cards, variant.deck.size - cards)
    added = smaller - level.size
    met = _sum(variant, cards, level, work, added=added, complement=False)
    times = comb(smaller, added)
    if any(count % times for count in met.values()):
        raise CheckError(f"{variant.key}, {cards} cards: a number of layouts is not whole")
    distribution = {lines: count // times for lines, count in met.items()}
    if smaller < cards:
        return reflect_lines(variant.deck.space.n, smaller, distribution)
    return distribution


def _count_claims(variant: Variant, cards: int, level: Level, work: Work) -> dict[int, int]:
    return _sum(variant, cards, level, work, added=0, complement=level.size < cards)
