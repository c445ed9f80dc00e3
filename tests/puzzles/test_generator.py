"""Puzzles: what was asked for, every answer, no two alike, the same from the same seed."""

import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, permutations, product
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.every import EVERY
from thirdcard.errors import LimitError, OptionError
from thirdcard.puzzles import generator
from thirdcard.puzzles.canonical import find_orbit
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.draw import count_constant
from thirdcard.puzzles.feasible import count_accepted, find_obstacle
from thirdcard.puzzles.generator import RARE, Tally, iter_puzzles, make_puzzle
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.registry import parse_variant

SEED = (7).to_bytes(32, "big")


def conditions(expression: str, kind: str = "all", **more: Any) -> Conditions:
    if "sets" in more:
        more["least"] = more["most"] = more.pop("sets")
    return Conditions(parse_variant(expression), KINDS[kind], **more)


def make(count: int, expression: str, kind: str = "all", **more: Any) -> list[Puzzle]:
    return list(islice(iter_puzzles(conditions(expression, kind, **more), SEED), count))


# -- every answer -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", EVERY)
def test_every_variant_has_puzzles(key: str) -> None:
    puzzles = make(2, key)
    assert len({puzzle.id for puzzle in puzzles}) == 2
    for puzzle in puzzles:
        variant = puzzle.variant
        claims = set(map(frozenset, variant.iter_claims(puzzle.spots, puzzle.previous)))
        assert set(map(frozenset, puzzle.solutions)) == claims
        assert puzzle.claims == len(puzzle.solutions) == len(claims) > 0
        assert bool(puzzle.previous) == variant.rule.chains


@pytest.mark.parametrize("key", EVERY)
def test_answers_are_those_of_trying_every_subset(key: str) -> None:
    """On few cards; where there are too many subsets, each answer is judged by itself."""
    variant = parse_variant(key)
    groups, sizes = variant.grouping.count, variant.pattern.sizes
    cards = -(-max(6, sizes[0] + 1) // groups) * groups
    wanted = Conditions(variant, cards=cards, least=0, most=1000)
    for puzzle in islice(iter_puzzles(wanted, SEED), 2):
        found = sorted(map(sorted, puzzle.solutions))
        spots = (*puzzle.spots, *puzzle.previous)
        if sum(comb(len(spots), size) for size in sizes) <= 2_000:
            claims = variant.iter_claims_exhaustively(puzzle.spots, puzzle.previous)
            assert found == sorted(map(sorted, claims))
        else:
            assert all(variant.is_claim(claim) for claim in found)
            assert all(variant.continues(claim, puzzle.previous) for claim in found)
            assert len(set(map(tuple, found))) == len(found)


DECKS = ["classic", "junior", "mega", "ultra", "ultra9"]


@pytest.mark.parametrize("expression", DECKS)
@pytest.mark.parametrize("kind", ["coop", "spoil"])
def test_optima_are_those_of_the_solvers(expression: str, kind: str) -> None:
    from thirdcard.solvers.domination import is_dominating, min_domination
    from thirdcard.solvers.hypergraph import Table
    from thirdcard.solvers.packing import is_packing, max_packing

    for puzzle in make(3, expression, kind):
        table = Table(puzzle.variant.space, puzzle.spots)
        answer = [[puzzle.spots.index(spot) for spot in claim] for claim in puzzle.solutions]
        assert is_packing(table, answer)
        assert is_dominating(table, answer)
        most, fewest = max_packing(table).value, min_domination(table).value
        assert most is not None
        assert fewest is not None
        assert most > fewest
        assert len(answer) == puzzle.optimum == (most if kind == "coop" else fewest)


@pytest.mark.parametrize("expression", DECKS)
def test_duels_are_won_by_the_answers_alone(expression: str) -> None:
    from thirdcard.solvers.duel import solve_duel
    from thirdcard.solvers.hypergraph import Table

    for puzzle in make(2, expression, "duel"):
        space = puzzle.variant.space
        for claim in puzzle.variant.iter_claims(puzzle.spots):
            rest = tuple(spot for spot in puzzle.spots if spot not in claim)
            wins = solve_duel(Table(space, rest), winner_only=True).winner == "second"
            assert wins == any(set(claim) == set(answer) for answer in puzzle.solutions)
        assert 0 < len(puzzle.solutions) < puzzle.claims


@pytest.mark.parametrize("expression", DECKS)
@pytest.mark.parametrize("cards", [2, 5, 8])
def test_the_missing_card(expression: str, cards: int) -> None:
    for puzzle in make(3, expression, "third", cards=cards):
        space = puzzle.variant.space
        ((missing,),) = puzzle.solutions
        assert puzzle.variant.point(missing) not in map(puzzle.variant.point, puzzle.spots)
        columns = zip(*map(space.digits, (*puzzle.spots, missing)), strict=True)
        assert all(sum(column) % 3 == 0 for column in columns)
        if cards == 2:
            assert missing == space.third(*puzzle.spots)


# -- what was asked for -------------------------------------------------------------------------


def test_advanced_puzzles() -> None:
    """A hundred tables of 12 cards with exactly 6 Sets, counted by trying all triples."""
    puzzles = make(100, "classic", sets=6)
    assert len(puzzles) == 100
    for puzzle in puzzles:
        triples = combinations(map(puzzle.variant.space.digits, puzzle.spots), 3)
        assert sum(all(sum(c) % 3 == 0 for c in zip(*t, strict=True)) for t in triples) == 6


def test_basic_puzzles() -> None:
    for puzzle in make(40, "classic", cards=9, sets=4, constant=1):
        assert count_constant(puzzle.variant, puzzle.spots) == 1
        assert puzzle.claims == 4
        assert len(set(puzzle.spots)) == 9


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("expression", ["classic", "super", "chain"])
def test_levels(expression: str, level: int) -> None:
    assert [puzzle.level for puzzle in make(2, expression, level=level)] == [level] * 2


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(["classic", "junior", "mega", "ultra", "super", "double", "chain", "memory"]),
    st.integers(3, 15),
    st.integers(0, 6),
    st.integers(0, 3),
    st.sampled_from([None, None, 0, 1]),
)
def test_puzzles_are_as_asked_for(
    expression: str, cards: int, least: int, more: int, constant: int | None
) -> None:
    try:
        wanted = conditions(
            expression, cards=cards, least=least, most=least + more, constant=constant
        )
    except OptionError:
        assume(False)
    assume(find_obstacle(wanted) is None)
    try:
        puzzle = next(iter_puzzles(wanted, SEED), None)
    except LimitError:
        assume(False)
    assert puzzle is not None
    assert len(puzzle.spots) == cards
    claims = len(list(wanted.variant.iter_claims(puzzle.spots, puzzle.previous)))
    assert least <= claims == puzzle.claims <= least + more
    if constant is not None:
        assert count_constant(wanted.variant, puzzle.spots) == constant


# -- no two alike -------------------------------------------------------------------------------


@cache
def every_map() -> Any:
    """Return the 31,104 maps of the classic deck as rows: the image of each card."""
    digits = np.array(list(product(range(3), repeat=4)))
    weights = np.array([27, 9, 3, 1])
    maps = []
    for order in permutations(range(4)):
        for names in product(list(permutations(range(3))), repeat=4):
            columns = [np.array(names[i])[digits[:, order[i]]] * weights[i] for i in range(4)]
            maps.append(sum(columns))
    return np.array(maps)


def assert_no_two_alike(puzzles: list[Puzzle]) -> None:
    wanted = {bytes(sorted(puzzle.spots)) for puzzle in puzzles}
    assert len(wanted) == len(puzzles)
    for puzzle in puzzles:
        images = np.sort(every_map()[:, list(puzzle.spots)].astype(np.uint8), axis=1)
        assert set(map(bytes, images)) & wanted == {bytes(sorted(puzzle.spots))}


def test_no_two_are_alike() -> None:
    assert_no_two_alike(make(14, "classic", cards=4))
    assert_no_two_alike(make(4, "classic", sets=6))
    assert_no_two_alike(make(4, "classic", sets=14))


@pytest.mark.slow
def test_no_two_of_many_are_alike() -> None:
    assert_no_two_alike(make(100, "classic", sets=6))
    assert_no_two_alike(make(100, "classic", cards=9, sets=4, constant=1))
    assert_no_two_alike(make(60, "classic", sets=14))


# -- the same from the same seed ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "more"),
    [
        ("classic", {"sets": 6}),
        ("classic", {"sets": 14}),
        ("chain", {}),
        ("ultra9", {"level": 4}),
        ("junior", {"kind": "third"}),
    ],
)
def test_the_first_of_many_are_those_of_few(expression: str, more: dict[str, Any]) -> None:
    assert make(1, expression, **more) == make(3, expression, **more)[:1]


PINNED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("classic", {"sets": 6}, ["4daf71557c8d", "fd102ca8b3f4"]),
    ("classic", {"cards": 9, "sets": 4, "constant": 1}, ["08ce67f9e228", "0a9a5d449a87"]),
    ("classic", {"sets": 14}, ["d85099dc8e24", "2a57aaf7ef71"]),
    ("classic", {"cards": 20, "sets": 0}, ["015637f956f3", "56e3983fa9d1"]),
    ("mega", {"cards": 45, "sets": 0}, ["3d27dc796d9b", "6dc6c1637241"]),
    ("ultra9", {}, ["cbe5d293cadc", "d8e9a7fe30a4"]),
    ("super+chain", {}, ["7743edec1e23", "156442076ddc"]),
    ("junior+eight", {}, ["87ebb8a46a59", "d288d3cfd437"]),
    ("classic", {"kind": "duel"}, ["2e97d77c1a3c", "f5cbf8dd0c32"]),
    ("ultra", {"kind": "third", "cards": 5}, ["94df8439634b", "2bf84c52617c"]),
    ("ultra", {"sets": 18}, ["1b96e9cd6b91", "04147e6bbc3d"]),
    ("classic", {"sets": 3, "level": 1}, ["85b5db9ff88a", "766538befeda"]),
]


@pytest.mark.parametrize(("expression", "more", "ids"), PINNED)
def test_pinned_puzzles(expression: str, more: dict[str, Any], ids: list[str]) -> None:
    assert [puzzle.id for puzzle in make(2, expression, **more)] == ids


def test_another_process_makes_the_same() -> None:
    """Whatever order its sets and dictionaries have."""
    program = (
        "from itertools import islice\n"
        "from tests.puzzles.test_generator import make\n"
        "print([puzzle.to_dict() for puzzle in make(2, 'classic', sets=14)])\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{[puzzle.to_dict() for puzzle in make(2, 'classic', sets=14)]}\n"}


# -- the tally ----------------------------------------------------------------------------------


def tally_of(count: int, wanted: Conditions) -> Tally:
    tally = Tally()
    assert len(list(islice(iter_puzzles(wanted, SEED, tally), count))) == count
    return tally


def assert_rate(tally: Tally) -> None:
    assert tally.rate is not None
    rate = float(tally.rate)
    deviation = sqrt(rate * (1 - rate) / tally.drawn)
    assert abs(tally.accepted / tally.drawn - rate) < 4 * deviation


@pytest.mark.parametrize(
    "more", [{"sets": 6}, {"cards": 9, "sets": 4}, {"cards": 9, "sets": 4, "constant": 1}]
)
def test_rates_agree_with_the_exact_ones(more: dict[str, Any]) -> None:
    tally = tally_of(60, conditions("classic", **more))
    assert tally.method == "chance"
    assert_rate(tally)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "more"), [(2500, {"sets": 6}), (800, {"cards": 9, "sets": 4})])
def test_rates_agree_with_the_exact_ones_for_long(count: int, more: dict[str, Any]) -> None:
    tally = tally_of(count, conditions("classic", **more))
    assert tally.drawn > 100_000
    assert_rate(tally)


def test_what_is_rare_is_searched_for() -> None:
    tally = tally_of(1, conditions("classic", sets=14))
    assert (tally.method, tally.accepted) == ("search", 1)
    assert tally.rate is not None
    assert tally.rate * RARE < 1
    assert tally.rate == Fraction(3_032_640, 70_724_320_184_700)
    assert tally.to_dict()["rate_exact"] == "432/10074689485"
    # Nothing is known of so many cards; the first draws show it.
    tally = tally_of(1, conditions("mega", cards=30, sets=0))
    assert (tally.method, tally.rate) == ("search", None)


# -- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "more", "different"),
    [
        ("classic", {"kind": "third"}, 4),
        ("mega", {"kind": "third"}, 5),
        ("ultra", {"kind": "third"}, 8),
        ("ultra9", {"kind": "third"}, 12),
        ("junior", {"kind": "third", "cards": 26}, 1),
        ("junior", {"sets": 0}, 5),
        ("classic", {"cards": 9, "sets": 12}, 7),
        ("classic", {"cards": 3}, 4),
        ("classic", {"cards": 81, "sets": 1080}, 1),
        ("junior", {"constant": 2}, 1),
        ("junior+ultra", {"cards": 3, "constant": 1}, 1),
        ("junior+ultra", {"cards": 3, "constant": 1, "least": 0}, 3),
    ],
)
def test_it_ends_when_all_have_been_there(
    expression: str, more: dict[str, Any], different: int
) -> None:
    wanted, tally = conditions(expression, **more), Tally()
    puzzles = list(iter_puzzles(wanted, SEED, tally))
    assert (len(puzzles), tally.ended) == (different, "all")
    total = count_accepted(wanted)
    if total is not None:
        orbits = (find_orbit(wanted.variant, puzzle.spots).size for puzzle in puzzles)
        assert sum(orbits) == total


def test_it_ends_after_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "MOST_REPEATS", 20)
    monkeypatch.setattr(generator, "_MOST_SUMMED", 0)
    monkeypatch.setattr(generator, "_MOST_LISTED", 0)
    tally = Tally()
    assert len(list(iter_puzzles(conditions("classic", "third"), SEED, tally))) == 4
    assert tally.ended == "repeats"


@pytest.mark.parametrize(("cards", "classes"), [(7, 121), (8, 80), (9, 5)])
def test_what_is_missing_in_the_end_is_found_among_images(
    monkeypatch: pytest.MonkeyPatch, cards: int, classes: int
) -> None:
    """The caps of junior cards, listed one by one and joined where a map leads, are so many."""
    monkeypatch.setattr(generator, "_MOST_LISTED", 0)
    monkeypatch.setattr(generator, "MOST_REPEATS", 3)
    tally = Tally()
    puzzles = list(iter_puzzles(conditions("junior", cards=cards, sets=0), SEED, tally))
    assert (len(puzzles), tally.ended) == (classes, "all")


@pytest.mark.slow
def test_of_20_cards_without_a_set_there_are_80() -> None:
    """All 682,344 caps of 20, made from one by maps, fall into as many classes."""
    tally = Tally()
    puzzles = list(iter_puzzles(conditions("classic", cards=20, sets=0), SEED, tally))
    assert (len(puzzles), tally.ended) == (80, "all")
    sizes = sorted(find_orbit(puzzle.variant, puzzle.spots).size for puzzle in puzzles)
    assert (sum(sizes), sizes[:3]) == (682_344, [324, 648, 972])


def test_what_no_table_is_is_refused_before_the_first() -> None:
    with pytest.raises(OptionError, match="the most are 14"):
        iter_puzzles(conditions("classic", sets=15), SEED)


def test_what_no_table_is_is_proved_by_all_tables() -> None:
    """Eight cards that hold eight Sets are a plane without a card: whatever is taken, two are."""
    with pytest.raises(OptionError, match="all 107127 that differ were looked at"):
        next(iter_puzzles(conditions("mega", "duel", cards=8, sets=8), SEED))
    wanted = conditions("junior+double", cards=7, sets=1, level=2, constant=1)
    with pytest.raises(OptionError, match="all 36 that differ were looked at"):
        next(iter_puzzles(wanted, SEED))


@pytest.mark.parametrize(
    ("kind", "cards", "sets", "level", "constant"),
    [
        ("duel", 9, 3, 2, None),
        ("coop", 9, 4, 2, 0),
        pytest.param("all", 10, 1, 3, None, marks=pytest.mark.slow),
        pytest.param("coop", 9, 4, 2, None, marks=pytest.mark.slow),
        pytest.param("spoil", 12, 4, 2, None, marks=pytest.mark.slow),
    ],
)
def test_what_is_too_rare_for_a_search_is_known(
    kind: str, cards: int, sets: int, level: int, constant: int | None
) -> None:
    wanted = conditions("classic", kind, cards=cards, sets=sets, level=level, constant=constant)
    tally = Tally()
    puzzle = next(iter_puzzles(wanted, SEED, tally))
    assert make_puzzle(wanted, puzzle.spots) == puzzle
    assert tally.method == "table"
    assert tally.rate
    assert tally.rate < Fraction(1, 100_000)


def test_what_is_not_known_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from thirdcard.puzzles import search

    monkeypatch.setattr(search, "MOST_WORK", 3_000)
    with pytest.raises(LimitError, match="whether there is one is not known"):
        next(iter_puzzles(conditions("mega", "coop", cards=7, sets=3, level=1), SEED))
