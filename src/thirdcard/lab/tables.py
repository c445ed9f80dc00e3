"""Count the shipped tables anew: ``python -m thirdcard.lab.tables``.

Every number goes through the checks of `thirdcard.lab.experiments.orbits` and
`thirdcard.odds.exact`, or `thirdcard.lab.experiments.levels`.  The odds lie in
`thirdcard.odds.tables`, the levels of puzzles in `thirdcard.puzzles.levels`.  The largest sizes
take some minutes and a few gigabytes.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from thirdcard.core.cards import Deck
from thirdcard.jit import announce_compilation
from thirdcard.lab.experiments.exact_odds import count_odds, find_base, find_obstacle
from thirdcard.lab.experiments.families import FamilyCount, count_family
from thirdcard.lab.experiments.levels import iter_level_counts
from thirdcard.lab.experiments.orbits import Level, iter_levels
from thirdcard.lab.work import Work
from thirdcard.odds import tables
from thirdcard.odds.tables import FORMAT
from thirdcard.puzzles import levels
from thirdcard.variants.axes import DECKS, PATTERNS
from thirdcard.variants.patterns import SET
from thirdcard.variants.registry import parse_deck, parse_variant
from thirdcard.variants.variant import Variant

_KEYS = [choice.key for choice in DECKS.values]


FAMILIES = ("set-free", "superset-free")


def count_table(
    deck: Deck, largest: int, work: Work, wanted: Sequence[str] = FAMILIES
) -> dict[str, Any]:
    """Count what is known of a deck, from orbits of up to some number of cards.

    Of the families that are wanted, those are there which end before there are too many orbits.
    """
    variants = [parse_variant(f"{deck.key}+{pattern.key}") for pattern in PATTERNS.values]
    claims: dict[str, dict[str, Any]] = {variant.pattern.key: {} for variant in variants}
    for level in iter_levels(deck.space.n, largest=min(largest, deck.size // 2), work=work):
        for variant in variants:
            for cards in _sizes(variant, level):
                odds = count_odds(variant, cards, work, level)
                claims[variant.pattern.key][str(cards)] = odds.to_dict()["distribution"]
    for key, counted in claims.items():
        claims[key] = dict(sorted(counted.items(), key=lambda item: int(item[0])))
    families = {}
    for family in wanted:
        count = count_family(deck.space.n, family, work=work)
        if count.ended:
            families[family] = _write_family(count)
    return {"format": FORMAT, "deck": deck.key, "claims": claims, "families": families}


def _sizes(variant: Variant, level: Level) -> Iterator[int]:
    """Yield the layouts that are counted from a level; of Sets only those up to half a deck."""
    half = variant.deck.size // 2
    last = half if variant.pattern == SET else variant.deck.size
    for cards in range(last + 1):
        if find_base(variant, cards) == level.size and find_obstacle(variant, cards) is None:
            yield cards


def _write_family(count: FamilyCount) -> dict[str, dict[str, int]]:
    parts = {"layouts": count.layouts, "orbits": count.orbits}
    if count.complete_orbits is not None:
        parts["complete"] = count.complete_orbits
    return {what: {str(k): v for k, v in numbers.items()} for what, numbers in parts.items()}


def write_table(table: Mapping[str, Any]) -> str:
    """Return a table as JSON with one distribution or family of numbers on a line."""
    lines = []
    for key in ("claims", "families"):
        parts = []
        for name, entries in table[key].items():
            rows = ",\n".join(f'   "{k}": {json.dumps(v)}' for k, v in entries.items())
            parts.append(f'  "{name}": {{\n{rows}\n  }}')
        lines.append(f' "{key}": {{\n' + ",\n".join(parts) + "\n }")
    head = f' "format": {table["format"]},\n "deck": "{table["deck"]}"'
    return "{\n" + ",\n".join([head, *lines]) + "\n}\n"


def write_levels(work: Work) -> str:
    """Count the levels of puzzles, and return them as JSON with two lines for a number of cards."""
    parts = []
    for features, largest in levels.LARGEST.items():
        rows = (
            f'   "{cards}": {{\n    "counts": {json.dumps(counted.counts)},\n'
            f'    "tables": {json.dumps(counted.tables)}\n   }}'
            for cards, counted in iter_level_counts(features, largest, work=work)
        )
        parts.append(f'  "{features}": {{\n' + ",\n".join(rows) + "\n  }")
    head = f' "format": {levels.FORMAT},\n "levels": {{\n'
    return "{\n" + head + ",\n".join(parts) + "\n }\n}\n"


def main() -> None:
    """Write the files."""
    parser = ArgumentParser(prog="python -m thirdcard.lab.tables", description=__doc__)
    parser.add_argument("--deck", choices=_KEYS, action="append", help="only this deck")
    parser.add_argument("--largest", type=int, default=15, help="orbits of at most so many cards")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--levels", action="store_true", help="only the levels of puzzles")
    parser.add_argument("--out", type=Path, help="folder of the files; where they lie by default")
    args = parser.parse_args()
    if args.out and not args.out.is_dir():
        parser.error(f"--out {args.out}: no such folder")
    work = Work(jobs=args.jobs, show=True)
    if args.levels:
        with announce_compilation():
            _write(args.out or Path(levels.__file__).parent, "levels", write_levels(work))
        return
    for key in args.deck or _KEYS:
        with announce_compilation():
            table = count_table(parse_deck(key), args.largest, work)
        _write(args.out or Path(tables.__file__).parent, key, write_table(table))


def _write(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.json").write_text(text, encoding="ascii")
    print(f"{name}: {len(text):,} bytes")


if __name__ == "__main__":
    main()
