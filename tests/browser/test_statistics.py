"""Figures and leader boards in the browser: in every time zone, with one game that is broken."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.browser.conftest import Pages
from tests.club import ClubServer
from tests.every import sparing
from tests.game.scripted import Table
from tests.server.test_ratings import count
from tests.server.test_statistics import keep, played
from thirdcard.server.identity import Identities
from thirdcard.server.statistics.counting import count_games
from thirdcard.server.store.base import Person
from thirdcard.server.store.sql import SqlStore

# The clocks of New York go forward at 07:00 UTC of this day, and back at 06:00 of that.
SPRING = datetime(2026, 3, 8, 7, 0, tzinfo=UTC)
AUTUMN = datetime(2026, 11, 1, 6, 0, tzinfo=UTC)
AFTER_MINUTES = 20
CLAIM_MS = 200_000
EARLIER = 21


def game_across(change: datetime, seed: int) -> tuple[Table, int]:
    """Return a game of Ann alone, and by how much later it ends that long after a change."""
    table = played("ann", seed=seed, wait=CLAIM_MS)
    end = int(change.timestamp() * 1000) + AFTER_MINUTES * 60_000
    assert table.state.ended_at is not None
    assert table.state.started_at is not None
    duration = table.state.ended_at - table.state.started_at
    assert duration > AFTER_MINUTES * 60_000, "the change is not within the game"
    return table, end - table.state.ended_at


async def _fill(database: Path) -> str:
    store = SqlStore(f"sqlite:///{database}")
    await store.open()
    now = int(datetime.now(UTC).timestamp() * 1000)
    for name in ("ann", "bob"):
        await store.save_person(Person(name, name.title(), name.title(), "hash", 0, 1, now))
    for number, change in enumerate((SPRING, AUTUMN)):
        table, later = game_across(change, number)
        await keep(store, f"alone{number}", table, later)
    await keep(store, "against", played("ann", "bob", variant="super", wait=4200))
    await keep(store, "broken", played("ann", "bob", seed=3))
    engine = create_async_engine(store.url)
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM events WHERE table_id = 'broken' AND seq = 4"))
    await engine.dispose()
    public = await store.public_id("ann")
    await store.close()
    assert public
    return public


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The database of a club in which Ann has played, and what she is called in addresses."""
    database = tmp_path_factory.mktemp("statistics") / "club.db"
    # The browser's own event loop has this thread.
    with ThreadPoolExecutor(1) as pool:
        return database, pool.submit(lambda: asyncio.run(_fill(database))).result()


@pytest.fixture(scope="module")
def listed(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[ClubServer, tuple[str, str], str]]:
    """A club where Ann played more games than stand on a page; her cookie, and her page."""
    database = tmp_path_factory.mktemp("listed") / "club.db"
    with ThreadPoolExecutor(1) as pool:
        key, value, public = pool.submit(lambda: asyncio.run(_fill_list(database))).result()
    with ClubServer(database) as server:
        yield server, (key, value), f"/people/{public}"


async def _fill_list(database: Path) -> tuple[str, str, str]:
    store = SqlStore(f"sqlite:///{database}")
    await store.open()
    for name in ("ann", "bob"):
        await store.save_person(Person(name, name.title(), name.title(), "hash", 0, 1, 1))
    for number in range(EARLIER):
        await count(store, f"old{number}", 1_000_000 + number, "bob", "ann", 3)
    table, later = game_across(SPRING, 0)
    await keep(store, "alone", table, later)
    await count_games(store)
    cookie = Identities(await store.secret()).cookie("ann", secure=False)
    public = await store.public_id("ann")
    await store.close()
    assert public
    assert isinstance(cookie.value, str)
    return cookie.key, cookie.value, public


@pytest.fixture(scope="module")
def server(filled: tuple[Path, str]) -> Iterator[ClubServer]:
    with ClubServer(filled[0]) as server:
        yield server


@pytest.fixture
def address(server: ClubServer, filled: tuple[Path, str]) -> str:
    """The address of Ann's page, once her games are counted."""
    return f"{server.url}/people/{filled[1]}"


def show(page: Page, address: str) -> Page:
    """Open Ann's page, again until the server has counted all of her games."""
    for _ in range(50):
        page.goto(address)
        page.locator("[data-figures], [data-testid=no-games]").first.wait_for()
        both = page.locator("[data-figures]").count() == 2
        if both and fact(page, "junior race", "Games") == "2":
            return page
        page.wait_for_timeout(100)
    raise AssertionError("the games were not counted")


def fact(page: Page, figures: str, title: str) -> str:
    """Return what stands beside a title."""
    section = page.locator(f"[data-figures='{figures}']")
    entry = section.locator("dl div").filter(has=page.get_by_text(title, exact=True))
    return str(entry.locator("dd").first.inner_text())


ZONES = {
    "Asia/Kolkata": ("8 Mar 2026, 12:50", "1 Nov 2026, 11:50"),
    # The same twenty minutes after the change, which are at 03:20 and, for the second time, 01:20.
    "America/New_York": ("8 Mar 2026, 03:20", "1 Nov 2026, 01:20"),
    "UTC": ("8 Mar 2026, 07:20", "1 Nov 2026, 06:20"),
}


@pytest.mark.parametrize("zone", ZONES)
def test_moments_are_local_and_durations_are_right(pages: Pages, address: str, zone: str) -> None:
    page = show(pages.new("desk", timezone_id=zone), address)
    trend = page.locator("[data-figures='junior race'] [data-testid=trend]")
    expect(trend.locator("time")).to_have_text(list(ZONES[zone]))
    claims = min(
        game_across(change, number)[0].state.seats[0].claims
        for number, change in enumerate((SPRING, AUTUMN))
    )
    minutes, seconds = divmod(claims * CLAIM_MS // 1000, 60)
    assert fact(page, "junior race", "Best game alone") == f"{minutes} min {seconds} s"
    assert fact(page, "junior race", "Best claim") == "3 min 20 s"
    assert fact(page, "junior race", "Median claim") == "3 min 20 s"


@pytest.mark.parametrize("size", sparing(["phone", "wide"], "phone"))
@pytest.mark.parametrize("scheme", sparing(["light", "dark"], "dark"))
def test_a_profile_with_one_broken_game_is_whole(
    pages: Pages, address: str, size: str, scheme: str
) -> None:
    page = show(pages.new(size, color_scheme=scheme), address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    assert fact(page, "junior race", "Games") == "2"
    assert fact(page, "super race", "Won") == "1 of 1"
    assert fact(page, "super race", "Best claim") == "4.2 s"
    row = page.get_by_test_id("opponents").locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Bob")
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, "the page is wider than the screen"
    row.locator("a").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")


@pytest.mark.parametrize("size", sparing(["phone", "wide"], "phone"))
def test_the_boards_lead_to_people(pages: Pages, address: str, size: str) -> None:
    page = show(pages.new(size), address)
    page.get_by_test_id("to-leaders").click()
    rated = page.get_by_test_id("rated").locator("tbody tr")
    expect(rated).to_have_count(2)
    expect(rated.first).to_contain_text("Ann")
    expect(page.get_by_test_id("fastest")).to_have_count(0)
    page.get_by_test_id("boards").select_option(label="Junior")
    expect(page.get_by_test_id("fastest").locator("tbody tr")).to_contain_text("Ann")
    expect(page.get_by_test_id("rated")).to_contain_text("Nobody is rated here yet")
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, "the page is wider than the screen"
    page.go_back()
    expect(rated).to_have_count(2)
    rated.last.locator("a").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")


@pytest.mark.parametrize("size", sparing(["phone", "wide"], "phone"))
def test_ones_own_games_are_listed_and_lead_to_their_pages(
    pages: Pages, listed: tuple[ClubServer, tuple[str, str], str], size: str
) -> None:
    server, cookie, _ = listed
    page = pages.new(size, timezone_id="America/New_York")
    name, value = cookie
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    page.goto(f"{server.url}/me")
    rows = page.get_by_test_id("played").locator("tbody tr")
    expect(rows).to_have_count(20)
    expect(rows.first).to_contain_text("Junior")
    expect(rows.first.locator("td").first).to_have_text("alone")
    expect(rows.first.locator("time")).to_have_text("8 Mar 2026, 03:20")
    expect(rows.nth(1)).to_contain_text("Classic")
    expect(rows.nth(1).locator("td").first).to_have_text("2 of 3")
    page.get_by_test_id("older").click()
    expect(rows).to_have_count(EARLIER + 1)
    expect(page.get_by_test_id("older")).to_have_count(0)
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, "the page is wider than the screen"
    best = page.locator("[data-figures='junior race'] .facts .aside a")
    expect(best).to_have_text(["8 Mar 2026, 03:20"] * 2)
    assert best.first.get_attribute("href") == "/game/alone"
    rows.first.locator("a").click()
    page.wait_for_url("**/game/alone")
    expect(page.get_by_test_id("game")).to_be_visible()


def test_the_games_of_others_lead_nowhere_one_may_not_come(
    pages: Pages, listed: tuple[ClubServer, tuple[str, str], str]
) -> None:
    server, _, path = listed
    page = pages.new("phone")
    page.goto(server.url + path)
    games = page.get_by_test_id("played")
    expect(games.locator("tbody tr")).to_have_count(20)
    expect(games.locator("a")).to_have_count(0)


def test_a_list_that_cannot_be_fetched_is_tried_again(
    pages: Pages, listed: tuple[ClubServer, tuple[str, str], str]
) -> None:
    server, _, path = listed
    page = pages.new("phone")
    pages.expect_problem(page, "ERR_FAILED")
    page.route("**/games", lambda route: route.abort())
    page.goto(server.url + path)
    games = page.get_by_test_id("played")
    expect(games.get_by_role("alert")).to_have_text("The server cannot be reached.")
    page.unroute("**/games")
    games.get_by_role("button", name="Try again").click()
    expect(games.locator("tbody tr")).to_have_count(20)
    expect(games.get_by_role("alert")).to_have_count(0)


def test_who_has_not_played_is_told_how_to_begin(pages: Pages) -> None:
    account = pages.account("phone")
    account.test("to-statistics").click()
    expect(account.test("no-games")).to_contain_text("Play a game to its end")
    account.test("no-games").locator("a").click()
    expect(account.page).to_have_title("thirdcard")


def test_the_start_page_leads_to_the_boards(pages: Pages) -> None:
    start = pages.start("phone")
    start.test("to-leaders").click()
    expect(start.page.get_by_role("heading", level=1)).to_have_text("Leaders")


def test_nobody_has_a_page_at_an_unknown_address(pages: Pages, server: ClubServer) -> None:
    page = pages.new()
    pages.expect_problem(page, "404")
    page.goto(f"{server.url}/people/nobody")
    expect(page.get_by_test_id("apology")).to_contain_text("Nobody to see here")


def test_a_board_of_no_variant_is_none(pages: Pages, server: ClubServer) -> None:
    page = pages.new()
    pages.expect_problem(page, "400")
    page.goto(f"{server.url}/leaders?variant=giga")
    expect(page.get_by_test_id("apology")).to_contain_text("There is no such board")
