"""Pictures of tables: every card where it belongs, nothing on top of another, nothing outside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from thirdcard.core.drawing import HEIGHT, THEMES, WIDTH, card_svg
from thirdcard.core.geometry import Point
from thirdcard.core.table_drawing import table_svg
from thirdcard.core.themes import Theme
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA
from thirdcard.variants.registry import iter_variants
from thirdcard.variants.variant import Variant

SVG = "{http://www.w3.org/2000/svg}"
FORMS = [(theme, dark) for theme in THEMES.values() for dark in (False, True)]
VARIANTS = [*iter_variants()]

each_form = pytest.mark.parametrize(
    ("theme", "dark"), FORMS, ids=[f"{theme.key}-{dark}" for theme, dark in FORMS]
)


@dataclass(frozen=True)
class Seen:
    """A card in a picture: what it is called, and the corners of its face."""

    title: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Seen) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def iter_cards(root: Element) -> Iterator[Seen]:
    for group in root.iter(SVG + "g"):
        title = group.find(SVG + "title")
        if title is None or title.text is None:
            continue
        x, y = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"]))
        stands = any(g.get("transform") == "rotate(90)" for g in group)
        width, height = (HEIGHT, WIDTH) if stands else (WIDTH, HEIGHT)
        yield Seen(title.text, x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def box_of(root: Element) -> Seen:
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    return Seen("", left, top, left + width, top + height)


def rows_of(cards: Sequence[Seen]) -> list[int]:
    """Return how many cards have the same height, row by row."""
    tops = [card.top for card in cards]
    return [tops.count(top) for top in sorted(set(tops))]


def table_of(variant: Variant) -> tuple[list[list[Point | None]], list[Point]]:
    """Return a table of a variant, and a claim before it where one is continued."""
    groups = variant.grouping.count
    points = [37 * i % variant.deck.size for i in range(variant.table_size + 3)]
    table: list[Point | None] = [*points[: variant.table_size]]
    previous = points[variant.table_size :] if variant.rule.chains else []
    return [table[group::groups] for group in range(groups)], previous


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
@pytest.mark.parametrize("numbers", [False, True])
def test_every_card_has_a_place_of_its_own(variant: Variant, numbers: bool) -> None:
    groups, previous = table_of(variant)
    svg = table_svg(
        variant.deck, groups, shape=variant.grouping.shape, previous=previous, numbers=numbers
    )
    root = ElementTree.fromstring(svg)
    cards, whole = list(iter_cards(root)), box_of(root)
    lying = [point for group in groups for point in group if point is not None]
    assert [card.title for card in cards] == [
        variant.deck.describe(point) for point in (*lying, *previous)
    ]
    assert not any(one.meets(other) for one, other in combinations(cards, 2))
    for card in cards:
        assert whole.left < card.left
        assert card.right < whole.right
        assert whole.top < card.top
        assert card.bottom < whole.bottom


@each_form
def test_card_looks_as_it_does_alone(theme: Theme, dark: bool) -> None:
    look = theme.form(dark=dark)
    for deck, points in ((CLASSIC, range(0, 81, 5)), (MEGA, range(0, 243, 13))):
        svg = table_svg(deck, [list(points)], theme, dark=dark, portrait=False)
        for group in ElementTree.fromstring(svg).iter(SVG + "g"):
            title = group.find(SVG + "title")
            if title is None:
                continue
            point = next(p for p in points if deck.describe(p, look.say_colours) == title.text)
            alone = ElementTree.fromstring(card_svg(deck.card(point), look))
            assert shapes(group) == shapes(alone)


def shapes(element: Element) -> list[dict[str, str]]:
    """List what is drawn, without the names of clip paths."""
    return [
        {key: value for key, value in each.items() if key != "clip-path"}
        for child in element
        if child.tag not in (SVG + "clipPath", SVG + "title")
        for each in child.iter()
        if each.tag != SVG + "g" or "fill" in each.attrib
    ]


@each_form
def test_document_refers_to_itself_only(theme: Theme, dark: bool) -> None:

    svg = table_svg(MEGA, [list(range(243))], theme, dark=dark, numbers=True, title="All")
    root = ElementTree.fromstring(svg)
    ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len(ids) == len(set(ids)) == 3
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) == set(ids)
    for banned in ("<use", "<pattern", "<style", " style=", "<script", "<text", "href", "font"):
        assert banned not in svg


@pytest.mark.parametrize(
    ("cards", "rows"),
    [(9, [3] * 3), (12, [4] * 3), (15, [5] * 3), (18, [6] * 3), (20, [5] * 4), (81, [9] * 9)],
)
def test_rows_are_complete(cards: int, rows: list[int]) -> None:
    root = ElementTree.fromstring(table_svg(CLASSIC, [list(range(cards))]))
    assert rows_of(list(iter_cards(root))) == rows


def test_columns_and_turn_can_be_said() -> None:
    root = ElementTree.fromstring(table_svg(CLASSIC, [list(range(12))], columns=3, portrait=True))
    cards = list(iter_cards(root))
    assert rows_of(cards) == [3] * 4
    assert {card.right - card.left for card in cards} == {HEIGHT}


def numbers_of(svg: str) -> list[str]:
    """Read the numbers: the digits of each by their paths, which one number of each digit shows."""
    groups = re.findall(r'stroke-linecap="round" stroke-linejoin="round">(.*?)</g>', svg)
    return ["|".join(re.findall(r' d="([^"]+)"', group)) for group in groups]


def test_cards_are_numbered_and_holes_are_not() -> None:
    table: list[list[Point | None]] = [[*range(6), None, *range(6, 12)]]
    svg = table_svg(CLASSIC, table, numbers=True)
    told = numbers_of(svg)
    assert len(told) == 12
    digits = told[:9]
    assert len(set(digits)) == 9
    one, two = digits[:2]
    zero = told[9].split("|")[1]
    assert told[9:] == [f"{one}|{zero}", f"{one}|{one}", f"{one}|{two}"]
    assert svg.count("stroke-dasharray") == 1


def test_ring_is_around_what_is_marked() -> None:
    plain = table_svg(CLASSIC, [list(range(12))])
    svg = table_svg(CLASSIC, [list(range(12))], marked=(3, 7))
    assert svg.count("<rect") - plain.count("<rect") == 2


def test_title_is_escaped_and_words_are_told() -> None:
    svg = table_svg(CLASSIC, [[0]], title="1 < 2 & 3", tell=str.upper)
    root = ElementTree.fromstring(svg)
    assert root.findtext(SVG + "title") == "1 < 2 & 3"
    assert [card.title for card in iter_cards(root)] == ["ONE RED SOLID DIAMOND"]
    assert ElementTree.fromstring(table_svg(CLASSIC, [[0]])).find(SVG + "title") is None


def test_width_sets_the_height() -> None:
    root = ElementTree.fromstring(table_svg(JUNIOR, [list(range(9))], width=500))
    box = box_of(root)
    ratio = (box.right - box.left) / (box.bottom - box.top)
    assert root.get("width") == "500"
    assert float(root.attrib["height"]) == pytest.approx(500 / ratio, abs=0.01)
    bare = ElementTree.fromstring(table_svg(JUNIOR, [list(range(9))]))
    assert {"width", "height"}.isdisjoint(bare.attrib)


def test_without_ground_the_picture_is_transparent() -> None:
    with_ground = ElementTree.fromstring(table_svg(CLASSIC, [[0, 1, 2]]))
    without = ElementTree.fromstring(table_svg(CLASSIC, [[0, 1, 2]], ground=False))
    assert next(child.tag for child in with_ground) == SVG + "rect"
    assert SVG + "rect" not in [child.tag for child in without]


def test_a_table_without_cards_is_a_picture_too() -> None:
    assert list(iter_cards(ElementTree.fromstring(table_svg(CLASSIC, [[]])))) == []
