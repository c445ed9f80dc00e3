"""Answers by number: what the cards of a puzzle are called on paper, and its key.

The cards on the table are 1, 2, 3, …, group after group, and those of a claim to be continued are
A, B, C, …; an answer names its cards so: ``1 5 9``.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from thirdcard.paper.typesetting import Tell
from thirdcard.phrases import counted, phrase
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.variant import Spot

__all__ = ["find_missing", "finds_all", "key_entries", "name_answer", "name_spots"]

Spots = Sequence[Spot]


def name_spots(puzzle: Puzzle) -> dict[Spot, str]:
    """Return what each card is called on the sheet, in the order in which the cards lie."""
    laid = [spot for group in puzzle.groups for spot in group]
    names = {spot: str(number) for number, spot in enumerate(laid, 1)}
    return names | dict(zip(puzzle.previous, ascii_uppercase, strict=False))


def find_missing(puzzle: Puzzle) -> list[Spot]:
    """Return the cards of the answers that do not lie on the sheet."""
    known = {*puzzle.spots, *puzzle.previous}
    return [spot for answer in puzzle.solutions for spot in answer if spot not in known]


def finds_all(puzzle: Puzzle) -> bool:
    """Tell whether the answers are all claims of the table."""
    return (
        puzzle.optimum is None
        and len(puzzle.solutions) == puzzle.claims
        and not find_missing(puzzle)
    )


def name_answer(puzzle: Puzzle, answer: Spots) -> str:
    """Return the names of an answer's cards; the halves of a claim that has two with + between.

    Letters come before numbers.  A card that does not lie there is named by its code.
    """
    names = name_spots(puzzle)

    def name(spots: Spots) -> str:
        if any(spot not in names for spot in spots):
            return " ".join(map(puzzle.variant.code, spots))
        return " ".join(sorted((names[spot] for spot in spots), key=_numbers_of))

    if puzzle.variant.pattern.has_joint:
        half = len(answer) // 2
        return " + ".join(sorted((name(answer[:half]), name(answer[half:])), key=_numbers_of))
    return name(answer)


def _numbers_of(answer: str) -> list[tuple[int, str]]:
    """Return what answers are sorted by: their numbers, letters before them."""
    return [(int(name), "") if name.isdigit() else (0, name) for name in answer.split()]


def key_entries(puzzles: Sequence[Puzzle], tell: Tell) -> list[dict[str, Any]]:
    """Return what the key says of every puzzle, for a document."""
    return [
        {
            "number": number,
            "id": puzzle.id,
            "level": puzzle.level,
            "note": tell(note) if (note := _tell_note(puzzle)) else None,
            "answers": sorted(
                (name_answer(puzzle, answer) for answer in puzzle.solutions), key=_numbers_of
            ),
            "cards": [puzzle.variant.code(spot) for spot in find_missing(puzzle)],
        }
        for number, puzzle in enumerate(puzzles, 1)
    ]


def _tell_note(puzzle: Puzzle) -> str | None:
    """Say what there is to say about answers beside themselves."""
    if puzzle.optimum is not None:
        return counted(puzzle.optimum, "{count} Set, for example:", "{count} Sets, for example:")
    if not puzzle.solutions:
        return phrase("There is none.")
    return None
