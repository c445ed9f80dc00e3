"""Duel, together and spoil: games on cards that are laid once."""

from typing import Any

import pytest

from tests.game.scripted import SECOND, Table, refused, started, told
from tests.game.situations import kinds, non_set
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Announce, Claim, Join, Kick, Leave, TakeBack, Tick
from thirdcard.game.events import Announced, Claimed, Dealt, Ended, Left, TakenBack, TurnPassed
from thirdcard.game.record import verify
from thirdcard.game.views import view_table


def duel(seed: int = 0, **options: Any) -> Table:
    return started("classic", "ann", "bob", seed=seed, contest="duel", **options)


def play_out(table: Table) -> str:
    """Let the players take the first claim in turn; return who took the last."""
    last = ""
    while table.state.phase == "playing":
        assert table.state.turn is not None
        last = table.state.seats[table.state.turn].player
        told(table.claim(last, table.find_claim(last)))
    return last


# -- the duel -----------------------------------------------------------------------------------


def test_a_duel_is_for_two() -> None:
    table = Table(contest="duel")
    table.join("ann")
    refused(table.start(), "locked_out")
    table.join("bob")
    refused(table.do(Join("cleo", "Cleo")), "locked_out")
    told(table.start())
    assert table.state.turn == 0
    assert len(table.state.spots) == 15
    assert view_table(table.state).max_seats == 2


def test_claims_are_made_in_turn() -> None:
    table = duel()
    refused(table.claim("bob", table.find_claim("bob")), "not_your_turn")
    assert kinds(table.claim("ann", table.find_claim("ann")))[:2] == [Claimed, TurnPassed]
    assert table.state.turn == 1
    assert len(table.state.spots) == 12, "cards came although they are laid once"
    refused(table.claim("ann", table.find_claim("ann")), "not_your_turn")


def test_a_wrong_claim_leaves_the_turn() -> None:
    table = duel(penalty="lock")
    refused(table.claim("ann", non_set(table)), "not_a_claim")
    assert table.state.turn == 0
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")


@pytest.mark.parametrize("seed", range(6))
def test_who_cannot_move_loses(seed: int) -> None:
    table = duel(seed)
    winner = play_out(table)
    assert table.state.reason == "finished"
    assert table.state.seats[table.state.ranking[0]].player == winner
    assert table.state.undealt == 66
    assert verify(table.record).fair


def test_both_seats_win_some_duels() -> None:
    assert {play_out(duel(seed)) for seed in range(12)} == {"ann", "bob"}


def test_a_turn_that_goes_by_loses() -> None:
    table = duel(turn_seconds=10)
    told(table.claim("ann", table.find_claim("ann")))
    assert next_deadline(table.state) == table.now + 10 * SECOND
    assert kinds(table.tick(10 * SECOND)) == [Ended]
    assert table.state.reason == "forfeit"
    assert table.state.ranking == (0, 1)
    assert verify(table.record).fair


@pytest.mark.parametrize("gone", ["ann", "bob"])
def test_who_leaves_a_duel_loses_it(gone: str) -> None:
    table = duel()
    told(table.claim("ann", table.find_claim("ann")))
    assert kinds(table.do(Leave(gone))) == [Left, Ended]
    assert table.state.reason == "forfeit"
    assert table.state.seats[table.state.ranking[-1]].player == gone
    assert verify(table.record).fair


def test_a_host_wins_nothing_by_sending_the_other_away() -> None:
    table = duel()
    told(table.do(Kick("ann", 1)))
    assert table.state.reason == "abandoned"
    assert table.state.loser is None
    assert verify(table.record).fair


# -- together, and spoil --------------------------------------------------------------------------


@pytest.mark.parametrize("contest", ["coop", "spoil"])
def test_the_last_claims_can_be_taken_back(contest: str) -> None:
    table = started("classic", "ann", "bob", contest=contest)
    assert len(table.state.spots) == 18
    before = table.state
    told(table.claim("ann", table.find_claim("ann")))
    between = table.state
    told(table.claim("bob", table.find_claim("bob")))
    assert kinds(table.do(TakeBack("ann"))) == [TakenBack]
    after = table.state
    assert after.slots == between.slots
    assert after.taken == between.taken
    assert [seat.score for seat in after.seats] == [1, 0]
    assert (after.previous, after.previous_seat) == (between.previous, 0)
    told(table.do(TakeBack("bob")))
    assert table.state.slots == before.slots
    assert table.state.seats[0].score == 0
    assert table.state.previous_seat is None
    refused(table.do(TakeBack("bob")), "locked_out")
    assert Dealt not in {type(event) for event in table.events[before.seq :]}


def test_a_race_takes_nothing_back() -> None:
    table = started()
    told(table.claim("ann", table.find_claim("ann")))
    refused(table.do(TakeBack("ann")), "malformed")


@pytest.mark.parametrize("contest", ["coop", "spoil"])
def test_a_game_together_ends_when_no_claim_is_left(contest: str) -> None:
    table = started("ultra", "ann", "bob", contest=contest)
    while table.state.phase == "playing":
        told(table.claim("bob", table.find_claim("bob")))
    assert table.state.reason == "finished"
    assert not table.state.variant.find_claim(table.state.spots)
    assert verify(table.record).fair


def test_the_optimum_is_told_where_all_play_together() -> None:
    table = started("classic", "ann", contest="coop")
    assert kinds(table.do(Announce(4, False))) == [Announced]
    assert kinds(table.do(Announce(4, True))) == [Announced]
    assert told(table.do(Announce(4, True))) == ()
    view = view_table(table.state)
    assert (view.optimum, view.optimum_proved) == (4, True)
    refused(duel().do(Announce(4, True)), "malformed")
    refused(started().do(Announce(4, True)), "malformed")


@pytest.mark.parametrize("contest", ["duel", "coop", "spoil"])
def test_cards_come_until_there_is_a_claim_to_begin_with(contest: str) -> None:
    grown = []
    for seed in range(60):
        table = started("classic", "ann", "bob", seed=seed, contest=contest, table_size=9)
        assert table.state.phase == "playing"
        assert table.state.can_be_claimed
        grown.append(len(table.state.spots))
    assert {9, 12} <= set(grown)


def test_a_card_that_was_not_dealt_is_no_claim() -> None:
    table = started("classic", "ann", contest="coop")
    refused(table.claim("ann", table.undealt_codes()[:3]), "not_on_table")


def test_the_same_cards_are_taken_again_after_a_take_back() -> None:
    table = started("classic", "ann", "bob", contest="coop")
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    told(table.do(TakeBack("bob")))
    told(table.do(Claim("bob", cards, table.state.seq)))
    assert [seat.score for seat in table.state.seats] == [0, 1]
    assert told(table.do(Tick())) == ()
