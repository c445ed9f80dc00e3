"""What is true of a table after some events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Literal

from thirdcard.core.geometry import Point
from thirdcard.game.contests import CONTESTS, Contest
from thirdcard.game.events import Header, Options, Subject
from thirdcard.game.shuffle import shuffle
from thirdcard.phrases import Phrase, phrase
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "Call",
    "Clue",
    "Move",
    "Offer",
    "Phase",
    "Question",
    "Seat",
    "State",
    "Taken",
    "tell_name",
]

Phase = Literal["unopened", "waiting", "playing", "ended"]


@dataclass(frozen=True)
class Clue:
    """What a hint told: whether there is a claim, and some of its cards from stage 2 on."""

    stage: int
    cards: tuple[str, ...]
    there: bool


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
        failed_calls: calls without a right claim since the table changed last.
        away: whether the person has been without a connection for a while.
        muted: whether the player may not chat.
        locked_until: until when the seat may not claim.
        clue: the newest hint that was for this seat alone, None where the table has changed.
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
    failed_calls: int = 0
    away: bool = False
    muted: bool = False
    locked_until: int | None = None
    clue: Clue | None = None

    @property
    def told(self) -> str:
        """The name as people are told it; see `tell_name`."""
        return tell_name(self.name, self.bot)


def tell_name(name: str, bot: int | None) -> str:
    """Return a name as people are told it: a bot's is a phrase, a person's is theirs.

    A bot that has a number behind its name, as another has the name, is told so in any language.

    >>> tell_name("Bot · expert 2", 4).values
    {'name': 'Bot · expert', 'number': '2'}
    """
    if bot is None:
        return name
    base, _, number = name.rpartition(" ")
    if not number.isdecimal():
        base, number = name, ""
    # What no catalogue knows is told as it is, whatever stands in it.
    told = Phrase(base, base.replace("{", "{{").replace("}", "}}"), {})
    return phrase("{name} {number}", name=told, number=number) if number else told


@dataclass(frozen=True)
class Taken:
    """Who took a card, and with which event."""

    seat: int
    seq: int


@dataclass(frozen=True)
class Call:
    """Until `until` only `seat` may claim."""

    seat: int
    until: int


@dataclass(frozen=True)
class Offer:
    """A right claim that waits for the end of its window; see `thirdcard.game.events.Offered`."""

    seat: int
    cards: tuple[str, ...]
    seen: int
    acted: int


@dataclass(frozen=True)
class Question:
    """What people vote on, and the seats that agree."""

    subject: Subject
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """A claim that can be undone.

    Attributes:
        seat: whose it was.
        spots: its cards, where they lay.
        slots: the slot of each.
        size: number of slots that the table had.
        points: what it earned.
        seq: its event.
        scored_seq: the event that had brought the seat's score to where it was before.
        linked: the card that came from the claim before.
    """

    seat: int
    spots: tuple[Spot, ...]
    slots: tuple[int, ...]
    size: int
    points: int
    seq: int
    scored_seq: int
    linked: str | None = None


@dataclass(frozen=True)
class State:
    """A table after `seq` events.

    Attributes:
        header: the kind of game, with the options that are in force.
        seed: the seed of the shuffle; None where it is not known, as for a reader of an
            unfinished record, who can follow the events and decide nothing.
        at: time of the last event.
        slots: the point of the card on every place of the table, None for a hole.
        pool: the points of the cards that the deck was made of when it was shuffled last, None
            for all there are.
        round: how often the deck has been shuffled anew.
        dealt: how many cards have left the deck since.
        dealt_at: time of the last deal.
        taken: who took each card that was claimed.
        previous: the spots of the claim taken last.
        previous_seat: who took it.
        linked: the card of it that came from the claim before.
        turn: the seat to move, None where no turns are taken.
        face_up: slots whose cards are turned up, where cards lie face down.
        acted_at: time of the last thing a player did.
        turn_at: when the present turn began, or its last card was turned up.
        ends_at: when the time of the game is over, None without a limit.
        paused_at: since when the game rests, None while it goes on.
        banned: the players that may not come back.
        call: the call that runs.
        offers: the claims that wait for the end of the window.
        offers_until: when that is.
        times: the times of the latest events, where claims are ordered by them; the last is `at`.
        questions: what people vote on.
        clue: the newest hint that was for all, None where the table has changed since.
        moves: the claims that can be undone, the last at the end.
        optimum: the solved value of the table, and whether it is proved.
        reason: why the game ended.
        loser: the seat that lost by that, None where the score decides.
    """

    header: Header
    seed: bytes | None = None
    seq: int = 0
    at: int = 0
    phase: Phase = "unopened"
    commitment: str = ""
    seats: tuple[Seat, ...] = ()
    slots: tuple[Point | None, ...] = ()
    pool: tuple[Point, ...] | None = None
    round: int = 0
    dealt: int = 0
    dealt_at: int = 0
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
    ends_at: int | None = None
    paused_at: int | None = None
    banned: frozenset[str] = frozenset()
    call: Call | None = None
    offers: tuple[Offer, ...] = ()
    offers_until: int | None = None
    times: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    clue: Clue | None = None
    moves: tuple[Move, ...] = ()
    optimum: int | None = None
    optimum_proved: bool = False
    reason: str | None = None
    loser: int | None = None

    def changed(self, values: Mapping[str, Any]) -> State:
        """Return the table with other values of some attributes.

        As `dataclasses.replace`, in a fraction of its time, which each event takes.
        """
        other = object.__new__(type(self))
        own = self.__dict__
        # Only attributes: what was worked out from the old ones is left behind.
        other.__dict__.update({name: own[name] for name in self.__dataclass_fields__}, **values)
        return other

    @cached_property
    def variant(self) -> Variant:
        """The variant that is played."""
        return parse_variant(self.header.variant)

    @property
    def options(self) -> Options:
        """The options that are in force."""
        return self.header.options

    @property
    def contest(self) -> Contest:
        """What is played for."""
        return CONTESTS[self.header.options.contest]

    @property
    def max_seats(self) -> int:
        """How many can play."""
        return self.contest.seats or self.options.seats

    @cached_property
    def table_size(self) -> int:
        """Number of cards up to which the table is filled."""
        wanted = self.options.table_size
        return self.variant.require_table_size(
            self.contest.table_size if wanted is None else wanted
        )

    @cached_property
    def deck(self) -> tuple[Point, ...]:
        """The whole deck in dealing order; secret until the end.

        Raises:
            ValueError: the seed is not known.
        """
        if self.seed is None:
            raise ValueError("the seed of this table's shuffle is not known")
        if self.pool is None:
            return _shuffle_once(self.variant.deck.size, self.seed)
        order = _shuffle_once(len(self.pool), self.seed, self.round)
        return tuple(self.pool[place] for place in order)

    @property
    def undealt(self) -> int:
        """Number of cards left in the deck."""
        size = self.variant.deck.size if self.pool is None else len(self.pool)
        return size - self.dealt

    @property
    def is_endless(self) -> bool:
        """Whether the deck is shuffled anew when it is empty."""
        return self.options.end_seconds > 0

    @cached_property
    def aside(self) -> tuple[Point, ...]:
        """The cards that neither lie on the table nor can be used by a seat's next claim.

        Of an empty deck; for one with cards left, theirs are among them.
        """
        used = {point for point in self.slots if point is not None}
        for seat in range(len(self.seats)):
            used.update(self.variant.point(spot) for spot in self.previous_of(seat))
        return tuple(point for point in range(self.variant.deck.size) if point not in used)

    @property
    def is_going(self) -> bool:
        """Whether the game is being played, and not paused."""
        return self.phase == "playing" and self.paused_at is None

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

    def find_time(self, seq: int) -> int:
        """Return when an event was, or the oldest whose time is kept where it was before that."""
        age = min(max(self.seq - seq, 0), len(self.times) - 1)
        return self.times[-1 - age]

    # -- seats --------------------------------------------------------------------------------

    def find_seat(self, player: str) -> int | None:
        """Return the seat of a player, also of one who left; None for a spectator."""
        return next((i for i, seat in enumerate(self.seats) if seat.player == player), None)

    def iter_present(self) -> Iterator[int]:
        """Yield the seats whose players have not left."""
        return (i for i, seat in enumerate(self.seats) if seat.present)

    @property
    def host(self) -> int | None:
        """The first person present, who may choose options and send others away."""
        return next((i for i in self.iter_present() if self.seats[i].bot is None), None)

    def iter_voters(self) -> Iterator[int]:
        """Yield the seats that votes wait for: people who are present and not away."""
        seats = self.seats
        return (i for i in self.iter_present() if seats[i].bot is None and not seats[i].away)

    @property
    def has_people(self) -> bool:
        """Whether a person holds a seat."""
        return any(self.seats[seat].bot is None for seat in self.iter_present())

    def previous_of(self, seat: int) -> tuple[Spot, ...]:
        """Return the claim that a seat's next one must continue, empty for none."""
        by_seat = [s.previous for s in self.seats]
        return tuple(self.variant.rule.choose_previous(by_seat, self.previous, seat))

    @cached_property
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
        """Seats from first to last."""
        return tuple(self.contest.rank(self))


# A state is made anew by every event, its deck is not.
_shuffle_once = lru_cache(maxsize=1024)(shuffle)
