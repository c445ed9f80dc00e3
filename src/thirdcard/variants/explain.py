"""Why some cards are a claim, or are none: what is told to people who learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thirdcard.errors import OptionError
from thirdcard.phrases import counted, join_sentences, join_words, phrase
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
        raise OptionError(phrase("no cards; expected at least one"))
    seen: set[int] = set()
    for point in map(variant.point, spots):
        if point in seen:
            code = variant.deck.code(point)
            raise OptionError(phrase("{card} is repeated; expected distinct cards", card=code))
        seen.add(point)


def _tell_fault(variant: Variant, spots: Sequence[Spot], third: Spot | None) -> str:
    """Say why spots are no claim, whatever was claimed before."""
    told = variant.pattern.tell(variant.space, spots, variant.name)
    if third is not None:
        a, b = map(variant.name, spots)
        told = phrase("{a} and {b} make a Set with {third}.", a=a, b=b, third=variant.name(third))
        if variant.pattern.fixed_size == 3:
            return told
    return join_sentences((variant.explain(spots), told))


def _tell_break(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot]) -> str:
    used = len(set(spots) & set(previous))
    codes = ", ".join(variant.code(spot) for spot in previous)
    if not used:
        return phrase(
            "A claim uses exactly one card of the previous claim ({cards}), not none.", cards=codes
        )
    return counted(
        used,
        "A claim uses exactly one card of the previous claim ({cards}), not {count}.",
        "A claim uses exactly one card of the previous claim ({cards}), not {count}.",
        cards=codes,
    )


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
    if not kept:
        return told
    return join_sentences((told, phrase("{card} is of the previous claim.", card=kept[0])))


def _tell_features(features: Sequence[Comparison]) -> str:
    """Say of three cards which features agree and which differ: "The same in …; …"."""
    same = [c.feature for c in features if c.verdict == "same"]
    different = [c.feature for c in features if c.verdict == "different"]
    if not same:
        return phrase("All different in {features}.", features=join_words(different))
    if not different:
        return phrase("The same in {features}.", features=join_words(same))
    return phrase(
        "The same in {same}; all different in {different}.",
        same=join_words(same),
        different=join_words(different),
    )
