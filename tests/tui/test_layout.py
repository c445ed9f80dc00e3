"""Cards lie apart from each other, within the board, and have keys of their own."""

import pytest

from thirdcard.tui.layout import (
    LEAST_CARD,
    LEAST_LINE,
    Plan,
    find_slot,
    key_of_chain,
    key_of_slot,
    make_plan,
    move,
)
from thirdcard.tui.screen import board_area

FLAT, ULTRA, ULTRA9 = (1, 1), (1, 3), (3, 3)
SIZES = [(80, 24), (100, 30), (110, 30), (160, 50), (300, 90)]
TABLES = [
    *((n, FLAT) for n in (3, 9, 12, 15, 18, 21, 24, 30)),
    *((n, ULTRA) for n in (12, 18, 21, 24)),
    *((n, ULTRA9) for n in (27, 36, 45, 54)),
]


def plan_of(slots: int, shape: tuple[int, int], size: tuple[int, int]) -> Plan:
    _, _, width, height = board_area(*size)
    return make_plan(slots, shape, width, height)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("slots", "shape"), TABLES)
def test_cards_lie_within_the_board(
    slots: int, shape: tuple[int, int], size: tuple[int, int]
) -> None:
    _, _, width, height = board_area(*size)
    plan = plan_of(slots, shape, size)
    assert plan.fits
    taken: set[tuple[int, int]] = set()
    for slot in range(slots):
        x, y, across, down = plan.box(slot)
        assert (across >= LEAST_CARD[0] and down >= LEAST_CARD[1]) or across >= LEAST_LINE
        assert x >= 1
        assert y >= 1
        assert x + across < width + 1
        assert y + down < height + 1
        cells = {(a, b) for a in range(x, x + across + 1) for b in range(y, y + down + 1)}
        assert not cells & taken
        taken |= cells
        assert find_slot(plan, x, y) == slot
        assert find_slot(plan, x + across - 1, y + down - 1) == slot
        assert find_slot(plan, x - 1, y) is None


@pytest.mark.parametrize(("slots", "shape"), TABLES)
def test_no_key_marks_two_cards(slots: int, shape: tuple[int, int]) -> None:
    plan = plan_of(slots, shape, (80, 24))
    keys = [key for slot in range(slots) if (key := key_of_slot(plan, slot))]
    chain = [key for index in range(12) if (key := key_of_chain(plan, index))]
    assert len({*keys, *chain}) == len(keys) + len(chain)
    assert len(keys) >= min(slots, 27 if shape == ULTRA9 else 24)
    assert len(chain) == 10


def test_keys_lie_like_the_cards() -> None:
    plan = plan_of(12, FLAT, (80, 24))
    assert "".join(key_of_slot(plan, slot) for slot in range(12)) == "qazwsxedcrfv"
    ultra = plan_of(18, ULTRA, (80, 24))
    rows = {slot: ultra.box(slot)[1] for slot in range(18)}
    by_row = {
        row: "".join(
            key_of_slot(ultra, slot)
            for slot in sorted(range(18), key=lambda slot: ultra.box(slot)[0])
            if rows[slot] == row
        )
        for row in set(rows.values())
    }
    assert all(
        any(line.startswith(keys[0]) for line in ("qwertyuiop", "asdfghjkl;", "zxcvbnm,./"))
        or keys[0] in "qaz"
        for keys in by_row.values()
    )
    nine = plan_of(27, ULTRA9, (80, 24))
    assert [key_of_slot(nine, slot) for slot in (0, 9, 18, 1, 26)] == ["q", "w", "e", "r", "."]


def test_a_card_more_does_not_change_the_keys() -> None:
    for slots in range(3, 30):
        less, more = (plan_of(n, FLAT, (80, 24)) for n in (slots, slots + 1))
        assert all(key_of_slot(less, s) == key_of_slot(more, s) for s in range(slots))


def test_long_columns_have_digits() -> None:
    plan = plan_of(36, FLAT, (160, 50))
    assert [key_of_slot(plan, slot) for slot in range(4)] == ["1", "q", "a", "z"]
    assert key_of_chain(plan, 0) == ""


def test_the_cursor_goes_to_the_neighbour() -> None:
    plan = plan_of(12, FLAT, (80, 24))
    assert move(plan, 0, 1, 0) == 3
    assert move(plan, 0, 0, 1) == 1
    assert move(plan, 4, -1, 0) == 1
    assert move(plan, 0, -1, 0) == 0
    assert move(plan, 11, 0, 1) == 11


def test_what_does_not_fit_is_told() -> None:
    assert not make_plan(81, FLAT, 80, 10).fits
