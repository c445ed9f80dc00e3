"""``thirdcard club list``: the tables of a club, or its people."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from thirdcard.cli import club, output

if TYPE_CHECKING:
    from thirdcard.server.store.base import Person, Store

HELP = f"""\
List the open tables of a club: what is played, who plays, since when nobody has
done anything, and who may enter.

{club.DATABASE_NOTE}
"""

EXAMPLES = """\
examples:
  thirdcard club list
  thirdcard club list --all --json
  thirdcard club list --people       accounts, and who was here lately
  thirdcard club list --database sqlite:///club.db

exit codes: 0 done, 2 there is no such club
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    club.add_database(parser)
    parser.add_argument("--all", action="store_true", help="tables that have ended, too")
    parser.add_argument("--people", action="store_true", help="people, in place of tables")


def run(args: Namespace) -> int:
    """Print tables or people."""
    kind = "people" if args.people else "tables"
    find = _find_people if args.people else _find_tables
    found = club.with_store(args, lambda store: find(store, args.all))
    if args.json:
        output.write_json({kind: found})
        return output.DONE
    now = time.time_ns() // 1_000_000
    if args.people:
        lines = club.table_lines([_describe_person(person, now) for person in found])
        heading = f"{len(found)} {'person' if len(found) == 1 else 'people'}"
    else:
        lines = club.table_lines([_describe_table(table, now) for table in found])
        heading = club.count(len(found), "table" if args.all else "open table")
    output.write("\n".join([heading, *lines]))
    return output.DONE


# -- tables -------------------------------------------------------------------------------------


async def _find_tables(store: Store, ended: bool) -> list[dict[str, Any]]:
    found = [await _find_table(store, table) for table in await store.tables(open_only=not ended)]
    return sorted(found, key=lambda table: (table["opened_at"], table["table"]))


async def _find_table(store: Store, table: str) -> dict[str, Any]:
    from thirdcard.game.machine import replay
    from thirdcard.game.state import State

    stored = await store.find(table)
    assert stored is not None, "tables are never deleted"
    state = replay(State(stored.header, stored.seed), await store.events(table))
    return {
        "table": table,
        "variant": state.variant.key,
        "title": state.variant.title,
        "phase": state.phase,
        "seats": [
            {"name": seat.name, "player": seat.player, "bot": seat.bot}
            for seat in state.seats
            if seat.present
        ],
        "access": stored.access,
        "opened_at": stored.opened_at,
        "acted_at": state.acted_at,
    }


def _describe_table(table: dict[str, Any], now: int) -> tuple[str, ...]:
    names = [seat["name"] for seat in table["seats"]]
    return (
        table["table"],
        table["variant"],
        table["phase"],
        table["access"],
        f"idle {_tell_age(now - table['acted_at'])}",
        ", ".join(names) or "nobody",
    )


# -- people -------------------------------------------------------------------------------------


async def _find_people(store: Store, _all: bool) -> list[dict[str, Any]]:
    bans = {ban.player: {"reason": ban.reason, "at": ban.at} for ban in await store.bans()}
    people = await store.people()
    listed = {person.player for person in people}
    # Whoever is kept out is listed, even if they have not been here for long.
    others = [await store.find_person(player) or player for player in bans if player not in listed]
    return [_person(each, bans) for each in (*people, *others)]


def _person(person: Person | str, bans: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return a person, or a player of whom nothing but the id is stored."""
    if isinstance(person, str):
        player, name, account, seen_at = person, None, None, 0
    else:
        player, name, account = person.player, person.name, person.account
        seen_at = person.seen_at
    return {
        "player": player,
        "name": name,
        "account": account,
        "seen_at": seen_at,
        "ban": bans.get(player),
    }


def _describe_person(person: dict[str, Any], now: int) -> tuple[str, ...]:
    ban = person["ban"]
    return (
        person["player"],
        person["name"] or "(no name)",
        "account" if person["account"] else "guest",
        f"seen {_tell_age(now - person['seen_at'])} ago" if person["seen_at"] else "",
        "" if ban is None else f"banned: {ban['reason']}" if ban["reason"] else "banned",
    )


def _tell_age(milliseconds: int) -> str:
    """Return how long ago something was, in the largest unit that fits.

    >>> _tell_age(59_000), _tell_age(150_000), _tell_age(200_000_000)
    ('59 s', '2 min', '2 d')
    """
    seconds = max(0, milliseconds) // 1000
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
