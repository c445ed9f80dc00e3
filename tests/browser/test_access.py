"""Who goes by keys, hears the page or touches it can do all that others can."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Pages
from tests.browser.hands import name_of_focus, tab_to, walk_to
from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer, Wire
from tests.browser.reader import ScreenReader
from tests.club import ClubServer
from thirdcard.variants.registry import parse_variant

HAS_FOCUS = "() => document.activeElement !== document.body"


def test_a_game_against_a_bot_is_won_with_the_keyboard_alone(pages: Pages) -> None:
    start = pages.start()
    page, keyboard = start.page, start.page.keyboard
    tab_to(page, "quick-variant")
    keyboard.type("Junior")
    assert start.test("quick-variant").input_value() == "junior"
    tab_to(page, "bot-level")
    keyboard.press("Home")
    tab_to(page, "play-bot")
    keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    table = TablePage(page, start.url).await_cards()
    player = PagePlayer(table, "junior", 5)
    while not (seen := table.look()).ended:
        claim = player.find_claim()
        if claim is None:
            continue
        slot_of = {card: slot for slot, card in seen.slots.items()}
        if not page.evaluate("() => document.activeElement.closest('.board') !== null"):
            tab_to_cards(page)
        for card in claim:
            if card not in slot_of or not walk_to(page, slot_of[card]):
                break
            keyboard.press("Space")
            assert page.evaluate(HAS_FOCUS)
        else:
            table.until("(shown, seq) => shown > seq", seen.seq)
        # The bot may have been before.
        keyboard.press("Escape")
    mine = int(page.locator("[data-me] [data-score]").first.get_attribute("data-score") or 0)
    assert mine == max(seen.scores), seen.scores
    expect(page.locator(".ending h2")).to_be_focused()
    expect(page.locator(".ending h2")).to_contain_text("You won")


def tab_to_cards(page: Page) -> None:
    """Press the Tab key until a card has the focus."""
    for _ in range(60):
        if name_of_focus(page).startswith("slot"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not come to the cards")


def test_a_game_is_won_by_ear(pages: Pages, server: ClubServer) -> None:
    variant = parse_variant("junior")
    page = pages.new()
    page.goto(f"{server.url}/table/{server.open_table('junior')}")
    reader = ScreenReader(page)
    reader.go_to(reader.await_node("textbox", "Your name"))
    reader.type("Ann")
    reader.press(reader.await_node("button", "Take a seat"))
    reader.press(reader.await_node("button", "^Start"))
    reader.await_said("cards lie on the table", 0)
    # The pictures bring the cards' names.
    reader.await_node("button", r"(oval|diamond|squiggle)s?, row 1, column 1$")
    for _ in range(20):
        since = len(reader.heard)
        cards = reader.cards(variant)
        claim = variant.find_claim([card.spot for card in cards])
        assert claim
        taken = [card for card in cards if card.spot in claim]
        for card in taken:
            assert not card.is_marked
            reader.press(card.node, "Space")
        said = reader.await_said(r"^You took: ", since)
        assert all(card.words in said for card in taken)
        if "The game is over" in said:
            break
    assert re.search(r"You won", said)
    reader.await_node("heading", "You won")


def marked(page: Page) -> list[int]:
    found = page.locator('[data-slot][aria-pressed="true"]')
    return [int(str(card.get_attribute("data-slot"))) for card in found.all()]


def test_arrows_lead_over_the_cards_which_are_one_stop(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table()).sit("Ann").start()
    page, press = table.page, table.page.keyboard.press
    stops = page.locator('.board .card:not([tabindex="-1"])')
    expect(stops).to_have_count(1)
    tab_to_cards(page)
    assert name_of_focus(page) == "slot 0"
    # 12 cards without a Set are dealt three more.
    last = page.locator(".board .card").count() - 1
    for key, slot in [
        ("ArrowRight", 3),
        ("ArrowDown", 4),
        ("End", last - 1),
        ("Home", 1),
        ("Control+End", last),
        ("Control+Home", 0),
        ("ArrowUp", 0),
    ]:
        press(key)
        assert name_of_focus(page) == f"slot {slot}"
    press("ArrowDown")
    press("Enter")
    assert marked(page) == [1]
    # Not the other way round: behind the last stop of a page come those of the browser.
    press("Shift+Tab")
    assert not name_of_focus(page).startswith("slot")
    press("Tab")
    assert name_of_focus(page) == "slot 1"


def test_enter_claims_before_it_marks_and_space_calls_before_it_marks(
    pages: Pages, server: ClubServer
) -> None:
    eight = pages.table(server.open_table("eight")).sit("Ann").start()
    claim = PagePlayer(eight, "eight", 1).find_claim()
    assert claim
    eight.press(*claim)
    seq = eight.seq
    eight.card(claim[0]).focus()
    eight.page.keyboard.press("Enter")
    eight.until("(shown, seq) => shown > seq", seq)
    assert eight.look().scores == [1]

    calling = pages.table(server.open_table(call_seconds=60)).sit("Bob").start()
    calling.slot(2).focus()
    calling.page.keyboard.press("Space")
    calling.page.locator('[data-testid="call"][data-mine]').wait_for()
    assert marked(calling.page) == []
    calling.page.keyboard.press("Space")
    assert marked(calling.page) == [2]


def test_the_focus_stays_at_its_place_whatever_comes_there(
    pages: Pages, server: ClubServer, wire: Wire
) -> None:
    key = server.open_table()
    table = pages.table(key).sit("Ann")
    bob = wire.seat(server, key, "Bob")
    table.start()
    page = table.page
    for _ in range(30):
        seen = table.look()
        if seen.ended:
            break
        claim = PagePlayer(table, "classic", 1).find_claim()
        assert claim
        slot = next(slot for slot, card in seen.slots.items() if card == claim[0])
        table.slot(slot).focus()
        bob.claim(*claim)
        table.until("(shown, seq) => shown > seq", seen.seq)
        after = table.look()
        if after.ended:
            break
        assert page.evaluate(HAS_FOCUS)
        if after.slots.get(slot):
            assert name_of_focus(page) == f"slot {slot}"
        else:
            # A hole, or no place at all any more: then it is a neighbour.
            assert page.evaluate("() => document.activeElement.closest('.board') !== null")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowRight")
            assert name_of_focus(page).startswith("slot") or len(after.slots) < 3
    assert table.look().ended
    expect(page.locator(".ending h2")).to_be_focused()


def test_the_focus_goes_along_from_the_lobby_to_the_cards(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table())
    page, press = table.page, table.page.keyboard.press
    tab_to(page, "name")
    page.keyboard.type("Ann")
    press("Enter")
    page.locator("[data-me]").wait_for()
    page.wait_for_function(HAS_FOCUS)
    tab_to(page, "start")
    press("Enter")
    table.await_cards()
    expect(page.locator(".board")).to_be_focused()
    press("ArrowRight")
    assert name_of_focus(page) == "slot 0"


def test_a_dialog_gives_the_focus_back_to_who_opened_it_with_a_key(
    pages: Pages, server: ClubServer
) -> None:
    table = pages.table(server.open_table()).sit("Ann").start()
    page, press = table.page, table.page.keyboard.press
    for testid in ("rules", "settings"):
        tab_to(page, testid, back=True)
        press("Enter")
        page.locator("dialog[open]").wait_for()
        press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(table.test(testid)).to_be_focused()
    # Who opened it with a pointer has the keys of the table at once.
    table.test("rules").click()
    page.locator("dialog[open]").get_by_role("button").click()
    expect(table.test("rules")).not_to_be_focused()
    press("Space")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_focus_survives_a_broken_connection(pages: Pages, server: ClubServer) -> None:
    key = server.open_table()
    guest = TablePage(pages.new(), server.url)
    routes: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    guest.page.route_web_socket(lambda url: "/ws/" in url, connect)
    guest.open(key).sit("Ann").start()
    guest.slot(5).focus()
    routes[-1].close()
    guest.page.locator('[data-link="broken"]').wait_for()
    guest.page.locator('[data-link="open"]').wait_for()
    assert name_of_focus(guest.page) == "slot 5"
    said = guest.test("announcer")
    expect(said).to_contain_text("The connection is lost.")
    expect(said).to_contain_text("Connected again.")


def test_another_page_begins_at_its_heading(pages: Pages) -> None:
    start = pages.start()
    page = start.page
    titles = {page.title()}
    for place, title in [("learn", "Lessons"), ("account", "Account")]:
        tab_to(page, f"to-{place}")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(place))
        expect(page.locator("h1:focus")).to_be_visible()
        expect(page).to_have_title(f"{title} · thirdcard")
        titles.add(page.title())
    page.go_back()
    expect(page.locator("h1:focus")).to_be_visible()
    assert len(titles) == 3


def test_the_first_stop_of_a_page_leads_past_its_bar(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table()).sit("Ann").start()
    table.page.reload()
    table.await_cards()
    table.page.keyboard.press("Tab")
    expect(table.test("skip-link")).to_be_focused()
    expect(table.test("skip-link")).to_be_in_viewport()
    table.page.keyboard.press("Enter")
    assert name_of_focus(table.page) == "slot 0"
    start = pages.start()
    start.page.keyboard.press("Tab")
    start.page.keyboard.press("Enter")
    expect(start.page.locator("main")).to_be_focused()


def test_a_question_mark_lists_the_keys(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table()).sit("Ann").start()
    page = table.page
    table.slot(4).focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert marked(page) == []
    page.keyboard.press("q")
    assert marked(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert name_of_focus(page) == "slot 4"
    start = pages.start()
    start.test("join-input").press_sequentially("a?")
    expect(start.page.get_by_role("dialog")).to_have_count(0)


def open_settings(page: TablePage) -> None:
    page.test("settings").click()
    page.test("settings-dialog").wait_for()


def test_the_keys_follow_the_keyboard_that_is_chosen(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table()).sit("Ann").start()
    page = table.page
    for layout, keys in [("azerty", "aqw"), ("dvorak", "'a;"), ("qwertz", "qay")]:
        open_settings(table)
        table.test(f"keys-{layout}").click()
        expect(table.test("key-picture")).to_contain_text(keys[0])
        table.test("close-settings").click()
        for slot, key in enumerate(keys):
            page.keyboard.press(key)
            expect(table.slot(slot)).to_have_attribute("aria-pressed", "true")
            expect(table.slot(slot).locator("kbd")).to_have_text(key)
            expect(table.slot(slot)).to_have_attribute("aria-keyshortcuts", key)
            page.keyboard.press(key)
    assert marked(page) == []
    # It is kept, and another page of the browser has it, too.
    page.reload()
    table.await_cards()
    page.keyboard.press("y")
    assert marked(page) == [2]


def test_keys_of_one_s_own_are_typed_row_by_row(pages: Pages, server: ClubServer) -> None:
    table = pages.table(server.open_table()).sit("Ann").start()
    open_settings(table)
    table.test("keys-custom").click()
    problem = table.test("keys-problem")
    row = table.test("keys-row-1")
    expect(row).to_have_value("qwertyuiop")
    for typed, told in [
        ("qwertyuio", "Upper row: 9 keys, not ten."),
        ("qwertyuioa", "Middle row: a stands there twice, or in a row above."),
        ("qwertyuio?", "Upper row: ? cannot mark a card."),
    ]:
        row.fill(typed)
        expect(problem).to_have_text(told)
    row.fill("[wertyuiop")
    expect(problem).to_be_empty()
    table.test("close-settings").click()
    table.page.keyboard.press("[")
    expect(table.slot(0)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("locale", "key"), [("fr-FR", "a"), ("de-DE", "q"), ("en-GB", "q")])
def test_a_language_has_its_keyboard_where_the_browser_does_not_tell(
    pages: Pages, server: ClubServer, locale: str, key: str
) -> None:
    table = TablePage(pages.new(), server.url)
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'keyboard', { value: undefined });"
        f"Object.defineProperty(navigator, 'language', {{ value: '{locale}' }});"
    )
    table.open(server.open_table()).sit("Ann").start()
    expect(table.slot(0)).to_have_attribute("aria-keyshortcuts", key)
    third = "y" if locale == "de-DE" else "w" if locale == "fr-FR" else "z"
    expect(table.slot(2)).to_have_attribute("aria-keyshortcuts", third)


def test_the_focus_and_the_marks_are_seen_in_forced_colours(
    pages: Pages, server: ClubServer
) -> None:
    table = pages.table(server.open_table(), forced_colors="active").sit("Ann").start()
    page = table.page
    tab_to_cards(page)
    outline = (
        "(slot) => getComputedStyle(document.querySelector(`[data-slot='${slot}']`)).outlineStyle"
    )
    assert page.evaluate(outline, 0) == "solid"
    assert page.evaluate(outline, 1) == "none"
    page.keyboard.press("a")
    assert page.evaluate(outline, 1) == "solid"


def test_what_happens_is_said_once_and_a_refusal_may_interrupt(
    pages: Pages, server: ClubServer, wire: Wire
) -> None:
    key = server.open_table()
    table = pages.table(key).sit("Ann")
    bob = wire.seat(server, key, "Bob")
    table.start()
    cards_before = len(table.look().slots)
    reader = ScreenReader(table.page)
    table.press(*PagePlayer(table, "classic", 1).find_wrong())
    why = reader.await_said(r"(colour|number|shading|symbol): ", 0)
    assert [live for live, text in reader.heard if text == why] == ["assertive"]
    bob.move()
    table.until_seq(bob.seq)
    said = reader.await_said("^Bob took: ", 0)
    assert "Bob has 1 point." in said
    # A board that had grown may shrink instead.
    assert ("added: " in said) == (len(table.look().slots) >= cards_before)
    assert sum("Bob took" in text for _, text in reader.heard) == 1
    # No other live region of the page says it again.
    assert {node.live for node in reader.read() if "Bob took" in node.name} <= {"polite", ""}
    bob.do("chat", text="Well played")
    reader.await_said("^Bob says: Well played$", 0)
    table.test("chat-button").click()
    bob.do("chat", text="And now?")
    reader.await_said("^And now\\?$", 0)
    assert not any("Bob says: And now" in text for _, text in reader.heard)
