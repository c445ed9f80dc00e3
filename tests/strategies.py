"""What hypothesis draws from, for the tests of all layers."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from thirdcard.core.cards import Deck
from thirdcard.core.geometry import Point, Space
from thirdcard.core.maps import AffineMap, random_affine_map
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA
from thirdcard.variants.registry import iter_variants
from thirdcard.variants.variant import Spot, Variant

DECKS = (CLASSIC, JUNIOR, MEGA)

SMALL = st.integers(1, 8)
"""Dimensions on both sides of the step from tables to bit planes."""

ANY = SMALL | st.sampled_from((20, 40))

decks: st.SearchStrategy[Deck] = st.sampled_from(DECKS)
variants: st.SearchStrategy[Variant] = st.sampled_from(tuple(iter_variants()))
randoms: st.SearchStrategy[Random] = st.integers(0, 2**32).map(Random)


@st.composite
def points_of(
    draw: st.DrawFn, n: st.SearchStrategy[int] = ANY, count: int = 1
) -> tuple[Space, list[Point]]:
    """A space with some of its points, equal ones among them."""
    space = Space(draw(n))
    point = st.integers(0, space.size - 1)
    return space, draw(st.lists(point, min_size=count, max_size=count))


@st.composite
def maps(draw: st.DrawFn, n: st.SearchStrategy[int] = SMALL) -> AffineMap:
    """An affine map of a space."""
    return random_affine_map(draw(n), draw(randoms))


def draw_near_flat(space: Space, count: int, random: Random) -> list[Point]:
    """Draw distinct points of which about half lie in one plane, so that they hold lines."""
    plane = space.flat([random.randrange(space.size) for _ in range(3)])
    near = random.sample(plane, min(len(plane), (count + 1) // 2))
    drawn = dict.fromkeys(near)
    while len(drawn) < min(count, space.size):
        drawn[random.randrange(space.size)] = None
    points = list(drawn)
    random.shuffle(points)
    return points


@st.composite
def layouts(
    draw: st.DrawFn, n: st.SearchStrategy[int] = SMALL, most: int = 16
) -> tuple[Space, list[Point]]:
    """A space with distinct points that are likely to hold lines."""
    space = Space(draw(n))
    return space, draw_near_flat(space, draw(st.integers(0, most)), draw(randoms))


def draw_table(
    variant: Variant, count: int, random: Random, avoid: Sequence[Spot] = ()
) -> list[Spot]:
    """Draw spots of distinct cards, likely to hold claims, of none of the cards to avoid."""
    used = {variant.point(spot) for spot in avoid}
    table: list[Spot] = []
    for spot in draw_near_flat(variant.space, 3 * count, random):
        if variant.point(spot) not in used and len(table) < count:
            used.add(variant.point(spot))
            table.append(spot)
    return table


@st.composite
def tables(
    draw: st.DrawFn, variant: st.SearchStrategy[Variant] = variants, most: int = 14
) -> tuple[Variant, list[Spot]]:
    """A variant with spots of distinct cards."""
    chosen = draw(variant)
    return chosen, draw_table(chosen, draw(st.integers(0, most)), draw(randoms))
