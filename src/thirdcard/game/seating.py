"""Who sits at a table, and what its host may do."""

from __future__ import annotations

from msgspec import structs

from thirdcard.errors import MalformedError, Refusal
from thirdcard.game.commands import (
    ComeBack,
    Configure,
    GoAway,
    Join,
    Kick,
    Leave,
    Mute,
    Start,
)
from thirdcard.game.contests import CONTESTS
from thirdcard.game.dealing import deal_start, end, settle
from thirdcard.game.events import (
    BOT_LEVELS,
    CameBack,
    Configured,
    Joined,
    Left,
    Muted,
    Started,
    WentAway,
)
from thirdcard.game.state import State
from thirdcard.game.story import Story, require_seat
from thirdcard.game.turning import cover, pass_turn
from thirdcard.game.voting import count_votes
from thirdcard.phrases import phrase

__all__ = [
    "MAX_NAME",
    "come_back",
    "configure",
    "go_away",
    "join",
    "kick",
    "leave",
    "mute",
    "start",
]

MAX_NAME = 24
"""Longest name of a player, in characters."""


# -- coming -------------------------------------------------------------------------------------


def join(story: Story, command: Join) -> None:
    """Give a player a seat, or their own again."""
    state = story.state
    name = " ".join("".join(c for c in command.name if c.isprintable()).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise Refusal(
            "malformed",
            phrase("A name has {least} to {most} visible characters.", least=1, most=MAX_NAME),
        )
    if command.bot is not None and not 1 <= command.bot <= BOT_LEVELS:
        raise Refusal("malformed", phrase("A bot has a level from 1 to {most}.", most=BOT_LEVELS))
    if state.phase not in ("waiting", "playing"):
        raise Refusal("locked_out", phrase("The game is over."))
    if command.player in state.banned:
        raise Refusal(
            "locked_out", phrase("The host has banned you from this table."), {"banned": True}
        )
    own = state.find_seat(command.player)
    if own is not None and (state.seats[own].bot is None) != (command.bot is None):
        raise Refusal(
            "locked_out", phrase("The seat of a person is no bot's, and the other way round.")
        )
    if own is not None and state.seats[own].present:
        return
    seat = _choose_seat(state, own)
    others = {s.name for i, s in enumerate(state.seats) if i != seat}
    was_muted = own is None and seat < len(state.seats) and state.seats[seat].muted
    story.tell(
        Joined,
        seat=seat,
        player=command.player,
        name=_distinct(name, others),
        bot=command.bot,
    )
    if was_muted:
        story.tell(Muted, seat=seat, muted=False)


def _choose_seat(state: State, own: int | None) -> int:
    """Return the seat for a player: their own, a new one, or before the start one left empty."""
    count = len(state.seats)
    if state.phase == "playing":
        if own is not None:
            return own
        if count < state.max_seats:
            return count
    elif sum(1 for _ in state.iter_present()) < state.max_seats:
        if own is not None:
            return own
        if count < state.max_seats:
            return count
        return next(i for i, seat in enumerate(state.seats) if not seat.present)
    raise Refusal("locked_out", phrase("All {seats} seats are taken.", seats=state.max_seats))


def _distinct(name: str, others: set[str]) -> str:
    """Return the name, with a number if another player has it."""
    candidate, number = name, 1
    while candidate in others:
        number += 1
        suffix = f" {number}"
        candidate = name[: MAX_NAME - len(suffix)].rstrip() + suffix
    return candidate


def start(story: Story, command: Start) -> None:
    """Deal and begin."""
    state = story.state
    require_seat(state, command.player)
    if state.phase != "waiting":
        raise Refusal("locked_out", phrase("The game has begun already."))
    present = list(state.iter_present())
    needed = state.contest.seats
    if needed is not None and len(present) != needed:
        raise Refusal(
            "locked_out",
            phrase(
                "{contest} is for {needed} players, and {present} are here.",
                contest=state.contest.title,
                needed=needed,
                present=len(present),
            ),
            {"needed": needed, "present": len(present)},
        )
    takes_turns = state.variant.rule.face_down or state.contest.takes_turns
    story.tell(Started, turn=present[0] if takes_turns else None)
    deal_start(story)


# -- going --------------------------------------------------------------------------------------


def leave(story: Story, command: Leave) -> None:
    """Empty a player's seat."""
    seat = require_seat(story.state, command.player)
    story.tell(Left, seat=seat)
    _after_leaving(story, seat)


def _after_leaving(story: Story, seat: int, by_host: bool = False) -> None:
    state = story.state
    if state.phase != "playing":
        return
    if state.contest.takes_turns:
        end(story, "abandoned" if by_host else "forfeit")
        return
    if not state.has_people:
        end(story, "abandoned")
        return
    if state.turn == seat:
        cover(story)
        pass_turn(story, "left")
    count_votes(story)
    settle(story)


def go_away(story: Story, command: GoAway) -> None:
    """Note that a person has been without a connection for a while."""
    state = story.state
    seat = state.find_seat(command.player)
    if seat is None or state.phase == "ended":
        return
    if state.seats[seat].present and state.seats[seat].bot is None and not state.seats[seat].away:
        story.tell(WentAway, seat=seat)
        count_votes(story)


def come_back(story: Story, command: ComeBack) -> None:
    """Note that a person is connected again."""
    seat = story.state.find_seat(command.player)
    if seat is not None and story.state.phase != "ended" and story.state.seats[seat].away:
        story.tell(CameBack, seat=seat)


# -- the host -----------------------------------------------------------------------------------


def configure(story: Story, command: Configure) -> None:
    """Take other options, before the start."""
    state = story.state
    _require_host(state, command.player)
    if state.phase != "waiting":
        raise Refusal("locked_out", phrase("The game has begun: its options stay as they are."))
    try:
        structs.replace(state.header, options=command.options).require_valid()
    except MalformedError as error:
        raise Refusal("malformed", error.told) from None
    present = sum(1 for _ in state.iter_present())
    seats = CONTESTS[command.options.contest].seats or command.options.seats
    if present > seats:
        raise Refusal(
            "locked_out",
            phrase(
                "{present} are at the table, and {seats} could play with these options.",
                present=present,
                seats=seats,
            ),
        )
    if command.options != state.options:
        story.tell(Configured, options=command.options)


def kick(story: Story, command: Kick) -> None:
    """Send another player away."""
    seat = _require_other(story.state, command.player, command.seat)
    if not story.state.seats[seat].present:
        return
    story.tell(Left, seat=seat, by_host=True, banned=command.ban)
    _after_leaving(story, seat, by_host=True)


def mute(story: Story, command: Mute) -> None:
    """Take another player's right to chat, or give it back."""
    seat = _require_other(story.state, command.player, command.seat)
    if story.state.seats[seat].muted != command.muted:
        story.tell(Muted, seat=seat, muted=command.muted)


def _require_host(state: State, player: str) -> int:
    seat = require_seat(state, player)
    if state.host != seat:
        if state.host is None:
            raise Refusal("locked_out", phrase("That is for the host to do, who is nobody."))
        name = state.seats[state.host].name
        raise Refusal("locked_out", phrase("That is for the host to do, who is {name}.", name=name))
    return seat


def _require_other(state: State, player: str, seat: int) -> int:
    host = _require_host(state, player)
    if seat == host or not 0 <= seat < len(state.seats):
        raise Refusal(
            "malformed", phrase("There is no other player at seat {seat}.", seat=seat + 1)
        )
    return seat
