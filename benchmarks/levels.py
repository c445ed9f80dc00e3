"""How the effort of puzzles agrees with the bots, and which levels tables have.

For random tables of each kind, the time in which half of the bots of a level have found every
claim is simulated, and compared with the effort: by the rank correlation (Spearman), and for the
level that the effort is made after by the ratio.  Then the levels of the daily puzzles are counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from datetime import timedelta
from itertools import islice
from random import Random
from statistics import correlation, median

from thirdcard.bots.levels import LEVELS, Level
from thirdcard.bots.reaction import draw_search_time
from thirdcard.puzzles.daily import (
    FIRST_DATE,
    ROTATION,
    daily_conditions,
    daily_seed,
)
from thirdcard.puzzles.difficulty import LEVELS as STEPS
from thirdcard.puzzles.difficulty import effort, level_of
from thirdcard.puzzles.generator import iter_puzzles
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

TABLES = 1000
ROUNDS = 400
MOST_CLAIMS = 60

Claims = list[tuple[Spot, ...]]


def draw(variant: Variant, cards: int, random: Random) -> tuple[tuple[Spot, ...], Claims]:
    """Return a random table that has claims, and not more than a puzzle may have."""
    while True:
        points = random.sample(range(variant.deck.size), cards)
        spots = tuple(variant.spot(p, i % variant.grouping.count) for i, p in enumerate(points))
        claims = list(islice(variant.iter_claims(spots), MOST_CLAIMS + 1))
        if 0 < len(claims) <= MOST_CLAIMS:
            return spots, claims


def simulate(
    level: Level, variant: Variant, spots: tuple[Spot, ...], claims: Claims, random: Random
) -> float:
    """Return the median time in which a bot has found every claim."""
    hard = [(difficulty(variant.space, claim), len(claim)) for claim in claims]
    return median(
        max(draw_search_time(level, d, k, len(spots), random) for d, k in hard)
        for _ in range(ROUNDS)
    )


def rank(values: list[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = dict(zip(order, range(len(values)), strict=True))
    return [float(ranks[index]) for index in range(len(values))]


def share(levels: Counter[int]) -> str:
    return " ".join(f"{levels[step] / levels.total():5.0%}" for step in STEPS)


def measure(level: Level, expression: str, cards: int | None, tables: int) -> None:
    variant, random = parse_variant(expression), Random(1)
    size = cards or variant.table_size
    efforts: list[float] = []
    times: list[float] = []
    for _ in range(tables):
        spots, claims = draw(variant, size, random)
        efforts.append(effort(variant, spots, claims))
        times.append(simulate(level, variant, spots, claims, random))
    ratios = sorted(effort / time for effort, time in zip(efforts, times, strict=True))
    middle = [ratios[tables // 20], median(ratios), ratios[-tables // 20]]
    print(
        f"{level.key:<9} {expression:<8} {size:>3}  {correlation(rank(efforts), rank(times)):.3f}  "
        + " ".join(f"{ratio:5.2f}" for ratio in middle)
        + f"  {share(Counter(level_of(int(effort)) for effort in efforts))}",
        flush=True,
    )


def count_daily(name: str, dates: range) -> None:
    levels: Counter[int] = Counter()
    for number in dates:
        day = FIRST_DATE + timedelta(number)
        drawn = islice(iter_puzzles(daily_conditions(day, name), daily_seed(day, name)), 7)
        levels.update(puzzle.level for puzzle in drawn)
    what = name
    if name == "special":
        special = ROTATION[dates[0]]
        what = f"{special.variant}, {special.kind}, {special.cards} cards"
    print(f"{what:<28} {share(levels)}", flush=True)


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    player = LEVELS[2]
    print("level     variant  cards rank   ratio 5% 50% 95%    levels 1 to 5")
    for cards in (9, 12, 15):
        measure(player, "classic", cards, tables)
    for expression in ("junior", "mega", "ultra", "ultra9", "super", "double"):
        measure(player, expression, None, tables)
    measure(player, "eight", 12, tables)
    for level in LEVELS:
        if level != player:
            measure(level, "classic", 12, tables)
    print("\ndaily                        levels 1 to 5")
    count_daily("basic", range(52))
    count_daily("advanced", range(52))
    for place in range(len(ROTATION)):
        count_daily("special", range(place, 7 * len(ROTATION), len(ROTATION)))


if __name__ == "__main__":
    main()
