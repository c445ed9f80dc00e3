"""A server for all tests, a browser for each module, and pages that may not show a single error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.pages import AccountPage, OpenPage, StartPage, TablePage, Watch
from tests.browser.players import PagePlayer, Wire
from tests.chromium import launch_options
from tests.club import ClubServer

SIZES = {
    "narrow": (320, 640),
    "phone": (360, 740),
    "tablet": (820, 1180),
    "desk": (1024, 640),
    "wide": (1600, 900),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests that use the browser be run once more, where the options allow it."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not longer than a module: while it lives no other event loop runs in this thread.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


class Pages:
    """Opens pages, each in a context of its own, as another person's browser."""

    def __init__(self, browser: Browser, server: ClubServer, stack: ExitStack) -> None:
        self._browser = browser
        self._server = server
        self._stack = stack
        self._watches: dict[Page, Watch] = {}

    def new(self, size: str = "desk", **options: Any) -> Page:
        """Open a browser of a size, where nothing moves unless it is asked for."""
        width, height = SIZES[size]
        # What a worker keeps would stand between a page and what a test is about.
        options = {"reduced_motion": "reduce", "service_workers": "block", **options}
        viewport = {"width": width, "height": height}
        context = self._browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]
        self._stack.callback(context.close)
        context.set_default_timeout(15_000)
        page = context.new_page()
        self._watches[page] = Watch(page)
        return page

    def expect_problem(self, page: Page, pattern: str) -> None:
        """Let problems of a page pass that match a pattern."""
        self._watches[page].expect(pattern)

    def start(self, size: str = "desk", **options: Any) -> StartPage:
        """Open the start page."""
        return StartPage(self.new(size, **options), self._server.url).open()

    def opener(self, size: str = "desk", query: str = "", **options: Any) -> OpenPage:
        """Open the page on which tables are opened."""
        return OpenPage(self.new(size, **options), self._server.url).open(query)

    def account(self, size: str = "desk", **options: Any) -> AccountPage:
        """Open the page of the account."""
        return AccountPage(self.new(size, **options), self._server.url).open()

    def table(self, table: str, size: str = "desk", **options: Any) -> TablePage:
        """Open the page of a table."""
        return TablePage(self.new(size, **options), self._server.url).open(table)

    @property
    def problems(self) -> list[str]:
        return [problem for watch in self._watches.values() for problem in watch.problems]


@pytest.fixture
def pages(browser: Browser, server: ClubServer) -> Iterator[Pages]:
    with ExitStack() as stack:
        pages = Pages(browser, server, stack)
        yield pages
        assert pages.problems == []


class Duo(Protocol):
    """Seats two players, each in a browser, and starts their game."""

    def __call__(self, variant: str, **options: Any) -> tuple[PagePlayer, PagePlayer]: ...


@pytest.fixture
def duo(pages: Pages, server: ClubServer) -> Duo:
    def seat_two(variant: str, **options: Any) -> tuple[PagePlayer, PagePlayer]:
        table = server.open_table(variant, **options)
        ann = pages.table(table, "desk").sit("Ann")
        bob = pages.table(table, "phone", has_touch=True).sit("Bob")
        ann.start()
        bob.await_cards()
        return PagePlayer(ann, variant, 1), PagePlayer(bob, variant, 2)

    return seat_two


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire()
    yield wire
    wire.close()
