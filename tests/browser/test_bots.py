"""Bots on the pages: added by a button, played against, removed, and a game against one at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Pages
from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer
from tests.club import ClubServer
from tests.every import sparing
from thirdcard.bots import LEVELS


def add_bot(page: TablePage, level: int) -> None:
    """Add a bot with the dialog that is opened by the shown button."""
    if not page.test("bots").is_visible():
        page.test("menu").click()
    page.test("bots").click()
    page.test(f"add-bot-{level}").click()


def test_the_five_levels_are_those_of_the_library(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table()).sit("Ann")
    table.test("bots").click()
    levels = table.page.locator(".bots .level")
    expect(levels).to_have_count(len(LEVELS))
    for level in LEVELS:
        shown = table.test(f"add-bot-{level.number}")
        expect(shown.locator("b")).to_have_text(level.title)
        expect(shown.locator(".sentence")).to_have_text(level.sentence)


@pytest.mark.parametrize("size", sparing(["phone", "wide"], "phone"))
def test_a_bot_is_added_before_the_game_and_removed_in_it(
    pages: Pages, server: ClubServer, size: str
) -> None:
    table = pages.table(server.open_table("classic"), size).sit("Ann")
    watcher = pages.table(table.table)
    add_bot(table, 1)
    for page in (table, watcher):
        expect(page.page.locator("[data-bot] .name")).to_have_text("Bot · child")
    table.start()
    ann = PagePlayer(table, "classic", 1)
    for _ in range(3):
        ann.move()
    assert table.look().scores[0] >= 1

    add_bot(table, 1)
    for page in (table, watcher):
        expect(page.page.locator(".scores [data-bot]")).to_have_count(2)
    if size == "phone":
        table.test("bots").click()
        removers = table.page.locator("dialog[open]").get_by_label("Remove Bot · child", exact=True)
    else:
        removers = table.page.locator(".scores").get_by_label("Remove Bot · child", exact=True)
    removers.click()
    for page in (table, watcher):
        gone = page.page.locator('.scores [data-bot][data-presence="left"]')
        expect(gone).to_have_count(1)
        expect(gone).to_have_attribute("data-seat", "1")
    expect(watcher.test("bots")).to_have_count(0)
    expect(watcher.test("remove-bot")).to_have_count(0)


def test_a_bot_is_removed_before_the_game_with_the_keyboard(
    pages: Pages, server: ClubServer
) -> None:
    table = pages.table(server.open_table("classic")).sit("Ann")
    table.test("bots").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("dialog[open]")).to_be_visible()
    table.test("add-bot-5").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("dialog[open]")).to_have_count(0)
    expect(table.test("seat-count")).to_have_text("2 of 8 seats")
    table.page.locator(".lobby-seats > .seats").get_by_label("Remove Bot · world class").focus()
    table.page.keyboard.press("Enter")
    expect(table.test("seat-count")).to_have_text("1 of 8 seats")


def test_a_full_table_has_no_room_for_bots(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table("classic", seats=2)).sit("Ann")
    add_bot(table, 2)
    table.test("bots").click()
    expect(table.page.locator("dialog[open]")).to_contain_text("All seats are taken.")
    expect(table.test("add-bot-2")).to_be_disabled()


def test_a_game_against_a_bot_is_one_press_away(pages: Pages) -> None:
    start = pages.start("phone")
    start.choose("junior")
    start.test("bot-level").select_option("5")
    expect(start.test("bot-sentence")).to_have_text(LEVELS[4].sentence)
    name = start.test("my-name").inner_text()
    start.test("play-bot").click()
    start.page.wait_for_url("**/table/*")
    table = TablePage(start.page, start.url).await_cards()
    expect(table.page.locator("[data-me]")).to_contain_text(name)
    expect(table.page.locator("[data-bot]")).to_contain_text("world class")
    expect(table.page.locator('[data-seat="1"] [data-score]')).not_to_have_text("0")
