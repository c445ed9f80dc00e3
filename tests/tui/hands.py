"""Hands at a terminal: they see what the screen is shown, and press keys or click."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from textual.pilot import Pilot

from thirdcard.game.options import Options
from thirdcard.game.table_views import TableView
from thirdcard.tui.app import TableApp
from thirdcard.tui.board import Target, chain_of, plan_board
from thirdcard.tui.layout import key_of_chain, key_of_slot
from thirdcard.tui.local import LocalGame
from thirdcard.tui.screen import board_area
from thirdcard.tui.source import Source
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot

MOST_MOVES = 400
PATIENCE = 60.0
SEED = sha256(b"tests").digest()


def local_game(variant: str, levels: tuple[int, ...] = (), **options: Any) -> LocalGame:
    return LocalGame(variant, Options(**options), levels, "Ann", SEED)


def view_of(source: Source) -> TableView:
    assert source.view is not None
    return source.view


def _spot(view: TableView, code: str, group: int) -> Spot:
    variant = parse_variant(view.variant)
    point = variant.deck.find_point(code)
    assert point is not None
    return variant.spot(point, group)


def places_of(view: TableView, seat: int | None) -> dict[Spot, Target]:
    """Return every card that can be marked, by its spot."""
    places = {
        _spot(view, slot.card, number % view.groups): Target(slot=number)
        for number, slot in enumerate(view.slots)
        if slot is not None and slot.card is not None
    }
    chain = chain_of(view, seat)
    return places | {_spot(view, c.card, c.group): Target(chain=i) for i, c in enumerate(chain)}


def find_claim(view: TableView, seat: int | None) -> list[Target] | None:
    """Return the cards of a claim that a seat may make, None if there is none."""
    places = places_of(view, seat)
    table = [spot for spot, target in places.items() if target.slot is not None]
    previous = [spot for spot, target in places.items() if target.chain is not None]
    claim = parse_variant(view.variant).find_claim(table, previous)
    return None if claim is None else [places[spot] for spot in claim]


def find_wrong(view: TableView) -> list[Target]:
    """Return as many cards as a claim has, at the front of the table, that are none."""
    variant = parse_variant(view.variant)
    places = places_of(view, None)
    spots = list(places)
    size = view.claim_sizes[0]
    for start in range(len(spots) - size):
        if not variant.is_claim(spots[start : start + size]):
            return [places[spot] for spot in spots[start : start + size]]
    raise AssertionError("every selection is a claim")


class Hand:
    """A person who plays by keys, and by mouse where a card has none."""

    def __init__(self, pilot: Pilot[None], source: Source) -> None:
        self.pilot = pilot
        self.source = source
        self.keys = 0
        self.clicks = 0
        self._known: dict[int, str] = {}
        self._random = Random(1)

    @property
    def app(self) -> TableApp:
        assert isinstance(self.pilot.app, TableApp)
        return self.pilot.app

    @property
    def view(self) -> TableView:
        return view_of(self.source)

    def picture(self) -> str:
        """Return what is on the screen, without colours."""
        width, height = self.app.size
        return self.app._draw(width, height).text()

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something is so, and the screen shows it."""
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def mark(self, target: Target) -> None:
        """Mark a card."""
        size = self.app.size
        x, y, width, height = board_area(*size)
        plan = plan_board(self.view, self.source.seat, width, height)
        if target.chain is not None:
            key = key_of_chain(plan, target.chain)
        else:
            assert target.slot is not None
            key = key_of_slot(plan, target.slot)
        if key:
            self.keys += 1
            await self.pilot.press(_NAMES.get(key, key))
            return
        assert target.slot is not None
        left, top, _, _ = plan.box(target.slot)
        self.clicks += 1
        await self.pilot.click(offset=(x + left, y + top))

    async def move(self) -> None:
        """Make one move; there must be one, or another's turn."""
        view = self.view
        if view.turn is not None and view.turn != self.source.seat:
            await self.until(lambda: self.view.turn in (None, self.source.seat))
        elif view.face_down:
            await self._turn_up()
        else:
            claim = find_claim(view, self.source.seat)
            if claim is None:
                await self.until(lambda: self.view.seq != view.seq)
                return
            for target in claim:
                await self.mark(target)
            if len(claim) < view.claim_sizes[1]:
                await self.pilot.press("enter")
            await self.until(lambda: self.view.seq != view.seq)

    async def _turn_up(self) -> None:
        view = self.view
        if len(view.face_up) == view.claim_sizes[0]:
            await self.until(lambda: len(self.view.face_up) < view.claim_sizes[0])
            return
        lying = {number for number, slot in enumerate(view.slots) if slot is not None}
        self._known = {slot: card for slot, card in self._known.items() if slot in lying}
        slot = self._choose(view, sorted(lying))
        await self.mark(Target(slot=slot))
        await self.until(lambda: self.view.seq != view.seq)
        for number in self.view.face_up:
            lies = self.view.slots[number]
            if lies is not None and lies.card is not None:
                self._known[number] = lies.card
        if self.view.last != view.last:
            # New cards lie where the old ones did.
            self._known = {s: c for s, c in self._known.items() if s not in (*view.face_up, slot)}

    def _choose(self, view: TableView, lying: list[int]) -> int:
        slot_of = {_spot(view, code, s % view.groups): s for s, code in self._known.items()}
        for claim in parse_variant(view.variant).iter_claims(list(slot_of)):
            slots = [slot_of[spot] for spot in claim]
            if set(view.face_up) <= set(slots):
                return next(slot for slot in slots if slot not in view.face_up)
        free = [slot for slot in lying if slot not in view.face_up]
        unseen = [slot for slot in free if slot not in self._known]
        return self._random.choice(unseen or free)

    async def play_out(self) -> None:
        """Play to the end of the game."""
        for _ in range(MOST_MOVES):
            if self.view.phase == "ended":
                await self.pilot.pause()
                return
            await self.move()
        raise AssertionError("the game did not end")


_NAMES = {";": "semicolon", ",": "comma", ".": "full_stop", "/": "slash"}
