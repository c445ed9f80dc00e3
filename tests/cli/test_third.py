import pytest

from tests.cli.runner import Run


def test_json(run: Run) -> None:
    outcome = run("third --json 1RSD 2RHO")
    assert outcome.document == {"cards": ["1RSD", "2RHO"], "third": "3ROS"}
    assert outcome.code == 0


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("third 1RSD 2RSD", "3RSD  three red solid diamonds"),
        ("third 'one green solid oval' 'two red striped ovals'", "3POO  three purple open ovals"),
        ("third 0000 2222", "2GHS  two green striped squiggles"),
        ("third --deck mega 2RHOG 1GSDP", "3POSR  three purple open squiggles on red"),
        ("third --deck junior 2RO 2RD", "2RS  two red squiggles"),
    ],
)
def test_text(run: Run, line: str, out: str) -> None:
    assert run(line).out == out + "\n"


def test_cards_from_stdin(run: Run) -> None:
    assert run("third --json -", b"1RSD\n2RSD\n").document["third"] == "3RSD"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("third 1RSD", "expected two different cards, got 1"),
        ("third 1RSD 2RSD 3RSD", "expected two different cards, got 3"),
        ("third 1RSD 1RSD", "1RSD is repeated"),
        ("third 1RSD 1rsd", "1RSD is repeated"),
        ("third 1RSD 2RSX", "character 4 is the symbol"),
        ("third 1RSD / 2RSD", "'/' (after token 1, "),
        ("third --deck ultra 1RSD 2RSD", "'ultra' is no deck; expected one of classic, junior"),
        ("third --deck junior 1RSD 2RSD", "expected a junior card such as 2GS"),
    ],
)
def test_bad_input(run: Run, line: str, complaint: str) -> None:
    assert complaint in run(line).complaint
    assert complaint in run(line + " --json").complaint
