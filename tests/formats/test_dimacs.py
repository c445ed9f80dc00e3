"""Formulas are read as they were written, by us and by others, and bad ones are refused."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF

from thirdcard.errors import MalformedError, OptionError
from thirdcard.formats.dimacs import Clause, Cnf, read_cnf, write_cnf, write_wcnf


@st.composite
def formulas(draw: st.DrawFn) -> Cnf:
    variables = draw(st.integers(0, 8))
    literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from((v, -v)))
    clause = st.lists(literal, max_size=4) if variables else st.just([])
    return Cnf(variables, tuple(map(tuple, draw(st.lists(clause, max_size=8)))))


@given(formulas())
def test_round_trip(cnf: Cnf) -> None:
    assert read_cnf(write_cnf(cnf)) == cnf


@given(formulas(), st.randoms(use_true_random=False))
def test_clauses_over_lines(cnf: Cnf, random: object) -> None:
    head, *clauses = write_cnf(cnf).splitlines()
    words = " ".join(clauses).split()
    text = "c first\n\n" + head + "\n" + "\r\n".join(["c between", *words]) + "\n%\n0\n\n"
    assert read_cnf(text) == cnf
    assert read_cnf(head + "\n" + " ".join(words)) == cnf


@given(formulas())
def test_pysat_reads_it(cnf: Cnf) -> None:
    read = CNF(from_string=write_cnf(cnf))
    assert [tuple(clause) for clause in read.clauses] == list(cnf.clauses)


def test_satlib_end() -> None:
    assert read_cnf("p cnf 2 1\n1 -2 0\n%\n0\n").clauses == ((1, -2),)


def test_degenerate() -> None:
    assert read_cnf("p cnf 0 0\n") == Cnf(0, ())
    assert read_cnf("p cnf 1 1\n0\n").clauses == ((),)
    assert read_cnf("p  cnf\t1 1\n1 -1 1 0").clauses == ((1, -1, 1),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no problem line: expected 'p cnf VARIABLES CLAUSES'"),
        ("c only\n", "no problem line"),
        ("1 2 0\n", "line 1: '1': expected 'p cnf VARIABLES CLAUSES' first"),
        ("p cnf 2\n", "line 1: 'p cnf 2': expected 'p cnf VARIABLES CLAUSES'"),
        ("p sat 2 1\n1 0\n", "line 1: 'p sat 2 1': expected 'p cnf VARIABLES CLAUSES'"),
        ("p edge 2 1\ne 1 2\n", "line 1: 'p edge 2 1': expected 'p cnf"),
        ("p cnf x 1\n", "line 1: 'x': expected the number of variables"),
        ("p cnf 2 1.5\n", "line 1: '1.5': expected the number of clauses"),
        ("p cnf -1 1\n", "line 1: 'p cnf -1 1': expected numbers from 0"),
        ("c\np cnf 2 1\np cnf 2 1\n1 0\n", "line 3: a second problem line"),
        ("p cnf 2 1\n1 three 0\n", "line 2: 'three': expected a literal, or 0"),
        ("p cnf 2 1\n1 1_0 0\n", "line 2: '1_0': expected a literal"),
        ("p cnf 2 1\n1 --2 0\n", "line 2: '--2': expected a literal"),
        ("p cnf 2 1\n1 \u0662 0\n", r"line 2: '\\u0662': expected a literal"),
        ("p cnf 2 1\n1\n-3 0\n", "line 3: variable 3: expected at most 2"),
        (f"p cnf 2 1\n{'9' * 5000} 0\n", r"line 2: '9{40}\.\.\.': expected a literal"),
        ("p cnf 2 2\n1 0\n\n2\n-1\n", "line 4: a clause that does not end: expected 0"),
        ("p cnf 2 2\n1 0\n", "line 2: 1 clauses: expected 2, as the p line says"),
        ("p cnf 2 1\n1 0 2 0\n", "line 2: 2 clauses: expected 1"),
        ("p cnf 2 1\n%\n", "line 2: 0 clauses: expected 1"),
        ("\x7fELF\x02\x01\x00\x00", "line 1: .*: expected 'p cnf"),
    ],
)
def test_bad_formulas(text: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message) as error:
        read_cnf(text)
    assert len(str(error.value).splitlines()) == 1


@given(st.text(alphabet="pc nf012-%\n\t\x00é", max_size=40) | st.text(max_size=40))
def test_garbage(text: str) -> None:
    try:
        read_cnf(text)
        message = ""
    except MalformedError as error:
        message = str(error)
    assert message.isprintable()


@pytest.mark.parametrize(("variables", "clause"), [(-1, ()), (2, (3,)), (2, (-3,)), (2, (0,))])
def test_no_such_formula(variables: int, clause: Clause) -> None:
    with pytest.raises(OptionError, match="expected"):
        Cnf(variables, (clause,))


# -- weighted formulas ----------------------------------------------------------------------------

literals = st.integers(1, 5).flatmap(lambda v: st.sampled_from((v, -v)))
weighted = st.lists(
    st.tuples(st.integers(1, 9), st.lists(literals, min_size=1, max_size=3)), max_size=6
)


@given(st.lists(st.lists(literals, min_size=1, max_size=3), max_size=6), weighted, st.booleans())
def test_solvers_read_weighted_formulas(
    hard: list[list[int]], soft: list[tuple[int, list[int]]], old: bool
) -> None:
    formula = WCNF()
    formula.from_fp(StringIO(write_wcnf(hard, soft, old=old)))
    assert (formula.hard, list(zip(formula.wght, formula.soft, strict=True))) == (hard, soft)

    def is_satisfied(clause: list[int], chosen: int) -> bool:
        return any((chosen >> abs(literal) & 1) == (literal > 0) for literal in clause)

    costs = [
        sum(weight for weight, clause in soft if not is_satisfied(clause, chosen))
        for chosen in range(0, 64, 2)
        if all(is_satisfied(clause, chosen) for clause in hard)
    ]
    with RC2(formula) as solver:
        model = solver.compute()
        assert (solver.cost if model is not None else None) == min(costs, default=None)


def test_weighted_formats() -> None:
    hard, soft = [(1, -2)], [(2, (2,)), (3, (-1,))]
    assert write_wcnf(hard, soft) == "h 1 -2 0\n2 2 0\n3 -1 0\n"
    assert write_wcnf(hard, soft, old=True) == "p wcnf 2 3 6\n6 1 -2 0\n2 2 0\n3 -1 0\n"
    assert write_wcnf([], []) == ""
    assert write_wcnf([], [], old=True) == "p wcnf 0 0 1\n"


def test_bad_weighted_formulas() -> None:
    with pytest.raises(OptionError, match="weight 0 of a soft clause: expected 1 or more"):
        write_wcnf([], [(0, (1,))])
    with pytest.raises(OptionError, match="literal 0: expected a variable"):
        write_wcnf([(1, 0)], [])
