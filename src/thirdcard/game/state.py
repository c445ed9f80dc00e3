"""What is true of a table after some events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal

from thirdcard.core.geometry import Point
from thirdcard.game.events import Header
from thirdcard.game.shuffle import shuffle
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

__all__ = ["Phase", "Seat", "State", "Taken"]

Phase = Literal["unopened", "waiting", "playing", "ended"]


@dataclass(frozen=True)
class Seat:
    """A player's place at the table and what they won.

    Attributes:
        player: the player's id.
        name: the player's name.
        bot: the level of a bot, None for a person.
        present: False after leaving.
        score: points.
        claims: accepted claims.
        refusals: claims that were judged and refused.
        previous: the spots of the last claim, where each card lay.
        scored_seq: the event that brought the score to where it is; equal scores rank by it.
        refused: the refused claims, code and cards, since the table changed last.
    """

    player: str
    name: str
    bot: int | None = None
    present: bool = True
    score: int = 0
    claims: int = 0
    refusals: int = 0
    previous: tuple[Spot, ...] = ()
    scored_seq: int = 0
    refused: frozenset[tuple[str, tuple[str, ...]]] = frozenset()


@dataclass(frozen=True)
class Taken:
    """Who took a card, and with which event."""

    seat: int
    seq: int


@dataclass(frozen=True)
class State:
    """A table after `seq` events.

    Attributes:
        header: the kind of game.
        seed: the seed of the shuffle; None where it is not known, as for a reader of an
            unfinished record, who can follow the events and decide nothing.
        at: time of the last event.
        slots: the point of the card on every place of the table, None for a hole.
        dealt: how many cards have left the deck.
        taken: who took each card that was claimed.
        previous: the spots of the claim taken last.
        previous_seat: who took it.
        linked: the card of it that came from the claim before.
        turn: the seat to move, None where no turns are taken.
        face_up: slots whose cards are turned up, where cards lie face down.
        acted_at: time of the last thing a player did.
        turn_at: when the present turn began, or its last card was turned up.
        reason: why the game ended.
    """

    header: Header
    seed: bytes | None = None
    seq: int = 0
    at: int = 0
    phase: Phase = "unopened"
    commitment: str = ""
    seats: tuple[Seat, ...] = ()
    slots: tuple[Point | None, ...] = ()
    dealt: int = 0
    taken: Mapping[Point, Taken] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    previous: tuple[Spot, ...] = ()
    previous_seat: int | None = None
    linked: str | None = None
    turn: int | None = None
    face_up: tuple[int, ...] = ()
    acted_at: int = 0
    turn_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    reason: str | None = None

    @cached_property
    def variant(self) -> Variant:
        """The variant that is played."""
        return parse_variant(self.header.variant)

    @cached_property
    def table_size(self) -> int:
        """Number of cards up to which the table is refilled."""
        return self.variant.require_table_size(self.header.options.table_size)

    @cached_property
    def deck(self) -> tuple[Point, ...]:
        """The whole deck in dealing order; secret until the end.

        Raises:
            ValueError: the seed is not known.
        """
        if self.seed is None:
            raise ValueError("the seed of this table's shuffle is not known")
        return _shuffle_once(self.variant.deck.size, self.seed)

    @property
    def undealt(self) -> int:
        """Number of cards left in the deck."""
        return self.variant.deck.size - self.dealt

    # -- the table ----------------------------------------------------------------------------

    def spot(self, slot: int) -> Spot | None:
        """Return the spot of the card on a slot, None for a hole."""
        point = self.slots[slot]
        return None if point is None else self.variant.spot(point, self.group(slot))

    def group(self, slot: int) -> int:
        """Return the group that a slot belongs to."""
        return slot % self.variant.grouping.count

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The spots of all cards on the table, by slot."""
        spots = (self.spot(slot) for slot in range(len(self.slots)))
        return tuple(spot for spot in spots if spot is not None)

    def find_slot(self, point: Point) -> int | None:
        """Return the slot where a card lies, None if it is not on the table."""
        return self.slots.index(point) if point in self.slots else None

    # -- seats --------------------------------------------------------------------------------

    def find_seat(self, player: str) -> int | None:
        """Return the seat of a player, also of one who left; None for a spectator."""
        return next((i for i, seat in enumerate(self.seats) if seat.player == player), None)

    def iter_present(self) -> Iterator[int]:
        """Yield the seats whose players have not left."""
        return (i for i, seat in enumerate(self.seats) if seat.present)

    @property
    def has_people(self) -> bool:
        """Whether a person holds a seat."""
        return any(self.seats[seat].bot is None for seat in self.iter_present())

    def previous_of(self, seat: int) -> tuple[Spot, ...]:
        """Return the claim that a seat's next one must continue, empty for none."""
        by_seat = [s.previous for s in self.seats]
        return tuple(self.variant.rule.choose_previous(by_seat, self.previous, seat))

    @property
    def can_be_claimed(self) -> bool:
        """Whether some present seat has a claim on the table."""
        chains = {self.previous_of(seat) for seat in self.iter_present()}
        return any(self.variant.find_claim(self.spots, previous) for previous in chains)

    def next_seat(self) -> int | None:
        """Return the present seat whose turn follows, None if there is none."""
        present = list(self.iter_present())
        later = [seat for seat in present if self.turn is not None and seat > self.turn]
        return next(iter(later or present), None)

    @property
    def ranking(self) -> tuple[int, ...]:
        """Seats from first to last: by score, then by who reached it earlier."""
        order = sorted(
            range(len(self.seats)),
            key=lambda i: (-self.seats[i].score, self.seats[i].scored_seq, i),
        )
        return tuple(order)


# A state is made anew by every event, its deck is not.
_shuffle_once = lru_cache(maxsize=1024)(shuffle)
