r"""The one-round game as a model for CP-SAT, for what is too large to enumerate.

One 0-1 variable :math:`y_c` says that card c is taken, :math:`a_{fv}` that the Set agrees on value
v in feature f.  Where it agrees, k of the taken cards have the value and none another; where it
does not, each value has one:

.. math::

   \sum_c y_c = k, \qquad \sum_v a_{fv} \le 1, \qquad
   \sum_{c_f = v} y_c = k\,a_{fv} + 1 - \sum_w a_{fw}.

For a perfect matching all :math:`a_{fv}` are 0, which leaves the exact cover.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence

from thirdcard.solvers.limits import Deadline

__all__ = ["find_by_model"]


def find_by_model(
    cards: Sequence[tuple[int, ...]], values: int, perfect: bool, deadline: Deadline
) -> tuple[bool, tuple[int, ...] | None]:
    """Return whether the solver came to an end, and the Set, None if it found none.

    The solver itself hears Ctrl-C in the main thread, and ends without an answer, as when the time
    is over.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in cards]
    model.add(sum(taken) == values)
    for feature in range(len(cards[0])):
        holders: list[list[cp_model.IntVar]] = [[] for _ in range(values)]
        for card, variable in zip(cards, taken, strict=True):
            holders[card[feature]].append(variable)
        if perfect:
            for holder in holders:
                model.add_exactly_one(holder)
            continue
        agreed = [model.new_bool_var("") for _ in range(values)]
        differs = model.new_bool_var("")
        model.add_exactly_one([*agreed, differs])
        for holder, agrees in zip(holders, agreed, strict=True):
            model.add(sum(holder) == values * agrees + differs)
    solver = cp_model.CpSolver()
    # One thread gives the same answer each time.
    solver.parameters.num_workers = 1
    if deadline.left is not None:
        solver.parameters.max_time_in_seconds = deadline.left
    # The solver sets a handler of its own for Ctrl-C and leaves the system's behind, which would
    # end the whole process at the next one.
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    solver.parameters.catch_sigint_signal = is_main
    try:
        status = solver.solve(model)
    finally:
        if is_main and handler is not None:
            signal.signal(signal.SIGINT, handler)
    if status == cp_model.INFEASIBLE:
        return True, None
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        chosen = [place for place, variable in enumerate(taken) if solver.boolean_value(variable)]
        return True, tuple(chosen)
    return False, None
