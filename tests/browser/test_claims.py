"""Claims that are refused, claims that race, and what they do to the cards one has marked."""

import re
from itertools import permutations
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.pages import Delay, TablePage
from tests.browser.players import PagePlayer, Wire, assert_same
from tests.club import ClubServer


def test_a_wrong_claim_is_explained_to_its_author_only(duo: Duo) -> None:
    ann, bob = duo("classic")
    wrong = ann.find_wrong()
    variant = ann.variant
    points = [variant.deck.find_point(code) for code in wrong]
    facts = variant.failing_features([variant.spot(point) for point in points if point is not None])
    ann.page.press(*wrong)
    ann.page.expect_message("Not a Set")
    for fact in facts:
        ann.page.expect_message(f"{fact['feature']}: {', '.join(fact['values'])}")
    bob.page.expect_message("Ann claimed wrongly")
    assert "Not a Set" not in bob.page.page.locator(".messages").inner_text()
    ann.page.expect_marked()
    assert ann.page.look().scores == [0, 0]


def test_who_is_too_late_is_told_who_took_which_card(
    pages: Pages, server: ClubServer, wire: Wire
) -> None:
    table = server.open_table()
    page = TablePage(pages.new("phone"), server.url)
    delay = Delay(page)
    page.open(table).sit("Bob")
    ann = wire.seat(server, table, "Ann")
    page.start()
    claim = PagePlayer(page, "classic", 1).find_claim()
    assert claim
    delay.is_holding = True
    seq = ann.claim(*claim)
    page.press(*claim)
    expect(page.page.locator(".card.pending")).to_have_count(3)
    delay.release()
    page.until_seq(seq)
    page.expect_message("[Tt]oo late: .* was taken by Ann")
    assert page.look().scores == [0, 1]
    page.expect_marked()


def test_anothers_claim_unmarks_only_if_it_takes_a_marked_card(
    pages: Pages, server: ClubServer, wire: Wire
) -> None:
    table = server.open_table()
    page = pages.table(table).sit("Bob")
    ann = wire.seat(server, table, "Ann")
    page.start()
    player = PagePlayer(page, "classic", 1)

    claim = player.find_claim()
    assert claim
    others = [card for card in page.look().slots.values() if card and card not in claim]
    page.press(*others[:2])
    page.until_seq(ann.claim(*claim))
    page.expect_marked(*others[:2])

    page.page.keyboard.press("Escape")
    claim = player.find_claim()
    assert claim
    other = next(card for card in page.look().slots.values() if card and card not in claim)
    page.press(claim[0], other)
    page.until_seq(ann.claim(*claim))
    page.expect_marked()


def claim_that_leaves_a_claim(duo: Duo) -> tuple[PagePlayer, PagePlayer, Any, Any]:
    """Return two players after a first claim on a board that did not have to grow, and its boxes.

    About one deal in twelve leaves no claim that uses an old card; its board grows, and moves.
    """
    for _ in range(8):
        ann, bob = duo("chain-table")
        expect(bob.page.test("chain").locator(".room")).to_have_count(3)
        before, size = bob.page.box(0), len(bob.page.look().slots)
        assert ann.move()
        bob.page.until_seq(ann.page.seq)
        if len(bob.page.look().slots) == size:
            return ann, bob, before, bob.page.box(0)
    raise AssertionError("eight deals in turn left no claim")


def test_a_second_old_card_does_not_replace_the_first(duo: Duo) -> None:
    ann, bob, before, after = claim_that_leaves_a_claim(duo)
    tray = bob.page.test("chain").locator("[data-chain-card]")
    expect(tray).to_have_count(3)
    assert {card for card, _ in bob.page.look().chain} == set(ann.page.look().last)
    assert not {card for card, _ in bob.page.look().chain} & set(bob.page.look().slots.values())
    assert after == before, "the board was moved by the tray"

    first, second = (card for card, _ in bob.page.look().chain[:2])
    bob.page.press(first, second)
    bob.page.expect_message("marked already")
    bob.page.expect_marked(first)
    bob.page.press(first)
    bob.page.expect_marked()
    assert bob.move() or ann.move()


def test_a_claim_without_an_old_card_is_refused(duo: Duo) -> None:
    ann, _ = duo("chain")
    assert ann.move()
    ann.page.press(*[card for card in ann.page.look().slots.values() if card][:3])
    ann.page.expect_message("exactly one of")


def test_flips_are_seen_by_all_and_made_in_turn(duo: Duo) -> None:
    ann, bob = duo("memory")
    bob.page.turn_up(0)
    bob.page.expect_message("Ann's turn")
    assert set(bob.page.look().slots.values()) == {None}
    ann.page.turn_up(4)
    for page in (ann.page, bob.page):
        expect(page.slot(4)).not_to_have_attribute("data-card", "")
    assert ann.page.look().slots[4] == bob.page.look().slots[4]
    expect(bob.page.test("countdown")).to_have_text(re.compile(r"^0:(30|[12]\d)$"))
    for slot in (5, 6):
        ann.page.turn_up(slot)
    bob.page.expect_message("your turn|Ann took")


def test_a_turn_has_no_countdown_for_who_is_alone(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table("junior+memory")).sit("Ann").start()
    expect(page.test("turn")).to_have_text("Your turn")
    expect(page.test("countdown")).to_have_count(0)


def test_who_watches_sees_all_and_marks_nothing(pages: Pages, duo: Duo) -> None:
    ann, bob = duo("super")
    watcher = pages.table(ann.page.table, "tablet")
    expect(watcher.page.locator("[data-me]")).to_have_count(0)
    assert ann.move()
    watcher.until_seq(ann.page.seq)
    bob.page.until_seq(ann.page.seq)
    assert watcher.look().shared() == ann.page.look().shared() == bob.page.look().shared()
    card = next(card for card in watcher.look().slots.values() if card)
    watcher.press(card)
    watcher.expect_message("You are watching")
    watcher.page.keyboard.press("q")
    watcher.expect_marked()


def test_a_name_is_text_whatever_is_in_it(pages: Pages, server: ClubServer) -> None:
    name = "<img src=x onerror=a> & Co"[:24]
    table = server.open_table("junior")
    page = pages.table(table).sit(name)
    expect(page.page.locator("[data-me] .name")).to_have_text(name)
    other = pages.table(table, "phone")
    other.sit("Bob")
    page.start()
    assert PagePlayer(page, "junior", 1).move()
    other.until_seq(page.seq)
    expect(other.test("last-claim").locator(".name")).to_have_text(name)
    expect(other.page.locator("img")).to_have_count(0)


def test_a_grown_board_shrinks_again_and_moves_no_card(
    pages: Pages, server: ClubServer, wire: Wire
) -> None:
    """Several games of classic, of which each grows sooner or later with probability 3/4."""
    for _ in range(12):
        table = server.open_table()
        page = pages.table(table).sit("Bob").start()
        ann = wire.seat(server, table, "Ann")
        player = PagePlayer(page, "classic", 1)
        while not page.look().ended:
            before = page.look()
            claim = player.find_claim()
            assert claim
            page.until_seq(ann.claim(*claim))
            after = page.look()
            for slot, card in before.slots.items():
                assert card in claim or after.slots[slot] == card
            if len(before.slots) == 15 and len(after.slots) == 12:
                return
    raise AssertionError("no board grew")


def test_a_bowtie_is_a_claim_in_every_order(pages: Pages, server: ClubServer) -> None:
    # Of the four cards each is once the partner of the first, in either order of the others.
    orders = [(0, *others) for others in permutations((1, 2, 3))]
    page = pages.table(server.open_table("super")).sit("Ann").start()
    player = PagePlayer(page, "super", 1)
    for score, order in enumerate(orders, start=1):
        claim = player.find_claim()
        assert claim
        page.claim(*(sorted(claim)[place] for place in order))
        assert page.look().scores == [score], order


ORDER = """
() => [...document.querySelectorAll("[data-slot]")]
  .map((card) => [card.dataset.slot, card.dataset.card])
"""

# The cards as the keys q, a, z, w, … or, on a tall board, 1, 2, 3, q, … mark them.
READING = """
(tall) => [...document.querySelectorAll("[data-slot]")]
  .map((card) => {
    const { x, y } = card.getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y), card: card.dataset.card };
  })
  .sort((one, two) => tall ? one.y - two.y || one.x - two.x : one.x - two.x || one.y - two.y)
  .map(({ card }) => card)
"""


def test_the_cards_lie_in_the_same_order_in_two_browsers(duo: Duo) -> None:
    ann, bob = duo("classic")
    for _ in range(4):
        assert ann.move() or bob.move()
        assert_same(ann.page, bob.page)
        assert ann.page.page.evaluate(ORDER) == bob.page.page.evaluate(ORDER)
        for player in (ann, bob):
            player.page.box(0)
        wide = ann.page.page.evaluate(READING, False)
        tall = bob.page.page.evaluate(READING, True)
        assert wide == tall


PLACES = """
() => [
  document.querySelectorAll("[data-slot], [data-hole]").length,
  Object.fromEntries([...document.querySelectorAll("[data-slot]")].map((card) => {
    const { x, y, width, height } = card.getBoundingClientRect();
    return [card.dataset.card, [x, y, width, height].map(Math.round)];
  })),
]
"""


def test_cards_that_were_not_taken_do_not_move(duo: Duo) -> None:
    ann, bob = duo("classic")
    compared = 0
    for _ in range(12):
        before = {player: player.page.at_rest(PLACES) for player in (ann, bob)}
        if not ann.move():
            break
        bob.page.until_seq(ann.page.seq)
        for player in (ann, bob):
            (old_slots, old), (slots, places) = before[player], player.page.at_rest(PLACES)
            if slots != old_slots:
                continue  # a table that grows, or shrinks again, has cards of another size
            stayed = old.keys() & places.keys()
            assert len(stayed) == len(old) - 3
            assert {card: places[card] for card in stayed} == {card: old[card] for card in stayed}
            compared += 1
        if compared >= 6:
            return
    raise AssertionError(f"only {compared} claims left the table as large as it was")
