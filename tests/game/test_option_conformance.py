"""Every option in every variant it goes with: it changes the game as its sentence says.

A new variant is tested by being listed in the registry, a new option by having a row in `CHECKS`.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec
import pytest

from tests.game.scripted import SECOND, Table, refused, started, told
from tests.game.test_views import check_mirror
from tests.played import PLAYED
from thirdcard.errors import OptionError
from thirdcard.game.commands import Call, Claim, Close, Hint, Join, TakeBack, Vote
from thirdcard.game.events import (
    Claimed,
    Dealt,
    Ended,
    Event,
    Header,
    Hinted,
    Offered,
    Options,
    TurnPassed,
)
from thirdcard.game.record import verify
from thirdcard.variants.registry import iter_variants, parse_variant

VARIANTS = [variant.key for variant in iter_variants()]
OFTEN = [*PLAYED[:6], "mega+super+chain", "ultra9+double", "memory+ultra"]


def has(answer: object, kind: type[Event]) -> bool:
    return isinstance(answer, tuple) and any(isinstance(event, kind) for event in answer)


def take(table: Table, player: str = "ann") -> tuple[Event, ...]:
    """Take a claim as the variant has it: claimed, or turned up card by card."""
    if not table.variant.rule.face_down:
        return told(table.claim(player, table.find_claim(player)))
    claim = table.variant.find_claim(table.state.spots)
    assert claim is not None
    return [told(table.flip(player, slot)) for slot in table.slots_of(claim)][-1]


def wrong(table: Table) -> tuple[str, ...]:
    size = table.variant.pattern.sizes[0]
    return next(
        cards
        for cards in combinations(table.codes(), size)
        if not table.variant.is_claim(
            [spot for spot in table.state.spots if table.variant.code(spot) in cards]
        )
    )


def check_lay_ms(table: Table) -> None:
    assert len(table.state.spots) == 1
    while len(table.state.spots) < table.state.table_size:
        (event,) = told(table.tick(500))
        assert isinstance(event, Dealt)
        assert len(event.cards) == 1


def check_call_seconds(table: Table) -> None:
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")
    told(table.do(Call("ann", 0)))
    refused(table.claim("bob", table.find_claim("bob")), "locked_out")
    assert has(take(table), Claimed)


def check_point(table: Table) -> None:
    for _ in range(2):
        refused(table.claim("ann", wrong(table)), "not_a_claim")
    assert [seat.score for seat in table.state.seats] == [-1, 0]


def check_lock(table: Table) -> None:
    refused(table.claim("ann", wrong(table)), "not_a_claim")
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")
    assert has(take(table, "bob"), Claimed)


def check_growth(table: Table) -> None:
    lying = len(table.state.spots)
    if not table.state.undealt:
        refused(table.do(Vote("ann", "cards")), "locked_out")
        return
    told(table.do(Vote("ann", "cards")))
    told(table.do(Vote("bob", "cards")))
    assert len(table.state.spots) == lying + table.variant.growth


def check_end_score(table: Table) -> None:
    assert not has(take(table), Ended)
    assert has(take(table), Ended)
    assert table.state.reason == "score"


def check_end_seconds(table: Table) -> None:
    take(table)
    table.do(Join("ann", "Ann"))
    assert table.state.ends_at is not None
    assert has(table.tick(table.state.ends_at - table.now), Ended)
    assert table.state.reason == "time"


def check_private_hints(table: Table) -> None:
    answers = [told(table.do(Hint("ann"))) for _ in range(4)]
    assert [has(answer, Hinted) for answer in answers] == [True, True, True, False]


def check_voted_hints(table: Table) -> None:
    refused(table.do(Hint("ann")), "malformed")
    told(table.do(Vote("ann", "hint")))
    assert has(table.do(Vote("bob", "hint")), Hinted)


def check_window(table: Table) -> None:
    cards, seen = table.find_claim("ann"), table.state.seq
    table.now += 5000
    assert has(table.do(Claim("ann", cards, seen, 5000), 0), Offered)
    assert has(table.do(Claim("bob", cards, seen, 4900), 0), Offered)
    assert has(table.tick(200), Claimed)
    assert [seat.score for seat in table.state.seats] == [0, 1]


def check_duel(table: Table) -> None:
    assert len(table.state.spots) >= 15
    refused(table.claim("bob", table.find_claim("bob")), "not_your_turn")
    assert has(take(table), TurnPassed)


def check_together(table: Table) -> None:
    before = table.state.slots
    if not has(take(table), Ended):
        told(table.do(TakeBack("bob")))
        assert table.state.slots == before


def check_table_size(table: Table) -> None:
    share = -(-27 // table.variant.grouping.count) * table.variant.grouping.count
    assert len(table.state.spots) >= min(share, 27)
    first = next(event for event in table.events if isinstance(event, Dealt))
    assert len(first.cards) == min(share, 27)


def check_seats(table: Table) -> None:
    refused(table.do(Join("cleo", "Cleo")), "locked_out")


def check_turn_seconds(table: Table) -> None:
    if table.variant.rule.face_down:
        assert has(table.tick(7 * SECOND), TurnPassed)
    else:
        assert table.state.turn is None


def check_idle_seconds(table: Table) -> None:
    assert has(table.tick(20 * SECOND), Ended)
    assert table.state.reason == "abandoned"


def check_show_seconds(table: Table) -> None:
    if not table.variant.rule.face_down:
        return
    codes = wrong(table)
    for slot in [s for s in range(len(table.state.slots)) if table.code_at(s) in codes]:
        told(table.flip("ann", slot))
    assert not table.tick(SECOND)
    assert table.state.face_up
    table.tick(SECOND)
    assert not table.state.face_up


CHECKS: list[tuple[str, dict[str, Any], Callable[[Table], None]]] = [
    ("lay_ms", {"lay_ms": 500}, check_lay_ms),
    ("call_seconds", {"call_seconds": 5}, check_call_seconds),
    ("point", {"penalty": "point"}, check_point),
    ("lock", {"penalty": "lock"}, check_lock),
    ("lock_seconds", {"penalty": "lock", "lock_seconds": 60}, check_lock),
    ("growth", {"growth": "vote"}, check_growth),
    ("end_score", {"end_score": 2}, check_end_score),
    ("end_seconds", {"end_seconds": 3000}, check_end_seconds),
    ("hints", {"hints": "private"}, check_private_hints),
    ("hints by vote", {"hints": "vote"}, check_voted_hints),
    ("fair_window_ms", {"fair_window_ms": 200}, check_window),
    ("duel", {"contest": "duel"}, check_duel),
    ("coop", {"contest": "coop"}, check_together),
    ("spoil", {"contest": "spoil"}, check_together),
    ("table_size", {"table_size": 27}, check_table_size),
    ("seats", {"seats": 2}, check_seats),
    ("turn_seconds", {"turn_seconds": 7}, check_turn_seconds),
    ("show_seconds", {"show_seconds": 2}, check_show_seconds),
    ("idle_seconds", {"idle_seconds": 20}, check_idle_seconds),
]


def is_sensible(variant: str, options: dict[str, Any]) -> bool:
    """Tell whether a variant can be played with such options."""
    try:
        Header(variant=variant, options=msgspec.convert(options, Options)).require_valid()
    except OptionError:
        return False
    return True


def check(variant: str, options: dict[str, Any], then: Callable[[Table], None]) -> bool:
    if not is_sensible(variant, options):
        return False
    for seed in range(40):
        table = started(variant, "ann", "bob", seed=seed, **options)
        if table.state.can_be_claimed or then is check_lay_ms:
            break
    try:
        then(table)
    except StopIteration:
        # In a chain there is not always a second claim: another deal has one.
        for seed in range(100, 160):
            table = started(variant, "ann", "bob", seed=seed, **options)
            try:
                then(table)
                break
            except StopIteration:
                continue
        else:
            raise AssertionError("no deal has the claims that the check needs") from None
    table.do(Close())
    assert verify(table.record).fair
    check_mirror(table)
    return True


def test_every_option_has_a_check() -> None:
    checked = {key for _, options, _ in CHECKS for key in options}
    assert checked == {field.name for field in msgspec.structs.fields(Options)}


@pytest.mark.parametrize(("name", "options", "then"), CHECKS, ids=[name for name, *_ in CHECKS])
def test_an_option_in_some_variants(
    name: str, options: dict[str, Any], then: Callable[[Table], None]
) -> None:
    sensible = [variant for variant in OFTEN if check(variant, options, then)]
    assert sensible


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_options(variant: str) -> None:
    assert parse_variant(variant).key == variant
    for name, options, then in CHECKS:
        try:
            check(variant, options, then)
        except Exception as error:
            error.add_note(f"{name} in {variant}")
            raise
