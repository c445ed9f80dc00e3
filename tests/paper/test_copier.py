"""The copier's theme: black and white alone, and all cards differ on the finest copier."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
import typst
from PIL import Image

from tests.core.test_themes import vertices
from thirdcard.core import drawing
from thirdcard.core.cards import COLOUR, SYMBOL, Deck
from thirdcard.core.drawing import card_back_svg, card_svg
from thirdcard.core.themes import COPIER_THEME, PAPER_THEMES, THEMES, Theme
from thirdcard.variants.decks import CLASSIC, MEGA

DOTS = 600
"""Dots an inch of the copier."""
WIDTH = 16 * DOTS / 25.4 // 6 * 6
"""Dots of a card's width: 16 mm, narrower than on a worksheet that chooses for itself."""
LEAST = 0.01
"""The share of a card's dots in which any two differ."""

_TEMPLATE = """
#let cards = json(bytes(sys.inputs.cards))
#let width = float(sys.inputs.width) * 1in
#set page(width: 9 * width, height: auto, margin: 0pt)
#set par(spacing: 0pt)
#grid(columns: 9, ..cards.map(card => image(bytes(card), format: "svg", width: width)))
"""


def copy(drawings: list[str]) -> list[npt.NDArray[np.bool_]]:
    """Return the dots of every card, black or white."""
    inputs = {"cards": json.dumps(drawings), "width": str(WIDTH / DOTS)}
    png = typst.compile(_TEMPLATE.encode(), format="png", ppi=DOTS, sys_inputs=inputs)
    dots = np.asarray(Image.open(BytesIO(png)).convert("L")) < 128
    width, height = int(WIDTH), int(WIDTH) * 2 // 3
    corners = [(i // 9 * height, i % 9 * width) for i in range(len(drawings))]
    return [dots[y : y + height, x : x + width] for y, x in corners]


def smallest_difference(deck: Deck, theme: Theme) -> float:
    """Return the share of dots in which those two cards differ that are most alike."""
    dots = copy([card_svg(card, theme) for card in deck])
    packed = [np.packbits(each) for each in dots]
    counts = (int(np.bitwise_count(a ^ b).sum()) for a, b in combinations(packed, 2))
    return min(counts) / dots[0].size


def test_every_two_cards_differ_in_black_and_white() -> None:
    assert smallest_difference(CLASSIC, COPIER_THEME) > LEAST


@pytest.mark.slow
def test_every_two_cards_of_mega_differ_in_black_and_white() -> None:
    assert smallest_difference(MEGA, COPIER_THEME) > LEAST


def test_other_themes_need_colours() -> None:
    cards = [CLASSIC.card(CLASSIC.space.point([0, colour, 0, 0])) for colour in (0, 1)]
    red, green = copy([card_svg(card, THEMES["classic"]) for card in cards])
    assert red.any()
    assert (red != green).mean() < LEAST


@pytest.mark.parametrize("deck", [CLASSIC, MEGA], ids=lambda deck: deck.key)
def test_there_is_no_colour_and_no_grey(deck: Deck) -> None:
    drawings = [card_svg(card, COPIER_THEME) for card in deck] + [card_back_svg(COPIER_THEME)]
    assert {colour for svg in drawings for colour in re.findall("#[0-9a-f]{6}", svg)} == {
        "#000000",
        "#ffffff",
    }
    assert not any("opacity" in svg for svg in drawings)


def test_all_symbols_of_a_card_have_the_emblem_of_its_colour() -> None:
    for card in CLASSIC:
        number, colour, _, _ = card.deck.space.digits(card.point)
        svg = card_svg(card, COPIER_THEME)
        for value, emblem in enumerate(COPIER_THEME.emblems):
            for path in (emblem.plate, emblem.letter):
                assert svg.count(f'd="{path}"') == (number + 1 if value == colour else 0)


def test_emblems_are_upright_on_cards_that_stand() -> None:
    card = CLASSIC.card(5)
    lying, standing = (card_svg(card, COPIER_THEME, portrait=stands) for stands in (False, True))
    assert lying.count("rotate(-90)") == 0
    assert standing.count("rotate(-90)") == card.deck.space.digits(card.point)[0] + 1


def test_emblems_leave_the_symbols_to_be_seen() -> None:
    """A plate lies within its place on the card, and covers less than half of a symbol's height."""
    across, up = drawing._REACH
    assert len({emblem.plate for emblem in COPIER_THEME.emblems}) == len(COLOUR.values)
    assert len({emblem.letter for emblem in COPIER_THEME.emblems}) == len(COLOUR.values)
    for emblem in COPIER_THEME.emblems:
        plate = vertices(emblem.plate)
        assert all(abs(x) < drawing._STEP / 2 and abs(x) < across for x, _ in plate)
        assert max(y for _, y in plate) - min(y for _, y in plate) < 0.8 * up


def test_it_is_a_theme_of_paper_alone() -> None:
    assert COPIER_THEME.key not in THEMES
    assert list(PAPER_THEMES) == [*THEMES, "copier"]
    assert COPIER_THEME.dark is None
    assert COPIER_THEME.names == COLOUR.values
    assert len(set(COPIER_THEME.shapes)) == len(SYMBOL.values)
    frames = {ground.frame for ground in COPIER_THEME.grounds}
    assert len(frames) == 3
    assert None not in frames
    assert re.fullmatch(r"[A-Z].*\.", COPIER_THEME.sentence)
