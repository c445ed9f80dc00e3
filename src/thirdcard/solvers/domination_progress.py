"""How far a search for a smallest maximal packing has come; it outlives the search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from thirdcard.solvers.hypergraph import Edge
from thirdcard.solvers.limits import Deadline

__all__ = ["Progress", "Stopped"]


class Stopped(Exception):
    """The time is over."""


@dataclass
class Progress:
    """What is proved and what is found.

    Attributes:
        deadline: when to stop.
        bound: no fewer edges dominate.
        most: more edges are not wanted; None for any number.
        witness: the fewest dominating edges that were found, None for none.
    """

    deadline: Deadline
    bound: int = 0
    most: int | None = None
    witness: tuple[Edge, ...] | None = field(default=None)

    @property
    def is_settled(self) -> bool:
        """Whether the witness is a smallest one, or there is none that is wanted."""
        if self.most is not None and self.bound > self.most:
            return True
        return self.witness is not None and len(self.witness) == self.bound

    def check(self) -> None:
        """Raise `Stopped` after the deadline."""
        if self.deadline.is_over:
            raise Stopped

    def prove(self, bound: int) -> None:
        """Raise the bound."""
        self.bound = max(self.bound, bound)

    def find(self, edges: Iterable[Edge]) -> None:
        """Keep dominating edges if they are fewer than those known."""
        found = tuple(sorted(edges))
        if self.witness is None or len(found) < len(self.witness):
            self.witness = found
