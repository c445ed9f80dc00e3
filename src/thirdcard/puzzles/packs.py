r"""Packs: puzzles as JSON lines, to keep them and to hand them on.

The first line is a header, ``{"format": "thirdcard-pack", "version": 1}``; each further one is a
puzzle as of `Puzzle.to_dict`.  Of a puzzle's keys only ``variant`` and ``cards`` (or ``groups``)
are needed: whoever writes tables by hand gets solutions, level and id from `read_pack`.  What else
stands there is checked against what the table is, so that a pack that was altered is refused with
the line at fault.  Keys that no version knows are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from thirdcard.core.notation import parse_cards, parse_groups
from thirdcard.errors import MalformedError, NotationError
from thirdcard.phrases import phrase
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.generator import make_puzzle
from thirdcard.puzzles.kinds import find_kind
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

__all__ = ["read_pack", "write_pack"]

FORMAT: Final = "thirdcard-pack"
VERSION: Final = 1

_MOST_CLAIMS: Final = 10_000
"""A table with more claims is no puzzle for anybody."""

_MOST_LINES: Final = 100_000


def write_pack(puzzles: Iterable[Puzzle]) -> str:
    """Return the lines of a pack."""
    documents = [{"format": FORMAT, "version": VERSION}, *(p.to_dict() for p in puzzles)]
    return "".join(f"{json.dumps(document)}\n" for document in documents)


def read_pack(text: str) -> list[Puzzle]:
    """Read a pack, and solve each of its tables anew.

    Raises:
        MalformedError: a line that is no puzzle, or says something of its table that is not so.
    """
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        raise MalformedError(
            phrase("{lines} lines; expected {most} at most", lines=len(lines), most=_MOST_LINES)
        )
    puzzles = []
    has_header = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            document = _read_object(line)
            if has_header:
                puzzles.append(_read_puzzle(document))
            else:
                has_header = _require_header(document)
        except MalformedError as error:
            raise MalformedError(
                phrase("line {line}: {message}", line=number, message=error.told)
            ) from None
    if not has_header:
        raise MalformedError(phrase("an empty file; expected a pack of puzzles"))
    return puzzles


def _read_object(line: str) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise MalformedError(phrase("no JSON object; expected a puzzle"))
    return document


def _require_header(document: dict[str, Any]) -> bool:
    if document.get("format") != FORMAT:
        raise MalformedError(
            phrase('no pack of puzzles; expected {{"format": "{format}", …}}', format=FORMAT)
        )
    if document.get("version") != VERSION:
        raise MalformedError(
            phrase(
                "version {version}; expected {known}",
                version=repr(document.get("version"))[:24],
                known=VERSION,
            )
        )
    return True


def _read_puzzle(document: dict[str, Any]) -> Puzzle:
    variant = parse_variant(_read_text(document, "variant"))
    kind = find_kind(_read_text(document, "kind", "all"))
    spots = _read_table(variant, document, equal=kind.key != "third")
    previous = _read_previous(variant, document)
    conditions = Conditions(variant, kind, cards=len(spots), least=0, most=_MOST_CLAIMS)
    puzzle = make_puzzle(conditions, spots, previous)
    if puzzle is None:
        raise MalformedError(
            phrase(
                "the table of {cards} cards is no puzzle of the kind {kind}",
                cards=len(spots),
                kind=kind.key,
            )
        )
    _require_agreement(puzzle, document)
    return puzzle


def _read_text(document: dict[str, Any], key: str, default: str | None = None) -> str:
    value = document.get(key, default)
    if not isinstance(value, str):
        raise MalformedError(phrase("{key}: expected a text", key=key))
    return value


def _read_codes(document: dict[str, Any], key: str) -> list[str]:
    value = document[key]
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        raise MalformedError(phrase("{key}: expected a list of cards", key=key))
    return value


def _read_table(variant: Variant, document: dict[str, Any], *, equal: bool) -> tuple[Spot, ...]:
    """Return the spots, in the order of ``cards`` where there are groups too."""
    if variant.grouping.features:
        groups = document.get("groups")
        if not isinstance(groups, list) or len(groups) != variant.grouping.count:
            raise MalformedError(
                phrase("groups: expected {count} lists of cards", count=variant.grouping.count)
            )
        parts = [_read_codes({"groups": group}, "groups") for group in groups]
    elif "cards" in document:
        parts = [_read_codes(document, "cards")]
    else:
        raise MalformedError(phrase("cards: expected a list of cards"))
    read = parse_groups(
        " / ".join(" ".join(part) for part in parts), variant.deck, len(parts), equal=equal
    )
    spots = {
        point: variant.spot(point, group)
        for group, points in enumerate(read)
        for point in points
        if point is not None
    }
    if not spots:
        raise NotationError(phrase("no cards; expected at least one"))
    order = list(spots)
    if "cards" in document:
        order = parse_cards(" ".join(_read_codes(document, "cards")), variant.deck)
    if set(order) != set(spots):
        raise MalformedError(phrase("cards and groups do not have the same cards"))
    return tuple(spots[point] for point in order)


def _read_previous(variant: Variant, document: dict[str, Any]) -> tuple[Spot, ...]:
    """Return the claim to be continued, each card as ``CODE`` or ``CODE@GROUP``."""
    spots = []
    for token in _read_codes({"previous": [], **document}, "previous"):
        code, _, group = token.partition("@")
        point = variant.deck.find_point(code)
        number = int(group) if group.isascii() and group.isdigit() and len(group) < 3 else 0
        if point is None or number >= variant.grouping.count:
            raise MalformedError(
                phrase("previous: {card} is no card of the table", card=repr(token[:24]))
            )
        spots.append(variant.spot(point, number))
    return tuple(spots)


def _require_agreement(puzzle: Puzzle, document: dict[str, Any]) -> None:
    """Require that what a document says of a puzzle is so.

    Raises:
        MalformedError: a level, id, number or solution that is another.
    """
    known = puzzle.to_dict()
    for key in ("id", "claims", "optimum", "level"):
        if key in document and document[key] != known[key]:
            raise MalformedError(
                phrase(
                    "{key} is {said}; the table's is {known}",
                    key=key,
                    said=json.dumps(document[key])[:40],
                    known=json.dumps(known[key]),
                )
            )
    if "solutions" in document and not _is_solved(puzzle, document["solutions"]):
        raise MalformedError(
            phrase(
                "the solutions are not those of the table; expected {solutions}",
                solutions=json.dumps(known["solutions"])[:200],
            )
        )


def _is_solved(puzzle: Puzzle, solutions: object) -> bool:
    """Tell whether solutions are the puzzle's: the same, or another way to the same optimum."""
    if not isinstance(solutions, list):
        return False
    try:
        said = {frozenset(map(str, answer)) for answer in solutions}
    except TypeError:
        return False
    known = puzzle.to_dict()["solutions"]
    if puzzle.optimum is None:
        return said == set(map(frozenset, known)) and len(solutions) == len(known)
    return len(solutions) == puzzle.optimum and _is_maximal(puzzle, said)


def _is_maximal(puzzle: Puzzle, answers: Sequence[frozenset[str]] | set[frozenset[str]]) -> bool:
    """Tell whether answers are disjoint Sets of the table after which none is left."""
    from thirdcard.solvers.domination import is_dominating
    from thirdcard.solvers.hypergraph import Table

    place = {puzzle.variant.code(spot): number for number, spot in enumerate(puzzle.spots)}
    if any(code not in place for answer in answers for code in answer):
        return False
    edges = [[place[code] for code in answer] for answer in answers]
    return is_dominating(Table(puzzle.variant.space, puzzle.spots), edges)
