"""A grid of characters, each with its style."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

__all__ = ["Canvas"]

_PLAIN = Style.null()


class Canvas:
    """So many rows of so many character cells, at first blank.

    What is put outside of it is cut off.  A character that is two cells wide leaves the second of
    them empty; what has no width, or does not print, is left out.
    """

    def __init__(self, width: int, height: int, style: Style = _PLAIN) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self._characters = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[style] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: Style = _PLAIN) -> None:
        """Write a text from a cell to the right; its style is laid over what is there."""
        if not 0 <= y < self.height:
            return
        column = x
        for character in text:
            wide = cell_len(character) if character.isprintable() else 0
            if 0 <= column <= self.width - wide:
                for cell, shown in enumerate([character, ""][:wide]):
                    self._characters[y][column + cell] = shown
                    self._styles[y][column + cell] += style
            column += wide

    def write(self, x: int, y: int, *spans: tuple[str, Style]) -> int:
        """Write texts one after the other, and return where the next would begin."""
        for text, style in spans:
            self.put(x, y, text, style)
            x += cell_len(text)
        return x

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Make a rectangle blank."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._characters[row][column] = " "
                self._styles[row][column] = _PLAIN

    def fill(self, x: int, y: int, width: int, height: int, character: str, style: Style) -> None:
        """Fill a rectangle with a character."""
        for row in range(y, y + height):
            self.put(x, row, character * width, style)

    def row(self, y: int) -> list[Segment]:
        """Return a row as runs of one style each."""
        cells = zip(self._characters[y], self._styles[y], strict=True)
        runs = groupby(cells, key=lambda cell: cell[1])
        return [Segment("".join(c for c, _ in run), style) for style, run in runs]

    def style_at(self, x: int, y: int) -> Style:
        """Return the style of a cell."""
        return self._styles[y][x]

    def text(self) -> str:
        """Return all rows without styles, and without blanks at their ends."""
        return "\n".join("".join(row).rstrip() for row in self._characters)
