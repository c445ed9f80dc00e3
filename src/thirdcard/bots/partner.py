"""The player where all play together: helps, and leaves the game to the people.

The strongest level takes claims of a solution.  The others compare some of the claims, more the
better they play, by how many other claims they would make impossible: where as many as possible
are wanted the fewest, else the most.

It waits for people, longest after a claim of a bot, or where its claim would end the game with
less than the best result: there people may want to take claims back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from thirdcard.bots.claimer import Claimer
from thirdcard.bots.levels import Level
from thirdcard.bots.player import Choice, Solve
from thirdcard.bots.reaction import draw_search_time
from thirdcard.game.views import TableView
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot, Variant

__all__ = ["PATIENCE", "Partner"]

PATIENCE: Final = 8_000
"""Least milliseconds for which people have the table for themselves after each change."""

_AFTER_BOT: Final = 3
_BEFORE_END: Final = 8


@dataclass(frozen=True)
class _Plan:
    """A table, since when it lies so, and the claim once it is chosen."""

    table: tuple[Spot, ...]
    since: int
    claim: tuple[Spot, ...] | None = None
    time: int = 0


class Partner(Claimer):
    """Which claim a bot thinks best for all, and how long it waits for others to make one."""

    def __init__(self, variant: Variant, seat: int, level: Level, seed: int, solve: Solve) -> None:
        super().__init__(variant, seat, level, seed, solve)
        self._plan = _Plan((), 0)

    def choose(self, view: TableView, now: int) -> Choice | None:
        if self._plan.claim is None:
            self._plan = self._think(view, self._plan)
        return super().choose(view, now)

    def put_off(self, now: int) -> None:
        super().put_off(now)
        self._plan = replace(self._plan, since=now)

    def rest(self, ms: int) -> None:
        super().rest(ms)
        self._plan = replace(self._plan, since=self._plan.since + ms)

    def _next_claim(self) -> tuple[tuple[Spot, ...], int] | None:
        plan = self._plan
        return None if plan.claim is None else (plan.claim, plan.since + plan.time)

    def _look(self, view: TableView, now: int) -> None:
        table = self._read_table(view)
        if table != self._plan.table:
            self._plan = _Plan(table, now)

    def _think(self, view: TableView, plan: _Plan) -> _Plan:
        claims = sorted(self._variant.iter_claims(plan.table))
        if not claims:
            return plan
        random = self._chance("claim", plan.table)
        claim = random.choice(self._find_best(view, plan.table, claims))
        hard = difficulty(self._variant.space, claim)
        time = PATIENCE + draw_search_time(
            self._level, hard, len(claim), len(plan.table), random, self._form
        )
        if view.last is not None and view.seats[view.last.seat].bot is not None:
            time *= _AFTER_BOT
        if _would_end_badly(view, claim, claims):
            time *= _BEFORE_END
        return replace(plan, claim=claim, time=time)

    def _find_best(
        self, view: TableView, table: tuple[Spot, ...], claims: Sequence[tuple[Spot, ...]]
    ) -> Sequence[tuple[Spot, ...]]:
        """Return claims that seem equally good."""
        compares = self._level.compares
        if compares is None:
            best = self._solve(view.contest.key, self._variant.key, table)
            if best:
                return sorted(best)
        seen = list(claims)
        if compares is not None and compares < len(seen):
            seen = self._chance("look", table).sample(seen, compares)
        prices = [sum(_meet(claim, other) for other in claims) for claim in seen]
        best_price = max(prices) if view.contest.goal == "fewest" else min(prices)
        return [claim for claim, price in zip(seen, prices, strict=True) if price == best_price]


def _meet(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    return not set(one).isdisjoint(other)


def _would_end_badly(
    view: TableView, claim: Sequence[Spot], claims: Sequence[Sequence[Spot]]
) -> bool:
    """Tell whether a claim ends the game, and not with the best result."""
    if view.optimum is None or not all(_meet(claim, other) for other in claims):
        return False
    return sum(seat.score for seat in view.seats) + 1 != view.optimum
