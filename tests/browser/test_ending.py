"""The end of a game: at once, with another game and with a record that proves the deal fair."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.pages import Delay, TablePage
from tests.browser.players import PagePlayer, Wire
from tests.club import ClubServer
from tests.every import sparing

# The whole deck lies on the table, so which claim is the last can be seen.
WHOLE_DECK: dict[str, Any] = {"table_size": 27}


def play_until_last(page: TablePage, server: ClubServer, wire: Wire) -> list[str]:
    """Let a player without a page play until one claim ends the game, and return that claim."""
    other = wire.seat(server, page.table, "Zed")
    player = PagePlayer(page, "junior", 1)
    variant = player.variant
    while True:
        claim = player.find_claim()
        assert claim
        left = [card for card in page.look().slots.values() if card and card not in claim]
        points = [point for card in left if (point := variant.deck.find_point(card)) is not None]
        if variant.find_claim([variant.spot(point) for point in points]) is None:
            return claim
        page.until_seq(other.claim(*claim))


def verify(record: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "thirdcard", "replay", str(record), "--verify"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_end_comes_with_the_last_claim_and_another_game_for_both(
    duo: Duo, server: ClubServer, wire: Wire
) -> None:
    ann, bob = (player.page for player in duo("junior", **WHOLE_DECK))
    claim = play_until_last(ann, server, wire)
    ann.claim(*claim)
    for page in (ann, bob):
        expect(page.test("end-screen")).to_be_visible()
        assert set(page.look().last) == set(claim)
    expect(ann.test("end-screen").locator("[data-rank]")).to_have_count(3)

    old = ann.table
    ann.test("play-again").click()
    ann.page.wait_for_url(lambda url: old not in url)
    bob.test("rematch-offer").click()
    bob.page.wait_for_url(lambda url: old not in url)
    assert ann.table == bob.table
    for page in (ann, bob):
        expect(page.page.locator("[data-seat]")).to_have_count(3)
        expect(page.page.locator("[data-me]")).to_have_count(1)
    ann.start()
    bob.await_cards()


def test_both_may_ask_for_another_game(pages: Pages, server: ClubServer, wire: Wire) -> None:
    table = server.open_table("junior", **WHOLE_DECK)
    ann = pages.table(table).sit("Ann")
    bob = TablePage(pages.new("phone"), server.url)
    delay = Delay(bob)
    bob.open(table).sit("Bob")
    ann.start()
    ann.claim(*play_until_last(ann, server, wire))
    bob.test("play-again").wait_for()
    # Bob presses before he hears of Ann's wish.
    delay.is_holding = True
    ann.test("play-again").click()
    ann.page.wait_for_url(lambda url: table not in url)
    bob.test("play-again").click()
    delay.release()
    bob.page.wait_for_url(lambda url: table not in url)
    assert ann.table == bob.table
    for page in (ann, bob):
        expect(page.page.locator("[data-seat]")).to_have_count(3)
        expect(page.page.locator("[data-me]")).to_have_count(1)


def test_the_seal_is_shown_from_the_start_and_fits_at_the_end(
    pages: Pages, server: ClubServer
) -> None:
    page = pages.table(server.open_table("classic", end_score=1), "phone").sit("Ann")
    lobby = page.page.locator(".lobby")
    lobby.get_by_test_id("seal").locator("summary").click()
    seal = lobby.get_by_test_id("commitment").inner_text()
    assert re.fullmatch(r"[0-9a-f]{64}", seal)
    page.start()
    page.test("menu").click()
    page.test("rules").click()
    dialog = page.page.get_by_role("dialog", name="Rules")
    dialog.get_by_test_id("seal").locator("summary").click()
    expect(dialog.get_by_test_id("commitment")).to_have_text(seal)
    dialog.get_by_role("button", name="Close").click()
    page.test("menu").click()
    assert PagePlayer(page, "classic", 1).move()
    page.test("verify").click()
    expect(page.test("verdict")).to_have_attribute("data-fair", "true")
    page.page.locator(".proof summary").click()
    expect(page.page.locator(".proof")).to_contain_text(seal)


def test_the_record_proves_the_deal_fair(
    pages: Pages, server: ClubServer, wire: Wire, tmp_path: Path
) -> None:
    left: list[str] = []
    while len(left) < 2:
        page = pages.table(server.open_table("junior", **WHOLE_DECK)).sit("Ann").start()
        page.claim(*play_until_last(page, server, wire))
        left = [card for card in page.look().slots.values() if card]
    with page.page.expect_download() as download:
        page.test("record").click()
    record = tmp_path / "game.jsonl"
    download.value.save_as(record)
    fair = verify(record)
    assert fair.returncode == 0
    assert "fair" in fair.stdout

    # Two cards that nobody took change places.
    text = record.read_text()
    first, second = left[:2]
    record.write_text(text.replace(first, "?").replace(second, first).replace("?", second))
    unfair = verify(record)
    assert unfair.returncode == 1
    assert "not fair" in unfair.stdout


def test_one_click_verifies_the_shuffle(pages: Pages, server: ClubServer, wire: Wire) -> None:
    page = pages.table(server.open_table("junior", **WHOLE_DECK)).sit("Ann").start()
    page.claim(*play_until_last(page, server, wire))
    page.test("verify").click()
    expect(page.test("verdict")).to_have_attribute("data-fair", "true")
    expect(page.test("verdict")).to_contain_text("All 27 cards")
    expect(page.test("verdict").locator('[data-holds="false"]')).to_have_count(0)


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_a_deal_that_was_altered_is_found_out(
    pages: Pages, server: ClubServer, wire: Wire, is_encrypted: bool
) -> None:
    page = pages.table(server.open_table("junior", **WHOLE_DECK)).sit("Ann").start()
    page.claim(*play_until_last(page, server, wire))
    if not is_encrypted:
        # As on a page without encryption, whose browser has no hashes.
        page.page.evaluate("() => Object.defineProperty(crypto, 'subtle', { value: undefined })")
        page.test("verify").click()
        expect(page.test("verdict")).to_have_attribute("data-fair", "true")
        page.page.reload()
        page.page.evaluate("() => Object.defineProperty(crypto, 'subtle', { value: undefined })")
    record = server.get(f"/api/tables/{page.table}/record").text
    altered = record.replace("1RO", "?").replace("2GD", "1RO").replace("?", "2GD")
    page.page.route("**/record", lambda route: route.fulfill(body=altered))
    page.test("verify").click()
    expect(page.test("verdict")).to_have_attribute("data-fair", "false")
    expect(page.test("verdict").locator('[data-holds="false"]')).to_contain_text("had to be")


def test_equal_scores_are_ranked_by_who_was_first_and_that_is_said(
    pages: Pages, server: ClubServer, wire: Wire
) -> None:
    page = pages.table(server.open_table("junior", **WHOLE_DECK)).sit("Ann")
    bob = wire.seat(server, page.table, "Bob")
    page.start()
    claim = PagePlayer(page, "junior", 1).find_claim()
    assert claim
    page.until_seq(bob.claim(*claim))
    page.claim(*play_until_last(page, server, wire))
    result = page.test("end-screen")
    expect(result.locator('[data-rank="2"]')).to_contain_text("Bob")
    expect(result.locator('[data-rank="3"]')).to_contain_text("Ann")
    assert page.look().scores[:2] == [1, 1]
    expect(page.test("ties")).to_contain_text("reached first")


@pytest.mark.parametrize("size", sparing(["phone", "desk"], "phone"))
def test_a_table_that_ended_still_opens_with_its_result(
    pages: Pages, server: ClubServer, wire: Wire, size: str
) -> None:
    page = pages.table(server.open_table("junior", **WHOLE_DECK)).sit("Ann").start()
    page.claim(*play_until_last(page, server, wire))
    later = pages.table(page.table, size)
    expect(later.test("end-screen")).to_be_visible()
    expect(later.test("sit")).to_have_count(0)
    assert later.look().shared() == page.look().shared()
    page.page.reload()
    expect(page.test("play-again")).to_be_visible()
