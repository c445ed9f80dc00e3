"""Views of tables in the middle of a game, as a bot may be shown them."""

from __future__ import annotations

from typing import Any

import msgspec

from thirdcard.bots.arena import OPENED_AT, new_table
from thirdcard.game.commands import Command, Join, Start
from thirdcard.game.machine import decide, replay
from thirdcard.game.state import State
from thirdcard.game.views import TableView, view_table


def do(state: State, command: Command, now: int = OPENED_AT) -> State:
    """Return the table after a command that is carried out."""
    return replay(state, decide(state, command, now))


def started(variant: str = "classic", seed: int = 0, players: int = 2, **options: Any) -> State:
    """Return a table at which a game of some people has begun."""
    state = new_table(variant, seed, **options)
    for seat in range(players):
        state = do(state, Join(f"p{seat}", f"Ann {seat}"))
    return do(state, Start("p0"))


def view_of(state: State, **changes: Any) -> TableView:
    """Return the view of a table, with changes."""
    return msgspec.structs.replace(view_table(state), **changes)


def with_seat(view: TableView, number: int, **changes: Any) -> TableView:
    """Return a view with changes of a seat."""
    seats = list(view.seats)
    seats[number] = msgspec.structs.replace(seats[number], **changes)
    return msgspec.structs.replace(view, seats=tuple(seats))
