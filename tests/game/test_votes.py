"""What all must agree to: more cards, a pause and its end; who votes, and whom a vote waits for."""

from typing import Any

import pytest

from tests.game.scripted import SECOND, Table, refused, started, told
from tests.game.situations import kinds
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import (
    Call,
    ComeBack,
    Flip,
    GoAway,
    Join,
    Leave,
    Tick,
    Vote,
)
from thirdcard.game.events import (
    CameBack,
    Claimed,
    Continued,
    Dealt,
    Ended,
    Left,
    Paused,
    Subject,
    Voted,
    WentAway,
)
from thirdcard.game.record import verify


def vote(table: Table, player: str, subject: Subject, agrees: bool = True) -> list[type]:
    return [*kinds(table.do(Vote(player, subject, agrees)))]


def growing(*players: str, **options: Any) -> Table:
    return started("classic", *(players or ("ann", "bob")), growth="vote", **options)


# -- more cards -----------------------------------------------------------------------------------


def test_cards_come_when_all_ask_although_a_claim_is_there() -> None:
    table = growing()
    assert table.state.can_be_claimed
    assert vote(table, "ann", "cards") == [Voted]
    assert len(table.state.spots) == 12
    assert vote(table, "bob", "cards") == [Voted, Dealt]
    assert len(table.state.spots) == 15
    assert table.state.questions == ()


def test_no_cards_come_by_themselves() -> None:
    for seed in range(200):
        table = growing(seed=seed)
        if not table.state.can_be_claimed:
            break
    assert table.state.phase == "playing"
    assert len(table.state.spots) == 12
    for player in ("ann", "bob"):
        vote(table, player, "cards")
    assert len(table.state.spots) == 15


def test_a_vote_is_over_when_the_table_has_changed() -> None:
    table = growing()
    vote(table, "ann", "cards")
    told(table.claim("ann", table.find_claim("ann")))
    assert table.state.questions == ()
    assert vote(table, "bob", "cards") == [Voted]


def test_a_vote_can_be_taken_back() -> None:
    table = growing()
    vote(table, "ann", "cards")
    assert vote(table, "ann", "cards") == []
    assert vote(table, "ann", "cards", agrees=False) == [Voted]
    assert vote(table, "ann", "cards", agrees=False) == []
    assert table.state.questions == ()
    assert vote(table, "bob", "cards") == [Voted]


def test_a_vote_does_not_wait_for_bots() -> None:
    table = growing()
    table.do(Join("bot", "Bot", 3))
    vote(table, "ann", "cards")
    refused(table.do(Vote("bot", "cards")), "locked_out")
    assert vote(table, "bob", "cards") == [Voted, Dealt]


def test_a_vote_does_not_wait_for_who_leaves() -> None:
    table = growing("ann", "bob", "cleo")
    vote(table, "ann", "cards")
    vote(table, "cleo", "cards")
    assert kinds(table.do(Leave("bob"))) == [Left, Dealt]


def test_a_vote_does_not_wait_for_who_went_away() -> None:
    table = growing()
    vote(table, "ann", "cards")
    assert kinds(table.do(GoAway("bob"))) == [WentAway, Dealt]
    assert table.state.seats[1].away
    assert told(table.do(GoAway("bob"))) == ()
    assert kinds(table.do(ComeBack("bob"))) == [CameBack]
    assert told(table.do(ComeBack("bob"))) == ()
    assert vote(table, "ann", "cards") == [Voted]


def test_who_goes_away_takes_the_vote_along() -> None:
    table = growing("ann", "bob", "cleo")
    vote(table, "ann", "cards")
    told(table.do(GoAway("ann")))
    assert table.state.questions == ()
    vote(table, "bob", "cards")
    assert vote(table, "cleo", "cards") == [Voted, Dealt]


def test_who_votes_is_back() -> None:
    table = growing()
    told(table.do(GoAway("ann")))
    assert vote(table, "ann", "cards") == [CameBack, Voted]
    assert not table.state.seats[0].away


def test_a_game_ends_by_itself_when_neither_cards_nor_claims_are_left() -> None:
    table = growing("ann", table_size=12)
    while table.state.phase == "playing":
        if claim := next(table.iter_claims("ann"), None):
            told(table.claim("ann", claim))
        else:
            assert vote(table, "ann", "cards")[:2] == [Voted, Dealt]
    assert (table.state.reason, table.state.undealt) == ("finished", 0)
    assert verify(table.record).fair


def test_nobody_votes_on_cards_that_do_not_come() -> None:
    refused(started().do(Vote("ann", "cards")), "malformed")
    table = growing("ann", table_size=81)
    refused(table.do(Vote("ann", "cards")), "locked_out")


# -- the pause ------------------------------------------------------------------------------------


def test_a_pause_needs_all_and_stops_all() -> None:
    table = started()
    assert vote(table, "ann", "pause") == [Voted]
    assert vote(table, "bob", "pause") == [Voted, Paused]
    refused(table.do(Vote("ann", "pause")), "locked_out")
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")
    assert vote(table, "ann", "continue") == [Voted]
    assert vote(table, "bob", "continue") == [Voted, Continued]
    told(table.claim("ann", table.find_claim("ann")))


def test_nothing_is_turned_up_in_a_pause() -> None:
    table = started("memory")
    for player in ("ann", "bob"):
        vote(table, player, "pause")
    refused(table.do(Flip("ann", 0, 0)), "locked_out")
    deadline = next_deadline(table.state)
    assert deadline is not None
    assert deadline > table.now + 3000 * SECOND, "a turn runs"


def test_a_turn_has_as_much_time_left_after_a_pause() -> None:
    table = started("memory", turn_seconds=20)
    table.now += 10 * SECOND
    for player in ("ann", "bob"):
        vote(table, player, "pause")
    left = 20 * SECOND - (table.now - table.state.turn_at)
    assert told(table.tick(1000 * SECOND)) == ()
    for player in ("ann", "bob"):
        vote(table, player, "continue")
    assert next_deadline(table.state) == table.now + left


def test_a_call_and_a_lock_last_longer_by_a_pause() -> None:
    table = started(call_seconds=9, penalty="lock", lock_seconds=30)
    told(table.do(Call("ann", 0)))
    table.tick(9 * SECOND)
    until = table.state.seats[0].locked_until
    told(table.do(Call("bob", 0)))
    called = table.state.call
    for player in ("ann", "bob"):
        vote(table, player, "pause")
    paused = table.now
    refused(table.do(Call("bob", 0)), "locked_out")
    table.now += 500 * SECOND
    for player in ("ann", "bob"):
        vote(table, player, "continue")
    pause = table.now - paused
    assert called is not None
    assert until is not None
    assert table.state.call is not None
    assert table.state.call.until == called.until + pause
    assert table.state.seats[0].locked_until == until + pause


def test_the_games_time_does_not_run_in_a_pause() -> None:
    table = started(end_seconds=60)
    for player in ("ann", "bob"):
        vote(table, player, "pause")
    paused = table.now
    assert told(table.tick(200 * SECOND)) == ()
    for player in ("ann", "bob"):
        vote(table, player, "continue")
    ends_at = table.state.started_at + 60 * SECOND + table.now - paused  # type: ignore[operator]
    assert table.state.ends_at == ends_at
    assert told(table.tick(ends_at - table.now - 1)) == ()
    assert kinds(table.tick(1)) == [Ended]
    assert verify(table.record).fair


def test_a_table_that_is_paused_for_ever_closes() -> None:
    table = started(idle_seconds=100)
    for player in ("ann", "bob"):
        vote(table, player, "pause")
    assert kinds(table.tick(100 * SECOND)) == [Ended]
    assert table.state.reason == "abandoned"


def test_the_last_who_did_not_want_to_go_on_leaves() -> None:
    table = started("chain", "ann", "bob", "cleo")
    for player in ("ann", "bob", "cleo"):
        vote(table, player, "pause")
    vote(table, "ann", "continue")
    vote(table, "bob", "continue")
    assert kinds(table.do(Leave("cleo")))[:2] == [Left, Continued]


def test_a_lone_player_pauses_at_will() -> None:
    table = started("classic", "ann")
    assert vote(table, "ann", "pause") == [Voted, Paused]
    assert vote(table, "ann", "continue") == [Voted, Continued]
    refused(table.do(Vote("ann", "continue")), "locked_out")


@pytest.mark.parametrize("subject", ["cards", "pause", "hint"])
def test_a_vote_for_cards_waits_for_the_end_of_a_pause(subject: Subject) -> None:
    table = started("classic", "ann", growth="vote", hints="vote")
    vote(table, "ann", "pause")
    refused(table.do(Vote("ann", subject)), "locked_out")


def test_votes_that_became_unanimous_in_a_pause_are_done_after_it() -> None:
    table = growing("ann", "bob", "cleo")
    for player in ("ann", "bob"):
        vote(table, player, "cards")
    for player in ("ann", "bob", "cleo"):
        vote(table, player, "pause")
    assert kinds(table.do(Leave("cleo"))) == [Left]
    vote(table, "ann", "continue")
    assert vote(table, "bob", "continue") == [Voted, Continued, Dealt]


def test_votes_and_pauses_verify() -> None:
    table = growing()
    subjects: tuple[Subject, ...] = ("cards", "pause", "continue")
    for subject in subjects:
        for player in ("ann", "bob"):
            vote(table, player, subject)
    told(table.claim("ann", table.find_claim("ann")))
    table.do(Leave("ann"))
    assert Claimed in {type(event) for event in table.events}
    table.do(Leave("bob"))
    assert verify(table.record).fair
    assert told(table.do(Tick())) == ()
