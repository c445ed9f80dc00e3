"""Calls and prices: who may claim, for how long, and what it costs to be wrong."""

from typing import Any

from tests.game.scripted import SECOND, Table, refused, started, told
from tests.game.situations import kinds, non_set
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Call, Leave, Tick
from thirdcard.game.events import Called, Claimed, Dealt, Lapsed, Left, Refused
from thirdcard.game.record import verify
from thirdcard.game.state import Seat


def calling(**options: Any) -> Table:
    return started("classic", "ann", "bob", call_seconds=5, **options)


def call(table: Table, player: str) -> tuple[type, ...]:
    return tuple(kinds(table.do(Call(player, table.state.seq))))


def seat(table: Table, number: int) -> Seat:
    return table.state.seats[number]


# -- calls ----------------------------------------------------------------------------------------


def test_nobody_claims_without_a_call() -> None:
    table = calling()
    assert "Call first" in str(refused(table.claim("ann", table.find_claim("ann")), "locked_out"))
    assert not any(isinstance(event, Refused) for event in table.events)


def test_who_has_called_claims_alone() -> None:
    table = calling()
    assert call(table, "ann") == (Called,)
    until = table.now + 5 * SECOND
    late = refused(table.claim("bob", table.find_claim("bob")), "locked_out")
    assert (late.details["seat"], late.details["until"]) == (0, until)
    refused(table.do(Call("bob", 0)), "locked_out")
    assert call(table, "ann") == ()
    assert next_deadline(table.state) == until
    assert kinds(table.claim("ann", table.find_claim("ann"))) == [Claimed, Dealt]
    assert table.state.call is None
    assert call(table, "bob") == (Called,)


def test_a_call_lapses_and_costs_a_point() -> None:
    table = calling()
    call(table, "ann")
    assert kinds(table.tick(5 * SECOND - 1)) == []
    assert kinds(table.tick(1)) == [Lapsed]
    assert seat(table, 0).score == -1
    assert table.state.call is None
    assert table.state.ranking == (1, 0)
    assert call(table, "bob") == (Called,)


def test_a_wrong_claim_after_a_call_ends_it_and_costs_a_point() -> None:
    table = calling()
    call(table, "ann")
    refused(table.claim("ann", non_set(table)), "not_a_claim")
    assert table.state.call is None
    assert seat(table, 0).score == -1
    assert call(table, "bob") == (Called,)


def test_a_claim_that_came_too_late_costs_nothing() -> None:
    table = calling()
    cards = table.find_claim("ann")
    seen = table.state.seq
    call(table, "bob")
    told(table.claim("bob", cards))
    call(table, "ann")
    refused(table.claim("ann", cards, seen), "too_late")
    assert seat(table, 0).score == 0
    assert table.state.call is None


def test_who_calls_in_vain_again_and_again_is_locked_and_the_others_are_not() -> None:
    table = calling(lock_seconds=10)
    wrong = non_set(table)
    call(table, "ann")
    refused(table.claim("ann", wrong), "not_a_claim")
    assert seat(table, 0).locked_until is None
    call(table, "ann")
    refused(table.claim("ann", wrong), "not_a_claim")
    assert seat(table, 0).score == -2
    assert seat(table, 0).locked_until == table.now + 10 * SECOND
    refused(table.do(Call("ann", 0)), "locked_out")
    assert call(table, "bob") == (Called,)


def test_a_penalty_of_its_own_takes_the_points_place() -> None:
    table = calling(penalty="lock", lock_seconds=3)
    call(table, "ann")
    assert kinds(table.tick(5 * SECOND)) == [Lapsed]
    assert (seat(table, 0).score, seat(table, 0).locked_until) == (0, table.now + 3 * SECOND)
    point = calling(penalty="point")
    call(point, "ann")
    point.tick(5 * SECOND)
    assert seat(point, 0).score == -1


def test_a_call_is_over_when_its_caller_leaves() -> None:
    table = calling()
    call(table, "ann")
    assert kinds(table.do(Leave("ann"))) == [Left]
    assert call(table, "bob") == (Called,)


def test_a_table_without_calls_knows_none() -> None:
    refused(started().do(Call("ann", 0)), "malformed")


def test_no_more_may_be_claimed_than_was_before_the_call_lapsed() -> None:
    table = calling()
    call(table, "ann")
    told(table.claim("ann", table.find_claim("ann")))
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")
    assert seat(table, 0).score == 1


# -- prices ---------------------------------------------------------------------------------------


def test_a_wrong_claim_costs_nothing_as_a_rule() -> None:
    table = started()
    refused(table.claim("ann", non_set(table)), "not_a_claim")
    assert (seat(table, 0).score, seat(table, 0).locked_until) == (0, None)


def test_a_wrong_claim_costs_a_point_once() -> None:
    table = started(penalty="point")
    wrong = non_set(table)
    for cards in (wrong, wrong[::-1], wrong):
        refused(table.claim("ann", cards), "not_a_claim")
    assert seat(table, 0).score == -1
    assert sum(isinstance(event, Refused) for event in table.events) == 1
    refused(table.claim("bob", wrong), "not_a_claim")
    assert [s.score for s in table.state.seats] == [-1, -1]


def test_a_wrong_claim_locks_its_player_alone() -> None:
    table = started(penalty="lock", lock_seconds=5)
    wrong = non_set(table)
    details = refused(table.claim("ann", wrong), "not_a_claim")
    until = table.now + 5 * SECOND
    assert seat(table, 0).locked_until == until
    assert details.events[0].locked_until == until
    locked = refused(table.claim("ann", table.find_claim("ann")), "locked_out")
    assert locked.details["until"] == until
    assert len([e for e in table.events if isinstance(e, Refused)]) == 1, "a locked claim is logged"
    told(table.claim("bob", table.find_claim("bob")))
    table.now = until - SECOND
    told(table.claim("ann", table.find_claim("ann")))


def test_the_same_wrong_cards_do_not_make_a_lock_longer() -> None:
    table = started(penalty="lock", lock_seconds=2)
    wrong = non_set(table)
    refused(table.claim("ann", wrong), "not_a_claim")
    until = seat(table, 0).locked_until
    table.now += 10 * SECOND
    refused(table.claim("ann", wrong), "not_a_claim")
    assert seat(table, 0).locked_until == until


def test_cards_that_are_gone_cost_nothing() -> None:
    table = started(penalty="point")
    cards = table.find_claim("ann")
    seen = table.state.seq
    told(table.claim("bob", cards))
    refused(table.claim("ann", cards, seen), "too_late")
    refused(table.claim("ann", table.undealt_codes()[:3]), "not_on_table")
    assert seat(table, 0).score == 0


def test_a_broken_chain_costs_too() -> None:
    table = started("chain", "ann", penalty="point")
    told(table.claim("ann", table.find_claim("ann")))
    claims = table.variant.iter_claims(table.state.spots)
    fresh = next((claim for claim in claims), None)
    assert fresh is not None
    refused(table.claim("ann", [table.variant.code(spot) for spot in fresh]), "chain_broken")
    assert seat(table, 0).score == 0


def test_of_equal_scores_who_reached_it_first_is_ahead() -> None:
    table = started("classic", "ann", "bob", "cleo", penalty="point")
    told(table.claim("bob", table.find_claim("bob")))
    told(table.claim("ann", table.find_claim("ann")))
    assert table.state.ranking == (1, 0, 2)
    refused(table.claim("bob", non_set(table)), "not_a_claim")
    told(table.claim("bob", table.find_claim("bob")))
    # Bob has one point again, but since later.
    assert table.state.ranking == (0, 1, 2)


def test_a_game_with_calls_and_prices_verifies() -> None:
    table = calling(penalty="lock", lock_seconds=1, end_score=2)
    call(table, "ann")
    table.tick(6 * SECOND)
    table.now += 2 * SECOND
    for _ in range(2):
        call(table, "ann")
        told(table.claim("ann", table.find_claim("ann")))
    assert table.state.reason == "score"
    assert verify(table.record).fair
    assert told(table.do(Tick())) == ()
