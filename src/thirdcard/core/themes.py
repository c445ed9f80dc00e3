"""What cards look like: a theme is a value, and a new look is one more of them in `THEMES`.

A theme has a form for light pages and one for dark ones.  Its colours are chosen by measurement, so
that cards are told apart by people with a colour deficiency too; see `thirdcard.core.colour`.  The
one for the copier has black alone, so it cannot be one of those: it is for paper, where there is
nothing dark.

Shapes, frames and marks are SVG path data in the user units of `thirdcard.core.drawing`: a card
is 180 wide and 120 high and has its centre at the origin, and so has every shape its own.  Values
are told apart by their index, so ``colours[0]`` is red and ``shapes[2]`` the oval.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from thirdcard.core.cards import ColourWords, Words, say_colours
from thirdcard.phrases import counted, phrase

__all__ = ["CLASSIC_THEME", "COPIER_THEME", "PAPER_THEMES", "THEMES", "Emblem", "Ground", "Theme"]

# An oval is 39 high from its middle.  A stripe would fall there at a step of 6 or 7.1, so at these
# none lies close to its ends, where it would make the outline look thick.
_SHAPES = (
    "M0-43 21 0 0 43-21 0z",
    "M-21-17.5C-21-30-8.5-39.6 4-40C10.3-40.2 17.2-37 16-31.3C14.2-22.8 8.7-19.3 9.3-10.6"
    "C9.9-1.9 21 5 21 17.5C21 30 8.5 39.6-4 40C-10.3 40.2-17.2 37-16 31.3"
    "C-14.2 22.8-8.7 19.3-9.3 10.6C-9.9 1.9-21-5-21-17.5z",
    "M-18-21A18 18 0 0 1 18-21V21A18 18 0 0 1-18 21z",
)
_ROUND_SHAPES = (
    "M-4-37.5Q0-44.5 4-37.5L20.5-5.5Q23 0 20.5 5.5L4 37.5Q0 44.5-4 37.5L-20.5 5.5Q-23 0-20.5-5.5z",
    "M-22.5-17.5C-22.5-31.5-11-39.8 2-40C10.5-40.1 18.9-35.4 18-29C16.9-21.1 10.6-19 11.5-10"
    "C12.4-1 22.5 4.5 22.5 17.5C22.5 31.5 11 39.8-2 40C-10.5 40.1-18.9 35.4-18 29"
    "C-16.9 21.1-10.6 19-11.5 10C-12.4 1-22.5-4.5-22.5-17.5z",
    "M-20-19A20 20 0 0 1 20-19V19A20 20 0 0 1-20 19z",
)
_FRAMES = (
    "M-75.5-51.5H75.5A6 6 0 0 1 81.5-45.5V45.5A6 6 0 0 1 75.5 51.5"
    "H-75.5A6 6 0 0 1-81.5 45.5V-45.5A6 6 0 0 1-75.5-51.5z",
    "M-81.5-29V-45.5A6 6 0 0 1-75.5-51.5H-52M52-51.5H75.5A6 6 0 0 1 81.5-45.5V-29"
    "M81.5 29V45.5A6 6 0 0 1 75.5 51.5H52M-52 51.5H-75.5A6 6 0 0 1-81.5 45.5V29",
    "M-34-51.5H34M-34 51.5H34M-81.5-20V20M81.5-20V20",
)
# O, T and V.
_LETTERS = (
    "M0-4.3A3.4 4.3 0 0 1 0 4.3A3.4 4.3 0 0 1 0-4.3z",
    "M-3-4.3H3M0-4.3V4.3",
    "M-3-4.3 0 4.3 3-4.3",
)


@dataclass(frozen=True)
class Ground:
    """What the symbols of a card lie on.

    Attributes:
        face: colour of the card.
        edge: colour of its border, and of the frame if it has one.
        frame: a line inside the border that says without colour which background it is.
    """

    face: str
    edge: str
    frame: str | None = None


@dataclass(frozen=True)
class Emblem:
    """What says a colour without colour: a plate on each symbol, and a letter on it.

    Attributes:
        plate: outline of the plate.
        letter: the letter's lines.
        is_dark: whether the letter is light on dark, and the plate has a light edge.
    """

    plate: str
    letter: str
    is_dark: bool = False


_EMBLEMS = (
    Emblem(
        "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0z",
        "M-4 6V-6H.6A3.2 3.2 0 0 1 .6 .4H-4M.4 .4 4.4 6",
    ),
    Emblem("M-12.5-12.5H12.5V12.5H-12.5z", "M4.6-3.8A5.2 6 0 1 0 4.8 2.6V.8H1", is_dark=True),
    Emblem("M0-19 16.5 11H-16.5z", "M-2.8 8.2V-3.8H.8A3.2 3.2 0 0 1 .8 2.6H-2.8"),
)


@dataclass(frozen=True)
class Theme:
    """A look of the cards: data only, with one entry a value wherever a feature has values.

    Attributes:
        key: its name in addresses, on the command line, and in the ids of drawings.
        title: its name for people.
        sentence: what it is like and for whom, in one sentence.
        colours: of the symbols.
        say_colours: what the colours are called beside so many symbols, and as backgrounds.
        plain: the ground of decks without backgrounds.
        grounds: of the background's values.
        back: field and drawing of a card that lies face down.
        shapes: outlines of the symbols, each symmetric under a half turn.
        outline: width of the symbols' outlines.
        stripe: width of a stripe.
        stripe_step: from the middle of a stripe to the next one's.
        border: width of the card's border.
        marks: a letter for every colour, drawn in two corners, or none.
        emblems: for every colour what is drawn on its symbols, or none.
        dark: the same look for a page that is dark; None for a theme that is such a form itself.
    """

    key: str
    title: str
    sentence: str
    colours: tuple[str, ...]
    plain: Ground
    grounds: tuple[Ground, ...]
    back: Ground
    say_colours: ColourWords = field(default=say_colours, repr=False)
    shapes: tuple[str, ...] = field(default=_SHAPES, repr=False)
    outline: float = 3.4
    stripe: float = 2.2
    stripe_step: float = 6
    border: float = 1.5
    marks: tuple[str, ...] = field(default=(), repr=False)
    emblems: tuple[Emblem, ...] = field(default=(), repr=False)
    dark: Theme | None = field(default=None, repr=False)

    @property
    def names(self) -> Words:
        """What the colours are called."""
        return self.say_colours(1)

    def form(self, *, dark: bool) -> Theme:
        """Return this look for a page that is dark, or light."""
        return self.dark if dark and self.dark else self

    def ground(self, background: int | None) -> Ground:
        """Return the ground of a value of the background, of None for a deck that has none."""
        return self.plain if background is None else self.grounds[background]


def _with_dark(
    light: Theme,
    colours: tuple[str, str, str],
    plain: Ground,
    grounds: tuple[Ground, Ground, Ground],
    back: Ground,
) -> Theme:
    dark = replace(light, colours=colours, plain=plain, grounds=grounds, back=back)
    return replace(light, dark=dark)


def _say_safe_colours(count: int) -> Words:
    return (
        counted(count, "orange", "orange"),
        counted(count, "teal", "teal"),
        counted(count, "violet", "violet"),
    )


CLASSIC_THEME: Final = _with_dark(
    Theme(
        key="classic",
        title=phrase("Classic"),
        sentence=phrase("Red, green and purple, as one knows the printed cards."),
        colours=("#e4101e", "#0d8560", "#6a1fc0"),
        plain=Ground("#ffffff", "#c5c8cf"),
        grounds=(
            Ground("#fde4df", "#e8a79d"),
            Ground("#dcf2e0", "#93c9a2"),
            Ground("#e9e1f8", "#b7a3dd"),
        ),
        back=Ground("#3b3a78", "#ffffff", _FRAMES[0]),
    ),
    colours=("#ff5049", "#8ce8b0", "#9d78ff"),
    plain=Ground("#23282e", "#4b545d"),
    grounds=(
        Ground("#3a2527", "#7c4a4a"),
        Ground("#1f3328", "#44705a"),
        Ground("#2f2941", "#655a8c"),
    ),
    back=Ground("#2d2c5c", "#c9c8ee", _FRAMES[0]),
)

_COLOUR_BLIND = _with_dark(
    Theme(
        key="colour-blind",
        title=phrase("Colour-blind safe"),
        sentence=phrase(
            "Orange, teal and violet, which all eyes tell apart, with a letter in the corner."
        ),
        colours=("#dc5800", "#008c90", "#480a70"),
        say_colours=_say_safe_colours,
        plain=Ground("#ffffff", "#b4b8c0"),
        grounds=(
            Ground("#fff0e6", "#c04c00", _FRAMES[0]),
            Ground("#e0f5f0", "#00777a", _FRAMES[1]),
            Ground("#efe8fa", "#480a70", _FRAMES[2]),
        ),
        back=Ground("#00505f", "#ffffff", _FRAMES[0]),
        marks=_LETTERS,
    ),
    colours=("#ff8a1f", "#6fe8dc", "#a06cff"),
    plain=Ground("#23282e", "#525b64"),
    grounds=(
        Ground("#3a2a1d", "#ff8a1f", _FRAMES[0]),
        Ground("#1b3431", "#6fe8dc", _FRAMES[1]),
        Ground("#302943", "#a06cff", _FRAMES[2]),
    ),
    back=Ground("#063c47", "#d5eef2", _FRAMES[0]),
)

_CONTRAST = _with_dark(
    Theme(
        key="contrast",
        title=phrase("High contrast"),
        sentence=phrase(
            "Strong colours, thick outlines, clear borders, for low vision and poor printers."
        ),
        colours=("#c8261c", "#003a1a", "#7010d0"),
        plain=Ground("#ffffff", "#000000"),
        grounds=(
            Ground("#ffe9e4", "#000000", _FRAMES[0]),
            Ground("#dff7e3", "#000000", _FRAMES[1]),
            Ground("#ece5ff", "#000000", _FRAMES[2]),
        ),
        back=Ground("#000000", "#ffffff", _FRAMES[0]),
        outline=5,
        stripe=2.6,
        stripe_step=7.1,
        border=4,
    ),
    colours=("#ff4d40", "#a0f5b0", "#a878ff"),
    plain=Ground("#000000", "#ffffff"),
    grounds=(
        Ground("#2a1012", "#ffffff", _FRAMES[0]),
        Ground("#0c2214", "#ffffff", _FRAMES[1]),
        Ground("#1c1433", "#ffffff", _FRAMES[2]),
    ),
    back=Ground("#ffffff", "#000000", _FRAMES[0]),
)

_CHILDREN = _with_dark(
    Theme(
        key="children",
        title=phrase("Children"),
        sentence=phrase("Round, fat shapes in bright colours on a warm ground, for small hands."),
        colours=("#f01525", "#1f8e5f", "#8a42ea"),
        plain=Ground("#fffaf0", "#e6d5b8"),
        grounds=(
            Ground("#ffe6e0", "#f5a99b"),
            Ground("#dcf5df", "#8fd3a0"),
            Ground("#ece4ff", "#bfa8f5"),
        ),
        back=Ground("#0f6fae", "#ffe27a", _FRAMES[0]),
        shapes=_ROUND_SHAPES,
        outline=4.5,
        stripe=2.8,
        stripe_step=7.1,
        border=3,
    ),
    colours=("#ff5a5f", "#84e3a6", "#a780ff"),
    plain=Ground("#2b2620", "#6a5c47"),
    grounds=(
        Ground("#46282a", "#8f5353"),
        Ground("#243a2b", "#4f8062"),
        Ground("#352c4c", "#7160a0"),
    ),
    back=Ground("#0c4a75", "#ffe27a", _FRAMES[0]),
)

THEMES: Final = {theme.key: theme for theme in (CLASSIC_THEME, _COLOUR_BLIND, _CONTRAST, _CHILDREN)}
"""Every theme by its key, the usual one first."""

_BLACK, _WHITE = "#000000", "#ffffff"

COPIER_THEME: Final = Theme(
    key="copier",
    title=phrase("Copier"),
    sentence=phrase(
        "Black and white, with a letter on a circle, a square or a triangle for each colour."
    ),
    colours=(_BLACK,) * 3,
    plain=Ground(_WHITE, _BLACK),
    grounds=(
        Ground(_WHITE, _BLACK, _FRAMES[0]),
        Ground(_WHITE, _BLACK, _FRAMES[1]),
        Ground(_WHITE, _BLACK, _FRAMES[2]),
    ),
    back=Ground(_WHITE, _BLACK, _FRAMES[0]),
    emblems=_EMBLEMS,
)

PAPER_THEMES: Final = THEMES | {COPIER_THEME.key: COPIER_THEME}
"""Every theme that can be printed by its key; the copier's is the last."""
