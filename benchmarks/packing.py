"""How fast largest packings are found and proved, beside CP-SAT on the same tables.

Tables are drawn at random and seeded; times are those of `max_packing` within this process, from a
table that exists to its answer, after one warm call.
"""

from __future__ import annotations

from random import Random
from statistics import median

from _measure import time_once

from thirdcard.core.geometry import Space
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.packing import is_maximal_packing, max_packing
from thirdcard.solvers.packing_linear import pack_linear

# Features, cards, how many tables, goals in seconds of the median and the maximum.
CASES = [
    *((4, cards, 1000, 1e-4, 5e-2) for cards in (12, 18, 24, 30, 36, 42, 48, 60, 72, 81)),
    *((5, cards, 100, None, 5e-2) for cards in (30, 45, 60)),
    (5, 243, 1, None, None),
    (6, 81, 50, 0.3, None),
]
COMPARED = [(42, 3), (60, 1), (72, 1)]
SECONDS_OF_THE_OTHER = 8.0


def deal(features: int, cards: int, seed: int) -> Table:
    spots = Random(f"{features} {cards} {seed}").sample(range(3**features), cards)
    return Table(Space(features), tuple(spots))


def show_seconds(seconds: float | None) -> str:
    if seconds is None:
        return f"{'':>11}"
    unit, scale = next(
        (u, s) for u, s in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)) if seconds * s >= 1 or u == "µs"
    )
    return f"{seconds * scale:>8.1f} {unit:<2}"


def measure(table: Table) -> float:
    answers = []
    seconds = time_once(lambda: answers.append(max_packing(table)))
    assert answers[0].status == "optimal"
    assert is_maximal_packing(table, answers[0].witness)
    return seconds


def measure_tables() -> None:
    print("  deck  cards  tables       median        goal         most        goal")
    for features, cards, tables, median_goal, most_goal in CASES:
        times = [measure(deal(features, cards, seed)) for seed in range(tables)]
        words = [median(times), median_goal, max(times), most_goal]
        print(f"{3**features:>6} {cards:>6} {tables:>7}", *map(show_seconds, words))


def measure_cp_sat(table: Table) -> tuple[float, int, int]:
    """Return the seconds that CP-SAT alone takes, and the bounds that it reaches."""
    hypergraph = table.hypergraph
    deadline = Deadline(SECONDS_OF_THE_OTHER)
    found, bound = pack_linear(hypergraph.size, hypergraph.edges, hypergraph.size // 3, 0, deadline)
    return deadline.elapsed, len(found), bound


def compare_with_cp_sat() -> None:
    print("\n  deck  cards       CP-SAT   times as long (goal: 20)")
    for cards, tables in COMPARED:
        for seed in range(tables):
            table = deal(4, cards, seed)
            ours = median(measure(table) for _ in range(5))
            other, low, high = measure_cp_sat(table)
            value = max_packing(table).value
            assert value is not None
            assert low <= value <= high
            stopped = "more than " if low < high else ""
            print(f"{81:>6} {cards:>6}  {show_seconds(other)}   {stopped}{other / ours:,.0f}")


if __name__ == "__main__":
    max_packing(deal(4, 12, 0))
    measure_tables()
    compare_with_cp_sat()
