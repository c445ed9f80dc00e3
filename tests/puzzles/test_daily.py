"""The daily puzzles: the same for everybody, and of the right kind."""

import doctest
import re
from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from itertools import combinations, islice
from math import gcd
from pathlib import Path

import pytest

from thirdcard.errors import OptionError
from thirdcard.puzzles import daily
from thirdcard.puzzles.daily import (
    DAILY_NAMES,
    EDITION,
    FIRST_DATE,
    ROTATION,
    daily_conditions,
    daily_puzzle,
    daily_puzzles,
    daily_seed,
    daily_title,
    parse_date,
)
from thirdcard.puzzles.draw import count_constant
from thirdcard.puzzles.generator import iter_puzzles
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.puzzle import Puzzle

MONDAY = date(2026, 11, 30)
PAGE = Path(__file__).parents[2] / "docs" / "puzzles.md"


def days(first: date, count: int) -> Iterator[date]:
    for number in range(count):
        yield first + timedelta(number)


def codes(puzzle: Puzzle) -> str:
    return " ".join(map(puzzle.variant.code, puzzle.spots))


def count_sets(puzzle: Puzzle) -> int:
    """Count the Sets by trying all triples."""
    digits = map(puzzle.variant.space.digits, puzzle.spots)
    return sum(
        all(sum(column) % 3 == 0 for column in zip(*triple, strict=True))
        for triple in combinations(digits, 3)
    )


def test_examples() -> None:
    assert doctest.testmod(daily) == (0, 1)


# -- what they are --------------------------------------------------------------------------------


@pytest.mark.parametrize("day", list(days(MONDAY, 7)), ids=str)
def test_the_basic_puzzle_has_nine_cards_with_four_sets(day: date) -> None:
    puzzle = daily_puzzle(day, "basic")
    assert (puzzle.variant.key, puzzle.kind, len(set(puzzle.spots))) == ("classic", "all", 9)
    assert count_sets(puzzle) == len(puzzle.solutions) == puzzle.claims == 4
    assert count_constant(puzzle.variant, puzzle.spots) == 1


@pytest.mark.parametrize("day", list(days(MONDAY, 7)), ids=str)
def test_the_advanced_puzzle_has_twelve_cards_with_six_sets(day: date) -> None:
    puzzle = daily_puzzle(day, "advanced")
    assert (puzzle.variant.key, puzzle.kind, len(set(puzzle.spots))) == ("classic", "all", 12)
    assert count_sets(puzzle) == len(puzzle.solutions) == puzzle.claims == 6


@pytest.mark.parametrize("place", range(len(ROTATION)))
def test_each_special_is_what_the_rotation_says(place: int) -> None:
    special, day = ROTATION[place], FIRST_DATE + timedelta(place)
    puzzle = daily_puzzle(day, "special")
    assert (puzzle.variant.key, puzzle.kind) == (special.variant, special.kind)
    assert len(set(puzzle.spots)) == special.cards
    if special.least is not None and special.most is not None:
        assert special.least <= puzzle.claims <= special.most
    if special.kind == "all":
        found = puzzle.variant.iter_claims(puzzle.spots, puzzle.previous)
        assert set(map(frozenset, puzzle.solutions)) == set(map(frozenset, found))
    assert bool(puzzle.previous) == puzzle.variant.rule.chains


def test_the_rotation_brings_what_a_week_does_not() -> None:
    assert gcd(len(ROTATION), 7) == 1
    assert len(set(ROTATION)) == len(ROTATION)
    met = {(day.weekday(), daily_conditions(day, "special")) for day in days(FIRST_DATE, 105)}
    assert len(met) == 105
    assert {special.kind for special in ROTATION} == KINDS.keys()
    again = FIRST_DATE + timedelta(len(ROTATION))
    assert daily_conditions(again, "special") == daily_conditions(FIRST_DATE, "special")


@pytest.mark.parametrize("name", ["basic", "advanced"])
def test_a_week_begins_easily_and_ends_hard(name: str) -> None:
    for day in days(MONDAY, 7):
        drawn = islice(iter_puzzles(daily_conditions(day, name), daily_seed(day, name)), 7)
        efforts = sorted(puzzle.effort for puzzle in drawn)
        assert daily_puzzle(day, name).effort == efforts[day.weekday()]
    monday, sunday = (
        [daily_puzzle(MONDAY + timedelta(7 * week + day), name).effort for week in range(12)]
        for day in (0, 6)
    )
    assert max(monday) < sum(sunday) / 12
    assert sum(monday) / 12 < min(sunday)


def test_a_date_has_all_puzzles() -> None:
    puzzles = daily_puzzles(MONDAY)
    assert tuple(puzzles) == DAILY_NAMES == ("basic", "advanced", "special")
    assert puzzles == {name: daily_puzzle(MONDAY, name) for name in DAILY_NAMES}


# -- the same for everybody -----------------------------------------------------------------------


def test_a_seed_is_the_hash_of_what_is_documented() -> None:
    text = b"thirdcard daily 1 2026-12-24 basic"
    assert daily_seed(date(2026, 12, 24), "basic") == sha256(text).digest()


PINNED = {
    ("2026-01-01", "basic"): "2ROO 2RHD 2PSD 2RHS 2GOD 2RSS 2GSS 2RSD 2GOO",
    ("2026-01-01", "advanced"): "1POS 1GHS 2POD 2PHD 3ROS 3PSD 2GOO 1POD 1POO 3PSS 1GSO 2ROO",
    ("2026-02-28", "basic"): "1PHO 2PHO 2GHO 2RHO 3PSO 1GOO 1GHO 1ROO 1RSO",
    ("2026-02-28", "advanced"): "1PSO 1GHD 3RSD 3GSO 1GSO 2POS 1PSS 1PHD 1GHS 1RHD 1GHO 2GOD",
    ("2026-11-30", "basic"): "2GOO 2ROS 2GSD 2ROD 2GHS 2GOD 2GSS 2POD 2ROO",
    ("2026-11-30", "advanced"): "2GHS 3PSS 2PSD 1RHS 3PHS 1PHD 3RSD 1RSS 1ROS 1GHO 2GOS 1GHS",
    ("2028-02-29", "basic"): "1RSD 1POD 1GHD 1GSD 2POD 1RHD 3ROD 1ROD 3RHD",
    ("2028-02-29", "advanced"): "2PHO 3GHS 3RSD 1GHO 2GHO 1GSS 2GOS 3PHS 1RSD 2ROS 2RHO 2RSD",
}


@pytest.mark.parametrize(("day", "name"), PINNED)
def test_dates_keep_their_puzzles(day: str, name: str) -> None:
    """If one of these changes, so has every day of the archive: `EDITION` goes up."""
    puzzle = daily_puzzle(parse_date(day), name)
    assert codes(puzzle) == PINNED[day, name]


IDS = (
    "f8e9999e142d",  # ultra, all
    "a9216e7f58e3",  # classic, coop
    "93281a46bafd",  # mega, all
    "2165fb14ff5c",  # super, all
    "43a9bc88f317",  # classic, duel
    "d1645bca4e0e",  # ultra9, all
    "04e0c194dcca",  # mega, third
    "a6d3532e9275",  # double, all
    "b2fad1266376",  # chain, all
    "7881348e4142",  # classic, spoil
    "f68f6a7f3ddc",  # mega+super, all
    "f5f03628be0a",  # eight, all
    "e976b6927a4a",  # mega, coop
    "a9dda332fb25",  # ultra, duel
    "11ae9daa470d",  # junior+ultra, all
)


def test_specials_keep_their_ids() -> None:
    week = days(FIRST_DATE, len(ROTATION))
    assert tuple(daily_puzzle(day, "special").id for day in week) == IDS


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-30",
        "2026-13-01",
        "20261224",
        "2026-W01-1",
        "24.12.2026",
        "2026-1-1",
        "",
        "٢٠٢٦-01-01",
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_date(text)
    assert str(caught.value) == f"{text!r} is no date; expected YYYY-MM-DD"


def test_a_long_text_is_not_repeated() -> None:
    with pytest.raises(OptionError) as caught:
        parse_date("x" * 10_000)
    assert len(str(caught.value)) < 80


def test_dates_before_the_first_have_no_puzzle() -> None:
    with pytest.raises(OptionError, match="2025-12-31 has no daily puzzle; the first is that of"):
        daily_puzzle(FIRST_DATE - timedelta(1), "basic")
    assert daily_puzzle(FIRST_DATE, "basic").claims == 4
    assert daily_puzzle(date.max, "basic").claims == 4


@pytest.mark.parametrize("name", ["", "hard", "Basic", "x" * 1000])
def test_other_names_are_refused(name: str) -> None:
    for ask in (lambda: daily_title(name), lambda: daily_puzzle(MONDAY, name)):
        with pytest.raises(OptionError, match="expected one of basic, advanced, special") as caught:
            ask()
        assert len(str(caught.value)) < 100


# -- what the page says ---------------------------------------------------------------------------


def test_the_page_lists_the_rotation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text("utf-8")
    told = [
        line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| \d+ \|", line)
    ]
    assert told == [
        [
            str(place),
            special.variant,
            str(KINDS[special.kind].title).lower(),
            str(special.cards),
            f"{special.least} to {special.most}" if special.least else "any number",
        ]
        for place, special in enumerate(ROTATION, 1)
    ]


def test_the_page_says_the_text_of_a_seed() -> None:
    page = PAGE.read_text("utf-8")
    assert f"thirdcard daily {EDITION} 2026-12-24 basic\n" in page
    assert FIRST_DATE.isoformat() in page
