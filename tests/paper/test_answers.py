"""Answers by number: every one is right, where the cards are numbered as the sheet has them."""

from __future__ import annotations

import pytest

from tests.paper.sheets import draw, draw_chain
from thirdcard.paper.answers import find_missing, finds_all, key_entries, name_answer, name_spots
from thirdcard.puzzles.puzzle import Puzzle

VARIANTS = ("classic", "junior", "mega", "ultra", "ultra9", "super", "double", "ultra+super")
CHAINS = ("chain", "super+chain-table")
PUZZLES = [
    *(puzzle for variant in VARIANTS for puzzle in draw(variant, 2, least=1)),
    *map(draw_chain, CHAINS),
]


def named(puzzle: Puzzle, answer: str) -> list[int]:
    spots = {name: spot for spot, name in name_spots(puzzle).items()}
    return [spots[name] for name in answer.replace("+", " ").split()]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda p: f"{p.variant.key}-{p.id}")
def test_names_lead_back_to_the_claims(puzzle: Puzzle) -> None:
    (entry,) = key_entries([puzzle], str)
    claims = [named(puzzle, answer) for answer in entry["answers"]]
    variant = puzzle.variant
    assert all(variant.is_claim(claim) for claim in claims)
    assert all(variant.continues(claim, puzzle.previous) for claim in claims)
    expected = variant.iter_claims(puzzle.spots, puzzle.previous)
    assert sorted(map(sorted, claims)) == sorted(map(sorted, expected))


def test_cards_are_numbered_group_after_group() -> None:
    puzzle = draw("ultra", 1)[0]
    names = name_spots(puzzle)
    assert list(names.values()) == [str(number) for number in range(1, 19)]
    assert [puzzle.variant.group(spot) for spot in names] == [0] * 6 + [1] * 6 + [2] * 6


def test_a_claim_to_be_continued_has_letters() -> None:
    puzzle = draw_chain("chain")
    names = name_spots(puzzle)
    assert [names[spot] for spot in puzzle.previous] == ["A", "B", "C"]
    (entry,) = key_entries([puzzle], str)
    for answer in entry["answers"]:
        assert sum(name in "ABC" for name in answer.split()) == 1
        assert answer[0] in "ABC"


def test_pairs_of_a_super_set_are_told() -> None:
    puzzle = draw("super", 1, least=1)[0]
    space = puzzle.variant.space
    for answer in puzzle.solutions:
        one, two = (named(puzzle, half) for half in name_answer(puzzle, answer).split(" + "))
        assert space.third(*one) == space.third(*two)


def test_answers_are_in_the_order_of_their_numbers() -> None:
    for puzzle in draw("classic", 3, least=4):
        (entry,) = key_entries([puzzle], str)
        numbers = [[int(name) for name in answer.split()] for answer in entry["answers"]]
        assert numbers == sorted(sorted(answer) for answer in numbers)


def test_a_missing_card_is_named_and_shown() -> None:
    for puzzle in draw("classic", 3, "third"):
        (entry,) = key_entries([puzzle], str)
        third = puzzle.variant.deck.code(puzzle.variant.space.third(*puzzle.spots))
        assert (entry["answers"], entry["cards"]) == ([third], [third])
        assert not finds_all(puzzle)
        assert find_missing(puzzle)


@pytest.mark.parametrize("kind", ["coop", "spoil"])
def test_the_number_that_is_sought_is_told(kind: str) -> None:
    puzzle = draw("classic", 1, kind)[0]
    (entry,) = key_entries([puzzle], str)
    assert entry["note"].startswith(f"{puzzle.optimum} Set")
    assert len(entry["answers"]) == puzzle.optimum


def test_a_table_without_claims_has_none() -> None:
    puzzle = draw("classic", 1, least=0, most=0)[0]
    (entry,) = key_entries([puzzle], str)
    assert (entry["note"], entry["answers"]) == ("There is none.", [])
