"""What is told of each table of a game; see `thirdcard.game.analysis`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "MOST_COUNTED",
    "MOST_LISTED",
    "MOST_LISTED_IN_ALL",
    "Cause",
    "Chance",
    "Moment",
    "Scores",
    "Taking",
    "WrongClaim",
]

MOST_COUNTED = 3000
"""Most claims of a table that are counted; where there are more, so many are told."""

MOST_LISTED = 60
"""Most claims of a table that are listed; one that was taken is always among them."""

MOST_LISTED_IN_ALL = 20_000
"""Most claims of a game that are listed; the tables after them tell the one that was taken."""

Cause = Literal["start", "claimed", "dealt", "taken_back"]


@dataclass(frozen=True)
class Chance:
    """A claim that was there.

    Attributes:
        cards: its cards that lay on the table or, where the rule chains, are of an earlier claim.
        difficulty: in how many features its cards differ, as the mean over its pairs.
        seats: who could take it.
        taken: whether the moment ended with it.
    """

    cards: tuple[str, ...]
    difficulty: float
    seats: tuple[int, ...]
    taken: bool = False


@dataclass(frozen=True)
class Taking:
    """The claim with which a moment ended.

    Attributes:
        seq: its event.
        seat: who took it.
        cards: what was claimed.
        linked: the card of an earlier claim, where the rule chains.
        points: what it earned.
        after_ms: after how long: since the table changed last, in turns since the turn began.
        there_ms: for how long all its cards had lain there.
        difficulty: as in `Chance`.
        known: of cards that lie face down, how many of its had been turned up in earlier turns;
            None where cards lie open.
        undone: whether it was taken back later.
    """

    seq: int
    seat: int
    cards: tuple[str, ...]
    linked: str | None
    points: int
    after_ms: int
    there_ms: int
    difficulty: float
    known: int | None = None
    undone: bool = False


@dataclass(frozen=True)
class WrongClaim:
    """A claim that was refused.

    Attributes:
        seat: whose it was.
        cards: what was claimed.
        code: why it was refused.
        cost: points that it cost.
        at_ms: when.
    """

    seat: int
    cards: tuple[str, ...]
    code: str
    cost: int
    at_ms: int


@dataclass(frozen=True)
class Moment:
    """A table between two changes of its cards.

    Attributes:
        seq: the event after which it lay so.
        at_ms: since when.
        until_ms: until when.
        cause: what had changed: the first deal, a claim, more cards, a claim that was undone.
        slots: the card on each slot, None for a hole.
        groups: number of cards in each group.
        undealt: cards left in the deck.
        grew: how often cards had to be added because nobody had a claim.
        on_table: how many claims lay there for who continues none; None for more than are counted.
        count: how many could be taken by somebody present, or `MOST_COUNTED`.
        chances: those that are listed, the easiest first.
        taking: the claim that ended it, None where it ended otherwise.
        missed: whether a claim was there when cards were added or the time was over.
        wrong: claims that were refused meanwhile.
        scores: of each seat at its beginning.
        turn: the seat to move, None where no turns are taken.
    """

    seq: int
    at_ms: int
    until_ms: int
    cause: Cause
    slots: tuple[str | None, ...]
    groups: tuple[int, ...]
    undealt: int
    grew: int
    on_table: int | None
    count: int
    chances: tuple[Chance, ...]
    taking: Taking | None
    missed: bool
    wrong: tuple[WrongClaim, ...]
    scores: tuple[int, ...]
    turn: int | None


@dataclass(frozen=True)
class Scores:
    """The score of each seat from a time on."""

    at_ms: int
    scores: tuple[int, ...]
