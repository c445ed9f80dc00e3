"""What the server says at a table; see `thirdcard.server.messages`."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from thirdcard.game.views import EventView, HintView, SpotView, TableView
from thirdcard.server.from_client import snake_case

__all__ = [
    "SERVER_MESSAGES",
    "ChatLine",
    "Done",
    "Events",
    "Explained",
    "FeatureExplained",
    "HintGiven",
    "Pong",
    "Presence",
    "Probe",
    "Refused",
    "RematchReady",
    "Said",
    "ServerMessage",
    "Snapshot",
    "Welcome",
    "You",
]


class _FromServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    pass


class ChatLine(msgspec.Struct, frozen=True):
    """Something that was said: by whom (the name at that time), when, and what."""

    seat: int
    name: str
    at: int
    text: str


class Welcome(_FromServer, frozen=True, kw_only=True):
    """The first frame of every connection.

    Attributes:
        protocol: `PROTOCOL` of the server.
        table: the table's id.
        seat: the reader's own seat, null for a spectator.
        now: the server's clock, milliseconds since 1970.
        view: the whole table.
        online: seats with an open connection; bots have none and are there all the same.
        watching: number of connections without a seat.
        trips: the round trip of each seat that is online, in milliseconds, null before measured.
        rematch: id of the table that continues this one, if somebody asked to play again.
        chat: what was said lately, oldest first.
        hint: the newest hint that was for the reader alone, null for none.
    """

    protocol: int
    table: str
    seat: int | None
    now: int
    view: TableView
    online: tuple[int, ...]
    trips: tuple[int | None, ...]
    watching: int
    rematch: str | None
    chat: tuple[ChatLine, ...]
    hint: HintView | None


class Snapshot(_FromServer, frozen=True, kw_only=True):
    """The whole table, in answer to `Resync`."""

    view: TableView


class Events(_FromServer, frozen=True, kw_only=True):
    """What happened, in order and without gaps."""

    events: tuple[EventView, ...]


class Done(_FromServer, frozen=True, kw_only=True):
    """The message `id` was carried out; the log then stood at `seq`."""

    id: int
    seq: int


class Refused(_FromServer, frozen=True, kw_only=True):
    """The message `id` (null if it could not be read) was not carried out.

    Attributes:
        code: one of `thirdcard.errors.REFUSAL_CODES`.
        message: a sentence for people.
        details: the facts behind it: failing features, the card and its taker, …
    """

    id: int | None
    code: str
    message: str
    details: dict[str, Any]


class You(_FromServer, frozen=True, kw_only=True):
    """The reader's own seat has changed."""

    seat: int | None


class Presence(_FromServer, frozen=True, kw_only=True):
    """Who is connected, or how well, has changed; `trips` as in ``welcome``."""

    online: tuple[int, ...]
    trips: tuple[int | None, ...]
    watching: int


class Said(_FromServer, frozen=True, kw_only=True):
    """Somebody said something."""

    line: ChatLine


class HintGiven(_FromServer, frozen=True, kw_only=True):
    """A hint for the reader alone."""

    hint: HintView


class FeatureExplained(msgspec.Struct, frozen=True):
    """A feature of some cards.

    Attributes:
        feature: its name; the group of a divided table counts as one.
        values: the value of each card, in words.
        verdict: ``same``, ``different``, or ``fails``: two are the same and one is not.
    """

    feature: str
    values: tuple[str, ...]
    verdict: Literal["same", "different", "fails"]


class Explained(_FromServer, frozen=True, kw_only=True):
    """Why some cards are a claim, or none.

    Attributes:
        cards: in the order of the values.
        is_claim: whether they are one, also by the rule of the variant.
        sentence: why, for people.
        features: where three cards were asked for, each of their features.
        third: where two cards were asked for, the card that makes a Set with them.
    """

    cards: tuple[str, ...]
    is_claim: bool
    sentence: str
    features: tuple[FeatureExplained, ...]
    third: SpotView | None


class Probe(_FromServer, frozen=True, kw_only=True):
    """To be answered by ``echo`` at once, which measures the round trip."""

    id: int


class RematchReady(_FromServer, frozen=True, kw_only=True):
    """Somebody asked to play again: `table` continues this one, and awaits its players."""

    table: str
    name: str


class Pong(_FromServer, frozen=True, kw_only=True):
    """Answer to `Ping`; `now` is the server's clock."""

    id: int
    now: int


ServerMessage = (
    Welcome
    | Snapshot
    | Events
    | Done
    | Refused
    | You
    | Presence
    | Said
    | HintGiven
    | Explained
    | RematchReady
    | Pong
    | Probe
)
SERVER_MESSAGES: tuple[type[msgspec.Struct], ...] = get_args(ServerMessage)
