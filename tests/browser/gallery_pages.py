"""Scenes of pages without a table: start, opener, account, lessons, practice."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import (
    AccountPage,
    DailyPage,
    OpenPage,
    PracticePage,
    StartPage,
    TablePage,
    date_of_special,
)
from tests.browser.studio import NUMBERS, PASSCODE, Studio, furnish, scene
from thirdcard.server.lesson_steps import JudgeStep, PickStep, ReadStep, Step
from thirdcard.server.lessons import build_lesson


@scene
def start(studio: Studio) -> Page:
    tables = furnish(studio)
    page = studio.page()
    TablePage(page, studio.server.url).open(tables[2]).sit("Wanda")
    StartPage(page, studio.server.url).open()
    page.locator("[data-my-table]").wait_for()
    page.locator(".sample").first.wait_for()
    return page


@scene
def opener(studio: Studio) -> Page:
    page = OpenPage(studio.page(), studio.server.url).open()
    page.test("access-passcode").click()
    return page.page


@scene
def opener_options(studio: Studio) -> Page:
    page = OpenPage(studio.page(), studio.server.url).open("?variant=memory")
    page.unfold_options()
    return page.page


@scene
def account_guest(studio: Studio) -> Page:
    return AccountPage(studio.page(), studio.server.url).open().page


@scene
def account_member(studio: Studio) -> Page:
    account = AccountPage(studio.page(), studio.server.url).open()
    # A club has each name once, and a scene may be played in it again.
    account.fill("register", name=f"Sofja {next(NUMBERS)}", password="any two cards")
    account.submit("register")
    account.test("logged-in").wait_for()
    account.fill("password", old="any three cards", new="any four cards")
    account.submit("password")
    expect(account.problem("password", "old")).not_to_be_empty()
    return account.page


@scene
def learn(studio: Studio) -> Page:
    page = studio.page()
    page.goto(f"{studio.server.url}/learn")
    page.locator(".lesson-link").first.wait_for()
    return page


def open_lesson(studio: Studio, key: str, kind: type[Step]) -> Page:
    """Go to the first step of a kind in a lesson."""
    page = studio.page()
    page.goto(f"{studio.server.url}/learn/{key}")
    for number, step in enumerate(build_lesson(key).steps):
        page.locator(f'[data-step="{number}"] .card').first.wait_for()
        if isinstance(step, kind):
            break
        if not isinstance(step, ReadStep):
            page.get_by_test_id("yes" if isinstance(step, JudgeStep) else "reveal").click()
        page.get_by_test_id("next").click()
    page.locator("#sprite symbol").first.wait_for(state="attached")
    return page


@scene
def practice(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open()
    for _ in range(3):
        page.solve()
    claim = page.find("classic")
    page.test("hint").click()
    for slot in [*claim[:2], next(slot for slot in range(12) if slot not in claim)]:
        page.page.locator(f'[data-slot="{slot}"]').click()
    # That it is none is said at once, and why as soon as the server has told.
    expect(page.test("verdict")).to_contain_text(re.compile(r"\.\W+\w"))
    return page.page


@scene
def practice_weak(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open()
    page.practise_before(lambda differing: 3000 + 100 * differing**4)
    page.open(query="&weak=1")
    page.page.get_by_text("Yours:").or_(page.page.locator(".reactions .tag")).first.wait_for()
    return page.page


@scene
def practice_sprint(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open(query="&level=2")
    page.begin_sprint(120)
    for _ in range(3):
        page.solve()
    page.miss()
    return page.page


@scene
def practice_sprint_result(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open()
    for claims in (1, 3):
        page.begin_sprint(60)
        for _ in range(claims):
            page.solve()
        page.test("sprint-end").click()
        page.test("sprint-result").wait_for()
        page.test("practise-on" if claims == 1 else "sprint-result").click()
        if claims == 1:
            page.await_table()
    return page.page


@scene
def practice_chain_offline(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open("ultra+chain")
    page.await_supply(online="true")
    page.page.context.set_offline(True)
    page.await_supply(online="false")
    return page.page


@scene
def daily(studio: Studio) -> Page:
    page = DailyPage(studio.page(), studio.server.url).open().begin()
    claims = page.puzzle()["claims"]
    page.press(*claims[0]["places"])
    page.test("hint").click()
    places = claims[1]["places"]
    page.press(*places[:2], next(slot for slot in range(9) if slot not in places))
    expect(page.test("verdict")).to_contain_text(re.compile(r"\.\W+\w"))
    return page.page


@scene
def daily_solved(studio: Studio) -> Page:
    page = DailyPage(studio.page(), studio.server.url).open(name="advanced").begin()
    puzzle = page.puzzle("advanced")
    page.test("hint").click()
    page.solve(puzzle)
    page.await_waiting(0)
    page.test("club-solved").wait_for()
    return page.page


@scene
def daily_third(studio: Studio) -> Page:
    date = date_of_special("third")
    page = DailyPage(studio.page(), studio.server.url).open(date, "special").begin()
    page.test("hint").click()
    (answer,) = page.puzzle("special")["answers"]
    for feature in range(1, len(answer)):
        page.page.locator(f'[data-testid="name-{feature}-0"]').check(force=True)
    return page.page


@scene
def daily_given_up(studio: Studio) -> Page:
    date = date_of_special("all", "ultra9")
    page = DailyPage(studio.page(), studio.server.url).open(date, "special").begin()
    page.test("give-up").click()
    page.test("really-give-up").click()
    page.test("answers").wait_for()
    return page.page


@scene
def daily_coop(studio: Studio) -> Page:
    date = date_of_special("coop")
    page = DailyPage(studio.page(), studio.server.url).open(date, "special").begin()
    page.press(*page.puzzle("special")["claims"][0]["places"])
    page.test("put-back").wait_for()
    return page.page


@scene
def daily_archive(studio: Studio) -> Page:
    page = studio.page()
    page.goto(f"{studio.server.url}/daily/archive")
    page.locator("[data-day]").first.wait_for()
    page.get_by_test_id("my-dailies").wait_for()
    return page


@scene
def daily_refused(studio: Studio) -> Page:
    page = studio.page()
    page.goto(f"{studio.server.url}/daily/2026-02-30")
    page.get_by_test_id("refusal").wait_for()
    return page


@scene
def lesson_read(studio: Studio) -> Page:
    return open_lesson(studio, "set", ReadStep)


@scene
def lesson_judge(studio: Studio) -> Page:
    page = open_lesson(studio, "set", JudgeStep)
    page.get_by_test_id("yes").click()
    return page


@scene
def lesson_pick(studio: Studio) -> Page:
    page = open_lesson(studio, "set", PickStep)
    for card in page.locator("button.card").all()[:3]:
        if card.get_attribute("aria-pressed") == "false":
            card.click()
    return page


@scene
def lesson_chain(studio: Studio) -> Page:
    return open_lesson(studio, "chain", PickStep)


@scene
def lesson_eight(studio: Studio) -> Page:
    return open_lesson(studio, "eight", PickStep)


@scene
def lesson_memory(studio: Studio) -> Page:
    return open_lesson(studio, "memory", PickStep)


@scene
def lesson_ultra9(studio: Studio) -> Page:
    return open_lesson(studio, "ultra9", PickStep)


@scene
def passcode(studio: Studio) -> Page:
    table = studio.server.open_table("memory", access="passcode", passcode=PASSCODE)
    page = studio.page()
    page.goto(f"{studio.server.url}/table/{table}")
    page.get_by_test_id("passcode").fill("open, please")
    page.keyboard.press("Enter")
    return page


@scene
def nowhere(studio: Studio) -> Page:
    page = studio.page()
    page.goto(f"{studio.server.url}/nowhere")
    page.get_by_test_id("apology").wait_for()
    return page


# -- before the start --------------------------------------------------------------------------
