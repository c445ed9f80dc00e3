"""A variant: one value on each axis, and all that follows from the four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from thirdcard.core.cards import Deck, Feature
from thirdcard.core.geometry import Point, Space
from thirdcard.errors import OptionError, VariantError
from thirdcard.phrases import join_words, phrase
from thirdcard.variants.axes import AXES, AxisValue
from thirdcard.variants.decks import DeckChoice
from thirdcard.variants.groups import Grouping
from thirdcard.variants.patterns import ClaimPoints, Pattern
from thirdcard.variants.rules import Rule

__all__ = ["DEFAULT_TABLE_SIZE", "GROWTH", "Comparison", "Spot", "Variant", "Verdict"]

DEFAULT_TABLE_SIZE = 12
GROWTH = 3

Spot = Point
"""A card at its place: the card's point with the digits of its group appended."""

Verdict = Literal["same", "different", "fails"]


@dataclass(frozen=True)
class Comparison:
    """A feature of three cards.

    Attributes:
        feature: the feature's name.
        values: the value of each card, in words.
    """

    feature: str
    values: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        """Whether all agree, all differ, or the feature fails: two agree and one does not."""
        kinds: dict[int, Verdict] = {1: "same", len(self.values): "different"}
        return kinds.get(len(set(self.values)), "fails")


@dataclass(frozen=True)
class Variant:
    """A game of the family: deck, groups, pattern and rule.

    Claims are searched among *spots*, points of AG(n + g, 3) where the last g digits of a card's
    spot are its group.  Without groups a spot is the card's point.

    Raises:
        VariantError: two of the values cannot go together.
    """

    deck_choice: DeckChoice
    grouping: Grouping
    pattern: Pattern
    rule: Rule

    def __post_init__(self) -> None:
        if reason := self.rule.find_conflict(self.pattern):
            raise VariantError(
                phrase(
                    "{one} and {other} do not go together: {reason}",
                    one=self.rule.title,
                    other=self.pattern.title,
                    reason=reason,
                )
            )
        if self.table_size > self.deck.size:
            raise VariantError(
                phrase(
                    "a table of {size} cards does not fit the {most} cards of the {deck} deck",
                    size=self.table_size,
                    most=self.deck.size,
                    deck=self.deck.key,
                )
            )

    # -- what it is ---------------------------------------------------------------------------

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.deck_choice.deck

    @property
    def values(self) -> tuple[AxisValue, ...]:
        """The value on each axis, in the axes' order."""
        return self.deck_choice, self.grouping, self.pattern, self.rule

    @cached_property
    def key(self) -> str:
        """The shortest expression, axes in their order: ``mega+super+chain``, ``classic``."""
        return "+".join(value.key for value in self._chosen) or self.deck.key

    @cached_property
    def title(self) -> str:
        """The variant's name for people, such as "Mega-Set · Super-Set · Chain"."""
        first, *others = [value.title for value in self._chosen] or [self.deck_choice.title]
        title = first
        for other in others:
            title = phrase("{title} · {other}", title=title, other=other)
        return title

    @property
    def _chosen(self) -> list[AxisValue]:
        """The values that are not their axis's default."""
        pairs = zip(self.values, AXES, strict=True)
        return [value for value, axis in pairs if value.key != axis.default.key]

    @cached_property
    def space(self) -> Space:
        """The space of the spots."""
        return Space(len(self.features))

    @property
    def features(self) -> tuple[Feature, ...]:
        """The deck's features, then the coordinates of the group."""
        return self.deck.features + self.grouping.features

    @cached_property
    def table_size(self) -> int:
        """Cards on the table at the start: the most any of the values says, in equal groups."""
        parts = (self.deck_choice.table_size, self.grouping.table_size, self.pattern.table_size)
        wanted = max((size for size in parts if size), default=DEFAULT_TABLE_SIZE)
        return self._round_up(wanted)

    def _round_up(self, size: int) -> int:
        return -(-size // self.grouping.count) * self.grouping.count

    def require_table_size(self, size: int | None) -> int:
        """Return a table size that was asked for, rounded up to equal groups; None for default.

        Raises:
            OptionError: less than a claim, or more than the deck.
        """
        if size is None:
            return self.table_size
        smallest = self.pattern.sizes[0]
        if not smallest <= size <= self.deck.size:
            raise OptionError(
                phrase(
                    "a table of {size} cards: expected {least} to {most} for {variant}",
                    size=size,
                    least=smallest,
                    most=self.deck.size,
                    variant=self.key,
                )
            )
        groups = self.grouping.count
        return min(self._round_up(size), self.deck.size // groups * groups)

    @property
    def growth(self) -> int:
        """Cards added when no claim exists: three, or one to each group."""
        return max(GROWTH, self.grouping.count)

    # -- spots --------------------------------------------------------------------------------

    def spot(self, point: Point, group: int = 0) -> Spot:
        """Return the spot of a card in a group, which is counted from 0."""
        return point * self.grouping.count + group

    def point(self, spot: Spot) -> Point:
        """Return the card's point of a spot."""
        return spot // self.grouping.count

    def group(self, spot: Spot) -> int:
        """Return the group of a spot, counted from 0."""
        return spot % self.grouping.count

    def code(self, spot: Spot) -> str:
        """Return the code of the card at a spot."""
        return self.deck.code(self.point(spot))

    def name(self, spot: Spot) -> str:
        """Return the code of the card at a spot, with its group where the table has groups."""
        features = self.grouping.features
        if not features:
            return self.code(spot)
        digits = self.space.digits(spot)[-len(features) :]
        place, *others = (f.values[digit] for f, digit in zip(features, digits, strict=True))
        for other in others:
            place = phrase("{words}, {word}", words=place, word=other)
        return phrase("{card} ({place})", card=self.code(spot), place=place)

    # -- claims -------------------------------------------------------------------------------

    def is_claim(self, spots: Sequence[Spot]) -> bool:
        """Tell whether distinct spots are a claim, whatever was claimed before."""
        return len(set(spots)) == len(spots) and self.pattern.is_claim(self.space, spots)

    def continues(self, spots: Sequence[Spot], previous: Sequence[Spot]) -> bool:
        """Tell whether spots use exactly one of a previous claim's, where the rule asks for it."""
        if not self.rule.chains or not previous:
            return True
        return len(set(spots) & set(previous)) == 1

    def iter_claims(
        self, table: Sequence[Spot], previous: Sequence[Spot] = ()
    ) -> Iterator[ClaimPoints]:
        """Yield every claim on a table once, by pair completion.

        Args:
            table: distinct spots.
            previous: the claim to continue, for a variant that chains; none of it on the table.
        """
        if not self.rule.chains or not previous:
            return self.pattern.iter_claims(self.space, table)
        return chain.from_iterable(
            self.pattern.iter_claims_through(self.space, table, anchor) for anchor in previous
        )

    def iter_claims_exhaustively(
        self, table: Sequence[Spot], previous: Sequence[Spot] = ()
    ) -> Iterator[ClaimPoints]:
        """Yield the same claims as `iter_claims`, by trying every subset of the cards."""
        if not self.rule.chains or not previous:
            return self.pattern.iter_claims_exhaustively(self.space, table)
        return (
            claim
            for claim in self.pattern.iter_claims_exhaustively(self.space, (*previous, *table))
            if self.continues(claim, previous)
        )

    def find_claim(
        self, table: Sequence[Spot], previous: Sequence[Spot] = ()
    ) -> ClaimPoints | None:
        """Return one claim on a table, or None."""
        return next(self.iter_claims(table, previous), None)

    def find_joint(self, spots: Sequence[Spot]) -> Spot | None:
        """Return the spot that joins the two halves of a claim, None for most patterns."""
        return self.pattern.find_joint(self.space, spots)

    def compare_features(self, spots: Sequence[Spot]) -> tuple[Comparison, ...]:
        """Compare three spots feature by feature, the group of a divided table included."""
        columns = zip(*(self.space.digits(spot) for spot in spots), strict=True)
        return tuple(
            Comparison(feature.name, tuple(feature.values[digit] for digit in digits))
            for feature, digits in zip(self.features, columns, strict=True)
        )

    def failing_features(self, spots: Sequence[Spot]) -> list[dict[str, Any]]:
        """Return, for three spots, each feature that is neither all equal nor all different.

        Each is ``{"feature": name, "values": [value of every card]}``; empty for other numbers
        of cards, whose fault is no single feature's.
        """
        if self.pattern.fixed_size != 3 or len(spots) != 3:
            return []
        return [
            {"feature": comparison.feature, "values": list(comparison.values)}
            for comparison in self.compare_features(spots)
            if comparison.verdict == "fails"
        ]

    def explain(self, spots: Sequence[Spot]) -> str:
        """Say in a sentence why distinct spots are no claim."""
        sizes = self.pattern.sizes
        if len(spots) not in sizes:
            if len(sizes) == 1:
                return phrase(
                    "{pattern} claims have {size} cards, not {cards}.",
                    pattern=self.pattern.title,
                    size=sizes[0],
                    cards=len(spots),
                )
            return phrase(
                "{pattern} claims have {least} to {most} cards, not {cards}.",
                pattern=self.pattern.title,
                least=sizes[0],
                most=sizes[-1],
                cards=len(spots),
            )
        if failing := [fault["feature"] for fault in self.failing_features(spots)]:
            return phrase(
                "In {features} two of the cards agree and the third does not.",
                features=join_words(failing),
            )
        return self.pattern.explain(self.space, spots)
