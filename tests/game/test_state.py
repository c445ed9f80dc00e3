"""What can be asked of a table."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.rules import shuffle_by_the_book
from tests.game.scripted import Table, started, told
from thirdcard.game.events import Header, Joined, Options
from thirdcard.game.machine import evolve
from thirdcard.game.state import Seat, State


def test_a_new_state_is_an_unopened_table() -> None:
    state = State(Header(variant="mega"))
    assert (state.phase, state.seq, state.undealt, state.table_size) == ("unopened", 0, 243, 15)
    assert (state.spots, state.ranking, state.next_seat(), state.can_be_claimed) == (
        (),
        (),
        None,
        False,
    )


def test_the_deck_needs_the_seed() -> None:
    assert list(started().state.deck) == shuffle_by_the_book(81, started().seed)
    with pytest.raises(ValueError, match="seed"):
        _ = State(Header()).deck


def test_a_table_size_of_ones_own_is_rounded_to_equal_groups() -> None:
    assert State(Header(variant="ultra", options=Options(table_size=10))).table_size == 12
    assert State(Header(options=Options(table_size=10))).table_size == 10


@pytest.mark.parametrize("variant", ["classic", "ultra", "ultra9"])
def test_spots_are_cards_with_the_group_of_their_slot(variant: str) -> None:
    state = started(variant).state
    groups = state.variant.grouping.count
    for slot, point in enumerate(state.slots):
        assert point is not None
        assert state.group(slot) == slot % groups
        assert state.spot(slot) == state.spots[slot] == point * groups + slot % groups
        assert state.find_slot(point) == slot


def test_holes_have_no_spot() -> None:
    table = started("junior", table_size=27)
    told(table.claim("ann", table.find_claim("ann")))
    state = table.state
    holes = [slot for slot, point in enumerate(state.slots) if point is None]
    assert holes
    assert [state.spot(slot) for slot in holes] == [None] * len(holes)
    assert len(state.spots) == len(state.slots) - len(holes)
    assert all(state.find_slot(point) is None for point in state.taken)


def test_seats_are_found_also_of_those_who_left() -> None:
    table = Table()
    table.join("ann", "bob")
    table.leave("ann")
    assert [table.state.find_seat(player) for player in ("ann", "bob", "zoe")] == [0, 1, None]
    assert list(table.state.iter_present()) == [1]


def test_turns_pass_over_those_who_left() -> None:
    table = started("memory", "ann", "bob", "cleo", "dan")
    assert table.state.next_seat() == 1
    table.leave("bob")
    assert table.state.next_seat() == 2
    table.leave("cleo")
    table.leave("dan")
    assert table.state.next_seat() == 0


def test_a_taken_card_knows_its_claim() -> None:
    table = started()
    claimed = told(table.claim("bob", table.find_claim("bob")))[0]
    assert {(t.seat, t.seq) for t in table.state.taken.values()} == {(1, claimed.seq)}
    assert table.state.previous_seat == 1


def test_what_a_claim_continues_depends_on_the_rule() -> None:
    for variant, of_ann, of_bob in (("classic", 0, 0), ("chain", 3, 0), ("chain-table", 3, 3)):
        table = started(variant)
        told(table.claim("ann", table.find_claim("ann")))
        state = table.state
        assert (len(state.previous_of(0)), len(state.previous_of(1))) == (of_ann, of_bob)
        assert len(state.previous) == len(state.seats[0].previous) == 3


def test_who_left_cannot_claim() -> None:
    state = started("classic", "ann").state
    assert state.can_be_claimed
    # As it is in the moment between the last leaving and the end.
    last = Seat("ann", "Ann", present=False)
    assert not State(state.header, slots=state.slots, seats=(last,)).can_be_claimed


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=8))
def test_ranking_is_by_score_then_by_who_was_first(seats: list[tuple[int, int]]) -> None:
    state = State(
        Header(),
        seats=tuple(Seat(f"{i}", f"{i}", score=s, scored_seq=q) for i, (s, q) in enumerate(seats)),
    )
    ranking = state.ranking
    assert sorted(ranking) == list(range(len(seats)))
    for better, worse in pairwise(ranking):
        assert (-seats[better][0], seats[better][1], better) < (
            -seats[worse][0],
            seats[worse][1],
            worse,
        )


def test_of_equal_scores_the_earlier_leads() -> None:
    table = started("classic", "ann", "bob", "cleo")
    told(table.claim("cleo", table.find_claim("cleo")))
    told(table.claim("bob", table.find_claim("bob")))
    assert table.state.ranking == (2, 1, 0)
    told(table.claim("bob", table.find_claim("bob")))
    assert table.state.ranking == (1, 2, 0)


def test_two_states_are_equal_iff_the_tables_are() -> None:
    table, other = started(), started()
    assert table.state == other.state
    assert hash(table.state) == hash(other.state)
    told(table.claim("ann", table.find_claim("ann")))
    assert table.state != other.state
    joined = Joined(seq=9, at=0, seat=2, player="x", name="X")
    assert evolve(other.state, joined) != other.state
