"""The one-round game with any number of values, against looking at all choices of cards."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError, MalformedError, OptionError
from thirdcard.solvers import matching, matching_search
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.matching import (
    METHODS,
    find_matching,
    is_matching,
    read_cards_file,
)
from thirdcard.solvers.matching_halves import find_by_halves
from thirdcard.solvers.matching_model import find_by_model
from thirdcard.solvers.matching_search import find_by_search

Cards = list[tuple[int, ...]]
Finder = Callable[
    [Sequence[tuple[int, ...]], int, bool, Deadline], tuple[bool, tuple[int, ...] | None]
]
FINDERS: list[Finder] = [find_by_halves, find_by_search, find_by_model]


def is_set(rows: Sequence[Sequence[int]], perfect: bool) -> bool:
    """The rule, told pair by pair."""
    for column in zip(*rows, strict=True):
        pairs = [a == b for a, b in combinations(column, 2)]
        if any(pairs) and (perfect or not all(pairs)):
            return False
    return True


def exists(cards: Cards, values: int, perfect: bool) -> bool:
    return any(is_set(rows, perfect) for rows in combinations(cards, values))


def draw(rng: Random, values: int, features: int, count: int) -> Cards:
    """Return different cards, up to as many."""
    drawn = [tuple(rng.randrange(values) for _ in range(features)) for _ in range(count)]
    return list(dict.fromkeys(drawn))


def plant(rng: Random, values: int, features: int, agreeing: int) -> Cards:
    """Return a Set that agrees in so many features."""
    columns = [[rng.randrange(values)] * values for _ in range(agreeing)]
    columns += [rng.sample(range(values), values) for _ in range(features - agreeing)]
    rng.shuffle(columns)
    return list(zip(*columns, strict=True))


def iter_tables(count: int) -> list[tuple[int, Cards]]:
    """Return small tables, half of them with a Set that was put there."""
    rng = Random(count)
    tables = []
    for number in range(count):
        values = rng.choice([3, 3, 4, 5, 6])
        features = rng.randint(1, 5)
        cards = draw(rng, values, features, rng.randint(3, 11))
        if number % 2:
            cards += plant(rng, values, features, rng.randrange(features))
            cards = list(dict.fromkeys(cards))
            rng.shuffle(cards)
        tables.append((values, cards))
    return tables


TABLES = iter_tables(150)


@pytest.mark.parametrize("finder", FINDERS)
def test_methods_find_what_there_is(finder: Finder) -> None:
    seen = set()
    for values, cards in TABLES:
        for perfect in (False, True):
            known, found = finder(cards, values, perfect, Deadline())
            assert known
            assert (found is not None) == exists(cards, values, perfect), (values, cards)
            if found is not None:
                assert len(set(found)) == values
                assert is_set([cards[i] for i in found], perfect)
            seen.add((values, perfect, found is not None))
    # Each answer was met for each number of values.
    assert seen == set(product((3, 4, 5, 6), (False, True), (False, True)))


@given(st.integers(1, 4), st.integers(1, 3), st.integers(0, 9), st.booleans(), st.integers(0, 999))
def test_find_matching(values: int, features: int, count: int, perfect: bool, seed: int) -> None:
    cards = draw(Random(seed), values, features, count)
    answer = find_matching(cards, values, perfect=perfect)
    assert answer.problem == "matching"
    assert answer.method in METHODS
    assert answer.value is answer.bound is exists(cards, values, perfect)
    assert answer.status == ("optimal" if answer.value else "infeasible")
    if answer.value:
        (chosen,) = answer.witness
        assert list(chosen) == sorted(set(chosen))
        assert is_matching(cards, chosen, values, perfect)
    else:
        assert answer.witness == ()


@given(st.lists(st.integers(0, 80), min_size=3, max_size=14, unique=True))
def test_three_values_are_the_game_itself(points: list[int]) -> None:
    space = Space(4)
    answer = find_matching([space.digits(point) for point in points], 3)
    assert answer.value is not space.is_cap(points)


# -- methods --------------------------------------------------------------------------------------


def test_choice_of_methods() -> None:
    assert matching._choose_methods(9, 2) == ("direct",)
    assert matching._choose_methods(4, 5) == ("direct",)
    assert matching._choose_methods(1000, 4) == ("enumeration", "meet in the middle")
    assert matching._choose_methods(2000, 3) == ("enumeration", "CP-SAT")
    assert matching._choose_methods(30, 7) == ("enumeration", "CP-SAT")


@pytest.mark.parametrize(
    ("values", "features", "method"), [(4, 9, "meet in the middle"), (7, 9, "CP-SAT")]
)
def test_later_methods_finish_what_enumeration_does_not(
    values: int, features: int, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "MOST_NODES", dict.fromkeys(METHODS, 3))
    rng = Random(5)
    cards = draw(rng, values, features, 40)
    answer = find_matching(cards, values)
    assert (answer.value, answer.method) == (False, method)
    cards += plant(rng, values, features, 2)
    answer = find_matching(cards, values)
    assert (answer.value, answer.method) == (True, method)
    assert is_matching(cards, answer.witness[0], values)
    assert find_matching(cards, values, perfect=True).value is False


def test_search_stops_after_its_nodes() -> None:
    cards = draw(Random(1), 5, 4, 60)
    assert find_by_search(cards, 5, True, Deadline(), 2) == (False, None)
    assert find_by_search(cards, 5, True, Deadline())[0]


def test_halves_may_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """With equal numbers all keys are equal, and still only Sets are answered."""
    import numpy as np

    class Zeros:
        def integers(self, *args: object, **kwargs: object) -> object:
            return np.zeros((3, 4), np.uint64)

    monkeypatch.setattr(np.random, "default_rng", lambda seed: Zeros())
    rng = Random(8)
    for number in range(20):
        cards = draw(rng, 4, 3, 9) + (plant(rng, 4, 3, 1) if number % 2 else [])
        cards = list(dict.fromkeys(cards))
        known, found = find_by_halves(cards, 4, False, Deadline())
        assert known
        assert (found is not None) == exists(cards, 4, False)


def test_a_wrong_find_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching_search, "find_by_search", lambda *args: (True, (0, 1, 2)))
    with pytest.raises(CheckError, match="which are no Set"):
        find_matching([(0, 0), (0, 1), (1, 2)], 3)


# -- stopping -------------------------------------------------------------------------------------

HARD = draw(Random(3), 14, 9, 1500)


def test_limit() -> None:
    answer = find_matching(HARD, 14, perfect=True, seconds=0.05)
    assert (answer.value, answer.status, answer.witness, answer.bound) == (None, "limit", (), None)
    assert answer.method == "enumeration"


@pytest.mark.parametrize("finder", FINDERS)
def test_methods_stop_at_the_deadline(finder: Finder) -> None:
    cards = draw(Random(3), 6, 30, 180)
    if finder is find_by_model:
        cards = HARD
    values = 14 if cards is HARD else 6
    assert finder(cards, values, False, Deadline(1e-3)) == (False, None)


@pytest.mark.parametrize("budget", [10**9, 10])
def test_interrupt(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C stops the search like a deadline, in Python and in CP-SAT."""
    import ortools.sat.python.cp_model  # noqa: F401  its import would take the signal

    monkeypatch.setattr(matching, "MOST_NODES", dict.fromkeys(METHODS, budget))
    timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    answer = find_matching(HARD, 14, perfect=True, seconds=60)
    timer.join()
    assert (answer.value, answer.status) == (None, "limit")
    assert answer.method == ("CP-SAT" if budget == 10 else "enumeration")


def test_interrupt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(matching_search, "find_by_search", stop)
    answer = find_matching([(0,), (1,), (2,)], 3)
    assert (answer.value, answer.status, answer.method) == (None, "limit", "enumeration")


# -- the checker ----------------------------------------------------------------------------------


def test_checker_rejects_what_is_altered() -> None:
    cards = [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 2, 1), (1, 1, 1), (2, 2, 2)]
    assert is_matching(cards, (0, 1, 2), 3)
    assert is_matching(cards, (2, 0, 1), 3)
    assert not is_matching(cards, (0, 1, 3), 3)
    assert not is_matching(cards, (0, 1), 3)
    assert not is_matching(cards, (0, 1, 2, 4), 3)
    assert not is_matching(cards, (0, 0, 0), 3)
    assert not is_matching(cards, (0, 1, 6), 3)
    assert not is_matching(cards, (-4, 0, 1), 3)
    assert not is_matching(cards, (0, 1, 2), 3, perfect=True)
    assert is_matching(cards, (0, 4, 5), 3, perfect=True)


@given(st.sampled_from(TABLES), st.booleans(), st.integers(0, 99))
def test_checker_knows_the_rule(table: tuple[int, Cards], perfect: bool, seed: int) -> None:
    values, cards = table
    if len(cards) >= values:
        chosen = Random(seed).sample(range(len(cards)), values)
        rows = [cards[i] for i in chosen]
        assert is_matching(cards, chosen, values, perfect) == is_set(rows, perfect)


# -- small and wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize("perfect", [False, True])
def test_one_value(perfect: bool) -> None:
    assert find_matching([(0, 0)], 1, perfect=perfect).witness == ((0,),)
    assert find_matching([], 1, perfect=perfect).value is False


def test_two_values() -> None:
    assert find_matching([(0, 1), (1, 1), (0, 0)], 2).witness == ((0, 1),)
    assert find_matching([(0, 1)], 2).value is False
    assert find_matching([(0, 1), (1, 1)], 2, perfect=True).value is False
    assert find_matching([(0, 1), (1, 1), (1, 0)], 2, perfect=True).witness == ((0, 2),)


def test_no_cards_and_no_features() -> None:
    assert find_matching([], 3).value is False
    assert find_matching([()], 3).value is False
    assert find_matching([()], 1).value is True
    assert find_matching([()], 2, perfect=True).value is False


@pytest.mark.parametrize(
    ("cards", "values", "message"),
    [
        ([], 0, "0 values: expected at least 1"),
        ([(0, 1), (0, 3)], 3, "card 1: value 3; expected 0 to 2"),
        ([(0, -1)], 3, "card 0: value -1; expected 0 to 2"),
        ([(0, 1), (0,)], 3, "card 1: 1 features; expected 2, as in the first"),
        ([(0, 1), (1, 1), (0, 1)], 3, "card 2: the same as card 0; expected different cards"),
    ],
)
def test_bad_cards(cards: Cards, values: int, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        find_matching(cards, values)
    assert str(caught.value) == message


def test_bad_seconds() -> None:
    with pytest.raises(OptionError, match="expected more than 0"):
        find_matching([(0,)], 3, seconds=0)


# -- files ----------------------------------------------------------------------------------------


def test_read() -> None:
    assert read_cards_file("012\n0 2 1\n\n  \n", 3) == [(0, 1, 2), (0, 2, 1)]
    assert read_cards_file("9\r\n5\r\n", 10) == [(9,), (5,)]
    assert read_cards_file("12\n3", 13) == [(12,), (3,)]
    assert read_cards_file("12\n13", 4) == [(1, 2), (1, 3)]


@given(st.sampled_from([2, 3, 10, 11, 40]), st.integers(1, 6), st.booleans(), st.integers(0, 99))
def test_read_what_is_written(values: int, features: int, digits: bool, seed: int) -> None:
    cards = draw(Random(seed), values, features, 12)
    between = "" if digits and values <= 10 else " "
    text = "".join(between.join(map(str, card)) + "\n" for card in cards)
    assert read_cards_file(text, values) == cards


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("", 3, "no cards: expected one a line"),
        (" \n\n", 3, "no cards: expected one a line"),
        ("012\n\n021\n", 3, "line 2 is empty: expected a card"),
        ("012\n03\n", 3, "line 2: 2 features; expected 3, as in the first"),
        ("012\n013\n", 3, "line 2: value 3; expected 0 to 2"),
        ("012\n111\n012\n", 3, "line 3: the same as line 1; expected different cards"),
        ("0 1\n0 x\n", 3, "line 2: 'x' is no value; expected numbers from 0 to 2"),
        ("0 -1\n", 3, "line 1: '-1' is no value; expected numbers from 0 to 2"),
        ("0 ²\n", 3, "line 1: '²' is no value; expected numbers from 0 to 2"),
        ("0 " + "7" * 5000, 13, "line 1: a value is too long; expected 0 to 12"),
    ],
)
def test_bad_files(text: str, values: int, message: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_cards_file(text, values)
    assert str(caught.value) == message


def test_bad_number_of_values() -> None:
    with pytest.raises(OptionError, match="0 values"):
        read_cards_file("0", 0)
