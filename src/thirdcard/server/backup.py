"""A whole database as one file, and back: for another day, or for another kind of database.

Tables and columns are read from the database and not from the program: a backup is of the
revision that was found, and is restored as that revision before it is brought up to date.  The
file holds seeds, the hashes of passwords and the key of the cookies; see
`thirdcard.server.backup_file` for its lines.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Column,
    Connection,
    MetaData,
    Table,
    bindparam,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from thirdcard import __version__
from thirdcard.errors import MalformedError, OptionError
from thirdcard.server import backup_file
from thirdcard.server.backup_file import FORMAT, Contents, Row, TableContents
from thirdcard.server.store.connection import migrate, open_engine, read_url, telling_what_fails

__all__ = ["back_up", "restore"]

_REVISION_TABLE = "alembic_version"
_ROWS_AT_ONCE = 1000

T = TypeVar("T")


# -- out ----------------------------------------------------------------------------------------


async def back_up(url: str, file: Path) -> Contents:
    """Write all that a database holds at one moment, while servers may be using it.

    Raises:
        OptionError: there is no club in the database, or the file cannot be written.
    """
    async with _reading(read_url(url)) as connection:
        metadata = await connection.run_sync(_reflect)
        contents = Contents(
            format=FORMAT,
            program=__version__,
            revision=await connection.run_sync(_revision),
            made_at=time.time_ns() // 1_000_000,
            tables={str(t.name): await _count(connection, t) for t in _in_order(metadata)},
        )
        with backup_file.create(file, contents) as writer:
            for table in _in_order(metadata):
                wanted = select(table).order_by(*table.primary_key.columns)
                async for row in await connection.stream(wanted):
                    writer.write(Row(table.name, list(row)))
    return contents


@asynccontextmanager
async def _reading(url: URL) -> AsyncIterator[AsyncConnection]:
    """Connect to read what is there at the moment of the first reading, and no change since."""
    local = url.get_backend_name() == "sqlite"
    if local and not (url.database and Path(url.database).is_file()):
        raise OptionError(f"there is no club in {_show(url)}")
    with telling_what_fails(url):
        engine = open_engine(url)
        try:
            async with engine.connect() as connection:
                if local:
                    await _begin_sqlite(connection, "BEGIN")
                else:
                    await connection.execution_options(
                        isolation_level="REPEATABLE READ", postgresql_readonly=True
                    )
                if not await connection.run_sync(_has_revision):
                    raise OptionError(f"there is no club in {_show(url)}")
                yield connection
        finally:
            await engine.dispose()


def _show(url: URL) -> str:
    """Return a URL as it was given, without its password."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


async def _begin_sqlite(connection: AsyncConnection, statement: str) -> None:
    # The driver begins by itself where rows are changed, and only there.
    await connection.execution_options(isolation_level="AUTOCOMMIT")
    await connection.exec_driver_sql(statement)


def _has_revision(connection: Connection) -> bool:
    return inspect(connection).has_table(_REVISION_TABLE)


def _revision(connection: Connection) -> str:
    return str(connection.scalar(text(f"SELECT version_num FROM {_REVISION_TABLE}")))


def _reflect(connection: Connection) -> MetaData:
    """Return the tables that are there."""
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata


def _in_order(metadata: MetaData) -> list[Table]:
    """Return the club's tables, each after those that its rows refer to."""
    return [table for table in metadata.sorted_tables if table.name != _REVISION_TABLE]


async def _count(connection: AsyncConnection, table: Table) -> TableContents:
    rows = await connection.scalar(select(func.count()).select_from(table))
    return TableContents(tuple(str(column.name) for column in table.columns), rows or 0)


# -- back ---------------------------------------------------------------------------------------


async def restore(url: str, file: Path) -> Contents:
    """Bring all of a backup into an empty database, or nothing of it.

    The file is checked to its end before the database is touched.

    Raises:
        MalformedError: the file is no backup, or not all of one.
        OptionError: the database is not empty, or cannot be used.
    """
    contents = backup_file.check(file)
    target = read_url(url)
    with telling_what_fails(target):
        engine = open_engine(target)
        try:
            async with engine.connect() as connection:
                if target.get_backend_name() == "sqlite":
                    await _begin_sqlite(connection, "BEGIN IMMEDIATE")
                if found := await connection.run_sync(lambda c: inspect(c).get_table_names()):
                    raise OptionError(
                        f"{_show(target)} is not empty: it has a table {min(found)!r}; "
                        "a backup goes into a new database only"
                    )
                await connection.run_sync(_fill, contents, file)
                await connection.commit()
        finally:
            await engine.dispose()
    return contents


def _fill(connection: Connection, contents: Contents, file: Path) -> None:
    """Make the tables of a backup's revision, add its rows, and bring it up to date."""
    migrate(connection, contents.revision)
    metadata = _reflect(connection)
    _require_same_columns(contents, metadata, file)
    # The schema's own revision may have rows; the backup has them all.
    for table in reversed(_in_order(metadata)):
        connection.execute(table.delete())
    loaders = {
        table.name: _Loader(connection, table, contents.tables[table.name].columns)
        for table in _in_order(metadata)
    }
    rows = (line for line in backup_file.read(file) if isinstance(line, Row))
    for name, group in groupby(rows, key=lambda row: row.table):
        for batch in _batches(group):
            loaders[name].add([row.values for row in batch])
    for loader in loaders.values():
        loader.finish()
    migrate(connection)


def _require_same_columns(contents: Contents, metadata: MetaData, file: Path) -> None:
    here = {t.name: sorted(column.name for column in t.columns) for t in _in_order(metadata)}
    there = {name: sorted(table.columns) for name, table in contents.tables.items()}
    if here != there:
        raise MalformedError(
            f"{file}, line 1: its tables are not those of revision {contents.revision!r}"
        )


class _Loader:
    """Adds the rows of a table, in whatever order they refer to each other."""

    def __init__(self, connection: Connection, table: Table, columns: tuple[str, ...]) -> None:
        self._connection = connection
        self._table = table
        self._columns = columns
        self._own_references: dict[str, list[dict[str, Any]]] = {
            key.parent.name: [] for key in table.foreign_keys if key.column.table is table
        }

    def add(self, values: list[list[Any]]) -> None:
        """Add rows; what they say of other rows of their table is left for the end."""
        rows = [dict(zip(self._columns, each, strict=True)) for each in values]
        for name, references in self._own_references.items():
            for row in rows:
                if row[name] is not None:
                    keys = {f"key_{key.name}": row[key.name] for key in self._keys}
                    references.append({"value": row[name], **keys})
                    row[name] = None
        self._connection.execute(insert(self._table), rows)

    def finish(self) -> None:
        """Add what was left, and let the database number new rows after the greatest number."""
        same = [key == bindparam(f"key_{key.name}") for key in self._keys]
        for name, references in self._own_references.items():
            statement = update(self._table).where(*same).values({name: bindparam("value")})
            for batch in _batches(references):
                self._connection.execute(statement, batch)
        if self._connection.dialect.name == "postgresql":
            self._number_on()

    @property
    def _keys(self) -> list[Column[Any]]:
        return list(self._table.primary_key.columns)

    def _number_on(self) -> None:
        for key in self._keys:
            sequence = self._connection.scalar(
                select(func.pg_get_serial_sequence(self._table.name, key.name))
            )
            if sequence is not None:
                last = select(func.coalesce(func.max(key), 0) + 1).scalar_subquery()
                self._connection.execute(select(func.setval(sequence, last, False)))


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(items)
    while batch := list(islice(iterator, _ROWS_AT_ONCE)):
        yield batch
