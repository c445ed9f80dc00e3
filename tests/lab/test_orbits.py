"""Orbits of layouts: pinned numbers, and checks that stop what is wrong."""

from itertools import combinations, islice
from math import comb

import numpy as np
import pytest

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError
from thirdcard.lab.canonical import find_orbit
from thirdcard.lab.experiments import orbits
from thirdcard.lab.experiments.orbits import Level, find_complete, iter_levels
from thirdcard.lab.work import Work


def test_layouts_of_the_classic_deck() -> None:
    """Classes found by independent programs, and by Burnside's lemma."""
    levels = list(iter_levels(4, largest=10))
    assert [len(level) for level in levels] == [1, 1, 1, 2, 3, 6, 15, 34, 105, 384, 1658]
    assert [level.total for level in levels] == [comb(81, k) for k in range(11)]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_layouts_of_fourteen_cards() -> None:
    levels = list(iter_levels(4, largest=14))
    assert [len(level) for level in levels[11:]] == [8135, 41407, 205211, 963708]


def test_layouts_of_the_junior_deck_have_complements() -> None:
    sizes = [len(level) for level in iter_levels(3)]
    assert len(sizes) == 28
    assert sizes == sizes[::-1]


def test_representatives_are_not_alike() -> None:
    """Against the canonical form, which shares no code with the keys."""
    for level in iter_levels(4, largest=7):
        forms = [find_orbit(Space(4), layout) for layout in level.layouts.tolist()]
        assert len({form.canonical for form in forms}) == len(level)
        assert [form.orbit_size for form in forms] == level.weights.tolist()


@pytest.mark.parametrize("family", ["set-free", "superset-free"])
def test_families_of_the_plane_one_by_one(family: str) -> None:
    space, sizes = Space(2), dict[int, int]()
    for size in range(10):
        for layout in combinations(range(9), size):
            if family == "set-free":
                free = not space.count_lines_in(layout)
            else:
                free = not any(space.find_joint(four) for four in combinations(layout, 4))
            sizes[size] = sizes.get(size, 0) + free
    found = {level.size: level.total for level in iter_levels(2, family)}
    assert found == {size: count for size, count in sizes.items() if count}


def test_complete_caps() -> None:
    """Orbits of complete caps, found by independent programs (Knuth's SETSET-ALL among them)."""
    counts = {level.size: int(find_complete(level).sum()) for level in iter_levels(4, "set-free")}
    expected = {15: 1, 16: 74, 17: 67, 18: 18, 20: 1}
    assert {size: count for size, count in counts.items() if count} == expected


@pytest.mark.parametrize("family", ["layouts", "set-free"])
def test_a_weak_key_is_found_out(family: str) -> None:
    """Without individualised cards some orbits of twelve cards have one key."""
    weak = iter_levels(4, family, 12, strengths=(0,))
    assert [level.size for level in islice(weak, 12)] == list(range(12))
    with pytest.raises(CheckError, match="12 cards"):
        next(weak)


def test_a_stronger_key_is_tried_where_a_weak_one_fails() -> None:
    *_, level = iter_levels(4, "set-free", 12, strengths=(0, 1))
    assert (level.size, len(level)) == (12, 1437)


def test_wrong_weights_are_found_out() -> None:
    *_, level = iter_levels(4, largest=6)
    for wrong in (level.weights + level.weights.max(), level.weights * 5, level.weights * 7):
        with pytest.raises(CheckError):
            orbits._check(Level(4, level.layouts, wrong), "layouts")
    with pytest.raises(CheckError, match="Burnside"):
        orbits._check(Level(4, level.layouts[1:], level.weights[1:]), "layouts")
    with pytest.raises(CheckError, match="add up"):
        orbits._check(Level(4, level.layouts, level.weights[[0] * len(level)]), "layouts")


@pytest.mark.parametrize("block", [7, 100])
def test_the_size_of_a_block_does_not_matter(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, expected = iter_levels(4, largest=9)
    monkeypatch.setattr(orbits, "BLOCK", block)
    monkeypatch.setattr(orbits, "_MERGED_AT_ONCE", 1000)
    *_, level = iter_levels(4, largest=9)
    assert np.array_equal(level.layouts, expected.layouts)
    assert np.array_equal(level.weights, expected.weights)


def test_processes_do_not_matter() -> None:
    *_, expected = iter_levels(4, largest=11)
    *_, level = iter_levels(4, largest=11, work=Work(jobs=2))
    assert np.array_equal(level.layouts, expected.layouts)
