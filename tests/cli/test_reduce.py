"""``thirdcard reduce``: the reductions from the command line."""

from pathlib import Path

import pytest

from tests.cli.runner import Run


def write(folder: Path, text: str, name: str = "file") -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_satisfiable(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "p cnf 3 3\n1 2 3 0\n-1 -2 0\n-3 0\n")
    document = run(f"reduce sat {file} --json --solve").document
    assert document["satisfiable"] is True
    true = set(document["assignment"])
    assert all(true & set(clause) for clause in ([1, 2, 3], [-1, -2], [-3]))
    assert len(document["names"]) == len(document["cards"])
    assert {len(card) for card in document["cards"]} == {document["features"]}
    out = run(f"reduce sat {file} --solve").out
    assert out.startswith("s SATISFIABLE\nv ")
    assert out.endswith(" 0\n")


def test_unsatisfiable(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    outcome = run(f"reduce sat {file} --solve")
    assert (outcome.code, outcome.out) == (1, "s UNSATISFIABLE\n")
    document = run(f"reduce sat {file} --solve --json").document
    assert (document["satisfiable"], document["assignment"]) == (False, None)


def test_cards_can_be_written_and_solved(run: Run, tmp_path: Path) -> None:
    file, cards = write(tmp_path, "p cnf 3 1\n1 2 3 0\n"), tmp_path / "cards.txt"
    document = run(f"reduce sat {file} --out {cards} --json").document
    assert cards.read_text().split() == document["cards"]
    assert "satisfiable" not in document
    out = run(f"reduce sat {file}").out
    assert f"{document['target']} disjoint Sets iff" in out


def test_edge_domination(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "a b\nb c\nc d\nd e\ne f\nf g\n")
    document = run(f"reduce edge-domination {file} --solve --json").document
    assert document["value"] == 2
    met = {vertex for edge in document["edges"] for vertex in edge}
    assert all(u in met or v in met for u, v in zip("abcdef", "bcdefg", strict=True))
    assert document["names"][document["cards"][0]] == "vertex a"
    assert "a Set for every edge" in run(f"reduce edge-domination {file}").out


def test_arc_kayles(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "1 2\n2 3\n3 4\n")
    document = run(f"reduce arc-kayles {file} --solve --json").document
    assert (document["winner"], document["nimber"], document["moves"]) == ("first", 2, [["2", "3"]])
    assert document["nimber"] == run(f"solve kayles {file} --json").document["nimber"]
    assert "the first player wins" in run(f"reduce arc-kayles {file} --solve").out


def test_clique(run: Run, tmp_path: Path) -> None:
    graph = write(tmp_path, "a1 b1\na1 b2\na2 b1\na1 c1\na2 c1\nb2 c1\nb1 c2\n", "graph")
    parts = write(tmp_path, "a1 a2\nb1 b2\nc1 c2\n", "parts")
    document = run(f"reduce clique {graph} --parts {parts} --solve --json").document
    assert document["clique"] == ["a1", "b2", "c1"]
    graph.write_text("a1 b1\na1 b2\na2 b1\na2 c1\nb2 c1\nb1 c2\n")
    outcome = run(f"reduce clique {graph} --parts {parts} --solve --json")
    assert (outcome.code, outcome.document["clique"]) == (1, None)
    assert run(f"reduce clique {graph} --parts {parts} --solve").out == "there is no clique\n"


def test_clique_cards_are_a_matching(run: Run, tmp_path: Path) -> None:
    graph = write(tmp_path, "a b\nb c\na c\n", "graph")
    parts, cards = write(tmp_path, "a\nb\nc\n", "parts"), tmp_path / "cards"
    document = run(f"reduce clique {graph} --parts {parts} --out {cards} --json").document
    line = f"solve matching {cards} --values {document['values']} --json"
    assert run(line).document["value"] is True


@pytest.mark.parametrize(
    ("command", "text", "told"),
    [
        ("sat", "p cnf 3 1\n1 2 3 4 0\n", "4"),
        ("sat", "p cnf 4 1\n1 2 3 4 0\n", "literals"),
        ("sat", "p cnf 2 2\n1 2 0\n", "2"),
        ("sat", "hello\n", "line 1"),
        ("sat", "", "p cnf"),
        ("edge-domination", "1 1\n", "1"),
        ("arc-kayles", "1\n", "line 1"),
    ],
)
def test_bad_input(run: Run, tmp_path: Path, command: str, text: str, told: str) -> None:
    assert told in run(f"reduce {command} {write(tmp_path, text)}").complaint


def test_wrong_parts(run: Run, tmp_path: Path) -> None:
    graph = write(tmp_path, "a b\nb c\n", "graph")
    for text, told in (("a\nb\n", "c"), ("a\nb\nc d\n", "d"), ("a b\nb c\n", "b")):
        parts = write(tmp_path, text, "parts")
        assert told in run(f"reduce clique {graph} --parts {parts}").complaint
    assert "--parts" in run(f"reduce clique {graph}").complaint
