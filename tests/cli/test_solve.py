"""``thirdcard solve``: the hard problems from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.runner import Run

# CP-SAT and a plain memoised search, for random tables of the classic deck.
TABLES: list[tuple[str, int, int, int]] = [
    ("1ROO 1GOD 1GOO 2RHO 2PHD 3RHD 3ROD 3GSD 3PSD", 0, 0, 0),
    ("1RSD 1RHD 1GHD 1GHS 1POO 2RSO 2ROS 2GHS 2PHS 3RSS 3RHD 3ROO", 2, 1, 2),
    ("1RSS 1RSO 1RHD 2RSD 2RSS 2PHD 3RSD 3RSO 3GHS 3GOD 3POD 3POO", 2, 2, 0),
    ("1RSO 1GHD 1GOD 1PHO 2RSS 2RSO 2GSS 2GOD 2GOO 2POO 3RHS 3GSD 3GOS 3PSS 3POD", 2, 2, 0),
    ("1RHS 1PHS 1POD 2RHS 2GSD 2GSO 2PHO 2POD 2POO 3RSD 3ROS 3GSD 3GSS 3POD 3POO", 2, 2, 0),
    (
        "1RHD 1RHO 1GSO 1GHS 1PSO 1PHD 2GHD 2PSS 2PSO 2PHO 3RSO 3ROD 3ROO 3GSO 3GHD 3GOS 3GOO 3POD",
        *(4, 2, 4),
    ),
    (
        "1RSD 1RSS 1GOS 1PHD 1POS 1POO 2RSO 2ROS 2GOO 2PSD 2PHS 2POD 3RHS 3GSS 3GSO 3GOD 3GOS 3POD",
        *(3, 3, 1),
    ),
    (
        "1RSD 1RHD 1ROS 1GSO 1POS 2RSO 2ROO 2GHS 2GOD 2GOO 2PSD 2PSS 2POS 2POO 3RSD 3RHS 3ROS 3ROO "
        "3GSS 3GOS 3PSD",
        *(5, 3, 5),
    ),
    (
        "1RSS 1RSO 1RHS 1GSD 1GSS 1GSO 1GHO 1PHO 2RHS 2RHO 2ROS 2ROO 2GSS 2GOO 3RHD 3ROS 3GOS 3PSS "
        "3PSO 3PHD 3POS",
        *(5, 3, 5),
    ),
    (
        "1RHD 1GHS 1GHO 1GOS 1PHD 1POD 2RHO 2ROD 2ROS 2GSS 2GSO 2GHD 2GHO 2GOS 2PSS 2PHS 2POO 3RHD "
        "3RHS 3ROD 3GSD 3GHS 3PSS 3POO",
        *(7, 4, 1),
    ),
]


@pytest.mark.parametrize(("cards", "packing", "domination", "nimber"), TABLES)
def test_tables(run: Run, cards: str, packing: int, domination: int, nimber: int) -> None:
    for problem, value in (("packing", packing), ("domination", domination)):
        outcome = run(f"solve {problem} --json {cards}")
        assert outcome.code == 0
        document = outcome.document
        assert (document["problem"], document["value"], document["bound"]) == (
            problem,
            value,
            value,
        )
        assert document["status"] == "optimal"
        assert len(document["witness"]) == value
        taken = [card for claim in document["witness"] for card in claim]
        assert len(set(taken)) == 3 * value
        assert set(taken) <= set(document["cards"]) == set(cards.split())
    document = run(f"solve duel --json {cards}").document
    assert document["nimber"] == nimber
    assert document["winner"] == ("first" if nimber else "second")
    assert bool(document["moves"]) == (nimber > 0)
    assert run(f"solve duel --winner-only --json {cards}").document["winner"] == document["winner"]


@pytest.mark.parametrize(
    ("variant", "packing", "domination", "nimber"),
    [("junior", 9, 6, 1), ("classic", 27, 21, 1), ("mega", 81, 66, 1)],
)
def test_full_decks(
    run: Run, tmp_path: Path, variant: str, packing: int, domination: int, nimber: int
) -> None:
    """No cap of 243 points has more than 45, so 66 is the fewest there."""
    dealt = run(f"deal --variant {variant} --cards {(packing * 3)} --seed 1 --json").document
    file = tmp_path / "deck.txt"
    file.write_text(" ".join(dealt["cards"]))
    line = f"--variant {variant} --file {file} --json"
    assert run(f"solve packing {line}").document["value"] == packing
    assert run(f"solve domination {line}").document["value"] == domination
    document = run(f"solve duel {line}").document
    assert (document["winner"], document["nimber"]) == ("first", nimber)
    assert "mirror" in document["method"]


def test_rounds(run: Run) -> None:
    cards = TABLES[5][0]
    assert run(f"solve domination --rounds 1 {cards}").code == 1
    outcome = run(f"solve domination --rounds 2 {cards} --json")
    assert outcome.code == 0
    assert outcome.document["value"] == 2
    assert run(f"solve duel --rounds 1 {cards} --json").document["nimber"] is None


def test_text(run: Run) -> None:
    out = run("solve packing 1RSD 2RSD 3RSD 1GHS").out
    assert out.startswith("1 Set of 4 cards, 1 left (classic)\n  1RSD 2RSD 3RSD\nproved: ")
    out = run("solve domination 1RSD 2RSD 3RSD 1GHS").out
    assert out.startswith("1 Set leaves no Set among 4 cards (classic)\n  1RSD 2RSD 3RSD\n")
    out = run("solve duel 1RSD 2RSD 3RSD 1GHS").out
    assert out.startswith("the first player wins (nimber 1)\n")


def test_a_limit(run: Run, tmp_path: Path) -> None:
    dealt = run("deal --variant mega --cards 90 --seed 4 --json").document
    file = tmp_path / "table.txt"
    file.write_text(" ".join(dealt["cards"]))
    outcome = run(f"solve domination --variant mega --file {file} --seconds 0.5 --json")
    assert outcome.code == 3
    document = outcome.document
    assert document["status"] == "limit"
    assert document["bound"] < document["value"] == len(document["witness"])


@pytest.mark.parametrize("suffix", ["hgr", "gr", "col", "g6", "wcnf"])
def test_exports(run: Run, tmp_path: Path, suffix: str) -> None:
    from thirdcard.formats.graphs import read_graph
    from thirdcard.formats.hypergraphs import read_hgr

    file = tmp_path / f"table.{suffix}"
    outcome = run(f"solve packing {TABLES[5][0]} --export {file} --json")
    assert outcome.code == 0
    text = file.read_text()
    if suffix == "hgr":
        assert len(read_hgr(text).edges) == 10
    elif suffix == "wcnf":
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        with RC2(WCNF(from_string=text)) as solver:
            solver.compute()
            assert 10 - solver.cost == outcome.document["value"]
    else:
        assert read_graph(text).number_of_nodes() == 10


@pytest.mark.parametrize("problem", ["packing", "domination"])
def test_certificates(run: Run, tmp_path: Path, problem: str) -> None:
    from thirdcard.solvers.certificates import check_certificate

    file = tmp_path / "certificate.json"
    assert run(f"solve {problem} {TABLES[6][0]} --certificate {file}").code == 0
    assert check_certificate(file.read_text())
    document = json.loads(file.read_text())
    assert document


GRAPHS = {
    "edges": "a b\nb c\nc d\n",
    "dimacs": "c a path\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n",
    "pace": "p tw 4 3\n1 2\n2 3\n3 4\n",
    "graph6": "Ch\n",
}


@pytest.mark.parametrize("text", GRAPHS.values(), ids=GRAPHS)
def test_kayles(run: Run, tmp_path: Path, text: str) -> None:
    """The path of four vertices has nimber 2 (Dawson's Kayles)."""
    file = tmp_path / "graph"
    file.write_text(text)
    document = run(f"solve kayles {file} --json").document
    assert (document["winner"], document["nimber"]) == ("first", 2)
    assert len(document["moves"]) == 1
    assert run(f"solve kayles {file} --winner-only --json").document["winner"] == "first"


def test_matching(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("0000\n0120\n1201\n2012\n0011\n")
    document = run(f"solve matching {file} --values 3 --json").document
    assert document["value"] is True
    assert document["witness"] == [2, 3, 4]
    file.write_text("00\n01\n10\n11\n")
    outcome = run(f"solve matching {file} --values 3 --json")
    assert (outcome.code, outcome.document["value"]) == (1, False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("solve", None),
        ("solve chess", "'chess' is no command; expected one of packing"),
        ("solve packing", "no cards"),
        ("solve packing 1RSD 1RSD", "1RSD"),
        ("solve packing 1RSD --seconds 0", "seconds above 0"),
        ("solve packing 1RSD --seconds never", "'never'"),
        ("solve packing 1RSD --export table.pdf", "expected a name that ends in .hgr"),
        ("solve packing 1RSD --export nowhere/t.hgr", "--export nowhere/t.hgr: cannot write"),
        ("solve domination 1RSD --rounds -1", "from 0"),
        ("solve duel 1RSD 1RSDG", "1RSDG"),
        ("solve kayles nowhere.col", "cannot read 'nowhere.col'"),
        ("solve matching nowhere.txt --values 3", "cannot read"),
        ("solve matching nowhere.txt", "--values"),
    ],
)
def test_bad_input(run: Run, line: str, told: str | None) -> None:
    outcome = run(line)
    if told is None:
        assert outcome.code == 0
        assert "packing" in outcome.out
    else:
        assert told in outcome.complaint


def test_wrong_graphs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "graph"
    wrong: dict[str, Any] = {"p edge 2 1\ne 1 3\n": "3", "a a\n": "a", "p edge 2 5\ne 1 2\n": "5"}
    for text, told in wrong.items():
        file.write_text(text)
        assert told in run(f"solve kayles {file}").complaint
