"""The tables that kernels are given."""

import numpy as np
import pytest

from thirdcard.core.geometry import Space
from thirdcard.lab.kernels.tables import hyperplane_table, line_table, third_table


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_thirds(n: int) -> None:
    space, table = Space(n), third_table(n)
    assert table.shape == (space.size, space.size)
    step = max(1, space.size // 27)
    for a in range(0, space.size, step):
        assert table[a].tolist() == [space.third(a, b) for b in range(space.size)]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_hyperplanes(n: int) -> None:
    """Each direction has three of 3**(n-1) points; two points agree in (3**(n-1)-1)/2 of them."""
    table = hyperplane_table(n)
    assert table.shape == (3**n, (3**n - 1) // 2)
    counts = np.bincount(table.ravel())
    assert set(counts.tolist()) == {3 ** (n - 1)}
    assert len(counts) == 3 * table.shape[1]
    agreements = {int((table[0] == table[b]).sum()) for b in range(1, 3**n)}
    assert agreements == {(3 ** (n - 1) - 1) // 2}
    third = third_table(n)
    for d in range(table.shape[1]):
        inside = np.flatnonzero(table[:, d] == 3 * d)
        assert set(third[np.ix_(inside, inside)].ravel().tolist()) == set(inside.tolist())


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_lines(n: int) -> None:
    lines = sorted(tuple(sorted(line)) for line in Space(n).iter_lines())
    assert line_table(n).tolist() == [list(line) for line in lines]
