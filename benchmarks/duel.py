"""How fast the duel is solved: nimbers and winners of random tables of the 81-card deck.

Medians and maxima of 20 seeded tables a size, inside one process and after a first table that
loads the kernels; each table is solved from nothing, all its winning claims included where the
nimber is asked for.
"""

from __future__ import annotations

import random
from statistics import median

from _measure import time_once

from thirdcard.core.geometry import Space
from thirdcard.solvers.duel import solve_duel
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.nimbers import count_nimbers

TABLES = 20
SPACE = Space(4)


def deal(cards: int, seed: int) -> Table:
    return Table(SPACE, tuple(random.Random(1000 * cards + seed).sample(range(81), cards)))


def show(what: str, seconds: list[float], goal: float) -> None:
    middle = median(seconds)
    verdict = "" if middle <= goal else "  MISSED"
    line = f"{what:<34} {middle * 1e3:>9.1f} ms   most {max(seconds) * 1e3:>9.1f} ms"
    print(f"{line}   goal {goal * 1e3:>6g} ms{verdict}", flush=True)


def measure(cards: int, *, winner_only: bool) -> list[float]:
    tables = [deal(cards, seed) for seed in range(TABLES)]
    for table in tables:
        # What a table knows of itself is no part of the duel.
        assert table.hypergraph.masks is not None
    return [time_once(lambda: solve_duel(table, winner_only=winner_only)) for table in tables]  # noqa: B023


def main() -> None:
    measure(12, winner_only=False)
    measure(12, winner_only=True)
    for cards, goal in ((27, 0.05), (30, 0.5)):
        show(f"nimber and claims, {cards} cards", measure(cards, winner_only=False), goal)
    for cards, goal in ((33, 0.3), (36, 1.0)):
        show(f"winner, {cards} cards", measure(cards, winner_only=True), goal)
    for n, goal in ((4, 0.1), (5, 1.0)):
        deck = Table(Space(n), tuple(range(3**n)))
        assert deck.hypergraph.masks is not None
        show(f"full deck of {3**n} cards, mirror", [time_once(lambda: solve_duel(deck))], goal)  # noqa: B023
    show("all 2**27 layouts of 27 cards", [time_once(lambda: count_nimbers(3))], 60.0)


if __name__ == "__main__":
    main()
