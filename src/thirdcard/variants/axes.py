"""The four axes, each with its values: the registry of all that variants are made of.

A new deck, grouping, pattern or rule is played, searched and shown as soon as it stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from thirdcard.phrases import phrase
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA, DeckChoice
from thirdcard.variants.groups import FLAT, ULTRA, ULTRA9, Grouping
from thirdcard.variants.patterns import DOUBLE, EIGHT, SET, SUPER, Pattern
from thirdcard.variants.rules import CHAIN, CHAIN_TABLE, FREE, MEMORY, Rule

__all__ = ["AXES", "DECKS", "GROUPINGS", "PATTERNS", "RULES", "Axis", "AxisValue"]


class AxisValue(Protocol):
    """What every value of an axis has."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def sentence(self) -> str: ...


V = TypeVar("V", bound=AxisValue)


@dataclass(frozen=True)
class Axis(Generic[V]):
    """One of the four questions that a variant answers.

    Attributes:
        key: its name.
        question: what it asks, for people.
        values: the answers, the default first.
    """

    key: str
    question: str
    values: tuple[V, ...]

    @property
    def default(self) -> V:
        """The value of an expression that does not name one."""
        return self.values[0]


DECKS = Axis(
    "deck",
    phrase("Which cards?"),
    (
        DeckChoice(
            CLASSIC, phrase("Classic"), phrase("81 cards: number, colour, shading and symbol.")
        ),
        DeckChoice(
            JUNIOR, phrase("Junior"), phrase("27 cards for beginners: all of them are solid."), 9
        ),
        DeckChoice(
            MEGA, phrase("Mega-Set"), phrase("243 cards: the background is a fifth feature."), 15
        ),
    ),
)
GROUPINGS: Axis[Grouping] = Axis("groups", phrase("How is the table laid?"), (FLAT, ULTRA, ULTRA9))
PATTERNS: Axis[Pattern] = Axis("pattern", phrase("What is a claim?"), (SET, SUPER, DOUBLE, EIGHT))
RULES: Axis[Rule] = Axis("rule", phrase("Who may claim?"), (FREE, CHAIN, CHAIN_TABLE, MEMORY))

AXES: tuple[Axis[DeckChoice] | Axis[Grouping] | Axis[Pattern] | Axis[Rule], ...] = (
    DECKS,
    GROUPINGS,
    PATTERNS,
    RULES,
)
