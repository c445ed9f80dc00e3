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

from typing import Final

import msgspec

from thirdcard.errors import MessageError
from thirdcard.phrases import phrase
from thirdcard.server.from_client import (
    CLIENT_MESSAGES,
    AddBot,
    Call,
    Chat,
    Claim,
    ClientMessage,
    Configure,
    Echo,
    Explain,
    Flip,
    Hint,
    Kick,
    Leave,
    Mute,
    Ping,
    Rematch,
    RemoveBot,
    Resync,
    Sit,
    Start,
    TakeBack,
    Vote,
)
from thirdcard.server.from_server import (
    SERVER_MESSAGES,
    ChatLine,
    Done,
    Events,
    Explained,
    FeatureExplained,
    HintGiven,
    Pong,
    Presence,
    Probe,
    Refused,
    RematchReady,
    Said,
    ServerMessage,
    Snapshot,
    Welcome,
    You,
)

__all__ = [
    "CLIENT_MESSAGES",
    "MAX_BYTES",
    "MAX_CHAT",
    "MAX_MALFORMED",
    "PROTOCOL",
    "SERVER_MESSAGES",
    "AddBot",
    "Call",
    "Chat",
    "ChatLine",
    "Claim",
    "ClientMessage",
    "Configure",
    "Done",
    "Echo",
    "Events",
    "Explain",
    "Explained",
    "FeatureExplained",
    "Flip",
    "Hint",
    "HintGiven",
    "Kick",
    "Leave",
    "Mute",
    "Ping",
    "Pong",
    "Presence",
    "Probe",
    "Refused",
    "Rematch",
    "RematchReady",
    "RemoveBot",
    "Resync",
    "Said",
    "ServerMessage",
    "Sit",
    "Snapshot",
    "Start",
    "TakeBack",
    "Vote",
    "Welcome",
    "You",
    "decode",
]

PROTOCOL: Final = 2
"""Version of this protocol; a client of another version is told so and let go."""

MAX_BYTES: Final = 4096
"""Longest message of a client."""

MAX_MALFORMED: Final = 20
"""Malformed messages after which a socket is closed."""

MAX_CHAT: Final = 250
"""Longest thing that can be said at once, in characters."""

_decoder = msgspec.json.Decoder(ClientMessage)


def decode(frame: str | bytes) -> ClientMessage:
    """Read a client's message.

    Raises:
        MessageError: it is too long, no JSON, or not of the protocol.
    """
    data = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    if len(data) > MAX_BYTES:
        raise MessageError(
            phrase(
                "a message has at most {most} bytes, this one {bytes}",
                most=MAX_BYTES,
                bytes=len(data),
            )
        )
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise MessageError(
            phrase("not a message of this protocol: {error}", error=str(error))
        ) from None
