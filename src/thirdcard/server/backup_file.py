"""The file that holds a whole club: gzipped JSON lines that know of themselves what is missing.

The first line says what the file is: format, revision of the schema, the columns and the number
of rows of every table.  Then comes a line ``[table, values, digest]`` for each row, bytes as
``{"hex": …}``, and at the end ``["", number of rows, digest]``.  A digest is the first
`DIGEST_LENGTH` hexadecimal digits of the SHA-256 of all lines before it and of its own line up to
it, so whatever was altered or left out shows at its line.
"""

from __future__ import annotations

import gzip
import json
import os
import secrets
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from thirdcard.errors import MalformedError, OptionError

__all__ = [
    "DIGEST_LENGTH",
    "FORMAT",
    "Contents",
    "Row",
    "TableContents",
    "Writer",
    "check",
    "create",
    "read",
]

FORMAT: Final = "thirdcard backup 1"
"""What the first line calls the file; a reader refuses what it does not know."""

DIGEST_LENGTH: Final = 16

_NO_BACKUP = "this is no backup of a club"


class TableContents(msgspec.Struct, frozen=True):
    """A table of a backup: its columns, and how many rows it has."""

    columns: tuple[str, ...]
    rows: int


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a backup.

    Attributes:
        format: `FORMAT`.
        program: the version that wrote it.
        revision: the revision of the database's schema.
        made_at: milliseconds since 1970.
        tables: by name, each after those that its rows refer to.
    """

    format: str
    program: str
    revision: str
    made_at: int
    tables: dict[str, TableContents]

    @property
    def rows(self) -> int:
        """Number of rows in all."""
        return sum(table.rows for table in self.tables.values())


class Row(NamedTuple):
    """A row of a table, its values in the order of the columns."""

    table: str
    values: list[Any]


# -- writing ------------------------------------------------------------------------------------


class Writer:
    """Writes the lines of a backup; made by `create`."""

    def __init__(self, out: gzip.GzipFile, contents: Contents) -> None:
        self._out = out
        self._digest = sha256()
        self._contents = contents
        self._write(_dump(msgspec.to_builtins(contents)))

    def write(self, row: Row) -> None:
        """Write a row."""
        self._write_digested([row.table, [_to_json(value) for value in row.values]])

    def finish(self) -> None:
        """Write the last line."""
        self._write_digested(["", self._contents.rows])

    def _write_digested(self, content: Sequence[object]) -> None:
        body = _dump(content)[:-1]
        digest = self._digest.copy()
        digest.update(body.encode())
        self._write(f'{body},"{digest.hexdigest()[:DIGEST_LENGTH]}"]')

    def _write(self, line: str) -> None:
        data = f"{line}\n".encode()
        self._digest.update(data)
        self._out.write(data)


@contextmanager
def create(file: Path, contents: Contents) -> Iterator[Writer]:
    """Write a backup that takes its name when it is complete, and is gone if it never is.

    Only its owner may read it.  An older backup of that name is replaced.

    Raises:
        OptionError: the file cannot be written, or something else has that name.
    """
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        if file.exists() and not _is_backup(file):
            raise OptionError(f"{file} is there and is no backup; it is not written over")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as raw:
            with gzip.GzipFile("", "wb", fileobj=raw) as out:
                writer = Writer(out, contents)
                yield writer
                writer.finish()
            raw.flush()
            os.fsync(raw.fileno())
        draft.replace(file)
    except OSError as error:
        raise OptionError(f"cannot write {file}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _is_backup(file: Path) -> bool:
    try:
        next(read(file))
    except MalformedError:
        return False
    return True


def _dump(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _to_json(value: object) -> object:
    return {"hex": bytes(value).hex()} if isinstance(value, bytes | memoryview) else value


def _from_json(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


# -- reading ------------------------------------------------------------------------------------


def check(file: Path) -> Contents:
    """Return what a backup holds, having looked at every line of it.

    Raises:
        MalformedError: it is none, of another version, cut off, or altered; the line is named.
    """
    lines = read(file)
    contents = next(lines)
    assert isinstance(contents, Contents)
    for _ in lines:
        pass
    return contents


def read(file: Path) -> Iterator[Contents | Row]:
    """Yield what the lines of a backup say, the first and then the rows, each of them checked.

    Raises:
        MalformedError: as `check`.
    """
    number = 0
    try:
        with gzip.open(file, "rb") as source:
            number, first = 1, source.readline()
            contents = _read_first(first)
            yield contents
            digest = sha256(first)
            left = {name: table.rows for name, table in contents.tables.items()}
            while True:
                number += 1
                table, content = _read_digested(source.readline(), digest)
                if not table:
                    _require_complete(content, contents, left)
                    if source.read(1):
                        raise ValueError("something stands after the end")
                    return
                left[table] = left.get(table, 0) - 1
                if left[table] < 0 or len(content) != len(contents.tables[table].columns):
                    raise ValueError(f"the first line announces no such row of {table!r}")
                yield Row(table, [_from_json(value) for value in content])
    except EOFError:
        raise MalformedError(f"{file}, line {max(number, 1)}: the file is cut off") from None
    except (gzip.BadGzipFile, zlib.error):
        told = _NO_BACKUP if number <= 1 else "the file is damaged"
        raise MalformedError(f"{file}, line {max(number, 1)}: {told}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise MalformedError(f"{file}, line {number}: {error}") from None
    except OSError as error:
        raise MalformedError(f"cannot read {file}: {error.strerror or error}") from None


def _read_first(line: bytes) -> Contents:
    try:
        contents = msgspec.json.decode(line, type=Contents)
    except msgspec.DecodeError:
        raise ValueError(_NO_BACKUP) from None
    if contents.format != FORMAT:
        raise ValueError(f"its format is {contents.format!r}; expected {FORMAT!r}")
    return contents


def _read_digested(line: bytes, digest: Any) -> tuple[str, Any]:
    """Return what a line says, if its digest is that of all up to it."""
    if not line:
        raise EOFError
    body, _, end = line.rpartition(b',"')
    expected = digest.copy()
    expected.update(body)
    if end != f'{expected.hexdigest()[:DIGEST_LENGTH]}"]\n'.encode():
        raise ValueError("this line was altered, or one before it is missing")
    digest.update(line)
    table, content = json.loads(body + b"]")
    return table, content


def _require_complete(rows: object, contents: Contents, left: dict[str, int]) -> None:
    if missing := sum(left.values()):
        raise ValueError(f"the end comes {missing} rows too early")
    if rows != contents.rows:
        raise ValueError(f"the end counts {rows} rows, the first line {contents.rows}")
