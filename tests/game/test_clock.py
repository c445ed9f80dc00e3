"""When time itself makes something happen."""

import pytest

from tests.game.scripted import SECOND, Table, refused, started, told
from thirdcard.game.clock import cover_due, idle_due, next_deadline, turn_due
from thirdcard.game.commands import Tick
from thirdcard.game.machine import decide
from thirdcard.variants.registry import iter_variants


def open_mismatch(**options: int) -> Table:
    """Return a memory table at which three cards that are no Set lie face up."""
    for seed in range(100):
        table = started("memory", "ann", "bob", seed=seed, **options)
        for slot in range(3):
            told(table.flip("ann", slot))
        if table.state.face_up:
            return table
    raise AssertionError


def test_a_waiting_table_has_only_the_idle_time() -> None:
    table = Table(idle_seconds=60)
    state = table.state
    assert (cover_due(state), turn_due(state)) == (None, None)
    assert next_deadline(state) == idle_due(state) == table.now + 60 * SECOND
    table.join("ann")
    assert next_deadline(table.state) == table.now + 60 * SECOND


def test_a_game_without_turns_has_only_the_idle_time() -> None:
    table = started(idle_seconds=60)
    state = table.state
    assert (cover_due(state), turn_due(state)) == (None, None)
    assert next_deadline(state) == table.now + 60 * SECOND


def test_a_claim_and_a_refused_claim_are_signs_of_life() -> None:
    table = started(idle_seconds=60)
    told(table.claim("ann", table.find_claim("ann")))
    assert idle_due(table.state) == table.now + 60 * SECOND
    refused(table.claim("ann", (table.undealt_codes()[0], *table.codes()[:2])), "not_on_table")
    assert idle_due(table.state) == table.now + 60 * SECOND


def test_a_turn_has_its_time_from_its_beginning_and_from_every_card() -> None:
    table = started("memory", turn_seconds=20)
    assert turn_due(table.state) == table.now + 20 * SECOND
    told(table.flip("ann", 0))
    assert turn_due(table.state) == next_deadline(table.state) == table.now + 20 * SECOND
    assert cover_due(table.state) is None
    told(table.tick(20 * SECOND))
    assert turn_due(table.state) == table.now + 20 * SECOND


def test_who_plays_alone_has_no_limit() -> None:
    table = started("memory", "ann", turn_seconds=20)
    assert turn_due(table.state) is None
    table.join("bob")
    assert turn_due(table.state) == table.now + 20 * SECOND
    table.leave("bob")
    assert turn_due(table.state) is None


def test_joining_does_not_lengthen_the_turn_of_one_of_several() -> None:
    table = started("memory", turn_seconds=20)
    due = turn_due(table.state)
    table.join("cleo")
    assert turn_due(table.state) == due


def test_open_cards_are_covered_before_the_turn_is_over() -> None:
    table = open_mismatch(show_seconds=4, turn_seconds=20)
    at = table.now
    assert cover_due(table.state) == next_deadline(table.state) == at + 4 * SECOND
    assert turn_due(table.state) == at + 20 * SECOND
    told(table.tick(4 * SECOND))
    assert cover_due(table.state) is None
    assert next_deadline(table.state) == at + 20 * SECOND


def test_open_cards_may_be_covered_at_once_or_after_the_turn() -> None:
    table = open_mismatch(show_seconds=0)
    assert cover_due(table.state) == table.now
    table = open_mismatch(show_seconds=60, turn_seconds=5)
    assert next_deadline(table.state) == turn_due(table.state) == table.now + 5 * SECOND


def test_nothing_is_due_after_the_end() -> None:
    table = started("memory")
    table.leave("ann")
    table.leave("bob")
    state = table.state
    assert (cover_due(state), turn_due(state), idle_due(state)) == (None, None, None)
    assert next_deadline(state) is None


@pytest.mark.parametrize("variant", [variant.key for variant in iter_variants()])
def test_a_tick_does_something_from_the_deadline_on(variant: str) -> None:
    table = started(variant, turn_seconds=7, idle_seconds=9)
    for _ in range(10):
        due = next_deadline(table.state)
        if due is None:
            break
        for early in (0, table.now, due - 1):
            assert decide(table.state, Tick(), early) == ()
        for late in (due, due + 10**9):
            assert decide(table.state, Tick(), late)
        told(table.tick(due - table.now))
        assert table.events[-1].at == due
    assert table.state.phase == "ended"
