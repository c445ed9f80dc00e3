"""How a database is reached: its driver, its file, its schema."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from thirdcard.errors import OptionError

__all__ = ["migrate", "open_engine", "read_url", "telling_what_fails"]

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_CONNECTIONS = 8
# Readers do not wait for the writer, a commit is on the disk when it returns, and what is deleted
# is overwritten.
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=30000",
    "secure_delete=ON",
)


def read_url(url: str) -> URL:
    """Return a database URL with its asynchronous driver.

    Args:
        url: ``sqlite:///club.db`` (three slashes before a relative path), or
            ``postgresql://user@host/name``.

    Raises:
        OptionError: it is none, or of a database that is not supported.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise OptionError(
            f"{url!r} is no database URL; expected one such as sqlite:///club.db"
        ) from None
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        known = " or ".join(_DRIVERS)
        raise OptionError(f"no support for {backend!r} databases; expected {known}")
    return parsed.set(drivername=_DRIVERS[backend])


def open_engine(url: URL) -> AsyncEngine:
    """Return connections to a database; a new SQLite file is its owner's only."""
    is_in_memory = url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")
    # Connections beyond those that are kept would be opened and closed again in every rush.
    pool = {} if is_in_memory else {"pool_size": _CONNECTIONS, "max_overflow": 0}
    engine = create_async_engine(url, **pool)
    if url.get_backend_name() == "sqlite":
        if url.database:
            _make_private(Path(url.database))
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


@contextmanager
def telling_what_fails(url: URL) -> Iterator[None]:
    """Turn what goes wrong with a database into one line without its password.

    Raises:
        OptionError: a package is missing, the database cannot be reached, or it is none.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        extra = "postgres" if error.name == "asyncpg" else "server"
        raise OptionError(f"the database needs {error.name}: install thirdcard[{extra}]") from None
    except (OSError, SQLAlchemyError) as error:
        shown = url.render_as_string(hide_password=True)
        raise OptionError(f"cannot open {shown}: {_first_line(error)}") from None


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the schema up to a revision, without one to the newest.

    Raises:
        OptionError: the database is another program's, or a later version's.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise OptionError(
            f"the database is another program's, or of a later version of this one: {error}"
        ) from None


def _first_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def _make_private(file: Path) -> None:
    """Make a file that only its owner can read: it will hold seeds of games that are on."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        os.close(os.open(file, os.O_CREAT, 0o600))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
