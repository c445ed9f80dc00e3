"""The pages of the web client as a test sees them: by ``data-`` attributes, never by looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
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

from thirdcard.puzzles.daily import FIRST_DATE, daily_conditions
from thirdcard.server.practice import MOST_RESULTS
from thirdcard.server.written import read_table
from thirdcard.variants.registry import parse_variant

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


# Where the pointer must go for a card, once it is there and nothing lies over it.  Should the card
# move between the aim and the press, then the press reaches nothing.
AIM = """
(selector) => {
  const aim = (window.testAim ??= { card: null, isMissed: false });
  if (!aim.isGuarding) {
    aim.isGuarding = true;
    const guard = (event) => {
      if (!aim.card) return;
      if (event.type === "pointerdown") aim.isMissed = !aim.card.contains(event.target);
      if (aim.isMissed) event.stopImmediatePropagation();
    };
    for (const type of ["pointerdown", "click"]) window.addEventListener(type, guard, true);
  }
  const card = document.querySelector(selector);
  if (!card) return null;
  const { x, y, width, height } = card.getBoundingClientRect();
  const centre = { x: x + width / 2, y: y + height / 2 };
  if (!card.contains(document.elementFromPoint(centre.x, centre.y))) return null;
  aim.card = card;
  return centre;
}
"""

# Lets presses reach whatever they meet again, and tells whether the last one missed its card.
RELEASE = """
() => {
  const aim = window.testAim;
  const isMissed = aim?.isMissed ?? false;
  if (aim) Object.assign(aim, { card: null, isMissed: false });
  return isMissed;
}
"""


# What Playwright itself says where workers are blocked.
_NO_WORKERS = "Service Worker registration blocked by Playwright"


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
        if message.text == _NO_WORKERS:
            return
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


class _OpenerPage(_ClientPage):
    """A page on which games begin, and that shows what the reader is called."""

    def rename(self, name: str) -> None:
        """Change the reader's name."""
        self.test("rename").click()
        self.test("my-name-input").fill(name)
        self.test("save-name").click()
        expect(self.test("my-name")).to_have_text(name)

    def play_bot(self, level: int) -> TablePage:
        """Play against a bot at once."""
        self.test("bot-level").select_option(str(level))
        self.test("play-bot").click()
        self.page.wait_for_url("**/table/*")
        return TablePage(self.page, self.url)


class StartPage(_OpenerPage):
    """The club: a game at once, the open tables, who is here."""

    def open(self) -> StartPage:
        self.page.goto(self.url)
        self.test("quick-variant").locator("optgroup").first.wait_for(state="attached")
        self.page.locator('.open-tables[data-link="open"]').wait_for()
        self.test("rename").and_(self.page.locator(":enabled")).wait_for()
        return self

    def choose(self, variant: str) -> None:
        """Choose the game of quick play."""
        self.test("quick-variant").select_option(variant)

    def join(self, invitation: str) -> None:
        self.test("join-input").fill(invitation)
        self.test("join").click()

    def row(self, table: str) -> Locator:
        """Return an open table of the lobby."""
        return self.page.locator(f'[data-table="{table}"]')

    def rows(self) -> list[str]:
        """Return the open tables that are drawn, in their order."""
        tables: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-table]')].map((row) => row.dataset.table)"
        )
        return tables


class OpenPage(_OpenerPage):
    """The page on which a table is opened, by its axes and options."""

    def open(self, query: str = "") -> OpenPage:
        self.page.goto(f"{self.url}/open{query}")
        self.test("variant-deck-classic").wait_for()
        self.test("rename").and_(self.page.locator(":enabled")).wait_for()
        return self

    def answer(self, axis: str, key: str) -> Locator:
        return self.test(f"variant-{axis}-{key}")

    def choose(self, **values: str) -> None:
        for axis, key in values.items():
            self.answer(axis, key).click()

    def unfold_options(self) -> None:
        """Show the options of the table."""
        self.test("table-options").locator("> summary").click()
        self.test("options").wait_for()

    def option(self, key: str, value: str | None = None) -> Locator:
        """Return the control of an option, or one of its answers."""
        return self.test(f"option-{key}" if value is None else f"option-{key}-{value}")

    def open_table(self) -> TablePage:
        self.test("open-table").click()
        self.page.wait_for_url("**/table/*")
        return TablePage(self.page, self.url)


class AccountPage(_ClientPage):
    """The page of name, account and data."""

    def open(self) -> AccountPage:
        self.page.goto(f"{self.url}/account")
        self.test("my-name").wait_for()
        return self

    def fill(self, form: str, **values: str) -> None:
        """Fill in fields of a form, named without the form's own name."""
        for field, value in values.items():
            self.test(f"{form}-{field}").fill(value)

    def submit(self, form: str) -> None:
        """Press a form's own button."""
        self.test(form).locator("button:not([type])").click()

    def problem(self, form: str, field: str) -> Locator:
        """Return what is said to be wrong with a field."""
        return self.page.locator(".field").filter(has=self.test(f"{form}-{field}")).locator("p")


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
        self.test("name").press("Enter")
        try:
            self.page.locator("[data-me]").wait_for()
        except TimeoutError:
            raise AssertionError(f"no seat: {self.page.locator('body').inner_text()}") from None
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
        """Press cards with the mouse, faster than Playwright's click, which waits for frames.

        On a busy machine a card may move between the aim and the press; it is pressed once more.
        """
        for code in codes:
            self._point(f'button[data-card="{code}"]')

    def turn_up(self, slot: int) -> None:
        """Press a card that lies face down."""
        self._point(f'[data-slot="{slot}"]')

    def _point(self, selector: str) -> None:
        aim = self.page.evaluate(AIM, selector)
        if aim is not None:
            self.page.mouse.click(aim["x"], aim["y"])
        if aim is None or self.page.evaluate(RELEASE):
            self.page.locator(selector).click()

    def claim(self, *codes: str) -> None:
        """Press the cards of a claim and see it taken.

        What moved while it was pressed is not marked: a person sees that, and presses once more.
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


class PracticePage(_ClientPage):
    """The page on which one practises alone."""

    def open(self, variant: str = "classic", query: str = "") -> PracticePage:
        self.page.goto(f"{self.url}/practice?variant={variant.replace('+', '%2B')}{query}")
        return self.await_table()

    def practise_before(self, ms: Callable[[int], int], count: int = 75) -> None:
        """Let the person of the page have practised: so long a claim of so many features took.

        The page has asked who that is, so there is a session.
        """
        for begin in range(0, count, MOST_RESULTS):
            pack = self.page.request.get(f"{self.url}/api/practice?count={MOST_RESULTS}").json()
            results = []
            for index, table in enumerate(pack["tables"]):
                claim = min(table["claims"], key=lambda claim: claim["differing"])
                results.append(
                    {
                        "id": f"{pack['seed']}-{begin + index:04}",
                        "variant": pack["variant"],
                        "seed": pack["seed"],
                        "number": table["number"],
                        "places": claim["places"],
                        "ms": ms(round(claim["differing"])),
                        "wrong": int(index % 10 == 0 and round(claim["differing"]) == 2),
                        "at": 1_700_000_000_000 + begin + index,
                    }
                )
            sent = self.page.request.post(
                f"{self.url}/api/practice/results", data={"results": results}
            )
            assert len(sent.json()["stored"]) == MOST_RESULTS

    def begin_sprint(self, seconds: int) -> PracticePage:
        """Begin a sprint, and wait for its first table."""
        before = self.page.locator("[data-slot]").first.element_handle()
        self.test(f"sprint-{seconds}").click()
        self.test("sprint").wait_for()
        assert before
        before.wait_for_element_state("hidden")
        return self.await_table()

    def await_table(self, done: int | None = None) -> PracticePage:
        """Wait until a table is there that is not done, after so many that are."""
        number = "" if done is None else f'[data-number="{done}"]'
        self.page.locator(f'main[data-outcome="open"]{number} [data-slot]').first.wait_for()
        self.page.locator("#sprite symbol").first.wait_for(state="attached")
        return self

    @property
    def supply(self) -> dict[str, str]:
        """What is shown of the supply: whether the server is there, tables left, results kept."""
        told: dict[str, str] = self.test("supply").evaluate("(element) => ({...element.dataset})")
        return told

    def await_supply(self, **values: str | int) -> None:
        """Wait until the supply stands so."""
        shown = "".join(f'[data-{key}="{value}"]' for key, value in values.items())
        self.page.locator(f'[data-testid="supply"]{shown}').wait_for(
            state="attached", timeout=30_000
        )

    @property
    def done(self) -> int:
        """How many tables are done."""
        return int(self.page.locator("main").get_attribute("data-number") or 0)

    def find(self, variant: str) -> list[int]:
        """Return the slots of a claim on the table."""
        parsed = parse_variant(variant)
        groups = parsed.grouping.count
        cards = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-slot]')]"
            ".map(({ dataset }) => [Number(dataset.slot), dataset.card])"
        )
        slots = {}
        for slot, code in cards:
            point = parsed.deck.find_point(code)
            assert point is not None
            slots[parsed.spot(point, slot % groups)] = slot
        claim = parsed.find_claim(list(slots))
        assert claim, "every table has a claim"
        return [slots[spot] for spot in claim]

    def miss(self, variant: str = "classic") -> None:
        """Claim what is none."""
        claim = self.find(variant)
        slots = len(self.page.locator("[data-slot]").all())
        self.pick([*claim[:-1], next(slot for slot in range(slots) if slot not in claim)])
        self.page.locator('main[data-outcome="wrong"]').wait_for()

    def pick(self, slots: list[int], *, by_keys: bool = False) -> None:
        """Mark cards, by keys where these are shown."""
        for slot in slots:
            card = self.page.locator(f'[data-slot="{slot}"]')
            if by_keys and card.locator("kbd").count():
                self.page.keyboard.press(card.locator("kbd").inner_text())
            else:
                card.click()

    def solve(self, variant: str = "classic", *, by_keys: bool = False) -> None:
        """Find a claim, and wait for the next table or for none being left."""
        done = self.done
        self.pick(self.find(variant), by_keys=by_keys)
        self.page.wait_for_function(
            "(done) => { const main = document.querySelector('main');"
            "return Number(main.dataset.number) === done"
            " && (main.dataset.outcome ?? 'open') === 'open'; }",
            arg=done + 1,
        )


class StudyPage(_ClientPage):
    """A table that was opened by its address."""

    def open(self, address: str = "") -> StudyPage:
        self.page.goto(f"{self.url}/t/{address}")
        self.page.get_by_test_id("study-cards").wait_for()
        return self

    def await_table(self) -> StudyPage:
        self.page.locator("[data-slot]").first.wait_for()
        self.page.locator("#sprite symbol").first.wait_for(state="attached")
        return self

    def press(self, *slots: int) -> None:
        for slot in slots:
            self.page.locator(f'[data-slot="{slot}"]').click()

    @staticmethod
    def claims(variant: str, cards: str) -> list[list[int]]:
        """Return the slots of every claim on a table."""
        table = read_table(variant, cards)
        return [sorted(map(table.place, claim)) for claim in table.variant.iter_claims(table.spots)]

    def lists(self, testid: str) -> list[list[str]]:
        """Return the cards of each claim in a list."""
        rows = self.test(testid).locator("li").all()
        return [
            [str(card.get_attribute("data-card")) for card in row.locator(".small-card").all()]
            for row in rows
        ]


def date_of_special(kind: str, variant: str = "") -> str:
    """Return the first date whose special puzzle is of a kind, and of a variant if one is named."""
    day = FIRST_DATE
    while True:
        asked = daily_conditions(day, "special")
        if asked.kind.key == kind and variant in ("", asked.variant.key):
            return day.isoformat()
        day += timedelta(1)


class DailyPage(_ClientPage):
    """The page of the daily puzzles of a date."""

    def open(self, date: str = "", name: str = "basic") -> DailyPage:
        self.page.goto(f"{self.url}/daily{date and '/' + date}#{name}")
        self.page.locator(f'[data-testid="choose-{name}"][aria-pressed="true"]').wait_for()
        self.page.locator("main[data-online]").wait_for()
        return self

    def choose(self, name: str) -> DailyPage:
        self.test(f"choose-{name}").click()
        return self

    def begin(self) -> DailyPage:
        """Have the cards shown."""
        self.test("begin").click()
        return self.await_cards()

    def await_cards(self) -> DailyPage:
        self.page.locator(".daily-puzzle [data-card]").first.wait_for()
        self.page.locator("#sprite symbol").first.wait_for(state="attached")
        return self

    @property
    def date(self) -> str:
        return self.page.locator("main").get_attribute("data-date") or ""

    @property
    def found(self) -> int:
        """How many claims are found or taken."""
        count: int = self.page.evaluate(
            "() => Number(document.querySelector('[data-testid=\"found\"]')?.dataset.count ?? 0)"
        )
        return count

    def puzzle(self, name: str = "basic") -> dict[str, Any]:
        """Return a puzzle as the server tells it, with its answers."""
        answer = self.page.request.get(f"{self.url}/api/daily/{self.date}").json()
        found: dict[str, Any] = next(p for p in answer["puzzles"] if p["name"] == name)
        return found

    def press(self, *places: int, by_keys: bool = False) -> None:
        """Press the cards at some slots."""
        for place in places:
            card = self.page.locator(f'[data-slot="{place}"]')
            key = card.get_attribute("aria-keyshortcuts")
            if by_keys and key:
                self.page.keyboard.press(key)
            else:
                card.click()

    def solve(self, puzzle: dict[str, Any], *, by_keys: bool = False) -> None:
        """Find all claims that are not found yet, or take those of the answer."""
        for number in puzzle["answers"][0][self.found :]:
            found = self.found
            self.press(*puzzle["claims"][number]["places"], by_keys=by_keys)
            expect(self.test("found")).to_have_attribute("data-count", str(found + 1))

    def await_waiting(self, count: int, online: str = "true") -> None:
        """Wait until so many results are kept that the server does not have."""
        self.page.locator(f'main[data-online="{online}"][data-waiting="{count}"]').wait_for()
