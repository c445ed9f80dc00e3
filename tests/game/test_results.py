"""What a finished game came to: on every variant, and wherever time stood still."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.every import EVERY
from tests.game.scripted import Crowd, Table, started, told
from thirdcard.errors import RecordError
from thirdcard.game.commands import (
    Announce,
    Claim,
    Close,
    Join,
    Resume,
    Start,
    TakeBack,
    Tick,
    Vote,
)
from thirdcard.game.events import Claimed, Ended, Refused, Started
from thirdcard.game.record import Record
from thirdcard.game.results import Result, work_out
from thirdcard.variants.registry import parse_variant


def finish(table: Table, *players: str, wait: int = 1000) -> Result:
    """Let players take claims in turn until the game ends, and work it out."""
    turn = 0
    while table.state.phase == "playing":
        player = players[turn % len(players)]
        told(table.do(Claim(player, table.find_claim(player), table.state.seq), wait))
        turn += 1
    return work_out(table.record)


@pytest.mark.parametrize("variant", EVERY)
def test_a_game_of_every_variant(variant: str) -> None:
    random = Random(f"results {variant}")
    table = Table(variant, 3)
    Crowd(table, random, players=random.randint(1, 4)).play()
    result, state = work_out(table.record), table.state
    begun = next(event for event in table.events if isinstance(event, Started))
    assert (result.variant, result.contest, result.options) == (variant, "race", {})
    assert (result.status, result.ended_at) == ("counted", state.ended_at)
    assert result.duration == state.at - begun.at
    assert [seat.player for seat in sorted(result.seats, key=lambda seat: seat.rank)] == [
        state.seats[seat].player for seat in state.ranking
    ]
    for seat in result.seats:
        at_table = state.seats[seat.seat]
        assert (seat.score, len(seat.claims)) == (at_table.score, at_table.claims)
        refusals = [e for e in table.events if isinstance(e, Refused) and e.seat == seat.seat]
        assert seat.refusals == len(refusals)
        assert seat.won == (seat.rank == 1 and len(result.seats) > 1)
        # A claim of three differs in whole features, whatever the deck and the groups.
        if parse_variant(variant).pattern.fixed_size == 3:
            features = len(parse_variant(variant).features)
            assert all(time.differing in range(1, features + 1) for time in seat.claims)


@pytest.mark.parametrize("variant", ["classic", "junior", "mega", "super", "ultra", "eight"])
def test_times_of_claims_fill_the_game(variant: str) -> None:
    table = started(variant, "ann", "bob")
    result = finish(table, "ann", "bob", wait=1700)
    claims = [event for event in table.events if isinstance(event, Claimed)]
    times = [time for seat in result.seats for time in seat.claims]
    assert [time.ms for time in times] == [1700] * len(claims)
    assert sum(time.ms for time in times) == result.duration


def test_ranks_count_who_reached_a_score_first() -> None:
    table = started("junior", "ann", "bob", "cleo", end_score=2)
    for player in ("bob", "ann", "ann"):
        told(table.claim(player, table.find_claim(player)))
    result = work_out(table.record)
    assert [(seat.score, seat.rank, seat.won) for seat in result.seats] == [
        (2, 1, True),
        (1, 2, False),
        (0, 3, False),
    ]
    assert result.options == {"end_score": 2}
    assert result.is_rated


def test_features_that_differ() -> None:
    table = started("classic", "ann")
    result = finish(table, "ann")
    claims = [event.cards for event in table.events if isinstance(event, Claimed)]
    (ann,) = result.seats
    for cards, time in zip(claims, ann.claims, strict=True):
        assert time.differing == sum(len(set(values)) > 1 for values in zip(*cards, strict=True))


# -- time that stands still ----------------------------------------------------------------------


def test_no_time_goes_by_in_a_pause() -> None:
    table = started("junior", "ann")
    table.do(Vote("ann", "pause"), 2000)
    assert table.state.paused_at
    table.do(Vote("ann", "continue"), 50_000)
    told(table.do(Claim("ann", table.find_claim("ann"), table.state.seq), 3000))
    result = finish(table, "ann")
    assert result.seats[0].claims[0].ms == 5000
    assert result.duration == sum(time.ms for time in result.seats[0].claims)


def test_a_pause_that_the_game_ends_in() -> None:
    table = started("junior", "ann")
    told(table.claim("ann", table.find_claim("ann")))
    table.do(Vote("ann", "pause"), 2000)
    table.do(Close(), 90_000)
    assert work_out(table.record).duration == 3000


def test_no_time_goes_by_while_no_server_runs() -> None:
    table = started("junior", "ann", end_seconds=300)
    told(table.do(Resume(table.now + 4000), 3_000_000))
    told(table.do(Claim("ann", table.find_claim("ann"), table.state.seq), 2000))
    table.do(Tick(), 400_000)
    result = work_out(table.record)
    assert table.state.reason == "time"
    assert result.seats[0].claims[0].ms == 6000
    assert result.duration == 406_000


def test_a_claim_in_a_window_ends_with_its_act() -> None:
    table = started("classic", "ann", "bob", fair_window_ms=200, table_size=21)
    one, other = _disjoint(table)
    seen = table.state.seq
    table.do(Claim("ann", one, seen, waited=4900, trip=100), 5000)
    table.do(Claim("bob", other, seen, waited=4950, trip=200), 100)
    told(table.do(Tick(), 200))
    table.do(Close())
    result = work_out(replace_reason(table.record))
    assert [[time.ms for time in seat.claims] for seat in result.seats] == [[4900], [4950]]


def _disjoint(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    claims = list(table.iter_claims("ann"))
    return next((a, b) for a in claims for b in claims if not set(a) & set(b))


def replace_reason(record: Record) -> Record:
    *events, ended = record.events
    assert isinstance(ended, Ended)
    ended = Ended(seq=ended.seq, at=ended.at, reason="finished", seed=ended.seed)
    return Record(record.header, (*events, ended))


def test_cards_that_come_one_by_one_do_not_begin_a_claim_anew() -> None:
    table = started("classic", "ann", lay_ms=500)
    while not table.state.can_be_claimed:
        table.tick(500)
    since = table.now
    for _ in range(3):
        table.tick(500)
    told(table.do(Claim("ann", table.find_claim("ann"), table.state.seq), 100))
    table.do(Close())
    assert work_out(table.record).seats[0].claims[0].ms == table.now - 1000 - since


def test_a_turn_begins_the_time_of_its_claim() -> None:
    table = started("classic", "ann", "bob", contest="duel", table_size=9)
    result = finish(table, "ann", "bob", wait=2500)
    times = [time.ms for seat in result.seats for time in seat.claims]
    assert times
    assert set(times) == {2500}
    assert [seat.won for seat in result.seats].count(True) == 1
    assert result.is_rated


# -- which games count ---------------------------------------------------------------------------


@pytest.mark.parametrize("start", [True, False])
def test_a_game_that_is_closed_does_not_count(start: bool) -> None:
    table = started("junior", "ann", "bob") if start else Table("junior")
    table.do(Close())
    result = work_out(table.record)
    assert result.status == "abandoned"
    assert not result.is_rated
    assert result.duration == (1000 if start else 0)
    assert len(result.seats) == (2 if start else 0)


def test_who_plays_alone_wins_nothing() -> None:
    result = finish(started("junior", "ann"), "ann")
    assert [(seat.rank, seat.won) for seat in result.seats] == [(1, False)]
    assert result.status == "counted"
    assert not result.is_rated


def test_only_who_was_there_while_it_was_played_is_in_it() -> None:
    table = Table("junior")
    table.join("ann", "bob")
    table.leave("bob")
    told(table.do(Start("ann")))
    told(table.claim("ann", table.find_claim("ann")))
    table.join("cleo")
    told(table.claim("cleo", table.find_claim("cleo")))
    table.leave("cleo")
    result = finish(table, "ann")
    assert {seat.player for seat in result.seats} == {"ann", "cleo"}
    assert [len(seat.claims) for seat in result.seats if seat.player == "cleo"] == [1]


def test_bots_alone_are_not_rated() -> None:
    table = Table("junior")
    table.join("ann")
    table.do(Join("b1", "Bot", 2))
    told(table.start())
    result = finish(table, "ann", "b1")
    assert [seat.bot for seat in result.seats] == [None, 2]
    assert result.is_rated
    assert not replace(result, seats=result.seats[1:] * 2).is_rated


@pytest.mark.parametrize(
    ("optimum", "proved", "won"), [(0, True, True), (-1, True, False), (0, False, False)]
)
def test_together_the_best_result_is_a_win(optimum: int, proved: bool, won: bool) -> None:
    table = started("classic", "ann", "bob", contest="coop")
    told(table.claim("ann", table.find_claim("ann")))
    told(table.do(TakeBack("bob")))
    # Taking the first claim each time leads to as many, whoever takes it.
    other = started("classic", "ann", "bob", contest="coop")
    best = sum(len(seat.claims) for seat in finish(other, "ann").seats)
    told(table.do(Announce(best + optimum, proved)))
    result = finish(table, "ann", "bob")
    assert [seat.won for seat in result.seats] == [won, won]
    assert {seat.rank for seat in result.seats} == {1}
    assert sum(len(seat.claims) for seat in result.seats) == best
    assert not result.is_rated


# -- records that are none -----------------------------------------------------------------------


def test_a_game_that_goes_on_has_no_result() -> None:
    with pytest.raises(RecordError, match="has not ended"):
        work_out(started("junior").record)


def test_a_record_with_a_gap_has_no_result() -> None:
    table = started("junior", "ann")
    finish(table, "ann")
    events = table.record.events
    for gap in range(1, len(events) - 1):
        with pytest.raises(RecordError):
            work_out(Record(table.header, (*events[:gap], *events[gap + 1 :])))


def test_a_claim_of_cards_that_lie_nowhere_has_no_result() -> None:
    table = started("junior", "ann")
    finish(table, "ann")
    events = list(table.record.events)
    place = next(i for i, event in enumerate(events) if isinstance(event, Claimed))
    claim, later = events[place], [e for e in events[place:] if isinstance(e, Claimed)][-1]
    assert isinstance(claim, Claimed)
    events[place] = Claimed(seq=claim.seq, at=claim.at, seat=0, cards=later.cards)
    with pytest.raises(RecordError, match="cannot follow"):
        work_out(Record(table.header, tuple(events)))
