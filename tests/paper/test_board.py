"""Where cards lie on a sheet: within their room, apart from each other, as large as can be."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.paper.board import LABEL, SHAPE, Board, Place, lay_board

SHAPES = [(1, 1), (1, 3), (3, 3)]


def overlap(a: Place, b: Place) -> bool:
    return (
        a.x < b.x + b.width - 1e-6
        and b.x < a.x + a.width - 1e-6
        and a.y < b.y + b.height - 1e-6
        and b.y < a.y + a.height - 1e-6
    )


def require_tidy(board: Board, width: float, height: float) -> None:
    """Require that nothing lies on anything else, nor outside, the labels included."""
    cards = [*board.cards, *board.apart]
    labelled = [Place(p.x, p.y, p.width, p.height + LABEL) for p in cards]
    if board.heading:
        labelled.append(board.heading)
    assert not any(overlap(a, b) for a, b in combinations(labelled, 2))
    assert not any(overlap(a, b) for a, b in combinations(board.frames, 2))
    assert board.width <= width + 1e-6
    assert board.height <= height + 1e-6
    for place in [*labelled, *board.frames]:
        assert place.x >= 0
        assert place.y >= 0
        assert place.x + place.width <= board.width + 1e-6
        assert place.y + place.height <= board.height + 1e-6


@settings(deadline=None)
@given(
    st.sampled_from(SHAPES),
    st.integers(1, 18),
    st.integers(0, 12),
    st.floats(60, 200),
    st.floats(60, 250),
)
def test_boards_are_tidy(
    shape: tuple[int, int], cards: int, apart: int, width: float, height: float
) -> None:
    groups = shape[0] * shape[1]
    sizes = [max(0, cards - i % 2) for i in range(groups)]
    board = lay_board(sizes, shape, width, height, most=40, apart=apart)
    assert len(board.cards) == sum(sizes)
    assert len(board.apart) == apart
    assert len(board.frames) == (groups if groups > 1 else 0)
    assert 0 <= board.card <= 40
    if board.card > 0:
        require_tidy(board, width, height)
        assert all(place.height == pytest.approx(SHAPE * board.card) for place in board.cards)


def test_cards_of_a_group_lie_in_its_frame() -> None:
    board = lay_board([6, 6, 6], (1, 3), 180, 100, most=40)
    for number, frame in enumerate(board.frames):
        for card in board.cards[6 * number : 6 * number + 6]:
            assert frame.x <= card.x
            assert frame.y <= card.y
            assert card.x + card.width <= frame.x + frame.width
            assert card.y + card.height + LABEL <= frame.y + frame.height


@pytest.mark.parametrize(("cards", "columns"), [(12, 4), (9, 3), (15, 5), (18, 6), (3, 3), (1, 1)])
def test_tables_are_laid_as_one_knows_them(cards: int, columns: int) -> None:
    board = lay_board([cards], (1, 1), 180, 120, most=22)
    assert len({place.x for place in board.cards}) == columns
    assert board.card == 22


def test_cards_are_as_large_as_the_room() -> None:
    small = lay_board([12], (1, 1), 90, 60, most=60)
    large = lay_board([12], (1, 1), 180, 120, most=60)
    assert small.card < large.card < 60
    assert large.width == pytest.approx(180) or large.height == pytest.approx(120)


def test_no_room_is_no_card() -> None:
    assert lay_board([12], (1, 1), 20, 5, most=40).card == 0
