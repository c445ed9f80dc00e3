"""The tables of practice: drawn by number from a seed, with all claims on them.

Table *n* of a seed is the first of its deals that has a claim; the deals are those of
`thirdcard.game.shuffle` for ``SHA-256(seed "/" n "/" deal)``.  Where there are more claims than
anybody would look through, the next deal has a card less in each group.  So whoever has variant,
seed and number has the same table: a browser is sent tables beforehand, and the server, which keeps
none, knows them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count, islice
from typing import Final

import msgspec

from thirdcard.core.geometry import Point
from thirdcard.errors import OptionError
from thirdcard.game.shuffle import shuffle
from thirdcard.game.views import SpotView
from thirdcard.phrases import phrase
from thirdcard.puzzles.difficulty import effort_of_first
from thirdcard.server.explaining import view_spot
from thirdcard.server.practice_levels import level_of
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "MOST_CLAIMS",
    "PracticeClaim",
    "PracticeTable",
    "draw_table",
    "parse_practice_variant",
    "round_differing",
]

MOST_CLAIMS: Final = 60
"""Most claims on a table."""

_TABLES_KEPT: Final = 2000

Spots = tuple[Spot, ...]


class _Deal:
    """Cards on slots, None for a hole, and the claim that is to be continued."""

    def __init__(
        self, variant: Variant, slots: Sequence[Point | None], previous: Spots = ()
    ) -> None:
        groups = variant.grouping.count
        self.slots = tuple(
            None if point is None else variant.spot(point, slot % groups)
            for slot, point in enumerate(slots)
        )
        self.table = [spot for spot in self.slots if spot is not None]
        self.previous = previous


class PracticeClaim(msgspec.Struct, frozen=True):
    """A claim on a table.

    Attributes:
        places: its cards by their places, in increasing order.
        differing: in how many features its cards differ, as the mean over their pairs.
    """

    places: tuple[int, ...]
    differing: float


class PracticeTable(msgspec.Struct, frozen=True):
    """A table to find a claim on.

    Attributes:
        number: its number among the tables of the seed.
        slots: the cards, null for a hole; the slot's number modulo the number of groups is the
            group.
        previous: the claim to be continued, empty for none.  The places of its cards are counted
            on from those of the slots.
        level: how hard it is to find one; see `thirdcard.server.practice_levels`.
        claims: every claim.
    """

    number: int
    level: int
    slots: tuple[str | None, ...]
    previous: tuple[SpotView, ...]
    claims: tuple[PracticeClaim, ...]

    @property
    def easiest(self) -> float:
        """In how many features the cards differ of the claim that is easiest to see."""
        return min(claim.differing for claim in self.claims)


def round_differing(differing: float) -> int:
    """Return in how many features the cards of a claim differ, as it is counted: a half goes up."""
    return int(differing + 0.5)


def parse_practice_variant(expression: str) -> Variant:
    """Return a variant that can be practised alone.

    Raises:
        VariantError: there is no such variant.
        OptionError: its cards lie face down, so nothing is to be seen on a table.
    """
    variant = parse_variant(expression)
    if variant.rule.face_down:
        raise OptionError(
            phrase(
                "{variant} cannot be practised: its cards lie face down until they are turned up",
                variant=variant.title,
            )
        )
    return variant


@lru_cache(_TABLES_KEPT)
def draw_table(variant: Variant, seed: str, number: int) -> PracticeTable:
    """Return a table of a seed, the same one every time."""
    size = variant.table_size
    for deal in _iter_seeds(seed, number):
        drawn = _draw_deal(variant, size, deal)
        if drawn is None:
            continue
        found = variant.iter_claims(drawn.table, drawn.previous)
        claims = list(islice(found, MOST_CLAIMS + 1))
        if len(claims) > MOST_CLAIMS:
            size -= variant.grouping.count
        elif claims:
            return _describe(variant, number, drawn, claims)
    raise AssertionError("deals never end")


def _iter_seeds(seed: str, number: int) -> Iterator[bytes]:
    """Yield the seed of one deal after the other, without end."""
    for deal in count():
        yield sha256(f"{seed}/{number}/{deal}".encode()).digest()


def _draw_deal(variant: Variant, size: int, seed: bytes) -> _Deal | None:
    """Return a deal, None where there is no claim to continue and one is needed."""
    points = shuffle(variant.deck.size, seed)
    if not variant.rule.chains:
        return _Deal(variant, points[:size])
    # As in a game: a claim is taken, and other cards come where it lay, while there are some.
    first = _Deal(variant, points[: variant.table_size])
    previous = next(variant.iter_claims(first.table), None)
    if previous is None:
        return None
    taken = set(map(variant.point, previous))
    refill = iter(points[variant.table_size :])
    slots = [next(refill, None) if point in taken else point for point in points[:size]]
    return _Deal(variant, slots, previous)


def _describe(variant: Variant, number: int, deal: _Deal, claims: Sequence[Spots]) -> PracticeTable:
    place = {spot: index for index, spot in enumerate((*deal.slots, *deal.previous))}
    told = [
        PracticeClaim(
            tuple(sorted(place[spot] for spot in claim)),
            round(difficulty(variant.space, claim), 2),
        )
        for claim in claims
    ]
    effort = effort_of_first(variant, deal.table, claims, deal.previous)
    return PracticeTable(
        number=number,
        level=level_of(effort),
        slots=tuple(None if spot is None else variant.code(spot) for spot in deal.slots),
        previous=tuple(view_spot(variant, spot) for spot in deal.previous),
        claims=tuple(sorted(told, key=lambda claim: claim.places)),
    )
