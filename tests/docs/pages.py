"""The pages of the documentation, taken apart: blocks, sections, tables, links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])

_FENCE = re.compile(r"```(\w*)$")
_NOT_RUN = re.compile(r"<!-- not run: \S.* -->$")
_HEADING = re.compile(r"(#+) (.+)$")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")


def name_of(page: Path) -> str:
    """Return a page's path from the root, as the name of a test."""
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes:
        page: where it stands.
        line: number of its first line within the fence, counted from 1.
        language: the word after the fence.
        text: what is in it.
        runs: False where a comment above says that it cannot be run.
    """

    page: Path
    line: int
    language: str
    text: str
    runs: bool

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


@cache
def read(page: Path) -> str:
    """Return a page's text."""
    return page.read_text("utf-8")


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    """Return the fenced blocks of a page."""
    found, lines = [], read(page).splitlines()
    start, language = None, ""
    for i, line in enumerate(lines):
        if start is not None and line == "```":
            text = "".join(f"{inside}\n" for inside in lines[start:i])
            runs = start < 2 or not _NOT_RUN.match(lines[start - 2])
            found.append(Block(page, start + 1, language, text, runs))
            start = None
        elif start is None and (match := _FENCE.match(line)):
            start, language = i + 1, match.group(1)
    assert start is None, f"{name_of(page)}: a block is not closed"
    return tuple(found)


def blocks_in(language: str) -> list[Block]:
    """Return the blocks of all pages in a language."""
    return [block for page in PAGES for block in blocks(page) if block.language == language]


@cache
def prose(page: Path) -> str:
    """Return a page whose blocks are empty lines."""
    lines = read(page).splitlines()
    for block in blocks(page):
        height = block.text.count("\n") + 2
        first = block.line - 2
        lines[first : first + height] = [""] * height
    return "\n".join(lines)


def sections(page: Path) -> dict[str, str]:
    """Return what stands under every heading of a page, up to the next one of any level."""
    parts: dict[str, str] = {}
    heading = ""
    for line in read(page).splitlines():
        if match := _HEADING.match(line):
            heading = match.group(2)
            parts[heading] = ""
        elif heading:
            parts[heading] += f"{line}\n"
    return parts


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    found = set()
    for line in prose(page).splitlines():
        if match := _HEADING.match(line):
            words = re.sub(r"[^\w\s-]", "", match.group(2).lower())
            found.add(words.replace(" ", "-"))
    return found


def links(page: Path) -> list[str]:
    """Return where the links and pictures of a page lead to."""
    return _LINK.findall(prose(page))


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of every row of every table, heads among them."""
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|-: "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def rows_of(text: str) -> dict[str, list[str]]:
    """Return the other cells of every row, by each code in its first cell."""
    return {code: cells for first, *cells in rows(text) for code in codes(first)}


def codes(text: str) -> list[str]:
    """Return what stands in backticks."""
    return _CODE.findall(text)


@dataclass(frozen=True)
class Call:
    """A command line in a block, and what is printed under it."""

    line: str
    printed: str


def calls(block: Block) -> list[Call]:
    """Return the commands of a console block."""
    assert block.text.startswith("$ "), f"{block}: a console block begins with a command"
    found = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        found.append(Call(line, printed))
    return found
