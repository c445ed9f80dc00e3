"""How processes that serve one club tell each other that a table's log has grown.

A ring carries a table's id and nothing else: whoever hears it reads the log.  So a ring that is
lost, while Redis is away, costs time and never an event; when it is back, everyone looks at all
their tables once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from redis.asyncio import Redis

__all__ = ["Doorbell"]

_CHANNEL = "thirdcard:tables"
_SCHEMES = ("redis", "rediss", "unix")
_RETRY_SECONDS = 1.0

_log = logging.getLogger(__name__)


class Doorbell:
    """A channel of a Redis server.

    Args:
        url: ``redis://host:port``.

    Raises:
        OptionError: the URL is of no supported kind, or its package is missing.
    """

    def __init__(self, url: str) -> None:
        if urlsplit(url).scheme not in _SCHEMES:
            raise OptionError(f"{url!r} is no channels URL; expected one such as redis://localhost")
        try:
            from redis.asyncio import Redis
        except ModuleNotFoundError:
            raise OptionError("channels need redis: install thirdcard[redis]") from None
        try:
            self._redis: Redis = Redis.from_url(url)
        except ValueError as error:
            raise OptionError(f"no channels URL: {error}") from None
        self._address = urlsplit(url)._replace(netloc=urlsplit(url).netloc.rpartition("@")[2])
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make sure that somebody is there.

        Raises:
            OptionError: the server does not answer.
        """
        from redis.exceptions import RedisError

        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            reason = str(error).splitlines()[0]
            raise OptionError(f"no Redis at {self._address.geturl()}: {reason}") from None

    async def close(self) -> None:
        """Stop listening, and disconnect."""
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await self._redis.aclose()

    async def ring(self, table: str) -> None:
        """Tell the others about a table; what they miss now they find out later."""
        from redis.exceptions import RedisError

        try:
            await self._redis.publish(_CHANNEL, table)
        except (RedisError, OSError) as error:
            _log.warning("other processes do not hear of table %s: %s", table, error)

    def listen(
        self, hear: Callable[[str], Awaitable[None]], look: Callable[[], Awaitable[None]]
    ) -> None:
        """Start to listen.

        Args:
            hear: called with the id of each table that somebody rang for.
            look: called after rings may have been missed.
        """
        self._listener = asyncio.create_task(self._listen(hear, look))

    async def _listen(
        self, hear: Callable[[str], Awaitable[None]], look: Callable[[], Awaitable[None]]
    ) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(_CHANNEL)
                    await look()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await hear(message["data"].decode())
            except Exception as error:
                _log.warning("cannot hear other processes, trying again: %s", error)
            await asyncio.sleep(_RETRY_SECONDS)
