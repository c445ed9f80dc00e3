"""The progress of long work: one line on stderr while it runs, nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Task

__all__ = ["format_rate", "show_progress"]

_SCALES = (("G", 10**9), ("M", 10**6), ("k", 10**3))
_REFRESHES_PER_SECOND = 4
_RATE_SECONDS = 10.0


@contextmanager
def show_progress(
    unit: str, total: int, done: int = 0, *, show: bool = True
) -> Iterator[Callable[[int], None]]:
    """Show a bar with the amount done, its rate and the time left; give back how to advance it.

    Args:
        unit: what the amounts count, in the plural: ``"deals"``.
        total: the whole amount.
        done: what an earlier run has done; it fills the bar and is not part of the rate.
        show: False shows nothing.

    Nothing is shown, and rich is not loaded, unless stderr is a terminal.  The line vanishes at
    the end, since the answer follows it.
    """
    if not (show and sys.stderr.isatty()):
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn
    from rich.progress import TimeRemainingColumn as TimeLeft
    from rich.text import Text

    class Amount(ProgressColumn):
        """The amount done and the rate of the last seconds."""

        def render(self, task: Task) -> Text:
            rate = "" if task.speed is None else f"  {format_rate(task.speed)}"
            return Text(f"{int(task.completed):,} of {total:,} {unit}{rate}")

    with Progress(
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        Amount(),
        TimeLeft(),
        console=Console(stderr=True),
        transient=True,
        refresh_per_second=_REFRESHES_PER_SECOND,
        speed_estimate_period=_RATE_SECONDS,
    ) as progress:
        bar = progress.add_task(unit, total=total, completed=done)
        yield lambda amount: progress.advance(bar, amount)


def _ignore(amount: int) -> None:
    """Take no notice."""


def format_rate(rate: float) -> str:
    """Return an amount a second in three digits or so.

    >>> format_rate(78_400_000), format_rate(941), format_rate(0.25)
    ('78.4 M/s', '941/s', '0.25/s')
    """
    for prefix, scale in _SCALES:
        if rate >= scale:
            return f"{rate / scale:,.1f} {prefix}/s"
    return f"{rate:.0f}/s" if rate >= 10 else f"{rate:.2f}/s"
