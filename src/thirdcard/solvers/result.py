"""What solvers answer: a value with its witness, and how far it is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Answer", "GameAnswer", "Status"]

Status = Literal["optimal", "infeasible", "limit"]
"""Proved best; proved that there is none; or stopped, with bounds."""

Claims = tuple[tuple[int, ...], ...]
"""Sets, edges or cards as numbers of vertices: positions in the table, graph or file."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question for a most or a fewest, or for one solution.

    Attributes:
        problem: ``packing``, ``domination`` or ``matching``.
        value: the value of the witness, None if none was found; a bool for a yes-or-no question.
        witness: what attains the value, as tuples of vertex numbers.
        status: ``optimal`` if no better value exists, ``infeasible`` if there is no solution at
            all, ``limit`` if the search was stopped.
        bound: proved bound of the value (from above for a most, from below for a fewest); equal to
            the value where the status is ``optimal``.
        method: what proved it, for people.
        seconds: how long it took.
    """

    problem: str
    value: int | bool | None
    witness: Claims
    status: Status
    bound: int | None
    method: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes with the witness as lists."""
        return {
            "problem": self.problem,
            "value": self.value,
            "witness": [list(claim) for claim in self.witness],
            "status": self.status,
            "bound": self.bound,
            "method": self.method,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """Who wins a game in which the player who cannot move loses.

    Attributes:
        problem: ``duel`` or ``kayles``.
        winner: ``first`` or ``second``, None if the search was stopped before it was known.
        nimber: the Sprague–Grundy value, None where it was not asked for or not reached.
        moves: all moves that win, as tuples of vertex numbers; those that are known, where the
            status is ``limit`` or only the winner was asked for.
        status: ``optimal`` if all that was asked is proved, else ``limit``.
        method: what proved it, for people.
        seconds: how long it took.
    """

    problem: str
    winner: Literal["first", "second"] | None
    nimber: int | None
    moves: Claims
    status: Status
    method: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes with the moves as lists."""
        return {
            "problem": self.problem,
            "winner": self.winner,
            "nimber": self.nimber,
            "moves": [list(move) for move in self.moves],
            "status": self.status,
            "method": self.method,
            "seconds": self.seconds,
        }
