"""Who is connected, how well, and since when not: the bookkeeping behind it."""

from __future__ import annotations

import pytest

from thirdcard.game.events import Header, Joined, Opened, WentAway
from thirdcard.game.machine import evolve
from thirdcard.game.state import State
from thirdcard.server import messages
from thirdcard.server.presence import (
    Absences,
    Connected,
    RoundTrip,
    is_noticeable,
    join_people,
    make_presence,
)


def _table(*players: str, bots: int = 0) -> State:
    state = evolve(State(Header()), Opened(seq=1, at=0, commitment="0" * 64))
    for seat, player in enumerate(players):
        event = Joined(seq=state.seq + 1, at=0, seat=seat, player=player, name=player.title())
        state = evolve(state, event)
    for number in range(bots):
        seat = len(players) + number
        event = Joined(
            seq=state.seq + 1, at=0, seat=seat, player=f"bot-{number}", name=f"B{number}", bot=1
        )
        state = evolve(state, event)
    return state


def _measure(trip: RoundTrip, *seconds: float) -> None:
    for length in seconds:
        probe = trip.probe(100.0)
        trip.hear(messages.Echo(id=probe.id), 100.0 + length)


def test_round_trip_is_the_median_of_the_last_five() -> None:
    trip = RoundTrip()
    assert trip.ms is None
    _measure(trip, 0.9, 0.9, 0.9, 0.9, 0.9)
    assert trip.ms == 900
    _measure(trip, 0.020, 0.021, 3.0)
    assert trip.ms == 900
    _measure(trip, 0.022, 0.023)
    assert trip.ms == 22


def test_an_echo_counts_once_and_only_for_what_was_asked() -> None:
    trip = RoundTrip()
    trip.hear(messages.Echo(id=1), 5.0)
    assert trip.ms is None
    probe = trip.probe(0.0)
    trip.hear(messages.Echo(id=probe.id), 0.03)
    trip.hear(messages.Echo(id=probe.id), 9.0)
    assert trip.ms == 30


def test_probes_that_are_never_answered_are_forgotten() -> None:
    trip = RoundTrip()
    first = trip.probe(0.0)
    for second in range(1, 100):
        trip.probe(float(second))
    trip.hear(messages.Echo(id=first.id), 100.0)
    assert trip.ms is None


@pytest.mark.parametrize(
    ("shown", "now", "noticeable"),
    [
        (None, None, False),
        (None, 3, True),
        (3, None, True),
        (1, 11, False),
        (1, 12, True),
        (12, 1, True),
        (200, 240, False),
        (200, 241, True),
        (200, 159, True),
    ],
)
def test_small_changes_of_a_round_trip_are_not_told(
    shown: int | None, now: int | None, noticeable: bool
) -> None:
    assert is_noticeable(shown, now) is noticeable


def test_people_of_several_processes_are_joined() -> None:
    parts = [
        {"ann": Connected(1, 40), "bob": Connected(1, None)},
        {"ann": Connected(2, 20)},
        {"bob": Connected(1, 70), "cid": Connected(1, None)},
    ]
    assert join_people(parts) == {
        "ann": Connected(3, 20),
        "bob": Connected(2, 70),
        "cid": Connected(1, None),
    }


def test_presence_tells_seats_from_spectators() -> None:
    state = _table("ann", "bob", "cid")
    people = {
        "cid": Connected(2, 30),
        "ann": Connected(1, None),
        "eve": Connected(2, 5),
        "fay": Connected(1, 5),
    }
    presence = make_presence(state, people)
    assert presence == messages.Presence(online=(0, 2), trips=(None, 30), watching=3)


def test_absences_are_those_of_people_who_have_a_seat() -> None:
    absences, state = Absences(), _table("ann", "bob", bots=1)
    absences.look(state, {"ann": Connected(1, None)}, 1000)
    assert absences.due(20) == 21_000
    assert absences.overdue(20, 20_999) == []
    assert absences.overdue(20, 21_000) == ["bob"]


def test_an_absence_goes_on_until_the_person_is_back_or_counts_as_away() -> None:
    absences, state = Absences(), _table("ann", "bob")
    absences.look(state, {}, 1000)
    absences.look(state, {"ann": Connected(1, None)}, 5000)
    assert absences.due(20) == 21_000
    absences.look(state, {}, 6000)
    assert sorted(absences.overdue(20, 26_000)) == ["ann", "bob"]
    gone = evolve(state, WentAway(seq=state.seq + 1, at=7000, seat=1))
    absences.look(gone, {}, 7000)
    assert absences.due(20) == 26_000
