"""Pictures of results, as SVG or PNG by the name of the file.

Colours are told apart by the colour-blind and, by lightness and hatching, in grey print.  The same
data give the same bytes (with the same matplotlib): no date, fixed names inside an SVG, and the
reader's own matplotlib settings left aside.  matplotlib is loaded when a picture is drawn.

Reference:
    M. Okabe and K. Ito, "Color Universal Design" (2008), the colours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from thirdcard.core.geometry import Space
from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["plot_cap", "plot_distribution", "plot_rounds", "require_picture"]

_BLUE: Final = "#0072B2"
_ORANGE: Final = "#E69F00"
_VERMILLION: Final = "#D55E00"
_GREY: Final = "#888888"
_FORMATS: Final = {".svg": {"Date": None}, ".png": {}}
_SETTINGS: Final = {
    "axes.axisbelow": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
    "font.size": 11.0,
    "grid.color": "#dddddd",
    "hatch.linewidth": 0.6,
    "savefig.dpi": 160,
    "svg.hashsalt": "thirdcard",
}
_DECADES: Final = 10**4
_MOST_FEATURES: Final = 6


def require_picture(path: Path) -> str:
    """Return the suffix of a picture's file, before the work whose result it is to show.

    Raises:
        OptionError: the suffix is neither ``.svg`` nor ``.png``, or there is no such folder.
    """
    suffix = path.suffix.lower()
    if suffix not in _FORMATS:
        raise OptionError(f"picture {path}: expected a name that ends in .svg or .png")
    if not path.parent.is_dir():
        raise OptionError(f"picture {path}: there is no folder {path.parent}")
    return suffix


@contextmanager
def _draw(path: Path, width: float, height: float) -> Iterator[Figure]:
    """Give a figure to draw on, sizes in inches, and write it as one step.

    Raises:
        OptionError: see `require_picture`; or matplotlib is not installed, or the file cannot be
            written.
    """
    suffix = require_picture(path)
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise OptionError("pictures need the package matplotlib: install thirdcard[lab]") from error
    settings: dict[Any, Any] = {**matplotlib.rcParamsDefault, **_SETTINGS}
    settings.pop("backend", None)
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(width, height))
        yield figure
        picture = BytesIO()
        # Tight: a title of many lines is not cut off.
        figure.savefig(picture, format=suffix[1:], metadata=_FORMATS[suffix], bbox_inches="tight")
    _replace(path, picture.getvalue())


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside the path and put it in its place."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            part.write_bytes(content)
            part.replace(path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


# -- how many Sets --------------------------------------------------------------------------------


def plot_distribution(
    path: Path,
    title: str,
    exact: Mapping[int, Fraction] | None,
    sampled: tuple[Mapping[int, int], int] | None,
    *,
    label: str = "Sets among the cards",
) -> None:
    """Draw how likely each number of Sets is: the exact bars, the sampled ones, or both.

    Args:
        path: file, ``.svg`` or ``.png``.
        title: line above.
        exact: probability of each number.
        sampled: times that each number was met, and the number of samples; drawn with Wilson's
            95% interval.
        label: what is counted.

    Probabilities are drawn on a logarithmic scale where they span more than four decades.

    Raises:
        OptionError: the file cannot be written; see `require_picture`.
        ValueError: nothing to draw.
    """
    shares = {} if sampled is None else {k: met / sampled[1] for k, met in sampled[0].items()}
    chances = {} if exact is None else {k: float(p) for k, p in exact.items()}
    heights = [height for height in (*chances.values(), *shares.values()) if height > 0]
    if not heights:
        raise ValueError("a distribution without a probability above zero")
    keys = range(min((*chances, *shares)), max((*chances, *shares)) + 1)
    is_log = max(heights) > _DECADES * min(heights)
    with _draw(path, min(12.0, max(6.0, 2.0 + 0.42 * len(keys))), 4.2) as figure:
        axes = figure.subplots()
        width = 0.4 if chances and shares else 0.7
        shift = width / 2 if chances and shares else 0.0
        if chances:
            axes.bar(
                [k - shift for k in keys],
                [chances.get(k, 0) for k in keys],
                width,
                color=_BLUE,
                label="exact",
            )
        if sampled is not None:
            counts, total = sampled
            # What cannot happen has no bar, and needs none of the interval around zero.
            met = {
                k: counts.get(k, 0) for k in keys if counts.get(k) or exact is None or exact.get(k)
            }
            _draw_sampled(axes, met, total, shift, width)
        axes.set(xlabel=label, ylabel="probability")
        _finish(figure, axes, title, keys)
        if is_log:
            axes.set_yscale("log")
            axes.set_ylim(min(heights) / 3, 1.5 * max(heights))


def _draw_sampled(
    axes: Axes, counts: Mapping[int, int], total: int, shift: float, width: float
) -> None:
    shares = [count / total for count in counts.values()]
    axes.bar(
        [k + shift for k in counts],
        shares,
        width,
        color=_ORANGE,
        edgecolor="white",
        hatch="////",
        linewidth=0,
        label=f"sampled, {total:,} times; 95% interval",
    )
    axes.errorbar(
        [k + shift for k in counts],
        shares,
        yerr=_error_bars(list(counts.values()), [total] * len(counts)),
        fmt="none",
        ecolor="black",
        elinewidth=1,
        capsize=2,
    )


def _error_bars(successes: Sequence[int], trials: Sequence[int]) -> list[list[float]]:
    """Return how far Wilson's interval reaches below and above each share."""
    from thirdcard.lab.intervals import wilson

    below, above = [], []
    for met, all_ in zip(successes, trials, strict=True):
        low, high = wilson(met, all_)
        below.append(max(0.0, met / all_ - low))
        above.append(max(0.0, high - met / all_))
    return [below, above]


def _finish(figure: Figure, axes: Axes, title: str, numbers: Sequence[int]) -> None:
    """Add what both charts have: the title, integers along the axis, the legend below it."""
    from matplotlib.ticker import MaxNLocator

    axes.set_title(title, wrap=True)
    axes.set_xlim(min(numbers) - 0.6, max(numbers) + 0.6)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=20, integer=True))
    axes.grid(axis="y")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)


# -- real play ------------------------------------------------------------------------------------


def plot_rounds(
    path: Path,
    title: str,
    rounds: Sequence[tuple[int, int, int]],
    fresh: Fraction | None,
) -> None:
    """Draw the share of tables without a claim, round by round of real games.

    Args:
        path: file, ``.svg`` or ``.png``.
        title: line above.
        rounds: round, tables met in it, and those without a claim; drawn with Wilson's 95%
            interval, and left out where no table was met.
        fresh: probability for freshly dealt cards, a line across.

    Raises:
        OptionError: the file cannot be written; see `require_picture`.
        ValueError: no table was met in any round.
    """
    met = [row for row in rounds if row[1]]
    if not met:
        raise ValueError("no table in any round")
    with _draw(path, 7.5, 4.2) as figure:
        from matplotlib.ticker import PercentFormatter

        axes = figure.subplots()
        if fresh is not None:
            axes.axhline(
                float(fresh),
                color=_VERMILLION,
                linestyle="--",
                linewidth=1.5,
                label=f"freshly dealt cards: {float(fresh):.2%}",
            )
        axes.errorbar(
            [number for number, _, _ in met],
            [none / tables for _, tables, none in met],
            yerr=_error_bars([none for *_, none in met], [tables for _, tables, _ in met]),
            fmt="o",
            markersize=5,
            color=_BLUE,
            ecolor="black",
            elinewidth=1,
            capsize=2,
            label="games played; 95% interval",
        )
        axes.set(xlabel="round", ylabel="tables without a claim")
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        _finish(figure, axes, title, [number for number, _, _ in met])


# -- caps -----------------------------------------------------------------------------------------


def plot_cap(
    path: Path,
    title: str,
    points: Sequence[int],
    n: int,
    *,
    codes: Mapping[int, str] | None = None,
) -> None:
    """Draw points of AG(n,3) as dots in a grid of its points.

    Digits are taken in turn for the column and the row, from the last one back: for n = 4 the
    grid is 3×3 blocks of 3×3, a block's row and column being the first two features.  Grids of
    81 points stand beside each other.

    Args:
        path: file, ``.svg`` or ``.png``.
        title: line above.
        points: the points.
        n: number of features, 1 to 6.
        codes: what to write at points, for instance the codes of their cards.

    Raises:
        OptionError: the file cannot be written; see `require_picture`.
        ValueError: a point is not of the space, or the space is too large to draw.
    """
    if not 1 <= n <= _MOST_FEATURES:
        raise ValueError(f"a picture of 1 to {_MOST_FEATURES} features, not {n}")
    spots = [_find_spot(digits) for digits in map(Space(n).digits, points)]
    names = {_find_spot(Space(n).digits(p)): code for p, code in (codes or {}).items()}
    wide, high = 3 ** ((n + 1) // 2), 3 ** (n // 2)
    across, down = _find_place((wide - 1, high - 1))
    scale, size = (0.5, 520) if codes else (0.38, 130)
    with _draw(path, max(3.2, scale * (across + 2)), scale * (down + 2) + 0.5) as figure:
        axes = figure.subplots()
        for corner in product(range(0, wide, 9), range(0, high, 9)):
            _draw_grid(axes, _find_place(corner), min(9, wide), min(9, high))
        places = [_find_place(spot) for spot in spots]
        axes.scatter([x for x, _ in places], [y for _, y in places], size, color=_BLUE, zorder=3)
        taken = set(spots)
        for spot, code in names.items():
            colour = "white" if spot in taken else _GREY
            x, y = _find_place(spot)
            axes.text(
                x, y, code, color=colour, fontsize=6, ha="center", va="center_baseline", zorder=4
            )
        axes.set(xlim=(-0.7, across + 0.7), ylim=(down + 0.7, -0.7), aspect="equal")
        axes.set_axis_off()
        axes.set_title(title, loc="center", wrap=True)


def _find_spot(digits: Sequence[int]) -> tuple[int, int]:
    """Return the column and the row of a point."""
    column = row = 0
    for place, digit in enumerate(digits, start=-len(digits)):
        if place % 2:
            column = 3 * column + digit
        else:
            row = 3 * row + digit
    return column, row


def _find_place(spot: tuple[int, int]) -> tuple[float, float]:
    """Return where a column and a row are drawn, with a gap between grids of nine."""
    column, row = spot
    return column + column // 9, row + row // 9


def _draw_grid(axes: Axes, corner: tuple[float, float], wide: int, high: int) -> None:
    """Draw the lines around cells, thick ones around each block of 3×3."""
    left, top = corner[0] - 0.5, corner[1] - 0.5
    for i in range(wide + 1):
        axes.plot([left + i] * 2, [top, top + high], **_line_style(i, wide))
    for i in range(high + 1):
        axes.plot([left, left + wide], [top + i] * 2, **_line_style(i, high))


def _line_style(i: int, last: int) -> dict[str, Any]:
    is_thick = i % 3 == 0 or i == last
    return {
        "color": "black" if is_thick else _GREY,
        "linewidth": 1.6 if is_thick else 0.6,
        "solid_capstyle": "projecting",
        "zorder": 2 if is_thick else 1,
    }
