"""Worksheets: puzzles with room to write, and their answers on the last page.

All puzzles of a sheet have boxes of one size, in which their cards are as wide as there is room
for, everywhere the same.  Below the cards are lines for the answers, by the cards' numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any, Final

from thirdcard.core.themes import Theme
from thirdcard.errors import OptionError
from thirdcard.paper.answers import find_missing, key_entries
from thirdcard.paper.boxes import LINE, Need, Plan, count_lines, make_plans
from thirdcard.paper.sizes import Size, find_size
from thirdcard.paper.typesetting import Tell, draw_cards, find_theme, tell_emblems, typeset
from thirdcard.phrases import phrase
from thirdcard.puzzles.difficulty import LEVELS
from thirdcard.puzzles.puzzle import Puzzle

__all__ = ["PER_PAGE", "PER_PAGE_SMALL", "key", "worksheet"]

PER_PAGE: Final = 2
"""Puzzles on a page where nothing else is said."""
PER_PAGE_SMALL: Final = 6
"""The same with small cards."""

# Millimetres, all of them.
_MARGIN: Final = 15.0
_GAP: Final = 8.0
_TITLE: Final = 11.0
_WIDEST: Final = 38.0
_WIDEST_SMALL: Final = 21.0
_NARROWEST: Final = 9.0

_WIDE_ENOUGH: Final = 0.6
_AS_GOOD: Final = 0.97


def worksheet(
    puzzles: Sequence[Puzzle],
    *,
    paper: str = "a4",
    per_page: int | None = None,
    theme: str = "classic",
    title: str | None = None,
    small: bool = False,
    answers: bool = True,
    tell: Tell = str,
    language: str = "en",
) -> bytes:
    """Return worksheets with puzzles as PDF.

    Args:
        puzzles: in their order; at least one.
        paper: key of the size, see `thirdcard.paper.sizes`.
        per_page: how many puzzles a page has; None for `PER_PAGE` or `PER_PAGE_SMALL`,
            or fewer where their cards would be narrow.
        theme: key of the cards' look.
        title: what stands above every page; None for the variant's.
        small: whether the cards are small, so that there is more room to write.
        answers: whether the answers follow on pages of their own.
        tell: says the words in a language.
        language: tag of that language.

    Raises:
        OptionError: no puzzle, an unknown size or theme, or more puzzles than fit a page.
    """
    size, look = find_size(paper), find_theme(theme)
    document = _describe(puzzles, size, look, title, tell, language)
    document |= _lay_pages(puzzles, size, per_page, small, tell)
    document["key"] = key_entries(puzzles, tell) if answers else []
    return typeset("worksheet", document)


def key(
    puzzles: Sequence[Puzzle],
    *,
    paper: str = "a4",
    theme: str = "classic",
    title: str | None = None,
    tell: Tell = str,
    language: str = "en",
) -> bytes:
    """Return the answers alone, by the numbers of a worksheet with the same puzzles, as PDF.

    Args:
        puzzles: in their order; at least one.
        paper: key of the size.
        theme: key of the look of cards that do not lie on the worksheet.
        title: what stands above; None for the variant's.
        tell: says the words in a language.
        language: tag of that language.

    Raises:
        OptionError: no puzzle, or an unknown size or theme.
    """
    size, look = find_size(paper), find_theme(theme)
    document = _describe(puzzles, size, look, title, tell, language)
    document |= {"pages": [], "key": key_entries(puzzles, tell)}
    return typeset("worksheet", document)


# -- what stands on every page ------------------------------------------------------------------


def _describe(
    puzzles: Sequence[Puzzle],
    size: Size,
    theme: Theme,
    title: str | None,
    tell: Tell,
    language: str,
) -> dict[str, Any]:
    """Return what a document says whatever its pages are."""
    if not puzzles:
        raise OptionError(phrase("no puzzles; expected at least one"))
    titles = {puzzle.variant.title for puzzle in puzzles}
    usual = titles.pop() if len(titles) == 1 else phrase("Puzzles")
    shown = {
        puzzle.variant.deck.card(puzzle.variant.point(spot))
        for puzzle in puzzles
        for spot in (*puzzle.spots, *puzzle.previous, *find_missing(puzzle))
    }
    cards = sorted(shown, key=lambda card: (card.deck.key, card.point))
    return {
        "language": language,
        "paper": asdict(size),
        "margin": _MARGIN,
        "title": tell(usual) if title is None else title,
        "words": {
            "name": tell(phrase("Name")),
            "date": tell(phrase("Date")),
            "answers": tell(phrase("Answers")),
        },
        "legend": tell_emblems(theme, tell),
        "levels": len(LEVELS),
        "cards": draw_cards(cards, theme, tell),
    }


# -- the pages ----------------------------------------------------------------------------------


def _lay_pages(
    puzzles: Sequence[Puzzle], size: Size, per_page: int | None, small: bool, tell: Tell
) -> dict[str, Any]:
    """Return the pages of a document.

    Raises:
        OptionError: fewer than one puzzle a page, or more than there is room for.
    """
    if per_page is not None and per_page < 1:
        raise OptionError(phrase("{count} puzzles a page; expected at least 1", count=per_page))
    plans, common = make_plans(puzzles, tell)
    width = size.width - 2 * _MARGIN
    top = _TITLE + LINE * sum(count_lines(line, width) for line in common) + 4
    room = width, size.height - 2 * _MARGIN - top
    count, columns, card = _choose_count(plans, room, per_page, small)
    box = _divide(room[0], columns), _divide(room[1], -(-count // columns))
    boxes = [plan.describe(number, *box, card, tell) for number, plan in enumerate(plans, 1)]
    for number, described in enumerate(boxes):
        row, column = divmod(number % count, columns)
        described |= {"x": column * (box[0] + _GAP), "y": top + row * (box[1] + _GAP)}
    pages = [boxes[first : first + count] for first in range(0, len(boxes), count)]
    return {"common": common, "card": card, "pages": pages}


def _choose_count(
    plans: Sequence[Plan], room: tuple[float, float], per_page: int | None, small: bool
) -> tuple[int, int, float]:
    """Return how many boxes a page has, in how many columns, and how wide all cards are.

    Raises:
        OptionError: there is no room for as many as were asked for.
    """
    needs = {plan.need for plan in plans}
    most = _WIDEST_SMALL if small else _WIDEST
    if per_page is None:
        # As many as usual, fewer where the cards would be too narrow.
        for count in range(PER_PAGE_SMALL if small else PER_PAGE, 0, -1):
            columns, card = _choose_columns(needs, count, room, most)
            if card >= _WIDE_ENOUGH * most:
                break
        return count, columns, card
    columns, card = _choose_columns(needs, per_page, room, most)
    if card < _NARROWEST:
        raise OptionError(
            phrase(
                "{count} puzzles a page leave no room for their cards; expected fewer",
                count=per_page,
            )
        )
    return per_page, columns, card


def _choose_columns(
    needs: Collection[Need], count: int, room: tuple[float, float], most: float
) -> tuple[int, float]:
    """Return in how many columns the boxes of a page stand, and how wide all cards are then."""
    ways = []
    for columns in range(1, min(count, int(room[0] / _NARROWEST)) + 1):
        box = _divide(room[0], columns), _divide(room[1], -(-count // columns))
        boards = [need.lay(*box, most) for need in needs]
        quality = min(board.quality for board in boards)
        ways.append((quality, columns, min(board.card for board in boards)))
    best = max(quality for quality, _, _ in ways)
    _, columns, card = next(way for way in ways if way[0] >= _AS_GOOD * best)
    return columns, card


def _divide(length: float, count: int) -> float:
    """Return how long each of so many parts is, with gaps between them."""
    return (length - _GAP * (count - 1)) / count
