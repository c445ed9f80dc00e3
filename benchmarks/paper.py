"""How long sheets take to print: worksheets, decks and rules.

Every figure is a median.  Each run has a process of its own, since typst remembers what it has set;
what it takes to start that and to draw the puzzles is in none but the last.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from _measure import COMMAND, compare, run_process, time_once
from pypdf import PdfReader

from thirdcard.paper import deck_sheet, rule_sheet, worksheet
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.generator import iter_puzzles
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.decks import CLASSIC, MEGA
from thirdcard.variants.registry import parse_variant

PAGES = 30
REPEATS = 5


def draw(variant: str, count: int) -> list[Puzzle]:
    """Return puzzles."""
    conditions = Conditions(parse_variant(variant), least=3, most=12)
    return list(islice(iter_puzzles(conditions, sha256(b"benchmark").digest()), count))


def show(what: str, pdf: bytes, seconds: float, goal: str = "") -> None:
    """Print a line of the table."""
    pages = len(PdfReader(BytesIO(pdf)).pages)
    line = f"{what:<44} {pages:>3} pages {len(pdf) / 1000:>6.0f} kB {seconds:>7.2f} s  {goal}"
    print(line.rstrip())


def time_afresh(work: Callable[[], bytes]) -> float:
    """Return the median seconds of runs that nothing went before."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        return median(processes.map(time_once, [work] * REPEATS))


def measure() -> None:
    """Measure sheets of every kind."""
    goal = "goal: 3 s or less"
    for what, variant, a_page, small in (
        ("worksheet, 2 classic tables a page", "classic", 2, False),
        ("worksheet, 6 small classic tables a page", "classic", 6, True),
        ("worksheet, 2 mega tables a page", "mega", 2, False),
        ("worksheet, 2 tables of three groups a page", "ultra", 2, False),
    ):
        puzzles = draw(variant, PAGES * a_page)
        sheets = partial(worksheet, puzzles, per_page=a_page, small=small, answers=False)
        show(what, sheets(), time_afresh(sheets), goal)
    for what, deck in (("classic deck with backs", CLASSIC), ("mega deck with backs", MEGA)):
        cards = partial(deck_sheet, deck)
        show(what, cards(), time_afresh(cards))
    rules = partial(rule_sheet, parse_variant("mega+ultra9+super"))
    show("rules of mega+ultra9+super", rules(), time_afresh(rules))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rules.pdf"
        (seconds,) = compare(lambda: run_process(COMMAND, "paper", "rules", "--out", str(file)))
        show("thirdcard paper rules", file.read_bytes(), seconds)


if __name__ == "__main__":
    measure()
