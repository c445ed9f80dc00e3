"""What people read in a terminal: plain tables, counts, probabilities.

Numbers are exact until they are written: a decimal is rounded once, from the fraction, and is
never rounded to a certainty (0.99999996 is not written as 1).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from io import StringIO
from typing import TYPE_CHECKING, Final

from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["format_count", "format_fraction", "format_probability", "write_table"]

_NUMERIC: Final = frozenset("0123456789,.%±+-−/ ")
_DIGITS: Final = 5
_PIPE_WIDTH: Final = 1_000_000


def format_count(count: int) -> str:
    """Return a count with its thousands apart.

    >>> format_count(1965150720)
    '1,965,150,720'
    """
    return f"{count:,}"


def format_fraction(value: Fraction) -> str:
    """Return an exact value in lowest terms, as it is read back by ``Fraction``.

    >>> format_fraction(Fraction(4, 81)), format_fraction(Fraction(6, 3))
    ('4/81', '2')
    """
    return str(value)


def format_probability(probability: Fraction | float) -> str:
    """Return a probability as a decimal, and as "1 in …" where it is less than one half.

    Five digits that count, more where that many would make a one of it.

    Raises:
        ValueError: not from 0 to 1.

    >>> format_probability(Fraction(284229, 8798950))
    '0.032303 (1 in 30.96)'
    >>> format_probability(0.5), format_probability(Fraction(10**9 - 1, 10**9))
    ('0.5', '0.999999999')
    """
    if not 0 <= probability <= 1:
        raise ValueError(f"a probability is from 0 to 1, not {probability}")
    exact = Fraction(probability)
    if exact in (0, 1):
        return str(exact)
    digits = _DIGITS
    while (decimal := _round(exact, digits)) == 1:
        digits += 1
    text = _plain(decimal)
    return text if 2 * exact >= 1 else f"{text} (1 in {_format_odds(1 / exact)})"


def _format_odds(odds: Fraction) -> str:
    return f"{round(odds):,}" if odds >= 1000 else _plain(_round(odds, 4))


def _round(value: Fraction, digits: int) -> Decimal:
    """Return a fraction rounded once, to a number of digits that count."""
    return Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator))


def _plain(decimal: Decimal) -> str:
    """Return a decimal without zeros at its end, and with an exponent only below a millionth."""
    shortest = decimal.normalize()
    return f"{shortest:f}" if shortest.adjusted() >= -6 else f"{shortest:e}"


def write_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None
) -> None:
    """Print a table on stdout: a line of headings, a rule, a line for each row.

    Args:
        columns: the headings.
        rows: as many cells each; an ``int`` is written by `format_count`, all else by ``str``.
        title: a line above.

    A column of numbers stands to the right.  In a terminal, cells that do not fit are folded;
    elsewhere lines are as long as they are, without colours and without blanks at their ends, so
    that they can be cut up by other programs.

    Raises:
        OptionError: rich is not installed.
        ValueError: a row has another number of cells than there are columns.
    """
    try:
        from rich.console import Console
    except ImportError as error:
        raise OptionError("tables need the package rich: install thirdcard[lab]") from error
    table = _build_table(columns, rows, title)
    if sys.stdout.isatty():
        Console(highlight=False).print(table)
        return
    text = StringIO()
    Console(file=text, width=_PIPE_WIDTH, color_system=None, force_terminal=False).print(table)
    for line in text.getvalue().splitlines():
        print(line.rstrip())
    sys.stdout.flush()


def _build_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None
) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    lines = [
        [format_count(c) if type(c) is int else str(c) for c in row]  # not for True
        for row in rows
    ]
    # Cells are Text, whose brackets are no markup.
    table = Table(
        title=None if title is None else Text(title, style="bold"),
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
    )
    for i, heading in enumerate(columns):
        is_number = bool(lines) and all(_is_numeric(line[i]) for line in lines if len(line) > i)
        table.add_column(Text(heading), justify="right" if is_number else "left", overflow="fold")
    for line in lines:
        if len(line) != len(columns):
            raise ValueError(f"a row of {len(line)} cells in a table of {len(columns)} columns")
        table.add_row(*map(Text, line))
    return table


def _is_numeric(cell: str) -> bool:
    """Tell whether a cell reads as a number, or as a probability with its odds."""
    return _NUMERIC.issuperset(cell.removesuffix(")").replace("(1 in", ""))
