"""Characters and styles land in the cells where they are put."""

from rich.style import Style

from thirdcard.tui.canvas import Canvas

RED, BOLD = Style(color="red"), Style(bold=True)


def test_what_is_put_outside_is_cut_off() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "abcdef")
    canvas.put(0, 2, "no")
    canvas.put(2, 1, "xyz")
    assert canvas.text() == "bcde\n  xy"


def test_rows_are_runs_of_one_style() -> None:
    canvas = Canvas(5, 1)
    canvas.put(1, 0, "ab", RED)
    canvas.put(2, 0, "b", BOLD)
    assert [(s.text, s.style) for s in canvas.row(0)] == [
        (" ", Style.null()),
        ("a", RED),
        ("b", RED + BOLD),
        ("  ", Style.null()),
    ]


def test_wide_characters_take_two_cells() -> None:
    canvas = Canvas(6, 1)
    end = canvas.write(0, 0, ("猫", RED), ("x", BOLD))
    assert end == 3
    assert [s.text for s in canvas.row(0)] == ["猫", "x", "   "]
    assert canvas.style_at(2, 0) == BOLD
    narrow = Canvas(3, 1)
    narrow.put(2, 0, "猫")
    assert narrow.text() == ""


def test_what_does_not_print_is_left_out() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "a\x1b[2Jb\n")
    assert canvas.text() == "a[2Jb"


def test_clearing() -> None:
    canvas = Canvas(3, 2, RED)
    canvas.put(0, 0, "abc")
    canvas.clear(1, 0, 5, 1)
    assert canvas.text() == "a\n"
    assert canvas.style_at(1, 0) == Style.null()
    assert canvas.style_at(1, 1) == RED
