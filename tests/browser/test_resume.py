"""A page comes back by itself: after a reload, and after the server was killed."""

from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.players import assert_same
from tests.club import ClubServer


def test_a_reload_keeps_the_seat(duo: Duo) -> None:
    ann, bob = duo("classic")
    assert ann.move()
    ann.page.page.reload()
    ann.page.await_cards()
    expect(ann.page.page.locator("[data-me]")).to_contain_text("Ann")
    assert ann.move()
    bob.page.until_seq(ann.page.seq)
    assert bob.page.look().scores == [2, 0]


def test_a_killed_server_comes_back_and_the_game_goes_on(
    duo: Duo, pages: Pages, server: ClubServer
) -> None:
    ann, bob = duo("classic")
    for player in (ann, bob):
        pages.expect_problem(player.page.page, "WebSocket|ERR_CONNECTION")
        assert player.move()
    assert_same(ann.page, bob.page)
    before = ann.page.look().shared()
    claim = ann.find_claim()
    assert claim
    ann.page.press(*claim[:2])

    server.kill()
    for player in (ann, bob):
        expect(player.page.test("connection")).to_have_attribute("data-link", "broken")
    ann.page.press(claim[2])
    ann.page.expect_message("Not connected")
    ann.page.expect_marked(*claim)

    server.start()
    for player in (ann, bob):
        expect(player.page.test("connection")).to_have_attribute(
            "data-link", "open", timeout=15_000
        )
        expect(player.page.page.locator("[data-me]")).to_have_count(1)
        assert player.page.look().shared() == before
    ann.page.expect_marked(*claim)
    ann.page.test("claim-button").click()
    bob.page.until("(shown, seq) => shown > seq", before["seq"])
    assert bob.move()
    assert_same(ann.page, bob.page)
    assert ann.page.look().scores == [2, 2]


def test_a_seat_left_can_be_taken_again_with_its_score(duo: Duo) -> None:
    ann, bob = duo("classic")
    assert bob.move()
    bob.page.test("menu").click()
    bob.page.test("leave").click()
    expect(ann.page.page.locator('[data-seat="1"]')).to_have_attribute("data-presence", "left")
    bob.page.open(ann.page.table)
    bob.page.test("sit").click()
    expect(bob.page.page.locator("[data-me] [data-score]")).to_have_text("1")
    assert bob.move()
