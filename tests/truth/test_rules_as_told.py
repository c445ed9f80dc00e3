"""What an encyclopedia's article on the game says of the game and its variants, each as a test.

Where the article says less than is true, the test says so.
"""

from itertools import combinations, product
from random import Random

import pytest

from thirdcard.core.geometry import Point
from thirdcard.core.notation import parse_cards
from thirdcard.variants.decks import CLASSIC, MEGA
from thirdcard.variants.patterns import DOUBLE, EIGHT
from thirdcard.variants.registry import parse_variant

DECK = CLASSIC.space
PLAIN = parse_variant("classic")


def read(text: str) -> list[Point]:
    return parse_cards(text, CLASSIC)


def test_two_are_and_one_is_not_iff_it_is_not_a_set() -> None:
    for cards in combinations(range(0, 81, 3), 3):
        values = [CLASSIC.values(card) for card in cards]
        two_and_one = any(
            len({value[feature.name] for value in values}) == 2 for feature in CLASSIC.features
        )
        assert two_and_one == (not PLAIN.is_claim(cards))


def test_the_example_of_a_set() -> None:
    cards = read("one red striped diamond, two red solid diamonds, three red open diamonds")
    assert PLAIN.is_claim(cards)


def test_three_cards_that_are_no_set_are_never_left() -> None:
    """The cards of the deck sum to zero, and those of each Set do: so three that are left do."""
    assert (
        DECK.point([sum(column) for column in zip(*map(DECK.digits, range(81)), strict=True)]) == 0
    )
    random = Random(0)
    for _ in range(20):
        left = random.sample(range(81), 81)
        while line := DECK.find_line_in(left):
            left = [card for card in left if card not in line]
        assert len(left) != 3
        assert len(left) % 3 == 0


def test_four_cards_are_a_super_set_in_one_grouping_at_most() -> None:
    """The article: it is possible that they are one in one grouping and not in another.  They
    never are in two."""
    for claim in parse_variant("super").iter_claims(range(81)):
        a, b, c, d = claim
        assert DECK.third(a, c) != DECK.third(b, d)
        assert DECK.third(a, d) != DECK.third(b, c)


def test_ultra_set_all_in_one_group_or_each_in_another() -> None:
    variant = parse_variant("ultra")
    for cards in ((0, 1, 2), (0, 40, 80), (0, 1, 3)):
        for groups in product(range(3), repeat=3):
            spots = [variant.spot(card, group) for card, group in zip(cards, groups, strict=True)]
            expected = PLAIN.is_claim(cards) and len(set(groups)) in (1, 3)
            assert variant.is_claim(spots) == expected


def test_ultra_set_of_nine_groups_on_rows_and_on_columns() -> None:
    variant = parse_variant("ultra9")
    for groups in product(range(9), repeat=3):
        spots = [variant.spot(card, group) for card, group in zip((0, 40, 80), groups, strict=True)]
        rows, columns = {g // 3 for g in groups}, {g % 3 for g in groups}
        assert variant.is_claim(spots) == (len(rows) in (1, 3) and len(columns) in (1, 3))


def test_mega_set_is_three_blocks_of_cards() -> None:
    assert MEGA.size == 3 * CLASSIC.size == 243
    assert {code[:-1] for code in MEGA.codes} == set(CLASSIC.codes)
    assert parse_variant("mega").table_size == 15


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        # Through one card; and in a row, each sharing a card with the next.
        (7, "1RSD 2RSD 3RSD 1GSD 1PSD 1RHD 1ROD"),
        (7, "1RSD 2RSD 3RSD 3GSD 3PSD 3PHD 3POD"),
        # The article leaves it at seven cards; in a ring even six do.
        (6, "1RSD 2RSD 3RSD 1GSD 1PSD 3PSD"),
    ],
)
def test_three_sets_may_have_seven_cards_and_are_no_eight_set(cards: int, text: str) -> None:
    points = read(text)
    assert len(points) == cards
    lines = list(DECK.iter_lines_in(points))
    assert len(lines) == 3
    assert set().union(*lines) == set(points)
    assert not EIGHT.is_claim(DECK, points)
    assert list(EIGHT.iter_claims(DECK, points)) == []


def test_an_eight_set_of_exactly_eight_cards() -> None:
    """Three Sets, two of which share a card."""
    points = read("1RSD 2RSD 3RSD 1GSD 1PSD 1GHS 2GHS 3GHS")
    assert DECK.count_lines_in(points) == 3
    assert list(EIGHT.iter_claims(DECK, points)) == [tuple(points)]


def test_three_sets_among_six_cards_are_no_double_set_unless_two_are_disjoint() -> None:
    ring = read("1RSD 2RSD 3RSD 1GSD 1PSD 3PSD")
    parallels = read("1RSD 2RSD 3RSD 1GSD 2GSD 3GSD")
    assert not DOUBLE.is_claim(DECK, ring)
    assert DOUBLE.is_claim(DECK, parallels)


def test_one_card_of_the_previous_set_must_be_used_in_a_chain() -> None:
    variant = parse_variant("chain")
    random = Random(1)
    for _ in range(50):
        previous = random.choice(list(DECK.iter_lines_through(random.randrange(81))))
        table = random.sample([card for card in range(81) if card not in previous], 12)
        expected = {
            frozenset(cards)
            for cards in combinations((*previous, *table), 3)
            if PLAIN.is_claim(cards) and len(set(cards) & set(previous)) == 1
        }
        assert set(map(frozenset, variant.iter_claims(table, previous))) == expected
