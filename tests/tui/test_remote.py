"""A seat at a table of a real server: playing, losing the connection, playing again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.club import ClubServer, seated
from tests.server.moves import claim_rightly
from tests.tui.hands import Hand, find_claim, find_wrong, view_of
from thirdcard.errors import MalformedError, OptionError, Refusal
from thirdcard.game.commands import Claim, Hint, Start, Vote
from thirdcard.tui.app import TableApp
from thirdcard.tui.remote import RemoteTable, read_address
from thirdcard.tui.source import News


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as server:
        yield server


def table_of(server: ClubServer, table: str, name: str = "Ann", **more: Any) -> RemoteTable:
    return RemoteTable(read_address(f"{server.url}/table/{table}"), name, **more)


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def cards_of(source: RemoteTable) -> tuple[str, ...]:
    claim = find_claim(view_of(source), source.seat)
    assert claim is not None
    slots = [view_of(source).slots[target.slot] for target in claim if target.slot is not None]
    return tuple(slot.card for slot in slots if slot and slot.card)


def _is_past(source: RemoteTable, seq: int) -> bool:
    return view_of(source).seq > seq


async def test_a_game_at_the_terminal_against_somebody_in_the_browser(club: ClubServer) -> None:
    table = club.open_table("junior")
    source = table_of(club, table)
    async with (
        seated(club, table, "Bob") as [bob],
        TableApp(source).run_test(size=(80, 24)) as pilot,
    ):
        hand = Hand(pilot, source)
        await hand.until(lambda: source.seat is not None)
        await bob.do("start")
        await hand.until(lambda: hand.view.phase == "playing")
        await claim_rightly(bob)
        await hand.until(lambda: hand.view.seats[0].score == 1)
        assert "Bob took" in hand.picture()
        await hand.play_out()
        assert hand.view.reason == "finished"
        assert hand.view.seats[1].score > 0
        assert "You won." in hand.picture() or "You won, being first" in hand.picture()
        await bob.do("chat", text="well played")
        await hand.until(lambda: "Bob: well played" in hand.picture())
        await bob.do("rematch")
        await hand.until(lambda: "Bob plays again; N follows." in hand.picture())
        await pilot.press("n")
        await hand.until(lambda: source.address.table != table and source.view is not None)
        assert hand.view.phase == "waiting"
        await hand.until(lambda: source.seat is not None)


async def test_refusals_and_hints(club: ClubServer) -> None:
    source = table_of(club, club.open_table("classic", hints="private"))
    await source.open()
    try:
        await source.do(Start(""))
        await until(lambda: view_of(source).phase == "playing")
        view = view_of(source)
        slots = [view.slots[t.slot] for t in find_wrong(view) if t.slot is not None]
        wrong = tuple(slot.card for slot in slots if slot and slot.card)
        with pytest.raises(Refusal, match="two of the cards agree"):
            await source.do(Claim("", wrong, view.seq))
        await source.do(Hint(""))
        assert source.hint is not None
        assert source.hint.stage == 1
        await source.do(Vote("", "pause"))
        await until(lambda: view_of(source).paused is not None)
    finally:
        await source.close()


async def test_playing_again_when_nobody_else_has_asked(club: ClubServer) -> None:
    source = table_of(club, club.open_table("junior"))
    await source.open()
    try:
        await source.do(Start(""))
        while view_of(source).phase != "ended":
            seq = view_of(source).seq
            await source.do(Claim("", cards_of(source), seq))
            await until(partial(_is_past, source, seq))
        before = source.address
        await source.play_again()
        assert source.address != before
        await until(lambda: source.seat == 0)
        assert view_of(source).phase == "waiting"
    finally:
        await source.close()


async def test_a_server_that_comes_back_finds_the_player_at_their_seat(tmp_path: Path) -> None:
    server = ClubServer(tmp_path / "club.db").start()
    source = table_of(server, server.open_table("classic"))
    told: list[News] = []
    source.tell = told.append
    try:
        await source.open()
        await source.do(Start(""))
        await source.do(Claim("", cards_of(source), view_of(source).seq))
        server.kill()
        await until(lambda: source.trouble)
        assert "The connection is lost" in source.trouble
        with pytest.raises(Refusal, match="The connection is lost"):
            await source.do(Hint(""))
        server.start()
        await until(lambda: not source.trouble)
        assert source.seat == 0
        assert view_of(source).seats[0].score == 1
        await source.do(Claim("", cards_of(source), view_of(source).seq))
        await until(lambda: view_of(source).seats[0].score == 2)
        assert [news.said.text for news in told if news.said] == [
            "You have a seat.",
            "The connection is lost; trying again.",
            "The connection is back.",
        ]
    finally:
        await source.close()
        server.kill()


async def test_what_was_missed_is_asked_for(club: ClubServer) -> None:
    table = club.open_table("classic")
    async with seated(club, table, "Bob") as [bob]:
        source = table_of(club, table)
        await source.open()
        try:
            old = view_of(source)
            await bob.do("start")
            await claim_rightly(bob)
            await until(lambda: view_of(source).last is not None)
            # As if all since then had been lost on the way.
            source.view = old
            await claim_rightly(bob)
            await until(lambda: view_of(source).seats[0].score == 2)
            assert view_of(source).seq == bob.seq
        finally:
            await source.close()


async def test_a_full_table_is_watched(club: ClubServer) -> None:
    table = club.open_table("junior", seats=1)
    async with seated(club, table, "Bob") as [bob]:
        source = table_of(club, table)
        told: list[News] = []
        source.tell = told.append
        await source.open()
        try:
            assert source.seat is None
            assert [news.said.is_trouble for news in told if news.said] == [True]
            await bob.do("start")
            await until(lambda: view_of(source).phase == "playing")
        finally:
            await source.close()


async def test_a_table_with_a_passcode(club: ClubServer) -> None:
    table = club.open_table("junior", access="passcode", passcode="sesame")
    with pytest.raises(MalformedError, match="give it with --passcode"):
        await table_of(club, table).open()
    with pytest.raises(MalformedError, match="not the passcode"):
        await table_of(club, table, passcode="open").open()
    source = table_of(club, table, passcode="sesame")
    await source.open()
    try:
        await until(lambda: source.seat == 0)
    finally:
        await source.close()


async def test_where_there_is_no_table(club: ClubServer) -> None:
    with pytest.raises(MalformedError, match="there is no such table"):
        await table_of(club, "nowhere").open()
    nobody = RemoteTable(read_address("127.0.0.1:1/table/ab"), "Ann")
    with pytest.raises(MalformedError, match=r"cannot reach 127\.0\.0\.1:1"):
        await nobody.open()


@pytest.mark.parametrize(
    "link", ["", "ab23", "http://host/", "ftp://host/table/ab", "http://host/table/a/b", "http://"]
)
def test_what_is_no_link(link: str) -> None:
    with pytest.raises(OptionError, match="no link of a table"):
        read_address(link)


@pytest.mark.parametrize(
    ("link", "socket"),
    [
        ("host:8333/table/ab", "ws://host:8333/ws/ab?protocol=2"),
        ("https://club.example/table/ab/", "wss://club.example/ws/ab?protocol=2"),
        ("http://[::1]:80/table/ab#x", "ws://[::1]:80/ws/ab?protocol=2"),
    ],
)
def test_links(link: str, socket: str) -> None:
    assert read_address(link).socket == socket
