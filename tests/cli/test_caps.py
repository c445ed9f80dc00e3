"""``thirdcard caps``."""

from pathlib import Path

import pytest

from tests.cli.runner import Run
from thirdcard.core.geometry import Space
from thirdcard.variants.decks import CLASSIC


def test_the_largest(run: Run) -> None:
    outcome = run("caps --json")
    assert outcome.code == 0
    document = outcome.document
    assert (document["deck"], document["size"]) == ("classic", 20)
    (cap,) = document["caps"]
    assert cap["orbit_size"] == 682344
    assert cap["complete"]
    points = [CLASSIC.find_point(code) for code in cap["cards"]]
    assert len(set(points)) == 20
    assert Space(4).count_lines_in([point for point in points if point is not None]) == 0


def test_complete_ones(run: Run) -> None:
    caps = run("caps --size 16 --complete --json").document["caps"]
    assert len(caps) == 74
    assert all(cap["complete"] for cap in caps)
    every = run("caps --size 16 --json").document["caps"]
    assert len(every) == 748
    assert sum(cap["orbit_size"] for cap in every) == 1141342138404


def test_every_size(run: Run) -> None:
    document = run("caps --deck junior --orbits --json").document
    assert document["size"] is None
    sizes = [len(cap["cards"]) for cap in document["caps"]]
    assert [sizes.count(size) for size in range(1, 10)] == [1, 1, 1, 2, 2, 3, 2, 3, 1]


def test_none(run: Run) -> None:
    outcome = run("caps --size 21")
    assert (outcome.code, outcome.out) == (1, "no caps of 21 cards (classic deck)\n")
    outcome = run("caps --size 19 --complete --json")
    assert outcome.code == 1
    assert outcome.document == {"deck": "classic", "size": 19, "caps": []}


def test_text(run: Run) -> None:
    out = run("caps").out
    assert out.startswith("682,344 caps of 20 cards in 1 orbit (classic deck)\n682,344 like ")


def test_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cap.svg"
    assert run(f"caps --plot {file}").code == 0
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--size 0", "--size 0: expected 1 to 81 for classic"),
        ("--size 82", "expected 1 to 81"),
        ("--size 5 --orbits", "--size and --orbits"),
        ("--deck tarot", "'tarot' is no deck"),
        ("--plot cap.jpg", ".svg or .png"),
    ],
)
def test_bad_input(run: Run, line: str, told: str) -> None:
    outcome = run(f"caps {line}")
    assert outcome.code == 2
    assert told in outcome.err
    assert len(outcome.err.splitlines()) == 1
