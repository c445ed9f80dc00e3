"""Puzzles that meet conditions, no two of them alike.

What no table can be is refused first (`thirdcard.puzzles.feasible`).  Then layouts are drawn from a
stream (`thirdcard.core.stream`), and a layout that meets the conditions and was not there before,
up to renaming and permuting features, is a puzzle.  Where fewer than 1 in `RARE` meet them, as the
tables of odds tell or as the first draws show, a search takes over (`thirdcard.puzzles.search`).
All of it follows from the seed; so the same seed gives the same puzzles on every machine, and the
first of a hundred is the one of a pack of one.

There may be few that are different.  That all have been there is proved in one of two ways: so few
layouts exist that all are looked at; or it is known how many meet the conditions, and the puzzles
so far, each with all that differ from it by names only, are so many.  Of those that are very
symmetric few layouts exist, so what is missing in the end is looked for among the affine images of
the puzzles there are, where neither level nor constant features forbid it: images hold as many
claims, and those of one cap of 20 are all of them.  Otherwise it ends after `MOST_REPEATS` in a row
that had been there before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from thirdcard.core.stream import Stream
from thirdcard.errors import LimitError, OptionError
from thirdcard.phrases import phrase
from thirdcard.puzzles.canonical import find_orbit, puzzle_id
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.counting import count_claims
from thirdcard.puzzles.difficulty import level_of
from thirdcard.puzzles.draw import (
    Layout,
    count_constant,
    count_layouts,
    draw_names,
    iter_all_layouts,
    iter_layouts,
)
from thirdcard.puzzles.feasible import (
    count_accepted,
    find_rate,
    is_rare,
    iter_rare_tables,
    require_possible,
)
from thirdcard.puzzles.frames import count_framed, iter_framed
from thirdcard.puzzles.puzzle import Puzzle
from thirdcard.puzzles.search import MOST_WORK, Search
from thirdcard.puzzles.starts import draw_map
from thirdcard.variants.variant import Spot

__all__ = ["MOST_REPEATS", "RARE", "Method", "Tally", "iter_puzzles", "make_puzzle"]

RARE: Final = 1000
"""Layouts of which at least one has to meet the conditions, or they are searched for."""

MOST_REPEATS: Final = 400
"""Tables in a row that meet the conditions and are not new, after which it ends."""

_PILOT: Final = 2 * RARE
_MOST_LISTED: Final = 30_000
_MOST_SUMMED: Final = 10_000_000
_MOST_FRAMED: Final = 110_000
_MOST_MISSES: Final = 300
# A search for what is rarer than one layout in so many is begun with a table that is known.
_VERY_RARE: Final = 100_000
_MOST_IDLE: Final = 2 * MOST_WORK
_MOST_IMAGES: Final = 20_000
# So many times the number of images after which one that is missing is to be expected.
_PATIENCE: Final = 8

Spots = tuple[Spot, ...]
Method = Literal["chance", "search", "table", "list"]
Ending = Literal["all", "repeats", "limit"]


@dataclass
class Tally:
    """How many layouts were looked at for how many puzzles.

    Attributes:
        drawn: layouts that were tried; in a search, changes of a card.
        accepted: those that met the conditions, also where they came a second time.
        method: how the last puzzle was looked for: by chance, by search, in a table of what is
            rare, or in the list of all.
        rate: the exact share of the layouts that meet the conditions, None where it is not known.
        ended: why there are no more: all were there, only such come that were there, or the search
            has found none with the work that it may do; None as long as there may be more.
        missing: at the end, how many layouts are like that and none of the puzzles, up to names;
            None where it is not known.
    """

    drawn: int = 0
    accepted: int = 0
    method: Method = "chance"
    rate: Fraction | None = None
    ended: Ending | None = None
    missing: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return what ``thirdcard puzzle --json`` says of it."""
        rate = self.rate
        return {
            "drawn": self.drawn,
            "accepted": self.accepted,
            "method": self.method,
            "rate": None if rate is None else float(rate),
            "rate_exact": None if rate is None else f"{rate.numerator}/{rate.denominator}",
            "ended": self.ended,
        }


def iter_puzzles(
    conditions: Conditions, seed: bytes, tally: Tally | None = None
) -> Iterator[Puzzle]:
    """Yield puzzles that meet the conditions, each a different one up to names.

    It ends when there are no others, or when no others are found; the tally tells which.

    Args:
        conditions: what they are to be like.
        seed: 32 bytes.
        tally: where what is tried and accepted is counted.

    Raises:
        OptionError: no table can be like that.
        LimitError: at the first puzzle: none was found, and that there is none is not proved.
    """
    require_possible(conditions)
    return _Generator(conditions, seed, tally or Tally()).generate()


class _Generator:
    """Puzzles from one seed."""

    def __init__(self, conditions: Conditions, seed: bytes, tally: Tally) -> None:
        self._conditions = conditions
        self._stream = Stream(seed)
        self._tally = tally
        self._seen: set[str] = set()
        self._repeats = 0
        self._total = count_accepted(conditions)
        if self._total is not None and self._total > _MOST_SUMMED:
            self._total = None
        self._sum = 0
        self._found: list[Layout] = []

    def generate(self) -> Iterator[Puzzle]:
        tally = self._tally
        tally.rate = find_rate(self._conditions)
        is_known_rare = is_rare(self._conditions, RARE)
        if not is_known_rare:
            yield from self._draw(tries=is_known_rare is None)
        if is_known_rare is None and tally.rate is not None and tally.rate * _VERY_RARE < 1:
            yield from self._recall()
        layouts = count_layouts(self._conditions)
        if tally.ended is None and layouts is not None and layouts <= _MOST_LISTED:
            yield from self._list()
        elif tally.ended is None and self._repeats < MOST_REPEATS:
            yield from self._search()
        if tally.ended is None and self._are_images_alike():
            yield from self._turn()
        if tally.ended is None:
            tally.ended = "repeats"
        if self._total is not None:
            tally.missing = self._total - self._sum

    def _judge(self, layout: Layout) -> Puzzle | None:
        """Return the puzzle that a layout is, if it meets the conditions and is new."""
        puzzle = make_puzzle(self._conditions, *layout)
        if puzzle is None:
            return None
        self._tally.accepted += 1
        if puzzle.id in self._seen:
            self._repeats += 1
            return None
        self._repeats = 0
        self._seen.add(puzzle.id)
        if self._total is not None:
            self._found.append(layout)
            self._sum += find_orbit(puzzle.variant, puzzle.spots, puzzle.previous).size
            if self._sum == self._total:
                self._tally.ended = "all"
        return puzzle

    def _draw(self, *, tries: bool) -> Iterator[Puzzle]:
        """Yield what chance brings, until there is no more or, where it is tried, too rare."""
        tally, next_look, accepted = self._tally, _PILOT, 0
        for layout in iter_layouts(self._conditions, self._stream):
            tally.drawn += 1
            if puzzle := self._judge(layout):
                yield puzzle
            if tally.ended or self._repeats >= MOST_REPEATS:
                return
            if tally.drawn == next_look:
                if tries and tally.accepted - accepted < _PILOT // RARE:
                    return
                next_look, accepted = tally.drawn + _PILOT, tally.accepted

    def _list(self) -> Iterator[Puzzle]:
        """Yield all that are left, from every layout there is."""
        tally = self._tally
        tally.method = "list"
        before = tally.drawn
        for layout in iter_all_layouts(self._conditions):
            tally.drawn += 1
            if puzzle := self._judge(layout):
                yield puzzle
        self._require_any(tally.drawn - before)
        tally.ended = "all"

    def _search(self) -> Iterator[Puzzle]:
        """Yield what the search finds, until it finds nothing new or nothing at all."""
        tally = self._tally
        tally.method = "search"
        search = Search(self._conditions, self._stream)
        misses = idle = 0
        while not tally.ended and self._repeats < MOST_REPEATS and idle < _MOST_IDLE:
            before = search.tried
            layout = search.find()
            tally.drawn += search.tried - before
            idle += search.tried - before
            known = tally.accepted
            puzzle = None if layout is None else self._judge(layout)
            misses = misses + 1 if tally.accepted == known else 0
            if puzzle:
                idle = 0
                yield puzzle
            elif layout is None or misses == _MOST_MISSES:
                tally.ended = "limit"
        if tally.ended == "limit":
            yield from self._recall()
        if not self._seen:
            yield from self._look_at_all()

    def _recall(self) -> Iterator[Puzzle]:
        """Yield what is so rare that the search has missed it, but is known."""
        for constant, table in iter_rare_tables(self._conditions):
            self._tally.drawn += 1
            cards = draw_names(self._conditions.variant, table, constant, self._stream)
            if puzzle := self._judge(Layout(cards)):
                self._tally.method = "table"
                yield puzzle

    def _turn(self) -> Iterator[Puzzle]:
        """Yield what is missing, if it is known how much, among the affine images of puzzles."""
        tally, variant = self._tally, self._conditions.variant
        tried = 0
        while tally.ended is None and self._total and self._found:
            missing = self._total - self._sum
            if tried >= min(_MOST_IMAGES, _PATIENCE * self._total // missing):
                return
            mapping = draw_map(len(variant.features), self._stream)
            layout = Layout(tuple(map(mapping, self._stream.choose(self._found).spots)))
            tally.drawn += 1
            tried += 1
            if puzzle_id(variant, self._conditions.kind.key, layout.spots) in self._seen:
                tally.accepted += 1
            elif puzzle := self._judge(layout):
                tried = 0
                yield puzzle

    def _are_images_alike(self) -> bool:
        """Whether affine maps keep what is asked for: not so levels, constant features, groups."""
        conditions, variant = self._conditions, self._conditions.variant
        return (
            conditions.constant is None
            and conditions.level is None
            and not variant.rule.chains
            and variant.grouping.count == 1
        )

    def _look_at_all(self) -> Iterator[Puzzle]:
        """Yield what is found among all layouts up to symmetry, if they are few enough.

        Raises:
            OptionError: there is none among them.
            LimitError: there are too many, or constant features, groups or a level, which the
                symmetries do not keep.
        """
        conditions = self._conditions
        features = len(conditions.variant.features)
        if not self._are_images_alike() or count_framed(features, conditions.size) > _MOST_FRAMED:
            raise LimitError(
                phrase(
                    "no such table was found after {steps} steps; "
                    "whether there is one is not known",
                    steps=self._tally.drawn,
                )
            )
        self._tally.method = "list"
        for spots in iter_framed(features, conditions.size):
            self._tally.drawn += 1
            if puzzle := self._judge(Layout(spots)):
                yield puzzle
        self._require_any(count_framed(features, conditions.size))
        self._tally.ended = "repeats"

    def _require_any(self, layouts: int) -> None:
        if not self._seen:
            raise OptionError(
                phrase(
                    "none of the tables of {cards} cards is like that; "
                    "all {layouts} that differ were looked at",
                    cards=self._conditions.size,
                    layouts=layouts,
                )
            )


def make_puzzle(conditions: Conditions, spots: Spots, previous: Spots = ()) -> Puzzle | None:
    """Return the puzzle that a layout is, None if it does not meet the conditions."""
    variant = conditions.variant
    least, most = conditions.range
    if not least <= count_claims(variant, spots, previous, most) <= most:
        return None
    if conditions.constant is not None and count_constant(variant, spots) != conditions.constant:
        return None
    claims = [tuple(claim) for claim in variant.iter_claims(spots, previous)]
    taken = conditions.kind.count_effort(variant, spots, claims, previous)
    level = level_of(taken)
    if conditions.level not in (None, level):
        return None
    solution = conditions.kind.solve(variant, spots, previous, claims)
    if solution is None:
        return None
    return Puzzle(
        variant=variant,
        kind=conditions.kind.key,
        spots=spots,
        previous=previous,
        solutions=solution.answers,
        optimum=solution.optimum,
        claims=len(claims),
        effort=taken,
        level=level,
        id=puzzle_id(variant, conditions.kind.key, spots, previous),
    )
