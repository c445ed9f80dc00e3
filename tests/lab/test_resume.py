"""Resume files: what they keep, what they refuse, and that they leave other files alone."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from thirdcard.errors import OptionError, ThirdcardError
from thirdcard.lab import resume
from thirdcard.lab.resume import FORMAT, ResumeFile

QUESTION = {"what": "test", "seed": 1, "cards": [9, 12]}
RESULTS: list[Any] = [
    b"\x00\xff bytes",
    0,
    -(3**400),
    "",
    "text é\n",
    None,
    True,
    0.1,
    [],
    [1, ["two", {"three": 3**81}]],
    {"b": 1, "a": {"c": []}},
]


def results_in(path: Path) -> dict[int, Any]:
    with ResumeFile(path, QUESTION) as file:
        return dict(file.iter_results())


def test_results_are_read_back_as_they_were(tmp_path: Path) -> None:
    with ResumeFile(tmp_path / "f", QUESTION) as file:
        for number, result in enumerate(RESULTS):
            file.put(number, result)
    back = results_in(tmp_path / "f")
    assert [back[number] for number in range(len(RESULTS))] == RESULTS
    assert [type(back[number]) for number in range(len(RESULTS))] == list(map(type, RESULTS))


def test_a_file_is_one_file_when_it_is_closed(tmp_path: Path) -> None:
    with ResumeFile(tmp_path / "a name with ? and #.thirdcard", QUESTION) as file:
        file.put(3, [1])
    assert [path.name for path in tmp_path.iterdir()] == ["a name with ? and #.thirdcard"]


@pytest.mark.parametrize("result", [(1, 2), {1: 2}, [(1,)], float("nan"), {1, 2}, bytearray(b"x")])
def test_what_would_not_come_back_is_refused(tmp_path: Path, result: Any) -> None:
    with (
        ResumeFile(tmp_path / "f", QUESTION) as file,
        pytest.raises((TypeError, ValueError)),
    ):
        file.put(0, result)
    assert results_in(tmp_path / "f") == {}


def test_blocks_of_a_moment_are_committed_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(resume, "monotonic", lambda: now[0])
    path = tmp_path / "f"

    def seen() -> int:
        """The rows on disk, read past the lock."""
        reader = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            return int(reader.execute("SELECT count(*) FROM block").fetchone()[0])
        finally:
            reader.close()

    with ResumeFile(path, QUESTION) as file:
        for number in range(10):
            file.put(number, number)
            file.commit_if_due()
        assert seen() == 0
        now[0] += resume.COMMIT_SECONDS
        file.put(10, 10)
        assert seen() == 11
        file.put(11, 11)
        assert seen() == 11
        now[0] += resume.COMMIT_SECONDS
        file.commit_if_due()
        assert seen() == 12
        file.put(12, 12)
    assert seen() == 13


def test_the_order_of_the_question_does_not_matter(tmp_path: Path) -> None:
    with ResumeFile(tmp_path / "f", QUESTION) as file:
        file.put(0, 5)
    with ResumeFile(tmp_path / "f", dict(reversed(QUESTION.items()))) as file:
        assert list(file.iter_results()) == [(0, 5)]


@pytest.mark.parametrize(
    ("question", "difference"),
    [
        ({**QUESTION, "seed": 2}, "seed is 1 there and 2 here"),
        ({**QUESTION, "seed": "1"}, 'seed is 1 there and "1" here'),
        ({**QUESTION, "cards": [9]}, r"cards is \[9,12\] there and \[9\] here"),
        ({**QUESTION, "more": True}, "more is missing there and true here"),
        ({"what": "test", "seed": 1}, r"cards is \[9,12\] there and missing here"),
    ],
)
def test_another_question_is_refused_with_the_difference(
    tmp_path: Path, question: dict[str, Any], difference: str
) -> None:
    path = tmp_path / "f"
    with ResumeFile(path, QUESTION) as file:
        file.put(0, 5)
    before = path.read_bytes()
    with pytest.raises(OptionError, match=f"^resume file .* of another question: {difference}$"):
        ResumeFile(path, question)
    assert path.read_bytes() == before
    assert results_in(path) == {0: 5}


def test_another_version_of_the_program_is_another_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ResumeFile(tmp_path / "f", QUESTION).close()
    monkeypatch.setattr(resume, "__version__", "99.0")
    with pytest.raises(OptionError, match=r'thirdcard is ".*" there and "99.0" here'):
        ResumeFile(tmp_path / "f", QUESTION)


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    ResumeFile(tmp_path / "f", QUESTION).close()
    with sqlite3.connect(tmp_path / "f") as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    with pytest.raises(OptionError, match=f"format {FORMAT + 1}.* reads format {FORMAT}"):
        ResumeFile(tmp_path / "f", QUESTION)


def make_text(path: Path) -> None:
    path.write_text("1RSD 2GHS\n" * 100)


def make_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE question (key TEXT)")
    connection.close()


def make_database_in_use(path: Path) -> None:
    """One that was left in the middle of a transaction, with a journal to recover from."""
    program = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('CREATE TABLE t (x)')\n"
        "c.execute('PRAGMA cache_size = 1')\n"
        "c.execute('BEGIN')\n"
        "c.executemany('INSERT INTO t VALUES (?)', [('x' * 3000,)] * 50)\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    assert path.with_name(f"{path.name}-journal").stat().st_size


@pytest.mark.parametrize("make", [make_text, make_database, make_database_in_use])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, make: Any) -> None:
    make(tmp_path / "f")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(OptionError, match=r"f is not a resume file: expected one that"):
        ResumeFile(tmp_path / "f", QUESTION)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_an_empty_file_may_be_used(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    with ResumeFile(tmp_path / "f", QUESTION) as file:
        file.put(0, 1)
    assert results_in(tmp_path / "f") == {0: 1}


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"cannot write .*: there is no folder .*nowhere$"):
        ResumeFile(tmp_path / "nowhere" / "f", QUESTION)
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match=r"cannot write .*: there is no folder .*file$"):
        ResumeFile(tmp_path / "file" / "f", QUESTION)
    with pytest.raises(OptionError, match="is not a resume file"):
        ResumeFile(tmp_path, QUESTION)


def test_a_damaged_file_is_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "f"
    with ResumeFile(path, QUESTION) as file:
        for number in range(2000):
            file.put(number, "x" * 100)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2 & -4096] + b"?" * (len(content) // 2))
    with pytest.raises(OptionError, match=r"^(cannot write )?resume file .*malformed$"):
        results_in(path)


def test_a_file_in_use_is_refused_until_its_run_ends(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib\n"
        "from thirdcard.lab.resume import ResumeFile\n"
        "with ResumeFile(pathlib.Path(sys.argv[1]), eval(sys.argv[2])) as file:\n"
        "    file.put(7, 'other')\n"
        "    file.commit()\n"
        "    print('open', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    path = tmp_path / "f"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path), repr(QUESTION)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(OptionError, match=r"f is in use by another run$"):
            ResumeFile(path, QUESTION)
        other.kill()
    assert results_in(path) == {7: "other"}


def test_a_file_in_use_by_this_process_is_refused(tmp_path: Path) -> None:
    """And the attempt does not take the lock away, as closing any handle of a file would."""
    with ResumeFile(tmp_path / "f", QUESTION) as file:
        for _ in range(2):
            with pytest.raises(OptionError, match="in use"):
                ResumeFile(tmp_path / "f", QUESTION)
        file.put(0, 0)


def fill(file: ResumeFile) -> None:
    for number in range(1000):
        file.put(number, bytes(1000))
        file.commit()


def test_a_full_disk_is_one_clear_error(tmp_path: Path) -> None:
    """SQLite says the same of a database that may not grow."""
    file = ResumeFile(tmp_path / "f", QUESTION)
    file._connection.execute("PRAGMA max_page_count = 8")
    with pytest.raises(ThirdcardError, match=r"cannot write resume file .*: .* full$"):
        fill(file)
    file._connection.close()
    assert 0 < len(results_in(tmp_path / "f")) < 100
