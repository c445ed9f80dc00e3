"""What a stranger needs to check a packing or a domination: witness, argument, or a formula.

A certificate is a JSON object:

``format``, ``version``, ``problem``
    ``thirdcard-certificate``, 1, and ``packing`` or ``domination``.
``instance``
    of a table ``features`` and ``cards``, each card as its digits; else ``size`` and ``edges``.
``value``, ``witness``, ``status``, ``bound``
    as in `thirdcard.solvers.result.Answer`.
``optimality``
    ``words`` that say why no better value exists, and a ``kind``:

    * ``count``: of the vertices that are in an edge, too few are left over for a further edge;
    * ``sum``: the cards left over by a packing with one edge more cannot have the sum they need;
    * ``cap``: with one claim fewer, more cards remain than a cap can have;
    * ``one``: there is an edge, so that one claim is needed;
    * ``formula``: a better answer exists iff the formula ``cnf`` (DIMACS) is satisfiable, and it
      is not: run any SAT solver;
    * ``none``: the search was stopped; the witness can be checked, the bound cannot.

Variables of a formula are the edges in increasing order, from 1, then, for packings, one for each
vertex that says that it is left over, then those of the encoded count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from thirdcard.core.geometry import Space
from thirdcard.errors import MalformedError, OptionError
from thirdcard.solvers.hypergraph import Hypergraph, Table, as_hypergraph
from thirdcard.solvers.packing import is_maximal_packing, is_packing
from thirdcard.solvers.result import Answer

__all__ = ["Verdict", "check_certificate", "make_certificate", "write_certificate"]

_FORMAT: Final = "thirdcard-certificate"
_VERSION: Final = 1
_PROBLEMS: Final = ("packing", "domination")
_LARGEST_CAPS: Final = {1: 2, 2: 4, 3: 9, 4: 20, 5: 45, 6: 112}
"""Points in a largest cap of AG(n,3), by n; proved for n = 6 by Potechin (2008)."""
_SECOND_SOLVER: Final = "cadical195"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found.

    Attributes:
        valid: whether all that is claimed holds; a certificate that claims no optimality is valid
            if its witness is.
        explanation: one line for people.
    """

    valid: bool
    explanation: str

    def __bool__(self) -> bool:
        return self.valid


def make_certificate(instance: Table | Hypergraph, answer: Answer) -> str:
    """Return the certificate of an answer, as JSON text.

    Raises:
        OptionError: the answer is of another problem, or has no witness.
    """
    if answer.problem not in _PROBLEMS or answer.value is None:
        raise OptionError(
            f"certificate of {answer.problem} {answer.value}: expected an answer with a witness"
            " to packing or domination"
        )
    if answer.status == "optimal":
        optimality = _argue(instance, answer.problem, int(answer.value))
    else:
        optimality = {"kind": "none", "words": "the search was stopped before it was known"}
    said = answer.to_dict()
    data = {
        "format": _FORMAT,
        "version": _VERSION,
        "problem": answer.problem,
        "instance": _describe(instance),
        **{name: said[name] for name in ("value", "witness", "status", "bound")},
        "optimality": optimality,
    }
    return json.dumps(data, indent=1)


def write_certificate(path: Path | str, instance: Table | Hypergraph, answer: Answer) -> None:
    """Write `make_certificate` to a file."""
    Path(path).write_text(make_certificate(instance, answer) + "\n", encoding="utf-8")


def _describe(instance: Table | Hypergraph) -> dict[str, Any]:
    if isinstance(instance, Hypergraph):
        return {"size": instance.size, "edges": [list(edge) for edge in instance.edges]}
    space = instance.space
    cards = ["".join(map(str, space.digits(spot))) for spot in instance.spots]
    return {"features": space.n, "cards": cards}


# -- arguments --------------------------------------------------------------------------------


def _argue(instance: Table | Hypergraph, problem: str, value: int) -> dict[str, Any]:
    """Return why a value is best, given that it is."""
    words = _find_words(instance, problem, value)
    if words is not None:
        kind, text = words
        return {"kind": kind, "words": text}
    if problem == "packing":
        text = f"a packing of {value + 1} exists iff the formula is satisfiable"
    else:
        text = f"a maximal packing of at most {value - 1} exists iff the formula is satisfiable"
    return {"kind": "formula", "words": text, "cnf": _write_formula(instance, problem, value)}


def _find_words(instance: Table | Hypergraph, problem: str, value: int) -> tuple[str, str] | None:
    """Return the kind and the words of an argument that no value is better, None for a formula."""
    if problem == "packing":
        return _count(as_hypergraph(instance), value) or _sum(instance, value)
    return _need(instance, value)


def _count(hypergraph: Hypergraph, value: int) -> tuple[str, str] | None:
    used = sum(1 for numbers in hypergraph.edges_at if numbers)
    if used // 3 > value:
        return None
    return "count", f"only {used} vertices are in an edge, too few for {value + 1} disjoint edges"


def _sum(instance: Table | Hypergraph, value: int) -> tuple[str, str] | None:
    """Argue with the sum of the cards that one edge more would leave over.

    The cards of an edge add up to zero in every feature mod 3, so those left over add up to the
    total of the table.
    """
    if isinstance(instance, Hypergraph):
        return None
    space, spots = instance.space, instance.spots
    total = "".join(map(str, space.digits(instance.total)))
    start = (
        f"{value + 1} disjoint Sets leave {instance.size - 3 * value - 3} cards over, whose sum in"
        f" every feature mod 3 is that of the table, {total}: "
    )
    match instance.size - 3 * value - 3:
        case 0 if instance.total != 0:
            return "sum", start + "no cards have another sum"
        case 1 if instance.total not in spots:
            return "sum", start + "that card is not on the table"
        case 2:
            # x + y = S iff x, y and -S add up to zero.
            opposite = space.third(instance.total, 0)
            present = set(spots)
            if not any(
                (other := space.third(spot, opposite)) in present and other != spot
                for spot in spots
            ):
                return "sum", start + "no two cards have it"
    return None


def _need(instance: Table | Hypergraph, value: int) -> tuple[str, str] | None:
    """Argue that a domination needs so many edges."""
    hypergraph = as_hypergraph(instance)
    if value <= 0:
        return "count", "no claim is fewer than none"
    if value == 1 and hypergraph.edges:
        return "one", "there is an edge, which one claim at least has to meet"
    if isinstance(instance, Table):
        rest = instance.size - 3 * (value - 1)
        cap = _LARGEST_CAPS.get(instance.space.n)
        if cap is not None and rest > cap:
            return "cap", (
                f"{value - 1} claims leave {rest} cards, and with {instance.space.n} features any"
                f" {cap + 1} cards hold a Set"
            )
    return None


# -- formulas ---------------------------------------------------------------------------------


def _write_formula(instance: Table | Hypergraph, problem: str, value: int) -> str:
    """Return the formula, in DIMACS CNF, that a better value exists."""
    from pysat.card import CardEnc, EncType
    from pysat.formula import CNF

    hypergraph = as_hypergraph(instance)
    edges = hypergraph.edges
    at = [[number + 1 for number in numbers] for numbers in hypergraph.edges_at]
    pairs = {pair for numbers in at for pair in combinations(numbers, 2)}
    clauses = [[-first, -second] for first, second in sorted(pairs)]
    if problem == "packing":
        most = hypergraph.size - 3 * (value + 1)
        counted = list(range(len(edges) + 1, len(edges) + hypergraph.size + 1))
        clauses += [[*numbers, left] for numbers, left in zip(at, counted, strict=True)]
    else:
        most = value - 1
        counted = list(range(1, len(edges) + 1))
        clauses += [sorted({number for vertex in edge for number in at[vertex]}) for edge in edges]
    top = len(edges) + (hypergraph.size if problem == "packing" else 0)
    limit = CardEnc.atmost(counted, bound=most, top_id=top, encoding=EncType.seqcounter)
    formula = CNF(from_clauses=clauses + limit.clauses)
    formula.nv = max(formula.nv, top)
    return str(formula.to_dimacs())


def _is_satisfiable(text: str) -> bool:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(name=_SECOND_SOLVER, bootstrap_with=CNF(from_string=text)) as solver:
        return bool(solver.solve())


# -- checking ---------------------------------------------------------------------------------


def check_certificate(text: str) -> Verdict:
    """Check a certificate with what it contains and a second solver.

    The Sets are found again, the witness is checked, and the argument is made again from the
    instance; a formula has to be that of the instance, and a SAT solver that has no part in the
    search has to find it unsatisfiable, which can take long.

    Raises:
        MalformedError: the text is no certificate.
    """
    data = _read(text)
    instance = _read_instance(data["instance"])
    problem, value, witness = data["problem"], data["value"], data["witness"]
    is_solution = is_packing if problem == "packing" else is_maximal_packing
    if not is_solution(instance, witness):
        return Verdict(False, f"the witness is no {_name(problem)} of the instance")
    if len(witness) != value:
        return Verdict(False, f"the witness has {len(witness)} edges, not {value}")
    optimality = data["optimality"]
    kind = optimality.get("kind")
    if kind == "none":
        if data["status"] == "optimal":
            return Verdict(False, "the value is called optimal without an argument")
        return Verdict(True, f"the witness is a {_name(problem)} of {value}; no bound is proved")
    if data["status"] != "optimal" or data["bound"] != value:
        return Verdict(False, "status or bound contradict an argument that the value is best")
    if kind != "formula":
        words = _find_words(instance, problem, value)
        if words is None or words[0] != kind or words[1] != optimality.get("words"):
            return Verdict(False, f"the argument by {kind} does not hold")
        return Verdict(True, f"the witness is a {_name(problem)} of {value}; best: {words[1]}")
    if optimality.get("cnf") != _write_formula(instance, problem, value):
        return Verdict(False, "the formula is not that of the instance")
    if _is_satisfiable(optimality["cnf"]):
        return Verdict(False, f"the formula is satisfiable: {value} is not best")
    return Verdict(
        True,
        f"the witness is a {_name(problem)} of {value}; best: {_SECOND_SOLVER} refutes the formula",
    )


def _name(problem: str) -> str:
    return "packing" if problem == "packing" else "maximal packing"


def _read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise MalformedError(f"certificate: expected JSON ({error})") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise MalformedError(f"certificate: expected an object with format {_FORMAT}")
    if data.get("version") != _VERSION:
        raise MalformedError(f"certificate of version {data.get('version')}: expected {_VERSION}")
    if data.get("problem") not in _PROBLEMS:
        raise MalformedError(f"problem {data.get('problem')}: expected packing or domination")
    for name, kind in {
        "instance": dict,
        "value": int,
        "witness": list,
        "status": str,
        "bound": int,
        "optimality": dict,
    }.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            raise MalformedError(f"certificate: expected {name} of type {kind.__name__}")
    if not all(_is_list_of_ints(edge) for edge in data["witness"]):
        raise MalformedError("witness: expected lists of vertices")
    return data


def _is_list_of_ints(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)


def _read_instance(data: dict[str, Any]) -> Table | Hypergraph:
    if "cards" in data:
        features, cards = data.get("features"), data["cards"]
        if type(features) is not int or features < 1 or not isinstance(cards, list):
            raise MalformedError("instance: expected features from 1 on and a list of cards")
        return Table(Space(features), tuple(_read_cards(features, cards)))
    size, edges = data.get("size"), data.get("edges")
    if type(size) is not int or not isinstance(edges, list):
        raise MalformedError("instance: expected cards, or size and edges")
    if not all(_is_list_of_ints(edge) and len(edge) == 3 for edge in edges):
        raise MalformedError("instance: expected edges of three vertices")
    return Hypergraph(size, tuple((edge[0], edge[1], edge[2]) for edge in edges))


def _read_cards(features: int, cards: Iterable[object]) -> Iterable[int]:
    for card in cards:
        if not isinstance(card, str) or len(card) != features or set(card) - set("012"):
            raise MalformedError(f"card {card}: expected {features} digits 0, 1 or 2")
        yield int(card, 3)
