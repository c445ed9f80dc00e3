"""People who do at random all that can be done at a table with options, and what must hold then.

`Gathering` sends a table every kind of command, sensible or not; after each, `check` asks whether
the table is still one that can be.  It is told the options and asks no variant for its name.
"""

from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.game.scripted import SECOND, Answer, Table
from thirdcard.errors import Refusal
from thirdcard.game import clock
from thirdcard.game.commands import (
    Announce,
    Call,
    Claim,
    Close,
    ComeBack,
    Command,
    Configure,
    Flip,
    GoAway,
    Hint,
    Join,
    Kick,
    Leave,
    Mute,
    Resume,
    Start,
    TakeBack,
    Tick,
    Vote,
)
from thirdcard.game.events import (
    Called,
    Claimed,
    Dealt,
    Event,
    Flipped,
    Lapsed,
    Refused,
    Subject,
    TakenBack,
)
from thirdcard.game.laying import can_deal, find_next_slot
from thirdcard.game.state import State

NAMES = ("ann", "bob", "cleo")
SUBJECTS: tuple[Subject, ...] = ("cards", "pause", "continue", "hint")


class CheckedTable(Table):
    """A table that is checked after every event and every command."""

    def _happen(self, event: Event) -> None:
        before = self.states[-1]
        super()._happen(event)
        check_event(before, event, self.state)

    def do(self, command: Command, wait: int = SECOND) -> Answer:
        count = len(self.events)
        answer = super().do(command, wait)
        if isinstance(answer, Refusal):
            # What is refused changes nothing but the tally of refusals.
            assert all(isinstance(event, Refused) for event in self.events[count:])
        check_rest(self.state)
        return answer


def check_event(before: State, event: Event, after: State) -> None:
    assert event.seq == before.seq + 1 == after.seq
    assert event.at >= before.at
    assert before.phase != "ended", "something happened after the end"
    if isinstance(event, Claimed | Called | Flipped | Dealt | Lapsed | TakenBack):
        assert before.paused_at is None, "something happened in a pause"
    if isinstance(event, Claimed | Called):
        until = before.seats[event.seat].locked_until
        waited = any(offer.seat == event.seat for offer in before.offers)
        assert until is None or event.at >= until or waited, "a locked seat acted"
    if isinstance(event, Claimed):
        points = [before.variant.deck.find_point(code) for code in event.cards]
        lying = [point for point in points if point in before.slots]
        assert len(lying) == len(points) - (event.linked is not None), "a card was not there"
        assert before.seats[event.seat].present
        assert before.call is None or before.call.seat == event.seat, "another had called"
        if before.contest.takes_turns:
            assert event.seat == before.turn
    if isinstance(event, Dealt):
        cards = before.deck[before.dealt : before.dealt + len(event.cards)]
        assert [before.variant.deck.find_point(laid.card) for laid in event.cards] == list(cards)
        assert all(laid.slot not in occupied(before) for laid in event.cards)
        assert all(
            after.group(laid.slot) == laid.slot % after.variant.grouping.count
            for laid in event.cards
        )
    check_cards(after)


def occupied(state: State) -> set[int]:
    return {slot for slot, point in enumerate(state.slots) if point is not None}


def check_cards(state: State) -> None:
    """Each card is in one place: on the table, in the deck, or aside."""
    if state.phase in ("unopened", "waiting"):
        return
    table = [point for point in state.slots if point is not None]
    deck = list(state.deck[state.dealt :])
    assert len(deck) == state.undealt
    assert len({*table, *deck}) == len(table) + len(deck), "a card is in two places"
    if not state.round:
        assert {*table, *deck} | set(state.taken) == {*range(state.variant.deck.size)}
        assert not {*table, *deck} & set(state.taken)
    chains = {
        state.variant.point(spot)
        for seat in range(len(state.seats))
        for spot in state.previous_of(seat)
    }
    assert not chains & {*table, *deck}, "a card of a chain was dealt again"


def check_rest(state: State) -> None:
    """Check what must be true whenever a command has been carried out."""
    deadline = clock.next_deadline(state)
    assert (deadline is None) == (state.phase == "ended")
    voters = set(state.iter_voters())
    for question in state.questions:
        assert question.seats
        if state.is_going or question.subject == "continue":
            assert not (voters and voters <= set(question.seats)), "a vote that all cast waits"
        assert all(state.seats[seat].bot is None for seat in question.seats)
    assert (state.offers_until is None) == (not state.offers)
    assert sorted(state.ranking) == [*range(len(state.seats))]
    if not state.is_going:
        return
    assert state.has_people
    waits_for_vote = state.options.growth == "vote" and can_deal(state)
    if not state.can_be_claimed:
        assert waits_for_vote or find_next_slot(state) is not None, "stuck"
    if state.contest.takes_turns or state.variant.rule.face_down:
        assert state.turn is not None
        assert state.seats[state.turn].present, "it is the turn of somebody who left"
    if state.contest.is_fixed and len(state.spots) < state.table_size:
        assert state.dealt == state.table_size or state.dealt > state.table_size


class Gathering:
    """People at a table, whose whims come from a source of chance.

    Args:
        table: where they play.
        random: the source.
        hurry: the share of commands that try to go on with the game.
    """

    def __init__(self, table: Table, random: Random, hurry: float = 0.5) -> None:
        self.table = table
        self.random = random
        self.hurry = hurry

    def play(self, commands: int) -> None:
        """Sit down, start, do so many things, and let the table be closed if it is not over."""
        names = NAMES[: self.table.state.contest.seats or self.random.randint(1, 3)]
        self.table.join(*names)
        if self.random.random() < 0.5 and len(names) < self.table.state.max_seats:
            self.table.do(Join("robot", "Robot", 3))
        if self.random.random() < 0.7:
            self.table.do(Start("ann"))
        for _ in range(commands):
            if self.table.state.phase == "ended":
                break
            self.table.do(self.choose(), self.random.choice((1, 40, 700, 2500)))
        if self.table.state.phase != "ended":
            self.table.do(Close())

    def choose(self) -> Command:
        """Return what somebody does next."""
        state, random = self.table.state, self.random
        if random.random() < self.hurry and (command := self._go_on()):
            return command
        player = random.choice((*NAMES, "robot", "stranger"))
        seat = random.randrange(4)
        match random.randrange(20):
            case 0:
                return Leave(player)
            case 1 | 2 if player != "robot":
                return Join(player, player.title())
            case 3:
                return Tick()
            case 4:
                return GoAway(player)
            case 5:
                return ComeBack(player)
            case 6:
                return Kick(player, seat, ban=random.random() < 0.2)
            case 7:
                return Mute(player, seat, muted=random.random() < 0.7)
            case 8:
                seats = random.randint(2, 12)
                return Configure(player, replace(state.options, seats=seats, hints="vote"))
            case 9 | 10 | 11 | 12:
                return Vote(player, random.choice(SUBJECTS), agrees=random.random() < 0.85)
            case 13:
                return Hint(player)
            case 14:
                return TakeBack(player)
            case 15:
                return Call(player, state.seq)
            case 16:
                return Announce(random.randint(1, 6), proved=random.random() < 0.5)
            case 17:
                return random.choice((Resume(), Start(player)))
            case _:
                return self._wrong_claim(player)

    def _go_on(self) -> Command | None:
        state, random = self.table.state, self.random
        if state.phase == "waiting":
            return Start(random.choice(NAMES))
        if state.paused_at is not None:
            voters = [*state.iter_voters()]
            if not voters:
                return ComeBack(random.choice(NAMES))
            return Vote(state.seats[random.choice(voters)].player, "continue")
        deadline = clock.next_deadline(state)
        if deadline is not None and deadline <= self.table.now + 300:
            return Tick()
        if state.variant.rule.face_down:
            return self._flip()
        return self._right_claim()

    def _right_claim(self) -> Command | None:
        state, random = self.table.state, self.random
        present = [state.seats[seat].player for seat in state.iter_present()]
        if state.contest.takes_turns and state.turn is not None and random.random() < 0.9:
            present = [state.seats[state.turn].player]
        for player in random.sample(present, len(present)):
            claims = [*islice(self.table.iter_claims(player), 8)]
            if claims:
                if state.options.call_seconds and state.call is None and random.random() < 0.8:
                    return Call(player, state.seq)
                if state.call is not None and random.random() < 0.8:
                    player = state.seats[state.call.seat].player
                    claims = [*islice(self.table.iter_claims(player), 8)] or claims
                return self._claim(player, random.choice(claims))
        return None

    def _claim(self, player: str, cards: tuple[str, ...]) -> Claim:
        seen = max(0, self.table.state.seq - self.random.choice((0, 0, 1, 3)))
        waited = self.random.choice((None, 0, 50, 400, 10_000))
        return Claim(player, cards, seen, waited, self.random.choice((0, 30, 400)))

    def _wrong_claim(self, player: str) -> Claim:
        variant, random = self.table.variant, self.random
        here = self.table.codes() or [*variant.deck.codes]
        size = min(random.choice((*variant.pattern.sizes,)), len(here))
        cards = here[:size] if random.random() < 0.6 else random.sample(here, size)
        if random.random() < 0.2:
            cards[0] = random.choice(variant.deck.codes)
        return self._claim(player, tuple(cards))

    def _flip(self) -> Flip | None:
        state = self.table.state
        if state.turn is None:
            return None
        claim = state.variant.find_claim(state.spots)
        slots = self.table.slots_of(claim) if claim else []
        size = state.variant.pattern.fixed_size
        up = () if len(state.face_up) == size else state.face_up
        if not set(up) <= set(slots) or self.random.random() < 0.2:
            slots = [*occupied(state)]
        slots = [slot for slot in slots if slot not in up]
        return Flip(state.seats[state.turn].player, self.random.choice(slots), state.seq)


# -- options ----------------------------------------------------------------------------------


def draw_options(random: Random) -> dict[str, Any]:
    """Draw some options that go together, though not with every variant."""
    drawn = {
        "contest": random.choice(("race", "race", "duel", "coop", "spoil")),
        "table_size": random.choice((None, None, 9, 12, 18)),
        "seats": random.choice((2, 4, 8)),
        "lay_ms": random.choice((0, 0, 50, 900)),
        "call_seconds": random.choice((0, 0, 3)),
        "penalty": random.choice(("none", "point", "lock")),
        "lock_seconds": random.choice((1, 5)),
        "growth": random.choice(("automatic", "automatic", "vote")),
        "end_score": random.choice((0, 0, 3)),
        "end_seconds": random.choice((0, 0, 30, 300)),
        "hints": random.choice(("off", "vote", "private")),
        "fair_window_ms": random.choice((0, 0, 120)),
        "turn_seconds": random.choice((2, 30)),
    }
    chosen = random.sample(sorted(drawn), random.randint(0, len(drawn)))
    options = {key: drawn[key] for key in chosen}
    contest = options.get("contest", "race")
    if contest != "race":
        for key in ("lay_ms", "growth", "end_score", "end_seconds"):
            options.pop(key, None)
    if contest == "duel" or options.get("call_seconds"):
        options.pop("fair_window_ms", None)
    if contest == "duel":
        options.pop("call_seconds", None)
    return options
