"""What people say to each other, and what is typed and marks no cards."""

from playwright.sync_api import expect

from tests.browser.conftest import Duo, Pages
from tests.browser.pages import TablePage
from tests.browser.players import Wire
from tests.club import ClubServer


def open_chat(page: TablePage) -> None:
    page.test("chat-button").click()
    page.test("chat-input").wait_for()


def say(page: TablePage, text: str) -> None:
    page.test("chat-input").fill(text)
    page.test("chat-input").press("Enter")
    expect(page.test("chat-input")).to_have_value("")


def test_what_is_said_is_shown_as_it_was_typed(duo: Duo) -> None:
    ann, bob = (player.page for player in duo("classic"))
    before = ann.box(0)
    open_chat(ann)
    assert ann.box(0) == before, "the chat moved the cards"
    say(ann, "<b onclick='x'>hello</b> & <script>window.hurt = 1</script>")

    expect(bob.test("unread")).to_have_text("1")
    before = bob.box(0)
    open_chat(bob)
    assert bob.box(0) == before, "the chat moved the cards"
    expect(bob.test("unread")).to_have_count(0)
    remark = bob.page.locator(".remark")
    expect(remark.locator("p")).to_have_text(
        "<b onclick='x'>hello</b> & <script>window.hurt = 1</script>"
    )
    expect(remark.locator(".who")).to_have_text("Ann")
    assert remark.locator("b").count() == 0
    assert bob.page.evaluate("() => window.hurt") is None
    say(bob, "hello Ann")
    expect(ann.page.locator(".remark p").last).to_have_text("hello Ann")
    expect(ann.test("unread")).to_have_count(0)


# Where the ink of a line of the chat begins and ends within its paragraph.
MEASURE_LINE = """
(line) => {
  const range = document.createRange();
  range.selectNodeContents(line);
  const [ink, box] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
  return [ink.left - box.left, box.right - ink.right];
}
"""


def test_each_script_runs_in_its_own_direction(duo: Duo) -> None:
    ann, bob = duo("classic")
    for player in (ann, bob):
        player.page.test("chat-button").click()
    for text in ("Shalom", "שלום, 3 קלפים"):
        bob.page.test("chat-input").fill(text)
        bob.page.test("say").click()
        expect(ann.page.page.locator(".remark p").last).to_have_text(text)
    left_to_right, right_to_left = (
        line.evaluate(MEASURE_LINE) for line in ann.page.page.locator(".remark p").all()
    )
    assert left_to_right[0] < 2 < left_to_right[1]
    assert right_to_left[1] < 2 < right_to_left[0]


def test_typing_in_the_chat_marks_no_cards(duo: Duo) -> None:
    ann = duo("classic", call_seconds=5)[0].page
    open_chat(ann)
    field = ann.test("chat-input")
    field.press_sequentially("qaz wsx/edc'123")
    expect(field).to_have_value("qaz wsx/edc'123")
    assert ann.look().marked == []
    expect(ann.test("call")).to_have_text("SET!")
    field.press("Escape")
    expect(field).not_to_be_focused()
    expect(field).to_have_value("qaz wsx/edc'123")
    ann.page.keyboard.press("Space")
    expect(ann.test("call")).to_have_attribute("data-mine", "true")
    ann.page.keyboard.press("q")
    assert len(ann.look().marked) == 1


# Whether the page has let the browser have a key.
LISTEN = """
() => {
  window.kept = [];
  window.addEventListener("keydown", (event) => {
    window.kept.push([event.key, event.defaultPrevented]);
  });
}
"""


def test_no_quick_find_opens_while_cards_are_marked(duo: Duo) -> None:
    ann = duo("classic")[0].page
    ann.page.evaluate(LISTEN)
    for key in ("/", "'"):
        ann.page.keyboard.press(key)
    open_chat(ann)
    for key in ("/", "'"):
        ann.test("chat-input").press(key)
    kept = ann.page.evaluate("() => window.kept")
    assert kept == [["/", True], ["'", True], ["/", False], ["'", False]]
    expect(ann.test("chat-input")).to_have_value("/'")


def test_more_than_250_characters_cannot_be_said(duo: Duo) -> None:
    ann, bob = (player.page for player in duo("classic"))
    open_chat(ann)
    ann.test("chat-input").fill("é" * 240 + "👍" * 10)
    expect(ann.test("chat-left")).to_have_text("0")
    expect(ann.test("say")).to_be_enabled()
    ann.test("chat-input").press("x")
    ann.test("chat-input").press("End")
    ann.test("chat-input").press_sequentially("y")
    expect(ann.test("say")).to_be_disabled()
    ann.test("chat-input").press("Enter")
    expect(ann.page.locator(".remark")).to_have_count(0)
    say(ann, "é" * 240 + "👍" * 10)
    expect(bob.test("unread")).to_have_text("1")
    open_chat(bob)
    expect(bob.page.locator(".remark p")).to_have_text("é" * 240 + "👍" * 10)


def test_who_is_silenced_is_not_heard_by_one_and_is_by_others(
    duo: Duo, pages: Pages, server: ClubServer, wire: Wire
) -> None:
    ann, bob = (player.page for player in duo("classic"))
    cleo = wire.seat(server, ann.table, "Cleo")
    open_chat(bob)
    open_chat(ann)
    cleo.do("chat", text="one")
    for page in (ann, bob):
        expect(page.page.locator(".remark p")).to_have_text("one")

    ann.page.locator('[data-seat="2"]').get_by_test_id("seat-menu").click()
    ann.page.get_by_test_id("silence").locator("visible=true").click()
    expect(ann.page.locator(".remark")).to_have_count(0)
    cleo.do("chat", text="two")
    expect(bob.page.locator(".remark")).to_have_count(2)
    expect(ann.page.locator(".remark")).to_have_count(0)
    ann.page.reload()
    ann.await_cards()
    expect(ann.test("unread")).to_have_count(0)
    open_chat(ann)
    say(ann, "three")
    expect(ann.page.locator(".remark p")).to_have_text(["three"])
    expect(bob.page.locator(".remark")).to_have_count(3)

    watcher = pages.table(ann.table)
    open_chat_of_watcher = watcher.test("chat-button")
    open_chat_of_watcher.click()
    expect(watcher.page.locator(".remark")).to_have_count(3)
    expect(watcher.test("chat-input")).to_have_count(0)


def test_the_host_takes_the_right_to_chat_and_gives_it_back(duo: Duo) -> None:
    ann, bob = (player.page for player in duo("classic"))
    open_chat(bob)
    seat = ann.page.locator('[data-seat="1"]')
    for is_mute in (True, False):
        seat.get_by_test_id("seat-menu").click()
        ann.page.get_by_test_id("mute").locator("visible=true").click()
        expect(bob.test("chat-input")).to_have_count(0 if is_mute else 1)
    say(bob, "thank you")
    expect(bob.page.locator(".remark")).to_have_count(1)
