"""Games that have ended, worked out once each.

The work is found in the store and not told by who ends a game: so games that ended before a
restart, in another process, or under an older version are counted as well, and a server that is
killed in the midst of it goes on where it was.  A log that cannot be read is marked once and left
out; nothing that is wrong with one game stops the others.
"""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from thirdcard.errors import RecordError
from thirdcard.game.record import Record
from thirdcard.game.results import Result, work_out
from thirdcard.phrases import phrase
from thirdcard.server.statistics.ratings import rate
from thirdcard.server.store.base import Store

__all__ = ["Counting", "count_games"]

_AGAIN_SECONDS = 10.0
_MOST_FAULT = 200

_log = logging.getLogger(__name__)


class Counting:
    """Counts games in the background.

    Args:
        store: the open store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Let it look for games that have ended."""
        self._woken.set()

    async def run(self) -> None:
        """Count what there is, and then whatever ends."""
        self.wake()
        while True:
            await self._woken.wait()
            self._woken.clear()
            try:
                await count_games(self._store)
            except Exception:
                _log.exception("games could not be counted; they will be tried again")
                await asyncio.sleep(_AGAIN_SECONDS)
                self.wake()


async def count_games(store: Store) -> int:
    """Count all games that have ended and are not counted, and let the ratings follow.

    Returns:
        How many there were.
    """
    done = 0
    while tables := await store.uncounted():
        for table in tables:
            begun = time.monotonic()
            await _count(store, table)
            if len(tables) > 1:
                # Half of the time is left to those who play.
                await asyncio.sleep(time.monotonic() - begun)
        done += len(tables)
    while await store.update_ratings(rate):
        pass
    return done


async def _count(store: Store, table: str) -> None:
    try:
        result = await _work_out(store, table)
    except (SQLAlchemyError, OSError):
        raise
    except Exception as error:
        _log.warning("the log of table %s cannot be read and does not count: %s", table, error)
        await store.save_fault(table, _in_one_line(error))
    else:
        await store.save_result(table, result)


async def _work_out(store: Store, table: str) -> Result:
    stored = await store.find(table)
    if stored is None:
        raise RecordError(phrase("there is no header"), 1)
    record = Record(stored.header, tuple(await store.events(table)))
    return await asyncio.to_thread(work_out, record)


def _in_one_line(error: Exception) -> str:
    first, *_ = str(error).splitlines() or [type(error).__name__]
    return first[:_MOST_FAULT]
