"""What a bot would have seen of a game so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from thirdcard.game.events import Event
from thirdcard.game.machine import replay
from thirdcard.game.state import State
from thirdcard.game.views import TableView, view_table

__all__ = ["iter_past"]


def iter_past(state: State, events: Iterable[Event]) -> Iterator[tuple[TableView, int]]:
    """Yield what the table looked like after each time at which something happened.

    What a decision led to happened at once, so nobody has seen the table between its events.

    Args:
        state: the table before the events; its seed need not be known.
        events: the events, in their order.

    Yields:
        Each view with its time, as `thirdcard.bots.Bot.watch` takes them.
    """
    for at, together in groupby(events, key=lambda event: event.at):
        state = replay(state, together)
        yield view_table(state), at
