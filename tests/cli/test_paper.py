"""``thirdcard paper``: decks and rules as files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.runner import Run
from thirdcard.cli import printing
from thirdcard.core.themes import PAPER_THEMES
from thirdcard.paper import deck_sheet, rule_sheet
from thirdcard.variants.decks import JUNIOR
from thirdcard.variants.registry import parse_variant


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_deck(run: Run) -> None:
    outcome = run("paper deck --deck junior --theme copier --paper letter")
    assert (outcome.code, outcome.out, outcome.err) == (0, "junior-deck.pdf: 6 pages\n", "")
    assert Path("junior-deck.pdf").read_bytes() == deck_sheet(JUNIOR, "copier", "letter")
    document = run("paper deck --deck junior --no-backs --per-page 27 --out j.pdf --json").document
    assert document == {
        "deck": "junior",
        "cards": 27,
        "pages": 1,
        "theme": "classic",
        "paper": "a4",
        "file": "j.pdf",
    }
    assert Path("j.pdf").read_bytes() == deck_sheet(JUNIOR, backs=False, per_page=27)
    assert sorted(path.name for path in Path().iterdir()) == ["j.pdf", "junior-deck.pdf"]


def test_rules(run: Run) -> None:
    outcome = run("paper rules --variant super+junior")
    assert (outcome.code, outcome.out) == (0, "junior+super-rules.pdf: 1 page\n")
    expected = rule_sheet(parse_variant("junior+super"))
    assert Path("junior+super-rules.pdf").read_bytes() == expected
    document = run("paper rules --theme contrast --paper letter --out r.pdf --json").document
    assert document == {
        "variant": "classic",
        "pages": 1,
        "theme": "contrast",
        "paper": "letter",
        "file": "r.pdf",
    }


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("paper deck --theme neon", "'neon' is no theme; expected one of classic, "),
        ("paper deck --paper a3", "'a3' is no size of paper; expected one of a4, letter"),
        ("paper deck --deck tarot", "'tarot' is no deck; expected one of "),
        ("paper deck --per-page 0", "argument --per-page: expected a whole number from 1"),
        ("paper deck --per-page 999", "999 cards a page; expected some that can be cut out"),
        ("paper rules --variant tarot", "'tarot' (name 1 of 'tarot') is no variant"),
        ("paper rules --theme neon", "'neon' is no theme"),
        ("paper rules --out no/such/folder.pdf", "--out no/such/folder.pdf: cannot write it: No "),
        ("paper poster", "'poster' is no command; expected one of deck, rules"),
    ],
)
def test_bad_input_is_one_line(run: Run, line: str, complaint: str) -> None:
    assert f": {complaint}" in run(line).complaint
    assert list(Path().iterdir()) == []


def test_a_missing_package_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    complaint = run("paper rules").complaint
    assert complaint == "thirdcard paper rules: needs the package typst: install thirdcard[paper]\n"


def test_help_names_every_theme(run: Run) -> None:
    assert all(key in printing.THEMES_NOTE for key in PAPER_THEMES)
    assert printing.THEMES_NOTE in run("paper deck --help").out
