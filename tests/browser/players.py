"""Players: one finds claims in what a page shows, another talks to the server without a page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from itertools import cycle
from random import Random
from typing import Any

from tests.autoplay import Bot
from tests.browser.pages import TablePage
from tests.club import ClubServer, Message, Player
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot

MOST_MOVES = 3000


class PagePlayer:
    """Plays through a page, knowing nothing that the page does not show."""

    def __init__(self, page: TablePage, variant: str, seed: int) -> None:
        self.page = page
        self.variant = parse_variant(variant)
        self.claims = 0
        self._random = Random(seed)

    def _spot(self, code: str, group: int) -> Spot:
        point = self.variant.deck.find_point(code)
        assert point is not None
        return self.variant.spot(point, group)

    def find_claim(self) -> list[str] | None:
        """Return a claim for the cards in sight, None if there is none."""
        seen = self.page.look()
        groups = self.variant.grouping.count
        table = [self._spot(card, slot % groups) for slot, card in seen.slots.items() if card]
        self._random.shuffle(table)
        chain = [self._spot(card, group) for card, group in seen.chain]
        claim = self.variant.find_claim(table, chain)
        return None if claim is None else [self.variant.code(spot) for spot in claim]

    def find_wrong(self) -> list[str]:
        """Return three cards in sight that are no claim."""
        claim = self.find_claim()
        assert claim
        others = [card for card in self.page.look().slots.values() if card not in claim]
        assert others[0]
        return [claim[0], claim[1], others[0]]

    def move(self) -> bool:
        """Claim something, and tell whether there was anything to claim."""
        claim = self.find_claim()
        if claim is None:
            return False
        self.page.claim(*claim)
        self.claims += 1
        return True


class Memory:
    """What players who see the same flips know of cards that lie face down."""

    def __init__(self, players: Sequence[PagePlayer], seed: int) -> None:
        self.players = players
        self.known: dict[int, str] = {}
        self._random = Random(seed)

    def _choose(self, lying: Sequence[int], up: Sequence[int]) -> int:
        variant = self.players[0].variant
        groups = variant.grouping.count
        spots = {}
        for slot, code in self.known.items():
            point = variant.deck.find_point(code)
            assert point is not None
            spots[variant.spot(point, slot % groups)] = slot
        for claim in variant.iter_claims(list(spots)):
            slots = [spots[spot] for spot in claim]
            if set(up) <= set(slots):
                return next(slot for slot in slots if slot not in up)
        new = [slot for slot in lying if slot not in self.known and slot not in up]
        return self._random.choice(new or [slot for slot in lying if slot not in up])

    def turn(self) -> None:
        """Let the player to move turn up cards until the turn is over or the claim is taken."""
        seen = self.players[0].page.look()
        assert seen.turn is not None
        player = self.players[seen.turn]
        player.page.until_seq(seen.seq)
        score = seen.scores[seen.turn]
        up: list[int] = []
        while len(up) < player.variant.pattern.sizes[0]:
            slot = self._choose(list(seen.slots), up)
            player.page.turn_up(slot)
            player.page.until("(shown, seq) => shown > seq", seen.seq)
            up.append(slot)
            seen = player.page.look()
            if card := seen.slots.get(slot):
                self.known[slot] = card
        for other in self.players:
            other.page.until_seq(seen.seq)
        if seen.scores[self.players.index(player)] > score:
            player.claims += 1
            for slot in up:
                self.known.pop(slot, None)


def assert_same(*pages: TablePage) -> None:
    """Wait until all pages show the newest event that one shows, and compare them."""
    newest = max(page.seq for page in pages)
    for page in pages:
        page.until_seq(newest)
    first, *others = [page.look().shared() for page in pages]
    for other in others:
        assert other == first


def play(players: Sequence[PagePlayer], claims: int | None = None) -> None:
    """Let players claim in turn: each some claims, or all until the game has ended."""
    pages = [player.page for player in players]
    memory = Memory(players, 1)
    failures = 0
    for number, player in zip(range(MOST_MOVES), cycle(players), strict=False):
        if pages[0].look().ended:
            break
        if claims is not None and all(player.claims >= claims for player in players):
            break
        if player.variant.rule.face_down:
            memory.turn()
        elif player.move():
            failures = 0
        else:
            failures += 1
            assert failures < len(players), f"nobody can claim after {number} moves"
        assert_same(*pages)
    assert_same(*pages)
    if claims is None:
        assert all(page.look().ended for page in pages)


class Wire:
    """A thread for players without a page: the browser's loop runs in the test's own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._players: list[Player] = []
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def seat(self, server: ClubServer, table: str, name: str) -> SocketPlayer:
        """Seat a player at a table."""
        player = self.watch(server, table)
        player.do("sit", name=name)
        return player

    def watch(self, server: ClubServer, table: str) -> SocketPlayer:
        """Let somebody watch a table."""
        player = self.run(Player(server, table).open())
        self._players.append(player)
        return SocketPlayer(self, player)

    def close(self) -> None:
        for player in self._players:
            self.run(player.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class SocketPlayer:
    """A player without a page."""

    def __init__(self, wire: Wire, player: Player) -> None:
        self._wire = wire
        self._player = player
        self._bot = Bot(player, Random(1))

    @property
    def seq(self) -> int:
        """The last sequence number that this player has."""
        return self._player.seq

    def move(self) -> None:
        """Claim something, as soon as there is something to claim."""
        assert self.try_to_move(), "there is nothing to claim"

    def try_to_move(self) -> bool:
        """Claim something, and tell whether there was anything to claim."""
        answer = self._wire.run(self._bot.move())
        if not answer:
            return False
        assert answer["type"] == "done", answer
        # The answer and the events are told apart; the next claim needs both.
        self.until_seq(answer["seq"])
        return True

    def until_seq(self, seq: int) -> None:
        """Wait until this player has been told so much."""
        self._wire.run(self._player.until(lambda: self._player.seq >= seq))

    @property
    def view(self) -> Message:
        """The table as it was when this player came, or last asked."""
        return self._player.view

    def do(self, kind: str, **values: Any) -> Message:
        """Send a message that must be carried out."""
        answer: Message = self._wire.run(self._player.do(kind, **values))
        return answer

    def say(self, kind: str, **values: Any) -> Message:
        """Send a message and return its answer."""
        answer: Message = self._wire.run(self._player.say(kind, **values))
        return answer

    def claim(self, *cards: str) -> int:
        """Claim cards and return the sequence number of the log after it."""
        answer = self._wire.run(self._player.claim(*cards))
        assert answer["type"] == "done", answer
        return int(answer["seq"])
