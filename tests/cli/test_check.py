from typing import Any

import pytest

from tests.cli.runner import Run

CHAINS = "A claim uses exactly one card of the previous claim (1RSD, 2RSD, 3RSD)"
KEYS = {"variant", "cards", "claim", "reasons", "explain"}


def test_a_set(run: Run) -> None:
    outcome = run("check --json 1RSD 2GHS 3POO")
    assert outcome.code == 0
    assert outcome.document == {
        "variant": "classic",
        "cards": ["1RSD", "2GHS", "3POO"],
        "claim": True,
        "reasons": [],
        "explain": None,
    }
    assert run("check 1RSD 2GHS 3POO").out == "yes: 1RSD 2GHS 3POO is a Set (classic)\n"


def test_no_set_and_the_features_that_fail(run: Run) -> None:
    outcome = run("check --json 1RSD 2RHS 3GSO")
    assert outcome.code == 1
    assert outcome.document == {
        "variant": "classic",
        "cards": ["1RSD", "2RHS", "3GSO"],
        "claim": False,
        "reasons": [
            {"feature": "colour", "values": ["red", "red", "green"]},
            {"feature": "shading", "values": ["solid", "striped", "solid"]},
        ],
        "explain": None,
    }
    assert run("check 1RSD 2RHS 3GSO").out == (
        "no: 1RSD 2RHS 3GSO is not a Set (classic)\n"
        "  colour   red, red, green\n"
        "  shading  solid, striped, solid\n"
    )


@pytest.mark.parametrize(
    ("line", "explain"),
    [
        ("1RSD 2RSD", "1RSD and 2RSD make a Set with 3RSD."),
        ("1RSD", "Set claims have 3 cards, not 1."),
        (
            "1RSD 2RSD 3RSD 1GSD",
            "Set claims have 3 cards, not 4. A Set: 1RSD, 2RSD and 3RSD.",
        ),
        (
            "--variant super 1RSD 2RSD 3RSO",
            "Super-Set claims have 4 cards, not 3.",
        ),
        (
            "--variant super 1RSD 2RSD 3RSD 1GSD",
            "Three of the cards are a Set, and a Super-Set never contains one. "
            "A Set: 1RSD, 2RSD and 3RSD.",
        ),
        (
            "--variant double 1RSD 2RSD 3RSD 1GSD 1PSD 3GHS",
            "1 card is in no Set with two of the others. "
            "Sets: 1RSD, 2RSD and 3RSD; 1RSD, 1GSD and 1PSD. In no Set: 3GHS.",
        ),
    ],
)
def test_other_faults_in_a_sentence(run: Run, line: str, explain: str) -> None:
    outcome = run(f"check --json {line}")
    assert outcome.code == 1
    assert set(outcome.document) == KEYS
    assert (outcome.document["claim"], outcome.document["reasons"]) == (False, [])
    assert outcome.document["explain"] == explain
    assert run(f"check {line}").out.endswith(f"\n  {explain}\n")


@pytest.mark.parametrize(
    ("variant", "cards"),
    [
        ("super", "1GHS 1RSD 3PHD 3ROS"),
        ("double", "1RSD 2RSD 3RSD 1GSD 2GSD 3GSD"),
        ("eight", "1RSD 2RSD 3RSD 1GSD 1PSD 1GHS 2GHS 3GHS"),
        ("memory", "1RSD 2RSD 3RSD"),
        ("chain", "1RSD 2RSD 3RSD"),
        ("junior", "1RD 2RD 3RD"),
        ("mega", "1RSDR 1RSDG 1RSDP"),
    ],
)
def test_claims(run: Run, variant: str, cards: str) -> None:
    outcome = run(f"check --json --variant {variant} {cards}")
    assert outcome.code == 0
    assert outcome.document["claim"] is True
    assert outcome.document["cards"] == cards.split()
    assert (outcome.document["reasons"], outcome.document["explain"]) == ([], None)


def test_the_joint_for_people(run: Run) -> None:
    assert run("check --variant super 1GHS 1RSD 3PHD 3ROS").out == (
        "yes: 1GHS 1RSD 3PHD 3ROS is a Super-Set (super)\n  joint  2RHO  two red striped ovals\n"
    )


# -- groups -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "claim", "reasons"),
    [
        ("1RSD / 2GSD / 3PSD", True, []),
        ("1RSD 2RSD 3RSD / /", True, []),
        ("/ / 1RSD 2RSD 3RSD", True, []),
        (
            "1RSD 2RSD / 3RSD /",
            False,
            [{"feature": "group", "values": ["first group", "first group", "second group"]}],
        ),
    ],
)
def test_groups(run: Run, cards: str, claim: bool, reasons: list[dict[str, Any]]) -> None:
    outcome = run(f"check --json --variant ultra '{cards}'")
    assert outcome.code == (not claim)
    assert set(outcome.document) == KEYS | {"groups"}
    assert (outcome.document["claim"], outcome.document["reasons"]) == (claim, reasons)
    assert len(outcome.document["groups"]) == 3


def test_nine_groups(run: Run) -> None:
    line = "check --json --variant ultra9 '1RSD / / / / 2RSD / / / / 3RSD'"
    assert run(line).document["claim"] is True


# -- chains -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "explain"),
    [
        ("1RSD 1GSD 1PSD", None),
        ("1GSD 2GSD 3GSD", f"{CHAINS}, not none."),
        ("1RSD 2RSD 3RSD", f"{CHAINS}, not 3."),
    ],
)
def test_a_chain(run: Run, cards: str, explain: str | None) -> None:
    for variant in ("chain", "chain-table"):
        outcome = run(f"check --json --variant {variant} {cards} --previous '1RSD 2RSD 3RSD'")
        assert outcome.document["claim"] == (explain is None) == (outcome.code == 0)
        assert outcome.document["explain"] == explain
        assert outcome.document["previous"] == ["1RSD", "2RSD", "3RSD"]


def test_a_chain_that_is_no_set_fails_for_that(run: Run) -> None:
    document = run(
        "check --json --variant chain 1RSD 1GSD 2PSD --previous '1RSD 2RSD 3RSD'"
    ).document
    assert [reason["feature"] for reason in document["reasons"]] == ["number"]


def test_a_previous_card_in_another_group(run: Run) -> None:
    line = "check --variant ultra+chain '1RSD / 2GSD / 3PSD' --previous"
    assert run(f"{line} '1RSD / 1GHD / 1POD'").code == 0
    complaint = "--previous: 1RSD lies in another group than in CARDS; expected the group"
    assert complaint in run(f"{line} '/ 1RSD 1GHD / 1POD'").complaint


# -- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("check 1RSD 2RSD 1RSD", "1RSD is repeated"),
        ("check 1RSD 2RSD 3RSX", "'3RSX' (token 3, "),
        ("check --variant ultra 1RSD 2RSD 3RSD", "expected 3 groups divided by '/', got 1"),
        ("check --variant junior 1RSD 2RSD 3RSD", "expected a junior card"),
        ("check 1RSD --limit 3", "'--limit' is not expected here"),
    ],
)
def test_bad_input(run: Run, line: str, complaint: str) -> None:
    assert complaint in run(line).complaint
