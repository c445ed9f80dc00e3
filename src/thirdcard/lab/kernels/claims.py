r"""How many claims of each pattern lie on tables of spots in AG(n,3), up to n = 7.

Every kernel takes ``tables``, int16[m, k] with k distinct spots a row, ``codes`` from
`spot_codes`, and fills ``counts``, int64[m].

**Third spots.**  A digit 0, 1, 2 is coded as the bits 01, 10, 11, and a spot as the codes of its
digits.  With ``x = a ^ b`` and *d* the bits of the digits in which *a* and *b* differ, their
third spot is coded ``x | (a & ~d)``: equal digits keep their code, and of the three codes each
is the exclusive or of the others.  Whether the third lies on the table, and where, is one look
into an array with an entry for every code, 4**n of them.

**Lines.**  Of a line's three spots two lie in the same half of the table, so only pairs inside
a half are completed, about :math:`k^2/4`.

**Bowties** are two pairs with one third spot *z*, so there are :math:`\sum_z \binom{m_z}{2}`
with :math:`m_z` the pairs whose third is *z*; such pairs are disjoint by themselves.

**Pairs of disjoint lines.**  Two lines meet in one spot at most, so among *s* lines, :math:`d_x`
of them through *x*, there are :math:`\binom{s}{2} - \sum_x \binom{d_x}{2}` disjoint pairs.  No
two pairs have the same six spots: a third line within two disjoint ones would have two spots on
one of them, hence be that one.

**Unions of some lines**, counted once however they are split: all choices are formed as masks, and
distinct masks counted in a table of open addresses.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from thirdcard.core.geometry import Space
from thirdcard.jit import compiled
from thirdcard.variants.patterns import Bowtie, LinePattern, LineUnion, Pattern
from thirdcard.variants.variant import Variant

__all__ = [
    "MOST_UNION_SPOTS",
    "Codes",
    "Counts",
    "Tables",
    "count_bowties_kernel",
    "count_claims",
    "count_disjoint_lines_kernel",
    "count_lines_kernel",
    "count_unions_kernel",
    "has_kernel",
    "spot_codes",
]

Tables = NDArray[np.int16]
Codes = NDArray[np.int64]
Counts = NDArray[np.int64]

MOST_UNION_SPOTS = 64
"""Spots on a table whose unions of lines are counted by a kernel: the bits of a mask."""

_UNION_LINES = range(1, 5)


def spot_codes(space: Space) -> Codes:
    """Return the code of every spot: int64[3**n], two bits a digit; see the module's docstring."""
    codes = np.zeros(1, np.int64)
    for _ in range(space.n):
        codes = (codes[:, None] * 4 + np.arange(1, 4)).ravel()
    return codes


def count_claims(variant: Variant, tables: Tables) -> Counts:
    """Count the claims on each table, as before a first claim.

    By the pattern's kernel, or, where there is none, by `Variant.iter_claims`.

    Args:
        variant: whose pattern and space are meant.
        tables: integers[m, k], spots, distinct in each row.

    Returns:
        int64[m].
    """
    tables = np.ascontiguousarray(tables, np.int16)
    counts = np.zeros(len(tables), np.int64)
    kernel = _find_kernel(variant.pattern, tables.shape[1])
    if kernel is not None:
        kernel(tables, spot_codes(variant.space), counts)
        return counts
    for i, table in enumerate(tables.tolist()):
        counts[i] = sum(1 for _ in variant.iter_claims(table))
    return counts


def has_kernel(pattern: Pattern, spots: int) -> bool:
    """Tell whether claims of a pattern on tables of a number of spots are counted by a kernel."""
    return _find_kernel(pattern, spots) is not None


def _find_kernel(pattern: Pattern, spots: int) -> Callable[[Tables, Codes, Counts], None] | None:
    # A subclass may mean something else by a claim, so the type itself decides.
    kind = type(pattern)
    if kind is LinePattern:
        return count_lines_kernel
    if kind is Bowtie:
        return count_bowties_kernel
    if not isinstance(pattern, LineUnion) or kind is not LineUnion:
        return None
    lines, smallest = pattern.line_counts, pattern.sizes[0]
    if lines == range(2, 3) and smallest == 6:
        return count_disjoint_lines_kernel
    if lines[0] in _UNION_LINES and lines[-1] in _UNION_LINES and spots <= MOST_UNION_SPOTS:

        def count_unions(tables: Tables, codes: Codes, counts: Counts) -> None:
            count_unions_kernel(tables, codes, lines[0], lines[-1], smallest, counts)

        return count_unions
    return None


# -- lines ----------------------------------------------------------------------------------------


@compiled
def _third_code_kernel(a: int, b: int) -> int:
    """Return the code of the third spot of two codes; see the module's docstring."""
    x = a ^ b
    low = (x | x >> 1) & 0x55555555
    return x | (a & ~(low | low << 1))


@compiled
def _place_kernel(table: Tables, codes: Codes, coded: Codes, place: Tables) -> None:
    """Write the codes of a table's spots, and at each code its place on the table."""
    for i in range(len(table)):
        coded[i] = codes[table[i]]
        place[coded[i]] = i


@compiled
def _clear_kernel(coded: Codes, place: Tables) -> None:
    """Undo what `_place_kernel` wrote into the places."""
    for i in range(len(coded)):
        place[coded[i]] = -1


@compiled
def count_lines_kernel(tables: Tables, codes: Codes, counts: Counts) -> None:
    """Count the lines on each table; see the module's docstring."""
    size = tables.shape[1]
    half = (size + 1) // 2
    coded = np.empty(size, np.int64)
    place = np.full(codes[-1] + 1, -1, np.int16)
    for t in range(len(tables)):
        _place_kernel(tables[t], codes, coded, place)
        lines = 0
        for i in range(half):
            for j in range(i + 1, half):
                lines += place[_third_code_kernel(coded[i], coded[j])] > j
        for i in range(half, size):
            for j in range(i + 1, size):
                k = place[_third_code_kernel(coded[i], coded[j])]
                lines += k > j or 0 <= k < half
        counts[t] = lines
        _clear_kernel(coded, place)


@compiled
def _find_lines_kernel(coded: Codes, place: Tables, lines: Tables) -> int:
    """Write the lines of a table, int16[·, 3] places in increasing order; return their number."""
    found = 0
    for i in range(len(coded)):
        for j in range(i + 1, len(coded)):
            k = place[_third_code_kernel(coded[i], coded[j])]
            if k > j:
                lines[found, 0], lines[found, 1], lines[found, 2] = i, j, k
                found += 1
    return found


# -- bowties --------------------------------------------------------------------------------------


@compiled
def count_bowties_kernel(tables: Tables, codes: Codes, counts: Counts) -> None:
    """Count the bowties on each table; see the module's docstring."""
    size = tables.shape[1]
    pairs = np.zeros(codes[-1] + 1, np.int64)
    for t in range(len(tables)):
        bowties = 0
        for i in range(size):
            for j in range(i + 1, size):
                z = _third_code_kernel(codes[tables[t, i]], codes[tables[t, j]])
                bowties += pairs[z]
                pairs[z] += 1
        counts[t] = bowties
        for i in range(size):
            for j in range(i + 1, size):
                pairs[_third_code_kernel(codes[tables[t, i]], codes[tables[t, j]])] = 0


# -- unions of lines ------------------------------------------------------------------------------


@compiled
def count_disjoint_lines_kernel(tables: Tables, codes: Codes, counts: Counts) -> None:
    """Count the pairs of disjoint lines on each table; see the module's docstring."""
    size = tables.shape[1]
    coded = np.empty(size, np.int64)
    place = np.full(codes[-1] + 1, -1, np.int16)
    lines = np.empty((size * (size - 1) // 6 + 1, 3), np.int16)
    through = np.empty(size, np.int64)
    for t in range(len(tables)):
        _place_kernel(tables[t], codes, coded, place)
        found = _find_lines_kernel(coded, place, lines)
        through[:] = 0
        for line in range(found):
            for corner in range(3):
                through[lines[line, corner]] += 1
        pairs = found * (found - 1) // 2
        for i in range(size):
            pairs -= through[i] * (through[i] - 1) // 2
        counts[t] = pairs
        _clear_kernel(coded, place)


@compiled
def _count_bits_kernel(mask: np.uint64) -> int:
    """Return the number of bits of a word, by adding neighbouring fields of it."""
    mask = mask - ((mask >> np.uint64(1)) & np.uint64(0x5555555555555555))
    twos = mask & np.uint64(0x3333333333333333)
    mask = twos + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((mask * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _add_mask_kernel(mask: np.uint64, seen: NDArray[np.uint64], slots: int) -> int:
    """Add a mask to a table of open addresses; return 1 if it is new, else 0.

    Args:
        mask: not 0, which marks a free slot.
        seen: the table, of which the first `slots` entries, a power of two, are used.
        slots: more than the masks that will ever be added.
    """
    slot = int((mask * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & (slots - 1)
    while seen[slot] != 0:
        if seen[slot] == mask:
            return 0
        slot = (slot + 1) & (slots - 1)
    seen[slot] = mask
    return 1


@compiled
def _count_unions_of_kernel(
    masks: NDArray[np.uint64],
    number: int,
    smallest: int,
    seen: NDArray[np.uint64],
    slots: int,
) -> int:
    """Count the new unions of a number of masks, 1 to 4, that have enough bits.

    Choices are walked in the order of their last mask, so ``unions[i]`` is always that of the
    first i + 1 chosen.
    """
    chosen = np.arange(number)
    unions = np.zeros(number + 1, np.uint64)
    new, depth, total = 0, 0, len(masks)
    while depth >= 0:
        if chosen[depth] > total - number + depth:
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        unions[depth + 1] = unions[depth] | masks[chosen[depth]]
        if depth + 1 < number:
            chosen[depth + 1] = chosen[depth] + 1
            depth += 1
            continue
        if _count_bits_kernel(unions[number]) >= smallest:
            new += _add_mask_kernel(unions[number], seen, slots)
        chosen[depth] += 1
    return new


@compiled
def count_unions_kernel(
    tables: Tables, codes: Codes, fewest: int, most: int, smallest: int, counts: Counts
) -> None:
    r"""Count the distinct unions of some lines on each table that have enough spots.

    :math:`O(\binom{s}{\mathit{most}})` a table of *s* lines, which is its number of claims but
    for a small factor.

    Args:
        tables: int16[m, k], k at most `MOST_UNION_SPOTS`.
        codes: of the spots.
        fewest: least number of lines in a union, at least 1.
        most: greatest number of lines, at most 4.
        smallest: least number of spots of a union.
        counts: int64[m], filled.
    """
    size = tables.shape[1]
    coded = np.empty(size, np.int64)
    place = np.full(codes[-1] + 1, -1, np.int16)
    lines = np.empty((size * (size - 1) // 6 + 1, 3), np.int16)
    masks = np.empty(len(lines), np.uint64)
    seen = np.zeros(1024, np.uint64)
    for t in range(len(tables)):
        _place_kernel(tables[t], codes, coded, place)
        found = _find_lines_kernel(coded, place, lines)
        _clear_kernel(coded, place)
        choices, choices_of = 0, 1
        for number in range(1, most + 1):
            choices_of = choices_of * max(found - number + 1, 0) // number
            if number >= fewest:
                choices += choices_of
        slots = 16
        while slots < 2 * choices:
            slots *= 2
        if slots > len(seen):
            seen = np.zeros(slots, np.uint64)
        seen[:slots] = 0
        for line in range(found):
            masks[line] = 0
            for corner in range(3):
                masks[line] |= np.uint64(1) << np.uint64(lines[line, corner])
        counts[t] = 0
        for number in range(fewest, most + 1):
            if number <= found:
                counts[t] += _count_unions_of_kernel(masks[:found], number, smallest, seen, slots)
