"""What an event log must do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from thirdcard.game.events import Event, Header

__all__ = ["Store", "StoredTable"]


@dataclass(frozen=True)
class StoredTable:
    """What the log keeps of a table besides its events.

    Attributes:
        table: its id.
        header: the kind of game.
        seed: the seed of its shuffle, which leaves the server with the last event only.
        parent: the table that this one continues, None for a fresh one.
    """

    table: str
    header: Header
    seed: bytes
    parent: str | None = None


class Store(ABC):
    """An append-only log of events for every table, with one sequence each.

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
    async def open_tables(self) -> list[str]:
        """Return the ids of the tables whose games have not ended."""
