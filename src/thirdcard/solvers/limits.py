"""When a search stops: a deadline that is looked at between bounded pieces of work.

Kernels cannot be interrupted, so they work in pieces of a bounded number of nodes and come back
with their state; between two pieces Python hears Ctrl-C and looks at the `Deadline`.
"""

from __future__ import annotations

from time import perf_counter

from thirdcard.errors import OptionError

__all__ = ["Deadline"]


class Deadline:
    """A stopwatch with an end.

    Args:
        seconds: how long may be worked, more than 0; None for as long as it takes.

    Raises:
        OptionError: seconds are not more than 0.
    """

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is not None and not seconds > 0:
            raise OptionError(f"{seconds} seconds: expected more than 0")
        self._start = perf_counter()
        self._seconds = seconds

    @property
    def elapsed(self) -> float:
        """Seconds since it was made."""
        return perf_counter() - self._start

    @property
    def left(self) -> float | None:
        """Seconds that are left, 0 at the end; None for as long as it takes."""
        return None if self._seconds is None else max(0.0, self._seconds - self.elapsed)

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self._seconds is not None and self.elapsed >= self._seconds
