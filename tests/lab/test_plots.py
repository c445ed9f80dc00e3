"""Pictures: that they show the data, are the same again, and are written as a whole or not."""

import re
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from thirdcard.core.geometry import Space
from thirdcard.errors import OptionError
from thirdcard.lab.plots import plot_cap, plot_distribution, plot_rounds, require_picture

SVG = "{http://www.w3.org/2000/svg}"
EXACT = {0: Fraction(1, 30), 1: Fraction(2, 30), 2: Fraction(27, 30)}
SAMPLED = ({0: 40, 1: 60, 2: 900}, 1000)
ROUNDS = [(1, 1000, 30), (2, 1000, 40), (3, 200, 12), (4, 0, 0)]
CAP = [0, 1, 3, 4, 9, 10, 12, 13]

PLOTS: dict[str, Callable[[Path], None]] = {
    "both": lambda path: plot_distribution(path, "Both", EXACT, SAMPLED),
    "exact": lambda path: plot_distribution(path, "Exact", EXACT, None),
    "sampled": lambda path: plot_distribution(path, "Sampled", None, SAMPLED),
    "rounds": lambda path: plot_rounds(path, "Rounds", ROUNDS, Fraction(1, 30)),
    "rounds alone": lambda path: plot_rounds(path, "Rounds", ROUNDS, None),
    "cap": lambda path: plot_cap(path, "Cap", CAP, 4),
    "cap with codes": lambda path: plot_cap(path, "Cap", CAP, 4, codes={0: "1RSD", 80: "3POO"}),
}


def draw(draw_it: Callable[[Path], None], path: Path) -> bytes:
    draw_it(path)
    assert [other.name for other in path.parent.iterdir()] == [path.name]
    return path.read_bytes()


def picture_size(content: bytes) -> tuple[int, int]:
    """Read a PNG as far as its size, and see that its data are whole."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert content[12:16] == b"IHDR"
    data = b""
    at = 8
    while at < len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        if kind == b"IDAT":
            data += content[at + 8 : at + 8 + length]
        at += 12 + length
    assert kind == b"IEND"
    width, height = struct.unpack_from(">II", content, 16)
    assert len(zlib.decompress(data)) == height * (4 * width + 1)
    return width, height


@pytest.mark.parametrize("name", PLOTS)
def test_pictures_are_whole_and_the_same_again(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    svg = draw(PLOTS[name], folder / "a.svg")
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert draw(PLOTS[name], folder / "a.svg") == svg
    (folder / "a.svg").unlink()
    png = draw(PLOTS[name], folder / "b.PNG")
    width, height = picture_size(png)
    assert 300 < width < 2200
    assert 200 < height < 2200
    assert draw(PLOTS[name], folder / "b.PNG") == png


def test_pictures_do_not_depend_on_the_process_or_its_settings(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib, matplotlib\n"
        "matplotlib.rcParams.update({'font.size': 30, 'svg.hashsalt': 'other'})\n"
        "from thirdcard.lab.plots import plot_cap\n"
        "plot_cap(pathlib.Path(sys.argv[1]), 'Cap', [0, 1, 3, 4, 9, 10, 12, 13], 4)\n"
        "assert matplotlib.rcParams['font.size'] == 30\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.svg")], check=True)
    PLOTS["cap"](tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


# -- what they show -------------------------------------------------------------------------------


def find_dots(path: Path) -> list[tuple[float, float]]:
    """The places where an SVG draws a scatter plot's marker."""
    root = ElementTree.fromstring(path.read_bytes())
    (group,) = (g for g in root.iter(f"{SVG}g") if g.get("id", "").startswith("PathCollection"))
    return [(float(use.attrib["x"]), float(use.attrib["y"])) for use in group.iter(f"{SVG}use")]


def ranks(values: list[float]) -> list[int]:
    known: list[float] = []
    for value in sorted(values):
        if not known or value - known[-1] > 1:
            known.append(value)
    return [min(range(len(known)), key=lambda i: abs(known[i] - value)) for value in values]


@pytest.mark.parametrize(
    ("n", "columns", "rows"),
    [(1, [0], []), (2, [1], [0]), (3, [0, 2], [1]), (4, [1, 3], [0, 2]), (5, [0, 2, 4], [1, 3])],
)
def test_every_point_has_its_place(
    tmp_path: Path, n: int, columns: list[int], rows: list[int]
) -> None:
    """Columns and rows are read as the digits they are made of; all points fill the grid."""

    def value(digits: tuple[int, ...], places: list[int]) -> int:
        return sum(digits[place] * 3**i for i, place in enumerate(reversed(places)))

    points = list(range(3**n))
    plot_cap(tmp_path / "a.svg", "all", points, n)
    dots = find_dots(tmp_path / "a.svg")
    digits = [Space(n).digits(point) for point in points]
    assert ranks([x for x, _ in dots]) == [value(d, columns) for d in digits]
    assert ranks([y for _, y in dots]) == [value(d, rows) for d in digits]
    plot_cap(tmp_path / "b.svg", "all", points[1::2], n)
    assert find_dots(tmp_path / "b.svg") == dots[1::2]


def bar_heights(path: Path) -> list[float]:
    """The heights of an SVG's filled rectangles, in the order they are drawn."""
    heights = []
    for element in ElementTree.fromstring(path.read_bytes()).iter(f"{SVG}path"):
        shape = [float(x) for x in re.findall(r"[-\d.]+", element.get("d", ""))]
        style = element.get("style", "")
        if "clip-path" in element.attrib and "fill: none" not in style and len(shape) == 8:
            heights.append(max(shape[1::2]) - min(shape[1::2]))
    return heights


def test_bars_are_as_high_as_the_probabilities(tmp_path: Path) -> None:
    plot_distribution(tmp_path / "a.svg", "both", EXACT, SAMPLED)
    heights = bar_heights(tmp_path / "a.svg")
    shares = [float(p) for p in EXACT.values()] + [met / 1000 for met in SAMPLED[0].values()]
    assert len(heights) == len(shares)
    for height, share in zip(heights, shares, strict=True):
        assert height / heights[2] == pytest.approx(share / shares[2], abs=0.005)


def test_what_spans_decades_is_on_a_logarithmic_scale(tmp_path: Path) -> None:
    exact = {k: Fraction(1, 10 ** (2 * k)) for k in range(4)}
    plot_distribution(tmp_path / "a.svg", "log", exact, None)
    heights = bar_heights(tmp_path / "a.svg")
    steps = [one - other for one, other in pairwise(heights)]
    assert steps == pytest.approx([steps[0]] * 3, rel=0.01)


def test_a_round_that_nobody_reached_is_left_out(tmp_path: Path) -> None:
    plot_rounds(tmp_path / "a.svg", "rounds", ROUNDS, None)
    plot_rounds(tmp_path / "b.svg", "rounds", ROUNDS[:3], None)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


# -- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a", "a.pdf", "a.svg.gz", ".svg"])
def test_other_suffixes_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=r"expected a name that ends in \.svg or \.png$"):
        require_picture(tmp_path / name)
    with pytest.raises(OptionError, match=r"expected a name that ends in \.svg or \.png$"):
        PLOTS["exact"](tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    for check in (require_picture, PLOTS["exact"]):
        with pytest.raises(OptionError, match=r"there is no folder .*nowhere$"):
            check(tmp_path / "nowhere" / "a.svg")
    assert require_picture(tmp_path / "a.Svg") == ".svg"


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(OptionError, match=r"^cannot write .*a\.svg: "):
        PLOTS["exact"](tmp_path / "a.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_a_picture_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = draw(PLOTS["exact"], tmp_path / "a.svg")
    with pytest.raises(ValueError, match=r"point 81 is not in AG\(4,3\)"):
        plot_cap(tmp_path / "a.svg", "cap", [81], 4)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(OptionError, match=r"^pictures need the package matplotlib: install"):
        PLOTS["cap"](tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes() == before


@pytest.mark.parametrize(
    ("draw_it", "message"),
    [
        (lambda path: plot_distribution(path, "", None, None), "without a probability"),
        (lambda path: plot_distribution(path, "", {0: Fraction(0)}, None), "without a probab"),
        (lambda path: plot_rounds(path, "", [(1, 0, 0)], None), "no table in any round"),
        (lambda path: plot_cap(path, "", [], 7), "1 to 6 features, not 7"),
    ],
)
def test_nothing_to_draw(tmp_path: Path, draw_it: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw_it(tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []


def test_importing_is_light() -> None:
    program = (
        "import sys, thirdcard.lab.plots, thirdcard.lab.report, thirdcard.lab.work\n"
        "heavy = {'matplotlib', 'numpy', 'rich', 'joblib', 'distributed', 'numba'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
