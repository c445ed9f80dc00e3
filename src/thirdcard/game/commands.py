"""What can be asked of a table, in the imperative."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Claim", "Command", "Flip", "Join", "Leave", "Resume", "Start", "Tick"]


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
    """

    player: str
    cards: tuple[str, ...]
    seen: int


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
class Tick:
    """Let time pass: do what is due, nothing before `thirdcard.game.clock.next_deadline`."""


@dataclass(frozen=True)
class Resume:
    """Take a table up again that nobody's clock ran for: what is overdue gets its time anew."""


Command = Join | Leave | Start | Claim | Flip | Tick | Resume
