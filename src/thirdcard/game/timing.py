"""What happens by itself when its time has come, and what the server or its keeper says."""

from __future__ import annotations

from thirdcard.errors import Refusal
from thirdcard.game import clock
from thirdcard.game.claiming import close_window, lapse
from thirdcard.game.commands import Announce, Close, Resume, Tick
from thirdcard.game.dealing import end, settle
from thirdcard.game.events import Announced, Resumed
from thirdcard.game.story import Story
from thirdcard.game.turning import cover, pass_turn
from thirdcard.phrases import phrase

__all__ = ["announce", "close", "resume", "tick"]

QUIET_MS = 30_000
"""A game with an end that was quiet for longer was not served, where nobody knows better."""

MOMENT_MS = 1000
"""For how long its clock may stand still without being set right."""


def tick(story: Story, command: Tick) -> None:
    """Do what is due; what ends the game comes after what may still be won in it."""
    idle = clock.idle_due(story.state)
    if idle is not None and story.now >= idle:
        end(story, "abandoned")
        return
    if _is_past(story, clock.window_due(story.state)):
        close_window(story)
    if _is_past(story, clock.end_due(story.state)):
        _end_by_time(story)
    if _is_past(story, clock.call_due(story.state)):
        lapse(story)
    if _is_past(story, clock.lay_due(story.state)):
        settle(story)
    if _is_past(story, clock.cover_due(story.state)):
        cover(story)
    if _is_past(story, clock.turn_due(story.state)):
        _end_turn(story)


def _is_past(story: Story, due: int | None) -> bool:
    return due is not None and story.now >= due


def _end_by_time(story: Story) -> None:
    if story.state.offers:
        close_window(story)
    if story.state.phase == "playing":
        end(story, "time")


def _end_turn(story: Story) -> None:
    if story.state.contest.takes_turns:
        end(story, "forfeit")
        return
    cover(story)
    pass_turn(story, "time")


def resume(story: Story, command: Resume) -> None:
    """Let a table go on that nobody served, where anything was due, or time ran, meanwhile."""
    state, now = story.state, story.now
    deadline, since = clock.next_deadline(state), None
    has_stood_still = deadline is not None and now > deadline
    if clock.end_due(state) is not None:
        if command.served_at is not None:
            since = min(max(state.at, command.served_at), now)
        has_stood_still |= now > (state.at + QUIET_MS if since is None else since + MOMENT_MS)
    if has_stood_still:
        story.tell(Resumed, since=since)


def announce(story: Story, command: Announce) -> None:
    """Tell the solved value of the table, where all play together for it."""
    state = story.state
    if not state.contest.is_shared:
        raise Refusal("malformed", phrase("{contest} has no optimum.", contest=state.contest.title))
    known = state.optimum, state.optimum_proved
    if state.phase == "playing" and known != (command.optimum, command.proved):
        story.tell(Announced, optimum=command.optimum, proved=command.proved)


def close(story: Story, command: Close) -> None:
    """Close the table, whatever goes on there."""
    if story.state.phase != "ended":
        end(story, "closed")
