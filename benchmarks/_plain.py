"""The plain way, as one would write it down at first: cards are tuples of digits.

A Set is three cards whose digits sum to 0 mod 3 in every place.  Either all triples are tried, or
all pairs are completed and the third card is looked up.  The benchmarks measure against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

Card = tuple[int, ...]

CARDS: list[Card] = list(product(range(3), repeat=4))


def is_set(a: Card, b: Card, c: Card) -> bool:
    return all((x + y + z) % 3 == 0 for x, y, z in zip(a, b, c))  # noqa: B905


def third(a: Card, b: Card) -> Card:
    return tuple((-x - y) % 3 for x, y in zip(a, b))  # noqa: B905


def find_by_triples(table: Sequence[Card]) -> set[frozenset[Card]]:
    return {frozenset(triple) for triple in combinations(table, 3) if is_set(*triple)}


def find_by_pairs(table: Sequence[Card]) -> set[frozenset[Card]]:
    cards = set(table)
    return {frozenset((a, b, c)) for a, b in combinations(table, 2) if (c := third(a, b)) in cards}


def has_set(table: Sequence[Card]) -> bool:
    cards = set(table)
    return any(third(a, b) in cards for a, b in combinations(table, 2))


def count_sets(table: Sequence[Card]) -> int:
    return sum(is_set(*triple) for triple in combinations(table, 3))
