"""``thirdcard club ban``: somebody is kept out of a club."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from thirdcard.cli import club, output

if TYPE_CHECKING:
    from thirdcard.server.store.base import Store

HELP = f"""\
Keep somebody out of a club: they are disconnected, and can neither sit down, nor
chat, nor log in until `thirdcard club unban`.

A guest is kept out by the id that their browser has; one who throws it away
comes back as somebody else.

{club.DATABASE_NOTE}
"""

EXAMPLES = """\
examples:
  thirdcard club ban Ann
  thirdcard club ban 5f0c2a9be1d3476a8b90cc11 --reason "insults in the chat"

exit codes: 0 done, 2 there is nobody of that name, or no such club
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "who", metavar="WHO", help="the name of an account, or the id of a player, as listed"
    )
    club.add_database(parser)
    parser.add_argument("--reason", metavar="TEXT", default="", help="kept with the ban")


def run(args: Namespace) -> int:
    """Ban a person and say whom."""
    player, name = club.with_store(args, lambda store: _ban(store, args.who, args.reason))
    if args.json:
        output.write_json({"player": player, "name": name, "banned": True})
    else:
        output.write(f"{name or player} is banned")
    return output.DONE


async def _ban(store: Store, who: str, reason: str) -> tuple[str, str | None]:
    player, name = await club.find_player(store, who)
    await store.ban(player, reason, time.time_ns() // 1_000_000)
    await store.add_notice("person", player)
    return player, name
