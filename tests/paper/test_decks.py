"""Decks to be cut out: all cards, in the right measures, with backs behind them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.paper.sheets import MM, fonts_of, pages_of, words_of
from thirdcard.core.cards import Deck
from thirdcard.core.themes import PAPER_THEMES
from thirdcard.errors import OptionError
from thirdcard.paper.decks import count_pages, deck_sheet, lay_sheet
from thirdcard.paper.sizes import SIZES
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA

_DRAWN = re.compile(r"/Alt\(([^)]*)\)>>BDC\s+q ((?:[-\d.]+ [-\d.]+ [ml]\s+){4})h\s+W", re.ASCII)


def drawn_on(page: Any) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return what is drawn on a page: its words, and left, lower, right and upper edge in mm."""
    contents = page.get_contents().get_data().decode("latin-1")
    found = []
    for words, corners in _DRAWN.findall(contents):
        numbers = [float(n) / MM for n in re.findall(r"-?[\d.]+", corners)]
        xs, ys = numbers[::2], numbers[1::2]
        found.append((words, (min(xs), min(ys), max(xs), max(ys))))
    return found


@pytest.mark.parametrize(("deck", "pages"), [(JUNIOR, 6), (CLASSIC, 18), (MEGA, 54)])
def test_every_card_is_there_once(deck: Deck, pages: int) -> None:
    pdf = deck_sheet(deck)
    assert len(pages_of(pdf)) == pages == count_pages(deck)
    fronts = [words for page in pages_of(pdf)[::2] for words, _ in drawn_on(page)]
    assert fronts == [deck.describe(point) for point in range(deck.size)]
    for page in pages_of(pdf)[1::2]:
        assert [words for words, _ in drawn_on(page)] == ["card, face down"] * 9


def test_without_backs() -> None:
    pdf = deck_sheet(JUNIOR, backs=False)
    assert len(pages_of(pdf)) == 3 == count_pages(JUNIOR, backs=False)
    assert "card, face down" not in {words for page in pages_of(pdf) for words, _ in drawn_on(page)}


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("per_page", [4, 8, 9, 10])
def test_every_back_lies_behind_its_card(paper: str, per_page: int) -> None:
    """As the sheet is turned along its long edge, left and right change places."""
    width = SIZES[paper].width
    pages = pages_of(deck_sheet(JUNIOR, paper=paper, per_page=per_page))
    assert len(pages) == count_pages(JUNIOR, per_page)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        seen = [(left, low, right, high) for _, (left, low, right, high) in drawn_on(front)]
        behind = [
            (width - r, low, width - left, high) for _, (left, low, r, high) in drawn_on(back)
        ]
        for one, other in zip(seen, behind, strict=True):
            assert one == pytest.approx(other, abs=0.01)


@pytest.mark.parametrize("paper", SIZES)
def test_cards_have_the_size_of_playing_cards(paper: str) -> None:
    (_, (left, low, right, high)), *_ = drawn_on(pages_of(deck_sheet(JUNIOR, paper=paper))[0])
    assert (right - left, high - low) == pytest.approx((58, 87), abs=0.01)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("count", [1, 2, 6, 9, 18, 27])
def test_sheets_fit_the_paper(size: Any, count: int) -> None:
    sheet = lay_sheet(size, count)
    assert sheet.columns * sheet.rows >= count
    assert sheet.columns * sheet.width <= size.width - 10
    assert sheet.rows * sheet.height <= size.height - 10
    assert max(sheet.width, sheet.height) == sheet.card <= 87
    assert sheet.stands == (sheet.height > sheet.width)


@pytest.mark.parametrize("theme", PAPER_THEMES)
def test_every_theme_is_printed(theme: str) -> None:
    pdf = deck_sheet(JUNIOR, theme)
    names = PAPER_THEMES[theme].names
    assert drawn_on(pages_of(pdf)[0])[0][0] == f"one {names[0]} solid diamond".replace(" solid", "")
    assert all(fonts_of(pdf).values())
    assert ("R: red · G: green · P: purple" in words_of(pdf)[0]) == (theme == "copier")
    assert "thirdcard · Junior · 1 / 3" in words_of(pdf)[0]


@pytest.mark.parametrize("per_page", [0, -3, 400, 10**9])
def test_a_number_that_cannot_be_cut_is_refused(per_page: int) -> None:
    with pytest.raises(OptionError, match="cards a page; expected some that can be cut out"):
        deck_sheet(JUNIOR, per_page=per_page)


def test_unknown_themes_and_sizes_are_refused() -> None:
    with pytest.raises(OptionError, match=r"'neon' is no theme; expected one of classic, .*copier"):
        deck_sheet(JUNIOR, "neon")
    with pytest.raises(OptionError, match="'a3' is no size of paper; expected one of a4, letter"):
        deck_sheet(JUNIOR, paper="a3")
