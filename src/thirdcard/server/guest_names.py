"""Names for guests, of two words: a player's id leads to always the same ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Final

__all__ = ["GuestBook", "iter_guest_names"]

_FIRST_WORDS: Final = (
    "Amber Azure Blithe Bold Brave Bright Brisk Calm Clever Copper Coral Cosy Crimson Dapper Deft "
    "Eager Early Fair Fleet Gentle Gilded Glad Golden Green Hardy Hazel Indigo Ivory Jade Jolly "
    "Keen Kind Lilac Lively Lucky Lunar Maroon Mellow Merry Mild Mossy Nimble Noble Olive Opal "
    "Patient Plucky Quick Quiet Rosy Ruby Rustic Sandy Scarlet Silver Snowy Spry Steady Sunny "
    "Swift Tawny Teal Violet Witty"
)
_SECOND_WORDS: Final = (
    "Adder Alpaca Badger Bat Bear Beaver Beetle Bison Bittern Buzzard Camel Carp Cat Crane Cricket "
    "Curlew Deer Dolphin Dove Duck Eagle Egret Falcon Ferret Finch Fox Frog Gecko Gull Hare Heron "
    "Hornet Ibex Jackdaw Kestrel Lark Lemur Linnet Lizard Lynx Magpie Marten Mole Moth Newt Otter "
    "Owl Panda Perch Plover Puffin Quail Rabbit Raven Robin Salmon Seal Sparrow Stoat Swan Toad "
    "Trout Walrus Wren"
)
_FIRST: Final = tuple(_FIRST_WORDS.split())
_SECOND: Final = tuple(_SECOND_WORDS.split())
_WITHOUT_NUMBER = 12


def iter_guest_names(player: str) -> Iterator[str]:
    """Yield the names that a guest may have, best first, without end.

    >>> from itertools import islice
    >>> names = list(islice(iter_guest_names("some id"), 3))
    >>> names == list(islice(iter_guest_names("some id"), 3))
    True
    >>> all(len(name.split()) == 2 for name in names)
    True
    """
    for attempt in count():
        digest = sha256(f"{player} {attempt}".encode()).digest()
        first, second = (int.from_bytes(digest[i : i + 8], "big") for i in (0, 8))
        name = f"{_FIRST[first % len(_FIRST)]} {_SECOND[second % len(_SECOND)]}"
        yield name if attempt < _WITHOUT_NUMBER else f"{name} {attempt - _WITHOUT_NUMBER + 2}"


class GuestBook:
    """Who is called what, of the guests who were there lately.

    Args:
        most: how many it remembers.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._names: OrderedDict[str, str] = OrderedDict()
        self._players: dict[str, str] = {}

    def find(self, player: str) -> str | None:
        """Return what a guest is called, None if that is not remembered."""
        name = self._names.get(player)
        if name is not None:
            self._names.move_to_end(player)
        return name

    def has(self, name: str) -> bool:
        """Tell whether a guest is called so."""
        return name in self._players

    def enter(self, player: str, name: str) -> None:
        """Remember what a guest is called, and forget who was there longest ago."""
        self.remove(player)
        self._names[player] = name
        self._players[name] = player
        if len(self._names) > self._most:
            self.remove(next(iter(self._names)))

    def remove(self, player: str) -> None:
        """Forget a guest."""
        if (name := self._names.pop(player, None)) is not None:
            del self._players[name]
