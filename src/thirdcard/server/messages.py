"""All that a client and the server say to each other over a table's WebSocket.

One JSON object a text frame, its kind in ``type``.  The first frame is the server's ``welcome``.
Every message of a client carries an ``id`` of its choice, and exactly one ``done`` or ``refused``
answers it (``pong`` a ``ping``).  ``done`` is sent after the events were committed to the log, so
what it acknowledges outlives the server's process.

``events`` carry sequence numbers without gaps.  A client that meets a gap asks for ``resync`` with
the last number it has, and is sent the events since, or a ``snapshot`` where that is shorter.

A message that is no JSON, longer than `MAX_BYTES`, or not of this protocol is answered by
``refused`` with the code ``malformed``, and after `MAX_MALFORMED` of them the socket is closed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from thirdcard.errors import MessageError
from thirdcard.game.views import EventView, TableView

__all__ = [
    "CLIENT_MESSAGES",
    "MAX_BYTES",
    "MAX_MALFORMED",
    "PROTOCOL",
    "SERVER_MESSAGES",
    "AddBot",
    "Claim",
    "ClientMessage",
    "Done",
    "Events",
    "Flip",
    "Leave",
    "Ping",
    "Pong",
    "Presence",
    "Refused",
    "Rematch",
    "RematchReady",
    "RemoveBot",
    "Resync",
    "ServerMessage",
    "Sit",
    "Snapshot",
    "Start",
    "Welcome",
    "You",
    "decode",
    "encode",
]

PROTOCOL: Final = 1
"""Version of this protocol; a client of another version is told so and let go."""

MAX_BYTES: Final = 4096
"""Longest message of a client."""

MAX_MALFORMED: Final = 20
"""Malformed messages after which a socket is closed."""

Id = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Seq = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Level = Annotated[int, msgspec.Meta(ge=0, lt=1024)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=1024)]
Code = Annotated[str, msgspec.Meta(max_length=8)]


def _snake_case(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class _FromClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_snake_case):
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
    """Claim cards, in any order; `seen` is the last sequence number that was shown."""

    cards: Annotated[tuple[Code, ...], msgspec.Meta(max_length=32)]
    seen: Seq


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


ClientMessage = Sit | Leave | Start | AddBot | RemoveBot | Claim | Flip | Rematch | Resync | Ping
CLIENT_MESSAGES: tuple[type[msgspec.Struct], ...] = (
    Sit,
    Leave,
    Start,
    AddBot,
    RemoveBot,
    Claim,
    Flip,
    Rematch,
    Resync,
    Ping,
)


class _FromServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_snake_case):
    pass


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
        rematch: id of the table that continues this one, if somebody asked to play again.
    """

    protocol: int
    table: str
    seat: int | None
    now: int
    view: TableView
    online: tuple[int, ...]
    watching: int
    rematch: str | None


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
    """Who is connected has changed."""

    online: tuple[int, ...]
    watching: int


class RematchReady(_FromServer, frozen=True, kw_only=True):
    """Somebody asked to play again: `table` continues this one, and awaits its players."""

    table: str
    name: str


class Pong(_FromServer, frozen=True, kw_only=True):
    """Answer to `Ping`; `now` is the server's clock."""

    id: int
    now: int


ServerMessage = Welcome | Snapshot | Events | Done | Refused | You | Presence | RematchReady | Pong
SERVER_MESSAGES: tuple[type[msgspec.Struct], ...] = (
    Welcome,
    Snapshot,
    Events,
    Done,
    Refused,
    You,
    Presence,
    RematchReady,
    Pong,
)

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def decode(frame: str | bytes) -> ClientMessage:
    """Read a client's message.

    Raises:
        MessageError: it is too long, no JSON, or not of the protocol.
    """
    data = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    if len(data) > MAX_BYTES:
        raise MessageError(f"a message has at most {MAX_BYTES} bytes, this one {len(data)}")
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise MessageError(f"not a message of this protocol: {error}") from None


def encode(message: ServerMessage) -> str:
    """Write a message for clients."""
    return _encoder.encode(message).decode()
