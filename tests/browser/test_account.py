"""Guest, account, log in on another device, password, export, and the end of all data."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Pages
from tests.browser.pages import AccountPage, TablePage
from tests.club import ClubServer
from tests.every import sparing

PASSWORD = "any two determine"
OTHER_PASSWORD = "the third of them"


def register(pages: Pages, name: str, size: str = "desk") -> AccountPage:
    """Make an account of a new guest."""
    page = pages.account(size)
    page.fill("register", name=name, password=PASSWORD)
    page.submit("register")
    expect(page.test("account")).to_have_text(name)
    return page


def log_in(page: AccountPage, name: str, password: str = PASSWORD) -> None:
    page.fill("login", name=name, password=password)
    page.submit("login")


@pytest.mark.parametrize("size", sparing(["phone", "wide"], "phone"))
def test_a_guest_becomes_a_member_and_keeps_the_tables(
    pages: Pages, server: ClubServer, size: str
) -> None:
    opened = server.open_table()
    name = f"Member {size}"
    page = register(pages, name, size)
    table = TablePage(page.page, server.url).open(opened).sit(name)
    expect(table.page.locator("[data-me]")).to_contain_text(name)

    elsewhere = pages.account()
    log_in(elsewhere, name.upper())
    expect(elsewhere.test("account")).to_have_text(name)
    elsewhere.page.goto(server.url)
    expect(elsewhere.page.locator(f'[data-my-table="{opened}"]')).to_be_visible()


def test_who_logs_out_is_a_new_guest(pages: Pages) -> None:
    page = register(pages, "Lola")
    page.submit("logged-in")
    expect(page.test("register-name")).to_be_visible()
    expect(page.test("my-name")).not_to_have_text("Lola")
    log_in(page, "Lola")
    expect(page.test("account")).to_have_text("Lola")


def test_what_is_wrong_is_told_at_its_field(pages: Pages) -> None:
    register(pages, "Grace")
    page = pages.account()
    pages.expect_problem(page.page, "40[0139]")
    page.fill("register", name="grace", password=PASSWORD)
    page.submit("register")
    expect(page.problem("register", "name")).to_contain_text("race")
    expect(page.test("register-name")).to_have_attribute("aria-invalid", "true")
    page.fill("register", name="Grace H")
    expect(page.problem("register", "name")).to_be_empty()

    log_in(page, "Grace", "not the password")
    expect(page.problem("login", "password")).to_contain_text("password")
    expect(page.test("login-password")).to_have_attribute("aria-invalid", "true")

    guest = pages.start()
    pages.expect_problem(guest.page, "409")
    guest.test("rename").click()
    guest.test("my-name-input").fill("GRACE")
    guest.test("save-name").click()
    expect(guest.test("name-problem")).not_to_be_empty()


def test_a_password_that_is_too_short_cannot_be_sent(pages: Pages) -> None:
    page = pages.account()
    button = page.test("register").locator("button")
    page.fill("register", name="Shorty", password="1234567")
    expect(button).to_be_disabled()
    page.fill("register", password="12345678")
    expect(button).to_be_enabled()


def test_a_new_password_ends_all_other_sessions(pages: Pages) -> None:
    page = register(pages, "Petra")
    elsewhere = pages.account()
    log_in(elsewhere, "Petra")
    expect(elsewhere.test("account")).to_have_text("Petra")

    pages.expect_problem(page.page, "403")
    page.fill("password", old="a wrong password", new=OTHER_PASSWORD)
    page.submit("password")
    expect(page.problem("password", "old")).to_have_class("problem")
    page.fill("password", old=PASSWORD)
    page.submit("password")
    expect(page.page.locator(".success")).to_contain_text("changed")
    page.page.reload()
    expect(page.test("account")).to_have_text("Petra")

    elsewhere.page.reload()
    expect(elsewhere.test("register-name")).to_be_visible()
    log_in(elsewhere, "Petra", OTHER_PASSWORD)
    expect(elsewhere.test("account")).to_have_text("Petra")


def test_my_data_are_downloaded(pages: Pages, server: ClubServer, tmp_path: Path) -> None:
    opened = server.open_table()
    page = register(pages, "Dora")
    TablePage(page.page, server.url).open(opened).sit("Dora")
    page.open()
    with page.page.expect_download() as download:
        page.test("export").click()
    file = tmp_path / "export.json"
    download.value.save_as(file)
    assert "Dora" in file.read_text("utf-8")
    assert opened in json.dumps(json.loads(file.read_text("utf-8")))


def test_a_guest_deletes_all_after_typing_a_word(pages: Pages) -> None:
    start = pages.start()
    start.rename("Ephemera")
    page = AccountPage(start.page, start.url).open()
    button = page.test("delete").locator("button")
    expect(button).to_be_disabled()
    page.fill("delete", word="delet")
    expect(button).to_be_disabled()
    page.fill("delete", word="Delete")
    button.click()
    expect(page.test("deleted")).to_be_visible()
    expect(page.test("my-name")).not_to_have_text("Ephemera")
    page.page.reload()
    expect(page.test("my-name")).not_to_have_text("Ephemera")
    assert "Ephemera" not in page.page.evaluate("() => JSON.stringify({ ...localStorage })")


def test_a_member_deletes_all_with_the_password(pages: Pages, server: ClubServer) -> None:
    opened = server.open_table()
    page = register(pages, "Gone Girl")
    TablePage(page.page, server.url).open(opened).sit("Gone Girl")
    watcher = pages.table(opened)
    expect(watcher.page.locator("[data-seat='0']")).to_contain_text("Gone Girl")
    page.open()
    pages.expect_problem(page.page, "403")
    page.fill("delete", word="delete", password="not the password")
    page.submit("delete")
    expect(page.problem("delete", "password")).to_contain_text("password")
    page.fill("delete", word="delete", password=PASSWORD)
    page.submit("delete")
    expect(page.test("deleted")).to_be_visible()
    expect(page.test("register-name")).to_be_visible()
    expect(watcher.page.locator("[data-seat='0']")).to_have_count(0)
    watcher.page.reload()
    expect(watcher.test("sit")).to_be_visible()
    expect(watcher.page.get_by_text("Gone Girl")).to_have_count(0)

    pages.expect_problem(page.page, "40[134]")
    log_in(page, "Gone Girl")
    expect(page.problem("login", "password")).not_to_be_empty()
