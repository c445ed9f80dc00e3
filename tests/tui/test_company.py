"""What one may ask for about the others: the menus, and all of it at a real server's table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.club import ClubServer, Player, seated
from tests.game.scripted import started
from tests.tui.hands import Hand, view_of
from thirdcard.bots import LEVELS
from thirdcard.errors import MalformedError, OptionError, Refusal
from thirdcard.game.commands import Configure, Mute
from thirdcard.game.views import view_table
from thirdcard.tui.app import TableApp
from thirdcard.tui.company import Menu, Question, list_options, list_people
from thirdcard.tui.identity import Identity, IdentityFile
from thirdcard.tui.pages import LinePage, MenuPage
from thirdcard.tui.remote import RemoteTable, read_address
from thirdcard.tui.screen import Shown, draw_screen, find_at, iter_deeds
from thirdcard.tui.source import AddBot, RemoveBot, Say


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as server:
        yield server


def table_of(server: ClubServer, table: str, name: str = "Ann", **more: Any) -> RemoteTable:
    return RemoteTable(read_address(f"{server.url}/table/{table}"), name, **more)


@asynccontextmanager
async def hosting(
    club: ClubServer, table: str, *names: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Hand, list[Player]]]:
    """Yield the hand of Ann, who came first and so is the host, and the others."""
    source = table_of(club, table)
    async with TableApp(source).run_test(size=size) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.seat is not None)
        async with seated(club, table, *names) as others:
            await hand.until(lambda: len(hand.view.seats) == 1 + len(names))
            yield hand, others


async def choose(hand: Hand, *texts: str) -> None:
    """Choose entries of menus one after the other, by the beginnings of their texts."""
    for text in texts:
        await hand.until(lambda: isinstance(hand.app.screen, MenuPage))
        page = hand.app.screen
        assert isinstance(page, MenuPage)
        found = [entry.text.startswith(text) for entry in page._menu.entries]
        assert any(found), [entry.text for entry in page._menu.entries]
        await hand.pilot.press("home", *["down"] * found.index(True), "enter")


async def write(hand: Hand, text: str) -> None:
    """Type a line and send it."""
    await hand.until(lambda: isinstance(hand.app.screen, LinePage))
    names = {" ": "space", "!": "exclamation_mark", ",": "comma"}
    await hand.pilot.press(*(names.get(letter, letter) for letter in text), "enter")


# -- the menus -----------------------------------------------------------------------------------


def texts_of(menu: Menu) -> list[str]:
    return [entry.text for entry in menu.entries]


def test_the_host_may_do_more() -> None:
    table = started("classic", "ann", "bob")
    view = view_table(table.state)
    assert view.host == 0
    name = view.seats[1].name
    menu = list_people(view, 0)
    assert texts_of(menu) == [f"Mute {name}", f"Send {name} away", f"Ban {name} …", "Add a bot …"]
    other = list_people(view, 1)
    assert texts_of(other) == ["Add a bot …"]
    assert view.seats[0].name in other.note
    table.do(Mute("ann", 1))
    assert texts_of(list_people(view_table(table.state), 0))[0] == f"Let {name} chat again"


def test_who_is_alone_is_told_so() -> None:
    view = view_table(started("junior", "ann").state)
    assert list_people(view, 0).note == "Nobody else is here."
    levels = list_people(view, 0).entries[-1].leads_to
    assert isinstance(levels, Menu)
    assert [entry.leads_to for entry in levels.entries] == [
        AddBot(number) for number in range(1, len(LEVELS) + 1)
    ]
    full = view_table(started("junior", "ann", seats=1).state)
    assert list_people(full, 0).entries == ()


@pytest.mark.parametrize("variant", ["classic", "memory", "ultra9", "mega+eight"])
def test_every_option_that_can_be_is_offered(variant: str) -> None:
    view = view_table(started(variant, "ann").state)
    menu = list_options(view)
    assert len(menu.entries) == len(set(texts_of(menu))) >= 5
    for entry in menu.entries:
        if isinstance(entry.leads_to, Menu):
            made = [each.leads_to for each in entry.leads_to.entries]
            chosen = [errand.options for errand in made if isinstance(errand, Configure)]
            assert len(chosen) == len(made)
            # One of the values is the present one.
            assert chosen.count(view.options) == 1
        else:
            question = entry.leads_to
            assert isinstance(question, Question)
            for wrong in ("", "x", "-1", "99999999", "1.5", "²"):
                with pytest.raises(OptionError, match="expected"):
                    question.read(wrong)


def test_keys_for_company_are_offered_with_company_only() -> None:
    view = view_table(started("classic", "ann", "bob").state)
    with_company = {deed.name for deed in iter_deeds(view, 0, True)}
    assert with_company - {deed.name for deed in iter_deeds(view, 0)} == {"say", "people"}
    assert {deed.name for deed in iter_deeds(view, None, True)} == {"rules", "quit"}


def test_the_last_line_has_room_for_what_matters() -> None:
    options: dict[str, Any] = {"hints": "vote", "growth": "vote", "call_seconds": 30}
    view = view_table(started("eight", "ann", "bob", **options).state)
    shown = Shown(view, 0, has_company=True)
    line = draw_screen(shown, 80, 24).text().split("\n")[23]
    for text in ("C call", "Enter claim", "S say", "? rules", "Q quit"):
        assert text in line
        assert find_at(shown, (80, 24), line.index(text), 23) is not None
    wide = draw_screen(shown, 160, 50).text().split("\n")[49]
    assert "Esc unmark" in wide
    assert "W people" in wide


# -- at a table ----------------------------------------------------------------------------------


async def test_chatting(club: ClubServer) -> None:
    async with hosting(club, club.open_table("classic"), "Bob") as (hand, [bob]):
        await bob.do("chat", text="hello [b]Ann[/b]")
        await hand.until(lambda: "Bob: hello [b]Ann[/b]" in hand.picture())
        await hand.pilot.press("S")
        # What would be a key at the table is a letter here.
        await write(hand, "hi Bob, Q!")
        await bob.until(lambda: any(_is_line(m, "Ann", "hi Bob, Q!") for m in bob.others))
        await hand.until(lambda: "Ann: hi Bob, Q!" in hand.picture())
        await hand.pilot.press("s", "escape")
        await hand.until(lambda: not isinstance(hand.app.screen, LinePage))
        assert hand.app.is_running


def _is_line(message: dict[str, Any], name: str, text: str) -> bool:
    line = message.get("line", {})
    return message["type"] == "said" and (line["name"], line["text"]) == (name, text)


async def test_what_was_said_before_one_came_is_shown(club: ClubServer) -> None:
    table = club.open_table("classic")
    async with seated(club, table, "Bob") as [bob]:
        await bob.do("chat", text="anybody here")
        source = table_of(club, table)
        async with TableApp(source).run_test(size=(80, 24)) as pilot:
            hand = Hand(pilot, source)
            await hand.until(lambda: source.seat is not None)
            await pilot.press("S")
            await hand.until(lambda: isinstance(hand.app.screen, LinePage))
            page = hand.app.screen
            assert isinstance(page, LinePage)
            assert list(page._before) == ["Bob: anybody here"]
            await pilot.press("escape")


async def test_who_is_muted_is_told(club: ClubServer) -> None:
    table = club.open_table("classic")
    async with seated(club, table, "Bob") as [bob]:
        source = table_of(club, table)
        async with TableApp(source).run_test(size=(80, 24)) as pilot:
            hand = Hand(pilot, source)
            await hand.until(lambda: source.seat == 1)
            await bob.do("mute", seat=1)
            await hand.until(lambda: "The host muted you." in hand.picture())
            await pilot.press("S")
            await write(hand, "hey")
            await hand.until(lambda: "The host has muted you." in hand.picture())
            await bob.do("mute", seat=1, muted=False)
            await hand.until(lambda: "The host lets you chat again." in hand.picture())


async def test_bots_come_and_go(club: ClubServer) -> None:
    async with hosting(club, club.open_table("junior")) as (hand, _):
        await hand.pilot.press("W")
        await choose(hand, "Add a bot", "2 ")
        await hand.until(lambda: len(hand.view.seats) == 2)
        assert hand.view.seats[1].bot == 2
        name = hand.view.seats[1].name
        await hand.until(lambda: name in hand.picture())
        await hand.pilot.press("enter")
        await hand.until(lambda: hand.view.phase == "playing")
        await hand.pilot.press("W")
        await choose(hand, f"Remove {name}")
        await hand.until(lambda: not hand.view.seats[1].present)


async def test_the_host_keeps_order(club: ClubServer) -> None:
    table = club.open_table("classic")
    async with hosting(club, table, "Bob", "Cleo") as (hand, [bob, cleo]):
        assert "You (host)" in hand.picture()
        await hand.pilot.press("W")
        await choose(hand, "Mute Bob")
        await hand.until(lambda: hand.view.seats[1].muted)
        assert "Bob (muted)" in hand.picture()
        assert (await bob.refused("chat", text="why"))["code"] == "locked_out"
        await hand.pilot.press("W")
        await choose(hand, "Send Cleo away")
        await hand.until(lambda: not hand.view.seats[2].present)
        await cleo.do("sit", name="Cleo")
        await hand.until(lambda: hand.view.seats[2].present)
        await hand.pilot.press("W")
        await choose(hand, "Ban Cleo", "Ban Cleo")
        await hand.until(lambda: not hand.view.seats[2].present)
        # Who is banned has no connection any more, nor another one.
        with pytest.raises(ConnectionError):
            await cleo.say("sit", name="Cleo")


async def test_the_host_chooses_options(club: ClubServer) -> None:
    async with hosting(club, club.open_table("classic"), "Bob") as (hand, [bob]):
        await hand.pilot.press("O")
        await choose(hand, "Hints", "For each alone")
        await hand.until(lambda: hand.view.options.hints == "private")
        await hand.pilot.press("O")
        await choose(hand, "Cards on the table")
        await write(hand, "15")
        await hand.until(lambda: hand.view.options.table_size == 15)
        assert hand.view.options.hints == "private"
        await hand.pilot.press("o")
        await choose(hand, "Cards on the table")
        await write(hand, "500")
        await hand.until(lambda: "expected 3 to 81, not 500." in hand.picture())
        await hand.pilot.press("enter")
        await hand.until(lambda: hand.view.phase == "playing")
        assert len(hand.view.slots) >= 15
        assert bob.has("started")


async def test_who_is_not_the_host_is_refused(club: ClubServer) -> None:
    table = club.open_table("classic")
    async with seated(club, table, "Bob"):
        source = table_of(club, table)
        await source.open()
        try:
            assert {deed.name for deed in iter_deeds(source.view, 1, True)} >= {"say", "people"}
            assert "options" not in {deed.name for deed in iter_deeds(source.view, 1, True)}
            for errand in (Mute("", 0), Configure("", view_of(source).options)):
                with pytest.raises(Refusal, match="That is for the host to do, who is Bob"):
                    await source.arrange(errand)
            with pytest.raises(Refusal):
                await source.arrange(RemoveBot(0))
            with pytest.raises(Refusal, match="at most"):
                await source.arrange(Say("x" * 300))
        finally:
            await source.close()


# -- who one is ----------------------------------------------------------------------------------


async def test_who_comes_back_has_the_same_seat(club: ClubServer, tmp_path: Path) -> None:
    table = club.open_table("classic")
    kept = IdentityFile(club.url, tmp_path)
    for _ in range(2):
        source = table_of(club, table, identity=kept)
        await source.open()
        assert [seat.name for seat in view_of(source).seats] in ([], ["Ann"])
        await source.close()
    first = kept.load()
    assert first.name == "Ann"
    assert first.cookie
    # At another table one is the same person under another name.
    source = table_of(club, club.open_table("junior"), "Anna", identity=kept)
    await source.open()
    await source.close()
    assert kept.load() == Identity(first.cookie, "Anna")
    guest = table_of(club, table, "Ann")
    await guest.open()
    assert len(view_of(guest).seats) == 2 or guest.seat == 1
    await guest.close()


async def test_a_passcode_is_asked_once(club: ClubServer, tmp_path: Path) -> None:
    table = club.open_table("junior", access="passcode", passcode="sesame")
    kept = IdentityFile(club.url, tmp_path)
    for passcode in ("sesame", None):
        source = table_of(club, table, passcode=passcode, identity=kept)
        await source.open()
        await source.close()
    with pytest.raises(MalformedError, match="give it with --passcode"):
        await table_of(club, table).open()


async def test_an_identity_that_the_server_does_not_know_is_replaced(
    club: ClubServer, tmp_path: Path
) -> None:
    kept = IdentityFile(club.url, tmp_path)
    kept.save(Identity("thirdcard_00000000=forged", "Ann"))
    source = table_of(club, club.open_table("junior"), identity=kept)
    await source.open()
    await source.close()
    assert kept.load().cookie not in (None, "thirdcard_00000000=forged")


async def test_where_nothing_can_be_kept_one_plays_all_the_same(
    club: ClubServer, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    source = table_of(club, club.open_table("junior"), identity=IdentityFile(club.url, blocked))
    async with TableApp(source).run_test(size=(80, 24)) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: "Who you are cannot be kept" in hand.picture())
        assert source.seat == 0
