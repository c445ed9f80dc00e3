"""Where the cards of a table lie on a sheet: as large as there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from thirdcard.core.drawing import HEIGHT, WIDTH

__all__ = ["LABEL", "SHAPE", "Board", "lay_board"]

SHAPE: Final = HEIGHT / WIDTH
"""How high a card is that is 1 wide."""

LABEL: Final = 4.0
"""Millimetres below each card, for its number."""

_GAP: Final = 2.0
_PADDING: Final = 1.6
_HEADING: Final = 5.0

_USUAL: Final = 2.0
_RAGGED: Final = 0.9
_TALL: Final = 0.85
_AS_GOOD: Final = 0.97


@dataclass(frozen=True)
class Place:
    """A rectangle's upper left corner and measures, in millimetres."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Board:
    """A table that is laid, in millimetres from its upper left corner.

    Attributes:
        card: width of a card.
        strangeness: how far its shape is from twice as wide as high.
        cards: where the cards lie, group after group.
        apart: where cards lie that are no part of the table, below it.
        heading: where the words above those stand, None without any.
        frames: around the groups; none around a table that is not divided.
        width, height: of everything.
        quality: the width of a card, less where the board is not as one lays it by hand.
    """

    card: float
    strangeness: float
    cards: tuple[Place, ...]
    apart: tuple[Place, ...]
    heading: Place | None
    frames: tuple[Place, ...]
    width: float
    height: float
    quality: float


def lay_board(
    sizes: Sequence[int],
    shape: tuple[int, int],
    width: float,
    height: float,
    *,
    most: float,
    apart: int = 0,
) -> Board:
    """Return a board whose cards are as wide as there is room for.

    Of boards that are about as good the one is taken that is most like a table of twelve, four
    in a row.  Where there is no room, the cards have no width.

    Args:
        sizes: how many cards each group has.
        shape: rows and columns in which the groups lie.
        width, height: of the room, in millimetres.
        most: the widest that a card may be.
        apart: how many cards lie apart.
    """
    boards = [
        _lay(sizes, shape, columns, width, height, most, apart)
        for columns in range(1, max(1, *sizes) + 1)
    ]
    best = max(board.quality for board in boards)
    return min(
        (board for board in boards if board.quality >= _AS_GOOD * best),
        key=lambda board: (board.strangeness, -board.quality),
    )


def _lay(
    sizes: Sequence[int],
    shape: tuple[int, int],
    columns: int,
    width: float,
    height: float,
    most: float,
    apart: int,
) -> Board:
    """Return the board with so many columns of cards in each group."""
    most_cards = max(1, *sizes)
    rows = -(-most_cards // columns)
    pad = _PADDING if len(sizes) > 1 else 0.0
    across, down = columns * shape[1], rows * shape[0]
    heading = _HEADING + _GAP if apart else 0.0

    # What a group has beside its cards, and the board beside its groups.
    around_x = 2 * pad + (columns - 1) * _GAP
    around_y = 2 * pad + rows * LABEL
    fixed_x = shape[1] * around_x + (shape[1] - 1) * _GAP
    fixed_y = shape[0] * around_y + (shape[0] - 1) * _GAP + heading
    card, columns_apart = max(
        (
            min(
                most,
                (width - fixed_x) / across,
                (width - (in_a_row - 1) * _GAP) / max(1, in_a_row),
                (height - fixed_y - lines * LABEL) / (down + lines) / SHAPE,
            ),
            in_a_row,
        )
        for lines, in_a_row in _iter_lines(apart)
    )
    card = max(card, 0.0)

    group_width = around_x + columns * card
    group_height = around_y + rows * card * SHAPE
    corners = [
        ((group_width + _GAP) * column, (group_height + _GAP) * row)
        for row in range(shape[0])
        for column in range(shape[1])
    ]
    cards = tuple(
        place
        for (x, y), size in zip(corners, sizes, strict=True)
        for place in _iter_places(x + pad, y + pad, columns, size, card)
    )
    frames = tuple(Place(x, y, group_width, group_height) for x, y in corners) if pad else ()
    full_width = corners[-1][0] + group_width
    full_width = max(full_width, columns_apart * (card + _GAP) - _GAP)
    full_height = corners[-1][1] + group_height
    words = Place(0, full_height + _GAP, full_width, _HEADING) if apart else None
    others = tuple(_iter_places(0, full_height + heading, columns_apart, apart, card))
    if apart:
        full_height = others[-1].y + others[-1].height + LABEL
    quality = card
    if most_cards % columns and columns < most_cards:
        quality *= _RAGGED
    if across < down:
        quality *= _TALL
    strangeness = abs(log(across / (down * SHAPE) / _USUAL))
    return Board(card, strangeness, cards, others, words, frames, full_width, full_height, quality)


def _iter_lines(cards: int) -> Iterator[tuple[int, int]]:
    """Yield in how many lines cards can lie that are no part of the table, and how many in one."""
    if not cards:
        yield 0, 0
    for lines in range(1, cards + 1):
        yield lines, -(-cards // lines)


def _iter_places(x: float, y: float, columns: int, count: int, card: float) -> Iterator[Place]:
    """Yield where so many cards lie, row after row from a corner."""
    for number in range(count):
        row, column = divmod(number, columns)
        yield Place(
            x + column * (card + _GAP), y + row * (card * SHAPE + LABEL), card, card * SHAPE
        )
