"""The decks that are played; a new one is a value here and a line in `axes`."""

from __future__ import annotations

from dataclasses import dataclass

from thirdcard.core.cards import BACKGROUND, COLOUR, NUMBER, SHADING, SYMBOL, Deck

__all__ = ["CLASSIC", "JUNIOR", "MEGA", "DeckChoice"]


@dataclass(frozen=True)
class DeckChoice:
    """A deck as a value of the deck axis.

    Attributes:
        deck: the deck.
        title: its name for people.
        sentence: what it is, for people.
        table_size: cards on the table at the start, None if the deck does not say.
    """

    deck: Deck
    title: str
    sentence: str
    table_size: int | None = None

    @property
    def key(self) -> str:
        """Its name in expressions."""
        return self.deck.key


CLASSIC = Deck("classic", (NUMBER, COLOUR, SHADING, SYMBOL))
JUNIOR = Deck("junior", (NUMBER, COLOUR, SYMBOL))
MEGA = Deck("mega", (NUMBER, COLOUR, SHADING, SYMBOL, BACKGROUND))
