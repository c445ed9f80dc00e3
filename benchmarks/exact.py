"""How fast exact answers are, beside looking at every layout in the plain way.

The plain way is measured on some random layouts and multiplied by their number; nobody waits for
it.  What is counted from nothing uses two processes, is checked as always, and finds its kernels
compiled; each figure is the median of five runs (three for 17 cards).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from math import comb
from statistics import median

from _measure import COMMAND, compare, run_process, time_once
from _plain import CARDS, count_sets

from thirdcard.lab.experiments.exact_odds import count_odds
from thirdcard.lab.experiments.families import count_family
from thirdcard.lab.work import Work
from thirdcard.variants.registry import parse_variant

PLAIN_LAYOUTS = 2_000
WORK = Work(jobs=2)
YEAR = 365.25 * 86_400


def time_plain(cards: int) -> float:
    """Return the seconds that the plain way takes for one layout."""
    layouts = [random.sample(CARDS, cards) for _ in range(PLAIN_LAYOUTS)]
    return time_once(lambda: [count_sets(layout) for layout in layouts]) / PLAIN_LAYOUTS


def show(what: str, seconds: float, goal: float, plain: float | None = None) -> None:
    verdict = "" if seconds <= goal else "  MISSED"
    line = f"{what:<46} {seconds:>8.2f} s   goal {goal:>5g} s{verdict}"
    if plain is not None:
        line += f"   plain: {plain / YEAR:,.3g} years, {plain / seconds:,.2g} times"
    print(line, flush=True)


def measure(work: Callable[[], object], repeats: int) -> float:
    work()
    return median(time_once(work) for _ in range(repeats))


def main() -> None:
    classic = parse_variant("classic")
    show(
        "all caps of 81 cards, with their orbits",
        measure(lambda: count_family(4, "set-free"), 5),
        3,
    )
    for cards, goal, repeats in ((12, 2, 5), (15, 30, 5), (16, 90, 5), (17, 360, 3)):
        seconds = measure(lambda: count_odds(classic, cards, WORK), repeats)  # noqa: B023
        plain = time_plain(cards) * comb(81, cards)
        show(f"Sets among {cards} cards, from nothing", seconds, goal, plain)
    python, command = compare(
        lambda: run_process(sys.executable, "-c", "pass"),
        lambda: run_process(COMMAND, "odds", "--cards", "12", "--json"),
        repeats=15,
    )
    show("odds --cards 12, the whole process", command, 0.4)
    print(f"  of which an empty python is {python:.2f} s")


if __name__ == "__main__":
    main()
