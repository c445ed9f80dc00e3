"""The duel: the best bot wins what can be won, the others see less of the end."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import pytest

from tests.bots.positions import started, view_of
from thirdcard.bots import Bot, best_moves
from thirdcard.bots.arena import OPENED_AT, Game, new_table, play
from thirdcard.bots.duelist import Lines, find_winning
from thirdcard.bots.player import Solve
from thirdcard.core.geometry import Space
from thirdcard.game.commands import Claim
from thirdcard.game.events import Claimed
from thirdcard.game.views import TableView
from thirdcard.solvers.duel import solve_duel
from thirdcard.solvers.hypergraph import Hypergraph, Table
from thirdcard.variants.registry import parse_variant

MASTER = 5

Spots = tuple[int, ...]


def claims_on(variant: str, spots: Spots) -> list[Spots]:
    return sorted(parse_variant(variant).iter_claims(spots))


def left_after(variant: str, spots: Spots, claim: Spots) -> int:
    return len(claims_on(variant, tuple(spot for spot in spots if spot not in claim)))


def take_first(contest: str, variant: str, spots: Spots) -> tuple[Spots, ...]:
    return tuple(claims_on(variant, spots)[:1])


def draw_out(contest: str, variant: str, spots: Spots) -> tuple[Spots, ...]:
    """Take a claim that leaves as many as possible."""
    claims = claims_on(variant, spots)
    return (max(claims, key=lambda claim: left_after(variant, spots, claim)),)


def cut_short(contest: str, variant: str, spots: Spots) -> tuple[Spots, ...]:
    """Take a claim that leaves as few as possible."""
    claims = claims_on(variant, spots)
    return (min(claims, key=lambda claim: left_after(variant, spots, claim)),)


def take_any(contest: str, variant: str, spots: Spots) -> tuple[Spots, ...]:
    return (Random(str(spots)).choice(claims_on(variant, spots)),)


STRANGERS: tuple[Solve, ...] = (take_first, draw_out, cut_short, take_any)
OPPONENTS: tuple[int | Solve, ...] = (1, 2, 3, 4, MASTER, *STRANGERS)


def against(opponent: int | Solve, seat: int) -> tuple[tuple[int, int], Callable[..., Bot]]:
    """Return the levels of a game of the master at a seat, and how its bots are made."""
    level = opponent if isinstance(opponent, int) else MASTER

    def make(variant, number, level, seed):  # type: ignore[no-untyped-def]
        if number == seat or isinstance(opponent, int):
            return Bot(variant, number, level, seed)
        return Bot(variant, number, level, seed, solve=opponent)

    return (MASTER, level) if seat == 0 else (level, MASTER), make


def is_won(view: TableView) -> bool:
    """Tell what the solver says of the seat to move."""
    deck = parse_variant(view.variant).deck
    points = [deck.find_point(slot.card) for slot in view.slots if slot and slot.card]
    spots = tuple(point for point in points if point is not None)
    return solve_duel(Table(Space(4), spots)).winner == "first"


def require_perfect(game: Game, seat: int) -> bool:
    """Check that a seat won if it was ever to move in a position that is won; tell whether."""
    assert game.state.reason == "finished"
    assert game.refusals == []
    chances = [is_won(look.view) for look in game.looks if look.view.turn == seat]
    if any(chances):
        first = chances.index(True)
        assert all(chances[first:])
        assert game.state.ranking[0] == seat
    return any(chances)


def duel(opponent: int | Solve, seat: int, cards: int, seed: int) -> bool:
    levels, make = against(opponent, seat)
    table = new_table("classic", seed, contest="duel", table_size=cards)
    game = play(table, levels, seed, make=make, watch=True)
    return require_perfect(game, seat)


def name_of(opponent: int | Solve) -> str:
    return getattr(opponent, "__name__", f"level {opponent}")


@pytest.mark.parametrize("opponent", OPPONENTS, ids=name_of)
def test_the_master_never_loses_what_is_won(opponent: int | Solve) -> None:
    sizes = (12, 15, 18)
    tables = [(seat, cards, seed) for seat in (0, 1) for cards in sizes for seed in range(3)]
    chances = [duel(opponent, *table) for table in tables]
    assert sum(chances) >= len(chances) // 3


@pytest.mark.slow
@pytest.mark.parametrize("cards", range(12, 25))
@pytest.mark.parametrize("opponent", OPPONENTS, ids=name_of)
def test_the_master_never_loses_what_is_won_on_many_tables(
    opponent: int | Solve, cards: int
) -> None:
    chances = [duel(opponent, seat, cards, seed) for seat in (0, 1) for seed in range(100, 112)]
    assert sum(chances) >= len(chances) // 3


def test_the_second_player_wins_once_the_opponent_errs() -> None:
    """On tables that are lost at first, against one who takes any claim."""
    lost = turned = 0
    for seed in range(40):
        levels, make = against(take_any, 1)
        table = new_table("classic", seed, contest="duel", table_size=18)
        game = play(table, levels, seed, make=make, watch=True)
        if not is_won(game.looks[0].view):
            continue
        lost += 1
        turned += require_perfect(game, 1)
    assert lost > 10
    assert turned > 0


@pytest.mark.parametrize("variant", ["junior", "mega", "ultra", "mega+ultra9"])
@pytest.mark.parametrize("seed", range(3))
def test_duels_on_other_decks_and_groups_end(variant: str, seed: int) -> None:
    table = new_table(variant, seed, contest="duel")
    game = play(table, (3, 5), seed, watch=True)
    assert game.state.reason == "finished"
    assert game.refusals == []
    turns = [event.seat for event in game.events if isinstance(event, Claimed)]
    assert all(one != other for one, other in pairwise(turns))


def test_the_whole_deck_is_won_against_anyone() -> None:
    for opponent in (2, draw_out):
        levels, make = against(opponent, 0)
        table = new_table("classic", 1, contest="duel", table_size=81)
        game = play(table, levels, 1, make=make)
        assert game.state.ranking[0] == 0


# -- reading ----------------------------------------------------------------------------------


def random_lines(seed: int, count: int) -> Lines:
    random = Random(seed)
    lines = {sum(1 << v for v in random.sample(range(12), 3)) for _ in range(count)}
    return tuple(sorted(lines))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_played_through_is_what_the_solver_says(seed: int) -> None:
    lines = random_lines(seed, 1 + seed % 9)
    edges = [tuple(v for v in range(12) if line >> v & 1) for line in lines]
    answer = solve_duel(Hypergraph.of(12, edges))
    winning = {edge for line, edge in zip(lines, edges, strict=True) if line in find_winning(lines)}
    assert winning == set(answer.moves)


def choices(level: int, spots: Spots, solve: Solve = best_moves) -> set[tuple[str, ...]]:
    """Return the claims that bots of a level choose on a table, over many seeds."""
    state = started(contest="duel", table_size=12)
    cards = [state.variant.code(spot) for spot in spots]
    view = view_of(state, slots=tuple(type(view_of(state).slots[0])(card) for card in cards))  # type: ignore[misc]
    found = set()
    for seed in range(30):
        move = Bot(state.variant, 0, level, seed, solve).next_move(view, OPENED_AT)
        assert move is not None
        assert isinstance(move.command, Claim)
        found.add(tuple(sorted(move.command.cards)))
    return found


PATH = (1, 5, 14, 16, 21, 22, 23)
"""Three lines, of which 21-22-23 meets both others, which do not meet: it alone wins."""


def test_only_the_child_takes_whatever_it_finds() -> None:
    lines = list(Space(4).iter_lines_in(PATH))
    assert len(lines) == 3
    codes = {tuple(sorted(map(parse_variant("classic").code, line))) for line in lines}
    winning = {tuple(sorted(map(parse_variant("classic").code, (21, 22, 23))))}
    for level in range(2, 6):
        assert choices(level, PATH) == winning
    assert choices(1, PATH) == codes


def test_where_the_solver_does_not_know_a_claim_is_made_all_the_same() -> None:
    found = choices(MASTER, tuple(range(12)), solve=lambda contest, variant, spots: ())
    assert len(found) > 1


def test_the_solver_is_asked_once_a_position() -> None:
    asked: list[Spots] = []

    def solve(contest: str, variant: str, spots: Spots) -> tuple[Spots, ...]:
        assert (contest, variant) == ("duel", "classic")
        asked.append(spots)
        return best_moves(contest, variant, spots)

    state = started(contest="duel")
    bot = Bot(state.variant, 0, MASTER, 1, solve)
    view = view_of(state)
    bot.watch(view, OPENED_AT)
    assert asked == []
    first = bot.next_move(view, OPENED_AT)
    assert bot.next_move(view, OPENED_AT) == first
    assert asked == [state.spots]


# -- time -------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 6))
def test_a_short_turn_is_long_enough(level: int) -> None:
    for seed in range(6):
        table = new_table("classic", seed, contest="duel", turn_seconds=2)
        game = play(table, (level, level), seed)
        assert game.state.reason == "finished"


def test_better_players_think_for_a_shorter_time() -> None:
    def wait(levels: Sequence[int]) -> int:
        total = 0
        for seed in range(12):
            game = play(new_table("classic", seed, contest="duel"), levels, seed)
            total += game.moves[0].at - OPENED_AT
        return total

    waits = [wait((level, level)) for level in (1, 3, 5)]
    assert waits[0] > waits[1] > waits[2]
