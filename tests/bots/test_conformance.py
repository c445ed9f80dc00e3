"""What is true of every bot in every variant."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from tests.bots.arena import stack
from tests.played import PLAYED
from thirdcard.bots import LEVELS, Bot, Move
from thirdcard.bots.arena import Game, new_table, play
from thirdcard.errors import OptionError
from thirdcard.game.commands import Call, Claim
from thirdcard.game.events import Lapsed, Refused
from thirdcard.game.views import TableView
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot

OPTIONS: tuple[dict[str, Any], ...] = (
    {"call_seconds": 3},
    {"penalty": "point"},
    {"penalty": "lock"},
    {"growth": "vote"},
    {"lay_ms": 600},
    {"fair_window_ms": 150},
    {"end_score": 3},
    {"end_seconds": 200},
    {"hints": "private"},
    {"contest": "duel"},
    {"contest": "coop"},
    {"contest": "spoil"},
)

EVERY = tuple(variant.key for variant in iter_variants())


def visible(view: TableView, seat: int) -> set[str]:
    cards = {slot.card for slot in view.slots if slot and slot.card}
    return cards | {spot.card for spot in view.seats[seat].chain}


def has_claim(view: TableView, seat: int) -> bool:
    """Tell whether there is a claim for a seat among the cards that are to be seen."""
    variant = parse_variant(view.variant)

    def read(code: str, group: int) -> Spot:
        point = variant.deck.find_point(code)
        assert point is not None
        return variant.spot(point, group)

    slots = enumerate(view.slots)
    table = [read(slot.card, i % view.groups) for i, slot in slots if slot and slot.card]
    chain = [read(spot.card, spot.group) for spot in view.seats[seat].chain]
    return variant.find_claim(table, chain) is not None


def require_fair(game: Game, levels: Sequence[int]) -> None:
    """Check that a game ended, by right moves and mistakes, on what was to be seen."""
    options = game.state.options
    if not (options.end_score or options.end_seconds):
        assert game.state.reason == "finished"
        assert not game.state.can_be_claimed
    # Each mistake is made once: a wrong claim that is repeated leaves no event.
    judged = {"not_a_claim"} | ({"too_late"} if options.fair_window_ms else set())
    assert set(game.refusals) <= judged
    refused = [event for event in game.events if isinstance(event, Refused)]
    assert sum(event.code == "not_a_claim" for event in refused) == len(game.refusals)
    assert all(levels[event.seat] < 5 for event in refused if event.code == "not_a_claim")
    points = game.state.variant.pattern.score
    claims, cost = sum(seat.claims for seat in game.state.seats), count_cost(game)
    assert sum(game.scores) == points * claims - cost
    for look in game.looks:
        for seat, plan in enumerate(look.plans):
            require_move(look.view, seat, plan)


def count_cost(game: Game) -> int:
    """Return how many points mistakes cost."""
    return sum(event.cost for event in game.events if isinstance(event, Refused | Lapsed))


def require_move(view: TableView, seat: int, plan: Move | None) -> None:
    """Check that a seat may make a move, and waits where it must."""
    if plan is None:
        waits = view.turn != seat if view.turn is not None else view.call is not None
        assert waits or not has_claim(view, seat)
        return
    command = plan.command
    assert command.player == str(seat)
    assert command.seen == view.seq
    assert view.turn in (None, seat)
    if isinstance(command, Claim):
        assert not view.face_down
        assert set(command.cards) <= visible(view, seat)
    elif isinstance(command, Call):
        assert view.options.call_seconds
        assert view.call is None
    else:
        assert view.face_down
        assert view.slots[command.slot] is not None


def require_whole_game(variant: str, levels: Sequence[int], seed: int, **options: Any) -> None:
    game = play(new_table(variant, seed, **options), levels, seed, watch=True)
    require_fair(game, levels)


@pytest.mark.parametrize("variant", PLAYED)
def test_two_bots_play_to_the_end(variant: str) -> None:
    require_whole_game(variant, (2, 4), 5)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("variant", ["classic", "junior"])
def test_two_bots_play_to_the_end_with_every_option(variant: str, options: dict[str, Any]) -> None:
    require_whole_game(variant, (1, 4), 5, **options)


@pytest.mark.parametrize("variant", ["junior+ultra9+super", "mega+ultra9+eight"])
def test_a_table_with_more_claims_than_anyone_keeps_in_mind(variant: str) -> None:
    require_whole_game(variant, (1, 4), 7)


def test_cards_that_come_back_at_once_are_looked_for_anew() -> None:
    """The whole deck lies on the table, so each claim is dealt again, maybe to its old places."""
    game = play(new_table("junior+ultra9", 5, end_seconds=60), (1, 4), 5, watch=True)
    require_fair(game, (1, 4))
    assert game.state.round > 20
    for seat, level in enumerate((1, 4)):
        times = [move.at for move in game.moves if move.command.player == str(seat)]
        hand = LEVELS[level - 1].hand
        assert all(later - move >= hand for move, later in pairwise(times))


def goes(variant: str, options: dict[str, Any]) -> bool:
    try:
        new_table(variant, **options)
    except OptionError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("variant", EVERY)
def test_every_variant_is_played_with_every_option(variant: str, options: dict[str, Any]) -> None:
    if goes(variant, options):
        require_whole_game(variant, (1, 4), 5, **options)


def test_most_options_go_with_most_variants() -> None:
    assert sum(goes(variant, options) for variant in EVERY for options in OPTIONS) > 600


@pytest.mark.slow
@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("levels", [(1, 1), (1, 5), (4, 3)], ids=str)
def test_every_variant_is_played_to_the_end(variant: str, levels: tuple[int, int]) -> None:
    require_whole_game(variant, levels, 7)


@pytest.mark.parametrize("variant", ["classic", "chain", "memory", "junior+double"])
@pytest.mark.parametrize("levels", [(1,), (3,), (1, 2, 3, 4, 5)], ids=str)
def test_any_number_of_bots(variant: str, levels: tuple[int, ...]) -> None:
    require_whole_game(variant, levels, 2)


@pytest.mark.parametrize("variant", ["classic", "mega+super+chain", "chain-table", "memory"])
def test_same_seed_same_game(variant: str) -> None:
    one, two = (play(new_table(variant, seed=4), (1, 3), 9) for _ in range(2))
    assert one.moves == two.moves
    other = play(new_table(variant, seed=4), (1, 3), 10)
    assert other.moves != one.moves


@pytest.mark.parametrize("options", [{}, *OPTIONS], ids=str)
@pytest.mark.parametrize("variant", ["classic", "chain", "memory"])
def test_to_ask_twice_changes_nothing(variant: str, options: dict[str, Any]) -> None:
    if not goes(variant, options):
        return

    class Doubled(Bot):
        def next_move(self, view, now):  # type: ignore[no-untyped-def]
            first = super().next_move(view, now)
            if first is None or first.at > now:
                assert super().next_move(view, now) == first
            return first

    table = new_table(variant, 4, **options)
    assert play(table, (1, 3), 9, make=Doubled).moves == play(table, (1, 3), 9).moves


def require_same_moves(variant: str, seed: int, **options: Any) -> None:
    """Play with two orders of what is hidden, until something else is seen."""
    deck = list(new_table(variant, seed).deck)
    lying = new_table(variant, seed, **options).table_size
    # Where cards lie face down two of the table change places, else two of the deck.
    hidden = lying - 2 if parse_variant(variant).rule.face_down else lying + 3
    other = list(deck)
    other[hidden : hidden + 2] = reversed(deck[hidden : hidden + 2])
    games = [
        play(stack(order, variant, **options), (2, 4), seed, watch=True) for order in (deck, other)
    ]
    same = 0
    for look, other_look in zip(games[0].looks, games[1].looks, strict=False):
        if look.view != other_look.view:
            break
        assert look == other_look
        same += 1
    is_hidden_for_good = games[0].state.contest.is_fixed
    assert same >= 1
    assert (same == len(games[0].looks)) == is_hidden_for_good


@pytest.mark.parametrize("variant", ["classic", "junior+chain", "ultra", "memory"])
@pytest.mark.parametrize("seed", range(3))
def test_moves_follow_from_what_is_seen(variant: str, seed: int) -> None:
    require_same_moves(variant, seed)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_follow_from_what_is_seen_with_every_option(options: dict[str, Any]) -> None:
    require_same_moves("classic", 1, **options)


@pytest.mark.parametrize("variant", ["classic", "ultra", "chain", "mega+super"])
def test_time_spent_on_cards_that_stay_counts(variant: str) -> None:
    levels = (2, 3, 3)
    game = play(new_table(variant, seed=6), levels, 6, watch=True)
    kept = 0
    for look, later in pairwise(game.looks):
        view = later.view
        for seat, (plan, next_plan) in enumerate(zip(look.plans, later.plans, strict=True)):
            if plan is None or not isinstance(plan.command, Claim):
                continue
            mine = view.last is not None and view.last.seat == seat
            stays = set(plan.command.cards) <= {s.card for s in view.slots if s}
            chain = {spot.card for spot in view.seats[seat].chain}
            if mine or not stays or chain:
                continue
            if not view.seats[seat].refusals:
                kept += 1
                assert next_plan is not None
                assert next_plan.at <= plan.at
    assert kept > 0
