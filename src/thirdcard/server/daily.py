"""The daily puzzles: those of every date, what came of them, and how the club did.

The puzzles of a date follow from it (`thirdcard.puzzles.daily`).  A browser is sent them with all
answers (`thirdcard.server.daily_views`), so that it goes on while the server is out of reach.  It
keeps what came of each until the server has said that it is stored; of one person and puzzle the
first result counts, however often and in however many browsers it is solved.
"""

from __future__ import annotations

import asyncio
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import date
from statistics import median
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase
from thirdcard.puzzles.daily import DAILY_NAMES, FIRST_DATE, daily_puzzle, daily_title
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.server.daily_days import (
    begin_of,
    end_of,
    find_streaks,
    last_date,
    parse_month,
    read_date,
)
from thirdcard.server.daily_views import DailyPuzzle, is_solved, view_puzzle
from thirdcard.server.entrance import address_of, require_player
from thirdcard.server.kept import Kept
from thirdcard.server.limits import Limit
from thirdcard.server.live import now_ms
from thirdcard.server.results import Receipt, judge_each
from thirdcard.server.solving import Solver
from thirdcard.server.store.rows import DailyDone
from thirdcard.server.tables import Club
from thirdcard.variants.registry import parse_variant

__all__ = ["HINT_SECONDS", "MOST_RESULTS", "ROUTES", "WRONG_SECONDS", "Dailies"]

HINT_SECONDS: Final = 20
"""What a hint adds to the time."""
WRONG_SECONDS: Final = 5
"""What a wrong claim adds to it."""
MOST_RESULTS: Final = 6
"""Results that are taken at once: as many as fit into the body of a request."""

_PUZZLES_KEPT: Final = 1000
_PATIENCE_SECONDS: Final = 5.0
_A_DAY_MS: Final = 86_400_000
_NOT_KEPT = {"Cache-Control": "no-store"}


class Dailies:
    """The puzzles of every date, worked out when they are first asked for.

    Args:
        solver: where those are drawn that may need a solver.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._puzzles: Kept[Puzzle] = Kept(_PUZZLES_KEPT)

    async def find(self, day: date, name: str) -> Puzzle:
        """Return one of a date's puzzles."""

        async def work() -> Puzzle:
            if name != "special":
                return await asyncio.to_thread(daily_puzzle, day, name)
            puzzle = await self._solver.call_aside(daily_puzzle, day, name)
            # What comes from another process is another object, and variants are compared.
            return replace(puzzle, variant=parse_variant(puzzle.variant.key))

        return await self._puzzles.get(f"{day.isoformat()} {name}", work)

    async def find_ready(self, day: date) -> dict[str, Puzzle]:
        """Return those of a date's puzzles that are there soon.

        One may be missing while solvers are started and loaded, or where their process died.
        """
        tasks = {name: asyncio.ensure_future(self.find(day, name)) for name in DAILY_NAMES}
        done, late = await asyncio.wait(tasks.values(), timeout=_PATIENCE_SECONDS)
        for task in late:
            # What it waits for goes on.
            task.cancel()
        return {
            name: task.result()
            for name, task in tasks.items()
            if task in done and not isinstance(task.exception(), BrokenProcessPool)
        }


# -- the puzzles of a date ------------------------------------------------------------------------


class DailyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of a date.

    Attributes:
        date: the date.
        first, last: the first and the last date that have puzzles.
        hint_seconds, wrong_seconds: what a hint and a wrong claim add to the time.
        ends_at: until when solving one counts for a streak, in milliseconds since 1970.
        puzzles: those that are ready.
        is_whole: whether these are all; else the others can be asked for again in a while.
    """

    date: str
    first: str
    last: str
    hint_seconds: int
    wrong_seconds: int
    ends_at: int
    puzzles: list[DailyPuzzle]
    is_whole: bool


@get("/api/daily/{day:str}")
async def daily(request: Request[Any, Any, Any], day: FromPath[str]) -> Response[DailyAnswer]:
    """Return the puzzles of a date, with all answers to them."""
    now = now_ms()
    chosen = read_date(day, now)
    limit: Limit = request.app.state.daily_dates
    limit.take(address_of(request))
    dailies: Dailies = request.app.state.dailies
    ready = await dailies.find_ready(chosen)
    answer = DailyAnswer(
        date=chosen.isoformat(),
        first=FIRST_DATE.isoformat(),
        last=last_date(now).isoformat(),
        hint_seconds=HINT_SECONDS,
        wrong_seconds=WRONG_SECONDS,
        ends_at=end_of(chosen),
        puzzles=[view_puzzle(name, puzzle) for name, puzzle in ready.items()],
        is_whole=len(ready) == len(DAILY_NAMES),
    )
    return Response(answer, headers=_NOT_KEPT)


# -- results --------------------------------------------------------------------------------------


class DailyResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came of a puzzle.

    Attributes:
        id: made by the browser, once for each puzzle.
        date, name: which puzzle.
        puzzle: its id, which is another one where the server has changed its puzzles.
        found: the answer, see `thirdcard.server.daily_views`; null where it was given up.
        ms: how long it took, without what hints and wrong claims add.
        wrong: wrong claims.
        hints: hints.
        at: when, in milliseconds since 1970.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f-]{16,36}$")]
    date: Annotated[str, msgspec.Meta(max_length=10)]
    name: Annotated[str, msgspec.Meta(max_length=16)]
    puzzle: Annotated[str, msgspec.Meta(max_length=16)]
    found: Annotated[tuple[int, ...], msgspec.Meta(max_length=64)] | None
    ms: Annotated[int, msgspec.Meta(ge=0, le=_A_DAY_MS)]
    wrong: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    hints: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    at: Annotated[int, msgspec.Meta(ge=0)]


class DailyResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of some puzzles."""

    results: Annotated[list[DailyResult], msgspec.Meta(min_length=1, max_length=MOST_RESULTS)]


@post("/api/daily/results", status_code=200)
async def daily_results(request: Request[Any, Any, Any], data: JSONBody[DailyResults]) -> Receipt:
    """Store what came of puzzles; of a person and a puzzle the first result counts."""
    player = await require_player(request)
    limit: Limit = request.app.state.daily_results
    limit.take(player)
    dailies: Dailies = request.app.state.dailies
    done, receipt = await judge_each(data.results, lambda result: _judge(dailies, player, result))
    club: Club = request.app.state.club
    async with club.people.kept(player):
        await club.store.add_dailies(done)
    return receipt


async def _judge(dailies: Dailies, player: str, result: DailyResult) -> DailyDone:
    """Return what is stored of a result.

    Raises:
        MalformedError: there is no such puzzle, or that is no answer to it.
    """
    now = now_ms()
    day = read_date(result.date, now)
    daily_title(result.name)  # raises where there is none
    puzzle = view_puzzle(result.name, await dailies.find(day, result.name))
    if result.puzzle != puzzle.id:
        raise OptionError(
            phrase(
                "the puzzle {name} of {date} is another one here",
                name=puzzle.name,
                date=result.date,
            )
        )
    at = max(begin_of(day), min(result.at, now))
    return DailyDone(
        id=result.id,
        player=player,
        date=day.isoformat(),
        name=result.name,
        at=at,
        ms=result.ms,
        wrong=result.wrong,
        hints=result.hints,
        total_ms=result.ms + 1000 * (HINT_SECONDS * result.hints + WRONG_SECONDS * result.wrong),
        solved=is_solved(puzzle, result.found),
        on_day=at < end_of(day),
    )


# -- how it went ----------------------------------------------------------------------------------


class MyDaily(msgspec.Struct, frozen=True, kw_only=True):
    """One's own result.

    Attributes:
        date, name, title: which puzzle.
        solved: whether it was solved.
        ms: the time, with what hints and wrong claims add.
        wrong, hints: how many there were.
    """

    date: str
    name: str
    title: str
    solved: bool
    ms: int
    wrong: int
    hints: int


class ClubDaily(msgspec.Struct, frozen=True, kw_only=True):
    """How everybody did.

    Attributes:
        mine: one's own result.
        tried, solved: how many people came to an end with it, and how many solved it.
        median_ms: the median time of those who solved it, null where nobody did.
        faster: how many of them were faster than oneself.
    """

    mine: MyDaily
    tried: int
    solved: int
    median_ms: int | None
    faster: int


class MyDailies(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's daily puzzles.

    Attributes:
        streak, longest: how many days follow each other up to now, and the most that ever did.
        solved: how many puzzles are solved.
        bests: the shortest time of each of a day's puzzles.
        month: the results of the month that was asked for.
    """

    streak: int
    longest: int
    solved: int
    bests: list[MyDaily]
    month: list[MyDaily]


def _tell(done: DailyDone) -> MyDaily:
    return MyDaily(
        date=done.date,
        name=done.name,
        title=daily_title(done.name),
        solved=done.solved,
        ms=done.total_ms,
        wrong=done.wrong,
        hints=done.hints,
    )


@get("/api/daily/{day:str}/results")
async def daily_club(
    request: Request[Any, Any, Any], day: FromPath[str]
) -> Response[list[ClubDaily]]:
    """Return how the club did with those puzzles of a date that one is done with."""
    chosen = read_date(day, now_ms())
    player = await require_player(request)
    club: Club = request.app.state.club
    told = []
    for name in DAILY_NAMES:
        done = await club.store.dailies_on(chosen.isoformat(), name)
        mine = next((each for each in done if each.player == player), None)
        if mine is None:
            continue
        times = [each.total_ms for each in done if each.solved]
        told.append(
            ClubDaily(
                mine=_tell(mine),
                tried=len(done),
                solved=len(times),
                median_ms=round(median(times)) if times else None,
                faster=sum(time < mine.total_ms for time in times),
            )
        )
    return Response(told, headers=_NOT_KEPT)


@get("/api/me/daily")
async def my_dailies(
    request: Request[Any, Any, Any], month: FromQuery[str | None] = None
) -> Response[MyDailies]:
    """Return one's own streak and best times, and the results of a month."""
    span = None if month is None else parse_month(month)
    player = await require_player(request)
    club: Club = request.app.state.club
    streak, longest = find_streaks(await club.store.daily_days(player), now_ms())
    answer = MyDailies(
        streak=streak,
        longest=longest,
        solved=await club.store.count_dailies(player),
        bests=[_tell(done) for done in await club.store.daily_bests(player)],
        month=[_tell(done) for done in await club.store.dailies_of(player, *span)] if span else [],
    )
    return Response(answer, headers=_NOT_KEPT)


ROUTES: Final = [daily, daily_results, daily_club, my_dailies]
"""What the application serves of this module."""
