"""What processes tell each other of who is connected."""

from __future__ import annotations

import asyncio

from thirdcard.server.presence import Connected, People
from thirdcard.server.reports import STALE_SECONDS, Elsewhere, Report, Reporter


def _report(process: str, *players: str, table: str = "t") -> Report:
    people = {player: Connected(1, None) for player in players}
    return Report(process=process, table=table, people=people)


def test_reports_replace_each_other_and_say_whether_they_are_news() -> None:
    elsewhere = Elsewhere()
    assert elsewhere.hear(_report("p", "ann"), 0)
    assert not elsewhere.hear(_report("p", "ann"), 1)
    assert elsewhere.hear(_report("q", "bob"), 1)
    assert elsewhere.hear(_report("p", "ann", "cid"), 2)
    assert elsewhere.players() == {"ann", "bob", "cid"}
    assert sorted(elsewhere.people("t")) == ["p", "q"]
    assert elsewhere.hear(_report("p"), 3)
    assert not elsewhere.hear(_report("p"), 3)
    assert elsewhere.players() == {"bob"}
    assert elsewhere.people("other") == {}


def test_what_is_not_repeated_counts_no_more() -> None:
    elsewhere = Elsewhere()
    elsewhere.hear(_report("p", "ann"), 0)
    elsewhere.hear(_report("q", "bob", table="u"), 10)
    assert elsewhere.forget_stale(STALE_SECONDS) == set()
    assert elsewhere.forget_stale(STALE_SECONDS + 1) == {"t"}
    assert elsewhere.players() == {"bob"}
    elsewhere.hear(_report("q", "bob", table="u"), 30)
    assert elsewhere.forget_stale(STALE_SECONDS + 20) == set()


def test_what_was_told_counts_while_nothing_can_be_heard() -> None:
    elsewhere = Elsewhere()
    elsewhere.hear(_report("p", "ann"), 0)
    elsewhere.cut_off()
    assert elsewhere.forget_stale(100 * STALE_SECONDS) == set()
    assert elsewhere.players() == {"ann"}
    elsewhere.reconnect(1000)
    assert elsewhere.forget_stale(1000 + STALE_SECONDS) == set()
    assert elsewhere.forget_stale(1001 + STALE_SECONDS) == {"t"}


async def test_a_table_that_is_marked_often_is_told_of_once_and_with_what_is_true_then() -> None:
    told: list[Report] = []
    people: dict[str, People] = {"t": {}, "u": {}}

    async def tell(report: Report) -> None:
        told.append(report)

    reporter = Reporter("p", people.__getitem__, tell)
    running = asyncio.create_task(reporter.run())
    reporter.mark("t", said=True)
    reporter.mark("t")
    reporter.mark("u")
    people["t"] = {"ann": Connected(1, 7)}
    await asyncio.sleep(0.05)
    assert told == [
        Report(process="p", table="t", people={"ann": Connected(1, 7)}, said=True),
        Report(process="p", table="u", people={}),
    ]
    reporter.mark("t")
    await asyncio.sleep(0.05)
    assert told[2:] == [Report(process="p", table="t", people=people["t"])]
    running.cancel()


async def test_a_report_that_fails_does_not_stop_the_next() -> None:
    told: list[str] = []

    async def tell(report: Report) -> None:
        if report.table == "t":
            raise OSError("no Redis")
        told.append(report.table)

    reporter = Reporter("p", lambda _: {}, tell)
    running = asyncio.create_task(reporter.run())
    reporter.mark("t")
    reporter.mark("u")
    await asyncio.sleep(0.05)
    assert told == ["u"]
    running.cancel()


async def test_who_is_alone_tells_nothing_and_does_not_wait() -> None:
    reporter = Reporter("p", lambda _: {}, None)
    reporter.mark("t")
    async with asyncio.timeout(5):
        await reporter.run()
