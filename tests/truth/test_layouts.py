"""How many layouts of the 81-card deck hold so many Sets, or no Super-Set.

The numbers were found by enumeration of orbits under AGL(4,3) and agree with Burnside's lemma;
those of Super-Sets by three independent programs.  Here they are reached by yet another way:
affine maps carry any card, any pair, any three cards that are no Set, and any four that lie in no
plane to any other, so the layouts that hold one such *frame* are counted, and each is weighted by
the number of frames in it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from thirdcard.core.geometry import Point
from thirdcard.core.notation import parse_cards
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.registry import parse_variant

DECK = CLASSIC.space
NO_SETS = comb(81, 3) - 1080
"""Sets of three cards that are no Set: the frames of three."""
OFF_PLANE = 81 * 80 * 78 * 72 // 24
"""Four cards that lie in no plane: the frames of four."""

SETS_IN_K_CARDS = {
    3: {0: 84240, 1: 1080},
    4: {0: 1579500, 1: 84240},
    5: {0: 22441536, 1: 3116880, 2: 63180},
    6: {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240},
}


def iter_layouts_through(frame: Sequence[Point], k: int) -> Iterator[tuple[Point, ...]]:
    others = [card for card in range(81) if card not in frame]
    return ((*frame, *more) for more in combinations(others, k - len(frame)))


def count_sets_through(frame: Sequence[Point], k: int) -> Counter[int]:
    return Counter(map(DECK.count_lines_in, iter_layouts_through(frame, k)))


@pytest.mark.parametrize("k", SETS_IN_K_CARDS)
def test_the_table_covers_all_layouts(k: int) -> None:
    """Their number is C(81, k), and their mean C(k, 3) / 79."""
    row = SETS_IN_K_CARDS[k]
    assert sum(row.values()) == comb(81, k)
    assert Fraction(sum(s * n for s, n in row.items()), comb(81, k)) == Fraction(comb(k, 3), 79)


def test_three_cards() -> None:
    """All layouts are tried."""
    assert count_sets_through([], 3) == SETS_IN_K_CARDS[3]


def test_four_cards() -> None:
    """All layouts with the first card are tried."""
    counted = count_sets_through([0], 4)
    assert {s: n * 81 // 4 for s, n in counted.items()} == SETS_IN_K_CARDS[4]


def test_five_cards() -> None:
    """All layouts with the first two cards are tried."""
    counted = count_sets_through([0, 1], 5)
    assert {s: n * comb(81, 2) // comb(5, 2) for s, n in counted.items()} == SETS_IN_K_CARDS[5]


def test_six_cards() -> None:
    """All layouts with three cards that are no Set are tried; those with s Sets hold 20 - s."""
    counted = count_sets_through([0, 1, 3], 6)
    weighted = {s: n * NO_SETS // (comb(6, 3) - s) for s, n in counted.items()}
    assert weighted == SETS_IN_K_CARDS[6]


# -- layouts without a Super-Set --------------------------------------------------------------

SUPERSET_FREE = {
    4: 1600560,
    5: 20925216,
    6: 169019136,
    7: 668697120,
    8: 750578400,
    9: 19712160,
    10: 0,
}
NINE_WITHOUT = "3PHD 3PHS 2GHS 1PHS 2PSS 3POD 2RSS 2GOO 3RHO"


def iter_superset_free(
    layout: list[Point], thirds: int, candidates: dict[Point, int]
) -> Iterator[list[Point]]:
    """Yield the layouts that extend one by candidates, no two pairs with the same third card.

    Args:
        layout: the cards so far.
        thirds: a bit set of the third cards of their pairs.
        candidates: the cards that may follow, each with the third cards that it makes with these.
    """
    yield layout
    followers = list(candidates.items())
    for i, (card, more) in enumerate(followers, 1):
        reached = thirds | more
        free = {}
        for other, others in followers[i:]:
            joined = others | 1 << DECK.third(card, other)
            if not joined & reached:
                free[other] = joined
        yield from iter_superset_free([*layout, card], reached, free)


def thirds_with(card: Point, layout: Sequence[Point]) -> int:
    return sum(1 << DECK.third(card, other) for other in layout)


def test_four_cards_without_a_super_set() -> None:
    """All but the Super-Sets."""
    assert comb(81, 4) - 63180 == SUPERSET_FREE[4]


def test_nine_cards_need_not_hold_a_super_set_and_ten_always_do() -> None:
    """Four cards of a plane that are no Super-Set hold a Set, so with s Sets among k cards there
    are C(k, 4) - s (k - 3) frames of four; and five cards or more that lie in a plane hold a
    Super-Set, so each of the layouts counted holds a frame."""
    frame = [0, 1, 3, 9]
    reached = sum(1 << DECK.third(a, b) for a, b in combinations(frame, 2))
    candidates = {card: thirds_with(card, frame) for card in range(81) if card not in frame}
    candidates = {card: more for card, more in candidates.items() if not more & reached}
    weighted = dict.fromkeys(range(4, 11), Fraction())
    for layout in iter_superset_free(frame, reached, candidates):
        k, sets = len(layout), DECK.count_lines_in(layout)
        weighted[k] += Fraction(OFF_PLANE, comb(k, 4) - sets * (k - 3))
    for k in range(5, 11):
        assert weighted[k] == SUPERSET_FREE[k]


def test_five_cards_of_a_plane_hold_a_super_set() -> None:
    variant = parse_variant("super")
    for cards in combinations(DECK.plane(0, 1, 3), 5):
        assert variant.find_claim(cards)


def test_nine_cards_without_a_super_set() -> None:
    cards = parse_cards(NINE_WITHOUT, CLASSIC)
    assert len(cards) == 9
    assert parse_variant("super").find_claim(cards) is None
