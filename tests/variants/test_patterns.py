from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import layouts
from thirdcard.core.geometry import Point, Space
from thirdcard.core.notation import parse_cards
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.patterns import DOUBLE, EIGHT, SET, SUPER, Pattern

SPACE = CLASSIC.space
PATTERNS = (SET, SUPER, DOUBLE, EIGHT)
KEYS = [pattern.key for pattern in PATTERNS]

# Enough for every claim of the Eight-Set, and few enough to try all subsets.
DIMENSIONS = st.integers(2, 6)


def read(text: str) -> list[Point]:
    return parse_cards(text, CLASSIC)


def is_set_by_words(points: Sequence[Point]) -> bool:
    """The rule as it is told: each feature the same on all three, or different on all three."""
    values = [CLASSIC.values(point) for point in points]
    return len(points) == 3 and all(
        len({value[feature.name] for value in values}) in (1, 3) for feature in CLASSIC.features
    )


def test_a_set_is_what_the_rule_says() -> None:
    for points in combinations(range(0, 81, 4), 3):
        assert SET.is_claim(SPACE, points) == is_set_by_words(points)


def joints_by_words(points: Sequence[Point]) -> list[Point]:
    """The fifth cards that make a Set with each of two pairs."""
    a, b, c, d = points
    return [
        joint
        for pair, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        for joint in range(81)
        if is_set_by_words([*pair, joint]) and is_set_by_words([*other, joint])
    ]


def test_a_super_set_is_what_the_rule_says() -> None:
    random = Random(0)
    for _ in range(40):
        a, b, c, d = random.sample(range(81), 4)
        completed = SPACE.third(c, SPACE.third(a, b))
        for points in ([a, b, c, d], random.sample([a, b, c, completed], 4)):
            joints = joints_by_words(points) if len(set(points)) == 4 else []
            assert SUPER.is_claim(SPACE, points) == bool(joints)
            assert SUPER.find_joint(SPACE, points) == (joints[0] if joints else None)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (SET, "1RSD 2RSD 3RSD"),
        (SET, "1RSD 2GHS 3POO"),
        (SUPER, "1GHS 3PHD 1RSD 3ROS"),
        (DOUBLE, "1RSD 2RSD 3RSD 1GSD 2GSD 3GSD"),
        # Three Sets, of which two share a card and the third stands apart.
        (EIGHT, "1RSD 2RSD 3RSD 1GSD 1PSD 1GHS 2GHS 3GHS"),
        # Three Sets without a card in common, and four.
        (EIGHT, "1RSD 2RSD 3RSD 1GSD 2GSD 3GSD 1PSD 2PSD 3PSD"),
        (
            EIGHT,
            "1RSD 2RSD 3RSD 1GSD 2GSD 3GSD 1PHD 2PHD 3PHD 1RHS 2RHS 3RHS",
        ),
    ],
)
def test_claims(pattern: Pattern, text: str) -> None:
    points = read(text)
    assert pattern.is_claim(SPACE, points)
    assert pattern.is_claim(SPACE, points[::-1])
    assert {frozenset(points)} <= {frozenset(c) for c in pattern.iter_claims(SPACE, points)}


# A corner of the deck and the four cards on either side of it, and a fifth pair through it.
STAR = "1RSD 2RSD 3RSD 1GSD 1PSD 1RHD 1ROD 1RSS 1RSO 2GHS 3POO"


@pytest.mark.parametrize(
    ("pattern", "text", "sentence"),
    [
        (SET, "1RSD 2RSD 3RSO", "In some feature two of the cards agree and the third does not."),
        (
            SUPER,
            "1RSD 2RSD 3RSD 1GSD",
            "Three of the cards are a Set, and a Super-Set never contains one.",
        ),
        (
            SUPER,
            "1RSD 2RSD 1GSD 1RHD",
            "However the four cards are paired, the two pairs need different third cards.",
        ),
        (DOUBLE, "1RSD 2RSD 3RSD 1GSD 2GSD 3GHD", "3 cards are in no Set with two of the others."),
        # Two Sets that share a card are five cards, and the sixth is alone.
        (DOUBLE, "1RSD 2RSD 3RSD 1GSD 1PSD 3GHS", "1 card is in no Set with two of the others."),
        # Three Sets in a ring, each two of which share a card.
        (
            DOUBLE,
            "1RSD 2RSD 3RSD 1GSD 1PSD 3PSD",
            "The cards hold 3 Sets, but two of them do not use every card.",
        ),
        (
            EIGHT,
            STAR,
            "The cards hold 5 Sets, but three or four of them do not use every card.",
        ),
    ],
)
def test_what_is_no_claim_and_why(pattern: Pattern, text: str, sentence: str) -> None:
    points = read(text)
    assert len(points) in pattern.sizes
    assert not pattern.is_claim(SPACE, points)
    assert pattern.explain(SPACE, points) == sentence


@pytest.mark.parametrize("pattern", PATTERNS, ids=KEYS)
@given(drawn=layouts(DIMENSIONS, most=11))
@settings(max_examples=30)
def test_completion_finds_what_trying_all_subsets_finds(
    pattern: Pattern, drawn: tuple[Space, list[Point]]
) -> None:
    space, points = drawn
    found = list(pattern.iter_claims(space, points))
    exhaustively = list(pattern.iter_claims_exhaustively(space, points))
    assert sorted(found) == sorted(exhaustively)
    assert len({frozenset(claim) for claim in found}) == len(found)
    for claim in found:
        assert len(claim) in pattern.sizes
        assert pattern.is_claim(space, claim)
        assert pattern.arrange(space, claim) == claim


@pytest.mark.parametrize("pattern", PATTERNS, ids=KEYS)
@given(drawn=layouts(DIMENSIONS, most=11))
@settings(max_examples=30)
def test_claims_through_an_anchor(pattern: Pattern, drawn: tuple[Space, list[Point]]) -> None:
    space, points = drawn
    if not points:
        return
    anchor, *others = points
    through = list(pattern.iter_claims_through(space, others, anchor))
    assert sorted(map(sorted, through)) == sorted(
        sorted(claim) for claim in pattern.iter_claims(space, points) if anchor in claim
    )


def test_the_halves_of_a_super_set_stand_first_and_last() -> None:
    a, b, c, d = read("1GHS 3PHD 1RSD 3ROS")
    joint = read("2RHO")[0]
    assert SUPER.arrange(SPACE, (c, a, d, b)) == (c, d, a, b)
    assert SUPER.find_joint(SPACE, (d, b, c, a)) == joint
    assert SUPER.has_joint
    assert list(SUPER.iter_claims(SPACE, [a, c, joint, b, d])) == [(a, b, c, d)]


@pytest.mark.parametrize("pattern", [SET, DOUBLE, EIGHT])
def test_other_patterns_have_no_joint(pattern: Pattern) -> None:
    assert not pattern.has_joint
    assert pattern.find_joint(SPACE, range(pattern.sizes[0])) is None


def test_sizes() -> None:
    assert [p.fixed_size for p in PATTERNS] == [3, 4, 6, None]
    assert list(EIGHT.sizes) == [8, 9, 10, 11, 12]
    assert (DOUBLE.need, EIGHT.need) == ("two", "three or four")


def test_the_claims_within_a_plane() -> None:
    """Four classes of three parallel lines; eight cards hold eight lines, and nine all twelve."""
    plane = SPACE.plane(0, 1, 3)
    counts = [sum(1 for _ in pattern.iter_claims(SPACE, plane)) for pattern in PATTERNS]
    # Each point is the joint of its four lines' pairs: 9 times 4 over 2.  Double: 3 pairs of
    # parallels in each of 4 classes.  Eight: however the cards are split, they are one claim.
    assert counts == [12, 54, 12, 10]


def test_all_claims_of_a_full_deck() -> None:
    assert sum(1 for _ in SET.iter_claims(SPACE, range(81))) == 1080
    assert sum(1 for _ in SUPER.iter_claims(SPACE, range(81))) == 63180
    # Pairs of lines less those that meet, of 27 cards with 13 lines through each.
    assert sum(1 for _ in DOUBLE.iter_claims(Space(3), range(27))) == comb(117, 2) - 27 * comb(
        13, 2
    )
