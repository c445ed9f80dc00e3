"""Tables whose decks lie as a test wants, for the games of `thirdcard.bots.arena`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from thirdcard.bots.arena import new_table
from thirdcard.core.geometry import Point
from thirdcard.game.state import State


@dataclass(frozen=True)
class Stacked(State):
    """A table whose deck lies in an order that a test chose, whatever its seed says."""

    order: tuple[Point, ...] = ()

    @cached_property
    def deck(self) -> tuple[Point, ...]:
        return self.order


def stack(order: Sequence[Point], variant: str, **options: Any) -> State:
    """Return an opened table whose deck lies in an order."""
    table = new_table(variant, **options)
    values = {each.name: getattr(table, each.name) for each in fields(State)}
    return Stacked(**values, order=tuple(order))
