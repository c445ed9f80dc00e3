"""Puzzles to be printed, and what can be read of a PDF."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import islice
from typing import Any

from pypdf import PageObject, PdfReader

from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.generator import iter_puzzles, make_puzzle
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.registry import parse_variant

MM = 72 / 25.4
"""Points in a millimetre."""


@cache
def draw(variant: str = "classic", count: int = 2, kind: str = "all", **bounds: int) -> Any:
    """Return puzzles, always the same."""
    conditions = Conditions(parse_variant(variant), KINDS[kind], **bounds)
    seed = sha256(b"on paper").digest()
    return tuple(islice(iter_puzzles(conditions, seed), count))


@cache
def draw_chain(variant: str) -> Puzzle:
    """Return a puzzle that continues a claim."""
    chosen = parse_variant(variant)
    conditions = Conditions(chosen, least=1)
    for puzzle in draw(chosen.pattern.key, 9, least=2):
        previous = puzzle.solutions[0]
        rest = tuple(spot for spot in puzzle.spots if spot not in previous)
        if found := make_puzzle(conditions, rest, previous):
            return found
    raise AssertionError(variant)


def pages_of(pdf: bytes) -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf)).pages)


def words_of(pdf: bytes) -> list[str]:
    """Return the text of every page, as somebody would copy it."""
    return [page.extract_text() for page in pages_of(pdf)]


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Return the fonts of all pages by their name, each with whether it is embedded."""
    found = {}
    for page in pages_of(pdf):
        for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[attr-defined]
            below = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = below["/FontDescriptor"].get_object()
            files = {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)
            found[str(below["/BaseFont"])] = bool(files)
    return found


@dataclass(frozen=True)
class Entry:
    """What a key says of a puzzle.

    Attributes:
        number: of the puzzle.
        words: all that is said.
        id: what names the puzzle.
    """

    number: int
    words: str
    id: str

    @property
    def answers(self) -> list[list[str]]:
        """The answers, each as the names of its cards."""
        told = self.words.rpartition(":")[2]
        return [answer.replace("+", " ").split() for answer in told.split(",") if answer.strip()]


_ENTRY = re.compile(r"^(\d+)\s((?:(?!^thirdcard).)*?)\s([0-9a-f]{12})$", re.MULTILINE | re.DOTALL)


def read_key(pages: list[str]) -> list[Entry]:
    """Return the entries of a key, of the pages that have "Answers" above them, and those after."""
    first = next(i for i, page in enumerate(pages) if page.split("\n")[0].endswith(": Answers"))
    text = "\n".join(pages[first:]).split("\n", 1)[1]
    return [
        Entry(int(number), " ".join(words.split()), name)
        for number, words, name in _ENTRY.findall(text)
    ]
