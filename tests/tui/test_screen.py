"""The whole screen: what is on it, where, and what a click there means."""

import pytest
from msgspec.structs import replace

from tests.every import EVERY
from tests.game.scripted import Table, started
from thirdcard.game.commands import Call, Vote
from thirdcard.game.table_views import TableView
from thirdcard.game.views import view_table
from thirdcard.tui.board import Chosen, Target
from thirdcard.tui.cards import ASCII, COLOUR, LETTERS, Drawing
from thirdcard.tui.screen import Shown, draw_screen, find_at, iter_deeds
from thirdcard.tui.words import Notice

SIZES = [(80, 24), (109, 24), (110, 24), (160, 50)]


def shown(table: Table, **more: object) -> Shown:
    now = table.now
    return Shown(view_table(table.state), 0, now=now, **more)  # type: ignore[arg-type]


def text(what: Shown, size: tuple[int, int] = (80, 24)) -> str:
    return draw_screen(what, *size).text()


@pytest.mark.parametrize("variant", EVERY)
def test_every_variant_can_be_seen_and_played_at_80_by_24(variant: str) -> None:
    table = started(variant)
    what = shown(table)
    seen = {find_at(what, (80, 24), x, y) for x in range(80) for y in range(24)}
    lying = {Target(slot=slot) for slot, lies in enumerate(table.state.slots) if lies is not None}
    assert lying <= seen
    assert {"quit", "rules", "pause"} <= seen
    assert "larger terminal" not in text(what)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("drawing", [COLOUR, LETTERS, ASCII])
def test_what_stands_around_the_board(size: tuple[int, int], drawing: Drawing) -> None:
    table = started("classic", "ann", "bob")
    table.claim("bob", table.find_claim("bob"))
    notices = (Notice("Older."), Notice("Newest.", cards=("1RSD",)))
    what = shown(table, chosen=Chosen(drawing=drawing), notices=notices)
    picture = text(what, size)
    lines = picture.split("\n")
    assert len(lines) == size[1]
    assert lines[0].startswith(" Classic")
    assert f"deck {table.state.undealt}" in lines[0]
    assert "You" in picture
    assert "Bob" in picture
    assert "Newest." in picture
    assert "Older." in picture
    assert "Q quit" in lines[-1]
    assert ("Last: Bob" in picture) == (size[0] >= 110)
    if drawing == ASCII:
        assert picture.replace("·", "").isascii()


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (1, 1)])
def test_what_is_too_small_is_told(size: tuple[int, int]) -> None:
    picture = text(shown(started()), size)
    if size[0] > 60:
        assert f"needs 80×24 characters; this window has {size[0]}x{size[1]}" in picture
    assert "Classic" not in picture


def test_before_the_table_is_there() -> None:
    assert "Going to the table" in text(Shown(None))
    assert "No way." in text(Shown(None, trouble="No way."))


def test_before_the_start() -> None:
    table = Table("chain", penalty="point")
    table.join("ann", "bob")
    picture = text(shown(table))
    assert "Enter starts the game" in picture
    assert "A wrong claim costs a point" in picture
    assert "- Bob" in picture
    assert "You are watching." in text(Shown(view_table(table.state), None))


def test_a_pause_hides_the_cards() -> None:
    table = started("classic", "ann")
    table.do(Vote("ann", "pause"))
    what = shown(table)
    assert "The game is paused." in text(what)
    assert "▟" not in text(what)
    assert [deed.key for deed in iter_deeds(what.view, 0)] == ["P", "?", "Q"]


def test_the_end() -> None:
    table = started("junior", "ann", "bob")
    while table.state.phase == "playing":
        table.claim("ann", table.find_claim("ann"))
    picture = text(shown(table))
    assert "You won." in picture
    assert "1.    " in picture
    assert "2.    0  Bob" in picture
    assert "N plays again" in picture


def test_times_of_turns_and_calls() -> None:
    table = started("memory", turn_seconds=30)
    what = shown(table, turn_since=table.now - 12_000)
    assert "You 0 (to move 0:18)" in text(what)
    called = started("classic", call_seconds=9)
    called.do(Call("bob", called.state.seq))
    assert "Bob 0 (called 0:09)" in text(shown(called))
    assert "C call" not in text(shown(called))


def test_a_limit_counts_down() -> None:
    table = started("classic", end_seconds=90)
    assert "1:30 left" in text(shown(table)).split("\n")[0]


def deeds_of(view: TableView, seat: int | None = 0) -> str:
    return " ".join(deed.name for deed in iter_deeds(view, seat))


def test_only_what_can_be_done_is_offered() -> None:
    view = view_table(started("classic").state)
    assert deeds_of(view) == "unmark pause rules quit"
    assert deeds_of(view, None) == "rules quit"
    assert deeds_of(view_table(started("memory").state)) == "pause rules quit"
    many = started("eight", hints="private", growth="vote", call_seconds=5)
    view = view_table(many.state)
    assert deeds_of(view) == "call enter unmark hint more pause rules quit"
    last = text(Shown(view, 0)).split("\n")[-1]
    assert last.endswith("Q quit")
    coop = started("classic", "ann", contest="coop")
    assert "take_back" not in deeds_of(view_table(coop.state))
    coop.claim("ann", coop.find_claim("ann"))
    assert "take_back" in deeds_of(view_table(coop.state))


def test_the_words_of_the_last_line_can_be_clicked() -> None:
    what = shown(started("classic"))
    line = text(what).split("\n")[-1]
    assert find_at(what, (80, 24), line.index("pause"), 23) == "pause"
    assert find_at(what, (80, 24), line.index("Q"), 23) == "quit"
    assert find_at(what, (80, 24), 79, 23) is None


def test_cards_of_the_claim_before_can_be_seen_and_clicked() -> None:
    table = started("chain", "ann")
    assert "Your first claim is free" in text(shown(table))
    table.claim("ann", table.find_claim("ann"))
    what = shown(table)
    line = text(what).split("\n")[2]
    assert line.startswith(" Use one of:")
    for index in range(3):
        x = line.index(f"{index + 1} ")
        assert find_at(what, (80, 24), x, 2) == Target(chain=index)
        assert find_at(what, (80, 24), x + 2, 2) == Target(chain=index)
    groups = started("ultra+chain", "ann")
    groups.claim("ann", groups.find_claim("ann"))
    line = text(shown(groups)).split("\n")[2]
    assert all(f"in {group}" in line for group in (1, 2, 3)) or line.count(" in ") == 3


def test_many_players_and_long_names_stay_on_the_screen() -> None:
    table = started("classic", *(f"player{i}" for i in range(12)), seats=12)
    view = view_table(table.state)
    view = replace(view, seats=tuple(replace(s, name="猫" * 20) for s in view.seats))
    for size in SIZES:
        lines = text(Shown(view, 0), size).split("\n")
        assert len(lines) == size[1]
    assert "…" in text(Shown(view, 0)).split("\n")[1]


def test_a_long_sentence_is_broken_between_words() -> None:
    table = started("classic")
    notice = Notice("word " * 24, cards=("1RSD", "2RSD"))
    lines = text(shown(table, notices=(notice,))).split("\n")[21:23]
    assert all(set(line.split()) <= {"word", "◆", "◆◆"} for line in lines)
    assert sum(line.count("word") for line in lines) == 24
