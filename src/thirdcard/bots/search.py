"""The player where cards lie face up: looks for claims, and takes the one it finds first.

For every claim on the table the time at which it will be found is drawn once, when its last card
is laid.  What happens to other cards does not change it, so the time spent looking counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final

from thirdcard.bots.levels import Level
from thirdcard.bots.reaction import difficulty, distance, draw_search_time
from thirdcard.game.commands import Claim
from thirdcard.game.views import TableView
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Searcher"]

_MOST_CLAIMS: Final = 40
"""Claims that are looked for at once: among thousands nobody sees one in a moment."""


@dataclass(frozen=True)
class _Idea:
    """Cards that the bot will claim when it gets to them, rightly or not."""

    cards: tuple[Spot, ...]
    due: int
    right: bool


class Searcher:
    """What a bot has seen of a table, and when it will claim.

    Args:
        variant: the game.
        seat: the bot's.
        level: how well it plays.
        form: factor of its times.
        random: where chance comes from.
    """

    def __init__(
        self, variant: Variant, seat: int, level: Level, form: float, random: Random
    ) -> None:
        self._variant = variant
        self._seat = seat
        self._level = level
        self._form = form
        self._random = random
        self._table: tuple[Spot, ...] = ()
        self._previous: tuple[Spot, ...] = ()
        self._ideas: dict[frozenset[Spot], _Idea] = {}
        self._free_at = 0

    def plan(self, view: TableView, now: int) -> tuple[int, Claim] | None:
        """Return the next claim and its time, None if there is nothing to find."""
        table = tuple(
            self._read(slot.card, number % view.groups)
            for number, slot in enumerate(view.slots)
            if slot and slot.card
        )
        chain = view.seats[self._seat].chain
        previous = tuple(self._read(spot.card, spot.group) for spot in chain)
        if (table, previous) != (self._table, self._previous):
            if view.last and view.last.seat == self._seat:
                self._free_at = now + self._level.hand
            self._look(table, previous, now)
        idea = self._first()
        if idea is None:
            return None
        cards = tuple(self._variant.code(spot) for spot in idea.cards)
        at = max(idea.due, self._free_at, now)
        return at, Claim(player=str(self._seat), cards=cards, seen=view.seq)

    def put_off(self, now: int) -> None:
        """Give up the claim that was planned, if it was wrong; else look at it again."""
        idea = self._first()
        if idea is None:
            return
        key = frozenset(idea.cards)
        if idea.right:
            self._ideas[key] = replace(idea, due=now + self._draw_time(idea.cards))
        else:
            del self._ideas[key]

    def _first(self) -> _Idea | None:
        return min(self._ideas.values(), key=lambda idea: idea.due, default=None)

    def _read(self, code: str, group: int) -> Spot:
        point = self._variant.deck.find_point(code)
        assert point is not None
        return self._variant.spot(point, group)

    def _look(self, table: tuple[Spot, ...], previous: tuple[Spot, ...], now: int) -> None:
        """Forget what is gone, and begin to look at what is new."""
        new = set(table) - set(self._table)
        self._table, self._previous = table, previous
        reach = {*table, *previous}
        self._ideas = {
            key: idea
            for key, idea in self._ideas.items()
            if key <= reach and self._variant.continues(idea.cards, previous)
        }
        for claim in islice(self._variant.iter_claims(table, previous), _MOST_CLAIMS):
            if (key := frozenset(claim)) not in self._ideas:
                self._ideas[key] = _Idea(claim, now + self._draw_time(claim), True)
        if new and self._random.random() < self._level.slip:
            self._err(now)

    def _draw_time(self, cards: Sequence[Spot]) -> int:
        hard = difficulty(self._variant.space, cards)
        return draw_search_time(
            self._level, hard, len(cards), len(self._table), self._random, self._form
        )

    def _err(self, now: int) -> None:
        """Take a card for the one that it resembles most, in some claim."""
        claims = [idea.cards for idea in self._ideas.values() if idea.right]
        if not claims:
            return
        cards = self._random.choice(claims)
        card = self._random.choice([spot for spot in cards if spot in self._table])
        space = self._variant.space
        others = [spot for spot in self._table if spot not in cards]
        if not others:
            return
        like = min(others, key=lambda spot: (distance(space, spot, card), spot))
        wrong = tuple(like if spot == card else spot for spot in cards)
        # What is a claim by chance stays one: it is among the ideas already.
        self._ideas.setdefault(
            frozenset(wrong), _Idea(wrong, now + self._draw_time(wrong), right=False)
        )
