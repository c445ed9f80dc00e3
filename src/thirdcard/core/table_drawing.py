"""A whole table as one picture: for a page, a slide, a forum post, or the printer.

The document has everything in it and refers to nothing: no other file, and no font, since numbers
are drawn as lines.  Lengths are those of `thirdcard.core.drawing`: a card lying down is 180 by 120.

Cards lie in rows, in the order in which a table is written, and groups as the game has them.  How
many cards make a row, and whether they stand, is chosen so that the picture is about 1.6 times as
wide as high and no row is left incomplete.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from math import log

from thirdcard.core.cards import Deck
from thirdcard.core.drawing import HEIGHT, WIDTH, draw_card, say_card
from thirdcard.core.geometry import Point
from thirdcard.core.themes import CLASSIC_THEME, Theme

__all__ = ["table_svg"]

_XMLNS = "http://www.w3.org/2000/svg"

_MARGIN, _GAP, _PADDING, _BETWEEN = 28, 18, 18, 24
_NUMBER_HEIGHT = 36
_RING, _RADIUS = 7, 12

_RATIO = 1.6
_INCOMPLETE, _STANDING = 0.8, 0.3

# Ten by sixteen around the middle.
_DIGITS = (
    "M0-8C4-8 5-4 5 0S4 8 0 8-5 4-5 0-4-8 0-8z",
    "M-3.5-4.5 1-8V8",
    "M-5-4C-5-6.5-3-8 0-8S5-6.5 5-4C5-.5 0 2.5-5 8H5",
    "M-4.5-8H4.5L-.8-2C3-2.2 5 0 5 3S3 8 0 8C-2.6 8-4.4 6.8-5 4.8",
    "M2.5 8V-8L-5.5 4H5.5",
    "M4.5-8H-3.7L-4.5-1C-3.2-2.1-1.8-2.6-.2-2.6C3-2.6 5-.4 5 2.7S3 8 0 8C-2.4 8-4.2 6.8-5 4.8",
    "M4.4-6C3.5-7.4 2.2-8 .6-8C-3-8-5-4.4-5 1.4S-3.2 8 0 8 5 6 5 3 3.2-2 0-2-5 0-5 3",
    "M-5-8H5L-1.5 8",
    "M0-8C2.8-8 4.3-6.5 4.3-4.4S2.5-.7 0-.7-4.3-2.3-4.3-4.4-2.8-8 0-8zM0-.7C3-.7 5 1.2 5 3.7"
    "S3 8 0 8-5 6.2-5 3.7-3-.7 0-.7z",
    "M-4.4 6C-3.5 7.4-2.2 8-.6 8C3 8 5 4.4 5-1.4S3.2-8 0-8-5-6-5-3-3.2 2 0 2 5 0 5-3",
)
_DIGIT_STEP = 14


@dataclass(frozen=True)
class _Ground:
    """The colours of what the cards lie on."""

    felt: str
    panel: str
    line: str
    ink: str
    ring: str


_LIGHT = _Ground("#dfe6dc", "#eff3ee", "#a9bba6", "#3c423b", "#c47f00")
_DARK = _Ground("#1b2925", "#2b3733", "#56726a", "#c9d3cd", "#ffb62e")


@dataclass(frozen=True)
class _Box:
    """A rectangle by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> _Box:
        return _Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, x: float) -> _Box:
        return _Box(self.x + x, self.y, self.width, self.height)

    def rect(self, radius: float, look: str) -> str:
        return (
            f'<rect x="{_n(self.x)}" y="{_n(self.y)}" width="{_n(self.width)}" '
            f'height="{_n(self.height)}" rx="{_n(radius)}" {look}/>'
        )


@dataclass(frozen=True)
class _Place:
    """Where a card lies, or might: its box, the card, and its number, 0 for none."""

    box: _Box
    point: Point | None
    number: int = 0


@dataclass(frozen=True)
class _Plan:
    """How the cards of a group lie.

    Attributes:
        columns, rows: of cards.
        portrait: whether they stand.
        below: the room below each for its number.
    """

    columns: int
    rows: int
    portrait: bool
    below: int

    @property
    def card(self) -> tuple[int, int]:
        return (HEIGHT, WIDTH) if self.portrait else (WIDTH, HEIGHT)

    @property
    def step(self) -> tuple[int, int]:
        width, height = self.card
        return width + _GAP, height + (self.below or _GAP)

    @property
    def size(self) -> tuple[int, int]:
        across, down = self.step
        return self.columns * across - _GAP, self.rows * down - (0 if self.below else _GAP)

    def box(self, x: float, y: float, index: int) -> _Box:
        """Return where a card lies in a group whose corner is at x, y."""
        row, column = divmod(index, self.columns)
        across, down = self.step
        return _Box(x + column * across, y + row * down, *self.card)


def table_svg(
    deck: Deck,
    groups: Sequence[Sequence[Point | None]],
    theme: Theme = CLASSIC_THEME,
    *,
    shape: tuple[int, int] = (1, 1),
    previous: Sequence[Point] = (),
    title: str = "",
    dark: bool = False,
    numbers: bool = False,
    ground: bool = True,
    marked: Collection[Point] = (),
    columns: int | None = None,
    portrait: bool | None = None,
    width: float | None = None,
    tell: Callable[[str], str] = str,
) -> str:
    """Draw a table as an SVG document.

    Every card has itself in words as its title.  The ids in it name the theme, and not whether it
    is light or dark.

    Args:
        deck: the deck.
        groups: the cards of each group, None for an empty place, as
            `thirdcard.core.notation.parse_groups` returns them.
        theme: their look.
        shape: rows and columns of groups.
        previous: the claim to be continued, which lies below the table.
        title: the table in words, for who cannot see it; "" for none.
        dark: whether it is for a page that is dark.
        numbers: whether the cards are numbered, group by group from 1, with no number for an
            empty place.
        ground: whether what the cards lie on is drawn; without it the picture is transparent.
        marked: cards with a ring around them.
        columns: how many cards of a group make a row, None for what fits best.
        portrait: whether cards stand, None for what fits best.
        width: of the picture; without one it takes what room it is given.
        tell: says words in a language.

    Raises:
        ValueError: the deck has a feature that no drawing shows.

    >>> from thirdcard.variants.decks import CLASSIC
    >>> svg = table_svg(CLASSIC, [[0, 31, 80]], title="Three cards", width=600)
    >>> svg.count("<title>"), svg[-6:]
    (4, '</svg>')
    """
    look, colours = theme.form(dark=dark), _DARK if dark else _LIGHT
    plan = _make_plan(groups, shape, columns, portrait, _NUMBER_HEIGHT if numbers else 0)
    scene = _lay(plan, groups, shape)
    if previous:
        scene = _add_previous(scene, plan, previous)
    panel = f'fill="{colours.panel}" stroke="{colours.line}" stroke-width="2"'
    clips: dict[str, str] = {}
    parts = [box.rect(_RADIUS + _PADDING / 2, panel) for box in scene.panels]
    for place in scene.places:
        if place.point is None:
            parts.append(_draw_hole(place.box, colours))
            continue
        if place.point in marked:
            parts.append(_draw_ring(place.box, colours))
        parts.append(_draw_card(place, deck, look, clips, tell))
        if numbers and place.number:
            parts.append(_draw_number(place, colours))
    whole = _Box(0, 0, *scene.size).grown(_MARGIN)
    felt = whole.rect(0, f'fill="{colours.felt}"') if ground else ""
    return _document(whole, title, width, "".join((*clips.values(), felt, *parts)))


@dataclass(frozen=True)
class _Scene:
    """Everything in its place, from 0, 0 on."""

    panels: list[_Box]
    places: list[_Place]
    size: tuple[float, float]


def _make_plan(
    groups: Sequence[Sequence[Point | None]],
    shape: tuple[int, int],
    columns: int | None,
    portrait: bool | None,
    below: int,
) -> _Plan:
    """Return the plan that comes out best for the largest group."""
    most = max(1, *map(len, groups))
    plans = [
        _Plan(wide, -(-most // wide), stands, below)
        for wide in (range(1, most + 1) if columns is None else (columns,))
        for stands in ((False, True) if portrait is None else (portrait,))
    ]

    def judge(plan: _Plan) -> float:
        width, height = plan.size
        away = abs(log(shape[1] * width / (shape[0] * height) / _RATIO))
        is_incomplete = most % plan.columns > 0
        return away + _INCOMPLETE * is_incomplete + _STANDING * plan.portrait

    return min(plans, key=judge)


def _lay(plan: _Plan, groups: Sequence[Sequence[Point | None]], shape: tuple[int, int]) -> _Scene:
    padding = _PADDING if len(groups) > 1 else 0
    width, height = (side + 2 * padding for side in plan.size)
    panels: list[_Box] = []
    places: list[_Place] = []
    numbers = count(1)
    for group, cards in enumerate(groups):
        row, column = divmod(group, shape[1])
        panel = _Box(column * (width + _BETWEEN), row * (height + _BETWEEN), width, height)
        if padding:
            panels.append(panel)
        for index, point in enumerate(cards):
            box = plan.box(panel.x + padding, panel.y + padding, index)
            places.append(_Place(box, point, 0 if point is None else next(numbers)))
    size = shape[1] * (width + _BETWEEN) - _BETWEEN, shape[0] * (height + _BETWEEN) - _BETWEEN
    return _Scene(panels, places, size)


def _add_previous(scene: _Scene, plan: _Plan, previous: Sequence[Point]) -> _Scene:
    """Lay a claim in a panel of its own below a scene; the narrower is put in the middle."""
    row = _Plan(len(previous), 1, plan.portrait, 0)
    width, height = (side + 2 * _PADDING for side in row.size)
    whole = max(width, scene.size[0])
    aside = (whole - scene.size[0]) / 2
    panel = _Box((whole - width) / 2, scene.size[1] + _BETWEEN, width, height)
    x, y = panel.x + _PADDING, panel.y + _PADDING
    return _Scene(
        [*(box.moved(aside) for box in scene.panels), panel],
        [
            *(_Place(place.box.moved(aside), place.point, place.number) for place in scene.places),
            *(_Place(row.box(x, y, index), point) for index, point in enumerate(previous)),
        ],
        (whole, panel.y + height),
    )


def _draw_card(
    place: _Place, deck: Deck, theme: Theme, clips: dict[str, str], tell: Callable[[str], str]
) -> str:
    """Draw a card; a clip path that it needs is added to those that are there."""
    assert place.point is not None
    card, box = deck.card(place.point), place.box
    clip = f"clip-{theme.key}-{deck.values(card.point).get('symbol', '')}"
    body, clip_path = draw_card(card, theme, clip, portrait=box.height > box.width)
    if clip_path:
        clips[clip] = clip_path
    return (
        f'<g transform="translate({_n(box.x + box.width / 2)} {_n(box.y + box.height / 2)})">'
        f"<title>{escape(tell(say_card(card, theme)))}</title>{body}</g>"
    )


def _draw_hole(box: _Box, colours: _Ground) -> str:
    look = f'fill="none" stroke="{colours.line}" stroke-width="3" stroke-dasharray="10 8"'
    return box.grown(-2).rect(_RADIUS, look)


def _draw_ring(box: _Box, colours: _Ground) -> str:
    look = f'fill="none" stroke="{colours.ring}" stroke-width="{_RING}"'
    return box.grown(_RING / 2).rect(_RADIUS + _RING / 2, look)


def _draw_number(place: _Place, colours: _Ground) -> str:
    digits = str(place.number)
    left = -_DIGIT_STEP * (len(digits) - 1) / 2
    paths = "".join(
        f'<path transform="translate({_n(left + _DIGIT_STEP * i)})" d="{_DIGITS[int(digit)]}"/>'
        for i, digit in enumerate(digits)
    )
    x = place.box.x + place.box.width / 2
    y = place.box.y + place.box.height + _NUMBER_HEIGHT / 2 - 2
    return (
        f'<g transform="translate({_n(x)} {_n(y)})" fill="none" stroke="{colours.ink}" '
        f'stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">{paths}</g>'
    )


def _document(box: _Box, title: str, width: float | None, body: str) -> str:
    size = ""
    if width is not None:
        size = f' width="{_n(width)}" height="{_n(width * box.height / box.width)}"'
    name = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="{_XMLNS}" viewBox="{_n(box.x)} {_n(box.y)} {_n(box.width)} '
        f'{_n(box.height)}"{size} role="img">{name}{body}</svg>'
    )


def _n(length: float) -> str:
    return f"{round(length, 2):g}"
