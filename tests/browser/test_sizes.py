"""Whatever the screen, all cards are in sight, apart, and large enough to be touched."""

from typing import Any

import pytest

from tests.browser.conftest import SIZES, Pages
from tests.club import ClubServer
from tests.every import sparing

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "classic": ("classic", {}),
    "classic 15": ("classic", {"table_size": 15}),
    "classic 21": ("classic", {"table_size": 21}),
    "ultra": ("ultra", {}),
    "ultra9": ("ultra9", {}),
    "mega": ("mega", {}),
    "chain": ("chain", {}),
}
LEAST_ON_PHONE = 44
"""Shortest side that a finger hits."""

MEASURE = """
() => {
  const root = document.documentElement;
  const cards = [...document.querySelectorAll("[data-slot]")];
  return {
    overflow: root.scrollWidth - root.clientWidth,
    height: root.scrollHeight - root.clientHeight,
    boxes: cards.map((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return { left, top, right, bottom, clear: card.contains(over) };
    }),
  };
}
"""


@pytest.mark.parametrize("name", sparing(TABLES, "classic", list(TABLES)[-1]))
def test_a_table_fits_on_every_screen(pages: Pages, server: ClubServer, name: str) -> None:
    variant, options = TABLES[name]
    page = pages.table(server.open_table(variant, **options), "wide").sit("Bartholomew the Bold")
    page.start()
    for size, (width, height) in SIZES.items():
        page.page.set_viewport_size({"width": width, "height": height})
        page.page.wait_for_function(f"() => innerWidth === {width} && innerHeight === {height}")
        measured: dict[str, Any] = page.at_rest(MEASURE)
        assert measured["overflow"] <= 0, size
        assert measured["height"] <= 0, size
        boxes = measured["boxes"]
        for box in boxes:
            assert box["left"] >= 0, size
            assert box["right"] <= width, size
            assert box["top"] >= 0, size
            assert box["bottom"] <= height, size
            assert box["clear"], size
            least = min(box["right"] - box["left"], box["bottom"] - box["top"])
            if size == "phone" and len(boxes) <= 21:
                assert least >= LEAST_ON_PHONE
        for index, one in enumerate(boxes):
            for two in boxes[index + 1 :]:
                assert (
                    one["right"] <= two["left"]
                    or two["right"] <= one["left"]
                    or one["bottom"] <= two["top"]
                    or two["bottom"] <= one["top"]
                ), size


@pytest.mark.parametrize("size", sparing(["phone", "tablet", "wide"], "phone"))
def test_the_start_page_and_a_lobby_fit(pages: Pages, server: ClubServer, size: str) -> None:
    start = pages.start(size)
    start.page.locator(".sample").first.wait_for()
    assert start.page.evaluate(MEASURE)["overflow"] <= 0
    lobby = pages.table(server.open_table("mega+super+chain"), size).sit("W" * 24)
    lobby.page.locator(".lobby .sentences li").first.wait_for()
    assert lobby.page.evaluate(MEASURE)["overflow"] <= 0


TARGETS = """
() => [...document.querySelectorAll("button, a.button, input, select")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return [element.dataset.testid ?? element.className, Math.round(Math.min(width, height))];
  })
"""


def test_whatever_can_be_touched_on_a_phone_is_large_enough(
    pages: Pages, server: ClubServer
) -> None:
    options: dict[str, Any] = {
        "call_seconds": 5,
        "growth": "vote",
        "hints": "private",
        "end_seconds": 600,
    }
    page = pages.table(server.open_table("classic", **options), "phone", has_touch=True)
    page.sit("Ann").start()
    page.test("menu").click()
    page.test("chat-button").click()
    page.test("chat-input").wait_for()
    targets = dict(page.at_rest(TARGETS))
    assert {"call", "ask-cards", "hint", "say", "chat-close", "menu"} <= targets.keys()
    assert {name: size for name, size in targets.items() if size < LEAST_ON_PHONE} == {}
