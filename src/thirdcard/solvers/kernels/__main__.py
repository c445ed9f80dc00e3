"""Compile every kernel that is not on disk yet: ``python -m thirdcard.solvers.kernels``."""

from __future__ import annotations

from random import Random
from time import perf_counter

from thirdcard.core.geometry import Space
from thirdcard.jit import announce_compilation
from thirdcard.solvers.domination import METHODS, min_domination
from thirdcard.solvers.domination_layouts import count_dominations
from thirdcard.solvers.duel import solve_duel
from thirdcard.solvers.hypergraph import Hypergraph, Table
from thirdcard.solvers.kayles import solve_kayles
from thirdcard.solvers.nimbers import count_nimbers
from thirdcard.solvers.packing import max_packing


def compile_all() -> None:
    """Use every kernel once, on little work, with each kind of arguments."""
    import networkx as nx

    random = Random(0)
    table = Table(Space(4), tuple(random.sample(range(81), 21)))
    large = Table(Space(4), tuple(random.sample(range(81), 54)))
    triples = [random.sample(range(18), 3) for _ in range(24)]
    for instance in (table, large, Hypergraph.of(18, triples)):
        max_packing(instance)
    for method in METHODS:
        min_domination(table, method=method)
    min_domination(large)
    for winner_only in (False, True):
        solve_duel(table, winner_only=winner_only)
        solve_kayles(nx.gnp_random_graph(20, 0.25, seed=1), winner_only=winner_only)
    count_nimbers(2)
    count_dominations(Space(2))


if __name__ == "__main__":
    start = perf_counter()
    with announce_compilation():
        compile_all()
    print(f"kernels are ready, after {perf_counter() - start:.1f} s")
