"""``thirdcard club close``: the end of tables, by an administrator."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from thirdcard.cli import club, output
from thirdcard.errors import ConflictError, OptionError, Refusal

if TYPE_CHECKING:
    from thirdcard.game.events import Event
    from thirdcard.server.store.base import Store, StoredTable

HELP = f"""\
Close tables: the games end at once, with the scores as they are, and everyone who
is there is told.

{club.DATABASE_NOTE}
"""

EXAMPLES = """\
examples:
  thirdcard club close k4m9w2rtzc
  thirdcard club close --json k4m9w2rtzc h7dq3xn5ep

exit codes: 0 done, 2 there is no such table or club
"""

_ATTEMPTS: Final = 50


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("tables", metavar="TABLE", nargs="+", help="ids of tables, as listed")
    club.add_database(parser)


def run(args: Namespace) -> int:
    """Close the tables and say which were over already."""
    tables = list(dict.fromkeys(args.tables))
    closed = club.with_store(args, lambda store: _close_all(store, tables))
    over = [table for table in tables if table not in closed]
    if args.json:
        output.write_json({"closed": closed, "over": over})
    else:
        lines = [f"{table} is closed" for table in closed]
        output.write("\n".join(lines + [f"{table} was over already" for table in over]))
    return output.DONE


async def _close_all(store: Store, tables: list[str]) -> list[str]:
    """Close tables, none if one of them does not exist, and return those that were open."""
    found = {table: await store.find(table) for table in tables}
    for table, stored in found.items():
        if stored is None:
            raise OptionError(f"there is no table {table!r}; thirdcard club list shows them")
    return [table for table, stored in found.items() if stored and await _close(store, stored)]


async def _close(store: Store, stored: StoredTable) -> bool:
    """Close a table, and tell whether it was open."""
    for _ in range(_ATTEMPTS):
        events = _decide(stored, await store.events(stored.table))
        if not events:
            return False
        try:
            await store.append(stored.table, events)
        except ConflictError:
            # A server that runs was first; what it did is read now.
            continue
        await store.add_notice("table", stored.table)
        return True
    raise ConflictError(f"table {stored.table}: no turn in {_ATTEMPTS} attempts; try again")


def _decide(stored: StoredTable, events: list[Event]) -> list[Event]:
    """Return the events that close a table, none where it is over."""
    from thirdcard.game.commands import Close
    from thirdcard.game.machine import decide, replay
    from thirdcard.game.state import State

    state = replay(State(stored.header, stored.seed), events)
    if state.phase == "ended":
        return []
    now = max(time.time_ns() // 1_000_000, state.at)
    try:
        return list(decide(state, Close(), now))
    except Refusal as refusal:
        raise OptionError(f"table {stored.table} cannot be closed: {refusal}") from None
