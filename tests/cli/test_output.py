import json
import os
import stat
from pathlib import Path

import pytest

from thirdcard.cli import output
from thirdcard.errors import NotationError, OptionError, Refusal
from thirdcard.variants.registry import parse_variant


def test_json_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    output.write_json({"variant": "classic", "seed": "café\n\udcff", "cards": []})
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.isascii()
    assert json.loads(out)["seed"] == "café\n\udcff"


def test_complaints_are_one_line_however_long(capsys: pytest.CaptureFixture[str]) -> None:
    output.complain("thirdcard find", "one\ntwo\r\n\tthree " + "x" * 1000)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("thirdcard find: one two three xxx")
    assert err.endswith("x…\n")
    assert len(err) < 430


def test_a_note_beside_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    output.inform("seed: monday")
    assert capsys.readouterr() == ("", "seed: monday\n")


def test_a_package_that_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> int:
        raise ModuleNotFoundError("No module named 'numba.core'", name="numba.core")

    assert output.guard("thirdcard odds", run) == output.BAD_INPUT
    told = "thirdcard odds: needs the package numba: install thirdcard[lab]\n"
    assert capsys.readouterr().err == told


def test_a_module_of_our_own_that_is_missing_is_a_fault() -> None:
    def run() -> int:
        raise ModuleNotFoundError("No module named 'thirdcard.x'", name="thirdcard.x")

    with pytest.raises(ModuleNotFoundError):
        output.guard("thirdcard", run)


@pytest.mark.parametrize(
    ("error", "code", "err"),
    [
        (NotationError("no card"), 2, "thirdcard test: no card\n"),
        (Refusal("locked_out", "not now"), 2, "thirdcard test: not now\n"),
        (KeyboardInterrupt(), 3, "thirdcard test: interrupted\n"),
        (SystemExit(0), 0, ""),
        (SystemExit(), 0, ""),
        (SystemExit(7), 7, ""),
    ],
)
def test_every_end_is_an_exit_code(
    error: BaseException, code: int, err: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> int:
        raise error

    assert output.guard("thirdcard test", run) == code
    assert capsys.readouterr() == ("", err)


def test_a_mistake_of_our_own_is_not_hidden() -> None:
    def run() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        output.guard("thirdcard test", run)
    assert output.guard("thirdcard test", lambda: output.NO) == 1


@pytest.mark.parametrize(
    ("expression", "point", "group", "words"),
    [
        ("classic", 32, 0, "two red striped ovals"),
        ("mega", 97, 0, "two red striped ovals on green"),
        ("ultra", 32, 1, "two red striped ovals (second group)"),
        ("ultra9", 32, 5, "two red striped ovals (middle row, right column)"),
    ],
)
def test_cards_in_words(expression: str, point: int, group: int, words: str) -> None:
    variant = parse_variant(expression)
    assert output.describe(variant, variant.spot(point, group)) == words


def test_a_file_is_written_as_one_step(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("before")
    output.write_file(str(path), "after", "--out")
    assert path.read_text() == "after"
    output.write_file(str(path), b"bytes", "--out")
    assert path.read_bytes() == b"bytes"
    assert [each.name for each in tmp_path.iterdir()] == ["table.txt"]


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        output.write_file(str(pipe), "told", "--out")
        assert os.read(reader, 100) == b"told"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(OptionError, match="cannot write it: Is a directory"):
        output.write_file(str(tmp_path), "told", "--out")
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]
