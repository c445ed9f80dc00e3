"""Watches a game event by event, and tells its moments; see `thirdcard.game.analysis`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice

from thirdcard.core.geometry import Point
from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Refused,
    Reshuffled,
    Started,
    TakenBack,
    TurnPassed,
)
from thirdcard.game.machine import evolve
from thirdcard.game.moments import (
    MOST_COUNTED,
    MOST_LISTED,
    MOST_LISTED_IN_ALL,
    Cause,
    Chance,
    Moment,
    Scores,
    Taking,
    WrongClaim,
)
from thirdcard.game.play_time import time_played
from thirdcard.game.state import State
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Watcher", "find_chances"]

Claims = dict[tuple[Spot, ...], tuple[tuple[Spot, ...], list[int]]]
"""Sorted spots of a claim → the claim as it is shown, and who could take it."""


@dataclass
class _Open:
    """A moment that is not over."""

    state: State
    at_ms: int
    cause: Cause
    grew: int
    wrong: list[WrongClaim] = field(default_factory=list)


class Watcher:
    """Follows a game from its first event.

    Attributes:
        state: the table after the events that were seen.
        play_ms: how long it has been played.
        scores: the scores over time.
        flips: how many cards each seat has turned up.

    Args:
        state: the table before its first event.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.play_ms = 0
        self.scores: list[Scores] = []
        self.flips: Counter[int] = Counter()
        self._moments: list[Moment] = []
        self._open: _Open | None = None
        self._cause: Cause = "start"
        self._grew = 0
        self._turn_since = 0
        self._lying_since: dict[Point, int] = {}
        self._claimed_at: dict[tuple[Spot, ...], int] = {}
        self._turned_up: set[Point] = set()
        self._known: set[Point] = set()
        self._may_list = MOST_LISTED_IN_ALL

    def see(self, event: Event, following: Event | None) -> None:
        """Take in an event, and the one after it, which can belong to the same change."""
        before = self.state
        self.play_ms += time_played(before, event)
        after = self.state = evolve(before, event)
        match event:
            case Started():
                self._turn_since = self.play_ms
            case Dealt():
                is_growth = event.reason == "growth"
                self._close(missed=is_growth and before.can_be_claimed)
                self._lay([laid.card for laid in event.cards])
                self._grew += is_growth
            case Claimed():
                self._close(self._take(before, event))
                self._cause = "claimed"
                self._claimed_at[after.previous] = self._turn_since = self.play_ms
                self._learn()
            case TakenBack():
                self._undo()
                self._close()
                self._lay(event.cards)
                self._cause = "taken_back"
            case Refused():
                self._note_wrong(event)
            case Flipped():
                self.flips[event.seat] += 1
                self._turned_up.update(self._points([event.card]))
            case Covered():
                self._learn()
            case TurnPassed():
                self._turn_since = self.play_ms
            case Ended():
                self._close(missed=event.reason == "time" and before.can_be_claimed)
        if isinstance(event, (Dealt, Claimed, TakenBack)) and not _goes_on(event, following):
            self._begin()
        self._note_scores()

    def finish(self) -> tuple[Moment, ...]:
        """Return the moments."""
        self._close()
        return tuple(self._moments)

    # -- moments ------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._open = _Open(self.state, self.play_ms, self._cause, self._grew)
        self._cause, self._grew = "dealt", 0

    def _close(self, taking: Taking | None = None, *, missed: bool = False) -> None:
        if self._open is None:
            return
        now, state = self._open, self._open.state
        self._open = None
        variant = state.variant
        lying = Counter(variant.group(spot) for spot in state.spots)
        chances, count = find_chances(state, taking, min(MOST_LISTED, self._may_list))
        self._may_list = max(0, self._may_list - len(chances))
        self._moments.append(
            Moment(
                seq=state.seq,
                at_ms=now.at_ms,
                until_ms=self.play_ms,
                cause=now.cause,
                slots=tuple(None if p is None else variant.deck.code(p) for p in state.slots),
                groups=tuple(lying[group] for group in range(variant.grouping.count)),
                undealt=state.undealt,
                grew=now.grew,
                on_table=_count_on_table(variant, state.spots),
                count=count,
                chances=chances,
                taking=taking,
                missed=missed,
                wrong=tuple(now.wrong),
                scores=tuple(seat.score for seat in state.seats),
                turn=state.turn,
            )
        )

    def _take(self, before: State, event: Claimed) -> Taking:
        """Tell of a claim that was accepted."""
        state = self.state
        linked = set(self._points([event.linked] if event.linked else []))
        points = self._points(event.cards)
        since = [self._lying_since.get(point, 0) for point in points if point not in linked]
        if linked:
            since.append(self._claimed_at.get(before.previous_of(event.seat), 0))
        has_turns = before.turn is not None
        began = self._turn_since if has_turns or self._open is None else self._open.at_ms
        hidden = state.variant.rule.face_down
        return Taking(
            seq=event.seq,
            seat=event.seat,
            cards=event.cards,
            linked=event.linked,
            points=event.points,
            after_ms=self.play_ms - began,
            there_ms=self.play_ms - max(since, default=0),
            difficulty=difficulty(state.variant.space, state.previous),
            known=sum(point in self._known for point in points) if hidden else None,
        )

    def _undo(self) -> None:
        """Mark the last claim that still counts as taken back."""
        for place in reversed(range(len(self._moments))):
            taking = self._moments[place].taking
            if taking and not taking.undone:
                undone = replace(taking, undone=True)
                self._moments[place] = replace(self._moments[place], taking=undone)
                return

    def _note_wrong(self, event: Refused) -> None:
        if self._open:
            self._open.wrong.append(
                WrongClaim(event.seat, event.cards, event.code, event.cost, self.play_ms)
            )

    def _note_scores(self) -> None:
        scores = tuple(seat.score for seat in self.state.seats)
        if self.state.phase == "playing" and (not self.scores or self.scores[-1].scores != scores):
            self.scores.append(Scores(self.play_ms, scores))

    # -- cards --------------------------------------------------------------------------------

    def _points(self, codes: tuple[str, ...] | list[str]) -> list[Point]:
        found = (self.state.variant.deck.find_point(code) for code in codes)
        return [point for point in found if point is not None]

    def _lay(self, codes: tuple[str, ...] | list[str]) -> None:
        for point in self._points(codes):
            self._lying_since[point] = self.play_ms
            # Where the deck is shuffled anew a card can come to another place.
            self._known.discard(point)

    def _learn(self) -> None:
        """Count the cards of the turn that is over among those that were seen."""
        self._known |= self._turned_up
        self._turned_up.clear()


def _goes_on(event: Event, following: Event | None) -> bool:
    """Tell whether the next event belongs to the same change of the table."""
    return isinstance(following, (Dealt, Reshuffled)) and following.at == event.at


def _count_on_table(variant: Variant, spots: tuple[Spot, ...]) -> int | None:
    found = sum(1 for _ in islice(variant.iter_claims(spots), MOST_COUNTED + 1))
    return None if found > MOST_COUNTED else found


def find_chances(
    state: State, taking: Taking | None, most: int = MOST_LISTED
) -> tuple[tuple[Chance, ...], int]:
    """Return the claims that present seats had, as far as they are listed, and how many.

    Args:
        state: the table.
        taking: the claim that was taken from it.
        most: how many are listed, beside that one.
    """
    variant = state.variant
    found: Claims = {}
    chains: dict[tuple[Spot, ...], list[int]] = {}
    for seat in state.iter_present():
        chains.setdefault(state.previous_of(seat), []).append(seat)
    for previous, seats in chains.items():
        for claim in islice(variant.iter_claims(state.spots, previous), MOST_COUNTED):
            found.setdefault(tuple(sorted(claim)), (claim, []))[1].extend(seats)
    taken = () if taking is None else tuple(sorted(taking.cards))
    chances = []
    for place, (claim, seats) in enumerate(found.values()):
        cards = tuple(variant.code(spot) for spot in claim)
        is_taken = tuple(sorted(cards)) == taken
        if place < most or is_taken:
            hard = difficulty(variant.space, claim)
            chances.append(Chance(cards, hard, tuple(sorted(seats)), is_taken))
    if taking and not any(chance.taken for chance in chances):
        # Its seat came later, or there were too many.
        chances.append(Chance(taking.cards, taking.difficulty, (taking.seat,), taken=True))
    chances.sort(key=lambda chance: (chance.difficulty, chance.cards))
    return tuple(chances), min(len(found), MOST_COUNTED)
