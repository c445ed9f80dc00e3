"""A table's options: chosen by its host, told to all, and what each does on the page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.pages import TablePage
from tests.browser.players import Wire
from tests.club import ClubServer


def manage(page: TablePage, seat: int, testid: str) -> None:
    """Choose something in the menu of a seat."""
    page.page.locator(f'[data-seat="{seat}"]').get_by_test_id("seat-menu").click()
    page.test(testid).locator("visible=true").click()


def test_the_host_chooses_options_and_all_are_told(pages: Pages, server: ClubServer) -> None:
    table = server.open_table("classic")
    ann = pages.table(table).sit("Ann")
    bob = pages.table(table, "phone").sit("Bob")
    expect(ann.test("table-options")).to_be_visible()
    expect(bob.test("table-options")).to_have_count(0)
    expect(bob.page.locator('[data-seat="0"]').get_by_test_id("host")).to_be_visible()
    expect(bob.test("option-sentences")).to_have_count(0)

    ann.test("table-options").click()
    ann.test("option-penalty-point").click()
    ann.test("save-options").click()
    for page in (ann, bob):
        expect(page.test("option-sentences")).to_contain_text("point")
    ann.test("table-options").click()
    expect(ann.test("option-penalty-point").locator("input")).to_be_checked()
    ann.page.keyboard.press("Escape")

    ann.test("leave").click()
    expect(bob.test("table-options")).to_be_visible()
    bob.start()
    expect(bob.test("table-options")).to_have_count(0)


def test_who_is_sent_away_may_come_back_unless_it_is_for_good(
    pages: Pages, server: ClubServer
) -> None:
    table = server.open_table("classic")
    ann = pages.table(table).sit("Ann")
    bob = pages.table(table).sit("Bob")
    manage(ann, 1, "kick")
    bob.expect_message("The host sent you away")
    expect(bob.page.locator("[data-me]")).to_have_count(0)
    bob.sit("Bob")

    manage(ann, 1, "ban")
    apology = bob.page.locator(".apology h1")
    expect(apology).to_have_text("You cannot come to this table")
    bob.page.reload()
    expect(apology).to_have_text("You cannot come to this table")
    ann.start()


def test_a_guest_has_no_say_over_others(pages: Pages, server: ClubServer, wire: Wire) -> None:
    table = server.open_table("classic")
    wire.seat(server, table, "Ann")
    bob = pages.table(table).sit("Bob")
    bob.page.locator('[data-seat="0"]').get_by_test_id("seat-menu").click()
    expect(bob.test("silence").locator("visible=true")).to_have_count(1)
    for testid in ("kick", "ban", "mute"):
        expect(bob.test(testid)).to_have_count(0)


def test_a_passcode_opens_the_table(pages: Pages, server: ClubServer) -> None:
    table = server.open_table("classic", access="passcode", passcode="open sesame")
    page = TablePage(pages.new("phone"), server.url)
    pages.expect_problem(page.page, "403")
    page.page.goto(f"{server.url}/table/{table}")
    page.test("passcode").fill("open barley")
    page.test("enter").click()
    expect(page.test("passcode")).to_have_attribute("aria-invalid", "true")
    page.test("passcode").fill("open sesame")
    page.test("enter").click()
    page.sit("Ann").start()
    page.page.reload()
    page.await_cards()


@pytest.mark.slow
def test_cards_are_laid_one_by_one(duo: Duo, pages: Pages, server: ClubServer) -> None:
    table = server.open_table("classic", lay_ms=400)
    ann = pages.table(table).sit("Ann")
    ann.test("start").click()
    ann.page.locator("[data-slot]").first.wait_for()
    sizes = [len(ann.look().slots)]
    first = ann.page.locator('[data-slot="0"]').get_attribute("data-card")
    while sizes[-1] < 12:
        ann.until("(shown, seq) => shown > seq", ann.seq)
        sizes.append(len(ann.look().slots))
    assert sizes[0] < 12
    assert len(set(sizes)) >= 6, f"they came together: {sizes}"
    assert ann.look().slots[0] == first


def test_the_rules_tell_of_the_options_and_the_keys(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table("classic", call_seconds=7)).sit("Ann").start()
    page.test("rules").click()
    dialog = page.page.get_by_role("dialog", name="Rules")
    expect(dialog).to_contain_text("Call first; then you have 7 s to claim.")
    expect(dialog.locator("kbd")).to_have_text(["Esc", "Enter", "Space"])
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.page.wait_for_function("() => document.activeElement === document.body")
    page.page.keyboard.press("Space")
    expect(page.page.locator('[data-testid="call"][data-mine]')).to_have_count(1)


def test_who_calls_has_some_seconds_while_the_others_wait(duo: Duo) -> None:
    ann, bob = duo("classic", call_seconds=4, penalty="point")
    claim, wrong = ann.find_claim(), ann.find_wrong()
    assert claim
    bob.page.press(claim[0])
    bob.page.expect_message("Call first")
    bob.page.expect_marked()

    before = bob.page.box(0)
    ann.page.page.keyboard.press("Space")
    expect(bob.page.test("called")).to_contain_text("Ann has called")
    expect(bob.page.test("call")).to_be_disabled()
    expect(ann.page.test("call-countdown")).to_have_text(re.compile("[1-4]"))
    assert bob.page.box(0) == before, "the call moved the cards"
    bob.page.press(claim[0])
    bob.page.expect_message("Ann has called")
    ann.page.claim(*claim)
    expect(bob.page.test("called")).to_have_count(0)
    assert ann.page.look().scores == [1, 0]

    # A wrong claim, and a call that leads to none, cost a point.
    wrong = ann.find_wrong()
    bob.page.test("call").click()
    expect(bob.page.test("call")).to_have_attribute("data-mine", "true")
    bob.page.press(*wrong)
    expect(ann.page.page.locator('[data-seat="1"]').get_by_test_id("fine")).to_have_text("−1")
    ann.page.test("call").click()
    expect(bob.page.test("called")).to_be_visible()
    expect(bob.page.test("called")).to_have_count(0)
    ann.page.expect_message("Your time after the call is over: −1 point")
    assert ann.page.look().scores == bob.page.look().scores == [0, -1]


@pytest.mark.slow
def test_a_wrong_claim_locks_its_player_out_and_nobody_else(duo: Duo) -> None:
    ann, bob = duo("classic", penalty="lock", lock_seconds=8)
    before = ann.page.box(0)
    ann.page.press(*ann.find_wrong())
    expect(ann.page.test("locked")).to_contain_text("Locked out")
    expect(bob.page.page.locator('[data-seat="0"]').get_by_test_id("lock")).to_be_visible()
    ann.page.expect_marked()
    assert ann.page.box(0) == before, "the lock moved the cards"
    claim = ann.find_claim()
    assert claim
    ann.page.press(*claim)
    ann.page.expect_message(r"locked out for \d+ second")
    ann.page.expect_marked(*claim)
    expect(bob.page.test("locked")).to_have_count(0)
    expect(ann.page.test("locked")).to_have_count(0, timeout=30_000)
    ann.page.test("claim-button").click()
    bob.page.until("() => document.querySelector('[data-score]').dataset.score === '1'")


def test_a_time_and_a_score_are_in_sight_and_end_the_game(duo: Duo) -> None:
    ann, bob = duo("classic", end_score=2, end_seconds=600)
    for player in (ann, bob):
        expect(player.page.test("time-left")).to_have_text(re.compile(r"(10:00|9:5\d)"))
        expect(player.page.test("end-score")).to_contain_text("to 2")
    for _ in range(2):
        assert ann.move()
    for player in (ann, bob):
        expect(player.page.test("end-screen")).to_contain_text("the score was reached")


# Presses a card at a time, as two people do who see the same at once.
PRESS_AT = """
([card, time]) => void setTimeout(
  () => document.querySelector(`button[data-card="${card}"]`)?.click(), time - Date.now())
"""


def test_claims_within_a_window_are_decided_when_it_closes(duo: Duo) -> None:
    ann, bob = duo("classic", fair_window_ms=250)
    claim = ann.find_claim()
    assert claim
    for player in (ann, bob):
        player.page.press(*claim[:2])
    time = ann.page.page.evaluate("() => Date.now() + 800")
    for player in (ann, bob):
        player.page.page.evaluate(PRESS_AT, [claim[2], time])
    for player in (ann, bob):
        expect(player.page.page.locator('[data-score="1"]')).to_have_count(1)
        expect(player.page.page.locator(".card.pending")).to_have_count(0)
    assert sorted(ann.page.look().scores) == [0, 1]
    assert ann.page.look().scores == bob.page.look().scores


def test_each_players_round_trip_is_shown(duo: Duo) -> None:
    ann, _ = duo("classic")
    for seat in (0, 1):
        trip = ann.page.page.locator(f'[data-seat="{seat}"]').get_by_test_id("trip")
        expect(trip).to_have_attribute("title", re.compile(r"round trip \d+ ms"))
