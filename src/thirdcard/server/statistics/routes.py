"""The routes of figures and leader boards."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from thirdcard.errors import OptionError
from thirdcard.game.contests import CONTESTS
from thirdcard.phrases import phrase
from thirdcard.server.entrance import identify, require_player
from thirdcard.server.live import now_ms
from thirdcard.server.people import People
from thirdcard.server.statistics import figures
from thirdcard.server.statistics.answers import (
    FastestAnswer,
    KindAnswer,
    LeaderAnswer,
    LeadersAnswer,
    PersonAnswer,
    PlayedPageAnswer,
    RatingAnswer,
    StatisticsAnswer,
)
from thirdcard.server.statistics.ratings import BOT_PLACES
from thirdcard.server.store.base import Store
from thirdcard.server.store.result_rows import OVERALL, Shown
from thirdcard.server.tables import Club
from thirdcard.variants.registry import parse_variant

__all__ = ["GAMES_LISTED", "GUESTS_SHOWN_MS", "ROUTES"]

GAMES_LISTED: Final = 20
"""About how many games are told at a time."""

GUESTS_SHOWN_MS: Final = 86_400_000
"""For how long after they were last there guests are shown to others."""

_NOT_KEPT = {"Cache-Control": "no-store"}


@get("/api/me/statistics")
async def my_statistics(request: Request[Any, Any, Any]) -> Response[StatisticsAnswer]:
    """Return one's own figures."""
    player = await require_player(request)
    people: People = request.app.state.people
    person = await people.find(player)
    public = await _store(request).public_id(player)
    told = PersonAnswer(public, person.name, person.account is not None)
    return Response(await _tell(_store(request), player, player, told), headers=_NOT_KEPT)


@get("/api/people/{person:str}/statistics")
async def statistics(
    request: Request[Any, Any, Any], person: FromPath[str]
) -> Response[StatisticsAnswer]:
    """Return somebody's figures: of who has an account, or is a guest and was here lately."""
    shown, reader = await _require_shown(request, person), await identify(request)
    told = figures.tell_shown(shown)
    return Response(await _tell(_store(request), shown.player, reader, told), headers=_NOT_KEPT)


@get("/api/me/games")
async def my_games(
    request: Request[Any, Any, Any], before: FromQuery[int | None] = None
) -> Response[PlayedPageAnswer]:
    """Return one's own games, the newest first, of those that ended before a time."""
    player = await require_player(request)
    return await _list_games(request, player, player, before)


@get("/api/people/{person:str}/games")
async def games(
    request: Request[Any, Any, Any],
    person: FromPath[str],
    before: FromQuery[int | None] = None,
) -> Response[PlayedPageAnswer]:
    """Return somebody's games, as `my_games` does, for whoever may see their figures."""
    shown, reader = await _require_shown(request, person), await identify(request)
    return await _list_games(request, shown.player, reader, before)


@get("/api/leaders")
async def leaders(
    request: Request[Any, Any, Any],
    variant: FromQuery[str | None] = None,
    contest: FromQuery[str] = "race",
) -> Response[LeadersAnswer]:
    """Return a leader board: of a variant, or of all games together."""
    if contest not in CONTESTS:
        known = ", ".join(CONTESTS)
        raise OptionError(
            phrase(
                "contest is {contest}; expected one of {known}",
                contest=repr(contest[:40]),
                known=known,
            )
        )
    kind = OVERALL
    title: str = phrase("All games")
    if variant is not None:
        parsed = parse_variant(variant)
        kind, title = (parsed.key, contest), parsed.title
    store, since = _store(request), _since()
    board = LeadersAnswer(
        variant=None if kind == OVERALL else kind[0],
        title=title,
        contest=None if kind == OVERALL else kind[1],
        rated=[
            LeaderAnswer(figures.tell_shown(each.person), rating)
            for each in await store.leaders(kind, since)
            if (rating := figures.tell_rating(each.rating))
        ],
        fastest=[
            FastestAnswer(figures.tell_shown(each.person), each.duration, each.games)
            for each in (() if kind == OVERALL else await store.fastest(kind, since))
        ],
        bots=[RatingAnswer(round(place, 2), round(place, 2), 0.0, 0) for place in BOT_PLACES],
        kinds=[
            KindAnswer(
                variant=key,
                title=figures.variant_title(key),
                contest=for_what,
                contest_title=figures.contest_title(for_what),
                games=games,
            )
            for (key, for_what), games in await store.played_kinds()
        ],
    )
    return Response(board, headers=_NOT_KEPT)


ROUTES: Final = [my_statistics, statistics, my_games, games, leaders]


async def _require_shown(request: Request[Any, Any, Any], person: str) -> Shown:
    """Return who is called so in addresses.

    Raises:
        NotFoundException: nobody is, or it is a guest who was not here lately.
    """
    shown = await _store(request).find_shown(person)
    if shown is None or not (shown.has_account or shown.seen_at >= _since()):
        raise NotFoundException(
            detail=phrase("Nobody here is called so, or it is a guest who is not here.")
        )
    return shown


async def _list_games(
    request: Request[Any, Any, Any], player: str, reader: str | None, before: int | None
) -> Response[PlayedPageAnswer]:
    if before is not None and not 0 <= before < 2**63:
        raise OptionError(
            phrase("before is {before}; expected milliseconds since 1970", before=str(before))
        )
    page = await _store(request).played_games(player, reader, before, GAMES_LISTED)
    return Response(figures.tell_played(page), headers=_NOT_KEPT)


async def _tell(
    store: Store, player: str, reader: str | None, person: PersonAnswer
) -> StatisticsAnswer:
    totals, bests, games, ratings, opponents = await asyncio.gather(
        store.totals(player),
        store.bests(player, reader),
        store.timed_games(player, figures.GAMES_TIMED),
        store.ratings_of(player),
        store.opponents(player, _since()),
    )
    # Thousands of games take a while to add up.
    return await asyncio.to_thread(figures.add_up, person, totals, bests, games, ratings, opponents)


def _since() -> int:
    return now_ms() - GUESTS_SHOWN_MS


def _store(request: Request[Any, Any, Any]) -> Store:
    club: Club = request.app.state.club
    return club.store
