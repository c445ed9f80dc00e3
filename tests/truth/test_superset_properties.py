"""The six properties of Super-Sets in Wei-Hwa Huang's "Rules for Superset", each as a test.

Affine maps carry any two cards, and any three that are no Set, to any other two or three, and
keep what is a Super-Set; where a test says "representatives" it rests on that, and repeats the
claim under random maps.  All six are true as he states them.
"""

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import maps, randoms
from thirdcard.core.geometry import Point
from thirdcard.core.maps import AffineMap
from thirdcard.core.notation import parse_card, parse_cards
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.registry import parse_variant

DECK = CLASSIC.space
VARIANT = parse_variant("super")

EXAMPLE = """
one green shaded squiggle
one red solid diamond
three purple shaded diamonds
three red hollow squiggles
"""


def completing(three: tuple[Point, ...]) -> list[Point]:
    """The cards that make a Super-Set with three others."""
    return [c for c in range(81) if c not in three and VARIANT.is_claim((*three, c))]


def joint_of(four: tuple[Point, ...]) -> Point:
    joint = VARIANT.find_joint(four)
    assert joint is not None
    return joint


def test_the_example() -> None:
    a, b, c, d = parse_cards(EXAMPLE, CLASSIC)
    joint = parse_card("two red shaded ovals", CLASSIC)
    assert CLASSIC.code(joint) == "2RHO"
    assert VARIANT.is_claim((a, b, c, d))
    assert VARIANT.find_joint((a, b, c, d)) == joint
    assert DECK.is_line(a, c, joint)
    assert DECK.is_line(b, d, joint)


def test_1_a_super_set_never_contains_a_set() -> None:
    """All of them."""
    for claim in VARIANT.iter_claims(range(81)):
        assert not any(DECK.is_line(*three) for three in combinations(claim, 3))


def test_2_exactly_three_cards_complete_three_that_are_no_set() -> None:
    """All threes with the first card, of which affine maps make every other."""
    for b, c in combinations(range(1, 81), 2):
        if not DECK.is_line(0, b, c):
            fourths = {
                DECK.third(DECK.third(x, y), z) for x, y, z in ((0, b, c), (0, c, b), (b, c, 0))
            }
            assert len(fourths) == 3
            assert all(VARIANT.is_claim((0, b, c, d)) for d in fourths)


def test_2_no_other_card_completes_them() -> None:
    """Representatives: one three that is no Set, and one that is."""
    assert len(completing((0, 1, 3))) == 3
    assert completing((0, 1, 2)) == []


def test_2_the_practice() -> None:
    a, b, c, d = parse_cards(EXAMPLE, CLASSIC)
    others = parse_cards("two purple solid squiggles, three green solid ovals", CLASSIC)
    assert set(completing((a, b, c))) == {d, *others}
    joints = [CLASSIC.code(joint_of((a, b, c, other))) for other in others]
    assert joints == ["1POO", "2GOD"]


def test_3_three_of_one_value_and_one_of_another_is_no_super_set() -> None:
    """All of them."""
    for claim in VARIANT.iter_claims(range(81)):
        for values in zip(*map(DECK.digits, claim), strict=True):
            assert sorted(map(values.count, set(values))) != [1, 3]


def test_3_the_converse_is_not_true() -> None:
    """No feature is three and one here, no three of the cards are a Set, and it is none."""
    cards = parse_cards("2GOS 2RSO 1ROO 3PHD", CLASSIC)
    for values in zip(*map(DECK.digits, cards), strict=True):
        assert sorted(map(values.count, set(values))) != [1, 3]
    assert not any(DECK.is_line(*three) for three in combinations(cards, 3))
    assert not VARIANT.is_claim(cards)


def test_4_the_joint_is_unique() -> None:
    """All of them: of the three ways to pair up the cards one alone has a joint."""
    for a, b, c, d in VARIANT.iter_claims(range(81)):
        joint = DECK.third(a, b)
        assert DECK.third(c, d) == joint == VARIANT.find_joint((a, b, c, d))
        assert DECK.third(a, c) != DECK.third(b, d)
        assert DECK.third(a, d) != DECK.third(b, c)


def test_5_there_are_63180() -> None:
    assert len(set(map(frozenset, VARIANT.iter_claims(range(81))))) == 63180


def has_property_6(x: tuple[Point, ...]) -> bool:
    """X, the cards Y that complete it, and their joints Z play the same part in turn."""
    y = tuple(completing(x))
    z = tuple(joint_of((*x, card)) for card in y)
    # (three cards, cards that complete them, where the joints lie)
    for three, others, joints in ((x, y, z), (y, z, x), (z, x, y)):
        if set(completing(three)) != set(others):
            return False
        if {joint_of((*three, card)) for card in others} != set(joints):
            return False
    return tuple(sorted((*x, *y, *z))) == DECK.plane(*x)


def test_6_three_threes_that_make_up_a_plane() -> None:
    """A representative."""
    assert has_property_6((0, 1, 3))


@given(maps(st.just(4)))
def test_2_and_6_under_affine_maps(mapping: AffineMap) -> None:
    x = (mapping(0), mapping(1), mapping(3))
    assert len(completing(x)) == 3
    assert has_property_6(x)


@given(randoms)
def test_6_for_random_cards(random: Random) -> None:
    x = tuple(random.sample(range(81), 3))
    assert has_property_6(x) or DECK.is_line(*x)
