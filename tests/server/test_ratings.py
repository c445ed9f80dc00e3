"""Who is rated how, and that the same games lead to the same ratings, on each database."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path
from random import Random

import pytest
from openskill.models import PlackettLuce

from thirdcard.bots import LEVELS
from thirdcard.game.commands import Join
from thirdcard.game.events import Event, Header
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.results import Result, SeatResult
from thirdcard.server.statistics.ratings import (
    BOT_PLACES,
    NEWCOMER,
    WIN_SHARES,
    rate,
    sure_strength,
)
from thirdcard.server.store.base import Person, StoredTable
from thirdcard.server.store.result_rows import (
    OVERALL,
    Kind,
    RatedGame,
    RatedSeat,
    Rating,
)
from thirdcard.server.store.sql import SqlStore

NAMES = ("ann", "bob", "cleo", "dan")
CLASSIC: Kind = ("classic", "race")


def game(*players: str | int | None, kind: Kind = CLASSIC) -> RatedGame:
    """Return a game whose players are named from the first to the last; bots by their level."""
    seats = [
        RatedSeat(None, who, rank) if isinstance(who, int) else RatedSeat(who, None, rank)
        for rank, who in enumerate(players, 1)
    ]
    return RatedGame(*kind, tuple(seats))


# -- what a game changes -------------------------------------------------------------------------


def test_the_winner_rises_and_the_loser_falls() -> None:
    after = rate({}, [game("ann", "bob")])
    assert set(after) == {(name, kind) for name in ("ann", "bob") for kind in (CLASSIC, OVERALL)}
    for kind in (CLASSIC, OVERALL):
        ann, bob = after["ann", kind], after["bob", kind]
        assert ann.mu > NEWCOMER.mu > bob.mu
        assert max(ann.sigma, bob.sigma) < NEWCOMER.sigma
        assert (ann.games, bob.games) == (1, 1)


def test_it_is_what_openskill_says() -> None:
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])
    after = rate({}, [game("ann", "bob", "cleo")])
    for name, (rating,) in zip(("ann", "bob", "cleo"), expected, strict=True):
        assert (after[name, CLASSIC].mu, after[name, CLASSIC].sigma) == (rating.mu, rating.sigma)


def test_ranks_count_and_not_seats() -> None:
    seats = (RatedSeat("ann", None, 2), RatedSeat("bob", None, 1))
    after = rate({}, [RatedGame(*CLASSIC, seats)])
    assert after["bob", CLASSIC].mu > after["ann", CLASSIC].mu


def test_variants_are_rated_apart_and_together() -> None:
    after = rate({}, [game("ann", "bob"), game("bob", "ann", kind=("super", "race"))])
    assert after["ann", CLASSIC].mu > NEWCOMER.mu > after["ann", ("super", "race")].mu
    assert after["ann", OVERALL].games == 2
    assert after["ann", CLASSIC].games == 1


def test_somebody_who_left_counts_as_a_newcomer() -> None:
    after = rate({}, [game("ann", None)])
    assert {player for player, _ in after} == {"ann"}
    assert after["ann", CLASSIC].mu == rate({}, [game("ann", "bob")])["ann", CLASSIC].mu


def test_games_are_taken_one_after_the_other() -> None:
    games = [game("ann", "bob"), game("bob", "cleo", "ann"), game("cleo", 3)]
    together = rate({}, games)
    step: dict[tuple[str, Kind], Rating] = {}
    for each in games:
        step.update(rate(step, [each]))
    assert step == together


# -- bots ----------------------------------------------------------------------------------------


def test_places_of_bots_are_those_that_their_wins_lead_to() -> None:
    assert len(BOT_PLACES) == len(LEVELS)
    assert BOT_PLACES[len(LEVELS) // 2] == NEWCOMER.mu
    scale = sqrt(2) * PlackettLuce().beta
    for (weaker, stronger), share in zip(pairwise(BOT_PLACES), WIN_SHARES, strict=True):
        assert 1 / (1 + exp((weaker - stronger) / scale)) == pytest.approx(share)


def test_the_page_tells_the_places_of_bots() -> None:
    page = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text("utf-8")
    for level, place in zip(LEVELS, BOT_PLACES, strict=True):
        (row,) = (line for line in page.splitlines() if f"| {level.number} {level.title} |" in line)
        assert row.endswith(f"| {place:.1f} |")


def test_bots_are_fixed_points() -> None:
    first = rate({}, [game(5, "ann")])
    later = rate({}, [game(5, "ann")] * 200)
    assert {player for player, _ in later} == {"ann"}
    # The next who meets the bot finds it where it was.
    assert rate(later, [game(5, "bob")])["bob", CLASSIC] == first["ann", CLASSIC]


@pytest.mark.parametrize("level", range(1, 6))
def test_who_plays_as_well_as_a_bot_comes_to_its_place(level: int) -> None:
    random, ratings = Random(level), dict[tuple[str, Kind], Rating]()
    for _ in range(300):
        each = game("ann", level) if random.random() < 0.5 else game(level, "ann")
        ratings.update(rate(ratings, [each]))
    assert ratings["ann", CLASSIC].mu == pytest.approx(BOT_PLACES[level - 1], abs=2.5)


def test_who_wins_as_the_next_level_does_comes_to_its_place() -> None:
    random, ratings = Random(1), dict[tuple[str, Kind], Rating]()
    for _ in range(1000):
        each = game("ann", 3) if random.random() < WIN_SHARES[2] else game(3, "ann")
        ratings.update(rate(ratings, [each]))
    assert ratings["ann", CLASSIC].mu == pytest.approx(BOT_PLACES[3], abs=2.5)


def test_boards_are_ordered_by_what_is_sure() -> None:
    assert sure_strength(Rating(25, 8, 1)) == 1
    assert sure_strength(Rating(24, 2, 30)) > sure_strength(Rating(27, 6, 2))


# -- in the store --------------------------------------------------------------------------------


@pytest.fixture
async def store(store: SqlStore) -> SqlStore:
    for name in NAMES:
        await store.save_person(Person(name, name.title(), created_at=1, seen_at=1))
    return store


async def count(store: SqlStore, name: str, at: int, *players: str | int) -> None:
    """Let a game be counted whose players are named from the first to the last."""
    header, seed = Header(), bytes(32)
    state, opened = open_table(header, seed, 1)
    events: list[Event] = [opened]
    for player in players:
        if isinstance(player, str):
            for event in decide(state, Join(player, player.title()), 1):
                state = evolve(state, event)
                events.append(event)
    await store.create(StoredTable(name, header, seed), events)
    seats = [
        SeatResult(
            seat=seat,
            player=f"bot-{seat}" if isinstance(who, int) else who,
            bot=who if isinstance(who, int) else None,
            score=0,
            rank=seat + 1,
            won=seat == 0,
            refusals=0,
            claims=(),
        )
        for seat, who in enumerate(players)
    ]
    await store.save_result(name, Result("classic", "race", {}, "counted", at, 1000, tuple(seats)))


def some_games(seed: int, number: int) -> list[tuple[str | int, ...]]:
    random = Random(seed)
    return [tuple(random.sample((*NAMES, 1, 3), random.randint(2, 4))) for _ in range(number)]


async def all_ratings(
    store: SqlStore, names: Iterable[str] = NAMES
) -> dict[str, dict[Kind, Rating]]:
    return {name: await store.ratings_of(name) for name in names}


async def rate_all(store: SqlStore, limit: int = 500) -> None:
    while await store.update_ratings(rate, limit):
        pass


async def test_recomputation_gives_the_same_numbers(store: SqlStore) -> None:
    for number, players in enumerate(some_games(1, 25)):
        await count(store, f"t{number:02}", 100 + number, *players)
        if number % 7 == 0:
            await rate_all(store)
    await rate_all(store)
    before = await all_ratings(store)
    assert all(before.values())
    await store.restart_ratings()
    assert not any((await all_ratings(store)).values())
    await rate_all(store, limit=4)
    assert await all_ratings(store) == before


async def test_a_game_that_is_counted_late_has_its_place_by_its_end(store: SqlStore) -> None:
    games = some_games(2, 12)
    late = {3, 8}
    for number, players in enumerate(games):
        if number not in late:
            await count(store, f"t{number:02}", 100 + number, *players)
            await rate_all(store)
    for number in late:
        await count(store, f"t{number:02}", 100 + number, *games[number])
        await rate_all(store)
    found = await all_ratings(store)
    expected: dict[tuple[str, Kind], Rating] = {}
    for players in games:
        if any(isinstance(who, str) for who in players):
            expected.update(rate(expected, [game(*players)]))
    assert found == {
        name: {kind: value for (own, kind), value in expected.items() if own == name}
        for name in NAMES
    }


async def test_games_are_rated_once(store: SqlStore) -> None:
    await count(store, "t", 100, "ann", "bob")
    assert await store.update_ratings(rate) == 1
    assert await store.update_ratings(rate) == 0
    assert {r.games for r in (await store.ratings_of("ann")).values()} == {1}


async def test_games_without_an_opponent_or_a_person_are_not_rated(store: SqlStore) -> None:
    await count(store, "alone", 100, "ann")
    await count(store, "bots", 101, 2, 3)
    assert await store.update_ratings(rate) == 0
    assert await store.ratings_of("ann") == {}
