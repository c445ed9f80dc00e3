"""Tables that chance would not bring: a search that goes towards the conditions.

A table is changed card by card, and a change is kept if the table is then no further from the
conditions than it was some changes before (*late acceptance*).  How far it is says a whole number:
first by how many claims there are too few or too many, then by how far the effort is from the
level's bounds.  All draws come from the stream and there are no fractions, so every machine finds
the same tables.

Which cards come and go is drawn, with a leaning: where there are too many Sets, of three cards the
one that is in most goes, and of four the one that would be in fewest comes; where there are too
few, the other way round.  A search that does not arrive is begun anew, among other cards
(`thirdcard.puzzles.starts`): where there are to be more claims than usual among those of small
flats, where fewer among pairs round a centre or in a known cap.  The ways take turns, each a little
longer than before, and the one that arrived is the first of the next search.

References:
    E. K. Burke and Y. Bykov, "The late acceptance hill-climbing heuristic", European Journal of
    Operational Research 258 (2017).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from thirdcard.core.geometry import Point
from thirdcard.core.stream import Stream
from thirdcard.puzzles.board import Board
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.counting import FORMULAS, count_claims
from thirdcard.puzzles.difficulty import BOUNDS
from thirdcard.puzzles.draw import Layout, count_constant, draw_flat, lay_cards
from thirdcard.puzzles.starts import draw_cap_of_45, draw_subspace
from thirdcard.variants.patterns import SET
from thirdcard.variants.variant import Spot

__all__ = ["MOST_WORK", "Search"]

MOST_WORK: Final = 400_000
"""Changes of a card that are tried for one table; what else takes time counts as some changes."""

_FIRST_ATTEMPT: Final = 1_500
_HISTORY: Final = 24
_MANY_CARDS: Final = 16
_LISTED_A_CHANGE: Final = 8
_EFFORT_IN_CHANGES: Final = 60
_TRIALS: Final = 21
_FAR: Final = 1_000_000_000
_LARGE_CAPS: Final = range(31, 46)

Unit = tuple[Spot, ...]
"""Cards that come and go together: one, or two with the same centre."""


@dataclass
class _Start:
    """Where a search begins.

    Attributes:
        units: the cards on the table.
        free: the others that may come.
        previous: the claim that is to be continued.
    """

    units: list[Unit]
    free: list[Unit]
    previous: tuple[Spot, ...] = ()


Way = Callable[[], _Start | None]


class Search:
    """A search for tables that meet conditions.

    Args:
        conditions: what they are to be like.
        stream: where chance comes from.

    Attributes:
        tried: changes that were tried, all in all.
    """

    def __init__(self, conditions: Conditions, stream: Stream) -> None:
        self.tried = 0
        self._conditions = conditions
        self._stream = stream
        self._variant = conditions.variant
        self._groups = conditions.variant.grouping.count
        self._least, self._most = conditions.range
        self._ways = self._list_ways()
        self._leans = not conditions.variant.pattern.has_joint

    def find(self) -> Layout | None:
        """Return a layout that meets the conditions, None if none was found with so much work.

        What the kind asks besides is not looked at.
        """
        spent = attempt = 0
        while spent < MOST_WORK:
            number = attempt % len(self._ways)
            steps = _FIRST_ATTEMPT * (1 + attempt // len(self._ways))
            start = self._ways[number]()
            attempt += 1
            spent += _HISTORY
            if start is None:
                continue
            found, work = self._climb(start, min(steps, MOST_WORK - spent))
            spent += work
            if found is not None:
                self._ways.insert(0, self._ways.pop(number))
                return found
        return None

    # -- where to begin -----------------------------------------------------------------------

    def _list_ways(self) -> list[Way]:
        conditions = self._conditions
        features = len(self._variant.deck.features) - (conditions.constant or 0)
        cards = conditions.size + (self._variant.pattern.sizes[0] if self._chains else 0)
        flats = [d for d in range(1, features + 1) if 3**d >= cards]
        if self._is_low():
            flats.reverse()
        ways: list[Way] = [self._begin_in_flat(dimension) for dimension in flats]
        is_plain = self._groups == 1 and not self._chains and self._variant.pattern == SET
        if is_plain and self._is_low():
            if 2 * ((conditions.size + 1) // 2) < 3**features:
                ways.insert(0, self._begin_round_a_centre)
            if features == 5 and conditions.size in _LARGE_CAPS:
                ways.insert(0, self._begin_in_a_cap)
        return ways

    @property
    def _chains(self) -> bool:
        return self._variant.rule.chains

    def _is_low(self) -> bool:
        """Whether usual tables have more claims than are wanted."""
        more = fewer = 0
        for _ in range(_TRIALS):
            layout = lay_cards(self._conditions, self._draw_pool(), self._stream)
            if layout is not None:
                found = count_claims(self._variant, *layout, self._most)
                more += found > self._most
                fewer += found < self._least
        return more > fewer

    def _draw_pool(self) -> list[Point]:
        """Draw the features that are constant, and return the cards that agree in them."""
        return list(draw_flat(self._variant, self._stream, self._conditions.constant or 0))

    def _draw_area(self, dimension: int) -> list[Point]:
        """Return the cards of a flat among those that agree in the constant features."""
        pool = self._draw_pool()
        features = len(self._variant.deck.features) - (self._conditions.constant or 0)
        if dimension == features:
            return pool
        return [pool[point] for point in draw_subspace(features, dimension, self._stream)]

    def _begin_in_flat(self, dimension: int) -> Way:
        def begin() -> _Start | None:
            area = self._draw_area(dimension)
            layout = lay_cards(self._conditions, area, self._stream)
            if layout is None:
                return None
            used = set(map(self._variant.point, (*layout.spots, *layout.previous)))
            free: list[Unit] = [(point,) for point in area if point not in used]
            return _Start([(spot,) for spot in layout.spots], free, layout.previous)

        return begin

    def _begin_round_a_centre(self) -> _Start:
        pool = self._draw_pool()
        self._stream.shuffle(pool)
        centre, third = pool[0], self._variant.space.third
        pairs = [(point, third(centre, point)) for point in pool[1:]]
        pairs = [pair for pair in pairs if pair[0] < pair[1]]
        count = (self._conditions.size + 1) // 2
        return _Start(list(pairs[:count]), list(pairs[count:]))

    def _begin_in_a_cap(self) -> _Start:
        pool = self._draw_pool()
        cap = [pool[point] for point in draw_cap_of_45(self._stream)]
        chosen = self._stream.sample(cap, self._conditions.size)
        here = set(chosen)
        free: list[Unit] = [(point,) for point in pool if point not in here]
        return _Start([(point,) for point in chosen], free)

    # -- from there ---------------------------------------------------------------------------

    def _climb(self, start: _Start, steps: int) -> tuple[Layout | None, int]:
        """Return what was arrived at within so many steps, None if nothing, and the work."""
        units, free = start.units, start.free
        board = Board(self._variant, chain.from_iterable(units), start.previous)
        here = self._measure(board)
        history = [here] * _HISTORY
        work = turn = 0
        while here and work < steps:
            slot = turn % _HISTORY
            turn += 1
            work += 1 + len(board.spots) // _MANY_CARDS
            listed = board.listed
            undo = self._change(board, units, free, here)
            there = self._measure(board)
            work += (board.listed - listed) // _LISTED_A_CHANGE
            if self._conditions.level is not None and there < _FAR:
                work += _EFFORT_IN_CHANGES
            if there <= here or there <= history[slot]:
                here = there
            else:
                undo()
            history[slot] = min(history[slot], here)
        self.tried += turn
        return (None if here else self._finish(board)), work

    def _finish(self, board: Board) -> Layout | None:
        """Return the layout of a board in the order of the groups, each shuffled.

        A board of pairs may have a card too many, which is left out if that changes nothing.
        """
        spots = list(board.spots)
        self._stream.shuffle(spots)
        if len(spots) > self._conditions.size:
            board.remove(spots.pop())
            if self._measure(board):
                return None
        spots.sort(key=self._variant.group)
        return Layout(tuple(spots), board.previous)

    def _change(
        self, board: Board, units: list[Unit], free: list[Unit], here: int
    ) -> Callable[[], None]:
        """Change the cards on a board, and return what takes it back."""
        stream = self._stream
        if self._groups > 1 and (not free or stream.below(3) == 0):
            return self._exchange(board, units)
        if not free:
            return lambda: None
        leaning = 0
        if self._leans and here >= _FAR and stream.below(4):
            leaning = 1 if self._has_too_many(board) else -1
        i = self._pick(board, units, 3, leaning)
        j = self._pick_free(board, units[i], free, 4, -leaning)
        old, new = units[i], self._place(free[j], units[i])
        self._put(board, old, new)
        units[i], free[j] = new, self._lift(old)

        def undo() -> None:
            self._put(board, new, old)
            units[i], free[j] = old, self._lift(new)

        return undo

    def _exchange(self, board: Board, units: list[Unit]) -> Callable[[], None]:
        """Let two cards of different groups change places."""
        stream, variant = self._stream, self._variant
        i, j = stream.below(len(units)), stream.below(len(units))
        (a,), (b,) = units[i], units[j]
        if variant.group(a) == variant.group(b):
            return lambda: None
        c = variant.spot(variant.point(a), variant.group(b))
        d = variant.spot(variant.point(b), variant.group(a))
        self._put(board, (a, b), (c, d))
        units[i], units[j] = (c,), (d,)

        def undo() -> None:
            self._put(board, (c, d), (a, b))
            units[i], units[j] = (a,), (b,)

        return undo

    def _put(self, board: Board, old: Unit, new: Unit) -> None:
        for spot in old:
            board.remove(spot)
        for spot in new:
            board.add(spot)

    def _place(self, cards: Unit, like: Unit) -> Unit:
        """Return cards as spots in the groups of others."""
        if self._groups == 1:
            return cards
        variant = self._variant
        return tuple(
            variant.spot(card, variant.group(other))
            for card, other in zip(cards, like, strict=True)
        )

    def _lift(self, spots: Unit) -> Unit:
        """Return the cards at some spots."""
        return spots if self._groups == 1 else tuple(map(self._variant.point, spots))

    def _pick(self, board: Board, units: Sequence[Unit], tries: int, leaning: int) -> int:
        """Draw the number of a unit; with a leaning, the best of some."""
        best = self._stream.below(len(units))
        if leaning:
            for _ in range(tries - 1):
                other = self._stream.below(len(units))
                more = board.pairs[units[other][0]] - board.pairs[units[best][0]]
                if more * leaning > 0:
                    best = other
        return best

    def _pick_free(
        self, board: Board, like: Unit, free: Sequence[Unit], tries: int, leaning: int
    ) -> int:
        """Draw the number of a unit that may come; with a leaning, the best of some."""
        best = self._stream.below(len(free))
        if leaning:
            weight = board.pairs[self._place(free[best], like)[0]]
            for _ in range(tries - 1):
                other = self._stream.below(len(free))
                its = board.pairs[self._place(free[other], like)[0]]
                if (its - weight) * leaning > 0:
                    best, weight = other, its
        return best

    # -- how far it is ------------------------------------------------------------------------

    def _has_too_many(self, board: Board) -> bool:
        return board.count(self._most) > self._most

    def _measure(self, board: Board) -> int:
        """Return how far a board is from the conditions, 0 if it meets them."""
        found = board.count(self._most)
        gap = max(self._least - found, found - self._most, 0)
        if gap and self._variant.pattern.key not in FORMULAS:
            # Claims are counted up to a limit only; Sets tell how many there are.
            lines = board.lines
            gap = 1 + lines if found > self._most else 64 * gap + max(0, 63 - lines)
        constant = self._conditions.constant
        if constant is not None:
            gap += count_constant(self._variant, board.spots) - constant
        if gap:
            return gap * _FAR
        if self._conditions.level is None:
            return 0
        return min(self._miss_level(board, self._conditions.level), _FAR - 1)

    def _miss_level(self, board: Board, level: int) -> int:
        """Return by how much the effort misses the bounds of a level."""
        found = self._variant.iter_claims(board.spots, board.previous)
        claims = [tuple(claim) for claim in islice(found, self._most)]
        count = self._conditions.kind.count_effort
        effort = count(self._variant, tuple(board.spots), claims, board.previous)
        lowest = 0 if level == 1 else BOUNDS[level - 2]
        highest = effort if level > len(BOUNDS) else BOUNDS[level - 1] - 1
        return max(lowest - effort, effort - highest, 0)
