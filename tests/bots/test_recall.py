"""What a bot remembers, where cards lie face down."""

from itertools import pairwise
from statistics import mean

import msgspec
import pytest

from thirdcard.bots import LEVELS, Bot, best_moves
from thirdcard.bots.arena import Game, new_table, play
from thirdcard.bots.recall import Recaller
from thirdcard.game.commands import Flip
from thirdcard.game.events import TurnPassed
from thirdcard.game.state import State
from thirdcard.game.views import SlotView


def watched(game: Game, table: State, level: int) -> list[dict[int, str]]:
    """Return what an onlooker of a level remembers after each view of a game."""
    mind = Recaller(table.variant, len(game.state.seats), LEVELS[level - 1], 0, best_moves)
    memories = []
    for look in game.looks:
        mind.take_in(look.view, look.now)
        assert mind.choose(look.view, look.now) is None
        memories.append(mind.remembered)
    return memories


@pytest.mark.parametrize("variant", ["memory", "memory+junior", "memory+ultra", "memory+super"])
def test_what_is_remembered_is_true(variant: str) -> None:
    """Every card was turned up on its slot and lies there still."""
    table = new_table(variant, seed=2)
    game = play(table, (3, 5), 2, watch=True)
    for level in (1, 5):
        shown: dict[int, str] = {}
        for look, memory in zip(game.looks, watched(game, table, level), strict=True):
            view = look.view
            gone = set(view.last.cards) if view.last else set()
            shown |= {slot: s.card for slot, s in enumerate(view.slots) if s and s.card}
            assert memory.items() <= shown.items()
            assert not gone & set(memory.values())
            assert all(view.slots[slot] for slot in memory)


def test_memory_fades_sooner_at_a_lower_level() -> None:
    table = new_table("memory", seed=3)
    game = play(table, (3, 3), 3, watch=True)
    sizes = [mean(len(memory) for memory in watched(game, table, level)) for level in range(1, 6)]
    assert all(weak < strong for weak, strong in pairwise(sizes))


def test_the_best_forget_nothing_of_a_short_game() -> None:
    table = new_table("memory+junior", seed=1)
    game = play(table, (4, 4), 1, watch=True)
    seen: dict[int, str] = {}
    for look, memory in zip(game.looks, watched(game, table, 5), strict=True):
        view = look.view
        gone = set(view.last.cards) if view.last else set()
        seen = {slot: card for slot, card in seen.items() if card not in gone}
        seen |= {slot: s.card for slot, s in enumerate(view.slots) if s and s.card}
        assert memory == seen


def survive(times: int, seed: int) -> int:
    """Return after how many others a card is forgotten that was turned up so many times."""
    game = play(new_table("memory", seed=1), (3, 3), 1, watch=True)
    view = msgspec.structs.replace(game.looks[0].view, turn=1)
    mind = Recaller(game.state.variant, 0, LEVELS[2], seed, best_moves)

    def show(slot: int, card: str) -> None:
        slots = list(view.slots)
        slots[slot] = SlotView(card)
        mind.take_in(msgspec.structs.replace(view, slots=tuple(slots), face_up=(slot,)), 0)
        mind.take_in(view, 0)

    for _ in range(times):
        show(0, "1RSD")
    for others in range(1000):
        if 0 not in mind.remembered:
            return others
        show(1, "2RSD")
    return 1000


def test_what_is_seen_again_stays_longer() -> None:
    once, often = (mean(survive(times, seed) for seed in range(20)) for times in (1, 6))
    assert 0 < 1.3 * once < often < 1000


def test_better_memory_needs_fewer_cards_turned_up() -> None:
    moves = [
        mean(len(play(new_table("memory", seed=seed), (level,), seed).moves) for seed in range(12))
        for level in range(1, 6)
    ]
    assert all(weak > strong for weak, strong in pairwise(moves))


@pytest.mark.parametrize("seed", range(4))
def test_a_claim_that_is_known_is_turned_up_at_once(seed: int) -> None:
    """The best turn up a claim as soon as they have seen it, or can complete what is up."""
    game = play(new_table("memory", seed=seed), (5, 5), seed, watch=True)
    variant = game.state.variant
    seen: dict[int, str] = {}
    chances = 0
    for look in game.looks:
        view = look.view
        gone = set(view.last.cards) if view.last else set()
        seen = {slot: card for slot, card in seen.items() if card not in gone}
        seen |= {slot: s.card for slot, s in enumerate(view.slots) if s and s.card}
        points = [variant.deck.find_point(card) for card in seen.values()]
        known = variant.iter_claims([point for point in points if point is not None])
        claims = [{variant.code(point) for point in claim} for claim in known]
        up = {seen[slot] for slot in view.face_up} if len(view.face_up) < 3 else set()
        fitting = [claim - up for claim in claims if up <= claim]
        if fitting and view.turn is not None:
            chances += 1
            plan = look.plans[view.turn]
            assert plan is not None
            assert isinstance(plan.command, Flip)
            assert seen[plan.command.slot] in set().union(*fitting)
    assert chances > 10


def count_news(levels: tuple[int, ...]) -> int:
    """Return how many turns of a game end with a card that was new, others being known."""
    game = play(new_table("memory", seed=5), levels, 5, watch=True)
    seen: set[str] = set()
    news = 0
    for look, later in pairwise(game.looks):
        shown = [slot.card for slot in look.view.slots if slot and slot.card]
        last = [slot.card for slot in later.view.slots if slot and slot.card]
        known_elsewhere = seen - set(shown)
        seen |= set(shown)
        if len(shown) == 2 and len(last) == 3 and known_elsewhere:
            news += not set(last) <= seen
    return news


def test_the_wary_show_nothing_new_at_the_end_of_a_turn() -> None:
    """Unless they have no other card, or nobody else to hide it from."""
    assert count_news((5, 5)) <= 3
    assert count_news((3, 3)) > 10
    assert count_news((5,)) > 10


@pytest.mark.parametrize("level", [1, 3])
def test_a_short_turn_is_long_enough(level: int) -> None:
    game = play(new_table("memory+junior", seed=1, turn_seconds=1), (level, level), 1)
    passed = [event for event in game.events if isinstance(event, TurnPassed)]
    assert passed
    assert all(event.reason == "no_match" for event in passed)


def test_a_card_that_cannot_be_turned_up_is_chosen_anew() -> None:
    game = play(new_table("memory", seed=1), (3, 3), 1, watch=True)
    view = game.looks[0].view
    assert view.turn == 0
    bot = Bot(game.state.variant, 0, 3, 1)
    move = bot.next_move(view, 0)
    assert move is not None
    again = bot.next_move(view, move.at)
    assert again is not None
    assert again.at > move.at
