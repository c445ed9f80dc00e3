"""Make pictures of the pages.

``python -m tests.browser.screenshots [FOLDER]`` makes those of the documentation, and with
``--pages FOLDER [SCENE…]`` all scenes of `tests.browser.gallery`, or some, in three sizes, to be
looked at; ``--dark`` takes them in the dark, ``--de`` and ``--fr`` in another language.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.gallery import SCENES, Studio, furnish
from tests.browser.pages import StartPage, TablePage
from tests.browser.players import PagePlayer
from tests.chromium import launch_options
from tests.club import ClubServer

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
SIZES = {"table": (1600, 900), "table-phone": (360, 740), "start": (1600, 900)}
TAKERS = (0, 1, 0, 0, 1, 0)

PAGE_SIZES = {"phone": (360, 740), "tablet": (820, 1180), "wide": (1600, 900)}
LANGUAGES = ("de", "fr")
FLAGS = ("--pages", "--dark", *(f"--{language}" for language in LANGUAGES))
SCROLLED = (
    "start",
    "opener",
    "opener-options",
    "account-guest",
    "account-member",
    "learn",
    "practice-weak",
    "waiting-host",
)
"""Scenes whose pages are photographed whole, however long they are."""


def open_page(browser: Browser, server: ClubServer, name: str) -> TablePage:
    width, height = SIZES[name]
    scale = 1 if width > 1000 else 2
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, device_scale_factor=scale)  # type: ignore[arg-type]
    return TablePage(context.new_page(), server.url)


def save(page: Page, folder: Path, name: str, *, whole: bool = False) -> None:
    page.wait_for_timeout(900)  # until nothing moves any more
    page.screenshot(path=folder / f"{name}.png", full_page=whole)
    print(folder / f"{name}.png")


def make(browser: Browser, server: ClubServer, folder: Path) -> None:
    """Write the start page, and a game between two on a wide screen and on a phone."""
    studio = Studio(browser, server)
    furnish(studio)
    start = open_page(browser, server, "start")
    StartPage(start.page, server.url).open()
    start.page.locator(".sample").first.wait_for()
    save(start.page, folder, "start")

    table = server.open_table()
    ada = open_page(browser, server, "table").open(table).sit("Ada L.")
    emmy = open_page(browser, server, "table-phone").open(table).sit("Emmy N.")
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
    save(ada.page, folder, "table")
    save(emmy.page, folder, "table-phone")
    studio.close()


def make_pages(
    browser: Browser,
    server: ClubServer,
    folder: Path,
    names: list[str],
    *,
    is_dark: bool,
    language: str,
) -> None:
    """Write scenes, all if none are named, in three sizes."""
    studio = Studio(browser, server, language)
    for name in names or SCENES:
        page = SCENES[name](studio)
        page.emulate_media(color_scheme="dark" if is_dark else "light")
        for size, (width, height) in PAGE_SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            end = f"{size}-dark" if is_dark else size
            save(page, folder, f"{name}-{end}", whole=name in SCROLLED)
        studio.strike()
    studio.close()


def main(arguments: list[str]) -> None:
    """Make the pictures that are asked for."""
    first, *names = [word for word in arguments if word not in FLAGS] or [str(IMAGES)]
    folder = Path(first)
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        ClubServer(Path(home) / "club.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**launch_options())
        if "--pages" in arguments:
            spoken = [name for name in LANGUAGES if f"--{name}" in arguments] or ["en"]
            is_dark = "--dark" in arguments
            make_pages(browser, server, folder, names, is_dark=is_dark, language=spoken[0])
        else:
            make(browser, server, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
