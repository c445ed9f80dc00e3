"""A player who is shown views and says what it will do, and when."""

from __future__ import annotations

from dataclasses import dataclass

from thirdcard.bots.duelist import Duelist
from thirdcard.bots.levels import LEVELS
from thirdcard.bots.partner import Partner
from thirdcard.bots.player import Player, Solve
from thirdcard.bots.recall import Recaller
from thirdcard.bots.search import Searcher
from thirdcard.bots.solving import best_moves
from thirdcard.errors import OptionError
from thirdcard.game.commands import Call, Claim, Flip
from thirdcard.game.views import TableView
from thirdcard.phrases import phrase
from thirdcard.variants.variant import Variant

__all__ = ["Bot", "Move"]


@dataclass(frozen=True)
class Move:
    """What a bot will do if nothing happens before.

    Attributes:
        at: when, on the clock whose times the bot is given, in milliseconds; never before now.
        command: what it asks of the table.  A bot does not know its player's id, which no view
            shows: `player` is the number of its seat, for whoever runs it to replace.
    """

    at: int
    command: Claim | Call | Flip


class Bot:
    """A player at a seat of a table.

    The same seed and the same views at the same times lead to the same moves, whether the bot was
    asked for a move each time (`next_move`) or has only looked on (`watch`).

    Args:
        variant: the game.
        seat: which seat it plays.
        level: 1 to 5, the number of one of `thirdcard.bots.levels.LEVELS`.
        seed: where its chance comes from.
        solve: finds the best claims of a contest that is solved, as
            `thirdcard.bots.solving.best_moves` does, which takes some seconds at most; for those
            who must not be held up by it.  It may answer that it does not know.

    Raises:
        OptionError: there is no such level.
    """

    def __init__(
        self, variant: Variant, seat: int, level: int, seed: int, solve: Solve = best_moves
    ) -> None:
        if not 1 <= level <= len(LEVELS):
            raise OptionError(
                phrase("bot level {level}: expected 1 to {most}", level=level, most=len(LEVELS))
            )
        self.variant = variant
        self.seat = seat
        self.level = LEVELS[level - 1]
        self._seed = seed
        self._solve = solve
        self._player: Player | None = None
        self._planned: Move | None = None
        self._seq = -1
        self._paused_at: int | None = None

    def next_move(self, view: TableView, now: int) -> Move | None:
        """Return what the bot will do, None if it waits for others.

        To be asked whenever the table has changed, and when a move was refused.

        Args:
            view: the table as everyone may see it now.
            now: the time in milliseconds.
        """
        if self._player is not None and self._was_in_vain(view, now):
            self._player.put_off(now)
        self.watch(view, now)
        if self._player is None or view.paused is not None or not self._is_playing(view):
            return None
        choice = self._player.choose(view, now)
        self._planned = None if choice is None else Move(*choice)
        return self._planned

    def watch(self, view: TableView, now: int) -> None:
        """Take in what the table looks like at a time, and decide nothing.

        So a new bot is shown what happened before it was made; see `thirdcard.bots.iter_past`.
        """
        self._planned = None
        self._seq = view.seq
        if not self._is_seated(view):
            # Who comes back to a seat is another.
            self._player = self._paused_at = None
        if not self._is_playing(view):
            return
        if view.paused is not None:
            self._paused_at = view.paused
            return
        if self._player is None:
            kind = _choose_kind(view)
            self._player = kind(self.variant, self.seat, self.level, self._seed, self._solve)
        elif self._paused_at is not None:
            self._player.rest(now - self._paused_at)
        self._paused_at = None
        self._player.take_in(view, now)

    def _was_in_vain(self, view: TableView, now: int) -> bool:
        """Tell whether the last move was due and has changed nothing."""
        return self._planned is not None and view.seq == self._seq and now >= self._planned.at

    def _is_seated(self, view: TableView) -> bool:
        return self.seat < len(view.seats) and view.seats[self.seat].present

    def _is_playing(self, view: TableView) -> bool:
        return view.phase == "playing" and self._is_seated(view)


def _choose_kind(view: TableView) -> type[Player]:
    """Return who plays such a table."""
    if view.face_down:
        return Recaller
    if view.contest.takes_turns:
        return Duelist
    if view.contest.is_shared:
        return Partner
    return Searcher
