"""``thirdcard puzzle``: exact conditions, the same bytes again, packs and sheets."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.cli.runner import Run, run_process
from tests.paper.sheets import read_key, words_of
from thirdcard.core.notation import parse_cards
from thirdcard.puzzles.canonical import canonical_form
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.registry import parse_variant

CLASSIC_GAME = parse_variant("classic")


def count_sets(codes: list[str]) -> int:
    """Count Sets by adding up the digits of each three cards."""
    digits = [CLASSIC.space.digits(point) for point in parse_cards(" ".join(codes), CLASSIC)]
    return sum(
        all(sum(column) % 3 == 0 for column in zip(*triple, strict=True))
        for triple in combinations(digits, 3)
    )


def test_a_hundred_puzzles_are_exact_and_all_different(run: Run) -> None:
    line = "puzzle --cards 12 --sets 6 --count 100 --seed 7 --json"
    first = run(line)
    document = first.document
    puzzles = document["puzzles"]
    assert len(puzzles) == 100
    forms = set()
    for puzzle in puzzles:
        assert len(set(puzzle["cards"])) == 12
        assert count_sets(puzzle["cards"]) == 6
        assert len(puzzle["solutions"]) == 6
        assert all(count_sets(answer) == 1 for answer in puzzle["solutions"])
        assert set().union(*puzzle["solutions"]) <= set(puzzle["cards"])
        spots = parse_cards(" ".join(puzzle["cards"]), CLASSIC)
        forms.add(canonical_form(CLASSIC_GAME, spots))
    assert len(forms) == len({puzzle["id"] for puzzle in puzzles}) == 100
    assert document["drawn"] > document["accepted"] >= 100
    # In another process, too.
    assert run_process(*line.split()).out == first.out


def test_one_feature_is_constant(run: Run) -> None:
    document = run("puzzle --cards 9 --sets 4 --features 1 --count 20 --seed 7 --json").document
    for puzzle in document["puzzles"]:
        assert count_sets(puzzle["cards"]) == 4
        columns = zip(*puzzle["cards"], strict=True)
        assert sum(len(set(column)) == 1 for column in columns) == 1


def test_json(run: Run) -> None:
    document = run("puzzle --seed monday --json").document
    assert list(document)[:3] == ["puzzles", "drawn", "accepted"]
    assert {"seconds", "seed"} <= set(document)
    (puzzle,) = document["puzzles"]
    assert {"variant", "kind", "cards", "solutions", "level", "id"} <= set(puzzle)
    assert (puzzle["variant"], puzzle["kind"]) == ("classic", "all")
    # What depends on the machine is left out where the same is to come again.
    assert document["seconds"] is None
    drawn = run("puzzle --json").document
    assert drawn["seconds"] > 0
    again = run(f"puzzle --json --seed {drawn['seed']}").document
    assert again["puzzles"] == drawn["puzzles"]


def test_the_first_of_many_is_the_one_of_one(run: Run) -> None:
    one = run("puzzle --seed 7 --json").document["puzzles"]
    many = run("puzzle --seed 7 --count 5 --json").document["puzzles"]
    assert many[:1] == one


def test_text_shows_answers_when_asked(run: Run) -> None:
    plain = run("puzzle --seed 7 --sets 3")
    assert plain.code == 0
    assert "Find every Set." in plain.out
    assert "=" not in plain.out
    assert "layouts accepted" in plain.err
    assert "seed" not in plain.err
    told = run("puzzle --seed 7 --sets 3 --answers").out
    assert told.count("\n  = ") == 3
    drawn = run("puzzle")
    assert drawn.err.startswith("seed: ")


def test_it_says_how_puzzles_were_found(run: Run) -> None:
    assert "found" not in run("puzzle --seed 7 --sets 3").err
    assert ", found by search;" in run("puzzle --seed 7 --sets 14").err
    rare = run("puzzle --seed 7 --cards 9 --kind coop --sets 4 --level 2").err
    assert "(2.48e-09 of all), found in a table of what is rare;" in rare


def test_it_says_that_there_are_more_where_that_is_known(run: Run) -> None:
    found = run("puzzle --seed 7 --kind coop --cards 9 --sets 4 --level 2 --count 2")
    assert found.code == 2
    assert "there is only 1 like that" in found.err
    found = run("puzzle --seed 1 --cards 10 --sets 1 --level 3 --count 3")
    assert found.code == 3
    assert len(re.findall("^puzzle", found.out, re.MULTILINE)) == 1
    assert "only 1 that differ" in found.err
    assert re.search(r"there are more, [\d,]+ layouts of them, too rare for the search", found.err)


def test_a_table_is_written_as_other_commands_read_it(run: Run) -> None:
    for variant in ("classic", "ultra", "junior+ultra9", "super"):
        out = run(f"puzzle --seed 7 --variant {variant}").out
        table = out.splitlines()[-1].strip()
        document = run(f"find --json --variant {variant} '{table}'").document
        puzzle = run(f"puzzle --seed 7 --variant {variant} --json").document["puzzles"][0]
        found = {frozenset(claim) for claim in document["claims"]}
        assert found == {frozenset(answer) for answer in puzzle["solutions"]}


def test_the_puzzles_of_a_day(run: Run) -> None:
    document = run("puzzle --daily 2026-12-24 --json").document
    assert document["date"] == "2026-12-24"
    assert document["names"] == ["basic", "advanced", "special"]
    basic, advanced, _ = document["puzzles"]
    assert (len(basic["cards"]), count_sets(basic["cards"])) == (9, 4)
    assert (len(advanced["cards"]), count_sets(advanced["cards"])) == (12, 6)
    shown = run("puzzle --daily 2026-12-24").out
    assert all(name in shown for name in document["names"])


def test_a_pack_is_written_and_read(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "pack.jsonl"
    made = run(f"puzzle --seed 7 --count 3 --json --pack {pack}").document["puzzles"]
    assert len(pack.read_text().splitlines()) == 4
    read = run(f"puzzle --from {pack} --json").document
    assert read["puzzles"] == made
    assert (read["drawn"], read["accepted"]) == (0, 0)
    through = run_process("puzzle", "--from", "-", "--json", stdin=pack.read_bytes())
    assert through.document["puzzles"] == made


def test_worksheets_are_the_same_again(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    assert run(f"puzzle --seed 7 --count 3 --pdf {one}").code == 0
    options = "--paper a4 --theme classic"
    assert run_process(*f"puzzle --seed 7 --count 3 {options} --pdf {two}".split()).code == 0
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().startswith(b"%PDF-")
    assert run(f"puzzle --seed 7 --paper letter --small --no-answers --pdf {two}").code == 0
    assert two.read_bytes() != one.read_bytes()


def test_answers_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "key.pdf"
    (puzzle,) = run(f"puzzle --seed 7 --key {file} --title Monday --paper letter --json").document[
        "puzzles"
    ]
    (page,) = words_of(file.read_bytes())
    (entry,) = read_key([page])
    numbered = [[puzzle["cards"][int(n) - 1] for n in answer] for answer in entry.answers]
    assert page.startswith("Monday: Answers\n")
    assert entry.id == puzzle["id"]
    assert sorted(map(sorted, numbered)) == sorted(map(sorted, puzzle["solutions"]))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--sets x", "--sets: expected a number as 6, or a range as 4-7 or 4-, not 'x'"),
        ("--sets 7-3", "--sets: 7-3: expected a range from the fewer to the more"),
        ("--sets 99999999999999999999999", ""),
        ("--kind some", "'some' is no kind of puzzle"),
        ("--variant nothing", "'nothing'"),
        ("--kind coop --variant super", "asked about Sets"),
        ("--level 6", "level 6: expected 1 to 5"),
        ("--features 4", "4 constant features: expected 0 to 3"),
        ("--sets 15 --cards 12", "14"),
        ("--cards 21 --sets 0", "20"),
        ("--cards 82", "81"),
        ("--variant ultra --cards 10", "3"),
        ("--count 9 --kind third", "there are only 4 like that"),
        ("--daily tomorrow", "'tomorrow' is no date; expected YYYY-MM-DD"),
        ("--daily 2026-12-24 --sets 4", "--daily and --sets: expected one of them"),
        ("--from pack.jsonl --seed 4", "--from and --seed: expected one of them"),
        ("--from pack.jsonl --daily 2026-12-24", "--from and --daily: expected one of them"),
        ("--from nowhere.jsonl", "cannot read 'nowhere.jsonl'"),
        ("--pdf nowhere/sheet.pdf --seed 7", "--pdf nowhere/sheet.pdf: cannot write it"),
        ("--pack nowhere/pack.jsonl --seed 7", "--pack nowhere/pack.jsonl: cannot write it"),
        ("--pdf sheet.pdf --paper a9 --seed 7", "'a9'"),
        ("--pdf sheet.pdf --theme none --seed 7", "'none'"),
        ("--paper a4", "--paper without --pdf"),
        ("--small", "--small without --pdf"),
        ("--small --key key.pdf", "--small without --pdf"),
        ("--key nowhere/key.pdf --seed 7", "--key nowhere/key.pdf: cannot write it"),
    ],
)
def test_refusals(run: Run, words: str, complaint: str) -> None:
    assert complaint in run(f"puzzle {words}").complaint


@pytest.mark.parametrize("words", ["--sets 14 --cards 12", "--cards 20 --sets 0"])
def test_what_chance_would_not_bring_is_found(run: Run, words: str) -> None:
    puzzle = run(f"puzzle {words} --seed 7 --json").document["puzzles"][0]
    assert count_sets(puzzle["cards"]) == len(puzzle["solutions"]) == (14 if "14" in words else 0)


def test_an_interrupt_keeps_what_was_made(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from thirdcard.puzzles import generator

    real = generator.iter_puzzles
    pack = tmp_path / "pack.jsonl"

    def interrupted(*args: object) -> object:
        made = real(*args)  # type: ignore[arg-type]
        yield next(made)
        raise KeyboardInterrupt

    monkeypatch.setattr(generator, "iter_puzzles", interrupted)
    outcome = run(f"puzzle --seed 7 --count 9 --pack {pack}")
    assert outcome.code == 3
    assert "puzzle 1 (" in outcome.out
    assert "interrupted" in outcome.err
    assert len(pack.read_text().splitlines()) == 2
