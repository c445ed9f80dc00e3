"""Many hands on one table: what hypothesis can think of, under the eyes of a referee.

The referee says beforehand what each claim must be answered, and checks every event.
"""

from collections import Counter
from itertools import islice

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.game.referee import RefereedTable
from tests.game.scripted import NAMES, SECOND, told
from tests.strategies import variants
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Claim, Flip, Join, Leave, Resume, Tick
from thirdcard.game.events import Claimed
from thirdcard.game.machine import replay
from thirdcard.game.record import read_record, verify, write_record
from thirdcard.game.state import State
from thirdcard.variants.variant import Variant

players = st.sampled_from(NAMES)
waits = st.sampled_from((-5 * SECOND, 0, 1, SECOND, 29 * SECOND, 30 * SECOND, 31 * SECOND))
ages = st.integers(0, 12)
picks = st.integers(0, 10**6)


class Race(RuleBasedStateMachine):
    """Two to four players who claim, turn cards up, leave and come back, with stale eyes."""

    @initialize(
        variant=variants, seed=picks, count=st.integers(2, 4), larger=st.sampled_from((0, 0, 9))
    )
    def sit_down(self, variant: Variant, seed: int, count: int, larger: int) -> None:
        size = min(variant.table_size + larger, variant.deck.size)
        self.table = RefereedTable(variant.key, seed, seats=count, table_size=size)
        self.table.join(*NAMES[:count])
        told(self.table.start())

    @property
    def face_down(self) -> bool:
        return self.table.variant.rule.face_down

    def earlier(self, age: int) -> State:
        """Return what somebody saw some events ago."""
        return self.table.states[-1 - min(age, self.table.state.seq - 1)]

    @precondition(lambda self: not self.face_down)
    @rule(player=players, age=ages, seen=ages, pick=picks, wait=waits)
    def claim_what_was_there(self, player: str, age: int, seen: int, pick: int, wait: int) -> None:
        """Claim what could be claimed some events ago, by one who saw a table of another age."""
        claims = list(islice(self.table.iter_claims(player, self.earlier(age)), 6))
        if claims:
            cards = claims[pick % len(claims)]
            self.table.do(Claim(player, cards, self.earlier(seen).seq), wait)

    @precondition(lambda self: not self.face_down)
    @rule(player=players, picks=st.lists(picks, max_size=9), seen=ages)
    def claim_anything(self, player: str, picks: list[int], seen: int) -> None:
        cards = self.table.codes() or list(self.table.variant.deck.codes)
        chosen = tuple(cards[pick % len(cards)] for pick in picks)
        self.table.do(Claim(player, chosen, self.earlier(seen).seq))

    @precondition(lambda self: not self.face_down)
    @rule(player=players, pick=picks, spoil=picks, by=picks, seen=ages)
    def claim_with_one_card_wrong(
        self, player: str, pick: int, spoil: int, by: int, seen: int
    ) -> None:
        """Put another card into a claim: from the table, the deck, or earlier claims."""
        if claims := list(islice(self.table.iter_claims(player), 6)):
            cards = list(claims[pick % len(claims)])
            deck = self.table.variant.deck
            cards[spoil % len(cards)] = deck.codes[by % deck.size]
            self.table.do(Claim(player, tuple(cards), self.earlier(seen).seq))

    @precondition(lambda self: not self.face_down)
    @rule(players=st.permutations(NAMES), pick=picks)
    def all_claim_at_once(self, players: list[str], pick: int) -> None:
        """Several claim overlapping cards, all having seen the same table: one takes each."""
        state = self.table.state
        for player in players:
            if claims := list(islice(self.table.iter_claims(player, state), 6)):
                self.table.do(Claim(player, claims[pick % len(claims)], state.seq), 0)

    @precondition(lambda self: self.face_down)
    @rule(player=players, slot=st.integers(-1, 40), age=ages, wait=waits)
    def flip_somewhere(self, player: str, slot: int, age: int, wait: int) -> None:
        self.table.do(Flip(player, slot, self.earlier(age).seq), wait)

    @precondition(lambda self: self.face_down and self.table.state.phase == "playing")
    @rule(pick=picks, count=st.integers(1, 6))
    def flip_a_claim(self, pick: int, count: int) -> None:
        """Let whose turn it is turn up a claim, or the beginning of it."""
        state = self.table.state
        assert state.turn is not None
        claims = list(islice(state.variant.iter_claims(state.spots), 6))
        for slot in self.table.slots_of(claims[pick % len(claims)])[:count]:
            self.table.do(Flip(state.seats[state.turn].player, slot, state.seq))

    @rule(player=players)
    def leave(self, player: str) -> None:
        self.table.do(Leave(player))

    @rule(player=players, wait=waits)
    def join_or_return(self, player: str, wait: int) -> None:
        self.table.do(Join(player, player), wait)

    @rule(wait=waits)
    def tick(self, wait: int) -> None:
        self.table.do(Tick(), wait)

    @precondition(lambda self: next_deadline(self.table.state) is not None)
    @rule(off=st.sampled_from((-1, 0, 1)))
    def tick_at_the_deadline(self, off: int) -> None:
        """What is due happens at its time, and no sooner."""
        due = next_deadline(self.table.state)
        assert due is not None
        before = self.table.state
        told(self.table.do(Tick(), due + off - self.table.now))
        # Time does not go back: where something else happened later, it is that late already.
        assert (self.table.state is before) == (max(due + off, before.at) < due)

    @rule(wait=waits)
    def resume(self, wait: int) -> None:
        """What is overdue gets its time anew, and nothing else changes."""
        before, due = self.table.state, next_deadline(self.table.state)
        told(self.table.do(Resume(), wait))
        overdue = due is not None and max(self.table.now, before.at) > due
        assert (self.table.state is not before) == overdue
        if overdue and self.table.header.options.show_seconds:
            assert told(self.table.do(Tick(), 0)) == ()

    @invariant()
    def no_card_is_taken_twice(self) -> None:
        claims = [event for event in self.table.events if isinstance(event, Claimed)]
        taken = Counter(card for c in claims for card in c.cards if card != c.linked)
        assert max(taken.values(), default=1) == 1

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        record = self.table.record
        assert replay(State(self.table.header, self.table.seed), record.events) == self.table.state
        assert read_record(write_record(record)) == record
        ended = self.table.state.phase == "ended"
        assert verify(record).fair == ended, verify(record)


TestRace = Race.TestCase
TestRace.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
