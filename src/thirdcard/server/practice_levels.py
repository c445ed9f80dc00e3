"""How hard a table of practice is, and which levels there are of a variant.

In practice one claim is to be found, whichever it is.  So the level of a table is that of the time
in which half of the players have found a first one
(`thirdcard.puzzles.difficulty.effort_of_first`), not of the puzzle to find all, in which the
hardest one decides.

A level means the same time in every variant: the usual game has all five, the junior deck little
that is hard, and a table of three by three groups nothing that is easy.  `levels_of` tells which a
variant has.
"""

from __future__ import annotations

from typing import Final

from thirdcard.errors import OptionError
from thirdcard.phrases import join_words, phrase
from thirdcard.puzzles.difficulty import LEVELS
from thirdcard.variants.variant import Variant

__all__ = [
    "BOUNDS",
    "FEWEST",
    "LEVELS",
    "SAMPLE",
    "family_of",
    "level_of",
    "levels_of",
    "require_level",
]

BOUNDS: Final = (4_000, 5_500, 7_500, 10_000)
"""The effort, in thousandths of a second, from which a table has the next level.

Of the usual game about 13, 40, 31, 11 and 5 tables in a hundred have the levels from 1 to 5.
"""

SAMPLE: Final = 200
FEWEST: Final = 6
"""A variant has a level that so many of so many tables have."""

_LEVELS_OF: Final[dict[str, str]] = {
    "classic flat set free": "12345",
    "classic flat set chain": "12345",
    "classic flat super free": "123",
    "classic flat super chain": "12",
    "classic flat double free": "345",
    "classic flat double chain": "345",
    "classic flat eight free": "45",
    "classic flat eight chain": "345",
    "classic ultra set free": "2345",
    "classic ultra set chain": "345",
    "classic ultra super free": "23",
    "classic ultra super chain": "23",
    "classic ultra double free": "5",
    "classic ultra double chain": "45",
    "classic ultra eight free": "5",
    "classic ultra eight chain": "5",
    "classic ultra9 set free": "45",
    "classic ultra9 set chain": "5",
    "classic ultra9 super free": "345",
    "classic ultra9 super chain": "4",
    "classic ultra9 double free": "5",
    "classic ultra9 double chain": "5",
    "classic ultra9 eight free": "5",
    "classic ultra9 eight chain": "5",
    "junior flat set free": "123",
    "junior flat set chain": "12",
    "junior flat super free": "1",
    "junior flat super chain": "1",
    "junior flat double free": "23",
    "junior flat double chain": "2",
    "junior flat eight free": "345",
    "junior flat eight chain": "2345",
    "junior ultra set free": "123",
    "junior ultra set chain": "234",
    "junior ultra super free": "12",
    "junior ultra super chain": "12",
    "junior ultra double free": "345",
    "junior ultra double chain": "345",
    "junior ultra eight free": "45",
    "junior ultra eight chain": "345",
    "junior ultra9 set free": "34",
    "junior ultra9 set chain": "345",
    "junior ultra9 super free": "23",
    "junior ultra9 super chain": "23",
    "junior ultra9 double free": "5",
    "junior ultra9 double chain": "45",
    "junior ultra9 eight free": "5",
    "junior ultra9 eight chain": "5",
    "mega flat set free": "2345",
    "mega flat set chain": "2345",
    "mega flat super free": "23",
    "mega flat super chain": "23",
    "mega flat double free": "5",
    "mega flat double chain": "45",
    "mega flat eight free": "5",
    "mega flat eight chain": "5",
    "mega ultra set free": "345",
    "mega ultra set chain": "345",
    "mega ultra super free": "345",
    "mega ultra super chain": "345",
    "mega ultra double free": "5",
    "mega ultra double chain": "5",
    "mega ultra eight free": "5",
    "mega ultra eight chain": "5",
    "mega ultra9 set free": "5",
    "mega ultra9 set chain": "5",
    "mega ultra9 super free": "5",
    "mega ultra9 super chain": "5",
    "mega ultra9 double free": "5",
    "mega ultra9 double chain": "5",
    "mega ultra9 eight free": "5",
    "mega ultra9 eight chain": "5",
}
"""The levels of each variant by `family_of`, as `benchmarks/practice_levels.py` prints them."""


def level_of(effort: int) -> int:
    """Return the level of an effort, 1 to 5.

    >>> [level_of(effort) for effort in (3000, 5000, 6000, 9000, 14_000)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(effort >= bound for bound in BOUNDS)


def levels_of(variant: Variant) -> tuple[int, ...]:
    """Return the levels that tables of a variant have, of which practice can be asked for.

    >>> from thirdcard.variants.registry import parse_variant
    >>> levels_of(parse_variant("classic"))
    (1, 2, 3, 4, 5)
    """
    return tuple(map(int, _LEVELS_OF[family_of(variant)]))


def family_of(variant: Variant) -> str:
    """Return what a variant's levels are listed under; tables of all chained rules are alike."""
    parts = (variant.deck.key, variant.grouping.key, variant.pattern.key)
    return " ".join((*parts, "chain" if variant.rule.chains else "free"))


def require_level(variant: Variant, level: int | None) -> None:
    """Check that a variant has tables of a level; None is any.

    Raises:
        OptionError: it has none, or hardly any.
    """
    known = levels_of(variant)
    if level is not None and level not in known:
        raise OptionError(
            phrase(
                "{variant} has no tables of level {level}; expected {levels}",
                variant=variant.title,
                level=level,
                levels=join_words([str(each) for each in known], "or"),
            )
        )
