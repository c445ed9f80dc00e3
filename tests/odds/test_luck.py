"""How usual a table is: counted, and estimated where no table of odds is there."""

from math import comb

import pytest

from tests.every import EVERY
from thirdcard.odds.luck import find_exact_luck, weigh_samples
from thirdcard.odds.sampled import MOST_CLAIMS, SAMPLES, name_layout, sample_claims
from thirdcard.variants.registry import parse_variant

CLASSIC = parse_variant("classic")


def test_a_table_of_twelve_without_a_set() -> None:
    luck = find_exact_luck(CLASSIC, [12], 0)
    assert luck is not None
    assert luck.at_most == 2284535476080 / comb(81, 12)
    assert (luck.at_least, luck.claims, luck.cards) == (1, 0, 12)
    assert luck.mean == pytest.approx(220 / 79)
    assert (luck.method, luck.samples) == ("exact", None)


@pytest.mark.parametrize("claims", range(8))
def test_both_sides_overlap_in_what_is_there(claims: int) -> None:
    luck = find_exact_luck(CLASSIC, [12], claims)
    more = find_exact_luck(CLASSIC, [12], claims + 1)
    assert luck is not None
    assert more is not None
    assert luck.at_most + more.at_least == pytest.approx(1)


def test_what_no_table_has() -> None:
    assert find_exact_luck(parse_variant("ultra"), [6, 6, 6], 1) is None


@pytest.mark.parametrize("key", ["classic", "super", "junior+double"])
def test_samples_agree_with_what_is_counted(key: str) -> None:
    variant = parse_variant(key)
    groups = [variant.table_size]
    sampled = sample_claims(variant, groups)
    assert sampled.layouts == SAMPLES
    for claims in range(12):
        exact = find_exact_luck(variant, groups, claims)
        assert exact is not None
        estimate = weigh_samples(sampled, groups, claims)
        # Four standard errors; the samples are always the same.
        assert estimate.at_most == pytest.approx(exact.at_most, abs=2 / SAMPLES**0.5)
        assert estimate.samples == SAMPLES


def test_the_same_question_has_the_same_answer() -> None:
    variant = parse_variant("ultra")
    assert sample_claims(variant, [6, 5, 4], 200) == sample_claims(variant, [4, 6, 5], 200)
    assert sample_claims(variant, [6, 6, 6], 200) != sample_claims(variant, [5, 5, 5], 200)
    chained = parse_variant("ultra+chain")
    assert name_layout(variant, [6, 5, 4]) == name_layout(chained, [4, 5, 6])


def test_it_stops_where_there_is_no_time() -> None:
    sampled = sample_claims(CLASSIC, [12], goes_on=lambda: False)
    assert 0 < sampled.layouts < SAMPLES
    assert sampled.layouts == sum(sampled.distribution.values())


@pytest.mark.parametrize("key", EVERY)
def test_every_variant_can_be_sampled(key: str) -> None:
    variant = parse_variant(key)
    count = variant.grouping.count
    groups = [variant.table_size // count] * count
    sampled = sample_claims(variant, groups, 3)
    luck = weigh_samples(sampled, groups, next(iter(sampled.distribution)))
    assert luck.at_most > 0
    assert max(sampled.distribution) <= MOST_CLAIMS
