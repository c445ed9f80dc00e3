"""The steps of a lesson, and how they are drawn: by search among deals of a fixed seed.

What is written by hand of a step is its text and a condition.  The first deal that meets the
condition becomes its table, and all right answers are found by the variant's search, so a step
is the same at each start of the server and cannot be wrong about its cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, combinations
from typing import Final

import msgspec

from thirdcard.errors import CheckError
from thirdcard.game.shuffle import shuffle
from thirdcard.game.views import SpotView
from thirdcard.server.explaining import explain, view_spot
from thirdcard.server.messages import Explained
from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "Judge",
    "JudgeStep",
    "LaidCard",
    "Pick",
    "PickStep",
    "Read",
    "ReadStep",
    "Step",
    "StepPlan",
    "first",
    "line_of",
    "without_a_line",
]

MOST_DEALS: Final = 20_000
"""Deals among which one that meets a condition must be."""

Spots = tuple[Spot, ...]
Claims = Sequence[Spots]
Condition = Callable[[Variant, Spots], bool]
Given = Callable[[Variant, Spots], Spots]


class LaidCard(msgspec.Struct, frozen=True):
    """A card on a lesson's table; `down` if it lies face down at first."""

    card: str
    down: bool


class _Step(msgspec.Struct, frozen=True, kw_only=True, tag_field="task"):
    """What all steps have.

    Attributes:
        text: what is said.
        slots: the table; the slot's number modulo the number of groups is the group.
        previous: the claim to be continued, empty for none.
    """

    text: str
    slots: tuple[LaidCard | None, ...]
    previous: tuple[SpotView, ...]


class ReadStep(_Step, frozen=True, kw_only=True, tag="read"):
    """Something to look at.

    Attributes:
        marked: cards that are pointed at.
        explained: what there is to say about them, null where nothing is marked.
    """

    marked: tuple[str, ...]
    explained: Explained | None


class JudgeStep(_Step, frozen=True, kw_only=True, tag="judge"):
    """A question: are the cards a claim, yes or no.

    Attributes:
        marked: the cards that are asked for.
        is_claim: the answer.
        explained: why.
    """

    marked: tuple[str, ...]
    is_claim: bool
    explained: Explained


class PickStep(_Step, frozen=True, kw_only=True, tag="pick"):
    """Pick cards until they are a claim.

    Attributes:
        given: cards that are picked already, and stay so.
        sizes: the least and the largest number of cards to pick, the given ones included.
        answers: all right picks, the given cards included.
    """

    given: tuple[str, ...]
    sizes: tuple[int, int]
    answers: tuple[tuple[str, ...], ...]


Step = ReadStep | JudgeStep | PickStep


# -- conditions ---------------------------------------------------------------------------------


def anything(_variant: Variant, _spots: Spots) -> bool:
    """Hold for every cards."""
    return True


def nothing(_variant: Variant, _claim: Spots) -> Spots:
    """Give no card."""
    return ()


def first(count: int) -> Given:
    """Return how to give the first cards of a claim."""
    return lambda _variant, claim: claim[:count]


def line_of(variant: Variant, claim: Spots) -> Spots:
    """Give a Set that is part of a claim."""
    return next(c for c in combinations(claim, 3) if variant.space.is_line(*c))


def without_a_line(variant: Variant, claim: Spots) -> Spots:
    """Give a claim without the cards that one of its Sets alone brings, as many as possible."""
    lines = [c for c in combinations(claim, 3) if variant.space.is_line(*c)]
    rests = []
    for left_out in lines:
        others = {spot for line in lines if line != left_out for spot in line}
        rests.append(tuple(spot for spot in claim if spot in others))
    return min(rests, key=len)


# -- plans --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepPlan(ABC):
    """What is written by hand of a step.

    Attributes:
        text: what is said.
        size: cards that are dealt.
        claims: how many claims the table may hold.
        where: a condition on the claim that the step is about, or on the cards to be judged.
        continues: whether there is an earlier claim to be continued.
        deal: names the deals; steps of one lesson with equal conditions and names share a table.
    """

    text: str
    size: int = 12
    claims: range = range(1, 100)
    where: Condition = anything
    continues: bool = False
    deal: str = ""

    @abstractmethod
    def build(self, variant: Variant, seed: str) -> Step:
        """Return the step of a variant's lesson; the seed is that of its deals."""

    def _iter_tables(self, variant: Variant, seed: str) -> Iterator[tuple[Spots, Spots, Claims]]:
        """Yield tables with as many claims as wanted: the table, the previous claim, the claims.

        Raises:
            CheckError: there is none that the caller wants among `MOST_DEALS`.
        """
        for dealt in _iter_deals(variant, self.size, seed):
            table, previous = dealt, next(variant.iter_claims(dealt), ()) if self.continues else ()
            if self.continues:
                if not previous:
                    continue
                table = tuple(spot for spot in dealt if spot not in previous)
            claims = list(variant.iter_claims(table, previous))
            if len(claims) in self.claims:
                yield table, previous, claims
        raise CheckError(f"no deal of {variant.key} meets the condition of the step {self.text!r}")

    def _find_table(self, variant: Variant, seed: str) -> tuple[Spots, Spots, Spots]:
        """Return a table, the previous claim, and a claim that meets the condition."""
        return next(
            (table, previous, claim)
            for table, previous, claims in self._iter_tables(variant, seed)
            for claim in claims
            if self.where(variant, claim)
        )


def _iter_deals(variant: Variant, size: int, seed: str) -> Iterator[Spots]:
    """Yield the deals of a seed, which lie on the slots one after the other."""
    groups = variant.grouping.count
    for number in range(MOST_DEALS):
        points = shuffle(variant.deck.size, sha256(f"{seed}/{number}".encode()).digest())
        yield tuple(variant.spot(point, slot % groups) for slot, point in enumerate(points[:size]))


def _lay(
    variant: Variant, spots: Sequence[Spot], down: Sequence[Spot] = ()
) -> tuple[LaidCard | None, ...]:
    """Return the slots of a table on which spots lie, each in its group."""
    groups: list[list[Spot]] = [[] for _ in range(variant.grouping.count)]
    for spot in spots:
        groups[variant.group(spot)].append(spot)
    return tuple(
        LaidCard(variant.code(group[row]), group[row] in down) if row < len(group) else None
        for row in range(max(map(len, groups)))
        for group in groups
    )


def _codes(variant: Variant, spots: Sequence[Spot]) -> tuple[str, ...]:
    return tuple(variant.code(spot) for spot in spots)


def _views(variant: Variant, spots: Sequence[Spot]) -> tuple[SpotView, ...]:
    return tuple(view_spot(variant, spot) for spot in spots)


@dataclass(frozen=True)
class Read(StepPlan):
    """A table to look at, with one of its claims marked.

    Attributes:
        alone: whether only the claim is shown, without the rest of the table.
        marks: whether the claim is marked and explained.
    """

    alone: bool = False
    marks: bool = True

    def build(self, variant: Variant, seed: str) -> Step:
        table, previous, claim = self._find_table(variant, seed)
        shown = [spot for spot in table if spot in claim] if self.alone else table
        return ReadStep(
            text=self.text,
            slots=_lay(variant, shown),
            previous=_views(variant, previous),
            marked=_codes(variant, claim) if self.marks else (),
            explained=explain(variant, claim, previous) if self.marks else None,
        )


@dataclass(frozen=True)
class Judge(StepPlan):
    """Cards that are a claim, or are none: if possible a claim with one of its cards replaced.

    Attributes:
        answer: whether they are a claim.
    """

    answer: bool = True

    def build(self, variant: Variant, seed: str) -> Step:
        previous, asked = self._find_cards(variant, seed)
        return JudgeStep(
            text=self.text,
            slots=_lay(variant, [spot for spot in asked if spot not in previous]),
            previous=_views(variant, previous),
            marked=_codes(variant, asked),
            is_claim=self.answer,
            explained=explain(variant, asked, previous),
        )

    def _find_cards(self, variant: Variant, seed: str) -> tuple[Spots, Spots]:
        """Return the previous claim, and the cards to be judged."""
        if self.answer:
            _, previous, claim = self._find_table(variant, seed)
            return previous, claim
        return next(
            (previous, cards)
            for table, previous, claims in self._iter_tables(variant, seed)
            for cards in chain(
                _iter_near_misses(table, claims), combinations(table, variant.pattern.sizes[0])
            )
            if not (variant.is_claim(cards) and variant.continues(cards, previous))
            and self.where(variant, cards)
        )


def _iter_near_misses(table: Spots, claims: Claims) -> Iterator[Spots]:
    """Yield each claim with one of its cards replaced by another of the table."""
    for claim in claims:
        for place in reversed(range(len(claim))):
            for spot in table:
                if spot not in claim:
                    yield (*claim[:place], spot, *claim[place + 1 :])


@dataclass(frozen=True)
class Pick(StepPlan):
    """A claim to be found.

    Attributes:
        given: which of the claim's cards are picked already.
        hides: whether the cards that are not given lie face down.
    """

    given: Given = nothing
    hides: bool = False

    def build(self, variant: Variant, seed: str) -> Step:
        table, previous, claim = self._find_table(variant, seed)
        given = self.given(variant, claim)
        answers = [
            other for other in variant.iter_claims(table, previous) if set(given) <= set(other)
        ]
        sizes = variant.pattern.sizes
        return PickStep(
            text=self.text,
            slots=_lay(variant, table, [s for s in table if self.hides and s not in given]),
            previous=_views(variant, previous),
            given=_codes(variant, given),
            sizes=(sizes[0], sizes[-1]),
            answers=tuple(_codes(variant, answer) for answer in answers),
        )
