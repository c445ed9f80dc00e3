"""One form for all layouts that differ by the names of values and features only.

Renaming the values of each feature and permuting the features takes lines to lines and changes
nothing of a puzzle but its look; so does permuting the groups of a divided table, or its rows with
its columns.  For the classic deck that are 31,104 maps.  The canonical form of a layout is the
least of its images, found among the few that put a card of the rarest kind first:

* a card's *kind* is how far it is from every other, which no map changes;
* each card of the least rare kind becomes the origin: its values are renamed to 0;
* a feature's *sign* is which kinds of cards have each of its other two values; the values are
  renamed so that the lesser sign comes first, and the features are ordered by it;
* what the signs leave open, equal ones, is tried in all ways.

Two layouts have the same form if and only if some map takes one to the other: each step looks at
what no map changes, or tries all that remain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby, permutations, product
from math import factorial

from thirdcard.variants.variant import Spot, Variant

__all__ = ["canonical_form", "orbit_size", "puzzle_id"]

Row = tuple[int, ...]
"""A card: what it is for (0 on the table, 1 of the previous claim), then its digits."""
Form = tuple[Row, ...]
Sign = tuple[object, ...]

_ID_DIGITS = 12


def canonical_form(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()) -> Form:
    """Return the canonical form of a layout: its cards as rows, in increasing order.

    >>> from thirdcard.variants.registry import parse_variant
    >>> classic = parse_variant("classic")
    >>> canonical_form(classic, [0, 1, 5]) == canonical_form(classic, [80, 26, 29])
    True
    """
    if not spots and not previous:
        return ()
    return min(_iter_images(variant, spots, previous))


def orbit_size(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot] = ()) -> int:
    """Return how many layouts differ from one by names only, itself included.

    The maps that lead to the canonical form are as many as those that change nothing; of two values
    that no card has it is left open which is which.

    >>> from thirdcard.variants.registry import parse_variant
    >>> orbit_size(parse_variant("classic"), [0, 1]), orbit_size(parse_variant("classic"), [0, 40])
    (324, 648)
    """
    images = Counter(_iter_images(variant, spots, previous))
    fixing = images[min(images)]
    digits = [variant.space.digits(spot) for spot in (*spots, *previous)]
    for column in zip(*digits, strict=True):
        fixing *= 2 if len(set(column)) == 1 else 1
    own, places = len(variant.deck.features), len(variant.grouping.features)
    return factorial(own) * factorial(places) * int(6 ** (own + places)) // fixing


def _iter_images(
    variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot]
) -> Iterator[Form]:
    """Yield the images that may be the least."""
    digits = [variant.space.digits(spot) for spot in (*spots, *previous)]
    tags = [0] * len(spots) + [1] * len(previous)
    kinds = _find_kinds(digits, tags, len(variant.deck.features))
    frequency = Counter(kinds)
    first = min(frequency, key=lambda kind: (frequency[kind], kind))
    ranks = {kind: rank for rank, kind in enumerate(sorted(frequency))}
    ranked = [ranks[kind] for kind in kinds]
    own = len(variant.deck.features)
    for origin, kind in enumerate(kinds):
        if kind == first:
            for columns in _iter_columns(digits, ranked, origin, own):
                yield _image(tags, columns)


def _find_kinds(digits: Sequence[Row], tags: Sequence[int], own: int) -> list[Sign]:
    """Return for each card how many others are how far from it, in features and in groups."""
    kinds: list[Sign] = []
    for card, tag in zip(digits, tags, strict=True):
        far: Counter[tuple[int, int, int]] = Counter()
        for other, its in zip(digits, tags, strict=True):
            differs = [x != y for x, y in zip(card, other, strict=True)]
            far[its, sum(differs[:own]), sum(differs[own:])] += 1
        kinds.append((tag, tuple(sorted(far.items()))))
    return kinds


def _iter_columns(
    digits: Sequence[Row], ranks: Sequence[int], origin: int, own: int
) -> Iterator[list[Row]]:
    """Yield the features' columns in every order and naming that the signs leave open."""
    named = [
        _name_values([card[feature] for card in digits], ranks, origin)
        for feature in range(len(digits[0]))
    ]
    parts = [_iter_orders(named[:own]), _iter_orders(named[own:])]
    for columns, places in product(*map(list, parts)):
        yield [*columns, *places]


def _name_values(
    column: Row | list[int], ranks: Sequence[int], origin: int
) -> tuple[Sign, list[Row]]:
    """Return a feature's sign, and its column with the values renamed: once, or in two ways."""
    zero = column[origin]
    signs = {
        value: tuple(sorted(r for r, x in zip(ranks, column, strict=True) if x == value))
        for value in range(3)
        if value != zero
    }
    one, two = sorted(signs, key=lambda value: signs[value])
    ways = [{zero: 0, one: 1, two: 2}]
    if signs[one] == signs[two] and signs[one]:
        ways.append({zero: 0, one: 2, two: 1})
    return (signs[one], signs[two]), [tuple(names[x] for x in column) for names in ways]


def _iter_orders(named: Sequence[tuple[Sign, list[Row]]]) -> Iterator[tuple[Row, ...]]:
    """Yield columns in the order of their signs, equal signs in every order, each naming."""
    ordered = sorted(named, key=lambda each: each[0])
    alike = [[ways for _, ways in group] for _, group in groupby(ordered, key=lambda each: each[0])]
    for order in product(*(list(permutations(group)) for group in alike)):
        yield from product(*(ways for group in order for ways in group))


def _image(tags: Sequence[int], columns: Sequence[Row]) -> Form:
    return tuple(sorted(zip(tags, *columns, strict=True)))


def puzzle_id(
    variant: Variant, kind: str, spots: Sequence[Spot], previous: Sequence[Spot] = ()
) -> str:
    """Return what names a puzzle: equal for those that differ by names only, and for no others.

    It is the beginning of a SHA-256 of variant, kind and canonical form, 48 bits of it.
    """
    form = canonical_form(variant, spots, previous)
    text = f"{variant.key} {kind} " + " ".join("".join(map(str, row)) for row in form)
    return sha256(text.encode()).hexdigest()[:_ID_DIGITS]
