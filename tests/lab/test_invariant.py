"""The key of an orbit: the kernel and its twin, and what the key must not depend on."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.geometry import Space
from thirdcard.core.maps import random_affine_map
from thirdcard.lab.kernels.invariant import (
    ALL,
    BOWTIE_FREE,
    LINE_FREE,
    MAX_CARDS,
    child_keys_kernel,
    count_room,
    key,
    key_kernel,
)
from thirdcard.lab.kernels.tables import hyperplane_table, third_table


def key_of(n: int, points: list[int], strength: int) -> int:
    room = np.empty(MAX_CARDS, np.uint16)
    room[: len(points)] = points
    planes = hyperplane_table(n)
    work = np.empty(count_room(planes), np.uint64)
    return int(key_kernel(room, len(points), planes, strength, work))


@given(st.integers(2, 5), st.integers(0, 14), st.integers(0, 2), st.integers(0, 10**6))
def test_twin(n: int, size: int, strength: int, seed: int) -> None:
    points = Random(seed).sample(range(3**n), min(size, 3**n))
    assert key_of(n, points, strength) == key(points, hyperplane_table(n), strength)


@given(st.integers(2, 5), st.integers(1, 14), st.integers(0, 2), st.integers(0, 10**6))
def test_images_have_the_same_key(n: int, size: int, strength: int, seed: int) -> None:
    random = Random(seed)
    points = random.sample(range(3**n), min(size, 3**n))
    chosen = random_affine_map(n, random)
    image = [chosen(point) for point in points]
    random.shuffle(image)
    assert key_of(n, points, strength) == key_of(n, image, strength)


def test_few_cards_have_a_key_for_each_orbit() -> None:
    """Three cards that are a Set or not; four with a Set, without, or in one plane without."""
    keys = {key_of(4, points, 1) for points in ([0, 1, 2], [0, 1, 3])}
    assert len(keys) == 2
    keys = {key_of(4, points, 1) for points in ([0, 1, 2, 3], [0, 1, 3, 4], [0, 1, 3, 9])}
    assert len(keys) == 3


@pytest.mark.parametrize("wanted", [ALL, LINE_FREE, BOWTIE_FREE])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 8])
def test_children(wanted: int, size: int) -> None:
    n, space, random = 3, Space(3), Random(size)
    layout = random.sample(range(27), size)
    keys = child_keys_kernel(
        np.array([layout], np.uint8).reshape(1, size),
        third_table(n),
        hyperplane_table(n),
        wanted,
        1,
    )
    for x in range(27):
        added_line = any(space.third(x, a) in layout for a in layout if a != x)
        thirds = [space.third(a, b) for i, a in enumerate(layout) for b in layout[:i]]
        added_bowtie = any(space.third(x, a) in thirds for a in layout)
        absent = (
            x in layout or {ALL: False, LINE_FREE: added_line, BOWTIE_FREE: added_bowtie}[wanted]
        )
        expected = 0 if absent else key([*layout, x], hyperplane_table(n))
        assert int(keys[0, x]) == expected
