"""The page that opens a table: four axes, options with their reasons, and who may come."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Pages
from tests.club import ClubServer


def test_a_table_is_opened_by_its_four_axes(pages: Pages, server: ClubServer) -> None:
    opener = pages.opener()
    opener.rename("Ann")
    opener.choose(deck="mega", pattern="super", rule="chain")
    expect(opener.test("variant-title")).to_contain_text("Mega")
    table = opener.open_table()
    expect(table.page.locator("[data-me]")).to_contain_text("Ann")
    expect(table.test("seat-count")).to_have_text("1 of 8 seats")
    assert server.get(f"/api/tables/{table.table}").json()["variant"] == "mega+super+chain"
    table.start()
    assert len(table.look().slots) >= 15


@pytest.mark.parametrize("query", ["?variant=super%2Bmega", "?variant=mega+super"])
def test_an_address_chooses_the_variant(pages: Pages, query: str) -> None:
    opener = pages.opener(query=query)
    expect(opener.answer("deck", "mega").locator("input")).to_be_checked()
    expect(opener.answer("pattern", "super").locator("input")).to_be_checked()
    expect(opener.answer("rule", "free").locator("input")).to_be_checked()


def test_values_that_cannot_go_together_are_greyed_out_with_the_reason(pages: Pages) -> None:
    opener = pages.opener()
    opener.choose(rule="memory")
    eight = opener.answer("pattern", "eight")
    expect(eight.locator("input")).to_be_disabled()
    expect(eight.locator(".conflict")).not_to_be_empty()
    expect(opener.answer("pattern", "super").locator("input")).to_be_enabled()
    opener.choose(rule="free")
    expect(eight.locator("input")).to_be_enabled()


def test_options_are_taken_over_and_wrong_ones_explained(pages: Pages) -> None:
    opener = pages.opener()
    opener.unfold_options()
    opener.option("table_size").fill("1000")
    problem = opener.page.locator('[data-option="table_size"] .problem')
    expect(problem).to_contain_text("At most")
    pages.expect_problem(opener.page, "400")
    opener.test("open-table").click()
    expect(opener.test("open-problem")).to_contain_text("81")
    opener.option("table_size").fill("15")
    expect(problem).to_have_count(0)
    expect(opener.test("variant-size")).to_have_text("15 cards on the table")
    opener.option("seats").fill("3")
    expect(opener.test("option-count")).to_have_text("2 other than usual")
    table = opener.open_table()
    expect(table.test("seat-count")).to_have_text("1 of 3 seats")
    assert len(table.start().look().slots) >= 15


def test_every_option_has_its_sentence_under_a_heading(pages: Pages, server: ClubServer) -> None:
    opener = pages.opener()
    opener.unfold_options()
    options = opener.page.locator("[data-option]")
    told = server.get("/api/options?variant=classic").json()
    expect(options).to_have_count(len(told))
    for option in told:
        shown = opener.page.locator(f'[data-option="{option["key"]}"]')
        expect(shown.locator(".title")).to_have_text(option["title"])
        expect(shown.locator(".sentence")).not_to_be_empty()
    headings = opener.test("options").locator("legend")
    assert headings.all_inner_texts()[-1].lower() == "fairness"


def test_an_option_that_cannot_go_with_the_variant_says_why(pages: Pages) -> None:
    opener = pages.opener("phone")
    opener.unfold_options()
    opener.option("penalty", "point").click()
    expect(opener.test("option-count")).to_have_text("1 other than usual")
    opener.choose(rule="memory")
    penalty = opener.page.locator('[data-option="penalty"]')
    expect(penalty.locator(".conflict")).not_to_be_empty()
    expect(penalty.locator("input").first).to_be_disabled()
    expect(opener.test("option-count")).to_have_text("all as usual")
    opener.open_table()


def test_options_that_exclude_each_other_say_why(pages: Pages) -> None:
    opener = pages.opener()
    opener.unfold_options()
    opener.option("contest", "duel").click()
    expect(opener.page.locator('[data-option="call_seconds"] .conflict')).not_to_be_empty()
    expect(opener.option("call_seconds")).to_be_disabled()
    opener.option("contest", "race").click()
    expect(opener.option("call_seconds")).to_be_enabled()


def test_a_table_is_played_against_a_bot_at_once(pages: Pages, server: ClubServer) -> None:
    opener = pages.opener("phone")
    opener.choose(deck="junior")
    table = opener.play_bot(1).await_cards()
    expect(table.page.locator(".scores [data-bot]")).to_contain_text("child")


def test_a_passcode_is_asked_for_and_needs_to_be_right(pages: Pages) -> None:
    opener = pages.opener()
    opener.test("access-passcode").click()
    opener.test("open-table").click()
    expect(opener.test("open-problem")).to_have_text("The passcode is missing.")
    opener.test("new-passcode").fill("third card")
    table = opener.open_table()
    expect(table.page.locator("[data-me]")).to_have_count(1)

    guest = pages.new("phone")
    pages.expect_problem(guest, "403")
    guest.goto(table.page.url)
    door = guest.get_by_test_id("passcode")
    door.fill("first card")
    guest.get_by_test_id("enter").click()
    expect(guest.locator(".field .problem")).not_to_be_empty()
    door.fill("third card")
    guest.get_by_test_id("enter").click()
    expect(guest.get_by_test_id("sit")).to_be_visible()
    guest.reload()
    expect(guest.get_by_test_id("sit")).to_be_visible()
