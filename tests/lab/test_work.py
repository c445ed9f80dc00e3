"""Work in blocks: the same results however it is spread, and nothing lost when it ends early."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from thirdcard import __version__
from thirdcard.errors import OptionError, ThirdcardError
from thirdcard.lab import work as work_module
from thirdcard.lab.resume import ResumeFile
from thirdcard.lab.work import Work, _Cluster, run_blocks

QUESTION = {"what": "test"}
BLOCKS = 40


def describe(block: int) -> dict[str, Any]:
    """A result with all that JSON has, and numbers beyond any machine's."""
    return {"power": 3 ** (7 * block), "half": block / 2, "digits": [*str(block)], "none": None}


def encode(block: int) -> bytes:
    return bytes([block, 0, 255]) * 100


def end_worker(block: int) -> int:
    """Take the process down at one block, as a system short of memory does."""
    if block == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return block


def fail(block: int) -> int:
    if block == 5:
        raise ArithmeticError("block five does not add up")
    return block


def linger(block: int) -> int:
    time.sleep(0.02)
    return block


def interrupt(block: int) -> int:
    """Hear of Ctrl-C in the middle of a block."""
    os.kill(os.getpid(), signal.SIGINT)
    return block


def meet(folder: str) -> int:
    """Return the process, when another one has come to the folder as well."""
    (Path(folder) / str(os.getpid())).touch()
    deadline = time.monotonic() + 30
    while len(os.listdir(folder)) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    return os.getpid()


def record(block: tuple[str, int]) -> int:
    """Leave a mark that the block was worked on."""
    folder, number = block
    with (Path(folder) / str(number)).open("a") as file:
        file.write("x")
    return number * number


class Interrupted:
    """A task that is interrupted at a block, as by Ctrl-C."""

    def __init__(self, folder: Path, at: int) -> None:
        self.folder, self.at = folder, at

    def __call__(self, block: int) -> int:
        if block == self.at:
            raise KeyboardInterrupt
        return record((str(self.folder), block))


def run(
    task: Callable[[Any], Any], work: Work, inputs: Any = range(BLOCKS), **options: Any
) -> dict[int, Any]:
    pairs = list(run_blocks(task, inputs, work, question=QUESTION, unit="blocks", **options))
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster of two worker processes on this machine."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as local:
        yield local.scheduler_address


@pytest.fixture(params=["here", "processes", "cluster"])
def way(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.param == "cluster":
        return {"cluster": request.getfixturevalue("cluster")}
    return {"jobs": 1 if request.param == "here" else 2}


# -- the same results -----------------------------------------------------------------------------


@pytest.mark.parametrize("task", [describe, encode])
def test_results_do_not_depend_on_the_way(
    tmp_path: Path, way: dict[str, Any], task: Callable[[int], Any]
) -> None:
    expected = {block: task(block) for block in range(BLOCKS)}
    assert run(task, Work(**way)) == expected
    assert run(task, Work(**way, resume=tmp_path / "f")) == expected
    assert run(task, Work(**way, resume=tmp_path / "f")) == expected
    assert run(task, Work(**way), inputs=[]) == {}


@pytest.mark.parametrize("kind", ["processes", "cluster"])
def test_two_blocks_are_worked_on_at_the_same_time(tmp_path: Path, cluster: str, kind: str) -> None:
    work = Work(jobs=2) if kind == "processes" else Work(cluster=cluster)
    processes = set(run(meet, work, inputs=[str(tmp_path)] * 2).values())
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_inputs_are_taken_as_they_are_needed() -> None:
    """Of a billion blocks only those are made that the workers are given."""

    class Inputs(list[int]):
        asked = 0

        def __len__(self) -> int:
            return 10**6

        def __getitem__(self, index: Any) -> Any:
            self.asked += 1
            return index

    for jobs in (1, 2):
        inputs = Inputs()
        results = run_blocks(abs, inputs, Work(jobs=jobs), question=QUESTION, unit="blocks")
        assert len(dict(islice(results, 100))) == 100
        assert inputs.asked <= 100 + 2 * jobs
        results.close()  # type: ignore[attr-defined]


# -- going on -------------------------------------------------------------------------------------


def marks(folder: Path) -> dict[int, int]:
    """How often each block was worked on."""
    return {int(path.name): len(path.read_text()) for path in folder.iterdir()}


def test_a_finished_file_answers_without_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = run(describe, Work(resume=tmp_path / "f"))
    monkeypatch.setattr(work_module, "_open_pool", None)
    assert run(fail, Work(jobs=2, resume=tmp_path / "f")) == expected
    assert run(fail, Work(resume=tmp_path / "f")) == expected


def test_workers_leave_an_interrupt_to_the_parent() -> None:
    assert run(interrupt, Work(jobs=2)) == {block: block for block in range(BLOCKS)}
    with pytest.raises(KeyboardInterrupt):
        run(interrupt, Work())


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    work = Work(jobs=jobs, resume=tmp_path / "f")
    results = run_blocks(
        Interrupted(folder, 25), range(BLOCKS), work, question=QUESTION, unit="blocks"
    )
    got: dict[int, int] = {}
    with pytest.raises(KeyboardInterrupt):
        got.update(results)
    before = marks(folder)
    assert set(got) <= set(before)
    with ResumeFile(tmp_path / "f", QUESTION, BLOCKS) as file:
        kept = dict(file.iter_results())
    assert got.items() <= kept.items()
    assert jobs == 2 or set(kept) == set(range(25))

    assert run(Interrupted(folder, -1), work) == {block: block**2 for block in range(BLOCKS)}
    assert all(marks(folder)[block] == 1 for block in kept)
    assert set(marks(folder)) == set(range(BLOCKS))


def test_a_dropped_run_goes_on(tmp_path: Path, way: dict[str, Any]) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    inputs = [(str(folder), block) for block in range(BLOCKS)]
    work = Work(**way, resume=tmp_path / "f")
    results = run_blocks(record, inputs, work, question=QUESTION, unit="blocks")
    got = dict(islice(results, 10))
    if way != {"jobs": 1}:
        # What is handed over gets done, though nobody asks for it.
        deadline = time.monotonic() + 20
        while len(marks(folder)) < 13 and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.3)
    del results
    with ResumeFile(tmp_path / "f", QUESTION, BLOCKS) as file:
        kept = dict(file.iter_results())
    assert got.items() <= kept.items()
    assert len(kept) > len(got) or way == {"jobs": 1}
    assert run(record, work, inputs=inputs) == {block: block**2 for block in range(BLOCKS)}
    assert all(marks(folder)[block] == 1 for block in kept)


PROGRAM = """
import sys, time, pathlib
from thirdcard.lab.work import Work, run_blocks
def slow(x):
    time.sleep(0.1 if x < 16 else 600)
    return x * x
work = Work(jobs=int(sys.argv[1]), resume=pathlib.Path(sys.argv[2]))
try:
    for index, _ in run_blocks(slow, range(1000), work, question={"what": "test"}, unit="blocks"):
        print(index, flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def count_rows(path: Path) -> int:
    """The blocks on disk, read past the lock."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as reader:
        return int(reader.execute("SELECT count(*) FROM block").fetchone()[0])


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", str(pid)], capture_output=True, text=True)
    return bool(state.stdout.strip()) and not state.stdout.startswith("Z")


@pytest.mark.parametrize(
    ("how", "jobs"),
    [
        pytest.param(signal.SIGKILL, 1, marks=pytest.mark.slow),
        (signal.SIGKILL, 2),
        (signal.SIGINT, 2),
        pytest.param(signal.SIGTERM, 2, marks=pytest.mark.slow),
    ],
)
def test_a_run_that_is_ended_from_outside_goes_on(
    tmp_path: Path, how: signal.Signals, jobs: int
) -> None:
    """Ended without a word, terminated, or by Ctrl-C, which the whole group hears of."""
    path = tmp_path / "f"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(jobs), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        printed = [int(next(process.stdout)) for _ in range(16)]
        # Those that wait for their commit get it while the long blocks are worked on.
        deadline = time.monotonic() + 20
        while jobs == 2 and count_rows(path) < 16 and time.monotonic() < deadline:
            time.sleep(0.05)
        workers = children(process.pid)
        if how == signal.SIGINT:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        rest = process.stdout.read().split()
        process.wait()
        complaints = process.stderr.read()
    assert process.returncode == (0 if how == signal.SIGINT else -how)
    # Where nobody could tidy up, loky's own watchman says that it does.
    assert not complaints if how == signal.SIGINT else "Traceback" not in complaints
    assert ("interrupted" in rest) == (how == signal.SIGINT)

    with ResumeFile(path, QUESTION, 1000) as file:
        kept = dict(file.iter_results())
    assert all(result == number**2 for number, result in kept.items())
    # Blocks take 0.1 s, so this many can be waiting for their commit when the next one begins.
    assert len(set(printed) - kept.keys()) <= (2 if jobs == 1 else 0)
    assert jobs == 1 or workers
    deadline = time.monotonic() + 30
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))


# -- what goes wrong ------------------------------------------------------------------------------


def test_an_error_of_the_task_comes_out_as_itself(way: dict[str, Any]) -> None:
    with pytest.raises(ArithmeticError, match=r"^block five does not add up$"):
        run(fail, Work(**way))
    assert run(describe, Work(**way)) == {block: describe(block) for block in range(BLOCKS)}


def test_a_killed_worker_is_one_clear_error(tmp_path: Path, cluster: str) -> None:
    for work, message in (
        (Work(jobs=2, resume=tmp_path / "f"), "^a worker process ended in the middle of a block"),
        (Work(cluster=cluster), "^workers of the cluster ended in the middle of a block"),
    ):
        with pytest.raises(ThirdcardError, match=message):
            run(end_worker, work)
        assert run(describe, Work(work.jobs, work.cluster)) == {
            block: describe(block) for block in range(BLOCKS)
        }
    rest = run(linger, Work(jobs=2, resume=tmp_path / "f"))
    assert len(rest) == BLOCKS


def test_an_error_in_dask_itself_is_the_clusters(cluster: str) -> None:
    """A worker can be lost between a block's end and the hand-over of its outcome."""
    from distributed.comm.addressing import parse_address

    pool = _Cluster(cluster)
    try:
        with pytest.raises(ValueError, match="scheme") as of_dask:
            parse_address("nowhere", strict=True)
        assert "workers of the cluster ended" in str(pool.explain(of_dask.value))
        with pytest.raises(ArithmeticError) as of_block:
            fail(5)
        assert pool.explain(of_block.value) is None
    finally:
        pool.close()


def test_a_resume_file_of_another_number_of_blocks_is_refused(tmp_path: Path) -> None:
    run(describe, Work(resume=tmp_path / "f"))
    with pytest.raises(OptionError, match="blocks is 40 there and 39 here"):
        run(describe, Work(resume=tmp_path / "f"), inputs=range(39))


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_processes_are_refused(jobs: int) -> None:
    with pytest.raises(OptionError, match=f"^{jobs} jobs: expected at least 1$"):
        Work(jobs=jobs)


@pytest.mark.parametrize("address", ["", "here", "localhost:8786", "tcp://host", "tcp://h:x"])
def test_no_address_is_refused(address: str) -> None:
    with pytest.raises(OptionError, match=f"^cluster '{address}': expected an address such as tcp"):
        Work(cluster=address)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_no_scheduler_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens; or somebody does who is no scheduler and says nothing."""
    monkeypatch.setattr(work_module, "_CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for port in (free_port(), silent.getsockname()[1]):
            address = f"tcp://127.0.0.1:{port}"
            with pytest.raises(OptionError, match=f"^no Dask scheduler answers at {address}"):
                run(describe, Work(cluster=address))


def test_a_cluster_without_workers_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(work_module, "_WORKERS_SECONDS", 0.2)
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as empty,
        pytest.raises(OptionError, match=r"^the cluster at tcp://.* has no workers$"),
    ):
        run(describe, Work(cluster=empty.scheduler_address))


def test_another_version_on_the_cluster_is_one_clear_error(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_module, "__version__", "99.0")
    with pytest.raises(OptionError, match=rf"needs thirdcard 99\.0 on all .* has {__version__}$"):
        run(describe, Work(cluster=cluster))


def test_a_cluster_that_goes_away_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(work_module, "_LOOK_SECONDS", 0.2)
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as local:
        work = Work(cluster=local.scheduler_address)
        results = run_blocks(linger, range(1000), work, question=QUESTION, unit="blocks")
        next(results)
    with pytest.raises(ThirdcardError, match=r"^the connection to the cluster at .* is lost$"):
        dict(results)


@pytest.mark.parametrize(
    ("package", "work", "message"),
    [
        ("joblib", Work(jobs=2), "several jobs need the package joblib"),
        ("distributed", Work(cluster="tcp://127.0.0.1:1"), "a cluster needs the package dask"),
    ],
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, package: str, work: Work, message: str
) -> None:
    for name in list(sys.modules):
        if name.split(".")[0] == package:
            monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(OptionError, match=rf"^{message}: install thirdcard\[\w+\]$"):
        run(describe, work)
    assert run(describe, Work()) == {block: describe(block) for block in range(BLOCKS)}


# -- progress -------------------------------------------------------------------------------------


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    run(describe, Work(show=True))
    assert capsys.readouterr() == ("", "")


TERMINAL = """
import pathlib, sys, time
from thirdcard.lab.work import Work, run_blocks
def slow(x):
    time.sleep(0.3)
    return x
work = Work(show=sys.argv[1] != "nothing", resume=pathlib.Path(sys.argv[2]))
amounts = [1_000_000] * 5 if sys.argv[1] == "amounts" else None
for _ in run_blocks(slow, range(5), work, question={}, unit="deals", amounts=amounts):
    pass
assert ("rich" in sys.modules) == work.show
"""


@pytest.mark.parametrize("shown", ["amounts", "blocks", "nothing"])
def test_progress_in_a_terminal(tmp_path: Path, shown: str) -> None:
    """Seen on a terminal of 100 columns; what an earlier run has done is not in the rate."""
    import fcntl
    import pty
    import struct
    import termios

    question = {"blocks": 5}
    with ResumeFile(tmp_path / "f", question) as file:
        file.put(0, 0)
        file.put(1, 1)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 100, 0, 0))
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    with subprocess.Popen(
        [sys.executable, "-c", TERMINAL, shown, str(tmp_path / "f")], stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        seen = b""
        while chunk := read_terminal(ours):
            seen += chunk
    os.close(ours)
    text = seen.decode()
    assert process.returncode == 0, text
    if shown == "nothing":
        assert text == ""
        return
    scale = " M/s" if shown == "amounts" else "/s"
    thousands = ",000,000" if shown == "amounts" else ""
    assert f"2{thousands} of 5{thousands} deals" in text
    assert f"5{thousands} of 5{thousands} deals" in text
    assert "100%" in text
    rates = [float(part.split()[-1]) for part in text.split(scale)[:-1]]
    assert rates
    assert max(rates) < 3.4, "more than one block in 0.3 s"


def read_terminal(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the other end is closed
        return b""
