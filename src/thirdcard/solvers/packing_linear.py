"""Packings of sparse hypergraphs by CP-SAT, whose linear relaxation is almost tight there.

On 3-uniform hypergraphs with few edges most edges of a largest packing can be read off the linear
program, so CP-SAT needs a part of a second for hundreds of vertices.  Told that the vertices left
over have a known sum mod 3, which a relaxation cannot see, it took longer on all tables tried; it
is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from thirdcard.solvers.hypergraph import Edge
from thirdcard.solvers.limits import Deadline

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus

__all__ = ["pack_linear"]


def pack_linear(
    size: int, edges: Sequence[Edge], bound: int, known: int, deadline: Deadline
) -> tuple[list[Edge], int]:
    """Return a packing and a proved bound of the largest.

    Args:
        size: number of vertices.
        edges: at least one.
        bound: no packing has more edges.
        known: some packing has as many, which is not larger than the bound.
        deadline: when to stop; an interrupt stops it too.  Stopped early, it may know no packing.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in edges]
    at: list[list[cp_model.IntVar]] = [[] for _ in range(size)]
    for variable, edge in zip(taken, edges, strict=True):
        for vertex in edge:
            at[vertex].append(variable)
    for variables in at:
        model.add_at_most_one(variables)
    count = cp_model.LinearExpr.sum(taken)
    model.add_linear_constraint(count, known, bound)
    model.maximize(count)
    solver = cp_model.CpSolver()
    # Its own handler would leave the process without one, to die of the next Ctrl-C.
    solver.parameters.catch_sigint_signal = False
    if deadline.left is not None:
        solver.parameters.max_time_in_seconds = deadline.left
    status = _solve(solver, model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [], bound
    packing = [edge for variable, edge in zip(taken, edges, strict=True) if solver.value(variable)]
    if status == cp_model.OPTIMAL:
        return packing, len(packing)
    # The bound of an integer comes as a float, which may be a little off.
    return packing, min(bound, int(solver.best_objective_bound + 1e-6))


def _solve(solver: CpSolver, model: CpModel) -> CpSolverStatus:
    """Solve in a thread, so that this one hears of an interrupt, and stops the solver then."""
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, model)
        try:
            return solving.result()
        except KeyboardInterrupt:
            while not solving.done():
                # Before it has begun to solve there is nothing to stop.
                solver.stop_search()
                wait((solving,), 0.05)
            return solving.result()
