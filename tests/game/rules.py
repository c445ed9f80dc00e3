"""The rules once more, from their definitions, on the digits of cards.

Shares no code with the package, which is asked only what a deck's codes are and what a variant's
values are called: the engine is judged by this.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import sha256
from itertools import combinations

from thirdcard.variants.variant import Variant

Place = tuple[int, ...]
"""The digits of a card, followed by those of the group it lies in."""

Places = Collection[Place]


# -- the shuffle ------------------------------------------------------------------------------


def shuffle_by_the_book(size: int, seed: bytes) -> list[int]:
    """Shuffle as the docstring of `thirdcard.game.shuffle` says, sentence by sentence."""

    def stream() -> Iterator[int]:
        i = 0
        while True:
            block = sha256(seed + bytes((i >> shift) & 255 for shift in range(56, -8, -8))).digest()
            for word in range(8):
                number = 0
                for byte in block[4 * word : 4 * word + 4]:
                    number = number * 256 + byte
                yield number
            i += 1

    numbers = stream()

    def below(n: int) -> int:
        while True:
            x = next(numbers)
            if x < 4294967296 - 4294967296 % n:
                return x % n

    deck = list(range(size))
    i = size - 1
    while i >= 1:
        j = below(i + 1)
        held = deck[i]
        deck[i] = deck[j]
        deck[j] = held
        i -= 1
    return deck


# -- claims -----------------------------------------------------------------------------------


def place(variant: Variant, code: str, group: int) -> Place:
    digits = [f.codes.index(c) for f, c in zip(variant.deck.features, code, strict=True)]
    for power in reversed(range(len(variant.grouping.features))):
        digits.append(group // 3**power % 3)
    return tuple(digits)


def third(a: Place, b: Place) -> Place:
    return tuple(-(x + y) % 3 for x, y in zip(a, b, strict=True))


def is_line(cards: Places) -> bool:
    """Three cards, each feature all the same or all different."""
    columns = zip(*cards, strict=True)
    return len(set(cards)) == 3 and all(len(set(column)) in (1, 3) for column in columns)


def is_bowtie(cards: Places) -> bool:
    """Four cards in two pairs that need the same third card."""
    if len(set(cards)) != 4:
        return False
    a, b, c, d = cards
    return any(
        third(*pair) == third(*other)
        for pair, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    )


def is_double(cards: Places) -> bool:
    """Six cards that are two Sets."""
    return len(set(cards)) == 6 and any(
        is_line(half) and is_line([c for c in cards if c not in half])
        for half in combinations(cards, 3)
    )


def is_eight(cards: Places) -> bool:
    """At least eight cards, every one of them in one of three or four Sets."""
    if len(set(cards)) != len(cards) or len(cards) < 8:
        return False
    sets = [set(three) for three in combinations(cards, 3) if is_line(three)]
    return any(
        set().union(*chosen) == set(cards)
        for count in (3, 4)
        for chosen in combinations(sets, count)
    )


_IS_CLAIM: dict[str, Callable[[Places], bool]] = {
    "set": is_line,
    "super": is_bowtie,
    "double": is_double,
    "eight": is_eight,
}


def is_legal(variant: Variant, cards: Sequence[Place], previous: Places) -> bool:
    """Tell whether cards may be claimed after a previous claim, empty if there is none."""
    if not _IS_CLAIM[variant.pattern.key](cards):
        return False
    return not previous or len([card for card in cards if card in previous]) == 1


# -- is there a claim? ------------------------------------------------------------------------


def _lines(table: Sequence[Place]) -> list[set[Place]]:
    there = {card: i for i, card in enumerate(table)}
    return [
        {a, b, c}
        for (i, a), (j, b) in combinations(enumerate(table), 2)
        if there.get(c := third(a, b), -1) > j > i
    ]


def _lines_through(table: Sequence[Place], anchor: Place) -> list[set[Place]]:
    there = {card: i for i, card in enumerate(table)}
    return [{anchor, a, b} for i, a in enumerate(table) if there.get(b := third(anchor, a), -1) > i]


def _holds_line(table: Sequence[Place], anchors: Places) -> bool:
    if not anchors:
        return bool(_lines(table))
    return any(_lines_through(table, anchor) for anchor in anchors)


def _holds_bowtie(table: Sequence[Place], anchors: Places) -> bool:
    thirds = [third(a, b) for a, b in combinations(table, 2)]
    if not anchors:
        return len(set(thirds)) < len(thirds)
    return any(third(anchor, card) in thirds for anchor in anchors for card in table)


def _holds_double(table: Sequence[Place], anchors: Places) -> bool:
    lines = _lines(table)
    if not anchors:
        return any(not a & b for a, b in combinations(lines, 2))
    through = [line for anchor in anchors for line in _lines_through(table, anchor)]
    return any(not a & b for a in through for b in lines)


def _holds_eight(table: Sequence[Place], anchors: Places) -> bool:
    lines = _lines(table)
    return any(
        len(union) >= 8 and (anchor is None or anchor in union)
        for anchor in anchors or (None,)
        for count in (3, 4)
        for chosen in combinations(
            lines if anchor is None else _lines_through(table, anchor) + lines, count
        )
        for union in (set().union(*chosen),)
    )


_HOLDS: dict[str, Callable[[Sequence[Place], Places], bool]] = {
    "set": _holds_line,
    "super": _holds_bowtie,
    "double": _holds_double,
    "eight": _holds_eight,
}


def holds_claim(variant: Variant, table: Sequence[Place], previous: Places) -> bool:
    """Tell whether a table holds a claim that may follow a previous one, empty for none.

    A claim that follows has one card of the previous one, the anchor, and no other.
    """
    return _HOLDS[variant.pattern.key](table, previous)
