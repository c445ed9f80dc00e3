"""``thirdcard count``."""

import json

import pytest

from tests.cli.runner import Run


@pytest.mark.parametrize(
    ("line", "document"),
    [
        ("sets", {"what": "sets", "deck": "classic", "value": 1080}),
        ("supersets", {"what": "supersets", "deck": "classic", "value": 63180}),
        ("planes --deck junior", {"what": "planes", "deck": "junior", "value": 39}),
        ("sets --deck mega", {"what": "sets", "deck": "mega", "value": 9801}),
        (
            "layouts --size 12 --orbits",
            {
                "what": "layouts",
                "deck": "classic",
                "size": 12,
                "value": 70724320184700,
                "orbits": 41407,
            },
        ),
    ],
)
def test_numbers(run: Run, line: str, document: dict[str, object]) -> None:
    outcome = run(f"count {line} --json")
    assert outcome.code == 0
    assert outcome.document == document


def test_every_size(run: Run) -> None:
    document = run("count layouts --deck junior --orbits --json").document
    assert list(document["by_size"]) == list(document["orbits"]) == [str(k) for k in range(28)]
    assert sum(document["by_size"].values()) == 2**27
    assert document["orbits"]["3"] == 2


def test_families(run: Run) -> None:
    document = run("count set-free --orbits --json").document
    assert list(document["by_size"]) == list(document["orbits"]) == [str(k) for k in range(1, 21)]
    assert document["by_size"]["20"] == 682344
    assert document["orbits"]["14"] == 2489
    document = run("count superset-free --json").document
    assert document["by_size"]["9"] == 19712160
    assert len(document["by_size"]) == 9
    document = run("count superset-free --size 10 --orbits --json").document
    assert (document["value"], document["orbits"]) == (0, 0)
    assert run("count set-free --size 0 --json").document["value"] == 1
    assert run("count set-free --deck mega --size 4 --json").document["value"] == 139370220


def test_a_limit_ends_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thirdcard.lab.experiments.families.MOST_ORBITS", 10)
    outcome = run("count set-free --deck mega --json")
    assert outcome.code == 3
    assert list(json.loads(outcome.out)["by_size"]) == [str(k) for k in range(1, 8)]
    assert outcome.err == "stopped at 7 cards: too many orbits to list\n"
    outcome = run("count set-free --deck mega --size 9")
    assert outcome.code == 2
    assert "--size 9: layouts of more than 7 cards" in outcome.err


def test_text(run: Run) -> None:
    assert run("count sets").out == "1,080 sets (classic deck)\n"
    assert "41,407 up to symmetry" in run("count layouts --size 12 --orbits").out
    lines = run("count layouts --deck junior --orbits").out.splitlines()
    assert len(lines) == 29
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "WHAT"),
        ("cards", "'cards'"),
        ("sets --size 3", "--size: sets have no sizes"),
        ("planes --orbits", "--orbits: planes have no sizes"),
        ("layouts --size 82", "expected 0 to 81 for classic"),
        ("layouts --size -1", "expected 0 to 81"),
        ("layouts --deck tarot", "'tarot' is no deck"),
    ],
)
def test_bad_input(run: Run, line: str, told: str) -> None:
    assert told in run(f"count {line}").complaint
