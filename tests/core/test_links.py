"""Tables in addresses: what is written is read back, and an error says the right place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.cards import Deck
from thirdcard.core.geometry import Point
from thirdcard.core.links import read_link, write_link
from thirdcard.core.notation import format_table
from thirdcard.errors import NotationError
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA


@st.composite
def tables(draw: st.DrawFn) -> tuple[Deck, list[list[Point | None]]]:
    deck = draw(st.sampled_from([CLASSIC, JUNIOR, MEGA]))
    groups = draw(st.sampled_from([1, 3, 9]))
    size = draw(st.integers(1, deck.size // groups))
    points = draw(st.permutations(range(deck.size)))[: groups * size]
    holes = draw(st.sets(st.sampled_from(points), max_size=len(points) - 1))
    lying = [None if point in holes else point for point in points]
    return deck, [lying[group * size : (group + 1) * size] for group in range(groups)]


@given(tables())
def test_what_is_written_is_read_back(table: tuple[Deck, list[list[Point | None]]]) -> None:
    deck, groups = table
    link = write_link(groups, deck)
    assert read_link(link, deck, len(groups)) == groups
    assert re.fullmatch(r"[A-Za-z0-9_-]*[A-Za-z0-9]", link)


@given(tables())
def test_text_of_the_command_line_is_read_too(
    table: tuple[Deck, list[list[Point | None]]],
) -> None:
    deck, groups = table
    text = format_table(groups, deck)
    assert read_link(text, deck, len(groups)) == groups


@pytest.mark.parametrize(
    "text",
    [
        "1RSD-2GHS-3POO",
        "1rsd-2ghs-3poo",
        "1RSD+2GHS+3POO",
        "1RSD 2GHS 3POO",
        "1RSD,2GHS;3POO",
        "1RSD–2GHS—3POO",
        "0000-1111-2222",
        "one red solid diamond, 2GHS\nthree-purple-open-ovals",
    ],
)
def test_many_ways_to_write_a_table(text: str) -> None:
    assert read_link(text, CLASSIC) == [[0, 40, 80]]


def test_holes_and_groups() -> None:
    expected = [[0, None], [None, 1], [2, 5]]
    for text in ("1RD-x_X-1RS_1RO-1GO", "1RD-._.-1RS_1RO-1GO", "1RD x / x 1RS / 1RO 1GO"):
        assert read_link(text, JUNIOR, 3) == expected
    with pytest.raises(NotationError, match="expected groups of equal size"):
        read_link("1RD_1RS-1RO_1GO", JUNIOR, 3)
    assert read_link("1RD_1RS-1RO_", JUNIOR, 3, equal=False) == [[0], [1, 2], []]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1RSD-2GHX", "'2GHX' (token 2, line 1, column 6)"),
        ("1RSD-x-xx", "'xx' (token 3, line 1, column 8)"),
        ("1RSD--2GHS-1RSD", "'1RSD' (token 3, line 1, column 12)"),
        ("1RSD_2GHS", "'/' (after token 1, line 1, column 5)"),
    ],
)
def test_an_error_says_the_place_in_the_link(text: str, place: str) -> None:
    with pytest.raises(NotationError, match=re.escape(place)):
        read_link(text, CLASSIC)
