"""The numbers of Sets after some more cards, against adding them."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.lab.kernels.additions import count_after, count_after_kernel
from thirdcard.lab.kernels.tables import line_table, third_table


def count(n: int, layouts: list[list[int]], weights: list[int], added: int) -> dict[int, int]:
    size = len(layouts[0])
    low, high = count_after_kernel(
        np.array(layouts, np.uint8).reshape(len(layouts), size),
        np.array(weights, np.int64),
        added,
        third_table(n),
        line_table(n),
    ).tolist()
    sums = [a + (b << 24) for a, b in zip(low, high, strict=True)]
    return {lines: total for lines, total in enumerate(sums) if total}


@given(st.integers(1, 3), st.integers(0, 9), st.integers(0, 3), st.integers(0, 10**6))
def test_twin(n: int, size: int, added: int, seed: int) -> None:
    added = min(added, 3**n)
    points = Random(seed).sample(range(3**n), min(size, 3**n - added))
    assert count(n, [points], [1], added) == count_after(n, points, added)


@pytest.mark.parametrize("added", [1, 2, 3])
def test_twin_in_four_dimensions(added: int) -> None:
    points = Random(added).sample(range(81), 7)
    assert count(4, [points], [1], added) == count_after(4, points, added)


def test_weights_beyond_a_limb() -> None:
    layouts = [[0, 1, 3], [0, 1, 2]]
    weights = [5, 2**47 - 1]
    expected: dict[int, int] = {}
    for layout, weight in zip(layouts, weights, strict=True):
        for lines, total in count_after(4, layout, 2).items():
            expected[lines] = expected.get(lines, 0) + weight * total
    assert count(4, layouts, weights, 2) == expected
