"""The lessons in a browser: by finger, by keyboard, and what is said of a wrong pick."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Pages
from tests.browser.hands import walk_to
from tests.club import ClubServer
from tests.every import sparing
from thirdcard.server.lesson_book import BOOK
from thirdcard.server.lesson_steps import JudgeStep, PickStep, Step
from thirdcard.server.lessons import build_lesson
from thirdcard.variants.registry import parse_variant

MEASURE = """
() => {
  const root = document.documentElement;
  const boxOf = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const board = document.querySelector(".board");
  const table = document.querySelector(".lesson-table");
  return {
    overflow: Math.max(...[root, table].map((one) => one.scrollWidth - one.clientWidth)),
    board: boxOf(board),
    cards: [...board.querySelectorAll(".card")].map(boxOf),
  };
}
"""
LEAST_ON_PHONE = 44
"""Shortest side that a finger hits."""


def open_lesson(pages: Pages, server: ClubServer, key: str, size: str, **options: Any) -> Page:
    page = pages.new(size, **options)
    page.goto(f"{server.url}/learn/{key}")
    await_step(page, 0)
    return page


def await_step(page: Page, number: int) -> None:
    page.locator(f'[data-testid="step"][data-step="{number}"] .card').first.wait_for()
    page.locator("#sprite symbol").first.wait_for(state="attached")


def card(page: Page, step: Step, code: str) -> Locator:
    """Return a card by its place, since one that lies face down shows no code."""
    for slot, laid in enumerate(step.slots):
        if laid and laid.card == code:
            return page.locator(f'[data-slot="{slot}"]')
    return page.locator(f'[data-chain-card="{code}"]')


def wrong_pick(step: PickStep) -> list[str]:
    """Return cards that complete the given ones to no right answer."""
    codes = [laid.card for laid in step.slots if laid and laid.card not in step.given]
    missing = step.sizes[0] - len(step.given)
    for start in range(len(codes) - missing + 1):
        picked = codes[start : start + missing]
        if {*picked, *step.given} not in [set(answer) for answer in step.answers]:
            return picked
    raise AssertionError("every pick is right")


def expect_explained(page: Page, key: str, step: PickStep, picked: list[str]) -> None:
    """Expect what is wrong with a pick, as the variant sees it."""
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-outcome", "wrong")
    expect(page.get_by_test_id("why-sentence")).not_to_be_empty()
    variant = parse_variant(key)
    if variant.pattern.fixed_size != 3:
        return
    groups = variant.grouping.count
    place = {laid.card: slot for slot, laid in enumerate(step.slots) if laid}
    spots = []
    for code in (*step.given, *picked):
        point = variant.deck.find_point(code)
        assert point is not None
        spots.append(variant.spot(point, place[code] % groups))
    for comparison in variant.compare_features(spots):
        row = page.locator(f'[data-feature="{comparison.feature}"]')
        expect(row).to_have_attribute("data-verdict", comparison.verdict)
        for value in comparison.values:
            expect(row).to_contain_text(value)
        sign = "✗" if comparison.verdict == "fails" else "✓"
        expect(row.locator(".verdict")).to_contain_text(sign)


@pytest.mark.parametrize("key", sparing(["set", "eight", "memory", "chain"], "set", "memory"))
def test_a_whole_lesson_by_finger_on_a_phone(pages: Pages, server: ClubServer, key: str) -> None:
    page = open_lesson(pages, server, key, "phone", has_touch=True)
    lesson = build_lesson(key)
    for number, step in enumerate(lesson.steps):
        await_step(page, number)
        expect(page.get_by_test_id("lesson-text")).to_contain_text(step.text)
        if isinstance(step, JudgeStep):
            page.get_by_test_id("yes" if step.is_claim else "no").tap()
            expect(page.get_by_test_id("verdict")).to_have_attribute("data-outcome", "right")
            expect(page.get_by_test_id("why-sentence")).to_be_in_viewport()
        elif isinstance(step, PickStep):
            expect(page.locator('[aria-pressed="true"]')).to_have_count(len(step.given))
            picked = wrong_pick(step)
            for answer in (picked, [c for c in step.answers[0] if c not in step.given]):
                for code in answer:
                    card(page, step, code).tap()
                if step.sizes[0] < step.sizes[1]:
                    page.get_by_test_id("claim").tap()
                if answer is picked:
                    expect_explained(page, key, step, picked)
                    page.get_by_test_id("why-sentence").wait_for()
                    expect(page.get_by_test_id("why-sentence")).to_be_in_viewport()
            expect(page.get_by_test_id("verdict")).to_have_attribute("data-outcome", "right")
        page.get_by_test_id("next").tap()
    expect(page.get_by_test_id("lesson-end")).to_contain_text(lesson.sentence)
    expect(page.get_by_test_id("play")).to_have_attribute("href", f"/open?variant={lesson.variant}")
    page.get_by_role("link", name="All lessons").tap()
    expect(page.get_by_test_id(f"lesson-{key}")).to_have_attribute("data-done", "true")


def test_a_whole_lesson_by_keyboard(pages: Pages, server: ClubServer) -> None:
    page = open_lesson(pages, server, "ultra", "desk")
    keyboard = page.keyboard
    for number, step in enumerate(build_lesson("ultra").steps):
        await_step(page, number)
        if number:
            # Who listens to the page hears the new text first.
            expect(page.get_by_test_id("lesson-text")).to_be_focused()
        if isinstance(step, JudgeStep):
            keyboard.press("n" if step.is_claim else "y")
            expect(page.get_by_test_id("verdict")).to_have_attribute("data-outcome", "wrong")
        elif isinstance(step, PickStep):
            picked = wrong_pick(step)
            press_keys(page, step, picked)
            expect_explained(page, "ultra", step, picked)
            press_keys(page, step, [c for c in step.answers[0] if c not in step.given])
            expect(page.get_by_test_id("verdict")).to_have_attribute("data-outcome", "right")
        if isinstance(step, (JudgeStep, PickStep)):
            expect(page.get_by_test_id("next")).to_be_focused()
            keyboard.press("Enter")
        else:
            keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="That was it")).to_be_focused()
    keyboard.press("Tab")
    expect(page.get_by_test_id("play")).to_be_focused()


def press_keys(page: Page, step: PickStep, codes: list[str]) -> None:
    """Press the keys that are written on cards; any key of a card makes them shown."""
    for code in codes:
        found = card(page, step, code)
        if not found.locator("kbd").count():
            page.keyboard.press("q")
            page.keyboard.press("Escape")
        page.keyboard.press(found.locator("kbd").inner_text().lower())


def test_every_card_can_be_reached_and_picked_with_keys(pages: Pages, server: ClubServer) -> None:
    page = open_lesson(pages, server, "junior", "desk")
    steps = build_lesson("junior").steps
    for step in steps[:-1]:
        if isinstance(step, JudgeStep):
            page.get_by_test_id("yes").click()
        elif isinstance(step, PickStep):
            page.get_by_test_id("reveal").click()
            expect(page.get_by_test_id("why-sentence")).not_to_be_empty()
        page.get_by_test_id("next").click()
    last = steps[-1]
    assert isinstance(last, PickStep)
    await_step(page, len(steps) - 1)
    wanted = set(last.answers[0])
    expect(page.get_by_test_id("lesson-text")).to_be_focused()
    page.keyboard.press("Tab")
    for slot, laid in enumerate(last.slots):
        assert laid
        assert walk_to(page, slot)
        expect(card(page, last, laid.card)).to_be_focused()
        if laid.card in wanted:
            page.keyboard.press("Space")
            wanted.remove(laid.card)
        if not wanted:
            break
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-outcome", "right")


def test_a_new_pick_after_a_wrong_one_begins_anew(pages: Pages, server: ClubServer) -> None:
    page = open_lesson(pages, server, "mega", "desk")
    steps = build_lesson("mega").steps
    for step in steps[:-1]:
        if isinstance(step, JudgeStep):
            page.get_by_test_id("yes").click()
        elif isinstance(step, PickStep):
            page.get_by_test_id("reveal").click()
        page.get_by_test_id("next").click()
    last = steps[-1]
    assert isinstance(last, PickStep)
    picked = wrong_pick(last)
    for code in picked:
        card(page, last, code).click()
    expect_explained(page, "mega", last, picked)
    assert page.get_by_test_id("next").is_disabled()
    card(page, last, picked[0]).click()
    expect(page.locator('[aria-pressed="true"]')).to_have_count(1)
    expect(page.get_by_test_id("why-sentence")).to_have_count(0)


def test_steps_are_gone_back_to(pages: Pages, server: ClubServer) -> None:
    page = open_lesson(pages, server, "super", "desk")
    page.get_by_test_id("next").click()
    await_step(page, 1)
    dots = page.get_by_role("list", name="Steps").get_by_role("button")
    expect(dots).to_have_count(len(BOOK["super"].steps))
    expect(dots.nth(1)).to_have_attribute("aria-current", "step")
    expect(dots.nth(2)).to_be_disabled()
    page.get_by_test_id("back").click()
    await_step(page, 0)
    expect(page.get_by_test_id("back")).to_be_disabled()
    dots.nth(1).click()
    await_step(page, 1)


@pytest.mark.parametrize("size", sparing(["narrow", "phone", "tablet", "wide"], "narrow"))
@pytest.mark.parametrize("key", sparing(["set", "ultra9", "chain", "eight"], "ultra9", "chain"))
def test_the_cards_of_every_step_fit(pages: Pages, server: ClubServer, key: str, size: str) -> None:
    page = open_lesson(pages, server, key, size)
    for number, step in enumerate(build_lesson(key).steps):
        await_step(page, number)
        page.wait_for_timeout(250)
        measured = page.evaluate(MEASURE)
        assert measured["overflow"] <= 0
        board, cards = measured["board"], measured["cards"]
        assert len(cards) == sum(laid is not None for laid in step.slots)
        for box in cards:
            assert board["left"] <= box["left"]
            assert box["right"] <= board["right"]
            assert board["top"] <= box["top"]
            assert box["bottom"] <= board["bottom"]
            if isinstance(step, PickStep):
                shortest = min(box["right"] - box["left"], box["bottom"] - box["top"])
                assert shortest >= LEAST_ON_PHONE
        if isinstance(step, JudgeStep):
            page.get_by_test_id("no").click()
        elif isinstance(step, PickStep):
            page.get_by_test_id("reveal").click()
            expect(page.get_by_test_id("why-sentence")).not_to_be_empty()
            after = page.evaluate(MEASURE)
            assert after["overflow"] <= 0
            width = [round(box["right"] - box["left"]) for box in cards]
            assert min(width) <= min(box["right"] - box["left"] for box in after["cards"]) + 1
        page.get_by_test_id("next").click()


def test_the_list_leads_to_every_lesson(pages: Pages, server: ClubServer) -> None:
    page = pages.new("phone")
    page.goto(f"{server.url}/learn")
    for key in BOOK:
        expect(page.get_by_test_id(f"lesson-{key}")).to_have_attribute("href", f"/learn/{key}")
    page.get_by_test_id("lesson-memory").click()
    await_step(page, 0)
    expect(page).to_have_title(re.compile("^Memory"))
    page.get_by_test_id("all-lessons").click()
    page.get_by_test_id("lesson-set").wait_for()
    page.go_back()
    await_step(page, 0)


def test_a_lesson_that_is_not(pages: Pages, server: ClubServer) -> None:
    page = pages.new("desk")
    pages.expect_problem(page, "404")
    page.goto(f"{server.url}/learn/poker")
    expect(page.get_by_test_id("apology")).to_contain_text("There is no such lesson")
