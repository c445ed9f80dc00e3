"""What the commands for a club's administrator share: the database, and the club's store."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from thirdcard.server.store.base import Store
    from thirdcard.server.store.sql import SqlStore

__all__ = [
    "add_database",
    "count",
    "database_url",
    "find_player",
    "open_store",
    "run_async",
    "table_lines",
    "tell_rows",
    "with_store",
]

T = TypeVar("T")

DATABASE_NOTE = """\
The commands of a club work on its database, whether a server runs or not;
without --database that is the one `thirdcard serve` uses.  Servers that run
hear of it within a second or two."""


def add_database(parser: ArgumentParser) -> None:
    """Add the option that says where a club's events are kept."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="where events are kept: sqlite:///FILE or postgresql://… (a file of your account)",
    )


def database_url(args: Namespace) -> str:
    """Return the database that was asked for, or else the account's own."""
    if args.database:
        return str(args.database)
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('thirdcard') / 'club.db'}"


def run_async(work: Callable[[], Awaitable[T]]) -> T:
    """Run what talks to a database.

    Raises:
        OptionError: a package that it needs is missing.
    """

    async def run() -> T:
        return await work()

    try:
        return asyncio.run(run())
    except ModuleNotFoundError as error:
        raise OptionError(f"this needs {error.name}: install thirdcard[server]") from None


def with_store(args: Namespace, work: Callable[[SqlStore], Awaitable[T]]) -> T:
    """Run something on the store of a club.

    Raises:
        OptionError: there is no club in the database.
    """

    async def run() -> T:
        async with open_store(database_url(args)) as store:
            return await work(store)

    return run_async(run)


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[SqlStore]:
    """Open the store of a club that is there; no new one is made by a slip of the pen.

    Raises:
        OptionError: there is no club in the database, or it cannot be read.
    """
    from thirdcard.server.store.sql import SqlStore

    store = SqlStore(url)
    if store.url.get_backend_name() == "sqlite":
        file = store.url.database
        if not file or not Path(file).is_file():
            raise OptionError(f"there is no club in {url}; expected the --database of a server")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def find_player(store: Store, who: str) -> tuple[str, str | None]:
    """Return the id and the name of a player.

    Args:
        store: of the club.
        who: an id, or the name of an account.  An id comes first: a name is chosen freely.

    Raises:
        OptionError: there is nobody of that id or name.
    """
    person = await store.find_person(who) or await store.find_account(who)
    if person is not None:
        return person.player, person.name
    if await store.tables_of(who, open_only=False):
        return who, None
    raise OptionError(
        f"{who!r} is neither an account nor the id of a player; "
        "thirdcard club list --people shows both"
    )


def count(number: int, noun: str) -> str:
    """Return how many there are of something.

    >>> count(1, "table"), count(2, "table")
    ('1 table', '2 tables')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def table_lines(rows: list[tuple[str, ...]]) -> list[str]:
    """Return rows as lines whose columns stand below each other.

    >>> table_lines([("a", "bcd", "e"), ("xyz", "b", "")])
    ['  a    bcd  e', '  xyz  b']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


_SINGULARS = {"people": "person"}


def tell_rows(rows: Mapping[str, int]) -> str:
    """Return how many rows the tables of a database have.

    >>> tell_rows({"people": 1, "tables": 2, "lines": 0, "events": 34})
    '1 person, 2 tables, 34 events'
    """
    told = (
        f"{number} {_SINGULARS.get(name, name.removesuffix('s')) if number == 1 else name}"
        for name, number in rows.items()
        if number
    )
    return ", ".join(told) or "no rows"
