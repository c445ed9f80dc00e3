"""Long work in blocks: here, in processes of this machine, or on a Dask cluster.

An experiment splits its work into blocks that depend on nothing but their input (a sampled block
has a random stream of its own), so the results are the same however they are spread, in whatever
order they are done, and in how many runs: see `thirdcard.lab.resume`.

=================  ==============================================================================
``jobs=1``         in this process; nothing is started
``jobs=J``         in J processes that joblib's loky keeps for the next call
``cluster=A``      on the workers of the Dask scheduler at A, whatever ``jobs`` says
=================  ==============================================================================

A block should take 0.1 s or more, which is a hundred times what it costs to hand it over.  At most
two blocks a worker are handed over at a time, so the memory taken does not depend on their number.

Both kinds of workers are driven as executors of futures, not by ``joblib.Parallel``: its Dask
backend waits for ever for a block whose worker was killed (joblib 1.6), and its generators run
ahead of a slow reader.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, Final, Protocol, TypeVar

from thirdcard import __version__
from thirdcard.errors import OptionError, ThirdcardError
from thirdcard.lab.progress import show_progress
from thirdcard.lab.resume import COMMIT_SECONDS, ResumeFile

__all__ = ["Parts", "Work", "run_blocks"]

_Input = TypeVar("_Input")
_Result = TypeVar("_Result")

_CONNECT_SECONDS: Final = 5
_WORKERS_SECONDS: Final = 5
_LOOK_SECONDS: Final = 5.0
_PARENT_SECONDS: Final = 1.0
_CANCEL_SECONDS: Final = 1.0
_ADDRESS: Final = re.compile(r"[a-z]+://\S+:\d+")


@dataclass(frozen=True, slots=True)
class Work:
    """How long work is done.

    Attributes:
        jobs: number of processes, at least 1.
        cluster: address of a Dask scheduler, such as ``tcp://host:8786``; ``jobs`` then counts
            for nothing.
        resume: file that holds the blocks already done and gets those that are done now.
        show: whether progress is shown on stderr, where that is a terminal.

    Raises:
        OptionError: no processes, or no address.
    """

    jobs: int = 1
    cluster: str | None = None
    resume: Path | None = None
    show: bool = False

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise OptionError(f"{self.jobs} jobs: expected at least 1")
        if self.cluster is not None and not _ADDRESS.fullmatch(self.cluster):
            what = f"cluster {self.cluster!r}"
            raise OptionError(f"{what}: expected an address such as tcp://host:8786")


class Parts(Sequence[_Input]):
    """What is cut into parts of a size, each made when it is asked for.

    Args:
        length: of the whole.
        size: of a part; the last may be smaller.
        make: returns the part at a slice of the whole.
    """

    def __init__(self, length: int, size: int, make: Callable[[slice], _Input]) -> None:
        self._slices = [slice(i, min(i + size, length)) for i in range(0, length, size)]
        self._make = make

    def __len__(self) -> int:
        return len(self._slices)

    def __getitem__(self, index: int) -> _Input:  # type: ignore[override]
        return self._make(self._slices[index])

    @property
    def amounts(self) -> list[int]:
        """How much each part is."""
        return [part.stop - part.start for part in self._slices]


def run_blocks(
    task: Callable[[_Input], _Result],
    inputs: Sequence[_Input],
    work: Work,
    *,
    question: Mapping[str, Any],
    unit: str,
    amounts: Sequence[int] | None = None,
    phase: str = "",
) -> Iterator[tuple[int, _Result]]:
    """Run a task on every input and yield ``(index, result)`` as they are done, in any order.

    Args:
        task: a function of some module, which the workers import.
        inputs: what it is called with, one block each; may be lazy (a ``range``).
        work: how.
        question: with the number of blocks, all that decides the results, as JSON values; a
            resume file of another question is refused.
        phase: which part of the work on the question this is, where it has several.
        unit: what progress counts, in the plural.
        amounts: how many of them each block is; one each by default.

    A result is bytes or a JSON value (no tuples, no keys but strings).  Those of the resume file
    come first.  Everything begins with the first result that is asked for.  On Ctrl-C the workers
    of this machine are ended, what is done is written to the resume file, and the interrupt goes
    on; blocks that a cluster has begun run to their end there and are lost.  An iterator that is
    dropped half-way does the same without the interrupt.

    Raises:
        OptionError: the resume file cannot be used, see `ResumeFile`; the cluster cannot be
            reached, or has no workers of the same version; a package is not installed.
        ThirdcardError: a worker was killed; the disk is full.
        Exception: what the task raises, as itself.
    """
    done = bytearray(len(inputs))
    with ExitStack() as stack:
        file: ResumeFile | None = None
        if work.resume is not None:
            file = stack.enter_context(ResumeFile(work.resume, question, len(inputs), phase))
            for index, result in file.iter_results():
                done[index] = True
                yield index, result
        advance = stack.enter_context(_follow(unit, amounts, done, work.show))
        left = (index for index in range(len(inputs)) if not done[index])
        if all(done):
            return
        if work.cluster is None and work.jobs == 1:
            results = _iter_here(task, inputs, left, file)
        else:
            pool = stack.enter_context(_open_pool(work))
            results = _iter_pool(pool, task, inputs, left, file)
        # Closed before the file is, since what is still running may be kept.
        stack.enter_context(closing(results))
        for index, result in results:
            advance(index)
            yield index, result


@contextmanager
def _follow(
    unit: str, amounts: Sequence[int] | None, done: bytearray, show: bool
) -> Iterator[Callable[[int], None]]:
    """Show progress in the blocks' amounts; give back what to call with a block's index."""
    if amounts is None:
        total, before = len(done), sum(done)
    else:
        total = sum(amounts)
        before = sum(amounts[index] for index, is_done in enumerate(done) if is_done)
    with show_progress(unit, total, before, show=show) as advance:
        yield lambda index: advance(1 if amounts is None else amounts[index])


def _iter_here(
    task: Callable[[_Input], _Result],
    inputs: Sequence[_Input],
    left: Iterator[int],
    file: ResumeFile | None,
) -> Generator[tuple[int, _Result], None, None]:
    """Yield the blocks one after the other."""
    for index in left:
        yield index, _keep(file, index, task(inputs[index]))


def _keep(file: ResumeFile | None, index: int, result: _Result) -> _Result:
    if file is not None:
        file.put(index, result)
    return result


# -- workers elsewhere ----------------------------------------------------------------------------


class _Pool(Protocol):
    """Workers that take blocks."""

    executor: Executor

    def count_workers(self) -> int:
        """Return how many blocks can run at the same time, now."""

    def explain(self, error: BaseException) -> ThirdcardError | None:
        """Return what to say where it is the workers that failed and not the task."""

    def stop(self, running: Iterable[Future[Any]]) -> None:
        """End the blocks that are not done, as far as that is possible."""


def _iter_pool(
    pool: _Pool,
    task: Callable[[_Input], _Result],
    inputs: Sequence[_Input],
    left: Iterator[int],
    file: ResumeFile | None,
) -> Generator[tuple[int, _Result], None, None]:
    """Yield the blocks in the order they are done, with two a worker handed over at any time."""
    finished: SimpleQueue[Future[_Result]] = SimpleQueue()
    running: dict[Future[_Result], int] = {}
    try:
        while True:
            for index in islice(left, max(0, 2 * pool.count_workers() - len(running))):
                future = pool.executor.submit(task, inputs[index])
                running[future] = index
                future.add_done_callback(finished.put)
            if not running:
                return
            try:
                future = finished.get(timeout=COMMIT_SECONDS)
            except Empty:
                if file is not None:
                    file.commit_if_due()
                continue
            index = running.pop(future)
            yield index, _keep(file, index, future.result())
    except (Exception, CancelledError) as error:
        if explained := pool.explain(error):
            raise explained from error
        raise
    finally:
        if running:
            pool.stop(running)
            for future, index in running.items():
                if file is not None and _has_result(future):
                    file.put(index, future.result())


def _has_result(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


@contextmanager
def _open_pool(work: Work) -> Iterator[_Pool]:
    if work.cluster is None:
        yield _Processes(work.jobs)
        return
    cluster = _Cluster(work.cluster)
    try:
        yield cluster
    finally:
        cluster.close()


class _Processes:
    """Processes of this machine, kept for the next call."""

    def __init__(self, jobs: int) -> None:
        try:
            from joblib.externals.loky import get_reusable_executor
        except ImportError as error:
            raise OptionError(
                "several jobs need the package joblib: install thirdcard[lab]"
            ) from error
        self._jobs = jobs
        self.executor: Executor = get_reusable_executor(
            max_workers=jobs, initializer=_follow_parent, initargs=(os.getpid(),)
        )

    def count_workers(self) -> int:
        return self._jobs

    def explain(self, error: BaseException) -> ThirdcardError | None:
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        if isinstance(error, TerminatedWorkerError):
            return ThirdcardError(
                "a worker process ended in the middle of a block: killed, or out of memory"
            )
        if isinstance(error, BrokenExecutor):
            return ThirdcardError(f"the worker processes failed: {error}")
        return None

    def stop(self, running: Iterable[Future[Any]]) -> None:
        # A block that loky has not looked at yet would break its thread when it is shut down;
        # the wait ends when it has seen that the block is cancelled.
        wait([future for future in running if future.cancel()], timeout=_CANCEL_SECONDS)
        self.executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]


def _follow_parent(parent: int) -> None:
    """Leave Ctrl-C to the parent, which hears of it too, and end when it has ended.

    A parent that was killed cannot tell its workers, which would finish the blocks they have.
    """

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_PARENT_SECONDS)
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()


def _connect(address: str) -> Any:
    """Return a client of the Dask scheduler at an address.

    Made in a thread of its own, because a server that accepts the connection and is no scheduler
    (its dashboard, say) keeps the client waiting beyond every timeout that it is given.

    Raises:
        OptionError: no scheduler answers in time.
    """
    import dask
    from distributed import Client

    for name in ("distributed.client", "distributed.batched"):
        # What they log, with tracebacks, comes out as an error of ours.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    answers: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        with suppress(Exception):
            answers.put(
                Client(  # type: ignore[no-untyped-call]
                    address, timeout=_CONNECT_SECONDS, set_as_default=False
                )
            )
            return
        answers.put(None)

    with dask.config.set({"distributed.comm.timeouts.connect": _CONNECT_SECONDS}):
        threading.Thread(target=connect, daemon=True).start()
        client = None
        with suppress(Empty):
            client = answers.get(timeout=1.5 * _CONNECT_SECONDS)
    if client is None:
        raise OptionError(f"no Dask scheduler answers at {address} within {_CONNECT_SECONDS} s")
    return client


def _find_module(error: BaseException) -> str:
    """Return the name of the module that raised an error, empty if it was not raised."""
    module = ""
    traceback = error.__traceback__
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        traceback = traceback.tb_next
    return module


class _Cluster:
    """The workers of a Dask scheduler; more may join while the work goes on."""

    def __init__(self, address: str) -> None:
        try:
            import distributed  # noqa: F401
        except ImportError as error:
            raise OptionError(
                "a cluster needs the package dask: install thirdcard[cluster]"
            ) from error
        self._address = address
        self._client = _connect(address)
        try:
            self._require_workers()
        except BaseException:
            self.close()
            raise
        self.executor: Executor = self._client.get_executor(pure=False)
        self._workers, self._looked = self._look(), monotonic()

    def _require_workers(self) -> None:
        """Raise unless a worker is there, and scheduler and workers have this same version."""
        from importlib.metadata import version

        try:
            self._client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
        except TimeoutError as error:
            raise OptionError(f"the cluster at {self._address} has no workers") from error
        found = dict(self._client.run(version, "thirdcard", on_error="return"))
        try:
            found["its scheduler"] = self._client.run_on_scheduler(version, "thirdcard")
        except ImportError:
            found["its scheduler"] = None
        for place, theirs in found.items():
            if theirs != __version__:
                what = theirs if isinstance(theirs, str) else "none"
                raise OptionError(
                    f"the cluster at {self._address} needs thirdcard {__version__} on all its "
                    f"machines; {place} has {what}"
                )

    def _look(self) -> int:
        return sum(self._client.nthreads().values())

    def count_workers(self) -> int:
        if monotonic() - self._looked >= _LOOK_SECONDS:
            self._workers, self._looked = self._look(), monotonic()
        return max(1, self._workers)

    def explain(self, error: BaseException) -> ThirdcardError | None:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        if isinstance(error, KilledWorker):
            return ThirdcardError(
                "workers of the cluster ended in the middle of a block, each that tried it: "
                "killed, or out of memory"
            )
        is_lost = self._client.status != "running"
        if is_lost or isinstance(error, (CancelledError, CommClosedError)):
            return ThirdcardError(f"the connection to the cluster at {self._address} is lost")
        # A block that is cancelled while its outcome is passed on fails in Dask's own code, in
        # whatever way: the outcome was gone with the worker that had it.
        if _find_module(error).startswith("distributed."):
            return ThirdcardError(
                "workers of the cluster ended in the middle of a block, or with its outcome"
            )
        return None

    def stop(self, running: Iterable[Future[Any]]) -> None:
        """Nothing: closing the client takes back the blocks that no worker has begun."""

    def close(self) -> None:
        """Let go of the scheduler."""
        with suppress(Exception):
            self._client.close(timeout=_CONNECT_SECONDS)
