"""How a table is divided into groups, which are coordinates like any other.

A card lying in group *g* of a division into ``3**d`` groups displays the point with *d* more
digits, those of *g*.  A claim must be a claim of these longer points; nothing else changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from thirdcard.core.cards import Feature
from thirdcard.phrases import phrase

__all__ = ["FLAT", "ULTRA", "ULTRA9", "Grouping"]


@dataclass(frozen=True)
class Grouping:
    """A division of the table into groups of equal size.

    Attributes:
        key: its name in expressions.
        title: its name for people.
        sentence: what it changes, for people.
        features: the coordinates that a group adds, most significant first.
        group_size: cards that each group holds at the start, None for the whole table's.
    """

    key: str
    title: str
    sentence: str
    features: tuple[Feature, ...] = ()
    group_size: int | None = None

    @property
    def count(self) -> int:
        """Number of groups."""
        return int(3 ** len(self.features))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns in which the groups are laid: the last coordinate counts columns."""
        columns = min(self.count, 3)
        return self.count // columns, columns

    @property
    def table_size(self) -> int | None:
        """Cards on the table at the start, None if the grouping does not say."""
        return None if self.group_size is None else self.group_size * self.count


FLAT = Grouping("flat", phrase("One table"), phrase("The cards lie together."))
ULTRA = Grouping(
    "ultra",
    phrase("Ultra-Set"),
    phrase("Three groups of six cards; a claim lies in one group, or one card in each."),
    (
        Feature(
            phrase("group"),
            (phrase("first group"), phrase("second group"), phrase("third group")),
            "123",
        ),
    ),
    6,
)
ULTRA9 = Grouping(
    "ultra9",
    phrase("Ultra-Set, nine groups"),
    phrase("Nine groups of three cards, 3×3; rows and columns each count as one more feature."),
    (
        Feature(
            phrase("row"), (phrase("top row"), phrase("middle row"), phrase("bottom row")), "123"
        ),
        Feature(
            phrase("column"),
            (phrase("left column"), phrase("middle column"), phrase("right column")),
            "123",
        ),
    ),
    3,
)
