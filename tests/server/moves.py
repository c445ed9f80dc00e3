"""What a player at a table over a socket sees there, and can do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tests.club import Message, Player
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot

View = dict[str, Any]


async def look(player: Player) -> View:
    """Return the whole table as it is shown to a player now."""
    await player.do("resync", seen=0)
    return player.view


def lying(view: View) -> list[str]:
    """Return the cards that lie open, by slot."""
    return [slot["card"] for slot in view["slots"] if slot and slot["card"]]


def score(view: View, seat: int) -> int:
    points: int = view["seats"][seat]["score"]
    return points


def _spots(view: View) -> list[Spot]:
    variant = parse_variant(view["variant"])
    spots = []
    for number, slot in enumerate(view["slots"]):
        if slot and slot["card"]:
            point = variant.deck.find_point(slot["card"])
            assert point is not None
            spots.append(variant.spot(point, number % view["groups"]))
    return spots


def _chain(view: View, seat: int) -> list[Spot]:
    variant = parse_variant(view["variant"])
    spots = []
    for card in view["seats"][seat]["chain"]:
        point = variant.deck.find_point(card["card"])
        assert point is not None
        spots.append(variant.spot(point, card["group"]))
    return spots


def find_claims(view: View, seat: int = 0) -> list[list[str]]:
    """Return all claims that a seat has, by the library."""
    variant = parse_variant(view["variant"])
    claims = variant.iter_claims(_spots(view), _chain(view, seat))
    return [[variant.code(spot) for spot in claim] for claim in claims]


def find_wrong(view: View, besides: Sequence[Sequence[str]] = ()) -> list[str]:
    """Return as many cards as a claim has that are none."""
    variant = parse_variant(view["variant"])
    used = [set(cards) for cards in besides]
    for spots in combinations(_spots(view), view["claim_sizes"][0]):
        cards = [variant.code(spot) for spot in spots]
        if not variant.is_claim(spots) and set(cards) not in used:
            return cards
    raise AssertionError("every selection is a claim")


async def claim_rightly(player: Player) -> Message:
    """Take the first claim that a player has; there must be one."""
    view = await look(player)
    assert player.seat is not None
    claims = find_claims(view, player.seat)
    assert claims, "no claim is there"
    answer = await player.claim(*claims[0], seen=view["seq"])
    assert answer["type"] == "done", answer
    return answer


async def claim_wrongly(player: Player, besides: Sequence[Sequence[str]] = ()) -> Message:
    """Claim what is none, and return the refusal, with the cards."""
    view = await look(player)
    cards = find_wrong(view, besides)
    answer = await player.claim(*cards, seen=view["seq"])
    assert answer["type"] == "refused", answer
    return answer | {"cards": cards}
