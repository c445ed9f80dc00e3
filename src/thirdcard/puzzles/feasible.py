"""What no table can be, with the reason; and how rare the tables are that are asked for.

A condition is refused where `thirdcard.puzzles.bounds` has a number that contradicts it.  What is
not refused here may still be impossible: `thirdcard.puzzles.generator` then looks at every layout
there is, or says that it does not know.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

from thirdcard.core.geometry import Point
from thirdcard.errors import OptionError
from thirdcard.odds.exact import find_p_none
from thirdcard.phrases import counted, phrase
from thirdcard.puzzles.bounds import (
    GAPS,
    MAX_CAPS,
    Bounds,
    count_without_constant,
    find_bounds,
    find_chained,
    find_distribution,
)
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.difficulty import LEVELS, level_of
from thirdcard.puzzles.levels import find_counts, iter_tables
from thirdcard.variants.patterns import SET
from thirdcard.variants.variant import Variant

__all__ = [
    "bound_claims",
    "count_accepted",
    "find_obstacle",
    "find_rate",
    "is_rare",
    "iter_rare_tables",
    "require_possible",
]


def require_possible(conditions: Conditions) -> None:
    """Do nothing if a table may be like that.

    Raises:
        OptionError: none can, and why.
    """
    # What is wrong with a number of cards is found where one is given.
    given = conditions.with_cards(conditions.size)
    if reason := find_obstacle(given):
        raise OptionError(reason)


def find_obstacle(conditions: Conditions) -> str | None:
    """Return in a sentence why no table is like that, None if none is known."""
    size, (least, most) = conditions.size, conditions.range
    if reason := conditions.kind.find_obstacle(size, most):
        return reason
    smallest = conditions.variant.pattern.sizes[0]
    if least and size < smallest and not conditions.variant.rule.chains:
        return phrase(
            "{cards} cards: {claim} has at least {least}",
            cards=size,
            claim=conditions.variant.pattern.noun,
            least=smallest,
        )
    return (
        _find_wrong_claims(conditions)
        or _find_uncounted(conditions)
        or _find_wrong_level(conditions)
    )


def _find_wrong_claims(conditions: Conditions) -> str | None:
    """Say why no table has so many claims."""
    size, (least, most) = conditions.size, conditions.range
    known = _find_known(conditions)
    if known is None:
        bounds = bound_claims(conditions)
        return _compare(conditions, bounds) or _find_proved_gap(conditions, bounds)
    if not known:
        return phrase(
            "{cards} cards of {deck} agree in more features than that",
            cards=size,
            deck=_tell_deck(conditions),
        )
    if any(least <= claims <= most for claims in known):
        return None
    bounds = Bounds(min(known), max(known), is_exact=True)
    return _compare(conditions, bounds) or _tell_gap(conditions, sorted(known), bounds)


def _find_proved_gap(conditions: Conditions, bounds: Bounds) -> str | None:
    """Say why no table has a number of claims that is within the bounds."""
    variant, (least, most) = conditions.variant, conditions.range
    features = len(variant.features) - (conditions.constant or 0)
    if variant.pattern != SET:
        return None
    if variant.rule.chains:
        possible = find_chained(features, conditions.size)
    else:
        missing = GAPS.get((features, conditions.size), ()) if variant.grouping.count == 1 else ()
        possible = tuple(
            claims for claims in range(bounds.least, bounds.most + 1) if claims not in missing
        )
    if any(least <= claims <= most for claims in possible):
        return None
    return _tell_gap(conditions, possible, bounds)


def _find_uncounted(conditions: Conditions) -> str | None:
    """Say why no layout that was counted has something to find out, or the level."""
    if conditions.level is None and conditions.kind.accepts_all(
        conditions.variant, conditions.size
    ):
        return None
    counted = _find_levels(conditions)
    if counted is None:
        return None
    level, (least, most) = conditions.level, _limit_claims(conditions)
    by_level = [sum(layouts) for layouts in zip(*counted.values(), strict=True)]
    there = [number for number, layouts in zip(LEVELS, by_level, strict=False) if layouts]
    if not there:
        return phrase(
            "{kind}: no {cards} cards of {deck} with {claims} leave anything to find out "
            "(exact table)",
            kind=conditions.kind.title,
            cards=conditions.size,
            deck=_tell_deck(conditions),
            claims=_tell_claims(conditions.variant, least, most),
        )
    if level is None or level in there:
        return None
    return _tell_wrong_level(conditions, there, phrase("exact table"))


def _find_wrong_level(conditions: Conditions) -> str | None:
    """Say why no table with so many claims has the level."""
    if conditions.level is None or _find_levels(conditions) is not None:
        return None
    least, most = _limit_claims(conditions)
    lowest, highest = map(
        level_of,
        conditions.kind.bound_effort(
            conditions.variant, conditions.size, least, most, conditions.constant or 0
        ),
    )
    if lowest <= conditions.level <= highest:
        return None
    return _tell_wrong_level(conditions, range(lowest, highest + 1), phrase("a proved bound"))


def _tell_wrong_level(conditions: Conditions, levels: Sequence[int], proof: str) -> str:
    least, most = _limit_claims(conditions)
    return phrase(
        "level {level}: {cards} cards of {deck} with {claims} have {levels} ({proof})",
        level=conditions.level,
        cards=conditions.size,
        deck=_tell_deck(conditions),
        claims=_tell_claims(conditions.variant, least, most),
        levels=_tell_levels(levels),
        proof=proof,
    )


def _limit_claims(conditions: Conditions) -> tuple[int, int]:
    """Return the numbers of claims that are asked for, as far as there can be so many."""
    bounds, (least, most) = bound_claims(conditions), conditions.range
    return max(least, bounds.least), min(most, bounds.most)


def _tell_levels(levels: Sequence[int]) -> str:
    if len(levels) == 1:
        return phrase("level {level}", level=levels[0])
    if levels[-1] - levels[0] == len(levels) - 1:
        return phrase("levels {lowest} to {highest}", lowest=levels[0], highest=levels[-1])
    return phrase("levels {levels}", levels=", ".join(map(str, levels)))


def _find_levels(conditions: Conditions) -> Mapping[int, tuple[int, ...]] | None:
    """Return how many layouts with the claims asked for have which level, if they were counted.

    All choices of constant features are counted.
    """
    variant, (least, most) = conditions.variant, conditions.range
    if not _is_plain(variant):
        return None
    counted = find_counts(
        conditions.kind.key, len(variant.deck.features), conditions.size, conditions.constant
    )
    if counted is None:
        return None
    return {claims: layouts for claims, layouts in counted.items() if least <= claims <= most}


def _find_known(conditions: Conditions) -> Mapping[int, int] | None:
    """Return how many layouts with the right constant features hold how many claims, if known."""
    variant, features = conditions.variant, len(conditions.variant.deck.features)
    if variant.grouping.count > 1 or variant.rule.chains:
        return None
    if conditions.constant is None:
        return find_distribution(features, variant.pattern, conditions.size)
    free = features - conditions.constant
    return count_without_constant(free, variant.pattern, conditions.size)


def bound_claims(conditions: Conditions) -> Bounds:
    """Return proved bounds of the number of claims."""
    variant, size = conditions.variant, conditions.size
    return _bound(variant, size, conditions.constant or 0)


@cache
def _bound(variant: Variant, size: int, constant: int) -> Bounds:
    pattern, groups = variant.pattern, variant.grouping.count
    features = len(variant.deck.features) - constant
    if variant.rule.chains:
        if pattern == SET:
            divided = features + len(variant.grouping.features)
            return Bounds(find_chained(divided, size)[0], find_chained(features, size)[-1])
        cards = min(size + pattern.sizes[-1], 3**features)
        return Bounds(0, find_bounds(features, pattern, cards).most - 1)
    flat = find_bounds(features, pattern, size)
    if groups == 1:
        return flat
    laid = find_bounds(features + len(variant.grouping.features), pattern, size)
    most = min(flat.most, laid.most)
    if pattern.fixed_size == 3 and size % groups == 0:
        # Sets within a group, and those with a card in each of three groups in a line.
        own = size // groups
        lines = groups * (groups - 1) // 6
        most = min(most, groups * find_bounds(features, pattern, own).most + lines * own**2)
    return Bounds(laid.least, most)


def _compare(conditions: Conditions, bounds: Bounds) -> str | None:
    """Say why a range lies outside of bounds, None if it does not."""
    least, most = conditions.range
    size, deck, variant = conditions.size, _tell_deck(conditions), conditions.variant
    proof = _tell_proof(conditions, bounds)
    if least > bounds.most:
        return phrase(
            "no {cards} cards of {deck} hold {claims}; the most are {most} ({proof})",
            cards=size,
            deck=deck,
            claims=_tell_claims(variant, least),
            most=bounds.most,
            proof=proof,
        )
    if most >= bounds.least:
        return None
    space = len(conditions.variant.features) - (conditions.constant or 0)
    cap = MAX_CAPS.get(space, size)
    if most == 0 and conditions.variant.pattern.fixed_size == 3 and size > cap:
        return phrase(
            "every {cards} cards of {deck} hold a Set; the largest cap has {cap}",
            cards=size,
            deck=deck,
            cap=cap,
        )
    return phrase(
        "every {cards} cards of {deck} hold at least {claims}, not {fewer} ({proof})",
        cards=size,
        deck=deck,
        claims=_tell_claims(variant, bounds.least),
        fewer=most,
        proof=proof,
    )


def _tell_gap(conditions: Conditions, known: Sequence[int], bounds: Bounds) -> str:
    """Say between which numbers of claims a range lies."""
    least, most = conditions.range
    above = bisect(known, most)
    values = {
        "cards": conditions.size,
        "deck": _tell_deck(conditions),
        "claims": _tell_claims(conditions.variant, least, most),
        "fewer": known[above - 1],
        "more": known[above],
        "proof": _tell_proof(conditions, bounds),
    }
    if least == most:
        return phrase(
            "no {cards} cards of {deck} hold exactly {claims}; "
            "the nearest are {fewer} and {more} ({proof})",
            **values,
        )
    return phrase(
        "no {cards} cards of {deck} hold {claims}; the nearest are {fewer} and {more} ({proof})",
        **values,
    )


def _tell_deck(conditions: Conditions) -> str:
    variant = conditions.variant
    told: str = phrase("the {deck} deck", deck=variant.deck.key)
    if conditions.constant:
        told = counted(
            conditions.constant,
            "{deck} with {count} constant feature",
            "{deck} with {count} constant features",
            deck=told,
        )
    if variant.grouping.count > 1:
        told = phrase("{deck} in {groups} groups", deck=told, groups=variant.grouping.count)
    if variant.rule.chains:
        told = phrase("{deck} after a claim", deck=told)
    return told


def _tell_claims(variant: Variant, least: int, most: int | None = None) -> str:
    """Say a number of claims, or from which to which."""
    highest = least if most is None else most
    if variant.pattern.fixed_size == 3:
        told = counted(highest, "{count} Set", "{count} Sets")
    else:
        told = counted(highest, "{count} claim", "{count} claims")
    if highest == least:
        return told
    return phrase("{least} to {claims}", least=least, claims=told)


def _tell_proof(conditions: Conditions, bounds: Bounds) -> str:
    return phrase("exact table") if bounds.is_exact else phrase("a proved bound")


def iter_rare_tables(conditions: Conditions) -> Iterator[tuple[int, tuple[Point, ...]]]:
    """Yield tables with what is asked for, where there are few, that a search might miss.

    Each is a number of constant features, and points of the space of the others.
    """
    variant, (least, most) = conditions.variant, conditions.range
    if _is_plain(variant):
        for claims, level, constant, table in iter_tables(
            conditions.kind.key, len(variant.deck.features), conditions.size, conditions.constant
        ):
            if least <= claims <= most and conditions.level in (None, level):
                yield constant, table


def _is_plain(variant: Variant) -> bool:
    """Whether any Set may be taken."""
    return variant.pattern == SET and not variant.rule.chains and variant.grouping.count == 1


def find_rate(conditions: Conditions) -> Fraction | None:
    """Return the share of the layouts drawn that meet the conditions, None if it is not known."""
    accepted = count_accepted(conditions)
    if accepted is None:
        return None
    return Fraction(
        accepted, _count_choices(conditions) * comb(conditions.pool_size, conditions.size)
    )


def is_rare(conditions: Conditions, rare: int) -> bool | None:
    """Tell whether fewer than one in so many layouts meet the conditions, None for try and see.

    What is told decides how puzzles are looked for, and so which ones a seed brings: where levels
    matter, or what there is to find out, they are tried as ever, though they have been counted.
    """
    accepted = _count_plain(conditions)
    if accepted is None:
        return None
    return accepted * rare < _count_choices(conditions) * comb(
        conditions.pool_size, conditions.size
    )


def count_accepted(conditions: Conditions) -> int | None:
    """Return how many layouts meet the conditions, all decks and constant features counted.

    None if it is not known.
    """
    accepted = _count_plain(conditions)
    if accepted is not None:
        return accepted
    counted = _find_levels(conditions)
    if counted is None:
        return None
    level = conditions.level
    return sum(
        sum(layouts) if level is None else layouts[level - 1] for layouts in counted.values()
    )


def _count_choices(conditions: Conditions) -> int:
    """Return how many decks and choices of constant features there are to draw layouts of."""
    constant = conditions.constant or 0
    choices = comb(len(conditions.variant.deck.features), constant) * int(3**constant)
    places = 1
    if not conditions.kind.lays_equal_groups:
        places = int(conditions.variant.grouping.count**conditions.size)
    return choices * places


def _count_plain(conditions: Conditions) -> int | None:
    """Return how many layouts meet conditions for which the number of claims is all, if known."""
    variant, size = conditions.variant, conditions.size
    if conditions.level is not None or not conditions.kind.accepts_all(variant, size):
        return None
    if conditions.kind.lays_equal_groups:
        known = _find_known(conditions)
    else:
        features = len(conditions.variant.deck.features) - (conditions.constant or 0)
        find = find_distribution if conditions.constant is None else count_without_constant
        known = find(features, conditions.variant.pattern, conditions.size)
    least, most = conditions.range
    if known is None:
        accepted = _count_none(conditions) if most == 0 else None
    else:
        accepted = sum(count for claims, count in known.items() if least <= claims <= most)
    return None if accepted is None else accepted * _count_choices(conditions)


def _count_none(conditions: Conditions) -> int | None:
    """Return how many layouts hold no claim, from the numbers of caps and the like."""
    variant = conditions.variant
    if conditions.constant is not None or variant.rule.chains or variant.grouping.count > 1:
        return None
    share = find_p_none(variant, conditions.size)
    return None if share is None else int(share * comb(variant.deck.size, conditions.size))
