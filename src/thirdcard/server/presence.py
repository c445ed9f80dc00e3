"""Who is connected to a table, how well, and since when somebody is not."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from statistics import median
from typing import TYPE_CHECKING, Final

import msgspec

from thirdcard.server import messages

if TYPE_CHECKING:
    from thirdcard.game.state import State

__all__ = [
    "AWAY_SECONDS",
    "PROBE_SECONDS",
    "Absences",
    "Connected",
    "People",
    "RoundTrip",
    "is_noticeable",
    "join_people",
    "make_presence",
    "seat_of",
]

PROBE_SECONDS: Final = 5.0
"""How often a connection is measured, and its measure shown at most."""
AWAY_SECONDS: Final = 20.0
"""How long somebody has no connection before they count as away."""

_MEASURES = 5
_NOTICEABLE_MS = 10
_NOTICEABLE_SHARE = 0.2


class Connected(msgspec.Struct, frozen=True):
    """The connections of one player to one table: how many, and the round trip of the best."""

    connections: int
    trip: int | None


People = dict[str, Connected]
"""Connected players, by id."""


# -- round trips --------------------------------------------------------------------------------


class RoundTrip:
    """The round trip of a connection: the median of the last few that were measured."""

    def __init__(self) -> None:
        self._number = 0
        self._sent: dict[int, float] = {}
        self._measured: deque[float] = deque(maxlen=_MEASURES)

    @property
    def ms(self) -> int | None:
        """The round trip in milliseconds, None before the first was measured."""
        return round(median(self._measured) * 1000) if self._measured else None

    def probe(self, now: float) -> messages.Probe:
        """Return a probe that is sent at a time in seconds."""
        self._number += 1
        self._sent[self._number] = now
        # What is not answered for so long is lost.
        self._sent.pop(self._number - _MEASURES, None)
        return messages.Probe(id=self._number)

    def hear(self, echo: messages.Echo, now: float) -> None:
        """Take an answer in; one to no open probe is none."""
        sent = self._sent.pop(echo.id, None)
        if sent is not None:
            self._measured.append(now - sent)


def is_noticeable(shown: int | None, now: int | None) -> bool:
    """Tell whether a round trip has changed enough to show it anew.

    >>> [is_noticeable(100, ms) for ms in (95, 119, 121)], is_noticeable(1, 9)
    ([False, False, True], False)
    """
    if shown is None or now is None:
        return shown is not now
    return abs(now - shown) > max(_NOTICEABLE_MS, _NOTICEABLE_SHARE * shown)


# -- people -------------------------------------------------------------------------------------


def join_people(parts: Iterable[People]) -> People:
    """Return the people of several processes together."""
    people: People = {}
    for part in parts:
        for player, there in part.items():
            known = people.get(player)
            people[player] = there if known is None else _both(known, there)
    return people


def _both(one: Connected, other: Connected) -> Connected:
    trips = [trip for trip in (one.trip, other.trip) if trip is not None]
    return Connected(one.connections + other.connections, min(trips, default=None))


def seat_of(state: State, player: str) -> int | None:
    """Return the seat that a player holds, None for a spectator."""
    seat = state.find_seat(player)
    return seat if seat is not None and state.seats[seat].present else None


def make_presence(state: State, people: People) -> messages.Presence:
    """Return which seats are connected and how well, and how many connections watch."""
    trips: dict[int, int | None] = {}
    watching = 0
    for player, there in people.items():
        seat = seat_of(state, player)
        if seat is None:
            watching += there.connections
        else:
            trips[seat] = there.trip
    online = tuple(sorted(trips))
    return messages.Presence(
        online=online, trips=tuple(trips[seat] for seat in online), watching=watching
    )


class Absences:
    """Since when the people who hold a seat have been without a connection."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}

    def look(self, state: State, people: People, now: int) -> None:
        """Take in who is connected at a time in milliseconds."""
        missing = {
            seat.player
            for seat in state.seats
            if seat.present and seat.bot is None and not seat.away and seat.player not in people
        }
        if state.phase == "ended":
            missing = set()
        self._since = {player: self._since.get(player, now) for player in missing}

    def due(self, seconds: float) -> int | None:
        """Return when the first of them has been away for so long, None if nobody is missing."""
        first = min(self._since.values(), default=None)
        return None if first is None else first + round(seconds * 1000)

    def overdue(self, seconds: float, now: int) -> list[str]:
        """Return the players who have been away for so long."""
        limit = now - round(seconds * 1000)
        return [player for player, since in self._since.items() if since <= limit]
