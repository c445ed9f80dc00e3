"""Wilson's interval, against its definition, its ends and figures printed elsewhere."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.errors import OptionError
from thirdcard.lab.intervals import Z95, wilson


@st.composite
def counts(draw: st.DrawFn) -> tuple[int, int]:
    trials = draw(st.integers(1, 10**9))
    return draw(st.integers(0, trials)), trials


@given(counts(), st.floats(0.1, 6))
def test_ends_are_the_shares_that_are_z_deviations_away(count: tuple[int, int], z: float) -> None:
    successes, trials = count
    low, high = wilson(successes, trials, z)
    share = successes / trials
    assert 0 <= low <= share <= high <= 1
    assert low < high
    for end in (low, high):
        if 0 < end < 1:
            deviation = sqrt(end * (1 - end) / trials)
            assert abs(share - end) == pytest.approx(z * deviation, rel=1e-6)


@given(counts())
def test_interval_of_failures_is_the_mirror_image(count: tuple[int, int]) -> None:
    successes, trials = count
    low, high = wilson(trials - successes, trials)
    assert wilson(successes, trials) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_known_figures() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)


def test_nothing_and_everything_reach_the_end_exactly() -> None:
    trials = 7
    edge = Z95**2 / (trials + Z95**2)
    low, high = wilson(0, trials)
    assert low == 0
    assert high == pytest.approx(edge)
    low, high = wilson(trials, trials)
    assert low == pytest.approx(1 - edge)
    assert high == 1


def test_no_deviation_is_the_share_itself() -> None:
    assert wilson(3, 8, 0) == (0.375, 0.375)
    assert wilson(8, 8, 0) == (1, 1)


@pytest.mark.parametrize(
    ("successes", "trials", "z", "says"),
    [
        (0, 0, 1.0, "0 trials"),
        (0, -1, 1.0, "-1 trials"),
        (-1, 5, 1.0, "-1 successes in 5"),
        (6, 5, 1.0, "6 successes in 5"),
        (1, 5, -1.0, "-1.0 standard"),
        (1, 5, float("nan"), "nan standard"),
    ],
)
def test_bad_arguments_are_named(successes: int, trials: int, z: float, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        wilson(successes, trials, z)
