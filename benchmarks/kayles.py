"""How long Arc Kayles takes: all small graphs, Cram, cubic and random graphs, and long ones.

Every figure is the time of one process that has loaded its kernels.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import networkx as nx
from _measure import compare, time_once

from thirdcard.solvers.kayles import solve_kayles

GRAPHS = 10


def show(what: str, seconds: float, remark: str = "") -> None:
    unit, scale = next(
        ((u, s) for u, s in (("s", 1), ("ms", 1e3)) if seconds * s >= 1), ("µs", 1e6)
    )
    print(f"{what:<48} {seconds * scale:>8.1f} {unit:<2}  {remark}".rstrip())


def measure_atlas() -> None:
    atlas = nx.graph_atlas_g()
    (seconds,) = compare(lambda: [solve_kayles(graph) for graph in atlas], repeats=3)
    show(f"the {len(atlas)} graphs of the atlas", seconds, "goal 2 s")


def measure_cram() -> None:
    for rows, columns in ((3, 9), (4, 5), (4, 7), (5, 5), (5, 6)):
        grid = nx.grid_2d_graph(rows, columns)
        (seconds,) = compare(lambda grid=grid: solve_kayles(grid), repeats=3)  # type: ignore[misc]
        goal = "goal 0.5 s" if (rows, columns) == (5, 6) else ""
        show(f"Cram {rows} by {columns}, nimber and moves", seconds, goal)
    for rows, columns in ((7, 7), (7, 8), (12, 12)):
        grid = nx.grid_2d_graph(rows, columns)
        answer = solve_kayles(grid, winner_only=True, seconds=5)
        remark = f"{answer.winner or 'not found'} ({answer.method})"
        show(f"Cram {rows} by {columns}, winner", answer.seconds, remark)


def measure_random() -> None:
    families: dict[str, list[Any]] = {
        "cubic, 20 vertices": [nx.random_regular_graph(3, 20, seed=i) for i in range(GRAPHS)],
        "cubic, 24 vertices": [nx.random_regular_graph(3, 24, seed=i) for i in range(GRAPHS)],
        "half of all edges, 16 vertices": [
            nx.gnp_random_graph(16, 0.5, seed=i) for i in range(GRAPHS)
        ],
        "trees, 40 vertices": [nx.random_labeled_tree(40, seed=i) for i in range(GRAPHS)],
    }
    for name, graphs in families.items():
        for winner_only in (False, True):
            times = [
                time_once(lambda g=graph: solve_kayles(g, winner_only=winner_only))  # type: ignore[misc] # noqa: B023
                for graph in graphs
            ]
            what = "winner" if winner_only else "nimber and moves"
            show(f"{name}, {what}", median(times), f"at most {max(times):.2f} s")


def measure_closed_forms() -> None:
    for name, graph in (
        ("a path of 10,000 vertices", nx.path_graph(10_000)),
        ("a star of 10,000 vertices", nx.star_graph(10_000)),
        ("hypercube of 256 vertices", nx.hypercube_graph(8)),
    ):
        (seconds,) = compare(lambda graph=graph: solve_kayles(graph), repeats=3)  # type: ignore[misc]
        show(name, seconds)


def measure_rounds() -> None:
    for rounds in (3, 5, 7):
        # Each vertex beside a cover of rounds + 1 vertices is joined to some of these.
        random = Random(rounds)
        hubs = range(rounds + 1)
        graph: Any = nx.Graph()
        for vertex in range(rounds + 1, 60):
            near = random.sample(hubs, random.randint(1, 3))
            graph.add_edges_from((vertex, hub) for hub in near)
        answer = solve_kayles(graph, rounds=rounds, seconds=10)
        remark = f"{answer.winner or 'not found'} ({answer.method})"
        show(f"60 vertices, a cover of {rounds + 1}, {rounds} moves", answer.seconds, remark)


def main() -> None:
    solve_kayles(nx.petersen_graph())
    measure_atlas()
    measure_cram()
    measure_random()
    measure_closed_forms()
    measure_rounds()


if __name__ == "__main__":
    main()
