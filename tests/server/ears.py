"""A listener at a table of this process, and what it hears."""

from __future__ import annotations

from typing import Any

import msgspec

from thirdcard.server.frames import Frame
from thirdcard.server.languages import ENGLISH


class Ear:
    """A listener that keeps what it hears.

    Attributes:
        player: who listens.
        trip: the round trip that it claims to have.
        heard: the messages.
        closed: code and reason of being hung up on, None as long as it listens.
    """

    def __init__(self, player: str, trip: int | None = None) -> None:
        self.player = player
        self.trip = trip
        self.heard: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None

    def send(self, frame: Frame) -> None:
        self.heard.append(msgspec.json.decode(frame.told_in(ENGLISH)))

    def hang_up(self, code: int, reason: str = "") -> None:
        self.closed = code, reason

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a kind."""
        return [message for message in self.heard if message["type"] == kind]

    def events(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return the events that were told of, all or those of a kind."""
        events = [event for message in self.of("events") for event in message["events"]]
        return [event for event in events if kind in (None, event["type"])]

    def seqs(self) -> list[int]:
        """Return the sequence numbers of the events."""
        return [event["seq"] for event in self.events()]
