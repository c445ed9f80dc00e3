"""What can be asked of a table, in the imperative."""

from __future__ import annotations

from dataclasses import dataclass

from thirdcard.game.events import Subject
from thirdcard.game.options import Options

__all__ = [
    "Announce",
    "Call",
    "Claim",
    "Close",
    "ComeBack",
    "Command",
    "Configure",
    "Flip",
    "GoAway",
    "Hint",
    "Join",
    "Kick",
    "Leave",
    "Mute",
    "Resume",
    "Start",
    "TakeBack",
    "Tick",
    "Vote",
]


@dataclass(frozen=True)
class Join:
    """Take a seat, or return to one's own.

    Attributes:
        player: who asks; an opaque, stable id.
        name: how the others shall call them.
        bot: the level of a bot, None for a person.
    """

    player: str
    name: str
    bot: int | None = None


@dataclass(frozen=True)
class Leave:
    """Give up one's seat; the score stays on the board."""

    player: str


@dataclass(frozen=True)
class Start:
    """Deal and begin."""

    player: str


@dataclass(frozen=True)
class Claim:
    """Take cards.

    Attributes:
        player: who claims.
        cards: card codes in any order.
        seen: sequence number of the last event that the player had seen.
        waited: milliseconds from when the player saw that event to the act, by the player's own
            measure; None where it was not measured.
        trip: the round trip of the player's messages in milliseconds, by the server's measure.
    """

    player: str
    cards: tuple[str, ...]
    seen: int
    waited: int | None = None
    trip: int = 0


@dataclass(frozen=True)
class Call:
    """Call, before one claims, where the table asks for that.

    Attributes:
        player: who calls.
        seen: sequence number of the last event that the player had seen.
    """

    player: str
    seen: int


@dataclass(frozen=True)
class TakeBack:
    """Undo the last claim, where the contest allows it."""

    player: str


@dataclass(frozen=True)
class Flip:
    """Turn a card face up, where they lie face down.

    Attributes:
        player: who turns.
        slot: the place of the card.
        seen: sequence number of the last event that the player had seen.
    """

    player: str
    slot: int
    seen: int


@dataclass(frozen=True)
class Vote:
    """Ask for what all must agree to, agree to it, or no longer do so."""

    player: str
    subject: Subject
    agrees: bool = True


@dataclass(frozen=True)
class Hint:
    """Ask for the next hint for oneself, where each player may have some alone."""

    player: str


@dataclass(frozen=True)
class Configure:
    """Choose other options before the start; the host's right."""

    player: str
    options: Options


@dataclass(frozen=True)
class Kick:
    """Send another player away, for good if `ban`; the host's right."""

    player: str
    seat: int
    ban: bool = False


@dataclass(frozen=True)
class Mute:
    """Take another player's right to chat, or give it back; the host's right."""

    player: str
    seat: int
    muted: bool = True


@dataclass(frozen=True)
class GoAway:
    """Tell that a player has been without a connection for a while; the server's to say."""

    player: str


@dataclass(frozen=True)
class ComeBack:
    """Tell that a player is connected again; the server's to say."""

    player: str


@dataclass(frozen=True)
class Announce:
    """Tell the solved value of the table; the server's to say.

    Attributes:
        optimum: the most or the fewest claims; a bound where it is not proved.
        proved: whether no better is possible.
    """

    optimum: int
    proved: bool


@dataclass(frozen=True)
class Close:
    """Close the table; an administrator's to say."""


@dataclass(frozen=True)
class Tick:
    """Let time pass: do what is due, nothing before `thirdcard.game.clock.next_deadline`."""


@dataclass(frozen=True)
class Resume:
    """Take a table up again that nobody's clock ran for: what is overdue gets its time anew.

    Attributes:
        served_at: when a clock ran for it last, None where nobody knows.
    """

    served_at: int | None = None


Command = (
    Join
    | Leave
    | Configure
    | Kick
    | Mute
    | GoAway
    | ComeBack
    | Start
    | Call
    | Claim
    | TakeBack
    | Flip
    | Vote
    | Hint
    | Announce
    | Close
    | Tick
    | Resume
)
