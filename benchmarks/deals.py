"""How fast layouts are sampled, beside the way one would write it down at first.

The plain way: cards are tuples of digits, dealt by ``random.sample``; all pairs are completed until
a third card lies on the table, or all triples are tried to count the Sets.  Ours deals as well
where the plain way is given its tables, and counts all Sets where it may stop at the first.  One
process, one core; each figure is the median of runs that take turns, all of them warm.

First a process is shown that compiles, and one that finds what was compiled.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile

from _measure import compare, time_once
from _plain import CARDS, count_sets, has_set

from thirdcard.core.geometry import Space
from thirdcard.lab.experiments.sampled_odds import sample_odds
from thirdcard.lab.kernels.deals import count_deals
from thirdcard.lab.kernels.vector_deals import is_trusted
from thirdcard.variants.registry import parse_variant

PLAIN_DEALS = 4_000
DEALS = 20_000_000
SCALAR_DEALS = 400_000
GOALS = {"12 cards": 2_000, "15 cards": 1_200, "counting": 8_000}


def count_none(cards: int) -> int:
    return sum(not has_set(random.sample(CARDS, cards)) for _ in range(PLAIN_DEALS))


def show(what: str, rate: float, remark: str = "") -> None:
    print(f"{what:<48} {rate:>13,.0f} a second  {remark}".rstrip())


def ratio(ours: float, plain: float, goal: int) -> str:
    return f"{ours / plain:,.0f} times; goal: {goal:,}"


def measure_deals() -> None:
    variant = parse_variant("classic")
    tables = [random.sample(CARDS, 12) for _ in range(PLAIN_DEALS // 8)]
    for cards in (12, 15):
        plain, ours, scalar = compare(
            lambda: count_none(cards),  # noqa: B023
            lambda: sample_odds(variant, cards, DEALS, seed=1),  # noqa: B023
            lambda: count_deals(variant, cards, 1, 0, SCALAR_DEALS),  # noqa: B023
        )
        rate, plain_rate = DEALS / ours, PLAIN_DEALS / plain
        show(f"deals of {cards} cards, the plain way", plain_rate)
        show("  ours", rate, ratio(rate, plain_rate, GOALS[f"{cards} cards"]))
        show("  ours, without vectors", SCALAR_DEALS / scalar, "the same deals")
        if cards == 12:
            (triples,) = compare(lambda: [count_sets(table) for table in tables])
            plain_rate = len(tables) / triples
            show("Sets counted in 12 cards, the plain way", plain_rate)
            show("  ours, dealing included", rate, ratio(rate, plain_rate, GOALS["counting"]))


def measure_others() -> None:
    for expression in ("mega", "ultra", "ultra9", "super", "double", "eight", "mega+double"):
        variant = parse_variant(expression)
        cards = variant.table_size
        deals = DEALS if expression == "mega" else SCALAR_DEALS // 2
        (seconds,) = compare(lambda: sample_odds(variant, cards, deals, seed=1))  # noqa: B023
        show(f"deals of {cards} cards, {expression}", deals / seconds)


def measure_processes() -> None:
    program = (
        "from thirdcard.lab.experiments.sampled_odds import sample_odds\n"
        "from thirdcard.variants.registry import parse_variant\n"
        "sample_odds(parse_variant('classic'), 12, 200_000, seed=42)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", program]
        place = {**os.environ, "NUMBA_CACHE_DIR": folder}
        first = time_once(lambda: subprocess.run(command, env=place, check=True))
        (later,) = compare(lambda: subprocess.run(command, env=place, check=True))
    print(f"{'a process that compiles and deals 200,000':<48} {first:>13.2f} s")
    print(f"{'  one after it':<48} {later:>13.2f} s")


if __name__ == "__main__":
    print("vectors:", "yes" if is_trusted(Space(4), 12) else "no")
    random.seed(42)
    measure_processes()
    measure_deals()
    measure_others()
