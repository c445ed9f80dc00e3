"""How fast the fewest disjoint Sets that leave none are found, on seeded tables of the deck of 81.

Medians and maxima; the goals are for the medians.  The bounds of larger decks are those reached
within some seconds.
"""

from __future__ import annotations

from random import Random
from statistics import median

from _measure import time_once

from thirdcard.core.geometry import Space
from thirdcard.solvers.domination import METHODS, min_domination
from thirdcard.solvers.hypergraph import Hypergraph, Table
from thirdcard.solvers.result import Answer

TABLES = 20
REPEATS = 5
GOALS = {30: 5e-3, 36: 60e-3}
SIZES = (24, 30, 36, 42, 48, 60, 72)
SECONDS = 10


def deal(n: int, size: int, seed: int) -> Table:
    table = Table(Space(n), tuple(Random(seed).sample(range(3**n), size)))
    # The Sets on the table are found once, whoever asks.
    assert isinstance(table.hypergraph, Hypergraph)
    return table


def solve(table: Table) -> Answer:
    answer = min_domination(table)
    assert answer.status == "optimal"
    return answer


def show(what: str, seconds: list[float], goal: float | None) -> None:
    middle = median(seconds)
    line = f"{what:<34} median {middle * 1e3:>9.2f} ms   most {max(seconds) * 1e3:>9.2f} ms"
    if goal is not None:
        line += f"   goal {goal * 1e3:g} ms{'' if middle <= goal else '  MISSED'}"
    print(line, flush=True)


def main() -> None:
    for method in METHODS:
        min_domination(deal(4, 12, 0), method=method)
    for size in SIZES:
        tables = [deal(4, size, seed) for seed in range(TABLES)]
        seconds = [time_once(lambda: solve(table)) for table in tables]  # noqa: B023
        show(f"{size} of 81 cards, by {solve(tables[0]).method}", seconds, GOALS.get(size))
    for n in (3, 4, 5):
        whole = deal(n, 3**n, 0)
        seconds = [time_once(lambda: solve(whole)) for _ in range(REPEATS)]  # noqa: B023
        value = solve(whole).value
        show(f"all {3**n} cards: {value} Sets", seconds, 1.0 if n == 4 else None)
    for n, size in ((5, 60), (5, 90), (6, 729)):
        answer = min_domination(deal(n, size, 1), seconds=SECONDS)
        print(f"{size} of {3**n} cards: {answer.bound} to {answer.value} in {answer.seconds:.2f} s")


if __name__ == "__main__":
    main()
