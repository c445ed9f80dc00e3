"""The search: what chance would not bring is found, and is what was asked for."""

from itertools import combinations
from typing import Any

import pytest

from thirdcard.core.geometry import Space
from thirdcard.core.stream import Stream
from thirdcard.puzzles import search
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.draw import count_constant
from thirdcard.puzzles.generator import make_puzzle
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.search import Search
from thirdcard.puzzles.starts import draw_cap_of_45, draw_map, draw_subspace, find_cap_of_56
from thirdcard.variants.registry import parse_variant

SEED = bytes(range(32))


def conditions(expression: str, kind: str = "all", **more: Any) -> Conditions:
    if "sets" in more:
        more["least"] = more["most"] = more.pop("sets")
    return Conditions(parse_variant(expression), KINDS[kind], **more)


HARD = [
    ("classic", {"sets": 14}),
    ("classic", {"sets": 13}),
    ("classic", {"cards": 20, "sets": 0}),
    ("classic", {"cards": 19, "sets": 0}),
    ("classic", {"cards": 18, "sets": 36}),
    ("classic", {"cards": 15, "sets": 23}),
    ("classic", {"cards": 9, "sets": 12, "constant": 1}),
    ("junior", {"sets": 0}),
    ("junior", {"cards": 12, "sets": 14}),
    ("mega", {"cards": 30, "sets": 0}),
    ("mega", {"cards": 41, "sets": 0}),
    ("mega", {"cards": 45, "sets": 0}),
    ("mega", {"sets": 23}),
    ("super", {"sets": 0}),
    ("super", {"sets": 54}),
    ("mega+super", {"cards": 14, "sets": 0}),
    ("double", {"sets": 1}),
    ("double", {"sets": 30}),
    ("eight", {"sets": 1}),
    ("eight", {"sets": 0}),
    ("eight", {"cards": 12, "sets": 60}),
    ("ultra", {"sets": 0}),
    ("ultra", {"sets": 18}),
    ("ultra", {"cards": 27, "sets": 0}),
    ("ultra9", {"sets": 0}),
    ("ultra9", {"sets": 10}),
    ("chain", {"sets": 0}),
    ("chain", {"sets": 15}),
    ("super+chain", {"sets": 30}),
    ("ultra+chain-table", {"sets": 12}),
]


@pytest.mark.parametrize(("expression", "more"), HARD)
def test_hard_conditions(expression: str, more: dict[str, Any]) -> None:
    wanted = conditions(expression, **more)
    layout = Search(wanted, Stream(SEED)).find()
    assert layout is not None
    spots, previous = layout
    variant = wanted.variant
    points = list(map(variant.point, (*spots, *previous)))
    assert len(set(points)) == len(points)
    assert len(spots) == wanted.size
    shares = [
        sum(variant.group(spot) == g for spot in spots) for g in range(variant.grouping.count)
    ]
    assert set(shares) == {wanted.size // variant.grouping.count}
    assert bool(previous) == variant.rule.chains
    assert len(list(variant.iter_claims(spots, previous))) == wanted.range[0]
    if wanted.constant is not None:
        assert count_constant(variant, spots) == wanted.constant
    assert Search(wanted, Stream(SEED)).find() == layout


@pytest.mark.parametrize(
    ("expression", "more"),
    [
        ("classic", {"sets": 14, "level": 5}),
        ("classic", {"sets": 3, "level": 1}),
        ("classic", {"sets": 1, "level": 3}),
        ("classic", {"sets": 9, "level": 4}),
        ("junior", {"sets": 1, "level": 1}),
    ],
)
def test_levels_are_searched_for(expression: str, more: dict[str, Any]) -> None:
    wanted = conditions(expression, **more)
    layout = Search(wanted, Stream(SEED)).find()
    assert layout is not None
    puzzle = make_puzzle(wanted, *layout)
    assert puzzle is not None
    assert puzzle.level == more["level"]


def test_a_search_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty cards with a single Set: there are none, which the search does not know."""
    monkeypatch.setattr(search, "MOST_WORK", 5_000)
    looking = Search(conditions("classic", cards=20, sets=1), Stream(SEED))
    assert looking.find() is None
    assert 2_000 < looking.tried <= 2_500


def test_finds_differ() -> None:
    looking = Search(conditions("classic", sets=14), Stream(SEED))
    found = {frozenset(layout.spots) for layout in (looking.find() for _ in range(10)) if layout}
    assert len(found) == 10


# -- what searches start from -------------------------------------------------------------------


def test_the_cap_of_56() -> None:
    """No three of its points are on a line of PG(5,3): no three vectors depend on each other."""
    cap = find_cap_of_56()
    assert len(cap) == 56
    signed = {tuple(sign * x % 3 for x in vector) for vector in cap for sign in (1, 2)}
    assert len(signed) == 112
    for a, b in combinations(cap, 2):
        for sign in (1, 2):
            assert tuple((x + sign * y) % 3 for x, y in zip(a, b, strict=True)) not in signed


def test_caps_of_45() -> None:
    stream = Stream(SEED)
    caps = [draw_cap_of_45(stream) for _ in range(3)]
    assert len(set(map(frozenset, caps))) == 3
    for cap in caps:
        assert len(set(cap)) == 45
        assert not list(Space(5).iter_lines_in(cap))


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_flats(dimension: int) -> None:
    space = Space(4)
    flat = draw_subspace(4, dimension, Stream(SEED))
    assert len(set(flat)) == 3**dimension
    assert all(space.third(a, b) in flat for a, b in combinations(flat, 2))


def test_maps_are_drawn_equally_often() -> None:
    stream = Stream(SEED)
    maps = [draw_map(1, stream) for _ in range(600)]
    counts = [maps.count(mapping) for mapping in set(maps)]
    assert len(counts) == 6
    assert sum((count - 100) ** 2 for count in counts) / 100 < 20.5
