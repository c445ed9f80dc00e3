"""Lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["join_words"]


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as one says them: "a", "a and b", "a, b and c".

    >>> join_words(["red", "green", "purple"], "or")
    'red, green or purple'
    """
    *rest, end = words
    return f"{', '.join(rest)} {last} {end}" if rest else end
