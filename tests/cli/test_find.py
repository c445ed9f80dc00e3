from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tests.cli.runner import Run
from thirdcard.variants.decks import CLASSIC, JUNIOR
from thirdcard.variants.variant import Variant

KEYS = {"variant", "cards", "claims", "count"}
TWELVE = "1RSD 2RSD 3RSD 1GHO 2GHO 3PHO 1PSS 2PSS 3RHD 1ROD 2GOD 3GHS"
FULL_DECK = " ".join(CLASSIC.codes)


def test_json_of_a_plain_table(run: Run) -> None:
    outcome = run(f"find --json {TWELVE}")
    assert outcome.code == 0
    assert outcome.document == {
        "variant": "classic",
        "cards": TWELVE.split(),
        "claims": [
            ["1RSD", "2RSD", "3RSD"],
            ["2RSD", "3RHD", "1ROD"],
            ["1GHO", "1PSS", "1ROD"],
            ["3PHO", "3RHD", "3GHS"],
        ],
        "count": 4,
        "limited": False,
    }


def test_text(run: Run) -> None:
    outcome = run("find 1RSD 2RSD 3RSD 1GSD 1PSD")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        "2 Sets among 5 cards (classic)\n"
        "1  1RSD 2RSD 3RSD\n"
        "   one red solid diamond, two red solid diamonds, three red solid diamonds\n"
        "2  1RSD 1GSD 1PSD\n"
        "   one red solid diamond, one green solid diamond, one purple solid diamond\n"
    )


def test_none_found(run: Run) -> None:
    outcome = run("find 1RSD 2RSD 3RSO")
    assert (outcome.code, outcome.out) == (1, "no Set among 3 cards (classic)\n")
    outcome = run("find --json 1RSD")
    assert outcome.code == 1
    assert outcome.document == {
        "variant": "classic",
        "cards": ["1RSD"],
        "claims": [],
        "count": 0,
        "limited": False,
    }


@pytest.mark.parametrize(
    ("variant", "deck", "count"),
    [("classic", CLASSIC, 1080), ("super", CLASSIC, 63180), ("junior+double", JUNIOR, 4680)],
)
def test_a_full_deck(run: Run, variant: str, deck: Any, count: int) -> None:
    outcome = run(f"find --json --variant {variant} -", " ".join(deck.codes).encode())
    assert outcome.document["count"] == len(outcome.document["claims"]) == count


def test_claims_in_the_order_of_the_table(run: Run) -> None:
    table = "3PSD 1PSD 3RSD 1GSD 2RSD 1RSD 2PSD 2GSD 3GSD"
    claims = run(f"find --json {table}").document["claims"]
    place = {code: i for i, code in enumerate(table.split())}
    order = [[place[code] for code in claim] for claim in claims]
    assert order == sorted(map(sorted, order))
    assert len(order) == 12


# -- patterns ---------------------------------------------------------------------------------


def test_super_sets_with_their_joints(run: Run) -> None:
    outcome = run("find --json --variant super 1GHS 1RSD 2RHO 3PHD 3ROS")
    document = outcome.document
    assert set(document) == KEYS | {"joints", "limited"}
    assert document["claims"] == [["1GHS", "3PHD", "1RSD", "3ROS"]]
    assert document["joints"] == ["2RHO"]
    text = run("find --variant super 1GHS 1RSD 3PHD 3ROS").out
    assert "1 Super-Set among 4 cards (super)\n1  1GHS 3PHD 1RSD 3ROS   joint 2RHO\n" in text


def test_joints_stand_in_the_order_of_the_claims(run: Run) -> None:
    codes = CLASSIC.codes[:18]
    document = run(f"find --json --variant super {' '.join(codes)}").document
    assert document["count"] == len(document["joints"]) > 50
    for claim, joint in zip(document["claims"], document["joints"], strict=True):
        for pair in (claim[:2], claim[2:]):
            assert run(f"third --json {' '.join(pair)}").document["third"] == joint


def test_no_super_set_has_no_joint(run: Run) -> None:
    assert run("find --json --variant super 1RSD 2RSD 3RSD").document["joints"] == []
    assert "joints" not in run("find --json 1RSD 2RSD 3RSD").document


def test_a_double_set_is_its_cards(run: Run) -> None:
    plane = "1RSD 2RSD 3RSD 1GSD 2GSD 3GSD 1PSD 2PSD 3PSD"
    document = run(f"find --json --variant double {plane}").document
    assert document["count"] == 12
    assert all(len(set(claim)) == 6 for claim in document["claims"])
    document = run(f"find --json --variant eight {plane}").document
    assert document["count"] == 10
    assert sorted(map(len, document["claims"])) == [8] * 9 + [9]


def test_cards_face_down_are_read_face_up(run: Run) -> None:
    document = run("find --json --variant memory 1RSD 2RSD 3RSD").document
    assert (document["variant"], document["count"]) == ("memory", 1)


# -- groups -----------------------------------------------------------------------------------


def test_groups(run: Run) -> None:
    table = "1RSD . / 2GSD 1GHO / 3PSD 3PHO"
    outcome = run(f"find --json --variant ultra '{table}'")
    assert outcome.document == {
        "variant": "ultra",
        "cards": ["1RSD", "2GSD", "1GHO", "3PSD", "3PHO"],
        "groups": [["1RSD", None], ["2GSD", "1GHO"], ["3PSD", "3PHO"]],
        "claims": [["1RSD", "2GSD", "3PSD"]],
        "count": 1,
        "limited": False,
    }
    text = run(f"find --variant ultra {table}").out
    assert text.startswith("1 Set among 5 cards (ultra)\n1  1RSD 2GSD 3PSD\n")
    assert "   one red solid diamond (first group), two green solid diamonds (second group)" in text


def test_a_set_across_two_groups_is_none(run: Run) -> None:
    assert run("find --variant ultra '1RSD 2RSD / 3RSD 1GHO / 2GHO 3PHO'").code == 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("find --variant ultra 1RSD 2RSD 3RSD", "expected 3 groups divided by '/', got 1"),
        ("find --variant ultra '1RSD 2RSD 3RSD / /'", "groups of 3, 0, 0 cards; expected groups"),
        ("find --variant ultra9 '1RSD / 2RSD / 3RSD'", "expected 9 groups divided by '/', got 3"),
        ("find --variant ultra '/ /'", "no cards; the input is empty"),
    ],
)
def test_bad_groups(run: Run, line: str, complaint: str) -> None:
    assert complaint in run(line).complaint


# -- chains -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["chain", "chain-table"])
def test_claims_that_continue_the_previous_one(run: Run, variant: str) -> None:
    line = f"find --json --variant {variant} 1GSD 1PSD 1GHS 1GOO"
    assert run(line).document["claims"] == [["1GSD", "1GHS", "1GOO"]]
    document = run(f"{line} --previous '1RSD 2RSD 3RSD'").document
    assert document["claims"] == [["1RSD", "1GSD", "1PSD"]]
    assert document["previous"] == ["1RSD", "2RSD", "3RSD"]
    assert document["cards"] == ["1GSD", "1PSD", "1GHS", "1GOO"]


def test_a_previous_card_counts_in_its_group(run: Run) -> None:
    line = "find --json --variant ultra+chain '1GHO / 2GSD / 3PSD' --previous"
    claims = run(f"{line} '1RSD / 1GHD / 1POD'").document["claims"]
    assert claims == [["1RSD", "2GSD", "3PSD"]]
    assert run(f"{line} '/ 1RSD 1GHD / 1POD'").code == 1


def test_a_previous_card_is_not_on_the_table(run: Run) -> None:
    complaint = "thirdcard find: --previous: 2RSD lies on the table; expected the cards of a claim"
    line = "find --variant chain 2RSD 1GSD --previous '1RSD 2RSD 3RSD'"
    assert complaint in run(line).complaint
    # In whichever group.
    line = "find --variant ultra+chain '1GSD / 2RSD / 2GSD' --previous '1RSD 2RSD 3RSD / /'"
    assert complaint in run(line).complaint


# -- limits and the exhaustive search ---------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "count", "limited"), [(1, 1, True), (11, 11, True), (12, 12, False), (99, 12, False)]
)
def test_limit(run: Run, limit: int, count: int, limited: bool) -> None:
    table = " ".join(CLASSIC.codes[::9])
    outcome = run(f"find --json --limit {limit} {table}")
    assert outcome.code == 0
    assert outcome.document["count"] == len(outcome.document["claims"]) == count
    assert outcome.document["limited"] == limited
    text = run(f"find --limit {limit} {table}").out
    assert text.startswith("first " if limited else "12 Sets among 9 cards")


def test_a_limit_stops_a_search_without_end(run: Run) -> None:
    """The full deck has far more Eight-Sets than could be listed."""
    outcome = run("find --json --variant eight --limit 5 -", FULL_DECK.encode())
    assert (outcome.document["count"], outcome.document["limited"]) == (5, True)


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5"])
def test_bad_limits(run: Run, limit: str) -> None:
    complaint = run(f"find 1RSD --limit {limit}").complaint
    assert "argument --limit: expected " in complaint


@pytest.mark.parametrize(
    ("variant", "previous"),
    [
        ("classic", ""),
        ("super", ""),
        ("double", ""),
        ("eight", ""),
        ("chain", "3POO 3POS 3POD"),
        ("super+chain-table", "3PHD 3ROS 2GOS 1GHS"),
    ],
)
def test_the_exhaustive_search_finds_the_same(run: Run, variant: str, previous: str) -> None:
    table = " ".join(CLASSIC.codes[0:36:3])
    line = f"find --json --variant {variant} {table}"
    line += f" --previous '{previous}'" if previous else ""
    assert run(f"{line} --exhaustive") == run(line)
    assert run(line).document["count"] > 0


def test_an_exhaustive_search_that_would_take_for_ever(run: Run) -> None:
    complaint = (
        "thirdcard find: --exhaustive: 324,540,216 subsets of 81 cards; expected 200,000,000"
    )
    line = "find --exhaustive --variant double -"
    assert complaint in run(line, FULL_DECK.encode()).complaint
    assert run("find --exhaustive -", " ".join(CLASSIC.codes[:40]).encode()).code == 0


def test_an_interrupted_search_prints_what_it_has(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Variant.iter_claims

    def interrupted(self: Variant, *args: Any) -> Iterator[tuple[int, ...]]:
        yield from islice(search(self, *args), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(Variant, "iter_claims", interrupted)
    table = " ".join(CLASSIC.codes[:9])
    outcome = run(f"find --json {table}")
    assert (outcome.code, outcome.err) == (3, "thirdcard find: interrupted\n")
    assert '"count": 2, "limited": true' in outcome.out
    outcome = run(f"find {table}")
    assert outcome.out.startswith("first 2 Sets and more among 9 cards (classic)")


def test_an_interrupt_before_the_first_claim(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[tuple[int, ...]]:
        raise KeyboardInterrupt
        yield ()

    monkeypatch.setattr(Variant, "iter_claims", interrupted)
    outcome = run("find 1RSD 2RSD 3RSD")
    assert (outcome.code, outcome.out) == (3, "no Set yet among 3 cards (classic)\n")
