"""The JSON that is told of people's games; all times in milliseconds, dates since 1970 in UTC."""

from __future__ import annotations

import msgspec

__all__ = [
    "BestAnswer",
    "DifferingAnswer",
    "FastestAnswer",
    "FiguresAnswer",
    "KindAnswer",
    "LeaderAnswer",
    "LeadersAnswer",
    "OpponentAnswer",
    "PersonAnswer",
    "PlayedAnswer",
    "PlayedPageAnswer",
    "RatingAnswer",
    "StatisticsAnswer",
    "TrendAnswer",
]


class PersonAnswer(msgspec.Struct, frozen=True):
    """Somebody; `id` is what stands in the address of their page, null while nothing is stored."""

    id: str | None
    name: str
    has_account: bool


class RatingAnswer(msgspec.Struct, frozen=True):
    """How strong somebody is: the mean, its deviation, and what is very likely exceeded."""

    strength: float
    mu: float
    sigma: float
    games: int


class DifferingAnswer(msgspec.Struct, frozen=True):
    """Claims whose cards differ in about so many features."""

    differing: int
    claims: int
    median_ms: int


class TrendAnswer(msgspec.Struct, frozen=True):
    """Some games that followed each other: the end of the last, and the median time of a claim."""

    at: int
    games: int
    claims: int
    median_ms: int


class BestAnswer(msgspec.Struct, frozen=True):
    """A shortest time, and when the game ended in which that was.

    `table` is the id of its table, null where the reader may not come there.
    """

    ms: int
    at: int
    table: str | None


class FiguresAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's games of a variant and a contest.

    Attributes:
        variant, title: the variant's expression and its name.
        contest, contest_title: what was played for.
        games: counted games.
        against: those of them that were played against others, or together.
        wins: those of them that were won.
        claims, refusals: claims that stood, and that were refused.
        median_ms: the median time of a claim in the latest games, null without one.
        by_differing: the same by the number of differing features.
        trend: the same over time.
        best_claim, best_game: the shortest claim, and the shortest game alone, of games
            with usual options.
        rating: null before the first rated game.
    """

    variant: str
    title: str
    contest: str
    contest_title: str
    games: int
    against: int
    wins: int
    claims: int
    refusals: int
    median_ms: int | None
    by_differing: list[DifferingAnswer]
    trend: list[TrendAnswer]
    best_claim: BestAnswer | None
    best_game: BestAnswer | None
    rating: RatingAnswer | None


class OpponentAnswer(msgspec.Struct, frozen=True):
    """Whom somebody met: `who` tells which of the other attributes there are."""

    who: str
    person: PersonAnswer | None
    bot: int | None
    title: str
    games: int
    won: int


class StatisticsAnswer(msgspec.Struct, frozen=True):
    """All figures of somebody."""

    person: PersonAnswer
    games: int
    wins: int
    claims: int
    rating: RatingAnswer | None
    figures: list[FiguresAnswer]
    opponents: list[OpponentAnswer]


class PlayedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that somebody played.

    Attributes:
        table: the id of its table, null where the reader may not come there.
        variant, title: the variant's expression and its name.
        contest, contest_title: what was played for.
        at: when it ended.
        seats: how many played it.
        place: the person's place among them, null where it was alone, or all played together.
        score: the person's.
        won: whether the person won.
    """

    table: str | None
    variant: str
    title: str
    contest: str
    contest_title: str
    at: int
    seats: int
    place: int | None
    score: int
    won: bool


class PlayedPageAnswer(msgspec.Struct, frozen=True):
    """Some games that somebody played, the newest first; `before` asks for the next ones."""

    games: list[PlayedAnswer]
    before: int | None


class KindAnswer(msgspec.Struct, frozen=True):
    """What is played in the club, and in how many games."""

    variant: str
    title: str
    contest: str
    contest_title: str
    games: int


class LeaderAnswer(msgspec.Struct, frozen=True):
    """A place of the board."""

    person: PersonAnswer
    rating: RatingAnswer


class FastestAnswer(msgspec.Struct, frozen=True):
    """A place among the shortest games alone."""

    person: PersonAnswer
    ms: int
    games: int


class LeadersAnswer(msgspec.Struct, frozen=True):
    """A leader board; of all games where `variant` is null, and then without best times."""

    variant: str | None
    title: str
    contest: str | None
    rated: list[LeaderAnswer]
    fastest: list[FastestAnswer]
    bots: list[RatingAnswer]
    kinds: list[KindAnswer]
