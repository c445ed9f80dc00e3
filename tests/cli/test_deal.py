import re
from hashlib import sha256

import pytest

from tests.cli.runner import Run
from thirdcard.cli import inputs
from thirdcard.game.shuffle import shuffle
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.registry import iter_variants, parse_variant

HEX = "00ff" * 16


def test_json(run: Run) -> None:
    document = run("deal --json --seed monday").document
    assert list(document) == ["variant", "seed", "cards"]
    assert (document["variant"], document["seed"]) == ("classic", "monday")
    assert " ".join(document["cards"]) == (
        "2POO 2GHS 1GOS 3GOS 3ROD 3RHO 3PHO 3RHD 3PSS 2GOS 2PHO 1GSO"
    )


def test_text_is_the_cards_alone(run: Run) -> None:
    outcome = run("deal --seed monday --cards 3")
    assert (outcome.code, outcome.out, outcome.err) == (0, "2POO 2GHS 1GOS\n", "")


def test_a_seed_that_was_drawn_deals_the_same_again(run: Run) -> None:
    outcome = run("deal --cards 5")
    found = re.fullmatch(r"seed: ([0-9a-f]{64})\n", outcome.err)
    assert found
    again = run(f"deal --json --cards 5 --seed {found[1]}").document
    assert again["cards"] == outcome.out.split()
    first, second = run("deal --json").document, run("deal --json").document
    assert first["seed"] != second["seed"]
    assert run(f"deal --json --seed {first['seed']}").document == first


def test_cards_are_dealt_from_the_front_of_the_published_shuffle(run: Run) -> None:
    document = run(f"deal --json --cards 81 --seed {HEX}").document
    order = shuffle(81, bytes.fromhex(HEX))
    assert document["cards"] == [CLASSIC.code(point) for point in order]
    assert len(set(document["cards"])) == 81


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        (HEX, bytes.fromhex(HEX)),
        (HEX.upper(), bytes.fromhex(HEX)),
        ("monday", sha256(b"monday").digest()),
        ("", sha256(b"").digest()),
        ("café", sha256("café".encode()).digest()),
        ("\udcff", sha256(b"\xff").digest()),
        ("0" * 63, sha256(b"0" * 63).digest()),
        ("g" * 64, sha256(b"g" * 64).digest()),
        (" " + "0" * 63, sha256(b" " + b"0" * 63).digest()),
    ],
)
def test_seeds(text: str, seed: bytes) -> None:
    assert inputs.read_seed(text) == seed


@pytest.mark.parametrize("key", [variant.key for variant in iter_variants()])
def test_a_table_of_every_variant_can_be_read_back(run: Run, key: str) -> None:
    variant = parse_variant(key)
    dealt = run(f"deal --variant {key} --seed {HEX}")
    document = run(f"deal --json --variant {key} --seed {HEX}").document
    grouped = bool(variant.grouping.features)
    assert set(document) == {"variant", "seed", "groups" if grouped else "cards"}
    groups = document["groups"] if grouped else [document["cards"]]
    assert {len(group) for group in groups} == {variant.table_size // variant.grouping.count}
    assert dealt.out == " / ".join(map(" ".join, groups)) + "\n"
    found = run(f"find --json --limit 1 --variant {key} -", dealt.out.encode())
    assert found.code in (0, 1)
    assert found.document["cards"] == [code for group in groups for code in group]


def test_groups_are_dealt_to_in_turn(run: Run) -> None:
    flat = run(f"deal --json --cards 6 --seed {HEX}").document["cards"]
    groups = run(f"deal --json --variant ultra --cards 6 --seed {HEX}").document["groups"]
    assert groups == [flat[0::3], flat[1::3], flat[2::3]]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("deal --cards 82", "--cards 82: expected 1 to 81 for classic"),
        ("deal --cards 28 --variant junior", "--cards 28: expected 1 to 27 for junior"),
        ("deal --cards 7 --variant ultra", "--cards 7: expected 3 to 81 in steps of 3 for ultra"),
        ("deal --cards 12 --variant ultra9", "--cards 12: expected 9 to 81 in steps of 9"),
        ("deal --cards 0", "argument --cards: expected a whole number from 1, not '0'"),
        ("deal --cards -3", "argument --cards: expected"),
        ("deal --cards many", "argument --cards: expected a whole number from 1, not 'many'"),
        ("deal 12", "'12' is not expected here"),
        ("deal --seed", "argument --seed: expected one argument"),
    ],
)
def test_bad_input(run: Run, line: str, complaint: str) -> None:
    assert complaint in run(line).complaint
