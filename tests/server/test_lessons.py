"""Every lesson is built, its answers are all right answers, and its words are true of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import httpx
import pytest

from tests.club import ClubServer
from thirdcard.errors import CheckError
from thirdcard.server import explaining, lessons
from thirdcard.server.lesson_book import BOOK
from thirdcard.server.lesson_steps import JudgeStep, Pick, PickStep, ReadStep, Step
from thirdcard.server.lessons import Lesson, build_lesson, list_lessons
from thirdcard.variants.axes import AXES
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

STEPS = [
    pytest.param(key, number, id=f"{key}-{number + 1}")
    for key, plan in BOOK.items()
    for number in range(len(plan.steps))
]


@pytest.fixture(params=list(BOOK))
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return build_lesson(request.param)


def read_previous(variant: Variant, step: Step) -> list[Spot]:
    return [variant.spot(point_of(variant, s.card), s.group) for s in step.previous]


def point_of(variant: Variant, code: str) -> int:
    point = variant.deck.find_point(code)
    assert point is not None, code
    return point


def read_table(variant: Variant, step: Step) -> list[Spot]:
    groups = variant.grouping.count
    return [
        variant.spot(point_of(variant, laid.card), slot % groups)
        for slot, laid in enumerate(step.slots)
        if laid is not None
    ]


def read_cards(variant: Variant, step: Step, codes: tuple[str, ...]) -> list[Spot]:
    at_hand = {variant.code(s): s for s in read_table(variant, step)}
    at_hand |= {variant.code(s): s for s in read_previous(variant, step)}
    return [at_hand[code] for code in codes]


# -- there is a lesson for everything ---------------------------------------------------------


def test_every_value_of_an_axis_has_a_lesson() -> None:
    chosen = {value.key for axis in AXES for value in axis.values if value is not axis.default}
    # What a plain game is made of is taught by the lesson on the rule.
    assert {"set", *chosen} == set(BOOK)
    assert next(iter(BOOK)) == "set"


def test_lessons_say_what_they_are_about() -> None:
    titles = list_lessons()
    assert [title.key for title in titles] == list(BOOK)
    assert len({title.title for title in titles}) == len(titles)
    for title in titles:
        axis = next(axis for axis in AXES if axis.key == title.axis)
        value = next(value for value in axis.values if value.key == title.key)
        assert (title.question, title.sentence) == (axis.question, value.sentence)
        assert 1 <= title.minutes <= 3


def test_lessons_lead_from_one_to_the_next() -> None:
    keys, key = [], "set"
    while key:
        keys.append(key)
        key = build_lesson(key).next or ""
    assert keys == list(BOOK)


def test_a_lesson_begins_with_reading_and_ends_with_a_claim_of_one_s_own(lesson: Lesson) -> None:
    assert 3 <= len(lesson.steps) <= 8
    assert isinstance(lesson.steps[0], ReadStep)
    last = lesson.steps[-1]
    assert isinstance(last, PickStep)
    assert last.given == ()
    for step in lesson.steps:
        assert step.text
        assert len(step.text) <= 260


def test_a_lesson_is_the_same_at_each_start(lesson: Lesson) -> None:
    again = build_lesson.__wrapped__(lesson.key)
    assert again is not lesson
    assert again == lesson


# -- the steps are right ----------------------------------------------------------------------


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_the_cards_of_a_step(key: str, number: int) -> None:
    lesson = build_lesson(key)
    variant, step = parse_variant(lesson.variant), lesson.steps[number]
    assert lesson.deck == variant.deck.key
    assert lesson.group_shape == variant.grouping.shape
    assert len(step.slots) % variant.grouping.count == 0
    spots = [*read_table(variant, step), *read_previous(variant, step)]
    codes = [variant.code(spot) for spot in spots]
    shared = {s.card for s in step.previous} & {laid.card for laid in step.slots if laid}
    assert not shared
    assert len(set(codes)) == len(codes)
    assert bool(step.previous) == variant.rule.chains
    if step.previous:
        assert variant.is_claim(read_previous(variant, step))
    if any(laid and laid.down for laid in step.slots):
        assert variant.rule.face_down


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_the_answers_of_a_step(key: str, number: int) -> None:
    lesson = build_lesson(key)
    variant, step = parse_variant(lesson.variant), lesson.steps[number]
    previous = read_previous(variant, step)
    if isinstance(step, PickStep):
        table = read_table(variant, step)
        assert (step.sizes[0], step.sizes[1]) == (
            variant.pattern.sizes[0],
            variant.pattern.sizes[-1],
        )
        assert set(step.given) < {laid.card for laid in step.slots if laid} or not step.given
        found = {frozenset(answer) for answer in step.answers}
        assert found
        assert len(found) == len(step.answers)
        assert found == {
            frozenset(cards)
            for size in variant.pattern.sizes
            for cards in (
                tuple(variant.code(spot) for spot in subset)
                for subset in combinations([*table, *previous], size)
                if variant.is_claim(subset) and variant.continues(subset, previous)
            )
            if set(step.given) <= set(cards)
        }
        if step.given and variant.pattern.fixed_size:
            assert len(found) == 1, "the card that is missing is the only one"
    elif isinstance(step, JudgeStep):
        spots = read_cards(variant, step, step.marked)
        is_claim = variant.is_claim(spots) and variant.continues(spots, previous)
        assert step.is_claim == is_claim == step.explained.is_claim
        assert step.explained.cards == step.marked
    elif step.explained:
        spots = read_cards(variant, step, step.marked)
        assert variant.is_claim(spots)
        assert variant.continues(spots, previous)
        assert step.explained.is_claim


def test_both_answers_are_right_somewhere(lesson: Lesson) -> None:
    if lesson.key == "memory":
        return
    judged = [step.is_claim for step in lesson.steps if isinstance(step, JudgeStep)]
    assert False in judged, "nobody learns from examples alone what is no claim"


def test_what_the_texts_say_of_their_cards_is_true() -> None:
    rule = build_lesson("set").steps
    assert isinstance(rule[0], ReadStep)
    assert rule[0].explained
    assert sorted(f.verdict for f in rule[0].explained.features) == ["different", *["same"] * 3]
    assert isinstance(rule[1], ReadStep)
    assert rule[1].explained
    assert {f.verdict for f in rule[1].explained.features} == {"different"}
    last, one = rule[-2:]
    assert isinstance(last, PickStep)
    assert isinstance(one, PickStep)
    assert len(last.answers) >= 2
    assert len(one.answers) == 1
    for key, feature in (("ultra", "group"), ("ultra9", "column"), ("mega", "background")):
        wrong = next(
            step
            for step in build_lesson(key).steps
            if isinstance(step, JudgeStep) and not step.is_claim
        )
        failing = [f.feature for f in wrong.explained.features if f.verdict == "fails"]
        assert failing == [feature]
    for key in ("chain", "chain-table"):
        step = next(s for s in build_lesson(key).steps if isinstance(s, JudgeStep))
        assert {f.verdict for f in step.explained.features} <= {"same", "different"}


def test_the_memory_lesson_hides_what_it_showed() -> None:
    shown, hidden, turn = build_lesson("memory").steps
    assert isinstance(hidden, PickStep)
    assert [laid and laid.card for laid in shown.slots] == [
        laid and laid.card for laid in hidden.slots
    ]
    up = {laid.card for laid in hidden.slots if laid and not laid.down}
    assert up == set(hidden.given)
    assert all(laid and laid.down for laid in turn.slots)


def test_a_condition_that_no_deal_meets_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thirdcard.server.lesson_steps.MOST_DEALS", 20)
    plan = Pick("Impossible.", size=6, claims=range(50, 60))
    with pytest.raises(CheckError, match="no deal of classic meets the condition"):
        plan.build(parse_variant("classic"), "test")


# -- over the wire ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        ClubServer(tmp_path_factory.mktemp("club") / "club.db") as server,
        server.client() as client,
    ):
        yield client


def test_the_list_over_the_wire(http: httpx.Client) -> None:
    answer = http.get("/api/lessons")
    assert answer.status_code == 200
    listed = answer.json()
    assert [line["key"] for line in listed] == list(BOOK)
    assert set(listed[0]) == {"key", "axis", "question", "title", "sentence", "minutes"}


def test_every_lesson_over_the_wire(http: httpx.Client) -> None:
    for key in BOOK:
        answer = http.get(f"/api/lessons/{key}")
        assert answer.status_code == 200
        document = answer.json()
        assert document["key"] == key
        assert {step["task"] for step in document["steps"]} <= {"read", "judge", "pick"}
        # A phone on a slow line is sent little.
        assert len(answer.content) < 20_000


def test_a_lesson_that_is_not(http: httpx.Client) -> None:
    answer = http.get("/api/lessons/poker")
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("there is no lesson 'poker'; expected set, junior")


def explain(http: httpx.Client, **query: str) -> Any:
    answer = http.get("/api/explain", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_explanations_over_the_wire(http: httpx.Client) -> None:
    told = explain(http, variant="ultra", cards="1RSD@0,2RSD@0,3RSD@1")
    assert (told["is_claim"], told["third"]) == (False, None)
    assert told["cards"] == ["1RSD", "2RSD", "3RSD"]
    assert told["features"][-1] == {
        "feature": "group",
        "values": ["first group", "first group", "second group"],
        "verdict": "fails",
    }
    pair = explain(http, variant="ultra", cards="1RSD@0,2GSD@1")
    assert pair["third"] == {"card": "3PSD", "group": 2}
    chain = {"variant": "chain", "cards": "1RSD,1GSD,1PSD"}
    assert explain(http, **chain, previous="1RSD,2RSD,3RSD")["is_claim"] is True
    assert explain(http, **chain, previous="1GHD,2GHD,3GHD")["is_claim"] is False


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ({"variant": "classic", "cards": ""}, "no cards; expected at least one"),
        ({"variant": "classic", "cards": "1RSD,1RSD"}, "1RSD is repeated"),
        ({"variant": "classic", "cards": "1RSX"}, "'1RSX' is no card of the classic deck"),
        ({"variant": "classic", "cards": "1RSD@1"}, "expected no group but 0 after @"),
        ({"variant": "ultra", "cards": "1RSD@3"}, "expected a group from 0 to 2 after @"),
        ({"variant": "ultra", "cards": "1RSD@-1"}, "expected a group from 0 to 2 after @"),
        ({"variant": "poker", "cards": "1RSD"}, "'poker' (name 1 of 'poker') is no variant"),
        ({"variant": "classic", "cards": ",".join(["1RSD"] * 33)}, "33 cards; expected at most 32"),
        ({"variant": "classic"}, "cards"),
    ],
)
def test_what_cannot_be_explained(
    http: httpx.Client, query: dict[str, str], complaint: str
) -> None:
    answer = http.get("/api/explain", params=query)
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]


def test_routes_are_offered_to_the_application() -> None:
    assert set(lessons.ROUTES) == {lessons.lessons, lessons.lesson, explaining.explanation}
