"""The lobby on the start page: open tables as they come and change, also when there are many."""

import statistics
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Pages
from tests.browser.pages import StartPage, TablePage
from tests.browser.players import PagePlayer
from tests.club import ClubServer

MANY = 500
UPDATED = 50
ROUNDS = 12
LONGEST_UPDATE_MS = 16
"""Script that a change of `UPDATED` tables may take: a frame's time."""
LONGEST_TASK_MS = 50
"""What browsers call a long task: longer ones are felt."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    """Return a server without the tables of other tests, behind which new ones might lie unseen."""
    with ClubServer(tmp_path_factory.mktemp("lobby") / "club.db") as server:
        yield server


def test_a_new_table_is_shown_to_all_and_joined_by_one_press(
    pages: Pages, server: ClubServer
) -> None:
    ann, bob = pages.start("wide"), pages.start("phone")
    bob.rename("Bob")
    table = server.open_table("mega+chain", access="public")
    for page in (ann, bob):
        row = page.row(table)
        expect(row).to_contain_text("Mega")
        expect(row).to_have_attribute("data-phase", "waiting")
        expect(row.locator(".free")).to_have_text("8 free seats")
    bob.row(table).get_by_test_id("join-table").click()
    joined = TablePage(bob.page, server.url)
    expect(joined.page.locator("[data-me]")).to_contain_text("Bob")
    expect(ann.row(table).locator(".sitter .name")).to_have_text("Bob")
    expect(ann.row(table).locator(".free")).to_have_text("7 free seats")

    joined.start()
    expect(ann.row(table)).to_have_attribute("data-phase", "playing")
    ann.row(table).get_by_test_id("watch-table").click()
    watching = TablePage(ann.page, server.url).await_cards()
    expect(watching.page.locator("[data-me]")).to_have_count(0)


def test_at_ones_own_table_one_goes_on(pages: Pages, server: ClubServer) -> None:
    table = server.open_table("junior", access="public")
    page = pages.table(table).sit("Ann").page
    row = StartPage(page, server.url).open().row(table)
    row.get_by_test_id("go-on").wait_for()
    expect(row.get_by_test_id("join-table")).to_have_count(0)
    expect(row.get_by_test_id("watch-table")).to_have_count(0)
    row.get_by_test_id("go-on").click()
    expect(page.locator("[data-me]")).to_contain_text("Ann")


def test_bots_and_who_watches_are_shown(pages: Pages, server: ClubServer) -> None:
    table = server.open_table("junior", access="public")
    ann = pages.table(table).sit("Ann")
    ann.test("bots").click()
    ann.test("add-bot-3").click()
    pages.table(table, "phone")
    row = pages.start().row(table)
    expect(row.locator("[data-bot='3']")).to_contain_text("player")
    expect(row.locator(".phase")).to_contain_text("1 watching")


def test_a_table_by_link_is_not_listed_and_one_with_a_passcode_is(
    pages: Pages, server: ClubServer
) -> None:
    hidden = server.open_table()
    locked = server.open_table(access="passcode", passcode="sesame")
    start = pages.start()
    expect(start.row(locked).get_by_label("with a passcode")).to_be_visible()
    expect(start.row(hidden)).to_have_count(0)

    pages.expect_problem(start.page, "403")
    start.row(locked).get_by_test_id("join-table").click()
    start.test("passcode").fill("sesame")
    start.test("enter").click()
    expect(start.page.locator("[data-me]")).to_have_count(1)


def test_the_options_of_a_table_are_told(pages: Pages, server: ClubServer) -> None:
    table = server.open_table(access="public", penalty="point", end_score=7)
    row = pages.start("phone").row(table)
    more = row.locator(".more")
    expect(more.locator("summary")).to_have_text("2 options")
    more.locator("summary").click()
    expect(more.locator("li")).to_have_count(2)
    expect(more).to_contain_text("7")


def test_a_table_that_ends_leaves_the_list(pages: Pages, server: ClubServer) -> None:
    table = server.open_table("junior", access="public", end_score=1)
    start = pages.start()
    expect(start.row(table)).to_be_visible()
    ann = pages.table(table).sit("Ann").start()
    assert PagePlayer(ann, "junior", 1).move()
    expect(start.row(table)).to_have_count(0)


def test_tables_are_found_by_game_or_player(pages: Pages, server: ClubServer) -> None:
    memory = server.open_table("junior+memory", access="public")
    others = [server.open_table("ultra", access="public") for _ in range(7)]
    pages.table(others[2]).sit("Wilhelmina")
    start = pages.start()
    find = start.test("filter")
    find.fill("memory")
    expect(start.row(memory)).to_be_visible()
    expect(start.row(others[0])).to_have_count(0)
    find.fill("ULTRA wilhel")
    expect(start.row(others[2])).to_be_visible()
    expect(start.page.locator("[data-table]")).to_have_count(1)
    find.fill("xylophone")
    expect(start.test("no-tables")).to_contain_text("xylophone")
    find.fill("")
    expect(start.row(others[0])).to_be_visible()


def test_who_looks_at_the_lobby_is_seen(pages: Pages) -> None:
    ann, bob = pages.start(), pages.start()
    name = bob.test("my-name").inner_text()
    expect(ann.test("people")).to_contain_text(name)
    bob.rename("Roberta")
    expect(ann.test("people")).to_contain_text("Roberta")
    expect(ann.test("people")).not_to_contain_text(name)
    bob.page.goto("about:blank")
    expect(ann.test("people")).not_to_contain_text("Roberta")


def test_the_list_keeps_its_order_while_somebody_aims(pages: Pages, server: ClubServer) -> None:
    first = server.open_table(access="public")
    start = pages.start()
    start.row(first).get_by_test_id("join-table").hover()
    before = start.rows()
    second = server.open_table(access="public")
    expect(start.row(second)).to_have_count(1)
    assert start.rows()[: len(before)] == before
    start.page.mouse.move(0, 0)
    expect(start.page.locator("[data-table]").first).to_have_attribute("data-table", second)


def test_the_lobby_comes_back_after_a_break(pages: Pages, server: ClubServer) -> None:
    table = server.open_table(access="public")
    start = pages.start()
    pages.expect_problem(start.page, "WebSocket|ERR_CONNECTION|status 50|Failed to load")
    server.kill()
    expect(start.page.locator(".open-tables")).to_have_attribute("data-link", "broken")
    expect(start.row(table)).to_be_visible()
    server.start()
    expect(start.page.locator(".open-tables")).to_have_attribute(
        "data-link", "open", timeout=15_000
    )
    expect(start.row(table)).to_be_visible()


# A change of many tables, half of them where the reader looks.
UPDATE = """
([round, count]) => {
  const tables = window.lobbyTables;
  const first = (round * 37) % (tables.length - count);
  const changed = tables.slice(first, first + count).map((table, index) => ({
    ...table, watching: round, seats: [{ name: `Round ${round}.${index}`, bot: null }],
  }));
  for (const [index, table] of window.shownTables(count / 2).entries()) {
    changed[index] = { ...table, watching: round };
  }
  const data = JSON.stringify({ type: "tables", changed, gone: [] });
  window.lobbySocket.onmessage(new MessageEvent("message", { data }));
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
"""

# Lets the test hand the page messages of the lobby, as its socket does.
HOLD_SOCKET = """
(() => {
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(address) {
      super(address);
      if (!address.includes("/ws/lobby")) return;
      window.lobbySocket = this;
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "lobby") window.lobbyTables = message.tables;
      });
    }
  };
  window.shownTables = (count) => {
    const shown = [...document.querySelectorAll("[data-table]")].slice(0, count);
    const known = new Map(window.lobbyTables.map((table) => [table.table, table]));
    return shown.map(({ dataset }) => known.get(dataset.table));
  };
})()
"""


IS_AT_END = "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"


class Meter:
    """Tells how long a page's main thread has worked, whatever else the machine does."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds(self, metric: str) -> float:
        """Return a metric of the browser, in milliseconds of the processor."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        seconds: float = next(m["value"] for m in metrics if m["name"] == metric)
        return 1000 * seconds


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    """Return a club of its own with many open tables."""
    with ClubServer(tmp_path_factory.mktemp("crowd") / "club.db") as server:
        variants = ["classic", "mega+super", "ultra", "chain", "junior+double", "memory"]
        with server.client() as client:
            for number in range(MANY):
                body = {
                    "variant": variants[number % len(variants)],
                    "access": "passcode" if number % 50 == 7 else "public",
                    "passcode": "sesame" if number % 50 == 7 else None,
                    "options": {"seats": 2 + number % 7},
                }
                client.post("/api/tables", json=body).raise_for_status()
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_lobby_with_500_tables_stays_smooth(pages: Pages, crowded: ClubServer, size: str) -> None:
    page = pages.new(size)
    page.add_init_script(HOLD_SOCKET)
    start = StartPage(page, crowded.url).open()
    expect(start.test("table-count")).to_have_text(str(MANY))
    # On a phone the list is so far below that nothing of it is drawn.
    start.test("table-count").evaluate("(count) => count.scrollIntoView()")
    page.locator("[data-table]").first.wait_for()
    drawn = len(start.rows())
    assert 0 < drawn < 120
    page.wait_for_timeout(500)
    meter = Meter(page)

    before = meter.milliseconds("ScriptDuration")
    for number in range(1, ROUNDS + 1):
        page.evaluate(UPDATE, [100 + number, UPDATED])
    update = (meter.milliseconds("ScriptDuration") - before) / ROUNDS
    expect(page.locator(".phase", has_text=f"{100 + ROUNDS} watching").first).to_be_visible()
    print(f"{size}: {drawn} rows drawn, {update:.1f} ms of script for {UPDATED} changed tables")
    assert update <= LONGEST_UPDATE_MS

    seen = set(start.rows())
    works = []
    page.mouse.move(180, 300)
    while not page.evaluate(IS_AT_END):
        before = meter.milliseconds("TaskDuration")
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(30)
        works.append(meter.milliseconds("TaskDuration") - before)
        seen.update(start.rows())
    page.wait_for_timeout(300)
    seen.update(start.rows())
    # New rows are drawn in every third step; the one or other also meets a garbage collection.
    work = statistics.quantiles(works, n=10)[-1]
    print(f"{size}: {work:.1f} ms of work for 400 pixels of scrolling, at most {max(works):.1f}")
    assert len(seen) == MANY
    assert len(start.rows()) < 120
    assert work <= LONGEST_TASK_MS

    start.test("filter").fill("memory")
    expect(start.test("table-count")).to_have_text(f"{MANY // 6} of {MANY}")
