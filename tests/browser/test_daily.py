"""The daily puzzles in the browser: by keys and by touch, with the server and without it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Pages
from tests.browser.hands import tab_to
from tests.browser.pages import DailyPage, date_of_special
from tests.browser.test_offline import IS_READY, Device, await_true
from tests.club import ClubServer
from thirdcard.puzzles.daily import FIRST_DATE
from thirdcard.server.daily import HINT_SECONDS, WRONG_SECONDS

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def wrong_places(puzzle: dict[str, Any]) -> list[int]:
    """Return places that are no claim."""
    first, second, *_ = puzzle["claims"][0]["places"]
    third = puzzle["claims"][0]["places"][2]
    others = (slot for slot, card in enumerate(puzzle["slots"]) if card and slot > second)
    return [first, second, next(slot for slot in others if slot != third)]


def seconds_of(page: DailyPage) -> int:
    """Return the time of the result."""
    heading = page.test("result").locator("h3").inner_text()
    found = re.search(r"(\d+):(\d\d)$", heading)
    assert found, heading
    return 60 * int(found[1]) + int(found[2])


def test_a_puzzle_is_solved_with_the_keyboard_and_shared(pages: Pages, server: ClubServer) -> None:
    page = DailyPage(pages.new(permissions=CLIPBOARD), server.url).open()
    puzzle = page.puzzle()
    expect(page.page.locator(".daily-puzzle [data-card]")).to_have_count(0)
    tab_to(page.page, "begin")
    page.page.keyboard.press("Enter")
    page.await_cards()
    page.solve(puzzle, by_keys=True)
    expect(page.test("result")).to_contain_text("Solved in 0:")
    page.await_waiting(0)
    expect(page.test("streak-now")).to_have_text("1 day")
    expect(page.test("club-solved")).to_have_text(re.compile(r"^\d+ of \d+$"))
    page.test("share").click()
    expect(page.test("share")).to_have_text("Copied")
    text = page.page.evaluate("() => navigator.clipboard.readText()")
    title, answers, address = text.splitlines()
    assert title == f"thirdcard, {page.date}: Basic"
    assert re.fullmatch(r"■■■■ in 0:\d\d", answers)
    assert address == f"{server.url}/daily/{page.date}"
    # Nothing in it tells of the cards.
    assert not any(card in text for card in puzzle["slots"])
    page.page.reload()
    expect(page.test("result")).to_contain_text("Solved in 0:")
    expect(page.test("choose-basic")).to_contain_text("✓")


def ms_of(page: DailyPage) -> int:
    """Return the time that the clock shows."""
    return int(page.test("clock").get_attribute("data-ms") or 0)


def test_on_a_phone_hints_and_mistakes_cost_and_a_reload_goes_on(
    pages: Pages, server: ClubServer
) -> None:
    page = DailyPage(pages.new("phone", has_touch=True), server.url)
    page.page.clock.install()
    page.open(name="advanced").begin()
    puzzle = page.puzzle("advanced")
    page.press(*puzzle["claims"][0]["places"])
    expect(page.test("progress")).to_have_text("1 of 6 found")
    page.press(*puzzle["claims"][0]["places"])
    expect(page.test("verdict")).to_contain_text("You have that one already.")
    page.press(*wrong_places(puzzle))
    expect(page.test("verdict")).to_contain_text("That is none.")
    page.test("hint").click()
    expect(page.page.locator(".card.hinted")).to_have_count(1)
    page.page.clock.fast_forward(100_000)
    # The time of one puzzle is not another's.
    page.choose("basic").begin()
    assert ms_of(page) < 90_000
    page.choose("advanced").await_cards()
    assert ms_of(page) >= 100_000
    page.page.reload()
    page.await_cards()
    # It was written down a second ago at most, and goes on from there.
    assert ms_of(page) >= 99_000
    expect(page.page.locator(".card.hinted")).to_have_count(1)
    assert page.found == 1
    page.choose("basic").await_cards()
    assert ms_of(page) < 90_000
    page.choose("advanced").solve(puzzle)
    expect(page.test("result")).to_contain_text(f"{HINT_SECONDS + WRONG_SECONDS} s for hints")
    assert seconds_of(page) >= 100 + HINT_SECONDS + WRONG_SECONDS
    text = page.test("share-text").inner_text()
    assert re.search(r"^■×[■□]{5} in ", text, re.MULTILINE)
    assert text.count("□") == 1
    assert "1 hint\n1 mistake" in text
    assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_card_that_is_missing_is_named(pages: Pages, server: ClubServer) -> None:
    date = date_of_special("third")
    page = DailyPage(pages.new(), server.url).open(date, "special").begin()
    (answer,) = page.puzzle("special")["answers"]

    def name(values: list[int]) -> None:
        for feature, value in enumerate(values):
            page.page.locator(f'[data-testid="name-{feature}-{value}"]').check(force=True)
        page.test("name-it").click()

    expect(page.test("name-it")).to_be_disabled()
    name([(value + 1) % 3 for value in answer])
    expect(page.test("verdict")).to_contain_text("It is another card.")
    expect(page.test("name-it")).to_be_disabled()
    name(answer)
    expect(page.test("result")).to_contain_text("Solved in")


def test_what_is_solved_without_the_network_comes_later_and_counts_once(
    browser: Browser, daily_club: ClubServer
) -> None:
    with ExitStack() as stack:
        device = Device(browser, daily_club)
        stack.callback(device.context.close)
        page = DailyPage(device.context.new_page(), daily_club.url).open()
        await_true(page.page, IS_READY)
        await_true(page.page, HAS_DATE, page.date)
        puzzle = page.puzzle()
        page.begin()
        posts: list[int] = []

        def lose(route: Any) -> None:
            if posts:
                posts.append(200)
                route.continue_()
            else:
                # The server takes it, and the browser never hears of that.
                posts.append(route.fetch().status)
                route.abort()

        page.page.route("**/api/daily/results", lose)
        device.context.set_offline(True)
        page.solve(puzzle)
        page.await_waiting(1, online="false")
        expect(page.test("offline")).to_contain_text("Offline")
        page.page.reload()
        expect(page.test("result")).to_contain_text("Solved in")
        page.await_waiting(1, online="false")
        device.context.set_offline(False)
        page.await_waiting(0)
        assert len(posts) > 1
        assert set(posts) == {200}
        cookies = {each["name"]: each["value"] for each in device.context.cookies()}
        told = daily_club.get("/api/me/daily", cookies=cookies).json()
        assert (told["solved"], told["streak"]) == (1, 1)
        expect(page.test("club-solved")).to_have_text("1 of 1")


HAS_DATE = """
async (date) => {
  for (const key of await caches.keys()) {
    const cache = await caches.open(key);
    if (key.startsWith("thirdcard-facts") && (await cache.match(`/api/daily/${date}`))) return true;
  }
  // What was asked for before the worker was there is asked for once more.
  await fetch(`/api/daily/${date}`);
  return false;
}
"""


@pytest.fixture
def daily_club(tmp_path: Any) -> Iterator[ClubServer]:
    with ClubServer(tmp_path / "club.db") as server:
        yield server


def test_all_days_are_listed_with_what_was_solved(pages: Pages, server: ClubServer) -> None:
    page = DailyPage(pages.new("phone"), server.url).open().begin()
    page.solve(page.puzzle())
    page.await_waiting(0)
    date = page.date
    page.test("to-archive").click()
    expect(page.page.locator(f'[data-day="{date}"]')).to_have_attribute("data-solved", "1")
    expect(page.test("my-dailies")).to_contain_text("Best, Basic")
    expect(page.test("month-before")).to_be_enabled()  # Once it is known which day is the first.
    while not page.test("month-before").is_disabled():
        page.test("month-before").click()
    first = page.page.locator(f'[data-day="{FIRST_DATE}"]')
    expect(first).to_have_attribute("data-solved", "0")
    first.click()
    page.test("choose-basic").wait_for()
    assert page.date == str(FIRST_DATE)
    expect(page.test("day-before")).to_have_count(0)
    page.test("day-after").click()
    expect(page.page.locator("main[data-name]")).not_to_have_attribute("data-date", str(FIRST_DATE))


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ("2026-02-30", "is no date; expected YYYY-MM-DD"),
        ("2999-01-01", f"no daily puzzles of 2999-01-01; expected {FIRST_DATE} to"),
    ],
)
def test_a_wrong_date_is_told_in_one_line(
    pages: Pages, server: ClubServer, date: str, told: str
) -> None:
    page = pages.new()
    pages.expect_problem(page, "400")
    page.goto(f"{server.url}/daily/{date}")
    expect(page.get_by_test_id("refusal")).to_contain_text(told)
    page.get_by_test_id("refusal").get_by_role("link").click()
    page.get_by_test_id("choose-basic").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["coop", "spoil"])
def test_sets_are_taken_until_none_is_left(pages: Pages, server: ClubServer, kind: str) -> None:
    date = date_of_special(kind)
    page = DailyPage(pages.new(), server.url).open(date, "special").begin()
    puzzle = page.puzzle("special")
    claims = [set(claim["places"]) for claim in puzzle["claims"]]
    taken = find_other_packing(claims, puzzle["optimum"])
    for number in taken:
        page.press(*sorted(claims[number]))
    expect(page.test("verdict")).to_contain_text(f"the best is {puzzle['optimum']}")
    page.test("put-back").first.click()
    expect(page.test("progress")).to_have_text(f"{len(taken) - 1} taken")
    page.press(*sorted(claims[taken[0]]))
    page.test("put-all-back").click()
    expect(page.test("found")).to_have_count(0)
    for number in puzzle["answers"][0]:
        page.press(*sorted(claims[number]))
    expect(page.test("result")).to_contain_text("Solved in")
    page.await_waiting(0)


def find_other_packing(claims: list[set[int]], optimum: int) -> list[int]:
    """Return a way of taking claims until none is left that is not the best."""
    ways: list[list[int]] = [[]]
    for way in ways:
        places = set().union(*(claims[number] for number in way))
        free = [number for number, claim in enumerate(claims) if not claim & places]
        if not free and len(way) != optimum:
            return way
        ways += [[*way, number] for number in free]
    raise AssertionError("every way is the best")


@pytest.mark.slow
def test_a_duel_is_lost_with_one_set(pages: Pages, server: ClubServer) -> None:
    date = date_of_special("duel")
    page = DailyPage(pages.new(), server.url).open(date, "special").begin()
    puzzle = page.puzzle("special")
    lost = next(n for n in range(len(puzzle["claims"])) if [n] not in puzzle["answers"])
    page.press(*puzzle["claims"][lost]["places"])
    expect(page.test("result")).to_contain_text("Lost")
    expect(page.test("answers")).to_contain_text("These win", ignore_case=True)
    page.await_waiting(0)
    expect(page.test("club-solved")).to_have_text("0 of 1")


@pytest.mark.slow
def test_in_two_windows_the_first_end_counts(pages: Pages, server: ClubServer) -> None:
    page = DailyPage(pages.new(), server.url).open().begin()
    other = DailyPage(page.page.context.new_page(), server.url).open().await_cards()
    page.solve(page.puzzle())
    expect(page.test("result")).to_contain_text("Solved in")
    other.test("give-up").click()
    other.test("really-give-up").click()
    expect(other.test("result")).to_contain_text("Solved in")
    other.page.reload()
    expect(other.test("result")).to_contain_text("Solved in")
