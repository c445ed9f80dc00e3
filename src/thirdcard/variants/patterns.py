"""What a claim is: a pattern of points in AG(n,3).

Each pattern finds its claims by completing pairs, and once more by trying every subset.  The
second way is slow, shares no code with the first beyond `Pattern.is_claim`, and is kept as the
regression check behind ``thirdcard find --exhaustive``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from thirdcard.core.geometry import Line, Point, Space
from thirdcard.phrases import counted, join_sentences, join_words, phrase
from thirdcard.variants.near import count_near_joints, count_near_lines

__all__ = ["DOUBLE", "EIGHT", "SET", "SUPER", "Bowtie", "LinePattern", "LineUnion", "Pattern"]

Points = Sequence[Point]
ClaimPoints = tuple[Point, ...]
Name = Callable[[Point], str]
"""What a point is called in a sentence."""

_MOST_LINES_TOLD = 4


@dataclass(frozen=True)
class Pattern(ABC):
    """A kind of claim.

    Attributes:
        key: its name in expressions.
        title: its name for people.
        noun: what one claim is called, with its article.
        sentence: what a claim is, for people.
        table_size: cards on the table at the start, None if the pattern does not say.
        sizes: the numbers of cards that a claim may have, increasing.
        score: points that a claim earns.
    """

    key: str
    title: str
    noun: str
    sentence: str
    table_size: int | None
    sizes: range
    score: int = 1

    @property
    def has_joint(self) -> bool:
        """Whether a claim has a point that joins its halves; see `find_joint`."""
        return False

    @property
    def fixed_size(self) -> int | None:
        """Number of cards of every claim, None where it varies."""
        return self.sizes[0] if len(self.sizes) == 1 else None

    @property
    def near_size(self) -> int:
        """Number of cards of a near miss; see `count_near_misses`."""
        return 3

    @property
    def near_ways(self) -> int:
        """In how many ways so many cards can nearly be a claim."""
        return 1

    @abstractmethod
    def is_claim(self, space: Space, points: Points) -> bool:
        """Tell whether distinct points are a claim."""

    @abstractmethod
    def iter_claims(self, space: Space, points: Points) -> Iterator[ClaimPoints]:
        """Yield every claim within distinct points once."""

    def iter_claims_through(
        self, space: Space, points: Points, anchor: Point
    ) -> Iterator[ClaimPoints]:
        """Yield every claim that uses an anchor, which is not one of the points, and points."""
        return (c for c in self.iter_claims(space, (anchor, *points)) if anchor in c)

    def iter_claims_exhaustively(self, space: Space, points: Points) -> Iterator[ClaimPoints]:
        """Yield the same as `iter_claims`, by trying all subsets of a claim's sizes."""
        for size in self.sizes:
            for subset in combinations(points, size):
                if self.is_claim(space, subset):
                    yield self.arrange(space, subset)

    def count_near_misses(self, space: Space, points: Points) -> int:
        """Return how many times distinct points fail in one feature to be what is looked for.

        Who looks for lines meets three points that fail; a pattern of another kind says its own.
        """
        return count_near_lines(space, points)

    def arrange(self, space: Space, points: Points) -> ClaimPoints:
        """Return the points of a claim in the order in which they are shown."""
        return tuple(points)

    def find_joint(self, space: Space, points: Points) -> Point | None:
        """Return the point that joins the halves of a claim, None where there is no such thing."""
        return None

    @abstractmethod
    def explain(self, space: Space, points: Points) -> str:
        """Say in a sentence why distinct points of a right number are no claim."""

    def tell(self, space: Space, points: Points, name: Name) -> str:
        """Say by name which Sets or pairs make distinct points a claim, or do not suffice.

        Any number of points is told about; the answer is empty where there is nothing to tell.
        """
        lines = [c for c in combinations(points, 3) if space.is_line(*c)]
        return _tell_lines(lines[:_MOST_LINES_TOLD], name)


class LinePattern(Pattern):
    """A line: the Set of the plain game."""

    def is_claim(self, space: Space, points: Points) -> bool:
        return len(points) == 3 and space.is_line(*points)

    def iter_claims(self, space: Space, points: Points) -> Iterator[ClaimPoints]:
        return space.iter_lines_in(points)

    def iter_claims_through(
        self, space: Space, points: Points, anchor: Point
    ) -> Iterator[ClaimPoints]:
        place = {point: i for i, point in enumerate(points)}
        for i, point in enumerate(points):
            third = space.third(anchor, point)
            if place.get(third, -1) > i:
                yield anchor, point, third

    def explain(self, space: Space, points: Points) -> str:
        return phrase("In some feature two of the cards agree and the third does not.")


class Bowtie(Pattern):
    """Two disjoint pairs with the same third point, the joint: a Super-Set.

    Found by sorting all pairs of the table by their third point; any two pairs in one bucket are
    disjoint, since a point and the third determine the partner.  O(m**2 + answers).
    """

    @property
    def has_joint(self) -> bool:
        return True

    @property
    def near_size(self) -> int:
        return 4

    @property
    def near_ways(self) -> int:
        return 3

    def is_claim(self, space: Space, points: Points) -> bool:
        return space.find_joint(points) is not None

    def iter_claims(self, space: Space, points: Points) -> Iterator[ClaimPoints]:
        pairs_of: dict[Point, list[tuple[Point, Point]]] = {}
        for i, a in enumerate(points):
            for b in points[i + 1 :]:
                earlier = pairs_of.setdefault(space.third(a, b), [])
                for pair in earlier:
                    yield *pair, a, b
                earlier.append((a, b))

    def count_near_misses(self, space: Space, points: Points) -> int:
        return count_near_joints(space, points)

    def arrange(self, space: Space, points: Points) -> ClaimPoints:
        found = space.find_joint(points)
        return found[1] if found else tuple(points)

    def find_joint(self, space: Space, points: Points) -> Point | None:
        found = space.find_joint(points)
        return found[0] if found else None

    def explain(self, space: Space, points: Points) -> str:
        if len(points) == 4 and any(space.is_line(*c) for c in combinations(points, 3)):
            return phrase("Three of the cards are a Set, and a Super-Set never contains one.")
        return phrase(
            "However the four cards are paired, the two pairs need different third cards."
        )

    def tell(self, space: Space, points: Points, name: Name) -> str:
        if len(points) != 4 or any(space.is_line(*c) for c in combinations(points, 3)):
            return super().tell(space, points, name)
        if found := space.find_joint(points):
            joint, (a, b, c, d) = found
            return phrase(
                "{a} with {b} and {c} with {d} both need {joint}.",
                a=name(a),
                b=name(b),
                c=name(c),
                d=name(d),
                joint=name(joint),
            )
        a, b, c, d = points
        return join_sentences(
            phrase(
                "{a} with {b} needs {third}, {c} with {d} needs {other}.",
                a=name(p),
                b=name(q),
                third=name(space.third(p, q)),
                c=name(r),
                d=name(s),
                other=name(space.third(r, s)),
            )
            for p, q, r, s in ((a, b, c, d), (a, c, b, d), (a, d, b, c))
        )


@dataclass(frozen=True)
class LineUnion(Pattern):
    """The union of some lines that together have a least number of points.

    With two lines of six points these are disjoint: the Double-Set.  With three or four lines of
    eight points or more: the Eight-Set, whose lines may overlap.  A claim is its points, however
    they are split into lines.

    Attributes:
        line_counts: the numbers of lines that a claim may be made of.
    """

    line_counts: range = range(2, 3)

    def is_claim(self, space: Space, points: Points) -> bool:
        return self._find_lines(space, points) is not None

    def _find_lines(self, space: Space, points: Points) -> tuple[Line, ...] | None:
        """Return the lines of a claim, None if the points are none."""
        if len(points) not in self.sizes:
            return None
        lines = [c for c in combinations(points, 3) if space.is_line(*c)]
        return next(
            (
                chosen
                for count in self.line_counts
                for chosen in combinations(lines, count)
                if len(set().union(*chosen)) == len(points)
            ),
            None,
        )

    def iter_claims(self, space: Space, points: Points) -> Iterator[ClaimPoints]:
        place = {point: i for i, point in enumerate(points)}
        masks = [_mask(line, place) for line in space.iter_lines_in(points)]
        return self._iter_unions(masks, points)

    def iter_claims_through(
        self, space: Space, points: Points, anchor: Point
    ) -> Iterator[ClaimPoints]:
        everything = (anchor, *points)
        place = {point: i for i, point in enumerate(everything)}
        masks = [_mask(line, place) for line in space.iter_lines_in(everything)]
        # Lines through the anchor go first, so unions without it can be left unformed.
        masks.sort(key=lambda mask: ~mask & 1)
        through = sum(mask & 1 for mask in masks)
        return self._iter_unions(masks, everything, through)

    def _iter_unions(
        self, masks: list[int], points: Points, through: int | None = None
    ) -> Iterator[ClaimPoints]:
        """Yield the unions of the masks that are claims, once each, first mask below `through`."""
        seen: set[int] = set()
        smallest = self.sizes[0]
        through = len(masks) if through is None else through
        for first in range(through):
            for count in self.line_counts:
                for others in combinations(masks[first + 1 :], count - 1):
                    union = masks[first]
                    for mask in others:
                        union |= mask
                    if union.bit_count() >= smallest and union not in seen:
                        seen.add(union)
                        yield tuple(p for i, p in enumerate(points) if union >> i & 1)

    def explain(self, space: Space, points: Points) -> str:
        lines = [c for c in combinations(points, 3) if space.is_line(*c)]
        covered = set().union(*lines) if lines else set()
        if len(covered) < len(points):
            return counted(
                len(points) - len(covered),
                "{count} card is in no Set with two of the others.",
                "{count} cards are in no Set with two of the others.",
            )
        return counted(
            len(lines),
            "The cards hold {count} Set, but {need} of them do not use every card.",
            "The cards hold {count} Sets, but {need} of them do not use every card.",
            need=self.need,
        )

    def tell(self, space: Space, points: Points, name: Name) -> str:
        if lines := self._find_lines(space, points):
            return _tell_lines(lines, name)
        held = [c for c in combinations(points, 3) if space.is_line(*c)]
        if not held:
            return phrase("No three of the cards are a Set.") if len(points) >= 3 else ""
        covered = set().union(*held)
        lonely = [name(point) for point in points if point not in covered]
        told = _tell_lines(held[:_MOST_LINES_TOLD], name)
        if not lonely:
            return told
        return join_sentences((told, phrase("In no Set: {cards}.", cards=join_words(lonely))))

    @property
    def need(self) -> str:
        """The number of lines a claim takes, in words."""
        words = {2: phrase("two"), 3: phrase("three"), 4: phrase("four")}
        return join_words([words[count] for count in self.line_counts], "or")


def _tell_lines(lines: Sequence[Line], name: Name) -> str:
    """Name some lines, each as the Set that it is."""
    told = [join_words([name(point) for point in line]) for line in lines]
    if not told:
        return ""
    if len(told) == 1:
        return phrase("A Set: {cards}.", cards=told[0])
    sets = told[0]
    for cards in told[1:]:
        sets = phrase("{sets}; {cards}", sets=sets, cards=cards)
    return phrase("Sets: {sets}.", sets=sets)


def _mask(line: Line, place: dict[Point, int]) -> int:
    return 1 << place[line[0]] | 1 << place[line[1]] | 1 << place[line[2]]


SET = LinePattern(
    "set",
    phrase("Set"),
    phrase("a Set"),
    phrase("Three cards; each feature is the same on all three, or different on all three."),
    None,
    range(3, 4),
)
SUPER = Bowtie(
    "super",
    phrase("Super-Set"),
    phrase("a Super-Set"),
    phrase("Four cards in two pairs that need the same third card."),
    9,
    range(4, 5),
)
DOUBLE = LineUnion(
    "double",
    phrase("Double-Set"),
    phrase("a Double-Set"),
    phrase("Six cards that are two Sets without a card in common."),
    12,
    range(6, 7),
    line_counts=range(2, 3),
)
EIGHT = LineUnion(
    "eight",
    phrase("Eight-Set"),
    phrase("an Eight-Set"),
    phrase("Three or four Sets, which may overlap and together have at least eight cards."),
    15,
    range(8, 13),
    line_counts=range(3, 5),
)
