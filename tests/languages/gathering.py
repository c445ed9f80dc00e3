"""What people are told, gathered from the sources of server and client.

``python -m tests.languages.gathering`` brings the catalogues up to date: new messages are added
without words, those that nobody says any more are taken out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "src" / "thirdcard" / "server" / "languages"
WIDTH = 100

# The functions that say something, and how many patterns they take: two where one counts.
PYTHON = {"phrase": 1, "counted": 2}
CLIENT = {"t": 1, "rich": 1, "tn": 2}


@dataclass(frozen=True)
class Said:
    """A message of the code.

    Attributes:
        path: the file, from the root of the project.
        line: where it stands.
        patterns: the English; its two forms where something is counted.
    """

    path: str
    line: int
    patterns: tuple[str, ...]


class UnreadableError(Exception):
    """A message that is put together when it is said, so that no catalogue can have it."""


def gather() -> list[Said]:
    """Return all that is said, in the order of the files.

    Raises:
        UnreadableError: a pattern is not written out.
    """
    said: list[Said] = []
    for path in sorted((ROOT / "src" / "thirdcard").rglob("*.py")):
        said += read_python(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / "web" / "src").rglob("*.ts*")):
        if path != ROOT / "web" / "src" / "language" / "language.ts":
            said += read_client(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    return said


def read_python(source: str, path: str) -> Iterator[Said]:
    """Return what a module says."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        number = PYTHON.get(node.func.id)
        if number is None:
            continue
        first = 1 if node.func.id == "counted" else 0
        patterns = []
        for argument in node.args[first : first + number]:
            if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                raise UnreadableError(f"{path}:{node.lineno}: expected the words themselves")
            patterns.append(argument.value)
        yield Said(path, node.lineno, tuple(patterns))


_CALL = re.compile(r"(?<![\w.$])(t|tn|rich)\(\s*")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"\s*')
_PLUS = re.compile(r"\+\s*")
_COMMENT = re.compile(r"^\s*(?://|/\*|\*).*$", re.MULTILINE)


def read_client(source: str, path: str) -> Iterator[Said]:
    """Return what a file of the client says."""
    source = _COMMENT.sub("", source)
    for call in _CALL.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        patterns, at = [], call.end()
        for _ in range(CLIENT[call[1]]):
            pattern, at = _read_string(source, at)
            if pattern is None:
                raise UnreadableError(f"{path}:{line}: expected the words themselves")
            patterns.append(pattern)
            if source[at : at + 1] == ",":
                at += len(source[at:]) - len(source[at + 1 :].lstrip())
        yield Said(path, line, tuple(patterns))


def _read_string(source: str, at: int) -> tuple[str | None, int]:
    """Return the string that begins at an index, put together where it is long, and its end."""
    parts = []
    while match := _STRING.match(source, at):
        parts.append(ast.literal_eval(f'"{match[1]}"'))
        at = match.end()
        plus = _PLUS.match(source, at)
        if plus is None:
            return "".join(parts), at
        at = plus.end()
    return None, at


def template() -> Catalog:
    """Return an empty catalogue of all that is said."""
    catalogue = Catalog()
    for said in gather():
        key = said.patterns if len(said.patterns) > 1 else said.patterns[0]
        catalogue.add(key, locations=[(said.path, said.line)])
    return catalogue


def read(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem.replace("-", "_"), abort_invalid=True)


def update(path: Path) -> int:
    """Bring a catalogue up to date with the code; return how many of its messages have no words."""
    old, new = read(path), template()
    missing = 0
    for message in new:
        if not message.id:
            continue
        known = old.get(message.id if isinstance(message.id, str) else message.id[0])
        # What is counted now and was not before, or the other way round, is said anew.
        if known is not None and known.pluralizable == message.pluralizable:
            message.string, message.user_comments = known.string, known.user_comments
        # It says what everybody can see.
        message.flags.discard("python-brace-format")
        missing += not all(words_of(message))
    head, _, _ = path.read_text("utf-8").partition("\n\n")
    with path.open("wb") as file:
        file.write(f"{head.rstrip()}\n\n".encode())
        write_po(file, new, width=WIDTH, omit_header=True, include_lineno=False, sort_by_file=True)
    return missing


def words_of(message: Message) -> tuple[str, ...]:
    """Return the words of a message, in each of its forms."""
    words = message.string
    return tuple(map(str, words)) if isinstance(words, (tuple, list)) else (str(words or ""),)


if __name__ == "__main__":
    for path in sorted(HOME.glob("*.po")):
        print(f"{path.name}: {update(path)} messages have no words")
