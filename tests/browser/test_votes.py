"""What all must agree to: more cards, a pause, going on."""

from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.players import Wire
from tests.club import ClubServer

PLACES = """
() => [...document.querySelectorAll("[data-slot]")].map((card) => {
  const { x, y } = card.getBoundingClientRect();
  return [x, y];
})
"""


def test_more_cards_come_when_all_have_agreed(duo: Duo) -> None:
    ann, bob = (player.page for player in duo("classic", growth="vote"))
    size = len(ann.look().slots)
    before = bob.at_rest(PLACES)
    ann.test("ask-cards").click()
    expect(bob.test("vote-bar")).to_contain_text("Ann asks for more cards")
    expect(bob.test("agreed-cards")).to_have_text("1 of 2 agree")
    assert bob.at_rest(PLACES) == before, "the question moved the cards"
    assert len(bob.look().slots) == size

    ann.test("agree-cards").click()
    expect(bob.test("vote-bar")).to_have_count(0)
    bob.test("ask-cards").click()
    expect(ann.test("vote-bar")).to_contain_text("Bob asks for more cards")
    ann.test("agree-cards").click()
    for page in (ann, bob):
        expect(page.page.locator("[data-slot]")).to_have_count(size + 3)
        expect(page.test("vote-bar")).to_have_count(0)
    assert ann.look().slots == bob.look().slots


def test_a_claim_answers_the_question_for_more_cards(duo: Duo) -> None:
    ann, bob = duo("classic", growth="vote")
    ann.page.test("ask-cards").click()
    bob.page.test("vote-bar").wait_for()
    while not bob.move():
        bob.page.test("ask-cards").click()
    expect(ann.page.test("vote-bar")).to_have_count(0)
    expect(bob.page.test("vote-bar")).to_have_count(0)


def test_a_pause_hides_the_cards_until_all_go_on(duo: Duo) -> None:
    ann, bob = duo("classic")
    claim = bob.find_claim()
    assert claim
    bob.page.press(claim[0])
    ann.page.test("ask-pause").click()
    expect(bob.page.test("vote-bar")).to_contain_text("Ann asks for a pause")
    bob.page.test("agree-pause").click()
    for player in (ann, bob):
        expect(player.page.test("paused")).to_be_visible()
        assert player.page.page.locator("[data-slot]:visible").count() == 0
    bob.page.page.keyboard.type("qwe")
    bob.page.expect_message("paused")

    bob.page.test("ask-continue").click()
    expect(ann.page.test("awaited")).to_have_text("Waiting for Ann")
    ann.page.test("ask-continue").click()
    for player in (ann, bob):
        expect(player.page.test("paused")).to_have_count(0)
        expect(player.page.slot(0)).to_be_visible()
    bob.page.expect_marked(claim[0])
    seq = bob.page.seq
    bob.page.press(*claim[1:])
    ann.page.until("(shown, seq) => shown > seq", seq)


def test_a_reload_in_a_pause_shows_no_cards(duo: Duo) -> None:
    ann, bob = duo("classic")
    ann.page.test("ask-pause").click()
    bob.page.test("agree-pause").click()
    ann.page.test("paused").wait_for()
    ann.page.page.reload()
    expect(ann.page.test("paused")).to_be_visible()
    assert ann.page.page.locator("[data-slot]:visible").count() == 0


def test_who_watches_sees_the_question_and_has_no_vote(
    duo: Duo, pages: Pages, server: ClubServer, wire: Wire
) -> None:
    ann, _ = (player.page for player in duo("classic", growth="vote"))
    watcher = pages.table(ann.table)
    ann.test("ask-cards").click()
    expect(watcher.test("vote-bar")).to_contain_text("Ann asks for more cards")
    expect(watcher.test("agree-cards")).to_have_count(0)
    expect(watcher.test("ask-cards")).to_have_count(0)


def test_who_is_alone_asks_nobody(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table("classic", growth="vote")).sit("Ann").start()
    size = len(page.look().slots)
    page.test("ask-cards").click()
    expect(page.page.locator("[data-slot]")).to_have_count(size + 3)
    page.test("ask-pause").click()
    expect(page.test("paused")).to_be_visible()
    page.test("ask-continue").click()
    expect(page.test("paused")).to_have_count(0)
