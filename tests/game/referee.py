"""A referee: follows the events of a table and objects to whatever breaks the rules.

The referee keeps a table of its own from the events alone and judges by `tests.game.rules`.  A
`RefereedTable` is a `Table` that has one, who also says beforehand what each claim is answered.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.game.rules import Place, holds_claim, is_legal, place, shuffle_by_the_book, third
from tests.game.scripted import SECOND, Answer, Table
from thirdcard.errors import Refusal
from thirdcard.game.commands import Claim, Command
from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Header,
    Joined,
    Left,
    Opened,
    Refused,
    Resumed,
    Started,
    TurnPassed,
)
from thirdcard.game.state import State
from thirdcard.variants.registry import parse_variant


@dataclass(frozen=True)
class PastClaim:
    seq: int
    seat: int
    cards: dict[str, Place]


class Referee:
    """Follows one table; `see` every event.

    Attributes:
        table: the code of the card on every slot that has one.
        places: where each card lies, or lay.
        deck: the codes that are not dealt yet, in order.
        claims: every accepted claim.
        present: for every seat whether its player is there.
        turn, face_up: as in `State`.
    """

    def __init__(self, header: Header, seed: bytes) -> None:
        self.variant = parse_variant(header.variant)
        self.groups = self.variant.grouping.count
        self.size = self.variant.require_table_size(header.options.table_size)
        order = shuffle_by_the_book(self.variant.deck.size, seed)
        self.deck = [self.variant.deck.codes[point] for point in order]
        self.table: dict[int, str] = {}
        self.places: dict[str, Place] = {}
        self.claims: list[PastClaim] = []
        self.present: list[bool] = []
        self.phase = "unopened"
        self.turn: int | None = None
        self.face_up: list[int] = []
        self.events: list[Event] = []
        self._refused: dict[int, tuple[str, frozenset[str]]] = {}
        self._claimable: bool | None = None

    # -- what may be claimed ------------------------------------------------------------------

    def lying(self) -> dict[str, Place]:
        return {code: self.places[code] for code in self.table.values()}

    def before(self, seat: int, seen: int | None = None) -> PastClaim | None:
        """Return the claim that the seat's next one continues, now or as of an event."""
        match self.variant.rule.key:
            case "chain":
                claims = [claim for claim in self.claims if claim.seat == seat]
            case "chain-table":
                claims = self.claims
            case _:
                claims = []
        claims = [claim for claim in claims if seen is None or claim.seq <= seen]
        return claims[-1] if claims else None

    def anybody_can_claim(self) -> bool:
        if self._claimable is None:
            table = list(self.lying().values())
            chains = [self.before(seat) for seat, present in enumerate(self.present) if present]
            distinct = {chain.seq if chain else 0: chain for chain in chains}
            self._claimable = any(
                holds_claim(self.variant, table, list(chain.cards.values()) if chain else [])
                for chain in distinct.values()
            )
        return self._claimable

    def answer(self, seat: int, cards: Sequence[str], seen: int) -> tuple[str, dict[str, Any]]:
        """Return what a claim of a seated player must be answered: a code, and some details."""
        variant = self.variant
        if self.phase == "ended":
            # Who claimed a moment after the last claim is told so.
            late = ((code, self._took_since(seat, code, seen)) for code in cards)
            return next(
                (("too_late", {"card": code, "seat": c.seat}) for code, c in late if c),
                ("locked_out", {}),
            )
        if any(code not in variant.deck.codes for code in cards):
            return "malformed", {}
        if len(set(cards)) != len(cards) or len(cards) not in variant.pattern.sizes:
            return "malformed", {}
        chain = self.before(seat)
        old = chain.cards if chain else {}
        available = self.lying() | old
        missing = [code for code in cards if code not in available]
        for code in missing:
            if culprit := self._took_since(seat, code, seen):
                return "too_late", {"card": code, "seat": culprit.seat}
        if missing:
            return "not_on_table", {"card": missing[0]}
        if old and len(set(cards) & set(old)) != 1:
            return "chain_broken", {"previous": list(old)}
        places = [available[code] for code in cards]
        if not is_legal(variant, places, list(old.values())):
            return "not_a_claim", {"cards": list(cards)}
        return "claimed", {}

    def _took_since(self, seat: int, code: str, seen: int) -> PastClaim | None:
        """Return the claim that made a card unavailable after a player looked."""
        takings = [claim for claim in self.claims if code in claim.cards]
        if takings and takings[-1].seq > seen:
            return takings[-1]
        if self.variant.rule.key != "chain-table":
            return None
        looked_at = self.before(seat, seen)
        if looked_at is None or code not in looked_at.cards:
            return None
        return next((claim for claim in self.claims if claim.seq > seen), None)

    # -- following ----------------------------------------------------------------------------

    def see(self, event: Event, after: State) -> None:
        assert event.seq == len(self.events) + 1
        assert not self.events or event.at >= self.events[-1].at, "time goes back"
        assert self.phase != "ended", "something happened after the end"
        getattr(self, f"_on_{type(event).__name__.lower()}")(event)
        if isinstance(event, Dealt | Claimed | Joined | Left):
            self._claimable = None
        self.events.append(event)
        self._agree(after)

    def _agree(self, state: State) -> None:
        """Check that the state is what the referee has kept from the events."""
        deck, variant = self.variant.deck, self.variant
        points = [deck.find_point(self.table[s]) if s in self.table else None for s in self.slots]
        assert list(state.slots) == points
        taken = {code for claim in self.claims for code in claim.cards}
        assert {deck.code(point) for point in state.taken} == taken
        everything = Counter([*self.table.values(), *taken, *self.deck])
        assert everything == Counter(deck.codes), "the cards are not conserved"
        assert state.undealt == len(self.deck)
        assert state.phase == self.phase
        assert state.turn == self.turn
        assert list(state.face_up) == self.face_up
        assert [seat.present for seat in state.seats] == self.present
        won = Counter(claim.seat for claim in self.claims)
        assert [seat.score for seat in state.seats] == [won[i] for i in range(len(state.seats))]
        assert [seat.claims for seat in state.seats] == [seat.score for seat in state.seats]
        for seat in range(len(state.seats)):
            chain = self.before(seat)
            codes = [variant.code(spot) for spot in state.previous_of(seat)]
            assert codes == (list(chain.cards) if chain else [])

    @property
    def slots(self) -> range:
        """The slots of the table: those of its size, and those it has grown by and still needs."""
        if self.phase in ("unopened", "waiting") or not (self.table or self.claims):
            return range(0)
        rows = max(self.table, default=0) // self.groups + 1
        return range(max(self.size, rows * self.groups))

    def settled(self) -> None:
        """Check what must be true whenever a command has been carried out."""
        if self.phase != "playing":
            return
        assert any(self.present), "a game without players"
        assert self.anybody_can_claim(), "stuck: nobody can claim, and the game goes on"
        share = self.size // self.groups
        counts = Counter(slot % self.groups for slot in self.table)
        full = all(counts[group] >= share for group in range(self.groups))
        assert full or not self.deck, "a hole was not refilled"
        if self.variant.rule.face_down:
            assert self.turn is not None
            assert self.present[self.turn], "it is the turn of somebody who left"

    def _on_opened(self, event: Opened) -> None:
        assert self.phase == "unopened"
        self.phase = "waiting"

    def _on_joined(self, event: Joined) -> None:
        assert 0 <= event.seat <= len(self.present)
        if event.seat == len(self.present):
            self.present.append(True)
        else:
            assert not self.present[event.seat]
            self.present[event.seat] = True

    def _on_left(self, event: Left) -> None:
        assert self.present[event.seat]
        self.present[event.seat] = False

    def _on_started(self, event: Started) -> None:
        assert self.phase == "waiting"
        self.phase = "playing"
        self.turn = self.present.index(True) if self.variant.rule.face_down else None
        assert event.turn == self.turn

    def _on_dealt(self, event: Dealt) -> None:
        slots = [laid.slot for laid in event.cards]
        assert slots
        assert slots == sorted(set(slots))
        assert not set(slots) & set(self.table), "a card was laid on another"
        assert [laid.card for laid in event.cards] == self.deck[: len(slots)]
        self._refused.clear()
        counts = Counter(slot % self.groups for slot in self.table)
        match event.reason:
            case "start":
                assert isinstance(self.events[-1], Started)
                assert slots == list(range(self.size))
            case "refill":
                assert isinstance(self.events[-1], Claimed)
                assert max(slots) < self.size
                share = self.size // self.groups
                wanted = {g: max(0, share - counts[g]) for g in range(self.groups)}
                self._check_laid(slots, wanted)
            case "growth":
                assert isinstance(self.events[-1], Dealt | Claimed | Left)
                assert not self.anybody_can_claim(), "the table grew although there was a claim"
                each = 3 if self.groups == 1 else 1
                self._check_laid(slots, dict.fromkeys(range(self.groups), each))
        del self.deck[: len(slots)]
        for laid in event.cards:
            self.table[laid.slot] = laid.card
            self.places[laid.card] = place(self.variant, laid.card, laid.slot % self.groups)

    def _check_laid(self, slots: list[int], wanted: dict[int, int]) -> None:
        """Check that each group got its number of cards, on its first free slots."""
        free: list[int] = []
        for group, count in wanted.items():
            slot = group
            while count:
                if slot not in self.table:
                    free.append(slot)
                    count -= 1
                slot += self.groups
        assert slots == sorted(free)[: len(self.deck)]

    def _on_claimed(self, event: Claimed) -> None:
        code, details = self.answer(event.seat, event.cards, len(self.events))
        assert code == "claimed", (code, details)
        assert self.phase == "playing"
        assert self.present[event.seat]
        assert event.points == 1
        if self.variant.rule.face_down:
            assert event.seat == self.turn
            assert sorted(event.cards) == sorted(self.table[slot] for slot in self.face_up)
        chain = self.before(event.seat)
        available = self.lying() | (chain.cards if chain else {})
        cards = {code: available[code] for code in event.cards}
        assert event.linked == next((code for code in cards if code not in self.lying()), None)
        assert set(cards) - set(self.lying()) <= {event.linked}
        if self.variant.pattern.has_joint:
            a, b, c, d = cards.values()
            assert third(a, b) == third(c, d)
        self.table = {slot: code for slot, code in self.table.items() if code not in cards}
        self.claims.append(PastClaim(event.seq, event.seat, cards))
        self.face_up = []
        self._refused.clear()

    def _on_refused(self, event: Refused) -> None:
        assert self.present[event.seat]
        assert self.answer(event.seat, event.cards, event.seen)[0] == event.code
        wrong = (event.code, frozenset(event.cards))
        assert self._refused.get(event.seat) != wrong, "one wrong claim is logged twice"
        self._refused[event.seat] = wrong

    def _on_flipped(self, event: Flipped) -> None:
        assert event.seat == self.turn
        assert self.table[event.slot] == event.card
        assert event.slot not in self.face_up
        assert len(self.face_up) < self.variant.pattern.sizes[0]
        self.face_up.append(event.slot)

    def _on_covered(self, event: Covered) -> None:
        assert list(event.slots) == self.face_up
        assert self.face_up
        self.face_up = []

    def _on_turnpassed(self, event: TurnPassed) -> None:
        assert self.turn is not None
        seats = len(self.present)
        order = [(self.turn + step) % seats for step in range(1, seats + 1)]
        assert event.to == next(seat for seat in order if self.present[seat])
        assert (event.reason == "no_match") == (
            isinstance(self.events[-1], Flipped)
            and len(self.face_up) == self.variant.pattern.sizes[0]
        )
        self.turn = event.to

    def _on_resumed(self, event: Resumed) -> None:
        assert self.phase in ("waiting", "playing")

    def _on_ended(self, event: Ended) -> None:
        if event.reason == "finished":
            assert not self.deck, "ended before the deck did"
            assert not self.anybody_can_claim(), "ended although somebody could claim"
        self.phase = "ended"
        self.turn = None


class RefereedTable(Table):
    """A table at which every command and every event is checked."""

    def __init__(self, variant: str = "classic", seed: int = 0, **options: int) -> None:
        self.referee: Referee | None = None
        super().__init__(variant, seed, **options)

    def _happen(self, event: Event) -> None:
        super()._happen(event)
        if self.referee is None:
            self.referee = Referee(self.header, self.seed)
        self.referee.see(event, self.state)

    def do(self, command: Command, wait: int = SECOND) -> Answer:
        assert self.referee is not None
        expected = self._expect(command) if isinstance(command, Claim) else None
        answer = super().do(command, wait)
        if expected:
            code, details = expected
            assert (answer.code if isinstance(answer, Refusal) else "claimed") == code
            if isinstance(answer, Refusal):
                assert {key: answer.details[key] for key in details} == details
        self.referee.settled()
        return answer

    def _expect(self, claim: Claim) -> tuple[str, dict[str, Any]]:
        assert self.referee is not None
        seat = self.state.find_seat(claim.player)
        if self.referee.phase == "ended" and seat is not None:
            return self.referee.answer(seat, claim.cards, claim.seen)
        if seat is None or not self.referee.present[seat] or self.referee.phase != "playing":
            return "locked_out", {}
        if self.variant.rule.face_down:
            return "malformed", {}
        return self.referee.answer(seat, claim.cards, claim.seen)
