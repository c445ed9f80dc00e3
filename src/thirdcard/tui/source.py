"""What a table is to the screen, wherever it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from thirdcard.errors import Refusal
from thirdcard.game.commands import (
    Call,
    Claim,
    Configure,
    Flip,
    Hint,
    Kick,
    Leave,
    Mute,
    Start,
    TakeBack,
    Vote,
)
from thirdcard.game.event_views import EventView
from thirdcard.game.table_views import HintView, TableView

__all__ = ["Action", "AddBot", "Errand", "News", "RemoveBot", "Said", "Say", "Source"]

Action = Start | Claim | Call | TakeBack | Flip | Vote | Hint | Leave
"""What the player may do.  The screen does not know the player's id: `player` is empty, for the
source to fill in."""


@dataclass(frozen=True)
class Say:
    """Say something to the others at the table."""

    text: str


@dataclass(frozen=True)
class AddBot:
    """Seat a bot of a level."""

    level: int


@dataclass(frozen=True)
class RemoveBot:
    """Let the bot at a seat leave."""

    seat: int


Errand = Say | AddBot | RemoveBot | Configure | Kick | Mute
"""What concerns the company at a table, and not the cards; `player` is empty here too."""


@dataclass(frozen=True)
class Said:
    """Something that the screen shall say: of the connection, or of a person who chats."""

    text: str
    is_trouble: bool = False


@dataclass(frozen=True)
class News:
    """What has changed.

    Attributes:
        event: what happened, None where the view is new for another reason.
        view: the table after it, the first time and after a gap the whole of it.
        said: what is to be said beside.
    """

    view: TableView | None = None
    event: EventView | None = None
    said: Said | None = None


class Source(ABC):
    """A table at which one person plays.

    All of it runs in one event loop, and the screen is told of every change through `tell`.

    Attributes:
        view: the table now, None before it was seen first.
        seat: the player's own seat, None without one.
        hint: the newest hint for the player alone, None where the table has changed since.
        trouble: what is wrong with the connection, empty for nothing.
        has_company: whether others can come, so that there is somebody to talk to.
        chat: what was said, the newest last.
        tell: called with what has changed.
    """

    def __init__(self) -> None:
        self.view: TableView | None = None
        self.seat: int | None = None
        self.hint: HintView | None = None
        self.trouble = ""
        self.has_company = False
        self.chat: tuple[str, ...] = ()
        self.tell: Callable[[News], None] = lambda news: None

    @abstractmethod
    def now(self) -> int:
        """Return the time on the table's clock, in milliseconds since 1970."""

    @abstractmethod
    async def open(self) -> None:
        """Go to the table and take a seat.

        Raises:
            MalformedError, Refusal: there is no such table, or no seat.
        """

    @abstractmethod
    async def do(self, action: Action) -> None:
        """Carry out what the player does.

        Raises:
            Refusal: it is not carried out.
        """

    async def arrange(self, errand: Errand) -> None:
        """Carry out what concerns the company at the table.

        Raises:
            Refusal: it is not carried out.
        """
        raise Refusal("malformed", "Nobody else can come to this table.")

    @abstractmethod
    async def play_again(self) -> None:
        """Play another game of the same kind with the same players.

        Raises:
            Refusal: there will be none.
        """

    @abstractmethod
    async def close(self) -> None:
        """Leave the table."""

    def _show(self, view: TableView, event: EventView | None = None) -> None:
        """Take in a new view, and tell of it."""
        if event is not None and _changes_cards(event):
            self.hint = None
        self.view = view
        self.tell(News(view, event))


def _changes_cards(event: EventView) -> bool:
    tag = event.__struct_config__.tag
    return tag in ("dealt", "claimed", "taken_back", "ended")
