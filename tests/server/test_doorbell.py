"""What processes hear of each other over a real Redis, and what they do without it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from tests.server.opened import until
from tests.services import RedisServer
from thirdcard.server import doorbell as doorbell_module
from thirdcard.server.doorbell import Doorbell, Ears
from thirdcard.server.presence import Connected
from thirdcard.server.reports import Report

REPORT = Report(process="p", table="t", people={"ann": Connected(1, 7)})


class Heard:
    """What one process heard, in order."""

    def __init__(self) -> None:
        self.rings: list[str] = []
        self.reports: list[Report] = []
        self.line: list[str] = []

    def ears(self) -> Ears:
        return Ears(self._ring, self._report, self._back, lambda: self.line.append("away"))

    async def _ring(self, table: str) -> None:
        self.rings.append(table)

    async def _report(self, report: Report) -> None:
        self.reports.append(report)

    async def _back(self) -> None:
        self.line.append("back")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorbell_module, "PATIENCE_SECONDS", 1.0)
    monkeypatch.setattr(doorbell_module, "_RETRY_SECONDS", 0.1)


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@contextmanager
def _frozen(redis: RedisServer) -> Iterator[None]:
    """Let Redis answer nothing and close no connection, as when its machine hangs."""
    process = redis._process
    assert process
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGCONT)


@asynccontextmanager
async def _at(redis: RedisServer, secret: str = "club") -> AsyncIterator[tuple[Doorbell, Heard]]:
    """Listen as a process of a club does."""
    bell, heard = Doorbell(redis.url), Heard()
    await bell.open()
    bell.serve(secret)
    bell.listen(heard.ears())
    try:
        await until(lambda: heard.line)
        yield bell, heard
    finally:
        await bell.close()


async def test_rings_and_reports_are_heard(redis: RedisServer) -> None:
    async with _at(redis) as (one, heard), _at(redis) as (other, also):
        await one.ring("t")
        await other.tell(REPORT)
        await until(lambda: heard.rings and also.rings and heard.reports and also.reports)
        assert heard.rings == also.rings == ["t"]
        assert heard.reports == also.reports == [REPORT]
        assert heard.line == also.line == ["back"]


async def test_rings_at_once_are_one_ring(redis: RedisServer) -> None:
    async with _at(redis) as (one, heard):
        for _ in range(100):
            await one.ring("t")
        await one.ring("u")
        await until(lambda: "u" in heard.rings)
        assert heard.rings == ["t", "u"]


async def test_what_is_unsent_is_sent_at_the_end(redis: RedisServer) -> None:
    async with _at(redis) as (_, heard):
        async with _at(redis) as (other, _also):
            await other.ring("t")
        await until(lambda: heard.rings)


async def test_clubs_do_not_hear_each_other(redis: RedisServer) -> None:
    async with _at(redis, "one") as (one, heard), _at(redis, "two") as (other, also):
        await one.ring("t")
        await other.ring("u")
        await until(lambda: heard.rings and also.rings)
        assert (heard.rings, also.rings) == (["t"], ["u"])


async def test_company_is_who_listens_to_the_same_club(redis: RedisServer) -> None:
    newcomer = Doorbell(redis.url)
    newcomer.serve("club")
    assert not await newcomer.has_company()
    async with _at(redis, "another club"):
        assert not await newcomer.has_company()
        async with _at(redis):
            assert await newcomer.has_company()
    # The server of the channels notices in its own time that a listener has gone.
    async with asyncio.timeout(10):
        while await newcomer.has_company():
            await asyncio.sleep(0.02)
    redis.kill()
    assert not await newcomer.has_company()
    await newcomer.close()


async def test_a_redis_that_hangs_holds_nobody_up_and_is_noticed(redis: RedisServer) -> None:
    async with _at(redis) as (one, heard):
        with _frozen(redis):
            begun = asyncio.get_running_loop().time()
            for number in range(50):
                await one.ring(f"t{number}")
            assert asyncio.get_running_loop().time() - begun < 0.2
            await until(lambda: "away" in heard.line)
            assert not await one.has_company()
        await until(lambda: heard.line[-1] == "back")
        # What was rung for before that is looked at by whoever is back.
        await until(lambda: not one._rung)
        await one.ring("t")
        await until(lambda: "t" in heard.rings)


async def test_a_quiet_line_is_no_dead_one(redis: RedisServer) -> None:
    async with _at(redis) as (one, heard):
        await asyncio.sleep(4)
        assert heard.line == ["back"]
        await one.ring("t")
        await until(lambda: heard.rings)


async def test_rings_wait_for_a_redis_that_is_gone(redis: RedisServer) -> None:
    async with _at(redis) as (one, heard):
        redis.kill()
        await until(lambda: heard.line[-1] == "away")
        await one.ring("t")
        await asyncio.sleep(0.3)
        redis.start()
        await until(lambda: heard.line[-1] == "back")
        await until(lambda: "t" in heard.rings or heard.line.count("back") > 1)
