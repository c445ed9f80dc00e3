"""A bot that was shown the past goes on as one that was there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.bots.positions import with_seat
from thirdcard.bots import Bot, best_moves, iter_past
from thirdcard.bots.arena import Game, new_table, play
from thirdcard.game.state import State
from thirdcard.game.views import view_table

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {}),
    ("chain", {}),
    ("mega+super+chain", {}),
    ("memory", {}),
    ("memory+junior", {"turn_seconds": 2}),
    ("classic", {"contest": "duel", "table_size": 24}),
    ("classic", {"contest": "coop", "table_size": 21}),
    ("classic", {"contest": "spoil", "penalty": "point"}),
    ("classic", {"call_seconds": 3}),
    ("chain", {"call_seconds": 2, "penalty": "lock"}),
    ("classic", {"penalty": "lock", "lock_seconds": 9}),
    ("classic", {"growth": "vote"}),
    ("classic", {"lay_ms": 400}),
    ("classic", {"fair_window_ms": 200}),
    ("junior", {"end_seconds": 300}),
)


def never(contest: str, variant: str, spots: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    raise AssertionError("who looks on need not solve anything")


def rebuilt(table: State, game: Game, seat: int, level: int, seed: int, seq: int) -> Bot:
    """Return a bot that has only been shown the views of a game up to an event."""
    bot = Bot(table.variant, seat, level, seed, solve=never)
    events = [event for event in game.events if event.seq <= seq]
    for view, at in iter_past(replace(table, seed=None), events):
        bot.watch(view, at)
    bot._player._solve = best_moves  # type: ignore[union-attr]
    return bot


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=str)
def test_a_bot_that_was_shown_the_past_makes_the_same_moves(
    variant: str, options: dict[str, Any]
) -> None:
    seed, levels = 6, (1, 3)
    table = new_table(variant, seed, **options)
    game = play(table, levels, seed, watch=True)
    for part in (3, 2):
        cut = len(game.looks) // part
        first = game.looks[cut]
        for seat, level in enumerate(levels):
            bot = rebuilt(table, game, seat, level, seed, first.view.seq)
            for look in game.looks[cut:]:
                assert bot.next_move(look.view, look.now) == look.plans[seat]


def test_a_bot_without_a_past_remembers_nothing() -> None:
    table = new_table("memory", 6)
    game = play(table, (5, 5), 6, watch=True)
    cut = len(game.looks) // 2
    moves = []
    for look in game.looks[cut:]:
        bot = Bot(table.variant, 0, 5, 6)
        moves.append((bot.next_move(look.view, look.now), look.plans[0]))
    assert any(fresh != lived for fresh, lived in moves)


def test_what_happened_at_once_is_seen_at_once() -> None:
    table = new_table("classic", 2)
    game = play(table, (5,), 2, watch=True)
    past = list(iter_past(table, game.events))
    assert [at for _, at in past] == sorted({event.at for event in game.events})
    assert past[-1][0] == view_table(game.state)
    sizes = {sum(slot is not None for slot in view.slots) for view, _ in past[1:10]}
    assert min(sizes) >= 12


def test_who_comes_back_to_a_seat_is_another() -> None:
    table = new_table("memory", 6)
    game = play(table, (5, 5), 6, watch=True)
    *past, look = game.looks[: len(game.looks) // 2]
    old, new = Bot(table.variant, 0, 5, 6), Bot(table.variant, 0, 5, 6)
    for each in past:
        old.watch(each.view, each.now)
    old.watch(with_seat(look.view, 0, present=False), look.now)
    for each in game.looks[len(past) :]:
        assert old.next_move(each.view, each.now) == new.next_move(each.view, each.now)
