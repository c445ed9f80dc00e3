"""Canonical forms: against every map written out, and what the maps must not change."""

import doctest
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.puzzles import canonical
from thirdcard.puzzles.canonical import (
    Form,
    Orbit,
    canonical_form,
    count_maps,
    find_orbit,
    puzzle_id,
)
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

CLASSIC, JUNIOR, MEGA = map(parse_variant, ("classic", "junior", "mega"))
VARIANTS = ("classic", "junior", "mega", "ultra", "junior+ultra9", "mega+ultra9", "super", "chain")

Maps = npt.NDArray[np.int64]


def test_examples() -> None:
    assert doctest.testmod(canonical) == (0, 10)


# -- every map ----------------------------------------------------------------------------------


@cache
def every_map(expression: str) -> Maps:
    """Return the image of every spot under every map, a row a map: straight from what a map is."""
    variant = parse_variant(expression)
    own, all_ = len(variant.deck.features), len(variant.features)
    digits = np.array([variant.space.digits(spot) for spot in range(variant.space.size)])
    names = np.array(list(product(permutations(range(3)), repeat=all_)))
    maps = []
    for features in permutations(range(own)):
        for groups in permutations(range(own, all_)):
            image = np.zeros((len(names), len(digits)), np.int64)
            for place, feature in enumerate((*features, *groups)):
                image = 3 * image + names[:, place][:, digits[:, feature]]
            maps.append(image)
    return np.concatenate(maps)


def images_of(expression: str, spots: Sequence[Spot]) -> Maps:
    """Return the images of a layout under every map, each sorted."""
    images: Maps = every_map(expression)[:, list(spots)]
    images.sort(axis=1)
    return images


def least_image(expression: str, spots: Sequence[Spot]) -> tuple[int, ...]:
    images = images_of(expression, spots)
    for column in range(images.shape[1]):
        images = images[images[:, column] == images[:, column].min()]
    return tuple(map(int, images[0]))


def count_keeping(expression: str, spots: Sequence[Spot]) -> int:
    return int((images_of(expression, spots) == sorted(spots)).all(axis=1).sum())


@pytest.mark.parametrize("expression", ["junior", "junior+ultra"])
def test_there_are_as_many_maps_as_are_counted(expression: str) -> None:
    maps = every_map(expression)
    assert len(maps) == len({bytes(row.astype(np.uint8)) for row in maps})
    assert len(maps) == count_maps(parse_variant(expression))


def symmetric_layouts() -> Iterator[tuple[Spot, ...]]:
    """Yield layouts of junior cards that many maps keep."""
    space = JUNIOR.space
    yield tuple(range(9))
    yield tuple(range(27))
    yield (0, 13, 26)
    yield tuple(point for point in range(27) if sum(space.digits(point)) % 3 == 0)
    yield tuple(point for point in range(27) if space.digits(point).count(0) == 2)
    yield tuple(point for point in range(27) if 0 not in space.digits(point))
    yield tuple(point for point in range(27) if len(set(space.digits(point))) == 3)


@pytest.mark.parametrize("spots", list(symmetric_layouts()))
def test_symmetric_layouts_have_the_stabilizer_that_is_counted(spots: tuple[Spot, ...]) -> None:
    orbit = find_orbit(JUNIOR, spots)
    assert orbit.stabilizer == count_keeping("junior", spots)
    images = {tuple(row) for row in images_of("junior", spots).tolist()}
    assert orbit.size == len(images)
    assert {canonical_form(JUNIOR, image) for image in images} == {orbit.form}


def check_all_layouts(expression: str, size: int) -> None:
    """Compare the forms of all layouts of a size with their least images."""
    variant = parse_variant(expression)
    least: dict[tuple[int, ...], Orbit] = {}
    met: Counter[tuple[int, ...]] = Counter()
    forms: dict[Form, tuple[Spot, ...]] = {}
    for spots in combinations(range(variant.space.size), size):
        orbit = find_orbit(variant, spots)
        key = forms.setdefault(orbit.form, spots)
        assert least.setdefault(key, orbit) == orbit
        met[key] += 1
    for spots, orbit in least.items():
        assert met[spots] == orbit.size
        assert orbit.stabilizer == count_keeping(expression, spots)
    assert len({least_image(expression, spots) for spots in least}) == len(least)
    assert sum(orbit.size for orbit in least.values()) == comb(variant.space.size, size)


@pytest.mark.parametrize("size", [0, 1, 2])
def test_all_layouts_of_junior_cards(size: int) -> None:
    check_all_layouts("junior", size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "size"),
    [("junior", 3), ("junior", 4), ("junior+ultra", 2), ("classic", 2)],
)
def test_all_layouts_of_more_cards(expression: str, size: int) -> None:
    check_all_layouts(expression, size)


def check_classic(layouts: Sequence[tuple[Spot, ...]]) -> None:
    """Compare forms with least images, for each two of some layouts."""
    found = {
        spots: (least_image("classic", spots), find_orbit(CLASSIC, spots)) for spots in layouts
    }
    for spots, (least, orbit) in found.items():
        assert orbit.stabilizer == count_keeping("classic", spots)
        assert orbit.size * orbit.stabilizer == 31_104
        assert canonical_form(CLASSIC, least) == orbit.form
    for one, other in combinations(found.values(), 2):
        assert (one[0] == other[0]) == (one[1].form == other[1].form)


def near_layouts(random: Random, count: int, size: int) -> list[tuple[Spot, ...]]:
    """Return layouts that are alike: images of each other with a card exchanged."""
    layouts: list[tuple[Spot, ...]] = []
    spots = tuple(random.sample(range(81), size))
    while len(layouts) < count:
        move = draw_map(CLASSIC, random)
        others = [card for card in range(81) if card not in spots]
        changed = (*spots[:-1], random.choice([*others, spots[-1]]))
        layouts.append(tuple(map(move, changed)))
    return layouts


@pytest.mark.parametrize(
    "size", [6, *(pytest.param(size, marks=pytest.mark.slow) for size in (3, 4, 9, 12))]
)
def test_forms_are_equal_if_and_only_if_a_map_exists(size: int) -> None:
    check_classic(near_layouts(Random(size), 40, size))
    random = Random(size)
    check_classic([tuple(random.sample(range(81), size)) for _ in range(12)])


# -- what the maps do not change ------------------------------------------------------------------


def draw_map(variant: Variant, random: Random) -> "Map":
    own, all_ = len(variant.deck.features), len(variant.features)
    order = random.sample(range(own), own) + random.sample(range(own, all_), all_ - own)
    return Map(variant, order, [random.sample(range(3), 3) for _ in range(all_)])


class Map:
    """A permutation of the features with new names of their values."""

    def __init__(self, variant: Variant, order: list[int], names: list[list[int]]) -> None:
        self.variant, self.order, self.names = variant, order, names

    def __call__(self, spot: Spot) -> Spot:
        digits = self.variant.space.digits(spot)
        return self.variant.space.point(
            [names[digits[feature]] for names, feature in zip(self.names, self.order, strict=True)]
        )


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Variant, list[Spot], list[Spot], Random]:
    variant = parse_variant(draw(st.sampled_from(VARIANTS)))
    random = draw(st.randoms(use_true_random=False))
    # Cards of a part of the space are more alike.
    part = random.sample(range(variant.space.size), min(variant.space.size, 40))
    spots = random.sample(part, draw(st.integers(0, 18)))
    previous = spots[:3] if variant.rule.chains and len(spots) > 6 else []
    return variant, spots[len(previous) :], previous, random


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_a_map_changes_no_form(
    drawn: tuple[Variant, list[Spot], list[Spot], Random],
) -> None:
    variant, spots, previous, random = drawn
    move = draw_map(variant, random)
    moved, before = list(map(move, spots)), list(map(move, previous))
    random.shuffle(moved)
    random.shuffle(before)
    orbit = find_orbit(variant, spots, previous)
    assert find_orbit(variant, moved, before) == orbit
    assert orbit.size * orbit.stabilizer == count_maps(variant)
    assert puzzle_id(variant, "all", spots, previous) == puzzle_id(variant, "all", moved, before)


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_a_form_is_an_image(drawn: tuple[Variant, list[Spot], list[Spot], Random]) -> None:
    """The form is a layout of the same orbit, so it is its own form."""
    variant, spots, previous, _ = drawn
    form = canonical_form(variant, spots, previous)
    cards = [(row[0], variant.space.point(row[1:])) for row in form]
    assert len(set(cards)) == len(spots) + len(previous)
    table = [spot for tag, spot in cards if tag == 0]
    before = [spot for tag, spot in cards if tag == 1]
    assert (len(table), len(before)) == (len(spots), len(previous))
    assert canonical_form(variant, table, before) == form
    assert sum(1 for _ in variant.iter_claims(table, before)) == sum(
        1 for _ in variant.iter_claims(spots, previous)
    )


def test_the_claim_to_be_continued_is_no_part_of_the_table() -> None:
    chain = parse_variant("chain")
    cards = [0, 1, 2, 30, 31, 44]
    forms = {
        canonical_form(chain, cards[3:], cards[:3]),
        canonical_form(chain, cards[:3], cards[3:]),
    }
    assert len(forms | {canonical_form(chain, cards)}) == 3


@pytest.mark.parametrize(
    ("expression", "orders"),
    [("classic", 31_104), ("mega", 933_120), ("junior+ultra9", 1296 * 72)],
)
def test_whole_decks_are_kept_by_every_map(expression: str, orders: int) -> None:
    variant = parse_variant(expression)
    everything = range(variant.space.size)
    assert count_maps(variant) == orders
    orbit = find_orbit(variant, everything)
    assert (orbit.stabilizer, orbit.size) == (orders, 1)
    assert find_orbit(variant, []) == Orbit((), orders, 1)


def test_planes_and_caps() -> None:
    """Flats whose features are constant, diagonal planes, and the cap of all zeros and ones."""
    assert find_orbit(MEGA, range(81)).size == 15
    assert find_orbit(MEGA, range(9)).size == 10 * 27
    hyperplane = [p for p in range(243) if sum(MEGA.space.digits(p)) % 3 == 0]
    # Its equation has a coefficient 1 or 2 for each feature, up to sign, and a constant.
    assert find_orbit(MEGA, hyperplane).size == 2**4 * 3
    cap = [p for p in range(243) if 2 not in MEGA.space.digits(p)]
    assert find_orbit(MEGA, cap).size == 3**5


PINNED = [
    ("classic", "all", range(12), "d10a38ddc57a"),
    ("mega+ultra9", "all", range(0, 2187, 81), "a17bcda0dbfa"),
    ("super", "all", (0, 5, 17, 21, 40, 44, 61, 73, 80), "5974d37d653b"),
]


@pytest.mark.parametrize(("expression", "kind", "spots", "pinned"), PINNED)
def test_ids_stay_what_they_are(
    expression: str, kind: str, spots: Sequence[Spot], pinned: str
) -> None:
    assert puzzle_id(parse_variant(expression), kind, spots) == pinned


def test_an_id_names_variant_and_kind() -> None:
    spots = range(0, 24, 2)
    ids = {
        puzzle_id(parse_variant(expression), kind, spots)
        for expression in ("classic", "super", "memory")
        for kind in ("all", "coop")
    }
    assert len(ids) == 6
