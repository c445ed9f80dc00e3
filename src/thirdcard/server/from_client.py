"""What a client may say at a table; see `thirdcard.server.messages`."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from thirdcard.game.events import Options, Subject

__all__ = [
    "CLIENT_MESSAGES",
    "AddBot",
    "Call",
    "Chat",
    "Claim",
    "ClientMessage",
    "Configure",
    "Echo",
    "Explain",
    "Flip",
    "Hint",
    "Kick",
    "Leave",
    "Mute",
    "Ping",
    "Rematch",
    "RemoveBot",
    "Resync",
    "Sit",
    "Start",
    "TakeBack",
    "Vote",
    "snake_case",
]

Id = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Seq = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Level = Annotated[int, msgspec.Meta(ge=0, lt=1024)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=1024)]
Code = Annotated[str, msgspec.Meta(max_length=8)]


def snake_case(name: str) -> str:
    """Return the kind of the messages of a class, as it is written."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class _FromClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    id: Id


class Sit(_FromClient, frozen=True, kw_only=True):
    """Take a seat under a name, or return to one's own."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class Leave(_FromClient, frozen=True, kw_only=True):
    """Give up one's seat."""


class Start(_FromClient, frozen=True, kw_only=True):
    """Begin the game."""


class AddBot(_FromClient, frozen=True, kw_only=True):
    """Seat a bot of a level, before the game or in it; whoever has a seat may ask for it."""

    level: Level


class RemoveBot(_FromClient, frozen=True, kw_only=True):
    """Let the bot at a seat leave; whoever has a seat may ask for it."""

    seat: Seat


class Claim(_FromClient, frozen=True, kw_only=True):
    """Claim cards, in any order.

    Attributes:
        seen: the last sequence number that was shown.
        waited: milliseconds from when that was shown to the act, null where not measured.
    """

    cards: Annotated[tuple[Code, ...], msgspec.Meta(max_length=32)]
    seen: Seq
    waited: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] | None = None


class Call(_FromClient, frozen=True, kw_only=True):
    """Call, before one claims, where the table asks for that."""

    seen: Seq


class TakeBack(_FromClient, frozen=True, kw_only=True):
    """Undo the last claim, where the contest allows it."""


class Vote(_FromClient, frozen=True, kw_only=True):
    """Ask for what all must agree to, agree to it, or no longer do so."""

    subject: Subject
    agrees: bool = True


class Hint(_FromClient, frozen=True, kw_only=True):
    """Ask for the next hint for oneself; ``hint_given`` comes before ``done``."""


class Explain(_FromClient, frozen=True, kw_only=True):
    """Ask why some cards are a claim, or are none; ``explained`` comes before ``done``."""

    cards: Annotated[tuple[Code, ...], msgspec.Meta(max_length=32)]


class Configure(_FromClient, frozen=True, kw_only=True):
    """Choose other options before the start; the host's right."""

    options: Options


class Kick(_FromClient, frozen=True, kw_only=True):
    """Send another player away, for good if `ban`; the host's right."""

    seat: Seat
    ban: bool = False


class Mute(_FromClient, frozen=True, kw_only=True):
    """Take another player's right to chat, or give it back; the host's right."""

    seat: Seat
    muted: bool = True


class Chat(_FromClient, frozen=True, kw_only=True):
    """Say something to the table; for those with a seat, at most `MAX_CHAT` characters."""

    text: Annotated[str, msgspec.Meta(max_length=1000)]


class Echo(_FromClient, frozen=True, kw_only=True):
    """The answer to ``probe``, with its number as `id`; nothing answers it."""


class Flip(_FromClient, frozen=True, kw_only=True):
    """Turn up the card on a slot, where cards lie face down."""

    slot: Annotated[int, msgspec.Meta(ge=0, lt=1024)]
    seen: Seq


class Rematch(_FromClient, frozen=True, kw_only=True):
    """Play again after the end: same variant, same players, one new table for all."""


class Resync(_FromClient, frozen=True, kw_only=True):
    """Send what happened after `seen`."""

    seen: Seq


class Ping(_FromClient, frozen=True, kw_only=True):
    """Ask for a `Pong`."""


ClientMessage = (
    Sit
    | Leave
    | Configure
    | Start
    | AddBot
    | RemoveBot
    | Kick
    | Mute
    | Call
    | Claim
    | TakeBack
    | Flip
    | Vote
    | Hint
    | Explain
    | Chat
    | Rematch
    | Resync
    | Ping
    | Echo
)
CLIENT_MESSAGES: tuple[type[msgspec.Struct], ...] = get_args(ClientMessage)
