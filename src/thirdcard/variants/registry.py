"""Variants by name: the expressions that combine values of the axes.

An expression joins names with ``+`` in any order; an axis that is not named has its default.  Two
names of one axis are an error, and so are values that cannot go together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from thirdcard.core.cards import Deck
from thirdcard.errors import VariantError
from thirdcard.phrases import Phrase, phrase
from thirdcard.variants.axes import AXES, DECKS, AxisValue
from thirdcard.variants.decks import DeckChoice
from thirdcard.variants.groups import Grouping
from thirdcard.variants.patterns import Pattern
from thirdcard.variants.rules import Rule
from thirdcard.variants.variant import Variant

__all__ = ["iter_variants", "parse_deck", "parse_variant"]


@lru_cache(maxsize=1)
def _axis_of_name() -> dict[str, tuple[str, AxisValue]]:
    """Return the axis and the value of every name that an expression may use."""
    return {value.key: (axis.key, value) for axis in AXES for value in axis.values}


@lru_cache(maxsize=512)
def parse_variant(expression: str) -> Variant:
    """Return the variant that an expression names.

    Raises:
        VariantError: an unknown name, two names of one axis, or values that cannot go together.

    >>> parse_variant("chain+super+mega").key
    'mega+super+chain'
    >>> parse_variant("classic").table_size
    12
    """
    names = [name.strip().lower() for name in expression.split("+")]
    if not any(names):
        raise VariantError(
            phrase("an empty variant expression; expected names such as {known}", known=_known())
        )
    chosen: dict[str, AxisValue] = {}
    for position, name in enumerate(names, 1):
        if name not in _axis_of_name():
            raise VariantError(_unknown(name, position, expression))
        axis, value = _axis_of_name()[name]
        if axis in chosen:
            raise VariantError(
                phrase(
                    "{one} and {other} both say the {axis} in {expression}; expected one of them",
                    one=chosen[axis].key,
                    other=name,
                    axis=axis,
                    expression=repr(expression),
                )
            )
        chosen[axis] = value
    defaults: dict[str, AxisValue] = {axis.key: axis.default for axis in AXES}
    return _combine(*(defaults | chosen).values())


def _combine(*values: AxisValue) -> Variant:
    deck, grouping, pattern, rule = values
    assert isinstance(deck, DeckChoice)
    assert isinstance(grouping, Grouping)
    assert isinstance(pattern, Pattern)
    assert isinstance(rule, Rule)
    return Variant(deck, grouping, pattern, rule)


def _unknown(name: str, position: int, expression: str) -> Phrase:
    """Say that a name is no value of an axis, and what might have been meant."""
    # Loaded here, since it takes longer to load than this module.
    from difflib import get_close_matches

    near = get_close_matches(name, _axis_of_name(), 1)
    if near:
        return phrase(
            "{name} (name {position} of {expression}) is no variant; did you mean {near}?",
            name=repr(name),
            position=position,
            expression=repr(expression),
            near=near[0],
        )
    return phrase(
        "{name} (name {position} of {expression}) is no variant; expected one of {known}",
        name=repr(name),
        position=position,
        expression=repr(expression),
        known=_known(),
    )


def _known() -> str:
    return ", ".join(_axis_of_name())


def parse_deck(name: str) -> Deck:
    """Return the deck of a name.

    Raises:
        VariantError: there is no such deck.
    """
    for choice in DECKS.values:
        if choice.key == name.strip().lower():
            return choice.deck
    known = ", ".join(choice.key for choice in DECKS.values)
    raise VariantError(
        phrase("{name} is no deck; expected one of {known}", name=repr(name), known=known)
    )


def iter_variants() -> Iterator[Variant]:
    """Yield every combination of the axes that makes sense."""
    answers: list[tuple[AxisValue, ...]] = [axis.values for axis in AXES]
    for values in product(*answers):
        try:
            yield _combine(*values)
        except VariantError:
            continue
