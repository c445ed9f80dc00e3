"""Counts of claims by formula, and boards that keep them up: against lists of all claims."""

import doctest
from random import Random

import pytest

from tests.every import EVERY
from thirdcard.core.geometry import Space
from thirdcard.puzzles import counting
from thirdcard.puzzles.board import Board
from thirdcard.puzzles.counting import FORMULAS, count_claims, third_row
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant


def test_examples() -> None:
    assert doctest.testmod(counting).failed == 0


@pytest.mark.parametrize("n", range(1, 8))
def test_rows_of_thirds(n: int) -> None:
    space = Space(n)
    random = Random(n)
    for _ in range(20):
        a, b = random.randrange(space.size), random.randrange(space.size)
        assert third_row(n, a)[b] == space.third(a, b)


def deal(variant: Variant, cards: int, seed: int) -> tuple[list[Spot], tuple[Spot, ...]]:
    """Return cards and, where the rule chains, a claim beside them, if any is there."""
    points = Random(seed).sample(range(variant.deck.size), min(cards, variant.deck.size))
    spots = [variant.spot(point, i % variant.grouping.count) for i, point in enumerate(points)]
    previous = (variant.find_claim(spots) or ()) if variant.rule.chains else ()
    return [spot for spot in spots if spot not in previous], previous


@pytest.mark.parametrize("key", EVERY)
def test_counts_are_the_lengths_of_lists(key: str) -> None:
    variant = parse_variant(key)
    for seed in range(4):
        spots, previous = deal(variant, 15, seed)
        claims = len(list(variant.iter_claims(spots, previous)))
        assert count_claims(variant, spots, previous) == claims
        assert count_claims(variant, spots, previous, claims) == claims
        assert Board(variant, spots, previous).count(claims) == claims


@pytest.mark.parametrize("key", ["classic", "super", "ultra+double", "chain", "mega+ultra9+super"])
def test_a_board_knows_its_counts_after_any_changes(key: str) -> None:
    variant, random = parse_variant(key), Random(key)
    spots, previous = deal(variant, 15, 1)
    board = Board(variant, spots, previous)
    used = {variant.point(spot) for spot in (*spots, *previous)}
    rest = [p for p in range(variant.deck.size) if p not in used]
    for _ in range(60):
        old = random.choice(board.spots)
        new = variant.spot(random.choice(rest), variant.group(old))
        rest.remove(variant.point(new))
        rest.append(variant.point(old))
        board.remove(old)
        board.add(new)
        assert old not in board
        assert new in board
    once = Board(variant, board.spots, previous)
    assert board.pairs == once.pairs
    assert board.lines == len(list(variant.space.iter_lines_in(board.spots)))
    assert board.count(0) == once.count(0) == count_claims(variant, board.spots, previous)
    assert (board.bowties, board.meeting) == (once.bowties, once.meeting)


def test_a_pattern_without_a_formula_is_listed_up_to_a_limit() -> None:
    variant = parse_variant("junior+eight")
    assert variant.pattern.key not in FORMULAS
    board = Board(variant, range(15))
    assert board.count(7) == count_claims(variant, range(15), most=7) == 8
    assert board.listed == 8
