"""How fast k cards that agree or all differ are found, or shown not to be there.

Each row is about random tables, seeded; the methods are tried on the same ones, and a method that
is stopped is said to be.  The last rows are cliques in random graphs, through their cards.
"""

from __future__ import annotations

from random import Random
from statistics import median

import networkx as nx
from _measure import time_once

from thirdcard.reductions import clique
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.matching import find_matching
from thirdcard.solvers.matching_halves import find_by_halves
from thirdcard.solvers.matching_model import find_by_model
from thirdcard.solvers.matching_search import find_by_search

SECONDS = 1.5
TABLES = 3
ROWS = (
    # values, features, cards
    (3, 6, 100),
    (3, 40, 1000),
    (4, 8, 300),
    (4, 30, 500),
    (6, 12, 150),
    (7, 12, 300),
    (10, 8, 300),
    (15, 5, 300),
)


def draw(rng: Random, values: int, features: int, count: int) -> list[tuple[int, ...]]:
    drawn = [tuple(rng.randrange(values) for _ in range(features)) for _ in range(count)]
    return list(dict.fromkeys(drawn))


def show_tables(values: int, features: int, count: int) -> None:
    rng = Random(count)
    tables = [draw(rng, values, features, count) for _ in range(TABLES)]
    answers = [find_matching(cards, values, seconds=2 * SECONDS) for cards in tables]
    found = sum(answer.value is True for answer in answers)
    method = answers[-1].method
    row = f"k = {values:>2}  n = {features:>2}  m = {count:>4}  found {found} of {TABLES}"
    row += f"  {median(answer.seconds for answer in answers):8.4f} s by {method:<18}"
    for name, finder in (
        ("enumeration", find_by_search),
        ("meet in the middle", find_by_halves),
        ("CP-SAT", find_by_model),
    ):
        if finder is find_by_halves and values > 6:
            continue
        done: list[bool] = []
        seconds = [
            time_once(
                lambda: done.append(finder(cards, values, False, Deadline(SECONDS))[0])  # noqa: B023
            )
            for cards in tables
        ]
        stopped = "" if all(done) else f" ({done.count(False)} stopped)"
        row += f"  {name} {median(seconds):.4f}{stopped}"
    print(row, flush=True)


def show_cliques(parts: int, size: int, density: float) -> None:
    division = [list(range(i * size, i * size + size)) for i in range(parts)]
    answers = [
        clique.solve(nx.gnp_random_graph(parts * size, density, seed=seed), division, 5)
        for seed in range(TABLES)
    ]
    found = sum(answer.value is True for answer in answers)
    seconds = [answer.seconds for answer in answers]
    print(
        f"cliques, {parts} parts of {size:>2} vertices, density {density}:"
        f" found {found} of {TABLES}"
        f"  median {median(seconds):.3f} s  most {max(seconds):.3f} s",
        flush=True,
    )


def main() -> None:
    find_by_halves([(0,), (1,), (2,)], 3, False, Deadline())
    find_by_model([(0,), (1,), (2,)], 3, False, Deadline())
    for row in ROWS:
        show_tables(*row)
    for parts, size, density in ((3, 20, 0.05), (4, 12, 0.3), (5, 12, 0.4), (6, 10, 0.4)):
        show_cliques(parts, size, density)


if __name__ == "__main__":
    main()
