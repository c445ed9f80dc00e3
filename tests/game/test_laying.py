"""Cards that are laid one by one, and decks that have no end."""

from hashlib import sha256
from typing import Any

import pytest

from tests.game.rules import shuffle_by_the_book
from tests.game.scripted import SECOND, Table, started, told
from tests.game.situations import kinds
from thirdcard.game.clock import lay_due, next_deadline
from thirdcard.game.commands import Call, Resume
from thirdcard.game.events import Claimed, Dealt, Ended, Reshuffled, Resumed, Started
from thirdcard.game.record import verify


def lay_all(table: Table) -> list[str]:
    """Let the dealer lay what is missing; return the reasons."""
    reasons: list[str] = []
    while (due := lay_due(table.state)) is not None:
        told(table.tick(due - table.now))
        event = table.events[-1]
        assert isinstance(event, Dealt)
        assert len(event.cards) == 1
        reasons.append(event.reason)
    return reasons


@pytest.mark.parametrize("variant", ["classic", "ultra", "junior+chain", "ultra9+super"])
def test_cards_are_laid_one_by_one_until_the_table_is_full(variant: str) -> None:
    table = Table(variant, lay_ms=500)
    table.join("ann")
    assert kinds(table.start()) == [Started, Dealt]
    first = table.now
    assert next_deadline(table.state) == first + 500
    assert told(table.tick(499)) == ()
    assert kinds(table.tick(1)) == [Dealt]
    size = table.state.table_size
    assert lay_all(table)[: size - 2] == ["start"] * (size - 2)
    assert table.now >= first + 500 * (size - 1)
    assert table.state.can_be_claimed


def test_claims_are_made_while_cards_are_laid() -> None:
    table = started("classic", "ann", lay_ms=500)
    while not table.state.can_be_claimed:
        table.tick(500)
    lying = len(table.state.spots)
    assert lying < 12
    assert kinds(table.claim("ann", table.find_claim("ann")))[0] is Claimed
    assert lay_due(table.state) is not None
    lay_all(table)
    assert len(table.state.spots) >= 12
    assert {laid.slot for e in table.events if isinstance(e, Dealt) for laid in e.cards} >= {
        *range(12)
    }


def test_a_table_without_a_claim_grows_one_by_one() -> None:
    for seed in range(300):
        table = started("classic", "ann", seed=seed, lay_ms=10)
        if "growth" in (reasons := lay_all(table)):
            break
    assert reasons[-1] == "growth"
    assert len(table.state.spots) == 12 + reasons.count("growth")
    assert table.state.can_be_claimed


@pytest.mark.parametrize("variant", ["junior", "junior+chain", "junior+ultra", "junior+double"])
def test_a_game_laid_one_by_one_comes_to_its_end(variant: str) -> None:
    table = started(variant, "ann", "bob", lay_ms=30)
    while table.state.phase == "playing":
        claims = [claim for p in ("ann", "bob") for claim in [next(table.iter_claims(p), None)]]
        if claims[0] or claims[1]:
            player = "ann" if claims[0] else "bob"
            told(table.claim(player, table.find_claim(player)))
        else:
            assert told(table.tick(30))
    assert (table.state.reason, table.state.undealt) == ("finished", 0)
    assert verify(table.record).fair


# -- decks without an end -------------------------------------------------------------------------


def endless(variant: str = "junior", **options: Any) -> Table:
    return started(variant, "ann", end_seconds=10_000, **options)


def claim_on(table: Table, until: int) -> None:
    while table.state.round < until:
        told(table.claim("ann", table.find_claim("ann")))


@pytest.mark.parametrize("variant", ["junior", "junior+chain", "junior+ultra+chain-table"])
def test_an_empty_deck_is_shuffled_anew_from_what_lies_aside(variant: str) -> None:
    table = endless(variant)
    claim_on(table, 3)
    assert table.state.phase == "playing"
    seen = 0
    for n, event in enumerate(table.events):
        if not isinstance(event, Reshuffled):
            continue
        seen += 1
        before, after = table.states[n], table.states[n + 1]
        assert event.round == seen
        assert before.undealt == 0
        chain = {table.variant.point(spot) for spot in before.previous_of(0)}
        aside = [p for p in range(27) if p not in before.slots and p not in chain]
        assert event.count == after.undealt == len(aside)
        seed = sha256(table.seed + b"round" + seen.to_bytes(8, "big")).digest()
        order = shuffle_by_the_book(len(aside), seed)
        assert [*after.deck] == [aside[place] for place in order]
    assert seen == 3


def test_the_game_ends_with_its_time() -> None:
    table = started("classic", "ann", "bob", end_seconds=60)
    assert table.state.ends_at == table.now + 60 * SECOND
    told(table.claim("bob", table.find_claim("bob")))
    assert told(table.tick(table.state.ends_at - table.now - 1)) == ()
    assert kinds(table.tick(1)) == [Ended]
    assert (table.state.reason, table.state.ranking) == ("time", (1, 0))
    assert verify(table.record).fair


def test_the_game_does_not_end_before_its_time() -> None:
    table = endless()
    claim_on(table, 5)
    assert sum(seat.score for seat in table.state.seats) > 27 // 3 * 3
    table.tick(10_000 * SECOND)
    assert verify(table.record).fair


def test_memory_is_played_with_an_endless_deck_too() -> None:
    table = endless("memory+junior", turn_seconds=3600)
    while table.state.round < 2:
        claim = table.variant.find_claim(table.state.spots)
        assert claim is not None
        for slot in table.slots_of(claim):
            told(table.flip("ann", slot, 1))
    table.tick(10_000 * SECOND)
    assert verify(table.record).fair


def test_the_first_to_reach_a_score_ends_the_game() -> None:
    table = started("classic", "ann", "bob", end_score=2)
    for player in ("bob", "ann"):
        told(table.claim(player, table.find_claim(player)))
    assert table.state.phase == "playing"
    assert kinds(table.claim("ann", table.find_claim("ann"))) == [Claimed, Ended]
    assert (table.state.reason, table.state.ranking) == ("score", (0, 1))
    assert verify(table.record).fair


def test_the_time_that_no_server_ran_is_given_back() -> None:
    table = started("classic", "ann", "bob", end_seconds=600)
    ends_at, last = table.state.ends_at, table.now
    assert ends_at is not None
    assert kinds(table.do(Resume(), 300 * SECOND)) == [Resumed]
    assert table.state.ends_at == ends_at + table.now - last
    assert told(table.do(Resume(), 10)) == ()
    assert kinds(table.do(Resume(), 5000 * SECOND)) == [Resumed]
    assert table.state.phase == "playing"
    assert kinds(table.tick(600 * SECOND)) == [Ended]
    assert verify(table.record).fair


def test_a_call_and_the_dealer_go_on_after_a_server_was_down() -> None:
    table = started("classic", "ann", "bob", call_seconds=5, lay_ms=100)
    told(table.do(Call("ann", 0)))
    assert kinds(table.do(Resume(), 50 * SECOND)) == [Resumed]
    assert table.state.call is not None
    assert table.state.call.until == table.now + 5 * SECOND
    assert lay_due(table.state) == table.now + 100
