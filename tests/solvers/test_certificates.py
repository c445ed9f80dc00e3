"""Certificates: made, checked, and refused once altered."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from thirdcard.core.geometry import Space
from thirdcard.errors import MalformedError, OptionError
from thirdcard.solvers.certificates import (
    check_certificate,
    make_certificate,
    write_certificate,
)
from thirdcard.solvers.domination import min_domination
from thirdcard.solvers.hypergraph import Hypergraph, Table
from thirdcard.solvers.packing import max_packing
from thirdcard.solvers.result import Answer


def deal(n: int, size: int, seed: int) -> Table:
    spots = Random(f"{n} {size} {seed}").sample(range(3**n), size)
    return Table(Space(n), tuple(spots))


def draw(size: int, edges: int, seed: int) -> Hypergraph:
    random = Random(seed)
    return Hypergraph.of(size, [random.sample(range(size), 3) for _ in range(edges)])


def certify(instance: Table | Hypergraph, answer: Answer | None = None) -> dict[str, Any]:
    data = json.loads(make_certificate(instance, answer or max_packing(instance)))
    assert isinstance(data, dict)
    return data


def verdict(data: dict[str, Any]) -> tuple[bool, str]:
    checked = check_certificate(json.dumps(data))
    assert bool(checked) is checked.valid
    return checked.valid, checked.explanation


def refute(text: str, solver: str) -> bool:
    with Solver(name=solver, bootstrap_with=CNF(from_string=text)) as other:
        return not other.solve()


# -- packing ------------------------------------------------------------------------------------


def test_full_deck_is_used_up() -> None:
    data = certify(Table(Space(4), tuple(range(81))))
    assert data["optimality"]["kind"] == "count"
    assert data["instance"]["cards"][:4] == ["0000", "0001", "0002", "0010"]
    assert verdict(data)[0]


def test_sum_of_no_cards() -> None:
    """36 cards whose sum is not zero: twelve Sets would use them up."""
    table = next(t for t in (deal(4, 36, seed) for seed in range(99)) if t.total)
    data = certify(table)
    assert (data["value"], data["optimality"]["kind"]) == (11, "sum")
    assert verdict(data)[0]


def test_sum_of_one_card() -> None:
    tables = (deal(4, 37, seed) for seed in range(99))
    table = next(table for table in tables if table.total not in table.spots)
    data = certify(table)
    assert (data["value"], data["optimality"]["kind"]) == (11, "sum")
    assert "not on the table" in data["optimality"]["words"]
    assert verdict(data)[0]


def test_sum_of_two_cards() -> None:
    """Two Sets and two cards, of which other pairs add up to the same sum or not."""
    seen = set()
    for seed in range(300):
        table = deal(3, 8, seed)
        data = certify(table)
        assert verdict(data)[0]
        if data["value"] == 1:
            seen.add(data["optimality"]["kind"])
    assert seen == {"count", "sum", "formula"}


@pytest.mark.parametrize("size", [12, 15, 18, 21, 24])
def test_formulas_are_refuted_by_second_solvers(size: int) -> None:
    kinds = []
    for seed in range(12):
        data = certify(deal(4, size, seed))
        assert verdict(data)[0]
        kinds.append(data["optimality"]["kind"])
        if kinds[-1] == "formula":
            assert refute(data["optimality"]["cnf"], "glucose4")
            assert refute(data["optimality"]["cnf"], "minisat22")
    assert "formula" in kinds


def test_formula_holds_iff_there_is_a_better_packing() -> None:
    """The formula for less than the optimum is satisfiable, that for the optimum is not."""
    for seed in range(40):
        hypergraph = draw(13, 12, seed)
        answer = max_packing(hypergraph)
        assert answer.value
        worse = replace(
            answer, value=answer.value - 1, bound=answer.value - 1, witness=answer.witness[1:]
        )
        data = certify(hypergraph, worse)
        assert data["optimality"]["kind"] == "formula"
        assert not refute(data["optimality"]["cnf"], "glucose4")
        assert verdict(data) == (
            False,
            f"the formula is satisfiable: {answer.value - 1} is not best",
        )
        assert verdict(certify(hypergraph, answer))[0]


# -- domination ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [9, 12, 15, 18, 21, 24])
def test_dominations(size: int) -> None:
    for seed in range(8):
        table = deal(4, size, seed)
        answer = min_domination(table)
        data = certify(table, answer)
        assert verdict(data)[0]
        if data["optimality"]["kind"] == "formula":
            assert refute(data["optimality"]["cnf"], "glucose4")


def test_full_deck_leaves_no_more_than_a_cap() -> None:
    deck = Table(Space(3), tuple(range(27)))
    data = certify(deck, min_domination(deck))
    assert (data["value"], data["optimality"]["kind"]) == (6, "cap")
    assert verdict(data)[0]


def test_domination_formula_holds_iff_fewer_do() -> None:
    beaten = 0
    for seed in range(60):
        hypergraph = draw(12, 9, seed)
        answer = min_domination(hypergraph)
        largest = max_packing(hypergraph)
        assert verdict(certify(hypergraph, answer))[0]
        # A largest packing is maximal too, and not a smallest one if it has more edges.
        claimed = replace(largest, problem="domination")
        assert verdict(certify(hypergraph, claimed))[0] is (largest.value == answer.value)
        beaten += largest.value != answer.value
    assert beaten > 5


# -- altered ------------------------------------------------------------------------------------


def formula_certificate() -> dict[str, Any]:
    return next(
        data
        for data in (certify(deal(4, 18, seed)) for seed in range(99))
        if data["optimality"]["kind"] == "formula"
    )


def test_altered_witness() -> None:
    data = formula_certificate()
    data["witness"][0] = data["witness"][1]
    assert verdict(data) == (False, "the witness is no packing of the instance")


def test_missing_edge_of_the_witness() -> None:
    data = formula_certificate()
    data["witness"].pop()
    assert verdict(data)[0] is False
    data["value"] -= 1
    assert verdict(data) == (False, "status or bound contradict an argument that the value is best")
    data["bound"] -= 1
    assert verdict(data) == (False, "the formula is not that of the instance")


def test_altered_card() -> None:
    data = formula_certificate()
    a, b = data["witness"][0][:2]
    cards = data["instance"]["cards"]
    spare = next(x for x in ("0000", "1111", "2222", "0120", "2101") if x not in cards)
    cards[a] = spare
    assert cards[b] != spare
    assert verdict(data) == (False, "the witness is no packing of the instance")


def test_altered_formula() -> None:
    data = formula_certificate()
    data["optimality"]["cnf"] += "1 0\n-1 0\n"
    assert verdict(data) == (False, "the formula is not that of the instance")


def test_argument_that_does_not_hold() -> None:
    data = formula_certificate()
    for kind in ("count", "sum", "one", "cap", "luck", None):
        data["optimality"] = {"kind": kind, "words": "it is so"}
        assert verdict(data) == (False, f"the argument by {kind} does not hold")


def test_altered_words() -> None:
    data = certify(Table(Space(3), tuple(range(27))))
    data["optimality"]["words"] = "trust me"
    assert verdict(data) == (False, "the argument by count does not hold")


def test_optimal_without_an_argument() -> None:
    data = formula_certificate()
    data["optimality"] = {"kind": "none"}
    assert verdict(data) == (False, "the value is called optimal without an argument")


def test_witness_that_dominates_not() -> None:
    table = Table(Space(2), tuple(range(9)))
    data = certify(table, min_domination(table))
    data["witness"], data["value"] = [], 0
    assert verdict(data) == (False, "the witness is no maximal packing of the instance")


# -- limits and bad input -----------------------------------------------------------------------


def test_limit_claims_its_witness_only() -> None:
    hypergraph = draw(300, 600, 0)
    data = certify(hypergraph, max_packing(hypergraph, seconds=1e-6))
    assert data["status"] == "limit"
    assert data["optimality"]["kind"] == "none"
    valid, words = verdict(data)
    assert valid
    assert words.endswith("no bound is proved")
    data["witness"][0] = [0, 1, 2]
    assert not verdict(data)[0]


def test_written_to_a_file(tmp_path: Path) -> None:
    table = deal(4, 12, 0)
    path = tmp_path / "c.json"
    write_certificate(path, table, max_packing(table))
    assert check_certificate(path.read_text(encoding="utf-8"))


def test_answers_without_a_witness() -> None:
    table = deal(4, 12, 0)
    answer = max_packing(table)
    for other in (replace(answer, value=None), replace(answer, problem="matching")):
        with pytest.raises(OptionError, match="expected an answer with a witness"):
            make_certificate(table, other)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "x"}, "expected an object with format thirdcard-certificate"),
        ({"version": 2}, "certificate of version 2: expected 1"),
        ({"problem": "duel"}, "problem duel: expected packing or domination"),
        ({"value": "3"}, "expected value of type int"),
        ({"value": True}, "expected value of type int"),
        ({"witness": [[0, "1", 2]]}, "expected lists of vertices"),
        ({"witness": [3]}, "expected lists of vertices"),
        ({"optimality": []}, "expected optimality of type dict"),
        ({"instance": {}}, "expected cards, or size and edges"),
        ({"instance": {"features": 0, "cards": []}}, "expected features from 1 on"),
        ({"instance": {"features": 2, "cards": ["03"]}}, "card 03: expected 2 digits"),
        ({"instance": {"features": 2, "cards": [3]}}, "card 3: expected 2 digits"),
        ({"instance": {"features": 2, "cards": ["00", "00"]}}, "point 0 is on the table twice"),
        ({"instance": {"size": 3, "edges": [[0, 1]]}}, "expected edges of three vertices"),
        ({"instance": {"size": 3, "edges": [[0, 1, 3]]}}, "expected three increasing vertices"),
    ],
)
def test_malformed(change: dict[str, Any], message: str) -> None:
    data = certify(Table(Space(2), tuple(range(9)))) | change
    with pytest.raises(MalformedError, match=message):
        check_certificate(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "3"])
def test_no_certificate_at_all(text: str) -> None:
    with pytest.raises(MalformedError, match="certificate: expected"):
        check_certificate(text)
