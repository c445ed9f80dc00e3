"""What a store tells of finished games, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from thirdcard.game.results import ClaimTime

__all__ = [
    "OVERALL",
    "Best",
    "Bests",
    "Fastest",
    "Kind",
    "Leader",
    "Opponent",
    "PlayedGame",
    "PlayedPage",
    "Rate",
    "RatedGame",
    "RatedSeat",
    "Rating",
    "RatingOf",
    "Shown",
    "TimedGame",
    "Totals",
]

Kind = tuple[str, str]
"""What a rating is for: a variant and a contest."""

OVERALL: Kind = ("", "")
"""All games together."""


@dataclass(frozen=True)
class Shown:
    """Somebody whose figures may be asked for.

    Attributes:
        player: the id, which is told to nobody.
        public: what they are called in addresses.
        name: what they are called by people.
        has_account: whether they have an account.
        seen_at: about when they were last there.
    """

    player: str
    public: str
    name: str
    has_account: bool
    seen_at: int


@dataclass(frozen=True)
class Totals:
    """All counted games of somebody, of a variant and a contest.

    Attributes:
        kind: the variant and the contest.
        games: how many.
        against: those of them that more than one played.
        wins: those of them that were won.
        claims, refusals: claims that stood, and that were refused.
    """

    kind: Kind
    games: int
    against: int
    wins: int
    claims: int
    refusals: int


@dataclass(frozen=True)
class Best:
    """A shortest time.

    Attributes:
        ms: in milliseconds of play.
        ended_at: when the game ended in which that was.
        table: the id of its table, None where the reader may not come there.
    """

    ms: int
    ended_at: int
    table: str | None


@dataclass(frozen=True)
class Bests:
    """Somebody's shortest claim, and shortest game alone, with usual options; None without one."""

    claim: Best | None
    game: Best | None


@dataclass(frozen=True)
class PlayedGame:
    """A counted game of somebody, in short.

    Attributes:
        kind: the variant and the contest.
        table: the id of its table, None where the reader may not come there.
        ended_at: when it ended.
        seats: how many played it.
        score, rank, won: what it came to for the person.
    """

    kind: Kind
    table: str | None
    ended_at: int
    seats: int
    score: int
    rank: int
    won: bool


@dataclass(frozen=True)
class PlayedPage:
    """Some games of somebody, the newest first.

    Attributes:
        games: games that ended in the same millisecond are on one page.
        before: the end that all older games are before, None where there are none.
    """

    games: tuple[PlayedGame, ...]
    before: int | None


@dataclass(frozen=True)
class TimedGame:
    """A counted game of somebody: what it was, when it ended, and their claims in it."""

    kind: Kind
    ended_at: int
    claims: tuple[ClaimTime, ...]


@dataclass(frozen=True)
class Opponent:
    """Whom somebody played against: a person, a bot by its level, or somebody who left.

    Attributes:
        person: who; None for a bot, for somebody who left, and for guests who may not be shown.
        bot: the level of a bot.
        has_left: whether nothing is stored of them any more.
        games: games against each other.
        won: those in which the person whose opponents these are was ahead.
    """

    person: Shown | None
    bot: int | None
    has_left: bool
    games: int
    won: int


@dataclass(frozen=True)
class RatedSeat:
    """A seat of a rated game: a person, a bot, or (with neither) somebody who left."""

    player: str | None
    bot: int | None
    rank: int


@dataclass(frozen=True)
class RatedGame:
    """A game that says who is stronger."""

    variant: str
    contest: str
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True)
class Rating:
    """How strong somebody is: a normal distribution, after so many games."""

    mu: float
    sigma: float
    games: int


RatingOf = tuple[str, Kind]
"""Whose rating it is, and for what."""

Rate = Callable[[Mapping[RatingOf, Rating], Sequence[RatedGame]], dict[RatingOf, Rating]]
"""Returns the ratings that some games change, of those before."""


@dataclass(frozen=True)
class Leader:
    """Somebody with a rating."""

    person: Shown
    rating: Rating


@dataclass(frozen=True)
class Fastest:
    """Somebody's shortest game alone."""

    person: Shown
    duration: int
    games: int
