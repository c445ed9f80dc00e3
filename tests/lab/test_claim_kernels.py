"""Kernels that count claims, against the search of the variants, for every combination."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.geometry import Point, Space
from thirdcard.lab.kernels.claims import (
    MOST_UNION_SPOTS,
    count_bowties_kernel,
    count_claims,
    count_disjoint_lines_kernel,
    count_lines_kernel,
    count_unions_kernel,
    has_kernel,
    spot_codes,
)
from thirdcard.variants.patterns import DOUBLE, EIGHT, SET, SUPER, ClaimPoints, LinePattern
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot, Variant

VARIANTS = [variant for variant in iter_variants() if variant.rule.key == "free"]
by_key = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def count_plainly(variant: Variant, table: Sequence[Spot]) -> int:
    """The twin of every kernel: list the claims."""
    return sum(1 for _ in variant.iter_claims(table))


def deal(variant: Variant, cards: int, random: Random) -> list[Spot]:
    groups = variant.grouping.count
    points = random.sample(range(variant.deck.size), cards)
    return [variant.spot(point, random.randrange(groups)) for point in points]


def test_all_patterns_are_combined_with_all_decks_and_groups() -> None:
    assert len(VARIANTS) == 36
    assert {variant.space.n for variant in VARIANTS} == {3, 4, 5, 6, 7}


@by_key
def test_random_tables(variant: Variant) -> None:
    random = Random(variant.key)
    for cards in (0, 1, 5, 12, 18):
        tables = [deal(variant, cards, random) for _ in range(6)]
        counts = count_claims(variant, np.array(tables, np.int16).reshape(6, cards))
        assert counts.tolist() == [count_plainly(variant, table) for table in tables]


@given(st.sampled_from(VARIANTS), st.data())
def test_tables_with_much_in_common(variant: Variant, data: st.DataObject) -> None:
    """Spots of a small flat are in many claims."""
    space = variant.space
    base = st.integers(0, space.size - 1)
    flat = space.flat(data.draw(st.lists(base, min_size=1, max_size=3)))
    others = data.draw(st.lists(base, max_size=6))
    spots = sorted({*flat[: data.draw(st.integers(0, 9))], *others})
    table = data.draw(st.permutations(spots))
    (count,) = count_claims(variant, np.array([table], np.int16).reshape(1, len(table))).tolist()
    assert count == count_plainly(variant, table)


@pytest.mark.parametrize(
    ("expression", "claims"),
    [
        ("junior", 117),
        ("classic", 1080),
        ("mega", 9801),
        ("super", 63180),
        ("mega+super", 243 * comb(121, 2)),
        # A line meets 3 · 39 others, 3 · 12 in the small deck, so many are disjoint from it.
        ("double", 1080 * (1079 - 117) // 2),
        ("junior+double", 117 * (116 - 36) // 2),
    ],
)
def test_whole_decks(expression: str, claims: int) -> None:
    variant = parse_variant(expression)
    everything = np.arange(variant.deck.size, dtype=np.int16)[None]
    assert count_claims(variant, everything).tolist() == [claims]


def test_places_are_forgotten_from_one_table_to_the_next() -> None:
    variant = parse_variant("classic")
    tables = np.array([[0, 1, 2], [0, 1, 3], [2, 80, 5]], np.int16)
    assert count_claims(variant, tables).tolist() == [1, 0, 0]
    tables = np.array([[1, 2, 3, 6], [1, 3, 4, 9], [1, 2, 3, 6]], np.int16)
    claims = [count_plainly(parse_variant("super"), table) for table in tables.tolist()]
    assert count_claims(parse_variant("super"), tables).tolist() == claims
    assert claims == [1, 0, 1]


def test_more_unions_than_the_first_room() -> None:
    """Two parallel planes hold 24 lines, of which 12,650 choices are formed, many of them alike."""
    variant = parse_variant("eight")
    tables = [[*range(18)], [*range(9), 30, 41, 52, 60, 70, 80, 13, 14, 16]]
    expected = [count_plainly(variant, table) for table in tables]
    assert count_claims(variant, np.array(tables, np.int16)).tolist() == expected
    assert expected[0] > 1024 > expected[1] > 0


@pytest.mark.parametrize("n", [1, 3, 7])
def test_codes_have_two_bits_a_digit(n: int) -> None:
    space = Space(n)
    codes = spot_codes(space).tolist()
    assert len(codes) == space.size
    for spot in (0, 1, 2, space.size // 2, space.size - 1):
        assert codes[spot] == int("".join(str(d + 1) for d in space.digits(spot)), 4)


@pytest.mark.parametrize("key", ["set", "super", "double", "eight"])
def test_interpreted_kernels_count_the_same(key: str) -> None:
    variant = next(v for v in VARIANTS if v.pattern.key == key and v.key.startswith("junior"))
    random = Random(key)
    tables = np.array([deal(variant, 11, random) for _ in range(4)], np.int16)
    counts = np.zeros(4, np.int64)
    arguments: tuple[object, ...] = (tables, spot_codes(variant.space))
    kernel = {
        "set": count_lines_kernel,
        "super": count_bowties_kernel,
        "double": count_disjoint_lines_kernel,
        "eight": count_unions_kernel,
    }[key]
    if key == "eight":
        arguments += (3, 4, 8)
    with np.errstate(over="ignore"):
        kernel.py_func(*arguments, counts)  # type: ignore[attr-defined]
    assert counts.tolist() == count_claims(variant, tables).tolist()
    assert counts.any()


# -- which kernel ---------------------------------------------------------------------------------


class OfOneNumber(LinePattern):
    """Lines whose cards have the same number."""

    def iter_claims(self, space: Space, points: Sequence[Point]) -> Iterator[ClaimPoints]:
        part = space.size // 3
        return (c for c in super().iter_claims(space, points) if len({p // part for p in c}) == 1)


def test_patterns_of_the_game_have_kernels() -> None:
    assert all(has_kernel(pattern, 81) for pattern in (SET, SUPER, DOUBLE))
    assert has_kernel(EIGHT, MOST_UNION_SPOTS)
    assert not has_kernel(EIGHT, MOST_UNION_SPOTS + 1)


def test_other_unions_are_counted_by_their_attributes() -> None:
    """A pattern of the same kind is no other pattern's: two lines that may overlap, and so on."""
    random = Random(0)
    plain = parse_variant("junior+double")
    for lines, sizes in ((range(2, 3), range(5, 7)), (range(1, 3), range(3, 7))):
        pattern = replace(DOUBLE, key="other", line_counts=lines, sizes=sizes)
        variant = replace(plain, pattern=pattern)
        assert has_kernel(pattern, 12)
        tables = [deal(variant, 12, random) for _ in range(5)]
        counts = count_claims(variant, np.array(tables, np.int16)).tolist()
        assert counts == [count_plainly(variant, table) for table in tables]
        assert counts != count_claims(plain, np.array(tables, np.int16)).tolist()


def test_unknown_pattern_is_counted_by_its_own_search() -> None:
    pattern = OfOneNumber("number", "Number", "a Number", "", None, range(3, 4))
    assert not has_kernel(pattern, 12)
    variant = replace(parse_variant("junior"), pattern=pattern)
    random = Random(1)
    tables = np.array([deal(variant, 12, random) for _ in range(20)], np.int16)
    counts = count_claims(variant, tables).tolist()
    assert counts == [count_plainly(variant, table) for table in tables.tolist()]
    assert 0 < sum(counts) < count_claims(parse_variant("junior"), tables).sum()


def test_five_lines_at_once_have_no_kernel() -> None:
    assert not has_kernel(replace(EIGHT, line_counts=range(3, 6)), 15)
    assert not has_kernel(replace(EIGHT, line_counts=range(0, 3)), 15)
