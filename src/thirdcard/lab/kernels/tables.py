"""AG(n,3) as numpy tables, the form in which kernels are given a geometry.

Points are numbered as in `thirdcard.core.geometry`.  A linear form that is not zero splits the
points into three parallel hyperplanes; forms that differ by a factor give the same split, so there
are (3**n - 1)/2 *directions*, for each of which the form with first coefficient 1 stands.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

__all__ = ["hyperplane_table", "line_table", "third_table"]


@cache
def _digits(n: int) -> npt.NDArray[np.int64]:
    """Return the coordinates of every point, 3**n rows of n."""
    return np.array(list(product(range(3), repeat=n)), dtype=np.int64)


@cache
def third_table(n: int) -> npt.NDArray[np.uint16]:
    """Return the third point of every pair, 3**n rows of 3**n; a point with itself gives itself.

    >>> third_table(2)[0, 4]
    np.uint16(8)
    """
    digits = _digits(n)
    weights = 3 ** np.arange(n - 1, -1, -1)
    table = np.zeros((3**n, 3**n), dtype=np.uint16)
    for column, weight in zip(digits.T, weights, strict=True):
        table += ((-(column[:, None] + column[None, :])) % 3 * weight).astype(np.uint16)
    return table


@cache
def hyperplane_table(n: int) -> npt.NDArray[np.uint16]:
    """Return the hyperplane of every point in every direction: 3**n rows of (3**n - 1)/2.

    The three hyperplanes of direction d are numbered 3d, 3d + 1 and 3d + 2.

    >>> hyperplane_table(2)[4]
    array([1, 4, 8, 9], dtype=uint16)
    """
    digits = _digits(n)
    forms = np.array([form for form in digits if form.any() and form[form != 0][0] == 1])
    values = digits @ forms.T % 3
    return np.asarray(values + 3 * np.arange(len(forms)), np.uint16)


@cache
def line_table(n: int) -> npt.NDArray[np.uint16]:
    """Return the lines of AG(n,3), three increasing points each.

    >>> line_table(1)
    array([[0, 1, 2]], dtype=uint16)
    """
    third = third_table(n)
    a, b = np.triu_indices(3**n, 1)
    c = third[a, b]
    chosen = c > b
    return np.stack([a[chosen], b[chosen], c[chosen]], axis=1).astype(np.uint16)
