"""Pages in the reader's language: every word comes from a catalogue, and fits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import write_po
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Pages
from tests.browser.gallery import SCENES, Studio
from tests.browser.pages import StartPage, TablePage
from tests.browser.players import PagePlayer
from tests.browser.screenshots import PAGE_SIZES
from tests.browser.test_scenes import CROWDED, FIND_MISPLACED
from tests.club import ClubServer
from tests.every import sparing
from tests.languages.gathering import template

MARKED = "eo"
"""The tag under which all words of the English are spoken, with a mark around each sentence."""

SPOKEN = ("race", "start", "why")
"""Scenes in which much is said."""
LONG = ("start",)
"""Those with the least room for it."""

# All that is read or heard on a page, but for what is the same in every language.
READ_ALL = """
() => {
  const isSame = (node) => node.closest("[translate=no], script, style, #sprite") !== null;
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!isSame(parentElement)) pieces.push(data);
  }
  const told = [document.title, pieces.join("\\u0000")];
  const spoken = ["label", "description", "roledescription", "valuetext"].map((n) => `aria-${n}`);
  for (const name of [...spoken, "title", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!isSame(element)) told.push(element.getAttribute(name));
    }
  }
  return told;
}
"""
SENTENCE = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
# An address; and how the browser writes a date in a language of which it knows no words.
UNSPOKEN = re.compile(r"https?://[^\s\0]+|\d{4} M\d\d \d+, [A-Z][a-z]{2}")
SAME = {"thirdcard", "SET", "QWERTY", "AZERTY", "QWERTZ", "Dvorak", "Colemak"}


def find_english(told: list[str]) -> list[str]:
    """Return the pieces of some texts that come from no catalogue."""
    found = []
    for text in told:
        rest = UNSPOKEN.sub("", text)
        while SENTENCE.search(rest):
            rest = SENTENCE.sub("", rest)
        found += [piece for piece in rest.split("\0") if not set(WORD.findall(piece)) <= SAME]
    return found


@pytest.fixture(scope="module")
def marked_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    folder = tmp_path_factory.mktemp("languages")
    catalogue = template()
    for message in catalogue:
        if message.id:
            one = isinstance(message.id, str)
            message.string = f"⟦{message.id}⟧" if one else tuple(f"⟦{word}⟧" for word in message.id)
    with (folder / f"{MARKED}.po").open("wb") as file:
        write_po(file, catalogue)
    with ClubServer(folder / "club.db", "--languages", str(folder)) as running:
        yield running


def _studio(browser: Browser, server: ClubServer, language: str) -> Iterator[Studio]:
    studio = Studio(browser, server, language)
    yield studio
    studio.close()


@pytest.fixture
def marked(browser: Browser, marked_server: ClubServer) -> Iterator[Studio]:
    yield from _studio(browser, marked_server, MARKED)


@pytest.mark.parametrize("name", sparing(SCENES, *SPOKEN))
def test_all_words_come_from_a_catalogue(marked: Studio, name: str) -> None:
    page = SCENES[name](marked)
    told: list[str] = page.evaluate(READ_ALL)
    assert any("⟦" in text for text in told)
    assert find_english(told) == []


def test_words_without_a_catalogue_are_found() -> None:
    assert find_english(["⟦a ⟦card⟧ more⟧", "thirdcard · ⟦Start⟧", "12", "RGP"]) == ["RGP"]
    assert find_english(["2026 M12 1, Tue\0http://club/daily\0Tue"]) == ["Tue"]
    assert find_english(["⟦Take⟧ a seat\0⟦now\0it\0⟧"]) == [" a seat"]


@pytest.mark.parametrize("language", sparing(["de", "fr"], "fr"))
@pytest.mark.parametrize("name", sparing(CROWDED, *LONG))
def test_longer_words_find_their_place(
    browser: Browser, server: ClubServer, name: str, language: str
) -> None:
    studio = Studio(browser, server, language)
    try:
        page = TablePage(SCENES[name](studio), server.url)
        for size, (width, height) in PAGE_SIZES.items():
            page.page.set_viewport_size({"width": width, "height": height})
            page.page.wait_for_function(f"() => innerWidth === {width}")
            assert page.at_rest(FIND_MISPLACED) == [], size
    finally:
        studio.close()


def test_language_is_chosen_and_kept(pages: Pages, server: ClubServer) -> None:
    start = pages.start(locale="fr")
    assert start.page.locator("html").get_attribute("lang") == "fr"
    start.test("settings").click()
    with start.page.expect_navigation():
        start.test("language").select_option(label="Deutsch")
    expect(start.test("play-bot")).to_have_text("Spielen")
    start.page.goto(f"{server.url}/leaders")
    expect(start.page.locator("h1")).to_have_text("Ranglisten")
    expect(start.page).to_have_title(re.compile("^Ranglisten"))
    start.test("settings").click()
    with start.page.expect_navigation():
        start.test("language").select_option("")
    expect(start.page.locator("html")).to_have_attribute("lang", "fr")


def test_each_at_a_table_reads_their_own_language(pages: Pages, server: ClubServer) -> None:
    """What the client says, what the server says of a claim, and the cards in words."""
    table = server.open_table()
    ada, emmy, zoe = (
        PagePlayer(pages.table(table, locale=language).sit(name), "classic", seed)
        for language, name, seed in (("de", "Ada", 1), ("fr", "Emmy", 2), ("en", "Zoe", 3))
    )
    ada.page.start()
    for player, colours in (
        (ada, "rot|grün|lila"),
        (emmy, "rouge|vert|violet"),
        (zoe, "red|green|purple"),
    ):
        card = player.page.await_cards().page.locator("[data-slot]").first
        expect(card).to_have_attribute("aria-label", re.compile(colours))
    ada.page.press(*ada.find_wrong())
    ada.page.expect_message("Kein Set")
    emmy.page.expect_message("Ada")
    zoe.page.expect_message("Ada claimed wrongly")
    assert "claimed" not in emmy.page.test("message").inner_text()


def test_page_speaks_english_where_its_words_do_not_come(pages: Pages, server: ClubServer) -> None:
    page = pages.new(locale="de")
    page.route("**/languages/*.json?*", lambda route: route.abort())
    pages.expect_problem(page, r"/languages/de\.json|ERR_FAILED")
    start = StartPage(page, server.url).open()
    expect(start.test("play-bot")).to_have_text("Play")
    assert page.locator("html").get_attribute("lang") == "en"
