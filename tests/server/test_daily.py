"""The daily puzzles: each answer is right, each result counts once, and days follow each other."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.club import ClubServer
from thirdcard.errors import OptionError
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.daily import DAILY_NAMES, FIRST_DATE, daily_conditions
from thirdcard.puzzles.generator import iter_puzzles
from thirdcard.puzzles.kinds import KINDS
from thirdcard.server import daily
from thirdcard.server.daily import HINT_SECONDS, MOST_RESULTS, WRONG_SECONDS, Dailies
from thirdcard.server.daily_days import (
    begin_of,
    end_of,
    find_streaks,
    last_date,
    parse_month,
    read_date,
)
from thirdcard.server.daily_views import DailyPuzzle, is_solved, view_puzzle
from thirdcard.server.solving import Solver
from thirdcard.server.store.rows import DailyDone
from thirdcard.server.store.sql import SqlStore
from thirdcard.variants.registry import parse_variant

HOUR = 3_600_000
DAY = date(2026, 6, 15)
SEED = bytes(range(32))


def at(text: str) -> int:
    """Return a moment of UTC in milliseconds since 1970."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


# -- days -----------------------------------------------------------------------------------------


def test_a_date_is_from_where_it_begins_first_to_where_it_is_over_last() -> None:
    assert begin_of(DAY) == at("2026-06-14T10:00")
    assert end_of(DAY) == at("2026-06-16T12:00")
    assert last_date(begin_of(DAY)) == DAY
    assert last_date(begin_of(DAY) - 1) == DAY - timedelta(1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-02-30", "'2026-02-30' is no date; expected YYYY-MM-DD"),
        ("today", "'today' is no date"),
        ("2026-1-1T", "is no date"),
        ("", "'' is no date"),
        ("2026-06-16", f"no daily puzzles of 2026-06-16; expected {FIRST_DATE} to 2026-06-15"),
        (str(FIRST_DATE - timedelta(1)), f"expected {FIRST_DATE} to 2026-06-15"),
    ],
)
def test_what_is_no_date_with_puzzles_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(OptionError) as refused:
        read_date(text, begin_of(DAY))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_dates_and_months_are_read() -> None:
    assert read_date("2026-06-15", begin_of(DAY)) == DAY
    assert read_date(str(FIRST_DATE), begin_of(DAY)) == FIRST_DATE
    assert parse_month("2026-06") == ("2026-06-01", "2026-06-31")
    for text in ("2026-13", "June", "2026-06-15"):
        with pytest.raises(OptionError, match="is no month; expected YYYY-MM"):
            parse_month(text)


@pytest.mark.parametrize(
    ("days", "streak", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([0, -1, -2], 3, 3),
        ([-1], 1, 1),
        ([0, -2, -3], 1, 2),
        ([-4, -5, -6, 0, -1], 2, 3),
        ([-3], 0, 1),
    ],
)
def test_days_that_follow_each_other_are_a_streak(
    days: list[int], streak: int, longest: int
) -> None:
    now = at("2026-06-15T13:00")
    assert find_streaks([DAY + timedelta(d) for d in days], now) == (streak, longest)


def test_a_streak_lasts_until_the_next_date_is_over_everywhere() -> None:
    days = [DAY - timedelta(1), DAY]
    until = end_of(DAY + timedelta(1))
    assert find_streaks(days, until - 1) == (2, 2)
    assert find_streaks(days, until) == (0, 2)


# -- what is sent ---------------------------------------------------------------------------------


def draw(variant: str, kind: str, **values: Any) -> DailyPuzzle:
    conditions = Conditions(parse_variant(variant), KINDS[kind], most=12, **values)
    return view_puzzle("special", next(iter_puzzles(conditions, SEED)))


KINDS_DRAWN = [
    ("classic", "all"),
    ("ultra", "all"),
    ("mega+super", "all"),
    ("double", "all"),
    ("classic", "coop"),
    ("junior", "spoil"),
    ("ultra", "duel"),
    ("classic", "third"),
    ("mega+ultra9", "third"),
]


@pytest.mark.parametrize(("variant", "kind"), KINDS_DRAWN)
def test_a_puzzle_has_the_claims_and_answers_that_it_is_sent_with(variant: str, kind: str) -> None:
    puzzle, parsed = draw(variant, kind), parse_variant(variant)
    groups = parsed.grouping.count
    spots = {}
    for slot, code in enumerate(puzzle.slots):
        if code is not None:
            point = parsed.deck.find_point(code)
            assert point is not None
            spots[slot] = parsed.spot(point, slot % groups)
    if kind == "third":
        (digits,) = puzzle.answers
        columns = zip(*map(parsed.space.digits, spots.values()), digits, strict=True)
        assert [sum(column) % 3 for column in columns] == [0] * len(parsed.features)
        assert [f.name for f in puzzle.features] == [f.name for f in parsed.features]
        code = "".join(f.codes[d] for f, d in zip(puzzle.features, digits, strict=True) if f.codes)
        assert parsed.deck.find_point(code) is not None
        assert puzzle.claims == ()
    else:
        found = parsed.iter_claims_exhaustively(list(spots.values()))
        place = {spot: slot for slot, spot in spots.items()}
        assert {claim.places for claim in puzzle.claims} == {
            tuple(sorted(place[spot] for spot in claim)) for claim in found
        }
        assert puzzle.features == ()
    for answer in puzzle.answers:
        assert is_solved(puzzle, answer)
    assert not is_solved(puzzle, None)


def iter_packings(puzzle: DailyPuzzle) -> Iterator[tuple[int, ...]]:
    """Yield the ways of taking claims until none is left, by trying all."""
    numbers = range(len(puzzle.claims))
    for count in range(1, len(numbers) + 1):
        for taken in combinations(numbers, count):
            places = [place for number in taken for place in puzzle.claims[number].places]
            is_over = all(set(places) & set(claim.places) for claim in puzzle.claims)
            if len(set(places)) == len(places) and is_over:
                yield taken


@pytest.mark.parametrize(("variant", "kind"), [("classic", "coop"), ("junior", "spoil")])
def test_only_the_best_ways_of_taking_claims_solve_a_puzzle(variant: str, kind: str) -> None:
    puzzle = draw(variant, kind)
    packings = list(iter_packings(puzzle))
    best = (max if kind == "coop" else min)(map(len, packings))
    assert puzzle.optimum == best
    assert {len(taken) for taken in packings} > {best}
    for taken in packings:
        if len(taken) == best:
            assert is_solved(puzzle, taken)
        else:
            with pytest.raises(OptionError, match="no answer"):
                is_solved(puzzle, taken)


def test_as_few_as_can_be_is_no_answer_while_some_are_left() -> None:
    puzzle = draw("classic", "spoil", least=6)
    assert puzzle.optimum is not None
    ends = {frozenset(taken) for taken in iter_packings(puzzle)}
    unfinished = [
        taken
        for taken in combinations(range(len(puzzle.claims)), puzzle.optimum)
        if frozenset(taken) not in ends
    ]
    assert unfinished
    for taken in unfinished:
        with pytest.raises(OptionError, match="no answer"):
            is_solved(puzzle, taken)


def test_what_does_not_end_a_puzzle_is_no_result() -> None:
    every, duel, third = draw("classic", "all"), draw("ultra", "duel"), draw("classic", "third")
    numbers = tuple(range(len(every.claims)))
    lost = next((n,) for n in range(len(duel.claims)) if (n,) not in duel.answers)
    assert is_solved(every, numbers[::-1])
    assert not is_solved(duel, lost)
    bad: list[tuple[DailyPuzzle, tuple[int, ...]]] = [
        (every, numbers[1:]),
        (every, (*numbers, 0)),
        (every, (*numbers[1:], len(numbers))),
        (every, (*numbers[1:], -1)),
        (duel, ()),
        (duel, (len(duel.claims),)),
        (third, tuple((d + 1) % 3 for d in third.answers[0])),
    ]
    for puzzle, found in bad:
        with pytest.raises(OptionError, match=f"no answer to the puzzle {puzzle.id}"):
            is_solved(puzzle, found)


def test_what_hints_and_mistakes_cost_is_what_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "daily.md").read_text("utf-8")
    assert f"A hint adds {HINT_SECONDS} seconds to your time, a mistake {WRONG_SECONDS}." in page


class Worker(Solver):
    """A solver whose answers wait for a word, or that has died."""

    def __init__(self) -> None:
        super().__init__()
        self.word = asyncio.Event()
        self.is_dead = False

    async def call_aside(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        if self.is_dead:
            raise BrokenProcessPool("it died")
        await self.word.wait()
        return function(*args, **kwargs)


def needs_solver(day: date) -> bool:
    return daily_conditions(day, "special").kind.key not in ("all", "third")


async def test_what_takes_long_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "_PATIENCE_SECONDS", 0.5)
    worker = Worker()
    dailies, day = Dailies(worker), FIRST_DATE
    # The special of this day and that of the next are drawn without a solver.
    while {needs_solver(day), needs_solver(day + timedelta(1))} != {False}:
        day += timedelta(1)
    for name in ("basic", "advanced"):
        await dailies.find(day, name)
    assert list(await dailies.find_ready(day)) == ["basic", "advanced"]
    worker.word.set()
    monkeypatch.setattr(daily, "_PATIENCE_SECONDS", 30)
    ready = await dailies.find_ready(day)
    assert list(ready) == list(DAILY_NAMES)
    # What is there is not worked out once more.
    worker.is_dead = True
    assert await dailies.find_ready(day) == ready
    assert list(await dailies.find_ready(day + timedelta(1))) == ["basic", "advanced"]
    worker.is_dead = False
    assert list(await dailies.find_ready(day + timedelta(1))) == list(DAILY_NAMES)


# -- the routes -----------------------------------------------------------------------------------


@pytest.fixture
def person(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client(timeout=60) as client:
        assert client.get("/api/me").status_code == 200
        yield client


def now() -> int:
    return round(datetime.now(UTC).timestamp() * 1000)


def today() -> date:
    return datetime.now(UTC).date()


def fetch(person: httpx.Client, day: date) -> dict[str, dict[str, Any]]:
    answer = person.get(f"/api/daily/{day}").json()
    assert answer["date"] == str(day)
    return {puzzle["name"]: puzzle for puzzle in answer["puzzles"]}


def new_result(puzzle: dict[str, Any], day: date, /, **change: Any) -> dict[str, Any]:
    """Return what came of a puzzle: it was solved."""
    result = {
        "id": uuid.uuid4().hex,
        "date": str(day),
        "name": puzzle["name"],
        "puzzle": puzzle["id"],
        "found": puzzle["answers"][0],
        "ms": 60_000,
        "wrong": 0,
        "hints": 0,
        "at": now(),
    }
    return result | change


def post(person: httpx.Client, *results: dict[str, Any]) -> httpx.Response:
    return person.post("/api/daily/results", json={"results": results})


def test_a_date_has_its_puzzles_the_same_every_time(person: httpx.Client) -> None:
    answer = person.get(f"/api/daily/{FIRST_DATE}").json()
    assert answer["is_whole"]
    assert [puzzle["name"] for puzzle in answer["puzzles"]] == list(DAILY_NAMES)
    assert person.get(f"/api/daily/{FIRST_DATE}").json() == answer
    assert (answer["hint_seconds"], answer["wrong_seconds"]) == (HINT_SECONDS, WRONG_SECONDS)
    basic, advanced, _ = answer["puzzles"]
    assert basic["title"] == "Basic"
    assert (len(basic["slots"]), len(basic["claims"])) == (9, 4)
    assert (len(advanced["slots"]), len(advanced["claims"])) == (12, 6)
    others = fetch(person, FIRST_DATE + timedelta(1))
    assert others["basic"]["slots"] != basic["slots"]
    in_german = person.get(f"/api/daily/{FIRST_DATE}", headers={"accept-language": "de"}).json()
    assert in_german["puzzles"][0]["slots"] == basic["slots"]


def test_puzzles_of_dates_that_have_not_begun_are_not_given(server: ClubServer) -> None:
    last = last_date(now())
    assert server.get(f"/api/daily/{last}").status_code == 200
    for text in (last + timedelta(2), "2026-02-30", "yesterday"):
        for path in (f"/api/daily/{text}", f"/api/daily/{text}/results"):
            response = server.get(path)
            assert response.status_code == 400, path
            assert "expected" in response.json()["error"]
            assert "\n" not in response.json()["error"]


def test_results_count_once_and_are_compared(server: ClubServer, person: httpx.Client) -> None:
    day = today()
    basic = fetch(person, day)["basic"]
    first = new_result(basic, day, ms=70_000, wrong=2, hints=1)
    for _ in range(2):
        assert post(person, first).json() == {"stored": [first["id"]], "refused": []}
    # What was done again, in another browser, is acknowledged and changes nothing.
    again = new_result(basic, day, ms=1000)
    assert post(person, again).json()["stored"] == [again["id"]]
    total = 70_000 + 1000 * (HINT_SECONDS + 2 * WRONG_SECONDS)
    (told,) = person.get(f"/api/daily/{day}/results").json()
    assert told["mine"]["ms"] == total
    assert (told["tried"], told["solved"], told["median_ms"], told["faster"]) == (1, 1, total, 0)
    for ms, found in ((50_000, basic["answers"][0]), (60_000, None), (40_000, basic["answers"][0])):
        with server.client(timeout=60) as other:
            other.get("/api/me")
            assert other.get(f"/api/daily/{day}/results").json() == []
            post(other, new_result(basic, day, ms=ms, found=found))
    (told,) = person.get(f"/api/daily/{day}/results").json()
    assert (told["tried"], told["solved"], told["median_ms"], told["faster"]) == (4, 3, 50_000, 2)
    assert told["mine"]["title"] == "Basic"


def test_a_streak_is_of_dates_whose_puzzle_was_solved_before_they_were_over(
    person: httpx.Client,
) -> None:
    days = [today() - timedelta(back) for back in range(5)]
    for day in days[:3]:
        puzzles = fetch(person, day)
        results = [
            new_result(puzzles[name], day, at=end_of(day) - 1) for name in ("basic", "advanced")
        ]
        assert post(person, *results).json()["refused"] == []
    late = new_result(fetch(person, days[3])["basic"], days[3], at=end_of(days[3]), ms=30_000)
    lost = new_result(fetch(person, days[4])["basic"], days[4], at=begin_of(days[4]), found=None)
    assert post(person, late, lost).json()["refused"] == []
    told = person.get("/api/me/daily").json()
    assert (told["streak"], told["longest"], told["solved"], told["month"]) == (3, 3, 7, [])
    assert [(best["name"], best["ms"]) for best in told["bests"]] == [
        ("advanced", 60_000),
        ("basic", 30_000),
    ]
    months = {str(day)[:7] for day in days}
    listed = [
        r for m in sorted(months) for r in person.get(f"/api/me/daily?month={m}").json()["month"]
    ]
    assert len(listed) == 8
    assert [r["solved"] for r in listed if r["date"] == str(days[4])] == [False]


def test_a_result_that_does_not_fit_its_puzzle_does_not_hold_up_the_others(
    person: httpx.Client,
) -> None:
    day = today()
    basic = fetch(person, day)["basic"]
    good = new_result(basic, day)
    bad = [
        new_result(basic, day, found=basic["answers"][0][1:]),
        new_result(basic, day, puzzle="0" * 12),
        new_result(basic, day, name="easy"),
        new_result(basic, day + timedelta(3)),
        new_result(basic, day, date="2026-02-30"),
    ]
    answer = post(person, *bad, good).json()
    assert answer["stored"] == [good["id"]]
    assert [each["id"] for each in answer["refused"]] == [each["id"] for each in bad]
    assert all(each["error"] and "\n" not in each["error"] for each in answer["refused"])


@pytest.mark.parametrize(
    "change",
    [
        {"id": "x"},
        {"ms": -1},
        {"ms": 86_400_001},
        {"wrong": -1},
        {"hints": 1001},
        {"at": -5},
        {"found": list(range(65))},
        {"found": "all"},
        {"player": "somebody"},
    ],
)
def test_malformed_results_are_refused_in_one_line(
    person: httpx.Client, change: dict[str, Any]
) -> None:
    response = post(
        person, new_result({"name": "basic", "id": "0" * 12, "answers": [[]]}, today(), **change)
    )
    assert response.status_code == 400
    assert "\n" not in response.json()["error"]


def test_results_are_taken_in_parts_and_from_people_only(
    server: ClubServer, person: httpx.Client
) -> None:
    longest = new_result(
        {"name": "advanced", "id": "0" * 12, "answers": [list(range(60))]}, today(), at=10**13
    )
    assert post(person, *[longest] * MOST_RESULTS).status_code == 200
    assert post(person, *[longest] * (MOST_RESULTS + 1)).status_code in (400, 413)
    assert post(person).status_code == 400
    for path in ("/api/me/daily", f"/api/daily/{today()}/results"):
        assert server.get(path).status_code == 401
    assert server.post("/api/daily/results", json={"results": [longest]}).status_code == 401
    assert person.get("/api/me/daily?month=June").status_code == 400


def test_what_was_solved_is_handed_out_and_deleted(person: httpx.Client) -> None:
    day = today()
    result = new_result(fetch(person, day)["advanced"], day, hints=1, at=10**15)
    post(person, result)
    (row,) = person.get("/api/me/export").json()["dailies"]
    assert {key: row[key] for key in ("id", "date", "name", "ms", "hints")} == {
        key: result[key] for key in ("id", "date", "name", "ms", "hints")
    }
    # What a browser's clock says may be wrong, but nothing was done in the future.
    assert row["at"] <= now()
    assert person.request("DELETE", "/api/me", json={"password": None}).status_code == 200
    assert person.get("/api/me/export").json()["dailies"] == []
    assert person.get("/api/me/daily").json()["solved"] == 0


# -- the store ------------------------------------------------------------------------------------


async def test_of_a_person_and_a_puzzle_the_first_result_is_stored(store: SqlStore) -> None:
    def done(
        id: str, player: str, day: str, name: str, total: int, solved: bool = True
    ) -> DailyDone:
        return DailyDone(id, player, day, name, 5, total, 0, 0, total, solved, day != "2026-06-03")

    one = done("1", "ann", "2026-06-01", "basic", 900)
    two = done("2", "ann", "2026-06-02", "basic", 700)
    await store.add_dailies([one, done("1", "bob", "2026-06-01", "basic", 1)])
    await store.add_dailies([done("3", "ann", "2026-06-01", "basic", 1), two])
    late = done("4", "ann", "2026-06-03", "basic", 700)
    lost = done("5", "ann", "2026-06-04", "special", 1, solved=False)
    other = done("6", "bob", "2026-06-01", "basic", 800)
    await store.add_dailies([late, lost, other])
    await store.add_dailies([])
    assert await store.dailies_on("2026-06-01", "basic") == [one, other]
    assert await store.dailies_of("ann", "2026-06-02", "2026-06-31") == [two, late, lost]
    assert sorted(await store.daily_days("ann")) == [date(2026, 6, 1), date(2026, 6, 2)]
    assert await store.daily_bests("ann") == [two]
    assert await store.count_dailies("ann") == 3
    assert await store.count_dailies("cat") == 0
