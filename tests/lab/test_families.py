"""Layouts without a Set or a Super-Set: pinned numbers."""

import pytest

from thirdcard.lab.experiments.families import count_family

# Two independent programs, and D. E. Knuth's SETSET-ALL.
CAPS = [
    *(81, 3240, 84240, 1579500, 22441536, 247615056, 2144076480, 14587567020, 77541824880),
    *(318294370368, 991227481920, 2284535476080, 3764369026080, 4217827554720, 2970003246912),
    *(1141342138404, 176310866160, 6482268000, 13646880, 682344),
]
CAP_ORBITS = [1, 1, 1, 2, 3, 7, 11, 33, 91, 267, 670, 1437, 2225, 2489, 1756, 748, 143, 20, 1, 1]
# Three independent programs.
SIDON = [81, 3240, 85320, 1600560, 20925216, 169019136, 668697120, 750578400, 19712160]
SIDON_ORBITS = [1, 1, 2, 2, 3, 6, 6, 5, 2]


def test_caps() -> None:
    count = count_family(4, "set-free")
    assert count.layouts == dict(enumerate(CAPS, 1))
    assert count.orbits == dict(enumerate(CAP_ORBITS, 1))
    assert count.complete_orbits == {15: 1, 16: 74, 17: 67, 18: 18, 20: 1}
    assert count.ended


def test_superset_free() -> None:
    count = count_family(4, "superset-free")
    assert count.layouts == dict(enumerate(SIDON, 1))
    assert count.orbits == dict(enumerate(SIDON_ORBITS, 1))
    assert count.complete_orbits is None
    assert count.ended


@pytest.mark.parametrize(("n", "largest"), [(1, 2), (2, 4), (3, 9), (4, 20)])
def test_largest_caps(n: int, largest: int) -> None:
    assert max(count_family(n, "set-free").layouts) == largest


def test_fourteen_mega_cards_without_a_super_set() -> None:
    """The most there are; every table of 15 has one."""
    count = count_family(5, "superset-free")
    assert count.ended
    assert max(count.layouts) == 14


def test_a_size_ends_it() -> None:
    count = count_family(4, "set-free", 3)
    assert list(count.layouts) == [1, 2, 3]
    assert not count.ended


def test_too_many_orbits_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thirdcard.lab.experiments.families.MOST_ORBITS", 50)
    count = count_family(4, "set-free")
    assert max(count.layouts) == 9
    assert not count.ended
