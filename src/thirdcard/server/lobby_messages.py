"""All that the server says over the lobby's WebSocket.

One JSON object a text frame, its kind in ``type``.  The first frame is ``lobby``, which is
everything; ``tables`` and ``people`` say what has changed since.  A client may send ``ping``,
which ``pong`` answers, and nothing else.
"""

from __future__ import annotations

import msgspec

from thirdcard.game.state import Phase
from thirdcard.server.store.base import Access

__all__ = ["Changes", "Company", "LobbyMessage", "LobbySeat", "LobbyTable", "Overview"]


class LobbySeat(msgspec.Struct, frozen=True):
    """A seat that is taken; `bot` is the level of a bot, null for a person."""

    name: str
    bot: int | None


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A public table whose game has not ended.

    Attributes:
        table: its id.
        variant, title: the variant's expression, and its name for people.
        contest: what is played for, null where it is the usual race.
        seats: who sits there.
        max_seats: how many can.
        watching: number of connections without a seat.
        access: whether it asks for a passcode.
        opened_at: milliseconds since 1970.
        sentences: what its host chose otherwise than usual, for people.
    """

    table: str
    variant: str
    title: str
    contest: str | None
    phase: Phase
    seats: tuple[LobbySeat, ...]
    max_seats: int
    watching: int
    access: Access
    opened_at: int
    sentences: tuple[str, ...]


class Overview(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="lobby"):
    """The whole lobby.

    Attributes:
        protocol: version of what is said here, as on tables' sockets.
        tables: in the order in which they were opened.
        people: the names of some of those who look at the lobby.
        online: number of players who are connected, here or at a table.
    """

    protocol: int
    tables: tuple[LobbyTable, ...]
    people: tuple[str, ...]
    online: int


class Changes(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="tables"):
    """Tables that are new or have changed, and the ids of those that are no longer listed."""

    changed: tuple[LobbyTable, ...]
    gone: tuple[str, ...]


class Company(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="people"):
    """Who is here has changed; as in ``lobby``."""

    people: tuple[str, ...]
    online: int


LobbyMessage = Overview | Changes | Company
