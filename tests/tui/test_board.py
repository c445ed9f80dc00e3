"""The board shows every card that lies there, and finds them by key and by cell."""

import pytest

from tests.game.scripted import Table, started
from thirdcard.game.table_views import HintView
from thirdcard.game.views import view_table
from thirdcard.tui.board import (
    Chosen,
    Target,
    chain_of,
    draw_board,
    find_target,
    plan_board,
    target_of_key,
)
from thirdcard.tui.cards import ASCII, LETTERS

SIZE = (80, 19)


def picture(table: Table, seat: int | None = 0, **chosen: object) -> str:
    view = view_table(table.state)
    return draw_board(view, seat, Chosen(drawing=ASCII, **chosen), *SIZE).text()  # type: ignore[arg-type]


def test_every_card_is_drawn_once() -> None:
    table = started("classic")
    text = picture(table)
    numbers = [int(code[0]) for code in table.codes()]
    assert text.count("<") + text.count("{") + text.count("(") == sum(numbers)
    letters = [code[1] for code in table.codes()]
    for letter in "RGP":
        assert text.count(letter) == letters.count(letter)


def test_holes_are_empty_and_cannot_be_found() -> None:
    table = started("classic", "ann", contest="coop")
    table.claim("ann", table.find_claim("ann"))
    view = view_table(table.state)
    holes = [slot for slot, lies in enumerate(view.slots) if lies is None]
    assert len(holes) == 3
    plan = plan_board(view, 0, *SIZE)
    for slot in holes:
        x, y, _, _ = plan.box(slot)
        assert find_target(view, 0, LETTERS, SIZE, (x, y)) is None


def test_cards_face_down_show_nothing() -> None:
    table = started("memory")
    assert not set("<>{}()") & set(picture(table))
    table.flip("ann", 3)
    assert set("<>{}()") & set(picture(table))


def test_a_hint_marks_its_cards() -> None:
    table = started("classic")
    hint = HintView(2, (table.codes()[0],), True)
    assert picture(table).count("*") == 0
    assert picture(table, hint=hint).count("*") == 1


def test_a_board_that_is_too_small_says_so() -> None:
    view = view_table(started("mega", table_size=243).state)
    assert (
        draw_board(view, 0, Chosen(), 80, 19).text().startswith("243 cards need a larger terminal")
    )


@pytest.mark.parametrize("variant", ["classic", "ultra", "ultra9", "mega+chain"])
def test_keys_and_cells_find_the_same_card(variant: str) -> None:
    table = started(variant, "ann")
    view = view_table(table.state)
    plan = plan_board(view, 0, *SIZE)
    lines = draw_board(view, 0, Chosen(drawing=ASCII), *SIZE).text().split("\n")
    for slot in range(len(view.slots)):
        x, y, _, _ = plan.box(slot)
        assert find_target(view, 0, ASCII, SIZE, (x, y)) == Target(slot=slot)
        assert target_of_key(view, 0, plan, lines[y][x]) == Target(slot=slot)
    assert target_of_key(view, 0, plan, "") is None


def test_the_claim_before_is_the_seats_own() -> None:
    table = started("chain")
    table.claim("bob", table.find_claim("bob"))
    view = view_table(table.state)
    assert chain_of(view, 0) == ()
    assert len(chain_of(view, 1)) == 3
    assert chain_of(view, None) == ()
    plan = plan_board(view, 1, *SIZE)
    assert target_of_key(view, 1, plan, "2") == Target(chain=1)
    assert target_of_key(view, 0, plan, "2") is None
    marked = picture(table, 1, targets=(Target(chain=1),))
    assert "Use one of: 1 " in marked
