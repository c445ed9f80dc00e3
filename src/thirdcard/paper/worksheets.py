"""Worksheets: puzzles with room to write, and their answers on the last page.

All puzzles of a sheet have boxes of one size, in which their cards are as wide as there is room
for, everywhere the same.  Below the cards are lines for the answers, by the cards' numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from thirdcard.core.cards import Card
from thirdcard.core.themes import Theme
from thirdcard.errors import OptionError
from thirdcard.paper.answers import find_missing, finds_all, key_entries, name_spots
from thirdcard.paper.board import Board, lay_board
from thirdcard.paper.sizes import Size, find_size
from thirdcard.paper.typesetting import Tell, draw_cards, find_theme, typeset
from thirdcard.phrases import counted, phrase
from thirdcard.puzzles.difficulty import LEVELS
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.variant import Spot

__all__ = ["PER_PAGE", "PER_PAGE_SMALL", "key", "worksheet"]

PER_PAGE: Final = 2
"""Puzzles on a page where nothing else is said."""
PER_PAGE_SMALL: Final = 6
"""The same with small cards."""

# Millimetres, all of them.
_MARGIN: Final = 15.0
_GAP: Final = 8.0
_TITLE: Final = 11.0
_LINE: Final = 4.6
_HEAD: Final = 6.5
_WIDEST: Final = 38.0
_WIDEST_SMALL: Final = 21.0
_NARROWEST: Final = 9.0
_CELL: Final = 8.0
_BETWEEN: Final = 5.0
_WRITING: Final = 8.5

_LETTERS_A_MM: Final = 0.55
_MOST_ROWS: Final = 4
_LINES_WITHOUT_NUMBER: Final = 3
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
        per_page: how many puzzles a page has; None for `PER_PAGE`, or `PER_PAGE_SMALL`.
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
    number = (PER_PAGE_SMALL if small else PER_PAGE) if per_page is None else per_page
    document |= _lay_pages(puzzles, size, number, small, tell)
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
        "levels": len(LEVELS),
        "cards": draw_cards(cards, theme, tell),
    }


# -- the pages ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """What a puzzle needs in its box.

    Attributes:
        puzzle: the puzzle.
        sizes: how many cards each group has, with a place for a card to be drawn.
        count: how many answers there are, in words; None where that is not told.
        lines: what is said above the cards.
        slots: how many answers are written down, each as so many numbers.
        blanks: places in which a card is drawn.
    """

    puzzle: Puzzle
    sizes: tuple[int, ...]
    count: str | None
    lines: tuple[str, ...]
    slots: int
    blanks: int

    @property
    def claim(self) -> int:
        """Numbers in an answer, at most."""
        return max(map(len, self.puzzle.solutions), default=self.puzzle.variant.pattern.sizes[0])

    def lay(self, width: float, height: float, most: float) -> Board:
        """Return the board in a box."""
        above, below = self.above(width), self.writing(width)[1]
        return lay_board(
            self.sizes,
            self.puzzle.variant.grouping.shape,
            width,
            height - above - below,
            most=most,
            apart=len(self.puzzle.previous),
        )

    def above(self, width: float) -> float:
        """Return how high the words above the cards are."""
        return _HEAD + _LINE * sum(_count_lines(line, width) for line in self.lines)

    def writing(self, width: float) -> tuple[list[dict[str, Any]], float]:
        """Return the lines to write on, from the first of their rows, and how high they are."""
        slot = self.claim * _CELL + _BETWEEN
        a_row = max(1, int((width + _BETWEEN) / slot))
        rows = -(-self.slots // a_row)
        if rows > _MOST_ROWS or slot > width + _BETWEEN:
            rows = min(self.slots, _MOST_ROWS)
            return [
                {"x": 0.0, "y": (row + 1) * _WRITING, "width": width} for row in range(rows)
            ], rows * _WRITING
        lines = [
            {
                "x": number % a_row * slot + cell * _CELL,
                "y": (number // a_row + 1) * _WRITING,
                "width": _CELL - 1.5,
            }
            for number in range(self.slots)
            for cell in range(self.claim)
        ]
        return lines, rows * _WRITING


def _count_lines(text: str, width: float) -> int:
    """Return how many lines words take, rather one too many."""
    return -(-len(text) // max(1, int(width * _LETTERS_A_MM)))


def _lay_pages(
    puzzles: Sequence[Puzzle], size: Size, per_page: int, small: bool, tell: Tell
) -> dict[str, Any]:
    """Return the pages of a document.

    Raises:
        OptionError: fewer than one puzzle a page, or more than there is room for.
    """
    if per_page < 1:
        raise OptionError(phrase("{count} puzzles a page; expected at least 1", count=per_page))
    plans, common = _plan(puzzles, tell)
    width = size.width - 2 * _MARGIN
    top = _TITLE + _LINE * sum(_count_lines(line, width) for line in common) + 4
    height = size.height - 2 * _MARGIN - top
    most = _WIDEST_SMALL if small else _WIDEST
    columns, card = _choose_columns(plans, min(per_page, len(plans)), width, height, most)
    if card < _NARROWEST:
        raise OptionError(
            phrase(
                "{count} puzzles a page leave no room for their cards; expected fewer",
                count=per_page,
            )
        )
    rows = -(-min(per_page, len(plans)) // columns)
    box = _divide(width, columns), _divide(height, rows)
    boxes = [_describe_box(plan, number, box, card, tell) for number, plan in enumerate(plans, 1)]
    for number, described in enumerate(boxes):
        row, column = divmod(number % per_page, columns)
        described |= {"x": column * (box[0] + _GAP), "y": top + row * (box[1] + _GAP)}
    pages = [boxes[first : first + per_page] for first in range(0, len(boxes), per_page)]
    return {"common": common, "card": card, "pages": pages}


def _plan(puzzles: Sequence[Puzzle], tell: Tell) -> tuple[list[_Plan], list[str]]:
    """Return what each puzzle needs, and what is said once for all."""
    variants = {puzzle.variant.key for puzzle in puzzles}
    tasks = [tell(KINDS[puzzle.kind].tell_task(puzzle.variant)) for puzzle in puzzles]
    same = len(variants) == 1 and len(set(tasks)) == 1
    common = [tasks[0], *map(tell, _tell_rules(puzzles[0]))] if same else []
    # Where a table holds none, to say how many there are would be the answer.
    tells_number = all(map(finds_all, puzzles)) and all(puzzle.claims for puzzle in puzzles)
    plans = []
    for puzzle, task in zip(puzzles, tasks, strict=True):
        lines = []
        if len(variants) > 1:
            lines.append(tell(puzzle.variant.title))
        if not same:
            lines.append(task)
        count = tell(_tell_number(puzzle)) if tells_number else None
        blanks = len(find_missing(puzzle))
        sizes = [len(group) for group in puzzle.groups]
        sizes[-1] += blanks
        slots = _count_slots(puzzle, tells_number)
        plans.append(_Plan(puzzle, tuple(sizes), count, tuple(lines), slots, blanks))
    return plans, common


def _tell_rules(puzzle: Puzzle) -> list[str]:
    """Return what there is to know about a variant's claims."""
    variant = puzzle.variant
    told = [variant.pattern.sentence]
    if variant.grouping.features:
        told.append(variant.grouping.sentence)
    if puzzle.previous:
        told.append(variant.rule.sentence)
    return told


def _tell_number(puzzle: Puzzle) -> str:
    return counted(puzzle.claims, "There is {count}.", "There are {count}.")


def _count_slots(puzzle: Puzzle, tells_number: bool) -> int:
    """Return how many answers there is to be room for, without telling what is asked."""
    if find_missing(puzzle):
        return 0
    if puzzle.optimum is not None:
        return len(puzzle.spots) // max(map(len, puzzle.solutions))
    if finds_all(puzzle):
        return puzzle.claims if tells_number else _LINES_WITHOUT_NUMBER
    return 1


def _divide(length: float, count: int) -> float:
    """Return how long each of so many parts is, with gaps between them."""
    return (length - _GAP * (count - 1)) / count


def _choose_columns(
    plans: Sequence[_Plan], count: int, width: float, height: float, most: float
) -> tuple[int, float]:
    """Return in how many columns the boxes of a page stand, and how wide all cards are then."""
    ways = []
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        box = _divide(width, columns), _divide(height, rows)
        boards = [plan.lay(*box, most) for plan in plans]
        quality = min(board.quality for board in boards)
        ways.append((quality, columns, min(board.card for board in boards)))
    best = max(quality for quality, _, _ in ways)
    _, columns, card = next(way for way in ways if way[0] >= _AS_GOOD * best)
    return columns, card


def _describe_box(
    plan: _Plan, number: int, box: tuple[float, float], card: float, tell: Tell
) -> dict[str, Any]:
    """Return what stands in the box of a puzzle, in millimetres from its upper left corner."""
    puzzle, names = plan.puzzle, name_spots(plan.puzzle)
    width, height = box
    board = plan.lay(width, height, card)
    top = plan.above(width)
    laid = [spot for group in puzzle.groups for spot in group]
    places = list(board.cards)
    blanks = [places.pop() for _ in range(plan.blanks)]

    def show(spot: Spot, x: float, y: float) -> dict[str, Any]:
        card = Card(puzzle.variant.deck, puzzle.variant.point(spot))
        return {"card": card.code, "x": x, "y": y + top, "name": names[spot]}

    cards = [show(spot, p.x, p.y) for spot, p in zip(laid, places, strict=True)]
    cards += [show(s, p.x, p.y) for s, p in zip(puzzle.previous, board.apart, strict=True)]
    return {
        "number": number,
        "id": puzzle.id,
        "level": puzzle.level,
        "count": plan.count,
        "lines": plan.lines,
        "width": width,
        "cards": cards,
        "blanks": [asdict(p) | {"y": p.y + top} for p in blanks],
        "frames": [asdict(p) | {"y": p.y + top} for p in board.frames],
        "heading": None
        if board.heading is None
        else {"y": board.heading.y + top, "words": tell(phrase("To be continued:"))},
        "writing": [
            line | {"y": line["y"] + top + board.height} for line in plan.writing(width)[0]
        ],
    }
