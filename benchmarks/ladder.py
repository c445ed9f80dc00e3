"""How often the stronger of two neighbouring levels of bots wins, and how long a game takes.

400 seeded games a pair, seats changing, on as many processes as there are processors.  The goal is
that the stronger wins 60 to 95 of 100: each level is a step up, and no wall.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from time import process_time
from typing import Any

from thirdcard.bots import LEVELS
from thirdcard.bots.arena import win_share

GAMES = 400
LEAST, MOST = 0.6, 0.95

LADDERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {}),
    ("chain", {}),
    ("chain-table", {}),
    ("super", {}),
    ("memory", {}),
    ("memory+junior", {}),
    ("classic", {"contest": "duel", "table_size": 24}),
)


def measure(variant: str, options: dict[str, Any], weaker: int) -> tuple[float, float]:
    """Return the share of games that the stronger wins, and the seconds of a game."""
    start = process_time()
    share = win_share(variant, weaker, weaker + 1, GAMES, **options)
    return share, (process_time() - start) / GAMES


def main() -> None:
    tasks = [
        (variant, options, weaker)
        for variant, options in LADDERS
        for weaker in range(1, len(LEVELS))
    ]
    with ProcessPoolExecutor() as pool:
        for task, (share, seconds) in zip(
            tasks, pool.map(measure, *zip(*tasks, strict=True)), strict=True
        ):
            variant, options, weaker = task
            name = " ".join([variant, *map(str, options.values())])
            error = 1.96 * sqrt(share * (1 - share) / GAMES)
            verdict = "" if LEAST <= share <= MOST else "  MISSED"
            line = f"{name:<18} {weaker + 1} beats {weaker}  {share:>6.1%} ± {error:.1%}"
            print(f"{line}   {seconds * 1e3:>6.1f} ms a game{verdict}", flush=True)


if __name__ == "__main__":
    main()
