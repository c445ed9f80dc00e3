"""Any table by its address: solved with the keys, explained, hinted, analysed, taken along."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import Pages
from tests.browser.gallery_study import DIVIDED, SIX
from tests.browser.pages import StudyPage
from tests.club import ClubServer
from thirdcard.server.studies import describe
from thirdcard.server.written import read_table

SLOW = 60_000
"""Milliseconds until a solver has answered, which may be built first."""


def open_study(pages: Pages, server: ClubServer, address: str, size: str = "desk") -> StudyPage:
    return StudyPage(pages.new(size), server.url).open(address)


def test_a_table_is_solved_with_the_keys(pages: Pages, server: ClubServer) -> None:
    study = open_study(pages, server, SIX.lower().replace("-", ", ")).await_table()
    assert study.page.url == f"{server.url}/t/{SIX}"
    claims = study.claims("classic", SIX)
    expect(study.test("progress")).to_have_text(f"0 of {len(claims)} found")
    card = study.page.locator('[data-slot="0"]')
    card.focus()
    for number, claim in enumerate(claims, 1):
        for slot in claim:
            key = study.page.locator(f'[data-slot="{slot}"]').get_attribute("aria-keyshortcuts")
            assert key
            study.page.keyboard.press(key)
        expect(study.test("progress")).to_have_text(f"{number} of {len(claims)} found")
    expect(study.test("verdict")).to_have_text("That was the last one.")
    assert study.lists("found-claims") == [
        [SIX.split("-")[slot] for slot in claim] for claim in claims
    ]
    study.page.keyboard.press("Escape")
    study.press(*claims[0])
    expect(study.test("verdict")).to_have_text("You have found that one already.")
    expect(study.test("hint")).to_be_disabled()


def test_hints_and_explanations(pages: Pages, server: ClubServer) -> None:
    study = open_study(pages, server, SIX).await_table()
    study.test("hint").click()
    study.test("hint").click()
    expect(study.test("hint")).to_be_disabled()
    hinted = [int(slot) for slot in study.page.locator(".card.hinted").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.slot)"
    )]  # fmt: skip
    (claim,) = [c for c in study.claims("classic", SIX) if set(hinted) <= set(c)]
    study.press(*hinted)
    study.test("ask-why").click()
    third = next(slot for slot in claim if slot not in hinted)
    expect(study.test("third").locator(".small-card")).to_have_attribute(
        "data-card", SIX.split("-")[third]
    )
    study.press(next(slot for slot in range(12) if slot not in claim))
    expect(study.test("verdict")).to_contain_text(re.compile("That is none. In .* two of the"))
    study.test("ask-why").click()
    expect(study.test("why")).not_to_have_attribute("data-claim", "true")
    assert study.test("features").locator("[data-verdict=fails]").count() > 0
    study.press(*claim)
    expect(study.test("verdict")).to_have_text("That is one.")
    study.test("ask-why").click()
    expect(study.test("why")).to_have_attribute("data-claim", "true")
    expect(study.page.locator(".card.hinted")).to_have_count(0)


def test_everything_that_is_known_of_a_table(pages: Pages, server: ClubServer) -> None:
    study = open_study(pages, server, SIX).await_table()
    study.test("reveal").click()
    table = describe(read_table("classic", SIX))
    codes = SIX.split("-")
    assert study.lists("all-claims") == [[codes[p] for p in c.places] for c in table.claims]
    row = study.test("all-claims").locator("button").first
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(study.page.locator(".card.chosen")).to_have_count(3)
    expect(study.test("odds")).to_contain_text(f"{len(table.claims)} Sets among 12 cards")
    expect(study.test("answer-packing")).to_have_text("2 Sets are the most.", timeout=SLOW)
    study.test("show-packing").click()
    expect(study.page.locator(".card.toned")).to_have_count(6)
    expect(study.page.locator(".card.chosen")).to_have_count(0)
    expect(study.test("answer-domination")).to_contain_text("the fewest", timeout=SLOW)
    expect(study.test("answer-duel")).to_contain_text("Who is to move", timeout=SLOW)


def test_a_wrong_code_is_told_and_can_be_mended(pages: Pages, server: ClubServer) -> None:
    page = pages.new()
    pages.expect_problem(page, "400")
    study = StudyPage(page, server.url).open("1RSD-2GHX-3POO")
    told = study.test("study-problem")
    expect(told).to_contain_text("'2GHX' (token 2, line 1, column 6): character 4 is the symbol")
    expect(study.test("study-cards")).to_have_value("1RSD-2GHX-3POO")
    study.test("study-cards").fill("1RSD, two green striped squiggles\n3POO")
    study.test("study-open").click()
    study.await_table()
    assert study.page.url == f"{server.url}/t/1RSD-2GHS-3POO"
    expect(told).to_have_count(0)
    study.page.go_back()
    expect(told).to_be_visible()


def test_a_table_is_written_down_on_a_phone(pages: Pages, server: ClubServer) -> None:
    study = open_study(pages, server, "", "phone")
    study.test("study-open").click()
    expect(study.page.get_by_text("The cards are missing.")).to_be_visible()
    cards, _, query = DIVIDED.partition("?")
    table = read_table("ultra+chain", cards, query.rpartition("=")[2])
    study.test("study-groups").select_option("ultra")
    study.test("study-rule").select_option("chain")
    study.test("study-cards").fill(table.text)
    study.page.get_by_text("A claim to be continued").click()
    study.test("study-previous").fill("2GHD / 3GHO / 1GHS")
    study.test("study-open").click()
    study.await_table()
    assert study.page.url == f"{server.url}/t/{DIVIDED}"
    (claim, *_) = describe(table).claims
    before = len(table.slots)
    study.press(*(place for place in claim.places if place < before))
    (used,) = [place - before for place in claim.places if place >= before]
    study.page.locator("[data-chain-card]").nth(used).click()
    expect(study.test("verdict")).to_have_text("That is one.")
    width = study.page.evaluate("document.documentElement.scrollWidth")
    assert width <= study.page.viewport_size["width"]  # type: ignore[index]


def test_what_is_pointed_at_comes_into_sight(pages: Pages, server: ClubServer) -> None:
    codes = read_table("classic", "1RSD").variant.deck.codes
    study = open_study(pages, server, "-".join(codes), "phone").await_table()
    study.test("reveal").click()
    # Then the cards are far above.
    study.test("all-claims").locator("button").last.click()
    first = study.page.locator(".card.chosen").first
    expect(first).to_be_in_viewport()


def test_a_pasted_link_opens_the_table(pages: Pages, server: ClubServer) -> None:
    start = pages.start()
    start.join(f"{server.url}/t/{DIVIDED}")
    study = StudyPage(start.page, server.url).await_table()
    assert study.page.url == f"{server.url}/t/{DIVIDED}"


def test_the_server_judges_what_was_not_sent(pages: Pages, server: ClubServer) -> None:
    deck = read_table("junior", "1RD").variant.deck
    address = "-".join(deck.codes) + "?variant=junior+eight"
    study = open_study(pages, server, address).await_table()
    expect(study.test("progress")).to_have_text("0 of more than 1200 found")
    # Three parallel lines, far from the first claims.
    study.press(*range(18, 27))
    study.test("claim-button").click()
    expect(study.test("verdict")).to_have_text("That is one.")
    study.press(0, 1, 3, 9, 13, 22, 25, 17)
    study.test("claim-button").click()
    expect(study.test("verdict")).to_contain_text("That is none.")


def test_a_table_can_be_taken_along(pages: Pages, server: ClubServer, tmp_path: Path) -> None:
    page = pages.new()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    study = StudyPage(page, server.url).open(SIX).await_table()
    for testid, copied in (("copy-link", f"{server.url}/t/{SIX}"), ("copy-codes", SIX)):
        study.test(testid).click()
        expect(study.test(testid)).to_have_text("Copied")
        text = page.evaluate("navigator.clipboard.readText()")
        assert text == copied.replace("-", " ") if testid == "copy-codes" else copied
    study.test("numbers").check()
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            study.test(f"save-{kind}").click()
        assert download.value.suggested_filename == f"thirdcard-classic-12.{kind}"
        download.value.save_as(tmp_path / f"table.{kind}")
    drawn = ElementTree.parse(tmp_path / "table.svg").getroot()
    with Image.open(tmp_path / "table.png") as image:
        assert image.width == 2 * int(drawn.attrib["width"])
        colours = image.convert("RGB").getcolors(1 << 24)
        assert colours
        assert len(colours) > 10
