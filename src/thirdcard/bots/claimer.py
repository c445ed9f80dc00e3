"""A player of claims that race: calls first, waits and is patient where a table asks for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from thirdcard.bots.levels import Level
from thirdcard.bots.player import OF_TIME, Choice, Player, Solve
from thirdcard.game.commands import Call, Claim
from thirdcard.game.views import CallView, LastClaim, TableView
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Claimer"]

_LINE: Final = 3
_AFTER_WINDOW: Final = 50
"""Milliseconds after a window's end by which its claims are judged."""


class Claimer(Player):
    """What the claims of a race have in common, whoever chooses them."""

    def __init__(self, variant: Variant, seat: int, level: Level, seed: int, solve: Solve) -> None:
        super().__init__(variant, seat, level, seed, solve)
        self._last: LastClaim | None = None
        self._scores: tuple[int, ...] = ()
        self._claimer: int | None = None
        self._call: CallView | None = None
        self._lapses = False
        self._acts_at: int | None = None
        self._locked_until: int | None = None
        self._refusals: int | None = None
        self._seq = -1
        self._seen_at = 0
        self._free_at = 0

    @abstractmethod
    def _look(self, view: TableView, now: int) -> None:
        """Take in the cards of a view."""

    @abstractmethod
    def _next_claim(self) -> tuple[tuple[Spot, ...], int] | None:
        """Return the next claim and when it is found, None if there is none."""

    def take_in(self, view: TableView, now: int) -> None:
        self._claimer = self._find_claimer(view)
        if self._has_failed(view):
            self.put_off(now)
        self._mind_own_claim(now)
        self._mind_lock(view)
        self._mind_window(view, now)
        self._mind_call(view, now)
        if view.seq != self._seq:
            self._seq, self._seen_at = view.seq, now
        self._last = view.last
        self._scores = tuple(seat.score for seat in view.seats)
        self._refusals = view.seats[self._seat].refusals
        self._look(view, now)
        self._acts_at = self._find_time(view)

    def choose(self, view: TableView, now: int) -> Choice | None:
        """Return the next claim, or the call before it, and its time; None to wait."""
        claim = self._next_claim()
        if claim is None:
            return None
        cards, due = claim
        if view.options.call_seconds and view.call is None:
            at = max(due - self._hand(cards), self._free_at, now)
            return at, Call(str(self._seat), view.seq)
        acts_at = self._find_time(view)
        if acts_at is None:
            return None
        at = max(acts_at, now)
        codes = tuple(self._variant.code(spot) for spot in cards)
        return at, Claim(str(self._seat), codes, view.seq, waited=at - self._seen_at)

    def put_off(self, now: int) -> None:
        self._hold(now + self._level.hand)

    def rest(self, ms: int) -> None:
        self._free_at += ms
        if self._acts_at is not None:
            self._acts_at += ms

    def _find_claimer(self, view: TableView) -> int | None:
        """Return the seat that has claimed since the last look, None if none has.

        In a deck without end the same seat can take the same cards again.
        """
        last = view.last
        if last is None:
            return None
        if last != self._last or view.seats[last.seat].score > self._scores[last.seat]:
            return last.seat
        return None

    def _has_failed(self, view: TableView) -> bool:
        """Tell whether the last claim was refused, or was not made in the time after a call."""
        if self._refusals is not None and view.seats[self._seat].refusals > self._refusals:
            return True
        has_called = self._call is not None and self._call.seat == self._seat
        return has_called and view.call is None and self._claimer is None

    def _mind_own_claim(self, now: int) -> None:
        """Look up again after a claim of one's own."""
        if self._claimer == self._seat:
            self._hold(now + self._level.hand)

    def _mind_lock(self, view: TableView) -> None:
        until = view.seats[self._seat].locked_until
        if until is not None and until != self._locked_until:
            self._hold(until + self._draw_pause("lock"))
        self._locked_until = until

    def _mind_window(self, view: TableView, now: int) -> None:
        """Wait for the judgement where a claim has been made, as it seems: it is shown no more."""
        window = view.options.fair_window_ms
        if not window or view.seq == self._seq or self._claimer is not None:
            return
        if self._acts_at is not None and self._acts_at <= now:
            self._hold(now + window + _AFTER_WINDOW)

    def _mind_call(self, view: TableView, now: int) -> None:
        before = None if self._call is None else self._call.seat
        caller = None if view.call is None else view.call.seat
        if caller is None and before not in (None, self._seat):
            self._hold(now + self._draw_pause("call"))
        if caller == self._seat and before != self._seat:
            self._lapses = self._chance("lapse").random() < self._level.lapse
        self._call = view.call

    def _draw_pause(self, why: str) -> int:
        """Draw the milliseconds after which one goes on that has waited."""
        return round(self._level.hand * self._chance(why).uniform(0, 1))

    def _hold(self, until: int) -> None:
        self._free_at = max(self._free_at, until)

    def _hand(self, cards: Sequence[Spot]) -> int:
        """Return the milliseconds that it takes to mark cards."""
        return round(self._level.hand * len(cards) / _LINE)

    def _find_time(self, view: TableView) -> int | None:
        """Return when the next claim will be made, None while it must not be made."""
        claim = self._next_claim()
        if claim is None:
            return None
        cards, due = claim
        seconds, call = view.options.call_seconds, view.call
        if not seconds:
            return max(due, self._free_at)
        if call is None or call.seat != self._seat or self._lapses:
            return None
        hand = min(self._hand(cards), round(seconds * 1000 * OF_TIME))
        return max(call.until - seconds * 1000 + hand, self._free_at)
