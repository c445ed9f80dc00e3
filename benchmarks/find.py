"""How fast claims are found, beside the way one would write it down at first.

The plain way: cards are tuples of digits, and a Set is three whose digits sum to 0 mod 3 in every
place; either all triples are tried, or all pairs are completed and the third card is looked up.
Every figure is a median.  Whole processes alternate with ``python -c pass``, so that a busy
machine burdens both alike.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, product
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from thirdcard.core.geometry import Space
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Variant

Card = tuple[int, ...]

TABLES = 500
REPEATS = 9
PROCESSES = 25
COMMAND = str(Path(sys.executable).with_name("thirdcard"))


# -- the plain way ----------------------------------------------------------------------------


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


# -- measuring --------------------------------------------------------------------------------


def time_once(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def compare(*works: Callable[[], object], repeats: int = REPEATS) -> list[float]:
    """Return the median seconds of each, all run in turn and warm."""
    for work in works:
        work()
    rounds = [[time_once(work) for work in works] for _ in range(repeats)]
    return [median(seconds) for seconds in zip(*rounds, strict=True)]


def show(what: str, seconds: float, remark: str = "") -> None:
    unit, scale = next((u, s) for u, s in (("s", 1), ("ms", 1e3), ("µs", 1e6)) if seconds * s >= 1)
    print(f"{what:<48} {seconds * scale:>8.1f} {unit:<2}  {remark}".rstrip())


# -- what is measured -------------------------------------------------------------------------


def measure_tables() -> None:
    random = Random(0)
    tables = [random.sample(range(81), 12) for _ in range(TABLES)]
    cards = list(product(range(3), repeat=4))
    plain = [[cards[point] for point in table] for table in tables]
    variant = parse_variant("classic")

    for table, same in zip(tables, plain, strict=True):
        found = {frozenset(cards[p] for p in claim) for claim in variant.iter_claims(table)}
        assert found == find_by_triples(same) == find_by_pairs(same)

    ours, triples, pairs = compare(
        lambda: [list(variant.iter_claims(table)) for table in tables],
        lambda: [find_by_triples(table) for table in plain],
        lambda: [find_by_pairs(table) for table in plain],
    )
    show("all Sets of 12 cards", ours / TABLES)
    show("  the plain way, all triples", triples / TABLES, f"{triples / ours:.1f} times as long")
    show("  the plain way, all pairs", pairs / TABLES, f"{pairs / ours:.1f} times as long")
    ours, pairs = compare(
        lambda: [variant.find_claim(table) for table in tables],
        lambda: [has_set(table) for table in plain],
    )
    show("one Set of 12 cards, or none", ours / TABLES)
    show("  the plain way, pairs", pairs / TABLES, f"{pairs / ours:.1f} times as long")


def count(variant: Variant, table: Sequence[int]) -> int:
    return sum(1 for _ in variant.iter_claims(table))


def measure_decks() -> None:
    for key in ("junior", "classic", "mega"):
        variant = parse_variant(key)
        everything = range(variant.deck.size)
        claims = count(variant, everything)
        (seconds,) = compare(partial(count, variant, everything))
        show(f"all {claims:,} Sets of the {key} deck", seconds)
    variant = parse_variant("super")
    (seconds,) = compare(partial(count, variant, range(81)))
    show("all 63,180 Super-Sets of the classic deck", seconds)


def measure_large_space() -> None:
    space = Space(20)
    random = Random(0)
    points = [random.randrange(space.size) for _ in range(1000)]
    (seconds,) = compare(lambda: list(space.iter_lines_in(points)))
    show("all lines of 1,000 random points of AG(20,3)", seconds, "goal: less than 1 s")


def measure_processes() -> None:
    table = [parse_variant("classic").code(point) for point in Random(0).sample(range(81), 12)]

    def run(*words: str) -> None:
        subprocess.run(words, stdout=subprocess.DEVNULL, check=False)

    nothing, text, as_json = compare(
        lambda: run(sys.executable, "-c", "pass"),
        lambda: run(COMMAND, "find", *table),
        lambda: run(COMMAND, "find", "--json", *table),
        repeats=PROCESSES,
    )
    show("python -c pass", nothing)
    show(
        "thirdcard find, 12 cards", text, f"{(text - nothing) * 1e3:+.0f} ms; goal: 150 ms or less"
    )
    show("thirdcard find --json, 12 cards", as_json, f"{(as_json - nothing) * 1e3:+.0f} ms")


if __name__ == "__main__":
    measure_tables()
    measure_decks()
    measure_large_space()
    measure_processes()
