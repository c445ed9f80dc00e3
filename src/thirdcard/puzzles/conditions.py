"""What a puzzle is to be like; what contradicts itself is refused at once.

What no table can be, though it sounds well, is refused by `thirdcard.puzzles.feasible` before
anything is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

from thirdcard.errors import OptionError
from thirdcard.phrases import counted, phrase
from thirdcard.puzzles.difficulty import LEVELS
from thirdcard.puzzles.kinds import KINDS, MOST_CLAIMS, Kind
from thirdcard.variants.variant import Variant

__all__ = ["MOST_CLAIMS", "Conditions"]


@dataclass(frozen=True)
class Conditions:
    """What a puzzle is to be like.

    Attributes:
        variant: the game.
        kind: what is asked.
        cards: how many cards lie on the table, None for the kind's usual number.
        least, most: bounds of the number of claims; None for what the kind needs, and for what it
            has at most where nothing is said.
        constant: how many of the deck's features are the same on all cards, exactly; None for any
            number.
        level: how hard it is, 1 to 5; None for any.

    Raises:
        OptionError: they contradict themselves, the kind or the variant.
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
        self._require_range()
        if self.cards is not None:
            self._require_cards(self.cards)

    def _require_range(self) -> None:
        for bound in (self.least, self.most):
            if bound is not None and bound < 0:
                raise OptionError(phrase("{claims} claims: expected none or more", claims=bound))
        least, most = self.range
        if self.most is not None and least > most:
            raise OptionError(
                self.kind.find_obstacle(self.variant.table_size, most)
                or phrase(
                    "{least} to {most} claims: the most are fewer than the least",
                    least=least,
                    most=most,
                )
            )

    def _require_cards(self, cards: int) -> None:
        groups = self.variant.grouping.count
        if cards < 1:
            raise OptionError(phrase("{cards} cards: expected at least one", cards=cards))
        if cards > self.pool_size:
            if not self.constant:
                raise OptionError(
                    phrase(
                        "{cards} cards: the {deck} deck has {most}",
                        cards=cards,
                        deck=self.variant.deck.key,
                        most=self.pool_size,
                    )
                )
            raise OptionError(
                counted(
                    self.constant,
                    "{cards} cards with {count} constant feature: only {most} of the {deck} deck "
                    "agree in it",
                    "{cards} cards with {count} constant features: only {most} of the {deck} deck "
                    "agree in them",
                    cards=cards,
                    deck=self.variant.deck.key,
                    most=self.pool_size,
                )
            )
        if cards > self.most_cards:
            raise OptionError(
                phrase(
                    "{cards} cards: beside the claim that is to be continued there are at most "
                    "{most}",
                    cards=cards,
                    most=self.most_cards,
                )
            )
        if self.kind.lays_equal_groups and cards % groups:
            raise OptionError(
                phrase(
                    "{cards} cards do not divide into {groups} equal groups; "
                    "expected {fewer} or {more}",
                    cards=cards,
                    groups=groups,
                    fewer=max(groups, cards // groups * groups),
                    more=max(2 * groups, -(-cards // groups) * groups),
                )
            )

    @cached_property
    def size(self) -> int:
        """How many cards lie on the table.

        The kind's usual number, as far as there are cards.  Where nothing is said of the claims and
        so many cards would hold more than anybody looks through, it is lower: the most with which
        at least half of some layouts, always the same, do not; see `thirdcard.puzzles.sizes`.
        """
        if self.cards is not None:
            return self.cards
        from thirdcard.puzzles.sizes import find_size

        return find_size(self)

    @property
    def pool_size(self) -> int:
        """How many cards agree in the features that are to be constant."""
        return self.variant.deck.size // int(3 ** (self.constant or 0))

    @property
    def most_cards(self) -> int:
        """How many cards there can be on the table: a claim to be continued lies beside it."""
        beside = self.variant.pattern.sizes[0] if self.variant.rule.chains else 0
        return self.pool_size - beside

    @property
    def range(self) -> tuple[int, int]:
        """The least and the most claims on the table."""
        least = self.kind.least_claims if self.least is None else self.least
        if self.most is not None:
            return least, self.most
        usual = self.kind.most_claims
        return least, comb(self.variant.deck.size, 3) if usual is None else max(least, usual)

    def with_cards(self, cards: int) -> Conditions:
        """Return the same with another number of cards."""
        return replace(self, cards=cards)
