"""What is asked of a table: each kind is a value with a solver for its answers.

==========  ===================================================================================
``all``     find every claim
``coop``    take as many disjoint Sets as possible: the optimum of `thirdcard.solvers.packing`
``spoil``   take as few as possible so that none is left: `thirdcard.solvers.domination`
``duel``    take the Set that wins: `thirdcard.solvers.duel`
``third``   name the card that is missing
==========  ===================================================================================

A question has something to find out: where most Sets are to be taken, and where fewest, some way of
taking them falls short; in a duel there is a Set that wins and one that loses.

References:
    M. Lampis and V. Mitsou, "The computational complexity of the game of Set and its theoretical
    applications", LATIN 2014, for the three hard ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase
from thirdcard.puzzles.difficulty import (
    CHOICE,
    count_conflicts,
    effort,
    effort_of_missing,
)
from thirdcard.puzzles.reach import conflict_bounds, effort_bounds, missing_bounds
from thirdcard.variants.variant import Spot, Variant

if TYPE_CHECKING:
    from thirdcard.solvers.hypergraph import Table

__all__ = ["KINDS", "MOST_CLAIMS", "Kind", "Solution", "find_kind"]

MOST_CLAIMS: Final = 60
"""Most claims on a table where nothing is said about their number."""

Spots = tuple[Spot, ...]


@dataclass(frozen=True)
class Solution:
    """The answers to a table's question.

    Attributes:
        answers: every one, or one that attains the optimum.
        optimum: the number that is sought, None where there is none.
    """

    answers: tuple[Spots, ...]
    optimum: int | None = None


@dataclass(frozen=True)
class Kind(ABC):
    """A question that can be asked of a table.

    Attributes:
        key: its name on the command line.
        title: its name for people.
        sentence: what it asks, for people.
        least_claims: with fewer claims on the table there is usually nothing to find out.
        choice: milliseconds that it takes for each two claims that share a card.
    """

    key: str
    title: str
    sentence: str
    least_claims: int = 1
    choice: int = 0

    def find_conflict(self, variant: Variant) -> str | None:
        """Return in a sentence why the kind cannot go with a variant, None if it can."""
        if variant.pattern.fixed_size != 3:
            return phrase(
                "{kind} is asked about Sets, not about {claim}.",
                kind=self.title,
                claim=variant.pattern.noun,
            )
        if variant.rule.chains:
            return phrase(
                "{kind} is asked about any Set, and {rule} restricts them.",
                kind=self.title,
                rule=variant.rule.title,
            )
        return None

    def find_obstacle(self, cards: int, most: int) -> str | None:
        """Return in a sentence why no table of so many cards and claims has something to find out.

        Args:
            cards: how many cards.
            most: claims there may be at most.
        """
        return None

    @property
    def most_claims(self) -> int | None:
        """Most claims on a table where nothing is said about their number, None for any."""
        return MOST_CLAIMS

    @property
    def lays_equal_groups(self) -> bool:
        """Whether each group of a divided table has equally many of its cards."""
        return True

    def accepts_all(self, variant: Variant, cards: int) -> bool:
        """Whether every table of so many cards is known to have something to find out."""
        return False

    def tell_task(self, variant: Variant) -> str:
        """Say what is to be done on a table of a variant."""
        return self.sentence

    def default_cards(self, variant: Variant) -> int:
        """Return how many cards a puzzle has where nothing else is said."""
        return variant.table_size

    def count_effort(
        self, variant: Variant, spots: Spots, claims: Sequence[Spots], previous: Spots = ()
    ) -> int:
        """Return how long the puzzle takes; see `thirdcard.puzzles.difficulty`."""
        choices = self.choice and self.choice * count_conflicts(claims)
        return effort(variant, spots, claims, previous) + choices

    def bound_effort(
        self, variant: Variant, cards: int, least: int, most: int, constant: int = 0
    ) -> tuple[int, int]:
        """Return the least and the most effort that a puzzle can have.

        Args:
            variant: the game.
            cards: how many lie on the table.
            least: fewest claims on it.
            most: most claims on it.
            constant: how many features are the same on all cards.
        """
        low, high = effort_bounds(variant, cards, least, most, constant)
        if self.choice:
            fewest, conflicts = conflict_bounds(cards, least, most)
            return low + self.choice * fewest, high + self.choice * conflicts
        return low, high

    @abstractmethod
    def solve(
        self, variant: Variant, spots: Spots, previous: Spots, claims: Sequence[Spots]
    ) -> Solution | None:
        """Return the answers, None if there is nothing to find out.

        Args:
            variant: the game.
            spots: the cards.
            previous: the claim to be continued, empty for none.
            claims: every claim on the table.
        """


class FindAll(Kind):
    """Every claim of the table."""

    def find_conflict(self, variant: Variant) -> str | None:
        return None

    def accepts_all(self, variant: Variant, cards: int) -> bool:
        return True

    def tell_task(self, variant: Variant) -> str:
        return phrase("Find every {claim}.", claim=variant.pattern.title)

    def solve(
        self, variant: Variant, spots: Spots, previous: Spots, claims: Sequence[Spots]
    ) -> Solution:
        return Solution(tuple(claims))


class Contest(Kind):
    """Sets that are taken until none is left; how that ends has to be open.

    Of two Sets either both fall at one stroke or each is taken, whatever is done first; so there
    are at least three.  If any two of them meet, the first one that is taken ends it, and nothing
    is open; so two are disjoint.  A third Set has at most a card in each of these: seven cards.
    """

    def find_obstacle(self, cards: int, most: int) -> str | None:
        if most < 3:
            return phrase(
                "{kind}: with fewer than 3 Sets there is nothing to choose", kind=self.title
            )
        if cards < 7:
            return phrase(
                "{kind}: among {cards} cards any two Sets meet or are all there are; "
                "at least 7 are needed",
                kind=self.title,
                cards=cards,
            )
        return None


@dataclass(frozen=True)
class TakeSets(Contest):
    """A largest packing, or a smallest maximal one; the two differ, so that it matters.

    Attributes:
        wants_most: whether the most Sets are sought, not the fewest.
    """

    wants_most: bool = True

    def solve(
        self, variant: Variant, spots: Spots, previous: Spots, claims: Sequence[Spots]
    ) -> Solution | None:
        from thirdcard.solvers.domination import min_domination
        from thirdcard.solvers.packing import max_packing

        table = _make_table(variant, spots)
        most, fewest = max_packing(table), min_domination(table)
        if most.value == fewest.value:
            return None
        best = most if self.wants_most else fewest
        return Solution(_name(spots, best.witness), best.value)


class WinDuel(Contest):
    """All Sets that win; some other one loses."""

    def solve(
        self, variant: Variant, spots: Spots, previous: Spots, claims: Sequence[Spots]
    ) -> Solution | None:
        from thirdcard.solvers.duel import solve_duel

        answer = solve_duel(_make_table(variant, spots))
        if not 0 < len(answer.moves) < len(claims):
            return None
        return Solution(_name(spots, answer.moves))


class NameMissing(Kind):
    """The card with which the cards sum to zero: of two the third, else that of an End Game.

    All cards of a deck sum to zero, and so do those of a Set: if one card is put aside before the
    game, those left at its end tell which it was.  They are 3k + 2.
    """

    def find_obstacle(self, cards: int, most: int) -> str | None:
        if cards % 3 == 2:
            return None
        return phrase(
            "{kind}: {cards} cards; expected 2, 5, 8 or any other number that is a card short of "
            "Sets",
            kind=self.title,
            cards=cards,
        )

    def accepts_all(self, variant: Variant, cards: int) -> bool:
        return cards in (2, variant.deck.size - 1)

    @property
    def most_claims(self) -> int | None:
        return None

    @property
    def lays_equal_groups(self) -> bool:
        return False

    def default_cards(self, variant: Variant) -> int:
        return 2

    def count_effort(
        self, variant: Variant, spots: Spots, claims: Sequence[Spots], previous: Spots = ()
    ) -> int:
        return effort_of_missing(variant, spots, _find_missing(variant, spots))

    def bound_effort(
        self, variant: Variant, cards: int, least: int, most: int, constant: int = 0
    ) -> tuple[int, int]:
        return missing_bounds(variant, cards, constant)

    def solve(
        self, variant: Variant, spots: Spots, previous: Spots, claims: Sequence[Spots]
    ) -> Solution | None:
        missing = _find_missing(variant, spots)
        if variant.point(missing) in map(variant.point, spots):
            return None
        return Solution(((missing,),))


def _make_table(variant: Variant, spots: Spots) -> Table:
    from thirdcard.solvers.hypergraph import Table

    return Table(variant.space, spots)


def _find_missing(variant: Variant, spots: Spots) -> Spot:
    columns = zip(*map(variant.space.digits, spots), strict=True)
    return variant.space.point([-sum(column) for column in columns])


def _name(spots: Spots, answers: Sequence[Sequence[int]]) -> tuple[Spots, ...]:
    return tuple(tuple(spots[number] for number in answer) for answer in answers)


KINDS: Final[dict[str, Kind]] = {
    kind.key: kind
    for kind in (
        FindAll("all", phrase("Find all"), phrase("Find every claim on the table.")),
        TakeSets(
            "coop",
            phrase("Together"),
            phrase("Take as many Sets as you can, no card twice."),
            3,
            CHOICE,
        ),
        TakeSets(
            "spoil",
            phrase("Spoil"),
            phrase("Take as few Sets as you can, no card twice, so that none is left."),
            3,
            CHOICE,
            wants_most=False,
        ),
        WinDuel(
            "duel",
            phrase("Duel"),
            phrase("Two take Sets in turn; who finds none loses. Take the Set that wins."),
            3,
            2 * CHOICE,
        ),
        NameMissing("third", phrase("Third card"), phrase("Name the card that is missing."), 0),
    )
}
"""Every kind by its key, the usual one first."""


def find_kind(key: str) -> Kind:
    """Return a kind by its key.

    Raises:
        OptionError: there is no such kind.
    """
    if key not in KINDS:
        raise OptionError(
            phrase(
                "{kind} is no kind of puzzle; expected one of {kinds}",
                kind=repr(key[:24]),
                kinds=", ".join(KINDS),
            )
        )
    return KINDS[key]
