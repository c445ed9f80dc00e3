r"""Weak spots: claims that somebody is slow to find, compared with what is usual, or errs at.

For each number *d* of features that differ, of a person's claims of a variant,

.. math::  weakness_d = \frac{median_d \cdot (1 + wrong_d / found_d)}{usual_d}

where what is usual is the time of the bots' middle level, as for puzzles
(`thirdcard.puzzles.difficulty`), for a Set among 12 cards.  So who is slower at all by the same
factor has no weak spot, and neither who takes longer where everybody does.  A table that was given
up, or on which cards were shown, counts as one that took longer than all others; its *d* is that of
its easiest claim.

Tables are trained on in proportion to the weight of their easiest claim's *d*, which is the square
of the weakness over the least one, and at most `MOST`.  A *d* of which there are fewer than
`FEWEST` tables has no weight yet, and is trained on as often as the others are on average.

Of the tables that are there, the next one is of the *d* with the greatest quotient of its weight
and one more than the number of its tables that were chosen; of two that are equal, of the smaller
*d*; and of several tables the first.  A client chooses among those that it was sent by the same
rule (`web/src/state/practice-training.ts`), so it goes on without the server.

References:
    The quotients are those by which V. D'Hondt (1882) gives seats to parties.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from re import fullmatch
from statistics import mean, median_high
from typing import Final

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase
from thirdcard.puzzles.difficulty import marking_time, median_time
from thirdcard.server.practice_tables import PracticeTable, round_differing

__all__ = [
    "FEWEST",
    "MOST",
    "WEAK",
    "Trials",
    "choose_by_weight",
    "read_weights",
    "usual_time",
    "weigh",
]

FEWEST: Final = 5
"""With fewer tables nothing is said."""
MOST: Final = 9.0
"""The greatest weight."""
WEAK: Final = 1.25
"""How many times the least weakness makes a weak spot."""

_LINE: Final = 3
_TABLE: Final = 12


@dataclass
class Trials:
    """A person's claims that differ in so many features.

    Attributes:
        times: milliseconds of those that were found without help.
        wrong: wrong claims on their tables.
        failed: tables that were given up, or on which cards were shown.
    """

    times: list[int] = field(default_factory=list)
    wrong: int = 0
    failed: int = 0


def weigh(every: Mapping[int, Trials]) -> dict[int, tuple[float, bool]]:
    """Return the weight of each number of features that has one, and whether it is a weak spot.

    >>> quick, slow = Trials([4000] * 5), Trials([9000] * 5)
    >>> weigh({2: quick, 3: slow})
    {2: (1.0, False), 3: (2.45, True)}
    >>> weigh({3: slow})
    {3: (1.0, False)}
    """
    known = {
        differing: _weakness(differing, trials)
        for differing, trials in sorted(every.items())
        if len(trials.times) + trials.failed >= FEWEST
    }
    least = min(known.values(), default=inf)
    if least == inf:
        return dict.fromkeys(known, (1.0, False))
    return {
        differing: (round(min(MOST, (weakness / least) ** 2), 2), weakness >= WEAK * least)
        for differing, weakness in known.items()
    }


def _weakness(differing: int, trials: Trials) -> float:
    median = median_high([*trials.times, *[inf] * trials.failed])
    slips = 1 + trials.wrong / max(1, len(trials.times))
    return median * slips / usual_time(differing)


def usual_time(differing: int) -> float:
    """Return the milliseconds that a Set takes that differs in so many features, and to mark it."""
    return median_time(differing, _LINE, _TABLE) + marking_time(_LINE)


def read_weights(text: str, most: int) -> dict[int, float]:
    """Read weights by numbers of features, such as ``2:1,4:2.5``.

    Args:
        text: the weights; empty for none.
        most: the greatest number of features.

    Raises:
        OptionError: they cannot be read.
    """
    weights = {}
    for word in filter(None, text.split(",")):
        read = fullmatch(r"([1-9]):([0-9](?:\.[0-9]{1,2})?)", word)
        if not read or int(read[1]) > most or not 1 <= float(read[2]) <= MOST:
            raise OptionError(
                phrase(
                    "weights are {weights}; expected such as 2:1,3:2.5, for 1 to {most} features "
                    "from 1 to {heaviest}",
                    weights=repr(text[:40]),
                    most=most,
                    heaviest=int(MOST),
                )
            )
        weights[int(read[1])] = float(read[2])
    return weights


def choose_by_weight(
    tables: Sequence[PracticeTable], weights: Mapping[int, float], count: int
) -> list[PracticeTable]:
    """Return so many of some tables, in their order, chosen by the weights of what is on them.

    Args:
        tables: in the order in which they are preferred.
        weights: by the number of features, at least one.
        count: how many at most.
    """
    usual = mean(weights.values())
    waiting: dict[int, list[int]] = defaultdict(list)
    for index, table in enumerate(tables):
        waiting[round_differing(table.easiest)].append(index)
    chosen: Counter[int] = Counter()
    for _ in range(min(count, len(tables))):
        left = [
            differing for differing, indices in waiting.items() if chosen[differing] < len(indices)
        ]
        best = max(left, key=lambda d: (weights.get(d, usual) / (chosen[d] + 1), -d))
        chosen[best] += 1
    kept = sorted(index for d, indices in waiting.items() for index in indices[: chosen[d]])
    return [tables[index] for index in kept]
