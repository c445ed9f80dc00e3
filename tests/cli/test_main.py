"""The command as a whole: help, version, unknown commands, and how a process ends."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.runner import SCRIPT, Run, run_process
from thirdcard import __version__
from thirdcard.cli import COMMANDS, main
from thirdcard.core.geometry import Space
from thirdcard.variants.decks import CLASSIC

NAMES = [name for commands in COMMANDS.values() for name in commands]
CARDS_AND_PUZZLES = ("third", "find", "check", "deal")
FULL_DECK = " ".join(CLASSIC.codes).encode()
# Unbuffered, what cannot be written would not be tried again at the end of the process.
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


@pytest.mark.parametrize("line", ["", "--help", "-h"])
def test_the_overview_lists_every_command_under_a_heading(run: Run, line: str) -> None:
    outcome = run(line)
    assert (outcome.code, outcome.err) == (0, "")
    for heading, commands in COMMANDS.items():
        assert f"\n{heading}:\n" in outcome.out
        for name, summary in commands.items():
            assert re.search(rf"^  {name} +{re.escape(summary)}$", outcome.out, re.M)


@pytest.mark.parametrize("line", ["--version", "-V"])
def test_version(run: Run, line: str) -> None:
    assert run(line).out == f"thirdcard {__version__}\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("fnid", "'fnid' is no command; did you mean find?"),
        ("FIND", "'FIND' is no command; did you mean find?"),
        ("xyzzy", "'xyzzy' is no command; expected one of "),
        ("''", "'' is no command"),
        ("--json find", "expected a command before --json"),
        ("'a\nb'", r"'a\nb' is no command"),
        ("x" * 5000, "'xxxx"),
    ],
)
def test_what_is_no_command(run: Run, line: str, complaint: str) -> None:
    err = run(line).complaint
    assert err.startswith(f"thirdcard: {complaint}")
    assert len(err) < 500


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_every_command_teaches(run: Run, name: str) -> None:
    outcome = run(f"{name} --help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome == run(f"{name} 1RSD -h")
    assert outcome.out.startswith(f"usage: thirdcard {name} ")
    assert "--json" in outcome.out
    assert re.search(rf"^examples:\n  .*thirdcard {name}\b", outcome.out, re.M)
    assert re.search(r"^exit codes:\s+0 ", outcome.out, re.M)
    assert max(map(len, outcome.out.splitlines())) <= 100


def iter_examples() -> list[str]:
    return [
        line.strip()
        for name in CARDS_AND_PUZZLES
        for line in import_module(f"thirdcard.cli.{name}").EXAMPLES.splitlines()
        if line.strip().startswith("thirdcard ")
    ]


@pytest.mark.parametrize("example", iter_examples())
def test_the_examples_of_the_help_can_be_tried(example: str, tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text("1RSD 2RSD 3RSD\n")
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        example,
        shell=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1)
    assert done.stdout
    assert re.fullmatch(r"(seed: [0-9a-f]{64}\n)?", done.stderr)


# -- processes --------------------------------------------------------------------------------


def test_the_installed_command_and_the_module_are_the_same() -> None:
    words = ("find", "--json", "1RSD", "2RSD", "3RSD", "1GHO")
    by_script = run_process(*words)
    done = subprocess.run(
        [sys.executable, "-m", "thirdcard", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, by_script.out, "")
    assert by_script.document["count"] == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("find 1RSD 2RSD 3RSD", 0),
        ("find 1RSD 2RSD 3RSO", 1),
        ("check 1RSD 2RSD 3RSO", 1),
        ("find 1RSX", 2),
        ("third 1RSD", 2),
        ("nothing", 2),
        ("deal --cards 82", 2),
        ("find --bogus", 2),
    ],
)
def test_exit_codes(words: str, code: int) -> None:
    outcome = run_process(*words.split())
    assert outcome.code == code
    assert (outcome.out == "") == (code == 2)
    assert len(outcome.err.splitlines()) == (code == 2)


def test_cards_through_pipes() -> None:
    dealt = run_process("deal", "--seed", "monday", "--cards", "15")
    assert dealt.err == ""
    found = run_process("find", "--json", "-", stdin=dealt.out.encode())
    assert found.document["cards"] == dealt.out.split()
    grouped = run_process("deal", "--seed", "monday", "--variant", "ultra9")
    found = run_process("find", "--json", "--variant", "ultra9", "-", stdin=grouped.out.encode())
    assert [len(group) for group in found.document["groups"]] == [3] * 9


@pytest.mark.parametrize("table", [b"1RSD 2RSD 3RSD", FULL_DECK], ids=["buffered", "large"])
def test_a_reader_that_leaves_is_no_error(table: bytes) -> None:
    with subprocess.Popen(
        [SCRIPT, "find", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=BUFFERED,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(table)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [SCRIPT, "find", "-"],
            input=FULL_DECK,
            stdout=full,
            stderr=subprocess.PIPE,
            env=BUFFERED,
            check=False,
        )
    assert (done.returncode, done.stderr) == (3, b"thirdcard find: No space left on device\n")


def test_nobody_listens_at_all() -> None:
    command = f"{shlex.quote(str(SCRIPT))} find - <&- >&- 2>&-"
    assert subprocess.run(command, shell=True, check=False).returncode == 2
    command = f"{shlex.quote(str(SCRIPT))} find 1RSD 2RSD 3RSD >&-"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# A process that was started in the background ignores interrupts, and so do its children.
ANNOUNCED = """
import signal
import sys
from thirdcard.cli import find, main

signal.signal(signal.SIGINT, signal.default_int_handler)

def announce(*args, collect=find._collect):
    print("searching", file=sys.stderr, flush=True)
    return collect(*args)

find._collect = announce
sys.exit(main(sys.argv[1:]))
"""


def test_an_interrupted_process_prints_what_it_has() -> None:
    """Sixty cards have 50 million subsets of six."""
    words = ("find", "--json", "--exhaustive", "--variant", "double", *CLASSIC.codes[:60])
    with subprocess.Popen(
        [sys.executable, "-c", ANNOUNCED, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == "searching\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 3
    assert err == "thirdcard find: interrupted\n"
    assert '"limited": true' in out


def test_an_interrupt_anywhere_else(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Space, "third", interrupted)
    outcome = run("third 1RSD 2RSD")
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err == "thirdcard third: interrupted\n"


def test_words_of_this_process_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["thirdcard", "third", "1RSD", "2RSD"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("3RSD")


# -- what is loaded ---------------------------------------------------------------------------

HEAVY = """\
asyncio cyclopts difflib hashlib hypothesis json litestar msgspec numba numpy random
rich shutil sqlalchemy urllib
"""


def test_a_command_loads_nothing_heavy_and_none_of_the_others() -> None:
    """Start-up counts: a command is a whole process."""
    program = (
        "import sys; from thirdcard.cli import main; main(['find', '1RSD', '2RSD', '3RSD']);"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={**os.environ, "PYTHONPATH": str(Path(main.__code__.co_filename).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "thirdcard.cli.find" in loaded
    assert loaded.isdisjoint(HEAVY.split())
    assert loaded.isdisjoint(f"thirdcard.cli.{name}" for name in NAMES if name != "find")
