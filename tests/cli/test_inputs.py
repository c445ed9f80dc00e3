"""Where cards come from, and everything that can be wrong with a source."""

import argparse
import io
import os
import sys
from pathlib import Path

import pytest

from tests.cli.runner import Run
from thirdcard.cli import inputs
from thirdcard.errors import MalformedError
from thirdcard.variants.registry import parse_variant

CARDS = ["1RSD", "2RHO", "3POO"]


@pytest.mark.parametrize(
    "line",
    [
        "find --json 1RSD 2RHO 3POO",
        "find --json 1RSD,2RHO 3POO",
        "find --json '1RSD 2RHO' 3POO",
        "find 1RSD --json 2RHO --variant classic 3POO",
        "find --json one red solid diamond two red striped ovals three purple open ovals",
        "find --json 'one red solid diamond' 'two red striped ovals' 3POO",
        "find --json 0000 1012 2222",
        "find --json -- 1RSD 2RHO 3POO",
    ],
)
def test_cards_as_arguments(run: Run, line: str) -> None:
    outcome = run(line)
    assert outcome.document["cards"] == CARDS
    assert outcome.code == 1


@pytest.mark.parametrize(
    "data",
    [
        b"1RSD 2RHO 3POO",
        b"1RSD\n2RHO\n3POO\n",
        b"1RSD\r\n2RHO\r\n3POO\r\n",
        b"\xef\xbb\xbf1RSD 2RHO 3POO\n",
        b"one red solid diamond,\ntwo red striped ovals,\nthree purple open ovals\n",
    ],
)
def test_cards_from_a_file_or_stdin(run: Run, data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a table.txt"
    file.write_bytes(data)
    for outcome in (
        run(f"find --json --file '{file}'"),
        run("find --json -", data),
        run("find --json --file -", data),
    ):
        assert outcome.document["cards"] == CARDS


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no cards; the input is empty"),
        (b" \n, ;\n", "no cards; the input is empty"),
        (b". .", "no cards; the input is empty"),
        (b"\xff\xfe1\x00R\x00", "is not UTF-8 text (byte 1)"),
        (b"1RSD \x80", "is not UTF-8 text (byte 6)"),
        (b"1RSD\x00", "is not text: it holds zero bytes"),
        (b"\x89PNG\r\n\x1a\n\x00", "is not UTF-8 text (byte 1)"),
        (b"1RSD 2RSX", "'2RSX' (token 2, line 1, column 6): character 4 is the symbol"),
        (b"1RSD\n\n1rsd", "'1rsd' (token 2, line 3, column 1): 1RSD is repeated"),
        (b"1RSD / 2RSD", "this variant's table has no groups"),
        (b"a" * 4_000_001, "has more than 4,000,000 bytes"),
    ],
)
def test_bad_contents(run: Run, data: bytes, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_bytes(data)
    for name in ("find", "check"):
        assert complaint in run(f"{name} --file {file}").complaint
        assert complaint in run(f"{name} -", data).complaint
        assert complaint in run(f"{name} - --json", data).complaint


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    assert run(f"find --file {missing}").complaint == (
        f"thirdcard find: cannot read {str(missing)!r}: No such file or directory\n"
    )
    assert "Is a directory" in run(f"find --file {tmp_path}").complaint
    assert "cannot read ''" in run("find --file ''").complaint
    assert "cannot read 'a\\nb'" in run("find --file 'a\nb'").complaint
    assert "cannot read 'a\\x00b': embedded null byte" in run("find --file 'a\0b'").complaint


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless device here")
def test_an_endless_file(run: Run) -> None:
    assert "has more than 4,000,000 bytes" in run("find --file /dev/zero").complaint


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_forbidden_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.touch(0o000)
    assert "Permission denied" in run(f"find --file {file}").complaint


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("find", "no cards; expected card codes, --file F, or - for standard input"),
        ("check", "no cards; expected card codes"),
        ("third --json", "no cards; expected card codes"),
        ("find ''", "no cards; the input is empty"),
        ("find 1RSD -", "cards as arguments and - for standard input; expected one of them"),
        ("find - -", "cards as arguments and - for standard input; expected one of them"),
        ("find 1RSD --file table.txt", "cards as arguments and from --file; expected one of them"),
        ("find - --file table.txt", "cards as arguments and from --file; expected one of them"),
        ("find --file", "argument --file: expected one argument"),
    ],
)
def test_one_source(run: Run, line: str, complaint: str) -> None:
    assert complaint in run(line, b"1RSD 2RSD 3RSD").complaint


def test_standard_input_that_is_closed_or_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _: object) -> int:
            raise OSError(5, "Input/output error")

    args = argparse.Namespace(file=None, cards=["-"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Failing())))
    with pytest.raises(MalformedError, match="cannot read standard input: Input/output error"):
        inputs.read_text(args)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(MalformedError, match="cannot read standard input: it is closed"):
        inputs.read_text(args)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "", "1e3", "9" * 5000])
def test_what_is_no_positive_number(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a whole number from 1, not"):
        inputs.positive(text)


def test_positive_numbers() -> None:
    assert [inputs.positive(text) for text in ("1", "12", " 7 ")] == [1, 12, 7]


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("clasic", "'clasic' (name 1 of 'clasic') is no variant; did you mean classic?"),
        ("mega+junior", "mega and junior both say the deck"),
        ("eight+memory", "Memory and Eight-Set do not go together"),
        ("", "an empty variant expression"),
        ("x" * 10_000, "'xxx"),
    ],
)
def test_bad_variants(run: Run, expression: str, complaint: str) -> None:
    for line in ("find 1RSD", "check 1RSD", "deal"):
        err = run(f"{line} --variant '{expression}'").complaint
        assert complaint in err
        assert len(err) < 500


# -- the claim before -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--variant classic --previous '1RSD 2RSD 3RSD'", "continue no earlier one; expected a"),
        ("--variant super --previous '1RSD 2RSD 3RSD'", "--previous: claims of super continue no"),
        ("--variant chain --previous ''", "--previous: Set claims have 3 cards, not 0."),
        ("--variant chain --previous '1RSD 2RSD'", "--previous: Set claims have 3 cards, not 2."),
        ("--variant super+chain --previous '1RSD 2RSD 3RSD'", "Super-Set claims have 4 cards"),
        ("--variant eight+chain --previous '1RSD 2RSD'", "Eight-Set claims have 8 to 12 cards"),
        ("--variant chain --previous '1RSD 2RSD 3RSX'", "--previous: '3RSX' (token 3, "),
        ("--variant chain --previous '1RSD 2RSD 1RSD'", "--previous: '1RSD' (token 3, "),
        ("--variant chain --previous '1RSD / 2RSD / 3RSD'", "--previous: '/' (after token 1, "),
    ],
)
def test_bad_previous_claims(run: Run, options: str, complaint: str) -> None:
    for name in ("find", "check"):
        assert complaint in run(f"{name} 1GSD 2GSD 3GSD {options}").complaint


def test_the_previous_claim_of_a_table_in_groups(run: Run) -> None:
    table = "find --variant ultra+chain '1GSD / 2GSD / 3PSD' --previous"
    complaint = "--previous: expected 3 groups divided by '/', got 1"
    assert complaint in run(f"{table} '1RSD 2RSD 3RSD'").complaint
    assert run(f"{table} '1RSD 2RSD 3RSD / /'").code == 0


def test_groups_and_spots() -> None:
    variant = parse_variant("ultra")
    groups: list[list[int | None]] = [[0, None], [80, 1], [None, None]]
    assert inputs.code_groups(variant, groups) == [["1RSD", None], ["3POO", "1RSS"], [None, None]]
    assert inputs.collect_spots(variant, groups) == [0, 241, 4]
