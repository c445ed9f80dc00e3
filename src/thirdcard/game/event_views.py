"""What an event looks like from outside: the structs of `thirdcard.game.views.view_event`."""

from __future__ import annotations

from typing import Literal

import msgspec

from thirdcard.game.events import (
    Announced,
    Called,
    CameBack,
    Covered,
    Flipped,
    Hinted,
    Muted,
    Opened,
    Options,
    Paused,
    Reshuffled,
    TurnPassed,
    Voted,
    WentAway,
)
from thirdcard.game.table_views import (
    CallView,
    ContestView,
    LastClaim,
    SpotView,
)

__all__ = [
    "ClaimedView",
    "ConfiguredView",
    "ContinuedView",
    "DealtView",
    "EndedView",
    "EventView",
    "JoinedView",
    "LaidView",
    "LapsedView",
    "LeftView",
    "OfferedView",
    "RefusedView",
    "ResumedView",
    "StartedView",
    "TakenBackView",
]


class _View(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    seq: int
    at: int


class JoinedView(_View, frozen=True, kw_only=True, tag="joined"):
    """A player took a seat, or came back to it.

    Attributes:
        bot: the level of a bot, null for a person.
        chain: the cards one of which the seat's next claim must use.
        host: the seat of the host now.
        ranking: seats from first to last; where scores fell below zero, a new one is not last.
    """

    seat: int
    name: str
    bot: int | None
    chain: tuple[SpotView, ...]
    host: int | None
    ranking: tuple[int, ...]


class LeftView(_View, frozen=True, kw_only=True, tag="left"):
    """A player gave up a seat, or was sent away by the host."""

    seat: int
    by_host: bool
    banned: bool
    host: int | None


class ConfiguredView(_View, frozen=True, kw_only=True, tag="configured"):
    """The host chose other options; see `TableView`."""

    options: Options
    sentences: tuple[str, ...]
    contest: ContestView
    max_seats: int
    turn_seconds: int


class StartedView(_View, frozen=True, kw_only=True, tag="started"):
    """The game began; `ends_at` is when its time is over, null without a limit."""

    turn: int | None
    ends_at: int | None


class LaidView(msgspec.Struct, frozen=True):
    """A card laid on a slot; `card` is null where cards lie face down."""

    slot: int
    card: str | None


class DealtView(_View, frozen=True, kw_only=True, tag="dealt"):
    """Cards came to the table, which now has `size` slots; `undealt` cards are left."""

    reason: Literal["start", "refill", "growth"]
    cards: tuple[LaidView, ...]
    size: int
    undealt: int


class ClaimedView(_View, frozen=True, kw_only=True, tag="claimed"):
    """A claim was accepted.

    Attributes:
        seat: who took it.
        cards: the claim; of a bowtie the first two and the last two are its pairs.
        linked: the card that came from an earlier claim.
        slots: the slots whose cards leave the table.
        size: number of slots the table now has.
        joint: the card that joins the two pairs of a bowtie.
        score: the seat's new score.
        chains: for every seat the cards one of which its next claim must use.
        ranking: seats from first to last.
    """

    seat: int
    cards: tuple[str, ...]
    linked: str | None
    slots: tuple[int, ...]
    size: int
    joint: SpotView | None
    score: int
    chains: tuple[tuple[SpotView, ...], ...]
    ranking: tuple[int, ...]


class RefusedView(_View, frozen=True, kw_only=True, tag="refused"):
    """A seated player's claim was judged and refused.

    Attributes:
        code: one of `thirdcard.errors.REFUSAL_CODES`.
        cost: points that it cost; `score` is what the seat has now.
        locked_until: until when the seat may not claim, null where it may.
        ranking: seats from first to last.
    """

    seat: int
    code: str
    cards: tuple[str, ...]
    seen: int
    cost: int
    locked_until: int | None
    score: int
    ranking: tuple[int, ...]


class LapsedView(_View, frozen=True, kw_only=True, tag="lapsed"):
    """The time after a call went by; what it cost as in ``refused``."""

    seat: int
    cost: int
    locked_until: int | None
    score: int
    ranking: tuple[int, ...]


class OfferedView(_View, frozen=True, kw_only=True, tag="offered"):
    """A right claim waits for the end of its window; whose, and which, is told with ``claimed``."""


class ContinuedView(_View, frozen=True, kw_only=True, tag="continued"):
    """The pause is over.

    Attributes:
        pause_ms: how long it was: every time that ran is over so much later.
        ends_at: when the time of the game is over now, null without a limit.
        call: the call that runs, null for none.
        locks: until when each seat may not claim, null where it may.
    """

    pause_ms: int
    ends_at: int | None
    call: CallView | None
    locks: tuple[int | None, ...]


class TakenBackView(_View, frozen=True, kw_only=True, tag="taken_back"):
    """The last claim was undone.

    Attributes:
        seat: who undid it.
        claimer: whose claim it was; `score` is what that seat has now.
        cards: its cards, and the slots where they lie again.
        size: number of slots the table now has.
        last: the claim that is now the last.
        ranking: seats from first to last.
    """

    seat: int
    claimer: int
    cards: tuple[LaidView, ...]
    size: int
    score: int
    last: LastClaim | None
    turn: int | None
    ranking: tuple[int, ...]


class ResumedView(_View, frozen=True, kw_only=True, tag="resumed"):
    """A server took the table up again; `ends_at` and `call` are what they are now."""

    ends_at: int | None
    call: CallView | None


class EndedView(_View, frozen=True, kw_only=True, tag="ended"):
    """The game is over; the seed of the shuffle is public.  `reason` as in a record."""

    reason: Literal["finished", "score", "time", "forfeit", "abandoned", "closed"]
    seed: str
    ranking: tuple[int, ...]


EventView = (
    Opened
    | ConfiguredView
    | JoinedView
    | LeftView
    | WentAway
    | CameBack
    | Muted
    | StartedView
    | DealtView
    | Reshuffled
    | Called
    | LapsedView
    | OfferedView
    | ClaimedView
    | RefusedView
    | TakenBackView
    | Flipped
    | Covered
    | TurnPassed
    | Voted
    | Paused
    | ContinuedView
    | Hinted
    | Announced
    | ResumedView
    | EndedView
)
"""``hinted`` holds no cards where a hint was for one player alone."""
