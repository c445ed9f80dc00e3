"""Random tables of the 81-card deck with their numbers of Sets.

Counted by an integer program and by a plain memoised search, which agree.
"""

from itertools import combinations

import pytest

from thirdcard.core.notation import parse_cards
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.registry import parse_variant

TABLES = [
    ("1ROO 1GOD 1GOO 2RHO 2PHD 3RHD 3ROD 3GSD 3PSD", 0),
    ("1RSD 1RHD 1GHD 1GHS 1POO 2RSO 2ROS 2GHS 2PHS 3RSS 3RHD 3ROO", 3),
    ("1RSS 1RSO 1RHD 2RSD 2RSS 2PHD 3RSD 3RSO 3GHS 3GOD 3POD 3POO", 4),
    ("1RSO 1GHD 1GOD 1PHO 2RSS 2RSO 2GSS 2GOD 2GOO 2POO 3RHS 3GSD 3GOS 3PSS 3POD", 3),
    ("1RHS 1PHS 1POD 2RHS 2GSD 2GSO 2PHO 2POD 2POO 3RSD 3ROS 3GSD 3GSS 3POD 3POO", 6),
    (
        "1RHD 1RHO 1GSO 1GHS 1PSO 1PHD 2GHD 2PSS 2PSO 2PHO 3RSO 3ROD 3ROO 3GSO 3GHD 3GOS 3GOO 3POD",
        10,
    ),
    (
        "1RSD 1RSS 1GOS 1PHD 1POS 1POO 2RSO 2ROS 2GOO 2PSD 2PHS 2POD 3RHS 3GSS 3GSO 3GOD 3GOS 3POD",
        11,
    ),
    (
        "1RSD 1RHD 1ROS 1GSO 1POS 2RSO 2ROO 2GHS 2GOD 2GOO 2PSD 2PSS 2POS 2POO 3RSD 3RHS 3ROS "
        "3ROO 3GSS 3GOS 3PSD",
        12,
    ),
    (
        "1RSS 1RSO 1RHS 1GSD 1GSS 1GSO 1GHO 1PHO 2RHS 2RHO 2ROS 2ROO 2GSS 2GOO 3RHD 3ROS 3GOS "
        "3PSS 3PSO 3PHD 3POS",
        17,
    ),
    (
        "1RHD 1GHS 1GHO 1GOS 1PHD 1POD 2RHO 2ROD 2ROS 2GSS 2GSO 2GHD 2GHO 2GOS 2PSS 2PHS 2POO "
        "3RHD 3RHS 3ROD 3GSD 3GHS 3PSS 3POO",
        29,
    ),
]


@pytest.mark.parametrize(("text", "sets"), TABLES)
def test_number_of_sets(text: str, sets: int) -> None:
    variant = parse_variant("classic")
    table = parse_cards(text, CLASSIC)
    assert len(list(variant.iter_claims(table))) == sets
    assert len(list(variant.iter_claims_exhaustively(table))) == sets
    assert CLASSIC.space.count_lines_in(table) == sets
    assert CLASSIC.space.is_cap(table) == (sets == 0)
    assert sum(not variant.failing_features(triple) for triple in combinations(table, 3)) == sets
