"""``thirdcard club backup``: a whole club as one file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from thirdcard.cli import club, output

if TYPE_CHECKING:
    from thirdcard.server.backup_file import Contents

HELP = """\
Write all that a club has stored into one file: tables, events, people, chat, bans.

It is of one moment, and may be made while a server runs.  The file has its name
once it is complete; an older backup of that name is replaced, any other file is
not.  Only its owner may read it, for it holds the seeds of games that are on, the
hashes of passwords, and the key that cookies are signed with.
"""

EXAMPLES = """\
examples:
  thirdcard club backup club.backup
  thirdcard club backup --database postgresql://club@db/club /srv/backup/monday

exit codes: 0 done, 2 there is no such club, or the file cannot be written
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="where to")
    club.add_database(parser)


def run(args: Namespace) -> int:
    """Write the backup and say what is in it."""
    contents = club.run_async(lambda: _back_up(club.database_url(args), Path(args.file)))
    rows = {name: table.rows for name, table in contents.tables.items()}
    if args.json:
        output.write_json({"file": args.file, "revision": contents.revision, "rows": rows})
    else:
        output.write(f"{args.file} holds the club: {club.tell_rows(rows)}")
    return output.DONE


async def _back_up(url: str, file: Path) -> Contents:
    from thirdcard.server.backup import back_up

    return await back_up(url, file)
