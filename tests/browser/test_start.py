"""The start page: a game at once, a table joined by link or code, a name of one's own."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Pages
from tests.browser.pages import StartPage, TablePage
from tests.club import ClubServer


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_game_against_a_bot_is_one_press_away(
    pages: Pages, server: ClubServer, size: str
) -> None:
    start = pages.start(size)
    name = start.test("my-name").inner_text()
    start.test("play-bot").click()
    start.page.wait_for_url("**/table/*")
    table = TablePage(start.page, start.url).await_cards()
    expect(table.page.locator("[data-me]")).to_contain_text(name)
    expect(table.page.locator(".scores [data-bot]")).to_have_count(1)
    assert server.get(f"/api/tables/{table.table}").json()["variant"] == "classic"


def test_the_game_and_the_level_are_chosen_and_the_level_is_kept(
    pages: Pages, server: ClubServer
) -> None:
    start = pages.start("phone")
    start.choose("junior")
    table = start.play_bot(5).await_cards()
    expect(table.page.locator(".scores [data-bot]")).to_contain_text("world class")
    assert server.get(f"/api/tables/{table.table}").json()["variant"] == "junior"
    start.open()
    expect(start.test("bot-level")).to_have_value("5")


def test_everyone_has_a_name_at_once_and_keeps_it(pages: Pages) -> None:
    ann, bob = pages.start(), pages.start()
    names = [page.test("my-name").inner_text() for page in (ann, bob)]
    assert names[0] != names[1]
    for name in names:
        assert re.fullmatch(r"[A-Z]\w+ [A-Z]\w+", name)
    ann.page.reload()
    expect(ann.test("my-name")).to_have_text(names[0])


def test_who_comes_by_a_link_has_a_name_to_sit_down_with(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table(), "phone", has_touch=True)
    expect(page.test("name")).to_have_value(re.compile(r"^\w+ \w+$"))
    name = page.test("name").input_value()
    page.test("sit").tap()
    expect(page.page.locator("[data-me] .name")).to_have_text(name)
    page.page.reload()
    expect(page.page.locator("[data-me] .name")).to_have_text(name)


def test_a_name_that_comes_late_does_not_get_into_the_typing(
    pages: Pages, server: ClubServer
) -> None:
    page, held = pages.new(), list[Route]()
    page.route("**/api/me", lambda route: held.append(route))
    table = TablePage(page, server.url).open(server.open_table())
    field = table.test("name")
    field.focus()
    with page.expect_response("**/api/me"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.keyboard.type("Ann")
    expect(field).to_have_value("Ann")
    field.clear()
    field.blur()
    expect(field).to_have_value(re.compile(r"^\w+ \w+$"))


def test_a_second_press_on_start_is_no_mistake(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table()).sit("Ann")
    page.test("start").dblclick()
    page.await_cards()
    seq = page.seq
    page.page.wait_for_timeout(300)
    assert page.seq == seq
    expect(page.page.locator(".notice.refusal")).to_have_count(0)


def test_the_name_is_changed_in_its_place(pages: Pages, server: ClubServer) -> None:
    start = pages.start("phone")
    start.rename("Zoë")
    expect(start.test("to-account")).to_have_text("Zoë")
    start.page.reload()
    expect(start.test("my-name")).to_have_text("Zoë")
    table = TablePage(start.page, server.url).open(server.open_table())
    expect(table.test("name")).to_have_value("Zoë")


def test_a_change_of_the_name_is_given_up_with_escape(pages: Pages) -> None:
    start = pages.start()
    name = start.test("my-name").inner_text()
    start.test("rename").click()
    start.test("my-name-input").fill("Somebody else")
    start.page.keyboard.press("Escape")
    expect(start.test("my-name")).to_have_text(name)
    expect(start.test("rename")).to_be_focused()


def test_my_tables_are_listed_to_go_on(pages: Pages, server: ClubServer) -> None:
    opened = server.open_table("junior")
    table = pages.table(opened).sit("Ann")
    start = StartPage(table.page, server.url).open()
    mine = start.page.locator(f'[data-my-table="{opened}"]')
    expect(mine).to_contain_text("Go on")
    mine.click()
    expect(start.page.locator("[data-me]")).to_contain_text("Ann")
    table.test("leave").click()
    start.page.wait_for_url(f"{server.url}/")
    expect(mine).to_have_count(0)


@pytest.mark.parametrize("form", ["{url}/table/{table}", "{table}", " {table} "])
def test_a_table_is_joined_by_link_or_code(pages: Pages, server: ClubServer, form: str) -> None:
    table = server.open_table()
    start = pages.start("phone")
    start.join(form.format(url=server.url, table=table))
    start.page.wait_for_url(f"**/table/{table}")
    TablePage(start.page, server.url).sit("Bob")


@pytest.mark.parametrize("form", ["{url}/game/{table}", "/game/{table}"])
def test_a_game_is_found_by_its_link(pages: Pages, server: ClubServer, form: str) -> None:
    table = server.open_table()
    start = pages.start("phone")
    # The game has not ended, which its page tells.
    pages.expect_problem(start.page, "409")
    start.join(form.format(url=server.url, table=table))
    start.page.wait_for_url(f"**/game/{table}")


def test_a_wrong_code_is_answered_on_the_spot(pages: Pages, server: ClubServer) -> None:
    start = pages.start()
    pages.expect_problem(start.page, "404")
    start.join("nowhere")
    expect(start.test("join-problem")).to_have_text(
        "There is no table nowhere. Is the link complete?"
    )
    start.join("what is this?")
    expect(start.test("join-problem")).to_contain_text("neither the link nor the code of a table")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/table/nowhere", "There is no such table"),
        ("/nowhere/at/all", "There is no such page"),
        ("/table/%E0%A4%A", "There is no such table"),
    ],
)
def test_a_wrong_address_is_an_apology_that_leads_back(
    pages: Pages, server: ClubServer, path: str, title: str
) -> None:
    page = pages.new()
    pages.expect_problem(page, "404|400")
    page.goto(server.url + path)
    apology = page.get_by_test_id("apology")
    expect(apology.locator("h1")).to_have_text(title)
    apology.locator("a").click()
    expect(page.get_by_test_id("play-bot")).to_be_visible()


def test_four_looks_of_the_cards_can_be_chosen_and_are_kept(pages: Pages) -> None:
    start = pages.start()
    options = start.test("theme").locator("option")
    expect(options).to_have_count(4)
    drawn = set()
    for option in options.all():
        theme = str(option.get_attribute("value"))
        start.test("theme").select_option(theme)
        expect(start.page.locator("html")).to_have_attribute("data-theme", theme)
        expect(start.page.locator("#sprite")).to_have_attribute("data-theme", theme)
        drawn.add(start.page.locator("#sprite").inner_html())
    assert len(drawn) == 4
    start.page.reload()
    expect(start.test("theme")).to_have_value(theme)


def test_the_pages_are_reached_by_links_without_loading_anew(pages: Pages) -> None:
    start = pages.start()
    start.page.evaluate("() => { window.isTheSame = true; }")
    for link, heading in (("to-open", "Open a table"), ("to-account", "Account")):
        start.test(link).click()
        expect(start.page.get_by_role("heading", level=1)).to_have_text(heading)
        start.page.go_back()
        expect(start.test("play-bot")).to_be_visible()
    assert start.page.evaluate("() => window.isTheSame")
