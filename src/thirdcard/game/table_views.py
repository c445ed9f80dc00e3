"""What a table looks like from outside: the structs of `thirdcard.game.views.view_table`."""

from __future__ import annotations

from typing import Literal

import msgspec

from thirdcard.game.events import Options, Subject
from thirdcard.game.state import Phase

__all__ = [
    "CallView",
    "ContestView",
    "HintView",
    "LastClaim",
    "SeatView",
    "SlotView",
    "SpotView",
    "TableView",
    "VoteView",
]


class SpotView(msgspec.Struct, frozen=True):
    """A card that has left the table, and the group it lay in (counted from 0)."""

    card: str
    group: int


class SlotView(msgspec.Struct, frozen=True):
    """A card on the table; `card` is null while it lies face down."""

    card: str | None


class SeatView(msgspec.Struct, frozen=True):
    """A seat of a person, or of a bot.

    Attributes:
        bot: the bot's level, null for a person.
        present: false after leaving.
        refusals: claims that were judged and refused.
        chain: the cards one of which its next claim must use, empty for none.
        away: whether its person has been without a connection for a while.
        muted: whether it may not chat.
        locked_until: until when it may not claim, milliseconds since 1970, null where it may.
    """

    seat: int
    name: str
    bot: int | None
    present: bool
    score: int
    refusals: int
    chain: tuple[SpotView, ...]
    away: bool
    muted: bool
    locked_until: int | None


class LastClaim(msgspec.Struct, frozen=True):
    """The claim taken last; `joint` is the card that joins the two pairs of a bowtie."""

    seat: int
    cards: tuple[str, ...]
    linked: str | None
    joint: SpotView | None


class ContestView(msgspec.Struct, frozen=True):
    """What is played for.

    Attributes:
        key, title, sentence: its name, and what it is, for people.
        takes_turns: whether claims are made in turns; see `TableView.turn`.
        takes_back: whether the last claim can be undone.
        is_shared: whether all play together for one result; see `TableView.optimum`.
        goal: whether the most or the fewest claims are sought, null where there is no optimum.
    """

    key: str
    title: str
    sentence: str
    takes_turns: bool
    takes_back: bool
    is_shared: bool
    goal: Literal["most", "fewest"] | None


class CallView(msgspec.Struct, frozen=True):
    """A call: until `until` only `seat` may claim."""

    seat: int
    until: int


class VoteView(msgspec.Struct, frozen=True):
    """A question that all people at the table must agree to, and the seats that do so far."""

    subject: Subject
    seats: tuple[int, ...]


class HintView(msgspec.Struct, frozen=True):
    """A hint: whether there is a claim, and some of its cards from stage 2 on."""

    stage: int
    cards: tuple[str, ...]
    there: bool


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone may see it.

    Attributes:
        seq: sequence number of the last event this includes.
        variant, title: the variant's expression, and its name for people.
        deck: the deck's key.
        groups: number of groups; slot *s* lies in group ``s % groups``.
        group_shape: rows and columns in which the groups are laid, in reading order.
        claim_sizes: fewest and most cards of a claim.
        claim_noun: what a claim is called, with its article.
        claim_title: what a claim is called, without one.
        face_down: whether cards are turned up in turns, not claimed.
        chains: whether a claim uses one card of an earlier one; see `SeatView.chain`.
        max_seats: how many can play.
        turn_seconds: time for each turn, counted from ``started``, ``turn_passed``, ``flipped``,
            ``claimed`` or ``resumed``, and from ``joined`` where the seat to move was alone at
            the table, for it has all the time.
        slots: the places of the table, null for a hole.
        turn: the seat to move, null where no turns are taken.
        face_up: slots turned up in this turn, where cards lie face down.
        undealt: cards left in the deck.
        ranking: seats from first to last.
        commitment: SHA-256 of the seed of the shuffle; `seed` itself is null before the end.
        started_at, ended_at: milliseconds since 1970, null before.
        options: what the host chose; `sentences` say for people what differs from the usual.
        contest: what is played for.
        host: the seat of who may choose options, and send others away; null while there is none.
        call: the call that runs, null for none.
        votes: the questions that are open.
        paused: since when the game rests, milliseconds since 1970; null while it goes on.
        hint: the newest hint that was for all, null where the table has changed since.
        ends_at: when the time of the game is over, null without a limit or before the start.
        optimum: the most or fewest claims that can be taken from the table, where that is solved.
        optimum_proved: whether it is proved, or a bound.
    """

    seq: int
    variant: str
    title: str
    deck: str
    groups: int
    group_shape: tuple[int, int]
    claim_sizes: tuple[int, int]
    claim_noun: str
    claim_title: str
    face_down: bool
    chains: bool
    max_seats: int
    turn_seconds: int
    phase: Phase
    seats: tuple[SeatView, ...]
    slots: tuple[SlotView | None, ...]
    face_up: tuple[int, ...]
    turn: int | None
    undealt: int
    last: LastClaim | None
    ranking: tuple[int, ...]
    commitment: str
    seed: str | None
    reason: str | None
    started_at: int | None
    ended_at: int | None
    options: Options
    sentences: tuple[str, ...]
    contest: ContestView
    host: int | None
    call: CallView | None
    votes: tuple[VoteView, ...]
    paused: int | None
    hint: HintView | None
    ends_at: int | None
    optimum: int | None
    optimum_proved: bool
