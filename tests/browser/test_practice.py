"""Practice at a level, on weak spots and against the clock."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Pages
from tests.browser.pages import PracticePage
from tests.club import ClubServer
from thirdcard.server.practice_sprints import PENALTY_MS
from thirdcard.server.practice_weak import usual_time


def seconds_left(page: PracticePage) -> int:
    minutes, seconds = re.findall(r"\d+", page.test("sprint-clock").inner_text())
    return 60 * int(minutes) + int(seconds)


def cards(page: PracticePage) -> str:
    told: str = page.page.locator("[data-slot]").evaluate_all(
        "(cards) => cards.map(({ dataset }) => dataset.card).join()"
    )
    return told


def sprints(page: Page, url: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = page.request.get(f"{url}/api/me/sprints").json()
    return told


def open_practice(
    pages: Pages,
    server: ClubServer,
    size: str = "desk",
    *,
    query: str = "",
    has_clock: bool = False,
) -> PracticePage:
    page = pages.new(size)
    if has_clock:
        page.clock.install()
    opened = PracticePage(page, server.url).open(query=query)
    opened.await_supply(online="true", waiting=0)
    return opened


def test_a_level_is_chosen_of_those_that_there_are(pages: Pages, server: ClubServer) -> None:
    page = open_practice(pages, server)
    level = page.test("practice-level")
    expect(level.locator("option")).to_have_text(
        ["Any level", *(f"Level {number}" for number in range(1, 6))]
    )
    with page.page.expect_response(lambda answer: "level=4" in answer.url) as answer:
        level.select_option("4")
    tables = answer.value.json()["tables"]
    assert {table["level"] for table in tables} == {4}
    page.await_table()
    assert cards(page) in [",".join(table["slots"]) for table in tables]
    page.page.reload()
    expect(level).to_have_value("4")
    # Another variant has other levels.
    page.test("quick-variant").select_option("junior")
    expect(level).to_have_value("")
    expect(level.locator("option")).to_have_text(["Any level", "Level 1", "Level 2", "Level 3"])
    # What is written in another order is the same one.
    page.open("super+junior")
    expect(page.page).to_have_url(re.compile(r"variant=junior%2Bsuper"))


def test_a_level_that_there_is_not_is_refused_with_those_that_there_are(
    pages: Pages, server: ClubServer
) -> None:
    page = pages.new()
    pages.expect_problem(page, "400")
    page.goto(f"{server.url}/practice?variant=junior&level=5")
    expect(page.get_by_test_id("refusal")).to_contain_text(
        "Junior has no tables of level 5; expected 1, 2 or 3"
    )
    page.get_by_test_id("refusal").get_by_role("link").click()
    PracticePage(page, server.url).await_table()


def test_weak_spots_are_told_and_come_more_often(pages: Pages, server: ClubServer) -> None:
    page = open_practice(pages, server)
    page.practise_before(lambda d: round(usual_time(d) * (3 if d == 3 else 1)))
    page.page.reload()
    row = page.page.locator('.reactions [data-differing="3"]')
    expect(row).to_contain_text("weak spot")
    with page.page.expect_response(lambda answer: "weights=" in answer.url) as answer:
        page.test("weak").check()
    expect(page.test("weak-spots")).to_have_text(re.compile("Yours: claims that differ in 3"))
    sent = [",".join(table["slots"]) for table in answer.value.json()["tables"]]
    # The table that is looked at stays, then come those that were sent for it.
    for _ in range(2):
        page.solve()
        assert cards(page) in sent


def test_a_sprint_ends_with_its_time_and_the_best_is_kept(pages: Pages, server: ClubServer) -> None:
    page = open_practice(pages, server, "phone", has_clock=True)
    page.begin_sprint(60)
    expect(page.test("hint")).to_have_count(0)
    page.solve(by_keys=True)
    page.solve()
    before = seconds_left(page)
    page.miss()
    expect(page.test("sprint-score")).to_have_text("2 found · 1 wrong")
    assert seconds_left(page) <= before - PENALTY_MS // 1000
    page.page.clock.run_for(60_000)
    result = page.test("sprint-result")
    expect(result).to_have_attribute("data-score", "2")
    expect(result.get_by_role("heading")).to_be_focused()
    expect(page.test("sprint-best")).to_have_text("Your best one so far.")
    page.await_supply(online="true", waiting=0)
    page.test("practise-on").click()
    page.await_table()
    expect(page.test("sprint-60")).to_contain_text("best 2")
    (best,) = sprints(page.page, server.url)
    assert (best["score"], best["wrong"], best["seconds"]) == (2, 1, 60)
    page.begin_sprint(60)
    page.test("sprint-end").click()
    expect(page.test("sprint-best")).to_have_text("Your best: 2")


def test_loading_the_page_anew_in_a_sprint_gains_nothing(pages: Pages, server: ClubServer) -> None:
    page = open_practice(pages, server)
    seen = cards(page)
    page.begin_sprint(120)
    assert cards(page) != seen
    page.solve()
    page.miss()
    # That is in the store before it is shown.
    expect(page.test("sprint-score")).to_have_text("1 found · 1 wrong")
    table, left = cards(page), seconds_left(page)
    page.page.reload()
    page.await_table()
    assert cards(page) == table
    assert seconds_left(page) <= left
    expect(page.test("sprint-score")).to_have_text("1 found · 1 wrong")
    page.test("skip").click()
    expect(page.test("sprint-score")).to_contain_text("1 skipped")
    assert seconds_left(page) <= left - PENALTY_MS // 1000


def test_a_sprint_goes_on_offline_and_counts_when_the_server_is_back(
    pages: Pages, server: ClubServer
) -> None:
    page = open_practice(pages, server)
    pages.expect_problem(page.page, "ERR_INTERNET_DISCONNECTED")
    page.page.context.set_offline(True)
    page.begin_sprint(300)
    for _ in range(3):
        page.solve()
    page.test("sprint-end").click()
    expect(page.test("sprint-result")).to_have_attribute("data-score", "3")
    page.test("practise-on").click()
    expect(page.test("sprint-300")).to_contain_text("best 3")
    page.page.context.set_offline(False)
    page.await_supply(online="true", waiting=0)
    expect(page.test("sprints")).to_contain_text("Best sprints")
    (best,) = sprints(page.page, server.url)
    assert (best["score"], best["seconds"], best["sprints"]) == (3, 300, 1)


@pytest.mark.slow
def test_a_sprint_that_runs_out_of_tables_offline_is_over(pages: Pages, server: ClubServer) -> None:
    page = open_practice(pages, server, query="&level=5")
    pages.expect_problem(page.page, "ERR_INTERNET_DISCONNECTED")
    page.page.context.set_offline(True)
    page.begin_sprint(300)
    found = 0
    while page.test("sprint").count():
        page.solve()
        found += 1
        page.page.wait_for_timeout(100)
    expect(page.test("sprint-result")).to_have_attribute("data-score", str(found))
    assert found >= 39
