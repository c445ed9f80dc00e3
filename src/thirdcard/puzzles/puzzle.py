"""A puzzle: cards, what is asked about them, and every answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thirdcard.puzzles.kinds import KINDS
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Puzzle"]

Spots = tuple[Spot, ...]


@dataclass(frozen=True)
class Puzzle:
    """A table with a question.

    Attributes:
        variant: the game.
        kind: key of what is asked, one of `thirdcard.puzzles.kinds.KINDS`.
        spots: the cards, in the order in which they lie; with groups each knows its own.
        previous: the claim to be continued, empty for none.
        solutions: every answer, or one that attains the optimum; see the kinds.
        optimum: the most or the fewest Sets, None where the kind has no such number.
        claims: how many claims lie on the table.
        effort: seconds that the player of `thirdcard.puzzles.difficulty` takes, times 1000.
        level: from 1, easy, to 5.
        id: the same for puzzles that differ by the names of values and features only.
    """

    variant: Variant
    kind: str
    spots: Spots
    previous: Spots
    solutions: tuple[Spots, ...]
    optimum: int | None
    claims: int
    effort: int
    level: int
    id: str

    @property
    def groups(self) -> list[list[Spot]]:
        """The cards of each group, a single one where the table has no groups."""
        groups: list[list[Spot]] = [[] for _ in range(self.variant.grouping.count)]
        for spot in self.spots:
            groups[self.variant.group(spot)].append(spot)
        return groups

    @property
    def task(self) -> str:
        """What is to be done, in a sentence."""
        return KINDS[self.kind].tell_task(self.variant)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain values, cards by their codes; effort in seconds.

        Where the table has groups, ``groups`` lists the cards of each, and a card that does not lie
        on it is told as ``CODE@GROUP``, the group counted from 0.  ``previous`` is there where
        there is a claim to continue.
        """
        code = self.variant.code
        told: dict[str, Any] = {
            "variant": self.variant.key,
            "kind": self.kind,
            "cards": [code(spot) for spot in self.spots],
            "solutions": [[self._tell(spot) for spot in answer] for answer in self.solutions],
            "level": self.level,
            "id": self.id,
            "claims": self.claims,
            "optimum": self.optimum,
            "effort": self.effort / 1000,
        }
        if self.variant.grouping.features:
            told["groups"] = [[code(spot) for spot in group] for group in self.groups]
        if self.previous:
            told["previous"] = [self._tell(spot) for spot in self.previous]
        return told

    def _tell(self, spot: Spot) -> str:
        code = self.variant.code(spot)
        if spot in self.spots or not self.variant.grouping.features:
            return code
        return f"{code}@{self.variant.group(spot)}"
