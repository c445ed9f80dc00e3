"""Whole games of bots against each other, on a clock that is only a number.

Whose move is due first makes it, then all look at the table again.  Where they find nothing and
more cards come by vote, they vote for them as people would.

>>> game = play(new_table("junior", seed=1), levels=(2, 5), seed=1)
>>> game.scores, game.state.reason
([1, 8], 'finished')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from thirdcard.bots.bot import Bot, Move
from thirdcard.errors import Refusal
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Command, Join, Start, Tick, Vote
from thirdcard.game.events import Event, Header
from thirdcard.game.machine import decide, open_table, replay
from thirdcard.game.options import Options
from thirdcard.game.shuffle import SEED_BYTES
from thirdcard.game.state import State
from thirdcard.game.views import TableView, view_table

__all__ = ["OPENED_AT", "Game", "Look", "new_table", "play", "win_share"]

OPENED_AT: Final = 1_700_000_000_000
"""When the tables of the arena are opened, in milliseconds since 1970."""

_MOST_STEPS: Final = 20_000


@dataclass(frozen=True)
class Look:
    """A view that the bots were shown, when, and what each of them planned."""

    view: TableView
    now: int
    plans: tuple[Move | None, ...]


@dataclass
class Game:
    """What happened in a game.

    Attributes:
        state: the table at the end.
        events: all that happened since it was opened.
        moves: every move that was made.
        looks: what the bots were shown, and what they planned.
        refusals: the codes of what was refused.
    """

    state: State
    events: list[Event] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    @property
    def scores(self) -> list[int]:
        """The scores by seat."""
        return [seat.score for seat in self.state.seats]

    def do(self, command: Command, now: int) -> None:
        """Let the table carry a command out, or refuse it."""
        try:
            events = decide(self.state, command, now)
        except Refusal as refusal:
            self.refusals.append(refusal.code)
            events = refusal.events
        self.events.extend(events)
        self.state = replay(self.state, events)


def new_table(variant: str, seed: int = 0, **options: Any) -> State:
    """Return an opened table with some options, dealt by a seed.

    Raises:
        VariantError, OptionError: such a table cannot exist.
    """
    header = Header(variant=variant, options=Options(**options))
    return open_table(header, Random(seed).randbytes(SEED_BYTES), OPENED_AT)[0]


def play(
    table: State,
    levels: Sequence[int],
    seed: int = 0,
    *,
    make: Callable[..., Bot] = Bot,
    watch: bool = False,
) -> Game:
    """Play a game to its end.

    Args:
        table: an opened table.
        levels: of the bots, one a seat.
        seed: of all bots.
        make: how a bot is made, of a variant, a seat, a level and a seed.
        watch: whether to keep what was seen and planned.
    """
    game, now = Game(table), OPENED_AT
    bots = [make(table.variant, seat, level, seed) for seat, level in enumerate(levels)]
    for seat in range(len(bots)):
        game.do(Join(f"p{seat}", f"Bot {seat}"), now)
    game.do(Start("p0"), now)
    for _ in range(_MOST_STEPS):
        if game.state.phase == "ended":
            return game
        now = _step(game, bots, now, watch)
    raise RuntimeError(f"{table.variant.key} did not end in {_MOST_STEPS} steps")


def _step(game: Game, bots: Sequence[Bot], now: int, watch: bool) -> int:
    """Let happen what happens next, and return when it did."""
    view = view_table(game.state)
    plans = tuple(bot.next_move(view, now) for bot in bots)
    if watch:
        game.looks.append(Look(view, now, plans))
    move = min((move for move in plans if move), key=lambda move: move.at, default=None)
    assert move is None or move.at >= now
    if move is None and view.options.growth == "vote" and view.call is None:
        _ask_for_cards(game, now)
        return now
    deadline = next_deadline(game.state)
    assert deadline is not None
    if move is None or deadline < move.at:
        now = max(now, deadline)
        game.do(Tick(), now)
        return now
    game.moves.append(move)
    game.do(replace(move.command, player=f"p{plans.index(move)}"), move.at)
    return move.at


def _ask_for_cards(game: Game, now: int) -> None:
    for seat in game.state.seats:
        if game.state.phase == "playing":
            game.do(Vote(seat.player, "cards"), now)


def win_share(variant: str, weaker: int, stronger: int, games: int, **options: Any) -> float:
    """Return the share of games that the stronger of two levels wins, seats changing."""
    wins = 0
    for seed in range(games):
        swapped = seed % 2
        levels = (stronger, weaker) if swapped else (weaker, stronger)
        game = play(new_table(variant, seed, **options), levels, seed)
        wins += game.state.ranking[0] == (0 if swapped else 1)
    return wins / games
