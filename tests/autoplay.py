"""Scripted players who play a whole game over sockets, seeing only what players see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

from tests.club import ClubServer, Player, seated
from tests.game.mirror import Mirror
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

MOST_MOVES = 20_000


class Bot:
    """A player who keeps a view, and finds claims in it with the library."""

    def __init__(self, player: Player, random: Random) -> None:
        self.player = player
        self.random = random
        self._mirror: Mirror | None = None
        self._applied = 0
        self._known: dict[int, str] = {}

    @property
    def view(self) -> dict[str, Any]:
        """The table as this player sees it now."""
        mirror = self._mirror
        if mirror is None or mirror.view["seq"] < self.player.view["seq"]:
            mirror = self._mirror = Mirror(deepcopy(self.player.view))
        for event in self.player.events[self._applied :]:
            if event["seq"] > mirror.view["seq"]:
                mirror.apply(event)
                self._remember(event)
        self._applied = len(self.player.events)
        return mirror.view

    def _remember(self, event: dict[str, Any]) -> None:
        if event["type"] == "flipped":
            self._known[event["slot"]] = event["card"]
        for slot in event.get("slots", ()) if event["type"] == "claimed" else ():
            self._known.pop(slot, None)
        for laid in event["cards"] if event["type"] == "dealt" else ():
            self._known.pop(laid["slot"], None)

    @property
    def variant(self) -> Variant:
        return parse_variant(self.view["variant"])

    def _spot(self, code: str, group: int) -> Spot:
        point = self.variant.deck.find_point(code)
        assert point is not None
        return self.variant.spot(point, group)

    def find_claim(self) -> list[str] | None:
        """Return a claim that this player may make, None if there is none."""
        view, variant = self.view, self.variant
        table = [
            self._spot(slot["card"], number % view["groups"])
            for number, slot in enumerate(view["slots"])
            if slot
        ]
        self.random.shuffle(table)
        assert self.player.seat is not None
        chain = view["seats"][self.player.seat]["chain"]
        previous = [self._spot(card["card"], card["group"]) for card in chain]
        claim = variant.find_claim(table, previous)
        return None if claim is None else [variant.code(spot) for spot in claim]

    def choose_slot(self) -> int:
        """Return a card to turn up: of a claim among those remembered, else a new one."""
        view, variant = self.view, self.variant
        size = view["claim_sizes"][0]
        up = view["face_up"] if len(view["face_up"]) < size else []
        lying = [number for number, slot in enumerate(view["slots"]) if slot]
        slot_of = {
            self._spot(code, slot % view["groups"]): slot for slot, code in self._known.items()
        }
        for claim in variant.iter_claims(list(slot_of)):
            slots = [slot_of[spot] for spot in claim]
            if set(up) <= set(slots):
                return next(slot for slot in slots if slot not in up)
        unseen = [slot for slot in lying if slot not in self._known and slot not in up]
        return self.random.choice(unseen or [slot for slot in lying if slot not in up])

    async def move(self) -> dict[str, Any] | None:
        """Make one move, if there is one to make, and return its answer."""
        view = self.view
        if view["phase"] != "playing":
            return None
        if view["face_down"]:
            if view["turn"] != self.player.seat:
                return None
            slot = self.choose_slot()
            return await self.player.say("flip", slot=slot, seen=view["seq"])
        claim = self.find_claim()
        return await self.player.claim(*claim, seen=view["seq"]) if claim else None


async def play_game(
    server: ClubServer, variant: str, seed: int, names: Sequence[str] = ("Ann", "Bob")
) -> tuple[str, list[Bot]]:
    """Play a game from an empty table to its end, and return the table and its players."""
    table = server.open_table(variant, show_seconds=0)
    async with seated(server, table, *names) as players:
        bots = [Bot(player, Random(seed + i)) for i, player in enumerate(players)]
        await players[0].do("start")
        for _ in range(MOST_MOVES):
            answers = await asyncio.gather(*(bot.move() for bot in bots))
            if all(bot.view["phase"] == "ended" for bot in bots):
                return table, bots
            if not any(answers):
                # Nobody saw a move: somebody's view is behind, or the game is stuck.
                await _catch_up(bots)
                if not any(await asyncio.gather(*(bot.move() for bot in bots))):
                    assert all(bot.view["phase"] == "ended" for bot in bots), "stuck"
        raise AssertionError(f"{variant} did not end in {MOST_MOVES} moves")


async def _catch_up(bots: Sequence[Bot]) -> None:
    """Wait until everyone has seen what anyone has."""
    newest = max(bot.player.seq for bot in bots)
    for bot in bots:
        await bot.player.until(partial(_has_seen, bot.player, newest))


def _has_seen(player: Player, seq: int) -> bool:
    return player.seq >= seq
