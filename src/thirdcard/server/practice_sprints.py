"""Sprints: as many claims as possible in a time, on tables of practice.

A sprint is kept by the browser until its time is over, and then told to the server like a table,
under an id of its own that counts once.  Its score is not told: the server adds it up from the
tables that were stored with the sprint's id, each of which it has drawn and judged.  A claim that
was found counts 1 if it was found without help, on a table of the sprint's variant and level.  A
wrong claim and a skipped table cost `PENALTY_MS` of the time.

References:
    That an error costs seconds and not points is the manner of Puzzle Storm, the chess puzzles
    against the clock on lichess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import JSONBody

from thirdcard.errors import OptionError
from thirdcard.phrases import join_words, phrase
from thirdcard.server.entrance import require_player
from thirdcard.server.limits import Limit
from thirdcard.server.live import now_ms
from thirdcard.server.practice_levels import require_level
from thirdcard.server.practice_tables import parse_practice_variant
from thirdcard.server.results import ID, Receipt, judge_each
from thirdcard.server.statistics.figures import variant_title
from thirdcard.server.store.rows import Practised, Sprint
from thirdcard.server.tables import Club

__all__ = ["LENGTHS", "MOST_SPRINTS", "PENALTY_MS", "ROUTES"]

LENGTHS: Final = (60, 120, 300)
"""How many seconds a sprint may last."""
PENALTY_MS: Final = 5000
"""Milliseconds that a wrong claim costs, or a table that is skipped."""
MOST_SPRINTS: Final = 10
"""Sprints that are taken at once."""

_SLACK_MS: Final = 1000
_NOT_KEPT = {"Cache-Control": "no-store"}


class SprintResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sprint that is over.

    Attributes:
        id: made by the browser; what came of its tables is stored before, with this id.
        variant, level: its tables; the level null for any.
        seconds: how long it lasts.
        at: when it began, in milliseconds since 1970.
        wrong: wrong claims, with those on the table on which the time was over.
    """

    id: Annotated[str, msgspec.Meta(pattern=ID)]
    variant: Annotated[str, msgspec.Meta(max_length=64)]
    level: Annotated[int, msgspec.Meta(ge=1, le=9)] | None
    seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)]
    at: Annotated[int, msgspec.Meta(ge=0)]
    wrong: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


class SprintResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some sprints that are over."""

    sprints: Annotated[list[SprintResult], msgspec.Meta(min_length=1, max_length=MOST_SPRINTS)]


@post("/api/practice/sprints", status_code=200)
async def practice_sprints(
    request: Request[Any, Any, Any], data: JSONBody[SprintResults]
) -> Receipt:
    """Store sprints; one that is stored already is not counted once more."""
    player = await require_player(request)
    limit: Limit = request.app.state.practice_results
    limit.take(player)
    club: Club = request.app.state.club

    async def judge(result: SprintResult) -> Sprint:
        return _judge(player, result, await club.store.practised_in(player, result.id))

    sprints, receipt = await judge_each(data.sprints, judge)
    async with club.people.kept(player):
        for sprint in sprints:
            await club.store.add_sprint(sprint)
    return receipt


def _judge(player: str, result: SprintResult, practised: Sequence[Practised]) -> Sprint:
    """Return what is stored of a sprint.

    Raises:
        MalformedError: there is no such sprint, or its tables took longer than it lasted.
    """
    variant = parse_practice_variant(result.variant)
    require_level(variant, result.level)
    if result.seconds not in LENGTHS:
        raise OptionError(
            phrase(
                "a sprint of {seconds} seconds: expected {lengths}",
                seconds=result.seconds,
                lengths=join_words([str(length) for length in LENGTHS], "or"),
            )
        )
    fitting = [
        each
        for each in practised
        if each.variant == variant.key and result.level in (None, each.level) and not each.hints
    ]
    found = [each for each in fitting if each.differing is not None]
    wrong = sum(each.wrong for each in fitting)
    skipped = len(fitting) - len(found)
    # The last error may cost more than was left.
    taken = sum(each.ms for each in fitting) + PENALTY_MS * max(0, wrong + skipped - 1)
    if taken > 1000 * result.seconds + _SLACK_MS:
        raise OptionError(
            phrase(
                "the tables took {taken} seconds, more than the sprint's {seconds}",
                taken=taken // 1000,
                seconds=result.seconds,
            )
        )
    return Sprint(
        id=result.id,
        player=player,
        variant=variant.key,
        level=result.level,
        seconds=result.seconds,
        at=min(result.at, now_ms()),
        score=len(found),
        wrong=max(wrong, result.wrong),
        skipped=skipped,
    )


class SprintFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's best sprint of its kind.

    Attributes:
        variant, title: the variant's expression and its name.
        level: that of its tables, null for any.
        seconds: how long it lasted.
        score, wrong, skipped: claims that were found, wrong ones, and tables that were skipped.
        at: when it began.
        sprints: how many of its kind there were.
    """

    variant: str
    title: str
    level: int | None
    seconds: int
    score: int
    wrong: int
    skipped: int
    at: int
    sprints: int


@get("/api/me/sprints")
async def my_sprints(request: Request[Any, Any, Any]) -> Response[list[SprintFigures]]:
    """Return one's own best sprints."""
    player = await require_player(request)
    club: Club = request.app.state.club
    bests = [
        SprintFigures(
            variant=each.best.variant,
            title=variant_title(each.best.variant),
            level=each.best.level,
            seconds=each.best.seconds,
            score=each.best.score,
            wrong=each.best.wrong,
            skipped=each.best.skipped,
            at=each.best.at,
            sprints=each.sprints,
        )
        for each in await club.store.best_sprints(player)
    ]
    return Response(bests, headers=_NOT_KEPT)


ROUTES: Final = [practice_sprints, my_sprints]
"""What the application serves of this module."""
