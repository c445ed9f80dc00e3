"""The daily puzzles as a browser is sent them, with all answers: it knows no rule.

An answer is a list of numbers: those of the claims that are taken, as they stand in the puzzle's
list of claims; of a card that is missing its value in each feature, 0 to 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from thirdcard.errors import OptionError
from thirdcard.game.views import SpotView
from thirdcard.phrases import phrase
from thirdcard.puzzles.daily import daily_title
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.server.explaining import view_spot
from thirdcard.server.practice_tables import PracticeClaim
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot

__all__ = ["DailyFeature", "DailyPuzzle", "is_solved", "view_puzzle"]


class DailyFeature(msgspec.Struct, frozen=True):
    """A feature in which a card is named.

    Attributes:
        name: what it is called.
        values: what its three values are called.
        codes: their characters in the code of a card, empty for where a card lies.
    """

    name: str
    values: tuple[str, str, str]
    codes: str


class DailyPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle of a day.

    Attributes:
        name, title: which of the day's puzzles it is.
        id: the same for puzzles that differ by names only.
        kind, kind_title, task: what is asked, its name, and in a sentence.
        variant, variant_title, deck: the game.
        group_shape: rows and columns of groups.
        claim_sizes: the least and the most cards of a claim.
        level: from 1, easy, to 5.
        slots: the cards, null for a hole; the slot's number modulo the number of groups is the
            group.
        previous: the claim to be continued, empty for none.  The places of its cards are counted
            on from those of the slots.
        claims: every claim on the table.
        answers: see the module; one or all of those that are right.
        optimum: how many claims are right, null where that is not what is asked.
        features: those in which the missing card is named, empty where none is.
    """

    name: str
    title: str
    id: str
    kind: str
    kind_title: str
    task: str
    variant: str
    variant_title: str
    deck: str
    group_shape: tuple[int, int]
    claim_sizes: tuple[int, int]
    level: int
    slots: tuple[str | None, ...]
    previous: tuple[SpotView, ...]
    claims: tuple[PracticeClaim, ...]
    answers: tuple[tuple[int, ...], ...]
    optimum: int | None
    features: tuple[DailyFeature, ...]


def view_puzzle(name: str, puzzle: Puzzle) -> DailyPuzzle:
    """Return what is told of one of a day's puzzles."""
    variant, kind = puzzle.variant, KINDS[puzzle.kind]
    # Groups may have more cards than others; slots go round the groups all the same.
    rows = zip_longest(*puzzle.groups)
    slots: list[Spot | None] = [spot for row in rows for spot in row]
    place = {spot: index for index, spot in enumerate((*slots, *puzzle.previous))}
    claims = [] if kind.key == "third" else variant.iter_claims(puzzle.spots, puzzle.previous)
    told = sorted(
        (
            PracticeClaim(
                tuple(sorted(place[spot] for spot in claim)),
                round(difficulty(variant.space, claim), 2),
            )
            for claim in claims
        ),
        key=lambda claim: claim.places,
    )
    number = {claim.places: index for index, claim in enumerate(told)}

    def find_numbers(found: Sequence[Sequence[Spot]]) -> tuple[int, ...]:
        return tuple(sorted(number[tuple(sorted(place[s] for s in claim))] for claim in found))

    answers: tuple[tuple[int, ...], ...]
    if kind.key == "third":
        answers = tuple(tuple(variant.space.digits(spot)) for (spot,) in puzzle.solutions)
    elif kind.key == "duel":
        answers = tuple(find_numbers([claim]) for claim in puzzle.solutions)
    else:
        answers = (find_numbers(puzzle.solutions),)
    deck_features = len(variant.deck.features)
    return DailyPuzzle(
        name=name,
        title=daily_title(name),
        id=puzzle.id,
        kind=kind.key,
        kind_title=kind.title,
        task=kind.tell_task(variant),
        variant=variant.key,
        variant_title=variant.title,
        deck=variant.deck.key,
        group_shape=variant.grouping.shape,
        claim_sizes=(variant.pattern.sizes[0], variant.pattern.sizes[-1]),
        level=puzzle.level,
        slots=tuple(None if spot is None else variant.code(spot) for spot in slots),
        previous=tuple(view_spot(variant, spot) for spot in puzzle.previous),
        claims=tuple(told),
        answers=answers,
        optimum=puzzle.optimum,
        features=tuple(
            DailyFeature(f.name, f.values, f.codes if index < deck_features else "")
            for index, f in enumerate(variant.features)
        )
        if kind.key == "third"
        else (),
    )


def is_solved(puzzle: DailyPuzzle, found: Sequence[int] | None) -> bool:
    """Tell whether an answer is right, of those that can end a puzzle; None is giving it up.

    Raises:
        OptionError: the puzzle does not end with it.
    """
    if found is None:
        return False
    if puzzle.kind == "third":
        ends = tuple(found) in puzzle.answers
    elif puzzle.kind == "duel":
        # Who takes a claim that loses has lost.
        ends = len(found) == 1 and 0 <= found[0] < len(puzzle.claims)
        if ends:
            return tuple(found) in puzzle.answers
    else:
        ends = len(set(found)) == len(found) and all(0 <= n < len(puzzle.claims) for n in found)
        ends = ends and _is_complete(puzzle, found)
    if not ends:
        raise OptionError(phrase("that is no answer to the puzzle {puzzle}", puzzle=puzzle.id))
    return True


def _is_complete(puzzle: DailyPuzzle, found: Sequence[int]) -> bool:
    """Tell whether all claims are found or, where claims are taken, as many as are right."""
    if puzzle.optimum is None:
        return len(found) == len(puzzle.claims)
    taken = [place for number in found for place in puzzle.claims[number].places]
    is_over = all(set(claim.places) & set(taken) for claim in puzzle.claims)
    return len(set(taken)) == len(taken) and is_over and len(found) == puzzle.optimum
