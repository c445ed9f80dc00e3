"""What the commands that print share: the size of the paper, the cards' look, the file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from thirdcard.cli import output
from thirdcard.core.themes import THEMES

__all__ = ["THEMES_NOTE", "add_sheet", "save"]

THEMES_NOTE = f"""\
themes:
  {", ".join(THEMES)} look as on the site; copier is black
  on white, with a letter on a shape for each colour.
"""


def add_sheet(parser: ArgumentParser) -> None:
    """Add ``--theme``, ``--paper`` and ``--out``."""
    parser.add_argument(
        "--theme", metavar="T", default="classic", help="the look of the cards (default: classic)"
    )
    parser.add_argument("--paper", metavar="P", default="a4", help="a4 (default) or letter")
    parser.add_argument("--out", metavar="F", help="the file (default: named after what is in it)")


def save(args: Namespace, usual: str, pdf: bytes, document: dict[str, Any]) -> int:
    """Write a PDF and tell about it.

    Args:
        args: the command's arguments.
        usual: the name of the file where none is given.
        pdf: its bytes.
        document: what is told of it beside its name, look and paper.

    Raises:
        OptionError: the file cannot be written.
    """
    path = usual if args.out is None else args.out
    output.write_file(path, pdf, "--out")
    if args.json:
        output.write_json(document | {"theme": args.theme, "paper": args.paper, "file": path})
    else:
        pages = document["pages"]
        output.write(f"{path}: {pages} page{'s' * (pages != 1)}")
    return output.DONE
