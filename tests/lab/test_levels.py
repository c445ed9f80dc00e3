"""How many layouts have which level: against all layouts, against random ones, and as shipped."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import comb, factorial

import numpy as np
import pytest

from thirdcard.core.maps import affine_group_order
from thirdcard.errors import CheckError
from thirdcard.lab.experiments import levels
from thirdcard.lab.experiments.levels import (
    RARE,
    Frames,
    LevelCount,
    count_block,
    count_levels,
    find_frames,
    iter_level_counts,
)
from thirdcard.lab.experiments.orbits import Level, iter_levels
from thirdcard.lab.kernels.levels import count_levels_kernel
from thirdcard.lab.tables import write_levels
from thirdcard.lab.work import Work
from thirdcard.puzzles.canonical import puzzle_id
from thirdcard.puzzles.difficulty import LEVELS, level_of
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.levels import COUNTED, LARGEST, _find_counted
from thirdcard.variants.registry import parse_variant

CLASSIC = parse_variant("classic")


def judge(points: tuple[int, ...]) -> tuple[int, dict[str, int]]:
    """Return how many Sets a layout holds, and its level for each kind that is a question."""
    claims = [tuple(claim) for claim in CLASSIC.iter_claims(points)]
    found = {}
    for key in COUNTED:
        kind = KINDS[key]
        if key == "all" or (
            not kind.find_obstacle(len(points), len(claims))
            and kind.solve(CLASSIC, points, (), claims)
        ):
            found[key] = level_of(kind.count_effort(CLASSIC, points, claims))
    return len(claims), found


def is_constant(points: tuple[int, ...], features: int) -> bool:
    columns = list(zip(*map(CLASSIC.space.digits, points), strict=True))[-features:]
    return any(len(set(column)) == 1 for column in columns)


def count_plainly(features: int, cards: int) -> dict[int, dict[str, tuple[int, ...]]]:
    """Return the counts by looking at every layout."""
    counts: dict[int, dict[str, Counter[int]]] = {}
    for points in combinations(range(3**features), cards):
        if not is_constant(points, features):
            claims, found = judge(points)
            for kind, level in found.items():
                counts.setdefault(claims, {}).setdefault(kind, Counter())[level] += 1
    return {
        claims: {kind: tuple(number[level] for level in LEVELS) for kind, number in kinds.items()}
        for claims, kinds in sorted(counts.items())
    }


@pytest.mark.parametrize(
    ("features", "cards"), [*((2, k) for k in range(1, 10)), (1, 2), (1, 3), (3, 3), (3, 4)]
)
def test_as_by_looking_at_all(features: int, cards: int) -> None:
    assert dict(iter_level_counts(features, cards))[cards].counts == count_plainly(features, cards)


@pytest.mark.slow
def test_as_by_looking_at_all_of_six_junior_cards() -> None:
    assert dict(iter_level_counts(3, 6))[6].counts == count_plainly(3, 6)


@pytest.mark.parametrize("cards", [9, 12])
def test_random_layouts_have_the_levels_that_are_told(cards: int) -> None:
    """Numbers of 4,000 layouts lie within five standard deviations."""
    random, draws = np.random.default_rng(5), 4_000
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(draws):
        points = tuple(random.choice(81, cards, replace=False).tolist())
        if not is_constant(points, 4):
            claims, by_kind = judge(points)
            found[claims, by_kind["all"]] += 1
    counted = _find_counted(4, cards)
    assert counted
    for claims, kinds in counted.counts.items():
        for level, layouts in zip(LEVELS, kinds["all"], strict=True):
            share = layouts / comb(81, cards)
            spread = (draws * share * (1 - share)) ** 0.5
            assert abs(found[claims, level] - draws * share) <= 5 * spread + 1
            del found[claims, level]
    assert not found


def test_in_the_frame_of_the_features_a_layout_has_its_own_level() -> None:
    """Of a thousand layouts some lie a step beside a bound."""
    random, frames = np.random.default_rng(11), find_frames(4)
    units = [levels._number_vectors(4)[point] for point in (27, 9, 3, 1)]
    (own,) = np.flatnonzero((np.sort(frames.forms) == sorted(units)).all(axis=1))
    frame = Frames(*(part[own : own + 1] for part in (frames.forms, frames.weights, frames.axes)))
    for cards in (5, 8, *(9, 10, 11, 12) * 250):
        points = tuple(random.choice(81, cards, replace=False).tolist())
        image = levels._Image(4, np.array(points, np.uint8))
        claims, found = judge(points)
        counted = {kind: numbers for kind, numbers, _ in image.count(frame)}
        assert image.claims == claims
        is_left_out = is_constant(points, 4)
        assert counted == {
            kind: [int(level == found[kind] and not is_left_out) for level in LEVELS]
            for kind in found
        }
        laid = tuple(image.lay(frame.forms[0]))
        assert puzzle_id(CLASSIC, "all", laid) == puzzle_id(CLASSIC, "all", points)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_frames(n: int) -> None:
    frames = find_frames(n)
    linear = affine_group_order(n) // 3**n
    assert len(frames.forms) == linear // (2**n * factorial(n))
    assert (np.sort(frames.weights, axis=1)[:, :n] == 1).all()
    assert len(np.unique(frames.forms, axis=0)) == len(frames.forms)


def test_kernel_is_its_interpreted_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = dict(iter_level_counts(3, 7))[7]
    monkeypatch.setattr(levels, "count_levels_kernel", count_levels_kernel.py_func)  # type: ignore[attr-defined]
    assert dict(iter_level_counts(3, 7))[7] == expected


def test_any_number_of_processes_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, level = iter_levels(4, largest=7)
    monkeypatch.setattr(levels, "BLOCK", 16)
    assert count_levels(level, Work(jobs=2)) == count_levels(level, Work())


def test_what_is_not_all_layouts_is_noticed() -> None:
    *_, level = iter_levels(3, largest=5)
    some = Level(level.n, level.layouts[1:], level.weights[1:])
    with pytest.raises(CheckError, match="5 cards in AG"):
        count_levels(some, Work())
    halved = levels._Block(level.n, level.layouts, np.ones_like(level.weights))
    with pytest.raises(CheckError, match="whole number"):
        count_block(halved)


def counted(features: int, cards: int) -> LevelCount:
    found = _find_counted(features, cards)
    assert found
    return LevelCount(found.counts, found.tables)


@pytest.mark.parametrize(("features", "largest"), [(1, 3), (2, 9), (3, 27), (4, 8)])
def test_shipped_ones_counted_anew(features: int, largest: int) -> None:
    for cards, found in iter_level_counts(features, largest):
        assert found == counted(features, cards)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_all_shipped_ones_counted_anew() -> None:
    for cards, found in iter_level_counts(4, LARGEST[4], work=Work(jobs=2)):
        assert found == counted(4, cards)


def test_file_is_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thirdcard.puzzles.levels.LARGEST", {1: 3, 2: 9})
    written = json.loads(write_levels(Work()))
    assert list(written["levels"]) == ["1", "2"]
    assert written["levels"]["2"]["9"]["counts"] == {"12": {"all": [0, 0, 1, 0, 0]}}


def test_tables_are_of_their_level() -> None:
    number = 0
    for features, largest in LARGEST.items():
        for cards in range(1, largest + 1):
            found = counted(features, cards)
            for claims, kinds in found.tables.items():
                for kind, tables in kinds.items():
                    for level, points in tables.items():
                        number += 1
                        assert not is_constant(points, features)
                        told = judge(points)
                        assert (told[0], told[1][kind]) == (claims, level)
                        layouts = found.counts[claims][kind][level - 1]
                        assert 0 < layouts * RARE < comb(3**features, cards)
    assert number > 100
