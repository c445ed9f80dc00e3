"""How fast claims are found, beside the plain way.

Every figure is a median.  Whole processes alternate with ``python -c pass``, so that a busy
machine burdens both alike.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from random import Random

from _measure import COMMAND, compare
from _plain import CARDS, find_by_pairs, find_by_triples, has_set

from thirdcard.core.geometry import Space
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Variant

TABLES = 500
REPEATS = 9
PROCESSES = 25


# -- measuring --------------------------------------------------------------------------------


def show(what: str, seconds: float, remark: str = "") -> None:
    unit, scale = next((u, s) for u, s in (("s", 1), ("ms", 1e3), ("µs", 1e6)) if seconds * s >= 1)
    print(f"{what:<48} {seconds * scale:>8.1f} {unit:<2}  {remark}".rstrip())


# -- what is measured -------------------------------------------------------------------------


def measure_tables() -> None:
    random = Random(0)
    tables = [random.sample(range(81), 12) for _ in range(TABLES)]
    plain = [[CARDS[point] for point in table] for table in tables]
    variant = parse_variant("classic")

    for table, same in zip(tables, plain, strict=True):
        found = {frozenset(CARDS[p] for p in claim) for claim in variant.iter_claims(table)}
        assert found == find_by_triples(same) == find_by_pairs(same)

    ours, triples, pairs = compare(
        lambda: [list(variant.iter_claims(table)) for table in tables],
        lambda: [find_by_triples(table) for table in plain],
        lambda: [find_by_pairs(table) for table in plain],
        repeats=REPEATS,
    )
    show("all Sets of 12 cards", ours / TABLES)
    show("  the plain way, all triples", triples / TABLES, f"{triples / ours:.1f} times as long")
    show("  the plain way, all pairs", pairs / TABLES, f"{pairs / ours:.1f} times as long")
    ours, pairs = compare(
        lambda: [variant.find_claim(table) for table in tables],
        lambda: [has_set(table) for table in plain],
        repeats=REPEATS,
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
