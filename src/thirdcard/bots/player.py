"""What every bot is, however it plays: eyes, chance, and a hand for moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from typing import Final

from thirdcard.bots.levels import FORM, Level
from thirdcard.game.commands import Call, Claim, Flip
from thirdcard.game.views import TableView
from thirdcard.variants.variant import Spot, Variant

__all__ = ["OF_TIME", "Choice", "Player", "Solve"]

Choice = tuple[int, Claim | Call | Flip]
"""When something will be done, in milliseconds, and what."""

Solve = Callable[[str, str, tuple[Spot, ...]], tuple[tuple[Spot, ...], ...]]
"""Answers what `thirdcard.bots.solving.best_moves` does."""

OF_TIME: Final = 0.7
"""Part of the time that a table gives for something after which a bot does it at the latest."""


class Player(ABC):
    """A bot's mind: what it has seen of a table, and what it will do next.

    It is shown views in the order of their times.  Chance is drawn anew for every occasion, from
    the seed and what the occasion is about.  So it does not depend on how often or in which steps
    the player was shown the table, and who is shown the past of a game goes on as who was there.

    Args:
        variant: the game.
        seat: the bot's.
        level: how well it plays.
        seed: where its chance comes from; the bots of a table may share it.
        solve: finds the best claims where a contest is solved.
    """

    def __init__(self, variant: Variant, seat: int, level: Level, seed: int, solve: Solve) -> None:
        self._variant = variant
        self._seat = seat
        self._level = level
        self._seed = seed
        self._solve = solve
        self._occasions: Counter[tuple[Hashable, ...]] = Counter()
        self._form = self._chance("form").lognormvariate(0, FORM)

    @abstractmethod
    def take_in(self, view: TableView, now: int) -> None:
        """Take in what a view shows."""

    @abstractmethod
    def choose(self, view: TableView, now: int) -> Choice | None:
        """Return what will be done on the view that was taken in last, None to wait for others."""

    @abstractmethod
    def put_off(self, now: int) -> None:
        """Think again: what was chosen could not be done."""

    @abstractmethod
    def rest(self, ms: int) -> None:
        """Do everything so much later: the table has rested so long."""

    def _chance(self, *occasion: Hashable) -> Random:
        """Return the chance for an occasion, which is another one each time it arises."""
        self._occasions[occasion] += 1
        return Random(f"{self._seed} {self._seat} {occasion} {self._occasions[occasion]}")

    def _read(self, code: str, group: int) -> Spot:
        point = self._variant.deck.find_point(code)
        assert point is not None
        return self._variant.spot(point, group)

    def _read_table(self, view: TableView) -> tuple[Spot, ...]:
        """Return the spots of the cards that lie face up, by slot."""
        return tuple(
            self._read(slot.card, number % view.groups)
            for number, slot in enumerate(view.slots)
            if slot and slot.card
        )
