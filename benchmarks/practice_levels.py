"""Which levels the tables of practice have, in every variant that can be practised.

It prints the rows of `thirdcard.server.practice_levels`, with the share of each level in hundredths
and the mean time to draw a table.  Give names of variants to look at those only.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import perf_counter

from thirdcard.server.practice_levels import FEWEST, LEVELS, SAMPLE, family_of
from thirdcard.server.practice_tables import draw_table
from thirdcard.variants.registry import iter_variants, parse_variant

SEED = "0123456789abcdef"


def main(names: list[str]) -> None:
    """Print the row of each variant."""
    chosen = [parse_variant(name) for name in names]
    every = [variant for variant in iter_variants() if not variant.rule.face_down]
    seen = set()
    for variant in chosen or every:
        family = family_of(variant)
        if family in seen:
            continue
        seen.add(family)
        begin = perf_counter()
        found = Counter(draw_table(variant, SEED, number).level for number in range(SAMPLE))
        ms = (perf_counter() - begin) / SAMPLE * 1000
        levels = "".join(str(level) for level in LEVELS if found[level] >= FEWEST)
        shares = " ".join(f"{found[level] * 100 / SAMPLE:5.1f}" for level in LEVELS)
        print(f'    "{family}": "{levels}",  # {shares}, {ms:.0f} ms', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
