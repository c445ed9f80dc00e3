"""``thirdcard orbits``."""

from math import comb

import pytest

from tests.cli.runner import Run
from thirdcard.core.maps import AffineMap
from thirdcard.variants.registry import parse_deck


def test_a_set(run: Run) -> None:
    outcome = run("orbits 3POO 1RSD 2GHS --json")
    assert outcome.code == 0
    document = outcome.document
    assert document.pop("map")
    assert document == {
        "deck": "classic",
        "cards": ["3POO", "1RSD", "2GHS"],
        "canonical": ["1RSD", "1RSS", "1RSO"],
        "stabilizer": 1819584,
        "orbit_size": 1080,
        "sets": 1,
    }


@pytest.mark.parametrize(
    ("deck", "cards", "orbit_size", "sets"),
    [
        ("classic", "1RSD", 81, 0),
        ("classic", "1RSD 2RSD 3GSD", comb(81, 3) - 1080, 0),
        ("classic", "1RSD 1RSS 1RSO 1GSD 1GSS 1GSO 1PSD 1PSS 1PSO", 1170, 12),
        ("junior", "1RD 2RD 3RD", 117, 1),
        ("mega", "1RSDR 2RSDR 3RSDR", 9801, 1),
    ],
)
def test_orbits(run: Run, deck: str, cards: str, orbit_size: int, sets: int) -> None:
    document = run(f"orbits --deck {deck} {cards} --json").document
    assert (document["deck"], document["cards"]) == (deck, cards.split())
    assert (document["orbit_size"], document["sets"]) == (orbit_size, sets)


def test_the_map_takes_the_cards_to_the_canonical_ones(run: Run) -> None:
    deck = parse_deck("classic")
    document = run("orbits 1RSD 2GHS 3PSD 3RHO 2ROS 1GHD --json").document
    matrix = tuple(map(tuple, document["map"]["matrix"]))
    mapping = AffineMap(matrix, tuple(document["map"]["offset"]))
    points = {point: deck.code(point) for point in range(deck.size)}
    images = sorted(mapping(p) for p, code in points.items() if code in document["cards"])
    assert [points[image] for image in images] == document["canonical"]


def test_layouts_that_are_alike(run: Run) -> None:
    """One feature's values exchanged, and two features exchanged; then another number of Sets."""
    one = run("orbits 1RSD 2RSD 3RSD 1GHO 2GHO --json").document
    other = run("orbits 1GSD 1GHD 1GOD 2RSO 2RHO --json").document
    third = run("orbits 1RSD 2RSD 3RSD 1GHO 2GHS --json").document
    assert one["canonical"] == other["canonical"]
    assert one["sets"] == third["sets"] == 1
    assert one["canonical"] != third["canonical"]


def test_every_source_of_cards(run: Run, tmp_path: pytest.TempPathFactory) -> None:
    told = run("orbits 1RSD 2RSD 1GHO --json").document
    assert run("orbits --json -", stdin=b"1RSD . 2RSD\n1GHO .\n").document == told
    assert run("orbits --json 1rsd, '.' 'two red solid diamonds' 0112").document == told


def test_text(run: Run) -> None:
    assert run("orbits 1RSD 2RSD 3RSD 1GSD").out == (
        "4 cards with 1 Set (classic deck)\n"
        "canonical   1RSD 1RSS 1RHD 1ROO\n"
        "stabilizer  23,328  symmetries keep the layout, of 1,965,150,720\n"
        "orbit size  84,240  layouts are alike, of 1,663,740 of 4 cards\n"
    )
    assert run("orbits --deck junior 1RD").out == (
        "1 card with no Sets (junior deck)\n"
        "canonical   1RD\n"
        "stabilizer  11,232  symmetries keep the layout, of 303,264\n"
        "orbit size      27  layouts are alike, of 27 of 1 card\n"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "no cards; expected card codes"),
        ("' '", "no cards; the input is empty"),
        (".", "no cards; the input is empty"),
        ("1RSD 1RSD", "1RSD is repeated"),
        ("1RSD 1RSX", "'1RSX' (token 2"),
        ("1RSD / 2RSD", "'/'"),
        ("--deck tarot 1RSD", "'tarot' is no deck"),
        ("--deck junior 1RSD", "expected a junior card"),
        ("--file /nowhere/at/all", "cannot read"),
        ("1RSD --variant ultra", "'--variant' is not expected here"),
    ],
)
def test_bad_input(run: Run, line: str, told: str) -> None:
    assert told in run(f"orbits {line}").complaint
