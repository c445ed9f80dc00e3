"""The player where cards lie face up: looks for claims, and takes the one it finds first.

For every claim on the table the time at which it will be found is drawn once, when its last card
is laid.  What happens to other cards does not change it, so the time spent looking counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from thirdcard.bots.claimer import Claimer
from thirdcard.bots.levels import Level
from thirdcard.bots.player import Solve
from thirdcard.bots.reaction import draw_search_time
from thirdcard.game.views import TableView
from thirdcard.variants.difficulty import difficulty, distance
from thirdcard.variants.variant import GROWTH, Spot, Variant

__all__ = ["Searcher"]

_MOST_CLAIMS: Final = 40
"""Claims that are looked for at once: among thousands nobody sees one in a moment."""


@dataclass(frozen=True)
class _Idea:
    """Cards that the bot will claim when it gets to them, rightly or not."""

    cards: tuple[Spot, ...]
    due: int
    right: bool


class Searcher(Claimer):
    """What a bot has seen of a table, and when it will claim."""

    def __init__(self, variant: Variant, seat: int, level: Level, seed: int, solve: Solve) -> None:
        super().__init__(variant, seat, level, seed, solve)
        self._table: tuple[Spot, ...] = ()
        self._previous: tuple[Spot, ...] = ()
        self._ideas: dict[frozenset[Spot], _Idea] = {}

    def put_off(self, now: int) -> None:
        """Give up the claim that was planned, if it was wrong; else look at it again."""
        super().put_off(now)
        idea = self._first()
        if idea is None:
            return
        key = frozenset(idea.cards)
        if idea.right:
            self._ideas[key] = replace(idea, due=now + self._draw_time(idea.cards))
        else:
            del self._ideas[key]

    def rest(self, ms: int) -> None:
        super().rest(ms)
        self._ideas = {key: replace(idea, due=idea.due + ms) for key, idea in self._ideas.items()}

    def _first(self) -> _Idea | None:
        return min(self._ideas.values(), key=lambda idea: (idea.due, idea.cards), default=None)

    def _next_claim(self) -> tuple[tuple[Spot, ...], int] | None:
        idea = self._first()
        return None if idea is None else (idea.cards, idea.due)

    def _look(self, view: TableView, now: int) -> None:
        """Forget what is gone, and begin to look at what is new."""
        self._forget_claimed(view)
        table = self._read_table(view)
        chain = view.seats[self._seat].chain
        previous = tuple(self._read(spot.card, spot.group) for spot in chain)
        if self._claimer is None and (table, previous) == (self._table, self._previous):
            return
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
        slip = self._level.slip / GROWTH
        for card in sorted(new):
            if slip and self._chance("slip", card).random() < slip:
                self._err(card, now)

    def _forget_claimed(self, view: TableView) -> None:
        """Let go of the cards of a claim: those that are dealt again at once are new."""
        if self._claimer is None or view.last is None:
            return
        points = {self._variant.deck.find_point(code) for code in view.last.cards}
        gone = {spot for spot in self._table if self._variant.point(spot) in points}
        self._table = tuple(spot for spot in self._table if spot not in gone)
        self._ideas = {key: idea for key, idea in self._ideas.items() if not key & gone}

    def _draw_time(self, cards: Sequence[Spot]) -> int:
        hard = difficulty(self._variant.space, cards)
        random = self._chance("claim", *sorted(cards))
        return draw_search_time(self._level, hard, len(cards), len(self._table), random, self._form)

    def _err(self, new: Spot, now: int) -> None:
        """Take a card for the one that it resembles most, in some claim."""
        claims = sorted(idea.cards for idea in self._ideas.values() if idea.right)
        if not claims:
            return
        random = self._chance("error", new)
        cards = random.choice(claims)
        card = random.choice([spot for spot in cards if spot in self._table])
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
