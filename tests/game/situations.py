"""Tables in situations that tests of the machine begin with."""

from itertools import combinations

from tests.game.rules import is_line, place
from tests.game.scripted import Answer, Table, started, told
from thirdcard.game.events import (
    Event,
)


def kinds(answer: Answer) -> list[type[Event]]:
    return [type(event) for event in told(answer)]


def non_set(table: Table) -> tuple[str, ...]:
    """Return three cards on a classic table that are no Set."""
    return next(
        cards
        for cards in combinations(table.codes(), 3)
        if not is_line([place(table.variant, code, 0) for code in cards])
    )


def memory(*players: str, seed: int = 0, **options: int) -> Table:
    return started("memory", *(players or ("ann", "bob", "cleo")), seed=seed, **options)


def match(table: Table) -> list[int]:
    """Return slots that hold a Set."""
    claim = table.variant.find_claim(table.state.spots)
    assert claim is not None
    return table.slots_of(claim)


def mismatch(table: Table) -> list[int]:
    """Return slots that hold none."""
    return next(
        list(slots)
        for slots in combinations(range(12), 3)
        if not is_line([place(table.variant, table.code_at(slot), 0) for slot in slots])
    )


def flip_all(table: Table, player: str, slots: list[int]) -> Answer:
    return [table.flip(player, slot) for slot in slots][-1]


def chained(variant: str = "chain", seed: int = 0) -> Table:
    """Return a table at which ann has claimed and can go on."""
    for start in range(seed, seed + 100):
        table = started(variant, "ann", "bob", "cleo", seed=start)
        told(table.claim("ann", table.find_claim("ann")))
        if next(table.iter_claims("ann"), None):
            return table
    raise AssertionError


def codes_of(table: Table, player: str) -> list[str]:
    seat = table.state.find_seat(player)
    assert seat is not None
    return [table.variant.code(spot) for spot in table.state.previous_of(seat)]
