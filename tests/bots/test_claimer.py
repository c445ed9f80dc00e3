"""What a table's options ask of those who claim: calls, locks, windows, pauses."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.bots.positions import do, started, view_of, with_seat
from thirdcard.bots import LEVELS, Bot
from thirdcard.bots.arena import OPENED_AT, Game, new_table, play
from thirdcard.game.commands import Call, Claim
from thirdcard.game.events import Called, Claimed, Lapsed, Refused
from thirdcard.game.views import CallView

CHAINS = ("classic", "chain", "chain-table")


def games(variant: str, levels: tuple[int, ...], count: int, **options: Any) -> list[Game]:
    return [
        play(new_table(variant, seed, **options), levels, seed, watch=True) for seed in range(count)
    ]


# -- calls ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", CHAINS)
def test_a_bot_calls_and_then_claims_in_time(variant: str) -> None:
    for game in games(variant, (2, 4), 3, call_seconds=3):
        assert set(game.refusals) <= {"not_a_claim"}
        told = [e for e in game.events if isinstance(e, Called | Claimed | Refused | Lapsed)]
        assert isinstance(told[0], Called)
        for one, other in pairwise(told):
            if isinstance(one, Called):
                assert not isinstance(other, Called)
                assert other.seat == one.seat
                assert other.at <= one.until
            else:
                assert isinstance(other, Called)


@pytest.mark.parametrize("level", [1, 5])
def test_a_short_time_after_a_call_is_long_enough(level: int) -> None:
    """Even for six cards, which a child's hand takes longer to mark."""
    for game in games("junior+double", (level,), 4, call_seconds=1):
        told = Counter(type(event) for event in game.events)
        assert told[Claimed] > 0
        assert told[Lapsed] <= 0.3 * told[Called]
        assert level == 1 or told[Lapsed] == 0


def test_children_lapse_and_masters_do_not() -> None:
    lapses = []
    for level in (1, 3, 5):
        told = Counter(
            type(event)
            for game in games("junior", (level, level), 20, call_seconds=5)
            for event in game.events
        )
        lapses.append(told[Lapsed] / told[Called])
    assert 0.02 < lapses[0] < 0.25
    assert lapses[0] > lapses[1] > lapses[2] == 0


def test_while_another_has_called_a_bot_waits() -> None:
    state = started(call_seconds=5)
    bot = Bot(state.variant, 0, 5, 1)
    move = bot.next_move(view_of(state), OPENED_AT)
    assert move is not None
    assert isinstance(move.command, Call)
    state = do(state, Call("p1", state.seq), OPENED_AT)
    assert bot.next_move(view_of(state), OPENED_AT) is None
    # When the call is over it goes on, after a moment, with what it has found meanwhile.
    over = view_of(state, call=None, seq=state.seq + 1)
    later = bot.next_move(over, move.at + 5000)
    assert later is not None
    assert isinstance(later.command, Call)
    assert move.at + 5000 < later.at <= move.at + 5000 + LEVELS[4].hand


def test_after_its_call_a_bot_claims_what_it_had_found() -> None:
    state = started(call_seconds=5)
    plain, calling = Bot(state.variant, 0, 5, 1), Bot(state.variant, 0, 5, 1)
    wanted = plain.next_move(view_of(started()), OPENED_AT)
    move = calling.next_move(view_of(state), OPENED_AT)
    assert move is not None
    assert wanted is not None
    state = do(state, Call("p0", state.seq), move.at)
    claim = calling.next_move(view_of(state), move.at)
    assert claim is not None
    assert isinstance(claim.command, Claim)
    assert claim.command.cards == wanted.command.cards  # type: ignore[union-attr]
    # To call and to claim takes as long as to claim at once.
    assert claim.at == wanted.at


def test_after_a_lapse_a_bot_looks_again() -> None:
    state = started(call_seconds=5)
    bot = Bot(state.variant, 0, 3, 1)
    view = view_of(state)
    move = bot.next_move(view, OPENED_AT)
    assert move is not None
    called = view_of(state, seq=view.seq + 1, call=CallView(0, move.at + 5000))
    bot.watch(called, move.at)
    again = bot.next_move(view_of(state, seq=view.seq + 2), move.at + 5000)
    assert again is not None
    assert again.at > move.at + 5000 + LEVELS[2].hand // 2


# -- the price of mistakes --------------------------------------------------------------------


@pytest.mark.parametrize("variant", CHAINS)
def test_who_is_locked_waits(variant: str) -> None:
    locked = 0
    for game in games(variant, (1, 1), 6, penalty="lock", lock_seconds=20):
        assert set(game.refusals) <= {"not_a_claim"}
        until: dict[int, int] = {}
        for event in game.events:
            if isinstance(event, Refused):
                assert event.locked_until == event.at + 20_000
                until[event.seat] = event.locked_until
                locked += 1
            elif isinstance(event, Claimed):
                assert event.at >= until.get(event.seat, 0)
    assert locked > 0


def test_a_lock_ends_by_itself() -> None:
    """Nothing happens at the table then, so the bot has planned it beforehand."""
    state = started()
    view = with_seat(view_of(state), 0, locked_until=OPENED_AT + 60_000)
    move = Bot(state.variant, 0, 5, 1).next_move(view, OPENED_AT)
    assert move is not None
    assert OPENED_AT + 60_000 <= move.at <= OPENED_AT + 60_000 + LEVELS[4].hand


def test_mistakes_cost_points() -> None:
    costs = [
        event.cost
        for game in games("classic", (1, 1), 6, penalty="point")
        for event in game.events
        if isinstance(event, Refused)
    ]
    assert costs
    assert set(costs) == {1}


# -- cards one by one -------------------------------------------------------------------------


def test_what_is_in_sight_is_found_no_later_when_a_card_is_laid() -> None:
    kept = 0
    for game in games("classic", (2, 3), 2, lay_ms=700):
        for look, later in pairwise(game.looks):
            for seat, (plan, next_plan) in enumerate(zip(look.plans, later.plans, strict=True)):
                if plan is None or look.view.last != later.view.last:
                    continue
                if look.view.seats[seat].refusals == later.view.seats[seat].refusals:
                    kept += later.view.slots != look.view.slots
                    assert next_plan is not None
                    assert next_plan.at <= max(plan.at, later.now)
    assert kept > 20


def test_mistakes_come_no_oftener_where_cards_are_laid_one_by_one() -> None:
    def share(**options: Any) -> float:
        played = games("junior", (1, 1), 30, **options)
        return sum(len(game.refusals) for game in played) / sum(len(g.moves) for g in played)

    assert 0.4 * share() < share(lay_ms=500) < 2.5 * share()


# -- the fair window --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", CHAINS)
def test_claims_tell_honestly_how_long_they_took(variant: str) -> None:
    """The time of the event that was seen and the wait make the time of the act."""
    for game in games(variant, (4, 5), 3, fair_window_ms=200):
        assert set(game.refusals) <= {"not_a_claim", "too_late"}
        times = {event.seq: event.at for event in game.events}
        claims = [move for move in game.moves if isinstance(move.command, Claim)]
        assert claims
        for move in claims:
            assert isinstance(move.command, Claim)
            assert move.command.waited is not None
            assert times[move.command.seen] + move.command.waited == move.at


def test_a_claim_that_waits_for_the_window_is_not_made_again() -> None:
    for game in games("classic", (5, 5), 3, fair_window_ms=250):
        claims = Counter(
            (move.command.player, move.command.cards)
            for move in game.moves
            if isinstance(move.command, Claim)
        )
        assert set(claims.values()) == {1}


# -- the pause --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("classic", {}),
        ("chain", {}),
        ("memory", {}),
        ("classic", {"contest": "duel"}),
        ("classic", {"contest": "coop"}),
    ],
    ids=str,
)
def test_a_pause_makes_everything_later_by_its_length(
    variant: str, options: dict[str, Any]
) -> None:
    state = started(variant, **options)
    bots = [Bot(state.variant, 0, 4, 1) for _ in range(2)]
    view = view_of(state)
    plans = [bot.next_move(view, OPENED_AT) for bot in bots]
    assert plans[0] is not None
    rested = view_of(state, seq=view.seq + 1, paused=OPENED_AT + 10)
    assert bots[0].next_move(rested, OPENED_AT + 10) is None
    assert bots[0].next_move(rested, OPENED_AT + 9_000) is None
    later = bots[0].next_move(view_of(state, seq=view.seq + 2), OPENED_AT + 50_010)
    assert later is not None
    assert later.at == plans[0].at + 50_000
