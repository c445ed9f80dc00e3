"""Bots who play whole games against each other, on a clock that is only a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from thirdcard.bots import Bot, Move
from thirdcard.core.geometry import Point
from thirdcard.errors import Refusal
from thirdcard.game.clock import next_deadline
from thirdcard.game.commands import Command, Join, Start, Tick
from thirdcard.game.events import Event, Header, Opened, Options
from thirdcard.game.machine import decide, evolve
from thirdcard.game.shuffle import SEED_BYTES, commit
from thirdcard.game.state import State
from thirdcard.game.views import TableView, view_table

OPENED_AT = 1_700_000_000_000
MOST_MOVES = 20_000


@dataclass(frozen=True)
class Stacked(State):
    """A table whose deck lies in an order that a test chose, whatever its seed says."""

    order: tuple[Point, ...] = ()

    @cached_property
    def deck(self) -> tuple[Point, ...]:
        return self.order


@dataclass
class Game:
    """What happened in a game.

    Attributes:
        state: the table at the end.
        moves: every move that was made.
        seen: the views on which bots planned, and what they planned.
        refusals: the codes of what was refused.
    """

    state: State
    events: list[Event] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    seen: list[tuple[TableView, tuple[Move | None, ...]]] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.state.seats]


def new_table(variant: str, order: Sequence[Point] = (), seed: int = 0, **options: int) -> State:
    """Return an opened table; with an order, one whose deck lies so."""
    header = Header(variant=variant, options=Options(**options))
    secret = Random(seed).randbytes(SEED_BYTES)
    opened = Opened(seq=1, at=OPENED_AT, commitment=commit(secret))
    state = Stacked(header, secret, order=tuple(order)) if order else State(header, secret)
    return evolve(state, opened)


def play(
    table: State,
    levels: Sequence[int],
    seed: int = 0,
    *,
    most: int = MOST_MOVES,
    make: Callable[..., Bot] = Bot,
    watch: bool = False,
) -> Game:
    """Play a game to its end: whose move is due first makes it, and all look again.

    Args:
        table: an opened table.
        levels: of the bots, one a seat.
        seed: of all bots.
        most: moves after which the game is stuck.
        make: how a bot is made.
        watch: whether to keep what was seen and planned.
    """
    game, now = Game(table), OPENED_AT
    bots = [make(table.variant, seat, level, seed) for seat, level in enumerate(levels)]
    for seat in range(len(bots)):
        _do(game, Join(f"p{seat}", f"Bot {seat}"), now)
    _do(game, Start("p0"), now)
    for _ in range(most):
        if game.state.phase == "ended":
            return game
        view = view_table(game.state)
        plans = [bot.next_move(view, now) for bot in bots]
        if watch:
            game.seen.append((view, tuple(plans)))
        moves = [move for move in plans if move is not None]
        move = min(moves, key=lambda move: move.at, default=None)
        assert move is None or move.at >= now
        deadline = next_deadline(game.state)
        assert deadline is not None
        if move is None or deadline < move.at:
            now = deadline
            _do(game, Tick(), now)
            continue
        now = move.at
        game.moves.append(move)
        _do(game, replace(move.command, player=f"p{plans.index(move)}"), now)
    raise AssertionError(f"{table.variant.key} did not end in {most} moves")


def _do(game: Game, command: Command, now: int) -> None:
    try:
        events = decide(game.state, command, now)
    except Refusal as refusal:
        game.refusals.append(refusal.code)
        events = refusal.events
    for event in events:
        game.events.append(event)
        game.state = evolve(game.state, event)


def win_share(variant: str, weaker: int, stronger: int, games: int, first: int = 0) -> float:
    """Return the share of games that the stronger of two levels wins, seats changing."""
    wins = 0
    for seed in range(first, first + games):
        swapped = seed % 2
        levels = (stronger, weaker) if swapped else (weaker, stronger)
        game = play(new_table(variant, seed=seed), levels, seed)
        wins += game.state.ranking[0] == (0 if swapped else 1)
    return wins / games
