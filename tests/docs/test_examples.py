"""What the documentation shows happens."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from _pytest.mark import ParameterSet

import thirdcard
from tests.docs.pages import DOCS, PAGES, ROOT, Block, Call, blocks, blocks_in, calls, name_of
from thirdcard.game.record import read_record, verify, write_record

EXAMPLES = ROOT / "examples"
RECORDS = sorted(EXAMPLES.glob("*.jsonl"))
LANGUAGES = {"", "caddy", "console", "jsonl", "nginx", "po", "pycon", "python"}
SEPARATOR = "\1"


def by_place(block: Block) -> str:
    return str(block)


# -- commands -----------------------------------------------------------------------------------


def run_shell(lines: Sequence[str]) -> list[str]:
    """Run lines in one shell at the root, and return what each prints, errors included."""
    script = "".join(f"{{ {line}\n}} 2>&1\ns=$?\nprintf '\\1'\n(exit $s)\n" for line in lines)
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    *printed, rest = done.stdout.split(SEPARATOR)
    assert rest == ""
    return printed


def in_time(block: Block) -> ParameterSet:
    """Leave what plays and deals by the thousand to `make check` and the slow run."""
    takes_long = any(word in block.text for word in ("simulate", "--samples"))
    return pytest.param(block, marks=pytest.mark.slow if takes_long else ())


@pytest.mark.parametrize(
    "block", [in_time(b) for b in blocks_in("console") if b.runs], ids=by_place
)
def test_commands_print_what_is_shown(block: Block) -> None:
    shown = [Call(call.line, without_times(call.printed)) for call in calls(block)]
    printed = run_shell([call.line for call in shown])
    pairs = zip(shown, printed, strict=True)
    assert [Call(call.line, without_times(text)) for call, text in pairs] == shown


def without_times(text: str) -> str:
    """Leave out how long a solver took."""
    text = re.sub(r'"seconds": [0-9.e-]+', '"seconds": …', text)
    return re.sub(r"\([0-9.]+ s\)$", "(… s)", text, flags=re.MULTILINE)


def test_commands_that_are_not_run_need_something() -> None:
    """A server, a database or a terminal: everything else can be run."""
    for block in blocks_in("console"):
        if not block.runs:
            for call in calls(block):
                needs = ("thirdcard serve", "thirdcard club", "thirdcard play")
                assert any(words in call.line for words in needs) or "club.db" in call.line, block


def test_blocks_are_of_known_kinds() -> None:
    """So that no example escapes by being called something else."""
    for page in PAGES:
        for block in blocks(page):
            assert block.language in LANGUAGES, block
            if block.language != "console":
                assert "$ " not in block.text, block


# -- Python -------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_sessions_in_pages(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sessions of a page are one: a later one knows the names of those before."""
    monkeypatch.chdir(ROOT)
    sessions = [block for block in blocks(page) if block.language == "pycon"]
    lines: list[str] = []
    for block in sessions:
        assert block.text.startswith(">>> "), block
        lines += [""] * (block.line - 1 - len(lines)) + block.text.splitlines()
    text = "\n".join(lines) + "\n"
    test = doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


MODULES = [
    info.name
    for info in walk_packages(thirdcard.__path__, "thirdcard.")
    # The revisions run where they are imported, and only within a migration.
    if ".store.migrations." not in info.name
]


@pytest.mark.parametrize("name", ["thirdcard", *MODULES])
def test_sessions_in_modules(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_sessions_are_found() -> None:
    """A runner that finds nothing would be content with everything."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = [import_module(name) for name in ["thirdcard", *MODULES]]
    found = [test for module in modules for test in finder.find(module) if test.examples]
    assert len(found) >= 10
    assert sum(block.text.count(">>>") for block in blocks_in("pycon")) > 20


# -- records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_records_are_fair(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_record(text)
    assert verify(record).fair
    assert read_record(write_record(record)) == record


def test_the_record_that_is_shown_is_the_one_in_the_folder() -> None:
    (block,) = (b for b in blocks(DOCS / "records.md") if b.language == "jsonl")
    assert block.text == (EXAMPLES / "short.jsonl").read_text("utf-8")


def run_checker(record: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program of docs/records.md, on its own and far from the package."""
    (program,) = blocks_in("python")
    assert program.page == DOCS / "records.md"
    assert "thirdcard" not in program.text
    (folder / "check.py").write_text(program.text, "utf-8")
    (folder / "record.jsonl").write_text(record, "utf-8")
    return subprocess.run(
        [sys.executable, "-I", "-W", "error", "check.py", "record.jsonl"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_program_in_the_page_checks_a_record(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    fair = run_checker(text, tmp_path)
    assert (fair.returncode, fair.stderr) == (0, "")
    assert fair.stdout.startswith("fair")
    header, opened, *events = text.splitlines(keepends=True)
    altered = "".join(events)
    position = altered.index('"dealt"')
    first = altered.index('"card":"', position) + len('"card":"')
    number = "2" if altered[first] == "1" else "1"
    for forged in (
        header + opened + altered[:first] + number + altered[first + 1 :],
        header + opened.replace('"commitment":"', '"commitment":"0') + "".join(events),
    ):
        unfair = run_checker(forged, tmp_path)
        assert unfair.returncode == 1
        assert unfair.stderr.startswith("unfair")


# -- scripts ------------------------------------------------------------------------------------


def run_script(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=False,
    )


SCRIPTS = {
    "count_sets.py": ["  63,180 Super-Sets", "   1,170 planes of nine cards"],
    "superset_plane.py": ["1GHS 3PHD + 1RSD 3ROS   joint 2RHO", "1GHS  1RSD  1POO"],
    "deal_and_verify.py": [
        "fair",
        "not fair: the shuffle gives 1RHS, the record has 1RSD (line 6)",
    ],
}


def test_every_script_is_tried() -> None:
    assert set(SCRIPTS) == {path.name for path in EXAMPLES.glob("*.py")}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_run(name: str) -> None:
    done = run_script(name)
    assert (done.returncode, done.stderr) == (0, "")
    assert set(SCRIPTS[name]) <= set(done.stdout.splitlines())
    assert f"python examples/{name}" in (EXAMPLES / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("superset_plane.py", "1RSD 2RSD 3RSD"),
        ("superset_plane.py", "1RSX"),
        ("deal_and_verify.py", "memory"),
        ("deal_and_verify.py", "nonsense"),
    ],
)
def test_scripts_refuse_in_one_line(name: str, argument: str) -> None:
    done = run_script(name, argument)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name}: ")
    assert len(done.stderr.splitlines()) == 1
