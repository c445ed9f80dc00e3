"""What takes long to work out, worked out once and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

__all__ = ["Kept"]

V = TypeVar("V")


class Kept(Generic[V]):
    """The newest of what was worked out, each once for all who ask at a time.

    What failed is not kept.

    Args:
        most: how many answers are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, asyncio.Task[V]] = OrderedDict()

    async def get(self, key: str, work: Callable[[], Awaitable[V]]) -> V:
        """Return the answer of a key; the work is done if it is not there."""
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._kept[key] = asyncio.ensure_future(_run(work))
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        # Others may wait for the same.
        return await asyncio.shield(task)

    def forget(self, key: str) -> None:
        """Let the work of a key be done anew when it is asked for next."""
        self._kept.pop(key, None)


async def _run(work: Callable[[], Awaitable[V]]) -> V:
    return await work()
