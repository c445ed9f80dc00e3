"""Cards that lie face down and are turned up in turns."""

from tests.game.scripted import SECOND, Table, refused, started, told
from tests.game.situations import flip_all, kinds, match, memory, mismatch
from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Flipped,
    Left,
    Started,
    TurnPassed,
)


def test_cards_are_turned_up_one_by_one() -> None:
    table = memory()
    (flipped,) = told(table.flip("ann", 4))
    assert isinstance(flipped, Flipped)
    assert (flipped.seat, flipped.slot, flipped.card) == (0, 4, table.code_at(4))
    assert table.state.face_up == (4,)


def test_a_match_is_taken_and_its_finder_goes_again() -> None:
    table = memory()
    slots = match(table)
    cards = [table.code_at(slot) for slot in slots]
    answer = told(flip_all(table, "ann", slots))
    assert [type(event) for event in answer[:3]] == [Flipped, Claimed, Dealt]
    claimed = answer[1]
    assert isinstance(claimed, Claimed)
    assert sorted(claimed.cards) == sorted(cards)
    assert (table.state.face_up, table.state.turn, table.state.seats[0].score) == ((), 0, 1)
    assert kinds(table.flip("ann", 0)) == [Flipped]


def test_a_mismatch_passes_the_turn_and_stays_open() -> None:
    table = memory()
    slots = mismatch(table)
    answer = told(flip_all(table, "ann", slots))
    assert [type(event) for event in answer] == [Flipped, TurnPassed]
    assert isinstance(answer[1], TurnPassed)
    assert (answer[1].to, answer[1].reason) == (1, "no_match")
    assert table.state.face_up == tuple(slots)
    assert table.state.seats[0].refusals == 0


def test_open_cards_are_covered_by_time() -> None:
    table = memory(show_seconds=4)
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    assert told(table.tick(4 * SECOND - 1)) == ()
    (covered,) = told(table.tick(1))
    assert isinstance(covered, Covered)
    assert covered.slots == tuple(slots)
    assert (table.state.face_up, table.state.turn) == ((), 1)


def test_open_cards_are_covered_by_the_next_to_turn_one_up() -> None:
    table = memory()
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    assert kinds(table.flip("bob", slots[0])) == [Covered, Flipped]
    assert table.state.face_up == (slots[0],)


def test_turns_go_round() -> None:
    table = memory()
    for player in ("ann", "bob", "cleo", "ann"):
        seat = table.state.turn
        assert seat is not None
        assert table.state.seats[seat].player == player
        flip_all(table, player, mismatch(table))


def test_only_who_is_to_move_may_turn_cards_up() -> None:
    refusal = refused(memory().flip("bob", 0), "not_your_turn")
    assert refusal.details == {"seat": 0}
    assert "Ann" in str(refusal)


def test_places_that_cannot_be_turned_up() -> None:
    table = memory()
    told(table.flip("ann", 0))
    for slot in (0, -1, -12, 12, 10**20):
        refused(table.flip("ann", slot), "not_on_table")
    assert table.state.face_up == (0,)


def test_a_hole_cannot_be_turned_up() -> None:
    table = memory("ann", seed=1)
    while all(point is not None for point in table.state.slots):
        flip_all(table, "ann", match(table))
        assert table.state.phase == "playing"
    hole = table.state.slots.index(None)
    refusal = refused(table.flip("ann", hole), "not_on_table")
    assert str(refusal) == f"No card lies at place {hole + 1}."


def test_a_refused_turn_leaves_open_cards_open() -> None:
    table = memory()
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    refused(table.flip("bob", 99), "not_on_table")
    assert table.state.face_up == tuple(slots)


def test_cards_face_down_are_not_claimed_and_face_up_not_turned() -> None:
    table = memory()
    assert refused(table.claim("ann", table.find_claim("ann")), "malformed").events == ()
    refused(started().flip("ann", 0), "malformed")


def test_nobody_turns_before_the_start() -> None:
    table = Table("memory")
    table.join("ann")
    refused(table.flip("ann", 0), "locked_out")
    refused(table.flip("zoe", 0), "locked_out")


def test_a_turn_is_lost_by_time_and_its_cards_are_covered() -> None:
    table = memory(turn_seconds=30)
    told(table.flip("ann", 3))
    assert told(table.tick(30 * SECOND - 1)) == ()
    answer = told(table.tick(1))
    assert [type(event) for event in answer] == [Covered, TurnPassed]
    assert isinstance(answer[1], TurnPassed)
    assert (answer[1].to, answer[1].reason) == (1, "time")
    assert (table.state.turn, table.state.face_up) == (1, ())


def test_a_turn_is_lost_by_time_without_a_card_turned() -> None:
    table = memory(turn_seconds=5)
    assert kinds(table.tick(5 * SECOND)) == [TurnPassed]


def test_who_plays_alone_has_all_the_time() -> None:
    table = memory("ann", turn_seconds=5)
    told(table.flip("ann", 3))
    assert told(table.tick(600 * SECOND)) == ()
    assert table.state.face_up == (3,)
    table.flip("ann", next(s for s in mismatch(table) if s != 3))


def test_who_played_alone_gets_a_whole_turn_when_another_comes() -> None:
    table = memory("ann", turn_seconds=5)
    table.now += 600 * SECOND
    table.join("bob")
    assert told(table.tick(5 * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [TurnPassed]


def test_a_lone_players_mismatch_comes_back_to_them() -> None:
    table = memory("ann")
    answer = told(flip_all(table, "ann", mismatch(table)))
    assert isinstance(answer[-1], TurnPassed)
    assert answer[-1].to == 0
    assert kinds(table.flip("ann", 0)) == [Covered, Flipped]


def test_who_leaves_in_their_turn_passes_it_and_their_cards_are_covered() -> None:
    table = memory()
    told(table.flip("ann", 3))
    answer = told(table.leave("ann"))
    assert [type(event) for event in answer] == [Left, Covered, TurnPassed]
    assert isinstance(answer[2], TurnPassed)
    assert (answer[2].to, answer[2].reason) == (1, "left")
    table.leave("bob")
    assert table.state.turn == 2
    table.join("ann")
    flip_all(table, "cleo", mismatch(table))
    assert table.state.turn == 0


def test_who_leaves_out_of_turn_changes_nothing_of_it() -> None:
    table = memory()
    told(table.flip("ann", 3))
    assert kinds(table.leave("bob")) == [Left]
    assert (table.state.turn, table.state.face_up) == (0, (3,))
    table.tick(30 * SECOND)
    assert table.state.turn == 2


def test_the_first_seat_that_is_taken_begins() -> None:
    table = Table("memory")
    table.join("ann", "bob")
    table.leave("ann")
    start = told(table.start())[0]
    assert isinstance(start, Started)
    assert start.turn == 1
