"""The window within which claims are ordered by when their players acted."""

from itertools import combinations
from typing import Any

from tests.game.scripted import Table, refused, started, told
from tests.game.situations import kinds, non_set
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Claim, Leave
from thirdcard.game.events import Claimed, Dealt, Ended, Left, Offered, Refused
from thirdcard.game.record import verify

WINDOW = 200


def fair(*players: str, seed: int = 0, **options: Any) -> Table:
    options = {"fair_window_ms": WINDOW, **options}
    return started("classic", *(players or ("ann", "bob")), seed=seed, **options)


def offer(
    table: Table,
    player: str,
    cards: tuple[str, ...],
    waited: int | None,
    wait: int = 0,
    trip: int = 0,
) -> list[type]:
    """Claim what a player saw with the last deal, some time after that."""
    shown = next(event.seq for event in reversed(table.events) if isinstance(event, Dealt))
    return [*kinds(table.do(Claim(player, cards, shown, waited, trip), wait))]


def ready(*players: str, seed: int = 0, **options: Any) -> Table:
    """Return a table that all have looked at for a while."""
    table = fair(*players, seed=seed, **options)
    table.now += 5000
    return table


def scores(table: Table) -> list[int]:
    return [seat.score for seat in table.state.seats]


def test_who_acted_first_gets_the_claim_that_arrived_second() -> None:
    table = ready()
    cards = table.find_claim("ann")
    assert offer(table, "ann", cards, 4990) == [Offered]
    due = table.now + WINDOW
    assert next_deadline(table.state) == due
    assert offer(table, "bob", cards, 4900, wait=100) == [Offered]
    assert scores(table) == [0, 0]
    assert kinds(table.tick(99)) == []
    assert kinds(table.tick(1)) == [Claimed, Refused, Dealt]
    assert scores(table) == [0, 1]
    assert table.events[-2].code == "too_late"  # type: ignore[union-attr]
    assert verify_end(table)


def verify_end(table: Table) -> bool:
    for player in ("ann", "bob"):
        table.do(Leave(player))
    return verify(table.record).fair


def test_one_claim_is_credited_to_one_player() -> None:
    table = ready()
    cards = table.find_claim("ann")
    for player in ("ann", "bob"):
        offer(table, player, cards, 4000)
    table.tick(WINDOW)
    assert sum(scores(table)) == 1


def test_claims_that_do_not_touch_are_all_accepted() -> None:
    for seed in range(50):
        table = ready(seed=seed)
        claims = [*table.iter_claims("ann")]
        pair = [(a, b) for a in claims for b in claims if not {*a} & {*b}]
        if pair:
            break
    one, other = pair[0]
    offer(table, "ann", one, 4000)
    offer(table, "bob", other, 4000)
    assert kinds(table.tick(WINDOW))[:2] == [Claimed, Claimed]
    assert scores(table) == [1, 1]


def test_a_game_ends_when_its_last_two_claims_fall_together() -> None:
    for seed in range(400):
        table = ready(seed=seed, table_size=81)
        while True:
            claims = [*table.iter_claims("ann")]
            if len(claims) == 2 and not {*claims[0]} & {*claims[1]}:
                offer(table, "ann", claims[0], None)
                offer(table, "bob", claims[1], None)
                assert kinds(table.tick(WINDOW)) == [Claimed, Claimed, Ended]
                assert table.state.reason == "finished"
                assert verify(table.record).fair
                return
            offer(table, "ann", claims[0], None)
            table.tick(WINDOW)
            if table.state.phase == "ended":
                break
    raise AssertionError("no such game")


def test_own_claims_are_ordered_as_they_were_made() -> None:
    table, first, second = _crossing()
    # Her second claim tells an earlier act, as after a hiccup of the line.
    assert offer(table, "ann", first, 4990) == [Offered]
    assert offer(table, "ann", second, 4900, wait=20, trip=200) == [Offered]
    acts = [event.acted for event in table.events if isinstance(event, Offered)]
    assert acts[0] == acts[1]
    assert kinds(table.tick(WINDOW))[:2] == [Claimed, Refused]
    assert next(e for e in table.events if isinstance(e, Claimed)).cards == first
    assert verify_end(table)


def _crossing() -> tuple[Table, tuple[str, ...], tuple[str, ...]]:
    """Return a table with two claims that share a card."""
    for seed in range(400):
        table = ready(seed=seed)
        claims = [*table.iter_claims("ann")]
        for one, other in combinations(claims, 2):
            if {*one} & {*other}:
                return table, one, other
    raise AssertionError("no such table")


def test_nobody_acts_before_the_window_or_after_the_arrival() -> None:
    for waited, expected in ((0, -WINDOW - 40), (100_000, 0), (4950, -50), (None, 0)):
        table = ready()
        offer(table, "ann", table.find_claim("ann"), waited, trip=40)
        assert table.state.offers[0].acted == table.now + expected


def test_a_feigned_round_trip_is_not_made_up_for() -> None:
    table = ready()
    offer(table, "ann", table.find_claim("ann"), 0, trip=600_000)
    assert table.state.offers[0].acted == table.now - WINDOW - 1000


def test_of_equal_acts_the_first_arrival_counts() -> None:
    table = ready()
    cards = table.find_claim("ann")
    offer(table, "bob", cards, 4900)
    offer(table, "ann", cards, 4900)
    table.tick(WINDOW)
    assert scores(table) == [0, 1]


def test_the_same_claim_waits_once() -> None:
    table = ready()
    cards = table.find_claim("ann")
    assert offer(table, "ann", cards, 0) == [Offered]
    assert offer(table, "ann", cards[::-1], 0) == []


def test_a_wrong_claim_does_not_wait() -> None:
    table = ready(penalty="point")
    refused(table.claim("ann", non_set(table)), "not_a_claim")
    assert scores(table) == [-1, 0]


def test_who_leaves_takes_the_offer_along() -> None:
    table = ready()
    cards = table.find_claim("ann")
    offer(table, "ann", cards, 0)
    assert kinds(table.do(Leave("ann"), 0)) == [Left]
    assert table.state.offers_until is None
    assert told(table.tick(WINDOW)) == ()
    told(table.do(Claim("bob", cards, table.state.seq)))


def test_what_was_in_time_counts_when_the_games_time_is_over() -> None:
    table = ready(end_seconds=5)
    assert table.state.ends_at is not None
    table.now = table.state.ends_at - 50
    offer(table, "ann", table.find_claim("ann"), None)
    assert kinds(table.tick(50))[0] is Claimed
    assert (table.state.reason, scores(table)) == ("time", [1, 0])
    assert verify(table.record).fair


def test_a_claim_in_a_common_chain_that_comes_second_is_too_late() -> None:
    for seed in range(100):
        table = started("chain-table", "ann", "bob", seed=seed, fair_window_ms=WINDOW)
        told(table.claim("ann", table.find_claim("ann")))
        table.tick(WINDOW)
        old = {table.variant.code(spot) for spot in table.state.previous}
        claims = [*table.iter_claims("ann")]
        apart = [(a, b) for a in claims for b in claims if not {*a} & {*b}]
        if apart:
            break
    one, other = apart[0]
    assert {*one} & old != {*other} & old
    offer(table, "bob", one, None)
    offer(table, "ann", other, None)
    assert kinds(table.tick(WINDOW))[:2] == [Claimed, Refused]
    assert scores(table) == [1, 1]


def test_the_first_to_reach_the_score_ends_the_game() -> None:
    table = ready(end_score=1)
    cards = table.find_claim("ann")
    offer(table, "ann", cards, 4900)
    offer(table, "bob", cards, 4000)
    assert kinds(table.tick(WINDOW)) == [Claimed, Ended]
    assert (table.state.reason, scores(table)) == ("score", [0, 1])
