"""Reads that are made together.

Many people who come at once ask the same few questions, each about one key.  Questions that come
while an answer is being fetched wait for that, and then are asked together, in one statement.  So
an answer is never older than its question, one question alone waits for nothing, and hundreds at
once cost little more than one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

__all__ = ["MOST_KEYS", "Gathered"]

MOST_KEYS: Final = 500
"""Most keys that are asked for at once; databases bound the length of a statement."""

V = TypeVar("V")


class Gathered(Generic[V]):
    """Asks for the values of keys, many at a time.

    Args:
        fetch: returns the values of those of some keys that have one.
    """

    def __init__(self, fetch: Callable[[Sequence[str]], Awaitable[Mapping[str, V]]]) -> None:
        self._fetch = fetch
        self._asked: dict[str, asyncio.Future[V | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def find(self, key: str) -> V | None:
        """Return the value of a key, None if it has none."""
        answer = self._asked.get(key)
        if answer is None:
            answer = self._asked[key] = asyncio.get_running_loop().create_future()
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask())
        # Others may wait for the same answer.
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        """Fetch until nothing is asked any more."""
        try:
            while self._asked:
                keys = list(self._asked)[:MOST_KEYS]
                answers = {key: self._asked.pop(key) for key in keys}
                await self._answer(answers)
        finally:
            self._asking = None

    async def _answer(self, answers: dict[str, asyncio.Future[V | None]]) -> None:
        try:
            found = await self._fetch(tuple(answers))
        except Exception as error:  # whatever it is, those who wait must hear of it
            for answer in answers.values():
                answer.set_exception(error)
                # Nobody may wait any more.
                answer.exception()
            return
        for key, answer in answers.items():
            answer.set_result(found.get(key))
