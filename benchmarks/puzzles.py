"""How fast puzzles are made, beside the plain way.

That deals cards with `random.sample` and counts Sets by all triples until a table fits.  It does
not know of tables that are alike, nor of answers and levels.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from _measure import COMMAND, compare, run_process, time_once
from _plain import CARDS, count_sets

from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.generator import Tally, iter_puzzles
from thirdcard.puzzles.kinds import KINDS
from thirdcard.variants.registry import iter_variants, parse_variant

ADVANCED = 1000
PLAIN = 60
SEED = bytes(range(32))

HARD: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"sets": 14}),
    ("classic", {"cards": 20, "sets": 0}),
    ("classic", {"cards": 18, "sets": 36}),
    ("junior", {"sets": 0}),
    ("mega", {"cards": 45, "sets": 0}),
    ("super", {"sets": 0}),
    ("mega+super", {"cards": 14, "sets": 0}),
    ("double", {"sets": 30}),
    ("eight", {"sets": 1}),
    ("ultra", {"sets": 18}),
    ("ultra9", {"sets": 0}),
    ("chain", {"sets": 15}),
    ("classic", {"sets": 3, "level": 1}),
]


def show(what: str, seconds: float, remark: str = "") -> None:
    unit, scale = ("s", 1.0) if seconds >= 1 else ("ms", 1e3)
    print(f"{what:<52} {seconds * scale:>8.1f} {unit:<2}  {remark}".rstrip())


def make(count: int, expression: str, tally: Tally | None = None, **more: Any) -> None:
    if "sets" in more:
        more["least"] = more["most"] = more.pop("sets")
    if "kind" in more:
        more["kind"] = KINDS[more["kind"]]
    conditions = Conditions(parse_variant(expression), **more)
    made = list(islice(iter_puzzles(conditions, SEED, tally), count))
    assert len(made) == count, (expression, more, len(made))


def deal_plainly(count: int, cards: int, sets: int) -> None:
    random = Random(0)
    found = 0
    while found < count:
        found += count_sets(random.sample(CARDS, cards)) == sets


def measure_dailies() -> None:
    for name, cards, sets in (("advanced", 12, 6), ("4 Sets in 9 cards", 9, 4)):
        tally = Tally()
        ours, plain = compare(
            partial(make, ADVANCED, "classic", cards=cards, sets=sets),
            partial(deal_plainly, PLAIN, cards, sets),
            repeats=3,
        )
        make(ADVANCED, "classic", tally, cards=cards, sets=sets)
        plain *= ADVANCED / PLAIN
        rate = tally.accepted / tally.drawn
        show(f"{ADVANCED:,} puzzles, {name}", ours, f"{rate:.3%} of {tally.drawn:,} layouts")
        show("  the plain way: tables alone", plain, f"{plain / ours:.1f} times as long")
    (ours,) = compare(partial(make, ADVANCED, "classic", cards=9, sets=4, constant=1), repeats=3)
    show(f"{ADVANCED:,} puzzles, basic", ours)


def measure_hard() -> None:
    worst = 0.0
    for expression, more in HARD:
        seconds = time_once(partial(make, 1, expression, **more))
        worst = max(worst, seconds)
        told = ", ".join(f"{value} {what}" for what, value in more.items())
        show(f"{expression}: {told}", seconds)
    show("the hardest of them", worst, "goal: 10 s or less")


def measure_variants() -> None:
    every = [(time_once(partial(make, 1, v.key)), v.key) for v in iter_variants()]
    seconds, key = max(every)
    show(f"the first puzzle of each of {len(every)} variants", sum(s for s, _ in every))
    show(f"  the slowest, {key}", seconds)


def measure_process() -> None:
    nothing, ours = compare(
        partial(run_process, sys.executable, "-c", "pass"),
        partial(run_process, COMMAND, "puzzle", "--sets", "6", "--seed", "7", "--json"),
        repeats=9,
    )
    show("python -c pass", nothing)
    show("thirdcard puzzle --sets 6", ours, "goal: 500 ms or less")


if __name__ == "__main__":
    measure_dailies()
    measure_hard()
    measure_variants()
    measure_process()
