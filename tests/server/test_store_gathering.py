"""Reads that are made together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from thirdcard.server.store.gathering import MOST_KEYS, Gathered


class Shelf:
    """Something to read from, slowly, that keeps what was asked for."""

    def __init__(self) -> None:
        self.values = {"a": 1, "b": 2}
        self.asked: list[Sequence[str]] = []
        self.fails = False

    async def fetch(self, keys: Sequence[str]) -> dict[str, int]:
        self.asked.append(keys)
        found = {key: self.values[key] for key in keys if key in self.values}
        await asyncio.sleep(0.02)
        if self.fails:
            raise OSError("the shelf fell over")
        return found


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


async def test_one_question_is_asked_at_once(shelf: Shelf) -> None:
    reads = Gathered(shelf.fetch)
    assert [await reads.find(key) for key in "abc"] == [1, 2, None]
    assert shelf.asked == [("a",), ("b",), ("c",)]


async def test_questions_meanwhile_are_asked_together(shelf: Shelf) -> None:
    reads = Gathered(shelf.fetch)
    first = asyncio.create_task(reads.find("a"))
    await asyncio.sleep(0.01)
    others = await asyncio.gather(*(reads.find(key) for key in "babcb"))
    assert await first == 1
    assert others == [2, 1, 2, None, 2]
    assert shelf.asked == [("a",), ("b", "a", "c")]


async def test_an_answer_is_never_older_than_its_question(shelf: Shelf) -> None:
    reads = Gathered(shelf.fetch)
    before = asyncio.create_task(reads.find("a"))
    await asyncio.sleep(0.01)
    shelf.values["a"] = 7
    assert await reads.find("a") == 7
    assert await before == 1


async def test_long_lists_are_asked_in_parts(shelf: Shelf) -> None:
    reads = Gathered(shelf.fetch)
    await asyncio.gather(*(reads.find(f"{number}") for number in range(2 * MOST_KEYS + 3)))
    assert [len(keys) for keys in shelf.asked] == [MOST_KEYS, MOST_KEYS, 3]


async def test_a_failure_is_told_to_all_who_asked_and_to_nobody_after(shelf: Shelf) -> None:
    reads = Gathered(shelf.fetch)
    shelf.fails = True
    results = await asyncio.gather(*(reads.find(key) for key in "aab"), return_exceptions=True)
    assert [type(result) for result in results] == [OSError] * 3
    shelf.fails = False
    assert await reads.find("a") == 1


async def test_who_stops_waiting_takes_nobody_along(shelf: Shelf) -> None:
    reads = Gathered(shelf.fetch)
    impatient, patient = (asyncio.create_task(reads.find("a")) for _ in range(2))
    await asyncio.sleep(0.01)
    impatient.cancel()
    assert await patient == 1
    with pytest.raises(asyncio.CancelledError):
        await impatient
