"""The box that a puzzle has on a worksheet: words, cards, and lines to write answers on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from thirdcard.core.cards import Card
from thirdcard.paper.answers import find_missing, finds_all, name_spots
from thirdcard.paper.board import Board, Place, lay_board
from thirdcard.paper.typesetting import Tell
from thirdcard.phrases import counted, phrase
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.variant import Spot

__all__ = ["LINE", "Need", "Plan", "count_lines", "make_plans"]

# Millimetres, all of them.
LINE: Final = 4.6
"""From a line of words to the next."""
_HEAD: Final = 6.5
_CELL: Final = 8.0
_BETWEEN: Final = 5.0
_WRITING: Final = 8.5

_LETTERS_A_MM: Final = 0.55
_MOST_ROWS: Final = 4
_ANSWERS_WITHOUT_NUMBER: Final = 3


@dataclass(frozen=True)
class Need:
    """What a box has to have room for.

    Attributes:
        sizes: how many cards each group has, with places for cards to be drawn.
        shape: rows and columns in which the groups lie.
        apart: how many cards lie apart.
        lines: what is said above the cards.
        slots: how many answers are written down.
        claim: of how many numbers each.
    """

    sizes: tuple[int, ...]
    shape: tuple[int, int]
    apart: int
    lines: tuple[str, ...]
    slots: int
    claim: int

    def lay(self, width: float, height: float, most: float) -> Board:
        """Return the board in a box, with cards that are no wider than `most`."""
        return lay_board(
            self.sizes,
            self.shape,
            width,
            height - self.above(width) - _WRITING * self._count_rows(width),
            most=most,
            apart=self.apart,
        )

    def above(self, width: float) -> float:
        """Return how high the words above the cards are."""
        return _HEAD + LINE * sum(count_lines(line, width) for line in self.lines)

    def writing(self, width: float) -> list[Place]:
        """Return the lines to write on, below the board."""
        rows, slot = self._count_rows(width), self._slot
        if not self._fits(width):
            return [Place(0, _WRITING * (row + 1), width, 0) for row in range(rows)]
        a_row = self._count_in_a_row(width)
        return [
            Place(
                slot * (number % a_row) + _CELL * cell,
                _WRITING * (number // a_row + 1),
                _CELL - 1.5,
                0,
            )
            for number in range(self.slots)
            for cell in range(self.claim)
        ]

    @property
    def _slot(self) -> float:
        return self.claim * _CELL + _BETWEEN

    def _count_in_a_row(self, width: float) -> int:
        return int((width + _BETWEEN) / self._slot)

    def _fits(self, width: float) -> bool:
        """Tell whether every number has a line of its own; else there are plain lines."""
        return self._count_in_a_row(width) * _MOST_ROWS >= self.slots

    def _count_rows(self, width: float) -> int:
        if self._fits(width):
            return -(-self.slots // max(1, self._count_in_a_row(width)))
        return min(self.slots, _MOST_ROWS)


def count_lines(text: str, width: float) -> int:
    """Return how many lines words take, rather one too many."""
    return -(-len(text) // max(1, int(width * _LETTERS_A_MM)))


@dataclass(frozen=True)
class Plan:
    """A puzzle and its box.

    Attributes:
        puzzle: the puzzle.
        count: how many answers there are, in words; None where that is not told.
        need: what the box has room for.
        blanks: how many cards are to be drawn.
    """

    puzzle: Puzzle
    count: str | None
    need: Need
    blanks: int

    def describe(
        self, number: int, width: float, height: float, card: float, tell: Tell
    ) -> dict[str, Any]:
        """Return the box for a document, in millimetres from its upper left corner.

        Args:
            number: of the puzzle.
            width, height: of the box.
            card: the width of a card.
            tell: says the words in a language.
        """
        puzzle, names = self.puzzle, name_spots(self.puzzle)
        board = self.need.lay(width, height, card)
        top = self.need.above(width)
        laid = [spot for group in puzzle.groups for spot in group]
        places = list(board.cards)
        blanks = [places.pop() for _ in range(self.blanks)]

        def show(spot: Spot, place: Place) -> dict[str, Any]:
            code = Card(puzzle.variant.deck, puzzle.variant.point(spot)).code
            return {"card": code, "x": place.x, "y": place.y + top, "name": names[spot]}

        def lower(place: Place, by: float) -> dict[str, float]:
            return asdict(place) | {"y": place.y + by}

        return {
            "number": number,
            "id": puzzle.id,
            "level": puzzle.level,
            "count": self.count,
            "lines": self.need.lines,
            "width": width,
            "cards": [
                *map(show, laid, places),
                *map(show, puzzle.previous, board.apart),
            ],
            "blanks": [lower(place, top) for place in blanks],
            "frames": [lower(place, top) for place in board.frames],
            "apart": board.heading
            and lower(board.heading, top) | {"words": tell(phrase("To be continued:"))},
            "writing": [lower(line, top + board.height) for line in self.need.writing(width)],
        }


def make_plans(puzzles: Sequence[Puzzle], tell: Tell) -> tuple[list[Plan], list[str]]:
    """Return the plan of each puzzle, and what is said once for all.

    What is the same for all puzzles is said once, at the head of the page.
    """
    variants = {puzzle.variant.key for puzzle in puzzles}
    tasks = [tell(puzzle.task) for puzzle in puzzles]
    is_same = len(variants) == 1 and len(set(tasks)) == 1
    common = [tasks[0], *map(tell, _iter_rules(puzzles[0]))] if is_same else []
    # Where a table holds none, to say how many there are would be the answer.
    tells_number = all(puzzle.claims for puzzle in puzzles if finds_all(puzzle))
    plans = []
    for puzzle, task in zip(puzzles, tasks, strict=True):
        lines = [] if is_same else [task]
        if len(variants) > 1:
            lines.insert(0, tell(puzzle.variant.title))
        number = puzzle.claims if tells_number and finds_all(puzzle) else None
        count = (
            None if number is None else counted(number, "There is {count}.", "There are {count}.")
        )
        plans.append(
            Plan(
                puzzle,
                count and tell(count),
                _find_need(puzzle, tuple(lines), number),
                len(find_missing(puzzle)),
            )
        )
    return plans, common


def _iter_rules(puzzle: Puzzle) -> list[str]:
    """Return what there is to know about a variant's claims."""
    variant = puzzle.variant
    rules = [variant.pattern.sentence]
    if variant.grouping.features:
        rules.append(variant.grouping.sentence)
    if puzzle.previous:
        rules.append(variant.rule.sentence)
    return rules


def _find_need(puzzle: Puzzle, lines: tuple[str, ...], number: int | None) -> Need:
    sizes = [len(group) for group in puzzle.groups]
    sizes[-1] += len(find_missing(puzzle))
    claim = max(map(len, puzzle.solutions), default=puzzle.variant.pattern.sizes[0])
    return Need(
        sizes=tuple(sizes),
        shape=puzzle.variant.grouping.shape,
        apart=len(puzzle.previous),
        lines=lines,
        slots=_count_slots(puzzle, number, claim),
        claim=claim,
    )


def _count_slots(puzzle: Puzzle, number: int | None, claim: int) -> int:
    """Return for how many answers there is room, which tells no more than the sheet's words."""
    if find_missing(puzzle):
        return 0
    if puzzle.optimum is not None:
        return len(puzzle.spots) // claim
    if finds_all(puzzle):
        return _ANSWERS_WITHOUT_NUMBER if number is None else number
    return 1
