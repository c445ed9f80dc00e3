"""The player where cards lie face down: turns up a claim that it remembers, else what is new.

A card that was seen is forgotten after so many others have been turned up, sooner by a weaker
player.  Each time it is seen again it stays in the mind longer, as with people; so two players
with the weakest memory end their game too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Final

from thirdcard.bots.levels import Level
from thirdcard.bots.player import OF_TIME, Choice, Player, Solve
from thirdcard.game.commands import Flip
from thirdcard.game.views import LastClaim, TableView
from thirdcard.variants.variant import Variant

__all__ = ["Recaller"]

_SPREAD: Final = 0.5
_AGAIN: Final = 1.15


@dataclass(frozen=True)
class _Memory:
    """A card that was seen on a slot: how often, and the count of cards that makes it fade."""

    card: str
    until: float
    times: int


@dataclass(frozen=True)
class _Plan:
    """The next slot, for the cards that were up when it was chosen."""

    up: tuple[int, ...]
    last: LastClaim | None
    slot: int
    due: int


class Recaller(Player):
    """What a bot remembers of a table, and which card it turns up."""

    def __init__(self, variant: Variant, seat: int, level: Level, seed: int, solve: Solve) -> None:
        super().__init__(variant, seat, level, seed, solve)
        self._known: dict[int, _Memory] = {}
        self._turned = 0
        self._up: tuple[int, ...] = ()
        self._last: LastClaim | None = None
        self._plan: _Plan | None = None

    @property
    def remembered(self) -> dict[int, str]:
        """The cards that are remembered, by slot."""
        return {
            slot: memory.card
            for slot, memory in self._known.items()
            if memory.until >= self._turned or slot in self._up
        }

    def take_in(self, view: TableView, now: int) -> None:
        self._notice(view)
        if view.turn != self._seat:
            self._plan = None
            return
        up = view.face_up if len(view.face_up) < view.claim_sizes[0] else ()
        plan = self._plan
        if plan is None or (plan.up, plan.last) != (up, view.last) or not view.slots[plan.slot]:
            due = now + self._draw_time(view)
            self._plan = _Plan(up, view.last, self._choose_slot(view, up), due)

    def choose(self, view: TableView, now: int) -> Choice | None:
        """Return the next card to turn up and its time, None in another's turn."""
        plan = self._plan
        if plan is None:
            return None
        return max(plan.due, now), Flip(player=str(self._seat), slot=plan.slot, seen=view.seq)

    def put_off(self, now: int) -> None:
        """Choose anew: the card that was planned could not be turned up."""
        self._plan = None

    def rest(self, ms: int) -> None:
        if self._plan is not None:
            self._plan = replace(self._plan, due=self._plan.due + ms)

    def _notice(self, view: TableView) -> None:
        """Take in which cards are gone and which are up."""
        if view.last and view.last != self._last:
            gone = set(view.last.cards)
            self._known = {s: m for s, m in self._known.items() if m.card not in gone}
        self._last = view.last
        before, self._up = self._up, view.face_up
        stayed = len(before) if self._up[: len(before)] == before else 0
        for slot in self._up[stayed:]:
            place = view.slots[slot]
            if place and place.card:
                self._see(slot, place.card, sum(s is not None for s in view.slots))

    def _see(self, slot: int, card: str, lying: int) -> None:
        self._turned += 1
        old = self._known.get(slot)
        times = old.times + 1 if old and old.card == card else 1
        median = self._level.span * lying * _AGAIN ** (times - 1)
        life = self._chance("life").lognormvariate(log(median), _SPREAD)
        self._known[slot] = _Memory(card, self._turned + life, times)

    def _draw_time(self, view: TableView) -> int:
        random = self._chance("look")
        time = self._form * random.lognormvariate(log(self._level.look), _SPREAD)
        return round(min(time, view.turn_seconds * 1000 * OF_TIME))

    def _choose_slot(self, view: TableView, up: tuple[int, ...]) -> int:
        """Return a slot of a claim that is remembered and holds the cards that are up, else new."""
        known = self.remembered
        slot_of = {self._read(card, slot % view.groups): slot for slot, card in known.items()}
        for claim in self._variant.iter_claims(list(slot_of)):
            slots = [slot_of[spot] for spot in claim]
            if set(up) <= set(slots):
                return next(slot for slot in slots if slot not in up)
        lying = [slot for slot, place in enumerate(view.slots) if place and slot not in up]
        old = [slot for slot in lying if slot in known]
        new = [slot for slot in lying if slot not in known]
        # The last card of a turn that fails would be news for the next player first.
        last = len(up) == view.claim_sizes[0] - 1
        hides = last and self._level.wary and sum(seat.present for seat in view.seats) > 1
        return self._chance("slot").choice((old if hides else new) or lying)
