"""Counts in whole decks, pinned.

Unless a test says otherwise the numbers are those of B. Davis and D. Maclagan, "The card game
SET" (2003), or follow from the order of the affine group; each was also found by an independent
program.
"""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.cards import Deck
from thirdcard.core.geometry import Space, count_flats
from thirdcard.core.maps import affine_group_order
from thirdcard.core.notation import parse_cards
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA
from thirdcard.variants.registry import parse_variant

DECK = CLASSIC.space


@pytest.mark.parametrize(
    ("deck", "sets", "through_a_card"),
    [(JUNIOR, 117, 13), (CLASSIC, 1080, 40), (MEGA, 9801, 121)],
    ids=["junior", "classic", "mega"],
)
def test_sets_of_the_deck(deck: Deck, sets: int, through_a_card: int) -> None:
    space = deck.space
    assert sum(1 for _ in space.iter_lines()) == sets == count_flats(space.n, 1)
    assert space.count_lines_in(range(deck.size)) == sets
    for card in range(0, deck.size, 10):
        assert sum(1 for _ in space.iter_lines_through(card)) == through_a_card


def test_every_pair_is_in_one_set() -> None:
    pairs = [pair for line in DECK.iter_lines() for pair in combinations(line, 2)]
    assert len(pairs) == len(set(pairs)) == comb(81, 2) == 3240


def test_super_sets_of_the_deck() -> None:
    """Each of 81 joints takes two of its 40 pairs."""
    claims = list(parse_variant("super").iter_claims(range(81)))
    assert len(claims) == len(set(map(frozenset, claims))) == 63180 == 81 * comb(40, 2)


def test_planes_of_the_deck() -> None:
    """1170 planes of 9 cards and 12 Sets; any three cards that are no Set lie in one."""
    planes = list(DECK.iter_planes())
    assert len(planes) == len(set(planes)) == 1170 == count_flats(4, 2)
    assert all(DECK.count_lines_in(plane) == 12 for plane in planes[::30])
    triples = [t for plane in planes for t in combinations(plane, 3) if not DECK.is_line(*t)]
    assert len(triples) == len(set(triples)) == comb(81, 3) - 1080


def test_symmetries_of_the_deck() -> None:
    assert affine_group_order(4) == 1_965_150_720
    # The images of a frame: any card, another, one off their line, off their plane, and the last.
    assert affine_group_order(4) == 81 * 80 * 78 * 72 * 54


@given(st.sets(st.integers(0, 80)))
def test_sets_inside_a_layout_and_inside_its_complement(layout: set[int]) -> None:
    """Together 1080 - n (81 - n) / 2: each pair across lies in one Set, each mixed Set has two."""
    n = len(layout)
    inside = DECK.count_lines_in(sorted(layout))
    outside = DECK.count_lines_in([card for card in range(81) if card not in layout])
    assert inside + outside == 1080 - n * (81 - n) // 2


def test_twelve_cards_with_the_most_sets() -> None:
    """14, as in 3,032,640 layouts: a plane and three cards, two pairs of which reach into it."""
    cards = [*range(9), 9, 10, 18]
    assert DECK.count_lines_in(cards) == 14


# The most Sets in n of the 27 cards of three features: OEIS A380167.
MOST_SETS_OF_JUNIOR = {3: 1, 4: 1, 5: 2, 24: 81, 25: 92, 26: 104, 27: 117}


@pytest.mark.parametrize("n", MOST_SETS_OF_JUNIOR)
def test_most_sets_in_n_junior_cards(n: int) -> None:
    """All layouts are tried; those of more than half of the deck by what is left out."""
    space = JUNIOR.space
    if n > 13:
        left_out = combinations(range(27), 27 - n)
        layouts = [[c for c in range(27) if c not in out] for out in left_out]
        assert max(map(space.count_lines_in, layouts)) == MOST_SETS_OF_JUNIOR[n]
    else:
        most = max(map(space.count_lines_in, combinations(range(27), n)))
        assert most == MOST_SETS_OF_JUNIOR[n]


# -- caps: layouts without a Set --------------------------------------------------------------

# The largest cap by the number of features: 2, 4, 9, 20, 45, 112.  G. Pellegrino (1970) for 20.
LARGEST_CAP = {1: 2, 2: 4, 3: 9}
CAP_OF_TWENTY = (
    "1RSO 1ROS 1GHO 1GOS 1PSS 1PHO 2RSD 2RHO 2GSS 2GHD "
    "2GHO 2GOS 2PHD 2POO 3RHD 3ROS 3GSS 3GHD 3PSS 3POD"
)


@pytest.mark.parametrize("n", LARGEST_CAP)
def test_largest_cap_of_few_features(n: int) -> None:
    """Every cap that holds a frame is grown; affine maps carry any frame to any other.

    A cap within a flat of fewer dimensions holds none, and is smaller by the row before.
    """
    space = Space(n)
    frame = [0, *(3**i for i in range(n))]

    def grow(cap: list[int], candidates: list[int]) -> int:
        best = len(cap)
        for i, point in enumerate(candidates):
            closed = {space.third(point, other) for other in cap}
            rest = [p for p in candidates[i + 1 :] if p not in closed]
            best = max(best, grow([*cap, point], rest))
        return best

    closed = {space.third(a, b) for a, b in combinations(frame, 2)}
    free = [p for p in range(space.size) if p not in frame and p not in closed]
    assert grow(frame, free) == LARGEST_CAP[n]


def test_a_cap_of_twenty_cards_and_no_room_for_another() -> None:
    cap = parse_cards(CAP_OF_TWENTY, CLASSIC)
    assert len(cap) == 20
    assert DECK.is_cap(cap)
    for card in range(81):
        assert card in cap or not DECK.is_cap([*cap, card])
