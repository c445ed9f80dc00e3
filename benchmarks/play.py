"""How fast whole games are played, beside the way one would write it down at first.

The plain way: cards are tuples of digits, the deck is shuffled, every table's pairs are completed
and looked up in a set, and a random one of the Sets found is taken; so do the scripts one finds.
One core, processor time, medians of 5, warm.  The shares of 12-card tables without a Set stand
beside the figures, since a fast answer that differs would be worth nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from _plain import CARDS, Card, find_by_pairs

from thirdcard.lab.experiments.real_play import simulate
from thirdcard.lab.kernels.play import POLICIES
from thirdcard.variants.registry import parse_variant

REPEATS = 5
PLAIN_GAMES = 300
SECONDS = 0.3
GOAL = 200_000

OTHERS = (
    *("junior", "mega", "ultra", "ultra9", "mega+ultra", "memory"),
    *("super", "double", "eight", "chain", "chain-table", "mega+super", "chain+ultra9"),
)


# -- the plain way ----------------------------------------------------------------------------


def play_plainly(games: int, random: Random) -> dict[int, list[int]]:
    """Return the tables met and those without a Set, by their cards."""
    tables: dict[int, list[int]] = {}
    for _ in range(games):
        deck = CARDS.copy()
        random.shuffle(deck)
        table: list[Card] = [deck.pop() for _ in range(12)]
        while table:
            sets = list(find_by_pairs(table))
            met = tables.setdefault(len(table), [0, 0])
            met[0] += 1
            met[1] += not sets
            if sets:
                taken = random.choice(sets)
                table = [card for card in table if card not in taken]
                wanted = 12 - len(table)
            elif deck:
                wanted = 3
            else:
                break
            table += [deck.pop() for _ in range(min(wanted, len(deck)))]
    return tables


# -- measuring --------------------------------------------------------------------------------


def measure(games: int, play: Callable[[int], object]) -> float:
    """Return the games a second, the median of some runs."""
    rates = []
    for _ in range(REPEATS):
        start = process_time()
        play(games)
        rates.append(games / (process_time() - start))
    return median(rates)


def measure_ours(key: str, policy: str = "random") -> float:
    """Return the games a second of a variant, of as many as take about `SECONDS`."""
    variant = parse_variant(key)
    simulate(variant, 1, policy=policy)
    games = 1
    while True:
        start = process_time()
        simulate(variant, games, policy=policy)
        if (seconds := process_time() - start) > SECONDS / 4:
            break
        games *= 4
    games = max(1, int(games * SECONDS / seconds))
    return measure(games, lambda number: simulate(variant, number, policy=policy))


def show(what: str, rate: float, remark: str = "") -> None:
    print(f"{what:<40} {rate:>11,.0f} games/s  {remark}".rstrip())


def main() -> None:
    random = Random(0)
    plain = measure(PLAIN_GAMES, lambda games: play_plainly(games, random))
    show("classic, the plain way", plain)
    for policy in POLICIES:
        rate = measure_ours("classic", policy)
        remark = f"{rate / plain:,.0f} times as fast"
        show(f"classic, {policy}", rate, f"{remark}; goal: {GOAL:,}")
    for key in OTHERS:
        show(f"{key}, random", measure_ours(key))
    met, no_set = play_plainly(2000, random)[12]
    ours = simulate(parse_variant("classic"), 200_000).tables[12]
    print(f"12 cards without a Set: {no_set / met:.4f} the plain way, {ours[1] / ours[0]:.4f} here")


if __name__ == "__main__":
    main()
