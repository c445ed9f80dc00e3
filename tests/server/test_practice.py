"""Practice: a table has exactly the claims that it is sent with, and what is done counts once."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import httpx
import pytest

from tests.club import ClubServer
from tests.every import FAST, sparing
from thirdcard.errors import OptionError
from thirdcard.server.practice import MOST_RESULTS, MOST_TABLES
from thirdcard.server.practice_tables import (
    MOST_CLAIMS,
    PracticeTable,
    draw_table,
    parse_practice_variant,
    round_differing,
)
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot, Variant

SEED = "0123456789abcdef"
TABLES = 2
OPEN = [variant.key for variant in iter_variants() if not variant.rule.face_down]


def read_places(variant: Variant, table: PracticeTable) -> dict[int, Spot]:
    """Return what lies at each place, the cards of the claim before included."""
    spots = {}
    for slot, code in enumerate(table.slots):
        if code is not None:
            spots[slot] = variant.spot(_point(variant, code), slot % variant.grouping.count)
    for index, before in enumerate(table.previous):
        spots[len(table.slots) + index] = variant.spot(_point(variant, before.card), before.group)
    return spots


def _point(variant: Variant, code: str) -> int:
    point = variant.deck.find_point(code)
    assert point is not None
    return point


# -- tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sparing(OPEN, *(key for key in FAST if key in OPEN)))
def test_a_table_has_the_claims_that_it_is_sent_with_and_no_other(key: str) -> None:
    variant = parse_variant(key)
    for number in range(TABLES):
        table = draw_table(variant, SEED, number)
        places = read_places(variant, table)
        spots, groups = list(places.values()), variant.grouping.count
        assert len({variant.point(spot) for spot in spots}) == len(spots)
        assert len(table.slots) % groups == 0
        previous = [places[len(table.slots) + i] for i in range(len(table.previous))]
        assert bool(previous) == variant.rule.chains
        assert not previous or variant.is_claim(previous)
        told = {claim.places for claim in table.claims}
        assert 1 <= len(told) == len(table.claims) <= MOST_CLAIMS
        for claim in table.claims:
            cards = [places[place] for place in claim.places]
            assert variant.is_claim(cards)
            assert variant.continues(cards, previous)
            assert claim.places == tuple(sorted(claim.places))
            assert claim.differing == round(difficulty(variant.space, cards), 2)
        assert told == _search(variant, places, previous)


def _search(
    variant: Variant, places: dict[int, Spot], previous: list[Spot]
) -> set[tuple[int, ...]]:
    """Return the places of every claim, found in another way than the variant's own."""
    place_of = {spot: place for place, spot in places.items()}
    return {
        tuple(sorted(place_of[spot] for spot in cards))
        for cards in _combine(variant, list(places.values()))
        if variant.continues(cards, previous)
    }


def _combine(variant: Variant, spots: list[Spot]) -> Iterator[tuple[Spot, ...]]:
    """Yield every claim: by trying all subsets, or all Sets together where these are too many."""
    if variant.pattern.sizes[0] <= 4:
        subsets = combinations(spots, variant.pattern.sizes[0])
        yield from (subset for subset in subsets if variant.is_claim(subset))
        return
    lines = [c for c in combinations(spots, 3) if variant.space.is_line(*c)]
    for count in (2,) if variant.pattern.key == "double" else (3, 4):
        for chosen in combinations(lines, count):
            if len(union := set().union(*chosen)) in variant.pattern.sizes:
                yield tuple(union)


def test_a_table_is_the_same_every_time_and_another_for_another_seed_or_number() -> None:
    variant = parse_variant("super")
    table = draw_table(variant, SEED, 3)
    assert draw_table.__wrapped__(variant, SEED, 3) == table
    assert draw_table(variant, SEED, 4).slots != table.slots
    assert draw_table(variant, SEED[::-1], 3).slots != table.slots


@pytest.mark.parametrize("key", ["memory", "junior+memory", "super+memory+ultra"])
def test_what_lies_face_down_cannot_be_practised(key: str) -> None:
    with pytest.raises(OptionError, match="cannot be practised: its cards lie face down"):
        parse_practice_variant(key)


# -- the routes -------------------------------------------------------------------------------


@pytest.fixture
def person(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        assert client.get("/api/me").status_code == 200
        yield client


def new_result(pack: dict[str, Any], index: int, **change: Any) -> dict[str, Any]:
    """Return what came of a table of a pack: its first claim was found."""
    table = pack["tables"][index]
    result = {
        "id": uuid.uuid4().hex,
        "variant": pack["variant"],
        "seed": pack["seed"],
        "number": table["number"],
        "places": table["claims"][0]["places"],
        "ms": 1000 * (index + 1),
        "wrong": 0,
        "hints": 0,
        "at": 1_700_000_000_000 + index,
    }
    return result | change


def post(person: httpx.Client, *results: dict[str, Any]) -> httpx.Response:
    return person.post("/api/practice/results", json={"results": results})


def figures(person: httpx.Client) -> dict[str, Any]:
    answer = person.get("/api/me/practice").json()
    return {each["variant"]: each for each in answer}


def test_a_pack_is_drawn_from_a_seed(server: ClubServer) -> None:
    pack = server.get("/api/practice?variant=super%2Bmega&count=3").json()
    assert (pack["variant"], pack["deck"]) == ("mega+super", "mega")
    assert (pack["group_shape"], pack["claim_sizes"]) == ([1, 1], [4, 4])
    assert [table["number"] for table in pack["tables"]] == [0, 1, 2]
    again = server.get(
        f"/api/practice?variant=mega%2Bsuper&count=2&seed={pack['seed']}&begin=1"
    ).json()
    assert again["tables"] == pack["tables"][1:]
    assert server.get("/api/practice?variant=mega%2Bsuper").json()["seed"] != pack["seed"]


@pytest.mark.parametrize(("variant", "level"), [("classic", 1), ("classic", 5), ("super", 3)])
def test_a_pack_of_a_level_has_tables_of_it_only(
    server: ClubServer, variant: str, level: int
) -> None:
    pack = server.get(f"/api/practice?variant={variant}&level={level}&count=3&seed={SEED}").json()
    assert pack["level"] == level
    assert level in pack["levels"]
    assert pack["tables"]
    assert {table["level"] for table in pack["tables"]} == {level}
    numbers = [table["number"] for table in pack["tables"]]
    parsed = parse_variant(variant)
    # They are the first of the seed that have it, so the server knows them again by number.
    of_level = [n for n in range(numbers[-1] + 1) if draw_table(parsed, SEED, n).level == level]
    assert numbers == of_level


def test_a_pack_to_train_on_has_more_of_what_weighs_more(server: ClubServer) -> None:
    def easiest(query: str) -> list[int]:
        pack = server.get(f"/api/practice?count=12&seed={SEED}{query}").json()
        assert pack["is_trained"] == bool(query)
        assert len(pack["tables"]) == 12
        return [
            round_differing(min(claim["differing"] for claim in table["claims"]))
            for table in pack["tables"]
        ]

    assert easiest("&weights=1:1,2:1,3:9").count(3) > 2 * easiest("").count(3)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("level=6", "Classic has no tables of level 6; expected 1, 2, 3, 4 or 5"),
        ("variant=mega%2Bultra9&level=1", "has no tables of level 1; expected 5"),
        ("level=hard", "level"),
        ("weights=9:1", "weights are"),
        ("variant=memory", "face down"),
        ("variant=clasic", "did you mean classic"),
        ("count=0", f"expected 1 to {MOST_TABLES}"),
        (f"count={MOST_TABLES + 1}", f"expected 1 to {MOST_TABLES}"),
        ("count=many", "count"),
        ("begin=-1", "begin is -1"),
        ("seed=abc", "expected 16 digits from 0 to f"),
        ("seed=0123456789ABCDEF", "expected 16 digits from 0 to f"),
    ],
)
def test_a_pack_of_nothing_is_refused_in_one_line(
    server: ClubServer, query: str, told: str
) -> None:
    response = server.get(f"/api/practice?{query}")
    assert response.status_code == 400
    assert told in response.json()["error"]
    assert "\n" not in response.json()["error"]


def test_results_are_counted_once_and_added_up(server: ClubServer, person: httpx.Client) -> None:
    pack = person.get("/api/practice?count=4").json()
    results = [
        new_result(pack, 0),
        new_result(pack, 1, wrong=2, hints=1),
        new_result(pack, 2),
        new_result(pack, 3, places=None),
    ]
    for sent in (results, results[:2], results):
        answer = post(person, *sent)
        assert answer.json() == {"stored": [each["id"] for each in sent], "refused": []}
    told = figures(person)["classic"]
    assert (told["title"], told["solved"], told["skipped"]) == ("Classic", 3, 1)
    assert (told["wrong"], told["hints"], told["median_ms"]) == (2, 1, 2000)
    assert sum(row["solved"] for row in told["by_differing"]) == 3
    expected = {int(pack["tables"][i]["claims"][0]["differing"] + 0.5) for i in range(3)}
    # What was skipped counts where its easiest claim does.
    easiest = min(claim["differing"] for claim in pack["tables"][3]["claims"])
    expected.add(int(easiest + 0.5))
    assert {row["differing"] for row in told["by_differing"]} == expected
    # The same id twice in one message, and of somebody else, is still the same.
    assert post(person, results[0], results[0]).status_code == 200
    with server.client() as other:
        other.get("/api/me")
        assert post(other, results[0]).status_code == 200
        assert figures(other) == {}
    assert figures(person)["classic"]["solved"] == 3


def test_results_are_there_after_the_power_was_cut(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with (
        ClubServer(tmp_path_factory.mktemp("cut") / "club.db") as server,
        server.client() as person,
    ):
        person.get("/api/me")
        pack = person.get("/api/practice?count=2").json()
        results = [new_result(pack, 0), new_result(pack, 1)]
        assert post(person, *results).status_code == 200
        server.kill()
        server.start()
        # The answer may have been lost, so they are sent once more.
        assert post(person, *results).status_code == 200
        assert figures(person)["classic"]["solved"] == 2


def test_a_result_that_does_not_fit_its_table_does_not_hold_up_the_others(
    person: httpx.Client,
) -> None:
    pack = person.get("/api/practice?count=2").json()
    good = new_result(pack, 0)
    wrong = [0, 1, next(i for i in range(2, 12) if [0, 1, i] != good["places"])]
    claims = [claim["places"] for claim in pack["tables"][0]["claims"]]
    assert wrong not in claims
    bad = [
        new_result(pack, 0, places=wrong),
        new_result(pack, 0, places=[]),
        new_result(pack, 0, places=[0, 1, 99]),
        new_result(pack, 0, seed="here"),
        new_result(pack, 0, variant="memory"),
        new_result(pack, 0, variant="clasic"),
    ]
    answer = post(person, *bad, good).json()
    assert answer["stored"] == [good["id"]]
    assert [each["id"] for each in answer["refused"]] == [each["id"] for each in bad]
    assert all(each["error"] and "\n" not in each["error"] for each in answer["refused"])
    assert figures(person)["classic"]["solved"] == 1
    # Why is said in the language of who sent them.
    person.headers["Accept-Language"] = "de"
    (refused,) = post(person, bad[0]).json()["refused"]
    assert "kein Fund auf Tisch" in refused["error"]


@pytest.mark.parametrize(
    "change",
    [
        {"id": "x"},
        {"id": "g" * 20},
        {"ms": -1},
        {"ms": 3_600_001},
        {"ms": "soon"},
        {"wrong": -1},
        {"hints": 65},
        {"at": -5},
        {"number": -1},
        {"number": 10**9},
        {"places": list(range(65))},
        {"player": "somebody"},
    ],
)
def test_malformed_results_are_refused_in_one_line(
    person: httpx.Client, change: dict[str, Any]
) -> None:
    pack = person.get("/api/practice?count=1").json()
    response = post(person, new_result(pack, 0, **change))
    assert response.status_code == 400
    assert "\n" not in response.json()["error"]
    assert figures(person) == {}


def test_results_are_taken_in_parts_and_from_people_only(
    server: ClubServer, person: httpx.Client
) -> None:
    pack = person.get("/api/practice?count=1").json()
    assert post(person).status_code == 400
    assert post(person, *[new_result(pack, 0)] * (MOST_RESULTS + 1)).status_code in (400, 413)
    longest = [new_result(pack, 0, places=None) for _ in range(MOST_RESULTS)]
    assert post(person, *longest).status_code == 200
    assert server.get("/api/me/practice").status_code == 401
    response = server.post("/api/practice/results", json={"results": [new_result(pack, 0)]})
    assert response.status_code == 401
    # What a browser's clock says may be wrong, but nothing was done in the future.
    assert post(person, new_result(pack, 0, at=10**15)).status_code == 200
    assert all(row["at"] < 10**14 for row in person.get("/api/me/export").json()["practice"])


def test_what_was_practised_is_handed_out_and_deleted(person: httpx.Client) -> None:
    pack = person.get("/api/practice?variant=ultra%2Bchain&count=1").json()
    result = new_result(pack, 0)
    post(person, result)
    (row,) = person.get("/api/me/export").json()["practice"]
    differing = pack["tables"][0]["claims"][0]["differing"]
    kept = {key: value for key, value in result.items() if key != "places"}
    table = pack["tables"][0]
    easiest = min(claim["differing"] for claim in table["claims"])
    assert row == kept | {
        "differing": differing,
        "easiest": easiest,
        "level": table["level"],
        "sprint": None,
    }
    assert person.request("DELETE", "/api/me", json={"password": None}).status_code == 200
    assert figures(person) == {}
    assert person.get("/api/me/export").json()["practice"] == []
