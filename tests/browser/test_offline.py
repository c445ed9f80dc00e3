"""The installed page: it starts without the server, practice goes on, and nothing is lost."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import thirdcard
from tests.browser.conftest import SIZES
from tests.browser.pages import PracticePage, StartPage
from tests.club import ClubServer
from tests.every import sparing
from thirdcard.server.pages import CLIENT_DIRECTORY
from thirdcard.variants.registry import parse_variant

AHEAD = 40
"""Tables that a browser has in stock at least."""

IS_READY = """
async () => {
  const registration = await navigator.serviceWorker.ready;
  return registration.active.state === "activated" && navigator.serviceWorker.controller !== null;
}
"""


@pytest.fixture
def club(tmp_path: Path) -> Iterator[ClubServer]:
    """Return a server of one's own, which can be stopped."""
    with ClubServer(tmp_path / "club.db") as server:
        yield server


class Device:
    """A browser in which workers run, as on a person's device."""

    def __init__(self, browser: Browser, club: ClubServer, size: str = "desk") -> None:
        width, height = SIZES[size]
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.context.set_default_timeout(20_000)
        self.club = club

    def practice(self, variant: str = "classic") -> PracticePage:
        """Come to practise, and wait until all is there to go on without the server."""
        page = PracticePage(self.context.new_page(), self.club.url).open(variant)
        await_worker(page.page, parse_variant(variant).deck.key)
        page.await_supply(online="true", waiting=0)
        return page

    def figures(self, variant: str = "classic") -> dict[str, Any]:
        """Return what the server has counted."""
        cookies = {each["name"]: each["value"] for each in self.context.cookies()}
        answer = self.club.get("/api/me/practice", cookies=cookies)
        assert answer.status_code == 200
        return next((each for each in answer.json() if each["variant"] == variant), {})

    def solved(self) -> int:
        return int(self.figures().get("solved", 0))


HAS_STOCK = """
async (ahead) => {
  const known = await indexedDB.databases();
  // To open it before the page does would make another one.
  if (!known.some(({ name }) => name === "thirdcard.practice")) return false;
  const database = await new Promise((resolve, reject) => {
    const asked = indexedDB.open("thirdcard.practice");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const count = await new Promise((resolve) => {
    const asked = database.transaction("tables").objectStore("tables").count();
    asked.onsuccess = () => resolve(asked.result);
  });
  database.close();
  return count >= ahead;
}
"""


HAS_FACTS = """
async (deck) => {
  const urls = [];
  for (const key of await caches.keys()) {
    if (key.startsWith("thirdcard-facts")) {
      for (const { url } of await (await caches.open(key)).keys()) urls.push(url);
    }
  }
  return ["/api/axes", `/cards/classic/${deck}.svg`, `/cards/classic/${deck}-upright.svg`]
    .every((path) => urls.some((url) => url.endsWith(path)));
}
"""


def await_true(page: Page, script: str, value: object = None, seconds: float = 30) -> None:
    """Wait until a script's promise comes true, for which `wait_for_function` does not wait."""
    until = monotonic() + seconds
    while not page.evaluate(script, value):
        assert monotonic() < until, script
        page.wait_for_timeout(100)


def await_worker(page: Page, deck: str = "classic") -> None:
    """Wait until a worker controls a page and has kept what practice needs."""
    await_true(page, IS_READY)
    await_true(page, HAS_STOCK, AHEAD)
    await_true(page, HAS_FACTS, deck)


@pytest.fixture
def device(browser: Browser, club: ClubServer) -> Iterator[Device]:
    with ExitStack() as stack:
        made = Device(browser, club)
        stack.callback(made.context.close)
        yield made


# -- the installed page -----------------------------------------------------------------------


def test_the_page_can_be_installed(device: Device) -> None:
    page = device.context.new_page()
    page.goto(device.club.url)
    await_worker(page)
    manifest = device.club.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = manifest.json()
    assert (told["name"], told["start_url"], told["display"]) == ("thirdcard", "/", "standalone")
    for icon in told["icons"]:
        if icon["type"] == "image/png":
            size = page.evaluate(
                """async (path) => {
                  const image = new Image();
                  image.src = path;
                  await image.decode();
                  return `${image.naturalWidth}x${image.naturalHeight}`;
                }""",
                icon["src"],
            )
            assert size == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in told["icons"])
    for shortcut in told["shortcuts"]:
        assert device.club.get(shortcut["url"]).status_code == 200
    session = device.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser of a test has no window, so nothing to install into.
    assert [e for e in errors if e["errorId"] not in ("in-incognito", "not-in-main-frame")] == []


def test_the_worker_is_asked_for_at_each_visit(club: ClubServer) -> None:
    worker = club.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "default-src 'self'" in worker.headers["content-security-policy"]
    text = worker.text
    assert "__SHELL__" not in text
    assert "__VERSION__" not in text
    listed = set(re.findall(r'"(/[^"]+)"', text))
    assets = {f"/assets/{path.name}" for path in (CLIENT_DIRECTORY / "assets").iterdir()}
    assert assets <= listed
    for path in listed:
        assert club.get(path).status_code == 200, path


# -- practice ---------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", sparing([4, 20], 4))
def test_practice_goes_on_through_tables_without_the_network(device: Device, tables: int) -> None:
    page = device.practice()
    for _ in range(2):
        page.solve()
    page.await_supply(online="true", waiting=0)
    assert device.solved() == 2
    device.context.set_offline(True)
    for number in range(tables // 2):
        page.solve(by_keys=number % 2 == 1)
    page.await_supply(online="false", waiting=tables // 2)
    expect(page.test("supply")).to_contain_text(re.compile(r"Offline: \d+ tables left"))
    # The page itself is loaded anew, of which the server knows nothing.
    page.page.reload()
    page.await_table()
    page.await_supply(online="false", waiting=tables // 2)
    for number in range(tables // 2):
        page.solve(by_keys=number % 2 == 1)
    page.await_supply(online="false", waiting=tables)
    assert device.solved() == 2
    device.context.set_offline(False)
    page.await_supply(online="true", waiting=0)
    expect(page.test("supply")).to_contain_text("The club can be reached again")
    assert device.solved() == 2 + tables
    assert int(page.supply["left"]) >= AHEAD
    page.solve()
    page.await_supply(online="true", waiting=0)
    assert device.solved() == 3 + tables


@pytest.mark.slow
def test_practice_goes_on_while_the_server_is_stopped(device: Device) -> None:
    page = device.practice()
    device.club.kill()
    for _ in range(3):
        page.solve()
    page.await_supply(online="false", waiting=3)
    page.page.reload()
    page.await_table()
    page.test("skip").click()
    page.await_supply(online="false", waiting=4)
    device.club.start()
    # Nobody tells the browser: it finds out by itself.
    page.await_supply(online="true", waiting=0)
    figures = device.figures()
    assert (figures["solved"], figures["skipped"]) == (3, 1)


@pytest.mark.slow
def test_a_window_that_is_killed_loses_nothing(device: Device) -> None:
    page = device.practice()
    device.context.set_offline(True)
    page.solve()
    page.solve()
    page.page.close()
    device.context.set_offline(False)
    page = device.practice()
    assert device.solved() == 2


def test_two_windows_count_nothing_twice(device: Device) -> None:
    one = device.practice()
    other = device.practice()
    device.context.set_offline(True)
    assert one.find("classic")
    for page in (one, other, one, other):
        page.page.bring_to_front()
        page.solve()
    device.context.set_offline(False)
    one.await_supply(online="true", waiting=0)
    other.await_supply(online="true", waiting=0)
    assert device.solved() == 4


@pytest.mark.slow
def test_an_answer_that_is_lost_does_not_let_a_table_count_twice(device: Device) -> None:
    page = device.practice()
    posts: list[int] = []

    def lose(route: Any) -> None:
        if not posts:
            # The server takes it, and the browser never hears of that.
            posts.append(route.fetch().status)
            route.abort()
        else:
            posts.append(200)
            route.continue_()

    page.page.route("**/api/practice/results", lose)
    page.solve()
    page.await_supply(online="true", waiting=0)
    assert len(posts) == 2
    assert posts[0] == 200
    assert device.solved() == 1


@pytest.mark.slow
def test_when_no_tables_are_left_that_is_said_and_none_comes_twice(device: Device) -> None:
    page = device.practice()
    device.context.set_offline(True)
    seen = set()
    left = int(page.supply["left"])
    assert left >= AHEAD
    for _ in range(left):
        cards = page.page.locator("[data-slot]").evaluate_all(
            "(cards) => cards.map(({ dataset }) => dataset.card).join()"
        )
        assert cards not in seen
        seen.add(cards)
        done = page.done
        page.test("skip").click()
        page.page.locator(f'main[data-number="{done + 1}"]').wait_for()
        if len(seen) < left:
            page.await_table(done + 1)
    expect(page.test("no-tables")).to_be_visible()
    device.context.set_offline(False)
    page.await_table()
    page.await_supply(online="true", waiting=0)
    assert device.figures()["skipped"] == left


def test_wrong_claims_are_explained_with_the_server_and_told_without(device: Device) -> None:
    page = device.practice()
    claim = page.find("classic")
    wrong = [*claim[:2], next(slot for slot in range(12) if slot not in claim)]
    for slot in wrong:
        page.page.locator(f'[data-slot="{slot}"]').click()
    expect(page.test("verdict")).to_contain_text("That is none. In ")
    device.context.set_offline(True)
    page.await_supply(online="false")
    page.page.keyboard.press("Escape")
    for slot in wrong:
        page.page.locator(f'[data-slot="{slot}"]').click()
    expect(page.test("verdict")).to_have_text("That is none. ")
    page.test("hint").click()
    expect(page.page.locator(".card.hinted")).to_have_count(1)
    device.context.set_offline(False)
    page.await_supply(online="true")
    page.page.keyboard.press("Escape")
    page.solve()
    page.await_supply(online="true", waiting=0)
    figures = device.figures()
    assert (figures["solved"], figures["wrong"], figures["hints"]) == (1, 2, 1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["super", "junior+ultra", "mega"])
def test_other_variants_are_practised_too(device: Device, variant: str) -> None:
    page = device.practice(variant)
    page.solve(variant)
    page.await_supply(online="true", waiting=0)
    assert device.figures(variant)["solved"] == 1
    expect(page.page.locator(f'[data-practice="{variant}"]')).to_be_visible()


def test_what_lies_face_down_is_refused_with_the_reason(device: Device) -> None:
    page = device.context.new_page()
    page.goto(f"{device.club.url}/practice?variant=memory")
    expect(page.get_by_test_id("refusal")).to_contain_text("cards lie face down")


# -- the other pages --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_start_page_says_that_there_is_no_connection_and_offers_practice(
    device: Device,
) -> None:
    page = StartPage(device.context.new_page(), device.club.url).open()
    await_worker(page.page)
    device.club.kill()
    page.page.reload()
    note = page.test("offline-note")
    expect(note).to_contain_text("Offline: the club cannot be reached")
    note.get_by_role("link", name="Practice").click()
    practice = PracticePage(page.page, device.club.url).await_table()
    practice.solve()
    practice.page.goto(device.club.url)
    device.club.start()
    expect(note).to_have_count(0, timeout=30_000)


@pytest.mark.slow
def test_a_renewed_server_is_not_shadowed(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second server has another build: its page names another script, as does its worker."""
    package = Path(thirdcard.__file__).parent
    shutil.copytree(package, tmp_path / "copy/thirdcard")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "copy"))
    built = tmp_path / "copy/thirdcard" / CLIENT_DIRECTORY.relative_to(package)
    with ClubServer(tmp_path / "club.db") as club, ExitStack() as stack:
        device = Device(browser, club)
        stack.callback(device.context.close)
        page = device.context.new_page()
        page.goto(club.url)
        await_worker(page)
        before = page.evaluate("() => caches.keys()")
        _renew(built)
        page.goto(club.url)
        assert page.locator('meta[name="build"]').get_attribute("content") == "two"
        await_true(
            page,
            "async (before) => !(await caches.keys()).some((key) => before.includes(key))",
            before,
        )
        club.kill()
        page.goto(club.url)
        assert page.locator('meta[name="build"]').get_attribute("content") == "two"


def _renew(built: Path) -> None:
    """Let a build be another one: a page with a mark, and a worker of another version."""
    page, worker = built / "index.html", built / "sw.js"
    mark = '<meta name="build" content="two" /><title>'
    page.write_text(page.read_text("utf-8").replace("<title>", mark))
    text = worker.read_text("utf-8")
    version = re.search(r'"([0-9a-f]{16})"', text)
    assert version
    worker.write_text(text.replace(version[1], version[1][::-1]))
