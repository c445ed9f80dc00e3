"""Scenes of a table: waiting, playing in every way, ended."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer
from tests.browser.studio import LONG_NAME, Studio, move_all, scene


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
