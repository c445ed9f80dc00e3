"""The file that an interrupted or killed run goes on from.

One SQLite database holds the question as it was asked and the result of each block that is done::

    question(key TEXT, value TEXT)         the question's entries, each value as canonical JSON
    block(phase TEXT, number INTEGER, result ANY)
                                           a BLOB is a result of bytes, a TEXT is one as JSON

Work on one question may have several phases, each with its own blocks.

Blocks are written in transactions, so the file is valid whenever the process ends; a process that
is killed outright loses what it has not written, at most the blocks of the last
`COMMIT_SECONDS`.  ``application_id`` marks the file as one of these and ``user_version`` is its
format.  A run holds SQLite's exclusive lock, which the system takes back with the process.

The blocks answer one question by one version of the program: any other is refused with the entry
that differs, and a file that is something else is refused unread and unaltered.

Reference:
    SQLite, "Database File Format" and "Atomic Commit In SQLite".
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final

from thirdcard import __version__
from thirdcard.errors import OptionError, ThirdcardError

__all__ = ["COMMIT_SECONDS", "FORMAT", "Result", "ResumeFile"]

Result = Any
"""Bytes, or a JSON value that reads back as itself: no tuple, no key but a ``str``."""

COMMIT_SECONDS: Final = 0.2
"""Blocks that follow each other faster than this are committed together."""

FORMAT: Final = 1
_BLOCKS: Final = "blocks"
_APPLICATION: Final = 0x33726443  # "3rdC"
_SCHEMA: Final = (
    "CREATE TABLE question (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE block (phase TEXT, number INTEGER, result NOT NULL, "
    "PRIMARY KEY (phase, number)) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)


class ResumeFile:
    """The results of one question's blocks, kept on disk; a context manager.

    Args:
        path: the file; it is made if nothing is there.
        question: all that decides the results, as JSON values; the version of this package is
            added to it.
        blocks: how many blocks there are, None if that does not matter.
        phase: which part of the work they are.

    Raises:
        OptionError: the file cannot be opened or written, is in use, is no resume file, is of a
            newer format, or is of another question.
    """

    def __init__(
        self, path: Path, question: Mapping[str, Any], blocks: int | None = None, phase: str = ""
    ) -> None:
        self._path = path
        self._phase = phase
        self._blocks_key = f"{_BLOCKS} of {phase}" if phase else _BLOCKS
        self._question = {key: _to_json(value) for key, value in question.items()}
        self._question["thirdcard"] = _to_json(__version__)
        if blocks is not None:
            self._question[self._blocks_key] = _to_json(blocks)
        self._waiting: list[tuple[str, int, bytes | str]] = []
        self._committed = monotonic()
        _require_resume_file(path)
        self._connection = self._open()

    def __enter__(self) -> ResumeFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- blocks -------------------------------------------------------------------------------

    def iter_results(self) -> Iterator[tuple[int, Result]]:
        """Yield the number and the result of every block that is done, one row in memory.

        Raises:
            OptionError: the file is damaged.
        """
        try:
            for number, result in self._connection.execute(
                "SELECT number, result FROM block WHERE phase = ? ORDER BY number", (self._phase,)
            ):
                yield number, result if isinstance(result, bytes) else json.loads(result)
        except (sqlite3.DatabaseError, ValueError) as error:
            raise OptionError(f"resume file {self._path} is damaged: {error}") from error

    def put(self, number: int, result: Result) -> None:
        """Keep the result of a block; it is on disk after the next commit.

        Raises:
            TypeError: the result would not read back as itself.
            ThirdcardError: the disk is full, or fails.
        """
        self._waiting.append((self._phase, number, _encode(result)))
        self.commit_if_due()

    def commit_if_due(self) -> None:
        """Commit what waits, unless the last commit is less than `COMMIT_SECONDS` ago."""
        if self._waiting and monotonic() - self._committed >= COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Write what waits, all of it or nothing.

        An interrupt between the commit and the emptying of the list writes the rows again, which
        changes nothing.

        Raises:
            ThirdcardError: the disk is full, or fails.
        """
        if not self._waiting:
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany("REPLACE INTO block VALUES (?, ?, ?)", self._waiting)
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise ThirdcardError(f"cannot write resume file {self._path}: {error}") from error
        self._waiting.clear()
        self._committed = monotonic()

    def close(self) -> None:
        """Commit what waits and let go of the file."""
        try:
            self.commit()
        finally:
            self._connection.close()

    # -- opening ------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        """Take the lock and see that the file asks the same question, in one transaction."""
        try:
            connection = _connect(self._path, "mode=rwc")
        except sqlite3.Error as error:
            raise self._explain(error) from error
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            self._begin_or_compare(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            connection.close()
            raise self._explain(error) from error
        except BaseException:
            connection.close()
            raise
        return connection

    def _begin_or_compare(self, connection: sqlite3.Connection) -> None:
        version = _pragma(connection, "user_version")
        if version > FORMAT:
            raise OptionError(
                f"resume file {self._path} is of format {version}, made by a newer thirdcard; "
                f"this one reads format {FORMAT}"
            )
        if version == 0:
            for statement in _SCHEMA:
                connection.execute(statement)
            connection.executemany("INSERT INTO question VALUES (?, ?)", self._question.items())
            return
        there = dict(connection.execute("SELECT key, value FROM question"))
        if self._blocks_key in self._question and self._blocks_key not in there:
            # The first that is heard of this phase.
            there[self._blocks_key] = self._question[self._blocks_key]
            connection.execute(
                "INSERT INTO question VALUES (?, ?)", (self._blocks_key, there[self._blocks_key])
            )
        for key in (*self._question, *there):
            if key.startswith(_BLOCKS) and key not in self._question:
                continue
            theirs, ours = there.get(key, "missing"), self._question.get(key, "missing")
            if theirs != ours:
                raise OptionError(
                    f"resume file {self._path} is of another question: "
                    f"{key} is {theirs} there and {ours} here"
                )

    def _explain(self, error: sqlite3.Error) -> OptionError:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            return OptionError(f"resume file {self._path} is in use by another run")
        if not self._path.parent.is_dir():
            return OptionError(
                f"cannot write resume file {self._path}: there is no folder {self._path.parent}"
            )
        return OptionError(f"cannot write resume file {self._path}: {error}")


def _connect(path: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}", uri=True, timeout=0, isolation_level=None
    )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _require_resume_file(path: Path) -> None:
    """Refuse a file that is something else, without locking or recovering it.

    Opened as immutable, so that not even the journal of somebody's database is touched.
    """
    try:
        if not path.stat().st_size:
            return
    except OSError:
        return  # nothing is there, or opening it will say why not
    try:
        connection = _connect(path, "mode=ro&immutable=1")
        try:
            ours = _pragma(connection, "application_id") == _APPLICATION
        finally:
            connection.close()
    except sqlite3.Error:
        ours = False
    if not ours:
        raise OptionError(
            f"{path} is not a resume file: expected one that an earlier run made, or a new name"
        )


def _to_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _encode(result: Result) -> bytes | str:
    """Return what is stored for a result, having read it back."""
    if isinstance(result, bytes):
        return result
    text = _to_json(result)
    if json.loads(text) != result:
        raise TypeError(f"a block's result is bytes or a JSON value, not {result!r:.80}")
    return text
