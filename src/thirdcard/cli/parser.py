"""The parser of a command's words: argparse, with errors of one line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import IO, Any, NoReturn

from thirdcard.cli import output
from thirdcard.errors import MalformedError

__all__ = ["Parser"]


class Parser(argparse.ArgumentParser):
    """The parser of one command, which knows ``--json`` and ``--help``.

    Args:
        prog: the program and the command, as they are typed.
        description: what the command answers.
        epilog: examples and exit codes.
    """

    def __init__(self, prog: str, description: str = "", epilog: str = "", **settings: Any) -> None:
        # Asking for the terminal's width would load a good part of the standard library.
        settings.setdefault(
            "formatter_class", partial(argparse.RawDescriptionHelpFormatter, width=80)
        )
        super().__init__(
            prog=prog,
            description=description.strip(),
            epilog=epilog.strip(),
            allow_abbrev=False,
            add_help=False,
            **settings,
        )
        self.add_argument("-h", "--help", action="help", help="show this help")
        self.add_argument("--json", action="store_true", help="print one JSON document")

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words; options may stand before, between and after the cards.

        Raises:
            MalformedError: an option or a value that the command does not take.
        """
        if any(isinstance(action, argparse._SubParsersAction) for action in self._actions):
            args, unread = self.parse_known_args(words)
        else:
            args, unread = self.parse_known_intermixed_args(words)
        if unread:
            self.error(self._explain_unread(unread[0]))
        return args

    def _explain_unread(self, word: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(word.partition("=")[0], self._option_string_actions, 1)
        return f"{word!r} is not expected here" + (f"; did you mean {near[0]}?" if near else "")

    def error(self, message: str) -> NoReturn:
        raise MalformedError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: IO[str] | None = None) -> None:  # type: ignore[override]
        output.write(self.format_help().rstrip())
