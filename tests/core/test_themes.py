"""Themes: complete, symmetric, and measured for contrast and colour blindness."""

from __future__ import annotations

import re

import pytest

from thirdcard.core import drawing
from thirdcard.core.cards import BACKGROUND, COLOUR, SYMBOL
from thirdcard.core.colour import VISIONS, Vision, contrast, oklab, smallest_difference
from thirdcard.core.themes import CLASSIC_THEME, THEMES, Ground, Theme

FORMS = [theme.form(dark=dark) for theme in THEMES.values() for dark in (False, True)]
NAMES = [f"{key}{end}" for key in THEMES for end in ("", "-dark")]
each_form = pytest.mark.parametrize("theme", FORMS, ids=NAMES)
each_vision = pytest.mark.parametrize("vision", VISIONS.values(), ids=VISIONS)

LEAST = 10
"""How much the colours of any theme differ to all eyes: five times what is just noticeable."""
LEAST_SAFE = 15
"""How much those of the theme for colour-blind people do."""


def grounds(theme: Theme) -> list[Ground]:
    return [theme.plain, *theme.grounds]


def vertices(path: str) -> list[tuple[float, float]]:
    """Return end and control points of a path with absolute commands, without repetitions."""
    points: list[tuple[float, float]] = []
    x = y = 0.0
    for command, text in re.findall(r"([A-Zz])([^A-Zz]*)", path):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if command == "H":
            pairs = [(numbers[0], y)]
        elif command == "V":
            pairs = [(x, numbers[0])]
        elif command == "A":
            pairs = [(numbers[5], numbers[6])]
        else:
            assert command in "MLCQz"
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += pairs
        x, y = pairs[-1] if pairs else (x, y)
    return points


@each_form
def test_theme_is_complete(theme: Theme) -> None:
    assert theme in (THEMES[theme.key], THEMES[theme.key].dark)
    assert len(set(theme.names)) == len(COLOUR.values)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", theme.key)
    assert theme.title
    assert re.fullmatch(r"[A-Z].*\.", theme.sentence)
    assert len(set(theme.colours)) == len(COLOUR.values)
    assert len(set(theme.shapes)) == len(SYMBOL.values)
    assert len(set(theme.grounds)) == len(BACKGROUND.values)
    assert len(set(theme.marks)) in (0, len(COLOUR.values))
    used = [*theme.colours, *(c for g in [*grounds(theme), theme.back] for c in (g.face, g.edge))]
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in used)


def test_four_themes_with_the_classic_one_first() -> None:
    assert list(THEMES) == ["classic", "colour-blind", "contrast", "children"]
    assert next(iter(THEMES.values())) is CLASSIC_THEME
    assert len({theme.title for theme in THEMES.values()}) == len(THEMES)
    assert len({theme.sentence for theme in THEMES.values()}) == len(THEMES)


@each_form
def test_shapes_are_symmetric_and_within_the_stripes(theme: Theme) -> None:
    across, up = drawing._REACH
    for shape in theme.shapes:
        points = vertices(shape)
        assert {(-x, -y) for x, y in points} == set(points)
        assert all(abs(x) < across and abs(y) < up for x, y in points)


@each_form
def test_neighbouring_symbols_do_not_touch(theme: Theme) -> None:
    for shape in theme.shapes:
        widest = max(x for x, _ in vertices(shape))
        assert 2 * widest + theme.outline < drawing._STEP


@each_form
def test_symbols_stand_out_from_every_ground(theme: Theme) -> None:
    least = 4.5 if theme.key == "contrast" else 3
    for colour in theme.colours:
        for ground in grounds(theme):
            assert contrast(colour, ground.face) >= least, (colour, ground.face)


@each_form
def test_frames_and_backs_stand_out(theme: Theme) -> None:
    for ground in [*theme.grounds, theme.back]:
        if ground.frame:
            assert contrast(ground.edge, ground.face) >= 3


@pytest.mark.parametrize("key", ["colour-blind", "contrast"])
def test_backgrounds_differ_in_more_than_colour(key: str) -> None:
    frames = {ground.frame for ground in THEMES[key].grounds}
    assert len(frames) == len(BACKGROUND.values)
    assert None not in frames


@each_form
def test_backgrounds_are_as_light_as_the_page_and_tell_themselves_apart(theme: Theme) -> None:
    faces = [ground.face for ground in grounds(theme)]
    assert smallest_difference(faces) >= 4
    is_dark = THEMES[theme.key].dark is theme
    for face in faces:
        lightness = oklab(face)[0]
        assert lightness < 35 if is_dark else lightness > 90


def test_every_theme_has_a_dark_form_with_the_same_shapes() -> None:
    for theme in THEMES.values():
        dark = theme.form(dark=True)
        assert dark is theme.dark
        assert dark.form(dark=True) is dark
        assert theme.form(dark=False) is theme
        for name in ("key", "title", "names", "shapes", "marks", "outline", "stripe_step"):
            assert getattr(dark, name) == getattr(theme, name)
        assert set(dark.colours).isdisjoint(theme.colours)


@each_vision
@each_form
def test_all_eyes_tell_the_colours_apart(theme: Theme, vision: Vision) -> None:
    least = LEAST_SAFE if theme.key == "colour-blind" else LEAST
    assert smallest_difference(theme.colours, vision) >= least


def test_red_and_green_of_equal_lightness_are_found_out() -> None:
    red, green = "#d0500f", "#6f8000"
    assert smallest_difference([red, green]) > LEAST
    assert smallest_difference([red, green], VISIONS["deuteranopia"]) < LEAST


def test_colours_that_are_not_the_usual_ones_have_names_of_their_own() -> None:
    names = {key: theme.names for key, theme in THEMES.items()}
    assert names.pop("colour-blind") == ("orange", "teal", "violet")
    assert set(names.values()) == {COLOUR.values}
