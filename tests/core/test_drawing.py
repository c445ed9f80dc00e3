"""Drawings of cards: well formed, right, all different, and the sprite shows the same."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from thirdcard.core import drawing
from thirdcard.core.cards import COLOUR, NUMBER, SYMBOL, Card, Deck, Feature
from thirdcard.core.drawing import (
    HEIGHT,
    THEMES,
    WIDTH,
    Theme,
    card_back_svg,
    card_svg,
    deck_sprite,
)
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA

DECKS = (CLASSIC, JUNIOR, MEGA)
SVG = "{http://www.w3.org/2000/svg}"
LEVEL_LINES = re.compile(r"(M-(\d+) -?[\d.]+H\2)+")
COLOUR_CODE = re.compile(r"#[0-9a-f]{6}")

each_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.key)
FORMS = [theme.form(dark=dark) for theme in THEMES.values() for dark in (False, True)]
NAMES = [f"{key}{end}" for key in THEMES for end in ("", "-dark")]
each_theme = pytest.mark.parametrize("theme", FORMS, ids=NAMES)
either_way = pytest.mark.parametrize("portrait", [False, True], ids=["lying", "standing"])


@dataclass(frozen=True)
class Seen:
    """A symbol as it is seen on a card."""

    x: float
    shape: str
    fill: str
    stroke: str
    stripes: str | None


def ids_of(root: Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def references_of(root: Element) -> set[str]:
    text = ElementTree.tostring(root, encoding="unicode")
    return set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))


def by_id(root: Element) -> dict[str, Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def iter_seen(
    element: Element, named: dict[str, Element], theme: Theme, x: float = 0
) -> Iterator[Seen]:
    """Follow references and moves to the symbols that an element shows."""
    if element.tag == SVG + "clipPath":
        return
    if element.tag == SVG + "use":
        target = named[element.attrib["href"].removeprefix("#")]
        yield from iter_seen(target, named, theme, x + float(element.get("x", 0)))
        return
    if moved := re.fullmatch(r"translate\((-?[\d.]+)\)", element.get("transform", "")):
        x += float(moved[1])
    shapes = [child for child in element if child.get("d") in theme.shapes]
    for shape in shapes:
        clipped = [child for child in element if "clip-path" in child.attrib]
        assert list(element) == [*clipped, shape], "the outline is not drawn last"
        yield Seen(
            x,
            shape.attrib["d"],
            element.attrib["fill"],
            element.attrib["stroke"],
            clipped[0].attrib["d"] if clipped else None,
        )
    if not shapes:
        for child in element:
            yield from iter_seen(child, named, theme, x)


def expected(card: Card, theme: Theme) -> list[Seen]:
    """Say what a card has to show, from its values in words."""
    values = {"shading": "solid"} | card.deck.values(card.point)
    colour = theme.colours[COLOUR.values.index(values["colour"])]
    shape = theme.shapes[SYMBOL.values.index(values["symbol"])]
    places = {"one": [0], "two": [-26, 26], "three": [-52, 0, 52]}[values["number"]]
    fill = colour if values["shading"] == "solid" else "none"
    stripes = drawing._stripes(theme.stripe_step) if values["shading"] == "striped" else None
    return [Seen(x, shape, fill, colour, stripes) for x in places]


def picture(card: Card, theme: Theme) -> str:
    """Return a drawing without what is not seen of it: the title and the ids."""
    svg = re.sub(r"<title>.*?</title>", "", card_svg(card, theme))
    return svg.replace(f"clip-{theme.key}-{card.code}", "clip")


@either_way
@each_theme
@each_deck
def test_card_shows_its_values(deck: Deck, theme: Theme, portrait: bool) -> None:
    for card in deck:
        root = ElementTree.fromstring(card_svg(card, theme, portrait=portrait))
        assert list(iter_seen(root, by_id(root), theme)) == expected(card, theme), card.code


@either_way
@each_theme
@each_deck
def test_card_is_a_whole_document(deck: Deck, theme: Theme, portrait: bool) -> None:
    size = "-60 -90 120 180" if portrait else "-90 -60 180 120"
    for card in deck:
        root = ElementTree.fromstring(card_svg(card, theme, portrait=portrait))
        assert root.tag == SVG + "svg"
        assert root.get("viewBox") == size
        assert root.get("role") == "img"
        assert [title.text for title in root.iter(SVG + "title")] == [
            deck.describe(card.point, theme.say_colours)
        ]
        assert root[0].tag == SVG + "title"
        assert references_of(root) == set(ids_of(root))


@each_theme
@each_deck
def test_ground_says_the_background(deck: Deck, theme: Theme) -> None:
    for card in deck:
        background = deck.values(card.point).get("background")
        digit = None if background is None else ("red", "green", "purple").index(background)
        ground = theme.ground(digit)
        root = ElementTree.fromstring(card_svg(card, theme))
        (rectangle,) = root.iter(SVG + "rect")
        assert (rectangle.get("fill"), rectangle.get("stroke")) == (ground.face, ground.edge)
        frames = [path.get("d") for path in root.iter(SVG + "path") if path.get("d") in FRAMES]
        assert frames == ([ground.frame] if ground.frame else [])


FRAMES = {ground.frame for theme in THEMES.values() for ground in theme.grounds if ground.frame}


@each_theme
@each_deck
def test_cards_of_a_deck_differ(deck: Deck, theme: Theme) -> None:
    assert len({picture(card, theme) for card in deck}) == deck.size


@each_deck
def test_colour_blind_theme_needs_no_colours(deck: Deck) -> None:
    theme = THEMES["colour-blind"]
    pictures = {COLOUR_CODE.sub("#", picture(card, theme)) for card in deck}
    assert len(pictures) == deck.size


def test_contrast_theme_needs_no_colours_for_backgrounds() -> None:
    theme = THEMES["contrast"]
    pictures = {COLOUR_CODE.sub("#", picture(card, theme)) for card in MEGA}
    assert len(pictures) == MEGA.size // len(COLOUR.values)


@each_theme
def test_stripes_are_level_lines_in_a_clip_path(theme: Theme) -> None:
    for card in CLASSIC:
        root = ElementTree.fromstring(card_svg(card, theme))
        clipped = [path for path in root.iter() if "clip-path" in path.attrib]
        for stripes in clipped:
            assert LEVEL_LINES.fullmatch(stripes.attrib["d"])
            clip = by_id(root)[stripes.attrib["clip-path"][5:-1]]
            assert clip.tag == SVG + "clipPath"
            assert [path.get("d") for path in clip] == [expected(card, theme)[0].shape]
        striped = CLASSIC.values(card.point)["shading"] == "striped"
        assert bool(clipped) == striped


@each_theme
def test_stripes_are_symmetric_and_evenly_spaced(theme: Theme) -> None:
    heights = [float(y) for y in re.findall(r" (-?[\d.]+)H", drawing._stripes(theme.stripe_step))]
    steps = {round(b - a, 6) for a, b in pairwise(heights)}
    assert steps == {theme.stripe_step}
    assert heights == [-y for y in reversed(heights)]
    assert theme.stripe < theme.stripe_step / 2


@either_way
@each_theme
@each_deck
def test_nothing_that_renderers_or_pages_refuse(deck: Deck, theme: Theme, portrait: bool) -> None:
    documents = [card_svg(card, theme, portrait=portrait) for card in deck]
    documents += [card_back_svg(theme, portrait=portrait), deck_sprite(deck, theme)]
    for document in documents:
        for banned in ("<pattern", "<style", " style=", "<script", "<text", "display"):
            assert banned not in document


@each_theme
def test_ids_are_unique_in_a_page_of_all_cards(theme: Theme) -> None:
    cards = [card for deck in DECKS for card in deck]
    page = "".join(card_svg(card, theme) for card in cards) + deck_sprite(MEGA, theme)
    ids = ids_of(ElementTree.fromstring(f"<div>{page}</div>"))
    assert len(ids) == len(set(ids)) > MEGA.size


def test_ids_of_themes_do_not_meet() -> None:
    card = CLASSIC.card(39)
    page = "".join(card_svg(card, theme) for theme in THEMES.values())
    ids = ids_of(ElementTree.fromstring(f"<div>{page}</div>"))
    assert len(ids) == len(set(ids)) == len(THEMES)


@either_way
@each_theme
@each_deck
def test_sprite_shows_what_the_cards_show(deck: Deck, theme: Theme, portrait: bool) -> None:
    root = ElementTree.fromstring(deck_sprite(deck, theme, portrait=portrait))
    named = by_id(root)
    symbols = {symbol.attrib["id"]: symbol for symbol in root.iter(SVG + "symbol")}
    assert list(symbols) == [*(f"card-{code}" for code in deck.codes), "card-back"]
    for card in deck:
        symbol = symbols[f"card-{card.code}"]
        assert symbol.get("viewBox") == ("-60 -90 120 180" if portrait else "-90 -60 180 120")
        assert symbol.findtext(SVG + "title") == deck.describe(card.point, theme.say_colours)
        assert list(iter_seen(symbol, named, theme)) == expected(card, theme), card.code
        alone = ElementTree.fromstring(card_svg(card, theme, portrait=portrait))
        assert drawn(symbol, named) == drawn(alone, by_id(alone)), card.code


def drawn(element: Element, named: dict[str, Element]) -> list[tuple[str, str | None]]:
    """List the paths and rectangles an element shows, in order, with data and width."""
    if element.tag == SVG + "clipPath":
        return []
    if element.tag == SVG + "use":
        return drawn(named[element.attrib["href"].removeprefix("#")], named)
    if element.tag in (SVG + "path", SVG + "rect"):
        described = element.get("d") or element.attrib["fill"] + element.attrib["stroke"]
        return [(described, element.get("stroke-width"))]
    return [shape for child in element for shape in drawn(child, named)]


@each_theme
@each_deck
def test_sprite_holds_together(deck: Deck, theme: Theme) -> None:
    root = ElementTree.fromstring(deck_sprite(deck, theme))
    ids = ids_of(root)
    assert len(ids) == len(set(ids))
    assert references_of(root) <= set(ids)
    assert {name for name in ids if not name.startswith("card-")} <= references_of(root)
    assert (root.get("width"), root.get("height")) == ("0", "0")
    assert root.get("aria-hidden") == "true"
    glyphs = [name for name in ids if name.startswith("glyph-")]
    assert len(glyphs) == (9 if deck is JUNIOR else 27)


@pytest.mark.parametrize(("deck", "raw", "packed"), [(CLASSIC, 32e3, 3e3), (MEGA, 75e3, 5e3)])
@each_theme
def test_sprite_is_small(deck: Deck, raw: int, packed: int, theme: Theme) -> None:
    sprite = deck_sprite(deck, theme).encode()
    assert len(sprite) < raw
    assert len(gzip.compress(sprite, mtime=0)) < packed


@each_theme
def test_back_is_the_same_in_the_sprite_and_alone(theme: Theme) -> None:
    alone = ElementTree.fromstring(card_back_svg(theme))
    sprite = by_id(ElementTree.fromstring(deck_sprite(JUNIOR, theme)))
    assert drawn(alone, {}) == drawn(sprite["card-back"], sprite)
    assert alone.findtext(SVG + "title") == "card, face down"
    assert not {card_svg(card, theme) for card in JUNIOR} & {card_back_svg(theme)}


def test_back_draws_an_affine_plane() -> None:
    points = re.findall(r"M(-?\d+) (-?\d+)h0", drawing._PLANE_POINTS)
    assert len(set(points)) == 9
    start, *_, end = re.findall(r"-?\d+ ?-?\d+", drawing._BENT_LINE)
    assert (start, end) == ("-22 0", "22 22")


@pytest.mark.parametrize(
    ("width", "portrait", "size"),
    [(90, False, ("90", "60")), (90, True, ("90", "135")), (100, False, ("100", "66.67"))],
)
def test_width_sets_the_height(width: float, portrait: bool, size: tuple[str, str]) -> None:
    for svg in (
        card_svg(CLASSIC.card(0), width=width, portrait=portrait),
        card_back_svg(width=width, portrait=portrait),
    ):
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == size


@either_way
@each_theme
def test_standing_card_is_turned(theme: Theme, portrait: bool) -> None:
    """All but the letters stands in a group that is turned, on cards, backs and in the sprite."""
    sprite = ElementTree.fromstring(deck_sprite(JUNIOR, theme, portrait=portrait))
    shown = list(sprite.iter(SVG + "symbol"))
    shown += [ElementTree.fromstring(card_svg(c, theme, portrait=portrait)) for c in JUNIOR]
    shown.append(ElementTree.fromstring(card_back_svg(theme, portrait=portrait)))
    assert len(shown) == 2 * (JUNIOR.size + 1)
    for root in shown:
        turned = [group for group in root if group.get("transform") == "rotate(90)"]
        body = [element for element in root if element.tag != SVG + "title"]
        if portrait:
            assert turned == body[:1]
            assert len(body) == (1 if root in (shown[27], shown[-1]) or not theme.marks else 2)
        else:
            assert not turned


def test_drawing_without_width_fills_its_place() -> None:
    root = ElementTree.fromstring(card_svg(CLASSIC.card(0)))
    assert {"width", "height"}.isdisjoint(root.attrib)
    assert (WIDTH, HEIGHT) == (180, 120)


@either_way
@each_theme
def test_marks_stand_upright_in_two_corners(theme: Theme, portrait: bool) -> None:
    place = "translate(-43.7 -73.7)" if portrait else "translate(-73.7 -43.7)"
    for colour, mark in enumerate(theme.marks):
        root = ElementTree.fromstring(card_svg(CLASSIC.card(9 * colour), theme, portrait=portrait))
        # Children of the document's children: outside of the group that is turned in portrait.
        letters = root.findall(f"./{SVG}g/{SVG}path[@d='{mark}']")
        assert [path.get("transform") for path in letters] == [place, "rotate(180)" + place]


def test_title_is_escaped() -> None:
    tagged = Feature("colour", ("a<b", "c&d", "e"), "ACE")
    card = Deck("odd", (NUMBER, tagged, SYMBOL)).card(0)
    root = ElementTree.fromstring(card_svg(card))
    assert root.findtext(SVG + "title") == "one a<b diamond"


def test_feature_without_a_drawing_is_refused() -> None:
    smell = Feature("smell", ("rose", "pine", "tar"), "RPT")
    deck = Deck("smelling", (NUMBER, COLOUR, smell))
    with pytest.raises(ValueError, match="'smell' of deck 'smelling'"):
        card_svg(deck.card(0))
    with pytest.raises(ValueError, match="'smell' of deck 'smelling'"):
        deck_sprite(deck)
