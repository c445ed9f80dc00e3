"""How often something may be tried."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from thirdcard.server.app import create_app
from thirdcard.server.limits import Limit, Room, TooManyError, network_of
from thirdcard.server.people import People
from thirdcard.server.store.base import Store
from thirdcard.server.table_routes import Turnstile


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _tries(limit: Limit, key: str, most: int = 50) -> int:
    """Return how many attempts are allowed now."""
    for count in range(most):
        try:
            limit.take(key)
        except TooManyError:
            return count
    return most


def test_burst_is_allowed_and_no_more() -> None:
    limit = Limit(burst=3, seconds=10, clock=Clock())
    assert _tries(limit, "ann") == 3
    assert _tries(limit, "bob") == 3


def test_allowance_fills_up_with_time_and_not_beyond_the_burst() -> None:
    clock = Clock()
    limit = Limit(burst=3, seconds=10, clock=clock)
    assert _tries(limit, "ann") == 3
    clock.now += 9.9
    with pytest.raises(TooManyError) as caught:
        limit.take("ann")
    assert caught.value.seconds == 1
    assert str(caught.value) == "Too many attempts: try again in 1 second."
    clock.now += 0.2
    assert _tries(limit, "ann") == 1
    with pytest.raises(TooManyError, match="in 10 seconds"):
        limit.take("ann")
    clock.now += 1000
    assert _tries(limit, "ann") == 3


def test_what_was_no_failure_is_given_back() -> None:
    limit = Limit(burst=3, seconds=10, clock=Clock())
    for _ in range(20):
        limit.take("ann")
        limit.give_back("ann")
    limit.give_back("ann")
    limit.give_back("nobody")
    assert _tries(limit, "ann") == 3


def test_memory_is_bounded_and_forgets_who_tried_longest_ago() -> None:
    limit = Limit(burst=1, seconds=1000, keys=10, clock=Clock())
    for number in range(10):
        limit.take(str(number))
    assert _tries(limit, "0") == 0
    for number in range(10, 19):
        limit.take(str(number))
    assert _tries(limit, "0") == 0
    assert _tries(limit, "1") == 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_household_count_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_limits_are_those_of_the_documentation() -> None:
    people = People(cast(Store, None))
    turnstile = Turnstile()
    app = create_app(cast(Store, None), "secret")
    limits = {
        "wrong passwords for one account": people.tries_by_account,
        "wrong passwords from one address": people.tries_by_address,
        "new accounts from one address": people.new_accounts,
        "wrong passcodes from one address": turnstile.tries_by_address,
        "wrong passcodes for one table": turnstile.tries_by_table,
        "new tables from one address": turnstile.opened,
        "new passcodes from one address": turnstile.passcodes_made,
        "records brought from one address": app.state.uploads,
        "exports of one person": app.state.exports,
        "packs of practice from one address": app.state.practice_packs,
        "results of practice and sprints from one person": app.state.practice_results,
        "tables to study from one address": app.state.study_limit,
        "dates of daily puzzles from one address": app.state.daily_dates,
        "results of daily puzzles from one person": app.state.daily_results,
    }
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    for what, limit in limits.items():
        assert (
            f"| {what} | {limit.burst} at once, then one in {limit.seconds} seconds | 429 |" in page
        )
    assert page.count("| 429 |") == len(limits)


def test_room_is_for_so_many_and_free_again() -> None:
    room = Room(2)
    with room.hold("ann"), room.hold("bob"):
        with room.hold("ann"):
            with pytest.raises(TooManyError), room.hold("ann"):
                raise AssertionError("there is no room")
            assert len(room) == 2
        with room.hold("ann"):
            pass
    assert len(room) == 0
