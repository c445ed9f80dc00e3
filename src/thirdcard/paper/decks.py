"""Decks to be cut out: every card of a deck with marks where to cut, and backs.

Cards lie edge to edge, so that one cut parts two of them.  Backs are for printing on both sides,
turned along the long edge: behind each page of cards stands one of backs with its columns mirrored.
The colour of a back goes on a little beyond the cut, since no printer hits the other side exactly.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from thirdcard.core.cards import Deck
from thirdcard.core.drawing import card_back_svg
from thirdcard.core.themes import Theme
from thirdcard.errors import OptionError
from thirdcard.paper.board import SHAPE
from thirdcard.paper.sizes import Size, find_size
from thirdcard.paper.typesetting import Tell, draw_cards, find_theme, tell_emblems, typeset
from thirdcard.phrases import phrase
from thirdcard.variants.axes import DECKS

__all__ = ["CARDS_PER_PAGE", "Sheet", "count_pages", "deck_sheet", "lay_sheet"]

CARDS_PER_PAGE: Final = 9
"""Cards on a page where nothing else is said: each has 58 by 87 mm, as playing cards have."""

# Millimetres, all of them.
_MARGIN: Final = 8.0
_TITLE: Final = 2.0
_WIDEST: Final = 87.0
_NARROWEST: Final = 15.0
_MARK: Final = 4.0
_DISTANCE: Final = 1.5
_BLEED: Final = 2.0


@dataclass(frozen=True)
class Sheet:
    """How the cards lie on a page.

    Attributes:
        columns, rows: how many.
        stands: whether the cards stand on their short side.
        card: the length of a card's long side, in millimetres.
    """

    columns: int
    rows: int
    stands: bool
    card: float

    @property
    def width(self) -> float:
        """How wide a card is on the page."""
        return self.card * (SHAPE if self.stands else 1)

    @property
    def height(self) -> float:
        """How high a card is on the page."""
        return self.card * (1 if self.stands else SHAPE)


def lay_sheet(size: Size, count: int) -> Sheet:
    """Return how so many cards lie on a page, as large as there is room for.

    >>> from thirdcard.paper.sizes import SIZES
    >>> sheet = lay_sheet(SIZES["a4"], 9)
    >>> sheet.columns, sheet.rows, sheet.stands, sheet.width, sheet.height
    (3, 3, True, 58.0, 87.0)
    """
    width, height = size.width - 2 * _MARGIN, size.height - 2 * _MARGIN - _TITLE
    sheets = []
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        for stands in (True, False):
            across, up = (SHAPE, 1.0) if stands else (1.0, SHAPE)
            card = min(_WIDEST, width / columns / across, height / rows / up)
            sheets.append(Sheet(columns, rows, stands, card))
    return max(sheets, key=lambda sheet: (sheet.card, -sheet.columns * sheet.rows))


def count_pages(deck: Deck, per_page: int = CARDS_PER_PAGE, *, backs: bool = True) -> int:
    """Return how many pages a deck takes, those of backs included."""
    return -(-deck.size // per_page) * (1 + backs)


def deck_sheet(
    deck: Deck,
    theme: str = "classic",
    paper: str = "a4",
    *,
    backs: bool = True,
    per_page: int = CARDS_PER_PAGE,
    tell: Tell = str,
    language: str = "en",
) -> bytes:
    """Return a deck to be cut out as PDF.

    Args:
        deck: the deck.
        theme: key of its look.
        paper: key of the size, see `thirdcard.paper.sizes`.
        backs: whether pages of backs stand between those of cards.
        per_page: how many cards a page has.
        tell: says the words in a language.
        language: tag of that language.

    Raises:
        OptionError: an unknown size or theme, or no cards or too many on a page.
    """
    size, look = find_size(paper), find_theme(theme)
    sheet = _require_sheet(size, per_page)
    codes = list(deck.codes)
    pages = [codes[first : first + per_page] for first in range(0, len(codes), per_page)]
    title = next(choice.title for choice in DECKS.values if choice.key == deck.key)
    return typeset(
        "deck",
        {
            "language": language,
            "paper": asdict(size),
            "margin": 0,
            "title": tell(title),
            "legend": tell_emblems(look, tell),
            "cards": draw_cards(deck, look, tell),
            "sheet": _describe(sheet, size),
            "pages": pages,
            "back": _describe_back(look, tell) if backs else None,
        },
    )


def _require_sheet(size: Size, per_page: int) -> Sheet:
    most = int((size.width / _NARROWEST) * (size.height / _NARROWEST / SHAPE))
    sheet = lay_sheet(size, per_page) if 0 < per_page <= most else None
    if sheet is None or sheet.card < _NARROWEST:
        raise OptionError(
            phrase("{count} cards a page; expected some that can be cut out", count=per_page)
        )
    return sheet


def _describe(sheet: Sheet, size: Size) -> dict[str, Any]:
    """Return what a page looks like for a document, in millimetres."""
    return {
        "columns": sheet.columns,
        "rows": sheet.rows,
        "stands": sheet.stands,
        "card": sheet.card,
        "width": sheet.width,
        "height": sheet.height,
        "x": (size.width - sheet.columns * sheet.width) / 2,
        "y": (size.height - sheet.rows * sheet.height) / 2,
        "mark": _MARK,
        "distance": _DISTANCE,
        "bleed": _BLEED,
    }


def _describe_back(theme: Theme, tell: Tell) -> dict[str, str]:
    return {
        "drawing": card_back_svg(theme),
        "words": tell(phrase("card, face down")),
        "colour": theme.back.face,
    }
