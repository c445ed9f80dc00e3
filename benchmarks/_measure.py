"""Seconds, as medians of runs that take turns so that a busy machine burdens all alike."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

COMMAND = str(Path(sys.executable).with_name("thirdcard"))


def time_once(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def compare(*works: Callable[[], object], repeats: int = 5) -> list[float]:
    """Return the median seconds of each, all run in turn and warm."""
    for work in works:
        work()
    rounds = [[time_once(work) for work in works] for _ in range(repeats)]
    return [median(seconds) for seconds in zip(*rounds, strict=True)]


def run_process(*words: str) -> None:
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
