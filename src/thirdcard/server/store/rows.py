"""What a store keeps besides events, as values."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from thirdcard.game.events import Header

__all__ = [
    "Access",
    "Ban",
    "BestSprint",
    "DailyDone",
    "Line",
    "Notice",
    "NoticeKind",
    "Person",
    "PracticeTotals",
    "Practised",
    "Sprint",
    "StoredTable",
    "fold_name",
]

Access = Literal["public", "link", "passcode"]
"""Who may enter a table: whoever sees it listed, has its link, or knows its passcode."""

NoticeKind = Literal["table", "rewritten", "person", "forgotten"]
"""What a notice is about: a table whose log has grown, one whose log was written anew, a person
whose connections are over, or one who was erased, told by the digest of the id."""


def fold_name(name: str) -> str:
    """Return a name as names are compared: upper and lower case are the same.

    >>> fold_name("Ann") == fold_name("ANN")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


@dataclass(frozen=True)
class StoredTable:
    """What the log keeps of a table besides its events.

    Attributes:
        table: its id.
        header: the kind of game.
        seed: the seed of its shuffle, which leaves the server with the last event only.
        parent: the table that this one continues, None for a fresh one.
        access: who may enter it.
        passcode: the hash of its passcode, None without one.
        owner: the id of the player who opened it, None where nobody is known.
        opened_at: when it was opened, in milliseconds since 1970; 0 where that is not known.
        imported_at: when its record was brought here, None for a game that was played here.
    """

    table: str
    header: Header
    seed: bytes
    parent: str | None = None
    access: Access = "link"
    passcode: str | None = None
    owner: str | None = None
    opened_at: int = 0
    imported_at: int | None = None


@dataclass(frozen=True)
class Person:
    """A guest or the holder of an account.

    Attributes:
        player: the id.
        name: what the person is called.
        account: the name of the account, None for a guest.
        password: the hash of its password, None for a guest.
        epoch: sessions that were begun in an earlier one are over.
        created_at: when the person was first stored, in milliseconds since 1970.
        seen_at: about when the person was last there, 0 where that is not known.
    """

    player: str
    name: str
    account: str | None = None
    password: str | None = None
    epoch: int = 0
    created_at: int = 0
    seen_at: int = 0


@dataclass(frozen=True)
class Line:
    """Something that was said at a table, and under which name."""

    table: str
    seat: int
    player: str
    name: str
    at: int
    text: str


@dataclass(frozen=True)
class Ban:
    """A player whom an administrator sent away, why and when."""

    player: str
    reason: str
    at: int


@dataclass(frozen=True)
class Practised:
    """What came of a table of practice.

    Attributes:
        id: made by the browser; it is stored once.
        player: whose it is.
        variant, seed, number: the table.
        at: when, in milliseconds since 1970, as far as the browser knows.
        ms: how long it took.
        wrong: wrong claims before.
        hints: cards that were shown.
        differing: in how many features the cards of the claim differ, None where none was found.
        easiest: in how many those of the table's easiest claim do.
        level: the table's; this and the one before None where it was practised in an older version.
        sprint: the id of the sprint that it was part of, None outside of one.
    """

    id: str
    player: str
    variant: str
    seed: str
    number: int
    at: int
    ms: int
    wrong: int
    hints: int
    differing: float | None
    easiest: float | None = None
    level: int | None = None
    sprint: str | None = None


@dataclass(frozen=True)
class PracticeTotals:
    """A person's practice of a variant, added up."""

    variant: str
    solved: int
    skipped: int
    wrong: int
    hints: int


@dataclass(frozen=True)
class Sprint:
    """As many claims as possible in a time.

    Attributes:
        id: made by the browser; it is stored once.
        player: whose it is.
        variant, level: its tables; the level None for any.
        seconds: the time.
        at: when it began, in milliseconds since 1970, as far as the browser knows.
        score: claims that were found.
        wrong: wrong claims.
        skipped: tables that were skipped.
    """

    id: str
    player: str
    variant: str
    level: int | None
    seconds: int
    at: int
    score: int
    wrong: int
    skipped: int


@dataclass(frozen=True)
class BestSprint:
    """A person's best sprint of its kind, and how many of them there were."""

    best: Sprint
    sprints: int


@dataclass(frozen=True)
class DailyDone:
    """What came of a daily puzzle.

    Attributes:
        id: made by the browser; it is stored once.
        player: whose it is; of a person and a puzzle the first is stored.
        date, name: which puzzle.
        at: when, in milliseconds since 1970, as far as the browser knows.
        ms: how long it took.
        wrong, hints: how many there were.
        total_ms: the time with what they add.
        solved: whether it was solved.
        on_day: whether the puzzle's date was not over yet, so that it counts for a streak.
    """

    id: str
    player: str
    date: str
    name: str
    at: int
    ms: int
    wrong: int
    hints: int
    total_ms: int
    solved: bool
    on_day: bool


@dataclass(frozen=True)
class Notice:
    """What a command line tells the servers that run; later ones have greater ids.

    Attributes:
        id: its number.
        kind: what it is about.
        argument: the id of the table or the player, or a digest.
    """

    id: int
    kind: NoticeKind
    argument: str
