r"""3-SAT → packing (Theorem 3.1): a formula is satisfiable iff n + m disjoint Sets can be taken.

The formula is first brought into the form of `thirdcard.reductions.sat_normal`, with n variables
and m clauses.  A card has n + 1 + m features: n + 1 are its variable part, m its clause part.  Let
:math:`e_i` and :math:`f_j` be the unit vectors of the two, and *d* the last feature of the variable
part, which stands for the third variable of clauses that have two.

* A variable i has five cards with the variable part :math:`e_i`: :math:`x_1, x_2` for occurrences
  of one sign and :math:`x_3` for one of the other, each with the clause part :math:`f_j` of its
  clause; :math:`x_{12} = -x_1 - x_2` and :math:`x_{123} = -x_3 - x_{12}` in the clause part.  They
  have two Sets, :math:`x_1 x_2 x_{12}` and :math:`x_3 x_{12} x_{123}`.
* A clause j with the variables a, b, c (c may be d) has cards with the clause part :math:`f_j`: one
  a literal, :math:`c_1 = e_a - e_b - e_c` and so on, and :math:`c_m = e_a + e_b + e_c`.
  They have a Set a literal: its variable's card, the literal's card and :math:`c_m`.

The Sets of a variable all have :math:`x_{12}`, those of a clause :math:`c_m`, so n + m is the most
that there can be, with one of each.  The variable's Set leaves the occurrences of one sign, which
is the value of the variable, and the clause's Set takes a literal that is true.

A variable that occurs twice has a *spare* card in place of the third, with the clause part 0.

**There is no other Set.**  Three cards whose sum is 0, by the number of them that are of clauses:

* None: their variable parts are unit vectors, so equal.  In one variable's cards the clause parts
  are, for clauses p, q of the one sign and r of the other, :math:`f_p, f_q, f_r, -f_p - f_q` and
  :math:`f_p + f_q - f_r`, where one of the three may be 0 for a spare.  p, q, r are different,
  since a clause has a variable once, so the five are different, and the pairs outside of the two
  Sets are completed by none of them: :math:`x_1 x_3` by :math:`-f_p - f_r`, :math:`x_1 x_{123}` by
  :math:`f_p - f_q + f_r`, and the same with 1 and 2, p and q, exchanged.
* One: it has three entries in the variable part, of which the two others cancel at most two.
* Two, of different clauses: their variable parts live on different triples, since the clauses
  share at most one variable, and d.  So two entries at least are in one of them only, and the third
  card cancels one.
* Two of the same clause: their variable parts sum to :math:`-e_i` only for :math:`c_m` and the card
  of a literal; then the third has the clause part :math:`f_j`, which in the cards of variable i has
  that literal's only.
* Three: the clause parts are unit vectors, so equal, and no three of the four cards sum to 0.

The paper's Lemma 2 goes through fewer cases and uses only that no two clauses have the same
variables; that is all that the third case needs, beside the d of clauses with two literals.
`forward` counts the Sets that there are, and raises `CheckError` if they are not these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError, OptionError
from thirdcard.reductions.sat_normal import Formula, NormalFormula, normalise
from thirdcard.reductions.sat_packing import find_one_of_each
from thirdcard.solvers.hypergraph import Edge, Table
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import Answer

__all__ = ["SatCards", "back", "forward", "normalise", "solve", "verify"]

Vector = list[int]


@dataclass(frozen=True)
class SatCards:
    """The cards of a formula.

    Attributes:
        normal: the formula in normal form.
        table: the cards: five a variable, then three or four a clause.
        roles: what each card is.
        leaves: for each variable of the normal form its two Sets by what they leave: the one that
            leaves the positive occurrences, and the one that leaves the negative ones.
        takes: for each clause of the normal form its Sets, one a literal.
    """

    normal: NormalFormula
    table: Table
    roles: tuple[str, ...]
    leaves: tuple[tuple[Edge, Edge], ...]
    takes: tuple[tuple[Edge, ...], ...]

    @property
    def features(self) -> int:
        """Number of features of a card."""
        return self.table.space.n

    @property
    def target(self) -> int:
        """Number of disjoint Sets that there are iff the formula is satisfiable."""
        return len(self.leaves) + len(self.takes)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The cards as strings of digits 0, 1, 2, in the order of the table."""
        digits = self.table.space.digits
        return tuple("".join(map(str, digits(spot))) for spot in self.table.spots)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each card stands for."""
        return dict(zip(self.cards, self.roles, strict=True))


def forward(cnf: Formula) -> SatCards:
    """Return the cards of a formula of clauses with up to three literals.

    Counting the Sets takes a number of steps that grows with the square of that of the cards.

    Raises:
        OptionError: as `normalise`.
        CheckError: the Sets of the cards are not the wanted ones.

    >>> from types import SimpleNamespace
    >>> reduced = forward(SimpleNamespace(variables=3, clauses=[[1, 2, 3], [-1, -2, -3]]))
    >>> reduced.features, len(reduced.cards), reduced.target
    (16, 61, 15)
    >>> list(reduced.names.items())[0]
    ('1000000010000000', 'x_1 of variable 1.1: literal 1 of clause 1')
    """
    normal = normalise(cnf)
    cards = _Cards(normal)
    leaves = tuple(cards.add_variable(i) for i in range(1, normal.variables + 1))
    takes = tuple(cards.add_clause(j) for j in range(len(normal.clauses)))
    space = Space(cards.features)
    table = Table(space, tuple(space.point(vector) for vector in cards.vectors))
    wanted = sorted(tuple(sorted(claim)) for claims in (*leaves, *takes) for claim in claims)
    if list(table.hypergraph.edges) != wanted:
        raise CheckError("the cards of the formula have Sets that stand for nothing")
    return SatCards(normal, table, tuple(cards.roles), leaves, takes)


class _Cards:
    """The cards of a normal formula while they are made."""

    def __init__(self, normal: NormalFormula) -> None:
        self.normal = normal
        self.features = normal.variables + 1 + len(normal.clauses)
        self.vectors: list[Vector] = []
        self.roles: list[str] = []
        self._occurrences: dict[int, list[int]] = {}
        for j, clause in enumerate(normal.clauses):
            for literal in clause:
                self._occurrences.setdefault(literal, []).append(j)
        # The card of each literal of each clause.
        self._card_of: dict[tuple[int, int], int] = {}

    def _add(self, vector: Vector, role: str) -> int:
        self.vectors.append([digit % 3 for digit in vector])
        self.roles.append(role)
        return len(self.vectors) - 1

    def add_variable(self, variable: int) -> tuple[Edge, Edge]:
        """Add the five cards of a variable; return its Sets as in `SatCards.leaves`."""
        normal = self.normal
        positive = self._occurrences.get(variable, [])
        negative = self._occurrences.get(-variable, [])
        sign = 1 if len(positive) >= len(negative) else -1
        twice, once = (positive, negative) if sign > 0 else (negative, positive)
        places: list[tuple[int, int | None]] = [(sign, j) for j in twice]
        places += [(sign, None)] * (2 - len(twice))
        places += [(-sign, once[0] if once else None)]
        name = f"variable {normal.names[variable - 1]}"
        vectors: list[Vector] = []
        numbers: list[int] = []
        for k, (signed, j) in enumerate(places, 1):
            vector = [0] * self.features
            vector[variable - 1] = 1
            role = f"x_{k} of {name}: spare"
            if j is not None:
                vector[normal.variables + 1 + j] = 1
                place = normal.clauses[j].index(signed * variable) + 1
                role = f"x_{k} of {name}: literal {place} of clause {normal.origins[j]}"
            vectors.append(vector)
            numbers.append(self._add(vector, role))
            if j is not None:
                self._card_of[signed * variable, j] = numbers[-1]
        # The third card has the same variable part as the two, by itself.
        hub = [-a - b for a, b in zip(vectors[0], vectors[1], strict=True)]
        end = [-a - b for a, b in zip(vectors[2], hub, strict=True)]
        x1, x2, x3 = numbers
        x12 = self._add(hub, f"x_12 of {name}")
        x123 = self._add(end, f"x_123 of {name}")
        leaving_once, leaving_twice = (x1, x2, x12), (x3, x12, x123)
        return (leaving_twice, leaving_once) if sign > 0 else (leaving_once, leaving_twice)

    def add_clause(self, j: int) -> tuple[Edge, ...]:
        """Add the cards of a clause; return its Sets, one a literal."""
        normal = self.normal
        clause, name = normal.clauses[j], f"clause {normal.origins[j]}"
        triple = [abs(literal) - 1 for literal in clause]
        triple += [normal.variables] * (3 - len(clause))
        hub = [0] * self.features
        hub[normal.variables + 1 + j] = 1
        for feature in triple:
            hub[feature] = 1
        numbers = []
        for k, feature in enumerate(triple[: len(clause)], 1):
            vector = hub.copy()
            for other in triple:
                vector[other] = 1 if other == feature else 2
            numbers.append(self._add(vector, f"c_{k} of {name}"))
        middle = self._add(hub, f"c_m of {name}")
        return tuple(
            (self._card_of[literal, j], number, middle)
            for literal, number in zip(clause, numbers, strict=True)
        )


def back(reduced: SatCards, packing: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the assignment of a packing of the target, as a literal for each variable.

    Args:
        reduced: the cards.
        packing: disjoint Sets, as numbers of cards.

    Raises:
        OptionError: a claim is no Set, two share a card, or they are not as many as the target.
    """
    claims = {tuple(sorted(claim)) for claim in packing}
    known = set(reduced.table.hypergraph.edges)
    for claim in claims:
        if claim not in known:
            raise OptionError(f"cards {claim}: expected a Set of the formula's cards")
    if len({card for claim in claims for card in claim}) != 3 * len(claims):
        raise OptionError("two Sets share a card: expected disjoint ones")
    if len(claims) != reduced.target:
        raise OptionError(f"{len(claims)} Sets: expected {reduced.target}")
    # With as many Sets, each variable has one of its two.
    assignment = [
        variable if tuple(sorted(positive)) in claims else -variable
        for variable, (positive, _) in enumerate(reduced.leaves, 1)
    ]
    return reduced.normal.back(assignment)


def verify(cnf: Formula, assignment: Sequence[int]) -> bool:
    """Tell whether literals, one a variable, make every clause true.

    >>> from types import SimpleNamespace
    >>> cnf = SimpleNamespace(variables=2, clauses=[[1, 2], [-1]])
    >>> verify(cnf, (-1, 2)), verify(cnf, (1, 2)), verify(cnf, (2,))
    (True, False, False)
    """
    true = set(assignment)
    if len(assignment) != cnf.variables or {abs(literal) for literal in true} != set(
        range(1, cnf.variables + 1)
    ):
        return False
    return all(not true.isdisjoint(clause) for clause in cnf.clauses)


def solve(cnf: Formula, seconds: float | None = None) -> Answer:
    """Tell whether a formula is satisfiable, through the cards.

    The packing of the target is looked for by `thirdcard.reductions.sat_packing`, which makes use
    of the card that each variable's Sets have in common, and each clause's.

    Returns:
        an answer to the problem ``sat`` with the value True and as witness one tuple, the literals
        that hold, verified on the formula; False, infeasible; None if the search was stopped.

    Raises:
        OptionError: as `normalise`, or seconds that are not more than 0.
        CheckError: the packing's assignment does not satisfy the formula.
    """
    deadline = Deadline(seconds)
    reduced = forward(cnf)
    is_known, packing = find_one_of_each((*reduced.leaves, *reduced.takes), deadline)
    method = f"packing of {reduced.target} Sets: one of each star, by clause learning"
    if not is_known:
        return Answer("sat", None, (), "limit", None, method, deadline.elapsed)
    if packing is None:
        return Answer("sat", False, (), "infeasible", False, method, deadline.elapsed)
    assignment = back(reduced, packing)
    if not verify(cnf, assignment):
        raise CheckError("the packing gives an assignment that does not satisfy the formula")
    return Answer("sat", True, (assignment,), "optimal", True, method, deadline.elapsed)
