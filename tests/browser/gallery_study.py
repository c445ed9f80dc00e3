"""Scenes of tables that are opened by their address."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import StudyPage
from tests.browser.studio import Studio, scene

SIX = "2GOO-3GOO-2GOD-1PHS-2RHD-1POO-1RHO-3GHO-2RSO-1GSD-3PSS-3RHO"
"""Twelve cards with several Sets, some of them disjoint."""
DIVIDED = (
    "x-2PSO-3GSO-3ROS-3GOD-1ROD_2ROO-x-1PHO-2PSD-1PSO-2RHD_x-1POO-3ROD-2ROD-3GSS-3PSD"
    "?variant=ultra+chain&previous=2GHD_3GHO_1GHS"
)
"""A table in groups, with gaps, and a claim to be continued."""


def study(studio: Studio, address: str) -> StudyPage:
    return StudyPage(studio.page(), studio.server.url).open(address).await_table()


@scene
def study_form(studio: Studio) -> Page:
    page = StudyPage(studio.page(), studio.server.url).open()
    page.page.locator("select").first.wait_for()
    page.test("study-open").click()
    expect(page.page.get_by_role("alert").first).to_be_visible()
    return page.page


@scene
def study_wrong_code(studio: Studio) -> Page:
    page = StudyPage(studio.page(), studio.server.url).open("1RSD-2GHX-3POO")
    page.test("study-problem").wait_for()
    return page.page


@scene
def study_solving(studio: Studio) -> Page:
    page = study(studio, SIX)
    first, second = page.claims("classic", SIX)[:2]
    page.press(*first)
    page.test("hint").click()
    page.press(*second[:2], next(s for s in range(12) if s not in second))
    expect(page.test("verdict")).to_contain_text("In ")
    page.test("ask-why").click()
    page.test("why").wait_for()
    return page.page


@scene
def study_answers(studio: Studio) -> Page:
    page = study(studio, SIX)
    page.test("reveal").click()
    for question in ("packing", "domination", "duel"):
        page.test(f"question-{question}").and_(page.page.locator("[data-status]")).wait_for(
            timeout=60_000
        )
    page.test("show-packing").click()
    return page.page


@scene
def study_divided(studio: Studio) -> Page:
    page = study(studio, DIVIDED)
    page.test("reveal").click()
    page.test("conflicts").wait_for()
    return page.page
