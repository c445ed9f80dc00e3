"""The decks that are played; a new one is a value here and a line in the registry."""

from __future__ import annotations

from thirdcard.core.cards import BACKGROUND, COLOUR, NUMBER, SHADING, SYMBOL, Deck

__all__ = ["CLASSIC", "JUNIOR", "MEGA"]

CLASSIC = Deck("classic", (NUMBER, COLOUR, SHADING, SYMBOL))
JUNIOR = Deck("junior", (NUMBER, COLOUR, SYMBOL))
MEGA = Deck("mega", (NUMBER, COLOUR, SHADING, SYMBOL, BACKGROUND))
