"""Keyboard and touch."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Pages
from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer
from tests.club import ClubServer

COLUMNS = "qazwsxedcrfv"
ROWS = "123qweasdzxc"


def open_alone(pages: Pages, server: ClubServer, variant: str, size: str) -> TablePage:
    return pages.table(server.open_table(variant), size).sit("Ann").start()


def marked_slots(page: Page) -> list[int]:
    marked = page.locator('[data-slot][aria-pressed="true"]')
    return sorted(int(str(card.get_attribute("data-slot"))) for card in marked.all())


@pytest.mark.parametrize(("size", "keys"), [("desk", COLUMNS), ("phone", ROWS)])
def test_a_key_marks_the_card_that_lies_as_the_key_does(
    pages: Pages, server: ClubServer, size: str, keys: str
) -> None:
    table = open_alone(pages, server, "classic", size)
    for slot, key in enumerate(keys):
        table.page.keyboard.press(key)
        expect(table.slot(slot)).to_have_attribute("aria-pressed", "true")
        expect(table.slot(slot).locator("kbd")).to_have_text(key, ignore_case=True)
        table.page.keyboard.press(key.upper())
        expect(table.slot(slot)).to_have_attribute("aria-pressed", "false")


def test_escape_unmarks_all(pages: Pages, server: ClubServer) -> None:
    table = open_alone(pages, server, "classic", "desk")
    table.page.keyboard.type("qw")
    assert marked_slots(table.page) == [0, 3]
    table.page.keyboard.press("Escape")
    expect(table.page.locator('[aria-pressed="true"]')).to_have_count(0)


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_a_key_with_a_modifier_is_the_browsers(
    pages: Pages, server: ClubServer, modifier: str
) -> None:
    table = open_alone(pages, server, "classic", "desk")
    table.page.keyboard.press(f"{modifier}+e")
    table.page.keyboard.press("w")
    expect(table.slot(3)).to_have_attribute("aria-pressed", "true")
    assert marked_slots(table.page) == [3]


def test_a_field_that_has_the_focus_has_the_keys(pages: Pages, server: ClubServer) -> None:
    table = open_alone(pages, server, "classic", "desk")
    watcher = pages.table(table.table)
    watcher.test("name").fill("")
    watcher.test("name").press_sequentially("qaz")
    expect(watcher.test("name")).to_have_value("qaz")
    expect(watcher.test("message")).not_to_contain_text("watching")
    table.test("settings").click()
    table.test("volume").focus()
    table.page.keyboard.press("q")
    table.test("close-settings").click()
    table.test("rules").click()
    table.page.keyboard.press("a")
    assert marked_slots(table.page) == []


def test_a_junior_game_by_keyboard_alone(pages: Pages, server: ClubServer) -> None:
    table = TablePage(pages.new("desk"), server.url)
    table.page.goto(f"{server.url}/table/{server.open_table('junior')}")
    keyboard = table.page.keyboard
    for testid, words in (("sit", "Ann"), ("start", "")):
        table.test(testid).wait_for()
        focused = table.page.locator(f'[data-testid="{"name" if words else testid}"]:focus')
        for _ in range(12):
            if focused.count():
                break
            keyboard.press("Tab")
        keyboard.type(words)
        keyboard.press("Enter")
    table.await_cards()
    player = PagePlayer(table, "junior", 3)
    while not (seen := table.look()).ended:
        claim = player.find_claim()
        assert claim
        slot_of = {card: slot for slot, card in seen.slots.items()}
        keyboard.type("".join("qazwsxedcrfvtgbyhnujm"[slot_of[card]] for card in claim))
        table.until("(shown, seq) => shown > seq", seen.seq)
    assert seen.scores[0] >= 6


def test_enter_claims_where_claims_differ_in_size(pages: Pages, server: ClubServer) -> None:
    table = open_alone(pages, server, "eight", "desk")
    claim = PagePlayer(table, "eight", 1).find_claim()
    assert claim
    table.press(*claim)
    seq = table.seq
    table.page.keyboard.press("Enter")
    table.until("(shown, seq) => shown > seq", seq)
    assert table.look().scores == [1]


def test_a_card_is_marked_when_the_finger_comes_down(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table(), "phone", has_touch=True).sit("Ann").start()
    box = table.slot(4).bounding_box()
    assert box
    finger = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch = table.page.context.new_cdp_session(table.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(table.slot(4)).to_have_attribute("aria-pressed", "true")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.slot(5).tap()
    expect(table.slot(5)).to_have_attribute("aria-pressed", "true")
    assert marked_slots(table.page) == [4, 5]


def test_space_marks_the_card_that_has_the_focus(pages: Pages, server: ClubServer) -> None:
    table = open_alone(pages, server, "classic", "desk")
    table.slot(3).focus()
    table.page.keyboard.press("Space")
    assert marked_slots(table.page) == [3]
    table.page.keyboard.press("Space")
    expect(table.page.locator('[aria-pressed="true"]')).to_have_count(0)
