"""Lines of numbers and words, as all formats here have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from thirdcard.errors import MalformedError

__all__ = ["MOST_VERTICES", "describe", "fail", "iter_lines", "parse_number", "parse_vertex"]

MOST_VERTICES: Final = 1_000_000
"""The most vertices of a graph or hypergraph that is read; more are taken for a mistake."""

_LONGEST: Final = 40


def describe(word: str) -> str:
    """Return a word of a file in quotes, cut if it is long, in characters that can be printed."""
    return ascii(word if len(word) <= _LONGEST else word[:_LONGEST] + "...")


def fail(line: int, message: str) -> MalformedError:
    """Return the error for a line of a file, counted from 1."""
    return MalformedError(f"line {line}: {message}")


def iter_lines(text: str, comment: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of each line that is not empty and no comment."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.startswith(comment) and (words := line.split()):
            yield number, words


def parse_number(line: int, word: str, what: str) -> int:
    """Return a whole number, perhaps below 0.

    Raises:
        MalformedError: it is none.
    """
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _LONGEST:
        raise fail(line, f"{describe(word)}: expected {what}")
    return int(word)


def parse_vertex(line: int, word: str, vertices: int) -> int:
    """Return a vertex as numbered from 0, of a file where it is numbered from 1.

    Raises:
        MalformedError: it is no vertex.
    """
    number = parse_number(line, word, f"a vertex from 1 to {vertices}")
    if not 1 <= number <= vertices:
        raise fail(line, f"vertex {number}: expected 1 to {vertices}")
    return number - 1
