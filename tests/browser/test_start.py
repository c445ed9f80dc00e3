"""The start page: a table is opened by its four axes, or joined by link or code."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Pages
from tests.browser.pages import TablePage
from tests.club import ClubServer


def test_a_table_is_opened_by_its_four_axes(pages: Pages, server: ClubServer) -> None:
    start = pages.start()
    start.choose(deck="mega", pattern="super", rule="chain")
    expect(start.test("variant-title")).to_contain_text("Mega")
    table = start.open_table("Ann")
    expect(table.page.locator("[data-me]")).to_contain_text("Ann")
    expect(table.test("seat-count")).to_have_text("1 of 8 seats")
    assert server.get(f"/api/tables/{table.table}").json()["variant"] == "mega+super+chain"
    table.start()
    assert len(table.look().slots) >= 15


def test_values_that_cannot_go_together_are_greyed_out_with_the_reason(pages: Pages) -> None:
    start = pages.start()
    start.choose(rule="memory")
    eight = start.answer("pattern", "eight")
    expect(eight.locator("input")).to_be_disabled()
    expect(eight.locator(".conflict")).not_to_be_empty()
    expect(start.answer("pattern", "super").locator("input")).to_be_enabled()
    start.choose(rule="free")
    expect(eight.locator("input")).to_be_enabled()


def test_options_are_taken_over_and_wrong_ones_explained(pages: Pages) -> None:
    start = pages.start()
    start.page.locator(".more summary").click()
    start.test("table-size").fill("1000")
    pages.expect_problem(start.page, "400")
    start.test("open-table").click()
    expect(start.test("open-problem")).to_contain_text("81")
    start.test("table-size").fill("15")
    start.test("seats").fill("3")
    table = start.open_table("Ann")
    expect(table.test("seat-count")).to_have_text("1 of 3 seats")
    assert len(table.start().look().slots) >= 15


@pytest.mark.parametrize("form", ["{url}/table/{table}", "{table}", " {table} "])
def test_a_table_is_joined_by_link_or_code(pages: Pages, server: ClubServer, form: str) -> None:
    table = server.open_table()
    start = pages.start("phone")
    start.join(form.format(url=server.url, table=table))
    start.page.wait_for_url(f"**/table/{table}")
    TablePage(start.page, server.url).sit("Bob")


def test_a_wrong_code_is_answered_on_the_spot(pages: Pages, server: ClubServer) -> None:
    start = pages.start()
    pages.expect_problem(start.page, "404")
    start.join("nowhere")
    expect(start.test("join-problem")).to_have_text(
        "There is no table nowhere. Is the link complete?"
    )
    start.join("what is this?")
    expect(start.test("join-problem")).to_contain_text("neither the link nor the code")


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
    expect(page.get_by_test_id("open-table")).to_be_visible()


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
