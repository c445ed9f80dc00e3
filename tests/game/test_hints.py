"""Hints: their stages, who gets them, and that they are of the easiest claim."""

from itertools import combinations
from typing import Any

import pytest

from tests.game.rules import place
from tests.game.scripted import Table, refused, started, told
from tests.game.situations import chained, kinds
from thirdcard.game.commands import Hint, Vote
from thirdcard.game.events import Hinted, Voted
from thirdcard.game.hinting import find_easiest_claim
from thirdcard.game.record import verify
from thirdcard.game.views import view_event, view_table


def private(variant: str = "classic", *players: str, **options: Any) -> Table:
    return started(variant, *(players or ("ann", "bob")), hints="private", **options)


def hint(table: Table, player: str) -> Hinted:
    (event,) = told(table.do(Hint(player)))
    assert isinstance(event, Hinted)
    return event


@pytest.mark.parametrize("variant", ["classic", "ultra", "super", "double", "eight", "mega+super"])
def test_a_hint_has_three_stages(variant: str) -> None:
    table = private(variant)
    first, second, third = (hint(table, "ann") for _ in range(3))
    assert [event.stage for event in (first, second, third)] == [1, 2, 3]
    assert (first.there, first.cards) == (True, ())
    assert len(second.cards) == 1
    assert third.cards[:1] == second.cards
    assert told(table.do(Hint("ann"))) == ()
    assert any(
        {*third.cards} < {*claim} and len(claim) == len(third.cards) + 1
        for claim in table.iter_claims("ann")
    )


def test_each_player_has_stages_alone() -> None:
    table = private()
    hint(table, "ann")
    assert hint(table, "ann").stage == 2
    assert hint(table, "bob").stage == 1
    view = view_event(table.states[-2], table.events[-1], table.state)
    secret = view_event(table.states[-3], table.events[-2], table.states[-2])
    assert view.seat == 1  # type: ignore[union-attr]
    assert (secret.cards, secret.there) == ((), False)  # type: ignore[union-attr]
    assert view_table(table.state).hint is None


def test_the_stages_start_anew_when_the_table_has_changed() -> None:
    table = private()
    for _ in range(3):
        hint(table, "ann")
    told(table.claim("bob", table.find_claim("bob")))
    assert hint(table, "ann").stage == 1


def test_the_hint_is_of_the_easiest_claim() -> None:
    for seed in range(30):
        table = private(seed=seed)
        chosen = find_easiest_claim(table.state, 0)
        assert chosen is not None

        def differing(cards: tuple[str, ...], table: Table = table) -> int:
            places = [place(table.variant, code, 0) for code in cards]
            return sum(
                x != y for a, b in combinations(places, 2) for x, y in zip(a, b, strict=True)
            )

        codes = tuple(table.variant.code(spot) for spot in chosen)
        assert differing(codes) == min(differing(claim) for claim in table.iter_claims("ann"))


def test_a_hint_in_a_chain_is_for_the_askers_chain() -> None:
    table = None
    for seed in range(0, 400, 7):
        table = chained(seed=seed)
        if {*table.iter_claims("ann")} - {*table.iter_claims("bob")}:
            break
    assert table is not None
    seat = table.state.find_seat("ann")
    assert seat is not None
    claim = find_easiest_claim(table.state, seat)
    assert claim is not None
    assert len({*claim} & {*table.state.previous_of(seat)}) == 1


def test_the_card_of_a_chain_is_neither_first_nor_kept_back() -> None:
    for seed in range(50):
        table = started("chain", "ann", seed=seed, hints="private")
        told(table.claim("ann", table.find_claim("ann")))
        old = {table.variant.code(spot) for spot in table.state.previous_of(0)}
        hint(table, "ann")
        second, third = hint(table, "ann"), hint(table, "ann")
        assert not {*second.cards} & old
        assert {*third.cards} & old


def test_a_hint_tells_that_there_is_none() -> None:
    for seed in range(200):
        table = private(seed=seed, growth="vote")
        if not table.state.can_be_claimed:
            break
    assert not hint(table, "ann").there
    assert told(table.do(Hint("ann"))) == ()


def test_a_hint_for_all_needs_all() -> None:
    table = started(hints="vote")
    for stage in (1, 2, 3):
        assert kinds(table.do(Vote("ann", "hint"))) == [Voted]
        assert kinds(table.do(Vote("bob", "hint"))) == [Voted, Hinted]
        shown = view_table(table.state).hint
        assert shown is not None
        assert (shown.stage, len(shown.cards)) == (stage, stage - 1)
    refused(table.do(Vote("ann", "hint")), "locked_out")
    told(table.claim("ann", table.find_claim("ann")))
    assert view_table(table.state).hint is None
    told(table.do(Vote("ann", "hint")))


def test_a_hint_for_all_is_of_any_seat_that_has_a_claim() -> None:
    for seed in range(300):
        table = started("chain", "ann", "bob", seed=seed, hints="vote", table_size=3)
        told(table.claim("ann", table.find_claim("ann")))
        if not next(table.iter_claims("ann"), None) and table.state.phase == "playing":
            break
    for player in ("ann", "bob"):
        table.do(Vote(player, "hint"))
    assert view_table(table.state).hint.there  # type: ignore[union-attr]


@pytest.mark.parametrize("hints", ["off", "vote"])
def test_no_hints_for_one_alone_where_none_were_chosen(hints: str) -> None:
    refused(started(hints=hints).do(Hint("ann")), "malformed")


@pytest.mark.parametrize("hints", ["off", "private"])
def test_no_votes_on_hints_where_none_were_chosen(hints: str) -> None:
    refused(started(hints=hints).do(Vote("ann", "hint")), "malformed")


def test_spectators_get_no_hints() -> None:
    refused(private().do(Hint("stranger")), "locked_out")


def test_a_game_with_hints_verifies() -> None:
    table = private("junior", "ann")
    while table.state.phase == "playing":
        hint(table, "ann")
        told(table.claim("ann", table.find_claim("ann")))
    assert verify(table.record).fair
