"""Exact counts, against enumeration and against the numbers of independent programs."""

from itertools import combinations
from math import comb

import pytest

from thirdcard.core.geometry import Space
from thirdcard.core.maps import affine_group_order
from thirdcard.lab.cycle_index import cycle_index
from thirdcard.lab.experiments import counts

# Classes of k-card layouts of the 81-card deck under AGL(4,3), k = 0 … 16: orbit enumeration by
# an independent program.
ORBITS_OF_81 = (
    *(1, 1, 1, 2, 3, 6, 15, 34, 105, 384, 1658, 8135, 41407, 205211, 963708),
    *(4231059, 17295730),
)


@pytest.mark.parametrize("n", [2, 3])
def test_counts_equal_enumeration(n: int) -> None:
    space = Space(n)
    assert counts.count_lines(n) == sum(1 for _ in space.iter_lines())
    assert counts.count_planes(n) == sum(1 for _ in space.iter_planes())
    fours = combinations(range(space.size), 4)
    assert counts.count_bowties(n) == sum(space.find_joint(four) is not None for four in fours)


def test_counts_of_the_classic_deck() -> None:
    assert counts.count_lines(4) == 1080
    assert counts.count_bowties(4) == 63180
    assert counts.count_planes(4) == 1170
    assert counts.count_layouts(4, 12) == comb(81, 12) == 70_724_320_184_700


def test_orbits_of_the_classic_deck() -> None:
    orbits = counts.count_layout_orbits(4)
    assert orbits[: len(ORBITS_OF_81)] == ORBITS_OF_81
    assert len(orbits) == 82
    assert orbits == orbits[::-1]


def test_orbits_of_the_nine_card_plane_equal_enumeration() -> None:
    """Each layout is reduced to the least of its images under all 432 maps of AG(2,3)."""
    from itertools import product

    from thirdcard.core.maps import AffineMap

    images = []
    for entries in product(range(3), repeat=6):
        try:
            mapping = AffineMap((entries[:2], entries[2:4]), entries[4:])
        except ValueError:
            continue
        images.append([mapping(point) for point in range(9)])
    assert len(images) == affine_group_order(2)
    for size, count in enumerate(counts.count_layout_orbits(2)):
        classes = {
            min(tuple(sorted(image[p] for p in layout)) for image in images)
            for layout in combinations(range(9), size)
        }
        assert len(classes) == count


def test_classes_are_never_fewer_than_the_order_allows() -> None:
    for n in (1, 2, 3, 4):
        for size, count in enumerate(counts.count_layout_orbits(n)):
            assert count * affine_group_order(n) >= counts.count_layouts(n, size)


@pytest.mark.slow
def test_orbits_of_the_mega_deck() -> None:
    orbits = counts.count_layout_orbits(5)
    # Up to five cards span at most four dimensions, so they are classified as in AG(4,3).
    assert orbits[:6] == ORBITS_OF_81[:6]
    assert len(orbits) == 244


def test_wrong_index_makes_the_count_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = dict(cycle_index(3))
    first, second = list(wrong)[:2]
    wrong[first] -= 1
    wrong[second] += 1
    monkeypatch.setattr(counts, "cycle_index", lambda n: wrong)
    with pytest.raises(ArithmeticError):
        counts.count_layout_orbits.__wrapped__(3)
