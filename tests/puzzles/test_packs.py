"""Packs: what is written is read back, and what was altered is refused with its line."""

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from thirdcard.core.stream import SEED_BYTES
from thirdcard.errors import MalformedError
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.generator import iter_puzzles
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.packs import read_pack, write_pack
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.variants.registry import parse_variant

SEED = bytes(range(SEED_BYTES))


def make(expression: str, kind: str = "all", count: int = 2, **conditions: Any) -> list[Puzzle]:
    wanted = Conditions(parse_variant(expression), KINDS[kind], **conditions)
    return list(islice(iter_puzzles(wanted, SEED), count))


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        *(("classic", kind) for kind in KINDS),
        *((expression, "all") for expression in ("super", "mega+double", "ultra9", "junior")),
        ("ultra", "third"),
        ("ultra", "coop"),
    ],
)
def test_a_pack_is_read_back(expression: str, kind: str) -> None:
    puzzles = make(expression, kind)
    text = write_pack(puzzles)
    assert text.count("\n") == len(puzzles) + 1
    assert read_pack(text) == puzzles


def test_an_empty_pack_is_a_pack() -> None:
    assert read_pack(write_pack([])) == []


def test_empty_lines_and_unknown_keys_are_passed_over() -> None:
    (puzzle,) = make("classic", count=1)
    header, line = write_pack([puzzle]).splitlines()
    document = json.loads(line) | {"author": "Ann"}
    assert read_pack(f"\n{header}\n\n{json.dumps(document)}\n\n") == [puzzle]


def test_a_table_written_by_hand_is_solved() -> None:
    header = write_pack([]).strip()
    line = '{"variant": "classic", "cards": ["1rsd", "2RSD", "3RSD", "1GHO"]}'
    (puzzle,) = read_pack(f"{header}\n{line}\n")
    assert puzzle.to_dict()["solutions"] == [["1RSD", "2RSD", "3RSD"]]
    assert puzzle.claims == 1


def test_another_way_to_the_optimum_is_accepted() -> None:
    (puzzle,) = make("classic", "coop", count=1)
    header, line = write_pack([puzzle]).splitlines()
    document = json.loads(line)
    document["solutions"] = [list(reversed(answer)) for answer in reversed(document["solutions"])]
    assert read_pack(f"{header}\n{json.dumps(document)}") == [puzzle]


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda d: d.update(level=d["level"] % 5 + 1), "level is "),
        (lambda d: d.update(id="0" * 12), 'id is "000000000000"'),
        (lambda d: d.update(claims=99), "claims is 99"),
        (lambda d: d.update(optimum=3), "optimum is 3"),
        (lambda d: d["solutions"].pop(), "the solutions are not those of the table"),
        (lambda d: d["solutions"].append(d["solutions"][0]), "the solutions are not those"),
        (lambda d: d.update(solutions=7), "the solutions are not those"),
        (lambda d: d.update(solutions=[7]), "the solutions are not those"),
        (lambda d: d["cards"].append("9XYZ"), "'9XYZ'"),
        (lambda d: d["cards"].append(d["cards"][0]), "is repeated"),
        (lambda d: d.update(cards="1RSD"), "cards: expected a list of cards"),
        (lambda d: d.update(cards=[]), "no cards; expected at least one"),
        (lambda d: d.pop("cards"), "cards: expected a list of cards"),
        (lambda d: d.pop("variant"), "variant: expected a text"),
        (lambda d: d.update(variant="klassik"), "klassik"),
        (lambda d: d.update(kind="some"), "'some' is no kind of puzzle"),
        (lambda d: d.update(kind="duel", cards=["1RSD"]), "is no puzzle of the kind duel"),
        (lambda d: d.update(previous=["nothing"]), "previous: 'nothing' is no card"),
    ],
)
def test_an_altered_puzzle_is_refused_with_its_line(change: Change, complaint: str) -> None:
    first, second = write_pack(make("classic")).splitlines()[1:]
    document = json.loads(second)
    change(document)
    text = f"{write_pack([])}{first}\n{json.dumps(document)}\n"
    with pytest.raises(MalformedError) as refused:
        read_pack(text)
    assert str(refused.value).startswith("line 3: ")
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda d: d.pop("groups"), "groups: expected 3 lists of cards"),
        (lambda d: d.update(groups=[]), "groups: expected 3 lists of cards"),
        (lambda d: d["groups"].reverse(), ""),
        (lambda d: d["groups"][0].pop(), "groups of 5, 6, 6 cards"),
        (lambda d: d["cards"].pop(), "cards and groups do not have the same cards"),
    ],
)
def test_groups_are_judged(change: Change, complaint: str) -> None:
    (puzzle,) = make("ultra", count=1)
    header, line = write_pack([puzzle]).splitlines()
    document = json.loads(line)
    change(document)
    text = f"{header}\n{json.dumps(document)}\n"
    if complaint:
        with pytest.raises(MalformedError, match=complaint):
            read_pack(text)
    else:
        # The groups in another order: the same puzzle up to names.
        assert read_pack(text)[0].id == puzzle.id


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "an empty file; expected a pack of puzzles"),
        ("\n \n", "an empty file; expected a pack of puzzles"),
        ("{", "line 1: no JSON object; expected a puzzle"),
        ("[1]", "line 1: no JSON object; expected a puzzle"),
        ("[" * 100_000, "line 1: no JSON object; expected a puzzle"),
        ('{"format": "game"}', 'line 1: no pack of puzzles; expected {"format": "thirdcard-pack"'),
        ('{"format": "thirdcard-pack", "version": 2}', "line 1: version 2; expected 1"),
        ("\n" * 100_001, "100001 lines; expected 100000 at most"),
    ],
)
def test_what_is_no_pack_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read_pack(text)
    assert str(refused.value).startswith(complaint)
