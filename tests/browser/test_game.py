"""Games that are over: looked at moment by moment, and brought to another club as a record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Pages
from tests.club import ClubServer
from tests.every import sparing
from tests.game.scripted import SECOND, Crowd, Table
from thirdcard.game.analysis import analyse
from thirdcard.game.record import write_record

WIDTHS = ("phone", "tablet", "desk", "wide")


def play(variant: str = "classic", seed: int = 4) -> Table:
    """Play a short game: both take what they see."""
    table = Table(variant, seed)
    Crowd(table, Random(seed), players=2, hurry=0.9).play()
    assert table.now > SECOND
    return table


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.jsonl"
    file.write_text(write_record(play().record, with_sums=True), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("other") / "club.db") as server:
        yield server


def bring(page: Page, server: ClubServer, file: Path) -> None:
    """Choose a record on the start page of a club."""
    page.goto(server.url)
    page.get_by_test_id("bring").set_input_files(file)


def shown(page: Page) -> int:
    return int(page.get_by_test_id("moment-number").inner_text())


def cards(page: Page) -> list[str]:
    found: list[str] = page.locator(".replay-table [data-slot]").evaluate_all(
        "cards => cards.map(({ dataset }) => dataset.card)"
    )
    return found


def test_a_record_is_looked_at_moment_by_moment(
    pages: Pages, server: ClubServer, record: Path
) -> None:
    table = play()
    moments = analyse(table.record).moments
    page = pages.new()
    bring(page, server, record)
    page.wait_for_url("**/game/*")
    expect(page.get_by_test_id("fair")).to_have_attribute("data-fair", "true")
    expect(page.locator("[data-tick]")).to_have_count(len(moments))
    assert shown(page) == 1
    for place in (0, 1, 2, len(moments) - 1):
        page.get_by_test_id("timeline").fill(str(place))
        expect(page.get_by_test_id("moment-number")).to_have_text(str(place + 1))
        moment = moments[place]
        assert sorted(cards(page)) == sorted(card for card in moment.slots if card)
        scores = page.locator("[data-testid=replay-scores] [data-score]")
        assert [int(str(each.get_attribute("data-score"))) for each in scores.all()] == list(
            moment.scores
        )
        expect(page.locator("[data-chance]")).to_have_count(len(moment.chances))
        # The same table opens by its address.
        link = page.get_by_test_id("to-study").get_attribute("href")
        study = server.get(
            str(link).replace("/t/", "/api/study?cards=").replace("?variant", "&variant")
        )
        assert study.json()["slots"] == list(moment.slots)
        if moment.taking:
            pressed = page.locator('.replay-table [aria-pressed="true"]')
            expect(pressed).to_have_count(len(moment.taking.cards))
    expect(page.get_by_test_id("luck")).to_contain_text("fresh tables")
    final = page.locator("[data-final]").evaluate_all(
        "rows => rows.map(({ dataset }) => Number(dataset.final))"
    )
    assert sorted(final) == sorted(seat.score for seat in table.state.seats)


def test_a_claim_in_the_list_is_marked_on_the_table(
    pages: Pages, server: ClubServer, record: Path
) -> None:
    moments = analyse(play().record).moments
    place = next(i for i, moment in enumerate(moments) if moment.count > 1)
    page = pages.new()
    bring(page, server, record)
    page.wait_for_url("**/game/*")
    page.get_by_test_id("timeline").fill(str(place))
    row = page.locator('[data-chance="there"] button').first
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    wanted = row.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    pressed = page.locator('.replay-table [aria-pressed="true"]')
    marked = pressed.evaluate_all("all => all.map(e => e.dataset.card)")
    assert sorted(marked) == sorted(wanted)


def test_keys_move_through_the_game(pages: Pages, server: ClubServer, record: Path) -> None:
    last = len(analyse(play().record).moments)
    page = pages.new()
    bring(page, server, record)
    page.wait_for_url("**/game/*")
    number = page.get_by_test_id("moment-number")
    expect(number).to_have_text("1")
    for key, there in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 1),
        ("ArrowLeft", 1),
    ):
        page.keyboard.press(key)
        expect(number).to_have_text(str(there))
    # The same where the timeline has the focus, and one step at a time.
    page.get_by_test_id("timeline").focus()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("2")
    page.locator('[data-speed="16"]').click()
    page.get_by_test_id("timeline").focus()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(
        "from => Number(document.querySelector('[data-testid=moment-number]').innerText) > from",
        arg=3,
    )
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-pressed", "false")
    rests = shown(page)
    page.wait_for_timeout(500)
    assert shown(page) == rests


def test_a_download_replays_on_a_fresh_server(
    pages: Pages, server: ClubServer, other: ClubServer, record: Path, tmp_path: Path
) -> None:
    page = pages.new()
    bring(page, server, record)
    page.wait_for_url("**/game/*")
    with page.expect_download() as download:
        page.get_by_test_id("record").click()
    file = tmp_path / "downloaded.jsonl"
    download.value.save_as(file)
    fresh = pages.new()
    bring(fresh, other, file)
    fresh.wait_for_url("**/game/*")
    expect(fresh.get_by_test_id("fair")).to_have_attribute("data-fair", "true")
    for each in (page, fresh):
        each.get_by_test_id("game").wait_for()
    table = "() => document.querySelector('.seat-table table').innerText"
    assert fresh.evaluate(table) == page.evaluate(table)


def test_one_changed_byte_is_refused_with_its_line(
    pages: Pages, other: ClubServer, record: Path, tmp_path: Path
) -> None:
    text = record.read_text("utf-8")
    page = pages.new()
    pages.expect_problem(page, "400")
    # What contradicts the rules, and a name, which nothing else would betray.
    for old, new in (('"points":1', '"points":2'), ('"name":"Ann"', '"name":"Anm"')):
        number = next(i for i, line in enumerate(text.splitlines(), 1) if old in line)
        file = tmp_path / f"changed-{number}.jsonl"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        bring(page, other, file)
        problem = page.get_by_test_id("bring-problem")
        expect(problem).to_contain_text(f"{file.name}: line {number}: this line was changed")
        assert "/game/" not in page.url


def test_a_game_that_was_played_here_has_a_link(
    pages: Pages, server: ClubServer, record: Path
) -> None:
    page = pages.new()
    bring(page, server, record)
    page.wait_for_url("**/game/*")
    table = page.url.rpartition("/")[2]
    page.goto(f"{server.url}/table/{table}")
    page.get_by_test_id("to-game").click()
    page.wait_for_url(f"**/game/{table}")
    expect(page.get_by_test_id("fair")).to_be_visible()


def test_there_is_no_such_game(pages: Pages, server: ClubServer) -> None:
    page = pages.new()
    pages.expect_problem(page, "404")
    page.goto(f"{server.url}/game/nowhere")
    expect(page.get_by_text("There is no such game")).to_be_visible()


def test_a_game_that_goes_on_is_not_told(pages: Pages, server: ClubServer) -> None:
    page = pages.new()
    pages.expect_problem(page, "409")
    page.goto(f"{server.url}/game/{server.open_table('junior')}")
    expect(page.get_by_text("This game goes on")).to_be_visible()


@pytest.mark.parametrize("scheme", sparing(["light", "dark"], "light"))
@pytest.mark.parametrize("size", WIDTHS)
def test_it_fits_every_screen(
    pages: Pages, server: ClubServer, record: Path, size: str, scheme: str
) -> None:
    page = pages.new(size, color_scheme=scheme)
    bring(page, server, record)
    page.wait_for_url("**/game/*")
    page.get_by_test_id("game").wait_for()
    page.locator(".replay-table [data-slot]").first.wait_for()
    wide = "() => document.documentElement.scrollWidth - window.innerWidth"
    assert page.evaluate(wide) <= 0
    board = page.locator(".replay-table").bounding_box()
    assert board is not None
    for each in page.locator(".replay-table [data-slot]").all():
        box = each.bounding_box()
        assert box is not None
        assert box["width"] >= 40
        assert board["x"] <= box["x"]
        assert box["x"] + box["width"] <= board["x"] + board["width"]
