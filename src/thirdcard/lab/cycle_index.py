r"""How the affine group AGL(n,3) permutes the points of AG(n,3): its cycle index.

Two layouts that a symmetry takes to each other hold the same Sets, so layouts are counted by
classes.  By Burnside's lemma the number of classes of k-point layouts is the average, over the
group, of the number of layouts that an element keeps, and that follows from the lengths
:math:`c_1, c_2, \dots` of its cycles on the points: the coefficient of :math:`x^k` in
:math:`\prod_i (1 + x^{c_i})`.

The elements :math:`x \mapsto Ax + b` are not listed one by one (for n = 4 there are 1,965,150,720).

* *A* runs over representatives of the conjugacy classes of GL(n,3), one for each way to give
  partitions :math:`\lambda_\varphi` to the irreducible monic polynomials :math:`\varphi \ne x` so
  that :math:`\sum \deg\varphi \cdot |\lambda_\varphi| = n`: the block matrix of the companion
  matrices of the :math:`\varphi^{\lambda_i}`.
* The class has :math:`|GL| / \prod_\varphi a_{\lambda_\varphi}(3^{\deg\varphi})` elements, where

  .. math:: a_\lambda(q) = q^{\sum_i (\lambda'_i)^2} \prod_i \prod_{j=1}^{m_i} (1 - q^{-j}),

  :math:`\lambda'` being the conjugate partition and :math:`m_i` the number of parts *i*.
* Conjugation by a translation changes *b* by :math:`(A - 1)t`, so *b* runs over representatives
  of the cosets of the image of :math:`A - 1`, each of which stands for as many *b* as the image
  has points.

References:
    J. P. S. Kung, "The cycle structure of a linear transformation over a finite field", Linear
    Algebra and its Applications 36 (1981); I. G. Macdonald, "Symmetric Functions and Hall
    Polynomials", II.1; G. Pólya, Acta Mathematica 68 (1937).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, product
from math import prod

from thirdcard.core.maps import affine_group_order

__all__ = ["CycleType", "cycle_index"]

CycleType = tuple[tuple[int, int], ...]
"""Pairs of a cycle's length and the number of cycles of that length, lengths increasing."""

Polynomial = tuple[int, ...]
"""Coefficients mod 3, the constant one first, the leading one 1."""

Vector = tuple[int, ...]
Matrix = tuple[Vector, ...]


@lru_cache(maxsize=8)
def cycle_index(n: int) -> dict[CycleType, int]:
    """Return how many elements of AGL(n,3) have each cycle type on the 3**n points.

    Immediate for n up to 4, some seconds for n = 5.

    Raises:
        ArithmeticError: the numbers do not add up to the order of the group.

    >>> cycle_index(1)
    {((1, 1), (2, 1)): 3, ((1, 3),): 1, ((3, 1),): 2}
    """
    counts: Counter[CycleType] = Counter()
    for matrix, size in _iter_classes(n):
        image = _image(matrix)
        seen: set[Vector] = set()
        for offset in product(range(3), repeat=n):
            if offset not in seen:
                seen.update(_add(offset, vector) for vector in image)
                counts[_cycle_type(matrix, offset)] += size * len(image)
    if sum(counts.values()) != affine_group_order(n):
        raise ArithmeticError(f"the cycle types of AGL({n},3) do not add up to its order")
    return dict(sorted(counts.items()))


# -- conjugacy classes of GL(n,3) -----------------------------------------------------------------


def _iter_classes(n: int) -> Iterator[tuple[Matrix, int]]:
    """Yield a representative and the size of every conjugacy class of GL(n,3)."""
    order = affine_group_order(n) // 3**n
    for chosen in _iter_types(_irreducible(n), n):
        blocks: list[Polynomial] = []
        centralizer = 1
        for polynomial, partition in chosen:
            blocks += [_power(polynomial, part) for part in partition]
            centralizer *= _centralizer_order(partition, 3 ** (len(polynomial) - 1))
        size, rest = divmod(order, centralizer)
        if rest:
            raise ArithmeticError(f"a centralizer's order does not divide that of GL({n},3)")
        yield _block_matrix(blocks, n), size


def _iter_types(
    polynomials: list[Polynomial], n: int
) -> Iterator[list[tuple[Polynomial, tuple[int, ...]]]]:
    """Yield every way to give partitions to polynomials, of total degree n."""
    if n == 0:
        yield []
    elif polynomials:
        first, *others = polynomials
        degree = len(first) - 1
        for total in range(n // degree + 1):
            for partition in _iter_partitions(total, total):
                for rest in _iter_types(others, n - degree * total):
                    yield [(first, partition), *rest] if partition else rest


def _iter_partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the partitions of a number into parts up to a largest, parts decreasing."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _iter_partitions(total - part, part):
            yield part, *rest


def _centralizer_order(partition: tuple[int, ...], q: int) -> int:
    """Return a of a partition at q; see the module's docstring."""
    conjugate = [sum(part > i for part in partition) for i in range(max(partition))]
    exponent = sum(height**2 for height in conjugate)
    order = 1
    for _, parts in groupby(partition):
        for j in range(1, len(list(parts)) + 1):
            order *= q**j - 1
            exponent -= j
    return order * int(q**exponent)


@lru_cache(maxsize=8)
def _irreducible_up_to(degree: int) -> tuple[Polynomial, ...]:
    found: list[Polynomial] = []
    for d in range(1, degree + 1):
        reducible = {
            _multiply(factor, (*low, 1))
            for factor in found
            if 2 * (len(factor) - 1) <= d
            for low in product(range(3), repeat=d - len(factor) + 1)
        }
        found += [p for low in product(range(3), repeat=d) if (p := (*low, 1)) not in reducible]
    return tuple(found)


def _irreducible(degree: int) -> list[Polynomial]:
    """Return the monic irreducible polynomials up to a degree, x left out."""
    return [polynomial for polynomial in _irreducible_up_to(degree) if polynomial != (0, 1)]


def _multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    out = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            out[i + j] = (out[i + j] + a * b) % 3
    return tuple(out)


def _power(polynomial: Polynomial, exponent: int) -> Polynomial:
    out: Polynomial = (1,)
    for _ in range(exponent):
        out = _multiply(out, polynomial)
    return out


def _block_matrix(blocks: list[Polynomial], n: int) -> Matrix:
    """Return the matrix with the companion matrices of polynomials along its diagonal."""
    rows = [[0] * n for _ in range(n)]
    start = 0
    for block in blocks:
        degree = len(block) - 1
        for i in range(degree):
            rows[start + i][start + degree - 1] = -block[i] % 3
            if i:
                rows[start + i][start + i - 1] = (rows[start + i][start + i - 1] + 1) % 3
        start += degree
    return tuple(map(tuple, rows))


# -- one element ----------------------------------------------------------------------------------


def _add(one: Vector, other: Vector) -> Vector:
    return tuple((a + b) % 3 for a, b in zip(one, other, strict=True))


def _span(columns: list[Vector], offset: Vector) -> list[Vector]:
    """Return ``offset + Σ x_i column_i`` for all x, in the order of the points x."""
    images = [offset]
    for column in columns:
        steps = [tuple(d * a for a in column) for d in range(3)]
        images = [_add(image, step) for image in images for step in steps]
    return images


def _image(matrix: Matrix) -> set[Vector]:
    """Return the image of the matrix less the identity."""
    n = len(matrix)
    columns = [tuple((matrix[r][c] - (r == c)) % 3 for r in range(n)) for c in range(n)]
    return set(_span(columns, (0,) * n))


def _cycle_type(matrix: Matrix, offset: Vector) -> CycleType:
    """Return the cycle type of ``x -> matrix · x + offset`` on all points."""
    n = len(offset)
    images = _span([tuple(row[c] for row in matrix) for c in range(n)], offset)
    weights = [3 ** (n - 1 - i) for i in range(n)]
    target = [sum(d * w for d, w in zip(image, weights, strict=True)) for image in images]
    lengths: Counter[int] = Counter()
    seen = bytearray(len(target))
    for start in range(len(target)):
        point, length = start, 0
        while not seen[point]:
            seen[point] = 1
            point = target[point]
            length += 1
        if length:
            lengths[length] += 1
    if sum(length * count for length, count in lengths.items()) != prod([3] * n):
        raise ArithmeticError("a map that is no permutation")
    return tuple(sorted(lengths.items()))
