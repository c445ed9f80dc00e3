"""Who may claim what, and when.

A rule is asked two things by the game: which earlier claim a seat's next one must continue, and
whether the cards lie face down and are turned up in turns.  Everything else is the pattern's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from thirdcard.phrases import phrase
from thirdcard.variants.patterns import Pattern

__all__ = ["CHAIN", "CHAIN_TABLE", "FREE", "MEMORY", "Chain", "Memory", "Rule"]

T = TypeVar("T")


@dataclass(frozen=True)
class Rule:
    """The free rule: any claim, at any time; base of the others.

    Attributes:
        key: its name in expressions.
        title: its name for people.
        sentence: what it changes, for people.
    """

    key: str
    title: str
    sentence: str

    @property
    def chains(self) -> bool:
        """Whether a claim uses one card of an earlier one."""
        return False

    @property
    def face_down(self) -> bool:
        """Whether cards lie face down and seats take turns to turn them up."""
        return False

    def choose_previous(
        self, by_seat: Sequence[Sequence[T]], of_table: Sequence[T], seat: int
    ) -> Sequence[T]:
        """Return the claim that a seat's next one must use a card of; empty for none.

        Args:
            by_seat: the last claim of every seat, empty where there is none yet.
            of_table: the last claim of anyone.
            seat: who is to claim.
        """
        return ()

    def find_conflict(self, pattern: Pattern) -> str | None:
        """Return why the rule cannot go with a pattern, None if it can."""
        return None


@dataclass(frozen=True)
class Chain(Rule):
    """One card of each claim comes from an earlier claim, the claimer's own or the table's."""

    own: bool = True

    @property
    def chains(self) -> bool:
        return True

    def choose_previous(
        self, by_seat: Sequence[Sequence[T]], of_table: Sequence[T], seat: int
    ) -> Sequence[T]:
        return by_seat[seat] if self.own else of_table


@dataclass(frozen=True)
class Memory(Rule):
    """Cards lie face down; a turn turns up as many as a claim has."""

    @property
    def face_down(self) -> bool:
        return True

    def find_conflict(self, pattern: Pattern) -> str | None:
        if pattern.fixed_size is None:
            return phrase(
                "{rule} turns up as many cards as a claim has, "
                "and {pattern} claims have {least} to {most}",
                rule=self.title,
                pattern=pattern.title,
                least=pattern.sizes[0],
                most=pattern.sizes[-1],
            )
        return None


FREE = Rule("free", phrase("Free"), phrase("Whoever sees a claim first takes it."))
CHAIN = Chain(
    "chain",
    phrase("Chain"),
    phrase("Each claim uses exactly one card of your own previous claim."),
)
CHAIN_TABLE = Chain(
    "chain-table",
    phrase("Chain of the table"),
    phrase("Each claim uses exactly one card of the claim taken last, whoever took it."),
    own=False,
)
MEMORY = Memory(
    "memory",
    phrase("Memory"),
    phrase("The cards lie face down; in your turn you turn up as many as a claim has."),
)
