"""CNF formulas in the DIMACS format, and weighted ones for MaxSAT solvers.

A literal is the number of a variable, from 1, negative where the variable is negated; a clause is a
tuple of literals.  A file has comments (``c …``), one problem line ``p cnf VARIABLES CLAUSES``, and
clauses that end with 0, over as many lines as they like.  The files of SATLIB end with a line
``%``, after which nothing counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thirdcard.errors import MalformedError, OptionError
from thirdcard.formats.lines import describe, fail, iter_lines, parse_number

__all__ = ["Clause", "Cnf", "read_cnf", "write_cnf", "write_wcnf"]

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Cnf:
    """A formula in conjunctive normal form.

    Attributes:
        variables: number of variables, whether they occur or not.
        clauses: in the order of the file; an empty one cannot be satisfied.

    Raises:
        OptionError: fewer than 0 variables, or a literal of no variable.
    """

    variables: int
    clauses: tuple[Clause, ...]

    def __post_init__(self) -> None:
        if self.variables < 0:
            raise OptionError(f"{self.variables} variables: expected 0 or more")
        for literal in (literal for clause in self.clauses for literal in clause):
            if not 1 <= abs(literal) <= self.variables:
                raise OptionError(f"literal {literal}: expected ±1 to ±{self.variables}")


def read_cnf(text: str) -> Cnf:
    r"""Read a formula.

    Raises:
        MalformedError: no or a wrong problem line, a word that is no literal, a variable that was
            not announced, a last clause without 0, or not as many clauses as announced.

    >>> read_cnf("c two clauses\np cnf 3 2\n1 -2 0 2\n3 0\n")
    Cnf(variables=3, clauses=((1, -2), (2, 3)))
    """
    announced: tuple[int, int] | None = None
    clauses: list[Clause] = []
    clause: list[int] = []
    start = line = 1
    for line, words in iter_lines(text, "c"):
        if words[0] == "%":
            break
        if words[0] == "p":
            if announced is not None:
                raise fail(line, "a second problem line: expected one")
            announced = _parse_problem(line, words)
            continue
        if announced is None:
            raise fail(line, f"{describe(words[0])}: expected 'p cnf VARIABLES CLAUSES' first")
        for word in words:
            literal = parse_number(line, word, "a literal, or 0 at the end of a clause")
            if literal == 0:
                clauses.append(tuple(clause))
                clause = []
                continue
            if abs(literal) > announced[0]:
                raise fail(line, f"variable {abs(literal)}: expected at most {announced[0]}")
            if not clause:
                start = line
            clause.append(literal)
    if announced is None:
        raise MalformedError("no problem line: expected 'p cnf VARIABLES CLAUSES'")
    if clause:
        raise fail(start, "a clause that does not end: expected 0 after its last literal")
    if len(clauses) != announced[1]:
        raise fail(line, f"{len(clauses)} clauses: expected {announced[1]}, as the p line says")
    return Cnf(announced[0], tuple(clauses))


def _parse_problem(line: int, words: list[str]) -> tuple[int, int]:
    if len(words) != 4 or words[1] != "cnf":
        raise fail(line, f"{describe(' '.join(words))}: expected 'p cnf VARIABLES CLAUSES'")
    variables = parse_number(line, words[2], "the number of variables")
    clauses = parse_number(line, words[3], "the number of clauses")
    if variables < 0 or clauses < 0:
        raise fail(line, f"{describe(' '.join(words))}: expected numbers from 0")
    return variables, clauses


def write_cnf(cnf: Cnf) -> str:
    r"""Return the formula as a file, one clause a line.

    >>> write_cnf(Cnf(2, ((1, -2), ())))
    'p cnf 2 2\n1 -2 0\n0\n'
    """
    lines = [f"p cnf {cnf.variables} {len(cnf.clauses)}", *map(_line, cnf.clauses)]
    return "\n".join(lines) + "\n"


def write_wcnf(
    hard: Iterable[Sequence[int]],
    soft: Iterable[tuple[int, Sequence[int]]],
    *,
    old: bool = False,
) -> str:
    r"""Return a partial weighted formula as a file for MaxSAT solvers.

    A solver satisfies all hard clauses, and soft ones of the greatest weight.  Since 2022 the
    MaxSAT Evaluations read lines ``h CLAUSE 0`` and ``WEIGHT CLAUSE 0`` without a problem line;
    before, it was ``p wcnf VARIABLES CLAUSES TOP`` with the weight TOP, above all soft ones
    together, for hard clauses.

    Args:
        hard: clauses.
        soft: pairs of a weight, at least 1, and a clause.
        old: whether to write the format of before 2022.

    Raises:
        OptionError: a weight below 1, or a literal 0.

    >>> write_wcnf([(1, 2)], [(3, (-1,))])
    'h 1 2 0\n3 -1 0\n'
    """
    first = [tuple(clause) for clause in hard]
    second = [(weight, tuple(clause)) for weight, clause in soft]
    literals = [literal for clause in first for literal in clause]
    for weight, clause in second:
        literals.extend(clause)
        if weight < 1:
            raise OptionError(f"weight {weight} of a soft clause: expected 1 or more")
    if 0 in literals:
        raise OptionError("literal 0: expected a variable from 1, or its negation")
    lines = []
    mark = "h"
    if old:
        top = 1 + sum(weight for weight, _ in second)
        mark = str(top)
        variables = max(map(abs, literals), default=0)
        lines.append(f"p wcnf {variables} {len(first) + len(second)} {top}")
    lines.extend(f"{mark} {_line(clause)}" for clause in first)
    lines.extend(f"{weight} {_line(clause)}" for weight, clause in second)
    return "".join(line + "\n" for line in lines)


def _line(clause: Clause) -> str:
    return " ".join(map(str, (*clause, 0)))
