"""Where all play together: bots find the best result, and leave the game to the people."""

from collections.abc import Callable
from itertools import pairwise
from statistics import mean

import pytest

from tests.bots.positions import started, view_of, with_seat
from thirdcard.bots import Bot
from thirdcard.bots.arena import OPENED_AT, new_table, play
from thirdcard.bots.partner import PATIENCE
from thirdcard.game.commands import Call, Claim
from thirdcard.game.events import Claimed
from thirdcard.game.views import LastClaim
from thirdcard.solvers.domination import min_domination
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.packing import max_packing
from thirdcard.solvers.result import Answer

OPTIMA: dict[str, Callable[[Table], Answer]] = {"coop": max_packing, "spoil": min_domination}


def total(contest: str, level: int, seed: int, cards: int, variant: str = "classic") -> int:
    """Return how many claims are taken from the table if all are of one level."""
    table = new_table(variant, seed, contest=contest, table_size=cards)
    game = play(table, (level, level), seed)
    assert game.state.reason == "finished"
    assert game.refusals == []
    return sum(game.scores)


@pytest.mark.parametrize("contest", OPTIMA)
@pytest.mark.parametrize("variant", ["classic", "junior", "ultra"])
def test_the_best_reach_the_best_result(contest: str, variant: str) -> None:
    for seed in range(3):
        state = started(variant, seed, contest=contest, table_size=18)
        optimum = OPTIMA[contest](Table(state.variant.space, state.spots)).value
        assert total(contest, 5, seed, 18, variant) == optimum


@pytest.mark.parametrize(("contest", "sign"), [("coop", 1), ("spoil", -1)])
def test_better_players_have_a_better_result(contest: str, sign: int) -> None:
    results = [
        mean(sign * total(contest, level, seed, 24) for seed in range(25)) for level in (1, 3, 5)
    ]
    assert results[0] < results[1] <= results[2]


def test_where_the_solver_does_not_know_claims_are_compared() -> None:
    state = started(contest="coop", table_size=21)
    bot = Bot(state.variant, 0, 5, 1, solve=lambda contest, variant, spots: ())
    move = bot.next_move(view_of(state), OPENED_AT)
    assert move is not None
    assert isinstance(move.command, Claim)
    spots = {state.variant.code(spot): spot for spot in state.spots}
    chosen = {spots[code] for code in move.command.cards}
    claims = [set(claim) for claim in state.variant.iter_claims(state.spots)]

    def price(claim: set[int]) -> int:
        return sum(bool(claim & other) for other in claims)

    assert price(chosen) == min(map(price, claims))


# -- patience ---------------------------------------------------------------------------------


def wait_of(level: int, seed: int, **changes: object) -> int:
    state = started(contest="coop", seed=seed, table_size=18)
    view = with_seat(view_of(state, **changes), 1, bot=3)
    move = Bot(state.variant, 0, level, seed).next_move(view, OPENED_AT)
    assert move is not None
    return move.at - OPENED_AT


@pytest.mark.parametrize("level", range(1, 6))
def test_people_have_the_table_for_a_while_after_each_claim(level: int) -> None:
    table = new_table("classic", 3, contest="coop", table_size=21)
    game = play(table, (level, level, level), 3)
    times = [OPENED_AT, *(event.at for event in game.events if isinstance(event, Claimed))]
    assert len(times) > 3
    assert all(later - sooner >= PATIENCE for sooner, later in pairwise(times))


def test_they_have_it_longer_after_a_bot_has_claimed() -> None:
    def last(seat: int) -> LastClaim:
        return LastClaim(seat, ("1RSD", "2RSD", "3RSD"), None, None)

    for seed in range(5):
        after_person, after_bot = (wait_of(4, seed, last=last(seat)) for seat in (0, 1))
        assert after_bot > 2 * after_person


def test_they_have_longest_before_an_end_that_is_not_the_best() -> None:
    """Then the claims that led there can still be taken back."""
    state = started(contest="coop", table_size=18)
    claim = next(iter(state.variant.iter_claims(state.spots)))
    codes = {state.variant.code(spot) for spot in claim}
    slots = tuple(s if s and s.card in codes else None for s in view_of(state).slots)
    waits = {optimum: wait_of(4, 0, slots=slots, optimum=optimum) for optimum in (None, 1, 2)}
    assert waits[None] == waits[1]
    assert waits[2] > 4 * waits[1]


def test_a_claim_that_is_taken_back_changes_the_plan() -> None:
    state = started(contest="coop", table_size=18)
    bot = Bot(state.variant, 0, 5, 1)
    view = view_of(state)
    move = bot.next_move(view, OPENED_AT)
    assert move is not None
    assert isinstance(move.command, Claim)
    cards = set(move.command.cards)
    slots = tuple(None if s and s.card in cards else s for s in view.slots)
    bot.next_move(view_of(state, seq=view.seq + 1, slots=slots), move.at)
    again = bot.next_move(view_of(state, seq=view.seq + 2), move.at + 1000)
    assert again is not None
    assert again.at >= move.at + 1000 + PATIENCE


def test_they_call_where_a_table_asks_for_it() -> None:
    table = new_table("classic", 1, contest="spoil", call_seconds=4)
    game = play(table, (5, 4), 1)
    assert game.state.reason == "finished"
    assert game.refusals == []
    kinds = [type(move.command) for move in game.moves]
    assert set(kinds[::2]) == {Call}
    assert set(kinds[1::2]) == {Claim}
