"""A screen reader that is a program: it knows a page by its accessibility tree alone.

It hears what live regions say, reads names, roles and states, gives the focus to what it has found
there, and presses keys.  It sees no element, no attribute and no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from playwright.sync_api import Page

from thirdcard.core.notation import parse_card
from thirdcard.variants.variant import Spot, Variant

PATIENCE = 30.0
_CARD = re.compile(r"(?P<card>.+?)(?:, group (?P<group>\d+))?, row \d+, column \d+")


@dataclass(frozen=True)
class Node:
    """What the tree tells of one thing on the page."""

    key: int
    role: str
    name: str
    states: dict[str, Any]
    above: tuple[str, ...]
    """The roles around it, the outermost first."""
    live: str
    """How urgently the region is read aloud in which it stands; empty in none."""


@dataclass(frozen=True)
class HeardCard:
    """A card as its button is read."""

    node: Node
    words: str
    spot: Spot
    is_marked: bool


class ScreenReader:
    """Reads a page and acts in it, without seeing it."""

    def __init__(self, page: Page) -> None:
        self._keyboard = page.keyboard
        self._wait = page.wait_for_timeout
        self._session = page.context.new_cdp_session(page)
        self._session.send("DOM.enable")
        self._session.send("Accessibility.enable")
        self._known: set[int] = set()
        self.heard: list[tuple[str, str]] = []
        """All that was said, with how urgent it was."""

    # -- reading ----------------------------------------------------------------------------------

    def read(self) -> list[Node]:
        """Return everything that is not hidden from who cannot see, in the order of the tree."""
        nodes: list[dict[str, Any]] = self._session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return list(self._walk(nodes[0], by_id, (), "")) if nodes else []

    def _walk(
        self, node: dict[str, Any], by_id: dict[str, Any], above: tuple[str, ...], live: str
    ) -> Iterator[Node]:
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        live = states.get("live") or live
        if not node["ignored"]:
            role = node["role"]["value"]
            name = node.get("name", {}).get("value", "")
            key = node.get("backendDOMNodeId", -1)
            yield Node(key, role, name, states, above, "" if live == "off" else live)
            above = (*above, role)
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from self._walk(by_id[child], by_id, above, live)

    def listen(self) -> None:
        """Hear what was added to live regions since the last time."""
        for node in self.read():
            if node.role == "StaticText" and node.live and node.key not in self._known:
                self._known.add(node.key)
                self.heard.append((node.live, node.name))

    def find(self, role: str, name: str) -> Node | None:
        """Return the first thing of a role whose name matches a pattern."""
        for node in self.read():
            if node.role == role and re.search(name, node.name) and not node.states.get("disabled"):
                return node
        return None

    def await_node(self, role: str, name: str) -> Node:
        """Return that thing once it is there."""
        end = monotonic() + PATIENCE
        while (node := self.find(role, name)) is None:
            if monotonic() > end:
                told = "\n".join(f"{one.role}: {one.name}" for one in self.read())
                raise AssertionError(f"no {role} {name!r} in:\n{told}")
            self._wait(100)
        return node

    def await_said(self, pattern: str, since: int) -> str:
        """Return what is said that matches a pattern, among what was heard after so much."""
        end = monotonic() + PATIENCE
        while True:
            self.listen()
            for _, text in self.heard[since:]:
                if re.search(pattern, text):
                    return text
            assert monotonic() < end, f"{pattern!r} is not said; heard: {self.heard[since:]}"
            self._wait(100)

    # -- acting -----------------------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Give a thing the focus."""
        self._session.send("DOM.focus", {"backendNodeId": node.key})

    def press(self, node: Node, key: str = "Enter") -> None:
        """Go to a thing and press a key there."""
        self.go_to(node)
        self._keyboard.press(key)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self._keyboard.type(text)

    # -- the table --------------------------------------------------------------------------------

    def cards(self, variant: Variant) -> list[HeardCard]:
        """Return the cards on the table, by what is said of each."""
        found = []
        for node in self.read():
            told = _CARD.fullmatch(node.name)
            if node.role != "button" or not told:
                continue
            group = int(told["group"] or 1) - 1
            spot = variant.spot(parse_card(told["card"], variant.deck), group)
            found.append(HeardCard(node, told["card"], spot, node.states.get("pressed") == "true"))
        return found
