"""The page with the rules tells what is played, and every key."""

import pytest

from tests.docs.pages import DOCS, rows, sections
from tests.game.scripted import started
from thirdcard.game.views import view_table
from thirdcard.tui.rules import KEYS, tell_rules
from thirdcard.tui.screen import iter_deeds
from thirdcard.variants.registry import parse_variant


@pytest.mark.parametrize("variant", ["classic", "mega+ultra+super+chain", "memory"])
def test_what_is_played_is_told(variant: str) -> None:
    view = view_table(started(variant, penalty="none").state)
    text = " ".join(" ".join(tell_rules(view, 72)).split())
    chosen = [value for value in parse_variant(variant).values if value.key in variant.split("+")]
    for value in chosen if variant != "classic" else []:
        assert value.sentence in text
    assert view.contest.sentence in text


def test_lines_fit_and_every_key_of_the_last_line_is_told() -> None:
    view = view_table(started("eight", hints="private", growth="vote", call_seconds=5).state)
    assert max(len(line) for line in tell_rules(view, 60)) <= 60
    told = {key for key, _ in KEYS}
    assert {deed.key for deed in iter_deeds(view, 0)} <= told


def test_every_key_is_in_the_documentation() -> None:
    listed = {code for row in rows(sections(DOCS / "terminal.md")["Keys"]) for code in row[:1]}
    shown = {text.replace("`", "") for text in listed}
    assert {key for key, _ in KEYS} <= shown
