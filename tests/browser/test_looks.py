"""What readers choose for themselves: light, cards, board, motion, sounds, cards alone."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Pages
from tests.browser.gallery_looks import choose, open_settings
from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer
from tests.club import ClubServer
from tests.every import sparing
from tests.looks import most_alike, photograph
from thirdcard.core.colour import VISIONS, Vision
from thirdcard.core.themes import CLASSIC_THEME, THEMES
from thirdcard.variants.registry import parse_deck

LEAST_SHARE = 0.2
"""A fifth of what is drawn on either of two cards is seen to differ, whoever looks."""

FORMS = {
    key + ("-dark" if dark else ""): theme.form(dark=dark)
    for key, theme in THEMES.items()
    for dark in (False, True)
}
BACKGROUND = "() => getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(244, 241, 234)", "rgb(20, 24, 26)"

# Every audio context of the page and its first gain, by which all is heard.
LISTEN = """
window.heard = [];
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    this.tones = 0;
    window.heard.push(this);
  }
  createGain() {
    const gain = super.createGain();
    this.first ??= gain;
    return gain;
  }
  createOscillator() {
    this.tones++;
    return super.createOscillator();
  }
};
"""
HEARD = "() => window.heard.map((c) => [c.state, c.first.gain.value, c.tones])"


def sit(pages: Pages, server: ClubServer, size: str = "desk", **options: Any) -> TablePage:
    return pages.table(server.open_table(), size, **options).sit("Ann").start()


def set_up(page: Page, /, **settings: str) -> None:
    choose(open_settings(page), **settings)


# -- measured on pictures ---------------------------------------------------------------------


@pytest.mark.parametrize("name", sparing(FORMS, "classic", "colour-blind-dark"))
def test_all_eyes_tell_any_two_cards_apart(browser: Browser, name: str) -> None:
    theme = FORMS[name]
    cards = photograph(browser, parse_deck("classic"), theme)
    assert len(cards) == 81
    for vision in VISIONS.values():
        found = most_alike(cards, theme.plain.face, vision)
        assert found.share >= LEAST_SHARE, (vision.key, found)


@pytest.mark.parametrize("vision", [VISIONS["protanopia"], VISIONS["deuteranopia"]])
def test_red_and_green_of_equal_lightness_are_found_out(browser: Browser, vision: Vision) -> None:
    alike = {"protanopia": ("#c85a18", "#7f7f20"), "deuteranopia": ("#d0500f", "#6f8000")}
    theme = replace(CLASSIC_THEME, colours=(*alike[vision.key], "#64309a"))
    cards = photograph(browser, parse_deck("junior"), theme)
    assert most_alike(cards, theme.plain.face, VISIONS["normal"]).share >= LEAST_SHARE
    assert most_alike(cards, theme.plain.face, vision).share < LEAST_SHARE


# -- light and dark -----------------------------------------------------------------------------


def test_page_and_cards_are_dark_as_chosen_or_as_the_system_says(pages: Pages) -> None:
    page = pages.start("desk", color_scheme="dark").page
    sprite = page.locator("#sprite")
    expect(sprite).to_have_attribute("data-form", "dark")
    assert page.evaluate(BACKGROUND) == DARK
    set_up(page, page="light")
    expect(sprite).to_have_attribute("data-form", "light")
    assert page.evaluate(BACKGROUND) == LIGHT
    set_up(page, page="dark")
    page.emulate_media(color_scheme="light")
    expect(sprite).to_have_attribute("data-form", "dark")
    assert page.evaluate(BACKGROUND) == DARK
    set_up(page, page="system")
    expect(sprite).to_have_attribute("data-form", "light")
    page.emulate_media(color_scheme="dark")
    expect(sprite).to_have_attribute("data-form", "dark")


def test_a_dark_page_is_dark_before_its_script_is_here(pages: Pages) -> None:
    page = pages.start("desk").page
    set_up(page, page="dark", motion="off")
    page.route("**/assets/*.js", lambda route: route.abort())
    pages.expect_problem(page, "ERR_FAILED")
    page.reload()
    assert page.locator("#app").inner_html() == ""
    assert page.evaluate(BACKGROUND) == DARK
    assert page.evaluate("() => document.documentElement.dataset.motion") == "off"


def test_other_tabs_follow_and_what_makes_no_sense_is_left_out(
    pages: Pages, server: ClubServer
) -> None:
    page = pages.start("desk").page
    kept = '{"page": "grey", "theme": "contrast", "volume": "loud", "lines": 7}'
    page.evaluate("(kept) => localStorage.setItem('thirdcard.settings', kept)", kept)
    page.reload()
    expect(page.locator("#sprite")).to_have_attribute("data-theme", "contrast")
    assert page.evaluate(BACKGROUND) == LIGHT
    other = page.context.new_page()
    other.goto(server.url)
    set_up(other, page="dark", theme="children")
    expect(page.locator("html")).to_have_attribute("data-page", "dark")
    expect(page.locator("#sprite")).to_have_attribute("data-theme", "children")
    other.close()


# -- words ----------------------------------------------------------------------------------------


def test_words_call_the_colours_as_the_cards_show_them(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table(), "desk").sit("Ann").start()
    usual, own = r"\b(red|green|purple)\b", r"\b(orange|teal|violet)\b"
    first = table.page.locator("[data-slot]").first
    expect(first).to_have_attribute("aria-label", re.compile(usual))
    set_up(table.page, theme="colour-blind")
    expect(first).to_have_attribute("aria-label", re.compile(own))
    cards = [card for card in table.look().slots.values() if card]
    wrong = next(three for three in combinations(cards, 3) if len({c[1] for c in three}) == 2)
    table.press(*wrong)
    table.expect_message(rf"colour: .*{own}")
    table.test("why-button").click()
    row = table.page.locator('[data-feature="colour"]')
    expect(row.locator("td").first).to_have_text(re.compile(own))
    for name in ("red", "green", "purple"):
        expect(row).not_to_contain_text(name)


# -- cards and board ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", sparing(["desk", "phone"], "phone"))
@pytest.mark.parametrize(
    "wishes",
    sparing(product(["rows", "columns"], ["lying", "standing"]), ("columns", "standing")),
)
def test_cards_and_lines_are_as_wished_and_keys_follow(
    pages: Pages, server: ClubServer, size: str, wishes: tuple[str, str]
) -> None:
    lines, cards = wishes
    table = sit(pages, server, size)
    set_up(table.page, cards=cards, lines=lines)
    board = table.page.locator(".board")
    expect(board).to_have_attribute("data-flow", lines)
    boxes = [table.box(slot) for slot in range(12)]
    around = board.bounding_box()
    assert around
    for x, y, width, height in boxes:
        assert (width > height) == (cards == "lying")
        assert around["x"] <= x
        assert x + width <= around["x"] + around["width"]
        assert around["y"] <= y
        assert y + height <= around["y"] + around["height"]
    across, down = (1, 3) if lines == "rows" else (3, 1)
    assert boxes[across][0] > boxes[0][0]
    assert boxes[down][1] > boxes[0][1]
    for slot, key in enumerate("123qweasdzxc" if lines == "rows" else "qazwsxedcrfv"):
        table.page.keyboard.press(key)
        expect(table.slot(slot)).to_have_attribute("aria-pressed", "true")
        table.page.keyboard.press(key)


def test_nothing_moves_where_motion_is_off(pages: Pages, server: ClubServer) -> None:
    table = sit(pages, server, reduced_motion="no-preference")
    duration = "() => getComputedStyle(document.querySelector('.turning')).animationDuration"
    moving = table.page.evaluate(duration)
    assert moving not in ("0.001s", "0s")
    set_up(table.page, motion="off")
    assert table.page.evaluate(duration) == "0.001s"
    set_up(table.page, motion="system")
    assert table.page.evaluate(duration) == moving
    table.page.emulate_media(reduced_motion="reduce")
    assert table.page.evaluate(duration) == "0.001s"


# -- sounds ------------------------------------------------------------------------------------


def test_a_claim_sounds_as_loudly_as_it_is_set(pages: Pages, server: ClubServer) -> None:
    page = pages.new("desk")
    page.add_init_script(LISTEN)
    table = TablePage(page, server.url).open(server.open_table())
    assert page.evaluate(HEARD) == []
    table.sit("Ann").start()
    player = PagePlayer(table, "classic", 1)

    def claim() -> tuple[str, float, int]:
        before = sum(tones for _, _, tones in page.evaluate(HEARD))
        player.move()
        page.wait_for_function(f"(n) => ({HEARD})().some(([, , tones]) => tones > n)", arg=before)
        [(state, gain, tones)] = page.evaluate(HEARD)
        return state, gain, tones - before

    page.wait_for_function(f"() => ({HEARD})().every(([state]) => state === 'running')")
    state, usual, tones = claim()
    assert (state, tones) == ("running", 3)
    open_settings(page)
    page.get_by_test_id("volume").fill("100")
    page.get_by_test_id("close-settings").click()
    page.wait_for_timeout(400)
    _, loud, _ = claim()
    assert loud == pytest.approx(0.5)
    assert usual == pytest.approx(0.5 * 0.6**2)


def test_no_sound_where_it_is_off(pages: Pages, server: ClubServer) -> None:
    page = pages.new("desk")
    page.add_init_script(LISTEN)
    kept = "localStorage.setItem('thirdcard.settings', '{\"sound\": false}')"
    page.add_init_script(kept)
    table = TablePage(page, server.url).open(server.open_table()).sit("Ann").start()
    PagePlayer(table, "classic", 1).move()
    page.wait_for_timeout(500)
    assert page.evaluate(HEARD) == []


# -- nothing but cards -------------------------------------------------------------------------


@pytest.mark.parametrize("size", sparing(["desk", "phone"], "phone"))
def test_focus_shows_the_cards_and_what_is_needed(
    pages: Pages, server: ClubServer, size: str
) -> None:
    table = sit(pages, server, size)
    other = pages.table(table.table).sit("Bob")
    page = table.page
    page.locator('[data-seat="1"]').wait_for()
    before = table.box(0)
    if page.get_by_test_id("menu").is_visible():
        page.get_by_test_id("menu").click()
    page.get_by_test_id("focus").click()
    for hidden in (".top-bar", '[data-seat="1"]', ".last-claim"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("[data-me]")).to_be_visible()
    after = table.box(0)
    assert after[2] * after[3] >= before[2] * before[3]
    page.keyboard.press("F2")
    expect(page.locator(".top-bar")).to_be_visible()
    page.keyboard.press("F2")
    page.reload()
    table.await_cards()
    expect(page.locator(".top-bar")).to_be_hidden()
    page.locator("[data-slot]").first.click()
    page.keyboard.press("Escape")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator(".top-bar")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".top-bar")).to_be_visible()
    expect(other.page.locator(".top-bar")).to_be_visible()


def test_focus_is_left_with_its_button_and_ends_with_the_game(
    pages: Pages, server: ClubServer
) -> None:
    table = pages.table(server.open_table(end_score=1), "phone").sit("Ann").start()
    page = table.page
    page.keyboard.press("F2")
    page.get_by_test_id("leave-focus").click()
    expect(page.locator(".top-bar")).to_be_visible()
    page.keyboard.press("F2")
    expect(page.locator(".top-bar")).to_be_hidden()
    assert PagePlayer(table, "classic", 1).move()
    table.test("end-screen").wait_for()
    expect(page.locator(".top-bar")).to_be_visible()
