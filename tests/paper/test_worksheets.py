"""Worksheets, read back from the PDF."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import typst
from pypdf import PdfReader

from tests.paper.sheets import MM, draw, draw_chain, fonts_of, pages_of, read_key, words_of
from thirdcard.errors import OptionError
from thirdcard.paper import key, worksheet
from thirdcard.paper.answers import name_spots
from thirdcard.paper.boxes import make_plans
from thirdcard.puzzles.kinds import KINDS
from thirdcard.server.languages import read_catalogue

MIXED = (
    *draw("classic", 2),
    *draw("ultra", 1, least=1),
    *draw("classic", 1, "coop"),
    *draw("super", 2, least=1),
    *draw("classic", 1, "third"),
    draw_chain("chain"),
)


def test_pages_and_what_stands_on_them() -> None:
    puzzles = draw("classic", 5, least=4)
    pages = words_of(worksheet(puzzles))
    assert len(pages) == 4
    for number, page in enumerate(pages, 1):
        assert f"{number} / 4" in page
    for page in pages[:3]:
        assert page.startswith("Classic Name Date\nFind every Set.\nThree cards;")
    for number, puzzle in enumerate(puzzles, 1):
        page = pages[(number - 1) // 2]
        assert f"\n{number} {'●' * puzzle.level}{'○' * (5 - puzzle.level)} " in page
        assert f"There are {puzzle.claims}." in page
        assert puzzle.id in page
    assert "1 2 3 4\n5 6 7 8\n9 10 11 12" in pages[0]


@pytest.mark.parametrize(
    ("settings", "pages"),
    [({}, 3), ({"small": True}, 1), ({"per_page": 4}, 2), ({"per_page": 9}, 1)],
)
def test_puzzles_a_page(settings: dict[str, Any], pages: int) -> None:
    puzzles = draw("classic", 5, least=4)
    assert len(pages_of(worksheet(puzzles, answers=False, **settings))) == pages


def test_the_key_names_the_right_claims() -> None:
    entries = read_key(words_of(worksheet(MIXED, small=True)))
    assert [entry.number for entry in entries] == list(range(1, len(MIXED) + 1))
    for puzzle, entry in zip(MIXED, entries, strict=True):
        assert entry.id == puzzle.id
        spots = {name: spot for spot, name in name_spots(puzzle).items()}
        if puzzle.kind == "third":
            assert entry.words == puzzle.variant.code(puzzle.solutions[0][0])
            continue
        claims = [[spots[name] for name in answer] for answer in entry.answers]
        assert all(puzzle.variant.is_claim(claim) for claim in claims)
        assert all(puzzle.variant.continues(claim, puzzle.previous) for claim in claims)
        assert len(claims) == len(puzzle.solutions)


def test_the_key_alone_is_the_same() -> None:
    alone = words_of(key(MIXED))
    assert read_key(alone) == read_key(words_of(worksheet(MIXED)))
    assert not any("Find every" in page for page in alone)
    assert ": Answers" not in "".join(words_of(worksheet(MIXED, answers=False)))


def test_each_puzzle_has_its_task_where_they_differ() -> None:
    text = "".join(words_of(worksheet(MIXED, answers=False)))
    for puzzle in MIXED:
        assert KINDS[puzzle.kind].tell_task(puzzle.variant) in text
        assert puzzle.variant.title in text
    assert "To be continued:" in text


def test_no_more_is_told_than_is_asked() -> None:
    """Neither words nor lines tell how many Sets can be taken, or that there is none."""
    (coop,) = draw("classic", 1, "coop")
    (spoil,) = draw("classic", 1, "spoil")
    for puzzle in (coop, spoil):
        (plan,), _ = make_plans([puzzle], str)
        assert plan.count is None
        assert plan.need.slots == 4 != puzzle.optimum
    (none,) = draw("classic", 1, least=0, most=0)
    for plan in make_plans([none, *draw("classic", 2, least=4)], str)[0]:
        assert plan.count is None
        assert plan.need.slots == 3


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
def test_sizes(paper: str, width: float, height: float) -> None:
    box = pages_of(worksheet(draw(), paper=paper))[0].mediabox
    assert float(box.width) == pytest.approx(width * MM, abs=0.1)
    assert float(box.height) == pytest.approx(height * MM, abs=0.1)


def test_fonts_are_embedded() -> None:
    fonts = fonts_of(worksheet(MIXED))
    assert len(fonts) >= 2
    assert all(fonts.values()), fonts


def test_cards_have_themselves_in_words() -> None:
    (puzzle,) = draw("classic", 1)
    page = pages_of(worksheet([puzzle]))[0]
    contents = page.get_contents()
    assert contents is not None
    for spot in puzzle.spots:
        words = puzzle.variant.deck.describe(puzzle.variant.point(spot))
        assert f"/Alt({words})".encode() in contents.get_data()


def test_a_title_is_no_markup() -> None:
    title = '#panic() *bold* <label> $x$ \\ "quoted" &'
    assert words_of(worksheet(draw(), title=title))[0].startswith(f"{title} Name Date")


def test_it_is_said_in_another_language() -> None:
    from thirdcard.server import languages

    german = read_catalogue(Path(languages.__file__).with_name("de.po"))
    pdf = worksheet(draw(), tell=german.tell, language="de")
    first, *_, last = words_of(pdf)
    assert german.tell(KINDS["all"].tell_task(draw()[0].variant)) in first
    assert last.startswith("Klassisch: Lösungen")
    assert PdfReader(BytesIO(pdf)).trailer["/Root"]["/Lang"] == "de"  # type: ignore[index]


# -- the same bytes -----------------------------------------------------------------------------

PROGRAM = """
import sys
from hashlib import sha256
from tests.paper.sheets import draw
from thirdcard.paper import deck_sheet, rule_sheet, worksheet
from thirdcard.variants.decks import JUNIOR
from thirdcard.variants.registry import parse_variant

for pdf in (worksheet(draw()), deck_sheet(JUNIOR), rule_sheet(parse_variant("super"))):
    print(sha256(pdf).hexdigest())
"""


def test_the_bytes_are_the_same_in_another_process_on_another_day(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    days = ({"SOURCE_DATE_EPOCH": "86400", "TZ": "Asia/Tokyo"}, {"PYTHONHASHSEED": "7"})
    hashes = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONPATH": str(root), **day},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for day in days
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == 3
    assert hashes[0][0] == sha256(worksheet(draw())).hexdigest()


def test_there_is_no_date_in_it() -> None:
    pdf = worksheet(draw())
    metadata = PdfReader(BytesIO(pdf)).metadata
    assert metadata is not None
    assert metadata.creation_date is None
    assert b"CreateDate" not in pdf
    assert b"CreationDate" not in pdf


def test_fonts_of_the_system_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    compile_pdf = typst.compile

    def compile_and_note(*args: Any, **settings: Any) -> Any:
        asked.append(settings)
        return compile_pdf(*args, **settings)

    monkeypatch.setattr(typst, "compile", compile_and_note)
    worksheet(draw())
    assert [settings["ignore_system_fonts"] for settings in asked] == [True]


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"paper": "a5"}, "'a5' is no size of paper; expected one of a4, letter"),
        ({"theme": "dark"}, "'dark' is no theme; expected one of classic, colour-blind, "),
        ({"per_page": 0}, "0 puzzles a page; expected at least 1"),
        ({"per_page": 500}, "500 puzzles a page leave no room for their cards; expected fewer"),
        ({"per_page": 10**9}, "1000000000 puzzles a page leave no room for their cards"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as refused:
        worksheet(draw(), **settings)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("make", [worksheet, key, partial(worksheet, small=True)])
def test_no_puzzles_are_refused(make: Any) -> None:
    with pytest.raises(OptionError, match="no puzzles; expected at least one"):
        make([])
