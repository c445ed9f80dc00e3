"""Where the cards lie for a size of the board, and which key marks which.

Without groups a line is a column of three cards, as `qaz`, `wsx`, `edc`, … are on QWERTY; of
more cards than ten columns hold, the columns are longer and the digits stand above.  Groups in one
row have three columns of keys each; of groups in several rows each has three keys, in the row of
its row.  Cards of an earlier claim have digits.  A slot *s* of a table in *g* groups lies in group
``s % g`` at index ``s // g``.
"""

from __future__ import annotations

from dataclasses import dataclass

from thirdcard.tui.keyboards import QWERTY, Rows

__all__ = [
    "LEAST_CARD",
    "LEAST_LINE",
    "Plan",
    "find_slot",
    "key_of_chain",
    "key_of_slot",
    "make_plan",
    "move",
]

_LINE = 3
_MOST_COLUMNS = 10

LEAST_CARD = (5, 2)
"""Width and height below which a card cannot be read, unless all of it stands in one line."""

LEAST_LINE = 7
"""Width of a card in one line."""

_MOST_CARD = (27, 13)
_GROUP_GAP = (2, 0)


@dataclass(frozen=True)
class Plan:
    """Where the cards lie.

    Attributes:
        slots: number of slots.
        shape: rows and columns of groups.
        columns, rows: of cards in a group.
        by_column: whether a group is filled column by column.
        card: width and height of a card in cells; between two is one more.
        origin: where the first frame begins.
        keys: what stands on the keys, the row of the digits first.
    """

    slots: int
    shape: tuple[int, int]
    columns: int
    rows: int
    by_column: bool
    card: tuple[int, int]
    origin: tuple[int, int]
    keys: Rows = QWERTY

    @property
    def groups(self) -> int:
        """Number of groups."""
        return self.shape[0] * self.shape[1]

    @property
    def fits(self) -> bool:
        """Whether cards are large enough to be read."""
        width, height = self.card
        is_line = width >= LEAST_LINE and height >= 1
        return is_line or (width >= LEAST_CARD[0] and height >= LEAST_CARD[1])

    def box(self, slot: int) -> tuple[int, int, int, int]:
        """Return x, y, width and height of a slot's card."""
        group, index = slot % self.groups, slot // self.groups
        across, down = index % self.columns, index // self.columns
        if self.by_column:
            across, down = index // self.rows, index % self.rows
        x, y = self.corner(group)
        width, height = self.card
        return x + 1 + across * (width + 1), y + 1 + down * (height + 1), width, height

    def corner(self, group: int) -> tuple[int, int]:
        """Return where the frame of a group's first card begins."""
        row, column = divmod(group, self.shape[1])
        width, height = self.group_size
        x, y = self.origin
        return x + column * (width + _GROUP_GAP[0]), y + row * (height + _GROUP_GAP[1])

    @property
    def group_size(self) -> tuple[int, int]:
        """Width and height of a group with its frames."""
        width, height = self.card
        return self.columns * (width + 1) + 1, self.rows * (height + 1) + 1


def make_plan(slots: int, shape: tuple[int, int], width: int, height: int) -> Plan:
    """Return the plan under which that many cards are largest on a board.

    Args:
        slots: of the table.
        shape: rows and columns of its groups.
        width, height: of the board in cells.
    """
    groups = shape[0] * shape[1]
    each = max(1, -(-slots // groups))
    if groups == 1:
        rows = max(_LINE, -(-each // _MOST_COLUMNS))
        # One column more may come without the cards becoming smaller.
        grids = [(max(5, -(-each // rows)), rows)]
    else:
        grids = [(columns, -(-each // columns)) for columns in range(1, each + 1)]
    plans = [_fit(slots, shape, grid, width, height) for grid in grids]
    return max(plans, key=_merit)


def _merit(plan: Plan) -> tuple[bool, float, int]:
    width, height = plan.card
    return plan.fits, min(width / 2, height), width


def _fit(
    slots: int, shape: tuple[int, int], grid: tuple[int, int], width: int, height: int
) -> Plan:
    columns, rows = grid
    down, across = shape
    card_width = (width - (across - 1) * _GROUP_GAP[0] - across) // (across * columns) - 1
    card_height = (height - (down - 1) * _GROUP_GAP[1] - down) // (down * rows) - 1
    card = min(card_width, _MOST_CARD[0]), min(card_height, _MOST_CARD[1])
    card = card[0], min(card[1], max(LEAST_CARD[1] + 3, card[0] * 2 // 3))
    by_column = shape == (1, 1)
    plan = Plan(slots, shape, columns, rows, by_column, card, (0, 0))
    group_width, group_height = plan.group_size
    if by_column:
        group_width = -(-slots // rows) * (card[0] + 1) + 1
    whole = across * (group_width + _GROUP_GAP[0]) - _GROUP_GAP[0]
    high = down * (group_height + _GROUP_GAP[1]) - _GROUP_GAP[1]
    origin = max(0, (width - whole) // 2), max(0, (height - high) // 2)
    return Plan(slots, shape, columns, rows, by_column, card, origin)


# -- finding ------------------------------------------------------------------------------------


def find_slot(plan: Plan, x: int, y: int) -> int | None:
    """Return the slot whose card has a cell, None for none."""
    for slot in range(plan.slots):
        left, top, width, height = plan.box(slot)
        if left <= x < left + width and top <= y < top + height:
            return slot
    return None


def move(plan: Plan, slot: int, dx: int, dy: int) -> int:
    """Return the nearest slot in a direction, the same where there is none."""
    x, y, width, height = plan.box(slot)
    best, least = slot, 1e9
    for other in range(plan.slots):
        left, top, _, _ = plan.box(other)
        along = (left - x) / width * dx + (top - y) / height * dy
        aside = abs(left - x) / width * abs(dy) + abs(top - y) / height * abs(dx)
        if along > 0.3 and along + 3 * aside < least:
            best, least = other, along + 3 * aside
    return best


def key_of_slot(plan: Plan, slot: int) -> str:
    """Return the key of a slot, empty where there are not enough keys."""
    group, index = slot % plan.groups, slot // plan.groups
    down, across = plan.shape
    letters = plan.keys[1:]
    if plan.groups == 1:
        column, row = divmod(index, plan.rows)
        return _at(letters if plan.rows == _LINE else plan.keys, row, column)
    if down == 1:
        width = min(plan.columns, 3)
        row, column = divmod(index, width)
        if row >= 3:
            extra = index - 3 * width
            row, column = extra % 3, width + extra // 3
        return _at(letters, row, 3 * group + column) if column < 3 else ""
    return _at(letters, group // across, 3 * (group % across) + index) if index < 3 else ""


def _at(rows: tuple[str, ...], row: int, column: int) -> str:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def key_of_chain(plan: Plan, index: int) -> str:
    """Return the key of a card of an earlier claim, empty where there are not enough digits."""
    is_free = plan.groups > 1 or plan.rows == _LINE
    return _at(plan.keys, 0, index) if is_free else ""
