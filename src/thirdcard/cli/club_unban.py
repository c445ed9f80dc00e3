"""``thirdcard club unban``: somebody may come to a club again."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from thirdcard.cli import club, output
from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from thirdcard.server.store.base import Store

HELP = f"""\
Let somebody who was banned come to the club again.

{club.DATABASE_NOTE}
"""

EXAMPLES = """\
examples:
  thirdcard club unban Ann
  thirdcard club list --people      shows who is banned, and why

exit codes: 0 done, 2 nobody of that name is banned, or no such club
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "who", metavar="WHO", help="the name of an account, or the id of a player, as listed"
    )
    club.add_database(parser)


def run(args: Namespace) -> int:
    """Lift a ban and say whose."""
    player, name = club.with_store(args, lambda store: _unban(store, args.who))
    if args.json:
        output.write_json({"player": player, "name": name, "banned": False})
    else:
        output.write(f"{name or player} may come again")
    return output.DONE


async def _unban(store: Store, who: str) -> tuple[str, str | None]:
    # The ban outlives what else is stored of a person.
    forgotten = await store.is_banned(who) and await store.find_person(who) is None
    player, name = (who, None) if forgotten else await club.find_player(store, who)
    if not await store.is_banned(player):
        raise OptionError(f"{who!r} is not banned; thirdcard club list --people shows who is")
    await store.unban(player)
    return player, name
