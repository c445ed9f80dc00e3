"""The JSON that the HTTP routes answer with."""

from __future__ import annotations

from itertools import combinations

import msgspec

from thirdcard.core.cards import COLOUR
from thirdcard.core.themes import Theme
from thirdcard.errors import VariantError
from thirdcard.game.events import Options
from thirdcard.game.state import Phase
from thirdcard.server.store.base import Access
from thirdcard.server.tables import LiveTable
from thirdcard.variants.axes import AXES
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Variant

__all__ = [
    "AxesAnswer",
    "AxisAnswer",
    "ColourName",
    "ConflictAnswer",
    "Created",
    "LanguageAnswer",
    "NewTable",
    "Passcode",
    "SeatAnswer",
    "TableAnswer",
    "ThemeAnswer",
    "ValueAnswer",
    "VariantAnswer",
    "describe_axes",
    "describe_table",
    "describe_theme",
    "describe_variant",
]


class ValueAnswer(msgspec.Struct, frozen=True):
    """A value of an axis."""

    key: str
    title: str
    sentence: str


class AxisAnswer(msgspec.Struct, frozen=True):
    """An axis; its first value is the default."""

    key: str
    question: str
    values: list[ValueAnswer]


class ConflictAnswer(msgspec.Struct, frozen=True):
    """Two values that cannot go together, and why."""

    values: tuple[str, str]
    reason: str


class AxesAnswer(msgspec.Struct, frozen=True):
    """All that variants are made of."""

    axes: list[AxisAnswer]
    conflicts: list[ConflictAnswer]


class VariantAnswer(msgspec.Struct, frozen=True):
    """A variant, described."""

    variant: str
    title: str
    deck: str
    table_size: int
    claim_sizes: tuple[int, int]
    groups: int
    sentences: list[str]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a table; a passcode goes with the access that asks for it."""

    variant: str = "classic"
    options: Options = Options()
    access: Access = "link"
    passcode: str | None = None


class Passcode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lets one into a table."""

    passcode: str


class Created(msgspec.Struct, frozen=True):
    """A table was opened."""

    table: str
    url: str


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat of a table; `score` is null for who must enter the table first."""

    name: str
    score: int | None
    present: bool


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, in short; `needs_passcode` is whether the reader must enter it first."""

    table: str
    variant: str
    title: str
    phase: Phase
    seats: list[SeatAnswer]
    needs_passcode: bool


class LanguageAnswer(msgspec.Struct, frozen=True):
    """A language that the club speaks, by its tag, and what it calls itself."""

    key: str
    title: str


class ColourName(msgspec.Struct, frozen=True):
    """What a colour is called usually, and in a theme."""

    usual: str
    name: str


class ThemeAnswer(msgspec.Struct, frozen=True):
    """A look of the cards."""

    key: str
    title: str
    sentence: str
    colours: tuple[ColourName, ...]


def describe_theme(theme: Theme) -> ThemeAnswer:
    """Describe a look: for whom it is, and what its colours are called."""
    names = zip(COLOUR.values, theme.names, strict=True)
    colours = tuple(ColourName(usual, name) for usual, name in names)
    return ThemeAnswer(theme.key, theme.title, theme.sentence, colours)


def describe_axes() -> AxesAnswer:
    """Return the axes, and every pair of values of two axes that cannot go together."""
    axes = [
        AxisAnswer(a.key, a.question, [ValueAnswer(v.key, v.title, v.sentence) for v in a.values])
        for a in AXES
    ]
    conflicts = []
    for first, second in combinations(AXES, 2):
        for one in first.values[1:]:
            for other in second.values[1:]:
                try:
                    parse_variant(f"{one.key}+{other.key}")
                except VariantError as error:
                    conflicts.append(ConflictAnswer((one.key, other.key), error.told))
    return AxesAnswer(axes, conflicts)


def describe_variant(variant: Variant) -> VariantAnswer:
    """Return a variant's description."""
    return VariantAnswer(
        variant=variant.key,
        title=variant.title,
        deck=variant.deck.key,
        table_size=variant.table_size,
        claim_sizes=(variant.pattern.sizes[0], variant.pattern.sizes[-1]),
        groups=variant.grouping.count,
        sentences=[value.sentence for value in variant.values],
    )


def describe_table(live: LiveTable, *, needs_passcode: bool) -> TableAnswer:
    """Return what can be told of a table to anyone who has its link."""
    state = live.state
    return TableAnswer(
        table=live.table,
        variant=state.variant.key,
        title=state.variant.title,
        phase=state.phase,
        seats=[
            SeatAnswer(seat.told, None if needs_passcode else seat.score, seat.present)
            for seat in state.seats
        ],
        needs_passcode=needs_passcode,
    )
