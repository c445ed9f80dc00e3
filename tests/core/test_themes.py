"""Themes: complete, symmetric, and measured for contrast and colour blindness."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest

from thirdcard.core import drawing
from thirdcard.core.cards import BACKGROUND, COLOUR, SYMBOL
from thirdcard.core.themes import CLASSIC_THEME, THEMES, Ground, Theme

Triple = tuple[float, float, float]

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation
# of color vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009),
# severity 1.0; the matrices act on linear RGB.
VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# IEC 61966-2-1 (sRGB, white D65); its second row is the relative luminance of WCAG 2.
TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.key)


def times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: str) -> Triple:
    def channel(start: int) -> float:
        value = int(colour[start : start + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def lab(colour: str, vision: str = "normal") -> Triple:
    """Return a colour in CIE Lab as somebody with that vision sees it."""
    red, green, blue = (min(1.0, max(0.0, c)) for c in times(VISIONS[vision], linear(colour)))
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (
            value / white
            for value, white in zip(
                times(TO_XYZ, (red, green, blue)), (0.95047, 1.0, 1.08883), strict=True
            )
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def nearest(colours: tuple[str, ...], vision: str) -> float:
    """Return the smallest CIE 1976 distance of two colours; 2.3 is just noticeable."""
    return min(dist(lab(a, vision), lab(b, vision)) for a, b in combinations(colours, 2))


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted(times(TO_XYZ, linear(colour))[1] for colour in (a, b))
    return (lighter + 0.05) / (darker + 0.05)


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


def test_measures_know_their_known_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    for vision, matrix in VISIONS.items():
        assert all(sum(row) == pytest.approx(1, abs=2e-6) for row in matrix), vision


@each_theme
def test_theme_is_complete(theme: Theme) -> None:
    assert THEMES[theme.key] is theme
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


@each_theme
def test_shapes_are_symmetric_and_within_the_stripes(theme: Theme) -> None:
    across, up = drawing._REACH
    for shape in theme.shapes:
        points = vertices(shape)
        assert {(-x, -y) for x, y in points} == set(points)
        assert all(abs(x) < across and abs(y) < up for x, y in points)


@each_theme
def test_neighbouring_symbols_do_not_touch(theme: Theme) -> None:
    for shape in theme.shapes:
        widest = max(x for x, _ in vertices(shape))
        assert 2 * widest + theme.outline < drawing._STEP


@each_theme
def test_symbols_stand_out_from_every_ground(theme: Theme) -> None:
    least = 4.5 if theme.key == "contrast" else 3
    for colour in theme.colours:
        for ground in grounds(theme):
            assert contrast(colour, ground.face) >= least, (colour, ground.face)


@each_theme
def test_frames_and_backs_stand_out(theme: Theme) -> None:
    for ground in [*theme.grounds, theme.back]:
        if ground.frame:
            assert contrast(ground.edge, ground.face) >= 3


@pytest.mark.parametrize("key", ["colour-blind", "contrast"])
def test_backgrounds_differ_in_more_than_colour(key: str) -> None:
    frames = {ground.frame for ground in THEMES[key].grounds}
    assert len(frames) == len(BACKGROUND.values)
    assert None not in frames


@each_theme
def test_backgrounds_are_light_and_tell_themselves_apart(theme: Theme) -> None:
    faces = tuple(ground.face for ground in grounds(theme))
    assert nearest(faces, "normal") > 8
    assert all(lab(face)[0] > 90 for face in faces)


@pytest.mark.parametrize("vision", VISIONS)
def test_colour_blind_theme_is_safe(vision: str) -> None:
    assert nearest(THEMES["colour-blind"].colours, vision) >= 40


def test_colour_blind_theme_is_safe_in_grey() -> None:
    lightness = sorted(lab(colour)[0] for colour in THEMES["colour-blind"].colours)
    assert all(b - a >= 9 for a, b in combinations(lightness, 2))


def test_classic_theme_is_not_safe() -> None:
    assert min(nearest(CLASSIC_THEME.colours, vision) for vision in VISIONS) < 25
