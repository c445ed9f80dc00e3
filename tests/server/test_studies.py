"""Tables that are opened by their address: every variant, every way to write one, every answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from math import comb
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from tests.club import ClubServer
from thirdcard.errors import MalformedError, NotationError
from thirdcard.puzzles.difficulty import effort, level_of
from thirdcard.puzzles.kinds import KINDS
from thirdcard.server import studies
from thirdcard.server.studies import MOST_CLAIMS, QUESTIONS, Studies, describe, solve_question
from thirdcard.server.written import MOST_CHARACTERS, WrittenTable, read_table
from thirdcard.solvers.domination import is_dominating
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.packing import is_packing
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot

FEW = 5000
"""Subsets that are soon tried."""
VARIANTS = [variant.key for variant in iter_variants()]
SIX = "2GOO-3GOO-2GOD-1PHS-2RHD-1POO-1RHO-3GHO-2RSO-1GSD-3PSS-3RHO"


def draw_table(key: str, seed: int = 0) -> WrittenTable:
    """Return a table of a variant, with a claim to be continued where it has one."""
    variant = parse_variant(key)
    drawn = random.Random(f"{key} {seed}")
    while True:
        points = drawn.sample(range(variant.deck.size), variant.table_size)
        groups = variant.grouping.count
        whole = WrittenTable(variant, tuple(tuple(points[g::groups]) for g in range(groups)))
        if not variant.rule.chains:
            return whole
        if claim := variant.find_claim(whole.spots):
            left = [
                tuple(None if variant.spot(point, group) in claim else point for point in lying)
                for group, lying in enumerate(points[g::groups] for g in range(groups))
            ]
            return WrittenTable(variant, tuple(left), tuple(claim))


def search(table: WrittenTable) -> set[tuple[int, ...]]:
    """Return the places of all claims, found by trying every subset."""
    found = table.variant.iter_claims_exhaustively(table.spots, table.previous)
    return {tuple(sorted(map(table.place, claim))) for claim in found}


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_opens_with_all_of_its_claims(key: str) -> None:
    table = draw_table(key)
    path, _, query = table.path.partition("?")
    asked = dict(httpx.QueryParams(query))
    again = read_table(
        asked.get("variant", "classic"), path.removeprefix("/t/"), asked.get("previous", "")
    )
    assert (again.variant, again.groups) == (table.variant, table.groups)
    assert set(again.previous) == set(table.previous)
    study = describe(table)
    told = {claim.places for claim in study.claims}
    assert len(told) == len(study.claims)
    # Of a junior table nearly every ten cards are an Eight-Set.
    assert study.has_all or (len(told) == MOST_CLAIMS and "eight" in key)
    sizes = table.variant.pattern.sizes
    tried = len(table.spots) + len(table.previous)
    if sum(comb(tried, size) for size in sizes) < FEW:
        assert told == search(table)
    variant = table.variant
    for slot, code in enumerate(study.slots):
        spot = table.slots[slot]
        assert code == (None if spot is None else variant.code(spot))
        assert spot is None or variant.group(spot) == slot % variant.grouping.count
    assert study.level == (level_of(study.effort_ms) if study.effort_ms else None)
    assert read_table(key, study.text).groups == table.groups


def test_level_is_that_of_the_puzzle_that_asks_for_all() -> None:
    table = read_table("classic", SIX)
    study = describe(table)
    claims = [*table.variant.iter_claims(table.spots)]
    assert study.effort_ms == effort(table.variant, table.spots, claims)
    assert study.task == KINDS["all"].tell_task(table.variant)
    none = describe(read_table("classic", "1RSD-2GHS"))
    assert (none.claims, none.level, none.effort_ms) == ((), None, None)


def test_more_claims_than_are_told() -> None:
    deck = parse_variant("mega").deck
    study = describe(read_table("mega", "-".join(deck.codes)))
    assert (len(study.claims), study.has_all, study.level) == (MOST_CLAIMS, False, None)


# -- addresses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "cards", "previous", "path"),
    [
        ("classic", "1rsd, 2GHS\n3poo", "", "/t/1RSD-2GHS-3POO"),
        ("mega ultra", "1RSDR 2GHSG/1RSDG ./1RSDP x", "",
         "/t/1RSDR-2GHSG_1RSDG-x_1RSDP-x?variant=mega+ultra"),
        ("chain+junior", "1RD 2RD", "1GD 2GD 3GD",
         "/t/1RD-2RD?variant=junior+chain&previous=1GD-2GD-3GD"),
        ("ultra+chain", "1GSD/2GHS/3POO", "1RSO 1RSS 1RSD",
         "/t/1GSD_2GHS_3POO?variant=ultra+chain&previous=1RSO-1RSS-1RSD"),
        ("ultra+chain", "1GSD/2GHS/3POO", "/1RSO 1RSS 1RSD/",
         "/t/1GSD_2GHS_3POO?variant=ultra+chain&previous=_1RSO-1RSS-1RSD"),
    ],
)  # fmt: skip
def test_address_is_the_same_for_every_way_to_write_a_table(
    variant: str, cards: str, previous: str, path: str
) -> None:
    assert read_table(variant, cards, previous).path == path


def test_classic_is_not_named_in_an_address_and_others_are() -> None:
    assert "variant" not in read_table("classic", "1RSD").path
    assert read_table("super", "1RSD").path == "/t/1RSD?variant=super"


@pytest.mark.parametrize(
    ("variant", "cards", "previous", "told"),
    [
        ("classic", "", "", "no cards; expected at least one"),
        ("classic", "x-x", "", "no cards; expected at least one"),
        ("classic", "1RSD-2GHX", "", "'2GHX' (token 2, line 1, column 6): character 4"),
        ("classic", "1RSD-1rsd", "", "1RSD is repeated"),
        ("ultra", "1RSD-2RSD", "", "expected 3 groups"),
        ("chess", "1RSD", "", "is no variant"),
        ("classic", "1RSD", "1GSD 2GSD 3GSD", "claims of classic continue no earlier one"),
        ("chain", "1RSD", "1GSD 2GSD", "the claim before: Set claims have 3 cards, not 2."),
        ("chain", "1RSD", "1GSD 2GSD 3GHD", "the claim before: In shading"),
        ("chain", "1RSD", "1GSD 2GSD 3GSX", "the claim before: '3GSX' (token 3"),
        ("ultra+chain", "1RSD/2GHS/3POO", "1RSO/1RSS/", "the claim before: "),
        ("chain", "1RSD", "1RSD 2RSD 3RSD", "1RSD lies on the table and in the claim before"),
        ("classic", "1RSD " * 3000, "", f"expected at most {MOST_CHARACTERS}"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_in_a_line(
    variant: str, cards: str, previous: str, told: str
) -> None:
    with pytest.raises(MalformedError) as caught:
        read_table(variant, cards, previous)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whole_mega_deck_in_words_can_be_read() -> None:
    deck = parse_variant("mega").deck
    text = ", ".join(deck.describe(point) for point in range(deck.size))
    assert len(text) < MOST_CHARACTERS
    with pytest.raises(NotationError):
        read_table("mega", text + " and a joker")
    assert len(read_table("mega", text).spots) == 243


# -- answers ----------------------------------------------------------------------------------


class AtOnce:
    """A solver that answers here and now."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    async def call_aside(self, function: Any, *args: Any) -> Any:
        self.asked.append(args)
        return function(*args)


def count_most(edges: Sequence[frozenset[Spot]]) -> int:
    """Return the most disjoint claims, by trying."""
    return max(
        (1 + count_most([e for e in edges[i + 1 :] if not e & edge]) for i, edge in
         enumerate(edges)),
        default=0,
    )  # fmt: skip


def count_fewest(edges: Sequence[frozenset[Spot]]) -> int:
    """Return the fewest disjoint claims after which none is left, by trying."""
    if not edges:
        return 0
    return 1 + min(count_fewest([e for e in edges if not e & edge]) for edge in edges)


def wins(edges: Sequence[frozenset[Spot]]) -> bool:
    """Tell whether who is to move wins the duel, by trying."""
    return any(not wins([e for e in edges if not e & edge]) for edge in edges)


@pytest.mark.parametrize("key", ["classic", "junior", "mega", "ultra", "ultra9"])
def test_answers_are_those_of_trying_everything(key: str) -> None:
    asked = Studies(AtOnce(), None)  # type: ignore[arg-type]
    for seed in range(3):
        table = draw_table(key, seed)
        edges = [frozenset(claim) for claim in table.variant.iter_claims(table.spots)]
        places = [{table.place(spot) for spot in edge} for edge in edges]
        told = {q: asyncio.run(asked.answer(q, table)) for q in QUESTIONS}
        assert {answer.status for answer in told.values()} == {"optimal"}
        instance = Table(table.variant.space, table.spots)
        number = {table.place(spot): i for i, spot in enumerate(table.spots)}
        for question, value, is_right in (
            ("packing", count_most(edges), is_packing),
            ("domination", count_fewest(edges), is_dominating),
        ):
            answer = told[question]
            assert answer.value == answer.bound == len(answer.claims) == value
            assert is_right(instance, [[number[p] for p in claim] for claim in answer.claims])
        duel = told["duel"]
        assert duel.winner == ("first" if wins(edges) else "second")
        assert bool(duel.nimber) == wins(edges)
        assert {frozenset(claim) for claim in duel.claims} == {
            frozenset(claim)
            for claim, edge in zip(places, edges, strict=True)
            if not wins([other for other in edges if not other & edge])
        }


def test_an_answer_is_worked_out_once_and_an_empty_place_is_no_card() -> None:
    solver = AtOnce()
    asked = Studies(solver, None)  # type: ignore[arg-type]

    async def ask() -> None:
        for cards in ("1RSD-x-2RSD-3RSD", "1rsd,.,2rsd,3rsd"):
            answer = await asked.answer("packing", read_table("classic", cards))
            assert answer.claims == ((0, 2, 3),)

    asyncio.run(ask())
    assert len(solver.asked) == 1


def test_time_that_is_over_tells_bounds() -> None:
    variant = parse_variant("ultra9")
    groups = tuple(tuple(range(81))[g::9] for g in range(9))
    table = WrittenTable(variant, groups)
    answer = solve_question("domination", "ultra9", table.spots, 0.05)
    told = studies._tell("domination", table, answer)
    assert told.status == "limit"
    assert told.bound is not None
    assert told.value is None or told.bound < told.value == len(told.claims)

    # Asked again, it is worked on again: the kernels of a new server are compiled meanwhile.
    solver = AtOnce()
    hurried = Studies(solver, None, seconds=0.05)  # type: ignore[arg-type]

    async def ask() -> None:
        for _ in range(2):
            assert (await hurried.answer("domination", table)).status == "limit"

    asyncio.run(ask())
    assert len(solver.asked) == 2


@pytest.mark.parametrize("key", ["super", "double", "eight", "chain"])
def test_hard_questions_are_not_asked_where_claims_are_no_free_sets(key: str) -> None:
    conflicts = {q.key: q.conflict for q in describe(draw_table(key)).questions}
    assert set(conflicts) == set(QUESTIONS)
    assert all(conflicts.values())
    assert not any(q.conflict for q in describe(draw_table("ultra")).questions)


# -- routes -----------------------------------------------------------------------------------


def ask(server: ClubServer, path: str, **more: Any) -> httpx.Response:
    return server.get(path, timeout=60, **more)


def test_table_is_told_with_its_claims(server: ClubServer) -> None:
    told = ask(server, "/api/study", params={"cards": SIX}).json()
    table = read_table("classic", SIX)
    assert told["path"] == f"/t/{SIX}"
    assert {tuple(claim["places"]) for claim in told["claims"]} == search(table)
    assert [question["key"] for question in told["questions"]] == list(QUESTIONS)
    odds = ask(server, "/api/study/odds", params={"cards": SIX}).json()["luck"]
    assert (odds["claims"], odds["cards"], odds["method"]) == (len(search(table)), 12, "exact")


def test_hard_answers_come_from_the_server(server: ClubServer) -> None:
    for question in QUESTIONS:
        told = ask(server, f"/api/study/{question}", params={"cards": "1RSD-2RSD-3RSD"}).json()
        assert told["status"] == "optimal", told
        assert told["claims"] == [[0, 1, 2]]
    sampled = {"variant": "ultra9+chain", "cards": draw_table("ultra9").text}
    assert ask(server, "/api/study/odds", params=sampled).json()["luck"]["method"] == "sampled"


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("/api/study?cards=1RSD-2GHX", 400, "'2GHX' (token 2, line 1, column 6): character 4"),
        ("/api/study?cards=", 400, "no cards"),
        ("/api/study", 400, "cards"),
        ("/api/study/chess?cards=1RSD", 404, "there is no question 'chess'; expected packing"),
        ("/api/study/duel?cards=1RSD&variant=super", 400, "Duel is asked about Sets, not about"),
        ("/t/1RSD-2GHX.svg", 400, "character 4"),
        ("/t/1RSD.svg?theme=plaid", 400, "there is no theme 'plaid'; expected classic"),
        ("/t/1RSD.svg?dark=yes", 400, "dark is 'yes'; expected 0 or 1"),
    ],
)
def test_what_is_wrong_is_answered_in_a_sentence(
    server: ClubServer, path: str, status: int, error: str
) -> None:
    answer = ask(server, path)
    assert answer.status_code == status
    assert error in answer.json()["error"]


def test_page_of_a_table_says_what_it_is(server: ClubServer) -> None:
    html = {"Accept": "text/html"}
    for path in ("/t/1RSD-2GHS?variant=super", "/t/1RSD%202GHS%2F3POO", "/t/", "/t", "/t/1/2/3"):
        answer = ask(server, path, headers=html)
        assert answer.headers["content-type"].startswith("text/html")
        is_wrong = "%2F" in path or "1/2" in path
        assert answer.status_code == (400 if is_wrong else 200), path
    page = ask(server, "/t/1RSD-2GHS?variant=super", headers={**html, "Accept-Language": "de"})
    assert '<meta property="og:title" content="Super-Set" />' in page.text
    assert '<meta property="og:description" content="2 Karten auf dem Tisch" />' in page.text
    assert "og:title" not in ask(server, "/t/", headers=html).text


def test_picture_of_a_table(server: ClubServer) -> None:
    answer = ask(server, f"/t/{SIX}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    table = read_table("classic", SIX)
    assert titles == [
        "Classic",
        *(table.variant.deck.describe(table.variant.point(spot)) for spot in table.spots),
    ]
    pictures = {
        ask(server, f"/t/{SIX}.svg?{query}").text
        for query in ("", "dark=1", "numbers=1", "ground=0", "theme=children")
    }
    assert len(pictures) == 5
    told = ask(server, f"/t/{SIX}.svg", headers={"Accept-Language": "de"}).text
    assert "zwei Ovale, " in told
