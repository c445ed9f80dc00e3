"""Hints in stages, and why some cards are a claim or are none."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Duo, Pages
from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer
from tests.club import ClubServer


def hinted(page: TablePage) -> Locator:
    return page.page.locator(".card.hinted")


def test_a_hint_comes_in_stages_and_to_the_asker_alone(duo: Duo) -> None:
    ann, bob = duo("classic", hints="private")
    ann.page.test("hint").click()
    expect(ann.page.test("hint-text")).to_have_text("There is a Set.")
    expect(hinted(ann.page)).to_have_count(0)
    for count in (1, 2):
        ann.page.test("hint").click()
        expect(hinted(ann.page)).to_have_count(count)
    expect(ann.page.test("hint")).to_be_disabled()
    expect(hinted(bob.page)).to_have_count(0)
    expect(bob.page.test("hint-text")).to_have_text("")
    cards = [card.get_attribute("data-card") for card in hinted(ann.page).all()]

    # The third card follows from the two; after the claim there is another table.
    variant = ann.variant
    lying = [card for card in ann.page.look().slots.values() if card]
    points = {card: variant.deck.find_point(card) for card in lying}
    for card in lying:
        trio = [points[c] for c in (*cards, card) if c is not None]
        spots = [variant.spot(point) for point in trio if point is not None]
        if card not in cards and variant.find_claim(spots):
            ann.page.claim(*[c for c in cards if c], card)
            break
    assert ann.page.look().scores == [1, 0]
    expect(hinted(ann.page)).to_have_count(0)
    expect(ann.page.test("hint-text")).to_have_text("")


def test_a_hint_for_all_needs_all(duo: Duo) -> None:
    ann, bob = (player.page for player in duo("classic", hints="vote"))
    ann.test("ask-hint").click()
    expect(bob.test("vote-bar")).to_contain_text("Ann asks for a hint")
    bob.test("agree-hint").click()
    for page in (ann, bob):
        expect(page.test("hint-text")).to_have_text("There is a Set.")
        expect(page.test("vote-bar")).to_have_count(0)
    bob.test("ask-hint").click()
    ann.test("agree-hint").click()
    for page in (ann, bob):
        expect(hinted(page)).to_have_count(1)
    assert hinted(ann).get_attribute("data-card") == hinted(bob).get_attribute("data-card")


def test_no_hint_moves_the_cards(pages: Pages, server: ClubServer) -> None:
    for size in ("phone", "tablet", "wide"):
        page = pages.table(server.open_table("classic", hints="private"), size).sit("Ann").start()
        before = page.box(0)
        for sentence in (r"There is a Set\.", "outlined card", "outlined ones"):
            page.test("hint").click()
            expect(page.test("hint-text")).to_have_text(re.compile(sentence))
            assert page.box(0) == before, (size, sentence)


def test_a_refusal_is_explained_feature_by_feature(duo: Duo) -> None:
    ann, _ = duo("classic")
    wrong = ann.find_wrong()
    variant = ann.variant
    points = [variant.deck.find_point(code) for code in wrong]
    spots = [variant.spot(point) for point in points if point is not None]
    failing = {fact["feature"] for fact in variant.failing_features(spots)}
    before = ann.page.box(0)
    ann.page.press(*wrong)
    ann.page.test("why-button").click()
    why = ann.page.test("why")
    expect(why.locator("[data-feature]")).to_have_count(4)
    shown = why.locator('[data-verdict="fails"]')
    names = {feature.get_attribute("data-feature") for feature in shown.all()}
    assert names == failing
    assert ann.page.box(0) == before, "the reasons moved the cards"
    ann.page.page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def test_two_marked_cards_have_a_third(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table("classic", hints="private"), "phone").sit("Ann").start()
    claim = PagePlayer(page, "classic", 1).find_claim()
    assert claim
    expect(page.test("ask-why")).to_be_disabled()
    page.press(*claim[:2])
    page.test("ask-why").click()
    third = page.test("third").locator("[data-card]")
    expect(third).to_have_attribute("data-card", claim[2])
    page.expect_marked(*claim[:2])
    page.test("why-close").click()
    expect(page.test("why")).to_have_count(0)


def test_after_the_end_anybody_may_ask(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table("classic", end_score=1)).sit("Ann").start()
    assert PagePlayer(page, "classic", 1).move()
    watcher = pages.table(page.table)
    watcher.await_cards()
    watcher.page.get_by_test_id("show-table").click()
    lying = [card for card in watcher.look().slots.values() if card]
    watcher.press(*lying[:3])
    watcher.expect_marked(*lying[:3])
    watcher.test("ask-why").click()
    expect(watcher.test("why").locator("[data-feature]")).to_have_count(4)
