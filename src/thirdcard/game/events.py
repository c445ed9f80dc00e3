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
from thirdcard.game.options import Options, require_options
from thirdcard.phrases import phrase
from thirdcard.variants.registry import parse_variant

__all__ = [
    "BOT_LEVELS",
    "FORMAT",
    "Announced",
    "Called",
    "CameBack",
    "Claimed",
    "Configured",
    "Continued",
    "Covered",
    "Dealt",
    "Ended",
    "Event",
    "Flipped",
    "Header",
    "Hinted",
    "Joined",
    "Laid",
    "Lapsed",
    "Left",
    "Muted",
    "Offered",
    "Opened",
    "Options",
    "Paused",
    "Refused",
    "Reshuffled",
    "Resumed",
    "Started",
    "Subject",
    "TakenBack",
    "TurnPassed",
    "Voted",
    "WentAway",
]

FORMAT = 1
"""Version of the record format; a reader refuses versions it does not know."""

Subject = Literal["cards", "pause", "continue", "hint"]
"""What people vote on: more cards, a pause, its end, a hint."""

BOT_LEVELS = 5
"""Bots have levels from 1 to this one."""


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
            OptionError: an option is out of its range or does not go with the variant or another
                option, or the format is unknown.
        """
        if self.format != FORMAT:
            raise OptionError(
                phrase(
                    "record format {format}; this version reads {known}",
                    format=self.format,
                    known=FORMAT,
                )
            )
        require_options(self.options, parse_variant(self.variant))


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


class Left(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """A player gave up a seat.

    Attributes:
        by_host: whether the host sent the player away.
        banned: whether the player may not come back.
    """

    seat: int
    by_host: bool = False
    banned: bool = False


class WentAway(_Event, frozen=True, kw_only=True):
    """A person has been without a connection for a while: votes do not wait for this seat."""

    seat: int


class CameBack(_Event, frozen=True, kw_only=True):
    """A person who had gone away is back."""

    seat: int


class Configured(_Event, frozen=True, kw_only=True):
    """The host chose other options before the start; they take the place of the header's."""

    options: Options


class Muted(_Event, frozen=True, kw_only=True):
    """The host took a seat's right to chat, or gave it back."""

    seat: int
    muted: bool


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


class Refused(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """A seated player's claim was judged and refused.

    Attributes:
        code: the refusal's.
        cards: what was claimed.
        seen: the last event that the player had seen.
        cost: points that it cost.
        locked_until: until when the seat may not claim, None where it may.
    """

    seat: int
    code: str
    cards: tuple[str, ...]
    seen: int
    cost: int = 0
    locked_until: int | None = None


class Called(_Event, frozen=True, kw_only=True):
    """A player called: until `until` only this seat may claim."""

    seat: int
    until: int


class Lapsed(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """The time after a call went by without a claim; `cost`, `locked_until` as in `Refused`."""

    seat: int
    cost: int = 0
    locked_until: int | None = None


class Offered(_Event, frozen=True, kw_only=True):
    """A right claim arrived and waits for the end of the window within which others may.

    Attributes:
        acted: when its player acted, by the player's own measure, within what can be true.
    """

    seat: int
    cards: tuple[str, ...]
    seen: int
    acted: int


class Voted(_Event, frozen=True, kw_only=True):
    """A person asked for something that all must agree to, agreed to it, or no longer does."""

    seat: int
    subject: Subject
    agrees: bool


class Paused(_Event, frozen=True, kw_only=True):
    """All agreed to a pause: nothing can be claimed, and no time runs."""


class Continued(_Event, frozen=True, kw_only=True):
    """All agreed to go on: what was due at a time is due later by the length of the pause."""


class Hinted(_Event, frozen=True, kw_only=True):
    """A hint was given.

    Attributes:
        seat: who alone was told, None where all were.
        stage: 1 tells whether there is a claim, 2 shows one of its cards, 3 all but one.
        cards: the cards shown; none at stage 1.
        there: whether there is a claim at all.
    """

    seat: int | None
    stage: int
    cards: tuple[str, ...]
    there: bool


class TakenBack(_Event, frozen=True, kw_only=True):
    """The last claim was undone: its cards lie where they lay, its points are gone."""

    seat: int
    cards: tuple[str, ...]


class Announced(_Event, frozen=True, kw_only=True):
    """The solved value of the table: the most or the fewest claims that can be taken from it.

    Attributes:
        optimum: the number; a bound where it is not proved.
        proved: whether no better is possible.
    """

    optimum: int
    proved: bool


class Reshuffled(_Event, frozen=True, kw_only=True):
    """The empty deck was filled with the cards that lay aside, in a new order.

    Attributes:
        round: 1 for the first time.
        count: how many cards the deck now has.
    """

    round: int
    count: int


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
    reason: Literal["claimed", "no_match", "time", "left"]


class Resumed(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """A server took the table up again, whose clock had stood still: its times count anew.

    Attributes:
        since: since when, where that is known and the game has a time; else since the event before.
    """

    since: int | None = None


class Ended(_Event, frozen=True, kw_only=True):
    """The game is over, and the seed of its shuffle public (in hexadecimal).

    Attributes:
        reason: ``finished`` when no claim is left, ``score`` or ``time`` when that was reached,
            ``forfeit`` when a player's turn went by where that loses, ``abandoned`` when nobody
            was left, ``closed`` by an administrator.
    """

    reason: Literal["finished", "score", "time", "forfeit", "abandoned", "closed"]
    seed: str


Event = (
    Opened
    | Configured
    | Joined
    | Left
    | WentAway
    | CameBack
    | Muted
    | Started
    | Dealt
    | Reshuffled
    | Called
    | Lapsed
    | Offered
    | Claimed
    | Refused
    | TakenBack
    | Flipped
    | Covered
    | TurnPassed
    | Voted
    | Paused
    | Continued
    | Hinted
    | Announced
    | Resumed
    | Ended
)
