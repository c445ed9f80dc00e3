"""What happened at a table, in the past tense, and the header that stands before it.

Events are plain data that serialise as tagged JSON objects.  Cards are card codes; a *slot* is
a place on the table, and slot *s* of a table in *g* groups belongs to group ``s % g``.  Times are
milliseconds since 1970-01-01 UTC.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from thirdcard.errors import OptionError
from thirdcard.variants.registry import parse_variant

__all__ = [
    "BOT_LEVELS",
    "FORMAT",
    "Claimed",
    "Covered",
    "Dealt",
    "Ended",
    "Event",
    "Flipped",
    "Header",
    "Joined",
    "Laid",
    "Left",
    "Opened",
    "Options",
    "Refused",
    "Resumed",
    "Started",
    "TurnPassed",
]

FORMAT = 1
"""Version of the record format; a reader refuses versions it does not know."""

MAX_SEATS = 12

BOT_LEVELS = 5
"""Bots have levels from 1 to this one."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table's host can choose beyond the variant.

    Attributes:
        table_size: cards on the table, None for the variant's own number.
        seats: how many can play.
        turn_seconds: time for each turn where turns are taken.
        show_seconds: how long cards that do not match stay face up.
        idle_seconds: after how long without any player's command the table closes.
    """

    table_size: int | None = None
    seats: int = 8
    turn_seconds: int = 30
    show_seconds: int = 4
    idle_seconds: int = 3600


_RANGES = {
    "seats": (1, MAX_SEATS),
    "turn_seconds": (1, 3600),
    "show_seconds": (0, 60),
    "idle_seconds": (1, 7 * 86400),
}


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a record: what kind of game this is.

    Attributes:
        format: `FORMAT` of the writer.
        variant: the variant's expression.
        options: the table's options.
    """

    format: int = FORMAT
    variant: str = "classic"
    options: Options = Options()

    def require_valid(self) -> None:
        """Check that such a table can exist.

        Raises:
            VariantError: the variant contradicts itself.
            OptionError: an option is out of its range, or the format is unknown.
        """
        if self.format != FORMAT:
            raise OptionError(f"record format {self.format}; this version reads {FORMAT}")
        parse_variant(self.variant).require_table_size(self.options.table_size)
        for name, (least, most) in _RANGES.items():
            if not least <= getattr(self.options, name) <= most:
                raise OptionError(
                    f"{name} is {getattr(self.options, name)}; expected {least} to {most}"
                )


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_snake_case):
    seq: int
    at: int


class Opened(_Event, frozen=True, kw_only=True):
    """The table exists; `commitment` is the SHA-256 of the seed of its shuffle."""

    commitment: str


class Joined(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """A player took a seat, or came back to it; `bot` is the level of a bot, left out for people.

    Where a bot comes back its level may be another.
    """

    seat: int
    player: str
    name: str
    bot: int | None = None


class Left(_Event, frozen=True, kw_only=True):
    """A player gave up a seat."""

    seat: int


class Started(_Event, frozen=True, kw_only=True):
    """The game began; `turn` is the seat to move where turns are taken."""

    turn: int | None = None


class Laid(msgspec.Struct, frozen=True):
    """A card and the slot it was laid on."""

    slot: int
    card: str


class Dealt(_Event, frozen=True, kw_only=True):
    """Cards came from the deck to the table."""

    reason: Literal["start", "refill", "growth"]
    cards: tuple[Laid, ...]


class Claimed(_Event, frozen=True, kw_only=True):
    """A claim was accepted.

    Attributes:
        cards: the claim; of a bowtie the first two and the last two are its pairs.
        linked: the one of them that came from an earlier claim, where the rule chains.
        points: what it earned.
    """

    seat: int
    cards: tuple[str, ...]
    linked: str | None = None
    points: int = 1


class Refused(_Event, frozen=True, kw_only=True):
    """A seated player's claim was judged and refused; `code` is the refusal's."""

    seat: int
    code: str
    cards: tuple[str, ...]
    seen: int


class Flipped(_Event, frozen=True, kw_only=True):
    """A card was turned face up."""

    seat: int
    slot: int
    card: str


class Covered(_Event, frozen=True, kw_only=True):
    """All face-up cards were turned down again."""

    slots: tuple[int, ...]


class TurnPassed(_Event, frozen=True, kw_only=True):
    """Another seat is to move."""

    to: int
    reason: Literal["no_match", "time", "left"]


class Resumed(_Event, frozen=True, kw_only=True):
    """A server took the table up again, whose clock had stood still: its times count anew."""


class Ended(_Event, frozen=True, kw_only=True):
    """The game is over, and the seed of its shuffle public (in hexadecimal)."""

    reason: Literal["finished", "abandoned"]
    seed: str


Event = (
    Opened
    | Joined
    | Left
    | Started
    | Dealt
    | Claimed
    | Refused
    | Flipped
    | Covered
    | TurnPassed
    | Resumed
    | Ended
)
