r"""How many claims random layouts hold: estimated from a sample, for every variant.

Layouts are dealt in blocks of `thirdcard.lab.kernels.deals.BLOCK`, each from the stream of
``(seed, block)``.  The answer depends on the variant, the numbers of cards and samples, and
the seed, and on nothing else: neither on the number of processes, nor on whether the processor has
vectors.

The chance of no claim is estimated by its share in the sample, with Wilson's interval at 95 %
(`thirdcard.lab.intervals`): from 200,000 layouts of 12 cards its half-width is 0.0008, and it
halves with four times the samples.

Tasks are made of as many blocks as take some tenths of a second by a rule that knows the variant
and the number of cards only, so that work that was interrupted is divided likewise when resumed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any, Final

from thirdcard.errors import OptionError
from thirdcard.lab.intervals import wilson
from thirdcard.lab.kernels.claims import has_kernel
from thirdcard.lab.kernels.deals import BLOCK, count_deals
from thirdcard.lab.kernels.streams import require_seed
from thirdcard.lab.kernels.vector_deals import MOST_FEATURES, count_line_deals, is_trusted
from thirdcard.lab.work import Work, run_blocks
from thirdcard.variants.patterns import LinePattern, LineUnion
from thirdcard.variants.variant import Variant

__all__ = ["MOST_SAMPLES", "SampledOdds", "sample_odds"]

MOST_SAMPLES: Final = 10**12

_TASK_NANOSECONDS: Final = 3 * 10**8
_MOST_TASKS: Final = 100_000
_MOST_UNIONS: Final = 500_000


@dataclass(frozen=True)
class SampledOdds:
    """How many of some random layouts hold how many claims.

    Attributes:
        variant: the variant's key.
        cards: cards of a layout.
        samples: layouts that were asked for.
        seed: of their streams.
        distribution: number of claims → number of layouts, none of them 0, increasing.
        complete: whether it is all layouts; not after an interrupt.
    """

    variant: str
    cards: int
    samples: int
    seed: int
    distribution: dict[int, int]
    complete: bool = True

    @property
    def total(self) -> int:
        """Number of layouts that were dealt."""
        return sum(self.distribution.values())

    @property
    def p_none(self) -> float:
        """The share of layouts without a claim."""
        return self.distribution.get(0, 0) / self.total

    @property
    def ci95(self) -> tuple[float, float]:
        """Wilson's interval for the chance of no claim, at 95 %."""
        return wilson(self.distribution.get(0, 0), self.total)

    @property
    def mean(self) -> float:
        """The average number of claims."""
        return sum(claims * layouts for claims, layouts in self.distribution.items()) / self.total

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of ``thirdcard odds --json``."""
        return {
            "variant": self.variant,
            "cards": self.cards,
            "method": "sampled",
            "distribution": {str(claims): n for claims, n in self.distribution.items()},
            "total": self.total,
            "p_none": self.p_none,
            "ci95": list(self.ci95),
            "mean": self.mean,
            "samples": self.samples,
            "seed": self.seed,
            "complete": self.complete,
        }


def sample_odds(
    variant: Variant, cards: int, samples: int, seed: int = 0, work: Work | None = None
) -> SampledOdds:
    """Count the claims on random layouts of some cards.

    Layouts are fresh: for a rule that chains, the claims are those before a first claim, and for
    cards that lie face down, all that there are.  Groups get the same number of cards each.

    Args:
        variant: the game.
        cards: cards of a layout, 0 to the deck's size; with groups, a multiple of their number.
        samples: how many layouts, 1 to `MOST_SAMPLES`.
        seed: of the streams, 0 to 2**64 - 1.
        work: how to share the work.

    On an interrupt the layouts already counted are returned, with ``complete`` false.

    Raises:
        OptionError: an argument is out of its range, or the claims of a layout are too many to
            count.
        KeyboardInterrupt: an interrupt before anything was counted.
    """
    _require_cards(variant, cards)
    if not 1 <= samples <= MOST_SAMPLES:
        raise OptionError(f"{samples} samples: expected 1 to {MOST_SAMPLES}")
    require_seed(seed)
    if cards < variant.pattern.sizes[0]:
        return SampledOdds(variant.key, cards, samples, seed, {0: samples})

    # What is compiled is on disk before several processes look for it.
    _count(variant, cards, seed, (0, 1))
    tasks = _split(variant, cards, samples)
    done: list[list[list[int]]] = []
    complete = True
    blocks = run_blocks(
        partial(_count, variant, cards, seed),
        tasks,
        work or Work(),
        question={
            "experiment": "sampled odds",
            "variant": variant.key,
            "cards": cards,
            "samples": samples,
            "seed": seed,
        },
        unit="deals",
        amounts=[deals for _, deals in tasks],
    )
    try:
        for _, counted in blocks:
            done.append(counted)
    except KeyboardInterrupt:
        if not done:
            raise
        complete = False
    found: Counter[int] = Counter()
    for counted in done:
        for claims, layouts in counted:
            found[claims] += layouts
    return SampledOdds(variant.key, cards, samples, seed, dict(sorted(found.items())), complete)


def _require_cards(variant: Variant, cards: int) -> None:
    groups = variant.grouping.count
    most = variant.deck.size // groups * groups
    if not 0 <= cards <= most or cards % groups:
        steps = f" in steps of {groups}" if groups > 1 else ""
        raise OptionError(f"{cards} cards: expected 0 to {most}{steps} for {variant.key}")
    unions = _estimate_unions(variant, cards)
    if unions > _MOST_UNIONS:
        most = max(
            k for k in range(0, cards, groups) if _estimate_unions(variant, k) <= _MOST_UNIONS
        )
        raise OptionError(
            f"{cards} cards hold too many claims of {variant.key} to count: expected at most {most}"
        )


def _estimate_unions(variant: Variant, cards: int) -> int:
    """Return how many unions of lines, about, are formed for a layout; 0 for most patterns."""
    pattern = variant.pattern
    if not isinstance(pattern, LineUnion) or pattern.line_counts[-1] < 3:
        return 0
    lines = comb(cards, 3) // (variant.space.size - 2)
    return sum(comb(lines, number) for number in pattern.line_counts)


def _split(variant: Variant, cards: int, samples: int) -> list[tuple[int, int]]:
    """Return for each task its first block and its number of deals."""
    blocks = -(-samples // BLOCK)
    wanted = blocks * BLOCK * _estimate_nanoseconds(variant, cards) // _TASK_NANOSECONDS
    tasks = max(1, min(wanted, blocks, _MOST_TASKS))
    size = -(-blocks // tasks)
    return [(first, min(size * BLOCK, samples - first * BLOCK)) for first in range(0, blocks, size)]


def _estimate_nanoseconds(variant: Variant, cards: int) -> int:
    """Return how long a deal takes, about, on a machine of 2025."""
    if _has_vectors(variant):
        return 3 + cards**3 // 1200
    if has_kernel(variant.pattern, cards):
        of_pairs = cards**2 if type(variant.pattern) is LinePattern else 2 * cards**2
        return 50 + of_pairs + 15 * _estimate_unions(variant, cards)
    return 3000 * cards**2


def _has_vectors(variant: Variant) -> bool:
    """Tell whether there is vector code for a variant, on machines where it works."""
    flat = variant.grouping.count == 1
    return flat and type(variant.pattern) is LinePattern and variant.space.n <= MOST_FEATURES


def _count(variant: Variant, cards: int, seed: int, task: tuple[int, int]) -> list[list[int]]:
    """Return the number of claims and of layouts of each kind that a task deals."""
    first, deals = task
    if _has_vectors(variant) and is_trusted(variant.space, cards):
        found = count_line_deals(variant.space, cards, seed, first, deals)
    else:
        found = count_deals(variant, cards, seed, first, deals)
    return [[claims, layouts] for claims, layouts in sorted(found.items())]
