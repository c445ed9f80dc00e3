"""A page used with the keyboard alone."""

import re

from playwright.sync_api import Page

_PLACE = re.compile(r"row (\d+), column (\d+)$")


def name_of_focus(page: Page) -> str:
    """Return what has the focus: its test id, its slot, or its tag."""
    name: str = page.evaluate(
        """() => {
          const { dataset, localName } = document.activeElement;
          return dataset.testid ?? (dataset.slot ? `slot ${dataset.slot}` : localName);
        }"""
    )
    return name


def tab_to(page: Page, testid: str, *, back: bool = False) -> None:
    """Press the Tab key until an element has the focus."""
    for _ in range(60):
        if name_of_focus(page) == testid:
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab does not come to {testid}; it is at {name_of_focus(page)}")


def cell_of(label: str) -> tuple[int, int]:
    found = _PLACE.search(label)
    assert found, label
    return int(found[1]), int(found[2])


def walk_to(page: Page, slot: int) -> bool:
    """Go to a card with arrow keys, and tell whether it still lies there."""
    card = page.locator(f'[data-slot="{slot}"]')
    for _ in range(30):
        if name_of_focus(page) == f"slot {slot}":
            return True
        if card.count() == 0:
            return False
        at = page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? ''")
        wanted = cell_of(card.get_attribute("aria-label") or "")
        if not _PLACE.search(at):
            # The board itself, or another part: the cards are one stop of the Tab key.
            page.keyboard.press("ArrowDown")
            continue
        row, column = cell_of(at)
        if row != wanted[0]:
            page.keyboard.press("ArrowDown" if row < wanted[0] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if column < wanted[1] else "ArrowLeft")
    return False
