"""Draw the icons of the installed page from the drawing of the favicon.

``python -m tests.browser.icons`` writes them anew, after the favicon was changed.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import sync_playwright

from tests.chromium import launch_options
from tests.docs.pages import ROOT

ICONS: Final = ROOT / "web/public/icons"
FAVICON: Final = ROOT / "web/public/favicon.svg"
PAPER: Final = "#f4f1ea"

# Of a maskable icon only the inner circle is sure to be seen, 80 % of its width.
DRAWN: Final = (("icon-192", 192, 1.0), ("icon-512", 512, 1.0), ("maskable-512", 512, 0.62))


def page_of(size: int, part: float) -> str:
    """Return a page that is the icon: a part of it is the drawing, the rest paper."""
    background = "transparent" if part == 1 else PAPER
    drawn = FAVICON.read_text("utf-8").replace("<svg ", f'<svg width="{round(size * part)}" ', 1)
    return (
        f'<body style="margin:0;display:grid;place-items:center;height:{size}px;'
        f'background:{background}">{drawn}</body>'
    )


def main() -> None:
    """Write the icons."""
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for name, size, part in DRAWN:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(size, part))
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
