"""Who is connected to one table, in this process and in others."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from thirdcard.server import messages
from thirdcard.server.frames import Frame
from thirdcard.server.presence import (
    PROBE_SECONDS,
    Connected,
    People,
    is_noticeable,
    join_people,
    make_presence,
    seat_of,
)

if TYPE_CHECKING:
    from thirdcard.server.live import LiveTable
    from thirdcard.server.tables import Club

__all__ = ["Company", "Listener"]


class Listener(Protocol):
    """A connection that wants to hear of a table."""

    @property
    def player(self) -> str:
        """Who listens."""
        ...

    @property
    def trip(self) -> int | None:
        """The round trip in milliseconds, None before it was measured."""
        ...

    def send(self, frame: Frame) -> None:
        """Queue a frame, without waiting."""
        ...

    def hang_up(self, code: int, reason: str = "") -> None:
        """End the connection."""
        ...


class Company:
    """The connections to one table.

    Attributes:
        listeners: those to this process.
    """

    def __init__(self, table: LiveTable, club: Club) -> None:
        self.listeners: set[Listener] = set()
        self._table = table
        self._club = club
        self._shown = messages.Presence(online=(), trips=(), watching=0)
        self._shown_at = 0.0

    # -- who ----------------------------------------------------------------------------------

    def people_here(self) -> People:
        """Return who is connected to this process."""
        return join_people({each.player: Connected(1, each.trip)} for each in self.listeners)

    def people(self) -> People:
        """Return who is connected to any process."""
        elsewhere = self._club.elsewhere.people(self._table.table)
        return join_people((self.people_here(), *elsewhere.values()))

    @property
    def is_led_here(self) -> bool:
        """Whether this process moves the bots.

        Of the processes that people who play are connected to, the one with the lowest name does.
        """
        elsewhere = self._club.elsewhere.people(self._table.table)
        parts = elsewhere | {self._club.process: self.people_here()}
        leading = (name for name, people in parts.items() if any(map(self._plays, people)))
        return min(leading, default=None) == self._club.process

    def _plays(self, player: str) -> bool:
        return seat_of(self._table.state, player) is not None

    def presence(self) -> messages.Presence:
        """Return which seats are connected and how well, and how many watch."""
        return make_presence(self._table.state, self.people())

    # -- telling them -------------------------------------------------------------------------

    def send(self, message: messages.ServerMessage) -> None:
        """Send a message to everyone who listens."""
        frame = Frame(message)
        for listener in tuple(self.listeners):
            listener.send(frame)

    def listeners_at(self, seat: int) -> list[Listener]:
        """Return the connections of the player who has, or had, a seat."""
        player = self._table.state.seats[seat].player
        return [listener for listener in self.listeners if listener.player == player]

    def tell_seats(self) -> None:
        """Tell everyone which seat is theirs."""
        for listener in tuple(self.listeners):
            seat = seat_of(self._table.state, listener.player)
            listener.send(Frame(messages.You(seat=seat)))

    def show(self) -> None:
        """Tell everyone who is connected, and how well."""
        self._shown, self._shown_at = self.presence(), time.monotonic()
        self.send(self._shown)

    def show_trips(self) -> bool:
        """Do so if a round trip has changed noticeably, and not too soon after the last time.

        One that was not known before is shown at once.
        """
        presence = self.presence()
        shown = dict(zip(self._shown.online, self._shown.trips, strict=True))
        changed = [
            shown.get(seat)
            for seat, trip in zip(presence.online, presence.trips, strict=True)
            if is_noticeable(shown.get(seat), trip)
        ]
        is_time = time.monotonic() - self._shown_at >= PROBE_SECONDS
        if not changed or not (is_time or None in changed):
            return False
        self.show()
        return True

    def hang_up_on(self, player: str, code: int, reason: str) -> None:
        """End all connections of a player."""
        for listener in tuple(self.listeners):
            if listener.player == player:
                listener.hang_up(code, reason)
