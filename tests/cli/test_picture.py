"""``thirdcard picture``: a table as a file that other programs show."""

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.runner import Run, run_process

SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg: str) -> list[str]:
    """Return the titles of a drawing: what its cards are, in words."""
    return [title.text or "" for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_drawing_goes_to_stdout(run: Run) -> None:
    outcome = run("picture 1RSD 2RHO 3POS")
    assert (outcome.code, outcome.err) == (0, "")
    title, *cards = words_of(outcome.out)
    assert title == "Classic, 3 cards"
    assert cards == [
        "one red solid diamond",
        "two red striped ovals",
        "three purple open squiggles",
    ]


def test_files(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "t.svg", tmp_path / "t.PNG"
    document = run(f"picture 1RSD 2RHO --out {svg} --json").document
    assert document == {"file": str(svg), "bytes": len(svg.read_bytes())}
    assert run(f"picture 1RSD 2RHO --out {png} --width 300").out == ""
    width, height = size_of(png.read_bytes())
    assert width == 300
    assert 0 < height < 300
    again = tmp_path / "again.png"
    assert run_process(*f"picture 1RSD 2RHO --out {again} --width 300".split()).code == 0
    assert again.read_bytes() == png.read_bytes()


@pytest.mark.parametrize("theme", ["classic", "colour-blind", "copier"])
def test_looks_differ(run: Run, theme: str) -> None:
    plain = run("picture 1RSD 2RHO").out
    told = run(f"picture 1RSD 2RHO --theme {theme} --dark").out
    assert told != plain


def test_groups_previous_and_marks(run: Run) -> None:
    ultra = run('picture --variant ultra "1RSD . / 2RSD 3GHO / 3RSD ." --numbers').out
    assert words_of(ultra)[0] == "Ultra-Set, 4 cards"
    chain = run('picture --variant chain 1GSD 2GSD --previous "1RSD 2RSD 3RSD"').out
    assert len(words_of(chain)) == 6
    table = "picture 1RSD 2RSD 3RSD 1GHO"
    assert run(f'{table} --mark "1rsd, two red solid diamonds"').out != run(table).out


def test_width_columns_and_ground(run: Run) -> None:
    table = "picture 1RSD 2RSD 3RSD 1GHO"
    assert 'width="500"' in run(f"{table} --width 500").out
    assert run(f"{table} --columns 1").out != run(table).out
    assert run(f"{table} --transparent").out != run(table).out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "no cards; expected card codes"),
        (".", "no cards; the input is empty"),
        ("1RSD --out t.gif", "--out t.gif: expected a name that ends in .svg or .png"),
        ("1RSD --out t", "--out t: expected a name that ends in .svg or .png"),
        ("1RSD --out nowhere/t.svg", "--out nowhere/t.svg: cannot write it"),
        ("1RSD --json", "--json without --out"),
        ("1RSD --theme none", "'none' is no theme; expected one of classic"),
        ("1RSD --mark 2RSD", "--mark: 2RSD is not on the table"),
        ("1RSD --mark 9", "'9'"),
        ("1RSD --out t.png --width 9000", "9000 pixels: expected 1 to 8000"),
        ("1RSD --width 0", "expected a whole number from 1"),
        ("1RSD 1RSD", "1RSD is repeated"),
    ],
)
def test_refusals(run: Run, words: str, complaint: str) -> None:
    assert complaint in run(f"picture {words}").complaint
    assert not Path("t.png").exists()
