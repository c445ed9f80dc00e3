"""How often something may be tried, in the memory of one process."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil

from thirdcard.errors import ThirdcardError
from thirdcard.phrases import counted

__all__ = ["Limit", "Room", "TooManyError", "network_of"]


class TooManyError(ThirdcardError):
    """Something was tried too often.

    Attributes:
        seconds: after how many it may be tried again.
    """

    def __init__(self, seconds: int) -> None:
        super().__init__(
            counted(
                seconds,
                "Too many attempts: try again in {count} second.",
                "Too many attempts: try again in {count} seconds.",
            )
        )
        self.seconds = seconds


@dataclass
class _Allowance:
    left: float
    at: float


class Limit:
    """An allowance of attempts for each key, which fills up again with time.

    It remembers a bounded number of keys, those that tried last.

    Attributes:
        burst: attempts that may be made at once.
        seconds: after how many one more is allowed.

    Args:
        keys: how many keys it remembers.
        clock: a clock in seconds that does not go back.
    """

    def __init__(
        self,
        burst: int,
        seconds: float,
        keys: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.burst = burst
        self.seconds = seconds
        self._keys = keys
        self._clock = clock
        self._allowances: OrderedDict[str, _Allowance] = OrderedDict()

    def take(self, key: str) -> None:
        """Count an attempt.

        Raises:
            TooManyError: it is one too many, and is not counted.
        """
        now = self._clock()
        allowance = self._allowances.setdefault(key, _Allowance(self.burst, now))
        self._allowances.move_to_end(key)
        if len(self._allowances) > self._keys:
            self._allowances.popitem(last=False)
        gained = (now - allowance.at) / self.seconds
        allowance.left = min(self.burst, allowance.left + gained)
        allowance.at = now
        if allowance.left < 1:
            raise TooManyError(max(1, ceil((1 - allowance.left) * self.seconds)))
        allowance.left -= 1

    def give_back(self, key: str) -> None:
        """Take back that an attempt was counted: it was no failure."""
        if allowance := self._allowances.get(key):
            allowance.left = min(self.burst, allowance.left + 1)


class Room:
    """How much of something may be there at once, for each key.

    Args:
        most: how much.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Be there for a while.

        Raises:
            TooManyError: there is no room.
        """
        if self._held[key] >= self.most:
            raise TooManyError(1)
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def __len__(self) -> int:
        """Return how many keys are there."""
        return len(self._held)


def network_of(address: str) -> str:
    """Return the address that stands for a client: of IPv6 the network that a household has.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '2001:db8::')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return address
