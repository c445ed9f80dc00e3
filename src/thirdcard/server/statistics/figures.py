"""A person's games, added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import median
from typing import Final

from thirdcard.bots import LEVELS
from thirdcard.errors import VariantError
from thirdcard.game.contests import CONTESTS
from thirdcard.game.results import ClaimTime
from thirdcard.phrases import phrase
from thirdcard.server.statistics.answers import (
    BestAnswer,
    DifferingAnswer,
    FiguresAnswer,
    OpponentAnswer,
    PersonAnswer,
    PlayedAnswer,
    PlayedPageAnswer,
    RatingAnswer,
    StatisticsAnswer,
    TrendAnswer,
)
from thirdcard.server.statistics.ratings import sure_strength
from thirdcard.server.store.result_rows import (
    OVERALL,
    Best,
    Bests,
    Kind,
    Opponent,
    PlayedPage,
    Rating,
    Shown,
    TimedGame,
    Totals,
)
from thirdcard.variants.registry import parse_variant

__all__ = [
    "GAMES_TIMED",
    "TREND_POINTS",
    "add_up",
    "contest_title",
    "tell_played",
    "tell_rating",
    "tell_shown",
    "variant_title",
]

GAMES_TIMED: Final = 1000
"""How many of the latest games times are taken from: they tell how fast somebody is now."""

TREND_POINTS: Final = 20
"""Most points of a trend; each stands for about as many games as the others."""


def add_up(
    person: PersonAnswer,
    totals: Sequence[Totals],
    bests: Mapping[Kind, Bests],
    games: Iterable[TimedGame],
    ratings: Mapping[Kind, Rating],
    opponents: Iterable[Opponent],
) -> StatisticsAnswer:
    """Return all figures of a person.

    Args:
        person: who.
        totals: of all games.
        bests: the shortest times of all games.
        games: the latest, in the order of their ends; times are taken from these.
        ratings: of the person.
        opponents: whom they met.
    """
    by_kind: dict[Kind, list[TimedGame]] = defaultdict(list)
    for game in games:
        by_kind[game.kind].append(game)
    return StatisticsAnswer(
        person=person,
        games=sum(each.games for each in totals),
        wins=sum(each.wins for each in totals),
        claims=sum(each.claims for each in totals),
        rating=tell_rating(ratings.get(OVERALL)),
        figures=[
            _add_up_kind(
                each,
                bests.get(each.kind, Bests(None, None)),
                by_kind[each.kind],
                ratings.get(each.kind),
            )
            for each in totals
        ],
        opponents=_tell_opponents(opponents),
    )


def _add_up_kind(
    totals: Totals, bests: Bests, games: Sequence[TimedGame], rating: Rating | None
) -> FiguresAnswer:
    claims = [claim for game in games for claim in game.claims]
    variant, contest = totals.kind
    return FiguresAnswer(
        variant=variant,
        title=variant_title(variant),
        contest=contest,
        contest_title=contest_title(contest),
        games=totals.games,
        against=totals.against,
        wins=totals.wins,
        claims=totals.claims,
        refusals=totals.refusals,
        median_ms=_median(claims),
        by_differing=_by_differing(claims),
        trend=_follow_trend(games),
        best_claim=_tell_best(bests.claim),
        best_game=_tell_best(bests.game),
        rating=tell_rating(rating),
    )


def _tell_best(best: Best | None) -> BestAnswer | None:
    return None if best is None else BestAnswer(best.ms, best.ended_at, best.table)


def _median(claims: Iterable[ClaimTime]) -> int | None:
    times = [claim.ms for claim in claims]
    return round(median(times)) if times else None


def _by_differing(claims: Iterable[ClaimTime]) -> list[DifferingAnswer]:
    times: dict[int, list[int]] = defaultdict(list)
    for claim in claims:
        # Half a feature counts as a whole one.
        times[int(claim.differing + 0.5)].append(claim.ms)
    return [
        DifferingAnswer(differing, len(own), round(median(own)))
        for differing, own in sorted(times.items())
    ]


def _follow_trend(games: Sequence[TimedGame]) -> list[TrendAnswer]:
    """Return the medians of games that followed each other, in groups of about the same size.

    Groups are of games and not of days, so they are the same in every time zone.
    """
    timed = [game for game in games if game.claims]
    points = min(TREND_POINTS, len(timed))
    bounds = [len(timed) * point // points for point in range(points + 1)] if points else []
    trend = []
    for begin, end in pairwise(bounds):
        group = timed[begin:end]
        claims = [claim for game in group for claim in game.claims]
        typical = _median(claims)
        assert typical is not None
        trend.append(TrendAnswer(group[-1].ended_at, len(group), len(claims), typical))
    return trend


def tell_played(page: PlayedPage) -> PlayedPageAnswer:
    """Return what is told of some games of somebody."""
    return PlayedPageAnswer(
        games=[
            PlayedAnswer(
                table=game.table,
                variant=game.kind[0],
                title=variant_title(game.kind[0]),
                contest=game.kind[1],
                contest_title=contest_title(game.kind[1]),
                at=game.ended_at,
                seats=game.seats,
                place=None if game.seats == 1 or _is_shared(game.kind[1]) else game.rank,
                score=game.score,
                won=game.won,
            )
            for game in page.games
        ],
        before=page.before,
    )


# -- people ---------------------------------------------------------------------------------------


def tell_shown(shown: Shown) -> PersonAnswer:
    """Return what is told of somebody who may be shown."""
    return PersonAnswer(shown.public, shown.name, shown.has_account)


def tell_rating(rating: Rating | None) -> RatingAnswer | None:
    """Return what is told of a rating."""
    if rating is None:
        return None
    return RatingAnswer(
        strength=round(sure_strength(rating), 2),
        mu=round(rating.mu, 2),
        sigma=round(rating.sigma, 2),
        games=rating.games,
    )


def _tell_opponents(opponents: Iterable[Opponent]) -> list[OpponentAnswer]:
    """Return opponents by name; those without one together, in the last two rows."""
    told: list[OpponentAnswer] = []
    nameless: dict[str, list[Opponent]] = {"guests": [], "left": []}
    for opponent in opponents:
        if opponent.bot is not None:
            level = LEVELS[min(opponent.bot, len(LEVELS)) - 1]
            told.append(
                OpponentAnswer(
                    "bot", None, opponent.bot, level.seat_name, opponent.games, opponent.won
                )
            )
        elif opponent.person is not None:
            person = tell_shown(opponent.person)
            told.append(
                OpponentAnswer("person", person, None, person.name, opponent.games, opponent.won)
            )
        else:
            nameless["left" if opponent.has_left else "guests"].append(opponent)
    titles = {"guests": phrase("Guests who are not here"), "left": phrase("Somebody who left")}
    for who, rows in nameless.items():
        if rows:
            games, won = sum(row.games for row in rows), sum(row.won for row in rows)
            told.append(OpponentAnswer(who, None, None, titles[who], games, won))
    return told


# -- titles ---------------------------------------------------------------------------------------


@lru_cache(256)
def variant_title(expression: str) -> str:
    """Return the name of a variant, or its expression where a later version knew it."""
    try:
        return parse_variant(expression).title
    except VariantError:
        return expression


def _is_shared(key: str) -> bool:
    contest = CONTESTS.get(key)
    return contest is not None and contest.is_shared


def contest_title(key: str) -> str:
    """Return the name of a contest."""
    contest = CONTESTS.get(key)
    return key if contest is None else contest.title
