"""Every state that a page can show, as a scene to be photographed.

A scene is a function that brings a page into a state, with real players at a real server.  A new
state is a new function with the decorator `scene`; `tests.browser.screenshots` takes the pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any, Final

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.pages import AccountPage, OpenPage, PracticePage, StartPage, TablePage
from tests.browser.players import PagePlayer, SocketPlayer, Wire
from tests.club import ClubServer
from thirdcard.server.lesson_steps import JudgeStep, PickStep, ReadStep, Step
from thirdcard.server.lessons import build_lesson

PASSCODE: Final = "sesame"
LONG_NAME: Final = "Bartholomew the Bold"
NUMBERS: Final = count(1)
SCENES: Final[dict[str, Callable[[Studio], Page]]] = {}


class Studio:
    """Where scenes are played: a server, a browser, and people without one.

    Its pages are in one of the languages of the server.
    """

    def __init__(self, browser: Browser, server: ClubServer, language: str = "en") -> None:
        self.server = server
        self.wire = Wire()
        self._browser = browser
        self._language = language
        self._contexts = ExitStack()

    def page(self) -> Page:
        """Open the browser of one more person."""
        context = self._browser.new_context(
            viewport={"width": 1600, "height": 900}, locale=self._language, service_workers="block"
        )
        self._contexts.callback(context.close)
        return context.new_page()

    def table(self, table: str, name: str | None = None) -> TablePage:
        """Come to a table with a browser, and sit down if there is a name."""
        page = TablePage(self.page(), self.server.url).open(table)
        return page if name is None else page.sit(name)

    def person(self, table: str, name: str) -> SocketPlayer:
        """Seat a person who has no browser."""
        return self.wire.seat(self.server, table, name)

    def game(
        self, variant: str = "classic", name: str = "Ada", other: str = "Emmy", **options: Any
    ) -> tuple[TablePage, SocketPlayer]:
        """Begin a game of two: one with a browser, who is the host, and one without."""
        table = self.server.open_table(variant, **options)
        page = self.table(table, name)
        person = self.person(table, other)
        page.start()
        return page, person

    def strike(self) -> None:
        """Close all browsers, for the next scene."""
        self._contexts.close()

    def close(self) -> None:
        self.strike()
        self.wire.close()


def scene(act: Callable[[Studio], Page]) -> Callable[[Studio], Page]:
    """Enter a function under its name with hyphens."""
    SCENES[act.__name__.replace("_", "-")] = act
    return act


def move_all(page: TablePage, person: SocketPlayer, claims: int, variant: str = "classic") -> None:
    """Let the two of a game claim in turn, as long as there is something to claim."""
    player = PagePlayer(page, variant, 1)
    for number in range(claims):
        if page.look().ended or player.find_claim() is None:
            break
        if number % 2:
            person.move()
            page.until_seq(person.seq)
        else:
            player.move()


# -- pages that are no table's ----------------------------------------------------------------


def furnish(studio: Studio) -> list[str]:
    """Open tables of many kinds with people at them, and return the tables' ids."""
    bodies: tuple[tuple[tuple[str, ...], str, dict[str, Any]], ...] = (
        (("Ada", "Emmy"), "classic", {"penalty": "point", "end_score": 10}),
        (("Sophie",), "mega+super", {}),
        (("Olga",), "junior", {}),
        ((LONG_NAME, "Zoë", "Max"), "ultra+chain", {}),
        (("Quentin",), "classic", {"contest": "duel"}),
        (("Ida",), "double", {"call_seconds": 5, "hints": "vote"}),
    )
    tables = []
    for names, variant, options in bodies:
        table = studio.server.open_table(variant, access="public", **options)
        tables.append(table)
        for name in names:
            studio.person(table, name)
    studio.server.open_table("memory", access="passcode", passcode=PASSCODE)
    return tables


@scene
def start(studio: Studio) -> Page:
    tables = furnish(studio)
    page = studio.page()
    TablePage(page, studio.server.url).open(tables[2]).sit("Wanda")
    StartPage(page, studio.server.url).open()
    page.locator("[data-my-table]").wait_for()
    page.locator(".sample").first.wait_for()
    return page


@scene
def opener(studio: Studio) -> Page:
    page = OpenPage(studio.page(), studio.server.url).open()
    page.test("access-passcode").click()
    return page.page


@scene
def opener_options(studio: Studio) -> Page:
    page = OpenPage(studio.page(), studio.server.url).open("?variant=memory")
    page.unfold_options()
    return page.page


@scene
def account_guest(studio: Studio) -> Page:
    return AccountPage(studio.page(), studio.server.url).open().page


@scene
def account_member(studio: Studio) -> Page:
    account = AccountPage(studio.page(), studio.server.url).open()
    # A club has each name once, and a scene may be played in it again.
    account.fill("register", name=f"Sofja {next(NUMBERS)}", password="any two cards")
    account.submit("register")
    account.test("logged-in").wait_for()
    account.fill("password", old="any three cards", new="any four cards")
    account.submit("password")
    expect(account.problem("password", "old")).not_to_be_empty()
    return account.page


@scene
def learn(studio: Studio) -> Page:
    page = studio.page()
    page.goto(f"{studio.server.url}/learn")
    page.locator(".lesson-link").first.wait_for()
    return page


def open_lesson(studio: Studio, key: str, kind: type[Step]) -> Page:
    """Go to the first step of a kind in a lesson."""
    page = studio.page()
    page.goto(f"{studio.server.url}/learn/{key}")
    for number, step in enumerate(build_lesson(key).steps):
        page.locator(f'[data-step="{number}"] .card').first.wait_for()
        if isinstance(step, kind):
            break
        if not isinstance(step, ReadStep):
            page.get_by_test_id("yes" if isinstance(step, JudgeStep) else "reveal").click()
        page.get_by_test_id("next").click()
    page.locator("#sprite symbol").first.wait_for(state="attached")
    return page


@scene
def practice(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open()
    for _ in range(3):
        page.solve()
    claim = page.find("classic")
    page.test("hint").click()
    for slot in [*claim[:2], next(slot for slot in range(12) if slot not in claim)]:
        page.page.locator(f'[data-slot="{slot}"]').click()
    # That it is none is said at once, and why as soon as the server has told.
    expect(page.test("verdict")).to_contain_text(re.compile(r"\. \w"))
    return page.page


@scene
def practice_chain_offline(studio: Studio) -> Page:
    page = PracticePage(studio.page(), studio.server.url).open("ultra+chain")
    page.await_supply(online="true")
    page.page.context.set_offline(True)
    page.await_supply(online="false")
    return page.page


@scene
def lesson_read(studio: Studio) -> Page:
    return open_lesson(studio, "set", ReadStep)


@scene
def lesson_judge(studio: Studio) -> Page:
    page = open_lesson(studio, "set", JudgeStep)
    page.get_by_test_id("yes").click()
    return page


@scene
def lesson_pick(studio: Studio) -> Page:
    page = open_lesson(studio, "set", PickStep)
    for card in page.locator("button.card").all()[:3]:
        if card.get_attribute("aria-pressed") == "false":
            card.click()
    return page


@scene
def lesson_chain(studio: Studio) -> Page:
    return open_lesson(studio, "chain", PickStep)


@scene
def lesson_eight(studio: Studio) -> Page:
    return open_lesson(studio, "eight", PickStep)


@scene
def lesson_memory(studio: Studio) -> Page:
    return open_lesson(studio, "memory", PickStep)


@scene
def lesson_ultra9(studio: Studio) -> Page:
    return open_lesson(studio, "ultra9", PickStep)


@scene
def passcode(studio: Studio) -> Page:
    table = studio.server.open_table("memory", access="passcode", passcode=PASSCODE)
    page = studio.page()
    page.goto(f"{studio.server.url}/table/{table}")
    page.get_by_test_id("passcode").fill("open, please")
    page.keyboard.press("Enter")
    return page


@scene
def nowhere(studio: Studio) -> Page:
    page = studio.page()
    page.goto(f"{studio.server.url}/nowhere")
    page.get_by_test_id("apology").wait_for()
    return page


# -- before the start --------------------------------------------------------------------------


def gather(studio: Studio, **options: Any) -> tuple[str, TablePage]:
    """Open a table with a host who has a browser, two people and a bot."""
    table = studio.server.open_table("classic", **options)
    host = studio.table(table, "Ada")
    studio.person(table, LONG_NAME)
    studio.person(table, "Zoë")
    return table, host


@scene
def waiting_host(studio: Studio) -> Page:
    _, host = gather(studio, penalty="lock", end_seconds=300)
    host.test("bots").click()
    host.test("add-bot-4").click()
    host.page.locator("[data-bot]").first.wait_for()
    return host.page


@scene
def waiting_guest(studio: Studio) -> Page:
    table, _ = gather(studio, call_seconds=5, growth="vote")
    return studio.table(table).page


@scene
def waiting_chat(studio: Studio) -> Page:
    table, host = gather(studio)
    studio.person(table, "Max").do("chat", text="Shall we wait for the others?")
    host.test("chat-button").click()
    return host.page


@scene
def options_dialog(studio: Studio) -> Page:
    _, host = gather(studio)
    host.test("table-options").click()
    host.test("options").wait_for()
    return host.page


@scene
def bots_dialog(studio: Studio) -> Page:
    _, host = gather(studio)
    host.test("bots").click()
    host.test("add-bot-2").click()
    host.test("bots").click()
    return host.page


@scene
def seat_menu(studio: Studio) -> Page:
    _, host = gather(studio)
    host.test("seat-menu").first.click()
    return host.page


@scene
def rules_dialog(studio: Studio) -> Page:
    page, _ = studio.game("ultra+chain")
    page.page.set_viewport_size({"width": 360, "height": 740})
    page.test("menu").click()
    page.test("rules").click()
    return page.page


@scene
def table_menu(studio: Studio) -> Page:
    page, _ = studio.game()
    page.page.set_viewport_size({"width": 360, "height": 740})
    page.test("menu").click()
    return page.page


# -- games -------------------------------------------------------------------------------------


@scene
def race(studio: Studio) -> Page:
    table, host = gather(studio, growth="vote", hints="vote")
    zoe = studio.person(table, "Max")
    host.start()
    move_all(host, zoe, 5)
    player = PagePlayer(host, "classic", 3)
    host.press(*(player.find_claim() or [])[:2])
    return host.page


@scene
def race_chat_and_votes(studio: Studio) -> Page:
    table, host = gather(studio, growth="vote", hints="vote")
    max_ = studio.person(table, "Max")
    host.start()
    move_all(host, max_, 3)
    max_.do("chat", text="That was close!")
    host.test("chat-button").click()
    host.test("chat-input").fill("Next one is mine, I have seen it 😀")
    host.test("say").click()
    max_.do("chat", text="I see nothing at all any more, do you? " * 5)
    max_.do("vote", subject="cards", agrees=True)
    host.test("vote-bar").wait_for()
    return host.page


@scene
def votes(studio: Studio) -> Page:
    page, emmy = studio.game(growth="vote", hints="vote")
    move_all(page, emmy, 2)
    emmy.do("vote", subject="cards", agrees=True)
    emmy.do("vote", subject="pause", agrees=True)
    page.test("agreed-pause").wait_for()
    return page.page


@scene
def called_by_me(studio: Studio) -> Page:
    page, emmy = studio.game(call_seconds=60)
    mine = page.page.locator('[data-testid="call"][data-mine]')
    page.test("call").click()
    mine.wait_for()
    PagePlayer(page, "classic", 1).move()
    emmy.do("call", seen=emmy.seq)
    emmy.move()
    page.until_seq(emmy.seq)
    page.test("call").click()
    mine.wait_for()
    page.press(*(PagePlayer(page, "classic", 1).find_claim() or [])[:1])
    return page.page


@scene
def called_by_another(studio: Studio) -> Page:
    page, emmy = studio.game(other=LONG_NAME, call_seconds=60)
    emmy.do("call", seen=emmy.seq)
    page.test("called").wait_for()
    return page.page


@scene
def locked(studio: Studio) -> Page:
    page, emmy = studio.game(penalty="lock", lock_seconds=60)
    move_all(page, emmy, 2)
    page.press(*PagePlayer(page, "classic", 1).find_wrong())
    page.test("locked").wait_for()
    return page.page


@scene
def fined(studio: Studio) -> Page:
    page, emmy = studio.game(penalty="point")
    move_all(page, emmy, 3)
    page.press(*PagePlayer(page, "classic", 1).find_wrong())
    page.expect_message(".")
    return page.page


@scene
def paused(studio: Studio) -> Page:
    page, emmy = studio.game()
    move_all(page, emmy, 2)
    emmy.do("vote", subject="pause", agrees=True)
    page.test("agree-pause").click()
    page.page.locator(".pause").wait_for()
    emmy.do("vote", subject="continue", agrees=True)
    return page.page


@scene
def hinted(studio: Studio) -> Page:
    page, emmy = studio.game(hints="private")
    move_all(page, emmy, 2)
    for _ in range(3):
        page.test("hint").click()
        page.page.wait_for_timeout(150)
    return page.page


@scene
def why(studio: Studio) -> Page:
    page, emmy = studio.game(hints="private")
    move_all(page, emmy, 2)
    page.press(*PagePlayer(page, "classic", 1).find_wrong())
    page.test("why-button").click()
    page.test("why").wait_for()
    return page.page


@scene
def which_third(studio: Studio) -> Page:
    page, emmy = studio.game(hints="private")
    move_all(page, emmy, 2)
    page.press(*PagePlayer(page, "classic", 1).find_wrong()[:2])
    page.test("ask-why").click()
    page.test("third").wait_for()
    return page.page


@scene
def timed(studio: Studio) -> Page:
    page, emmy = studio.game(end_seconds=600, end_score=10)
    move_all(page, emmy, 3)
    return page.page


@scene
def duel_my_turn(studio: Studio) -> Page:
    page, emmy = studio.game(contest="duel")
    move_all(page, emmy, 2)
    return page.page


@scene
def duel_their_turn(studio: Studio) -> Page:
    page, emmy = studio.game(other=LONG_NAME, contest="duel")
    move_all(page, emmy, 1)
    return page.page


@scene
def duel_end(studio: Studio) -> Page:
    page, emmy = studio.game(contest="duel")
    move_all(page, emmy, 20)
    return page.page


@scene
def coop(studio: Studio) -> Page:
    page, emmy = studio.game(contest="coop")
    move_all(page, emmy, 2)
    return page.page


@scene
def coop_end(studio: Studio) -> Page:
    page, emmy = studio.game(contest="coop")
    move_all(page, emmy, 20)
    return page.page


@scene
def spoil(studio: Studio) -> Page:
    page, emmy = studio.game(contest="spoil")
    move_all(page, emmy, 1)
    return page.page


@scene
def memory(studio: Studio) -> Page:
    page, _ = studio.game("memory")
    for slot in (0, 4):
        page.turn_up(slot)
        page.page.wait_for_timeout(400)
    return page.page


def play_some(studio: Studio, variant: str, claims: int = 3) -> Page:
    """Show a game of a variant after some claims."""
    page, emmy = studio.game(variant)
    move_all(page, emmy, claims, variant)
    page.page.mouse.move(0, 0)
    return page.page


@scene
def chain(studio: Studio) -> Page:
    return play_some(studio, "chain")


@scene
def ultra(studio: Studio) -> Page:
    return play_some(studio, "ultra")


@scene
def ultra9(studio: Studio) -> Page:
    return play_some(studio, "ultra9")


@scene
def mega(studio: Studio) -> Page:
    return play_some(studio, "mega")


@scene
def bowtie(studio: Studio) -> Page:
    return play_some(studio, "super+chain")


@scene
def eight(studio: Studio) -> Page:
    page = play_some(studio, "eight", 1)
    for card in page.locator("button.card").all()[:4]:
        card.click()
    return page


@scene
def many_players(studio: Studio) -> Page:
    table, host = gather(studio)
    for name in ("Max", "Ida", "Quentin", "Olga"):
        studio.person(table, name)
    host.start()
    return host.page


@scene
def watching(studio: Studio) -> Page:
    page, emmy = studio.game()
    watcher = studio.table(page.table).await_cards()
    move_all(page, emmy, 3)
    watcher.until_seq(emmy.seq)
    return watcher.page


def end(studio: Studio) -> TablePage:
    """Play a game to its end."""
    page, emmy = studio.game(end_score=2, other=LONG_NAME)
    move_all(page, emmy, 20)
    page.test("end-screen").wait_for()
    return page


@scene
def ended(studio: Studio) -> Page:
    return end(studio).page


@scene
def ended_verified(studio: Studio) -> Page:
    page = end(studio)
    page.test("verify").click()
    page.test("verdict").wait_for()
    page.page.locator(".proof summary").click()
    return page.page


@scene
def ended_table(studio: Studio) -> Page:
    page = end(studio)
    page.test("show-table").click()
    page.press(*(PagePlayer(page, "classic", 1).find_claim() or [])[:2])
    return page.page


@scene
def banned(studio: Studio) -> Page:
    table, host = gather(studio)
    guest = studio.table(table, "Guy")
    host.page.locator(".seat").filter(has_text="Guy").get_by_test_id("seat-menu").click()
    host.page.locator("dialog[open]").get_by_test_id("ban").click()
    guest.test("apology").wait_for()
    return guest.page


@scene
def disconnected(studio: Studio) -> Page:
    page, emmy = studio.game()
    routes: list[WebSocketRoute] = []
    guest = TablePage(studio.page(), studio.server.url)

    def connect(route: WebSocketRoute) -> None:
        if routes:
            route.close()
        else:
            route.connect_to_server()
        routes.append(route)

    guest.page.route_web_socket(lambda url: "/ws/" in url, connect)
    guest.open(page.table).sit("Max")
    guest.await_cards()
    move_all(page, emmy, 2)
    guest.until_seq(emmy.seq)
    routes[0].close()
    guest.page.locator('[data-link="broken"]').wait_for()
    return guest.page
