"""The fewest disjoint Sets whose removal leaves no Set: a smallest maximal packing.

In a hypergraph, disjoint edges such that every edge meets one of them: a minimum independent edge
dominating set.  The problem is NP-hard on tables of cards (Theorem 3.2 of Lampis and Mitsou) and
fixed-parameter tractable in the number of edges on every 3-uniform hypergraph (Theorem 3.3).  Three
exact methods:

``lines``     branch on an edge that is not met (`thirdcard.solvers.domination_lines`)
``subsets``   Theorem 3.3, put right; for few edges, and to check the others (ibidem)
``caps``      on tables of up to six features, search for the cards left over, which are a cap with
              a given sum (`thirdcard.solvers.domination_caps`)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from thirdcard.errors import OptionError
from thirdcard.solvers.domination_caps import (
    MOST_CAP_DIMENSIONS,
    iter_left_over,
    max_cap,
    search_by_caps,
)
from thirdcard.solvers.domination_lines import find_greedily, search_by_lines, search_by_subsets
from thirdcard.solvers.domination_progress import Progress, Stopped
from thirdcard.solvers.hypergraph import Hypergraph, Table, as_hypergraph
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import Answer

__all__ = ["METHODS", "is_dominating", "min_domination"]

METHODS = ("lines", "caps", "subsets")

_CARDS_BEYOND_CAPS = 18


def is_dominating(
    instance: Table | Hypergraph, edges: Iterable[Sequence[int]], *, rounds: int | None = None
) -> bool:
    """Tell whether edges are disjoint edges of the hypergraph such that every edge meets one.

    Args:
        instance: the table or hypergraph.
        edges: triples of vertices, in any order.
        rounds: how many there may be at most; None for any number.

    >>> is_dominating(Hypergraph(5, ((0, 1, 2), (2, 3, 4))), [(0, 1, 2)])
    True
    """
    hypergraph = as_hypergraph(instance)
    chosen = [tuple(edge) for edge in edges]
    known = set(map(frozenset, hypergraph.edges))
    if any(len(edge) != 3 or frozenset(edge) not in known for edge in chosen):
        return False
    taken = [vertex for edge in chosen for vertex in edge]
    gone = set(taken)
    if len(gone) != len(taken) or (rounds is not None and len(chosen) > rounds):
        return False
    return not any(gone.isdisjoint(edge) for edge in hypergraph.edges)


def min_domination(
    instance: Table | Hypergraph,
    *,
    rounds: int | None = None,
    method: str | None = None,
    seconds: float | None = None,
) -> Answer:
    """Return the fewest disjoint edges such that every edge meets one of them.

    Args:
        instance: the table or hypergraph.
        rounds: with it the question is whether so many are enough.  If they are, the answer has
            the fewest; if not, the status is ``infeasible``, with no value and the bound
            ``rounds + 1``.
        method: ``lines``, ``caps`` (tables of up to six features) or ``subsets``; None to choose by
            the number of cards.
        seconds: when to stop.  The status then is ``limit``, the bound is proved, and the value is
            that of the best witness known, which need not be the least; None if ``rounds`` are
            given and no witness is that small.

    Raises:
        OptionError: rounds less than 0, an unknown method or one that does not fit the instance,
            or seconds that are not more than 0.

    >>> min_domination(Hypergraph(7, ((0, 1, 2), (0, 3, 4), (1, 5, 6)))).witness
    ((0, 1, 2),)
    """
    deadline = Deadline(seconds)
    if rounds is not None and rounds < 0:
        raise OptionError(f"{rounds} rounds: expected 0 or more")
    used = _choose_method(instance) if method is None else _require_method(instance, method)
    progress = Progress(deadline, most=rounds)
    try:
        hypergraph = as_hypergraph(instance)
        if not hypergraph.edges:
            progress.find(())
        elif isinstance(instance, Table):
            progress.prove((instance.size - next(iter_left_over(instance))) // 3)
        if progress.is_settled:
            pass
        elif used == "caps" and isinstance(instance, Table):
            search_by_caps(instance, progress)
        elif used == "subsets":
            search_by_subsets(hypergraph, progress)
        else:
            search_by_lines(hypergraph, progress)
    except (Stopped, KeyboardInterrupt):
        pass
    return _answer(instance, progress, used)


def _answer(instance: Table | Hypergraph, progress: Progress, method: str) -> Answer:
    if not progress.is_settled and progress.witness is None:
        progress.find(find_greedily(as_hypergraph(instance)))
    witness, bound = progress.witness, progress.bound
    if progress.most is not None:
        bound = min(bound, progress.most + 1)
        if witness is not None and len(witness) > progress.most:
            witness = None
    if witness is None:
        infeasible = progress.is_settled
        return Answer(
            "domination",
            None,
            (),
            "infeasible" if infeasible else "limit",
            bound,
            method,
            progress.deadline.elapsed,
        )
    return Answer(
        "domination",
        len(witness),
        witness,
        "optimal" if len(witness) == bound else "limit",
        bound,
        method,
        progress.deadline.elapsed,
    )


def _choose_method(instance: Table | Hypergraph) -> str:
    """Return ``caps`` for tables far larger than a cap: they are measured to be faster there."""
    if not isinstance(instance, Table) or instance.space.n > MOST_CAP_DIMENSIONS:
        return "lines"
    return "caps" if instance.size >= max_cap(instance.space.n) + _CARDS_BEYOND_CAPS else "lines"


def _require_method(instance: Table | Hypergraph, method: str) -> str:
    if method not in METHODS:
        raise OptionError(f"method {method!r}: expected {', '.join(METHODS[:-1])} or {METHODS[-1]}")
    if method == "caps":
        if not isinstance(instance, Table):
            raise OptionError("method 'caps': expected a table of cards, not a hypergraph")
        if instance.space.n > MOST_CAP_DIMENSIONS:
            raise OptionError(
                f"method 'caps': expected at most {MOST_CAP_DIMENSIONS} features, "
                f"not {instance.space.n}"
            )
    return method
