"""A sprint comes to what its tables came to, once, however often it is sent."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.club import ClubServer
from tests.server.test_practice import new_result, post
from thirdcard.server.practice_sprints import LENGTHS, PENALTY_MS
from thirdcard.server.practice_tables import draw_table
from thirdcard.variants.registry import parse_variant


@pytest.fixture
def person(server: ClubServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        assert client.get("/api/me").status_code == 200
        yield client


def new_sprint(**change: Any) -> dict[str, Any]:
    sprint = {
        "id": uuid.uuid4().hex,
        "variant": "classic",
        "level": None,
        "seconds": 60,
        "at": 1_700_000_000_000,
    }
    return sprint | change


def run(person: httpx.Client, *sprints: dict[str, Any]) -> httpx.Response:
    return person.post("/api/practice/sprints", json={"sprints": sprints})


def bests(person: httpx.Client) -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = person.get("/api/me/sprints").json()
    return answer


def sprint_of(
    person: httpx.Client, *changes: dict[str, Any], level: int | None = None, **change: Any
) -> dict[str, Any]:
    """Send what came of tables in a sprint, and return the sprint."""
    query = "" if level is None else f"&level={level}"
    pack = person.get(f"/api/practice?count={len(changes)}{query}").json()
    sprint = new_sprint(level=level, **change)
    results = [
        new_result(pack, index, sprint=sprint["id"], **each) for index, each in enumerate(changes)
    ]
    assert len(post(person, *results).json()["stored"]) == len(results)
    return sprint


def test_a_sprint_is_added_up_from_its_tables_and_counts_once(
    server: ClubServer, person: httpx.Client
) -> None:
    sprint = sprint_of(person, {}, {"wrong": 1}, {"places": None}, {"hints": 1}, {})
    for _ in range(2):
        assert run(person, sprint).json() == {"stored": [sprint["id"]], "refused": []}
    (best,) = bests(person)
    assert (best["score"], best["wrong"], best["skipped"], best["sprints"]) == (3, 1, 1, 1)
    assert (best["variant"], best["title"], best["level"]) == ("classic", "Classic", None)
    assert (best["seconds"], best["at"]) == (60, sprint["at"])
    # One more was made on the table that was not finished.
    run(person, sprint_of(person, {}, {"wrong": 1}, seconds=120, wrong=2))
    assert [(best["score"], best["wrong"]) for best in bests(person)] == [(3, 1), (2, 2)]
    # What belongs to somebody else adds up to nothing.
    with server.client() as other:
        other.get("/api/me")
        assert run(other, new_sprint(id=sprint["id"])).status_code == 200
        assert bests(other) == []


def test_the_best_is_told_of_each_kind(person: httpx.Client) -> None:
    one = sprint_of(person, {}, {"wrong": 1})
    better = sprint_of(person, {}, {})
    worse = sprint_of(person, {})
    longer = sprint_of(person, {}, seconds=300)
    level = sprint_of(person, {}, {}, level=2)
    assert run(person, one, better, worse, longer, level).json()["refused"] == []
    told = [
        (best["level"], best["seconds"], best["score"], best["sprints"]) for best in bests(person)
    ]
    assert sorted(told, key=str) == [(2, 60, 2, 1), (None, 300, 1, 1), (None, 60, 2, 3)]
    assert next(b for b in bests(person) if b["sprints"] == 3)["wrong"] == 0


def test_only_tables_of_its_variant_and_level_count(person: httpx.Client) -> None:
    sprint = sprint_of(person, {}, {}, level=1)
    assert run(person, sprint | {"level": 2}).json()["refused"] == []
    assert bests(person)[0]["score"] == 0
    assert run(person, new_sprint(id=sprint["id"], variant="junior", level=1)).status_code == 200
    assert [best["score"] for best in bests(person)] == [0]


@pytest.mark.parametrize(
    ("changes", "is_stored"),
    [
        ([{"ms": 30_000}, {"ms": 30_500}], True),
        ([{"ms": 30_000}, {"ms": 31_500}], False),
        # The last mistake may end it, the others cost their time.
        ([{"ms": 60_000, "wrong": 1}], True),
        ([{"ms": 60_000, "wrong": 2}], False),
        ([{"ms": 61_000 - PENALTY_MS}, {"ms": 0, "places": None}, {"ms": 0, "wrong": 1}], True),
        ([{"ms": 61_001 - PENALTY_MS}, {"ms": 0, "places": None}, {"ms": 0, "wrong": 1}], False),
    ],
)
def test_more_time_than_there_was_is_refused(
    person: httpx.Client, changes: list[dict[str, Any]], is_stored: bool
) -> None:
    answer = run(person, sprint_of(person, *changes)).json()
    assert bool(answer["stored"]) == is_stored
    assert len(bests(person)) == is_stored
    if not is_stored:
        assert "more than the sprint's 60" in answer["refused"][0]["error"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seconds": 61}, "a sprint of 61 seconds: expected 60, 120 or 300"),
        ({"variant": "memory"}, "face down"),
        ({"variant": "clasic"}, "did you mean classic"),
        ({"variant": "junior", "level": 5}, "Junior has no tables of level 5"),
    ],
)
def test_what_is_no_sprint_is_refused_and_holds_up_no_other(
    person: httpx.Client, change: dict[str, Any], told: str
) -> None:
    good = sprint_of(person, {})
    bad = new_sprint(**change)
    answer = run(person, bad, good).json()
    assert answer["stored"] == [good["id"]]
    assert told in answer["refused"][0]["error"]
    assert "\n" not in answer["refused"][0]["error"]


def test_malformed_sprints_are_refused_and_only_people_have_some(
    server: ClubServer, person: httpx.Client
) -> None:
    for change in ({"id": "x"}, {"seconds": 0}, {"level": 10}, {"at": -1}, {"score": 99}):
        response = run(person, new_sprint(**change))
        assert response.status_code == 400, change
        assert "\n" not in response.json()["error"]
    assert run(person).status_code == 400
    assert server.get("/api/me/sprints").status_code == 401
    assert server.post("/api/practice/sprints", json={"sprints": [new_sprint()]}).status_code == 401


def test_sprints_are_handed_out_and_deleted(person: httpx.Client) -> None:
    sprint = sprint_of(person, {}, seconds=LENGTHS[1])
    run(person, sprint)
    exported = person.get("/api/me/export").json()
    (row,) = exported["sprints"]
    assert row == sprint | {"score": 1, "wrong": 0, "skipped": 0}
    assert exported["practice"][0]["sprint"] == sprint["id"]
    assert person.request("DELETE", "/api/me", json={"password": None}).status_code == 200
    assert bests(person) == []
    assert person.get("/api/me/export").json()["sprints"] == []


def test_the_level_of_a_table_is_the_servers(person: httpx.Client) -> None:
    sprint = sprint_of(person, {}, {}, level=3)
    rows = person.get("/api/me/export").json()["practice"]
    for row in rows:
        table = draw_table(parse_variant("classic"), row["seed"], row["number"])
        assert (row["level"], row["easiest"]) == (3, table.easiest)
        assert row["sprint"] == sprint["id"]
