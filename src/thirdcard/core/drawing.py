"""Cards as pictures: SVG text, for pages, printers and anything else that shows SVG.

A drawing has its origin in the middle of the card, so that a symbol is drawn around the origin
and only moved, and a card on end is the same drawing turned by 90 degrees.  Lengths are user
units: a card lying down is `WIDTH` by `HEIGHT`.

Stripes are straight lines cut off by a clip path and not a pattern fill, since several renderers
leave patterns out; the outline is drawn over their ends.  They keep their distance from the
middle of the card, so those of neighbouring symbols are in line; with a step of 6 they fall on
whole device pixels where the card is a multiple of 90 of them wide.

A page with many cards holds one `deck_sprite` and shows a card with ``<use href="#card-2RHO">``.
The looks themselves stand in `thirdcard.core.themes`; a dark page has `Theme.dark` drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from thirdcard.core.cards import BACKGROUND, COLOUR, NUMBER, SHADING, SYMBOL, Card, Deck
from thirdcard.core.themes import CLASSIC_THEME, THEMES, Ground, Theme

__all__ = [
    "CLASSIC_THEME",
    "HEIGHT",
    "THEMES",
    "WIDTH",
    "Ground",
    "Theme",
    "card_back_svg",
    "card_svg",
    "deck_sprite",
]

WIDTH = 180
HEIGHT = 120

_XMLNS = "http://www.w3.org/2000/svg"
_STEP = 52
_RADIUS = 12
_REACH = (25, 46)
_MARK_INSET = 16.3
_SOLID, _STRIPED = SHADING.values.index("solid"), SHADING.values.index("striped")
_DRAWN = {feature.name for feature in (NUMBER, COLOUR, SHADING, SYMBOL, BACKGROUND)}

# The affine plane of order three: its nine points, its rows, columns and two straight diagonals,
# and the four bent ones, which are turns of one another.
_PLANE = "M-22-22H22V22H-22zM-22 0H22M0-22V22M-22-22 22 22M22-22-22 22"
_BENT_LINE = "M-22 0 0-22C18-40 38-40 40-22C42-6 30 10 22 22"
_PLANE_POINTS = "".join(f"M{x} {y}h0" for y in (-22, 0, 22) for x in (-22, 0, 22))


@dataclass(frozen=True)
class _Look:
    """The digits of a card that are drawn; a feature the deck lacks has its first value."""

    number: int = 0
    colour: int = 0
    shading: int = _SOLID
    symbol: int = 0
    background: int | None = None

    @property
    def glyph(self) -> str:
        """Name of the symbol the card repeats."""
        return f"{self.colour}{self.shading}{self.symbol}"

    @property
    def face(self) -> str:
        """Name of what the symbols lie on."""
        return "face" if self.background is None else f"face-{self.background}"

    @property
    def places(self) -> list[float]:
        """Where the card has its symbols, along its long side."""
        return [_STEP * (i - self.number / 2) for i in range(self.number + 1)]


def _look(card: Card) -> _Look:
    digits = card.deck.space.digits(card.point)
    names = [feature.name for feature in card.deck.features]
    if unknown := [name for name in names if name not in _DRAWN]:
        raise ValueError(f"no drawing shows the feature {unknown[0]!r} of deck {card.deck.key!r}")
    return _Look(**dict(zip(names, digits, strict=True)))


def say_card(card: Card, theme: Theme) -> str:
    """Return a card in words, its colours as the theme has them."""
    return card.deck.describe(card.point, theme.say_colours)


def _n(length: float) -> str:
    return f"{round(length, 2):g}"


def _rectangle(ground: Ground, border: float) -> str:
    inset = border / 2
    return (
        f'<rect x="{_n(inset - WIDTH / 2)}" y="{_n(inset - HEIGHT / 2)}" '
        f'width="{_n(WIDTH - border)}" height="{_n(HEIGHT - border)}" '
        f'rx="{_n(_RADIUS - inset)}" fill="{ground.face}" stroke="{ground.edge}" '
        f'stroke-width="{_n(border)}"/>'
    )


def _frame(ground: Ground) -> str:
    return f'<path d="{ground.frame}" fill="none" stroke="{ground.edge}" stroke-width="2.4"/>'


def _face(theme: Theme, background: int | None) -> str:
    ground = theme.ground(background)
    return _rectangle(ground, theme.border) + (_frame(ground) if ground.frame else "")


def _clip_path(name: str, shape: str) -> str:
    return f'<clipPath id="{name}"><path d="{shape}"/></clipPath>'


def _stripes(step: float) -> str:
    """Return the path of level lines, symmetric to the middle, that cover any symbol."""
    across, up = _REACH
    count = int(up / step + 0.5)
    heights = [step * (i + 0.5) for i in range(-count, count)]
    return "".join(f"M{-across} {_n(y)}H{across}" for y in heights)


def _glyph(theme: Theme, look: _Look, clip: str, attributes: str, portrait: bool) -> str:
    """Return one symbol around the origin, all of it in the colour of the card."""
    colour, shape = theme.colours[look.colour], theme.shapes[look.symbol]
    inside = ""
    if look.shading == _STRIPED:
        inside = (
            f'<path clip-path="url(#{clip})" stroke-width="{_n(theme.stripe)}" '
            f'd="{_stripes(theme.stripe_step)}"/>'
        )
    return (
        f'<g{attributes} fill="{colour if look.shading == _SOLID else "none"}" '
        f'stroke="{colour}" stroke-width="{_n(theme.outline)}" stroke-linejoin="round">'
        f'{inside}<path d="{shape}"/>{_emblem(theme, look.colour, portrait)}</g>'
    )


def _emblem(theme: Theme, colour: int, portrait: bool) -> str:
    """Return what lies on a symbol where colours do not tell; upright also if the card stands."""
    if not theme.emblems:
        return ""
    emblem = theme.emblems[colour]
    ink, plate = theme.colours[colour], theme.plain.face
    if emblem.is_dark:
        ink, plate = plate, ink
    drawing = (
        f'<path d="{emblem.plate}" fill="{plate}" stroke="{ink}" stroke-width="2.4"/>'
        f'<path d="{emblem.letter}" fill="none" stroke="{ink}" stroke-width="2.4" '
        f'stroke-linecap="round"/>'
    )
    return f'<g transform="rotate(-90)">{drawing}</g>' if portrait else drawing


def _mark(theme: Theme, colour: int, portrait: bool) -> str:
    """Return the colour's letter in two corners, upright whichever side the card stands on."""
    across, up = (HEIGHT, WIDTH) if portrait else (WIDTH, HEIGHT)
    place = f"translate({_n(_MARK_INSET - across / 2)} {_n(_MARK_INSET - up / 2)})"
    letter = f'<path transform="{{}}{place}" d="{theme.marks[colour]}"/>'
    return (
        f'<g fill="none" stroke="{theme.colours[colour]}" stroke-width="1.8" '
        f'stroke-linecap="round" stroke-linejoin="round">'
        f"{letter.format('')}{letter.format('rotate(180)')}</g>"
    )


def _back(theme: Theme) -> str:
    bent = "".join(
        f'<path d="{_BENT_LINE}" transform="rotate({turn})"/>' for turn in (0, 90, 180, 270)
    )
    diamonds = "".join(
        f'<path d="{theme.shapes[0]}" transform="translate({x}) scale(.3)"/>' for x in (-61, 61)
    )
    return (
        f"{_rectangle(Ground(theme.back.face, theme.plain.edge), theme.border)}"
        f"{_frame(theme.back) if theme.back.frame else ''}"
        f'<g fill="{theme.back.edge}">{diamonds}</g>'
        f'<g fill="none" stroke="{theme.back.edge}" stroke-width="1.6" stroke-linecap="round">'
        f'<path d="{_PLANE}"/>{bent}<path d="{_PLANE_POINTS}" stroke-width="9"/></g>'
    )


def _view_box(portrait: bool) -> str:
    across, up = (HEIGHT, WIDTH) if portrait else (WIDTH, HEIGHT)
    return f'viewBox="{_n(-across / 2)} {_n(-up / 2)} {across} {up}"'


def _turned(body: str, portrait: bool) -> str:
    return f'<g transform="rotate(90)">{body}</g>' if portrait else body


def _use(name: str, x: float = 0) -> str:
    place = f' x="{_n(x)}"' if x else ""
    return f'<use href="#{name}"{place}/>'


def _symbol(name: str, body: str, portrait: bool) -> str:
    return f'<symbol id="card-{name}" {_view_box(portrait)}>{body}</symbol>'


def _document(title: str, body: str, width: float | None, portrait: bool) -> str:
    size = ""
    if width is not None:
        height = width * WIDTH / HEIGHT if portrait else width * HEIGHT / WIDTH
        size = f' width="{_n(width)}" height="{_n(height)}"'
    return (
        f'<svg xmlns="{_XMLNS}" {_view_box(portrait)}{size} role="img">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def card_svg(
    card: Card,
    theme: Theme = CLASSIC_THEME,
    *,
    width: float | None = None,
    portrait: bool = False,
) -> str:
    """Draw a card as an SVG document of its own, with the card in the theme's words as its title.

    Without a width the drawing takes what room it is given.  A card lies down, its symbols side
    by side; in portrait it stands on end and they are stacked.  The ids in it name theme and
    card, so the drawings of different cards can be inlined in one page.

    Raises:
        ValueError: the deck has a feature that no drawing shows.

    >>> deck = Deck("classic", (NUMBER, COLOUR, SHADING, SYMBOL))
    >>> two_red_striped_squiggles = card_svg(deck.card(31), width=90)
    >>> two_red_striped_squiggles.count("clip-path="), two_red_striped_squiggles[-6:]
    (2, '</svg>')
    """
    clip = f"clip-{theme.key}-{card.code}"
    body, clip_path = draw_card(card, theme, clip, portrait=portrait)
    return _document(say_card(card, theme), clip_path + body, width, portrait)


def draw_card(card: Card, theme: Theme, clip: str, *, portrait: bool = False) -> tuple[str, str]:
    """Draw a card around the origin, as a part of a larger drawing.

    Args:
        card: the card.
        theme: its look.
        clip: the id of the clip path of its stripes; cards of one symbol can share it.
        portrait: whether the card stands.

    Returns:
        The drawing, and the clip path that it needs, "" for none.

    Raises:
        ValueError: the deck has a feature that no drawing shows.
    """
    look = _look(card)
    symbols = "".join(
        _glyph(theme, look, clip, f' transform="translate({_n(x)})"', portrait) for x in look.places
    )
    body = _turned(_face(theme, look.background) + symbols, portrait)
    if theme.marks:
        body += _mark(theme, look.colour, portrait)
    is_striped = look.shading == _STRIPED
    return body, _clip_path(clip, theme.shapes[look.symbol]) if is_striped else ""


def card_back_svg(
    theme: Theme = CLASSIC_THEME, *, width: float | None = None, portrait: bool = False
) -> str:
    """Draw a card that lies face down: the affine plane of nine points and twelve lines."""
    return _document("card, face down", _turned(_back(theme), portrait), width, portrait)


def deck_sprite(
    deck: Deck,
    theme: Theme = CLASSIC_THEME,
    *,
    portrait: bool = False,
    tell: Callable[[str], str] = str,
) -> str:
    """Draw a whole deck as one invisible SVG, whose cards a page shows by reference.

    It has a ``<symbol>`` with the id ``card-CODE`` for every card, and ``card-back``; each has a
    view box, so ``<svg><use href="#card-2RHO"/></svg>`` fills the svg it stands in.  Faces and
    glyphs (27 of symbol, shading and colour) are defined once and used.  Every card has itself in
    words as its title, which browsers show as a tooltip unless ``pointer-events`` is ``none``.

    The svg measures 0 by 0 and takes no room once the page positions it absolutely (it has the
    class ``sprite``).  It must not be ``display: none``, under which clip paths cut everything
    away, and a page holds one sprite at a time, since the ids do not name the theme.

    Args:
        deck: the deck.
        theme: its look.
        portrait: whether the cards stand.
        tell: says the cards' words in a language.

    Raises:
        ValueError: the deck has a feature that no drawing shows.
    """
    shared: dict[str, str] = {}
    symbols = []
    for card in deck:
        look = _look(card)
        face, glyph = look.face, f"glyph-{look.glyph}"
        clip = f"clip-{theme.key}-{look.symbol}"
        shared[face] = f'<g id="{face}">{_face(theme, look.background)}</g>'
        shared[glyph] = _glyph(theme, look, clip, f' id="{glyph}"', portrait)
        if look.shading == _STRIPED:
            shared[clip] = _clip_path(clip, theme.shapes[look.symbol])
        body = _use(face) + "".join(_use(glyph, x) for x in look.places)
        body = _turned(body, portrait)
        if theme.marks:
            mark = f"mark-{look.colour}"
            shared[mark] = f'<g id="{mark}">{_mark(theme, look.colour, portrait)}</g>'
            body += _use(mark)
        symbols.append(
            _symbol(
                card.code, f"<title>{escape(tell(say_card(card, theme)))}</title>{body}", portrait
            )
        )
    symbols.append(_symbol("back", _turned(_back(theme), portrait), portrait))
    return (
        f'<svg xmlns="{_XMLNS}" class="sprite" width="0" height="0" aria-hidden="true">'
        f"<defs>{''.join(shared.values())}</defs>{''.join(symbols)}</svg>"
    )
