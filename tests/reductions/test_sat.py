"""3-SAT through the cards, against a SAT solver on the formula itself."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError, OptionError
from thirdcard.formats.dimacs import read_cnf
from thirdcard.reductions import sat, sat_normal
from thirdcard.reductions.sat import SatCards, back, forward, normalise, solve, verify
from thirdcard.reductions.sat_normal import NormalFormula
from thirdcard.reductions.sat_packing import find_one_of_each
from thirdcard.solvers.hypergraph import Hypergraph
from thirdcard.solvers.limits import Deadline

Clauses = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Cnf:
    variables: int
    clauses: Clauses


def find_model(clauses: Clauses, variables: int) -> tuple[int, ...] | None:
    """Ask a SAT solver; variables that do not occur are false."""
    if not all(clauses):
        return None
    with Solver(name="cadical153", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        if not solver.solve():
            return None
        true = set(solver.get_model())
    return tuple(v if v in true else -v for v in range(1, variables + 1))


def holds(clauses: Clauses, assignment: Sequence[int]) -> bool:
    values = {abs(literal): literal > 0 for literal in assignment}
    return all(any(values[abs(x)] == (x > 0) for x in clause) for clause in clauses)


def draw(rng: Random, variables: int, count: int, sizes: Sequence[int]) -> Cnf:
    """Return clauses of random literals, with a variable once in each."""
    return Cnf(
        variables,
        [
            [v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), size)]
            for size in (min(rng.choice(sizes), variables) for _ in range(count))
        ],
    )


@st.composite
def formulas(draw: st.DrawFn) -> Cnf:
    """Any clauses of up to three literals: empty, with a variable twice, always true, repeated."""
    variables = draw(st.integers(1, 5))
    literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from((v, -v)))
    clauses = draw(st.lists(st.lists(literal, max_size=3), max_size=7))
    return Cnf(variables, clauses)


# -- the normal form ------------------------------------------------------------------------------


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    return len(set(map(abs, one)) & set(map(abs, other)))


@given(formulas())
def test_normal_form(cnf: Cnf) -> None:
    normal = normalise(cnf)
    signs = Counter(literal for clause in normal.clauses for literal in clause)
    for clause in normal.clauses:
        assert 2 <= len(clause) == len(set(map(abs, clause))) <= 3
    for v in range(1, normal.variables + 1):
        assert 2 <= signs[v] + signs[-v] <= 3
        assert max(signs[v], signs[-v]) <= 2
    assert all(shared(one, other) <= 1 for one, other in combinations(normal.clauses, 2))
    assert len(normal.names) == len(set(normal.names)) == normal.variables
    assert len(normal.origins) == len(set(normal.origins)) == len(normal.clauses)
    occurring = {abs(literal) for clause in cnf.clauses for literal in clause}
    assert len(normal.copies) == cnf.variables
    assert all(v in occurring for v, copies in enumerate(normal.copies, 1) if copies)


@given(formulas())
def test_normal_form_has_the_same_answer(cnf: Cnf) -> None:
    normal = normalise(cnf)
    model = find_model(normal.clauses, normal.variables)
    assert (model is None) == (find_model(cnf.clauses, cnf.variables) is None)
    if model is not None:
        assignment = normal.back(model)
        assert tuple(map(abs, assignment)) == tuple(range(1, cnf.variables + 1))
        assert holds(cnf.clauses, assignment)
        # Copies are equal in every model.
        for copies in normal.copies:
            assert len({model[copy - 1] > 0 for copy in copies}) <= 1


def test_what_is_in_order_stays() -> None:
    clauses = ((1, 2, 3), (-1, 4), (1, 5), (-4, -5), (-2, -5), (-3, 4))
    normal = normalise(Cnf(5, clauses))
    assert normal.clauses == clauses
    assert normal.names == ("1", "2", "3", "4", "5")
    assert normal.origins == ("1", "2", "3", "4", "5", "6")
    assert normal.copies == ((1,), (2,), (3,), (4,), (5,))


def test_split() -> None:
    """One of two variables that are together twice has copies, one of them in the cycle only."""
    normal = normalise(Cnf(3, [(1, -3), (3, 1)]))
    assert normal.names == ("1.1", "3", "1.2", "1.3")
    assert normal.clauses == ((1, -2), (2, 3), (-1, 3), (-3, 4), (-4, 1))
    assert normal.origins == ("1", "2", "1.1→1.2", "1.2→1.3", "1.3→1.1")
    assert normal.copies == ((1, 3, 4), (), (2,))
    assert normalise(Cnf(2, [(1, 2)])).variables == 6


def test_new_variables() -> None:
    assert normalise(Cnf(1, [(1,)])).origins[:2] == ("1.1", "1.2")
    assert find_model(normalise(Cnf(2, [()])).clauses, 9) is None
    assert "y1" in normalise(Cnf(2, [(1, 2), (-1,)])).names


def test_lemma_1_leaves_out_clauses_with_a_variable_twice() -> None:
    """As told in the paper, copies of a clause (x, x, y) meet a clause of their cycle twice."""
    clauses = [(1, 1, 2)] * 4
    numbers: dict[int, list[int]] = {1: [], 2: []}
    told: list[tuple[int, ...]] = []
    new = 0
    for clause in clauses:
        copies = []
        for variable in clause:
            new += 1
            numbers[variable].append(new)
            copies.append(new)
        told.append(tuple(copies))
    for own in numbers.values():
        told += [(-a, b) for a, b in zip(own, own[1:] + own[:1], strict=True)]
    assert max(shared(one, other) for one, other in combinations(told, 2)) == 2
    ours = normalise(Cnf(2, clauses)).clauses
    assert max(shared(one, other) for one, other in combinations(ours, 2)) == 1


# -- the cards ------------------------------------------------------------------------------------


def wanted_sets(normal: NormalFormula) -> int:
    return 2 * normal.variables + sum(map(len, normal.clauses))


def test_sets_are_two_a_variable_and_one_a_literal() -> None:
    for seed in range(40):
        rng = Random(seed)
        cnf = draw(rng, rng.randint(3, 6), rng.randint(1, 12), (1, 2, 3, 3))
        reduced = forward(cnf)
        normal, space = reduced.normal, Space(reduced.features)
        assert reduced.features == normal.variables + 1 + len(normal.clauses)
        assert reduced.target == normal.variables + len(normal.clauses)
        points = [space.point([int(digit) for digit in card]) for card in reduced.cards]
        assert len(set(points)) == 5 * normal.variables + sum(
            len(clause) + 1 for clause in normal.clauses
        )
        assert len(reduced.names) == len(points)
        assert space.count_lines_in(points) == wanted_sets(normal)
        # Digit by digit, without the geometry.
        digits = [tuple(map(int, card)) for card in reduced.cards]
        for claims in (*reduced.leaves, *reduced.takes):
            for a, b, c in claims:
                rows = zip(digits[a], digits[b], digits[c], strict=True)
                assert all(sum(column) % 3 == 0 for column in rows)


def test_table_1() -> None:
    """The cards of the paper's table, for a formula that is in order."""
    clauses = ((1, 2, 3), (1, 4), (-1, 5))
    pad = ((-2, -4), (-3, -5))
    reduced = forward(Cnf(5, (*clauses, *pad)))
    assert reduced.normal.clauses == (*clauses, *pad)
    card = {role: text for text, role in reduced.names.items()}
    # Five variables, the extra feature, five clauses.
    assert card["x_1 of variable 1: literal 1 of clause 1"] == "10000" + "0" + "10000"
    assert card["x_2 of variable 1: literal 1 of clause 2"] == "10000" + "0" + "01000"
    assert card["x_3 of variable 1: literal 1 of clause 3"] == "10000" + "0" + "00100"
    assert card["x_12 of variable 1"] == "10000" + "0" + "22000"
    assert card["x_123 of variable 1"] == "10000" + "0" + "11200"
    assert card["x_2 of variable 2: spare"] == "01000" + "0" + "00000"
    assert card["x_12 of variable 2"] == "01000" + "0" + "20000"
    assert card["c_1 of clause 1"] == "12200" + "0" + "10000"
    assert card["c_3 of clause 1"] == "22100" + "0" + "10000"
    assert card["c_m of clause 1"] == "11100" + "0" + "10000"
    assert card["c_2 of clause 2"] == "20010" + "2" + "01000"
    assert card["c_m of clause 2"] == "10010" + "1" + "01000"
    assert "c_3 of clause 2" not in card


def given_as_normal(monkeypatch: pytest.MonkeyPatch, clauses: Clauses) -> SatCards:
    """Return the cards of clauses that are taken as they are."""
    variables = max(abs(literal) for clause in clauses for literal in clause)
    names = tuple(map(str, range(1, variables + 1)))
    normal = NormalFormula(
        variables,
        tuple(map(tuple, clauses)),
        tuple((v,) for v in range(1, variables + 1)),
        names,
        tuple(map(str, range(1, len(clauses) + 1))),
    )
    monkeypatch.setattr(sat, "normalise", lambda cnf: normal)
    return forward(Cnf(variables, clauses))


def test_clauses_may_share_two_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Different sets of variables are enough for there to be no other Set."""
    reduced = given_as_normal(monkeypatch, [(1, 2, 3), (1, 2, 4), (-1, -3), (-2, -4)])
    assert len(reduced.table.hypergraph.edges) == wanted_sets(reduced.normal)


def test_clauses_with_the_same_variables_have_other_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CheckError, match="stand for nothing"):
        given_as_normal(monkeypatch, [(1, 2, 3), (1, -2, -3)])


# -- there and back -------------------------------------------------------------------------------


def check(cnf: Cnf) -> bool:
    expected = find_model(cnf.clauses, cnf.variables) is not None
    answer = solve(cnf)
    assert answer.problem == "sat"
    assert answer.value is expected, cnf
    assert answer.status == ("optimal" if expected else "infeasible")
    if expected:
        (assignment,) = answer.witness
        assert tuple(map(abs, assignment)) == tuple(range(1, cnf.variables + 1))
        assert holds(cnf.clauses, assignment)
    else:
        assert answer.witness == ()
    return expected


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_many_formulas(count: int) -> None:
    answers = []
    for seed in range(count):
        rng = Random(seed)
        variables = rng.choice((3, 3, 3, 4, 4, 5))
        clauses = round(variables * rng.uniform(4.5, 7))
        answers.append(check(draw(rng, variables, clauses, (3,))))
    assert count / 4 < sum(answers) < 3 * count / 4


@given(formulas())
def test_any_formula(cnf: Cnf) -> None:
    check(cnf)


@pytest.mark.slow
def test_larger_formulas() -> None:
    answers = [check(draw(Random(seed), 10, 50, (3,))) for seed in range(60)]
    assert 10 < sum(answers) < 50


def max_packing(hypergraph: Hypergraph) -> int:
    """Ask a MaxSAT solver, which knows of no stars."""
    formula = WCNF()
    for edges in hypergraph.edges_at:
        for one, other in combinations(edges, 2):
            formula.append([-1 - one, -1 - other])
    for edge in range(len(hypergraph.edges)):
        formula.append([edge + 1], weight=1)
    with RC2(formula) as solver:
        solver.compute()
        return len(hypergraph.edges) - int(solver.cost)


def test_the_largest_packing_is_the_target_iff_satisfiable() -> None:
    answers = []
    cases = [draw(Random(seed), 3, Random(seed).randint(2, 4), (1, 2, 2, 3)) for seed in range(25)]
    cases.append(Cnf(2, list(product((1, -1), (2, -2)))))
    for cnf in cases:
        reduced = forward(cnf)
        satisfiable = find_model(cnf.clauses, cnf.variables) is not None
        best = max_packing(reduced.table.hypergraph)
        assert best <= reduced.target
        assert (best == reduced.target) == satisfiable
        answers.append(satisfiable)
    assert 3 < sum(answers) < len(answers) - 1


def test_every_full_packing_gives_a_model() -> None:
    """All packings of the target, of a formula with few of them."""
    cnf = Cnf(3, [(1, 2), (-1, 3), (-2, -3), (-1, -2)])
    reduced = forward(cnf)
    found = set()
    for claims in product(*reduced.leaves, *reduced.takes):
        if len({card for claim in claims for card in claim}) == 3 * len(claims):
            found.add(back(reduced, claims))
    models = [tuple(v * s for v, s in zip((1, 2, 3), signs, strict=True)) for signs in SIGNS]
    assert found == {model for model in models if holds(cnf.clauses, model)}
    assert len(found) == 2


SIGNS = list(product((1, -1), repeat=3))


def test_back_refuses_what_is_no_full_packing() -> None:
    reduced = forward(Cnf(3, [(1, 2, 3), (-1, -2, -3)]))
    known, packing = find_one_of_each((*reduced.leaves, *reduced.takes), Deadline())
    assert known
    assert packing is not None
    shuffled = [claim[::-1] for claim in reversed(packing)]
    assert back(reduced, shuffled) == back(reduced, packing)
    with pytest.raises(OptionError, match=f"{reduced.target - 1} Sets: expected {reduced.target}"):
        back(reduced, packing[1:])
    with pytest.raises(OptionError, match=f"{reduced.target - 1} Sets: expected {reduced.target}"):
        back(reduced, (*packing[1:], packing[1]))
    with pytest.raises(OptionError, match="expected a Set of the formula's cards"):
        back(reduced, ((0, 1, 2), *packing[1:]))
    positive, negative = reduced.leaves[0]
    other = positive if negative in packing else negative
    with pytest.raises(OptionError, match="two Sets share a card"):
        back(reduced, (*packing[1:], other, packing[0]))


def test_verify() -> None:
    cnf = Cnf(3, [(1, 2), (-1, 3)])
    assert verify(cnf, (1, -2, 3))
    assert verify(cnf, (3, 1, 2))
    assert not verify(cnf, (1, 2, -3))
    assert not verify(cnf, (1, 3))
    assert not verify(cnf, (1, -2, 3, -1))
    assert not verify(cnf, (1, -1, 3))
    assert not verify(Cnf(1, [()]), (1,))


def test_solve_withholds_what_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "back", lambda reduced, packing: (-1, -2))
    with pytest.raises(CheckError, match="does not satisfy"):
        solve(Cnf(2, [(1, 2)]))


# -- small and wrong ------------------------------------------------------------------------------


def test_file() -> None:
    assert solve(read_cnf("c small\np cnf 3 3\n1 2 3 0\n-1 0\n-2 0\n")).witness == ((-1, -2, 3),)
    assert solve(read_cnf("p cnf 1 2\n1 0\n-1 0\n")).value is False


def test_no_clauses() -> None:
    reduced = forward(Cnf(2, []))
    assert (reduced.target, reduced.cards, reduced.features) == (0, (), 1)
    assert solve(Cnf(2, [])).witness == ((-1, -2),)
    assert solve(Cnf(0, [])).witness == ((),)


def test_clauses_that_say_nothing_or_everything() -> None:
    assert solve(Cnf(1, [(1, -1)])).witness == ((-1,),)
    assert solve(Cnf(1, [(1,)])).witness == ((1,),)
    assert solve(Cnf(1, [(1,), (-1,)])).value is False
    assert solve(Cnf(1, [()])).value is False
    assert solve(Cnf(4, [(2, 2, 2), (3, 3, -2)])).witness == ((-1, 2, 3, -4),)


@pytest.mark.parametrize(
    ("cnf", "message"),
    [
        (Cnf(4, [(1, 2), (1, 2, 3, 4)]), "clause 2 has 4 literals: expected at most 3"),
        (Cnf(4, [(1, -1, 3, 4)]), "clause 1 has 4 literals: expected at most 3"),
        (
            Cnf(2, [(1, 2), (1, 3)]),
            "clause 2: literal 3; expected a variable from 1 to 2, or its negative",
        ),
        (Cnf(2, [(1, 0)]), "clause 1: literal 0; expected a variable from 1 to 2, or its negative"),
    ],
)
def test_bad_formulas(cnf: Cnf, message: str) -> None:
    for use in (normalise, forward, solve):
        with pytest.raises(OptionError) as caught:
            use(cnf)
        assert str(caught.value) == message


def test_a_literal_twice_counts_once() -> None:
    assert solve(Cnf(3, [(1, 2, 3, 1), (-1, -1)])).value is True
    assert sat_normal.MOST_LITERALS == 3


# -- stopping -------------------------------------------------------------------------------------


def pigeons(count: int) -> list[list[tuple[int, int, int]]]:
    """One star a pigeon, one Set for it and a hole; there is a hole too few."""
    holes = count - 1
    return [
        [(hole, holes + p, holes + count + p * holes + hole) for hole in range(holes)]
        for p in range(count)
    ]


def test_one_of_each() -> None:
    assert find_one_of_each(pigeons(5), Deadline()) == (True, None)
    assert find_one_of_each(pigeons(5)[1:], Deadline())[1] is not None
    assert find_one_of_each([], Deadline()) == (True, ())
    assert find_one_of_each([[]], Deadline()) == (True, None)
    with pytest.raises(CheckError, match="no card in common"):
        find_one_of_each([[(0, 1, 2), (3, 4, 5)]], Deadline())


def test_limit() -> None:
    assert find_one_of_each(pigeons(14), Deadline(0.05)) == (False, None)
    answer = solve(Cnf(3, [(1, 2, 3)]), seconds=1e-9)
    assert (answer.value, answer.status, answer.bound, answer.witness) == (None, "limit", None, ())
    with pytest.raises(OptionError, match="expected more than 0"):
        solve(Cnf(1, []), seconds=0)


def test_interrupt() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert find_one_of_each(pigeons(14), Deadline(60)) == (False, None)
    timer.join()
