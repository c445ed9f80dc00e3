"""The pages of the web client as a test sees them: by ``data-`` attributes, never by looks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import (
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    TimeoutError,
    WebSocketRoute,
    expect,
)

LOOK = """
() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const test = (id) => document.querySelector(`[data-testid="${id}"]`);
  const cards = (selector) => all(selector).map((element) => element.dataset.card);
  return {
    seq: Number(document.documentElement.dataset.seq ?? -1),
    slots: all("[data-slot]").map(({ dataset }) => [Number(dataset.slot), dataset.card || null]),
    chain: all("[data-chain-card]").map((element) => [
      element.dataset.chainCard, Number(element.closest("[data-group]").dataset.group)]),
    marked: cards('[aria-pressed="true"]'),
    scores: all("[data-score]").map(({ dataset }) => Number(dataset.score)),
    last: cards('[data-testid="last-claim"] ul [data-card]'),
    joint: cards('[data-testid="joint"] [data-card]')[0] ?? null,
    turn: all("[data-turn]").map(({ dataset }) => Number(dataset.seat))[0] ?? null,
    message: test("message")?.innerText ?? "",
    undealt: Number(test("undealt")?.innerText ?? -1),
    ended: test("end-screen") !== null,
  };
}
"""


@dataclass(frozen=True)
class Look:
    """What a table's page shows at one moment."""

    seq: int
    slots: dict[int, str | None]
    chain: list[tuple[str, int]]
    marked: list[str]
    scores: list[int]
    last: list[str]
    joint: str | None
    turn: int | None
    message: str
    undealt: int
    ended: bool

    def shared(self) -> dict[str, Any]:
        """Return what must be the same for everyone at the table."""
        names = ("seq", "slots", "scores", "last", "joint", "turn", "undealt", "ended")
        return {name: getattr(self, name) for name in names}


# Where the pointer must go for a card, once it is there and nothing lies over it.
AIM = """
(selector) => {
  const card = document.querySelector(selector);
  if (!card) return null;
  const { x, y, width, height } = card.getBoundingClientRect();
  const centre = { x: x + width / 2, y: y + height / 2 };
  return card.contains(document.elementFromPoint(centre.x, centre.y)) ? centre : null;
}
"""


class Watch:
    """Notices everything that goes wrong in a page, unless it is expected."""

    def __init__(self, page: Page) -> None:
        self.problems: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._note(f"page error: {error}"))
        page.on("requestfailed", self._on_failure)
        page.on("response", self._on_response)

    def expect(self, pattern: str) -> None:
        """Let problems pass that match a pattern."""
        self._expected.append(re.compile(pattern))

    def _note(self, problem: str) -> None:
        if not any(pattern.search(problem) for pattern in self._expected):
            self.problems.append(problem)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console: {message.text}")

    def _on_failure(self, request: Request) -> None:
        # What is still under way when a page is left is broken off.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.failure}: {request.url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"status {response.status}: {response.url}")


class _ClientPage:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def test(self, testid: str) -> Locator:
        """Return the element with a test id."""
        return self.page.get_by_test_id(testid)


class StartPage(_ClientPage):
    """The page on which a table is opened or joined."""

    def open(self) -> StartPage:
        self.page.goto(self.url)
        self.test("variant-deck-classic").wait_for()
        return self

    def answer(self, axis: str, key: str) -> Locator:
        return self.test(f"variant-{axis}-{key}")

    def choose(self, **values: str) -> None:
        for axis, key in values.items():
            self.answer(axis, key).click()

    def open_table(self, name: str) -> TablePage:
        self.test("name").fill(name)
        self.test("open-table").click()
        self.page.wait_for_url("**/table/*")
        return TablePage(self.page, self.url)

    def join(self, invitation: str) -> None:
        self.test("join-input").fill(invitation)
        self.test("join").click()


class TablePage(_ClientPage):
    """The page of one table."""

    def open(self, table: str) -> TablePage:
        self.page.goto(f"{self.url}/table/{table}")
        self.until("(shown) => shown >= 0")
        return self

    @property
    def table(self) -> str:
        """The table's id."""
        return self.page.url.rpartition("/")[2]

    def sit(self, name: str) -> TablePage:
        self.test("name").fill(name)
        self.test("sit").click()
        self.page.locator("[data-me]").wait_for()
        return self

    def start(self) -> TablePage:
        self.test("start").click()
        return self.await_cards()

    def await_cards(self) -> TablePage:
        self.page.locator("[data-slot]").first.wait_for()
        # The pictures come after the cards; nobody would press before.
        self.page.locator("#sprite symbol").first.wait_for(state="attached")
        return self

    def look(self) -> Look:
        seen = self.page.evaluate(LOOK)
        seen["slots"] = dict(sorted(map(tuple, seen["slots"])))
        seen["chain"] = [(card, group) for card, group in seen["chain"]]
        return Look(**seen)

    @property
    def seq(self) -> int:
        return self.look().seq

    def until(self, condition: str, value: int = 0, timeout: float | None = None) -> None:
        """Wait until a function of the shown sequence number, and of a value, holds."""
        self.page.wait_for_function(
            f"(value) => ({condition})(Number(document.documentElement.dataset.seq ?? -1), value)",
            arg=value,
            timeout=timeout,
        )

    def until_seq(self, seq: int) -> None:
        """Wait until an event is shown."""
        self.until("(shown, seq) => shown >= seq", seq)

    def at_rest(self, script: str) -> Any:
        """Return what a script measures once that no longer changes."""
        before = None
        for _ in range(40):
            self.page.wait_for_timeout(120)
            measured = self.page.evaluate(script)
            if measured == before:
                return measured
            before = measured
        raise AssertionError("the page does not come to rest")

    def box(self, slot: int) -> Any:
        """Return where a slot lies once nothing moves any more."""
        return self.at_rest(
            "() => {"
            f"const box = document.querySelector('[data-slot=\"{slot}\"]').getBoundingClientRect();"
            "return [box.x, box.y, box.width, box.height]; }"
        )

    def card(self, code: str) -> Locator:
        """Return a card that can be pressed."""
        return self.page.locator(f'button[data-card="{code}"]')

    def slot(self, slot: int) -> Locator:
        return self.page.locator(f'[data-slot="{slot}"]')

    def press(self, *codes: str) -> None:
        """Press cards with the mouse, faster than Playwright's click, which waits for frames."""
        for code in codes:
            self._point(f'button[data-card="{code}"]')

    def turn_up(self, slot: int) -> None:
        """Press a card that lies face down."""
        self._point(f'[data-slot="{slot}"]')

    def _point(self, selector: str) -> None:
        aim = self.page.evaluate(AIM, selector)
        if aim is None:
            self.page.locator(selector).click()
        else:
            self.page.mouse.click(aim["x"], aim["y"])

    def claim(self, *codes: str) -> None:
        """Press the cards of a claim and see it taken.

        On a busy machine a card may move between the aim and the press; a person sees that it is
        not marked and presses once more.
        """
        seq = self.seq
        self.press(*codes)
        button = self.test("claim-button")
        if button.count():
            # A claim of no fixed size ends with a button, so there is time to look.
            self._press_missing(*codes)
            button.click()
        else:
            try:
                self.until("(shown, seq) => shown > seq", seq, timeout=5_000)
            except TimeoutError:
                self._press_missing(*codes)
        self.until("(shown, seq) => shown > seq", seq)

    def _press_missing(self, *codes: str) -> None:
        marked = self.look().marked
        self.press(*[code for code in codes if code not in marked])

    def expect_message(self, pattern: str) -> None:
        expect(self.test("message")).to_contain_text(re.compile(pattern))

    def expect_marked(self, *codes: str) -> None:
        marked = self.page.locator('button[aria-pressed="true"]')
        expect(marked).to_have_count(len(codes))
        assert set(self.look().marked) == set(codes)


class Delay:
    """Holds back what the server says to a page."""

    def __init__(self, page: TablePage) -> None:
        self.is_holding = False
        self._held: list[str | bytes] = []
        self._route: WebSocketRoute | None = None
        page.page.route_web_socket(lambda url: "/ws/" in url, self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._route = route
        route.connect_to_server().on_message(self._pass_on)

    def _pass_on(self, frame: str | bytes) -> None:
        assert self._route
        if self.is_holding:
            self._held.append(frame)
        else:
            self._route.send(frame)

    def release(self) -> None:
        assert self._route
        self.is_holding = False
        for frame in self._held:
            self._route.send(frame)
