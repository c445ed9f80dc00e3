"""What may be said, how fast, and that it is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.services import fresh_database
from thirdcard.errors import Refusal
from thirdcard.game.events import Header
from thirdcard.server.chat import CHAT_LINES, LINES_AT_ONCE, PACE_SECONDS, Chat, Pace, clean_text
from thirdcard.server.messages import MAX_CHAT
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.tables import Club


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("well played", "well played"),
        ("  a \n\t b\r\n", "a b"),
        ("a\x00b\x07", "ab"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u2028b", "a b"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("x" * MAX_CHAT, "x" * MAX_CHAT),
        ("x" * MAX_CHAT + "\x00 ", "x" * MAX_CHAT),
    ],
)
def test_text_is_shown_on_a_line_without_what_is_not_seen(text: str, shown: str) -> None:
    assert clean_text(text) == shown


@pytest.mark.parametrize("text", ["", " \n", "\x00\x07", "\u200d", "\u202e\u2066"])
def test_nothing_to_say_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="nothing to say") as caught:
        clean_text(text)
    assert caught.value.code == "malformed"


def test_too_much_is_refused_with_how_much_it_is() -> None:
    with pytest.raises(Refusal, match=f"at most {MAX_CHAT} characters, this one {MAX_CHAT + 1}"):
        clean_text("x" * (MAX_CHAT + 1))


@given(st.text(max_size=400))
def test_whatever_is_let_through_is_short_and_can_be_seen(text: str) -> None:
    try:
        shown = clean_text(text)
    except Refusal:
        return
    assert 0 < len(shown) <= MAX_CHAT
    assert "\n" not in shown
    assert clean_text(shown) == shown


def test_pace_lets_some_lines_through_and_tells_how_long_to_wait() -> None:
    pace = Pace()
    for second in range(LINES_AT_ONCE):
        pace.keep(second)
    with pytest.raises(Refusal, match=f"wait {PACE_SECONDS - 5} s") as caught:
        pace.keep(5.0)
    assert caught.value.details == {"seconds": PACE_SECONDS - 5}
    pace.keep(float(PACE_SECONDS))
    with pytest.raises(Refusal):
        pace.keep(PACE_SECONDS + 0.5)
    pace.keep(PACE_SECONDS + 1.0)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_database("sqlite", tmp_path / "club.db")


async def _table(store: SqlStore) -> str:
    club = Club(store)
    table = (await club.create(Header())).table
    await club.close()
    return table


async def test_lines_are_kept_and_read_again(store: SqlStore) -> None:
    table = await _table(store)
    chat = Chat(table, store)
    await chat.add("ann", 0, "Ann", "hello ", 1000)
    await chat.add("bob", 1, "Bob", "hi", 2000)
    again = Chat(table, store)
    await again.load()
    assert list(again.lines) == list(chat.lines)
    assert [(line.seat, line.name, line.at, line.text) for line in again.lines] == [
        (0, "Ann", 1000, "hello"),
        (1, "Bob", 2000, "hi"),
    ]


async def test_what_another_process_added_is_told_once(store: SqlStore) -> None:
    table = await _table(store)
    here, there = Chat(table, store), Chat(table, store)
    await here.load()
    await there.add("bob", 1, "Bob", "hi", 1000)
    await there.add("bob", 1, "Bob", "hi", 1000)
    await here.add("ann", 0, "Ann", "hello", 2000)
    assert [line.name for line in await here.catch_up()] == ["Bob", "Bob"]
    assert await here.catch_up() == []
    assert len(here.lines) == 3


async def test_only_the_last_lines_are_shown(store: SqlStore) -> None:
    chat = Chat(await _table(store), store)
    for number in range(CHAT_LINES + 3):
        await chat.add("ann", 0, "Ann", str(number), number * 60_000)
    assert [line.text for line in chat.lines] == [str(n) for n in range(3, CHAT_LINES + 3)]
    assert await chat.catch_up() == []


async def test_lines_said_at_once_keep_one_order(store: SqlStore) -> None:
    table = await _table(store)
    chat = Chat(table, store)
    await asyncio.gather(*(chat.add(f"p{i}", i, f"P{i}", "hello", 1000) for i in range(8)))
    again = Chat(table, store)
    await again.load()
    assert list(again.lines) == list(chat.lines)
