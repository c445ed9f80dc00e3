"""How cards are drawn is chosen by the terminal, and what is played by the arguments."""

import pytest

from thirdcard.errors import OptionError
from thirdcard.game.options import Options
from thirdcard.tui.local import LocalGame
from thirdcard.tui.remote import RemoteTable
from thirdcard.tui.run import Outcome, choose_drawing, join_table, start_game


class Stream:
    encoding = "utf-8"


def test_the_drawing_follows_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert choose_drawing(False) == "colour"
    assert choose_drawing(True) == "ascii"
    monkeypatch.setenv("NO_COLOR", "1")
    assert choose_drawing(False) == "letters"
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert choose_drawing(False) == "letters"
    monkeypatch.setattr(Stream, "encoding", "latin-1")
    assert choose_drawing(False) == "ascii"


def test_sources() -> None:
    assert isinstance(start_game("junior", Options(), [1], "Ann", None), LocalGame)
    assert isinstance(join_table("host/table/ab", "Ann", "me", None, is_guest=True), RemoteTable)
    with pytest.raises(OptionError, match="is empty"):
        start_game("junior", Options(), [], "", None)


def test_an_outcome_as_plain_values() -> None:
    outcome = Outcome("classic", "race", ("Ann",), (3,), None, None)
    assert outcome.to_dict() == {
        "variant": "classic",
        "contest": "race",
        "names": ["Ann"],
        "scores": [3],
        "reason": None,
        "seed": None,
    }
