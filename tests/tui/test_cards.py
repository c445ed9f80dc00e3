"""Cards show all their features, in each of the three ways of drawing."""

import pytest
from rich.style import Style

from thirdcard.tui.canvas import Canvas
from thirdcard.tui.cards import (
    ASCII,
    COLOUR,
    LETTERS,
    Drawing,
    Marks,
    draw_card,
    read_face,
    sign,
    sign_style,
)
from thirdcard.variants.axes import DECKS

BOXES = [(1, 1, 7, 1), (1, 1, 5, 2), (1, 1, 7, 3), (1, 1, 10, 5), (1, 1, 20, 11)]
UNMARKED = Marks()
Cells = tuple[tuple[str, Style], ...]


def draw(
    deck: str,
    code: str | None,
    box: tuple[int, int, int, int],
    drawing: Drawing,
    marks: Marks = UNMARKED,
) -> Canvas:
    canvas = Canvas(box[2] + 2, box[3] + 2)
    face = None if code is None else read_face(deck, code)
    draw_card(canvas, box, face, marks, drawing)
    return canvas


def cells(canvas: Canvas) -> Cells:
    rows = canvas.text().split("\n")
    return tuple(
        (row.ljust(canvas.width)[x], canvas.style_at(x, y))
        for y, row in enumerate(rows)
        for x in range(canvas.width)
    )


@pytest.mark.parametrize("deck", [choice.key for choice in DECKS.values])
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("drawing", [COLOUR, LETTERS, ASCII])
def test_no_two_cards_look_the_same(
    deck: str, box: tuple[int, int, int, int], drawing: Drawing
) -> None:
    choice = next(choice for choice in DECKS.values if choice.key == deck).deck
    canvases = [draw(deck, code, box, drawing) for code in choice.codes]
    seen = {cells(canvas) if drawing == COLOUR else canvas.text() for canvas in canvases}
    assert len(seen) == choice.size
    if drawing == ASCII:
        assert all(canvas.text().isascii() for canvas in canvases)


@pytest.mark.parametrize("drawing", [LETTERS, ASCII])
def test_without_colours_nothing_has_a_colour(drawing: Drawing) -> None:
    marks = Marks("q", is_marked=True, is_hinted=True, is_at=True)
    for code in ("2RHOG", None):
        canvas = draw("mega", code, BOXES[2], drawing, marks)
        for _, style in cells(canvas):
            assert style.color is None
            assert style.bgcolor is None


@pytest.mark.parametrize("drawing", [COLOUR, LETTERS, ASCII])
@pytest.mark.parametrize("box", BOXES)
def test_marks_hints_and_the_cursor_are_seen(
    drawing: Drawing, box: tuple[int, int, int, int]
) -> None:
    kinds = [
        Marks("q"),
        Marks("q", is_marked=True),
        Marks("q", is_hinted=True),
        Marks("q", is_at=True),
    ]
    assert len({cells(draw("mega", "1RSDG", box, drawing, marks)) for marks in kinds}) == 4
    assert draw("mega", "1RSDG", box, drawing, kinds[0]).text().split("\n")[1][1] == "q"


def test_a_marked_card_keeps_its_background() -> None:
    marks = Marks(is_marked=True)
    faces = {cells(draw("mega", f"1RSD{b}", BOXES[2], COLOUR, marks)) for b in "RGP"}
    assert len(faces) == 3


@pytest.mark.parametrize("drawing", [COLOUR, LETTERS, ASCII])
def test_the_back_tells_nothing(drawing: Drawing) -> None:
    canvas = draw("classic", None, BOXES[2], drawing, Marks("q"))
    assert {character for character, _ in cells(canvas)} <= set(" q░:+-|┼─│")


@pytest.mark.parametrize("drawing", [COLOUR, LETTERS, ASCII])
@pytest.mark.parametrize("deck", [choice.key for choice in DECKS.values])
def test_signs_differ(deck: str, drawing: Drawing) -> None:
    choice = next(choice for choice in DECKS.values if choice.key == deck).deck
    faces = [read_face(deck, code) for code in choice.codes]
    seen = {(sign(face, drawing), sign_style(face, drawing)) for face in faces}
    assert len(seen) == choice.size
