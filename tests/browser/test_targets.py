"""On the narrowest telephones a finger finds whatever can be pressed, on every page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.gallery import SCENES, Studio
from tests.club import ClubServer
from tests.every import sparing

LEAST = 44
CROWDED = ("ultra9",)
"""Scenes with more than 21 cards: these may be smaller, and nothing else."""
LEAST_CARD = 40
NARROW = ((360, 640), (320, 640))
SOME = ("daily-solved", "race-chat-and-votes")

# What can be pressed and is too small, with its size.  Links within text are as high as its lines;
# a field in a label is pressed with the label; what is disabled is not pressed; beside the steps of
# a lesson there are the buttons back and on.
FIND_SMALL = """
([least, leastCard]) => {
  const dialog = document.querySelector("dialog[open]");
  const found = [];
  for (const one of (dialog ?? document).querySelectorAll(
    "a[href], button, input, select, textarea, summary, [role=button]",
  )) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (one.disabled || one.closest(".visually-hidden, .skip, .progress")) continue;
    const isInText = one.localName === "a"
      && getComputedStyle(one).display === "inline"
      && [...one.parentElement.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (isInText) continue;
    const pressed = one.matches("input") ? one.closest("label") ?? one : one;
    const boxes = [pressed, one].map((element) => element.getBoundingClientRect());
    const [width, height] = [
      Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
    if (Math.min(width, height) < (one.matches("[data-slot]") ? leastCard : least) - 0.5) {
      const name = one.dataset.testid ?? one.getAttribute("aria-label") ?? one.className;
      found.push(`${one.localName} ${name} ${one.textContent.trim().slice(0, 20)}:`
        + ` ${Math.round(width)}x${Math.round(height)}`);
    }
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def studio(browser: Browser, server: ClubServer) -> Iterator[Studio]:
    studio = Studio(browser, server)
    yield studio
    studio.close()


@pytest.mark.parametrize("name", sparing(SCENES, *SOME))
def test_whatever_can_be_pressed_is_large_enough_for_a_finger(studio: Studio, name: str) -> None:
    page = SCENES[name](studio)
    least_card = LEAST_CARD if name in CROWDED else LEAST
    page.emulate_media(reduced_motion="reduce")
    small = {}
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        # The tables of a lobby are there where they are in sight.
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_timeout(300)
        small[width] = page.evaluate(FIND_SMALL, [LEAST, least_card])
    studio.strike()
    assert small == {width: [] for width, _ in NARROW}
