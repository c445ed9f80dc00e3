"""The table of measured looks says what is measured."""

from tests.docs.pages import DOCS, rows
from thirdcard.core.colour import VISIONS, contrast, smallest_difference
from thirdcard.core.themes import THEMES


def measured() -> list[list[str]]:
    told = []
    for theme in THEMES.values():
        for is_dark in (False, True):
            form = theme.form(dark=is_dark)
            faces = [ground.face for ground in (form.plain, *form.grounds)]
            least = min(contrast(colour, face) for colour in form.colours for face in faces)
            apart = [smallest_difference(form.colours, vision) for vision in VISIONS.values()]
            told.append(
                [theme.title, "dark" if is_dark else "light", f"{least:.1f}"]
                + [f"{difference:.0f}" for difference in apart]
            )
    return told


def test_the_table_says_what_is_measured() -> None:
    text = (DOCS / "looks.md").read_text("utf-8")
    table = text.partition("| theme | page |")[2]
    told = [row for row in rows("| theme | page |" + table) if row[1] in ("light", "dark")]
    assert told == measured()


def test_every_theme_and_its_names_of_colours_are_told() -> None:
    text = (DOCS / "looks.md").read_text("utf-8")
    for theme in THEMES.values():
        assert any(
            row[0] == theme.title and row[-1] == ", ".join(theme.names) for row in rows(text)
        )
