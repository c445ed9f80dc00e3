"""One card, or a small sign of one, drawn on a canvas.

Three ways of drawing say the same.  In `COLOUR` a card is a light field with symbols in its colour,
on a tint where the deck has backgrounds.  In `LETTERS` nothing depends on colours: a frame around
each card, a letter for its colour, one after a stroke for its background, reversed where it is
marked.  `ASCII` is the same with symbols that any terminal has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rich.style import Style

from thirdcard.tui.canvas import Canvas
from thirdcard.tui.symbols import LEAST, draw_symbols, write_symbol
from thirdcard.variants.registry import parse_deck

__all__ = [
    "ASCII",
    "COLOUR",
    "LETTERS",
    "Drawing",
    "Face",
    "Marks",
    "draw_card",
    "read_face",
    "sign",
    "sign_style",
]

Drawing = Literal["colour", "letters", "ascii"]
COLOUR: Drawing = "colour"
LETTERS: Drawing = "letters"
ASCII: Drawing = "ascii"

_INKS = {"red": "#d0182c", "green": "#0a7d3b", "purple": "#5b2a9d"}
_INKS_ON_DARK = {"red": "#ff7b86", "green": "#5fd58c", "purple": "#c0a0ff"}
_TINTS = {"red": "#ffd3d0", "green": "#c9f0cf", "purple": "#dcd2ff"}
_FACE, _MARKED, _HINTED = "#f6f3ea", "#ffe9a6", "#d3ebff"
_MARKED_HALO, _HINTED_HALO = "#ffc21a", "#3d9be9"
_BACK, _BACK_INK = "#2c4a7c", "#46689f"
_KEY = "#6a675e"

_SIGNS = {"diamond": "◆◈◇", "squiggle": "▰▨▱", "oval": "●◍○"}
_SIGN_SHADES = ("solid", "striped", "open")


@dataclass(frozen=True)
class Face:
    """What a card shows, by the names of the values; `background` is None for most decks."""

    number: int
    colour: str
    shading: str
    symbol: str
    background: str | None


@dataclass(frozen=True)
class Marks:
    """What is to be seen at a card beside its face.

    Attributes:
        key: the key that marks it, empty for none.
        is_marked: whether it is marked for a claim.
        is_hinted: whether a hint shows it.
        is_at: whether the cursor is there.
    """

    key: str = ""
    is_marked: bool = False
    is_hinted: bool = False
    is_at: bool = False


@lru_cache(maxsize=1024)
def read_face(deck: str, code: str) -> Face:
    """Return what a card shows; where a deck has no shading all of it is solid."""
    choice = parse_deck(deck)
    point = choice.find_point(code)
    assert point is not None, code
    values = choice.values(point)
    return Face(
        number=("one", "two", "three").index(values["number"]) + 1,
        colour=values["colour"],
        shading=values.get("shading", "solid"),
        symbol=values["symbol"],
        background=values.get("background"),
    )


def _letters(face: Face) -> str:
    """Return the letters of a card's colour and background: "R", or "R/G" for red on green."""
    letters = face.colour[0].upper()
    return letters if face.background is None else f"{letters}/{face.background[0].upper()}"


def draw_card(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    face: Face | None,
    marks: Marks,
    drawing: Drawing,
) -> None:
    """Draw a card into a box of x, y, width and height, around which its frame has a cell.

    Args:
        canvas: where to draw.
        box: the room.
        face: what it shows, None while it lies face down.
        marks: what else is to be seen.
        drawing: how to draw.
    """
    x, y, width, height = box
    if drawing == COLOUR and (marks.is_marked or marks.is_hinted):
        halo = Style(bgcolor=_MARKED_HALO if marks.is_marked else _HINTED_HALO)
        canvas.fill(x - 1, y - 1, width + 2, height + 2, " ", halo)
    canvas.fill(x, y, width, height, " ", _ground(face, marks, drawing))
    if drawing != COLOUR:
        _draw_frame(canvas, box, marks, drawing)
    if height == 1:
        _draw_line(canvas, box, face, marks, drawing)
        return
    if face is None:
        _draw_back(canvas, box, drawing)
    else:
        _draw_face(canvas, box, face, drawing)
    _draw_corners(canvas, box, face, marks, drawing)


def _ground(face: Face | None, marks: Marks, drawing: Drawing) -> Style:
    if drawing != COLOUR:
        return Style(reverse=marks.is_marked)
    if face is None:
        return Style(bgcolor=_BACK)
    if face.background is not None:
        return Style(bgcolor=_TINTS[face.background])
    if marks.is_marked:
        return Style(bgcolor=_MARKED)
    return Style(bgcolor=_HINTED if marks.is_hinted else _FACE)


def _draw_frame(
    canvas: Canvas, box: tuple[int, int, int, int], marks: Marks, drawing: Drawing
) -> None:
    x, y, width, height = box
    corner, across, down = "+-|" if drawing == ASCII else "┼─│"
    style = Style(bold=marks.is_at, dim=not marks.is_at)
    for row in (y - 1, y + height):
        canvas.put(x - 1, row, corner + across * width + corner, style)
    for row in range(y, y + height):
        canvas.put(x - 1, row, down, style)
        canvas.put(x + width, row, down, style)


def _draw_line(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    face: Face | None,
    marks: Marks,
    drawing: Drawing,
) -> None:
    """Draw a card that has one line: its key, its symbols, its letters."""
    x, y, _, _ = box
    style = Style(color=_KEY) if drawing == COLOUR else Style.null()
    canvas.put(x, y, marks.key or " ", style + Style(bold=True, reverse=marks.is_at))
    if face is None:
        _draw_pattern(canvas, (x + 1, y, box[2] - 1, 1), drawing)
        return
    ink = Style(color=_INKS[face.colour]) if drawing == COLOUR else Style.null()
    text = _write_small(face, drawing)
    text += "" if drawing == COLOUR else _letters(face).replace("/", "")
    canvas.put(x + 1, y, text + ("*" if marks.is_hinted else ""), ink)


def _write_small(face: Face, drawing: Drawing) -> str:
    """Return a card's symbols in at most four characters, without letters."""
    if drawing == ASCII:
        return f"{face.number}{write_symbol(face.symbol, face.shading, 3)}"
    return sign(face, LETTERS, with_letters=False)


def _draw_back(canvas: Canvas, box: tuple[int, int, int, int], drawing: Drawing) -> None:
    x, y, width, height = box
    _draw_pattern(canvas, (x + 1, y + 1, width - 2, height - 1), drawing)


def _draw_pattern(canvas: Canvas, box: tuple[int, int, int, int], drawing: Drawing) -> None:
    style = Style(color=_BACK_INK) if drawing == COLOUR else Style(dim=True)
    canvas.fill(*box, ":" if drawing == ASCII else "░", style)


def _draw_face(
    canvas: Canvas, box: tuple[int, int, int, int], face: Face, drawing: Drawing
) -> None:
    x, y, width, height = box
    ink = Style(color=_INKS[face.colour], bold=False) if drawing == COLOUR else Style.null()
    # The key needs a corner only; letters need a row.
    top, room = (y, height) if drawing == COLOUR and width > LEAST[0] else (y + 1, height - 1)
    if drawing == ASCII:
        lines = _write_lines(face, min(width - 2, 10), room)
    elif width >= LEAST[0] and room >= LEAST[1]:
        lines = draw_symbols(face.number, face.symbol, face.shading, width, room)
    else:
        lines, top = [_write_small(face, drawing)], y + max(1, height // 2)
    for row, line in enumerate(lines):
        canvas.put(x + (width - len(line)) // 2, top + row, line, ink)


def _write_lines(face: Face, width: int, room: int) -> list[str]:
    if room < face.number:
        return [f"{face.number} {write_symbol(face.symbol, face.shading, 3)}"]
    symbol = write_symbol(face.symbol, face.shading, max(3, width))
    spare = room - face.number
    return [""] * ((spare + 1) // 2) + [symbol] * face.number


def _draw_corners(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    face: Face | None,
    marks: Marks,
    drawing: Drawing,
) -> None:
    x, y, width, _ = box
    faint = Style(color=_KEY if face is not None or marks.is_marked else "#b8c8e4")
    style = faint if drawing == COLOUR else Style.null()
    key = marks.key or (" " if marks.is_at else "")
    canvas.put(x, y, key, style + Style(bold=True, reverse=marks.is_at))
    right = "*" if marks.is_hinted else ""
    if face is not None and drawing != COLOUR:
        right += _letters(face)
    elif marks.is_hinted:
        right = "hint" if width >= 20 else "*"
    canvas.put(x + width - len(right), y, right, style + Style(bold=True))


def sign(face: Face, drawing: Drawing, *, with_letters: bool = True) -> str:
    """Return a card in one to six characters, for a line of text; without its key.

    >>> sign(read_face("classic", "2RSD"), LETTERS), sign(read_face("classic", "1GOO"), ASCII)
    ('◆◆R', '()G')
    """
    if drawing == ASCII:
        small = write_symbol(face.symbol, face.shading, 2 if face.shading == "open" else 3)
    else:
        small = _SIGNS[face.symbol][_SIGN_SHADES.index(face.shading)]
    letters = _letters(face) if with_letters and drawing != COLOUR else ""
    return small * face.number + letters


def sign_style(face: Face, drawing: Drawing) -> Style:
    """Return how the sign of a card is written on the ground of the screen."""
    if drawing != COLOUR:
        return Style.null()
    if face.background is not None:
        return Style(color=_INKS[face.colour], bgcolor=_TINTS[face.background])
    return Style(color=_INKS_ON_DARK[face.colour])
