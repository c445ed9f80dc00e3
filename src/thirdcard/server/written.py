"""Tables that somebody wrote down, read from an address: what lies on them, and where.

A table is given by a variant, its cards as `thirdcard.core.links` reads them, and for variants that
chain the claim to be continued.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from thirdcard.core.geometry import Point
from thirdcard.core.links import read_link, write_link
from thirdcard.core.notation import format_table
from thirdcard.errors import NotationError, OptionError
from thirdcard.phrases import phrase
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

__all__ = ["MOST_CHARACTERS", "PATH", "WrittenTable", "read_table"]

MOST_CHARACTERS: Final = 12_000
"""Characters of a table that is read: the whole mega deck in words has fewer."""

PATH: Final = "/t/"
"""What an address of a table begins with."""

Groups = tuple[tuple[Point | None, ...], ...]


@dataclass(frozen=True)
class WrittenTable:
    """A table as it was written.

    Attributes:
        variant: the game.
        groups: the cards of each group, None for an empty place; groups of equal size.
        previous: the claim to be continued, empty for none.
    """

    variant: Variant
    groups: Groups
    previous: tuple[Spot, ...] = ()

    @cached_property
    def slots(self) -> tuple[Spot | None, ...]:
        """What lies on each slot; the slot's number modulo the number of groups is the group."""
        return tuple(
            None if point is None else self.variant.spot(point, group)
            for row in zip(*self.groups, strict=True)
            for group, point in enumerate(row)
        )

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The cards on the table, in the order of the slots."""
        return tuple(spot for spot in self.slots if spot is not None)

    @property
    def text(self) -> str:
        """The table in text, as the command line reads it."""
        return format_table(self.groups, self.variant.deck)

    @property
    def path(self) -> str:
        """The address of the table, the same for every way to write it."""
        query = {}
        if self.variant != parse_variant("classic"):
            query["variant"] = self.variant.key
        if self.previous:
            divided = write_link(self._divide(self.previous), self.variant.deck)
            # Groups at the end in which none of it lay are left out: see `_read_previous`.
            query["previous"] = divided.rstrip("_")
        # A plus is read as a space, and that as a plus again.
        told = f"?{urlencode(query, safe='+')}" if query else ""
        return PATH + write_link(self.groups, self.variant.deck) + told

    def _divide(self, spots: Sequence[Spot]) -> list[list[Point]]:
        groups: list[list[Point]] = [[] for _ in range(self.variant.grouping.count)]
        for spot in spots:
            groups[self.variant.group(spot)].append(self.variant.point(spot))
        return groups

    def place(self, spot: Spot) -> int:
        """Return the number of a card's slot; those of the previous claim are counted on."""
        return self._places[spot]

    @cached_property
    def _places(self) -> dict[Spot, int]:
        places = {spot: place for place, spot in enumerate(self.slots) if spot is not None}
        count = len(self.slots)
        return {spot: count + i for i, spot in enumerate(self.previous)} | places


def read_table(variant: str, cards: str, previous: str = "") -> WrittenTable:
    """Read a table.

    Args:
        variant: an expression; spaces are read as ``+``, which is what addresses make of it.
        cards: the cards.
        previous: the claim to be continued, "" for none.

    Raises:
        MalformedError: no such variant, no such table, or a claim that cannot be continued.
    """
    chosen = parse_variant(variant.strip().replace(" ", "+"))
    groups = _read(chosen, cards)
    if not any(point is not None for group in groups for point in group):
        raise NotationError(phrase("no cards; expected at least one"))
    table = WrittenTable(chosen, tuple(map(tuple, groups)))
    if not previous.strip():
        return table
    return WrittenTable(chosen, table.groups, _read_previous(table, previous))


def _read(variant: Variant, text: str, *, equal: bool = True) -> list[list[Point | None]]:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            phrase(
                "a table of {count} characters; expected at most {most}",
                count=len(text),
                most=MOST_CHARACTERS,
            )
        )
    return read_link(text, variant.deck, variant.grouping.count, equal=equal)


def _read_previous(table: WrittenTable, text: str) -> tuple[Spot, ...]:
    variant = table.variant
    if not variant.rule.chains:
        raise OptionError(
            phrase(
                "claims of {variant} continue no earlier one; "
                "expected a chain or chain-table variant",
                variant=variant.key,
            )
        )
    said = text.count("/") + text.count("_")
    text += "/" * (variant.grouping.count - 1 - said)
    try:
        groups = _read(variant, text, equal=False)
    except NotationError as error:
        raise NotationError(phrase("the claim before: {problem}", problem=error.told)) from None
    spots = tuple(
        variant.spot(point, group)
        for group, points in enumerate(groups)
        for point in points
        if point is not None
    )
    if not variant.is_claim(spots):
        raise OptionError(phrase("the claim before: {problem}", problem=variant.explain(spots)))
    lying = set(map(variant.point, table.spots))
    if again := [variant.code(spot) for spot in spots if variant.point(spot) in lying]:
        raise OptionError(phrase("{card} lies on the table and in the claim before", card=again[0]))
    return spots
