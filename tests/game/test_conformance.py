"""One suite for all variants: games at random, each to its end, under the eyes of a referee.

A new variant is tested by being listed in the registry.
"""

from hashlib import sha256
from random import Random

import pytest

from tests.every import EVERY
from tests.game.referee import RefereedTable
from tests.game.scripted import Crowd, Table
from tests.played import PLAYED
from thirdcard.game.events import Claimed, Dealt, Ended, Opened
from thirdcard.game.machine import replay
from thirdcard.game.record import Verdict, read_record, replay_record, verify, write_record
from thirdcard.game.state import State

SIZES = (
    ("classic", 3),
    ("classic", 81),
    ("chain", 3),
    ("chain-table", 40),
    ("memory", 6),
    ("super", 4),
    ("eight", 8),
    ("ultra", 3),
    ("ultra", 80),
    ("ultra9", 9),
    ("ultra9+super+chain-table", 9),
    ("junior+ultra9+eight+chain", 9),
)


def play(variant: str, seed: int, **options: int) -> Table:
    """Play a game under a referee, who objects to a broken rule; return the table at its end."""
    random = Random(f"{variant} {seed}")
    table = RefereedTable(variant, seed, **options)
    Crowd(table, random, players=random.randint(1, 4), hurry=random.choice((0.4, 0.7))).play()
    return table


def check_record(table: Table) -> None:
    """Check that the events alone tell the same game, to the machine and to a reader."""
    opened, ended = table.events[0], table.events[-1]
    assert isinstance(opened, Opened)
    assert isinstance(ended, Ended)
    assert sha256(bytes.fromhex(ended.seed)).hexdigest() == opened.commitment
    assert [event.seq for event in table.events] == [*range(1, table.state.seq + 1)]
    assert replay(State(table.header, table.seed), table.events) == table.state
    record = table.record
    again = read_record(write_record(record))
    assert again == record
    # A reader learns the seed from the last event, and then has the very state of the table.
    assert replay_record(again) == table.state
    assert verify(again) == Verdict(fair=True, complete=True)


def check_end(table: Table) -> None:
    """Check what every game that was played to its end has come to."""
    state = table.state
    claims = [event for event in table.events if isinstance(event, Claimed)]
    assert (state.phase, state.reason, state.undealt) == ("ended", "finished", 0)
    assert sum(seat.score for seat in state.seats) == len(claims)
    linked = sum(claim.linked is not None for claim in claims)
    assert sum(len(claim.cards) for claim in claims) - linked == len(state.taken)
    assert len(state.taken) + len(state.spots) == state.variant.deck.size


@pytest.mark.parametrize("variant", EVERY)
def test_a_game(variant: str) -> None:
    table = play(variant, 0)
    check_end(table)
    check_record(table)


@pytest.mark.parametrize(("variant", "size"), SIZES)
def test_a_game_on_a_table_of_another_size(variant: str, size: int) -> None:
    table = play(variant, 1, table_size=size)
    dealt = next(event for event in table.events if isinstance(event, Dealt))
    groups = table.variant.grouping.count
    assert len(dealt.cards) == min(-(-size // groups) * groups, table.variant.deck.size)
    check_end(table)
    check_record(table)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("variant", PLAYED)
def test_many_games(variant: str) -> None:
    for seed in range(200):
        try:
            table = play(variant, seed)
            check_end(table)
            check_record(table)
        except Exception as error:
            error.add_note(f"{variant}, seed {seed}")
            raise
