"""``thirdcard club close``, with a server that runs and without one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.autoplay import Bot
from tests.cli.runner import Outcome, run_process
from tests.club import ClubServer, Player, seated
from thirdcard.cli import club_close
from thirdcard.errors import ConflictError
from thirdcard.game.events import Event
from thirdcard.game.record import read_record, verify
from thirdcard.server.store.sql import SqlStore


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as running:
        yield running


async def _close(server: ClubServer, *words: str) -> Outcome:
    return await asyncio.to_thread(
        run_process, "club", "close", *words, "--database", server.database
    )


async def test_everyone_at_the_table_sees_the_end(server: ClubServer) -> None:
    table = server.open_table()
    async with seated(server, table, "Ann", "Bob") as (ann, bob):
        await ann.do("start")
        spectator = await Player(server, table).open()
        outcome = await _close(server, table, "--json")
        assert outcome.document == {"closed": [table], "over": []}
        for player in (ann, bob, spectator):
            await player.until(lambda p=player: p.events and p.events[-1]["type"] == "ended", 10)
            assert player.events[-1]["reason"] == "closed"
        refused = await bob.claim("1RSD", "2RSD", "3RSD")
        assert refused["code"] == "locked_out"
        await spectator.close()
    record = read_record(server.get(f"/api/tables/{table}/record").text)
    assert verify(record).fair


async def test_table_before_the_start_is_closed(server: ClubServer) -> None:
    table = server.open_table("memory")
    assert (await _close(server, table)).out == f"{table} is closed\n"


async def test_several_are_closed_once_each_and_what_is_over_is_told(server: ClubServer) -> None:
    one, other = server.open_table(), server.open_table("ultra")
    await _close(server, one)
    outcome = await _close(server, one, other, one, other)
    assert outcome.out == f"{other} is closed\n{one} was over already\n"
    assert outcome.code == 0


async def test_none_is_closed_if_one_does_not_exist(server: ClubServer) -> None:
    table = server.open_table()
    outcome = await _close(server, table, "nowhere")
    assert "there is no table 'nowhere'" in outcome.complaint
    assert server.get(f"/api/tables/{table}").json()["phase"] == "waiting"


async def test_table_is_closed_while_it_is_played(server: ClubServer) -> None:
    """Claims and the end race for the same place in the log."""
    table = server.open_table("mega")
    async with seated(server, table, "Ann", "Bob") as (ann, bob):
        await ann.do("start")
        playing = Bot(ann, Random(1))

        async def play() -> None:
            while playing.view["phase"] == "playing":
                await playing.move()

        claims = asyncio.create_task(play())
        outcome = await _close(server, table)
        assert outcome.code == 0
        await bob.until(lambda: bob.events[-1]["type"] == "ended", 10)
        claims.cancel()
        await asyncio.gather(claims, return_exceptions=True)
        assert [event["seq"] for event in bob.events] == list(
            range(bob.events[0]["seq"], bob.events[-1]["seq"] + 1)
        )
    assert verify(read_record(server.get(f"/api/tables/{table}/record").text)).fair


async def test_server_that_does_not_run_finds_it_closed(tmp_path: Path) -> None:
    server = ClubServer(tmp_path / "club.db").start()
    try:
        table, other = server.open_table(), server.open_table()
        server.kill()
        assert (await _close(server, table)).out == f"{table} is closed\n"
        server.start()
        assert server.get(f"/api/tables/{table}").json()["phase"] == "ended"
        assert server.get(f"/api/tables/{other}").json()["phase"] == "waiting"
    finally:
        server.kill()


class Racing(SqlStore):
    """A store in which somebody else is always a little faster, some times."""

    def __init__(self, url: str, times: int) -> None:
        super().__init__(url)
        self.times = times

    async def append(self, table: str, events: Sequence[Event]) -> None:
        if self.times:
            self.times -= 1
            raise ConflictError("somebody was faster")
        await super().append(table, events)


@pytest.mark.parametrize(("times", "closes"), [(3, True), (10_000, False)])
async def test_race_is_run_again(server: ClubServer, times: int, closes: bool) -> None:
    table = server.open_table()
    store = Racing(server.database, times)
    await store.open()
    if closes:
        assert await club_close._close_all(store, [table]) == [table]
    else:
        with pytest.raises(ConflictError, match="try again"):
            await club_close._close_all(store, [table])
    await store.close()
