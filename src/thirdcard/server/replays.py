"""Games that are over, told moment by moment; worked out off the event loop, and kept for a while.

What is kept has no names in it, which may change when somebody has all that is stored of them
deleted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from thirdcard.game.analysis import analyse
from thirdcard.game.events import Event, Header
from thirdcard.game.moments import Moment
from thirdcard.game.record import Record, Verdict, verify
from thirdcard.odds.luck import Luck, find_exact_luck, weigh_samples
from thirdcard.odds.sampled import SampledClaims, name_layout, sample_claims
from thirdcard.server.kept import Kept
from thirdcard.server.solving import Solver
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Variant

__all__ = ["Replay", "Replays"]

SAMPLE_SECONDS: Final = 1.0
"""How long the odds of one layout are sampled."""

_REPLAYS_KEPT = 100
_SAMPLES_KEPT = 4000
_AT_ONCE = 2


@dataclass(frozen=True)
class _Question:
    """How usual a number of claims is among so many cards in each group."""

    groups: tuple[int, ...]
    claims: int


@dataclass(frozen=True)
class Replay:
    """What is told of a game.

    Attributes:
        variant: the variant's key.
        encoded: its analysis, as JSON.
        verdict: whether the deal was fair.
        lucks: how lucky each moment's table was, `_Question` where that is to be sampled, None
            where too many claims lay there.
    """

    variant: str
    encoded: bytes
    verdict: Verdict
    lucks: tuple[Luck | _Question | None, ...]


class Replays:
    """The analyses of a club's games that are over.

    Args:
        solver: where odds that are in no table are sampled.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._replays: Kept[Replay] = Kept(_REPLAYS_KEPT)
        self._samples: Kept[SampledClaims] = Kept(_SAMPLES_KEPT)
        self._threads = asyncio.Semaphore(_AT_ONCE)

    async def find(
        self, table: str, header: Header, read: Callable[[], Awaitable[Sequence[Event]]]
    ) -> Replay:
        """Return what is told of a game that is over.

        Args:
            table: the id of its table.
            header: the kind of game.
            read: reads its events.
        """

        async def work() -> Replay:
            record = Record(header, tuple(await read()))
            async with self._threads:
                return await asyncio.to_thread(_tell, record)

        return await self._replays.get(table, work)

    async def find_luck(self, replay: Replay) -> list[Luck | None]:
        """Return how lucky each moment's table was, None where too many claims lay there."""
        return [
            await self._sample(replay.variant, luck) if isinstance(luck, _Question) else luck
            for luck in replay.lucks
        ]

    async def weigh(self, variant: Variant, groups: Sequence[int], claims: int) -> Luck:
        """Return how usual a number of claims is on a table with so many cards in each group."""
        exact = find_exact_luck(variant, groups, claims)
        return exact or await self._sample(variant.key, _Question(tuple(groups), claims))

    async def _sample(self, key: str, asked: _Question) -> Luck:
        async def work() -> SampledClaims:
            return await self._solver.call_aside(_sample, key, asked.groups)

        sampled = await self._samples.get(name_layout(parse_variant(key), asked.groups), work)
        return weigh_samples(sampled, asked.groups, asked.claims)


def _tell(record: Record) -> Replay:
    analysis, variant = analyse(record), parse_variant(record.header.variant)
    return Replay(
        variant=variant.key,
        encoded=msgspec.json.encode(analysis),
        verdict=verify(record),
        lucks=tuple(_weigh(variant, moment) for moment in analysis.moments),
    )


def _weigh(variant: Variant, moment: Moment) -> Luck | _Question | None:
    if moment.on_table is None:
        return None
    exact = find_exact_luck(variant, moment.groups, moment.on_table)
    return exact or _Question(moment.groups, moment.on_table)


def _sample(variant: str, groups: tuple[int, ...]) -> SampledClaims:
    """Sample the odds of a layout, in a worker."""
    until = time.monotonic() + SAMPLE_SECONDS
    return sample_claims(parse_variant(variant), groups, goes_on=lambda: time.monotonic() < until)
