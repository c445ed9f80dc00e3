"""Solvers in other processes: what they answer, and that no worker outlives its club."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random

import pytest

from thirdcard.server import solving
from thirdcard.server.solving import Solver, solve_optimum
from thirdcard.solvers.domination import is_dominating, min_domination
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.packing import max_packing
from thirdcard.variants.registry import parse_variant

SECONDS = 30


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    made = Solver()
    yield made
    made.close()


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def _wait_until_ended(*pids: int) -> None:
    deadline = time.monotonic() + SECONDS
    while any(map(_is_running, pids)):
        assert time.monotonic() < deadline, "a worker goes on"
        time.sleep(0.05)


def test_work_is_done_in_another_process(solver: Solver) -> None:
    assert solver.call(os.getpid) != os.getpid()
    assert solver.call(sorted, [3, 1, 2], reverse=True) == [3, 2, 1]
    with pytest.raises(ZeroDivisionError):
        solver.call(divmod, 1, 0)


async def test_the_event_loop_goes_on_meanwhile(solver: Solver) -> None:
    await solver.call_soon(os.getpid)
    working = asyncio.create_task(solver.call_soon(time.sleep, 1.0))
    longest, last = 0.0, time.monotonic()
    while not working.done():
        await asyncio.sleep(0.01)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert longest < 0.5


def test_workers_that_died_are_replaced(solver: Solver) -> None:
    pid = solver.call(os.getpid)
    os.kill(pid, signal.SIGKILL)
    _wait_until_ended(pid)
    assert solver.call(os.getpid) != pid


def test_work_that_kills_its_worker_is_given_up_and_other_work_is_not() -> None:
    solver = Solver()
    with pytest.raises(BrokenProcessPool):
        solver.call(os._exit, 3)
    assert solver.call(abs, -1) == 1
    solver.close()
    with pytest.raises(BrokenProcessPool, match="closed"):
        solver.call(abs, -1)


def test_workers_end_at_once_when_it_is_closed() -> None:
    solver = Solver()
    pid = solver.call(os.getpid)
    begun = time.monotonic()
    asyncio.run(_close_while_working(solver))
    _wait_until_ended(pid)
    assert time.monotonic() - begun < 10


async def _close_while_working(solver: Solver) -> None:
    working = asyncio.ensure_future(solver.call_soon(time.sleep, 60.0))
    await asyncio.sleep(0.1)
    solver.close()
    with pytest.raises((BrokenProcessPool, asyncio.CancelledError)):
        await working


def test_workers_end_when_their_parent_is_killed() -> None:
    code = (
        "import os, time\n"
        "from thirdcard.server.solving import Solver\n"
        "if __name__ == '__main__':\n"
        "    solver = Solver()\n"
        "    print(solver.call(os.getpid), flush=True)\n"
        "    time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    worker = int(parent.stdout.readline())
    assert _is_running(worker)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    _wait_until_ended(worker)


def test_worker_that_got_ready_answers_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "WORKERS", 1)
    monkeypatch.setattr(solving, "PATIENCE_SECONDS", 100.0)
    solver = Solver()
    solver.get_ready()
    solver.get_ready()
    assert solver.call(_has_loaded, "thirdcard.solvers.duel_search")
    begun = time.monotonic()
    moves = solver.best_moves("duel", "classic", tuple(range(15)))
    assert moves
    assert time.monotonic() - begun < 3
    solver.close()
    solver.get_ready()


def _has_loaded(module: str) -> bool:
    return module in sys.modules


def test_nothing_is_started_before_there_is_work() -> None:
    code = (
        "import multiprocessing\n"
        "from thirdcard.server.solving import Solver\n"
        "solver = Solver()\n"
        "assert not multiprocessing.active_children()\n"
        "solver.close()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=SECONDS)


@pytest.mark.parametrize("expression", ["classic", "junior", "ultra"])
def test_optimum_is_that_of_the_table(expression: str) -> None:
    variant, random = parse_variant(expression), Random(7)
    for _ in range(5):
        points = random.sample(range(variant.deck.size), 12)
        spots = [variant.spot(point, i % variant.grouping.count) for i, point in enumerate(points)]
        table = Table(variant.space, tuple(spots))
        most = max_packing(table)
        fewest = min_domination(table)
        assert is_dominating(table, fewest.witness)
        assert solve_optimum(expression, spots, wants_most=True) == (most.value, True)
        assert solve_optimum(expression, spots, wants_most=False) == (fewest.value, True)
