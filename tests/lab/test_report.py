"""Tables and numbers as people read them."""

import os
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.errors import OptionError
from thirdcard.lab.report import format_count, format_fraction, format_probability, write_table

COLUMNS = ("size", "layouts", "P(no Set)", "example")
ROWS = (
    (3, 85320, "0.98734", "1RSD 1RSS"),
    (12, 70724320184700, "0.032303 (1 in 30.96)", "[bold]2RHO[/bold]"),
)


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "1"),
        (1.0, "1"),
        (Fraction(1, 2), "0.5"),
        (Fraction(1, 3), "0.33333 (1 in 3)"),
        (Fraction(2, 3), "0.66667"),
        (0.032302, "0.032302 (1 in 30.96)"),
        (Fraction(1, 2500), "0.0004 (1 in 2,500)"),
        (Fraction(1, 999), "0.001001 (1 in 999)"),
        (Fraction(3, 10**9), "3e-9 (1 in 333,333,333)"),
        (Fraction(7, 10**6), "0.000007 (1 in 142,857)"),
        (Fraction(99999, 10**5), "0.99999"),
        (Fraction(10**7 - 1, 10**7), "0.9999999"),
        (1 - Fraction(4, 10**12), "0.999999999996"),
    ],
)
def test_probabilities(probability: Fraction | float, text: str) -> None:
    assert format_probability(probability) == text


@given(st.fractions(0, 1))
def test_a_probability_is_near_what_is_written_and_certain_only_if_it_is(p: Fraction) -> None:
    text, *odds = format_probability(p).removesuffix(")").split(" (1 in ")
    assert abs(Fraction(text) - p) <= p * Fraction(1, 10**4)
    assert (Fraction(text) in (0, 1)) == (p in (0, 1))
    assert bool(odds) == (0 < 2 * p < 1)
    for odd in odds:
        assert abs(Fraction(odd.replace(",", "")) * p - 1) <= Fraction(1, 10**3)


@pytest.mark.parametrize("number", [-0.1, 1.1, Fraction(-1, 7), float("nan")])
def test_what_is_no_probability(number: Fraction | float) -> None:
    with pytest.raises(ValueError, match="a probability is from 0 to 1"):
        format_probability(number)


@given(st.integers(), st.fractions())
def test_exact_values_are_read_back(count: int, value: Fraction) -> None:
    assert int(format_count(count).replace(",", "")) == count
    assert Fraction(format_fraction(value)) == value


def test_a_table_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    write_table(COLUMNS, ROWS, title="Sets [12]")
    title, headings, rule, *rows = capsys.readouterr().out.split("\n")
    assert title == "Sets [12]"
    assert headings == "size              layouts               P(no Set)   example"
    assert set(rule) == {"─"}
    assert rows == [
        "   3               85,320                 0.98734   1RSD 1RSS",
        "  12   70,724,320,184,700   0.032303 (1 in 30.96)   [bold]2RHO[/bold]",
        "",
    ]


def test_nothing_is_cut_off_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    cards = " ".join(["1RSD"] * 81)
    write_table(("cards", "n"), [(cards, 3**300)])
    *_, line, end = capsys.readouterr().out.split("\n")
    assert line == f"{cards}   {format_count(3**300)}"
    assert end == ""


def test_tables_without_rows_and_with_odd_ones(capsys: pytest.CaptureFixture[str]) -> None:
    write_table(("one", "two"), [])
    assert capsys.readouterr().out.startswith("one   two\n")
    with pytest.raises(ValueError, match="a row of 3 cells in a table of 2 columns"):
        write_table(("one", "two"), [(1, 2), (1, 2, 3)])


TERMINAL = """
from thirdcard.lab.report import write_table
write_table(("cards", "n"), [("1RSD " * 40, 3**81), ("none", 0)], title="caps")
"""


@pytest.mark.parametrize("colour", [True, False])
def test_a_table_in_a_terminal_of_80_columns(colour: bool) -> None:
    """Whole, folded into lines that fit, and plain where no colour is wanted."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm"}
    for name in ("COLUMNS", "NO_COLOR"):
        environment.pop(name, None)
    if not colour:
        environment["TERM"] = "dumb"
    subprocess.run([sys.executable, "-c", TERMINAL], stdout=theirs, env=environment, check=True)
    os.close(theirs)
    text = os.read(ours, 100_000).decode()
    os.close(ours)
    assert ("\x1b[" in text) == colour
    assert text.count("1RSD") == 40
    assert "…" not in text
    if not colour:
        assert max(map(len, text.splitlines())) <= 80
        digits = "".join(c for line in text.splitlines() for c in line[40:] if c.isdigit())
        assert digits.removesuffix("0") == str(3**81)


def test_rich_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with pytest.raises(OptionError, match=r"^tables need the package rich: install thirdcard"):
        write_table(("one",), [])
