"""What is true of every bot in every variant."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.bots.arena import Game, new_table, play
from tests.played import PLAYED
from thirdcard.bots import Bot
from thirdcard.game.commands import Claim, Flip
from thirdcard.game.events import Refused
from thirdcard.game.views import TableView
from thirdcard.variants.registry import iter_variants, parse_variant

EVERY = tuple(variant.key for variant in iter_variants())


def visible(view: TableView, seat: int) -> set[str]:
    cards = {slot.card for slot in view.slots if slot and slot.card}
    return cards | {spot.card for spot in view.seats[seat].chain}


def require_fair(game: Game, levels: Sequence[int]) -> None:
    """Check that a game ended, by right moves and mistakes, on what was to be seen."""
    assert game.state.reason == "finished"
    assert not game.state.can_be_claimed
    assert sum(game.scores) == game.state.variant.pattern.score * sum(
        seat.claims for seat in game.state.seats
    )
    # Each mistake is made once: a wrong claim that is repeated leaves no event.
    assert set(game.refusals) <= {"not_a_claim"}
    assert len(game.refusals) == sum(isinstance(event, Refused) for event in game.events)
    for event in game.events:
        assert not isinstance(event, Refused) or levels[event.seat] < 5
    for view, plans in game.seen:
        for seat, plan in enumerate(plans):
            if plan is None:
                assert view.turn not in (None, seat) or not view.face_down
            elif isinstance(plan.command, Claim):
                assert not view.face_down
                assert set(plan.command.cards) <= visible(view, seat)
                assert plan.command.seen == view.seq
            else:
                assert isinstance(plan.command, Flip)
                assert view.turn == seat
                assert view.slots[plan.command.slot] is not None


def require_whole_game(variant: str, levels: Sequence[int], seed: int) -> None:
    game = play(new_table(variant, seed=seed), levels, seed, watch=True)
    require_fair(game, levels)


@pytest.mark.parametrize("variant", PLAYED)
def test_two_bots_play_to_the_end(variant: str) -> None:
    require_whole_game(variant, (2, 4), 5)


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


@pytest.mark.parametrize("variant", ["classic", "chain", "memory"])
def test_to_ask_twice_changes_nothing(variant: str) -> None:
    class Doubled(Bot):
        def next_move(self, view, now):  # type: ignore[no-untyped-def]
            first = super().next_move(view, now)
            if first is None or first.at > now:
                assert super().next_move(view, now) == first
            return first

    table = new_table(variant, seed=4)
    assert play(table, (1, 3), 9, make=Doubled).moves == play(table, (1, 3), 9).moves


@pytest.mark.parametrize("variant", ["classic", "junior+chain", "ultra", "memory"])
@pytest.mark.parametrize("seed", range(3))
def test_moves_follow_from_what_is_seen(variant: str, seed: int) -> None:
    """With another order of what is hidden, moves are the same until something else is seen."""
    deck = list(new_table(variant, seed=seed).deck)
    lying = parse_variant(variant).table_size
    # Where cards lie face down two of the table change places, else two of the deck.
    one, two = (lying - 2, lying - 1) if variant == "memory" else (lying + 3, lying + 4)
    other = list(deck)
    other[one], other[two] = deck[two], deck[one]
    games = [play(new_table(variant, order), (2, 4), seed, watch=True) for order in (deck, other)]
    same = 0
    for (view, plans), (other_view, other_plans) in zip(games[0].seen, games[1].seen, strict=False):
        if view != other_view:
            break
        assert plans == other_plans
        same += 1
    assert 1 <= same < len(games[0].seen)


@pytest.mark.parametrize("variant", ["classic", "ultra", "chain", "mega+super"])
def test_time_spent_on_cards_that_stay_counts(variant: str) -> None:
    levels = (2, 3, 3)
    game = play(new_table(variant, seed=6), levels, 6, watch=True)
    kept = 0
    for (_, plans), (view, later) in pairwise(game.seen):
        for seat, (plan, next_plan) in enumerate(zip(plans, later, strict=True)):
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
