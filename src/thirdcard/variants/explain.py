"""Why some cards are a claim, or are none: what is told to people who learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thirdcard.errors import OptionError
from thirdcard.phrases import join_words
from thirdcard.variants.variant import Comparison, Spot, Variant

__all__ = ["Explanation", "explain_cards"]


@dataclass(frozen=True)
class Explanation:
    """What there is to say about some cards.

    Attributes:
        is_claim: whether they are a claim, also by the rule that it continues an earlier one.
        sentence: why, or why not; of two cards, which third makes a Set with them.
        features: of three cards, every feature compared; empty for other numbers.
        third: of two cards, the spot that makes a Set with them; None for other numbers.
    """

    is_claim: bool
    sentence: str
    features: tuple[Comparison, ...]
    third: Spot | None

    @property
    def failing(self) -> tuple[Comparison, ...]:
        """The features in which two cards agree and one does not."""
        return tuple(c for c in self.features if c.verdict == "fails")


def explain_cards(
    variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()
) -> Explanation:
    """Explain distinct cards at their places.

    Args:
        variant: the game that they are played in.
        spots: the cards, in any order.
        previous: the claim to continue, for a variant that chains; empty if there is none.

    Raises:
        OptionError: there is no card, or one of them twice.

    >>> from thirdcard.variants.registry import parse_variant
    >>> explain_cards(parse_variant("junior"), [0, 1]).sentence
    '1RD and 1RS make a Set with 1RO.'
    """
    _require_distinct(variant, spots)
    features = variant.compare_features(spots) if len(spots) == 3 else ()
    third = variant.space.third(*spots) if len(spots) == 2 else None
    is_claim = variant.is_claim(spots)
    if not is_claim:
        sentence = _tell_fault(variant, spots, third)
    elif not variant.continues(spots, previous):
        is_claim, sentence = False, _tell_break(variant, spots, previous)
    else:
        sentence = _tell_claim(variant, spots, features, previous)
    return Explanation(is_claim, sentence, features, third)


def _require_distinct(variant: Variant, spots: Sequence[Spot]) -> None:
    if not spots:
        raise OptionError("no cards; expected at least one")
    seen: set[int] = set()
    for point in map(variant.point, spots):
        if point in seen:
            raise OptionError(f"{variant.deck.code(point)} is repeated; expected distinct cards")
        seen.add(point)


def _tell_fault(variant: Variant, spots: Sequence[Spot], third: Spot | None) -> str:
    """Say why spots are no claim, whatever was claimed before."""
    told = variant.pattern.tell(variant.space, spots, variant.name)
    if third is not None:
        a, b = map(variant.name, spots)
        told = f"{a} and {b} make a Set with {variant.name(third)}."
        if variant.pattern.fixed_size == 3:
            return told
    return " ".join(filter(None, (variant.explain(spots), told)))


def _tell_break(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot]) -> str:
    used = len(set(spots) & set(previous))
    codes = ", ".join(variant.code(spot) for spot in previous)
    return f"A claim uses exactly one card of the previous claim ({codes}), not {used or 'none'}."


def _tell_claim(
    variant: Variant,
    spots: Sequence[Spot],
    features: Sequence[Comparison],
    previous: Sequence[Spot],
) -> str:
    if variant.pattern.fixed_size == 3 and features:
        told = _tell_features(features)
    else:
        told = variant.pattern.tell(variant.space, spots, variant.name)
    kept = [variant.code(spot) for spot in spots if spot in previous]
    return f"{told} {kept[0]} is of the previous claim." if kept else told


def _tell_features(features: Sequence[Comparison]) -> str:
    """Say of three cards which features agree and which differ: "The same in …; …"."""
    parts = []
    for words, verdict in (("the same in", "same"), ("all different in", "different")):
        if names := [c.feature for c in features if c.verdict == verdict]:
            parts.append(f"{words} {join_words(names)}")
    told = "; ".join(parts)
    return f"{told[0].upper()}{told[1:]}."
