"""Work for solvers, in processes of their own: the event loop and its thread stay free.

The workers are started when the first work comes, or when there soon will be some, and end with
whoever asked for them, also when that process is killed: each holds the reading end of a pipe whose
writing end is there alone.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, ParamSpec, TypeVar

from thirdcard.bots import best_moves, prepare
from thirdcard.game.state import State
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot

__all__ = ["OPTIMUM_SECONDS", "PATIENCE_SECONDS", "WORKERS", "Solver", "solve_optimum"]

PATIENCE_SECONDS: Final = 12.0
"""How long a bot waits for a worker."""

OPTIMUM_SECONDS: Final = 20.0
"""How long the optimum of a table is searched for."""

WORKERS: Final = 2
"""Workers at most; the second is started when the first is busy."""

_ATTEMPTS = 2

Moves = tuple[tuple[Spot, ...], ...]
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class _Pool:
    """Workers, and the two ends of the pipe that they end with."""

    executor: ProcessPoolExecutor
    reader: Connection
    writer: Connection

    def close(self) -> None:
        self.writer.close()
        self.reader.close()
        self.executor.shutdown(wait=False, cancel_futures=True)


class Solver:
    """A few worker processes, made anew where one of them has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._aside = asyncio.Semaphore(1)
        self._pool: _Pool | None = None
        self._prepared: _Pool | None = None
        self._is_closed = False

    def get_ready(self) -> None:
        """Start a worker, and let it load what solves a contest, unless that was done.

        The loading is not waited for.  Else the first question of a game would be held up by it.
        """
        with suppress(BrokenProcessPool):
            pool = self._require_pool()
            with self._lock:
                is_ready, self._prepared = self._prepared is pool, pool
            if not is_ready:
                self._submit(pool, prepare)

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function in a worker and wait for what it returns; not for an event loop.

        Raises:
            BrokenProcessPool: the workers died of it, or the solver is closed.
            TimeoutError: it took more than `PATIENCE_SECONDS`, or they had too much else to do.
        """
        for attempt in range(_ATTEMPTS):
            pool = self._require_pool()
            try:
                return self._wait(self._submit(pool, function, *args, **kwargs))
            except BrokenProcessPool:
                self._discard(pool)
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def best_moves(self, contest: str, variant: str, spots: tuple[Spot, ...]) -> Moves:
        """Return the best moves of a contest, none where they are not found in time.

        See `thirdcard.bots.best_moves`, which works it out.
        """
        try:
            return self.call(best_moves, contest, variant, spots)
        except (BrokenProcessPool, CancelledError, TimeoutError):
            return ()

    async def call_aside(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function for which nobody's turn waits, one at a time, without holding up here."""
        # One worker is always left to the bots, whose turns do not wait.
        async with self._aside:
            return await self.call_soon(function, *args, **kwargs)

    async def find_optimum(self, state: State) -> tuple[int, bool]:
        """Return the optimum of a table as it lies, and whether it is proved."""
        return await self.call_aside(
            solve_optimum, state.variant.key, state.spots, wants_most=state.contest.wants_most
        )

    async def call_soon(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function in a worker, without holding anything up here."""
        for attempt in range(_ATTEMPTS):
            pool = self._require_pool()
            try:
                return await asyncio.wrap_future(self._submit(pool, function, *args, **kwargs))
            except BrokenProcessPool:
                self._discard(pool)
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """End the workers, and whatever they are at."""
        with self._lock:
            pool, self._pool, self._is_closed = self._pool, None, True
        if pool:
            pool.close()

    def _wait(self, work: Future[R]) -> R:
        try:
            return work.result(PATIENCE_SECONDS)
        finally:
            work.cancel()

    def _submit(
        self, pool: _Pool, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> Future[R]:
        try:
            return pool.executor.submit(function, *args, **kwargs)
        except RuntimeError as error:  # it was shut down meanwhile
            raise BrokenProcessPool(str(error)) from error

    def _require_pool(self) -> _Pool:
        with self._lock:
            if self._is_closed:
                raise BrokenProcessPool("the solver is closed")
            if self._pool is None:
                self._pool = _start()
            return self._pool

    def _discard(self, pool: _Pool) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.close()


def solve_optimum(
    variant: str, spots: Sequence[Spot], *, wants_most: bool, seconds: float = OPTIMUM_SECONDS
) -> tuple[int, bool]:
    """Return the most Sets, or the fewest, that can be taken until none is left.

    Args:
        variant: the variant's expression.
        spots: the cards on the table.
        wants_most: whether the most are asked for, or the fewest.
        seconds: when to stop; the number then is a bound that cannot be beaten.
    """
    from thirdcard.solvers.domination import min_domination
    from thirdcard.solvers.hypergraph import Table
    from thirdcard.solvers.packing import max_packing

    solve = max_packing if wants_most else min_domination
    answer = solve(Table(parse_variant(variant).space, tuple(spots)), seconds=seconds)
    assert answer.bound is not None
    return answer.bound, answer.status == "optimal"


def _start() -> _Pool:
    # A forked worker would hold a copy of the parent's sockets and locks.
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(
        WORKERS, mp_context=context, initializer=_begin, initargs=(reader,)
    )
    return _Pool(executor, reader, writer)


def _begin(reader: Connection) -> None:
    """Prepare a worker."""
    # Ctrl-C in a terminal goes to the whole group of processes; the parent's end is enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(reader,), daemon=True).start()


def _end_with_parent(reader: Connection) -> None:
    """Wait until nobody holds the other end of the pipe, then end the process at once."""
    with suppress(EOFError, OSError):
        reader.recv_bytes()
    os._exit(0)
