"""A table that a test plays at, and players who play at random.

`Table` carries commands out at times of its own and keeps every event and every state.  `Crowd`
sends it commands as people would: right, wrong, late and out of turn.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from thirdcard.errors import Refusal
from thirdcard.game.commands import Claim, Command, Flip, Join, Leave, Start, Tick
from thirdcard.game.events import Event, Header, Options
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.record import Record
from thirdcard.game.state import State
from thirdcard.variants.variant import Spot, Variant

OPENED_AT = 1_700_000_000_000
SECOND = 1000

Answer = tuple[Event, ...] | Refusal


class Table:
    """A table with a clock: each command comes `wait` milliseconds after the one before.

    Attributes:
        events: all events so far.
        states: the states between them; ``states[n]`` is the one after event n.
    """

    def __init__(self, variant: str = "classic", seed: int = 0, **options: Any) -> None:
        self.header = Header(variant=variant, options=Options(**options))
        self.seed = Random(seed).randbytes(32)
        self.now = OPENED_AT
        self.events: list[Event] = []
        self.states = [State(self.header, self.seed)]
        self._happen(open_table(self.header, self.seed, self.now)[1])

    def _happen(self, event: Event) -> None:
        self.events.append(event)
        self.states.append(evolve(self.state, event))

    # -- what is there ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def variant(self) -> Variant:
        return self.state.variant

    @property
    def record(self) -> Record:
        return Record(self.header, tuple(self.events))

    def code_at(self, slot: int) -> str:
        point = self.state.slots[slot]
        assert point is not None
        return self.variant.deck.code(point)

    def codes(self) -> list[str]:
        """The cards on the table."""
        return [self.variant.code(spot) for spot in self.state.spots]

    def undealt_codes(self) -> list[str]:
        return [self.variant.deck.code(point) for point in self.state.deck[self.state.dealt :]]

    def iter_claims(self, player: str, state: State | None = None) -> Iterator[tuple[str, ...]]:
        """Yield what a player may claim, now or in an earlier state."""
        state = state or self.state
        seat = state.find_seat(player)
        previous = () if seat is None else state.previous_of(seat)
        for claim in self.variant.iter_claims(state.spots, previous):
            yield tuple(self.variant.code(spot) for spot in claim)

    def find_claim(self, player: str) -> tuple[str, ...]:
        return next(self.iter_claims(player))

    def slots_of(self, claim: Sequence[Spot]) -> list[int]:
        slots = (self.state.find_slot(self.variant.point(spot)) for spot in claim)
        return [slot for slot in slots if slot is not None]

    # -- commands -----------------------------------------------------------------------------

    def do(self, command: Command, wait: int = SECOND) -> Answer:
        """Carry a command out and return what followed."""
        self.now += wait
        answer: Answer
        try:
            answer = events = decide(self.state, command, self.now)
        except Refusal as refusal:
            answer, events = refusal, refusal.events
        for event in events:
            self._happen(event)
        return answer

    def join(self, *players: str) -> Answer:
        """Let players sit down, ann as "Ann"; return what followed the last."""
        return [self.do(Join(player, player.title())) for player in players][-1]

    def leave(self, player: str) -> Answer:
        return self.do(Leave(player))

    def start(self) -> Answer:
        return self.do(Start(next(seat.player for seat in self.state.seats if seat.present)))

    def claim(self, player: str, cards: Sequence[str], seen: int | None = None) -> Answer:
        return self.do(Claim(player, tuple(cards), self.state.seq if seen is None else seen))

    def flip(self, player: str, slot: int, wait: int = SECOND) -> Answer:
        return self.do(Flip(player, slot, self.state.seq), wait)

    def tick(self, wait: int = SECOND) -> Answer:
        return self.do(Tick(), wait)


def started(variant: str = "classic", *players: str, seed: int = 0, **options: Any) -> Table:
    """Return a table at which a game has begun; ann and bob play if nobody is named."""
    table = Table(variant, seed, **options)
    table.join(*(players or ("ann", "bob")))
    told(table.start())
    return table


def told(answer: Answer) -> tuple[Event, ...]:
    """Return the events of a command that must have been carried out."""
    assert not isinstance(answer, Refusal), (answer.code, str(answer))
    return answer


def refused(answer: Answer, code: str) -> Refusal:
    """Return the refusal of a command that must have been refused."""
    assert isinstance(answer, Refusal), answer
    assert answer.code == code, (answer.code, str(answer))
    return answer


NAMES = ("ann", "bob", "cleo", "dan")


class Crowd:
    """Players who do at random what people do, and who bring every game to its end.

    Args:
        table: where they play; it is to be started by `play`.
        random: where their whims come from.
        players: how many there are.
        hurry: the share of commands that try to go on with the game.
    """

    def __init__(self, table: Table, random: Random, players: int = 3, hurry: float = 0.5) -> None:
        self.table = table
        self.random = random
        self.names = NAMES[:players]
        self.hurry = hurry
        self._plan: list[int] = []

    def play(self) -> None:
        """Play a game from the first seat to the last claim."""
        self.table.join(*self.names)
        told(self.table.start())
        for _ in range(30 * self.table.variant.deck.size):
            if self.table.state.phase == "ended":
                return
            self.table.do(self.choose(), self.random.choice((1, 700, 2500)))
        raise AssertionError("the game does not end")

    def choose(self) -> Command:
        """Return what somebody does next."""
        state = self.table.state
        present = [state.seats[seat].player for seat in state.iter_present()]
        if self.random.random() < self.hurry:
            command = self._flip() if state.variant.rule.face_down else self._claim(present)
            if command:
                return command
        player = self.random.choice(self.names)
        match self.random.randrange(8):
            case 0 if len(present) > 1:
                return Leave(player)
            case 1 | 2:
                return Join(player, player.title())
            case 3:
                return Tick()
            case 4 if state.variant.rule.face_down:
                return Flip(player, self.random.randrange(len(state.slots) + 1), state.seq)
            case 4 | 5:
                return self._late_claim(player)
            case _:
                return self._wrong_claim(player)

    def _claim(self, present: Sequence[str]) -> Claim | None:
        for player in self.random.sample(present, len(present)):
            if claims := list(islice(self.table.iter_claims(player), 8)):
                cards = list(self.random.choice(claims))
                self.random.shuffle(cards)
                return Claim(player, tuple(cards), self.table.state.seq)
        return None

    def _late_claim(self, player: str) -> Claim:
        """Claim what could be claimed some events ago."""
        earlier = self.random.choice(self.table.states[-25:])
        claims = list(islice(self.table.iter_claims(player, earlier), 8))
        return Claim(player, self.random.choice(claims) if claims else (), earlier.seq)

    def _wrong_claim(self, player: str) -> Claim:
        """Claim a handful of cards, most of which lie on the table."""
        variant, random = self.table.variant, self.random
        size = random.choice((*variant.pattern.sizes, variant.pattern.sizes[0]))
        here = self.table.codes() or list(variant.deck.codes)
        cards = random.sample(here, min(size, len(here)))
        seat = self.table.state.find_seat(player)
        whim = random.randrange(6)
        if whim == 0:
            cards[0] = random.choice(variant.deck.codes)
        elif whim == 1 and seat is not None:
            # Cards of earlier claims: none, one or too many of them.
            old = [variant.code(spot) for spot in self.table.state.previous_of(seat)]
            cards[: min(2, len(old))] = old[:2]
        elif whim == 2 and (claims := list(islice(self.table.iter_claims(player), 4))):
            cards = list(random.choice(claims))
            cards[random.randrange(len(cards))] = random.choice(here)
        elif whim == 3:
            cards = cards[1:] if random.random() < 0.5 else [*cards[1:], cards[0], cards[0]]
        return Claim(player, tuple(cards), random.choice(self.table.states[-25:]).seq)

    def _flip(self) -> Flip | None:
        """Turn the next card up: of a claim that is there, or of a guess."""
        state = self.table.state
        assert state.turn is not None
        size = state.variant.pattern.fixed_size
        if not self._plan or len(state.face_up) == size:
            slots = [slot for slot, point in enumerate(state.slots) if point is not None]
            claim = state.variant.find_claim(state.spots)
            assert claim is not None
            known = self.random.random() < 0.6
            self._plan = (
                self.table.slots_of(claim) if known else self.random.sample(slots, len(claim))
            )
        return Flip(state.seats[state.turn].player, self._plan.pop(), state.seq)
