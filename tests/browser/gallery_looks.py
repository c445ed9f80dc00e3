"""Scenes of what readers choose for themselves: the settings, and pages that follow them."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.gallery import Studio, furnish, move_all, scene
from tests.browser.pages import StartPage


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
