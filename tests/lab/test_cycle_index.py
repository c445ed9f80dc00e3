"""The cycle index of AGL(n,3), against the group written out and against known counts."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from thirdcard.core.maps import AffineMap, affine_group_order, random_affine_map
from thirdcard.lab.cycle_index import CycleType, cycle_index


def cycle_type(mapping: AffineMap) -> CycleType:
    """The definition: follow every point until it comes back."""
    lengths: Counter[int] = Counter()
    left = set(range(mapping.space.size))
    while left:
        point, length = left.pop(), 1
        start = point
        while (point := mapping(point)) != start:
            left.remove(point)
            length += 1
        lengths[length] += 1
    return tuple(sorted(lengths.items()))


@pytest.mark.parametrize("n", [1, 2])
def test_small_groups_are_counted_element_by_element(n: int) -> None:
    counts: Counter[CycleType] = Counter()
    for entries in product(range(3), repeat=n * n + n):
        rows = tuple(entries[i * n : i * n + n] for i in range(n))
        try:
            counts[cycle_type(AffineMap(rows, entries[n * n :]))] += 1
        except ValueError:
            continue
    assert cycle_index(n) == counts


@pytest.mark.parametrize("n", [3, 4])
def test_random_elements_have_types_as_often_as_the_index_says(n: int) -> None:
    random, draws = Random(n), 1500
    index, order = cycle_index(n), affine_group_order(n)
    drawn = Counter(cycle_type(random_affine_map(n, random)) for _ in range(draws))
    assert set(drawn) <= set(index)
    for kind, elements in index.items():
        expected = draws * elements / order
        assert abs(drawn[kind] - expected) <= 6 * (expected + 1) ** 0.5, kind


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_group_acts_twice_transitively(n: int) -> None:
    """Burnside on points and on ordered pairs: one class each, the latter beside the diagonal."""
    index, order = cycle_index(n), affine_group_order(n)
    fixed = [(dict(kind).get(1, 0), elements) for kind, elements in index.items()]
    assert sum(elements for _, elements in fixed) == order
    assert sum(points * elements for points, elements in fixed) == order
    assert sum(points**2 * elements for points, elements in fixed) == 2 * order
