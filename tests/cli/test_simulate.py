"""``thirdcard simulate``."""

from pathlib import Path

import pytest

from tests.cli.runner import Run


def test_numbers(run: Run) -> None:
    outcome = run("simulate --games 2000 --seed 1 --json --jobs 1")
    assert outcome.code == 0
    document = outcome.document
    assert (document["games"], document["policy"], document["seed"]) == (2000, "random", 1)
    assert sum(document["left"].values()) == 2000
    cards = sum(int(left) * games for left, games in document["left"].items())
    assert document["claims_per_game"] == (2000 * 81 - cards) / 3 / 2000
    for counted in document["tables"].values():
        assert counted["share"] == counted["no_claim"] / counted["met"]
    assert document["rounds"][0]["met"] == 2000


def test_jobs_do_not_matter(run: Run) -> None:
    line = "simulate --games 150000 --seed 3 --policy hardest --json"
    assert run(f"{line} --jobs 1").out == run(f"{line} --jobs 2").out


def test_text(run: Run) -> None:
    out = run("simulate --games 1000 --jobs 1").out
    assert out.startswith("Classic, 1,000 games, random claims, seed 0")
    assert "a fresh deal of 12 holds none: 0.032302" in out


def test_other_games(run: Run) -> None:
    for expression in ("ultra", "super+chain", "junior+memory"):
        outcome = run(f"simulate --variant {expression} --games 3 --json --jobs 1")
        assert outcome.code == 0
        assert outcome.document["variant"] == expression
        assert sum(outcome.document["left"].values()) == 3


def test_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rounds.svg"
    assert run(f"simulate --games 1000 --jobs 1 --plot {file}").code == 0
    assert file.stat().st_size > 5000


def test_goes_on_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "part"
    line = f"simulate --games 1000 --jobs 1 --resume {file} --json"
    first = run(line)
    assert first.code == 0
    assert run(line).out == first.out
    outcome = run(f"{line} --seed 9")
    assert outcome.code == 2
    assert "seed" in outcome.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "--games"),
        ("--games 0", "expected a whole number from 1"),
        ("--games 99999999999999", "games"),
        ("--games 5 --policy bold", "bold"),
        ("--games 5 --seed x", "'x'"),
        ("--games 5 --plot rounds.txt", ".svg or .png"),
    ],
)
def test_bad_input(run: Run, line: str, told: str) -> None:
    outcome = run(f"simulate {line}")
    assert outcome.code == 2
    assert told in outcome.err
    assert len(outcome.err.splitlines()) == 1
