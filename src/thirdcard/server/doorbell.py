"""How processes that serve one club tell each other that a table's log has grown.

A ring carries a table's id and nothing else: whoever hears it reads the log.  So a ring that is
lost, while Redis is away, costs time and never an event; when it is back, everyone looks at all
their tables once.  Nobody waits for a ring to be sent: a Redis that answers late, or not at all,
holds no table up.

Beside the rings there are reports of who is connected (`thirdcard.server.reports.Report`), which
no log keeps: they are repeated again and again, and what is not repeated counts no more, unless
nothing can be heard.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from thirdcard.errors import OptionError
from thirdcard.server.reports import Report

if TYPE_CHECKING:
    from redis.asyncio import Redis

__all__ = ["Doorbell", "Ears"]

PATIENCE_SECONDS: Final = 5.0
"""How long Redis may be silent, or take for an answer, before it counts as away."""

_SCHEMES = ("redis", "rediss", "unix")
_RETRY_SECONDS = 1.0

_log = logging.getLogger(__name__)
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Report)


@dataclass(frozen=True)
class Ears:
    """What is called with what is heard.

    Attributes:
        ring: called with the id of each table that somebody rang for.
        report: called with what others tell of who is connected to them.
        back: called when others can be heard, at first or again: rings may have been missed.
        away: called when they cannot be heard any more.
    """

    ring: Callable[[str], Awaitable[None]]
    report: Callable[[Report], Awaitable[None]]
    back: Callable[[], Awaitable[None]]
    away: Callable[[], None]


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
            self._redis: Redis = Redis.from_url(
                url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
            )
        except ValueError as error:
            raise OptionError(f"no channels URL: {error}") from None
        self._address = urlsplit(url)._replace(netloc=urlsplit(url).netloc.rpartition("@")[2])
        self._rings, self._reports = _name_channels("")
        self._rung: dict[str, None] = {}
        self._has_rung = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def serve(self, secret: str) -> None:
        """Speak to the processes of one club only, which share its secret."""
        self._rings, self._reports = _name_channels(secret)

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
        """Stop listening, send what is unsent, and disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._send_rings()
        await self._redis.aclose()

    async def has_company(self) -> bool:
        """Tell whether another process serves the club already; not known is no."""
        from redis.exceptions import RedisError

        try:
            [(_, listeners)] = await self._redis.pubsub_numsub(self._rings)
        except (RedisError, OSError) as error:
            _log.warning("cannot ask for other processes: %s", error)
            return False
        return int(listeners) > 0

    # -- out ----------------------------------------------------------------------------------

    async def ring(self, table: str) -> None:
        """Let the others be told about a table; what they miss they find out later."""
        self._rung[table] = None
        self._has_rung.set()

    async def _ring_on(self) -> None:
        while True:
            await self._has_rung.wait()
            if not await self._send_rings():
                await asyncio.sleep(_RETRY_SECONDS)

    async def _send_rings(self) -> bool:
        """Send what is unsent; tell whether all of it was."""
        for table in tuple(self._rung):
            del self._rung[table]
            if not await self._publish(self._rings, table.encode()):
                self._rung[table] = None
                return False
        if not self._rung:
            self._has_rung.clear()
        return True

    async def tell(self, report: Report) -> None:
        """Tell the others who is connected to a table here."""
        await self._publish(self._reports, _encoder.encode(report))

    async def _publish(self, channel: str, data: bytes) -> bool:
        from redis.exceptions import RedisError

        try:
            await self._redis.publish(channel, data)
        except (RedisError, OSError) as error:
            _log.warning("other processes do not hear this one: %s", error)
            return False
        return True

    # -- in -----------------------------------------------------------------------------------

    def listen(self, ears: Ears) -> None:
        """Start to listen, and to ring."""
        works = (self._listen(ears), self._ring_on())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def _listen(self, ears: Ears) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self._rings, self._reports)
                    await ears.back()
                    await self._hear(channel, ears)
            except Exception as error:
                _log.warning("cannot hear other processes, trying again: %s", error)
            ears.away()
            await asyncio.sleep(_RETRY_SECONDS)

    async def _hear(self, channel: Any, ears: Ears) -> None:
        """Hear until the line is dead.

        Raises:
            TimeoutError, RedisError, OSError: it is.
        """
        was_asked = False
        while True:
            message = await channel.get_message(timeout=PATIENCE_SECONDS)
            if message is None:
                if was_asked:
                    raise TimeoutError(f"Redis was silent for {2 * PATIENCE_SECONDS:g} seconds")
                await channel.ping()
            was_asked = message is None
            if message and message["type"] == "message":
                name, data = message["channel"].decode(), message["data"]
                if name == self._rings:
                    await ears.ring(data.decode())
                else:
                    await ears.report(_decoder.decode(data))


def _name_channels(secret: str) -> tuple[str, str]:
    """Return the names of the channels for rings and reports; each club has its own."""
    club = sha256(f"channels {secret}".encode()).hexdigest()[:16]
    return f"thirdcard:{club}:tables", f"thirdcard:{club}:people"
