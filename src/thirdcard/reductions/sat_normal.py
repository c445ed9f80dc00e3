r"""3-SAT in the form that the cards of `thirdcard.reductions.sat` are made of (Lemma 1).

In normal form

* a clause has two or three literals, of different variables;
* a variable occurs up to three times, up to twice with either sign, and more than once;
* two clauses share at most one variable.

A formula of clauses with up to three literals is brought there so:

1. A literal that a clause has twice is left out once, and so is a clause that is always true, or
   that is there before.
2. A clause of one literal x becomes two, (x, y) and (x, ¬y), with a new variable y; the empty
   clause becomes (y, z), (y, ¬z), (¬y, z) and (¬y, ¬z).
3. A variable is *split* that occurs once, more than three times, or three times with one sign, or
   that one has to be of two which are in two clauses together.  Each of its l occurrences gets a
   copy of its own, and a cycle of clauses :math:`(\neg v_i, v_{i+1})`,
   :math:`(\neg v_l, v_1)` makes the copies equal; there are three copies at least, those beyond
   l in the cycle only.

Copies occur two or three times, with both signs.  A clause of the formula shares at most one copy
of a variable with a clause of a cycle, since it has a variable only once, and two clauses of a
cycle of three or more share at most one.  So the form is reached.

Lemma 1 of the paper does not look at clauses with a variable twice, for which its formula has two
clauses that share two variables: (x, x, y) gives :math:`(v_1, v_2, w)` beside
:math:`(\neg v_1, v_2)`.  It asks for exactly three occurrences, and doubles clauses to have at
least four before it splits; three copies are enough, and `sat` takes variables that occur twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, count, product
from typing import Final, Protocol

from thirdcard.errors import OptionError

__all__ = ["MOST_LITERALS", "Clause", "Formula", "NormalFormula", "normalise"]

MOST_LITERALS: Final = 3

Clause = tuple[int, ...]
"""Literals as in DIMACS: a variable 1, 2, …, or its negative."""


class Formula(Protocol):
    """A formula in conjunctive normal form, such as `thirdcard.formats.dimacs.Cnf`."""

    @property
    def variables(self) -> int:
        """How many variables 1, 2, … there are."""

    @property
    def clauses(self) -> Sequence[Sequence[int]]:
        """The clauses, as literals."""


@dataclass(frozen=True)
class NormalFormula:
    """A formula in normal form, and how to go back.

    Attributes:
        variables: number of variables.
        clauses: of two or three literals.
        copies: the variables that stand for each of the original; more than one where it was
            split, none where it does not occur.
        names: what each variable is: ``3``, ``3.1`` for the first copy of 3, ``y1`` for a new one.
        origins: what each clause is: ``2`` for the second, ``2.1`` for the first that stands for
            it, ``3.1→3.2`` for one of a cycle.
    """

    variables: int
    clauses: tuple[Clause, ...]
    copies: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    origins: tuple[str, ...]

    def back(self, assignment: Sequence[int]) -> tuple[int, ...]:
        """Return the literals of the original that hold where those of this formula do.

        Variables that do not occur are false.

        Args:
            assignment: a literal a variable, in the order of the variables.
        """
        holds = [copies and assignment[copies[0] - 1] > 0 for copies in self.copies]
        return tuple(v if true else -v for v, true in enumerate(holds, 1))


def normalise(cnf: Formula) -> NormalFormula:
    """Return a formula in normal form that can be satisfied iff the given one can.

    Its size is at most a constant times that of the given one.

    Raises:
        OptionError: a clause of more than three different literals, or a literal that is no
            variable with its sign.

    >>> from types import SimpleNamespace
    >>> normal = normalise(SimpleNamespace(variables=2, clauses=[[1, 2], [-1, -2], [2, 2, 1]]))
    >>> normal.clauses
    ((1, 2), (-3, -2), (-1, 3), (-3, 4), (-4, 1))
    >>> normal.names
    ('1.1', '2', '1.2', '1.3')
    """
    clauses, origins = _simplify(cnf)
    split = _choose_split(clauses)
    numbers = count(1)
    names: list[str] = []
    copies: dict[int, list[int]] = {}

    def add(name: str) -> int:
        names.append(name)
        return next(numbers)

    def name_of(variable: int) -> str:
        return str(variable) if variable <= cnf.variables else f"y{variable - cnf.variables}"

    renamed: list[Clause] = []
    for clause in clauses:
        literals = []
        for literal in clause:
            variable = abs(literal)
            own = copies.setdefault(variable, [])
            if variable in split:
                own.append(add(f"{name_of(variable)}.{len(own) + 1}"))
            elif not own:
                own.append(add(name_of(variable)))
            literals.append(own[-1] if literal > 0 else -own[-1])
        renamed.append(tuple(literals))
    for variable in sorted(split):
        own = copies[variable]
        while len(own) < 3:
            own.append(add(f"{name_of(variable)}.{len(own) + 1}"))
        for one, other in zip(own, [*own[1:], own[0]], strict=True):
            renamed.append((-one, other))
            origins.append(f"{names[one - 1]}→{names[other - 1]}")
    return NormalFormula(
        len(names),
        tuple(renamed),
        tuple(tuple(copies.get(variable, ())) for variable in range(1, cnf.variables + 1)),
        tuple(names),
        tuple(origins),
    )


def _simplify(cnf: Formula) -> tuple[list[Clause], list[str]]:
    """Return the clauses of steps 1 and 2, and what each is."""
    clauses: list[Clause] = []
    origins: list[str] = []
    seen: set[frozenset[int]] = set()
    new = 0
    for number, given in enumerate(cnf.clauses, 1):
        for literal in given:
            if not 1 <= abs(literal) <= cnf.variables:
                raise OptionError(
                    f"clause {number}: literal {literal}; expected a variable from 1 to"
                    f" {cnf.variables}, or its negative"
                )
        clause = tuple(dict.fromkeys(given))
        if len(clause) > MOST_LITERALS:
            raise OptionError(
                f"clause {number} has {len(clause)} literals: expected at most {MOST_LITERALS}"
            )
        if frozenset(clause) in seen or any(-literal in clause for literal in clause):
            continue
        seen.add(frozenset(clause))
        if len(clause) > 1:
            clauses.append(clause)
            origins.append(str(number))
            continue
        added = range(cnf.variables + new + 1, cnf.variables + new + 3 - len(clause))
        new += len(added)
        signs = product((1, -1), repeat=len(added))
        for part, signed in enumerate(signs, 1):
            padding = [sign * variable for sign, variable in zip(signed, added, strict=True)]
            clauses.append((*clause, *padding))
            origins.append(f"{number}.{part}")
    return clauses, origins


def _choose_split(clauses: Sequence[Clause]) -> set[int]:
    """Return the variables of step 3."""
    signs = Counter(literal for clause in clauses for literal in clause)
    variables = {abs(literal) for literal in signs}
    total = {variable: signs[variable] + signs[-variable] for variable in variables}
    split = {
        variable
        for variable in variables
        if not 2 <= total[variable] <= 3 or 3 in (signs[variable], signs[-variable])
    }
    together = Counter(
        tuple(sorted(pair)) for clause in clauses for pair in combinations(map(abs, clause), 2)
    )
    for pair, times in sorted(together.items()):
        if times > 1 and split.isdisjoint(pair):
            split.add(max(pair, key=lambda variable: (total[variable], -variable)))
    return split
