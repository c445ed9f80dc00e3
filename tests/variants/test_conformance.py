"""What holds in every variant: a new one is tested by being listed in the registry."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.strategies import draw_table
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot, Variant

VARIANTS = tuple(iter_variants())
PREVIOUS = 3
"""Cards of the earlier claim, of any number: a search does not ask whether it was one."""


@pytest.fixture(params=VARIANTS, ids=lambda variant: str(variant.key))
def variant(request: pytest.FixtureRequest) -> Variant:
    assert isinstance(request.param, Variant)
    return request.param


def iter_tables(variant: Variant, count: int) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """Yield small tables with the cards of an earlier claim, or none of these where rules differ.

    An Eight-Set takes eight cards at least, and all subsets of fourteen are tried in no time.
    """
    random = Random(variant.key)
    for _ in range(count):
        previous = draw_table(variant, PREVIOUS * variant.rule.chains, random)
        yield draw_table(variant, random.randrange(7, 10), random, previous), previous


def test_completion_agrees_with_trying_every_subset(variant: Variant) -> None:
    found = 0
    for table, previous in iter_tables(variant, 3):
        for before in ([], previous) if previous else ([],):
            claims = list(variant.iter_claims(table, before))
            exhaustively = list(variant.iter_claims_exhaustively(table, before))
            assert sorted(claims) == sorted(exhaustively)
            found += len(claims)
            for claim in claims:
                assert len(claim) in variant.pattern.sizes
                assert set(claim) <= {*table, *before}
                assert variant.is_claim(claim)
                assert variant.continues(claim, before)
            assert len(set(map(frozenset, claims))) == len(claims)
            first = variant.find_claim(table, before)
            assert first == (claims[0] if claims else None)


def test_joints(variant: Variant) -> None:
    for table, _ in iter_tables(variant, 2):
        for claim in variant.iter_claims(table):
            joint = variant.find_joint(claim)
            assert (joint is not None) == variant.pattern.has_joint
            if joint is not None:
                assert variant.space.is_line(claim[0], claim[1], joint)
                assert variant.space.is_line(claim[2], claim[3], joint)


def test_explanations(variant: Variant) -> None:
    random = Random(variant.key)
    for size in (1, *variant.pattern.sizes, variant.pattern.sizes[-1] + 1):
        spots = draw_table(variant, size, random)
        if variant.is_claim(spots):
            continue
        sentence = variant.explain(spots)
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert len(sentence.splitlines()) == 1


def test_failing_features_are_those_that_fail(variant: Variant) -> None:
    random = Random(variant.key)
    for _ in range(10):
        spots = draw_table(variant, 3, random)
        failing = variant.failing_features(spots)
        if variant.pattern.fixed_size != 3:
            assert failing == []
            continue
        assert (not failing) == variant.is_claim(spots)
        for reason in failing:
            assert len(set(reason["values"])) == 2
        names = [feature.name for feature in variant.features]
        assert [r["feature"] for r in failing] == [
            n for n in names if n in {r["feature"] for r in failing}
        ]


def test_key_and_title(variant: Variant) -> None:
    assert parse_variant(variant.key) == variant
    assert parse_variant(variant.key).key == variant.key
    assert variant.title
    assert "+" not in variant.title


def test_the_table_fits(variant: Variant) -> None:
    groups = variant.grouping.count
    assert variant.table_size % groups == 0
    assert variant.growth % groups == 0
    assert variant.pattern.sizes[0] <= variant.table_size <= variant.deck.size
    assert variant.require_table_size(None) == variant.table_size
    for asked in (variant.pattern.sizes[0], variant.deck.size):
        given = variant.require_table_size(asked)
        assert given % groups == 0
        assert given <= variant.deck.size


def test_spots_round_trip(variant: Variant) -> None:
    seen = set()
    for point in range(variant.deck.size):
        for group in range(variant.grouping.count):
            spot = variant.spot(point, group)
            assert (variant.point(spot), variant.group(spot)) == (point, group)
            assert variant.code(spot) == variant.deck.code(point)
            seen.add(spot)
    assert seen == set(range(variant.space.size))


def test_the_small_tables_hold_claims() -> None:
    """The tests above mean something: most variants find claims on their tables."""
    with_claims = sum(
        any(variant.find_claim(table) for table, _ in iter_tables(variant, 3))
        for variant in VARIANTS
    )
    assert with_claims > len(VARIANTS) / 2
