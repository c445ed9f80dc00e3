"""Games told moment by moment: the same game, and nothing that was not there."""

import itertools
from random import Random

import msgspec
import pytest

from tests.every import EVERY
from tests.game.scripted import SECOND, Crowd, Table, started, told
from thirdcard.game.analysis import Analysis, analyse
from thirdcard.game.commands import Announce, Close, Resume, TakeBack, Vote
from thirdcard.game.events import Claimed, Dealt, Refused
from thirdcard.game.moments import MOST_COUNTED, MOST_LISTED
from thirdcard.game.record import Record, read_record, verify, write_record


def check(table: Table) -> Analysis:
    """Check what must hold of the analysis of every game, and return it."""
    analysis = analyse(table.record)
    state, variant = table.state, table.variant
    claimed = [event for event in table.events if isinstance(event, Claimed)]
    takings = [moment.taking for moment in analysis.moments if moment.taking]
    assert [(t.seat, t.cards, t.linked, t.seq) for t in takings] == [
        (event.seat, event.cards, event.linked, event.seq) for event in claimed
    ]
    assert [seat.score for seat in analysis.seats] == [seat.score for seat in state.seats]
    assert [seat.claims for seat in analysis.seats] == [seat.claims for seat in state.seats]
    assert [seat.refusals for seat in analysis.seats] == [seat.refusals for seat in state.seats]
    if analysis.scores:
        assert analysis.scores[-1].scores == tuple(seat.score for seat in state.seats)
    wrong = sum(len(moment.wrong) for moment in analysis.moments)
    assert wrong == sum(isinstance(event, Refused) for event in table.events)
    for moment in analysis.moments:
        there = table.states[moment.seq]
        codes = tuple(None if p is None else variant.deck.code(p) for p in there.slots)
        assert moment.slots == codes
        assert sum(moment.groups) == len(there.spots)
        assert moment.undealt == there.undealt
        assert 0 <= moment.at_ms <= moment.until_ms <= analysis.play_ms
        assert moment.scores == tuple(seat.score for seat in there.seats)
        if moment.taking:
            assert [chance.taken for chance in moment.chances].count(True) == 1
            assert moment.taking.after_ms >= 0
            began = moment.until_ms - moment.taking.after_ms
            assert began == moment.at_ms or there.turn is not None
            assert moment.taking.there_ms >= 0
        if not variant.rule.chains and there.seats and any(s.present for s in there.seats):
            there_are = sum(1 for _ in variant.iter_claims(there.spots))
            assert moment.on_table == (there_are if there_are <= MOST_COUNTED else None)
            assert moment.count == min(there_are, MOST_COUNTED)
    for one, next_one in zip(analysis.moments, analysis.moments[1:], strict=False):
        assert one.until_ms <= next_one.at_ms
    return analysis


@pytest.mark.parametrize("key", EVERY)
def test_a_game_of_every_variant(key: str) -> None:
    table = Table(key, 5)
    Crowd(table, Random(f"analysis {key}"), players=3, hurry=0.6).play()
    record = read_record(write_record(table.record))
    assert verify(record).fair
    analysis = check(table)
    assert analyse(record) == analysis
    assert analysis.reason == "finished"
    assert not any(moment.missed for moment in analysis.moments)
    encoded = msgspec.json.encode(analysis)
    assert msgspec.json.decode(encoded, type=Analysis) == analysis


def take_one(table: Table, player: str = "ann", wait: int = SECOND) -> tuple[str, ...]:
    """Take the first claim that a player has, after a while."""
    cards = table.find_claim(player)
    table.now += wait - SECOND
    told(table.claim(player, cards))
    return cards


def test_who_took_what_after_how_long() -> None:
    table = started("classic", seed=3)
    cards = take_one(table, "bob", 7 * SECOND)
    first, second = analyse(table.record).moments
    assert first.cause == "start"
    assert first.taking is not None
    assert (first.taking.seat, first.taking.cards, first.taking.after_ms) == (1, cards, 7000)
    assert first.taking.there_ms == 7000
    (chance,) = [chance for chance in first.chances if chance.taken]
    assert set(chance.cards) == set(cards)
    assert chance.seats == (0, 1)
    points = [table.variant.deck.find_point(card) for card in cards]
    digits = zip(*(table.variant.space.digits(p) for p in points if p is not None), strict=True)
    assert chance.difficulty == sum(len(set(column)) == 3 for column in digits)
    assert (second.cause, second.taking, second.scores) == ("claimed", None, (0, 1))


def test_a_claim_can_lie_there_for_longer_than_the_table() -> None:
    table = started("classic", seed=3, table_size=18)
    one = set(table.find_claim("ann"))
    other = next(cards for cards in table.iter_claims("ann") if not one & set(cards))
    take_one(table, "ann", 4 * SECOND)
    told(table.claim("bob", other))
    takings = [moment.taking for moment in analyse(table.record).moments if moment.taking]
    assert [(taking.after_ms, taking.there_ms) for taking in takings] == [
        (4000, 4000),
        (1000, 5000),
    ]


def test_a_wrong_claim_is_told_where_it_was_made() -> None:
    table = started("classic", seed=3, penalty="point")
    right = {frozenset(cards) for cards in table.iter_claims("ann")}
    codes = table.codes()
    wrong = next(trio for i in range(9) if frozenset(trio := tuple(codes[i : i + 3])) not in right)
    table.claim("ann", wrong)
    take_one(table, "bob")
    analysis = check(table)
    (told_wrong,) = analysis.moments[0].wrong
    assert (told_wrong.seat, told_wrong.cards, told_wrong.code) == (0, wrong, "not_a_claim")
    assert [each.scores for each in analysis.scores] == [(0, 0), (-1, 0), (-1, 1)]
    assert analysis.moments[1].scores == (-1, 1)


def test_cards_that_were_asked_for_although_a_claim_was_there() -> None:
    table = started("classic", seed=3, growth="vote")
    assert table.state.can_be_claimed
    told(table.do(Vote("ann", "cards")))
    told(table.do(Vote("bob", "cards")))
    assert isinstance(table.events[-1], Dealt)
    first, second = analyse(table.record).moments
    assert (first.missed, first.taking) == (True, None)
    assert (second.missed, second.grew, second.cause) == (False, 1, "dealt")
    assert sum(second.groups) == 15


def test_time_stands_still_in_a_pause() -> None:
    table = started("classic", seed=3)
    for subject in ("pause", "continue"):
        table.do(Vote("ann", subject))
        told(table.do(Vote("bob", subject), 60 * SECOND if subject == "pause" else 500))
    take_one(table)
    (taking,) = [moment.taking for moment in analyse(table.record).moments if moment.taking]
    # Until the pause 61 seconds went by, and one after it.
    assert taking.after_ms == 62 * SECOND


def test_time_stands_still_where_no_server_runs() -> None:
    table = started("classic", seed=3, end_seconds=3600)
    stopped = table.now + 5 * SECOND
    told(table.do(Resume(stopped), 3000 * SECOND))
    take_one(table)
    (taking,) = [moment.taking for moment in analyse(table.record).moments if moment.taking]
    assert taking.after_ms == 6 * SECOND


def test_what_is_left_when_the_time_is_over_was_missed() -> None:
    table = started("classic", seed=3, end_seconds=60)
    told(table.tick(61 * SECOND))
    (only,) = check(table).moments
    assert only.missed
    assert analyse(table.record).reason == "time"


def test_what_is_taken_back_is_undone() -> None:
    table = started("classic", seed=3, contest="coop")
    told(table.do(Announce(5, True)))
    take_one(table)
    told(table.do(TakeBack("bob")))
    take_one(table)
    analysis = check(table)
    assert [moment.cause for moment in analysis.moments] == [
        "start",
        "claimed",
        "taken_back",
        "claimed",
    ]
    assert [m.taking.undone for m in analysis.moments if m.taking] == [True, False]
    assert [seat.claims for seat in analysis.seats] == [1, 0]
    assert (analysis.optimum, analysis.optimum_proved) == (5, True)


def test_a_duel_has_turns_and_a_loser() -> None:
    table = started("classic", seed=3, contest="duel")
    while table.state.phase == "playing":
        assert table.state.turn is not None
        take_one(table, table.state.seats[table.state.turn].player, 2 * SECOND)
    analysis = check(table)
    assert analysis.loser is not None
    assert analysis.ranking[-1] == analysis.loser
    seats = [moment.taking.seat for moment in analysis.moments if moment.taking]
    assert all(one != other for one, other in itertools.pairwise(seats))
    assert all(moment.turn in (0, 1) for moment in analysis.moments[:-1])


def test_of_cards_that_lie_face_down_it_is_told_which_were_known() -> None:
    table = started("memory+junior", "ann", seed=3)
    line = [
        table.state.find_slot(p)
        for p in map(table.variant.deck.find_point, table.find_claim("ann"))
        if p is not None
    ]
    other = [slot for slot in range(9) if slot not in line]
    assert all(slot is not None for slot in line)
    slots = [slot for slot in line if slot is not None]
    # A turn with one card of the claim, then the claim.
    for slot in (slots[0], *other[:2], *slots):
        told(table.flip("ann", slot, 6 * SECOND))
    analysis = check(table)
    taking = analysis.moments[0].taking
    assert taking is not None
    assert taking.known == 1
    assert analysis.seats[0].flips == 6


def test_what_is_listed_has_a_bound_and_what_was_taken_is_there() -> None:
    table = started("junior+eight", seed=3)
    take_one(table)
    (first, *_) = analyse(table.record).moments
    assert first.count > MOST_LISTED
    assert MOST_LISTED <= len(first.chances) <= MOST_LISTED + 1
    assert sum(chance.taken for chance in first.chances) == 1


def test_long_games_list_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thirdcard.game.watching.MOST_LISTED_IN_ALL", 3)
    table = started("classic", seed=3, table_size=18)
    for _ in range(4):
        take_one(table)
    moments = analyse(table.record).moments
    assert sum(len(moment.chances) for moment in moments) <= 3 + 4
    assert all(moment.taking is None or any(c.taken for c in moment.chances) for moment in moments)
    assert moments[2].count > len(moments[2].chances)


def test_a_game_that_never_began_has_no_moments() -> None:
    table = Table("classic")
    table.join("ann")
    told(table.do(Close()))
    analysis = check(table)
    assert (analysis.moments, analysis.scores, analysis.reason) == ((), (), "closed")


def test_a_record_that_goes_on_is_told_as_far_as_it_is() -> None:
    table = started("classic", seed=3)
    take_one(table)
    half = Record(table.header, table.record.events[:-2])
    assert analyse(half).reason is None
    assert len(analyse(half).moments) == 1
