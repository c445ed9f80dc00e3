"""axe-core finds no grave fault in any state of any page, in any light and on any screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import find_faults
from tests.browser.gallery import SCENES, Studio
from tests.browser.screenshots import PAGE_SIZES
from tests.club import ClubServer
from tests.every import sparing
from thirdcard.core.themes import THEMES

SOME = ("daily-solved", "race-chat-and-votes")
"""Scenes that have most of what there is on pages."""
LIGHTS = ("light", "dark")
SIZES = ("phone", "wide")


@pytest.fixture(scope="module")
def studio(browser: Browser, server: ClubServer) -> Iterator[Studio]:
    studio = Studio(browser, server)
    yield studio
    studio.close()


def show(page: Page, size: str, light: str) -> None:
    width, height = PAGE_SIZES[size]
    page.emulate_media(color_scheme=light, reduced_motion="reduce")  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(300)


@pytest.mark.parametrize("name", sparing(SCENES, *SOME))
def test_no_page_has_a_grave_fault(studio: Studio, name: str) -> None:
    page = SCENES[name](studio)
    faults = {}
    for size in SIZES:
        for light in LIGHTS:
            show(page, size, light)
            faults[size, light] = find_faults(page)
    studio.strike()
    assert not any(faults.values()), faults


@pytest.mark.parametrize("light", sparing(LIGHTS, "dark"))
@pytest.mark.parametrize("theme", sparing([key for key in THEMES if key != "classic"], "children"))
def test_no_look_of_the_cards_brings_one(studio: Studio, theme: str, light: str) -> None:
    page = SCENES["settings-table"](studio)
    show(page, "wide", light)
    page.get_by_test_id(f"theme-{theme}").click()
    page.locator(f'#sprite[data-theme="{theme}"]').wait_for(state="attached")
    faults = find_faults(page)
    page.get_by_test_id("close-settings").click()
    faults += find_faults(page)
    studio.strike()
    assert faults == []


def test_a_fault_is_found(studio: Studio) -> None:
    page = SCENES["nowhere"](studio)
    page.evaluate(
        """() => {
          const field = document.createElement("input");
          const text = document.createElement("p");
          text.textContent = "What nobody can read";
          text.style.cssText = "background: #fff; color: #eee";
          document.querySelector("main").append(field, text);
        }"""
    )
    found = " ".join(find_faults(page))
    studio.strike()
    assert "label" in found
    assert "color-contrast" in found
