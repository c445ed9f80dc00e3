"""What a puzzle is to be like; what cannot be said of any is refused before one is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase
from thirdcard.puzzles.difficulty import LEVELS
from thirdcard.puzzles.kinds import KINDS, Kind
from thirdcard.variants.variant import Variant

__all__ = ["MOST_CLAIMS", "Conditions"]

MOST_CLAIMS = 60
"""Most claims on a table where nothing is said about their number."""


@dataclass(frozen=True)
class Conditions:
    """What a puzzle is to be like.

    Attributes:
        variant: the game.
        kind: what is asked.
        cards: how many cards lie on the table, None for the kind's usual number.
        least, most: bounds of the number of claims; None for what the kind needs, and for
            `MOST_CLAIMS`.
        constant: how many of the deck's features are the same on all cards, exactly; None for any
            number.
        level: how hard it is, 1 to 5; None for any.

    Raises:
        OptionError: no puzzle can be like that.
    """

    variant: Variant
    kind: Kind = KINDS["all"]
    cards: int | None = None
    least: int | None = None
    most: int | None = None
    constant: int | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        if reason := self.kind.find_conflict(self.variant):
            raise OptionError(reason)
        features = len(self.variant.deck.features)
        if self.constant is not None and not 0 <= self.constant < features:
            raise OptionError(
                phrase(
                    "{constant} constant features: expected 0 to {most} for the {deck} deck",
                    constant=self.constant,
                    most=features - 1,
                    deck=self.variant.deck.key,
                )
            )
        if self.level is not None and self.level not in LEVELS:
            raise OptionError(
                phrase(
                    "level {level}: expected {least} to {most}",
                    level=self.level,
                    least=LEVELS[0],
                    most=LEVELS[-1],
                )
            )

    @property
    def size(self) -> int:
        """How many cards lie on the table."""
        usual = self.kind.default_cards(self.variant)
        return min(usual, self.pool_size) if self.cards is None else self.cards

    @property
    def pool_size(self) -> int:
        """How many cards agree in the features that are to be constant."""
        return self.variant.deck.size // int(3 ** (self.constant or 0))

    @property
    def range(self) -> tuple[int, int]:
        """The least and the most claims on the table."""
        least = self.kind.least_claims if self.least is None else self.least
        most = max(least, MOST_CLAIMS) if self.most is None else self.most
        return least, most

    def with_cards(self, cards: int) -> Conditions:
        """Return the same with another number of cards."""
        return replace(self, cards=cards)
