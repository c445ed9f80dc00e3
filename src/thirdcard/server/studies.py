"""Tables to study: all claims on any table that can be written, and what is hard to find out.

The client is sent a table with every claim on it, so that it knows no rule of the game.  What is
hard it asks for apart, and a worker of `thirdcard.server.solving` finds it out, or stops after
`SOLVE_SECONDS` and tells the bounds it has reached.  What was answered is kept for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, Literal

import msgspec

from thirdcard.game.views import SpotView
from thirdcard.odds.luck import Luck
from thirdcard.odds.sampled import MOST_CLAIMS as MOST_WEIGHED
from thirdcard.puzzles.difficulty import level_of
from thirdcard.puzzles.kinds import KINDS
from thirdcard.server.explaining import view_spot
from thirdcard.server.kept import Kept
from thirdcard.server.replays import Replays
from thirdcard.server.solving import Solver
from thirdcard.server.written import WrittenTable
from thirdcard.solvers.result import Answer, GameAnswer, Status
from thirdcard.variants.difficulty import difficulty
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot

__all__ = [
    "MOST_CLAIMS",
    "QUESTIONS",
    "SOLVE_SECONDS",
    "Answered",
    "Studies",
    "Study",
    "StudyOdds",
    "find_conflict",
]

MOST_CLAIMS: Final = 1200
"""Claims of a table that are told: the whole classic deck has 1,080 Sets."""

SOLVE_SECONDS: Final = 4.0
"""How long a hard question about a table is worked on."""

QUESTIONS: Final = {"packing": "coop", "domination": "spoil", "duel": "duel"}
"""The hard questions, each with the kind of puzzle that asks it."""

_STUDIES_KEPT = 200
_ANSWERS_KEPT = 1000

Places = tuple[int, ...]


# -- what is told -----------------------------------------------------------------------------


class StudyClaim(msgspec.Struct, frozen=True):
    """A claim on a table.

    Attributes:
        places: its cards by their places, in increasing order.
        differing: in how many features its cards differ, as the mean over their pairs.
    """

    places: Places
    differing: float


class Question(msgspec.Struct, frozen=True):
    """A hard question about a table.

    Attributes:
        key: its name in ``/api/study/KEY``.
        title: its name for people.
        sentence: what it asks.
        conflict: why it cannot be asked of this table, null if it can.
    """

    key: str
    title: str
    sentence: str
    conflict: str | None


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """A table to study.

    Attributes:
        variant, title: the variant's expression and its name.
        claim_title: what a claim is called.
        deck: key of the deck.
        group_shape: rows and columns of groups.
        claim_sizes: the least and the most cards of a claim.
        chains: whether a claim to be continued can be named.
        path: the table's address, the same for every way to write it.
        text: the table in text.
        cards: how many lie there.
        slots: the cards, null for an empty place; the slot's number modulo the number of groups is
            the group.
        previous: the claim to be continued, empty for none.  The places of its cards are counted
            on from those of the slots.
        task: what is to be done, in a sentence.
        claims: every claim, the first `MOST_CLAIMS` where there are more.
        has_all: whether these are all.
        level: how hard it is to find all, 1 to 5; null where there is none, or too many.
        effort_ms: how long it takes.
        questions: the hard questions.
    """

    variant: str
    title: str
    claim_title: str
    deck: str
    group_shape: tuple[int, int]
    claim_sizes: tuple[int, int]
    chains: bool
    path: str
    text: str
    cards: int
    slots: tuple[str | None, ...]
    previous: tuple[SpotView, ...]
    task: str
    claims: tuple[StudyClaim, ...]
    has_all: bool
    level: int | None
    effort_ms: int | None
    questions: tuple[Question, ...]


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a hard question about a table.

    Attributes:
        question: its key.
        status: ``optimal`` where it is proved, ``limit`` where the time was over before.
        value: how many Sets the witness has, null for the duel or where none was found.
        bound: what is proved of the best number: no more, or no fewer.
        winner: who wins the duel, the one to move (``first``) or the other; null if not known.
        nimber: the duel's Sprague–Grundy value, null if not known.
        claims: the witness, or the Sets that win the duel, by the places of their cards.
        seconds: how long it took.
    """

    question: str
    status: Status
    value: int | None = None
    bound: int | None = None
    winner: Literal["first", "second"] | None = None
    nimber: int | None = None
    claims: tuple[Places, ...]
    seconds: float


class StudyOdds(msgspec.Struct, frozen=True):
    """How usual it is that so many claims lie on so many cards; null where they are too many."""

    luck: Luck | None


# -- how it is worked out ---------------------------------------------------------------------


class Studies:
    """What was found out about tables.

    Args:
        solver: where hard questions are answered.
        replays: who knows the odds of tables.
        seconds: how long each question is worked on.
    """

    def __init__(self, solver: Solver, replays: Replays, seconds: float = SOLVE_SECONDS) -> None:
        self._solver = solver
        self._replays = replays
        self._seconds = seconds
        self._studies: Kept[Study] = Kept(_STUDIES_KEPT)
        self._answers: Kept[Answered] = Kept(_ANSWERS_KEPT)

    async def describe(self, table: WrittenTable) -> Study:
        """Return a table with all claims on it."""

        async def work() -> Study:
            return await asyncio.to_thread(describe, table)

        return await self._studies.get(table.path, work)

    async def answer(self, question: str, table: WrittenTable) -> Answered:
        """Return the answer to a hard question, as far as it is reached in time."""

        async def work() -> Answered:
            answer = await self._solver.call_aside(
                solve_question, question, table.variant.key, table.spots, self._seconds
            )
            return _tell(question, table, answer)

        key = f"{question} {table.path}"
        answer = await self._answers.get(key, work)
        if answer.status == "limit":
            # With more time, or when other work is done, there may be a better one.
            self._answers.forget(key)
        return answer

    async def weigh(self, table: WrittenTable) -> StudyOdds:
        """Tell how usual the number of claims on a table is, whatever was claimed before."""
        claims = await asyncio.to_thread(_count, table)
        if claims is None:
            return StudyOdds(None)
        groups = [sum(point is not None for point in group) for group in table.groups]
        return StudyOdds(await self._replays.weigh(table.variant, groups, claims))


def _count(table: WrittenTable) -> int | None:
    """Return how many claims lie on a table, None for too many."""
    found = sum(1 for _ in islice(table.variant.iter_claims(table.spots), MOST_WEIGHED + 1))
    return found if found <= MOST_WEIGHED else None


def describe(table: WrittenTable) -> Study:
    """Return a table with all claims on it."""
    variant = table.variant
    found = variant.iter_claims(table.spots, table.previous)
    claims = list(islice(found, MOST_CLAIMS + 1))
    has_all = len(claims) <= MOST_CLAIMS
    told = [
        StudyClaim(_places(table, claim), round(difficulty(variant.space, claim), 2))
        for claim in claims[:MOST_CLAIMS]
    ]
    kind = KINDS["all"]
    effort = (
        kind.count_effort(variant, table.spots, claims, table.previous)
        if claims and has_all
        else None
    )
    return Study(
        variant=variant.key,
        title=variant.title,
        claim_title=variant.pattern.title,
        deck=variant.deck.key,
        group_shape=variant.grouping.shape,
        claim_sizes=(variant.pattern.sizes[0], variant.pattern.sizes[-1]),
        chains=variant.rule.chains,
        path=table.path,
        text=table.text,
        cards=len(table.spots),
        slots=tuple(None if spot is None else variant.code(spot) for spot in table.slots),
        previous=tuple(view_spot(variant, spot) for spot in table.previous),
        task=kind.tell_task(variant),
        claims=tuple(sorted(told, key=lambda claim: claim.places)),
        has_all=has_all,
        level=None if effort is None else level_of(effort),
        effort_ms=effort,
        questions=tuple(
            Question(key, KINDS[kind].title, KINDS[kind].sentence, find_conflict(key, table))
            for key, kind in QUESTIONS.items()
        ),
    )


def find_conflict(question: str, table: WrittenTable) -> str | None:
    """Return in a sentence why a question cannot be asked of a table, None if it can."""
    return KINDS[QUESTIONS[question]].find_conflict(table.variant)


def solve_question(
    question: str, variant: str, spots: tuple[Spot, ...], seconds: float
) -> Answer | GameAnswer:
    """Answer a hard question about cards, in a worker; see `thirdcard.solvers`."""
    from thirdcard.solvers.domination import min_domination
    from thirdcard.solvers.duel import solve_duel
    from thirdcard.solvers.hypergraph import Table
    from thirdcard.solvers.packing import max_packing

    table = Table(parse_variant(variant).space, spots)
    if question == "duel":
        return solve_duel(table, seconds=seconds)
    solve = max_packing if question == "packing" else min_domination
    return solve(table, seconds=seconds)


def _tell(question: str, table: WrittenTable, answer: Answer | GameAnswer) -> Answered:
    """Say an answer by the places of the cards instead of their numbers."""
    numbered = answer.moves if isinstance(answer, GameAnswer) else answer.witness
    claims = ([table.spots[number] for number in claim] for claim in numbered)
    told: dict[str, Any] = {
        "question": question,
        "status": answer.status,
        "claims": tuple(_places(table, claim) for claim in claims),
        "seconds": round(answer.seconds, 3),
    }
    if isinstance(answer, GameAnswer):
        return Answered(winner=answer.winner, nimber=answer.nimber, **told)
    return Answered(value=answer.value, bound=answer.bound, **told)


def _places(table: WrittenTable, claim: Iterable[Spot]) -> Places:
    return tuple(sorted(map(table.place, claim)))
