"""Scenes of what readers choose for themselves: the settings, and pages that follow them."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.pages import StartPage
from tests.browser.studio import Studio, furnish, move_all, scene


def open_settings(page: Page) -> Page:
    """Open the settings, in the menu where there is one."""
    menu = page.get_by_test_id("menu")
    if menu.is_visible():
        menu.click()
    page.get_by_test_id("settings").click()
    page.get_by_test_id("theme-classic").wait_for()
    return page


@scene
def settings(studio: Studio) -> Page:
    furnish(studio)
    page = StartPage(studio.page(), studio.server.url).open().page
    page.locator(".sample").first.wait_for()
    return open_settings(page)


@scene
def settings_table(studio: Studio) -> Page:
    page, emmy = studio.game()
    move_all(page, emmy, 2)
    return open_settings(page.page)


@scene
def focus(studio: Studio) -> Page:
    page, emmy = studio.game(hints="vote", call_seconds=5)
    move_all(page, emmy, 0)
    page.page.keyboard.press("F2")
    page.test("leave-focus").wait_for()
    return page.page


@scene
def focus_chain(studio: Studio) -> Page:
    page, emmy = studio.game("chain")
    move_all(page, emmy, 2, "chain")
    page.page.keyboard.press("F2")
    page.test("leave-focus").wait_for()
    return page.page


def choose(page: Page, /, **settings: str) -> None:
    """Choose settings in the dialog, which is open, and close it."""
    for name, value in settings.items():
        page.get_by_test_id(f"{name}-{value}").click()
    page.get_by_test_id("close-settings").click()


@scene
def themes_dark(studio: Studio) -> Page:
    page, emmy = studio.game()
    move_all(page, emmy, 2)
    choose(open_settings(page.page), page="dark", theme="colour-blind", cards="standing")
    page.page.locator('#sprite[data-form="dark"]').wait_for(state="attached")
    return page.page


@scene
def mega_dark(studio: Studio) -> Page:
    page, emmy = studio.game("mega")
    move_all(page, emmy, 1, "mega")
    choose(open_settings(page.page), page="dark", lines="rows")
    page.page.locator('#sprite[data-form="dark"]').wait_for(state="attached")
    return page.page
