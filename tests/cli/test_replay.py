"""``thirdcard replay``: records that are fair, altered, cut off, or none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from thirdcard.cli import main
from thirdcard.game.record import read_record, write_record
from thirdcard.variants.decks import CLASSIC

GAME = Path(__file__).resolve().parents[2] / "examples" / "game.jsonl"
KEYS = ["variant", "players", "claims", "refusals", "left", "scores", "seconds", "fair"]


def _write(folder: Path, text: str) -> str:
    file = folder / "game.jsonl"
    file.write_text(text)
    return str(file)


def test_fair_game_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME), "--verify", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer)[: len(KEYS)] == KEYS
    assert answer["fair"] is True
    assert answer["variant"] == "classic"
    assert sum(answer["claims"]) == sum(answer["scores"])
    assert 3 * sum(answer["claims"]) + answer["left"] == CLASSIC.size


def test_text_names_the_players_by_rank(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME)]) == 0
    lines = capsys.readouterr().out.splitlines()
    points = [int(match[1]) for line in lines if (match := re.search(r"(\d+) points?", line))]
    assert points == sorted(points, reverse=True)
    assert lines[-1].startswith("fair")


def test_any_changed_card_makes_it_unfair(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text, random = GAME.read_text(), Random(1)
    places = [match.span(1) for match in re.finditer(r'"([123][RGP][SHO][DSO])"', text)]
    for start, end in random.sample(places, 60):
        other = random.choice([code for code in CLASSIC.codes if code != text[start:end]])
        altered = _write(tmp_path, text[:start] + other + text[end:])
        assert main(["replay", altered, "--verify"]) == 1, (text[start:end], other)
        out, err = capsys.readouterr()
        line = text.count("\n", 0, start) + 1
        told = re.search(r"not fair: .*\(line (\d+)\)", out)
        assert told
        assert int(told[1]) <= line
        assert not err


def test_a_changed_name_is_betrayed_by_its_check_sum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = write_record(read_record(GAME.read_text("utf-8")), with_sums=True)
    assert main(["replay", "--verify", "--json", _write(tmp_path, text)]) == 0
    name = json.loads(capsys.readouterr().out)["players"][0]
    number = next(i for i, line in enumerate(text.splitlines(), 1) if f'"name":"{name}"' in line)
    altered = _write(tmp_path, text.replace(f'"name":"{name}"', '"name":"Rob"', 1))
    assert main(["replay", "--verify", "--json", altered]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["fair"], told["complete"], told["line"]) == (False, True, number)
    assert told["reason"] == "this line was changed: its check sum does not fit"
    assert told["players"][0] == "Rob"


def test_without_verify_an_altered_record_is_followed_or_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = GAME.read_text()
    start = text.index('"claimed"')
    at = text.index('"cards":["', start) + len('"cards":["')
    undealt = next(code for code in CLASSIC.codes if code not in text[:start])
    altered = _write(tmp_path, text[:at] + undealt + text[at + 4 :])
    assert main(["replay", altered]) == 2
    _, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert f"line {text.count(chr(10), 0, at) + 1}" in err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "line 1: an empty record"),
        (b"\xff\xfe\x00rubbish", "not UTF-8"),
        (b"hello\n", "line 1: not the header"),
        (b'{"format":99,"variant":"classic","options":{}}\n', "line 1: record format 99"),
        (b'{"format":1,"variant":"ultra+ultra9","options":{}}\n', "line 1: "),
        (b'{"format":1,"variant":"classic","options":{}}\n', "line 2: expected the event"),
        (b'{"format":1,"variant":"classic","options":{}}\n{"type":"danced"}\n', "line 2: not an"),
    ],
)
def test_what_is_no_record_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, told: str
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(content)
    assert main(["replay", str(file), "--verify"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert told in err


def test_record_cut_off_in_a_line_names_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = GAME.read_text()
    cut = text[: len(text) // 2]
    assert main(["replay", _write(tmp_path, cut)]) == 2
    assert f"line {cut.count(chr(10)) + 1}: not an event, cut off" in capsys.readouterr().err


def test_unfinished_record_is_followed_and_not_called_fair(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = GAME.read_text().splitlines(keepends=True)
    file = _write(tmp_path, "".join(lines[:20]))
    assert main(["replay", file, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["fair"], answer["complete"]) == (False, False)
    assert main(["replay", file, "--verify"]) == 1
    assert "unfinished" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_file_that_is_not_there(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["replay", name]) == 2
    assert "cannot read" in capsys.readouterr().err
