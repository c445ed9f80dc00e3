"""``thirdcard club restore``: a club from a backup."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from thirdcard.cli import club, output

if TYPE_CHECKING:
    from thirdcard.server.backup_file import Contents

HELP = """\
Bring all that a backup holds into a new database, of the same kind or another:
an SQLite file that does not exist yet, or a PostgreSQL database that is empty.

The file is checked to its end before anything is written.  What is cut off or
altered is refused with the line, and a database that holds anything is left as
it is.
"""

EXAMPLES = """\
examples:
  thirdcard club restore club.backup --database sqlite:///club.db
  thirdcard club restore club.backup --database postgresql://club@db/club

exit codes: 0 done, 2 the backup or the database cannot be used
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a backup")
    club.add_database(parser)


def run(args: Namespace) -> int:
    """Restore the backup and say what was in it."""
    contents = club.run_async(lambda: _restore(club.database_url(args), Path(args.file)))
    rows = {name: table.rows for name, table in contents.tables.items()}
    if args.json:
        output.write_json({"file": args.file, "revision": contents.revision, "rows": rows})
    else:
        output.write(f"the club is restored from {args.file}: {club.tell_rows(rows)}")
    return output.DONE


async def _restore(url: str, file: Path) -> Contents:
    from thirdcard.server.backup import restore

    return await restore(url, file)
