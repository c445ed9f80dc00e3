"""The order of a layout's stabilizer, counted in three ways."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from tests.every import sparing
from thirdcard.core.geometry import Space
from thirdcard.lab.canonical import find_orbit
from thirdcard.lab.kernels.stabilizer import stabilizer_order, stabilizer_orders_kernel
from thirdcard.lab.kernels.tables import hyperplane_table, third_table


def orders_of(n: int, layouts: list[list[int]]) -> list[int]:
    orders = stabilizer_orders_kernel(
        np.array(layouts, np.uint8), third_table(n), hyperplane_table(n)
    )
    return [int(order) for order in orders]


@pytest.mark.parametrize("size", sparing(range(1, 10), 1, 3, 8, 9))
def test_twin_in_the_plane(size: int) -> None:
    layouts = [list(layout) for layout in combinations(range(9), size)][:: 1 + size % 7]
    assert orders_of(2, layouts) == [stabilizer_order(2, layout) for layout in layouts]


@pytest.mark.parametrize(
    ("points", "orbit"),
    [([0], 81), ([0, 1], 3240), ([0, 1, 2], 1080), ([0, 1, 3], 84240), (list(range(9)), 1170)],
)
def test_known_orbits(points: list[int], orbit: int) -> None:
    assert orders_of(4, [points]) == [1_965_150_720 // orbit]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_canonical_forms_agree(n: int) -> None:
    random = Random(n)
    for size in (2, 4, 6, 9, 12):
        layouts = [random.sample(range(3**n), size) for _ in range(4)]
        layouts += [random.sample(range(27), size) for _ in range(4)]
        expected = [find_orbit(Space(n), layout).stabilizer for layout in layouts]
        assert orders_of(n, layouts) == expected
