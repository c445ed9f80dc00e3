"""The duel, and the games that all play together against the best that is possible."""

from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.players import PagePlayer
from tests.club import ClubServer


def test_a_duel_is_played_in_turn_and_lost_by_who_cannot_move(duo: Duo) -> None:
    ann, bob = duo("classic", contest="duel")
    expect(ann.page.test("turn")).to_contain_text("Your turn")
    expect(bob.page.test("turn")).to_contain_text("Ann’s turn")
    expect(bob.page.test("countdown")).to_be_visible()

    early = bob.find_claim()
    assert early
    bob.page.press(*early)
    bob.page.expect_message("Ann's turn")
    bob.page.expect_marked(*early)
    bob.page.page.keyboard.press("Escape")

    size = len(ann.page.look().slots)
    players = [ann, bob]
    while not ann.page.look().ended:
        mover = players[sum(ann.page.look().scores) % 2]
        assert mover.move()
        for player in players:
            player.page.until_seq(mover.page.seq)
    taken = sum(ann.page.look().scores)
    assert len(ann.page.look().slots) == size - 3 * taken, "the table was filled up"
    winner, loser = (ann, bob) if taken % 2 else (bob, ann)
    names = {ann: "Ann", bob: "Bob"}
    expect(winner.page.test("end-screen").locator("h2")).to_have_text(
        f"You win: {names[loser]} cannot move"
    )
    expect(loser.page.test("end-screen").locator("h2")).to_have_text(
        f"{names[winner]} wins: you cannot move"
    )
    first = winner.page.test("end-screen").locator('[data-rank="1"]')
    expect(first).to_contain_text(names[winner])


def test_a_turn_that_goes_by_loses_the_duel(duo: Duo) -> None:
    ann, bob = (player.page for player in duo("classic", contest="duel", turn_seconds=2))
    expect(bob.test("end-screen").locator("h2")).to_have_text("You win: Ann's time ran out")
    expect(ann.test("end-screen").locator("h2")).to_have_text("Bob wins: your time ran out")


def finish(player: PagePlayer) -> int:
    """Let a player claim until the game is over, and return how many claims that took."""
    claims = 0
    while not player.page.look().ended:
        assert player.move()
        claims += 1
    return claims


def test_claims_are_taken_together_and_taken_back(duo: Duo) -> None:
    ann, bob = duo("classic", contest="coop")
    for player in (ann, bob):
        expect(player.page.test("taken")).to_have_text("0")
        expect(player.page.test("optimum")).to_contain_text("possible", timeout=60_000)
        expect(player.page.test("optimum")).to_contain_text("are possible", timeout=60_000)
    slots = ann.page.look().slots
    before = {slot: bob.page.box(slot) for slot in list(slots)[:5]}
    assert ann.move()
    expect(bob.page.test("taken")).to_have_text("1")
    # A claim has three cards, so two of the five lie there still.
    left = before.keys() & bob.page.look().slots.keys()
    assert left
    assert {slot: bob.page.box(slot) for slot in left} == {slot: before[slot] for slot in left}
    bob.page.test("take-back").click()
    for player in (ann, bob):
        expect(player.page.test("taken")).to_have_text("0")
    ann.page.expect_message("Bob took the last claim back")
    assert ann.page.look().slots == bob.page.look().slots == slots
    expect(ann.page.test("take-back")).to_be_disabled()

    claims = finish(bob)
    expect(ann.page.test("end-screen").locator("h2")).to_contain_text(str(claims))


def test_a_table_is_spoilt_by_few_claims(pages: Pages, server: ClubServer) -> None:
    page = pages.table(server.open_table("classic", contest="spoil")).sit("Ann").start()
    expect(page.test("optimum")).to_contain_text("suffice", timeout=60_000)
    fewest = int(page.test("optimum").inner_text().split()[0])
    claims = finish(PagePlayer(page, "classic", 1))
    result = page.test("end-screen").locator("h2")
    assert claims >= fewest
    expect(result).to_contain_text("Perfect" if claims == fewest else f"{fewest} suffice")
