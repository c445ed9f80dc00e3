"""What an event log must do, and what else a club keeps beside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import date
from typing import Any

from thirdcard.game.events import Event
from thirdcard.game.results import Result
from thirdcard.server.store.result_rows import (
    Bests,
    Fastest,
    Kind,
    Leader,
    Opponent,
    PlayedPage,
    Rate,
    Rating,
    Shown,
    TimedGame,
    Totals,
)
from thirdcard.server.store.rows import (
    Access,
    Ban,
    BestSprint,
    DailyDone,
    Line,
    Notice,
    NoticeKind,
    Person,
    PracticeTotals,
    Practised,
    Sprint,
    StoredTable,
)

__all__ = ["Access", "Ban", "Line", "Notice", "NoticeKind", "Person", "Store", "StoredTable"]


class Store(ABC):
    """An append-only log of events for every table, with one sequence each; and the people.

    What a method has returned from is durable: it survives the process being killed.
    """

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, and disconnect."""

    @abstractmethod
    async def secret(self) -> str:
        """Return the key that identities are signed with, made at the first call ever."""

    @abstractmethod
    async def mark_served(self, at: int) -> None:
        """Remember that the clocks of the club ran at a time in milliseconds since 1970."""

    @abstractmethod
    async def last_served(self) -> int | None:
        """Return when they ran last, as far as is known."""

    # -- tables -------------------------------------------------------------------------------

    @abstractmethod
    async def create(self, stored: StoredTable, events: Sequence[Event]) -> StoredTable:
        """Add a table with its first events.

        Returns:
            The table that is there now: if another continues the same parent already, that one.
        """

    @abstractmethod
    async def append(self, table: str, events: Sequence[Event]) -> None:
        """Add events to a table's log, all of them or none.

        Raises:
            ConflictError: a sequence number is taken; nothing was added.
        """

    @abstractmethod
    async def find(self, table: str) -> StoredTable | None:
        """Return a table, None if there is no such."""

    @abstractmethod
    async def find_successor(self, table: str) -> str | None:
        """Return the id of the table that continues a table, None if there is none."""

    @abstractmethod
    async def events(self, table: str, since: int = 0) -> list[Event]:
        """Return a table's events after a sequence number, in order."""

    @abstractmethod
    async def tables(self, *, open_only: bool = True) -> list[str]:
        """Return the ids of the tables, of those whose games have not ended or of all."""

    async def open_tables(self) -> list[str]:
        """Return the ids of the tables whose games have not ended."""
        return await self.tables()

    @abstractmethod
    async def tables_of(self, player: str, *, open_only: bool) -> list[str]:
        """Return the ids of the tables where a person ever had a seat, the newest first."""

    # -- what is said, and who may come in ----------------------------------------------------

    @abstractmethod
    async def add_line(self, line: Line) -> None:
        """Keep something that was said at a table."""

    @abstractmethod
    async def lines(self, table: str, last: int = 100) -> list[Line]:
        """Return what was said last at a table, oldest first."""

    @abstractmethod
    async def admit(self, table: str, player: str) -> None:
        """Let a player enter a table from now on."""

    @abstractmethod
    async def is_admitted(self, table: str, player: str) -> bool:
        """Tell whether a player was let into a table."""

    # -- people -------------------------------------------------------------------------------

    @abstractmethod
    async def find_person(self, player: str) -> Person | None:
        """Return a person, None if nothing is stored of them."""

    @abstractmethod
    async def find_account(self, name: str) -> Person | None:
        """Return who has the account of a name, in whatever case it is written."""

    @abstractmethod
    async def save_person(self, person: Person) -> None:
        """Store a person, new or changed.

        Raises:
            ConflictError: another person has the account's name.
        """

    @abstractmethod
    async def mark_seen(self, player: str, at: int) -> None:
        """Remember when a person was last there, if anything is stored of them."""

    @abstractmethod
    async def people(self, limit: int = 1000) -> list[Person]:
        """Return the people who were there last, the latest first."""

    @abstractmethod
    async def is_named(self, name: str) -> bool:
        """Tell whether a stored person is called so, in whatever case it is written."""

    @abstractmethod
    async def export(self, player: str) -> dict[str, Any]:
        """Return all that is stored of a person, as plain JSON values."""

    @abstractmethod
    async def erase(self, player: str, new_name: str) -> None:
        """Remove a person: no row has the id or the name any more, except in words of others.

        Games that they played stay, with a random id and a new name in their place.
        """

    # -- order --------------------------------------------------------------------------------

    @abstractmethod
    async def ban(self, player: str, reason: str, at: int) -> None:
        """Keep a player out of the club; a second ban takes the place of the first."""

    @abstractmethod
    async def unban(self, player: str) -> None:
        """Let a player in again."""

    @abstractmethod
    async def is_banned(self, player: str) -> bool:
        """Tell whether a player is kept out."""

    @abstractmethod
    async def bans(self) -> list[Ban]:
        """Return who is kept out, the latest first."""

    @abstractmethod
    async def add_notice(self, kind: NoticeKind, argument: str) -> None:
        """Tell the servers that run about a table or a person."""

    @abstractmethod
    async def notices(self, since: int) -> list[Notice]:
        """Return the notices after a number, in order; those of the last day are kept."""

    @abstractmethod
    async def last_notice(self) -> int:
        """Return the number of the newest notice, 0 for none."""

    # -- what games came to -------------------------------------------------------------------

    @abstractmethod
    async def uncounted(self, limit: int = 100) -> list[str]:
        """Return the ids of tables whose games have ended and are not counted, the oldest first."""

    @abstractmethod
    async def save_result(self, table: str, result: Result) -> None:
        """Count a game; one that is counted already is left as it is."""

    @abstractmethod
    async def save_fault(self, table: str, fault: str) -> None:
        """Mark a game as one whose log cannot be read, and why, so that it is not tried again."""

    @abstractmethod
    async def update_ratings(self, rate: Rate, limit: int = 500) -> int:
        """Let ratings follow from so many games that are not in them, in the order of their ends.

        Returns:
            How many games there were.
        """

    @abstractmethod
    async def restart_ratings(self) -> None:
        """Forget all ratings, so that they follow anew from all games."""

    @abstractmethod
    async def ratings_of(self, player: str) -> dict[Kind, Rating]:
        """Return the ratings of a person."""

    @abstractmethod
    async def find_shown(self, public: str) -> Shown | None:
        """Return who is called so in addresses, None if nobody is."""

    @abstractmethod
    async def public_id(self, player: str) -> str | None:
        """Return what a person is called in addresses, None if nothing is stored of them."""

    @abstractmethod
    async def totals(self, player: str) -> list[Totals]:
        """Return the counted games of a person by what was played, the most often first."""

    @abstractmethod
    async def timed_games(self, player: str, last: int) -> list[TimedGame]:
        """Return the last counted games of a person, in the order of their ends."""

    @abstractmethod
    async def bests(self, player: str, reader: str | None) -> dict[Kind, Bests]:
        """Return the shortest times of a person by what was played.

        Args:
            player: the id.
            reader: whose right to come to the tables decides whether these are named.
        """

    @abstractmethod
    async def played_games(
        self, player: str, reader: str | None, before: int | None, limit: int
    ) -> PlayedPage:
        """Return counted games of a person, the newest first; `reader` as in `bests`.

        Games at tables with a passcode are there only for who has entered these.

        Args:
            player: the id.
            reader: the id of who asks, None for somebody without a session.
            before: a time in milliseconds since 1970, before which the games ended.
            limit: about how many.
        """

    @abstractmethod
    async def opponents(self, player: str, since: int) -> list[Opponent]:
        """Return whom a person met in rated games, those met most often first.

        Args:
            player: the id.
            since: guests who were not seen since are not named.
        """

    @abstractmethod
    async def leaders(self, kind: Kind, since: int, limit: int = 100) -> list[Leader]:
        """Return who is rated highest, the first first; `since` as in `opponents`.

        Ordered by what somebody's strength very likely exceeds: the mean less three deviations.
        """

    @abstractmethod
    async def fastest(self, kind: Kind, since: int, limit: int = 100) -> list[Fastest]:
        """Return who played the shortest usual games alone; `since` as in `opponents`."""

    @abstractmethod
    async def played_kinds(self) -> list[tuple[Kind, int]]:
        """Return what is played in the club, and in how many games, the most often first."""

    # -- practice -----------------------------------------------------------------------------

    @abstractmethod
    async def add_practised(self, practised: Sequence[Practised]) -> None:
        """Store what came of tables; of those whose id is there already nothing changes."""

    @abstractmethod
    async def practice_totals(self, player: str) -> list[PracticeTotals]:
        """Return a person's practice by variant, what was practised most first."""

    @abstractmethod
    async def practised(self, player: str, last: int) -> list[Practised]:
        """Return the last tables that a person practised on, the newest first."""

    @abstractmethod
    async def practised_in(self, player: str, sprint: str) -> list[Practised]:
        """Return the tables of a person's sprint."""

    @abstractmethod
    async def add_sprint(self, sprint: Sprint) -> None:
        """Store a sprint; where its id is there already nothing changes."""

    @abstractmethod
    async def best_sprints(self, player: str) -> list[BestSprint]:
        """Return a person's best sprint of each variant, level and time.

        Of equal scores the best has fewer wrong claims, then it is the earlier one.
        """

    # -- daily puzzles ------------------------------------------------------------------------

    @abstractmethod
    async def add_dailies(self, done: Sequence[DailyDone]) -> None:
        """Store what came of daily puzzles; nothing changes where their person has a result."""

    @abstractmethod
    async def dailies_on(self, date: str, name: str) -> list[DailyDone]:
        """Return what came of one of a date's puzzles, for everybody."""

    @abstractmethod
    async def dailies_of(self, player: str, first: str, last: str) -> list[DailyDone]:
        """Return a person's results of some dates, in their order."""

    @abstractmethod
    async def daily_days(self, player: str) -> list[date]:
        """Return the dates on which a person solved a puzzle of that date, each once."""

    @abstractmethod
    async def count_dailies(self, player: str) -> int:
        """Return how many puzzles a person has solved."""

    @abstractmethod
    async def daily_bests(self, player: str) -> list[DailyDone]:
        """Return a person's shortest time for each of a day's puzzles; of equal ones the first."""
