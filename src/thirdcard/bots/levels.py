"""How well a bot plays: five levels, each a row of numbers.

A level differs from its neighbours by less than it seems to from the medians: a bot also has good
and bad days (`FORM`), so that the weaker of two neighbours wins a game now and then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from thirdcard.phrases import phrase

__all__ = ["FORM", "LEVELS", "Level"]

FORM: Final = 0.35
"""Standard deviation of the logarithm of a bot's speed from one game to the next."""


@dataclass(frozen=True)
class Level:
    """A strength of play.

    Attributes:
        number: 1 for the weakest to 5 for the strongest.
        key: a stable name.
        title: its name for people.
        seat_name: what a bot of it is called at a table.
        sentence: how it plays, for people.
        pace: median milliseconds to find a claim of three cards that differ in 2.5 features,
            among 12 cards.
        slope: factor of that for each feature more in which the cards differ.
        spread: standard deviation of the logarithm of a time.
        overlook: chance that a look passes over a claim, for each feature that differs.
        slip: chance that new cards lead to a wrong claim.
        hand: milliseconds to see new cards and mark three of them, the least that a claim takes.
        look: median milliseconds to turn up a card.
        span: after how many cards turned up one is forgotten, as a multiple of the table.
        lapse: chance that it does not claim in the time after its call.
        reads: the most claims on the table of a duel that it plays through; None for all that the
            solver reaches.
        compares: how many claims it compares where all play together; None to find a solution.
        wary: whether it ends a turn that fails with a card that it knows, to show no new one.
    """

    number: int
    key: str
    title: str
    seat_name: str
    sentence: str
    pace: float
    slope: float
    spread: float
    overlook: float
    slip: float
    hand: int
    look: int
    span: float
    lapse: float
    reads: int | None
    compares: int | None
    wary: bool = False


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        number=1,
        key="child",
        title=phrase("Child"),
        seat_name=phrase("Bot · child"),
        sentence=phrase(
            "Looks for a long time, overlooks a lot, and now and then claims what is none."
        ),
        pace=15_000,
        slope=1.6,
        spread=0.8,
        overlook=0.10,
        slip=0.10,
        hand=2000,
        look=2200,
        span=0.6,
        lapse=0.08,
        reads=0,
        compares=1,
    ),
    Level(
        number=2,
        key="beginner",
        title=phrase("Beginner"),
        seat_name=phrase("Bot · beginner"),
        sentence=phrase("Knows the rule and takes its time; overlooks claims that differ in much."),
        pace=9200,
        slope=1.5,
        spread=0.8,
        overlook=0.07,
        slip=0.05,
        hand=1500,
        look=1800,
        span=0.85,
        lapse=0.04,
        reads=7,
        compares=2,
    ),
    Level(
        number=3,
        key="player",
        title=phrase("Player"),
        seat_name=phrase("Bot · player"),
        sentence=phrase("Plays every week, and seldom claims wrongly."),
        pace=5700,
        slope=1.42,
        spread=0.75,
        overlook=0.045,
        slip=0.02,
        hand=1100,
        look=1400,
        span=1.2,
        lapse=0.015,
        reads=11,
        compares=4,
    ),
    Level(
        number=4,
        key="expert",
        title=phrase("Expert"),
        seat_name=phrase("Bot · expert"),
        sentence=phrase("Quick, even where every feature differs."),
        pace=3500,
        slope=1.34,
        spread=0.7,
        overlook=0.02,
        slip=0.005,
        hand=800,
        look=1100,
        span=1.65,
        lapse=0.003,
        reads=16,
        compares=8,
        wary=True,
    ),
    Level(
        number=5,
        key="master",
        title=phrase("World class"),
        seat_name=phrase("Bot · world class"),
        sentence=phrase("As fast as the best; overlooks nothing and makes no mistake."),
        pace=2200,
        slope=1.25,
        spread=0.65,
        overlook=0.0,
        slip=0.0,
        hand=550,
        look=800,
        span=20.0,
        lapse=0.0,
        reads=None,
        compares=None,
        wary=True,
    ),
)
"""From the weakest to the strongest."""
