"""A player who is shown views and says what it will do, and when."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from thirdcard.bots.levels import FORM, LEVELS
from thirdcard.bots.recall import Recaller
from thirdcard.bots.search import Searcher
from thirdcard.errors import OptionError
from thirdcard.game.commands import Claim, Flip
from thirdcard.game.views import TableView
from thirdcard.variants.variant import Variant

__all__ = ["Bot", "Move"]

_SEATS = 16
"""More than a table has, so that the bots of a table may share a seed."""


@dataclass(frozen=True)
class Move:
    """What a bot will do if nothing happens before.

    Attributes:
        at: when, on the clock whose times the bot is given, in milliseconds; never before now.
        command: what it asks of the table.  A bot does not know its player's id, which no view
            shows: `player` is the number of its seat, for whoever runs it to replace.
    """

    at: int
    command: Claim | Flip


class Bot:
    """A player at a seat of a table.

    The same seed and the same views at the same times lead to the same moves.

    Args:
        variant: the game.
        seat: which seat it plays.
        level: 1 to 5, the number of one of `thirdcard.bots.levels.LEVELS`.
        seed: where its chance comes from.

    Raises:
        OptionError: there is no such level.
    """

    def __init__(self, variant: Variant, seat: int, level: int, seed: int) -> None:
        if not 1 <= level <= len(LEVELS):
            raise OptionError(f"bot level {level}: expected 1 to {len(LEVELS)}")
        self.variant = variant
        self.seat = seat
        self.level = LEVELS[level - 1]
        random = Random(seed * _SEATS + seat)
        form = random.lognormvariate(0, FORM)
        kind = Recaller if variant.rule.face_down else Searcher
        self._player: Recaller | Searcher = kind(variant, seat, self.level, form, random)
        self._planned: Move | None = None
        self._seq = -1
        self._refusals = 0

    def next_move(self, view: TableView, now: int) -> Move | None:
        """Return what the bot will do, None if it waits for others.

        To be asked whenever the table has changed, and when a move was refused.

        Args:
            view: the table as everyone may see it now.
            now: the time in milliseconds.
        """
        if view.phase != "playing" or not self._is_seated(view):
            self._planned = None
            return None
        if self._was_refused(view, now):
            self._player.put_off(now)
        self._seq, self._refusals = view.seq, view.seats[self.seat].refusals
        plan = self._player.plan(view, now)
        self._planned = None if plan is None else Move(*plan)
        return self._planned

    def _is_seated(self, view: TableView) -> bool:
        return self.seat < len(view.seats) and view.seats[self.seat].present

    def _was_refused(self, view: TableView, now: int) -> bool:
        """Tell whether the last move was made in vain: it was counted, or nothing came of it."""
        if self._planned is None:
            return False
        if view.seats[self.seat].refusals > self._refusals:
            return True
        return view.seq == self._seq and now >= self._planned.at
