"""The levels of practice: how hard it is to find one claim, and which levels a variant has."""

from __future__ import annotations

from collections import Counter

import pytest

from thirdcard.errors import OptionError
from thirdcard.server.practice_levels import (
    _LEVELS_OF,
    BOUNDS,
    LEVELS,
    family_of,
    level_of,
    levels_of,
    require_level,
)
from thirdcard.server.practice_tables import draw_table
from thirdcard.variants.registry import iter_variants, parse_variant

SEED = "0123456789abcdef"


def test_levels_are_read_off_bounds() -> None:
    assert [level_of(bound) for bound in BOUNDS] == list(LEVELS)[1:]
    assert [level_of(bound - 1) for bound in BOUNDS] == list(LEVELS)[:-1]


def test_every_variant_has_a_row_and_no_row_is_left_over() -> None:
    families = {family_of(each) for each in iter_variants() if not each.rule.face_down}
    assert set(_LEVELS_OF) == families
    for variant in (each for each in iter_variants() if not each.rule.face_down):
        levels = levels_of(variant)
        assert levels
        assert levels == tuple(range(levels[0], levels[-1] + 1))
        assert set(levels) <= set(LEVELS)


@pytest.mark.parametrize("key", ["classic", "junior", "super", "mega+ultra9"])
def test_a_variant_has_the_levels_that_its_tables_have(key: str) -> None:
    """If this fails `benchmarks/practice_levels.py` prints the rows anew."""
    variant = parse_variant(key)
    met = Counter(draw_table(variant, SEED, number).level for number in range(100))
    assert set(levels_of(variant)) <= set(met)
    assert all(count <= 5 for level, count in met.items() if level not in levels_of(variant))


def test_a_level_that_a_variant_has_not_is_refused_with_those_that_it_has() -> None:
    junior = parse_variant("junior")
    require_level(junior, None)
    for level in levels_of(junior):
        require_level(junior, level)
    with pytest.raises(OptionError) as refusal:
        require_level(junior, 5)
    assert str(refusal.value) == "Junior has no tables of level 5; expected 1, 2 or 3"
