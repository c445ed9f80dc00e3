"""Make the pictures of the documentation: ``python -m tests.browser.screenshots [FOLDER]``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import StartPage, TablePage
from tests.browser.players import PagePlayer, Wire
from tests.chromium import launch_options
from tests.club import ClubServer

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
SIZES = {"table": (1600, 900), "table-phone": (360, 740), "start": (1600, 900)}
TAKERS = (0, 1, 0, 0, 1, 0)


def open_page(browser: Browser, server: ClubServer, name: str) -> TablePage:
    width, height = SIZES[name]
    scale = 1 if width > 1000 else 2
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, device_scale_factor=scale)  # type: ignore[arg-type]
    return TablePage(context.new_page(), server.url)


def save(page: TablePage, folder: Path, name: str) -> None:
    page.page.wait_for_timeout(1200)  # until nothing moves any more
    page.page.screenshot(path=folder / f"{name}.png")
    print(folder / f"{name}.png")


def make(folder: Path) -> None:
    """Write the start page, and a game between two on a wide screen and on a phone."""
    folder.mkdir(parents=True, exist_ok=True)
    wire = Wire()
    with (
        tempfile.TemporaryDirectory() as home,
        ClubServer(Path(home) / "club.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**launch_options())
        start = open_page(browser, server, "start")
        StartPage(start.page, server.url).open()
        start.page.locator(".sample").first.wait_for()
        save(start, folder, "start")

        table = server.open_table()
        ada = open_page(browser, server, "table").open(table).sit("Ada")
        emmy = open_page(browser, server, "table-phone").open(table).sit("Emmy")
        ada.start()
        emmy.await_cards()
        players = [PagePlayer(ada, "classic", 1), PagePlayer(emmy, "classic", 2)]
        for taker in TAKERS:
            players[taker].move()
            for player in players:
                player.page.until_seq(players[taker].page.seq)
        for player, marked in zip(players, (2, 1), strict=True):
            claim = player.find_claim()
            if claim:
                player.page.press(*claim[:marked])
            player.page.page.mouse.move(0, 0)
        save(ada, folder, "table")
        save(emmy, folder, "table-phone")
        browser.close()
    wire.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
