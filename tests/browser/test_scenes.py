"""In every state and size all is in its place: nothing is cut off, and no banner covers cards."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.gallery import SCENES, Studio
from tests.browser.pages import TablePage
from tests.browser.screenshots import PAGE_SIZES
from tests.club import ClubServer
from tests.every import sparing

CROWDED = (
    "account-guest",
    "account-member",
    "called-by-me",
    "coop",
    "disconnected",
    "focus",
    "focus-chain",
    "ended-verified",
    "opener-options",
    "options-dialog",
    "settings",
    "settings-table",
    "start",
    "waiting-host",
    "why",
)
"""Scenes in which much has to find its place."""
PLAYED = (
    "called-by-another",
    "chain",
    "duel-their-turn",
    "eight",
    "hinted",
    "locked",
    "many-players",
    "race",
    "timed",
    "votes",
)
"""Scenes with something beside the cards, which must not cover them."""
OVERLAP = 8
"""So many pixels a banner may lie over the edge of a card: less than its margin."""

# What is beyond the window, or the box in which it stands, unless that scrolls or shortens it.
FIND_MISPLACED = """
() => {
  const boxes = ".why, .hold, .vote, .call-button, .top-bar, .seat, .shared-result, .turn-banner,"
    + ".sheet, .notice, .option, .my-table, .open-table, .masthead";
  const isCut = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { clipPath, overflowX, textOverflow } = getComputedStyle(at);
      if (clipPath !== "none" || textOverflow === "ellipsis") return true;
      if (at !== element && overflowX === "auto") return true;
    }
    return false;
  };
  const root = document.documentElement;
  const found = root.scrollWidth > root.clientWidth ? ["the page is too wide"] : [];
  for (const element of document.querySelectorAll(
    "a, b, button, dd, h1, h2, h3, input, label, li, p, select, small, td, th, .tag, .countdown",
  )) {
    const { left, right, width } = element.getBoundingClientRect();
    const isSeen = width > 0 && element.checkVisibility({ visibilityProperty: true });
    if (!isSeen || isCut(element)) continue;
    const box = element.parentElement.closest(boxes)?.getBoundingClientRect();
    const name = `${element.localName} ${element.className} “${element.textContent.slice(0, 30)}”`;
    const isIn = (from, to) => left >= from - 1 && right <= to + 1;
    if (!isIn(0, innerWidth)) found.push(`${name} is beyond the window`);
    else if (box && !isIn(box.left, box.right)) found.push(`${name} sticks out of its box`);
  }
  return found;
}
"""

MEASURE_COVER = """
() => {
  const rows = [...document.querySelectorAll(".hold, .turn-banner, .shared-result, .side")];
  return [...document.querySelectorAll("[data-slot]")].flatMap((card) => {
    const one = card.getBoundingClientRect();
    return rows.map((row) => {
      const two = row.getBoundingClientRect();
      const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      return Math.round(Math.min(width, height));
    });
  });
}
"""


@pytest.fixture
def studio(browser: Browser, server: ClubServer) -> Iterator[Studio]:
    studio = Studio(browser, server)
    yield studio
    studio.close()


@pytest.mark.parametrize(
    "name",
    sparing(
        [*CROWDED, *PLAYED],
        *("focus-chain", "why"),
    ),
)
def test_all_is_in_its_place(studio: Studio, server: ClubServer, name: str) -> None:
    page = TablePage(SCENES[name](studio), server.url)
    for size, (width, height) in PAGE_SIZES.items():
        page.page.set_viewport_size({"width": width, "height": height})
        page.page.wait_for_function(f"() => innerWidth === {width}")
        assert page.at_rest(FIND_MISPLACED) == [], size
        if name in PLAYED:
            cover: list[int] = page.at_rest(MEASURE_COVER)
            assert cover
            assert max(cover) <= OVERLAP, size
