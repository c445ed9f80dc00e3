"""A table whose cards are changed one by one, with its number of claims kept up.

For each point it is known how many pairs of cards have it as their third
(`thirdcard.puzzles.counting` says what follows from that).  A card that comes or goes changes one
of these numbers for each other card, so a change costs O(cards).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice

from thirdcard.puzzles.counting import FORMULAS, third_row
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Board"]


class Board:
    """Cards on a table.

    Args:
        variant: the game.
        spots: the cards.
        previous: the claim to be continued, empty for none.

    Attributes:
        spots: the cards, in no order that means anything.
        previous: the claim to be continued.
        pairs: spot → how many pairs of cards have it as their third.
        listed: claims that had to be listed to be counted, all in all.
    """

    def __init__(
        self, variant: Variant, spots: Iterable[Spot], previous: tuple[Spot, ...] = ()
    ) -> None:
        self.variant = variant
        self.previous = previous
        self.spots: list[Spot] = []
        self.pairs = [0] * variant.space.size
        self.listed = 0
        self._row = partial(third_row, len(variant.features))
        self._is_here = bytearray(variant.space.size)
        self._inside = 0
        self._bowties = 0
        for spot in spots:
            self.add(spot)

    def __contains__(self, spot: Spot) -> bool:
        return bool(self._is_here[spot])

    def add(self, spot: Spot) -> None:
        """Lay a card that is not there."""
        pairs, here, row = self.pairs, self._is_here, self._row(spot)
        inside, bowties = self._inside, self._bowties
        for other in self.spots:
            third = row[other]
            bowties += pairs[third]
            pairs[third] += 1
            inside += here[third]
        self._inside = inside + pairs[spot]
        self._bowties = bowties
        self.spots.append(spot)
        here[spot] = 1

    def remove(self, spot: Spot) -> None:
        """Take a card away."""
        pairs, here, row = self.pairs, self._is_here, self._row(spot)
        self.spots.remove(spot)
        here[spot] = 0
        inside, bowties = self._inside - pairs[spot], self._bowties
        for other in self.spots:
            third = row[other]
            pairs[third] -= 1
            bowties -= pairs[third]
            inside -= here[third]
        self._inside = inside
        self._bowties = bowties

    @property
    def lines(self) -> int:
        """Number of Sets among the cards."""
        return self._inside // 3

    @property
    def bowties(self) -> int:
        """Number of two pairs of cards with the same third."""
        return self._bowties

    @property
    def meeting(self) -> int:
        """Number of two Sets that have a card in common."""
        pairs = self.pairs
        return sum([pairs[spot] * (pairs[spot] - 1) for spot in self.spots]) // 2

    def count(self, most: int) -> int:
        """Return the number of claims; where they have to be listed, up to one more than most."""
        formula = FORMULAS.get(self.variant.pattern.key)
        if formula is None:
            claims = self.variant.iter_claims(self.spots, self.previous)
            found = sum(1 for _ in islice(claims, most + 1))
            self.listed += found
            return found
        if self.previous:
            return formula.chained(self._row, self.spots, self.previous, self.pairs)
        return formula.free(self)
