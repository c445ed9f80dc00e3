"""What is taught: a lesson of about two minutes for the rule, and one for each value of an axis.

A lesson stands in `BOOK` under the key of its value.  The values that a plain game has are taught
together, by the lesson on what a Set is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from thirdcard.phrases import phrase
from thirdcard.server.lesson_steps import (
    Condition,
    Judge,
    Pick,
    Read,
    StepPlan,
    first,
    line_of,
    without_a_line,
)
from thirdcard.variants.variant import Spot, Variant, Verdict

__all__ = ["BOOK", "LessonPlan"]


@dataclass(frozen=True)
class LessonPlan:
    """A lesson as it is written.

    Attributes:
        steps: its steps in order.
        title: what it is called, None for the title of the value.
        minutes: how long it takes.
    """

    steps: tuple[StepPlan, ...]
    title: str | None = None
    minutes: int = 2


# -- conditions ---------------------------------------------------------------------------------


def _verdicts(variant: Variant, spots: Sequence[Spot]) -> list[Verdict]:
    return [comparison.verdict for comparison in variant.compare_features(spots)]


def fails_in(*names: str) -> Condition:
    """Return the condition that exactly these features of three cards fail."""
    return lambda variant, spots: (
        names == tuple(c.feature for c in variant.compare_features(spots) if c.verdict == "fails")
    )


def differs_in(*names: str) -> Condition:
    """Return the condition that at least these features differ on all of three cards."""
    return lambda variant, spots: (
        set(names)
        <= {c.feature for c in variant.compare_features(spots) if c.verdict == "different"}
    )


def agrees_in(*names: str) -> Condition:
    """Return the condition that at least these features are the same on all of three cards."""
    return lambda variant, spots: (
        set(names) <= {c.feature for c in variant.compare_features(spots) if c.verdict == "same"}
    )


def differs_in_number(count: int) -> Condition:
    """Return the condition that this many features of three cards differ."""
    return lambda variant, spots: _verdicts(variant, spots).count("different") == count


def fails_in_number(count: int) -> Condition:
    """Return the condition that this many features of three cards fail."""
    return lambda variant, spots: _verdicts(variant, spots).count("fails") == count


def is_claim(variant: Variant, spots: Sequence[Spot]) -> bool:
    """Hold for what would be a claim if there were none before."""
    return variant.is_claim(spots)


def holds_line(variant: Variant, spots: Sequence[Spot]) -> bool:
    """Hold for cards some three of which are a Set."""
    return not variant.space.is_cap(spots)


def holds_no_line(variant: Variant, spots: Sequence[Spot]) -> bool:
    """Hold for cards no three of which are a Set."""
    return variant.space.is_cap(spots)


# -- the rule, and the decks --------------------------------------------------------------------

SET = LessonPlan(
    title=phrase("The rule"),
    steps=(
        Read(
            phrase(
                "Each card shows four features: number, colour, shading and symbol, and each of "
                "them has three values. Compare these three cards feature by feature: one is "
                "different on all three, the others are the same. They are a Set."
            ),
            alone=True,
            where=differs_in_number(1),
        ),
        Read(
            phrase(
                "Three cards are a Set if each feature, looked at by itself, is the same on all "
                "three cards or different on all three. So this is a Set as well: all four are "
                "different."
            ),
            alone=True,
            where=differs_in_number(4),
        ),
        Judge(
            phrase(
                "A feature must not be the same on two cards and another on the third. "
                "Are these three cards a Set?"
            ),
            answer=False,
            where=fails_in_number(1),
        ),
        Judge(phrase("And these?"), where=differs_in_number(2)),
        Pick(
            phrase(
                "Any two cards determine the third: there is exactly one card that makes a Set "
                "with them. Two are marked. Which one is missing?"
            ),
            size=6,
            claims=range(1, 2),
            given=first(2),
            where=differs_in_number(2),
        ),
        Pick(
            phrase(
                "Once more. Go through the features one after the other, and you know the card "
                "before you look for it."
            ),
            size=9,
            claims=range(1, 3),
            given=first(2),
            where=differs_in_number(3),
        ),
        Pick(
            phrase("Twelve cards, as in a game. Mark three that are a Set; there are several."),
            claims=range(4, 7),
        ),
        Pick(phrase("Here is only one. Take your time."), claims=range(1, 2)),
    ),
)

JUNIOR = LessonPlan(
    steps=(
        Read(
            phrase(
                "These cards have three features only: number, colour and symbol. All are solid. "
                "The rule is the same: each feature the same on all three cards, or different on "
                "all."
            ),
            size=9,
            alone=True,
            where=differs_in_number(2),
        ),
        Judge(
            phrase("Are these three cards a Set?"), size=9, answer=False, where=fails_in_number(1)
        ),
        Judge(phrase("And these?"), size=9, where=differs_in_number(3)),
        Pick(
            phrase("Two cards are marked. Which third card makes a Set with them?"),
            size=6,
            claims=range(1, 2),
            given=first(2),
        ),
        Pick(
            phrase("Nine cards lie on the table, as in a game. Find a Set."),
            size=9,
            claims=range(2, 6),
        ),
    ),
)

MEGA = LessonPlan(
    steps=(
        Read(
            phrase(
                "The background is a fifth feature, with three values like the others. Here it is "
                "different on all three cards, and so these are a Set."
            ),
            size=15,
            alone=True,
            where=differs_in("background"),
        ),
        Judge(
            phrase("Look at all five features. Are these three cards a Set?"),
            size=15,
            answer=False,
            where=fails_in("background"),
        ),
        Judge(phrase("And these?"), size=15, where=agrees_in("background")),
        Pick(
            phrase("Any two cards determine the third here as well. Which one is it?"),
            size=9,
            claims=range(1, 2),
            given=first(2),
        ),
        Pick(
            phrase("Fifteen cards lie on the table. Find a Set; there is more than one."),
            size=15,
            claims=range(2, 6),
        ),
    ),
)

# -- groups -------------------------------------------------------------------------------------

ULTRA = LessonPlan(
    steps=(
        Read(
            phrase(
                "The table has three groups, and the group in which a card lies is one more "
                "feature. These three lie in one group, so the group is the same on all: a Set."
            ),
            size=18,
            alone=True,
            where=agrees_in("group"),
        ),
        Read(
            phrase("Or the cards lie in three different groups, one in each: a Set as well."),
            size=18,
            alone=True,
            where=differs_in("group"),
        ),
        Judge(
            phrase("The cards by themselves would be a Set. Are they one where they lie?"),
            size=18,
            answer=False,
            where=fails_in("group"),
        ),
        Pick(
            phrase(
                "Two cards are marked. They determine the third, and the group in which it must "
                "lie."
            ),
            size=9,
            claims=range(1, 2),
            given=first(2),
            where=differs_in("group"),
        ),
        Pick(
            phrase("Find a Set: three cards of one group, or one of each."),
            size=12,
            claims=range(1, 4),
        ),
    ),
)

ULTRA9 = LessonPlan(
    steps=(
        Read(
            phrase(
                "Nine groups lie in three rows and three columns. Row and column are two more "
                "features of a card: each is the same on all three cards, or different on all "
                "three."
            ),
            size=27,
            alone=True,
            where=differs_in("row", "column"),
        ),
        Read(
            phrase("Here the row is the same and the column different: a Set."),
            size=27,
            alone=True,
            where=lambda variant, spots: (
                agrees_in("row")(variant, spots) and differs_in("column")(variant, spots)
            ),
        ),
        Judge(
            phrase("Are these three cards a Set where they lie?"),
            size=27,
            answer=False,
            where=fails_in("column"),
        ),
        Judge(phrase("And these?"), size=27, where=differs_in("row")),
        Pick(
            phrase("Two cards are marked. In which group must the third one lie?"),
            size=18,
            claims=range(1, 3),
            given=first(2),
        ),
        Pick(phrase("Find a Set."), size=18, claims=range(1, 4)),
    ),
)

# -- patterns -----------------------------------------------------------------------------------

SUPER = LessonPlan(
    steps=(
        Read(
            phrase(
                "A Super-Set is four cards in two pairs that need the same third card. That card "
                "need not lie on the table: it is enough that you see it."
            ),
            size=9,
            alone=True,
        ),
        Judge(
            phrase("Are these four cards a Super-Set? They can be paired in three ways."),
            size=9,
            answer=False,
            where=holds_no_line,
        ),
        Judge(phrase("And these four?"), size=9),
        Judge(
            phrase("If three of the cards were a Set, no fourth would do. And these?"),
            size=9,
            answer=False,
            where=holds_line,
        ),
        Pick(
            phrase(
                "Three cards of a Super-Set are marked. Take two of them, think of their third "
                "card, and find the card that leads to it from the one that is left."
            ),
            size=7,
            claims=range(1, 2),
            given=first(3),
        ),
        Pick(
            phrase("Nine cards lie on the table, as in a game. Find a Super-Set."),
            size=9,
            claims=range(2, 6),
        ),
    ),
)

DOUBLE = LessonPlan(
    steps=(
        Read(
            phrase("A Double-Set is two Sets at once, six cards in all: no card is in both."),
            alone=True,
        ),
        Judge(
            phrase("Six cards, with a Set among them. Are they a Double-Set?"),
            answer=False,
            where=holds_line,
        ),
        Pick(
            phrase("One Set is marked. Add another one, of three other cards."),
            size=9,
            claims=range(1, 2),
            given=line_of,
        ),
        Pick(phrase("Find a Double-Set: six cards that are two Sets."), claims=range(1, 4)),
    ),
)

EIGHT = LessonPlan(
    steps=(
        Read(
            phrase(
                "An Eight-Set is three or four Sets that together have at least eight cards. They "
                "may share cards: these are eight, and the Sets among them are told below."
            ),
            alone=True,
            where=lambda _variant, spots: len(spots) == 8,
        ),
        Judge(phrase("Eight cards. Is each of them in a Set with others of them?"), answer=False),
        Pick(
            phrase(
                "These Sets are marked. Add one more, so that there are eight cards or more in "
                "all, and then claim them."
            ),
            claims=range(1, 8),
            given=without_a_line,
        ),
        Pick(phrase("Find an Eight-Set, card after card, and then claim it."), claims=range(1, 20)),
    ),
    minutes=3,
)

# -- rules --------------------------------------------------------------------------------------

CHAIN = LessonPlan(
    steps=(
        Read(
            phrase(
                "The Set that you claim lies before you. Your next claim is made of two cards of "
                "the table and exactly one of yours, as this one."
            ),
            continues=True,
            where=differs_in_number(3),
        ),
        Judge(
            phrase("These three cards are a Set. May you claim them?"),
            continues=True,
            answer=False,
            where=is_claim,
        ),
        Pick(
            phrase(
                "Your last claim lies before you. Mark one of its cards, and the two of the table "
                "that make a Set with it."
            ),
            size=9,
            continues=True,
            claims=range(2, 5),
        ),
        Pick(
            phrase(
                "Others have chains of their own, and their cards are of no use to you. Go on with "
                "your claim; there is one way only."
            ),
            continues=True,
            claims=range(1, 2),
        ),
    ),
)

CHAIN_TABLE = LessonPlan(
    steps=(
        Read(
            phrase(
                "All continue the same chain: a claim is made of two cards of the table and "
                "exactly one of the claim that was taken last, whoever took it."
            ),
            continues=True,
            where=differs_in_number(3),
        ),
        Judge(
            phrase("These three cards are a Set. May you claim them now?"),
            continues=True,
            answer=False,
            where=is_claim,
        ),
        Pick(
            phrase(
                "Somebody took the three cards of the last claim. Be the next: one of them, and "
                "two of the table."
            ),
            size=9,
            continues=True,
            claims=range(2, 5),
        ),
        Pick(
            phrase("And here? What you take is what all others must continue then."),
            continues=True,
            claims=range(1, 2),
        ),
    ),
)

MEMORY = LessonPlan(
    steps=(
        Read(
            phrase(
                "Cards lie face down in this game, and turns are taken. Look well at these six "
                "before they are turned down: one Set is among them."
            ),
            size=6,
            claims=range(1, 2),
            deal="six",
            marks=False,
        ),
        Pick(
            phrase("Two cards of that Set lie face up. Where was the third one?"),
            size=6,
            claims=range(1, 2),
            deal="six",
            given=first(2),
            hides=True,
        ),
        Pick(
            phrase(
                "A whole turn: turn up three cards that are a Set. If they are none, they are "
                "turned down again; remember them."
            ),
            size=6,
            claims=range(2, 5),
            hides=True,
        ),
    ),
)

BOOK: Final[dict[str, LessonPlan]] = {
    "set": SET,
    "junior": JUNIOR,
    "mega": MEGA,
    "ultra": ULTRA,
    "ultra9": ULTRA9,
    "super": SUPER,
    "double": DOUBLE,
    "eight": EIGHT,
    "chain": CHAIN,
    "chain-table": CHAIN_TABLE,
    "memory": MEMORY,
}
