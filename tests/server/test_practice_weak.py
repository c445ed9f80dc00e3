"""Weak spots: what is slow or goes wrong more than elsewhere is trained more."""

from __future__ import annotations

import pytest

from thirdcard.errors import OptionError
from thirdcard.server.practice_tables import PracticeClaim, PracticeTable
from thirdcard.server.practice_weak import (
    FEWEST,
    MOST,
    Trials,
    choose_by_weight,
    read_weights,
    usual_time,
    weigh,
)


def usual(differing: int, times: int = 8, factor: float = 1) -> Trials:
    """Return the times of one who is by a factor slower than the model's player."""
    return Trials([round(factor * usual_time(differing))] * times)


def test_who_is_slower_by_the_same_factor_everywhere_has_no_weak_spot() -> None:
    weights = weigh({d: usual(d, factor=3) for d in (1, 2, 3, 4)})
    assert weights == dict.fromkeys((1, 2, 3, 4), (1.0, False))


def test_what_takes_longer_than_usual_weighs_more() -> None:
    weights = weigh({1: usual(1), 2: usual(2, factor=1.2), 3: usual(3, factor=2)})
    assert weights == {1: (1.0, False), 2: (1.44, False), 3: (4.0, True)}
    assert weigh({1: usual(1), 2: usual(2, factor=9)})[2] == (MOST, True)


def test_wrong_claims_weigh_as_if_it_had_taken_longer() -> None:
    slips = usual(2)
    slips.wrong = 4
    assert weigh({1: usual(1), 2: slips}) == {1: (1.0, False), 2: (2.25, True)}


def test_what_was_given_up_took_longest() -> None:
    given_up = usual(4, times=3)
    given_up.failed = 4
    assert weigh({3: usual(3), 4: given_up}) == {3: (1.0, False), 4: (MOST, True)}
    given_up.failed = 2
    assert weigh({3: usual(3), 4: given_up})[4] == (1.0, False)


def test_little_tells_nothing() -> None:
    assert weigh({}) == {}
    assert set(weigh({1: usual(1), 2: usual(2, times=FEWEST - 1, factor=9)})) == {1}
    assert weigh({1: Trials(failed=9)}) == {1: (1.0, False)}


# -- the choice ---------------------------------------------------------------------------------


def tables(*differing: float) -> list[PracticeTable]:
    """Return tables by what their easiest claims differ in; each has a hard one as well."""
    return [
        PracticeTable(
            number, 1, (), (), (PracticeClaim((0, 1, 2), 4.0), PracticeClaim((3, 4, 5), each))
        )
        for number, each in enumerate(differing)
    ]


def choose(weights: dict[int, float], count: int, *differing: float) -> list[int]:
    return [table.number for table in choose_by_weight(tables(*differing), weights, count)]


def test_tables_are_chosen_in_proportion_to_their_weights_in_their_order() -> None:
    assert choose({1: 1, 2: 3}, 4, 1, 1, 2, 1, 2, 2, 2) == [0, 2, 4, 5]
    # Equal weights: one of each, the lesser number first.
    assert choose({1: 1, 2: 1}, 3, 2, 2, 2, 1, 1, 1) == [0, 3, 4]
    # What has no weight has the mean.
    assert choose({1: 1, 2: 3}, 6, 1, 1, 1, 2, 2, 2, 3, 3, 3) == [0, 3, 4, 5, 6, 7]


def test_where_the_weak_ones_end_others_follow() -> None:
    assert choose({1: 1, 4: 9}, 4, 1, 1, 4, 1) == [0, 1, 2, 3]
    assert choose({1: 1, 4: 9}, 9, 1, 4) == [0, 1]
    assert choose({2: 9}, 1, 1.33, 2.5) == [0]


def test_weights_are_read_or_refused_in_one_line() -> None:
    assert read_weights("", 4) == {}
    assert read_weights("2:1,4:2.25", 4) == {2: 1, 4: 2.25}
    for text in ("5:1", "0:1", "2", "2:", "2:0.5", "2:9.5", "2:x", "2:1;3:1", "2:1.234", "²:1"):
        with pytest.raises(OptionError, match=r"expected such as 2:1,3:2\.5, for 1 to 4 features"):
            read_weights(text, 4)
