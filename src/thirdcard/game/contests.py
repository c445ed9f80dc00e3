"""What is played for: the race for claims, and the games that are played on a table as it lies.

A contest is a value with a few hooks.  The race is the usual game; the others are the problems of
packing, domination and Arc Kayles on the hypergraph of lines, as games for people: the cards are
laid once, and the game is over when no claim is left.  A new contest is a value in `CONTESTS`.

References:
    `thirdcard.solvers.packing`, `thirdcard.solvers.domination` and `thirdcard.solvers.kayles`
    solve what is played here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from thirdcard.phrases import phrase
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    from thirdcard.game.state import State

__all__ = ["CONTESTS", "Contest", "Duel", "FixedTable"]


@dataclass(frozen=True)
class Contest:
    """The race: whoever takes most wins; base of the others.

    Attributes:
        key: its name among a table's options.
        title: its name for people.
        sentence: what it is, for people.
        is_fixed: whether the cards are laid once: none are added after the start.
        is_shared: whether all play together for one result.
        takes_back: whether the last claim can be undone.
        takes_turns: whether claims are made in turns.
        seats: how many play, None for the number among the options.
        table_size: cards on the table, None for the variant's own number.
        goal: whether the most or the fewest claims are sought, None where there is no optimum.
    """

    key: str
    title: str
    sentence: str
    is_fixed: bool = False
    is_shared: bool = False
    takes_back: bool = False
    takes_turns: bool = False
    seats: int | None = None
    table_size: int | None = None
    goal: Literal["most", "fewest"] | None = None

    @property
    def wants_most(self) -> bool:
        """Whether the most claims are sought, not the fewest."""
        return self.goal != "fewest"

    def find_conflict(self, variant: Variant) -> str | None:
        """Return in a sentence why the contest cannot go with a variant, None if it can."""
        return None

    def find_exclusion(self, option: str) -> str | None:
        """Return in a sentence why a table's option cannot be other than usual, None if it can."""
        return None

    def find_loser(self, state: State, reason: str) -> int | None:
        """Return the seat that lost by how the game ended, None where the score decides.

        Args:
            state: the table just before its end.
            reason: why it ends.
        """
        return None

    def rank(self, state: State) -> Sequence[int]:
        """Return the seats from first to last: by score, then by who reached it earlier."""
        seats = state.seats
        return sorted(range(len(seats)), key=lambda i: (-seats[i].score, seats[i].scored_seq, i))


@dataclass(frozen=True)
class FixedTable(Contest):
    """A contest of lines on cards that are laid once."""

    is_fixed: bool = True

    def find_conflict(self, variant: Variant) -> str | None:
        if variant.pattern.fixed_size != 3:
            return phrase(
                "{contest} is played for Sets, not for {claim}.",
                contest=self.title,
                claim=variant.pattern.noun,
            )
        if variant.rule.chains or variant.rule.face_down:
            return phrase(
                "{contest} is played for any Set, and {rule} restricts them.",
                contest=self.title,
                rule=variant.rule.title,
            )
        return None

    def find_exclusion(self, option: str) -> str | None:
        if option in ("lay_ms", "growth", "end_seconds", "end_score"):
            return phrase(
                "{contest} is played with the cards that lie there, until no Set is left.",
                contest=self.title,
            )
        return None


@dataclass(frozen=True)
class Duel(FixedTable):
    """Arc Kayles: two players take lines in turn, and who cannot move loses."""

    takes_turns: bool = True

    def find_exclusion(self, option: str) -> str | None:
        if option in ("call_seconds", "fair_window_ms"):
            return phrase("Sets are taken in turn.")
        return super().find_exclusion(option)

    def find_loser(self, state: State, reason: str) -> int | None:
        if reason not in ("finished", "forfeit"):
            return None
        gone = (i for i, seat in enumerate(state.seats) if not seat.present)
        return next(gone, state.turn) if reason == "forfeit" else state.turn

    def rank(self, state: State) -> Sequence[int]:
        return sorted(super().rank(state), key=lambda seat: seat == state.loser)


CONTESTS: dict[str, Contest] = {
    contest.key: contest
    for contest in (
        Contest("race", phrase("Race"), phrase("Whoever takes the most Sets wins.")),
        Duel(
            "duel",
            phrase("Duel"),
            phrase(
                "Two players take Sets in turn from the cards that lie there; "
                "who cannot move loses."
            ),
            seats=2,
            table_size=15,
        ),
        FixedTable(
            "coop",
            phrase("Together"),
            phrase("All together take as many Sets as possible from the cards that lie there."),
            is_shared=True,
            takes_back=True,
            table_size=18,
            goal="most",
        ),
        FixedTable(
            "spoil",
            phrase("Spoil"),
            phrase("All together take as few Sets as possible, until no Set is left on the table."),
            is_shared=True,
            takes_back=True,
            table_size=18,
            goal="fewest",
        ),
    )
}
"""Every contest by its key, the usual one first."""
