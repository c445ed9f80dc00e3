"""What the command calls: play in the terminal, and tell how it went."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thirdcard.errors import OptionError
from thirdcard.game.options import Options
from thirdcard.game.seating import MAX_NAME
from thirdcard.game.table_views import TableView
from thirdcard.tui.app import TableApp
from thirdcard.tui.cards import ASCII, COLOUR, LETTERS, Drawing
from thirdcard.tui.keyboards import QWERTY, Rows
from thirdcard.tui.local import LocalGame
from thirdcard.tui.source import Source

__all__ = ["Outcome", "choose_drawing", "join_table", "play", "start_game"]


@dataclass(frozen=True)
class Outcome:
    """How a game went.

    Attributes:
        variant: the expression.
        contest: what was played for.
        names: of the players, by seat.
        scores: of the players.
        reason: why it ended, as in a record; None where it did not.
        seed: the seed of the shuffle, None where it is not public yet.
    """

    variant: str
    contest: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    reason: str | None
    seed: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain JSON values."""
        return {
            "variant": self.variant,
            "contest": self.contest,
            "names": list(self.names),
            "scores": list(self.scores),
            "reason": self.reason,
            "seed": self.seed,
        }


def start_game(
    variant: str, options: Options, levels: Sequence[int], name: str, seed: bytes | None
) -> Source:
    """Return a game within this process; with hints, where there can be some.

    Raises:
        VariantError, OptionError: such a game cannot be.
    """
    if not name.strip():
        raise OptionError("--name is empty; expected a name")
    if len(name) > MAX_NAME:
        raise OptionError(f"--name has {len(name)} characters; expected at most {MAX_NAME}")
    return LocalGame(variant, options, levels, name, seed)


def join_table(
    link: str, name: str | None, usual_name: str, passcode: str | None, *, is_guest: bool
) -> Source:
    """Return a table of a server.

    Args:
        link: the table's address.
        name: the player's, None for the one of the last time.
        usual_name: the player's where there was no last time.
        passcode: of a table that has one.
        is_guest: whether to come as somebody new, and keep nothing of it.

    Raises:
        OptionError: the link is none.
    """
    from thirdcard.tui.identity import IdentityFile
    from thirdcard.tui.remote import RemoteTable, read_address

    address = read_address(link)
    identity = None if is_guest else IdentityFile(address.server)
    if name is None:
        name = (identity and identity.load().name) or usual_name
    return RemoteTable(address, name, passcode, identity)


def choose_drawing(ascii_only: bool) -> Drawing:
    """Return how cards are drawn: by what was asked for, ``NO_COLOR``, and the terminal."""
    encoding = (sys.stderr.encoding or "").lower()
    if ascii_only or "utf" not in encoding:
        return ASCII
    is_bare = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return LETTERS if is_bare else COLOUR


def play(source: Source, drawing: Drawing, keys: Rows = QWERTY) -> Outcome | None:
    """Play until the player quits, and return how the last game went; None if there was none.

    Raises:
        OptionError: there is no terminal, or there is no such table.
    """
    if not (sys.stdin.isatty() and sys.__stderr__ is not None and sys.__stderr__.isatty()):
        raise OptionError("play needs a terminal for its input and for stderr")
    app = TableApp(source, drawing, keys)
    app.run()
    if app.failure:
        raise OptionError(app.failure)
    view = source.view
    return None if view is None else _tell(view)


def _tell(view: TableView) -> Outcome:
    return Outcome(
        variant=view.variant,
        contest=view.contest.key,
        names=tuple(seat.name for seat in view.seats),
        scores=tuple(seat.score for seat in view.seats),
        reason=view.reason,
        seed=view.seed,
    )
